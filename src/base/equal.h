// Comparison whose time does not depend on the contents.
#pragma once

namespace lanecrypt {

// True when the 16 bytes at `a` and `b` are equal. No branch and no address depends on them. A function of its own, so
// that the callers' branch on the answer, which is public, is the only one that follows from secret tags (tests/ctime).
[[nodiscard]] bool equal16(const void* a, const void* b) noexcept;

}  // namespace lanecrypt
