#!/usr/bin/env bash
# The page in Chromium, which software draws: a planet comes by its address, the picture stays when it stands still, keys,
# the mouse and the wheel act, the address follows an edit, Save and Export are downloads with the bytes of the command line,
# and the next visit goes on. Fingers turn the planet and bring it nearer, a lost WebGL context comes back, and the page starts
# without a network. On a phone the panel is a drawer, which fingers scroll and pull. The page is that of the preset `web`,
# which this test does not build.
# ctest: COST 150
set -uo pipefail
built=${SOURCE_DIR:?}/build/web/page
source "${SOURCE_DIR:?}/tests/missing.sh"
[ -e "$built/terrella.js" ] || missing "${TR_WEB:-}" "build/web/page is not built (cmake --workflow --preset web)"
for program in node:nodejs chromium:chromium chromedriver:chromium-driver; do
    command -v "${program%:*}" >/dev/null || missing "${TR_WEB:-}" "${program%:*} is missing (Debian package: ${program#*:})"
done
work=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null; wait; rm -rf "$work"' EXIT
cd "$work" || exit 1
export TMPDIR=$work

node "$SOURCE_DIR/packaging/web/serve.js" "$built" >served &
server=$!
chromedriver --port=0 >driver 2>&1 &
address=$(wait_for served '(http:.*)') || exit 1
DRIVER=$(wait_for driver '.*started successfully on port ([0-9]+).*') || exit 1
export DRIVER

# A phone: a swipe scrolls the drawer's rows and changes no knob below it, a level one does, its grip is pulled down, and
# then up, and a finger turns the planet above it.
PHONE=360x640x1 node "$SOURCE_DIR/tests/browser.mjs" "$address#terrella:inferno/7" 'until document.getElementById("note").hidden' \
    'until document.title.startsWith("inferno, seed 7")' 'key Space' 'settle half.png' 'touch 150 575 150 475' 'settle scrolled.png' \
    'print location.hash.includes("?")' 'touch 150 510 210 512' 'until location.hash.includes("=")' 'touch 180 365 180 630' \
    'settle low.png' 'touch 180 590 180 120' 'settle high.png' 'touch 150 105 190 105' 'settle aside.png' >swiped 2>console ||
    { cat console && exit 1; }
[ "$(<swiped)" = false ] || { echo "the swipe that scrolls has changed a knob" && exit 1; }

# The panel's places are those of a window of 1280 units. Over the planet, the mouse shows a line and draws no planet again.
node "$SOURCE_DIR/tests/browser.mjs" "$address#terrella:inferno/7" 'until document.getElementById("note").hidden' \
    'until document.title.startsWith("inferno, seed 7")' 'key Space' 'settle lit.png' 'move 815 330' 'settle still.png' \
    'wheel 815 330 5' 'settle near.png' 'click 150 232' 'settle edited.png' 'until location.hash.includes("lava=")' \
    'print location.hash.slice(1)' 'key Control+s' 'file inferno-7.json' 'key Escape' 'key e' 'wait 2' 'click 1080 176' 'wait 1' \
    'click 954 208' 'wait 1' 'click 1202 501' 'file inferno-7.zip' 'wait 3' "load $address" \
    'until document.getElementById("note").hidden' 'until location.hash.includes("lava=")' 'print location.hash.slice(1)' \
    'key F1' 'settle help.png' "tab $address" 'until document.getElementById("note").hidden' 'print sessionStorage.session' \
    "load $address#terrella:inferno/8" 'until document.title.startsWith("inferno, seed 8")' 'key Space' 'settle before.png' \
    'touch 815 330 700 330' 'settle turned.png' 'pinch 815 330 100 300' 'settle pinched.png' \
    'until (window.lost = canvas.getContext("webgl2").getExtension("WEBGL_lose_context")).loseContext() || true' \
    'until !document.getElementById("note").hidden' 'until lost.restoreContext() || true' 'wait 2' \
    'until document.getElementById("note").hidden' 'until document.title.startsWith("inferno, seed 8")' \
    'until navigator.serviceWorker.controller' "end $server" 'load about:blank' "load $address#terrella:inferno/9" \
    'until document.getElementById("note").hidden' 'until document.title.startsWith("inferno, seed 9")' \
    >addresses 2>console || { cat console && exit 1; }
! grep -E 'INVALID|Uncaught|RuntimeError' console || exit 1

# What a visitor downloads, compressed as servers do.
bytes=0
for file in index.html page.js terrella.js terrella.wasm terrella.worker.js; do
    bytes=$((bytes + $(gzip -9c "$built/$file" | wc -c)))
done
echo "$bytes bytes of code as gzip"
[ $bytes -le 1800000 ] || exit 1

# One planet: in the address after the edit, in the saved file, and after the next visit.
mapfile -t links <addresses
[ "${#links[@]}" = 3 ] && [ "${links[0]}" = "${links[1]}" ] || { echo "addresses: ${links[*]}" && exit 1; }
"${TERRELLA:?}" export "${links[0]}" --size 64 --maps albedo --name a -q -o linked || exit 1
"$TERRELLA" export inferno-7.json --size 64 --maps albedo --name a -q -o saved || exit 1
cmp linked/a_albedo.png saved/a_albedo.png || exit 1
[ "${links[2]}" = 1 ] || { echo "the second tab shares session ${links[2]} with the first" && exit 1; }
"$TERRELLA" export "${links[0]}" --size 512 --name inferno-7 -q -o native || exit 1

/usr/bin/python3 - <<'END'
import os, struct, sys, zipfile
from PIL import Image, ImageChops, ImageStat

pictures = {name: Image.open(name + '.png').convert('RGB') for name in (
    'lit', 'still', 'near', 'edited', 'help', 'before', 'turned', 'pinched', 'half', 'scrolled', 'low', 'high', 'aside')}
wrong = []

def part(name, x, y, width, height):
    return pictures[name].crop((x, y, x + width, y + height))

def brightness(name, *place):
    return sum(ImageStat.Stat(part(name, *place)).mean) / 3

def differ(a, b, *place):
    return sum(ImageStat.Stat(ImageChops.difference(part(a, *place), part(b, *place))).mean) / 3

planet, knob, sky = (640, 150, 350, 350), (118, 222, 102, 20), (440, 100, 100, 400)
for name in ('lit', 'still', 'near'):
    if not 25 < brightness(name, *planet) < 230:
        wrong.append(f'{name}: no planet: {brightness(name, *planet):.1f}')
if brightness('lit', *sky) > 8:
    wrong.append(f'lit: the sky is not dark: {brightness("lit", *sky):.1f}')
if brightness('near', *sky) < 15:
    wrong.append(f'near: the wheel did not bring the planet nearer: {brightness("near", *sky):.1f}')
if differ('near', 'edited', *knob) < 2:
    wrong.append('edited: the click did not move the knob')
if differ('edited', 'help', 400, 100, 800, 400) < 5:
    wrong.append('help: the key did not open it')
if differ('before', 'turned', *planet) < 5 or brightness('turned', *sky) > 8:
    wrong.append('turned: the finger did not turn the planet')
if brightness('pinched', *sky) < 15:
    wrong.append('pinched: two fingers did not bring the planet nearer')

rows, above = (0, 420, 320, 220), (100, 60, 160, 80)
if differ('half', 'scrolled', *rows) < 5 or differ('half', 'scrolled', 0, 0, 360, 350) > 0.5:
    wrong.append('scrolled: the finger did not scroll the rows, or moved the planet')
if brightness('half', *above) < 20 or differ('half', 'low', 0, 380, 360, 150) < 5:
    wrong.append('low: the drawer was not pulled down, or no planet was seen above it')
if brightness('high', 0, 225, 360, 400) < 10 or differ('low', 'high', 0, 225, 360, 300) < 5:
    wrong.append('high: the drawer was not pulled up')
if differ('high', 'aside', *above) < 2:
    wrong.append('aside: the finger did not turn the planet above the drawer')

def pixels(png):  # their compressed bytes
    at, found = 8, b''
    while at < len(png):
        size, kind = struct.unpack('>I4s', png[at:at + 8])
        found += png[at + 8:at + 8 + size] if kind == b'IDAT' else b''
        at += size + 12
    return found

given, native = zipfile.ZipFile('inferno-7.zip'), sorted(os.listdir('native'))
if given.testzip() or sorted(given.namelist()) != native:
    wrong.append(f'the ZIP has {given.namelist()}')
for name in native:
    if name.endswith('.png') and pixels(given.read(name)) != pixels(open('native/' + name, 'rb').read()):
        wrong.append(f'{name} in the ZIP differs from that of the command line')
print('\n'.join(wrong))
sys.exit(len(wrong) > 0)
END
result=$?
[ $result = 0 ] || cp ./*.png "${BUILD_DIR:-.}" 2>/dev/null
[ $result = 0 ] && echo "The page shows planets, takes keys, the mouse and fingers, saves, and goes on where it was."
exit $result
