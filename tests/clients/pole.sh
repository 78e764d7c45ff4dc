#!/usr/bin/env bash
# At 88 degrees north, three.js shows an exported GLB as sharp across the meridians as along them, like
# Terrella's own picture. The equirectangular map is not, which shows that the measure works.
source "${SOURCE_DIR:?}/tests/clients/clients.sh"
needs chromium chromium
install_from_npm
camera=88,0,2 sun=0,0,1
upright() { "$TERRELLA" "$1" inferno --seed 1 --set tilt_deg=0 --quiet "${@:2}" >/dev/null || fail "$*"; }
upright render --size 420x420 --camera $camera --sun $sun -o pole-ours.png
upright export --target gltf --size 1024 --name pole-cube -o gltf
upright export --target gltf --projection equirect --size 4096 --name pole-map -o gltf
for set in cube map; do
    node "$tests/three.mjs" "$work" gltf/pole-$set.glb $camera $sun pole-$set.png || fail "three.js and pole-$set.glb"
done
measure() { NODE_PATH=$work/node_modules node "$tests/pole.cjs" 88 2 pole-ours.png "$1"; }
measure pole-cube.png || fail "the pole is smeared: $work/pole-cube.png"
measure pole-map.png && fail "a stretched map passes as well"
finish "no pole is smeared"
