#!/usr/bin/env bash
# Khronos' gltf-validator finds no error and no warning in exported GLB files.
source "${SOURCE_DIR:?}/tests/clients/clients.sh"
install_from_npm
for world in $worlds; do
    make_set gltf "$world" 512
done
"$TERRELLA" export earthlike --target gltf --size 256 --maps albedo,air --name air --quiet -o gltf >/dev/null || fail "export with air"
for world in $worlds air; do
    NODE_PATH=$work/node_modules node "$tests/validate.cjs" "gltf/$world.glb" || fail "$world.glb is not valid"
done
finish "no errors, no warnings"
