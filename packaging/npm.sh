#!/usr/bin/env bash
# Makes the package for npm from the modules of the preset `node`:  packaging/npm.sh FOLDER
# Writes FOLDER/terrella-VERSION.tgz. The same commit gives the same bytes.
set -euo pipefail
[ $# = 1 ] || { echo "usage: packaging/npm.sh FOLDER" >&2 && exit 2; }
mkdir -p "$1"
folder=$(cd "$1" && pwd)
cd "$(dirname "${BASH_SOURCE[0]}")/.."
version=$(sed -n 's/^#define TR_VERSION "\(.*\)"/\1/p' src/base/version.h)
built=build/node/package/wasm
for name in terrella terrella-threads; do
    [ -e $built/$name.wasm ] || { echo "npm.sh: $built/$name.wasm is missing (cmake --workflow --preset node)" >&2 && exit 2; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/package/wasm"
cp bindings/javascript/{index.js,index.d.ts,three.js,three.d.ts,README.md} LICENSE "$work/package"
for name in air_view picture planet ring shadow; do # without the version, and without quotes that would end the text
    echo "export const $name = \`$(sed "1d; s/\`/'/g" shaders/$name.frag)\`;"
done >"$work/package/shaders.js"
sed "s/\"version\": \".*\"/\"version\": \"$version\"/" bindings/javascript/package.json >"$work/package/package.json"
cp $built/terrella{,-threads}.{js,wasm} $built/terrella-threads.worker.js bindings/javascript/worker.js "$work/package/wasm"
echo '{"type": "commonjs"}' >"$work/package/wasm/package.json" # for Node.js, which takes .js for modules here
packaging/licenses.sh build/libraries/wasm32-emscripten OpenEXRCore crypto emscripten spng stb tiff z zip zstd >"$work/package/LICENSES.txt"
tar --create --sort=name --format=ustar --owner=0 --group=0 --numeric-owner --mode=a+rX,u+w,go-w \
    --mtime="@${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}" -C "$work" package | gzip -9n >"$folder/terrella-$version.tgz"
