# lanecrypt_test(NAME file… [LIBS lib…]): a GoogleTest program over the library's public and internal headers.
function(lanecrypt_test name)
  cmake_parse_arguments(arg "" "" "LIBS" ${ARGN})
  add_executable(${name} ${arg_UNPARSED_ARGUMENTS})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/tests)
  target_compile_definitions(${name} PRIVATE LANECRYPT_SOURCE_DIR="${PROJECT_SOURCE_DIR}" ${lanecrypt_isa_definitions})
  target_link_libraries(${name} PRIVATE lanecrypt GTest::gtest GTest::gtest_main ${arg_LIBS})
  lanecrypt_warnings(${name})
  if(CMAKE_SIZEOF_VOID_P EQUAL 4 AND NOT MSVC)
    target_compile_options(${name} PRIVATE -Wno-conversion) # 64-bit numbers become sizes everywhere
  endif()
  if(NOT MSVC)
    target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O1>)  # most of a test's time is its compilation
  endif()
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES TIMEOUT 900)
endfunction()
