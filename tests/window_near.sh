#!/usr/bin/env bash
# Near ground in the window: tiles are loaded when the camera rests, they are sharper than the maps, and moving
# over the ground does not increase memory.
# ctest: RUN_SERIAL TRUE COST 10
source "${SOURCE_DIR:?}/tests/window.sh"

# go KEYS…: moves, and waits for all tiles.
go() {
    xdotool "$@"
    rest
}
missing() { awk '$1 == "near" { left = $2 } END { print left + 0 }' trace; }
tiles_came() { awk '$1 == "near" { n++ } END { print n + 0 }' trace; }
objects() { awk '$1 == "objects" { n = $2 } END { print n }' trace; }
memory_kb() { awk '/^VmRSS/ { print $2 }' "/proc/$pid/status"; }

plain_planet | sed 's/"noisiness": 0.6/"noisiness": 1/' >out/plain.json
start ./plain.json
xdotool mousemove "${centre[@]}"
rest # the mouse is over the picture
nearer() { # until tiles are used
    [ "$(tiles_came)" -gt 0 ] || { xdotool click 4 && sleep 0.3 && false; }
}
until_true 60 nearer || fail "no tiles come, however near the camera is"
rest
came=$(tiles_came)
[ "$(missing)" = 0 ] || fail "at rest $(missing) tiles are missing"
go click --repeat 6 --delay 20 4
[ "$(tiles_came)" -gt "$came" ] && [ "$(missing)" = 0 ] || fail "nearer $(missing) tiles are missing"
passed "tiles come when the camera rests"

# A double click flies over that place, lower.
came=$(tiles_came)
xdotool mousemove 520 320 click --repeat 2 --delay 60 1
sleep 1
rest
[ "$(tiles_came)" -gt "$came" ] && [ "$(missing)" = 0 ] || fail "a double click does not move the camera"
passed "a double click flies over a place"

edits=$(last_edit)
xdotool key bracketright
until_true 60 edits_after "$edits" || fail "the key ] makes no edit"
rest
[ "$(missing)" = 0 ] || fail "after an edit $(missing) tiles are missing"
awk -v edit=$((edits + 1)) '$1 == "sharp" && $2 == edit { sharp = 1 } $1 == "near" && sharp { good = 1 } END { exit !good }' trace ||
    fail "after an edit no tiles come"
passed "an edit gets new tiles"

drag() { xdotool mousemove 500 300; rest; xdotool mousedown 1 mousemove $((500 + $1)) $((300 + $2)) mouseup 1; }
drag 90 40
rest
first=$(objects) before=$(memory_kb)
for step in "70 -60" "-120 30" "40 90" "-50 -80"; do
    # shellcheck disable=SC2086 # two numbers
    drag $step
    rest
done
for turn in 5 4; do
    go click --repeat 3 --delay 20 $turn
done
[ "$(objects)" = "$first" ] || fail "OpenGL had $first objects, and $(objects) after moving over the ground"
grown=$(($(memory_kb) - before))
[ $grown -lt 60000 ] || fail "moving over the ground took $grown KB"
[ "$(missing)" = 0 ] || fail "after moving over the ground $(missing) tiles are missing"
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
passed "moving over the ground takes $grown KB, and the number of objects stays $first"
