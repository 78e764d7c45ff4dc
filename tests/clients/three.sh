#!/usr/bin/env bash
# three.js in a real browser loads our GLB files with no code but loader, camera and sun, and shows what we show.
source "${SOURCE_DIR:?}/tests/clients/clients.sh"
needs chromium chromium
install_from_npm
for world in $worlds; do
    # the sun behind the viewer: what is compared is the planet, and not where it is day
    sun=0,0,1
    make_set gltf "$world" 512
    make_picture "$world" $sun
    node "$tests/three.mjs" "$work" "gltf/$world.glb" "12,0,$(distance_of "$world")" $sun "three-$world.png" ||
        { fail "three.js does not show $world"; continue; }
    # a giant is bands, which are much alike on both sides
    compare "three-$world" "$world" 0.7 "$([ "$world" = ringed ] && echo 0.1 || echo 0.3)"
done
finish "three.js shows what we show"
