#!/usr/bin/env bash
# The package for npm, in Node.js and in Chromium: planets, maps, heights, own maps, errors, stops, and exports with the
# bytes of the native program. Its modules are those of the preset `node`, which this test does not build.
# ctest: COST 30
set -uo pipefail
source "${SOURCE_DIR:?}/tests/expect.sh"
source "${SOURCE_DIR:?}/tests/missing.sh"
[ -e "$SOURCE_DIR/build/node/package/wasm/terrella.wasm" ] || missing "${TR_WEB:-}" "build/node/package is not built (cmake --workflow --preset node)"
command -v node >/dev/null || missing "${TR_WEB:-}" "node is missing (Debian package: nodejs)"
cd "$work" || exit 1

export SOURCE_DATE_EPOCH=1700000000
"$SOURCE_DIR/packaging/npm.sh" one && "$SOURCE_DIR/packaging/npm.sh" two || fail "npm.sh: exit $?"
cmp one/*.tgz two/*.tgz || fail "two packages differ"
mkdir -p node_modules && tar -C node_modules -xzf one/*.tgz && mv node_modules/package node_modules/terrella || fail "no package"
[ "$(node -p 'JSON.parse(fs.readFileSync("node_modules/terrella/package.json")).version')" = "$("$TERRELLA" --version | awk '{ print $2 }')" ] || fail "another version"
# Everything that is linked in has its licence.
for name in spng z zstd zip tiff OpenEXRCore crypto stb emscripten; do
    grep -q "^==== $name ====" node_modules/terrella/LICENSES.txt || fail "LICENSES.txt lacks $name"
done

# Sets as the program writes them.
types=(inferno earthlike asteroid)
[ -z "${TR_FULL:-}" ] || mapfile -t types < <("$TERRELLA" list types | awk '{ print $1 }')
for type in "${types[@]}"; do
    expect 0 "" export "$type" --seed 7 --size 64 -q -o "native/$type"
done
expect 0 "" export earthlike --seed 7 --size 128 --target godot -q -o native/godot
expect 0 "" field fractal --size 128 -q -o relief.png
expect 0 "" field voronoi --size 128 -q -o other.png
cp "$SOURCE_DIR/tests/npm.mjs" .
node npm.mjs "${types[@]}" || fail "npm.mjs: exit $?"

# In a page, with and without isolation.
if command -v chromium >/dev/null && command -v chromedriver >/dev/null; then
    printf '<!doctype html><title>working</title><script type="module" src="page.js"></script>' >index.html
    cat >page.js <<'END'
import { load } from './node_modules/terrella/index.js';
try {
    const terrella = await load(), planet = await terrella.planet({type: 'earthlike', seed: 7});
    const files = await planet.export({width: 64});
    const hash = async bytes => [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))].map(b => b.toString(16).padStart(2, '0')).join('');
    let text = '';
    for (const [name, bytes] of Object.entries(files))
        text += `${await hash(bytes)}  ${name}\n`;
    document.hashes = text, document.threads = terrella.threads > 1;
    document.title = 'done';
} catch (error) {
    document.title = `failed: ${error.message}`;
}
END
    trap 'kill $(jobs -p) 2>/dev/null; wait; rm -rf "$work"' EXIT
    node "$SOURCE_DIR/packaging/web/serve.js" . >served &
    sed "/'Cross-Origin/d" "$SOURCE_DIR/packaging/web/serve.js" >plain.cjs
    node plain.cjs . >plain &
    chromedriver --port=0 >driver 2>&1 &
    DRIVER=$(wait_for driver '.*started successfully on port ([0-9]+).*') && export DRIVER || exit 1
    sed -i '/^ *"day_h": /d' native/earthlike/*.manifest.json # a scene's, which a recipe does not have
    (cd native/earthlike && sha256sum -- *) | sort >expected
    for served in served:true plain:false; do
        address=$(wait_for "${served%:*}" '(http:.*)') || exit 1
        node "$SOURCE_DIR/tests/browser.mjs" "$address" 'until document.title !== "working"' 'print document.title' 'print document.threads' \
            'print document.hashes' >page 2>console || { fail "${served%:*}: $(cat console)" && continue; }
        [ "$(head -n 2 page | tr '\n' ' ')" = "done ${served#*:} " ] || fail "${served%:*}: $(head -n 2 page)"
        tail -n +3 page | grep . | sort | diff expected - || fail "${served%:*}: other bytes than those of the program"
    done
elif [ -n "${TR_WEB:-}" ]; then
    fail "chromium or chromedriver is missing (Debian packages: chromium, chromium-driver)"
fi
[ $failures = 0 ] || exit 1
echo "${#types[@]} types have the same bytes."
