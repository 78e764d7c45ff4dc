#!/usr/bin/env bash
# The first minute of a new user: one of twenty infernos, an Earth with red vegetation, more sea and fewer
# clouds, comparison, undo, saving, a share link, an export for Godot, and a picture. Counts the actions, and
# saves a picture of each stage in minute/ next to the tests; with TR_FULL=1 in realistic sizes.
# ctest: RUN_SERIAL TRUE COST 30
shots=$(dirname "$(realpath "${TERRELLA:?}")")/tests/minute
screen=1280x800
source "${SOURCE_DIR:?}/tests/window.sh"
rm -rf "$shots"
mkdir -p "$shots"
steps=0

# show NAME: saves the display as a PNG.
show() {
    shoot now.xwd
    python3 - now.xwd "$shots/$1.png" <<'PYTHON'
import struct, sys, zlib
sys.argv, target = ["look.py", "size", sys.argv[1]], sys.argv[2]
exec(open("look.py").read().split("what, *paths")[0])
rows = read(sys.argv[2])
raw = b"".join(b"\0" + bytes(v for rgb in zip(*row) for v in rgb) for row in rows)
def chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
head = struct.pack(">IIBBBBB", len(rows[0][0]), len(rows), 8, 2, 0, 0, 0)
open(target, "wb").write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(raw, 1)) + chunk(b"IEND", b""))
PYTHON
}
# A double click counts as two actions.
twice() {
    click "$1"
    xdotool click 1
    steps=$((steps + 2))
}
# An action of the user, counted.
hit() {
    click "$1"
    steps=$((steps + 1))
    rest
}
# One drag in a list: from the list, which opens on the press, to an item.
drag_to() { # LIST NAME
    local at seen
    until_true 60 stands_still "$1" || fail "there is no '$1'"
    at=$(place "$1") seen=$(frames)
    # shellcheck disable=SC2086 # two numbers
    xdotool mousemove $at
    soon frames_after "$seen"
    xdotool mousedown 1
    until_true 60 stands_still "$2" || fail "$1 has no '$2', or does not open with the press"
    at=$(place "$2") seen=$(frames)
    # shellcheck disable=SC2086 # two numbers
    xdotool mousemove $at
    soon frames_after "$seen"
    xdotool mouseup 1
    steps=$((steps + 1))
    rest
}
press() {
    xdotool key "$1"
    steps=$((steps + 1))
}
pull() { # NAME BY: a drag of a slider
    local x y
    until_true 60 stands_still "$1" || fail "there is no '$1' in the panel"
    read -r x y <<<"$(place "$1")"
    before=$(last_edit)
    xdotool mousemove "$x" "$y" mousedown 1
    soon edits_after "$before" # the drag begins in its middle
    xdotool mousemove $((x + $2)) "$y" mouseup 1 # without waiting: frames may take longer
    steps=$((steps + 1))
    until_true 60 edits_after "$before" || fail "slider $1 does nothing"
}

: >trace
marks=0
(cd out && exec "$TERRELLA") >told 2>err &
pid=$!
until_true 60 place "globe inferno" >/dev/null || fail "no gallery: $(cat err)"
window=$(xdotool search --onlyvisible --pid "$pid" | tail -n 1)
xdotool windowfocus --sync "$window"
twice "globe inferno"
until_true 60 place "globe seed 20" >/dev/null || fail "no twenty infernos"
until_true 60 globes 12 || fail "$(look discs gallery.xwd) globes"
show 1-twenty-infernos
twice "globe seed 7"
named "inferno, seed 7 - Terrella"
seen=$(frames)
until_true 60 frames_after "$seen" # a letter typed with a click goes to the clicked field
press space
show 2-inferno

press g
until_true 60 place "globe earthlike" >/dev/null || fail "G opens no gallery"
twice "globe earthlike"
until_true 60 place "globe seed 4" >/dev/null || fail "no twenty earths"
twice "globe seed 4"
named "earthlike, seed 4 - Terrella"
green() { rest && cp screen/Xvfb_screen0 before.xwd && holds "$(look redness before.xwd) < 2"; }
until_true 60 green || fail "the lava of the previous planet does not fade"
pull ocean 31
pull cloudiness -25
hit "tab Colour"
hit "Vegetation"
hit "as in Crimson"
press Escape
xdotool mousemove 1279 799
show 3-red-leaved-earth
holds "$(look redness now.xwd) > $(look redness before.xwd) + 2" || fail "the leaves are not red"

# The earlier Earth next to it: its frame is dragged onto the globe.
read -r x y <<<"$(place "frame 1")"
for at in "$x $y mousedown 1" "600 600" "900 400 mouseup 1"; do
    # shellcheck disable=SC2086 # two numbers
    xdotool mousemove $at
    rest
done
steps=$((steps + 1))
until_true 60 place "compare close" >/dev/null || fail "there is no second planet"
xdotool mousemove 1279 799
show 4-compared
hit "compare close"

press ctrl+z
rest
press ctrl+y
press ctrl+s
rest # the dialog proposes a name
press Return
wait_for_message 'Saved: '
press ctrl+c
wait_for_message 'Copied: terrella:'
file=$(find out -name '*.json' ! -name '*manifest*')
python3 - "$file" <<'PYTHON' || fail "not more sea and fewer clouds: $(cat "$file")"
import json, sys
world = json.load(open(sys.argv[1]))
knobs = {**world, **world.get("set", {})}
assert knobs["ocean"] > 0.8 and knobs["cloudiness"] < 0.35, knobs
PYTHON
"$TERRELLA" show "$file" --link >line || fail "the saved file is not a world"
grep -q '^terrella:' line || fail "no share link: $(cat line)"
"$TERRELLA" show "$(cat line)" >one.json && "$TERRELLA" show "$file" >two.json
cmp -s one.json two.json || fail "the share link and the file give different planets"
passed "an Earth with red vegetation, saved and shared: $(wc -c <line) bytes"

press e
map_size="512 × 256" picture_size="1080p: 1920 × 1080"
if [ "${TR_FULL:-}" ]; then
    map_size="2048 × 1024" picture_size="4K: 3840 × 2160"
fi
drag_to "export For" "export For godot"
drag_to "export Size" "export Size $map_size"
show 5-export
press Return
wait_for_message 'Exported to'
[ -n "$(find out -name '*.tscn' -o -name '*.tres' -o -name '*.gdshader' | head -n 1)" ] || fail "nothing for Godot: $(ls -R out)"
hit picture # its dialog replaces the other one
drag_to "picture size" "$picture_size"
show 6-picture
press Return
wait_for_message 'Picture: '
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
[ $steps -le 30 ] || fail "a minute takes $steps clicks, drags and keys, more than 30"
passed "a minute: $steps clicks, drags and keys; pictures in $shots"
