// What a finished call has left on the stack below: fill it, call, take it, search.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define LANECRYPT_OTHER_STACK 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define LANECRYPT_OTHER_STACK 1
#endif
#endif
#ifndef LANECRYPT_OTHER_STACK
#define LANECRYPT_OTHER_STACK 0  // 1: sanitizers lay out the stack in their own way
#endif

namespace lanecrypt::test {

class StackResidue {
public:
    static constexpr std::size_t depth = 65536;

    __attribute__((noinline)) static void fill()
    {
        volatile std::uint8_t below[depth];
        for (std::size_t i = 0; i < depth; ++i) below[i] = 0xaa;
        __asm__ volatile("" : : "m"(below));
    }
    // Keeps what lies there now.
    __attribute__((noinline)) static void take()
    {
        volatile std::uint8_t below[depth];
        __asm__ volatile("" : "+m"(below));
        for (std::size_t i = 0; i < depth; ++i) taken()[i] = below[i];
    }
    // The places of what was taken where `run` bytes in a row of the secret lie.
    static int found(const std::uint8_t* secret, std::size_t len, std::size_t run)
    {
        int n = 0;
        for (std::size_t k = 0; k + run <= len; ++k)
            for (std::size_t i = 0; i + run <= depth;) {
                const void* const p = std::memchr(taken() + i, secret[k], depth - run + 1 - i);
                if (p == nullptr) break;
                i = static_cast<std::size_t>(static_cast<const std::uint8_t*>(p) - taken());
                n += std::memcmp(taken() + i, secret + k, run) == 0;
                ++i;
            }
        return n;
    }
    // Copies the secret and leaves it behind: the search must see that.
    __attribute__((noinline)) static void leave(const std::uint8_t* secret, std::size_t len)
    {
        volatile std::uint8_t copy[256];
        for (std::size_t i = 0; i < sizeof copy; ++i) copy[i] = secret[i % len];
        __asm__ volatile("" : : "m"(copy));
    }

private:
    static std::uint8_t* taken()
    {
        static std::uint8_t memory[depth];
        return memory;
    }
};

}  // namespace lanecrypt::test
