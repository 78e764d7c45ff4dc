#!/usr/bin/env bash
# The same bytes: twenty planets and the files of a set for each target (same_bytes.c), from gcc and clang with
# -O0, -O2 and -O3, on every instruction set, with 1, 2, 3, 7 and 16 threads, in patches of several sizes, with
# a decimal comma in the locale, and with a C library that is told that the CPU has no FMA. The rows of the test
# cover all pairs of these values. The output stays in build/same. If a compiler, a locale or an instruction set
# is missing, the rest is compared, and the test is "not run".
# ctest: COST 90
set -uo pipefail
source "${SOURCE_DIR:?}/tests/expect.sh"
cd "$SOURCE_DIR" || exit 1
builds=$SOURCE_DIR/build/same
mkdir -p "$builds"

untried=
skip() { echo "not tested: $*" && untried="$untried, $*"; }

# make COMPILER LEVEL
make_one() {
    local folder=$builds/$1$2
    cmake -G Ninja -S . -B "$folder" -DTERRELLA_CLI=OFF -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_COMPILER="$1" -DTR_WERROR=OFF \
        -DCMAKE_C_FLAGS_RELEASE="$2 -DNDEBUG" -DTR_KERNEL_OPT="$2" >"$work/log" 2>&1 &&
        cmake --build "$folder" -j "$(nproc)" --target same_bytes >>"$work/log" 2>&1 || fail "$1 $2 does not build: $(tail -n 20 "$work/log")"
}
compilers=gcc
if command -v clang >/dev/null; then compilers="gcc clang"; else skip "clang is missing (Debian package: clang)"; fi
for compiler in $compilers; do
    for level in -O0 -O2 -O3; do make_one $compiler $level; done
done
[ $failures = 0 ] || exit 1

locales=C
if localedef -i de_DE -f UTF-8 "$work/de_DE.UTF-8" 2>/dev/null; then locales="C de_DE.UTF-8"
else skip "a locale with a decimal comma (Debian package: locales)"; fi
isas=
for isa in baseline avx2 avx512; do
    if "$TERRELLA" show inferno --isa $isa >/dev/null 2>&1; then isas="$isas $isa"; else skip "$isa, which this machine does not have"; fi
done

python3 - "$compilers" "-O0 -O2 -O3" "$isas" "1 2 3 7 16" "256 64 37 100" "$locales" "all no-fma" >"$work/rows" <<'PYTHON'
# Rows that cover every pair of values of two columns, by a greedy choice.
import itertools, sys
columns = [text.split() for text in sys.argv[1:]]
left = {(a, x, b, y) for a, b in itertools.combinations(range(len(columns)), 2) for x in columns[a] for y in columns[b]}
while left:
    row = dict()
    a, x, b, y = min(left)
    row[a], row[b] = x, y
    for c in range(len(columns)):
        if c not in row:
            meets = lambda v: sum((min(c, d), *((v, max(c, d), row[d]) if c < d else (row[d], max(c, d), v))) in left for d in row)
            row[c] = max(columns[c], key=meets)
    left -= {(a, row[a], b, row[b]) for a, b in itertools.combinations(range(len(columns)), 2)}
    print(*(row[c] for c in range(len(columns))))
PYTHON

first= compared=0 different=0 rows=0
# compare NAME: compares $work/out with the first output
compare() {
    local lines
    lines=$(wc -l <"$work/out")
    [ -n "$first" ] || { cp "$work/out" "$builds/hashes" && first=$1; }
    compared=$((compared + lines))
    if [ "$lines" != "$(wc -l <"$builds/hashes")" ]; then
        fail "$1: $lines lines" && different=$((different + 1))
    elif ! diff "$builds/hashes" "$work/out" >"$work/log"; then
        different=$((different + $(grep -c '^>' "$work/log")))
        fail "$1 differs from $first: $(grep '^>' "$work/log" | head -n 5)"
    fi
}
while read -r compiler level isa threads patch locale masked; do
    tunables=
    [ "$masked" != no-fma ] || tunables=glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2,-AVX2_Usable,-FMA_Usable
    LOCPATH=$work LC_ALL=$locale GLIBC_TUNABLES=$tunables "$builds/$compiler$level/tests/same_bytes" "$isa" "$threads" "$patch" \
        >"$work/out" 2>"$work/err" </dev/null
    code=$?
    [ $code = 0 ] || { fail "$compiler $level $isa: exit $code: $(cat "$work/err")" && continue; }
    rows=$((rows + 1))
    compare "$compiler $level, $isa, $threads threads, patches of $patch, $locale, $masked"
done <"$work/rows"

echo "$rows rows: every two of $compilers, -O0 -O2 -O3,$isas, threads 1 2 3 7 16, patches of 256 64 37 100, $locales, FMA and not"
[ "$rows" -ge 15 ] || fail "only $rows rows"
echo "figure: hashes compared/different: $compared/$different"
[ $failures = 0 ] || exit 1
[ -z "$untried" ] || { echo "not tested: ${untried#, }" && exit 77; }
