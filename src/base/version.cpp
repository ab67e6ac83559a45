#include "lanecrypt/version.hpp"

namespace lanecrypt {

const char* version() noexcept { return LANECRYPT_VERSION; }

}  // namespace lanecrypt
