// Detection where only the GNU vector backend may exist: its kernels are compiled for a vector unit that not
// every machine of the architecture has.
#include "cpu/features.h"

#if !defined(LANECRYPT_ARCH_X86_64) && !defined(LANECRYPT_ARCH_AARCH64)

#if defined(__linux__)
#include <sys/auxv.h>
#endif

namespace lanecrypt {

extern "C" FeatureSet lanecrypt_detect_features(void)
{
#if defined(__linux__) && defined(__s390x__)
    return (getauxval(AT_HWCAP) >> 11 & 1) != 0 ? FeatureSet{F_GNU128} : 0;  // HWCAP_S390_VXRS
#elif defined(__linux__) && defined(__powerpc64__)
    return (getauxval(AT_HWCAP) >> 7 & 1) != 0 ? FeatureSet{F_GNU128} : 0;  // PPC_FEATURE_HAS_VSX
#elif defined(__linux__) && defined(__loongarch64)
    return (getauxval(AT_HWCAP) >> 4 & 1) != 0 ? FeatureSet{F_GNU128} : 0;  // HWCAP_LOONGARCH_LSX
#elif defined(__linux__) && defined(__arm__)
    return (getauxval(AT_HWCAP) >> 12 & 1) != 0 ? FeatureSet{F_GNU128} : 0;  // HWCAP_NEON
#elif defined(__linux__) && defined(__riscv)
    return (getauxval(AT_HWCAP) >> ('v' - 'a') & 1) != 0 ? FeatureSet{F_GNU128} : 0;
#else
    return 0;
#endif
}

}  // namespace lanecrypt

#endif
