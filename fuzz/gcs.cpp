// The filter decoder on any bytes: never outside them, bounded, and what it accepts is what it says.
#include "input.h"
#include "lanecrypt/gcs.hpp"

using namespace lanecrypt;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    fuzz::Input input(data, size);
    const auto p = static_cast<unsigned>(input.below(33));
    const std::uint64_t m = 1 + input.number(input.below(2) != 0 ? 8 : 3) % ~std::uint64_t{0};
    const std::size_t head = size < 10 ? size : 10;
    const std::vector<std::uint8_t> encoded(data + head, data + size);  // exact size: a sanitizer sees any byte outside
    GcsFilter filter;
    if (!filter.decode({reinterpret_cast<const std::byte*>(encoded.data()), encoded.size()}, {1, 2, p, m})) {
        fuzz::require_that(filter.size() == 0, "refused, but not empty");
        return 0;
    }
    const auto values = filter.values();
    fuzz::require_that(values.size() * (p + 1) <= 8 * encoded.size(), "more values than bits");
    for (std::size_t i = 0; i < values.size(); ++i) {
        fuzz::require_that(values[i] < values.size() * m, "a value beyond the range");
        fuzz::require_that(i == 0 || values[i] >= values[i - 1], "values out of order");
    }
    const std::byte item[3] = {};
    (void)filter.match(item);
    return 0;
}
