# How Emscripten links the program: without the window for Node.js, with it as a page.
set(files ${PROJECT_SOURCE_DIR}/packaging/web)
target_link_options(terrella PRIVATE -O2 -sTOTAL_STACK=8MB -sDEFAULT_PTHREAD_STACK_SIZE=2MB -sALLOW_MEMORY_GROWTH=1
  -sMAXIMUM_MEMORY=2GB -Wno-pthreads-mem-growth)
if(TERRELLA_APP)
  # `main` runs in the page's own thread, which has WebGL. Threads start only while it is idle, so they start before it.
  target_link_options(terrella PRIVATE -sENVIRONMENT=web,worker -sINITIAL_MEMORY=256MB -sFORCE_FILESYSTEM=1
    -sMIN_WEBGL_VERSION=2 -sMAX_WEBGL_VERSION=2 -sEXPORTED_RUNTIME_METHODS=FS,ccall -lidbfs.js
    "-sPTHREAD_POOL_SIZE=Math.max(12,4*navigator.hardwareConcurrency)")
  # A folder of static files.
  set(static ${files}/index.html ${files}/page.js ${files}/isolate.js ${PROJECT_SOURCE_DIR}/packaging/terrella.png)
  set_target_properties(terrella PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/page LINK_DEPENDS "${static}")
  add_custom_command(TARGET terrella POST_BUILD
    COMMAND ${CMAKE_COMMAND} -E copy_if_different ${static} ${PROJECT_BINARY_DIR}/page VERBATIM)
else()
  # It has the files of the machine. `main` runs in a thread, so that other threads can start while it waits.
  target_link_options(terrella PRIVATE -sENVIRONMENT=node,worker -sNODERAWFS=1 -sPROXY_TO_PTHREAD=1 -sEXIT_RUNTIME=1
    -sINITIAL_MEMORY=64MB --pre-js ${files}/node.js --js-library ${files}/node_files.js)
  set_target_properties(terrella PROPERTIES LINK_DEPENDS "${files}/node.js;${files}/node_files.js")
endif()
