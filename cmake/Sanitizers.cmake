# LANECRYPT_SANITIZE=address,undefined or thread: instruments everything that is built.
set(LANECRYPT_SANITIZE "" CACHE STRING "Value for -fsanitize=")
if(LANECRYPT_SANITIZE)
  add_compile_options(-fsanitize=${LANECRYPT_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -g)
  add_link_options(-fsanitize=${LANECRYPT_SANITIZE})
endif()

# The libFuzzer targets follow coverage through the whole library.
if(LANECRYPT_BUILD_FUZZERS)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
