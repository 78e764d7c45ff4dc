#!/usr/bin/env bash
# The script of --target blender --projection cube builds a planet of six grids that looks as in Terrella, with
# clouds, rings and heights. At 88 degrees north nothing is smeared, no edge is visible at a corner of the cube,
# and lamps are off by day. (Cycles has no mipmaps, which smear an equirectangular map elsewhere: client_pole.)
source "${SOURCE_DIR:?}/tests/clients/clients.sh"
needs blender blender
install_from_npm # for the comparison

# shown FILE.py CAMERA PICTURE SIDE
shown() {
    rm -f "$3.png"
    blender -b --factory-startup --python-exit-code 1 -P "$tests/blender.py" -- "blender/$1.py" "$2" "$work/$3.png" "$4" >log 2>&1 &&
        [ -s "$3.png" ] || fail "Blender and $1.py: $(grep -aE 'Error|error' log | tail -n 3)"
}

for world in earthlike ringed asteroid; do
    make_set blender "$world" 512 "$world-faces" --projection cube
    make_picture "$world" 0,0,1
    shown "$world-faces" "12,0,$(distance_of "$world")" "blender-$world-faces" day
    compare "blender-$world-faces" "$world" 0.7 "$([ "$world" = ringed ] && echo 0.1 || echo 0.3)"
done

make_set blender inferno 1024 inferno-faces --projection cube
"$TERRELLA" render inferno --seed 1 --set tilt_deg=0 --size 420x420 --camera 88,0,2 --sun 0,0,1 --quiet -o pole-ours.png >/dev/null ||
    fail "render"
shown inferno-faces 88,0,2 blender-pole day
NODE_PATH=$work/node_modules node "$tests/pole.cjs" 88 2 pole-ours.png blender-pole.png || fail "the pole is smeared: $work/blender-pole.png"
# Edges would be visible here: a corner of the cube is in the middle of the picture.
"$TERRELLA" render inferno --seed 1 --set tilt_deg=0 --size 420x420 --camera 35.26,45,3.2 --sun 0,0,1 --quiet -o inferno-corner.png >/dev/null ||
    fail "render"
shown inferno-faces 35.26,45,3.2 blender-corner day
NODE_PATH=$work/node_modules node "$tests/compare.cjs" inferno-corner.png blender-corner.png beside-blender-corner.png 3.2 0.7 0.3 ||
    fail "a corner differs from Terrella's picture: $work/beside-blender-corner.png"

"$TERRELLA" export ecumenopolis --seed 1 --set tilt_deg=0 --target blender --projection cube --size 512 --name lamps-faces --quiet -o blender \
    >/dev/null || fail "export for blender"
for side in day night "unlit day"; do shown lamps-faces 12,0,3.2 "blender-lamps-faces-${side/ /-}" "$side"; done
glow() { NODE_PATH=$work/node_modules node "$tests/glow.cjs" "$@" || fail "$2: wrong brightness"; }
glow blender-lamps-faces-unlit-day.png blender-lamps-faces-day.png 0.99 1.01
glow blender-lamps-faces-unlit-day.png blender-lamps-faces-night.png 0.05 2
finish "Blender shows six faces as we show them"
