#!/usr/bin/env bash
# Builds the libraries that Terrella uses as static archives, so that a program that is linked with them needs none of
# them where it runs:
#   packaging/libraries.sh TRIPLET PREFIX
# TRIPLET is x86_64-linux-gnu, aarch64-linux-gnu, i686-linux-gnu, x86_64-w64-mingw32 or wasm32-emscripten. PREFIX/usr gets
# lib, include and lib/pkgconfig; PREFIX/licenses gets the licence of each library. Sources come from Debian's source
# packages, by the archive that apt uses here, and stay in build/sources. The same sources give the same bytes.
# Needed: the compilers of TRIPLET (Debian packages: g++, g++-aarch64-linux-gnu, g++-i686-linux-gnu,
# g++-mingw-w64-x86-64-posix or emscripten), dpkg-dev, cmake, ninja-build, perl, make, libopenexr-dev, libcglm-dev;
# for Linux also libegl-dev, libfontconfig-dev, libxcursor-dev, libxi-dev, libxinerama-dev, libxrandr-dev.
set -euo pipefail
if [ $# != 2 ]; then
    echo "usage: packaging/libraries.sh TRIPLET PREFIX" >&2
    exit 2
fi
triplet=$1
mkdir -p "$2"
prefix=$(cd "$2" && pwd)
project=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
sources=$project/build/sources usr=$prefix/usr
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LC_ALL=C SOURCE_DATE_EPOCH=1 # what asks for the time gets the same one each time
fail() { echo "libraries.sh: $*" >&2 && exit 1; }

code='-fPIC -ffunction-sections -fdata-sections'
case $triplet in
wasm32-emscripten) suffix='' system=Emscripten openssl='linux-generic32 no-asm' object=.o code='-pthread -msimd128' ;;
x86_64-w64-mingw32) suffix=-posix system=Windows openssl=mingw64 object=.obj ;;
x86_64-linux-gnu) suffix='' system=Linux openssl=linux-x86_64 object=.o ;;
aarch64-linux-gnu) suffix='' system=Linux openssl=linux-aarch64 object=.o ;;
i686-linux-gnu) suffix='' system=Linux openssl=linux-x86 object=.o code="$code -msse2 -mfpmath=sse -D_FILE_OFFSET_BITS=64" ;; # as CMakeLists.txt
*) fail "no rules for $triplet" ;;
esac
cc=$triplet-gcc$suffix cxx=$triplet-g++$suffix ar=$triplet-ar
[ $system != Emscripten ] || {
    cc=emcc cxx=em++ ar=emar
    export NODE_PATH=/usr/share/nodejs                # see packaging/web/toolchain.cmake
    export NODE_OPTIONS=--no-experimental-fetch       # see packaging/web/node.js
}
for tool in "$cc" "$cxx" "$ar" dpkg-source cmake ninja perl make; do
    command -v "$tool" >/dev/null || fail "$tool is missing; the head of this script lists the packages"
done
flags="-O2 -ffile-prefix-map=$work=. $code -DNDEBUG -I$usr/include"

# ---- sources -------------------------------------------------------------------------------------

# An apt of its own, which knows the source packages of the archives that this machine's apt uses, and changes nothing
# outside build/sources.
prepare_apt() {
    mkdir -p "$sources"/apt/{lists,cache}/partial
    local of=(--format '$(ORIGIN) $(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages')
    env -u APT_CONFIG apt-get indextargets "${of[@]}" |
        sed -n 's/^Debian /deb-src /p' | awk '!seen[$0]++' >"$sources/apt/sources.list"
    [ -s "$sources/apt/sources.list" ] || fail "apt knows no archive of Debian here (apt-get update)"
    export APT_CONFIG=$sources/apt/config
    cat >"$APT_CONFIG" <<END
Dir::Etc::sourcelist "$sources/apt/sources.list";
Dir::Etc::sourceparts "/dev/null";
Dir::State::Lists "$sources/apt/lists";
Dir::Cache "$sources/apt/cache";
Acquire::Retries "3";
Acquire::http::Timeout "30";
Acquire::https::Timeout "30";
APT::Sandbox::User "";
END
    [ -e "$sources/apt/updated" ] || { apt-get update -qq && touch "$sources/apt/updated"; }
}

# source_of PACKAGE: unpacks its newest sources that the archive has as $work/PACKAGE.
source_of() {
    local version found
    for version in $(apt-cache showsrc --only-source "$1" | sed -n 's/^Version: //p' | sort -rVu); do
        if (cd "$sources" && apt-get source -qq --download-only "$1=$version") >"$work/log" 2>&1; then
            found=$sources/${1}_${version#*:}.dsc
            dpkg-source --no-check -x "$found" "$work/$1" >"$work/log" 2>&1 || fail "$found: $(tail -n 2 "$work/log")"
            echo "$1 $version"
            return
        fi
        echo "$1 $version is named by the archive, but is not there" >&2
    done
    fail "no sources of $1: $(tail -n 3 "$work/log")"
}

# ---- how they are built --------------------------------------------------------------------------

# archive NAME 'FLAGS' SOURCE…: compiles files of the folder we are in into libNAME.a.
archive() {
    local name=$1 own=$2 objects=$work/objects/$1
    shift 2
    mkdir -p "$objects" "$usr/lib"
    # shellcheck disable=SC2016 # $ is for the other shell
    printf '%s\n' "$@" | xargs -P "$(nproc)" -I{} sh -c 'case {} in *.cpp) compiler=$1 ;; *) compiler=$2 ;; esac
        $compiler $3 -c {} -o "$4/$(basename {}).o"' - "$cxx" "$cc" "$flags $own" "$objects" >"$work/log" 2>&1 ||
        fail "$name: $(tail -n 20 "$work/log")"
    pack "$name" "$objects"/*.o
}
pack() {
    rm -f "$usr/lib/lib$1.a"
    "$ar" rcsD "$usr/lib/lib$1.a" "${@:2}"
}

# with_cmake FOLDER TARGET OPTION…: builds one target in FOLDER/out.
with_cmake() {
    local other=()
    [ "$triplet" = "$(gcc -dumpmachine)" ] ||
        other=("-DCMAKE_SYSTEM_NAME=$system" "-DCMAKE_FIND_ROOT_PATH=$prefix;/usr/$triplet" -DCMAKE_FIND_ROOT_PATH_MODE_PROGRAM=NEVER
            -DCMAKE_FIND_ROOT_PATH_MODE_LIBRARY=ONLY -DCMAKE_FIND_ROOT_PATH_MODE_INCLUDE=ONLY)
    [ $system != Emscripten ] || # with -O0, checks link faster
        other=(-DCMAKE_TOOLCHAIN_FILE="$project/packaging/web/toolchain.cmake" "-DCMAKE_FIND_ROOT_PATH=$prefix"
            -DCMAKE_EXE_LINKER_FLAGS=-O0)
    { cmake -G Ninja -S "$1" -B "$1/out" -DCMAKE_BUILD_TYPE=None -DBUILD_SHARED_LIBS=OFF -DCMAKE_C_COMPILER="$cc" \
        -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_C_FLAGS="$flags" -DCMAKE_PREFIX_PATH="$usr" "${other[@]}" "${@:3}" &&
        cmake --build "$1/out" --target "$2"; } >"$work/log" 2>&1 || fail "$2: $(tail -n 20 "$work/log")"
}

# opened NAME FILE FUNCTION…: libNAME.a with these functions, which calls those of the shared library FILE if it is there
# when the program starts. Where it is not, they return 0. So programs start without FILE.
opened() {
    local name=$1 file=$2 function
    shift 2
    cd "$work"
    {
        echo '#include <dlfcn.h>'
        printf 'static const char *const names[] = {"%s"' "$1"
        printf ', "%s"' "${@:2}"
        echo '};'
        echo 'enum { count = sizeof names / sizeof *names };'
        echo 'static void *nothing(void) { return 0; }'
        echo "__attribute__((visibility(\"hidden\"))) void *opened_${name}[count];"
        echo '__attribute__((constructor)) static void open_library(void) {'
        echo "    void *library = dlopen(\"$file\", RTLD_LAZY);"
        echo '    for (int i = 0; i < count; i++) {'
        echo '        void *function = library ? dlsym(library, names[i]) : 0;'
        echo "        opened_${name}[i] = function ? function : (void *)nothing;"
        echo '    }'
        echo '}'
        local at=0 size=8
        [ "${triplet%%-*}" != i686 ] || size=4
        for function; do
            echo "__asm__(\".pushsection .text\\n.globl $function\\n.hidden $function\\n.type $function, %function\\n$function:\\n\""
            case $triplet in
            x86_64-*) echo "    \"jmp *opened_${name}+$at(%rip)\\n\"" ;;
            i686-*) echo "    \"call 1f\\n1: pop %eax\\njmp *opened_${name}+$at-1b(%eax)\\n\"" ;;
            aarch64-*) echo "    \"adrp x16, opened_${name}+$at\\nldr x16, [x16, #:lo12:opened_${name}+$at]\\nbr x16\\n\"" ;;
            esac
            echo '    ".popsection");'
            at=$((at + size))
        done
    } >"$name.c"
    archive "$name" '' "$name.c"
}

headers() { mkdir -p "$usr/include/$1" && cp -r "${@:2}" "$usr/include/$1"; }

# describe NAME VERSION 'LIBRARIES' [FLAGS]: what pkg-config reads. Everything a static archive needs is in Libs.
describe() {
    mkdir -p "$usr/lib/pkgconfig"
    cat >"$usr/lib/pkgconfig/$1.pc" <<END
prefix=\${pcfiledir}/../..
Name: $1
Description: $1, static
Version: ${2%%[+-]*}
Libs: -L\${prefix}/lib $3
Cflags: -I\${prefix}/include ${4:-}
END
}

# licence NAME FILE…: NAME is that of the archive.
licence() { mkdir -p "$prefix/licenses" && cat "${@:2}" >"$prefix/licenses/$1"; }

# ---- the libraries, each in its smallest configuration ---------------------------------------------

prepare_apt
rm -rf "$usr" "$prefix/licenses"

build_zlib() {
    cd "$work/zlib"
    archive z '' adler32.c compress.c crc32.c deflate.c infback.c inffast.c inflate.c inftrees.c trees.c uncompr.c zutil.c
    headers . zlib.h zconf.h
    describe zlib "$1" -lz
    licence z LICENSE
}

build_libzstd() {
    cd "$work/libzstd"
    archive zstd '-DZSTD_DISABLE_ASM -DZSTD_LEGACY_SUPPORT=0' lib/common/*.c lib/compress/*.c lib/decompress/*.c
    headers . lib/zstd.h lib/zstd_errors.h
    describe libzstd "$1" -lzstd
    licence zstd LICENSE
}

build_libspng() {
    cd "$work/libspng"
    archive spng -DSPNG_STATIC spng/spng.c
    headers . spng/spng.h
    describe spng "$1" '-lspng -lz -lm' -DSPNG_STATIC
    licence spng LICENSE
}

# Files without compression and with LZW, Deflate and PackBits.
build_tiff() {
    cd "$work/tiff"
    with_cmake . tiff -Dzlib=ON -Dlzw=ON -Dpackbits=ON -Dlibdeflate=OFF -Djpeg=OFF -Dold-jpeg=OFF -Djbig=OFF -Dlerc=OFF \
        -Dlzma=OFF -Dzstd=OFF -Dwebp=OFF -Dccitt=OFF -Dthunder=OFF -Dnext=OFF -Dlogluv=OFF -Dmdi=OFF -Dpixarlog=OFF \
        -Dcxx=OFF -Dtiff-tools=OFF -Dtiff-tests=OFF -Dtiff-contrib=OFF -Dtiff-docs=OFF
    pack tiff out/libtiff/CMakeFiles/tiff.dir/*.o*
    headers . libtiff/{tiff,tiffio,tiffvers}.h out/libtiff/tiffconf.h
    describe libtiff-4 "$1" '-ltiff -lz -lm'
    licence tiff LICENSE.md
}

# Deflate alone, no encryption.
build_libzip() {
    cd "$work/libzip"
    with_cmake . zip -DHAVE_ARC4RANDOM=OFF -DENABLE_COMMONCRYPTO=OFF -DENABLE_GNUTLS=OFF -DENABLE_MBEDTLS=OFF -DENABLE_OPENSSL=OFF \
        -DENABLE_WINDOWS_CRYPTO=OFF -DENABLE_BZIP2=OFF -DENABLE_LZMA=OFF -DBUILD_TOOLS=OFF -DBUILD_REGRESS=OFF \
        -DBUILD_EXAMPLES=OFF -DBUILD_DOC=OFF
    pack zip out/lib/CMakeFiles/zip.dir/{,__/}*.o*
    headers . lib/zip.h out/zipconf.h
    describe libzip "$1" '-lzip -lz'
    licence zip LICENSE
}

# The part in C. Two headers that OpenEXR's configuration writes come from Debian's packages of the same version.
build_openexr() {
    cd "$work/openexr/src/lib/OpenEXRCore"
    headers Imath "$work"/imath/src/Imath/{half,ImathPlatform,ImathExport,ImathNamespace}.h /usr/include/Imath/ImathConfig.h
    headers OpenEXR openexr*.h /usr/include/OpenEXR/{OpenEXRConfig,IlmThreadConfig}.h
    archive OpenEXRCore "-I$usr/include/OpenEXR -I$usr/include/Imath" ./*.c
    licence OpenEXRCore "$work/openexr/LICENSE.md" "$work/imath/LICENSE.md"
}

# SHA-256 alone: the files that it consists of. The environment does not choose instructions.
build_openssl() {
    cd "$work/openssl"
    local objects=(crypto/sha/libcrypto-lib-sha256 crypto/libcrypto-lib-{cpuid,ctype})
    case $triplet in
    x86_64-*) objects+=(crypto/sha/libcrypto-lib-sha256-x86_64 crypto/libcrypto-lib-x86_64cpuid) ;;
    i686-*) objects+=(crypto/sha/libcrypto-lib-sha256-586 crypto/libcrypto-lib-x86cpuid) ;;
    aarch64-*) objects+=(crypto/sha/libcrypto-lib-sha256-armv8 crypto/libcrypto-lib-{arm64cpuid,armcap}) ;;
    *) objects+=(crypto/libcrypto-lib-mem_clr) ;;
    esac
    objects=("${objects[@]/%/$object}")
    { CC=$cc AR=$ar ./Configure $openssl no-shared no-tests no-threads CFLAGS="$flags" && make build_generated &&
        make "${objects[@]}"; } >"$work/log" 2>&1 || fail "openssl: $(tail -n 20 "$work/log")"
    echo 'char *ossl_safe_getenv(const char *name); char *ossl_safe_getenv(const char *name) { return (void)name, (char *)0; }' >getenv.c
    "$cc" $flags -c getenv.c -o getenv.o
    pack crypto "${objects[@]}" getenv.o
    headers openssl include/openssl/{sha,macros,opensslconf,configuration,opensslv,e_os2}.h
    describe libcrypto "$1" -lcrypto
    licence crypto LICENSE.txt
}

build_glfw3() {
    cd "$work/glfw3/src"
    local files=(context init input monitor vulkan window egl_context osmesa_context) macro libraries
    if [ $system = Emscripten ]; then # src/app/glfw_web.c implements it
        headers GLFW ../include/GLFW/{glfw3,glfw3native}.h
        describe glfw3 "$1" ''
        licence glfw3 ../LICENSE.md
        return
    elif [ $system = Windows ]; then
        files+=(win32_{init,joystick,monitor,time,thread,window} wgl_context)
        macro=_GLFW_WIN32 libraries='-lglfw3 -lgdi32'
    else
        files+=(x11_{init,monitor,window} xkb_unicode posix_{time,thread} glx_context linux_joystick)
        macro=_GLFW_X11 libraries='-lglfw3 -lX11 -lm'
    fi
    archive glfw3 "-D$macro -idirafter /usr/include" "${files[@]/%/.c}" # of X11 the headers alone, which are everybody's
    headers GLFW ../include/GLFW/{glfw3,glfw3native}.h
    describe glfw3 "$1" "$libraries"
    licence glfw3 ../LICENSE.md
    # shellcheck disable=SC2046
    [ $system = Windows ] || opened X11 libX11.so.6 $("$triplet-nm" -u "$usr/lib/libglfw3.a" | sed -n 's/^ *U \(X.*\)/\1/p' | sort -u)
}

# Libraries of the desktop, which are opened where they are.
build_desktop() {
    headers . /usr/include/{EGL,KHR,fontconfig}
    # shellcheck disable=SC2046
    opened EGL libEGL.so.1 $(sed -nE 's/.*EGLAPIENTRY (egl\w+) *\(.*/\1/p' /usr/include/EGL/egl.h | sort -u)
    # shellcheck disable=SC2046
    opened fontconfig libfontconfig.so.1 $(sed -nE 's/^(Fc\w+) *\(.*/\1/p' /usr/include/fontconfig/fontconfig.h | sort -u)
    describe egl 1.5 -lEGL
    describe fontconfig 2.14 -lfontconfig
}

# As Debian does it, stb is one library, and its headers are beside it.
build_libstb() {
    cd "$work/libstb"
    headers stb ./*.h
    local part
    for part in image image_write rect_pack truetype; do # the last one packs with the third
        printf '#include "stb_rect_pack.h"\n#define STB_%s_IMPLEMENTATION\n#include "stb_%s.h"\n' ${part^^} $part >$part.c
    done
    archive stb -fwrapv {image,image_write,rect_pack,truetype}.c
    describe stb "$1" '-lstb -lm'
    licence stb LICENSE
}

build_imgui() {
    cd "$work/imgui"
    headers imgui ./*.h
    headers imgui/backends backends/imgui_impl_{glfw,opengl3}.h
    local api=''
    [ $system != Emscripten ] || api=-DIMGUI_IMPL_OPENGL_ES3 # WebGL 2
    archive imgui "$api -fno-exceptions -fno-rtti -I. -DIMGUI_DISABLE_STB_RECT_PACK_IMPLEMENTATION -DIMGUI_DISABLE_STB_TRUETYPE_IMPLEMENTATION
        -DIMGUI_STB_RECT_PACK_FILENAME=<stb/stb_rect_pack.h> -DIMGUI_STB_TRUETYPE_FILENAME=<stb/stb_truetype.h>" \
        imgui{,_draw,_tables,_widgets}.cpp backends/imgui_impl_{glfw,opengl3}.cpp
    describe imgui "$1" '-limgui -lstb'
    licence imgui LICENSE.txt
}

# Headers alone, which are the same for all processors.
build_cglm() {
    headers . /usr/include/cglm
    licence cglm /usr/share/doc/libcglm-dev/copyright
}

# The unit tests use these two. No program has them.
build_jansson() {
    cd "$work/jansson"
    with_cmake . jansson -DJANSSON_BUILD_DOCS=OFF -DJANSSON_EXAMPLES=OFF -DJANSSON_WITHOUT_TESTS=ON
    pack jansson out/CMakeFiles/jansson.dir/src/*.o*
    headers . src/jansson.h out/include/jansson_config.h
    describe jansson "$1" -ljansson
}

build_cmocka() {
    cd "$work/cmocka"
    with_cmake . cmocka-static -DWITH_STATIC_LIB=ON -DUNIT_TESTING=OFF -DWITH_EXAMPLES=OFF
    pack cmocka out/src/CMakeFiles/cmocka-static.dir/*.o*
    headers . include/cmocka.h
    describe cmocka "$1" -lcmocka
}

source_of imath
tests='cmocka jansson'
[ $system != Emscripten ] || tests='' # none are built there, and its compiler refuses cmocka's headers
for library in zlib libzstd libspng tiff libzip openexr openssl libstb $tests glfw3 imgui; do
    version=$(source_of $library)
    echo "$version"
    "build_$library" "${version#* }"
done
build_cglm
[ $system != Linux ] || build_desktop
case $system in # parts of the compiler are in every program
Emscripten) licence emscripten /usr/share/doc/emscripten/copyright ;;
*) licence gcc /usr/share/doc/libgcc-s1/copyright ;;
esac
[ $system != Windows ] || licence mingw-w64 /usr/share/doc/mingw-w64-common/copyright
echo "Built for $triplet: $usr"
