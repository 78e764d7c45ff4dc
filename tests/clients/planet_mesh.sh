#!/usr/bin/env bash
# The example for three.js in Chromium: planets in orbit and near the ground look as terrella render shows them, no gap between
# tiles lets the background through, and nothing stays on the GPU after dispose(); the declarations compile. The package is that of the preset `node`,
# which this test does not build.
source "${SOURCE_DIR:?}/tests/clients/clients.sh"
needs chromium chromium
[ -e "$SOURCE_DIR/build/node/package/wasm/terrella.wasm" ] || not_run "build/node/package is not built (cmake --workflow --preset node)"
install_from_npm
"$SOURCE_DIR/packaging/npm.sh" mesh && rm -rf node_modules/terrella && mkdir node_modules/terrella &&
    tar -C node_modules/terrella --strip-components=1 -xzf mesh/*.tgz || fail "no package"
cp "$SOURCE_DIR/examples/three/"* mesh
cp "$tests/planet_mesh.mts" . && for resolution in nodenext bundler; do
    node_modules/.bin/tsc --noEmit --strict --target es2022 --module "${resolution/bundler/esnext}" --moduleResolution $resolution planet_mesh.mts ||
        fail "the declarations do not compile ($resolution)"
done

views=()
for world in "barren 4 {} 20,30,3" "barren 4 {} 20,30,1.02" "barren 4 {} 20,30,1.02,60" "earthlike 7 {} 20,30,3" "earthlike 7 {} 20,30,1.02" \
    "earthlike 7 {} 35.3,15.6,1.1,34.4" \
    'gas-giant 2 {"rings.opacity":0.8} 20,30,6' 'gas-giant 2 {"rings.opacity":0.8} 20,30,1.02'; do
    read -r type seed set camera <<<"$world"
    name=$type-${camera##*,}
    rings=()
    [ "$set" = "{}" ] || rings=(--set rings.opacity=0.8)
    "${TERRELLA:?}" render "$type" --seed "$seed" "${rings[@]}" --camera "$camera" --sun 0.5,0.3,0.8 --size 256x256 --background transparent -q \
        -o "mesh/$name-native.png" || fail "render $type"
    views+=("$name" "type=$type&seed=$seed&set=$set&camera=$camera&sun=0.5,0.3,0.8")
done
timeout 600 node "$tests/planet_mesh.mjs" "$work" mesh "${views[@]}" || fail "planet_mesh.mjs: exit $?; pictures in $work/mesh"
finish "three.js shows tiles as we show planets"
