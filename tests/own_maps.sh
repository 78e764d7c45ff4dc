#!/usr/bin/env bash
# Files of own maps: which files a recipe may name, what is noticed when they are missing or changed, and that a
# share link is refused.
# ctest: COST 3
set -uo pipefail
source "${SOURCE_DIR:?}/tests/expect.sh"
cd "$work" || exit 1

"$TERRELLA" field fractal --size 64 -q -o relief.png || fail "no picture to work with"
"$TERRELLA" show earthlike --map height=relief.png --set 'maps.height.range_m=[-8000,9000]' >mine.json || fail "--map"
digest=$(sha256sum relief.png) && digest=${digest%% *}
python3 - "$digest" <<'PYTHON' || fail "the recipe does not name its map"
import json, sys
maps = json.load(open("mine.json"))["maps"]
assert len(maps) == 1 and maps[0]["name"] == "height" and maps[0]["file"] == "relief.png", maps
assert maps[0]["sha256"] == sys.argv[1] and maps[0]["range_m"] == [-8000, 9000], maps
PYTHON
expect 0 "" show mine.json
"$TERRELLA" show - <mine.json >again.json && cmp mine.json again.json || fail "through standard input"

# A file that is missing, changed, or not a file.
mkdir other && cp mine.json other
expect 3 "maps.height.file: 'other/relief.png' cannot be read: No such file or directory" show other/mine.json
cp relief.png other && printf x >>other/relief.png
expect 3 "maps.height.sha256: the file has changed" show other/mine.json
expect 0 "" show other/mine.json --map height=relief.png # another map takes its place
rm other/relief.png && ln -s ../relief.png other/relief.png
expect 3 "a link is there" show other/mine.json
rm other/relief.png && mkfifo other/relief.png
expect 3 "not a regular file" show other/mine.json
ln -s relief.png link.png
expect 0 "" show earthlike --map height=link.png # a user may name any file

# A recipe may only name files in its folder and below it.
for file in /etc/hostname ../relief.png a/../relief.png ./relief.png a//b a/ . .. 'a\b' 'c:relief.png'; do
    quoted=${file//\\/\\\\}
    expect 2 "maps.height.file" show earthlike --set "maps.height={\"name\":\"height\",\"file\":\"$quoted\"}"
    printf '{"type": "earthlike", "maps": [{"name": "height", "file": "%s"}]}' "$quoted" >hostile.json
    expect 3 "hostile.json:1:" show hostile.json
done
mkdir below && cp relief.png below
expect 0 "" show barren --set 'maps.height={"name":"height","file":"below/relief.png"}' --map land=relief.png

# The words of the option.
expect 2 "there is no kind 'heigth'; did you mean 'height'?" show earthlike --map heigth=relief.png
expect 2 "expected KIND=FILE" show earthlike --map height=
expect 2 "expected KIND=FILE" show earthlike --map relief.png
expect 2 "a name has 1" show earthlike --map any:=relief.png
expect 0 "" show earthlike --map any:fog=relief.png
expect 3 "No such file" show earthlike --map height=none.png
expect 3 "not a regular file" show earthlike --map height=/dev/zero
# Two pictures of one name.
mkdir a && cp relief.png a && "$TERRELLA" field voronoi --size 64 -q -o b.png && mkdir b && mv b.png b/relief.png
"$TERRELLA" show earthlike --map height=a/relief.png --map rain=b/relief.png >two.json || fail "two maps"
grep -q '"file": "rain-relief.png"' two.json || fail "two files have one name"

# What black and white are taken for is told, by pictures too.
"$TERRELLA" render barren --map height=relief.png --size 64x48 -o told.png 2>err
case $? in
0) grep -q "maps.height: black is .* m and white .* m; maps.height.range_m changes it" err || fail "render tells no heights: $(cat err)" ;;
4) ;; # no OpenGL here
*) fail "render: $(cat err)" ;;
esac

# A line cannot carry pictures.
expect 3 "a share link cannot carry pictures, and this world needs 'relief.png'" show mine.json --link
expect 3 "a share link cannot carry pictures" show earthlike --map height=relief.png --link
expect 0 "" show earthlike --set 'maps=[]' --link

[ $failures = 0 ]
