#!/usr/bin/env bash
# The lamps of an ecumenopolis are off at noon: in the GLB, which has none unless they are requested, and in
# Blender, which shows them at night.
source "${SOURCE_DIR:?}/tests/clients/clients.sh"
needs chromium chromium
needs blender blender
install_from_npm
glow() { NODE_PATH=$work/node_modules node "$tests/glow.cjs" "$@" || fail "$2: wrong brightness"; }

# shown FILE.glb PART PICTURE.png: at noon, in three.js
shown() { node "$tests/three.mjs" "$work" "$1" 12,0,3.2 0,0,1 "$3" "$2" || fail "three.js and $1"; }

"$TERRELLA" export ecumenopolis --seed 1 --set tilt_deg=0 --target gltf --size 512 --name lamps --quiet -o gltf >/dev/null &&
    "$TERRELLA" export ecumenopolis --seed 1 --set tilt_deg=0 --target gltf --size 512 --name asked --quiet -o gltf \
        --maps albedo,normal,orm,emission,clouds >/dev/null || fail "export"
for set in lamps asked; do
    shown "gltf/$set.glb" reflected "$set-reflected.png"
    shown "gltf/$set.glb" glow "$set-glow.png"
done
glow lamps-reflected.png lamps-glow.png 0 0.001
glow asked-reflected.png asked-glow.png 0.1 2

"$TERRELLA" export ecumenopolis --seed 1 --set tilt_deg=0 --target blender --size 1024 --name lamps --quiet -o blender >/dev/null ||
    fail "export for blender"
for side in day night "unlit day"; do
    blender -b --factory-startup --python-exit-code 1 -P "$tests/blender.py" -- blender/lamps.py 12,0,3.2 \
        "$work/blender-lamps-${side/ /-}.png" "$side" >log 2>&1 || fail "Blender, $side: $(grep -aE 'Error|error' log | tail -n 3)"
done
glow blender-lamps-unlit-day.png blender-lamps-day.png 0.99 1.01
glow blender-lamps-unlit-day.png blender-lamps-night.png 0.05 2
finish "lamps are out by day"
