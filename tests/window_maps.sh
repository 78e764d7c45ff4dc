#!/usr/bin/env bash
# A picture that is opened becomes a map of the planet: the sheet, what it shows meanwhile, closing it, saving; files
# that vanish, change, are found; raw numbers.
# ctest: COST 20
source "${SOURCE_DIR:?}/tests/window.sh"

comes_back() { in_front planet; }
maps_of() { python3 -c 'import json, sys; print(json.dumps(json.load(open(sys.argv[1])).get("set", {})))' "$1"; }

python3 - <<'PYTHON' # a PNG of ours would hold a planet
import math, struct, zlib
w, h = 256, 128
rows = b"".join(b"\0" + bytes(int(127.5 + 90 * math.sin(6 * math.pi * x / w) * math.sin(math.pi * y / h) + 30 * math.sin(x * y / 300))
                              for x in range(w)) for y in range(h))
def chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
open("out/hills.png", "wb").write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", w, h, 8, 0, 0, 0, 0)) +
                                  chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
PYTHON
start earthlike --seed 7
click "tab Paint"
xdotool mousemove "${away[@]}"
rest
shoot before.xwd
click "way Line"
xdotool mousemove "${centre[@]}"
rest
xdotool click 1 # a line begins, which the sheet ends
rest
until_true 60 place "paint finish" >/dev/null || fail "a click begins no line"
xdotool mousemove "${away[@]}"
open_file ./hills.png
until_true 60 place "map use" >/dev/null || fail "a picture opens no sheet: $(grep ^message trace | tail -1)"
rest
shoot heights.xwd
holds "$(look differ before.xwd heights.xwd) > 0.05" || fail "the planet does not show the map behind the sheet"
click "way Freehand"
xdotool mousemove "${centre[@]}"
rest
xdotool click 1 # paints nothing while the sheet is open
rest
xdotool mousemove "${away[@]}" key Escape
rest
xdotool key Escape # the card of the place that was clicked
rest
xdotool key Return
rest
shoot cancelled.xwd
holds "$(look differ before.xwd cancelled.xwd) < 0.02" || fail "closing the sheet does not take the map back"
click "tab Shape"
rest
passed "a picture is shown as heights while the sheet is open, and taken back with it; it ends a line"

open_file ./hills.png
until_true 60 place "map use" >/dev/null || fail "the sheet opens only once"
rest
click "map region"
rest
click "item A part of it" # around the middle of the globe
corner_stands() { place "map corner" >corner; }
until_true 60 corner_stands || fail "the region has no outline"
holds "$(cut -d ' ' -f 2 corner) < 300" || fail "the outline's corner at 60° north is not above the middle: $(cat corner)"
click "map region"
rest
click "item The whole globe"
rest
click "map kind"
rest
click "map kind 1"
rest
place "map note land" >/dev/null || fail "the sheet does not say what the picture is taken for"
xdotool key Return
wait_for_message 'The planet follows hills.png: .*is neither black nor white.*; Ctrl+Z undoes it'
mkdir out/sub
save_as "$PWD/out/sub/mine.json"
until_true 60 test -s out/sub/mine.json || fail "nothing is saved: $(grep ^message trace | tail -1)"
cmp -s out/hills.png out/sub/hills.png || fail "the map is not saved beside the recipe"
maps_of out/sub/mine.json | grep -q '"maps.land": {"file": "hills.png"' || fail "the recipe names no map: $(cat out/sub/mine.json)"
"$TERRELLA" show -q out/sub/mine.json >/dev/null || fail "the command line cannot open it"

# A pack opens from a folder where the picture is not, and its copy of the map is saved with it.
"$TERRELLA" pack out/sub/mine.json >/dev/null || fail "no pack"
mkdir out/alone && mv out/sub/mine.terrella out/alone && mv out/hills.png out/sub/mine.json .
wait_for_quiet() { until_true 60 silent || fail "a message stays: $(grep '^message' trace | tail -n 1)"; }
wait_for_quiet
open_file ./alone/mine.terrella
wait_for_message 'alone/mine.terrella'
! grep -q '^message.*missing' trace || fail "the map is missing: $(grep '^message' trace | tail -n 1)"
save_as "$PWD/out/alone/unpacked.json"
until_true 60 test -s out/alone/unpacked.json || fail "the opened pack is not saved: $(grep ^message trace | tail -1)"
cmp -s hills.png out/alone/hills.png || fail "the map of the pack is not saved: $(ls out/alone)"
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
! grep -q 'maps[.]height' state/terrella/*.json || fail "the history has a map that its sheet only tried"
passed "a map that was used is saved beside the recipe, and a pack opens"

mv mine.json out/sub/
mv hills.png out/
start ./sub/mine.json
# ---- the list in the tab Shape -------------------------------------------------------------------------

until_true 60 place "map picture 0" >/dev/null || fail "no small picture of the map"
until_true 60 place "map note land" >/dev/null || fail "the list does not say what the map is taken for"
click "number maps.land.strength"
until_true 60 place "maps.land.strength" >/dev/null || fail "no strength"
rest
xdotool key ctrl+a type 0.5
xdotool key Return
rest
xdotool key ctrl+s
rest
maps_of out/sub/mine.json | grep -q '0.5' || fail "the strength does not change: $(cat out/sub/mine.json)"
click "map edit land"
until_true 60 place "map use" >/dev/null || fail "no sheet for a map that is there"
rest
xdotool key Return # as it is
rest
click "map remove land"
wait_for_message 'no longer follows that map; Ctrl+Z undoes it'
xdotool key ctrl+z ctrl+s
rest
maps_of out/sub/mine.json | grep -q '0.5' || fail "removing a map is not undone: $(cat out/sub/mine.json)"
passed "maps are listed, changed and removed"

# ---- files that vanish -----------------------------------------------------------------------------------

mv out/sub/hills.png out/away.png
wait_for_message 'hills.png has vanished: the planet keeps what it has read'
xdotool key bracketright
rest
! says 'is missing' || fail "an edit loses the map that is in memory"
click "map replace land" # which is "Find it …" now
comes_in_front() { in_front open; }
until_true 60 comes_in_front || fail "Find it opens no dialog"
rest
xdotool key ctrl+a type "$PWD/out/away.png"
xdotool key Return
wait_for_message 'away.png is found; Save copies it beside the recipe'
xdotool key ctrl+s
until_true 60 test -s out/sub/away.png || fail "the found file is not copied beside the recipe under its name"
[ ! -e out/sub/hills.png ] || fail "the found file is copied under the old name, too"
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
passed "a file that vanished is told and found"

rm out/sub/away.png
start ./sub/mine.json
wait_for_message 'away.png is missing or has changed: the planet is shown without it'
silent || click "find map"
soon comes_in_front
if ! comes_in_front; then # on a busy machine the message with the button faded before the click
    until_true 60 silent
    click "map replace land"
fi
until_true 60 comes_in_front || fail "Find it opens no dialog"
rest
python3 - <<'PYTHON' # raw numbers of another size
open("out/other.raw", "wb").write(bytes(x * y % 251 for y in range(96) for x in range(2 * 64)))
PYTHON
xdotool key ctrl+a type "$PWD/out/away.png"
xdotool key Return
wait_for_message 'away.png is found'
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
passed "a recipe whose map is missing says so at the start"

start away.png # as a picture that is dropped on the program
until_true 60 place "map use" >/dev/null || fail "the sheet does not ask what a picture is that the program starts with"
xdotool key Escape
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
passed "a picture is asked about at the start"

# ---- raw numbers -------------------------------------------------------------------------------------------

echo '{"type": "earthlike", "seed": 7, "set": {"ocean": 0.5}}' >out/plain.json
start ./plain.json --map land=away.png # which is not beside the recipe
! says 'is missing' || fail "the file of --map is missing"
open_file ./other.raw
until_true 60 place "map raw" >/dev/null || fail "no sheet for raw numbers"
wait_for_message 'its length is not that of a map'
until_true 60 place "disabled map use" >/dev/null || fail "Use is enabled beside an error"
xdotool key Return # so the sheet stays
click "map width"
xdotool key ctrl+a type 64
xdotool key Tab
xdotool key ctrl+a type 96
xdotool key Tab
wait_for_message 'which part of the globe it shows, in degrees$' # the numbers are read, and are no map of the whole globe
in_front map || fail "a map that cannot be read is accepted"
xdotool key Escape
until_true 60 comes_back || fail "Esc does not close the sheet"
rest

# ---- edits below the map that the sheet shows ----------------------------------------------------------------

open_file ./away.png
until_true 60 place "map note height" >/dev/null || fail "the sheet shows no heights"
rest
click "number ocean"
rest
xdotool key ctrl+a type 0.43
xdotool key Return
rest
in_front map || fail "an edit closes the sheet"
xdotool mousemove "${away[@]}" key Escape
until_true 60 comes_back || fail "Esc does not close the sheet after an edit"
rest
xdotool key ctrl+s
saves_edit() { maps_of out/plain.json | grep -q '"ocean": 0.43'; }
until_true 60 saves_edit || fail "Esc takes the edit back: $(cat out/plain.json)"
! grep -q '"maps.height' out/plain.json || fail "Esc leaves the map of the sheet: $(cat out/plain.json)"
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
passed "the size of raw numbers is asked for; Esc takes the map of the sheet back below an edit"
