#!/usr/bin/env bash
# The packages of cpack: a second build, from sources and in a folder at other paths, at another time, gives the
# same bytes, and lintian finds no errors. The second build stays in build/again.
# ctest: RESOURCE_LOCK cpack
set -uo pipefail
source "${SOURCE_DIR:?}/tests/expect.sh"
for tool in cpack dpkg-deb lintian; do
    command -v $tool >/dev/null || { echo "$tool is missing (Debian packages: cmake, dpkg, lintian)" && exit 77; }
done
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$SOURCE_DIR" log -1 --format=%ct 2>/dev/null || echo 1)}
again=$SOURCE_DIR/build/again
mkdir -p "$again/elsewhere"
(cd "$SOURCE_DIR" && tar -c --exclude=./build --exclude=./out --exclude=./.git .) | tar -x -C "$again/elsewhere" || fail "no copy of the sources"
cmake -G Ninja -S "$again/elsewhere" -B "$again/build" -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=OFF >"$work/log" 2>&1 &&
    cmake --build "$again/build" >>"$work/log" 2>&1 || fail "the second build fails: $(tail -n 20 "$work/log")"

# pack NUMBER FOLDER: the packages of that build, in $work/NUMBER
pack() {
    (cd "$work" && export TZ=UTC$1; cpack --config "$2/CPackConfig.cmake" -B "$work/$1") >"$work/log" 2>&1 ||
        fail "cpack: $(tail -n 5 "$work/log")"
}
compared=0 different=0
pack 1 "${BUILD_DIR:?}"
sleep 1.1 # for another timestamp
pack 2 "$again/build"
for package in "$work"/1/*.deb; do
    name=$(basename "$package")
    compared=$((compared + 1))
    cmp -s "$package" "$work/2/$name" || { different=$((different + 1)) && fail "$name differs in the second build"; }
    dpkg-deb --info "$package" >"$work/info" && grep -q '^ Maintainer: ' "$work/info" || fail "$name: $(cat "$work/info")"
done
[ $compared = 3 ] || fail "$compared packages, not 3"
echo "figure: packages made twice/different: $compared/$different"
lintian --no-cfg --fail-on error "$work"/1/*.deb >"$work/lint" 2>&1 || fail "lintian: $(grep '^E:' "$work/lint")"
grep -c '^W:' "$work/lint" | sed 's/$/ warnings of lintian/'
grep '^[EW]:' "$work/lint"
[ $failures = 0 ]
