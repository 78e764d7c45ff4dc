#!/usr/bin/env bash
# The result of `cmake --install`: the files; the exported symbols of the libraries; programs that are built
# with them by pkg-config and by find_package; and the library as a part of another project. Uses the existing
# build.
# ctest: COST 10
set -uo pipefail
source "${SOURCE_DIR:?}/tests/expect.sh"
export CMAKE_GENERATOR=Ninja # already required by the build; make may be missing
grep -q '^TR_SANITIZE:[A-Z]*=.' "${BUILD_DIR:?}/CMakeCache.txt" && echo "a sanitized build is not installed" && exit 77
for tool in cc nm readelf pkg-config; do
    command -v $tool >/dev/null || { echo "$tool is missing (Debian packages: gcc, binutils, pkg-config)" && exit 77; }
done
app() { has TERRELLA_CLI && has TERRELLA_APP; }
has() { grep -qxE "$1:[A-Z]*=(ON|YES|TRUE|1)" "$BUILD_DIR/CMakeCache.txt"; }
prefix=$work/prefix
cd "$work" || exit 1

cmake --install "$BUILD_DIR" --prefix "$prefix" >log 2>&1 || fail "cmake --install: $(cat log)"
libdir=$(dirname "$(find "$prefix" -name libterrella.a)")
lib=${libdir#"$prefix/"}
version=$(sed -n 's/^#define TR_VERSION "\(.*\)"/\1/p' "$SOURCE_DIR/src/base/version.h")

# ---- files ----------------------------------------------------------------------------------------
{
    echo "include/terrella/terrella.h
$lib/libterrella.a
$lib/libterrella.so
$lib/libterrella.so.${version%%.*}
$lib/libterrella.so.$version
$lib/pkgconfig/terrella.pc
$lib/cmake/Terrella/TerrellaConfig.cmake
$lib/cmake/Terrella/TerrellaConfigVersion.cmake
$lib/cmake/Terrella/TerrellaTargets.cmake
$lib/cmake/Terrella/TerrellaTargets-release.cmake
share/doc/libterrella${version%%.*}/copyright
share/doc/libterrella-dev/copyright"
    ! has TERRELLA_CLI || echo "bin/terrella
share/bash-completion/completions/terrella
share/fish/vendor_completions.d/terrella.fish
share/man/man1/terrella.1
share/zsh/site-functions/_terrella
share/doc/terrella/copyright"
    ! app || echo "share/applications/terrella.desktop
share/mime/packages/terrella.xml
share/icons/hicolor/256x256/apps/terrella.png
share/metainfo/org.terrella.terrella.metainfo.xml"
} | sort >wanted
(cd "$prefix" && find . ! -type d | sed 's/^\.\///' | sort) >got
diff wanted got >log || fail "installed files (< missing, > unexpected): $(cat log)"

# ---- exported symbols -----------------------------------------------------------------------------
# The functions that the header declares, and no others.
tr '\n' ' ' <"$prefix/include/terrella/terrella.h" | grep -oP 'TR_API [^;(]*\b\Ktr_\w+(?=\()' | sort >declared
[ "$(wc -l <declared)" -gt 20 ] || fail "the header declares only $(wc -l <declared) functions"
nm -D --defined-only "$libdir/libterrella.so" | awk '{ print $NF }' | sort >shared_names
nm -g --defined-only "$libdir/libterrella.a" | awk 'NF == 3 { print $NF }' | sort >static_names
for kind in shared static; do
    diff declared ${kind}_names >log || fail "names of the $kind library (< missing, > too many): $(grep '^[<>]' log | tr '\n' ' ')"
done
# Programs that were built with an earlier version keep working: the functions and types in tests/data/abi.txt
# do not change. Add new ones there.
cc -E "$prefix/include/terrella/terrella.h" | awk '/^# [0-9]/ { ours = $3 ~ /terrella\.h"$/; next } ours' | tr -s ' \n' ' ' |
    sed 's/__attribute__((visibility("default"))) //g; s/static inline [^{]*{[^}]*} //g' | awk 'BEGIN { RS = ";" }
        { open += gsub(/{/, "{") - gsub(/}/, "}"); all = all $0 }
        !open { sub(/^ */, "", all); if (all != "") print all; all = ""; next }
        { all = all ";" }' | LC_ALL=C sort >declarations
[ "$(grep -c '^typedef' declarations)" -gt 20 ] || fail "the header has only $(grep -c '^typedef' declarations) types"
diff "$SOURCE_DIR/tests/data/abi.txt" declarations >log || fail "the library's header (< gone or changed, > new; tests/data/abi.txt): $(grep '^[<>]' log)"
readelf -d "$libdir/libterrella.so" | grep -q "SONAME.*\[libterrella.so.${version%%.*}\]" || fail "no soname"

# ---- programs that use the library ----------------------------------------------------------------
cat >user.c <<'END'
#include <stdio.h>
#include <terrella/terrella.h>
int main(void) {
    static char types[64][TR_NAME_BYTES];
    const int count = tr_type_list(types, 64);
    char summary[256] = "";
    tr_error error = {0};
    const tr_status status = tr_type_summary(types[0], summary, sizeof summary, &error);
    printf("%d types, %s: %s\n", count, types[0], status == TR_OK ? summary : error.message);
    return count > 20 && summary[0] ? 0 : 1;
}
END
# try PROGRAM WANTS: it runs, and needs the shared library or does not
try() {
    LD_LIBRARY_PATH=$libdir "./$1" >out 2>&1 && grep -q 'types, alien: ' out || fail "$1: $(cat out)"
    [ "$(readelf -d "$1" | grep -c 'NEEDED.*libterrella\.so\.')" = "$2" ] || fail "$1 is linked with the wrong library"
}
export PKG_CONFIG_PATH=$libdir/pkgconfig
strict=(-std=c99 -Wall -Wextra -pedantic -Wconversion -Werror)
# shellcheck disable=SC2046
if cc "${strict[@]}" $(pkg-config --cflags terrella) user.c -o by_pkg $(pkg-config --libs terrella) 2>log; then
    try by_pkg 1
else fail "pkg-config: $(cat log)"; fi
# shellcheck disable=SC2046
if cc $(pkg-config --cflags terrella) user.c -o by_pkg_static \
    $(pkg-config --static --libs terrella | sed 's/-lterrella/-l:libterrella.a/') 2>log; then
    try by_pkg_static 0
else fail "pkg-config --static: $(cat log)"; fi
[ "$(pkg-config --modversion terrella)" = "$version" ] || fail "pkg-config has another version"
if command -v c++ >/dev/null; then
    echo '#include <terrella/terrella.h>' >user.cpp
    c++ -std=c++17 -Wall -Wextra -pedantic -Werror -fsyntax-only -I "$prefix/include" user.cpp 2>log || fail "the header in C++: $(cat log)"
fi

mkdir found && cp user.c found && cat >found/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.25)
project(found LANGUAGES C)
find_package(Terrella ${wanted_version} REQUIRED)
add_executable(found user.c)
target_link_libraries(found PRIVATE Terrella::terrella)
add_executable(found_static user.c)
target_link_libraries(found_static PRIVATE Terrella::static)
END
if cmake -S found -B found/build -DCMAKE_PREFIX_PATH="$prefix" -Dwanted_version="$version" >log 2>&1 && cmake --build found/build >log 2>&1; then
    mv found/build/found by_cmake && mv found/build/found_static by_cmake_static
    try by_cmake 1
    try by_cmake_static 0
else fail "find_package: $(tail -n 20 log)"; fi

# ---- part of another project ----------------------------------------------------------------------
# The library uses none of that project's flags and changes none of them. It adds no tests, no program, no C++,
# nothing to install, and no OpenGL, even if the program is requested without its window.
mkdir part && cp user.c part && cat >part/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.25)
project(part LANGUAGES C)
set(CMAKE_C_STANDARD 99)
set(BUILD_TESTING ON)
enable_testing()
add_compile_options(-Wconversion -Werror -ffast-math)
add_subdirectory(${SOURCE_DIR} terrella)
add_executable(part user.c)
target_link_libraries(part PRIVATE Terrella::static)
install(TARGETS part)
END
for program in OFF ON; do
    cmake -S part -B part/$program -G Ninja -DSOURCE_DIR="$SOURCE_DIR" -DCMAKE_EXPORT_COMPILE_COMMANDS=ON -DTERRELLA_CLI=$program \
        -DTERRELLA_APP=OFF >log 2>&1 || fail "as part of another project: $(tail -n 20 log)"
    ours=$(grep '"command"' part/$program/compile_commands.json | grep -F "$SOURCE_DIR/src/")
    theirs=$(grep '"command"' part/$program/compile_commands.json | grep -F "part/user.c")
    [[ $ours == *-std=c17* && $ours == *-fno-fast-math* && $ours != *-Wconversion* && $ours != *-Werror* ]] ||
        fail "flags of another project reach this one"
    [[ $theirs == *-std=gnu99* && $theirs == *-ffast-math* && $theirs != *no-fast-math* && $theirs != *_GNU_SOURCE* &&
        $theirs != *visibility* && $theirs != *-Wall* && $theirs != *STBI_* && $theirs != *"$SOURCE_DIR/src"* ]] ||
        fail "flags of this project reach another one: $theirs"
    ctest --test-dir part/$program -N | grep -qx 'Total Tests: 0' || fail "the library adds tests"
    ! grep -qi terrella <(grep -rhE 'file\(INSTALL' part/$program --include=cmake_install.cmake) || fail "the library installs itself"
    ! grep -iE '^(glfw|imgui|glad|egl|cglm|dejavu|fontconfig|CMAKE_CXX_COMPILER:)' part/$program/CMakeCache.txt || fail "the library searches for OpenGL or C++"
    [ $program = "$([[ $ours == *src/cli/main.c* ]] && echo ON || echo OFF)" ] || fail "TERRELLA_CLI=$program is not kept"
    [[ $ours != *src/cli/render_command.c* && $ours != *.cpp* ]] || fail "the library compiles sources that need OpenGL"
done

# ---- the program without OpenGL -------------------------------------------------------------------
# Linked from objects of the build, and the two files that differ.
if app; then
    objects=$BUILD_DIR/CMakeFiles
    mapfile -t parts < <(find "$objects"/tr_{cli,bench}*.dir -name '*.o' |
        grep -vE '/(help|frames|gallery_command|render_command|window_command)\.c\.o$')
    if cc -std=c17 -D_GNU_SOURCE -DTR_OPENGL=0 -I "$SOURCE_DIR/src" -I "$SOURCE_DIR/include" \
        "$SOURCE_DIR"/src/cli/{help,without_opengl}.c "${parts[@]}" "$BUILD_DIR/libterrella_modules.a" \
        -o without_opengl -lspng -lcrypto -lz -lzstd -lOpenEXRCore -ltiff -lzip -pthread -lm 2>log; then
        TERRELLA=$work/without_opengl
    else fail "the program without OpenGL: $(head -n 5 log)"; fi
fi
if [ "$TERRELLA" != "$BUILD_DIR/terrella" ] || ! app && has TERRELLA_CLI; then
    expect 4 "this terrella is built without OpenGL: it has no window" inferno
    expect 4 "this terrella is built without OpenGL: it takes no pictures" render inferno -o x.png
    expect 4 "this terrella is built without OpenGL: it takes no pictures" gallery -o x.png
    expect 4 "this terrella is built without OpenGL" list keys --json
    expect 2 "no row has 'frame_'" bench frame_
    for command in "" render gallery; do
        # shellcheck disable=SC2086
        expect 0 "" $command --help
        grep -q "This terrella is built without OpenGL" out || fail "$command --help does not say that OpenGL is missing"
    done
    expect 0 "" export inferno --size 64 -o set
    [ -s set/inferno-1_albedo.png ] || fail "no texture without OpenGL"
fi

[ $failures = 0 ] && echo "the installed files work"
[ $failures = 0 ]
