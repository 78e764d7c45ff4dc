#!/usr/bin/env bash
# Rows of the panel and widgets next to them: rings, the name in the bar, the menu of types, search by Ctrl+K.
# ctest: RUN_SERIAL TRUE COST 20
source "${SOURCE_DIR:?}/tests/window.sh"

tab() { click "tab $1" && rest; }

start inferno --seed 7
xdotool mousemove "${away[@]}"
shoot first.xwd

# ---- rings -------------------------------------------------------------------------------------------

tab Rings
click "add rings"
rest
until_true 60 place rings.inner >/dev/null || fail "there are no rows of rings"
xdotool mousemove "${away[@]}"
shoot rings.xwd
holds "$(look differ first.xwd rings.xwd) > 4" || fail "rings change $(look differ first.xwd rings.xwd) % of the picture"
drag_slider rings.outer 24
rest
xdotool mousemove "${away[@]}"
shoot narrower.xwd
holds "$(look differ rings.xwd narrower.xwd) > 1" || fail "the outer edge changes nothing"
click "remove rings"
rest
xdotool mousemove "${away[@]}"
shoot gone.xwd
holds "$(look differ first.xwd gone.xwd) < 0.1" || fail "the rings are not removed: $(look differ first.xwd gone.xwd) %"
xdotool key ctrl+z
shoot back.xwd
holds "$(look differ narrower.xwd back.xwd) < 0.1" || fail "Ctrl+Z does not restore the rings"
xdotool key ctrl+z ctrl+z
rest
until_true 60 is_called "inferno, seed 7 - Terrella" || fail "all undone: $(xdotool getwindowname "$window")"
passed "rings are added, dragged, removed and restored"

# ---- the name ----------------------------------------------------------------------------------------

click "planet name"
rest
until_true 60 place "planet name field" >/dev/null || fail "a click on the name opens no field"
xdotool type Ember
xdotool key Return
until_true 60 is_called "● Ember - Terrella" || fail "a name was typed: $(xdotool getwindowname "$window")"
[ "$(last_edit)" = "$(awk '$1 == "sharp" { n = $2 } END { print n }' trace)" ] || fail "a new name bakes maps"
xdotool key ctrl+s
rest # the dialog asks for a name
xdotool key Return
until_true 60 test -s out/Ember.json || fail "the file does not have the planet's name: $(ls out)"
grep -q '"name": "Ember"' out/Ember.json || fail "the file does not have the name: $(cat out/Ember.json)"
xdotool key F2
rest
xdotool key ctrl+a
xdotool type Cinder
xdotool key Escape
rest
until_true 60 is_called "Ember - Ember.json - Terrella" || fail "Esc in the field: $(xdotool getwindowname "$window")"
xdotool key ctrl+z
until_true 60 is_called "● inferno, seed 7 - Ember.json - Terrella" || fail "Ctrl+Z does not undo the name: $(xdotool getwindowname "$window")"
passed "a name is typed in the bar, saved, and undone"

# ---- types -------------------------------------------------------------------------------------------

tab Shape
click type
until_true 60 place "type barren" >/dev/null || fail "the menu of types shows none"
xdotool key Right Return # without a rest before it, which would bake all types
until_true 60 is_called "● metal, seed 7 - Terrella" || fail "Right and Enter in the menu: $(xdotool getwindowname "$window")"
rest
click type
sleep 1
xdotool key b a r Return # not the types with the letters a and r
until_true 60 is_called "● barren, seed 7 - Terrella" || fail "'bar' and Enter in the menu: $(xdotool getwindowname "$window")"
rest
xdotool key ctrl+z ctrl+z
until_true 60 is_called "● inferno, seed 7 - Ember.json - Terrella" || fail "the types are not undone: $(xdotool getwindowname "$window")"
rest
passed "the menu of types takes letters, arrows and Enter"

# ---- search --------------------------------------------------------------------------------------------

found() { # found WORDS ENTRY
    xdotool key ctrl+k
    rest
    xdotool type "$1"
    until_true 60 place "$2" >/dev/null || fail "'$1' finds no '$2': $(grep ^place trace | tail -4)"
    rest
}
found ember.json "Ember.json"
xdotool key Return
click "close anyway" # without saving
until_true 60 is_called "Ember - Ember.json - Terrella" || fail "the file is not opened: $(xdotool getwindowname "$window")"
found "basalt colour" Basalt
xdotool key Return
until_true 60 place picker >/dev/null || fail "a colour that was found does not open"
xdotool key Escape
rest
found "autumn" Autumn
xdotool key Return
rest
[[ $(xdotool getwindowname "$window") = ●* ]] || fail "a harmony that was found changes nothing"
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
passed "Ctrl+K finds files, colours and harmonies"

# ---- fast typing -----------------------------------------------------------------------------------------

# Typing can be faster than frames: keys right after F2 or a click go to the field, in their order.
start inferno --seed 7
xdotool mousemove "${away[@]}"
fast() { xdotool key --delay 0 "$@"; }
fast F2 n h ctrl+a n e o BackSpace o n Return
until_true 60 is_called "● neon - Terrella" || fail "typed right after F2: $(xdotool getwindowname "$window")"
fast ctrl+z F2 e Escape
rest
is_called "inferno, seed 7 - Terrella" || fail "Esc right after F2: $(xdotool getwindowname "$window")"
# shellcheck disable=SC2046 # two numbers
xdotool mousemove $(place "planet name") sleep 0.5 click 1 key --delay 0 n m p Return
until_true 60 is_called "● nmp - Terrella" || fail "typed right after a click on the name: $(xdotool getwindowname "$window")"
fast ctrl+z
tab Shape
# shellcheck disable=SC2046 # two numbers
xdotool mousemove $(place seed) sleep 0.5 click 1 key --delay 0 ctrl+a 4 2 Return
until_true 60 is_called "inferno, seed 42 - Terrella" || fail "typed right after a click on the seed: $(xdotool getwindowname "$window")"
fast ctrl+z
rest
# shellcheck disable=SC2046 # two numbers
xdotool mousemove $(place "number noisiness") sleep 0.5 click --repeat 2 --delay 60 1 key --delay 0 1 period 2 5 Return
rest
fast ctrl+shift+s ctrl+a period slash f a s t Return
until_true 60 test -s out/fast.json || fail "typed right after Ctrl+Shift+S: $(ls out)"
grep -q '"noisiness": *1.25' out/fast.json || fail "typed right after a double click on a number: $(cat out/fast.json)"
fast ctrl+o
fast period slash f a s t period j s o n Return
until_true 60 grep -q '^message Opened .*fast.json' trace || fail "typed right after Ctrl+O: $(grep ^message trace | tail -1)"
rest
fast F1 c l o u d Escape Escape
rest
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
passed "keys right after a shortcut or a click go to the field"

# ---- edits that are solved again -----------------------------------------------------------------------

start earthlike --seed 7
xdotool mousemove "${away[@]}"
rest
xdotool key bracketright
until_true 60 place "busy noisiness" >/dev/null || fail "a row does not show that its edit is being solved"
rest
lines=$(wc -l <trace)
xdotool key h h
rest
! tail -n +"$lines" trace | grep -q "busy noisiness" || fail "the row still shows it after the maps are sharp"
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
passed "a row shows that its edit is being solved, until it is done"

# ---- layers --------------------------------------------------------------------------------------------

start inferno --seed 7
xdotool mousemove "${away[@]}"
tab Layers
xdotool mousemove "${away[@]}"
mapped() { cp screen/Xvfb_screen0 layers.xwd; holds "$(look spread layers.xwd) > 12"; }
until_true 60 mapped || fail "layers have no thumbnails: $(look spread layers.xwd)"
click "layers.region"
rest
reveal "layers.warm folds"
at=$(place "layers.warm folds")
click "layers.warm folds"
rest
[ "$(place "layers.warm folds")" = "$at" ] || fail "a layer that is opened moves from $at to $(place "layers.warm folds")"
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
passed "layers have thumbnails of their effect; one that is opened stays under the mouse"

# ---- flights -------------------------------------------------------------------------------------------

cat >out/pair.json <<'JSON'
{"format": 1, "name": "Pair", "star": {}, "planets": [
    {"name": "One", "type": "inferno", "seed": 1, "radius_km": 6000, "orbit": {"radius_km": 1.5e8}},
    {"name": "Two", "type": "inferno", "seed": 2, "radius_km": 3000,
     "orbit": {"radius_km": 1.5e8, "phase_deg": 0.05}}]}
JSON
start ./pair.json
xdotool mousemove "${centre[@]}" click --repeat 12 5
rest
until_true 60 place "body Two" >/dev/null || fail "the other planet is not in the picture"
click "body Two"
until_true 60 selects Two || fail "a click on Two: $(grep '^body' trace)"
xdotool mousemove "${away[@]}"
sleep 1
shoot chosen.xwd
at=$(place "body One") || fail "One is not visible from the camera of Two"
seen=$(frames)
# shellcheck disable=SC2086 # two numbers
xdotool mousemove $at
soon frames_after "$seen" # a click goes to the widget under the mouse in the last frame
xdotool click --repeat 2 --delay 60 1
until_true 60 selects One || fail "two clicks on One: $(grep '^body' trace)"
xdotool mousemove "${away[@]}"
sleep 1
shoot flown.xwd
holds "$(look size flown.xwd) > 3 * $(look size chosen.xwd)" ||
    fail "two clicks lead from a planet of $(look size chosen.xwd) pixels to one of $(look size flown.xwd)"
tab System
click "true sizes"
rest
at=$(place Two)
seen=$(frames)
# shellcheck disable=SC2086 # two numbers
xdotool mousemove $at
soon frames_after "$seen" # a click goes to the widget under the mouse in the last frame
xdotool click --repeat 2 --delay 60 1
sleep 0.1
xdotool key space # any command ends a flight
xdotool key space mousemove "${away[@]}"
shoot other.xwd
holds "$(look size other.xwd) > 0.8 * $(look size flown.xwd)" || fail "a double click on a name does not fly there"
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
passed "a click on a body looks at it, a double click flies there"

# ---- height maps ---------------------------------------------------------------------------------------

# grey WIDTH HEIGHT FILE: hills in 16 bits, as from another program.
grey() {
    python3 - "$@" <<'PYTHON'
import math, struct, sys, zlib
w, h = int(sys.argv[1]), int(sys.argv[2])
rows = b"".join(b"\0" + b"".join(struct.pack(">H", int(32768 + 20000 * math.sin(x / 9) * math.cos(y / 7)))
                                  for x in range(w)) for y in range(h))
def chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
open(sys.argv[3], "wb").write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", w, h, 16, 0, 0, 0, 0)) +
                              chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
PYTHON
}
open_finer() {
    open_file "$1"
    until_true 60 place "map use" >/dev/null || fail "a picture opens no sheet: $(grep ^message trace | tail -1)"
    rest
    click "map kind"
    rest
    click "map finer"
}
grey 128 64 out/hills.png
start inferno --seed 7
xdotool mousemove "${away[@]}"
open_finer ./hills.png
until_true 60 place "enhance start" >/dev/null || fail "a map of heights opens no dialog: $(grep ^message trace | tail -1)"
rest
xdotool key Return
until_true 60 test -s out/hills-enhanced.png || fail "nothing is enhanced: $(grep ^message trace | tail -1)"
until_true 60 grep -q '^message Enhanced: .*hills-enhanced.png, 512 × 256' trace || fail "the message is: $(grep ^message trace | tail -1)"
(cd out && "$TERRELLA" -q enhance hills.png --scale 2 --wrap-x -o same.png)
cmp -s out/hills-enhanced.png out/same.png || fail "the window and the command make different maps"
xdotool key Return
until_true 60 grep -q '^message .* exists already' trace || fail "an existing file is replaced"
grey 512 256 out/wide.png
open_finer ./wide.png
until_true 60 place "enhance start" >/dev/null || fail "a second map of heights opens no dialog"
rest
click "enhance times"
rest
click "times 6"
rest
click "enhance file"
rest
xdotool key ctrl+a type large.png
xdotool key Return # the same as the button
until_true 60 place "enhance cancel" >/dev/null || fail "a long run cannot be cancelled: $(grep ^message trace | tail -1)"
sleep 1 # a button that replaces another one ignores clicks for half a second
click "enhance cancel"
until_true 60 grep -q '^message Enhancing cancelled; nothing was written' trace || fail "cancelled: $(grep ^message trace | tail -1)"
[ -z "$(find out -name '*large*')" ] || fail "what was cancelled left $(find out -name '*large*')"
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
passed "a map of heights is enhanced, as the command does it, or cancelled"
