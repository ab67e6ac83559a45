# lanecrypt_warnings(target): the warnings that all of the project's own code compiles without.
function(lanecrypt_warnings target)
  if(MSVC)
    target_compile_options(${target} PRIVATE /W4)
  else()
    target_compile_options(${target} PRIVATE -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion -Wno-psabi $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
  endif()
endfunction()
