#!/usr/bin/env bash
# The tab Paint: a continent, a range and a desert behind it are painted and exported for Godot, with the clicks
# counted; then strokes are selected, moved, changed, deleted and undone, on the map too. Saves a picture of each
# stage in paint/ next to the tests.
# ctest: RUN_SERIAL TRUE COST 30
shots=$(dirname "$(realpath "${TERRELLA:?}")")/tests/paint
screen=1280x800
source "${SOURCE_DIR:?}/tests/window.sh"
rm -rf "$shots"
mkdir -p "$shots"
steps=0 away=(1279 799)

show() { # NAME: saves the display as a PNG, if ImageMagick is there
    ! command -v convert >/dev/null || import -window root "$shots/$1.png" || true
}
hit() { # NAME: an action of the user, counted
    click "$1"
    steps=$((steps + 1))
    rest
}
press() {
    xdotool key "$1"
    steps=$((steps + 1))
    rest
}
over() { # X Y: the mouse is there, and a frame has shown it
    local seen
    seen=$(frames)
    xdotool mousemove "$1" "$2"
    until_true 60 frames_after "$seen" || fail "no frame follows the mouse to $1 $2"
}
point() { # X Y: a click on the planet
    over "$1" "$2"
    xdotool click 1
    steps=$((steps + 1))
    rest
}
drag() { # X Y…: a drag over the planet, which shows each move; it ends with the button down
    over "$1" "$2"
    xdotool mousedown 1
    shift 2
    while [ $# -gt 0 ]; do
        over "$1" "$2"
        shift 2
    done
    steps=$((steps + 1))
}
# saved EXPRESSION: whether Python's expression is true for the list of strokes s of the file, which is saved first.
saved() {
    xdotool key ctrl+s
    until_true 60 is_saved || fail "the planet is not saved: $(grep -E "^(message|front|edit)" trace | tail -12)"
    "$TERRELLA" show out/mine.json >whole.json
    python3 - "$1" <<'PYTHON'
import json, sys
s = {x["name"]: x for x in json.load(open("whole.json")).get("strokes", [])}
names = [x["name"] for x in json.load(open("whole.json")).get("strokes", [])]
points = lambda n: len(s[n]["points"].split()) // 2
sys.exit(0 if eval(sys.argv[1]) else str((sys.argv[1], s)))
PYTHON
}
is_saved() { [[ "$(xdotool getwindowname "$window")" != ●* ]]; }

start earthlike --seed 4
save_as "$PWD/out/mine.json"
wait_for_message 'Saved: '
rest

# ---- the minute ----------------------------------------------------------------------------------

xdotool key space # time runs, as in a new window
hit "tab Paint"
wait_for_message 'Time is paused'
hit "paint clouds"
over 760 360
show 1-brush
shoot plain.xwd
hit "way Area"
for at in "640 330" "760 300" "830 370" "740 430" "650 400"; do
    # shellcheck disable=SC2086 # two numbers
    point $at
done
show 2-area
press Return
show 3-continent
saved 'names == ["land 1"] and s["land 1"]["closed"] and points("land 1") == 5' || fail "not the continent that was clicked"
xdotool mousemove "${away[@]}"
shoot land.xwd
holds "$(look differ plain.xwd land.xwd) > 2" || fail "the continent is not seen"

hit "tool Mountains"
hit "way Line"
for _ in 1 2 3 4 5; do press bracketleft; done
point 670 350
point 720 335
point 790 350
press BackSpace # the last point goes, and another one follows
point 780 360
press Return
saved 'points("mountains 1") == 3 and s["mountains 1"]["radius"] < s["land 1"]["radius"]' || fail "not the range that was clicked, or [ does not change the brush"

hit "tool Dry"
hit "way Freehand"
for _ in 1 2 3; do press bracketright; done
drag 670 390 680 393 690 396 700 398 710 400 720 400 730 400 740 398 750 395
show 4-desert
cp screen/Xvfb_screen0 dragged.xwd # not at rest: the stroke is not in the recipe yet
holds "$(look differ land.xwd dragged.xwd) > 0.5" || fail "the stroke is not seen while the button is held"
xdotool mouseup 1
rest
show 5-done
saved '2 <= points("dry 1") <= 6' || fail "a drag keeps too many points, or too few"

xdotool key e
steps=$((steps + 1))
rest
choose For godot
choose Size "512 × 256"
steps=$((steps + 4))
press Return
wait_for_message 'Exported to'
[ -n "$(find out -name '*.tscn' -o -name '*.tres' -o -name '*.gdshader' | head -n 1)" ] || fail "nothing for Godot: $(ls -R out)"
xdotool key Escape
rest
[ "$steps" -le 45 ] || fail "the minute takes $steps clicks, drags and keys, more than 45"
passed "a continent, a range, a desert and an export for Godot: $steps clicks, drags and keys"
awk '$1 == "painted" { print $2 }' trace | sort -n >motions
echo "   $(wc -l <motions) motions were shown after $(awk '{ a[NR] = $1 } END { print a[int((NR + 1) / 2)] " ms (median), " a[NR] " ms (longest)" }' motions)"
[ -s motions ] || fail "no motion of a drag is in the trace"

# ---- strokes -------------------------------------------------------------------------------------

xdotool key ctrl+z
rest
saved 'names == ["land 1", "mountains 1"]' || fail "a stroke is not one step of undo"
xdotool key ctrl+y
rest
hit "tool Select"
point 720 335
place "stroke delete" >/dev/null || fail "a click on the planet selects no stroke"
show 6-selected
xdotool key Delete
rest
saved 'names == ["land 1", "dry 1"]' || fail "Delete removes another stroke, or none"
xdotool key ctrl+z
rest
at=$(place "stroke land 1")
click "stroke dry 1"
rest
click "stroke land 1"
rest
[ "$(place "stroke land 1")" = "$at" ] || fail "a stroke that is selected moves from $at to $(place "stroke land 1")"
click "stroke dry 1"
rest
click "stroke down"
rest
saved 'names == ["land 1", "dry 1", "mountains 1"]' || fail "the order does not change"
latitude() { python3 -c 'import json; print([x for x in json.load(open("whole.json"))["strokes"] if x["name"] == "dry 1"][0]["points"].split()[0])'; }
from=$(latitude)
over 710 400
drag 710 400 710 420 710 440
xdotool mouseup 1
rest
saved 'names == ["land 1", "dry 1", "mountains 1"]' || fail "a drag of a stroke changes the list"
holds "$(latitude) < $from - 20000" || fail "a drag does not move the selected stroke: $from, $(latitude)"
xdotool key Escape
rest
passed "strokes are selected, moved, ordered, deleted and undone"

click "tool Land"
click "way Line"
drag 710 400 710 415
rest # no further frame is due
xdotool mouseup 1
rest # Pause is heard although the mouse stands still
point 750 420
xdotool key ctrl+z
rest
xdotool key Return
rest
saved 'names[-1] == "land 2" and points("land 2") == 1' || fail "Ctrl+Z does not take back the last point of a line"
point 710 450
click "tab Shape"
seen=$(frames)
runs_again() { [ "$(frames)" -ge $((seen + 12)) ]; }
until_true 60 runs_again || fail "time stays paused after the tab Paint"
xdotool key space
rest
click "tab Paint"
rest
point 750 470
xdotool key Return
rest
saved 'points("land 3") == 1' || fail "a line goes on after another tab was shown"
passed "keys act after a drag, Ctrl+Z takes back a point, and another tab ends the line"

click Map
rest
click "tool Colour"
click "way Freehand"
over 700 400
xdotool key i
wait_for_message 'Colour picked: '
drag 900 500 950 500 1000 520
xdotool mouseup 1
rest
show 7-map
saved 'points("colour 1") <= 3' || fail "the map is no canvas"
click Globe
click "tab Shape"
rest
xdotool key bracketleft # elsewhere it is another key
wait_for_message 'Noisiness'
passed "the map is a canvas, I picks a colour, and keys of the tab stay in it"

click "tab Paint"
rest
click "paint clouds"
xdotool key Page_Down # another type
rest
until_true 60 place "tool Land" >/dev/null || fail "the tab is gone"
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
