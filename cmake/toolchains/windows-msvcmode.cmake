# x86-64 Windows: kernels as MSVC compiles them (cmake/MsvcMode.cmake), everything else by MinGW; programs run under Wine.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
set(CMAKE_CROSSCOMPILING_EMULATOR wine)
set(LANECRYPT_MSVC_KERNELS ON CACHE BOOL "" FORCE)
