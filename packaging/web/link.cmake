# How Emscripten links the program: without the window for Node.js, with it as a page.
set(files ${PROJECT_SOURCE_DIR}/packaging/web)
target_link_options(terrella PRIVATE -Os -sTOTAL_STACK=8MB -sDEFAULT_PTHREAD_STACK_SIZE=2MB -sALLOW_MEMORY_GROWTH=1
  -sMAXIMUM_MEMORY=2GB -Wno-pthreads-mem-growth)
if(TERRELLA_APP)
  # `main` runs in the page's own thread, which has WebGL. Threads start only while it is idle, so they start before it.
  target_link_options(terrella PRIVATE -sENVIRONMENT=web,worker -sINITIAL_MEMORY=256MB -sFILESYSTEM=0
    -sMIN_WEBGL_VERSION=2 -sMAX_WEBGL_VERSION=2 -sEXPORTED_RUNTIME_METHODS=ccall
    "-sPTHREAD_POOL_SIZE=Math.max(12,4*navigator.hardwareConcurrency)")
  # A folder of static files.
  set(static ${files}/index.html ${files}/page.js ${files}/offline.js ${files}/terrella.webmanifest
    ${PROJECT_SOURCE_DIR}/packaging/terrella.png)
  set_target_properties(terrella PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/page LINK_DEPENDS "${static}")
  add_custom_command(TARGET terrella POST_BUILD
    COMMAND ${CMAKE_COMMAND} -E copy_if_different ${static} ${PROJECT_BINARY_DIR}/page VERBATIM)
else()
  # It has the files of the machine. `main` runs in a thread, so that other threads can start while it waits.
  target_link_options(terrella PRIVATE -sENVIRONMENT=node,worker -sNODERAWFS=1 -sPROXY_TO_PTHREAD=1 -sEXIT_RUNTIME=1
    -sINITIAL_MEMORY=64MB --pre-js ${files}/node.js --js-library ${files}/node_files.js)
  set_target_properties(terrella PROPERTIES LINK_DEPENDS "${files}/node.js;${files}/node_files.js")
endif()

# The package for npm: the library with and without threads, from the same objects.
if(NOT TERRELLA_APP)
  set(package ${PROJECT_BINARY_DIR}/package)
  set(binding ${PROJECT_SOURCE_DIR}/bindings/javascript)
  string(CONCAT calls "_malloc,_free,_tr_version,_tr_pixels,_tr_free,_tr_type_list,_tr_recipe_from_json,_tr_recipe_to_json,"
    "_tr_recipe_copy,_tr_recipe_destroy,_tr_recipe_set,_tr_recipe_set_image,_tr_planet_destroy,_tr_planet_heights,_tr_planet_rings,_tr_specular_mirrors")
  set_source_files_properties(${binding}/calls.c PROPERTIES COMPILE_OPTIONS -Wno-missing-prototypes) # JavaScript calls it
  foreach(name terrella-threads terrella)
    add_executable(${name}_module ${binding}/calls.c)
    target_link_libraries(${name}_module PRIVATE libterrella)
    target_link_options(${name}_module PRIVATE -O3 -sMODULARIZE -sEXPORT_NAME=Terrella -sENVIRONMENT=web,worker,node
      -sEXPORTED_FUNCTIONS=${calls} -sEXPORTED_RUNTIME_METHODS=FS,UTF8ToString -sFORCE_FILESYSTEM=1 -sTOTAL_STACK=8MB
      -sDEFAULT_PTHREAD_STACK_SIZE=2MB -sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=32MB -sMAXIMUM_MEMORY=2GB -sIMPORTED_MEMORY=1
      -sALLOW_TABLE_GROWTH=0 -Wno-pthreads-mem-growth)
    if(NOT name MATCHES threads)
      target_link_options(${name}_module PRIVATE -sUSE_PTHREADS=0)
    else()
      target_link_options(${name}_module PRIVATE -pthread "-sPTHREAD_POOL_SIZE=Module.threads-1")
    endif()
    set_target_properties(${name}_module PROPERTIES OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY ${package}/wasm)
  endforeach()
endif()
