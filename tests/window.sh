# Helpers for script tests of the window, which source this file. From here on they run on a separate virtual
# display. The working directory is an empty folder; the window runs in its subfolder out/. Maps are at most 1024
# texels wide, but of the usual widths with TR_FULL=1 and in a test that sets widths=usual. Defines:
# shellcheck shell=bash
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
    # The display keeps its pixels in a file there. Unless a test sets $screen it is small, because the CPU
    # paints everything.
    xvfb-run -a -s "-screen 0 ${screen:-800x600}x24 -fbdir $WINDOW_TEST_DIR/screen" "$(realpath "$0")" "$@"
    exit
fi

cd "$WINDOW_TEST_DIR"
export XDG_STATE_HOME=$PWD/state XDG_CONFIG_HOME=$PWD/config
export TERRELLA_GL_DEBUG=1 TERRELLA_TRACE=$PWD/trace
[ -n "${TR_FULL:-}" ] || [ "${widths:-}" = usual ] || export TERRELLA_COARSE_MAPS=1
mkdir out config
printf 'XDG_DOCUMENTS_DIR="%s/out"\nXDG_PICTURES_DIR="%s/out"\n' "$PWD" "$PWD" >config/user-dirs.dirs
# Without the desktop's file dialogs, which would wait for a user: each folder with one is replaced in PATH by
# links to its other programs.
for tool in zenity kdialog; do
    while tool_at=$(command -v $tool); do
        tool_folder=${tool_at%/*} tools=$PWD/tools$RANDOM
        mkdir "$tools"
        find "$tool_folder/" -mindepth 1 -maxdepth 1 ! -name zenity ! -name kdialog -exec ln -s -t "$tools" {} +
        PATH=:$PATH: PATH=${PATH//:"$tool_folder":/:"$tools":} PATH=${PATH#:} PATH=${PATH%:}
    done
done
pid=
centre=(578 300) away=(799 599) # the middle of the planet; a place for the mouse outside of it, because the display shows the cursor
trap '[ -z "$pid" ] || kill "$pid" 2>/dev/null || true' EXIT

fail() {
    echo "FAILED: $*"
    exit 1
}
passed() { echo "ok: $*"; }
# Whether the last message has faded.
silent() { [ "$(grep '^message' trace | tail -n 1)" = "message " ]; }

# ---- pictures --------------------------------------------------------------------------------------

cat >look.py <<'PYTHON'
"""Looks at pictures: the display's own file (XWD, 32 bits for each pixel) and screenshots (PNG, 8-bit RGB)."""
import struct, sys, zlib

PANEL = 392  # compared are pixels to the right of the panel,
BAR = 92     # below the bar and the text about the place under the mouse,
FOOT = -80   # above the message,
CENTRE = (578, 300)
STEP = 4     # and every fourth pixel of every fourth row

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
    x, y = CENTRE
    part = [v for row in grid(rows[y - 60:y + 60], x - 60) for v in row[:120 // STEP]]
    return sum(part) / len(part)

def corners(rows):
    """The brighter of the medians of the right corners: stars do not count."""
    g = grid(rows[BAR:FOOT])
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
    if first == PANEL:
        a, b = a[BAR:FOOT], b[BAR:FOOT]
    pairs = [pair for ra, rb in zip(grid(a, first), grid(b, first)) for pair in zip(ra, rb)]
    return 100 * sum(abs(p - q) > 8 for p, q in pairs) / len(pairs)

def mean_apart(a, b):
    """As compare_pictures() in pictures.h: how far two pictures are apart on average."""
    pairs = [abs(p - q) for ra, rb in zip(a, b) for ca, cb in zip(ra, rb) for p, q in zip(ca, cb)]
    return sum(pairs) / len(pairs)

def blocks_apart(a, b):
    """As block_difference() in pictures.h: the largest difference between means of 8 x 8 pixels."""
    return max(abs(sum(sum(a[y + j][c][x:x + 8]) - sum(b[y + j][c][x:x + 8]) for j in range(8))) / 64
               for y in range(0, len(a) - 7, 8) for x in range(0, len(a[0][0]) - 7, 8) for c in range(3))

def differ_top(a, b):
    return differ(a[44:BAR], b[44:BAR], PANEL + 1)

def differ_all(a, b):
    return differ(a, b, 0)

def differ_name(a, b):
    """Of the planet's name in the bar: how many pixels are light in one picture only."""
    lit = [[[max(p) > 128 for p in zip(*(channel[46:200] for channel in row))] for row in rows[5:37]] for rows in (a, b)]
    return sum(p != q for ra, rb in zip(*lit) for p, q in zip(ra, rb))

def spread(rows):
    """Of the maps of layers: how unlike the brightness of their texels is."""
    values = [rows[y][0][x] for y in range(170, 420, 3) for x in range(56, 84, 3)]
    mean = sum(values) / len(values)
    return (sum((v - mean) ** 2 for v in values) / len(values)) ** 0.5

# Percentage of pixels that are clearly red.
def redness(rows):
    pixels = [p for row in rows[BAR:FOOT] for p in zip(*(channel[PANEL::STEP] for channel in row))]
    return 100 * sum(r > 60 and r > 1.7 * max(g, b) for r, g, b in pixels) / len(pixels)

what, *paths = sys.argv[1:]
print(f"{globals()[what](*map(read, paths)):.4g}")
PYTHON

look() { python3 -S look.py "$@"; }
# holds EXPRESSION: whether a numeric expression is true.
holds() { awk "BEGIN { exit !($*) }"; }

# ---- the window --------------------------------------------------------------------------------------

# Where the window is: "x y width height".
geometry() { xdotool getwindowgeometry --shell "$window" | sed -nE 's/^(X|Y|WIDTH|HEIGHT)=//p' | xargs; }

# until_true SECONDS command…: waits until the command succeeds. SECONDS is a limit for hangs: a minute or more.
# The command sees the local variables of this function, so these have unusual names.
until_true() {
    local until_tries=$(($1 * 10)) until_try
    shift
    for ((until_try = 0; until_try < until_tries; until_try++)); do
        ! "$@" || return 0
        sleep 0.1 # a try costs as much as a frame
    done
    return 1
}

# soon command…: waits at most a second for the command to succeed, and continues in any case. No result depends
# on it.
soon() {
    local soon_try
    for ((soon_try = 0; soon_try < 20; soon_try++)); do
        ! "$@" || return 0
        sleep 0.05
    done
}

# A planet like that of Harding 2012: cells and noise. More complex types take longer.
plain_planet() { cat "$SOURCE_DIR/tests/data/plain.json"; }

# start OPTION…: starts the window and waits for a sharp picture. After the first picture, the keys in $keys
# fold the history and stop time, because moving planets are repainted all the time.
start() {
    : >trace
    marks=0
    (cd out && exec "$TERRELLA" "$@") >told 2>err &
    pid=$!
    until_true 60 grep -qs '^frame' trace || fail "no picture after 60 s: $(cat err)"
    window=$(xdotool search --onlyvisible --pid "$pid" | tail -n 1)
    xdotool windowfocus --sync "$window"
    # shellcheck disable=SC2086 # keys
    xdotool key ${keys:-t space}
    until_true 60 grep -q '^sharp' trace || fail "no sharp planet after 60 s: $(cat err)"
}

# place NAME: the centre of a part of the panel, from its last line in the trace: "x y".
place() {
    awk -v name="$1" '$1 == "place" { x0 = $2; y0 = $3; w = $4; h = $5; sub(/^place [-0-9]+ [-0-9]+ [-0-9]+ [-0-9]+ /, "") }
        $0 == name { x = x0 + w / 2; y = y0 + h / 2 }
        END { if (x == "") exit 1; printf "%d %d\n", x, y }' trace
}
# The width of the last part of that name; 0: there was none.
width_of() { awk -v name="$1" '$1 == "place" { w = $4; sub(/^place [-0-9]+ [-0-9]+ [-0-9]+ [-0-9]+ /, "") } $0 == name { found = w } END { print found + 0 }' trace; }
# click NAME: clicks on it once it exists and does not move. A dialog moves to its position with its second
# frame.
stands_still() {
    local at
    at=$(place "$1") && sleep 0.15 && [ "$at" = "$(place "$1")" ]
}
click() {
    local at seen
    until_true 60 stands_still "$1" || fail "there is no '$1' in the panel"
    at=$(place "$1") seen=$(frames)
    # shellcheck disable=SC2086 # two numbers
    xdotool mousemove $at
    soon frames_after "$seen" # tabs and lists accept clicks after a frame with the mouse over them
    xdotool click 1
}
frames_after() { [ "$(frames)" -gt "$1" ]; }

# choose LIST NAME: in a list of the export dialog, which is laid out again afterwards.
choose() {
    click "export $1"
    rest # its position may be from an earlier layout
    click "export $1 $2"
    rest
}

# Ends the window with Ctrl+Q without saving. The status is its exit code.
finish() {
    local code=0
    xdotool key ctrl+q
    until_true 60 gone_or_asked || fail "the window does not close with Ctrl+Q"
    until_true 60 gone_anyway || fail "the window does not close without saving"
    wait "$pid" || code=$?
    pid=
    return $code
}
asked() { place "close anyway" >/dev/null; }
# On a busy machine the dialog moves to its position late. A click at the position of an earlier dialog may
# cancel this one, so Ctrl+Q is sent again.
gone_anyway() {
    sleep 0.3
    # shellcheck disable=SC2046 # two numbers
    gone || ! asked || xdotool key ctrl+q mousemove $(place "close anyway") sleep 0.1 click 1 2>/dev/null || true
    sleep 0.2
    gone
}
gone_or_asked() { gone || asked; }
gone() { ! kill -0 "$pid" 2>/dev/null; }

last_edit() { awk '$1 == "edit" { n = $2 } END { print n + 0 }' trace; }
frames() { grep -c '^frame' trace || true; }
# Waits until all input is processed, the bake is done and the picture is complete. The Pause key has no effect
# and arrives after all earlier input.
rest() {
    marks=$((marks + 1))
    xdotool key Pause
    until_true 60 rests || fail "the window does not become idle: $(tail -n 3 trace)"
}
rests() {
    awk -v marks=$marks '$1 == "key" && $2 == 284 { n++ } $1 == "edit" { edit = $2 } $1 == "sharp" && $2 > sharp { sharp = $2 }
        { last = $1 } END { exit n < marks || sharp < edit || last != "rest" }' trace
}

# shoot NAME: saves the pixels of the display, at rest.
shoot() {
    rest
    cp screen/Xvfb_screen0 "$1"
}

# Clears the trace.
forget() {
    rest
    : >trace
    marks=0
}

# globes COUNT: whether the gallery shows so many discs.
globes() {
    cp screen/Xvfb_screen0 gallery.xwd
    holds "$(look discs gallery.xwd) >= $1"
}

# The shortest delays of edits after number $1, because other programs may be busy. Sets preview, sharp
# (milliseconds) and skipped: how many frames late an edit was.
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
named() { until_true 60 is_called "$1" || fail "the window is called '$(xdotool getwindowname "$window")', not '$1'"; }
# The selected body.
selects() { [ "$(grep '^body' trace | tail -n 1)" = "body $1" ]; }
# What has the keyboard: planet, gallery or the name of a dialog.
in_front() { [ "$(grep '^front' trace | tail -n 1)" = "front $1" ]; }
# A message of the window.
says() { grep -q "^message .*$1" trace; }
wait_for_message() { until_true 90 says "$1" || fail "the window does not say '$1': $(grep '^message' trace || true)"; }
select_all() { # on a busy machine a key may be released before the panel sees the next one
    xdotool keydown ctrl
    rest
    xdotool key a
    rest
    xdotool keyup ctrl
    rest
}
# A double click.
twice() {
    click "$1"
    xdotool click 1
    rest
}

edits_after() { [ "$(last_edit)" -gt "$1" ]; }
shows_edits() { awk '$1 == "edit" { n = $2 } $1 == "preview" || $1 == "sharp" { s = $2 } END { exit s < n }' trace; }
# reveal NAME: scrolls the panel until NAME stands in it.
is_below() { [ "$(place "$1" | cut -d " " -f 2)" -gt 540 ]; }
reveal() {
    local k
    for ((k = 0; k < 20; k++)); do
        is_below "$1" || return 0
        xdotool mousemove 100 400 click 5
        rest
    done
    fail "'$1' cannot be scrolled to"
}
# drag_slider NAME TO: drags the slider from its middle TO pixels to the left, 8 at a time. Waits for each edit,
# because moves between two frames make one edit. Sets edits (the last one before), previews and sharps: how
# many came during the drag.
drag_slider() {
    local x y dx before
    reveal "$1"
    edits=$(last_edit)
    read -r x y <<<"$(place "$1")"
    xdotool mousemove "$x" "$y" mousedown 1
    for ((dx = 8; dx <= $2; dx += 8)); do
        before=$(last_edit)
        xdotool mousemove $((x - dx)) "$y"
        until_true 60 edits_after "$before" || fail "slider $1 does not follow the mouse, $dx pixels away"
        until_true 60 shows_edits || fail "slider $1: no preview, $dx pixels away"
    done
    previews=$(awk -v n="$edits" '$1 == "preview" && $2 > n' trace | wc -l)
    sharps=$(awk -v n="$edits" '$1 == "sharp" && $2 > n' trace | wc -l)
    xdotool mouseup 1
}

# open_file PATH: opens a file by Ctrl+O.
open_file() {
    xdotool key ctrl+o
    until_true 60 place "open text" >/dev/null || fail "Ctrl+O opens no dialog"
    rest
    xdotool key ctrl+a type "$1"
    xdotool key Return
}

# save_as PATH: saves by Ctrl+S what has no file yet.
save_as() {
    xdotool key ctrl+s
    until_true 60 place "save now" >/dev/null || fail "Ctrl+S opens no dialog"
    rest
    xdotool key ctrl+a type "$1"
    xdotool key Return
}
