# The library for other programs: shared and static.

# Only the functions of terrella/terrella.h leave it.
add_library(terrella_shared SHARED)
if(WIN32) # there all names are visible: the header's are listed
  file(READ include/terrella/terrella.h header)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS include/terrella/terrella.h)
  string(REGEX MATCHALL "TR_API[^;(]*[( ]" declarations "${header}")
  list(TRANSFORM declarations REPLACE ".*[ *](tr_[a-z0-9_]+)[( ]$" "\\1")
  list(FILTER declarations INCLUDE REGEX "^tr_")
  list(SORT declarations)
  list(JOIN declarations "\n" names)
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/names.txt CONTENT "@names@\n" @ONLY)
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/terrella.def CONTENT "LIBRARY terrella.dll\nEXPORTS\n@names@\n" @ONLY)
  target_sources(terrella_shared PRIVATE ${PROJECT_BINARY_DIR}/terrella.def)
  set_target_properties(terrella_shared PROPERTIES PREFIX "" IMPORT_PREFIX "" IMPORT_SUFFIX .dll.a)
  # What Visual Studio links with. Its bytes hold the path of -l, and names that begin with -t or a number of the process.
  add_custom_command(TARGET terrella_shared POST_BUILD
    COMMAND ${CMAKE_DLLTOOL} --deterministic-libraries -t terrella -d terrella.def -l terrella.lib
    WORKING_DIRECTORY ${PROJECT_BINARY_DIR} VERBATIM)
endif()
add_library(Terrella::terrella ALIAS terrella_shared)
set_target_properties(terrella_shared PROPERTIES OUTPUT_NAME terrella EXPORT_NAME terrella LINKER_LANGUAGE C
  VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})
target_link_libraries(terrella_shared PRIVATE ${library_objects} ${library_needs} Threads::Threads m)
target_include_directories(terrella_shared INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>)

# In an archive, all names that its objects share would leave it: so it is a single object, whose hidden names are local.
add_library(terrella_static STATIC)
add_library(Terrella::static ALIAS terrella_static)
set_target_properties(terrella_static PROPERTIES OUTPUT_NAME terrella EXPORT_NAME static LINKER_LANGUAGE C)
if(CMAKE_OBJCOPY)
  set(single_object ${PROJECT_BINARY_DIR}/terrella.o)
  set(hide_names --localize-hidden)
  if(WIN32)
    set(hide_names --keep-global-symbols=${PROJECT_BINARY_DIR}/names.txt)
  endif()
  set(all_objects ${library_objects})
  list(TRANSFORM all_objects REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>")
  separate_arguments(flags UNIX_COMMAND "${CMAKE_C_FLAGS}")
  add_custom_command(OUTPUT ${single_object}
    COMMAND ${CMAKE_C_COMPILER} ${flags} -fno-lto -r -nostdlib -o ${single_object} ${all_objects}
    COMMAND ${CMAKE_OBJCOPY} ${hide_names} ${single_object}
    DEPENDS ${all_objects} COMMENT "Making one object of the library" COMMAND_EXPAND_LISTS VERBATIM)
  target_sources(terrella_static PRIVATE ${single_object})
  add_dependencies(terrella_static ${library_objects}) # make knows no files of other targets
  set_source_files_properties(${single_object} PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
else()
  message(STATUS "objcopy is missing: names of the static library's insides can be seen from outside")
  foreach(objects IN LISTS library_objects)
    target_sources(terrella_static PRIVATE $<TARGET_OBJECTS:${objects}>)
  endforeach()
endif()
foreach(need IN LISTS library_needs)
  string(REPLACE third_party:: "" installed ${need})
  string(REPLACE openexr OpenEXRCore installed ${installed})
  target_link_libraries(terrella_static
    INTERFACE $<BUILD_INTERFACE:$<LINK_ONLY:${need}>> $<INSTALL_INTERFACE:${installed}>)
endforeach()
target_link_libraries(terrella_static INTERFACE Threads::Threads m)
target_include_directories(terrella_static INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>)
if(NOT PROJECT_IS_TOP_LEVEL AND NOT TERRELLA_INSTALL) # only the one that is linked is built
  set_target_properties(terrella_shared terrella_static PROPERTIES EXCLUDE_FROM_ALL TRUE)
endif()
