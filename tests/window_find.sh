#!/usr/bin/env bash
# Search in the window by everyday words, and the ways to reset a planet's changes.
# ctest: RUN_SERIAL TRUE COST 20
source "${SOURCE_DIR:?}/tests/window.sh"

away=(799 599)
saved() { # the saved file of the planet
    rm -f out/saved.json
    xdotool key ctrl+shift+s
    until_true 60 place "save now" >/dev/null || fail "Ctrl+Shift+S opens no dialog"
    rest
    select_all
    xdotool type ./saved.json
    xdotool key Return
    until_true 60 test -s out/saved.json || fail "not saved: $(grep '^message' trace | tail -n 2)"
    rest
}
# find_it WORDS ANSWER: Ctrl+K lists it, and a click selects it.
find_it() {
    rest
    xdotool key ctrl+k
    until_true 60 place find >/dev/null || fail "Ctrl+K opens nothing"
    rest
    xdotool type "$1"
    rest
    click "$2"
    rest
}

# ---- a type after changes ------------------------------------------------------------------------------------

plain_planet >out/plain.json
start inferno --seed 7
xdotool mousemove "${away[@]}"
xdotool key bracketright
rest
xdotool key Next
wait_for_message '1 change kept'
click "start clean"
wait_for_message '1 change reset'
saved
! grep -q noisiness out/saved.json || fail "Start clean keeps a change: $(cat out/saved.json)"
xdotool key ctrl+z
rest
saved
grep -q noisiness out/saved.json || fail "the reset is not one step: $(cat out/saved.json)"
xdotool mousemove 18 400 click --repeat 10 5 # down to it
rest
click "reset all"
rest
saved
! grep -q noisiness out/saved.json || fail "Reset all keeps a change: $(cat out/saved.json)"
xdotool key ctrl+z
rest
xdotool key bracketright
rest
xdotool key ctrl+BackSpace
rest
saved
! grep -q noisiness out/saved.json || fail "Ctrl+Backspace keeps a change: $(cat out/saved.json)"
passed "a planet of another type starts clean, by the message, by the panel and by a key, in one step"

# ---- everyday words --------------------------------------------------------------------------------------------

finish || fail "exit code $? after Ctrl+Q: $(cat err)"
start ./plain.json
xdotool mousemove "${away[@]}"
find_it moon "Add a moon"
wait_for_message barren
xdotool key ctrl+z
find_it ground "Land: fly down to the ground"
wait_for_message 'Lowest altitude: [1-9]'
xdotool key r
find_it sunset "Sun elevation"
until_true 60 place "Sun elevation" >/dev/null || fail "the sun's elevation is not shown"
find_it transparent "Transparent background"
until_true 60 place "picture take" >/dev/null || fail "the picture's dialog does not open"
xdotool key Escape
find_it crater "Brush: Crater"
until_true 60 place "number Depth" >/dev/null || fail "the tool of the brush is not chosen: $(grep "^place.*number" trace | tail -4)"
click "tab Shape"
rest
# Letters typed right after Ctrl+K go to the search, whether its field is visible yet or not. None of them is a
# shortcut.
name=$(xdotool getwindowname "$window") edit=$(last_edit)
xdotool key --delay 0 ctrl+k n p m e h g
rest
is_called "$name" && [ "$(last_edit)" = "$edit" ] || fail "letters after Ctrl+K run shortcuts: $(xdotool getwindowname "$window")"
! place "globe inferno" >/dev/null && ! place "export For" >/dev/null || fail "letters after Ctrl+K open a dialog"
xdotool key Escape
rest
xdotool key --delay 0 ctrl+k e x p o r t
rest
xdotool key Return
until_true 60 place "export For" >/dev/null || fail "letters after Ctrl+K do not reach the search"
xdotool key Escape
rest
xdotool key g
until_true 60 place "globe inferno" >/dev/null || fail "G opens no gallery"
xdotool key --delay 0 ctrl+k n n
rest
is_called "$name" || fail "letters after Ctrl+K in the gallery run shortcuts: $(xdotool getwindowname "$window")"
xdotool key Escape
rest
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
passed "Ctrl+K finds rows, buttons and dialogs by everyday words, and does what they do"

# ---- a planet of the gallery -------------------------------------------------------------------------------------

# Until its maps are ready, a newly opened red planet is shown as a placeholder. The planet before it is blue.
blueness() {
    cp screen/Xvfb_screen0 now.xwd
    look blueness now.xwd
}
sed -i 's/^what, \*paths = /def blueness(rows):\n    pixels = [p for row in rows[BAR:FOOT] for p in zip(*(channel[PANEL::STEP] for channel in row))]\n    return 100 * sum(b > 60 and b > 1.3 * r for r, g, b in pixels) \/ len(pixels)\n\n&/' look.py
start earthlike --seed 7 --set layers.land.cells=48
xdotool mousemove "${away[@]}"
rest
holds "$(blueness) > 3" || fail "the Earth is not blue: $(blueness) %"

# Whole words are listed before beginnings of words. A colour picker opens next to its swatch, wherever the
# mouse is.
y_of() { place "$1" | awk '{ print $2 }'; }
xdotool key ctrl+k
rest
xdotool type green
rest
[ "$(y_of Vegetation)" -lt "$(y_of Greenhouse)" ] || fail "Greenhouse is above Vegetation"
xdotool mousemove "${centre[@]}" # the middle of the planet
xdotool key Return
until_true 60 place picker >/dev/null || fail "green does not lead to the picker of Vegetation"
rest
read -r x y <<<"$(awk '$1 == "place" && $NF == "picker" && NF == 6 { x = $2; y = $3 } END { print x, y }' trace)"
[ "$x" -gt 350 ] && [ "$x" -lt 420 ] || fail "the picker is not next to the panel: $x"
[ $((y - $(y_of Vegetation))) -lt 80 ] && [ "$y" -gt "$(y_of Vegetation)" ] || fail "the picker is not next to its swatch: $y, $(y_of Vegetation)"
xdotool key Escape mousemove "${away[@]}"
rest
passed "green finds vegetation first, and its picker is next to its swatch"

# ---- the found row has the keyboard focus -----------------------------------------------------------------------------

# look_for WORDS: Ctrl+K, and Enter selects the first result.
look_for() {
    xdotool key ctrl+k
    until_true 60 place find >/dev/null || fail "Ctrl+K opens nothing"
    rest
    xdotool type "$1"
    rest
    xdotool key Return
}
knob() { saved && sed -nE "s/.*\"$1\": ([-0-9.e+]+).*/\1/p" out/saved.json; }
look_for ocean
xdotool type 0.7
xdotool key Return
rest
[ "$(knob ocean)" = 0.7 ] || fail "a number after Ctrl+K does not go into the knob: $(cat out/saved.json)"
look_for cloudiness
xdotool type 0.9
rest
xdotool key ctrl+k # from a field whose number is accepted
until_true 60 place find >/dev/null || fail "Ctrl+K in a field opens nothing"
rest
xdotool type octaves
rest
xdotool key Return
rest
xdotool type 3
rest
xdotool key Escape
rest
[ "$(knob cloudiness)" = 0.9 ] || fail "a number is lost by Ctrl+K: $(cat out/saved.json)"
! grep -q octaves out/saved.json || fail "Esc accepts a number: $(cat out/saved.json)"
look_for octaves
rest
xdotool key Escape
rest
xdotool type 5 # the row still has the keyboard focus
xdotool key Return
rest
[ "$(knob octaves)" = 5 ] || fail "a number over a row with the focus does not go into it: $(cat out/saved.json)"
look_for vegetation
xdotool type "teal"
edit=$(last_edit)
xdotool key Return
until_true 60 edits_after "$edit" || fail "the name of a colour after Ctrl+K does nothing"
xdotool key Escape
rest
xdotool key Escape
rest
look_for "display quality"
rest
xdotool key Return
rest
xdotool key Down Return
wait_for_message . # the list has the keyboard focus
xdotool key Escape
rest
passed "keys typed after Ctrl+K go to the row that was found"

# ---- Tab -------------------------------------------------------------------------------------------------------------

click "tab Shape"
rest
xdotool mousemove "${away[@]}"
xdotool key Escape
rest
for key in shift+Tab Return; do # the last widget of the tab
    xdotool key $key
    rest
done
until_true 60 says 'changes reset' || fail "Shift+Tab and Enter do not reach the panel's last button"
for key in Tab Tab Tab Return; do # from the last one to the planet, and to the second one
    xdotool key $key
    rest
done
until_true 60 place die >/dev/null || fail "Tab and Enter do not reach the tab Colour"
xdotool key n
wait_for_message 'Esc leads back to the planet'
for key in shift+Tab shift+Tab; do # back over the first one to the planet
    xdotool key $key
    rest
done
edit=$(last_edit)
xdotool key n
until_true 60 edits_after "$edit" || fail "Shift+Tab does not lead back to the planet"
xdotool key ctrl+z
rest
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
passed "Tab leads from the planet through the panel and back"

# (--set would be a change, about which the window asks.)
echo '{"type": "earthlike", "seed": 7, "set": {"layers.land.cells": 48}}' >out/earth.json
start ./earth.json
xdotool mousemove "${away[@]}"
rest
xdotool key g
until_true 60 place "globe arid" >/dev/null || fail "G opens no gallery"
click "globe arid" # in the second row
rest
xdotool key Return
until_true 60 place "picture of seed 7" >/dev/null || fail "no arid planets"
rest
click "globe seed 7"
rest
xdotool key Return
until_true 60 place still >/dev/null || fail "the opened planet is not shown as its thumbnail"
holds "$(blueness) < 1" || fail "the Earth is shown under another name: $(blueness) % are blue"
named "arid, seed 7 - Terrella"
side=$(awk '$1 == "place" && $NF == "still" { side = $4 } END { print side }' trace)
holds "$side > 300" || fail "the thumbnail is $side pixels wide"
rest
holds "$(blueness) < 1" || fail "the planet is blue"
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
passed "a planet from the gallery is shown as its thumbnail until its maps are ready"
