# LANECRYPT_MSVC_KERNELS: every kernel file and detect_x86.cpp are compiled as MSVC sees them (tools/msvcmode), the rest
# by the MinGW compiler in use. Set by cmake/toolchains/windows-msvcmode.cmake.
include_guard()
option(LANECRYPT_MSVC_KERNELS "Compile the kernel files with clang-cl in MSVC mode" OFF)

# lanecrypt_msvc_object(target file isa NAME name [DEFINITIONS d…]): adds one file to the target, compiled with the row's
# MSVC flags.
function(lanecrypt_msvc_object target file isa)
  cmake_parse_arguments(arg "" "NAME" "DEFINITIONS" ${ARGN})
  set(object "${CMAKE_CURRENT_BINARY_DIR}/${arg_NAME}.obj")
  list(TRANSFORM arg_DEFINITIONS PREPEND "/D")
  add_custom_command(OUTPUT "${object}"
    COMMAND "${PROJECT_SOURCE_DIR}/tools/msvcmode/msvc-cl" "${object}" "${file}" ${lanecrypt_msvc_flags_${isa}}
      /I "${PROJECT_SOURCE_DIR}/src" /I "${PROJECT_SOURCE_DIR}/tests" ${arg_DEFINITIONS}
      /clang:-MD /clang:-MF "/clang:${object}.d"
    DEPENDS "${file}" "${PROJECT_SOURCE_DIR}/tools/msvcmode/msvc-cl" DEPFILE "${object}.d"
    COMMENT "MSVC mode: ${arg_NAME}" VERBATIM)
  set_source_files_properties("${object}" TARGET_DIRECTORY ${target} PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
  add_custom_target(msvc_${arg_NAME} DEPENDS "${object}") # the rule belongs to this folder, the target may not
  add_dependencies(${target} msvc_${arg_NAME})
  target_sources(${target} PRIVATE "${object}")
endfunction()
