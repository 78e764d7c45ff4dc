#!/usr/bin/env bash
# Other processors: aarch64, whose vector code comes from the same sources, and 32-bit x86. Builds the program
# without OpenGL for each with a cross compiler. qemu runs it where this machine cannot. Planets, and files of
# sets for each target (same_bytes.c), have the same bytes as here, and so have PNG and GLB files that commands
# write. Unit tests pass: on 32-bit x86 all of them, golden hashes included; on aarch64 those of blocks, JSON,
# meshes, PNG, the pool and texels. Libraries for the other processor are unpacked into a separate folder, so the
# packages of this machine do not change. Everything is kept in build/processors. If one of the two processors cannot be
# tested, the whole test is "not run". Packages for other processors: release.sh.
# ctest: COST 90
set -uo pipefail
source "${SOURCE_DIR:?}/tests/expect.sh"
cd "$SOURCE_DIR" || exit 1
builds=$SOURCE_DIR/build/processors
libraries="libc6-dev libspng-dev libssl-dev zlib1g-dev libzstd-dev libopenexr-dev libtiff-dev libzip-dev libstb-dev libcmocka-dev libjansson-dev"
command -v apt-get >/dev/null || { echo "apt-get is missing, which brings libraries for other processors" && exit 77; }

# make_root ARCHITECTURE: the libraries for it, in $builds/ARCHITECTURE/root
make_root() {
    local folder=$builds/$1 package
    [ ! -e "$folder/root.made" ] || return 0
    mkdir -p "$folder"/{lists,cache/archives}/partial "$folder/root" && : >"$folder/installed"
    local apt=(apt-get -q -y -o APT::Architecture="$1" -o APT::Architectures="$1" -o Dir::State="$folder" -o Dir::Cache="$folder/cache"
        -o Dir::State::status="$folder/installed" -o Acquire::Languages=none)
    { "${apt[@]}" update || true
        # shellcheck disable=SC2086
        "${apt[@]}" --no-install-recommends --download-only install $libraries; } >"$work/log" 2>&1 </dev/null || return 1
    for package in "$folder"/cache/archives/*.deb; do dpkg-deb -x "$package" "$folder/root" || return 1; done
    find "$folder/root" -type l -lname '/*' -printf '%l %p\n' | while read -r target link; do ln -sfn "$folder/root$target" "$link"; done
    rm -rf "$folder/cache" "$folder/lists" && touch "$folder/root.made"
}

# The expected bytes, from this machine.
"${BUILD_DIR:?}/tests/same_bytes" baseline 2 64 >"$work/here" || fail "same_bytes: exit $?"
# write THREADS PROGRAM…: writes some files by the program's commands into $work/set and prints their hashes
write() {
    local threads=$1 && shift
    rm -rf "$work/set"
    "$@" export metal --seed 3 --size 64 --threads "$threads" --target gltf -o "$work/set" --quiet &&
        "$@" export inferno --size 64 --threads "$threads" --compression small -o "$work/set" --quiet &&
        "$@" check "$work/set" --quiet && (cd "$work/set" && sha256sum -- *)
}
write 2 "$TERRELLA" >"$work/files" || fail "export: exit $?"
grep -q 'png$' "$work/files" && grep -q 'glb$' "$work/files" || fail "no PNG or no GLB: $(cat "$work/files")"

untried= compared=0 different=0
skip() { echo "not tested: $*" && untried="$untried, $*"; }
# same FILE NAME: has the bytes of this machine
same() {
    compared=$((compared + $(wc -l <"$work/$1")))
    diff "$work/$1" "$work/there" >"$work/log" && return
    different=$((different + $(grep -c '^>' "$work/log")))
    fail "$2: other bytes than here: $(grep '^>' "$work/log" | head -n 5)"
}
# try ARCHITECTURE TRIPLET PROCESSOR TESTS: builds and runs everything above, and these unit tests
try() {
    local folder=$builds/$1 runner tests=$4 threads=2 only=()
    command -v "$2-gcc" >/dev/null || { skip "$1: $2-gcc is missing (Debian package: gcc-${2/_/-})" && return; }
    make_root "$1" || { skip "$1: its libraries could not be fetched: $(tail -n 1 "$work/log")" && return; }
    export PKG_CONFIG_SYSROOT_DIR=$folder/root
    export PKG_CONFIG_LIBDIR=$folder/root/usr/lib/${2/i686/i386}/pkgconfig:$folder/root/usr/share/pkgconfig
    local loader=("$folder"/root/lib/ld-linux*.so.*) libdir=$folder/root/usr/lib/${2/i686/i386}
    if "${loader[0]}" --version >/dev/null 2>&1; then runner=("${loader[0]}" --library-path "$libdir:${libdir/usr\//}")
    elif command -v "qemu-$3" >/dev/null; then
        runner=("qemu-$3" -L "$folder/root")
        # In qemu 7.2 a program hangs whose two threads wait for each other's pthread_cond_t; not so on other processors.
        [ "$3" != i386 ] || { skip "$1: threads (this machine starts no 32-bit programs)" && threads=1 tests="test_blocks test_json test_mesh test_png test_texels"; }
    else skip "$1: qemu-$3 is missing (Debian package: qemu-user)" && return; fi
    # shellcheck disable=SC2086
    cmake -G Ninja -S . -B "$folder/build" -DTERRELLA_APP=OFF -DTR_WERROR=OFF -DCMAKE_BUILD_TYPE=Release -DCMAKE_SYSTEM_NAME=Linux \
        -DCMAKE_SYSTEM_PROCESSOR="$3" -DCMAKE_C_COMPILER="$2-gcc" -DCMAKE_SYSROOT="$folder/root" \
        -DCMAKE_FIND_ROOT_PATH_MODE_PROGRAM=NEVER -DCMAKE_FIND_ROOT_PATH_MODE_PACKAGE=ONLY -DCMAKE_LIBRARY_ARCHITECTURE="${2/i686/i386}" \
        -DCMAKE_CROSSCOMPILING_EMULATOR="$(IFS=\; && echo "${runner[*]}")" >"$work/log" 2>&1 &&
        cmake --build "$folder/build" --target terrella same_bytes $tests >>"$work/log" 2>&1 ||
        { fail "$1 does not build: $(tail -n 20 "$work/log")" && return; }
    "${runner[@]}" "$folder/build/tests/same_bytes" baseline $threads 64 >"$work/there" || fail "$1: same_bytes: exit $?"
    same here "$1"
    write $threads "${runner[@]}" "$folder/build/terrella" >"$work/there" || fail "$1: export: exit $?"
    same files "$1"
    [ "$tests" = unit_tests ] || only=(-R "^(${tests// /|})\$")
    TR_FULL= ctest --test-dir "$folder/build" -L '^unit$' "${only[@]}" -j "$(nproc)" --no-tests=error --timeout 600 >"$work/log" 2>&1 ||
        fail "$1: unit tests: $(grep -E 'Failed|Timeout|No tests' "$work/log")"
    echo "$1: $(grep 'tests passed' "$work/log")"
}
try arm64 aarch64-linux-gnu aarch64 "test_blocks test_json test_mesh test_png test_pool test_texels" # forty times slower than native
try i386 i686-linux-gnu i386 unit_tests
echo "figure: hashes compared/different: $compared/$different"
[ $failures = 0 ] || exit 1
[ -z "$untried" ] || { echo "not tested: ${untried#, }" && exit 77; }
