#!/usr/bin/env bash
# The shader of --target godot lights lamps only on the night side. It is written for Godot 4, which Debian does
# not have. Godot 3 runs it after two words of the sampler are replaced.
source "${SOURCE_DIR:?}/tests/clients/clients.sh"
needs godot3 godot3
needs xvfb-run xvfb
install_from_npm # for the comparison
rm -rf godot3-lamps && mkdir godot3-lamps
"$TERRELLA" export ecumenopolis --seed 1 --target godot --size 512 --maps albedo,emission --name city --quiet -o godot3-lamps >/dev/null ||
    fail "export for godot"
rm -f godot3-lamps/*.import
sed -n '/^code = "/,/^"$/p' godot3-lamps/city.tres | sed 's/^code = "//; /^"$/d; s/source_color, repeat_enable/hint_albedo/' >godot3-lamps/lamps.shader
grep -q hint_albedo godot3-lamps/lamps.shader || fail "the texture of the lamps has no source_color"
cp "$tests/godot_lamps.gd" godot3-lamps/
printf 'config_version=4\n[application]\nconfig/name="lamps"\nrun/main_scene="res://main.tscn"\n' >godot3-lamps/project.godot
printf '[gd_scene load_steps=2 format=2]\n[ext_resource path="res://godot_lamps.gd" type="Script" id=1]\n[node name="Main" type="Spatial"]\nscript = ExtResource( 1 )\n' \
    >godot3-lamps/main.tscn
HOME=$work/godot3-lamps LIBGL_ALWAYS_SOFTWARE=1 timeout 200 xvfb-run -a -s "-screen 0 640x480x24" \
    godot3 --path godot3-lamps --resolution 420x420 --audio-driver Dummy >log 2>&1 || fail "Godot: $(tail -n 5 log)"
grep -q "SHADER ERROR" log && fail "the shader: $(grep -A 2 "SHADER ERROR" log)"
glow() { NODE_PATH=$work/node_modules node "$tests/glow.cjs" "godot3-lamps/unlit.png" "godot3-lamps/$1.png" "$2" "$3" || fail "$1: wrong brightness"; }
glow day 0.99 1.01
glow night 0.05 5
finish "Godot's lamps are out by day"
