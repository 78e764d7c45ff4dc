#!/usr/bin/env bash
# The examples build with an installed library and work: the game by pkg-config, by find_package and together
# with the library, in C and as C++, with the albedo of an exported set; the programs of docs/manual/library.md.
# ctest: COST 15
set -uo pipefail
source "${SOURCE_DIR:?}/tests/expect.sh"
export CMAKE_GENERATOR=Ninja # already required by the build; make may be missing
grep -q '^TR_SANITIZE:[A-Z]*=.' "${BUILD_DIR:?}/CMakeCache.txt" && echo "a sanitized build is not installed" && exit 77
for tool in cc c++ pkg-config python3; do
    command -v $tool >/dev/null || { echo "$tool is missing (Debian packages: gcc, g++, pkg-config, python3)" && exit 77; }
done
cd "$work" || exit 1
warnings="-Wall -Wextra -Wpedantic -Werror -O1"
cmake --install "$BUILD_DIR" --prefix "$work/prefix" >log 2>&1 || fail "cmake --install: $(cat log)"
lib=$(dirname "$(find "$work/prefix" -name libterrella.so)")
export PKG_CONFIG_PATH=$lib/pkgconfig
read -ra flags < <(pkg-config --cflags --libs terrella)
flags+=("-Wl,-rpath,$lib") # not LD_LIBRARY_PATH, which would override the library that a program is linked with

# ---- the game -------------------------------------------------------------------------------------
cp -r "$SOURCE_DIR/examples/game" game
sources="game/game.c game/jobs.c"

# play PROGRAM: runs it, and compares its output with that of the first one.
play() {
    mkdir -p shown
    if ! "$1" terraformed 5 shown >said 2>&1; then
        fail "$1: $(cat said)"
    elif [ ! -e first ]; then
        mv shown first && cp said first/said
    else
        diff -r shown first --exclude said >/dev/null && cmp -s said first/said || fail "$1 makes another planet"
        rm -r shown
    fi
}

# shellcheck disable=SC2086 # words
cc -std=c99 -D_POSIX_C_SOURCE=200809L $warnings $sources "${flags[@]}" -lpthread -o game_c 2>log || fail "in C: $(cat log)"
play ./game_c
# shellcheck disable=SC2086
c++ -std=c++17 $warnings -x c++ $sources "${flags[@]}" -lpthread -o game_cpp 2>log || fail "in C++: $(cat log)"
play ./game_cpp
for cpp in OFF ${TR_FULL:+ON}; do
    cmake -S game -B found$cpp -DCMAKE_PREFIX_PATH="$work/prefix" -DGAME_IN_CPP=$cpp >log 2>&1 &&
        cmake --build found$cpp >log 2>&1 || fail "find_package, C++ $cpp: $(tail -n 20 log)"
    play found$cpp/game
done
# low optimisation gives the same bytes; without TR_FULL=1 only a part is compiled
cmake -S game -B together -DTERRELLA_SOURCE="$SOURCE_DIR" -DTR_KERNEL_OPT=-O1 -DCMAKE_BUILD_TYPE=Debug \
    -DCMAKE_C_FLAGS_DEBUG=-O0 >log 2>&1 || fail "add_subdirectory: $(tail -n 20 log)"
cmake --build together -j "$(nproc)" --target tr_base >log 2>&1 ||
    fail "add_subdirectory: $(tail -n 20 log)"
for cpp in ${TR_FULL:+OFF ON}; do
    cmake -S game -B together -DGAME_IN_CPP=$cpp >log 2>&1 && cmake --build together -j "$(nproc)" >log 2>&1 ||
        fail "add_subdirectory, C++ $cpp: $(tail -n 20 log)"
    play together/game
done

# ---- the same texels as from the program ----------------------------------------------------------
"${TERRELLA:?}" export terraformed --seed 5 --size 1024 --maps albedo -o set --quiet >/dev/null || fail "export"
python3 - set/terraformed-5_albedo.png first/albedo.ppm <<'END' || fail "the game's albedo is not the exported one"
import struct, sys, zlib
png, ppm = (open(name, "rb").read() for name in sys.argv[1:])
place, data = 8, b""
while place < len(png):
    size, kind = struct.unpack(">I4s", png[place:place + 8])
    body = png[place + 8:place + 8 + size]
    if kind == b"IHDR":
        width, height, bits, colours = struct.unpack(">IIBB", body[:10])
    data += body if kind == b"IDAT" else b""
    place += size + 12
raw, row, rows = zlib.decompress(data), bytearray(3 * width), b""
assert (bits, colours) == (8, 2)
for j in range(height):
    kind, line = raw[j * (3 * width + 1)], bytearray(raw[j * (3 * width + 1) + 1:(j + 1) * (3 * width + 1)])
    for i in range(3 * width):
        a, b, c = line[i - 3] if i > 2 else 0, row[i], row[i - 3] if i > 2 else 0
        p = a + b - c
        paeth = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
        line[i] = line[i] + (0, a, b, (a + b) // 2, paeth)[kind] & 255
    row, rows = line, rows + line
sys.exit(ppm != b"P6 %d %d 255\n" % (width, height) + rows)
END

# ---- the programs of docs/manual/library.md -------------------------------------------------------
awk '/^```c$/ { n++; inside = 1; next } /^```$/ { inside = 0 } inside { print > "page" n ".c" }' "$SOURCE_DIR/docs/manual/library.md"
[ -e page3.c ] && [ ! -e page4.c ] || fail "docs/manual/library.md does not have three programs"
for n in 1 2 3; do
    # shellcheck disable=SC2086
    cc -std=c99 $warnings page$n.c "${flags[@]}" -lm -o page$n 2>log && ./page$n >page$n.out 2>log ||
        fail "program $n of docs/manual/library.md: $(cat log)"
done
grep -qE '^the north pole is #[0-9a-f]{6}$' page1.out || fail "the first program says $(cat page1.out)"
awk '{ if ($2 + 0 <= last) exit 1; last = $2 + 0 } END { exit NR != 5 }' page2.out || fail "the sea does not rise: $(cat page2.out)"
[ "$(sort -u page3.out | wc -l)" = 5 ] || fail "the third program says $(cat page3.out)"

[ $failures = 0 ] && echo "the examples work: $(cat first/said)"
[ $failures = 0 ]
