// The undo parser on any bytes; what it accepts survives being written and parsed again.
#include <algorithm>

#include "input.h"
#include "node/undo.h"

using namespace lanecrypt::node;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const RestoreKey restore = [](std::span<std::byte, 65> out, std::span<const std::byte, 33> in) {
        if (in[32] == std::byte{0xff}) return false;
        out[0] = std::byte{4};
        for (std::size_t i = 1; i < 33; ++i) out[i] = in[i], out[32 + i] = ~in[i];
        out[64] = (out[64] & std::byte{0xfe}) | (in[0] & std::byte{1});
        return true;
    };
    std::vector<std::byte> bytes(size);
    if (size != 0) std::memcpy(bytes.data(), data, size);
    BlockUndo undo, again;
    ParseError error;
    if (!parse_undo(bytes, undo, error, restore)) {
        lanecrypt::fuzz::require_that(error.what != nullptr && error.offset <= size, "refused without a reason");
        return 0;
    }
    std::vector<std::byte> written;
    append_undo(written, undo.counts, undo.outputs, restore);
    lanecrypt::fuzz::require_that(parse_undo(written, again, error, restore), "not accepted again");
    lanecrypt::fuzz::require_that(again.counts == undo.counts && again.outputs.size() == undo.outputs.size(), "other counts");
    for (std::size_t i = 0; i < undo.outputs.size(); ++i) {
        const UndoOutput &a = undo.outputs[i], &b = again.outputs[i];
        lanecrypt::fuzz::require_that(a.height == b.height && a.coinbase == b.coinbase && std::ranges::equal(a.script, b.script), "another output");
    }
    return 0;
}
