#!/usr/bin/env bash
# The real window, driven with mouse and keys on a virtual display, and its pixels read back.
# ctest: RUN_SERIAL TRUE
set -euo pipefail

for tool in Xvfb xvfb-run xauth xdotool python3; do
    command -v $tool >/dev/null || { echo "$tool is missing"; exit 77; }
done
TERRELLA=$(realpath "${TERRELLA:?}")

if [ -z "${WINDOW_TEST_DIR:-}" ]; then
    WINDOW_TEST_DIR=$(mktemp -d)
    trap 'rm -rf "$WINDOW_TEST_DIR"' EXIT
    export WINDOW_TEST_DIR
    mkdir "$WINDOW_TEST_DIR/screen"
    # The display keeps its pixels in a file there.
    xvfb-run -a -s "-screen 0 1280x800x24 -fbdir $WINDOW_TEST_DIR/screen" "$(realpath "$0")"
    exit
fi

cd "$WINDOW_TEST_DIR"
export TERRELLA_GL_DEBUG=1 TERRELLA_TRACE=$PWD/trace
mkdir out
pid=
trap '[ -z "$pid" ] || kill "$pid" 2>/dev/null || true' EXIT

fail() {
    echo "FAILED: $*"
    exit 1
}
passed() { echo "ok: $*"; }

# ---- pictures --------------------------------------------------------------------------------------

cat >look.py <<'PYTHON'
"""Looks at pictures: the display's own file (XWD, 32 bits for each pixel) and screenshots (PNG, 8-bit RGB)."""
import struct, sys, zlib

PANEL = 340  # the picture is looked at to the right of the panel
STEP = 4     # and every fourth pixel of every fourth row is enough

def unfilter(method, row, above):
    for i in range(len(row)):
        a, b, c = (row[i - 3], above[i], above[i - 3]) if i >= 3 else (0, above[i], 0)
        if method == 4:
            pa, pb, pc = abs(b - c), abs(a - c), abs(a + b - 2 * c)
            guess = a if pa <= pb and pa <= pc else b if pb <= pc else c
        else:
            guess = (0, a, b, (a + b) // 2)[method]
        row[i] = (row[i] + guess) & 255

def read_png(data):
    """Rows of red, green and blue: three lists each."""
    at, width, height, packed = 8, 0, 0, b""
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + size]
        if kind == b"IHDR":
            width, height, bits, colour = struct.unpack(">IIBB", body[:10])
            assert bits == 8 and colour == 2
        if kind == b"IDAT":
            packed += body
        at += 12 + size
    raw, stride = zlib.decompress(packed), 3 * width
    rows, above = [], bytes(stride)
    for y in range(height):
        row = bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        unfilter(raw[y * (stride + 1)], row, above)
        rows.append([row[c::3] for c in range(3)])
        above = row
    return rows

def read_xwd(data):
    head = struct.unpack(">25I", data[:100])
    size, width, height, little, stride, colours = head[0], head[4], head[5], head[7] == 0, head[12], head[19]
    start, rows = size + 12 * colours, []
    for y in range(height):
        line = data[start + y * stride:start + y * stride + 4 * width]
        rows.append([line[(2 - c if little else 1 + c)::4] for c in range(3)])
    return rows

def read(path):
    data = open(path, "rb").read()
    return read_png(data) if data[:4] == b"\x89PNG" else read_xwd(data)

def grid(rows, first=PANEL):
    """Brightness of a sample of the pixels."""
    return [[max(rgb) for rgb in zip(*(channel[first::STEP] for channel in row))] for row in rows[::STEP]]

def blobs(rows, dark=20):
    """Connected bright areas, the largest first: lists of (x, y)."""
    g = grid(rows)
    todo = {(x, y) for y, row in enumerate(g) for x, value in enumerate(row) if value > dark}
    found = []
    while todo:
        blob = edge = [todo.pop()]
        while edge:
            edge = [p for x, y in edge for p in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
                    if p in todo and not todo.remove(p)]
            blob = blob + edge
        found.append(blob)
    return sorted(found, key=len, reverse=True)

def middle(rows):
    part = [v for row in grid(rows, 540)[80:120] for v in row[:50]]
    return sum(part) / len(part)

def corners(rows):
    """The brighter of the medians of the right corners: stars do not count."""
    g = grid(rows)
    parts = [sorted(v for row in part for v in row[-15:]) for part in (g[:15], g[-15:])]
    return max(part[len(part) // 2] for part in parts)

def size(rows):
    """Height in pixels of the largest bright area."""
    ys = [y for _, y in blobs(rows)[0]]
    return STEP * (max(ys) - min(ys) + 1)

def light(rows):
    """Where the light is: how far to the right the centroid of brightness."""
    g = grid(rows)
    return sum(v * x for row in g for x, v in enumerate(row)) * STEP / sum(map(sum, g))

def discs(rows):
    return sum(len(blob) >= 60 for blob in blobs(rows))

def differ(a, b, first=PANEL):
    """Per cent of the pixels that are not alike."""
    pairs = [pair for ra, rb in zip(grid(a, first), grid(b, first)) for pair in zip(ra, rb)]
    return 100 * sum(abs(p - q) > 8 for p, q in pairs) / len(pairs)

def differ_all(a, b):
    return differ(a, b, 0)

def sliders(rows):
    """x and y of the orange grips of the panel's sliders, from the top."""
    found, run = [], []
    for y, (red, green, blue) in enumerate(rows):
        orange = [x for x in range(100, 330) if red[x] > 190 and 110 < green[x] < 200 and 40 < blue[x] < 130]
        if orange:
            run.append((y, max(orange)))
        elif run:
            if len(run) >= 8:
                found.append((max(x for _, x in run) - 6, run[len(run) // 2][0]))
            run = []
    return found

what, *paths = sys.argv[1:]
if what == "slider":
    print(*sliders(read(paths[0]))[int(paths[1])])
else:
    print(f"{globals()[what](*map(read, paths)):.4g}")
PYTHON

look() { python3 look.py "$@"; }
# holds EXPRESSION: of numbers, for the shell.
holds() { awk "BEGIN { exit !($*) }"; }

# ---- the window --------------------------------------------------------------------------------------

# until_true SECONDS command…
until_true() {
    local tries=$(($1 * 20))
    shift
    for ((i = 0; i < tries; i++)); do
        ! "$@" || return 0
        sleep 0.05
    done
    return 1
}

start() {
    : >trace
    (cd out && exec "$TERRELLA" "$@") 2>err &
    pid=$!
    until_true 10 grep -q '^sharp' trace || fail "no sharp planet after 10 s: $(cat err)"
    window=$(xdotool search --onlyvisible --pid "$pid" | tail -n 1)
    xdotool windowfocus --sync "$window"
}

# Ends the window with Esc; the status is its exit code.
finish() {
    local code=0
    xdotool key Escape
    until_true 10 gone || fail "the window does not close with Esc"
    wait "$pid" || code=$?
    pid=
    return $code
}
gone() { ! kill -0 "$pid" 2>/dev/null; }

last_edit() { awk '$1 == "edit" { n = $2 } END { print n + 0 }' trace; }
is_sharp() { awk '$1 == "edit" { n = $2 } $1 == "sharp" { s = $2 } END { exit s < n }' trace; }
frames() { grep -c '^frame' trace || true; }
still() {
    local before
    before=$(frames)
    sleep 0.2
    [ "$(frames)" = "$before" ]
}
# Waits until the bake is done and the picture stands still.
rest() { until_true 10 is_sharp && until_true 10 still || fail "the window does not come to rest"; }

# shoot NAME: the display, at rest.
shoot() {
    rest
    cp screen/Xvfb_screen0 "$1"
}

# The best of the delays of edits after number $1: other programs may be busy. Sets preview, sharp (milliseconds)
# and skipped: how many frames late an edit was.
measure_delays() {
    awk -v first="$1" '$1 == "edit" { at[$2] = $3; frames[$2] = n } $1 == "frame" { n++ } $2 <= first { next }
        $1 == "preview" && !($2 in seen) { print "preview", $3 - at[$2]; print "skipped", n - frames[$2] - 1; seen[$2] }
        $1 == "sharp" { print "sharp", $3 - at[$2] }' trace | sort -k 2 -n >delays
    preview=$(awk '$1 == "preview" { print $2; exit }' delays)
    skipped=$(awk '$1 == "skipped" { print $2; exit }' delays)
    sharp=$(awk '$1 == "sharp" { print $2; exit }' delays)
    [ -n "$preview" ] && [ -n "$sharp" ] || fail "no previews in the trace"
}

is_called() { [ "$(xdotool getwindowname "$window")" = "$1" ]; }

# ---- one planet --------------------------------------------------------------------------------------

start inferno --seed 7
xdotool mousemove 1279 799 # the display's file shows the cursor too

sleep 1
[ "$(frames)" -ge 5 ] || fail "the planet does not rotate: $(frames) frames"
xdotool key space
rest
before=$(frames) ticks=$(awk '{ print $14 + $15 }' "/proc/$pid/stat")
sleep 1
[ "$(frames)" = "$before" ] || fail "$(($(frames) - before)) frames in a second in which nothing moved"
ticks=$(($(awk '{ print $14 + $15 }' "/proc/$pid/stat") - ticks))
[ $ticks -le 3 ] || fail "an idle window took $((10 * ticks)) ms of a second"
shoot first.xwd
passed "pause: no frames and no work"

xdotool key s
until_true 5 compgen -G 'out/terrella-inferno-7-001.png' >/dev/null || fail "no screenshot: $(ls out)"
holds "$(look differ first.xwd out/terrella-inferno-7-001.png) == 0" || fail "the screenshot is another picture"
shoot again.xwd
holds "$(look differ first.xwd again.xwd) == 0" || fail "paused, but two pictures differ"
passed "S writes what the window shows"

middle=$(look middle first.xwd) corners=$(look corners first.xwd)
holds "$middle > 40" || fail "no planet in the middle: brightness $middle"
holds "$corners < 6" || fail "the corners are not black: $corners"
passed "a planet in the middle, black sky in the corners"

shoot with_panel.xwd
xdotool key h
shoot without_panel.xwd
changed=$(look differ_all with_panel.xwd without_panel.xwd)
holds "$changed > 1 && $changed < 30" || fail "hiding the panel changed $changed % of the pixels"
xdotool key h
shoot back.xwd
holds "$(look differ_all with_panel.xwd back.xwd) == 0" || fail "the panel does not come back as it was"
passed "the panel hides and comes back"

xdotool mousemove 640 400 mousedown 1 mousemove 700 420 mousemove 780 440 mouseup 1
shoot orbit.xwd
holds "$(look differ first.xwd orbit.xwd) > 5" || fail "dragging does not turn the planet"
xdotool key r
shoot reset.xwd
holds "$(look differ first.xwd reset.xwd) < 0.1" || fail "R does not bring the first view back"
passed "left drag turns the planet, R turns it back"

xdotool mousemove 640 400 click 4 click 4 click 4
shoot near.xwd
small=$(look size first.xwd) large=$(look size near.xwd)
holds "$large > 1.15 * $small" || fail "the wheel does not zoom: $small to $large pixels"
xdotool key r
passed "the wheel makes the planet larger"

xdotool mousemove 640 600 mousedown 3 mousemove 740 600 mousemove 880 600 mouseup 3
shoot sun.xwd
before=$(look light first.xwd) after=$(look light sun.xwd)
holds "$after > $before + 25" || fail "right drag does not move the light: $before to $after"
xdotool key r
passed "right drag moves the light"

# ---- edits -------------------------------------------------------------------------------------------

edits=$(last_edit)
for i in 1 2 3; do
    xdotool key bracketright
    rest
done
shoot noisier.xwd
holds "$(look differ first.xwd noisier.xwd) > 0.5" || fail "the noisiness key changes $(look differ first.xwd noisier.xwd) % of the picture"
for i in 1 2 3; do
    xdotool key apostrophe
    rest
done
shoot rougher.xwd
holds "$(look differ noisier.xwd rougher.xwd) > 0.3" || fail "the persistence key changes nothing"
measure_delays "$edits"
holds "$skipped <= 0" || fail "an edit shows $skipped frames late"
passed "keys change noisiness and persistence; an edit shows after $preview ms and is sharp after $sharp ms"

shoot panel.xwd
read -r x y <<<"$(look slider panel.xwd 0)"
edits=$(last_edit)
xdotool mousemove "$x" "$y" mousedown 1
for ((dx = 4; dx <= 40; dx += 4)); do
    xdotool mousemove $((x - dx)) "$y"
    sleep 0.03
done
previews=$(awk -v n="$edits" '$1 == "preview" && $2 > n' trace | wc -l)
xdotool mouseup 1
[ "$(last_edit)" -ge $((edits + 3)) ] || fail "dragging the noisiness slider: $(($(last_edit) - edits)) edits"
[ "$previews" -ge 2 ] || fail "$previews previews while the slider was dragged"
xdotool mousemove 640 780
shoot slider.xwd
holds "$(look differ rougher.xwd slider.xwd) > 0.5" || fail "the noisiness slider changes $(look differ rougher.xwd slider.xwd) %"
passed "dragging the noisiness slider: $(($(last_edit) - edits)) edits, $previews previews on the way"

for i in 1 2; do xdotool key equal; done
shoot larger.xwd
holds "$(look size larger.xwd) > 1.1 * $(look size slider.xwd)" || fail "a larger radius looks no larger"
shoot panel.xwd
read -r x y <<<"$(look slider panel.xwd 3)"
xdotool mousemove "$x" "$y" mousedown 1 mousemove $((x - 10)) "$y" sleep 0.2 mousemove $((x - 20)) "$y" sleep 0.2 mouseup 1
xdotool mousemove 640 780
shoot smaller.xwd
holds "$(look size smaller.xwd) < 0.9 * $(look size larger.xwd)" || fail "the radius slider does not shrink the planet"
passed "the radius changes the size in the picture, by key and slider"

name=$(xdotool getwindowname "$window")
xdotool key r n
shoot seed.xwd
holds "$(look differ first.xwd seed.xwd) > 5" || fail "a new seed is the same planet"
[ "$(xdotool getwindowname "$window")" != "$name" ] || fail "the new seed is not named: $name"
xdotool key p
rest
[ "$(xdotool getwindowname "$window")" = "$name" ] || fail "P does not bring the seed back"
passed "new seed, and back: $name"

read -r x y <<<"$(look slider panel.xwd 0)"
xdotool mousemove "$x" $((y - 65)) click 1
rest
xdotool key ctrl+a type 4242
xdotool key Return
until_true 5 is_called "inferno, seed 4242 - Terrella" || fail "typed a seed: $(xdotool getwindowname "$window")"
xdotool mousemove 640 780 key p
until_true 5 is_called "$name" || fail "P after a typed seed: $(xdotool getwindowname "$window")"
passed "a seed can be typed"

xdotool key Right
shoot type.xwd
holds "$(look differ reset.xwd type.xwd) > 5" || fail "the next type looks the same"
case $(xdotool getwindowname "$window") in
inferno*) fail "the next type is still inferno" ;;
*) passed "next type: $(xdotool getwindowname "$window")" ;;
esac
xdotool key Left
rest

xdotool key e
until_true 20 compgen -G 'out/inferno-7.manifest.json' >/dev/null || fail "no texture set after E: $(ls out)"
for map in albedo height normal; do
    [ -s "out/inferno-7_$map.png" ] || fail "no $map map: $(ls out)"
done
rest
passed "E exports: $(ls out | tr '\n' ' ')"

rm -rf out/*
xdotool key e
sleep 0.2
finish || fail "exit code $? after Esc: $(cat err)"
[ -z "$(ls -A out)" ] || fail "closing during an export left $(ls -A out)"
passed "Esc closes with 0, and an unfinished export leaves nothing"

# ---- how soon an edit shows --------------------------------------------------------------------------------

# A planet like the article's: cells and noise. Types with much more in them take longer.
cat >out/plain.json <<'JSON'
{"format": 1, "seed": 7, "radius_km": 6000, "noisiness": 0.6, "persistence": 0.5, "octaves": 8, "layers": [
    {"name": "cells", "field": "voronoi", "value": "distance", "density": 120, "amount": 1000},
    {"name": "detail", "field": "fractal", "start": 1, "amount": {"knob": "noisiness", "times": 1000}}],
 "albedo": [{"name": "ground", "channel": "height", "stops": [[0, "600000"], [800, "b00000"], [1000, "ffff00"]]}]}
JSON
start ./plain.json
xdotool key space
rest
edits=$(last_edit)
for key in bracketright apostrophe bracketright apostrophe bracketright apostrophe; do
    xdotool key $key
    rest
done
measure_delays "$edits"
holds "$skipped <= 0" || fail "an edit shows $skipped frames late"
holds "$preview <= 100" || fail "an edit shows after $preview ms"
holds "$sharp <= 250" || fail "an edit is sharp after $sharp ms"
finish || fail "exit code $? after Esc: $(cat err)"
passed "a plain planet: an edit shows in the next frame, after $preview ms, and is sharp after $sharp ms"

# ---- fields of the whole planet ----------------------------------------------------------------------------

# A new noisiness has the terrain solved anew, for most of a second: previews do not wait for that.
start earthlike --seed 7
xdotool key space
xdotool mousemove 1279 799
shoot earth.xwd
edits=$(last_edit)
read -r x y <<<"$(look slider earth.xwd 0)"
xdotool mousemove "$x" "$y" mousedown 1
for ((dx = 4; dx <= 60; dx += 4)); do
    xdotool mousemove $((x - dx)) "$y"
    sleep 0.05
done
previews=$(awk -v n="$edits" '$1 == "preview" && $2 > n' trace | wc -l)
sharps=$(awk -v n="$edits" '$1 == "sharp" && $2 > n' trace | wc -l)
xdotool mouseup 1
dragged=$(($(last_edit) - edits))
[ "$dragged" -ge 5 ] || fail "dragging the noisiness slider of an earthlike: $dragged edits"
[ "$previews" -ge 3 ] || fail "$previews previews while the noisiness of an earthlike was dragged"
xdotool mousemove 1279 799
shoot earth_noisier.xwd
measure_delays "$edits"
changed=$(look differ earth.xwd earth_noisier.xwd)
holds "$changed > 0.5" || fail "another noisiness changes $changed % of an earthlike"
finish || fail "exit code $? after Esc: $(cat err)"
passed "an earthlike: $dragged edits while it was dragged, $previews previews and $sharps sharp on the way; the best shows after $preview ms and is sharp after $sharp ms"

# ---- several planets -----------------------------------------------------------------------------------

cat >out/pair.json <<'JSON'
{"format": 1, "name": "Pair", "star": {}, "planets": [
    {"name": "One", "type": "inferno", "seed": 1, "radius_km": 6000, "orbit": {"radius_km": 1.5e8}},
    {"name": "Two", "type": "inferno", "seed": 2, "radius_km": 5000,
     "orbit": {"radius_km": 1.5e8, "phase_deg": 0.008}}]}
JSON
start ./pair.json
xdotool key space
xdotool mousemove 640 400 click --repeat 9 5
shoot pair.xwd
discs=$(look discs pair.xwd)
holds "$discs >= 2" || fail "a scene with two planets shows $discs discs"
xdotool key Tab
shoot other.xwd
holds "$(look differ pair.xwd other.xwd) > 1" || fail "Tab shows the same planet"
case $(xdotool getwindowname "$window") in
Two*) ;;
*) fail "Tab does not go to the next planet: $(xdotool getwindowname "$window")" ;;
esac
finish || fail "exit code $? after Esc: $(cat err)"
passed "a scene shows $discs discs, Tab goes to the next planet"

# ---- what cannot work ----------------------------------------------------------------------------------

code=0
env -u DISPLAY -u WAYLAND_DISPLAY "$TERRELLA" inferno 2>err || code=$?
[ $code = 4 ] && grep -q 'display' err || fail "without a display: exit code $code, $(cat err)"
code=0
MESA_GL_VERSION_OVERRIDE=2.1 timeout 10 "$TERRELLA" inferno 2>err || code=$?
[ $code = 4 ] && grep -q '3\.3' err || fail "with OpenGL 2.1: exit code $code, $(cat err)"
passed "no display and an old OpenGL are told apart from success"
