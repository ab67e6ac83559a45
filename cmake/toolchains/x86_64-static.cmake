# This machine's x86-64 compiler, programs linked statically: what the AVX-512 emulator runs.
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
