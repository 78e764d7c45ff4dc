#!/usr/bin/env bash
# three.js in a real browser loads exported GLB files with only a loader, a camera and a sun, and shows the same
# planet as Terrella.
source "${SOURCE_DIR:?}/tests/clients/clients.sh"
needs chromium chromium
install_from_npm
for world in $worlds; do
    # the sun is behind the viewer, so that the planet is compared, and not the terminator
    sun=0,0,1
    make_set gltf "$world" 512
    make_picture "$world" $sun
    node "$tests/three.mjs" "$work" "gltf/$world.glb" "12,0,$(distance_of "$world")" $sun "three-$world.png" ||
        { fail "three.js does not show $world"; continue; }
    # the bands of a gas giant look much alike when mirrored
    compare "three-$world" "$world" 0.7 "$([ "$world" = ringed ] && echo 0.1 || echo 0.3)"
done
finish "three.js shows what we show"
