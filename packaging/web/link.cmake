# How Emscripten links the program for Node.js, which has the files of the machine. `main` runs in a thread, so that other
# threads can start while it waits.
set(files ${PROJECT_SOURCE_DIR}/packaging/web)
target_link_options(terrella PRIVATE -O2 -sENVIRONMENT=node,worker -sNODERAWFS=1 -sPROXY_TO_PTHREAD=1 -sEXIT_RUNTIME=1
  -sTOTAL_STACK=8MB -sDEFAULT_PTHREAD_STACK_SIZE=2MB -sINITIAL_MEMORY=64MB -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=2GB
  -Wno-pthreads-mem-growth --pre-js ${files}/node.js --js-library ${files}/node_files.js)
set_target_properties(terrella PROPERTIES LINK_DEPENDS "${files}/node.js;${files}/node_files.js")
