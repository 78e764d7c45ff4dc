# Builds for Node.js with Debian's Emscripten (CMake's toolchain file of the preset `node`). The libraries are those of
# `packaging/libraries.sh wasm32-emscripten build/libraries/wasm32-emscripten`.
set(ENV{NODE_PATH} /usr/share/nodejs) # Emscripten's linker needs Debian's acorn, whatever node is installed
set(CMAKE_C_LINKER_LAUNCHER env NODE_PATH=/usr/share/nodejs)
set(CMAKE_CXX_LINKER_LAUNCHER ${CMAKE_C_LINKER_LAUNCHER})
get_filename_component(libraries ${CMAKE_CURRENT_LIST_DIR}/../../build/libraries/wasm32-emscripten ABSOLUTE)
list(PREPEND CMAKE_FIND_ROOT_PATH ${libraries})
list(APPEND CMAKE_PREFIX_PATH ${libraries}/usr)
set(ENV{PKG_CONFIG_LIBDIR} ${libraries}/usr/lib/pkgconfig)
include(/usr/share/emscripten/cmake/Modules/Platform/Emscripten.cmake)
set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
