// speed read-block: reading a stored block from a file in the page cache and taking the obfuscation off, raw and parsed.
#include <cstdio>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <unistd.h>

#include "node/block.h"
#include "node/synthetic_chain.h"
#include "obfuscation/xor_ops.h"
#include "speed/rows.h"

namespace lanecrypt::cli {
namespace {

constexpr std::uint64_t key = 0x7db40258e911a73c;  // any

// A block of usual size, obfuscated, in a file without a name.
class StoredBlock {
public:
    StoredBlock() : file_(std::tmpfile())
    {
        if (file_ == nullptr) throw std::runtime_error("speed read-block: cannot create a temporary file");
        node::SyntheticChain chain(1);
        do plain_ = chain.next().bytes;
        while (plain_.size() < 1'000'000);
        std::vector<std::byte> raw = plain_;
        obfuscate(raw);
        if (std::fwrite(raw.data(), 1, raw.size(), file_.get()) != raw.size() || std::fflush(file_.get()) != 0)
            throw std::runtime_error("speed read-block: cannot write a temporary file");
    }

    std::size_t size() const { return plain_.size(); }
    void copy_plain(std::uint8_t* out) const { std::memcpy(out, plain_.data(), plain_.size()); }
    // Reads it and takes the obfuscation off with one implementation.
    void read(std::uint8_t* out, const XorOps& ops) const
    {
        if (::pread(::fileno(file_.get()), out, size(), 0) != static_cast<ssize_t>(size())) throw std::runtime_error("speed read-block: cannot read");
        ops.apply(out, size(), key);
    }

private:
    static void obfuscate(std::vector<std::byte>& data)
    {
        std::byte bytes[8];
        std::memcpy(bytes, &key, 8);
        for (std::size_t i = 0; i < data.size(); ++i) data[i] ^= bytes[i % 8];
    }
    struct Close {
        void operator()(std::FILE* f) const { std::fclose(f); }
    };
    std::unique_ptr<std::FILE, Close> file_;
    std::vector<std::byte> plain_;
};

Work make_work(const std::shared_ptr<const StoredBlock>& block, const char* label)
{
    Work work;
    work.primitive = "read-block";
    work.group = "one stored block";
    work.label = label;
    work.len = work.out_size = work.bytes = work.x = block->size();
    work.in_size = 1;
    work.reference = [block](const Call& c) { block->copy_plain(c.out); };
    return work;
}

}  // namespace

void speed_read_block(Rows& rows)
{
    if (!rows.all()) return;
    const auto block = std::make_shared<const StoredBlock>();
    Work raw = make_work(block, "raw");
    add_implementations(raw, dispatch::xor_slot, [&](const XorOps& ops) { return [block, &ops](const Call& c) { block->read(c.out, ops); }; });
    rows.add(std::move(raw));

    Work parsed = make_work(block, "parsed");
    const auto target = std::make_shared<node::Block>();
    add_implementations(parsed, dispatch::xor_slot, [&](const XorOps& ops) {
        return [block, target, &ops](const Call& c) {
            block->read(c.out, ops);
            node::ParseError error;
            if (!node::parse_block(std::as_bytes(std::span(c.out, c.len)), *target, error)) std::memset(c.out, 0, c.len);  // not what the reference has
        };
    });
    rows.add(std::move(parsed));
}

}  // namespace lanecrypt::cli
