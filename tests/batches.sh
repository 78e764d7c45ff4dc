#!/usr/bin/env bash
# Many worlds in one run (`export --list`), worlds from standard input, pictures to standard output and without
# a background.
set -uo pipefail
source "${SOURCE_DIR:?}/tests/expect.sh"
cd "$work" || exit 1

# from TEXT CODE WORDS arguments…: like expect, with the text as standard input.
from() {
    local text=$1 code=$2 words=$3 got
    shift 3
    printf '%b' "$text" | "$TERRELLA" "$@" >"$work/out" 2>"$work/err"
    got=$?
    [ "$got" = "$code" ] || fail "terrella $* < '$text': exit $got, not $code: $(head -c 300 "$work/err")"
    [ -z "$words" ] || grep -qF -- "$words" "$work/err" || fail "terrella $* < '$text': does not say '$words' but: $(cat "$work/err")"
}
same() { cmp -s "$1" "$2" || fail "$1 and $2 differ"; }

# ---- lists ----------------------------------------------------------------------------------------
echo '{"type": "ice", "seed": 4}' >mine.json
printf '# worlds\nterrella:inferno/7?lava=0.4\n\n\t terrella:toxic/3?name=Ember \r\nbarren\nmine.json\n' >list
expect 0 "terrella: 4 planets, 8 files" export --list list --size 64 --maps albedo -o sets
[ "$(ls sets/*.manifest.json | wc -l)" = 4 ] && [ -e sets/Ember_albedo.png ] || fail "--list: there is $(ls sets)"
expect 0 "" export 'terrella:inferno/7?lava=0.4' --size 64 --maps albedo -o alone
for file in alone/*.png; do same "$file" "sets/$(basename "$file")"; done
from "inferno\nterrella:barren/2" 0 "2 planets" export --list - --size 64 --maps albedo -o piped
[ -e piped/barren-2_albedo.png ] && [ -e piped/inferno-1_albedo.png ] || fail "--list -: there is $(ls piped)"
expect 0 "" export --list list --set radius_km=3000 --size 64 --maps albedo -o set
grep -q '"radius_km": *3000' set/Ember.manifest.json || fail "--set does not change the worlds of a list"
expect 0 "" -q export --list list --size 64 --maps albedo -o sets
[ ! -s err ] && [ ! -s out ] || fail "-q says: $(cat out err)"
expect 0 "" export --list list --size 64 --maps albedo -o sets --json
[ "$(grep -c '^{"planet":' out)" = 4 ] || fail "--list --json: $(cat out)"

# With an invalid line nothing is written, and the line is named.
mkdir wrong
from "inferno\ninfernoo" 2 "standard input:2:1: there is no planet type or scene 'infernoo'" export --list - --size 64 -o wrong
from "inferno\nno.json" 3 "no.json: No such file" export --list - --size 64 -o wrong
from "inferno\n\nterrella:inferno/1" 3 "standard input:3:1: its files would be called inferno-1, like those of line 1" export --list - --size 64 -o wrong
from "barren" 2 "standard input:1:1: --maps:" export --list - --size 64 --maps emission -o wrong
from "# none\n" 3 "no world in this list" export --list - --size 64 -o wrong
from "inferno\0" 3 "a list of worlds is a text" export --list - --size 64 -o wrong
expect 3 "nothing: No such file" export --list nothing --size 64 -o wrong
for more in inferno "--seed 3" "--seeds 2" "--name x" "--planet x"; do
    # shellcheck disable=SC2086
    expect 2 "--list gives all worlds" export --list list $more --size 64 -o wrong
done
[ -z "$(ls -A wrong)" ] || fail "a wrong list left $(ls wrong)"

# An obstacle for the last world keeps the first one from being written.
mkdir half && mkdir half/barren-1_albedo.png
from "inferno\nbarren" 5 "barren-1_albedo.png: cannot write" export --list - --size 64 --maps albedo -o half
[ "$(ls half)" = barren-1_albedo.png ] || fail "--list wrote $(ls half)"

# ---- standard input and output --------------------------------------------------------------------
from '{"type": "inferno", "seed": 7}' 0 "" show -
cp out shown
expect 0 "" show inferno --seed 7
same out shown
from 'terrella:inferno/7\n' 0 "" show - --seed 7
same out shown
from 'terrella:inferno/7' 0 "" list parameters -
grep -q '^lava ' out || fail "list parameters -: $(head -2 out)"
from '{"type": "inferno", "sed": 7}' 3 "standard input:1:" show -
from '' 3 "standard input" show -
from 'terrella:barren/3' 0 "" export - --size 64 --maps albedo -o input # which is read twice
[ -e input/barren-3_albedo.png ] || fail "export -: there is $(ls input)"
expect 2 "a set has several files" export inferno -o -
expect 0 "" field perlin --size 64 -o perlin.png
expect 0 "" field perlin --size 64 -o -
same out perlin.png

# ---- pictures -------------------------------------------------------------------------------------
if "$TERRELLA" -q render barren --size 64x64 -o probe.png 2>/dev/null; then
    expect 0 "" render barren --size 64X64 -o X.png
    same X.png probe.png
    expect 0 "" render barren --size 64x64 -o -
    same out probe.png
    expect 0 "" render barren --size 64x64 --camera 0,0,4 --background transparent -o clear.png
    expect 0 "" render barren --size 64x64 --camera 0,0,4 --background stars -o stars.png
    /usr/bin/python3 - <<'PYTHON' || fail "--background transparent"
from PIL import Image
clear, stars = Image.open("clear.png"), Image.open("stars.png").convert("RGB")
assert clear.mode == "RGBA" and clear.getpixel((0, 0))[3] == 0, clear.getpixel((0, 0))
assert clear.getpixel((32, 32))[3] == 255
assert max(abs(a - b) for a, b in zip(clear.getpixel((32, 32)), stars.getpixel((32, 32)))) <= 1
PYTHON
    expect 0 "" render barren --size 64x64 --frames 2 --background transparent -o frames.png
    [ "$(head -c 26 frames-0002.png | tail -c 1 | od -An -tu1 | tr -d ' ')" = 6 ] || fail "frames have no alpha"
    echo mine >mine.txt
    ln -sf mine.txt linked-0002.png && mkfifo pipe-0001.png
    expect 5 "linked-0002.png: cannot write: a link is there" render barren --size 64x64 --frames 2 -o linked.png
    expect 5 "pipe-0001.png: cannot write" render barren --size 64x64 --frames 2 -o "$work/pipe.png"
    [ "$(cat mine.txt)" = mine ] || fail "a picture of a series went through a link"
    expect 2 "only PNG has an alpha channel" render barren --background transparent -o clear.jpg
    expect 2 "only PNG has an alpha channel" render barren --background transparent --frames 2 -o clear.mp4
    expect 2 "is for --layout globe" render barren --background transparent --layout map -o clear.png
    expect 2 "--background is stars or transparent" render barren --background glass -o clear.png
else
    echo "No OpenGL: pictures are not tested"
fi

[ $failures = 0 ] && echo "Batches, standard input and standard output work."
[ $failures = 0 ]
