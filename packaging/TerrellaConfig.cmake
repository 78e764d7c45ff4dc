# find_package(Terrella): the targets Terrella::terrella, the shared library, and Terrella::static, which also needs
# libspng, libcrypto, zlib, libzstd, libtiff, libzip and libOpenEXRCore.
include(CMakeFindDependencyMacro)
find_dependency(Threads)
include(${CMAKE_CURRENT_LIST_DIR}/TerrellaTargets.cmake)
