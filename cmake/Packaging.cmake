# Install rules: headers, library, CMake package, pkg-config file.
include(CMakePackageConfigHelpers)
set(lanecrypt_libraries lanecrypt)
if(LANECRYPT_BUILD_SHARED)
  list(APPEND lanecrypt_libraries lanecrypt_shared)
endif()
install(TARGETS ${lanecrypt_libraries} EXPORT lanecryptTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY include/lanecrypt DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT lanecryptTargets NAMESPACE lanecrypt:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/lanecrypt)
configure_package_config_file(cmake/lanecryptConfig.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/lanecryptConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/lanecrypt)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/lanecryptConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/lanecryptConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/lanecryptConfigVersion.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/lanecrypt)
configure_file(cmake/lanecrypt.pc.in ${CMAKE_CURRENT_BINARY_DIR}/lanecrypt.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/lanecrypt.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
if(LANECRYPT_BUILD_TOOL)
  install(TARGETS lanecrypt_tool RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  if(NOT CMAKE_CROSSCOMPILING)
    # Made by the tool itself, from the table that --help prints.
    install(CODE "execute_process(COMMAND \"$<TARGET_FILE:lanecrypt_tool>\" manual man OUTPUT_FILE \"${CMAKE_CURRENT_BINARY_DIR}/lanecrypt.1\" COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND \"$<TARGET_FILE:lanecrypt_tool>\" manual bash OUTPUT_FILE \"${CMAKE_CURRENT_BINARY_DIR}/lanecrypt.bash\" COMMAND_ERROR_IS_FATAL ANY)")
    install(FILES ${CMAKE_CURRENT_BINARY_DIR}/lanecrypt.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
    install(FILES ${CMAKE_CURRENT_BINARY_DIR}/lanecrypt.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME lanecrypt)
  endif()
endif()
