#!/usr/bin/env bash
# Moons, days and time in the window: a button stays where it is, the message shows the new moon, a single
# planet has a day, the bar shows whether time runs, and a colour opens by its name.
# ctest: RUN_SERIAL TRUE COST 15
source "${SOURCE_DIR:?}/tests/window.sh"


start barren --seed 3
xdotool mousemove "${away[@]}"
until_true 60 silent || fail "the first message stays"

# ---- moons ---------------------------------------------------------------------------------------------

click "tab System"
rest
! place "number orbit.radius_km" >/dev/null || fail "without a sun there is a distance to it"
at=$(place "add moon")
shoot before.xwd
click "add moon"
rest
until_true 60 place "show body" >/dev/null || fail "nothing shows the new moon"
[ "$(place "add moon")" = "$at" ] || fail "the button moves away from under the mouse: $at, $(place "add moon")"
sleep 0.6 # not a double click
xdotool click 1
until_true 60 place "Moon 2" >/dev/null || fail "a second click at the same place adds no second moon"
rest
[ "$(place "add moon")" = "$at" ] || fail "the button moves with the second moon: $at, $(place "add moon")"
shoot after.xwd
holds "$(look differ before.xwd after.xwd) < 5" || fail "moons move the view: $(look differ before.xwd after.xwd) %"
click "add moon"
until_true 60 place "Moon 3" >/dev/null || fail "there is no third moon"
click "show body" # before the message fades
until_true 60 selects "Moon 3" || fail "the message does not show the last moon: $(grep '^body' trace)"
named "● barren 3 - Terrella" # no rest, because the other bodies have no sharp maps
xdotool key ctrl+s
until_true 60 place "save now" >/dev/null || fail "Ctrl+S asks for no name"
sleep 0.5
xdotool key Return # the scene has the name of its planet, whichever body is selected
until_true 60 test -s out/barren-3.json || fail "not saved: $(ls out)"
python3 - out/barren-3.json <<'PYTHON' || fail "not three moons of one planet: $(cat out/barren-3.json)"
import json, sys
first, *moons = json.load(open(sys.argv[1]))["planets"]
assert len(moons) == 3 and all(moon["orbit"]["around"] == first["name"] for moon in moons), moons
PYTHON
named "barren-3 - barren-3.json - Terrella"
xdotool key bracketright
named "● barren-3 - barren-3.json - Terrella"
selects "Moon 3" || fail "the selected moon has another name: $(grep '^body' trace)"
xdotool key ctrl+q
until_true 60 place "close question barren-3" >/dev/null || fail "the question is about another name: $(grep 'close question' trace)"
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
passed "clicks at one place add moons, and the message shows the last one"

# ---- the whole system ------------------------------------------------------------------------------------

start ./barren-3.json
xdotool key ctrl+k
rest
! place "orbit of Moon 3" >/dev/null || fail "a near view shows orbits"
xdotool type "whole system"
until_true 60 place "Show all bodies" >/dev/null || fail "'whole system' finds nothing"
rest
xdotool key Return
wait_for_message "All bodies and their orbits"
rest
# whole_orbit BODY: its line is in the picture, and goes round far from its middle.
whole_orbit() {
    awk -v name="orbit of $1" '$1 == "place" { x = $2; y = $3; w = $4; h = $5; sub(/^place [-0-9]+ [-0-9]+ [-0-9]+ [-0-9]+ /, "") }
        $0 == name { good = x > 0 && y > 0 && x + w < 800 && y + h < 600 && w > 30 && h > 30 } END { exit !good }' trace
}
for moon in Moon "Moon 2" "Moon 3"; do
    until_true 60 place "body $moon" >/dev/null || fail "$moon is not in the picture"
    until_true 60 whole_orbit "$moon" || fail "the orbit of $moon is not in the picture: $(grep orbit trace | tail -n 3)"
done
# Seen from afar, their names would lie on each other.
overlapping() { awk '$1 == "place" && $6 == "name" && $7 == "of" { x = $2; y = $3; w = $4; h = $5; sub(/^place [-0-9]+ [-0-9]+ [-0-9]+ [-0-9]+ /, "")
        low[$0] = x; high[$0] = x + w; top[$0] = y; foot[$0] = y + h }
    END { for (a in low) for (b in low) if (a < b && low[a] < high[b] && low[b] < high[a] && top[a] < foot[b] && top[b] < foot[a]) { print a " and " b; exit } }' trace; }
apart() { grep -q '^place .* name of ' trace && [ -z "$(overlapping)" ]; }
xdotool mousemove "${centre[@]}" click --repeat 60 --delay 20 5
rest
xdotool key --repeat 5 --delay 100 ctrl+plus # large letters, so that the names of this system need it
rest
until_true 60 apart || fail "names of bodies lie on each other: $(overlapping)"
xdotool key ctrl+0
rest
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
passed "one command shows all bodies, and names that do not overlap"

# ---- a day -----------------------------------------------------------------------------------------------

start earthlike --seed 4
click "tab System"
rest
at=$(place "number day_h")
# shellcheck disable=SC2086 # two numbers
xdotool mousemove $at sleep 0.2 click --repeat 2 --delay 60 1
rest
xdotool type 30
xdotool key Return
until_true 60 edits_after 1 || true
rest
xdotool key ctrl+s
rest
xdotool key ctrl+a
rest
xdotool type ./day.json
xdotool key Return
until_true 60 test -s out/day.json || fail "not saved"
grep -q '"day_h": 30' out/day.json || fail "a single planet gets no day: $(cat out/day.json)"
passed "a single planet gets a day"

# ---- time --------------------------------------------------------------------------------------------------

place play >/dev/null || fail "the bar does not show that time is paused"
click play
until_true 60 place pause >/dev/null || fail "a click does not start time"
seen=$(frames)
xdotool mousemove "${away[@]}"
goes_on() { [ "$(frames)" -gt $((seen + 8)) ]; }
until_true 60 goes_on || fail "time runs, but nothing moves"
click pause
rest
passed "a button of the bar shows whether time runs, and changes it"

# ---- colours -----------------------------------------------------------------------------------------------

click "tab Colour"
rest
click "Vegetation label"
until_true 60 place "picker number" >/dev/null || fail "the name of a colour opens nothing"
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
passed "a colour opens by its name"
