#!/usr/bin/env bash
# Godot 3 imports exported GLB files. Debian has no Godot 4, for which --target godot writes.
source "${SOURCE_DIR:?}/tests/clients/clients.sh"
needs godot3-server godot3-server
rm -rf godot3 && mkdir godot3
printf 'config_version=4\n[application]\nconfig/name="planets"\n' >godot3/project.godot
cp "$tests/godot.gd" godot3/
for world in $worlds; do
    make_set gltf "$world" 128
    cp "gltf/$world.glb" godot3/
done
make_set godot earthlike 128 faces --projection cube
mkdir godot3/faces && cp godot/faces_*.png godot/faces_mesh.glb godot3/faces/
export HOME=$work/godot3/home
mkdir -p "$HOME"
# The editor imports the files but does not always quit afterwards, so the test waits for its output.
timeout 250 godot3-server --path godot3 --editor --quit >log 2>&1 &
editor=$!
for world in $worlds faces_mesh; do
    while kill -0 $editor 2>/dev/null && ! ls godot3/.import/"$world".glb-*.md5 >/dev/null 2>&1; do sleep 0.5; done
done
sleep 1
kill $editor 2>/dev/null
wait $editor 2>/dev/null
timeout 100 godot3-server --path godot3 --script res://godot.gd >said 2>&1 || fail "Godot: $(tail -n 5 said)"
for world in $worlds; do
    grep -qx "$world: [1-9][0-9]* meshes" said || fail "Godot does not import $world: $(grep -a "$world" log said | head -n 3)"
done
grep -qx "faces: 6 pictures on faces" said || fail "Godot does not import the grids of faces: $(grep -a faces log said | head -n 3)"
finish "Godot 3 imports all of them"
