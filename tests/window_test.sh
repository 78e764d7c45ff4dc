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
"""Looks at pictures: screenshots (PNG, 8-bit RGB) and the display's own file (XWD, 32 bits for each pixel)."""
import struct, sys, zlib

def read_png(data):
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
    raw, stride = zlib.decompress(packed), width * 3
    rows, above = [], bytearray(stride)
    for y in range(height):
        start = y * (stride + 1)
        method, row = raw[start], bytearray(raw[start + 1:start + 1 + stride])
        if method == 1:
            for i in range(3, stride):
                row[i] = (row[i] + row[i - 3]) & 255
        elif method == 2:
            row = bytearray((a + b) & 255 for a, b in zip(row, above))
        elif method == 3:
            for i in range(stride):
                left = row[i - 3] if i >= 3 else 0
                row[i] = (row[i] + (left + above[i]) // 2) & 255
        elif method == 4:
            for i in range(stride):
                a, b = (row[i - 3], above[i]) if i >= 3 else (0, above[i])
                c = above[i - 3] if i >= 3 else 0
                pa, pb, pc = abs(b - c), abs(a - c), abs(a + b - 2 * c)
                best = a if pa <= pb and pa <= pc else b if pb <= pc else c
                row[i] = (row[i] + best) & 255
        rows.append(row)
        above = row
    return width, height, rows

def read_xwd(data):
    head = struct.unpack(">25I", data[:100])
    size, width, height, stride, colours = head[0], head[4], head[5], head[12], head[19]
    little = head[7] == 0
    start, rows = size + 12 * colours, []
    for y in range(height):
        line = data[start + y * stride:start + y * stride + 4 * width]
        row = bytearray(3 * width)
        for c in range(3):
            row[c::3] = line[(2 - c if little else 1 + c)::4]
        rows.append(row)
    return width, height, rows

def read(path):
    data = open(path, "rb").read()
    return read_png(data) if data[:4] == b"\x89PNG" else read_xwd(data)

STEP = 4  # a sample of the pixels is enough

def grid(picture):
    """Brightness of every fourth pixel in both directions."""
    width, height, rows = picture
    return [[max(rows[y][3 * x:3 * x + 3]) for x in range(0, width, STEP)] for y in range(0, height, STEP)]

def blobs(picture, dark=20):
    """Connected bright areas, the largest first: lists of (x, y)."""
    g = grid(picture)
    seen, found = set(), []
    for y0, row in enumerate(g):
        for x0, value in enumerate(row):
            if value <= dark or (x0, y0) in seen:
                continue
            blob, todo = [], [(x0, y0)]
            seen.add((x0, y0))
            while todo:
                x, y = todo.pop()
                blob.append((x, y))
                for p in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                    if 0 <= p[0] < len(row) and 0 <= p[1] < len(g) and p not in seen and g[p[1]][p[0]] > dark:
                        seen.add(p)
                        todo.append(p)
            found.append(blob)
    return sorted(found, key=len, reverse=True)

def middle(picture):
    g = grid(picture)
    h, w = len(g), len(g[0])
    part = [g[y][x] for y in range(h * 2 // 5, h * 3 // 5) for x in range(w * 2 // 5, w * 3 // 5)]
    return sum(part) / len(part)

def corners(picture):
    """The brightest of the medians of the four corners: stars do not count."""
    g = grid(picture)
    n = 15
    parts = [[g[y][x] for y in ys for x in xs] for ys in (range(n), range(-n, 0)) for xs in (range(n), range(-n, 0))]
    return max(sorted(part)[len(part) // 2] for part in parts)

def size(picture):
    """Height in pixels of the largest bright area."""
    ys = [y for _, y in blobs(picture)[0]]
    return STEP * (max(ys) - min(ys) + 1)

def light(picture):
    """Where the light is: centroid of brightness."""
    g = grid(picture)
    total = sum(map(sum, g))
    return (sum(v * x for row in g for x, v in enumerate(row)) * STEP / total,
            sum(v * y for y, row in enumerate(g) for v in row) * STEP / total)

def differ(a, b):
    """Per cent of the pixels that are not alike."""
    ga, gb = grid(a), grid(b)
    alike = sum(abs(p - q) <= 8 for ra, rb in zip(ga, gb) for p, q in zip(ra, rb))
    return 100 - 100 * alike / (len(ga) * len(ga[0]))

def sliders(picture):
    """x and y of the orange grips of the panel's sliders, from the top."""
    rows, found, run = picture[2], [], []
    for y, row in enumerate(rows):
        orange = [x for x in range(100, 330) if row[3 * x] > 190 and 110 < row[3 * x + 1] < 200
                  and 40 < row[3 * x + 2] < 130]
        if orange:
            run.append((y, max(orange)))
        elif run:
            if len(run) >= 8:
                found.append((max(x for _, x in run) - 6, run[len(run) // 2][0]))
            run = []
    return found

what, *paths = sys.argv[1:]
if what == "equal":
    print(open(paths[0], "rb").read() == open(paths[1], "rb").read())
elif what == "discs":
    print(sum(len(blob) >= 60 for blob in blobs(read(paths[0]))))
elif what == "slider":
    print(*sliders(read(paths[0]))[int(paths[1])])
else:
    result = globals()[what](*map(read, paths))
    print(*(f"{r:.1f}" for r in (result if isinstance(result, tuple) else (result,))))
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

# shoot NAME: the picture without the panel, with the program's own key.
shoot() {
    rest
    xdotool key s
    until_true 5 compgen -G 'out/terrella-*.png' >/dev/null || fail "no screenshot"
    mv out/terrella-*.png "$1"
}
# The display with the panel, as it is now.
copy_screen() {
    rest
    cp screen/Xvfb_screen0 "$1"
}

# ---- one planet --------------------------------------------------------------------------------------

start inferno --seed 7

sleep 1
[ "$(frames)" -ge 5 ] || fail "the planet does not rotate: $(frames) frames"
xdotool key space
rest
before=$(frames) ticks=$(awk '{ print $14 + $15 }' "/proc/$pid/stat")
shoot first.png
rest
after_shot=$(frames) ticks=$(awk '{ print $14 + $15 }' "/proc/$pid/stat")
sleep 1
[ "$(frames)" = "$after_shot" ] || fail "$(($(frames) - after_shot)) frames in a second in which nothing moved"
ticks=$(($(awk '{ print $14 + $15 }' "/proc/$pid/stat") - ticks))
[ $ticks -le 3 ] || fail "an idle window took $((10 * ticks)) ms of a second"
[ "$after_shot" -gt "$before" ] || fail "a screenshot without a frame: the trace does not count"
shoot again.png
[ "$(look equal first.png again.png)" = True ] || fail "paused, but two pictures differ"
passed "pause: no frames, no work, the same picture"

middle=$(look middle first.png) corners=$(look corners first.png)
holds "$middle > 40" || fail "no planet in the middle: brightness $middle"
holds "$corners < 6" || fail "the corners are not black: $corners"
passed "a planet in the middle, black sky in the corners"

copy_screen with_panel.xwd
xdotool key h
copy_screen without_panel.xwd
changed=$(look differ with_panel.xwd without_panel.xwd)
holds "$changed > 1 && $changed < 30" || fail "hiding the panel changed $changed % of the pixels"
xdotool key h
copy_screen back.xwd
holds "$(look differ with_panel.xwd back.xwd) == 0" || fail "the panel does not come back as it was"
passed "the panel hides and comes back"

xdotool mousemove 640 400 mousedown 1 mousemove 700 420 mousemove 780 440 mouseup 1
shoot orbit.png
holds "$(look differ first.png orbit.png) > 5" || fail "dragging does not turn the planet"
xdotool key r
shoot reset.png
holds "$(look differ first.png reset.png) < 0.1" || fail "R does not bring the first view back"
passed "left drag turns the planet, R turns it back"

xdotool mousemove 640 400 click 4 click 4 click 4
shoot near.png
small=$(look size first.png) large=$(look size near.png)
holds "$large > 1.15 * $small" || fail "the wheel does not zoom: $small to $large pixels"
xdotool key r
passed "the wheel makes the planet larger"

read -r x0 y0 <<<"$(look light first.png)"
xdotool mousemove 640 600 mousedown 3 mousemove 740 600 mousemove 880 600 mouseup 3
shoot sun.png
read -r x1 y1 <<<"$(look light sun.png)"
holds "$x1 > $x0 + 25" || fail "right drag does not move the light: $x0,$y0 to $x1,$y1"
xdotool key r
passed "right drag moves the light"

# ---- edits -------------------------------------------------------------------------------------------

for i in 1 2 3; do
    xdotool key bracketright
    rest
done
shoot noisier.png
holds "$(look differ first.png noisier.png) > 0.5" || fail "the noisiness key changes $(look differ first.png noisier.png) % of the picture"
for i in 1 2 3; do
    xdotool key apostrophe
    rest
done
shoot rougher.png
holds "$(look differ noisier.png rougher.png) > 0.3" || fail "the persistence key changes nothing"
passed "keys change noisiness and persistence"

# How soon were those edits seen? The best of three counts: other programs may be busy.
awk '$1 == "edit" { at[$2] = $3; frames[$2] = n } $1 == "frame" { n++ }
    $1 == "preview" { print "preview", $3 - at[$2], n - frames[$2] } $1 == "sharp" { print "sharp", $3 - at[$2], 0 }' \
    trace | tail -n 12 >delays
best() { awk -v what="$1" -v column="$2" '$1 == what { print $column }' delays | sort -n | head -n 1; }
preview=$(best preview 2) skipped=$(best preview 3) sharp=$(best sharp 2)
[ -n "$preview" ] && [ -n "$sharp" ] || fail "no previews in the trace"
holds "$skipped <= 1" || fail "an edit shows only $skipped frames later"
holds "$preview <= 120" || fail "an edit shows after $preview ms"
holds "$sharp <= 250" || fail "an edit is sharp after $sharp ms"
passed "an edit shows in the next frame, after $preview ms, and is sharp after $sharp ms"

copy_screen panel.xwd
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
shoot slider.png
holds "$(look differ rougher.png slider.png) > 0.5" || fail "the noisiness slider changes $(look differ rougher.png slider.png) %"
passed "dragging the noisiness slider: $(($(last_edit) - edits)) edits, $previews previews on the way"

for i in 1 2; do xdotool key equal; done
shoot larger.png
holds "$(look size larger.png) > 1.1 * $(look size slider.png)" || fail "a larger radius looks no larger"
copy_screen panel.xwd
read -r x y <<<"$(look slider panel.xwd 3)"
xdotool mousemove "$x" "$y" mousedown 1 mousemove $((x - 10)) "$y" sleep 0.2 mousemove $((x - 20)) "$y" sleep 0.2 mouseup 1
xdotool mousemove 640 780
shoot smaller.png
holds "$(look size smaller.png) < 0.9 * $(look size larger.png)" || fail "the radius slider does not shrink the planet"
passed "the radius changes the size in the picture, by key and slider"

name=$(xdotool getwindowname "$window")
xdotool key r n
shoot seed.png
holds "$(look differ first.png seed.png) > 5" || fail "a new seed is the same planet"
[ "$(xdotool getwindowname "$window")" != "$name" ] || fail "the new seed is not named: $name"
xdotool key p
rest
[ "$(xdotool getwindowname "$window")" = "$name" ] || fail "P does not bring the seed back"
passed "new seed, and back: $name"

xdotool key Right
shoot type.png
holds "$(look differ reset.png type.png) > 5" || fail "the next type looks the same"
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
shoot pair.png
discs=$(look discs pair.png)
[ "$discs" -ge 2 ] || fail "a scene with two planets shows $discs discs"
xdotool key Tab
shoot other.png
holds "$(look differ pair.png other.png) > 1" || fail "Tab shows the same planet"
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
