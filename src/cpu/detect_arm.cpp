// Detection on AArch64. SHA2 is optional there (Raspberry Pi 4 has none), NEON is not.
#include "cpu/features.h"

namespace lanecrypt {

extern "C" FeatureSet lanecrypt_features_from_hwcap(std::uint64_t hwcap)
{
    FeatureSet f = 0;
    if ((hwcap >> 1 & 1) != 0) f |= F_NEON;     // HWCAP_ASIMD
    if ((hwcap >> 6 & 1) != 0) f |= F_ARMSHA2;  // HWCAP_SHA2
    return f;
}

}  // namespace lanecrypt

#if defined(LANECRYPT_ARCH_AARCH64)

#if defined(__linux__)
#include <sys/auxv.h>
#elif defined(__APPLE__)
#include <sys/sysctl.h>
#elif defined(_WIN32)
#include <windows.h>
#endif

namespace lanecrypt {

extern "C" FeatureSet lanecrypt_detect_features(void)
{
#if defined(__linux__)
    return lanecrypt_features_from_hwcap(getauxval(AT_HWCAP)) | F_GNU128;
#elif defined(__APPLE__)
    int sha2 = 0;
    size_t size = sizeof sha2;
    const bool known = sysctlbyname("hw.optional.arm.FEAT_SHA256", &sha2, &size, nullptr, 0) == 0;
    return F_NEON | F_GNU128 | (known && sha2 != 0 ? F_ARMSHA2 : 0);
#elif defined(_WIN32)
    return F_NEON | (IsProcessorFeaturePresent(PF_ARM_V8_CRYPTO_INSTRUCTIONS_AVAILABLE) ? F_ARMSHA2 : 0);
#else
    return F_NEON;
#endif
}

}  // namespace lanecrypt

#endif
