// The version of the library.
#pragma once

namespace lanecrypt {

// "major.minor.patch"
const char* version() noexcept;

}  // namespace lanecrypt
