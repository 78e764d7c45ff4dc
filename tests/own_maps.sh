#!/usr/bin/env bash
# Files of own maps: which files a recipe may name, what is noticed when they are missing or changed, and that a
# share link is refused.
# ctest: COST 3
set -uo pipefail
source "${SOURCE_DIR:?}/tests/expect.sh"
cd "$work" || exit 1

"$TERRELLA" field fractal --size 64 -q -o relief.png || fail "no picture to work with"
"$TERRELLA" field voronoi --size 64 -q -o fog.png || fail "no second picture"
python3 - <<'PYTHON' || fail "no sketches"
import struct, zlib

def write(name, width, height, colour_of):
    rows = b"".join(b"\0" + b"".join(bytes(colour_of(x, y)) for x in range(width)) for y in range(height))
    part = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    header = struct.pack(">IIBBBBB", width, height, 8, {3: 2, 4: 6}[len(colour_of(0, 0))], 0, 0, 0)
    open(name, "wb").write(b"\x89PNG\r\n\x1a\n" + part(b"IHDR", header) + part(b"IDAT", zlib.compress(rows)) + part(b"IEND", b""))

rainbow = lambda h: [int(255 * min(max(abs((6 * h + k) % 6 - 3) - 1, 0), 1)) for k in (0, 4, 2)]
write("ramp.png", 64, 32, lambda x, y: rainbow((63 - x) // 5 * 5 / 95)) # heights in colours, from blue to red
open("metres.r32", "wb").write(struct.pack("<2048f", *(3 * x - 2000 for x in range(2048))))
write("sketch.png", 64, 32, lambda x, y: (30, 60, 160) if x < 32 else (40, 140, 50)) # land in the east
for name, sea, land in ("mask", (0, 0, 0), (255,) * 3), ("clear", (255, 255, 255, 0), (40, 140, 50, 255)), ("shape", (0,) * 4, (0, 0, 0, 255)):
    write(name + ".png", 64, 32, lambda x, y: land if 20 < x < 50 and 8 < y < 24 else sea)
write("row.png", 96, 16, lambda x, y: [255 * (x < 16)] * 3) # only +X is white
write("biomes.png", 64, 32, lambda x, y: [2 if 20 <= x < 44 and 10 <= y < 21 else 8] * 3) # a lake in woods
noise = lambda x, y: x * 73856093 + y * 19349663 ^ x * y * 83492791
write("photograph.png", 128, 64, lambda x, y: (38, 70, 112) if y < 8 else [(noise(x, y) >> k) % 120 + k for k in (5, 9, 13)])
write("two.png", 64, 32, lambda x, y: [255 * (20 <= x < 44 and 10 <= y < 21)] * 3)
write("pale.png", 4, 2, lambda x, y: [(100, 101, 102, 103, 100, 103, 101, 102)[x + 4 * y]] * 3)
write("column.png", 16, 96, lambda x, y: [255 * (32 <= y < 48)] * 3) # only +Y
PYTHON
"$TERRELLA" show earthlike -q --map height=relief.png --set 'maps.height.range_m=[-8000,9000]' >mine.json || fail "--map"
digest=$(sha256sum relief.png) && digest=${digest%% *}
python3 - "$digest" <<'PYTHON' || fail "the recipe does not name its map"
import json, sys
maps = json.load(open("mine.json"))["maps"]
assert len(maps) == 1 and maps[0]["name"] == "height" and maps[0]["file"] == "relief.png", maps
assert maps[0]["sha256"] == sys.argv[1] and maps[0]["range_m"] == [-8000, 9000], maps
PYTHON
expect 0 "" show mine.json
"$TERRELLA" show - -q <mine.json >again.json && cmp mine.json again.json || fail "through standard input"

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
rm other/relief.png && mkdir other/relief.png
expect 3 "not a regular file" show other/mine.json
expect 3 "not a regular file" show earthlike --map height=other
head -c 500 relief.png >cut.png
expect 3 "'cut.png': the PNG is damaged (the file ends too early)" probe barren 1,2 --map height=cut.png
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
expect 2 "expected KIND=FILE" show earthlike --map =relief.png
expect 2 "a name has 1" show earthlike --map any:=relief.png
expect 2 "there is no map 'land': give --map land=FILE first" show earthlike --set maps.land.strength=0.5
expect 2 "there is no map 'fog': give --map any:fog=FILE first" show home --set planets.Luna.maps.fog.strength=0.5
expect 0 "" show earthlike --map any:fog=relief.png
expect 0 "maps.fog changes nothing: no layer reads the channel 'fog'; those that are read are " probe barren 1,2 --map any:fog=relief.png
expect 0 "" probe barren 1,2 --map any:fog=relief.png --set 'layers.veil={"field":"channel","channel":"fog","into":"height"}'
! grep -q "changes nothing" "$work/err" || fail "a channel that is read: $(cat "$work/err")"
expect 2 "--map height is given twice" show earthlike --map height=relief.png --map height=fog.png
expect 2 "--map fog is given twice" show earthlike --map any:fog=relief.png --map any:fog=fog.png
expect 0 "" show earthlike --map any:heights=relief.png --map height=fog.png
expect 3 "give --map height=FILE first" show 'terrella:earthlike/4?maps.height.file=x.png'
[ "$(grep -o -- --map "$work/err" | wc -l)" = 1 ] || fail "two ways out: $(cat "$work/err")"

# Parameters of the terrain belong to the layer that owns it.
expect 2 "this layer shows the terrain of 'land': change layers.land.continents" show earthlike --set layers.lakes.continents=4
expect 2 "change layers.land.plates" show home --set planets.Tellus.layers.rain.plates=4
expect 0 "" show earthlike --set layers.land.continents=4 --set layers.lakes.value=rain --set layers.lakes.amount=2
expect 0 "" list parameters earthlike
[ "$(grep -cE '^layers.*[.]continents ' "$work/out")" = 1 ] || fail "list: $(grep -E '[.]continents ' "$work/out")"
grep -q '^layers.lakes.value' "$work/out" || fail "the layer's own value is missing"
expect 3 "No such file" show earthlike --map height=none.png
expect 3 "not a regular file" show earthlike --map height=/dev/zero
# Two pictures of one name.
mkdir a && cp relief.png a && "$TERRELLA" field voronoi --size 64 -q -o b.png && mkdir b && mv b.png b/relief.png
"$TERRELLA" show earthlike -q --map height=a/relief.png --map rain=b/relief.png >two.json || fail "two maps"
grep -q '"file": "rain-relief.png"' two.json || fail "two files have one name"

# What black and white are taken for is told, by pictures too.
"$TERRELLA" render barren --map height=relief.png --size 64x48 -o told.png 2>err
case $? in
0) grep -q "maps.height: black is .* m and white .* m; maps.height.range_m changes it" err || fail "render tells no heights: $(cat err)" ;;
4) ;; # no OpenGL here
*) fail "render: $(cat err)" ;;
esac

# What is left to the file and the type is not written, and `show` says which files it needs.
expect 0 "this recipe needs relief.png, fog.png in the same folder" show barren --map height=relief.png --map any:fog=fog.png
grep -qE 'range_m|range|sea_percent|region_deg|channel|projection' <(grep -A9 '"maps"' "$work/out") && fail "show writes defaults: $(grep -A9 '"maps"' "$work/out")"
expect 0 "" show barren --map height=relief.png --set 'maps.height.region_deg=[0,0,20,10]' -q
[ ! -s "$work/err" ] || fail "-q says: $(cat "$work/err")"
grep -q '"region_deg": \[0, 0, 20, 10\]' "$work/out" || fail "show loses the region"

expect 2 "there is no" show home --set 'planets.NOPE.maps.fog={"file":"fog.png"}'

moon='planets.Luna.maps.height={"name":"height","file":"below/relief.png"}'
expect 0 "this recipe needs below/relief.png in the same folder" show home --set "$moon"
expect 0 "this recipe needs below/relief.png" show home --planet Luna --set "$moon"
expect 0 "" show home --planet Tellus --set "$moon"
[ ! -s "$work/err" ] || fail "another planet's map: $(cat "$work/err")"

# A world whose picture is elsewhere opens with --map, and keeps what else it says of its map.
mkdir -p away && "$TERRELLA" show barren --map height=relief.png --set 'maps.height.range_m=[-5,70]' -q >away/r.json
expect 3 "'away/relief.png' cannot be read: No such file or directory; --map height=FILE gives it" show away/r.json
expect 0 "" show away/r.json --map height=fog.png
grep -q '"range_m": \[-5, 70\]' "$work/out" && grep -q '"file": "fog.png"' "$work/out" || fail "--map changes more than the file"
expect 0 "to open again as a planet, these files need relief.png in the same folder" export barren --map height=relief.png --size 64 --maps albedo -o away/set
expect 3 "--map height=FILE gives it" show away/set/*_albedo.png
expect 0 "" export barren --map height=relief.png --size 64 --maps albedo -o .
! grep -q "to open again" "$work/err" || fail "the picture is in the folder"

# A set's manifest names the map, and `check` compares it if it is there.
expect 0 "" check away/set
python3 - "$digest" away/set/*.manifest.json <<'PYTHON' || fail "the manifest names no own map"
import json, sys
assert json.load(open(sys.argv[2]))["own_maps"] == [{"name": "height", "file": "relief.png", "sha256": sys.argv[1]}]
PYTHON
cp relief.png away/set && expect 0 "" check away/set && expect 0 "" show away/set/*_albedo.png
printf x >>away/set/relief.png
expect 3 "" check away/set
grep -q "away/set/relief.png: differs from what was written" "$work/out" "$work/err" || fail "check: $(cat "$work/out" "$work/err")"
rm away/set/relief.png && ln -s ../../relief.png away/set/relief.png
expect 3 "" check away/set

# What a map was taken for, and what looks like another kind.
told() { expect 0 "$1" export "$2" --size 64 --maps height --format r16 -o told "${@:3}"; }
told "black is 5000 m and white -100 m: black is higher than white; the ground is" barren \
    --map height=relief.png --set 'maps.height.range_m=[5000,-100]'
told "100 % of the planet is land (maps.height.range_m changes it)" inferno --map height=relief.png --set 'maps.height.range_m=[9000,9500]'
told "sketch.png is a coloured picture: its grey is taken as height; for a sketch of continents use --map land=sketch.png" \
    barren --map height=sketch.png
grep -q "its darkest grey is -*[0-9]* m and its lightest [0-9]* m" "$work/err" || fail "metres of colours: $(cat "$work/err")"
told "98 % of relief.png is neither black nor white, so the coast is unclear; for heights use --map height=relief.png" \
    inferno --map land=relief.png
told "maps.land: blue 50 % sea, green 50 % land" inferno --map land=sketch.png
told "colours, as a map of heights in colours has: a sketch has two to 8" inferno --map land=ramp.png
told "maps.land: transparent 70 % sea, green 30 % land" inferno --map land=clear.png
for name in mask clear shape; do # a transparent sea
    expect 0 "" export earthlike --size 64 --maps sea --format tga --name s -q --map land=$name.png -o $name
    cmp mask/s_sea.tga $name/s_sea.tga || fail "$name.png: other land than that of mask.png"
done
told "maps.land: it changes heights and no colours" inferno --map land=sketch.png
! grep -q unclear "$work/err" || fail "a sketch is no grey mask"
expect 0 "maps.rain: sketch.png is a coloured picture, and its grey counts; maps.rain.channel takes one channel" \
    export earthlike --size 64 --maps height --format r16 -o told --map rain=sketch.png
expect 0 "" export earthlike --size 64 --maps height --format r16 -o told --map rain=relief.png
! grep -q coloured "$work/err" || fail "a grey map: $(cat "$work/err")"
rm -r told
told "maps.land: it decides where the sea is" inferno --map land=sketch.png --map height=relief.png
cp told/*_height.r16 order.r16 && rm -r told
told "% of the planet is land" inferno --map height=relief.png --map land=sketch.png
cmp told/*_height.r16 order.r16 || fail "the order of maps decides which wins"
for map in height land uplift; do
    expect 3 "maps.$map.name: this planet has no ground; it can follow colour" probe gas-giant 1,2 --map $map=relief.png
done
expect 3 "has no sea, so it cannot follow a map of land" probe barren 1,2 --map land=relief.png
expect 3 "use --map height=FILE" probe barren 1,2 --map uplift=relief.png

# Settings that a map does not read, values that no climate has, and pictures of another kind. --quiet hides notes, not
# warnings.
said() { grep -qF "terrella: $1" "$work/err" || fail "'$1' is not told: $(cat "$work/err")"; }
expect 0 "" probe barren 1,2 -q --map height=relief.png --set maps.height.softness=3 --set 'maps.height.range=[0,2]' \
    --set maps.height.sea_percent=30 --set 'maps.height.range_m=[0,9]' --set 'maps.height.raw_size=[2,1]' \
    --set 'legend.a={"colour":"808080","means":"taiga"}'
said "maps.height.softness changes nothing: it needs a map of land or biomes"
said "maps.height.range changes nothing: it needs a map of numbers other than heights, which have range_m"
said "maps.height.sea_percent changes nothing: it needs range_m to be left out"
said "maps.height.raw_size changes nothing: it needs a file without a header"
said "legend changes nothing: it needs a map of biomes, or a map of land with colours"
! grep -q "the ground is" "$work/err" || fail "-q tells notes: $(cat "$work/err")"
expect 0 "" probe earthlike 1,2 --set layers.land.cells=32 --map temperature=relief.png --set 'maps.temperature.range=[-500,500]' --map rain=relief.png \
    --set 'maps.rain.range_m=[0,5]' --map colour=sketch.png --set maps.colour.channel=red
said "maps.temperature: its values are -163"
said "maps.rain.range_m changes nothing: it needs a map of heights; other maps have range"
said "maps.colour.channel changes nothing: it needs a map of numbers; this one has colours"
! grep -q "maps.rain: its values" "$work/err" || fail "rain from 0 to 1: $(cat "$work/err")"
expect 2 "maps.height.range_m=[5,5]: black and white are both 5: give two numbers that differ, or leave range_m out" \
    probe barren 1,2 --map height=relief.png --set 'maps.height.range_m=[5,5]'
expect 3 "it is grey, and biomes have colours, such as ecd08c for hot desert, or the greys 0 to 16 of a biome map" \
    probe earthlike 1,2 --set layers.land.cells=32 --map biome=relief.png
told "two.png has only two greys, which become two heights; for a mask of land use --map land=two.png" barren --map height=two.png
told "its darkest grey is -10000 m and its lightest 5000 m, though they hardly differ" earthlike --map height=pale.png \
    --set maps.height.sea_percent=40 --set layers.land.cells=32

told "maps.height.sea_percent changes nothing: the numbers of metres.r32 are metres above the sea" earthlike --map height=metres.r32 \
    --set maps.height.sea_percent=40 --set layers.land.cells=32
expect 3 "leave raw out for a PNG" probe barren 1,2 --map height=two.png --set maps.height.raw=s16

# A map whose strength is 0 needs no file.
mkdir idle && "$TERRELLA" show barren -q --map height=relief.png --set maps.height.strength=0 >idle/r.json || fail "strength 0"
expect 0 "" export idle/r.json --size 64 --maps albedo -o idle/set
! grep -q "to open again" "$work/err" || fail "a file that is not read: $(cat "$work/err")"
expect 0 "" pack idle/r.json -o idle/r.terrella
expect 0 "" show idle/r.terrella -q
expect 3 "idle/relief.png' cannot be read" show idle/r.json --set maps.height.strength=1

# Shapes other than the whole globe.
expect 3 "is wrong: give west, south, east, north in degrees, with west < east <= west + 360 and -90 <= south < north <= 90. For an east edge at -170 beyond the date line write 190" \
    probe barren 1,2 --map height=relief.png --set 'maps.height.region_deg=[170,-10,-170,10]'
expect 0 "" probe barren 1,2 --map height=relief.png --set 'maps.height.region_deg=[170,-10,190,10]'
expect 3 "say which part of the globe it shows, in degrees: maps.height.region_deg=[west,south,east,north]; or say that it shows the faces of a cube: maps.height.projection=cube-row" \
    probe barren 1,2 --map height=row.png
expect 0 "" probe barren 0,0 --map height=row.png --set maps.height.projection=cube-row --set 'maps.height.range_m=[0,100]'
grep -qE '^  height +100 m' "$work/out" || fail "the middle of +X: $(head -2 "$work/out")"
expect 0 "" probe barren 90,0 --map height=column.png --set maps.height.projection=cube-column --set 'maps.height.range_m=[0,100]'
grep -qE '^  height +100 m' "$work/out" || fail "the middle of +Y: $(head -2 "$work/out")"

# The six files of an exported cube are one map: the same faces come out again.
"$TERRELLA" export barren --seed 3 --projection cube --maps height --format r16 --size 64 --name a -q -o faces || fail "a cube"
faces=(--map 'height=faces/a_height_{face}.r16' --set 'maps.height.range_m=[-60000,60000]')
expect 0 "" export barren --seed 9 "${faces[@]}" --projection cube --maps height,albedo --format r16 --size 64 --name b -o faces
cat faces/a_height_{px,nx,py,ny,pz,nz}.r16 | sha256sum >sum
python3 - "$(cut -c -64 sum)" <<'PYTHON' || fail "faces are read otherwise than they are written"
import array, json, sys
for face in "px nx py ny pz nz".split():
    a, b = (array.array("H", open(f"faces/{name}_height_{face}.r16", "rb").read()) for name in "ab")
    mean = sum(a) / len(a)
    differ, spread = sum(abs(x - y) for x, y in zip(a, b)), sum(abs(x - mean) for x in a)
    assert differ < 0.2 * spread, (face, differ, spread)
own = json.load(open("faces/b.manifest.json"))["own_maps"]
assert own == [{"name": "height", "file": "a_height_{face}.r16", "sha256": sys.argv[1]}], own
PYTHON
"$TERRELLA" show barren --seed 9 "${faces[@]}" -q >faces/b.json || fail "a recipe of faces"
expect 0 "" check faces/b.manifest.json
expect 0 "" pack faces/b.json
"$TERRELLA" probe faces/b.terrella 20,130 -q >pack.txt && "$TERRELLA" probe faces/b.json 20,130 -q | cmp - pack.txt || fail "a pack of faces"
expect 3 "leave projection out" probe barren 1,2 "${faces[@]}" --set maps.height.projection=cube-row
expect 3 "leave region_deg and west_deg out" probe barren 1,2 "${faces[@]}" --set maps.height.west_deg=0
expect 3 "or of a square face; give its width and height in texels, as maps.height.raw_size=[2048,1024], and its numbers, as maps.height.raw=u16" \
    probe barren 1,2 --map 'height=faces/a_height_{face}.r16' --set maps.height.raw=f32
printf xx >>faces/a_height_ny.r16
expect 3 "" check faces/b.manifest.json
grep -qF "faces/a_height_{face}.r16: differs from what was written" "$work/out" "$work/err" || fail "check: $(cat "$work/out" "$work/err")"
expect 3 "maps.height.sha256: the file has changed" show faces/b.json
rm faces/a_height_ny.r16
expect 3 "'faces/a_height_ny.r16' cannot be read: No such file" show faces/b.json
"$TERRELLA" export barren --projection cube --maps height --size 64 --name c -q -o faces || fail "a cube of PNG"
expect 3 "write {face} in place of px, nx, … in its name" probe barren 1,2 --map height=faces/c_height_px.png

# A place names what the map has there.
expect 0 "" probe inferno -30,-120 --map land=sketch.png
grep -qE 'layers.map: land: the map has sea here; the height is -[0-9]+ m, and would be [0-9]+ m without the map' "$work/out" || fail "probe of land: $(cat "$work/out")"
expect 0 "" probe barren 0,0 --map height=row.png --set maps.height.projection=cube-row --set 'maps.height.range_m=[0,100]' --json
grep -q '"map_value":100' "$work/out" || fail "probe of heights as JSON"

# Lakes of a map of biomes, wherever the layers of lakes are in the list.
expect 0 "" probe earthlike 0,0 --seed 2 --map biome=biomes.png --set 'layers.lakes.before=crowns of trees' \
    --set 'layers.shores.before=crowns of trees' --set 'layers.lake level.before=crowns of trees'
grep -qE 'water +100 %' "$work/out" || fail "a lake of the map is lost: $(head -n 9 "$work/out")"

expect 3 "% of it has colours of the legend; the commonest others are" probe earthlike 1,2 --map biome=photograph.png

# Ground beyond the limits of the height map is told, with the setting that holds it.
high=(export earthlike --map height=relief.png --set 'maps.height.range_m=[-30000,26000]' --maps height --format r16 --size 64 -o high --name a)
expect 0 "the ground above 10000 m is cut off; give --set height_max_m=" "${high[@]}" --set height_max_m=10000 --set height_min_m=-10000
grep -q "the ground below -10000 m is cut off; give --set height_min_m=-1[1-3]000" "$work/err" || fail "nothing of the floor: $(cat "$work/err")"

# What a file does not say.
python3 - <<'PYTHON' || fail "no raw numbers"
import struct
nan = float("nan")
open("m.raw", "wb").write(struct.pack("<2048f", *[nan if i % 64 < 2 else 20.0 * (i % 64) for i in range(2048)]))
open("m.r32", "wb").write(open("m.raw", "rb").read())
PYTHON
expect 0 "m.raw has no header and is taken for 64 x 32 numbers of the kind f32; maps.height.raw_size and maps.height.raw change it" \
    probe barren 1,2 --map height=m.raw
grep -q "maps.height: 64 texels of m.raw have no number (NaN or GDAL_NODATA); there, and up to two texels around, the planet has its own values" \
    "$work/err" || fail "holes: $(cat "$work/err")"
expect 0 "maps.temperature: 64 texels of m.r32" probe earthlike 1,2 --map temperature=m.r32
! grep -q "no header" "$work/err" || fail "a name that tells the numbers: $(cat "$work/err")"

# Limits that the user leaves open are those of the map, in sets and in tiles: nothing is cut off.
python3 - <<'PYTHON' || fail "no map of numbers"
import math, struct
numbers = [round(6500 + 14700 * math.sin(x / 5) * math.cos(y / 7)) for y in range(32) for x in range(64)]
numbers[300], numbers[900] = -8200, 21229
tags = [(256, 64), (257, 32), (258, 16), (259, 1), (262, 1), (273, 8), (277, 1), (278, 32), (279, 4096), (339, 2)]
open("mola.tif", "wb").write(struct.pack("<2sHI2048hH", b"II", 42, 4104, *numbers, len(tags)) +
    b"".join(struct.pack("<HHII", tag, 4, 1, value) for tag, value in tags) + bytes(4))
PYTHON
mola=(earthlike --map height=mola.tif --maps height --format r16 --name a)
for way in "--size 256 --set maps.height.range_m=[-8200,21229]" "--size 1024 --projection tiles --tile 256"; do
    rm -rf mola
    # shellcheck disable=SC2086
    expect 0 "the height map holds -10000 to 27000 m instead of -10000 to 10000 m" export "${mola[@]}" -o mola $way
    grep -q "the ground is -8[0-9]* to 2[01][0-9]* m high" "$work/err" || fail "$way: $(cat "$work/err")"
    ! grep -q "cut off" "$work/err" || fail "$way: $(cat "$work/err")"
    python3 - $(find mola -name '*.r16' -o -name '*manifest.json') <<'PYTHON' || fail "$way: something is cut off"
import array, json, sys
codes = [code for path in sys.argv[1:] if path.endswith("r16") for code in array.array("H", open(path, "rb").read())]
assert len(codes) >= 32768 and 0 < min(codes) < 6000 and 50000 < max(codes) < 65535, (len(codes), min(codes), max(codes))
manifest = [open(path).read() for path in sys.argv[1:] if path.endswith("json")]
assert all('"height_max_m": 27000' in text for text in manifest) and manifest
PYTHON
done
expect 0 "mola.tif has numbers from -8200 to 21229, which become 0 to 90 m; without range_m they are metres" probe barren 0,0 \
    --map height=mola.tif --set 'maps.height.range_m=[0,90]'
"$TERRELLA" show "${mola[@]:0:3}" -q >mola.json || fail "show"
grep -q '"height_max_m": 27000' mola.json || fail "show has other limits than export"
expect 0 "" export earthlike --map height=relief.png --maps height --size 64 -o usual
! grep -q "cut off" "$work/err" || fail "the usual range is cut off: $(cat "$work/err")"

# A line cannot carry pictures.
expect 3 "a share link cannot carry pictures, and this world needs 'relief.png'" show mine.json --link
expect 3 "a share link cannot carry pictures" show earthlike --map height=relief.png --link
expect 0 "" show earthlike --set 'maps=[]' --link

[ $failures = 0 ]
