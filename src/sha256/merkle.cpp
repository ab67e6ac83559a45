// The merkle root in fixed memory: pieces of a power of two of leaves are folded in a buffer, their roots in a stack
// that holds at most one hash of each level.
#include "lanecrypt/merkle.hpp"

#include <cstring>

#include "base/bytes.h"
#include "base/check.h"
#include "base/erase.h"
#include "sha256/sha256_many.h"

namespace lanecrypt {
namespace {

constexpr int piece_levels = 10;  // 1024 leaves: 16 KiB of buffer, long runs for the widest kernel
constexpr std::size_t piece_leaves = std::size_t{1} << piece_levels;

// True when one of n / 2 pairs of hashes is a pair of equals. No branch depends on the hashes.
bool equal_pair(const std::uint8_t* hashes, std::size_t n) noexcept
{
    bool found = false;
    for (std::size_t i = 0; i + 1 < n; i += 2) {
        const std::uint8_t* const p = hashes + 32 * i;
        const std::uint64_t low = (load64(p) ^ load64(p + 32)) | (load64(p + 8) ^ load64(p + 40));
        const std::uint64_t high = (load64(p + 16) ^ load64(p + 48)) | (load64(p + 24) ^ load64(p + 56));
        found |= (low | high) == 0;
    }
    return found;
}

class Fold {
public:
    Fold(const Sha256Plan& plan, bool look) noexcept : plan_(plan), look_(look) {}
    ~Fold()
    {
        erase(scratch_.hashes, used_);
        if (pieces_ != 0) erase(scratch_.stack, sizeof scratch_.stack);
        erase_object(scratch_.both);
    }
    Fold(const Fold&) = delete;
    Fold& operator=(const Fold&) = delete;

    bool mutated() const noexcept { return mutated_; }

    // Folds n leaves, 1 … piece_leaves, by `levels` levels, or to one hash when levels is 0. Returns that hash.
    const std::uint8_t* piece(const std::uint8_t* leaves, std::size_t n, int levels) noexcept
    {
        const std::uint8_t* from = leaves;
        for (int level = 0; levels == 0 ? n > 1 : level < levels; ++level, n = (n + 1) / 2, from = scratch_.hashes) {
            if (look_) mutated_ |= equal_pair(from, n);
            sha256_double64(plan_, scratch_.hashes, from, n / 2);
            if (n % 2 != 0) pair(scratch_.hashes + 32 * (n / 2), from + 32 * (n - 1), from + 32 * (n - 1));
            if (used_ < 32 * ((n + 1) / 2)) used_ = 32 * ((n + 1) / 2);
        }
        return from;
    }

    // Adds the root of a piece; only the last may have been less than full.
    void push(const std::uint8_t* root) noexcept
    {
        std::uint8_t hash[32];
        std::memcpy(hash, root, 32);
        int level = 0;
        for (; (pieces_ >> level & 1) != 0; ++level) join(hash, scratch_.stack[level]);
        std::memcpy(scratch_.stack[level], hash, 32);
        ++pieces_;
        erase_object(hash);
    }

    // The root over all pieces, at least one. The stack holds a hash of every level whose bit is set in pieces_; below
    // the highest, the last hash of a level with an odd number is paired with itself.
    void finish(std::uint8_t* root) noexcept
    {
        bool carried = false;  // root holds the last hash of this level
        int level = 0;
        for (; pieces_ >> level > 1; ++level) {
            if ((pieces_ >> level & 1) == 0) {
                if (carried) pair(root, root, root);
            } else if (carried) {
                join(root, scratch_.stack[level]);
            } else {
                pair(root, scratch_.stack[level], scratch_.stack[level]);
                carried = true;
            }
        }
        if (carried) join(root, scratch_.stack[level]);
        else std::memcpy(root, scratch_.stack[level], 32);
    }

private:
    // out becomes the parent of two hashes, each of which may be out.
    void pair(std::uint8_t* out, const std::uint8_t* left, const std::uint8_t* right) noexcept
    {
        std::memcpy(scratch_.both, left, 32);
        std::memcpy(scratch_.both + 32, right, 32);
        plan_.few->double64(out, scratch_.both, 1);
    }
    // right becomes the parent of two different places of the tree.
    void join(std::uint8_t* right, const std::uint8_t* left) noexcept
    {
        std::memcpy(scratch_.both, left, 32);
        std::memcpy(scratch_.both + 32, right, 32);
        if (look_) mutated_ |= equal_pair(scratch_.both, 2);
        plan_.few->double64(right, scratch_.both, 1);
    }

    const Sha256Plan& plan_;
    bool look_, mutated_ = false;
    std::size_t used_ = 0;
    std::uint64_t pieces_ = 0;
    struct {
        std::uint8_t hashes[32 * piece_leaves / 2];
        std::uint8_t stack[60][32];
        std::uint8_t both[64];
    } scratch_;
};

}  // namespace

bool sha256_merkle(const Sha256Plan& plan, std::uint8_t* root, const std::uint8_t* leaves, std::size_t n, bool look) noexcept
{
    if (n == 0) {
        std::memset(root, 0, 32);
        return false;
    }
    Fold fold(plan, look);
    if (n <= piece_leaves) {
        const std::uint8_t* const top = fold.piece(leaves, n, 0);
        std::memmove(root, top, 32);
        return fold.mutated();
    }
    for (; n != 0; leaves += 32 * piece_leaves) {
        const std::size_t count = n < piece_leaves ? n : piece_leaves;
        fold.push(fold.piece(leaves, count, piece_levels));
        n -= count;
    }
    fold.finish(root);
    return fold.mutated();
}

Sha256Digest merkle_root(std::span<const std::byte> leaves, bool* mutated) noexcept
{
    Sha256Digest root{};
    if (mutated != nullptr) *mutated = false;
    if (!require(leaves.size() % 32 == 0, "merkle_root: the leaves are not 32 bytes each")) return root;
    const bool found = sha256_merkle(sha256_plan(), reinterpret_cast<std::uint8_t*>(root.data()),
                                     reinterpret_cast<const std::uint8_t*>(leaves.data()), leaves.size() / 32, mutated != nullptr);
    if (mutated != nullptr) *mutated = found;
    return root;
}

}  // namespace lanecrypt
