#!/usr/bin/env bash
# Named places in the window: they are set by a click, selected in the picture, renamed, deleted and undone; a name
# that is too long stays in its field; the names follow land that is dragged, which is one step of undo.
# ctest: RUN_SERIAL TRUE COST 20
screen=1280x800
source "${SOURCE_DIR:?}/tests/window.sh"

over() { # X Y: the mouse is there, and a frame has shown it
    local seen
    seen=$(frames)
    xdotool mousemove "$1" "$2"
    until_true 60 frames_after "$seen" || fail "no frame follows the mouse to $1 $2"
}
is_saved() { [[ "$(xdotool getwindowname "$window")" != ●* ]]; }
# saved EXPRESSION: whether Python's expression is true for the planet p of the file, which is saved first.
saved() {
    rest
    xdotool key ctrl+s
    until_true 60 is_saved || fail "the planet is not saved: $(grep ^message trace | tail -1)"
    "$TERRELLA" show out/mine.json >whole.json
    python3 - "$1" <<'PYTHON'
import json, sys
p = json.load(open("whole.json"))
places = {x["name"]: x for x in p.get("places", [])}
sys.exit(0 if eval(sys.argv[1]) else str((sys.argv[1], places, p.get("land_turn"))))
PYTHON
}
x_of() { place "$1" | awk '{ print $1 }'; }

# type_into ROW NUMBER
type_into() {
    click "number $1"
    until_true 60 place "$1" >/dev/null || fail "the row $1 takes no number"
    rest
    xdotool key ctrl+a type -- "$2"
    xdotool key Return
    rest
}

start earthlike --seed 4 --set layers.land.cells=64 --set 'places.Oslo={"kind":"city","lat_deg":20,"lon_deg":0}'
save_as "$PWD/out/mine.json"
wait_for_message 'Saved: '
rest
xdotool key v # a map
rest
until_true 60 place "pin Oslo" >/dev/null || fail "the map shows no name"

# ---- a new place ---------------------------------------------------------------------------------

click "place add"
wait_for_message 'Click on the planet'
rest
over 900 500
xdotool click 1
until_true 60 place "pin place 1" >/dev/null || fail "a click sets no place: $(grep ^message trace | tail -1)"
rest
holds "$(place "number Longitude" | cut -d ' ' -f 2) < 780" || fail "the panel does not scroll to the rows of a new place"
saved 'set(places) == {"Oslo", "place 1"} and -90 < places["place 1"]["lat_deg"] < 0' || fail "not the place that was clicked"
xdotool key ctrl+z
saved 'set(places) == {"Oslo"}' || fail "a place is not one step of undo"
passed "a place is set by a click, and undone"

# ---- the land ------------------------------------------------------------------------------------

before=$(x_of "pin Oslo")
over 800 400
xdotool keydown ctrl mousedown 1
rest
for x in 820 840 860; do over $x 380; done
xdotool mouseup 1 keyup ctrl
rest
after=$(x_of "pin Oslo")
holds "$after > $before + 20" || fail "the name does not follow the land: $before, $after"
saved 'p["land_turn"][0] > 5 and p["land_turn"] != [0, 0, 0]' || fail "the land has not turned"
xdotool key ctrl+z
saved 'p.get("land_turn", [0, 0, 0]) == [0, 0, 0]' || fail "a drag of the land is not one step of undo"
passed "the land is dragged, and undone in one step"

rest
xdotool key ctrl+k
until_true 60 place find >/dev/null || fail "Ctrl+K opens nothing"
rest
xdotool type 'turn land'
rest
xdotool key Return
wait_for_message 'Hold Ctrl and drag the land'
over 800 300
xdotool keydown ctrl mousedown 1
rest
for x in 820 840 860; do over $x 300; done
xdotool mouseup 1 keyup ctrl
saved 'p["land_turn"][0] > 5 and max(map(abs, p["land_turn"][1:])) < 0.02' || fail "a level drag on the map tilts the land"
passed "a level drag on the map turns the land about its axis"

# ---- rows of a place on turned land --------------------------------------------------------------

# shellcheck disable=SC2046 # two numbers
over $(place "pin Oslo")
xdotool click 1
rest
type_into Longitude 50
saved 'abs(places["Oslo"]["lon_deg"] + p["land_turn"][0] - 50) < 0.02 and abs(places["Oslo"]["lat_deg"] - 20) < 0.02' ||
    fail "the row of the longitude is not that of the map"
click "places.Oslo.kind"
rest
click "item Volcano"
rest
saved 'places["Oslo"]["kind"] == "volcano"' || fail "no volcano"
type_into Latitude 8.5
type_into Longitude -77.7
type_into "places.Oslo.height_m" 10
until_true 60 place "place under water" >/dev/null || fail "a volcano under water does not say so"
passed "rows of a place have the coordinates of the map, and say that it is under water"

# ---- a name that is too long ---------------------------------------------------------------------

click "place name"
rest
xdotool key ctrl+a type "Long Mountain of the Seven Grey Kings"
rest
click "place names" # somewhere else
rest
click "place names"
rest
grep -q '^place .* note At most 31 letters' trace || fail "a name that is too long gets no note"
click "place name"
rest
for key in End ctrl+BackSpace BackSpace Return; do
    xdotool key $key
    rest
done
saved 'set(places) == {"Long Mountain of the Seven Grey"}' || fail "a name that is too long does not stay in its field"
passed "a name that is too long stays in its field"
finish
