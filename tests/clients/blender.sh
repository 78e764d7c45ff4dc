#!/usr/bin/env bash
# Blender imports exported GLB files, and runs the scripts of --target blender. Cycles then renders the same
# planet as Terrella.
source "${SOURCE_DIR:?}/tests/clients/clients.sh"
needs blender blender
install_from_npm # for the comparison
for world in $worlds; do
    make_set gltf "$world" 512
    make_set blender "$world" 1024
    make_picture "$world" 0,0,1
    for file in "gltf/$world.glb" "blender/$world.py"; do
        name=blender-$world-${file##*.}
        rm -f "$name.png"
        blender -b --factory-startup --python-exit-code 1 -P "$tests/blender.py" -- \
            "$file" "12,0,$(distance_of "$world")" "$work/$name.png" day >log 2>&1 && [ -s "$name.png" ] ||
            { fail "Blender and $file: $(grep -aE 'Error|error' log | tail -n 3)"; continue; }
        compare "$name" "$world" 0.7 "$([ "$world" = ringed ] && echo 0.1 || echo 0.3)"
    done
done
finish "Blender shows what we show"
