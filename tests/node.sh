#!/usr/bin/env bash
# The command line as WebAssembly in Node.js writes the same bytes as the native one. It is that of the preset `node`,
# which this test does not build.
# ctest: COST 20
set -uo pipefail
source "${SOURCE_DIR:?}/tests/expect.sh"
built=$SOURCE_DIR/build/node/terrella.js
source "${SOURCE_DIR:?}/tests/missing.sh"
[ -e "$built" ] || missing "${TR_WEB:-}" "build/node/terrella.js is not built (cmake --workflow --preset node)"
command -v node >/dev/null || missing "${TR_WEB:-}" "node is missing (Debian package: nodejs)"
native=$TERRELLA
cd "$work" || exit 1
# What expect() runs.
TERRELLA=$work/terrella
printf '#!/bin/sh\nexec node %q "$@"\n' "$built" >"$TERRELLA" && chmod +x "$TERRELLA"
[ "$("$TERRELLA" --version)" = "$("$native" --version)" ] || fail "it does not start, or is another version"

same() { # same arguments…: both programs write the same files into here and there
    rm -rf here there
    "$native" "$@" -q -o here >out.here 2>err.here </dev/null || fail "terrella $*: $(head -c 300 err.here)"
    expect 0 "" "$@" -q -o there
    diff -r here there >differs || fail "terrella $*: $(head -n 3 differs)"
}
types=(inferno earthlike asteroid)
[ -z "${TR_FULL:-}" ] || mapfile -t types < <("$native" list types | awk '{ print $1 }')
for type in "${types[@]}"; do
    same export "$type" --seed 7 --size 64
done
same export inferno --size 64 --format ktx2 --zstd
same export inferno --size 64 --format exr
same export asteroid --size 64 --target gltf
if [ -n "${TR_FULL:-}" ]; then
    same export barren --size 2048 --projection tiles --maps albedo --format jpg
    same export inferno --seed 7 --size 4096
    same export earthlike --seed 7 --size 4096
fi

# A set in the way is replaced; another file is not.
expect 0 "" export inferno --size 64 -q -o set
expect 0 "" export inferno --size 64 -q -o set
expect 0 "" check set
expect 2 "" export no-such-type -q -o none
[ ! -e none ] || fail "left: $(ls -A none)"

# Standard output, and what there is not.
"$native" field fractal --size 64 -q -o here.png && "$TERRELLA" field fractal --size 64 -q -o /dev/stdout >there.png </dev/null
cmp here.png there.png || fail "standard output changes bytes"
expect 4 "OpenGL" render inferno --size 64 -o picture.png

[ $failures = 0 ] || exit 1
echo "${#types[@]} types have the same bytes."
