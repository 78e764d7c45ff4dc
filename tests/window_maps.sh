#!/usr/bin/env bash
# A picture that is opened becomes a map of the planet: the sheet, what it shows meanwhile, closing it, saving.
# ctest: COST 20
source "${SOURCE_DIR:?}/tests/window.sh"

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
xdotool mousemove "${away[@]}"
rest
shoot before.xwd
open_file ./hills.png
until_true 60 place "map use" >/dev/null || fail "a picture opens no sheet: $(grep ^message trace | tail -1)"
rest
shoot heights.xwd
holds "$(look differ before.xwd heights.xwd) > 0.05" || fail "the planet does not show the map behind the sheet"
xdotool key Escape
rest
shoot cancelled.xwd
holds "$(look differ before.xwd cancelled.xwd) < 0.02" || fail "closing the sheet does not take the map back"
passed "a picture is shown as heights while the sheet is open, and taken back with it"

open_file ./hills.png
until_true 60 place "map use" >/dev/null || fail "the sheet opens only once"
rest
click "map kind"
rest
click "map kind 1"
rest
xdotool key Return
wait_for_message 'The planet follows hills.png; Ctrl+Z undoes it'
xdotool key ctrl+s
until_true 60 place "save now" >/dev/null || fail "Ctrl+S opens no dialog"
rest
mkdir out/sub
xdotool key ctrl+a type "$PWD/out/sub/mine.json"
xdotool key Return
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
xdotool key ctrl+s
until_true 60 place "save now" >/dev/null || fail "Ctrl+S opens no dialog"
rest
xdotool key ctrl+a type "$PWD/out/alone/unpacked.json"
xdotool key Return
until_true 60 test -s out/alone/unpacked.json || fail "the opened pack is not saved: $(grep ^message trace | tail -1)"
cmp -s hills.png out/alone/hills.png || fail "the map of the pack is not saved: $(ls out/alone)"
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
passed "a map that was used is saved beside the recipe, and a pack opens"
