#!/usr/bin/env bash
# The commands from the command line: results, exit codes, error messages, no leftover files.
# ctest: COST 30
set -uo pipefail
source "${SOURCE_DIR:?}/tests/expect.sh"

# ---- help, lists, show ----------------------------------------------------------------------------
expect 0 "" --help
grep -q "terrella export WORLD" "$work/out" || fail "--help does not list export"
grep -q "ocean=0.4" "$work/out" || fail "--help does not mention the knobs of types"
expect 0 "" list --help
grep -q "list parameters WORLD" "$work/out" || fail "list --help does not mention the parameters of a world"
expect 0 "" export --help
grep -q -- "--maps" "$work/out" || fail "export --help does not list --maps"
expect 0 "" gallery --help
grep -q -- "--seeds" "$work/out" || fail "gallery --help does not list --seeds"
expect 0 "" help export
cp "$work/out" "$work/help"
for words in "help -q export" "export --help" "-q help export"; do
    # shellcheck disable=SC2086
    expect 0 "" $words
    cmp -s "$work/out" "$work/help" || fail "$words differs from help export"
done
grep -q -- "--maps" "$work/help" || fail "help export does not list --maps"
expect 0 "" help
grep -q "terrella export WORLD" "$work/out" || fail "help does not list export"
expect 2 "there is no command 'exprot'; did you mean 'export'?" help exprot
expect 2 "there is no command 'nonsense'; \`terrella help\` names them" help nonsense
expect 2 "one command at a time" help export render
expect 0 "" --version
grep -Eq '^terrella [0-9]+\.[0-9]+\.[0-9]+$' "$work/out" || fail "--version"
for list in types fields maps parameters keys; do
    expect 0 "" list $list
    [ "$(wc -l <"$work/out")" -ge 4 ] || fail "list $list is short"
    expect 0 "" list $list --json
    python3 -m json.tool <"$work/out" >/dev/null 2>&1 || { command -v python3 >/dev/null && fail "list $list --json"; }
done
expect 0 "" list parameters
grep -q 'layers.NAME.density .*(1 … 1000000; default 300) \[voronoi\]' "$work/out" || fail "list parameters has a density without its owner"
grep -q '^time_h .*default 0' "$work/out" || fail "list parameters does not list time_h"
# values of a scene outside of its recipes can be set too; what is listed can be passed to --set, to the last
# digit
direction='[0.12345678, 0.5, -3.0000001]' place='[123456789.5, 0, -87654321.125]'
echo '{"planets": [{"name": "A", "layers": [{"name": "a", "field": "axis"}]}]}' >"$work/scene.json"
expect 0 "" list parameters "$work/scene.json" --set "planets.A.layers.a.direction=$direction" --set "star.position_km=$place"
for line in time_h star.kelvin planets.A.day_h planets.A.locked planets.A.mass_earths planets.A.orbit.phase_deg \
    "planets.A.layers.a.direction       $direction" "star.position_km                   $place"; do
    grep -qF -- "$line " "$work/out" || fail "list parameters of a scene does not list $line"
done
expect 0 "" list types
[ "$(wc -l <"$work/out")" = "$(ls "$SOURCE_DIR"/scenes/types/*.json | wc -l)" ] || fail "not one type for each file"
expect 0 "" show inferno --seed 7
cp "$work/out" "$work/inferno.json"
expect 0 "" show "$work/inferno.json"
cmp -s "$work/out" "$work/inferno.json" || fail "show does not reproduce its own output"
expect 0 "" show inferno --set noisiness=0.3 --set persistence=0.6 --seed 7
grep -q '"noisiness": 0.3' "$work/out" && grep -q '"persistence": 0.6' "$work/out" || fail "--set in show"

# ---- options before the command -------------------------------------------------------------------
expect 0 "" --seed 7 --set=noisiness=0.3 show --set persistence=0.6 inferno
cp "$work/out" "$work/before.json"
expect 0 "" show inferno --set noisiness=0.3 --set persistence=0.6 --seed 7
cmp -s "$work/out" "$work/before.json" || fail "options before the command are ignored"
expect 0 "" --json list types
grep -q '^\[{"name":"alien"' "$work/out" || fail "--json before list: $(head -c 100 "$work/out")"
expect 0 "" -q export inferno --size 64 -o "$work/quiet"
[ -s "$work/quiet/inferno-1.manifest.json" ] && [ ! -s "$work/out" ] || fail "-q before export"
expect 0 "" --help export
grep -q -- "--maps" "$work/out" || fail "--help before export does not show its help"
expect 2 "there is no planet 'export'" --planet export show home
expect 2 "--seed needs a number or words; --seed=show takes 'show' as words" --seed show inferno
expect 2 "did you mean 'export'" -q exprot inferno -o "$work/x"
expect 2 "unknown option '--frames'" --frames 2 show inferno
expect 2 "unknown option '--sed'; did you mean '--seed'?" --sed 7 show inferno

# ---- share links and words as seeds ----------------------------------------------------------------
expect 0 "" show inferno --seed 7 --set lava=0.4 --link
[ "$(cat "$work/out")" = "terrella:inferno/7?lava=0.4" ] || fail "--link: $(cat "$work/out")"
expect 0 "" show inferno --seed 7 --set lava=0.4
cp "$work/out" "$work/lava.json"
expect 0 "" show 'terrella:inferno/7?lava=0.4'
cmp -s "$work/out" "$work/lava.json" || fail "a share link gives another planet"
expect 0 "" show 'terrella:inferno/7?lava=0.4).' # as it appears in a sentence
cmp -s "$work/out" "$work/lava.json" || fail "a share link with trailing characters gives another planet"
expect 3 "words are written terrella:inferno?seed=my+home" show terrella:inferno/my+home
expect 3 "write terrella:inferno/7?lava=0.4" show 'terrella:inferno/7&lava=0.4'
expect 0 "" show 'terrella:inferno?seed=my+home' --link
[ "$(cat "$work/out")" = "terrella:inferno?seed=my+home" ] || fail "--link of words: $(cat "$work/out")"
expect 0 "" show inferno --set name='Ember (2)' --link
[ "$(cat "$work/out")" = "terrella:inferno?name=Ember+(2%29" ] || fail "--link of a name: $(cat "$work/out")"
expect 0 "" show "$work/lava.json" --link # a concrete recipe: the link has its differences from its type
grep -qx 'terrella:inferno/7?layers.land.coverage=[0-9.]*' "$work/out" || fail "--link of a recipe: $(cat "$work/out")"
expect 0 "" show "$(cat "$work/out")"
cmp -s "$work/out" "$work/lava.json" || fail "the share link of a recipe gives another planet"
expect 0 "" export 'terrella:inferno/7?lava=0.4' --size 64 --maps albedo -o "$work/shared"
expect 0 "" show "$work"/shared/inferno-7-*_albedo.png --link --json
grep -qx '"terrella:inferno/7?layers.land.coverage=[0-9.]*"' "$work/out" || fail "--link of a picture: $(cat "$work/out")"
expect 0 "" show "$work/scene.json" --link
grep -q '^terrella:\*' "$work/out" || fail "--link of a scene: $(cat "$work/out")"
expect 0 "" show "$(cat "$work/out")" --json
expect 2 "leave out --planet or --link" show home --link --planet Luna
expect 3 "the share link: noisines: unknown key 'noisines'; did you mean 'noisiness'?" show 'terrella:ice?noisines=1'
expect 3 "damaged or incomplete" show 'terrella:*eNpNjt'
expect 0 "the seed 'my home' is 829774180" show inferno --seed "my home" --link
[ "$(cat "$work/out")" = "terrella:inferno/829774180" ] || fail "--seed of words: $(cat "$work/out")"

# ---- stems, several seeds, names ------------------------------------------------------------------
sets() { (cd "$work/stems" && ls ./*.manifest.json | sed 's/^..//; s/.manifest.json$//' | tr '\n' ' '); }
expect 0 "" export inferno --seed 7 --size 64 --maps albedo -o "$work/stems"
expect 0 "" show inferno --seed 7
cp "$work/out" "$work/unedited.json"
expect 0 "" export "$work/unedited.json" --size 64 --maps albedo -o "$work/stems"
[ "$(sets)" = "inferno-7 unedited " ] || fail "stems of a type and of its file: $(sets)"
expect 0 "" export "$work/unedited.json" --seed 7 --size 64 --maps albedo -o "$work/stems"
[ "$(sets)" = "inferno-7 unedited " ] || fail "stem of a file with --seed: $(sets)"
rm "$work/stems"/unedited*
for set in lava=0.8 lava=0.81 persistence=0.4; do
    expect 0 "" export inferno --seed 7 --set $set --size 64 --maps albedo -o "$work/stems"
    expect 0 "" export inferno --seed 7 --set $set --size 64 --maps albedo -o "$work/stems"
done
sets | grep -Eqx '(inferno-7-[0-9a-z]{4} ){3}inferno-7 |inferno-7 (inferno-7-[0-9a-z]{4} ){3}' || fail "stems of edited planets: $(sets)"
rm -r "$work/stems"
expect 0 "" export inferno --seeds 3 --seed 9 --size 64 --maps albedo -o "$work/stems"
[ "$(sets)" = "inferno-10 inferno-11 inferno-9 " ] || fail "--seeds 3: $(sets)"
expect 0 "" export inferno --seed 10 --size 64 --maps albedo -o "$work/alone"
cmp -s "$work/alone/inferno-10_albedo.png" "$work/stems/inferno-10_albedo.png" || fail "--seeds gives other planets than --seed"
expect 0 "" export inferno --seeds 2 --name lava --size 64 --maps albedo -o "$work/stems"
[ -s "$work/stems/lava-1_albedo.png" ] && [ -s "$work/stems/lava-2_albedo.png" ] || fail "--seeds with --name"
rm -r "$work/stems"
expect 0 "" export terraformed --name home --size 64 -o "$work/stems"
echo mine >"$work/stems/home_clouds.txt"
expect 0 "" export terraformed --seed 2 --name home --maps albedo,height --format jpg --size 64 -o "$work/stems"
[ "$(ls "$work/stems" | tr '\n' ' ')" = "home.manifest.json home_albedo.jpg home_clouds.txt home_height.png " ] || fail "--name leaves files of the earlier set: $(ls "$work/stems")"
sed -i 's/"generator": "terrella"/"generator": "other"/' "$work/stems/home.manifest.json"
expect 5 "home.manifest.json: cannot write: a file is there that Terrella did not write" export terraformed --name home --maps albedo --size 64 -o "$work/stems"
expect 0 "" export terraformed --name home --maps albedo --size 64 --force -o "$work/stems"
[ -s "$work/stems/home_height.png" ] || fail "--name removes files that Terrella did not write"
# What you edited is named; it is kept or replaced as you say.
expect 0 "" export inferno --target godot --size 64 -o "$work/mine"
echo mine >"$work/mine/inferno-1.tres"
expect 5 "inferno-1.tres: cannot write: this file was changed since Terrella wrote it; --keep leaves it and writes the others, --force replaces it" export inferno --target godot --size 128 -o "$work/mine"
expect 0 "inferno-1.tres: kept" export inferno --target godot --size 128 --keep -o "$work/mine"
[ "$(cat "$work/mine/inferno-1.tres")" = mine ] || fail "--keep replaces what was edited"
expect 0 "" check "$work/mine"
expect 2 "choose one of them" export inferno --target godot --size 128 --keep --force -o "$work/mine"
expect 2 "--keep is not for tiles" export inferno --projection tiles --size 2048 --keep -o "$work/mine"
expect 0 "" export inferno --target godot --size 128 --force -o "$work/mine"
[ "$(cat "$work/mine/inferno-1.tres")" != mine ] || fail "--force keeps what was edited"
# A folder that takes nothing is not told to be missing.
for place in /proc /proc/there /proc/there/below; do
    expect 5 "$place" export inferno --maps albedo --size 64 -o $place
    expect 5 "cannot write: Operation not permitted; check the permissions or choose another folder" export inferno --maps albedo --size 64 -o $place
done
expect 5 "/proc/there.png: cannot write: Operation not permitted; check the permissions or choose another folder" render inferno --size 64x64 -o /proc/there.png
# Foreign files stay. Files of a killed export do not.
mkdir "$work/theirs"
echo theirs >"$work/theirs/inferno-1_albedo.jpg"
cp "$work/theirs/inferno-1_albedo.jpg" "$work/theirs/inferno-2_albedo.png"
for words in "--format jpg" "--seed 2" "--seeds 2"; do
    expect 5 "cannot write: a file is there that Terrella did not write under this name; --force" export inferno $words --maps albedo,height --size 64 -o "$work/theirs"
done
[ "$(ls "$work/theirs" | wc -l)" = 2 ] && grep -qx theirs "$work/theirs/inferno-1_albedo.jpg" || fail "a refused export wrote: $(ls "$work/theirs")"
expect 0 "" export inferno --seed 2 --force --maps albedo,height --size 64 -o "$work/theirs"
rm "$work/theirs/inferno-2.manifest.json"
expect 5 "a file is there" export inferno --seed 2 --maps albedo --size 64 -o "$work/theirs" # without a manifest its owner is unknown
expect 0 "" export inferno --seed 3 --maps albedo --format tga --size 64 -o "$work/theirs"
sed -i 's/^  "version"/  "unfinished": true,\n&/' "$work/theirs/inferno-3.manifest.json"
expect 0 "" export inferno --seed 3 --maps albedo --format tga --size 64 -o "$work/theirs"
grep -q unfinished "$work/theirs/inferno-3.manifest.json" && fail "a complete set is marked as unfinished"
rm "$work/theirs/inferno-3.manifest.json"
expect 5 "a file is there" export inferno --seed 3 --maps albedo --format tga --size 64 -o "$work/theirs"
expect 2 "--name is for one planet, but this scene has 2" export home --name x --size 64 -o "$work/stems"
expect 2 "--seeds is for one planet" export home --seeds 2 --size 64 -o "$work/stems"
expect 0 "" export home --planet Luna --name x --size 64 --maps albedo -o "$work/stems"
expect 2 "it has no / and does not begin with a dot" export inferno --name a/b --size 64 -o "$work/stems"
expect 2 "it has no / and does not begin with a dot" export inferno --name .a --size 64 -o "$work/stems"
expect 2 "a name has letters of UTF-8" export inferno --name $'a\xff' --size 64 -o "$work/stems"
expect 0 "" export inferno --maps albedo --size 64 --json -o "$work/stems"/$'\xff\xc3\xa9'
grep -qF $'stems/\\ufffd\xc3\xa9/inferno-1_albedo.png"' "$work/out" || fail "a path with arbitrary bytes gives invalid JSON: $(cat -v "$work/out")"
expect 2 "seeds end at 9223372036854775807" export inferno --seeds 5 --seed 9223372036854775805 -o "$work/stems"
for words in "export inferno --seeds 2 --size 64 -o $work/none --set seed=5" "measure inferno --seeds 2 --size 64 --set seed=5" \
    "export home --planet Luna --seeds 2 --size 64 -o $work/none --set planets.Luna.seed=5" \
    "gallery --type inferno --seeds 1 --size 80 -o $work/none.png --set seed=5"; do
    # shellcheck disable=SC2086
    expect 2 "seed=5: planets of several seeds would all have this one" $words
done
expect 2 "this planet has no rings" export gas-giant --seeds 3 --seed 1 --maps rings --size 64 -o "$work/none"
[ ! -e "$work/none" ] || fail "--seeds writes a part although one planet is refused"

# ---- field ----------------------------------------------------------------------------------------
expect 0 "" list fields
fields=$(cut -d' ' -f1 "$work/out")
for field in $fields; do
    expect 0 "" field "$field" -o "$work/$field.png" --size 128
    grep -q "0 … 65535 is" "$work/out" || fail "field $field does not print its range"
    # the picture is a world, and reproduces itself
    expect 0 "" export "$work/$field.png" --size 128 --maps height -o "$work/fields"
done
expect 0 "" field midpoint -o "$work/m.png" --size 130 --set domain=plane --set 'points=[[0.5,0.5,1]]' --threads 1 --isa baseline
expect 0 "" field midpoint -o "$work/n.png" --size 130 --set domain=plane --set 'points=[[0.5,0.5,1]]' --threads 3
cmp -s "$work/m.png" "$work/n.png" || fail "a field depends on threads or instruction set"
expect 0 "" field perlin -o "$work/p.png" --size 128 --json
grep -q '"low":-1,"high":1' "$work/out" || fail "field --json: $(cat "$work/out")"
expect 2 "did you mean 'voronoi'" field voronoy -o "$work/x.png"
expect 2 "needs a kind" field -o "$work/x.png"
expect 2 "needs a kind" field perlin
expect 2 "ends in .png" field perlin -o "$work/x.tif"
expect 0 "" field perlin --size 64 -o "$work/x.PNG"
expect 2 "one field at a time" field perlin simplex -o "$work/x.png"
expect 2 "octaves is 0, but must be 1 … 24" field fractal -o "$work/x.png" --set octaves=0
expect 2 "cells * 2^levels is 2147483648" field midpoint -o "$work/x.png" --set levels=30
expect 2 "did you mean 'interpolation'" field value -o "$work/x.png" --set interpolaton=linear
expect 5 "a file is in the way" field perlin --size 128 -o "$TERRELLA/x.png"
expect 0 "" field perlin --size 64 -o "$work/new/deep/x.png" && [ -s "$work/new/deep/x.png" ] || fail "field made no folder"
expect 2 "did you mean 'perlin'" field perlim -o "$work/gone/deep/x.png"
[ ! -e "$work/gone" ] || fail "a refused field left a folder"
[ ! -e "$work/x.png" ] || fail "a refused field left a file"

# ---- export ---------------------------------------------------------------------------------------
expect 0 "" export inferno --seed 7 --size 256 -o "$work/one/two"
for map in albedo height normal emission orm; do
    [ -s "$work/one/two/inferno-7_$map.png" ] || fail "no $map"
done
[ -s "$work/one/two/inferno-7.manifest.json" ] || fail "no manifest"
[ ! -s "$work/err" ] || fail "export is not quiet without a terminal: $(cat "$work/err")"
expect 0 "" export "$work/one/two/inferno-7_albedo.png" --size 256 -o "$work/again"
for map in albedo height normal emission orm; do
    cmp -s "$work/one/two/inferno-7_$map.png" "$work/again/inferno-7_$map.png" || fail "$map from its own picture differs"
done
for option in "--threads 1" "--threads 3" "--isa baseline" "--isa avx2" "--isa avx512"; do
    # shellcheck disable=SC2086
    "$TERRELLA" export inferno --seed 7 --size 256 -o "$work/with" $option >/dev/null 2>"$work/err"
    code=$?
    if [ $code = 2 ] && grep -q "this machine does not have it" "$work/err"; then
        echo "not run: $option, which this machine lacks"
        continue
    fi
    for map in albedo height normal emission orm; do
        cmp -s "$work/one/two/inferno-7_$map.png" "$work/with/inferno-7_$map.png" || fail "$map differs with $option"
    done
done
grep -q '"green": "roughness"' "$work/one/two/inferno-7.manifest.json" || fail "the manifest does not mention roughness"
[ ! -e "$work/one/two/inferno-7_clouds.png" ] || fail "a planet without clouds has a cloud map"
expect 0 "" export inferno --size 64 --maps albedo,height -o "$work/few"
[ "$(ls "$work/few" | tr '\n' ' ')" = "inferno-1.manifest.json inferno-1_albedo.png inferno-1_height.png " ] || fail "--maps: $(ls "$work/few")"
expect 0 "" export asteroid --size 64 -o "$work/mesh"
[ "$(head -c 4 "$work/mesh/asteroid-1_mesh.glb")" = glTF ] || fail "an asteroid without its mesh"
expect 2 "a planet with mesh_columns cannot have rings" show asteroid --set rings.opacity=0.8
expect 2 "a planet with mesh_columns cannot have clouds" show earthlike --set mesh_columns=128 --set air.thickness=0
expect 0 "" export terraformed --size 64 --maps mesh -o "$work/ball"
[ "$(ls "$work/ball" | tr '\n' ' ')" = "terraformed-1.manifest.json terraformed-1_mesh.glb " ] || fail "--maps mesh: $(ls "$work/ball")"
expect 2 "fast or small, not 'smal'; did you mean 'small'" export inferno --compression smal --size 64 -o "$work/small"
for how in fast small; do
    expect 0 "" export inferno --size 256 --maps albedo --compression $how -o "$work/$how"
done
[ "$(wc -c <"$work/small/inferno-1_albedo.png")" -lt "$(wc -c <"$work/fast/inferno-1_albedo.png")" ] || fail "--compression small is no smaller than fast"
# A map that the format cannot hold is written as PNG, with a message. Nothing is left out, whether maps are
# named or not.
expect 0 "" export terraformed --size 64 -o "$work/png"
for format in jpg:height,clouds tga:height hdr:height,normal,orm,clouds,water; do
    maps=${format#*:} format=${format%:*}
    expect 0 "as PNG instead of $format: ${maps//,/, } (" export terraformed --size 64 --format $format -o "$work/$format"
    [ -s "$work/$format/terraformed-1_albedo.$format" ] || fail "no $format"
    [ "$(ls "$work/$format" | cut -d. -f1 | sort -u)" = "$(ls "$work/png" | cut -d. -f1 | sort -u)" ] || fail "$format: $(ls "$work/$format")"
    for map in ${maps//,/ }; do
        cmp -s "$work/$format/terraformed-1_$map.png" "$work/png/terraformed-1_$map.png" || fail "$format: $map differs from the PNG"
    done
    rm -r "$work/$format"
    expect 0 "" export terraformed --size 64 --format $format --maps "$maps" --quiet -o "$work/$format"
    [ ! -s "$work/err" ] || fail "export --quiet is not quiet: $(cat "$work/err")"
    diff -rq "$work/$format" "$work/png" | grep -v manifest | grep -v "^Only in $work/png" && fail "$format --maps $maps"
done
expect 0 "as PNG instead of tga: albedo, height, normal, orm (" export asteroid --size 64 --format tga -o "$work/rock"
expect 0 "as PNG instead of hdr: rings (" export barren --set rings.opacity=0.8 --size 64 --maps albedo,rings --format hdr -o "$work/rock"
cat >"$work/two.json" <<'JSON'
{"format": 1, "name": "Two", "star": {"radius_km": 50000}, "planets": [
  {"name": "Ember", "type": "inferno", "radius_km": 3000, "orbit": {"radius_km": 100000}},
  {"name": "Rock", "type": "barren", "radius_km": 900, "orbit": {"radius_km": 120000, "phase_deg": 5}}]}
JSON
expect 0 "" export "$work/two.json" --size 64 -o "$work/scene"
[ -s "$work/scene/Ember_albedo.png" ] && [ -s "$work/scene/Rock.manifest.json" ] || fail "scene export"
expect 0 "" export "$work/two.json" --size 64 -o "$work/rock" --planet Rock
[ ! -e "$work/rock/Ember_albedo.png" ] && [ -s "$work/rock/Rock_albedo.png" ] || fail "--planet"

# ---- render ---------------------------------------------------------------------------------------
expect 0 "" render inferno --size 80x50 -o "$work/picture.png"
expect 0 "" render "$work/picture.png" --size 80x50 -o "$work/same.png"
cmp -s "$work/picture.png" "$work/same.png" || fail "a picture of a picture's recipe differs"
"$TERRELLA" render inferno --size 80x50 -o /dev/stdout >"$work/pipe.png" 2>"$work/err"
cmp -s "$work/picture.png" "$work/pipe.png" || fail "render to standard output differs: $(cat "$work/err")"
for option in "--camera 0,90,3" "--camera 12,0,3.2,10" "--camera 12,0,3.2,10,90" "--sun 0.3,0.1,-1" "--exposure -1" "--seed 2" "--set noisiness=0.1"; do
    # shellcheck disable=SC2086
    expect 0 "" render inferno --size 80x50 $option -o "$work/other.png"
    cmp -s "$work/picture.png" "$work/other.png" && fail "render ignores $option"
done
for world in terraformed "$SOURCE_DIR/tests/data/clouded.json"; do
    expect 0 "" render "$world" --size 80x50 -o "$work/clouded.png"
    expect 0 "" render "$world" --size 80x50 --no-clouds -o "$work/clear.png"
done
cmp -s "$work/clouded.png" "$work/clear.png" && fail "render ignores --no-clouds"
for option in "--channel albedo" "--channel height" "--channel emission" "--layout map" "--layout cube" "--layout split"; do
    # shellcheck disable=SC2086
    expect 0 "" render inferno --size 80x50 $option -o "$work/other.png"
    cmp -s "$work/picture.png" "$work/other.png" && fail "render ignores $option"
done
for option in "" --grid; do # with --grid the lines are thin
    # shellcheck disable=SC2086
    expect 0 "" render inferno --size 160x100 $option -o "$work/lines$option.png"
done
cmp -s "$work/lines.png" "$work/lines--grid.png" && fail "render ignores --grid"
expect 0 "" render inferno --size 80x50 --channel height --no-clouds -o "$work/bare.png" # it has none anyway
expect 0 "it is night below the camera; --sun 0.4,0.4,1 lights the picture, and --time moves the sun" render ice-giant --size 64x48 --set warps.winds.cells=32 --camera 0,0,1.29 --sun 0,0,-1 -o "$work/night.png"
expect 0 "it is night" render ice-giant --size 64x48 --set warps.winds.cells=32 --camera 0,0,3 --sun 0,0,-1 -o "$work/night.png"
for day in "--camera 0,0,1.29 --sun 0,0,1" "--camera 0,0,3 --sun 1,0,-0.6"; do
    # shellcheck disable=SC2086
    expect 0 "" render ice-giant --size 64x48 --set warps.winds.cells=32 $day -o "$work/day.png"
    ! grep -q night "$work/err" || fail "night by day: $day"
done
for refused in "--channel heigth::did you mean 'height'" "--layout globus::did you mean 'globe'" "--channel clouds::inferno has none" \
    "--channel albedo --sun 1,0,0::without light" "--channel albedo --exposure 1::without light" \
    "--layout map --sun 1,0,0::upper left" "--layout cube --camera 0,0,2,30::straight down"; do
    # shellcheck disable=SC2086
    expect 2 "${refused#*::}" render inferno --size 80x50 ${refused%%::*} -o "$work/never.png"
done
expect 2 "has none" render gas-giant --channel height -o "$work/never.png"
[ ! -e "$work/never.png" ] || fail "a refused command left a picture"
expect 0 "" render "$work/two.json" --size 80x50 --planet Rock -o "$work/rock.jpg"

# ---- gallery --------------------------------------------------------------------------------------
# side PICTURE.png: its width and height.
side() { od -An -j16 -N8 -t u1 "$1" | awk '{ print ($3 * 256 + $4) "x" ($7 * 256 + $8) }'; }
# with TR_FULL=1 all types, which takes long
of="--type inferno --seeds 1" width=96
[ -z "${TR_FULL:-}" ] || of= width=640
# shellcheck disable=SC2086
expect 0 "" gallery $of --size $width -o "$work/gallery.png"
[[ $(side "$work/gallery.png") == ${width}x* ]] || fail "gallery --size: $(side "$work/gallery.png")"
expect 0 "" gallery --type inferno --seeds 3 --size 220 -o "$work/three.png" --json
grep -qF "{\"file\":\"$work/three.png\"}" "$work/out" || fail "gallery --json: $(cat "$work/out")"
expect 0 "" gallery --type inferno --seeds 3 --size 220 --threads 1 --isa baseline -o "$work/again.png"
cmp -s "$work/three.png" "$work/again.png" || fail "the gallery depends on threads or instruction set"
expect 0 "" gallery --type inferno --seeds 3 --size 220 --seed 2 -o "$work/other.png" --quiet
cmp -s "$work/three.png" "$work/other.png" && fail "gallery ignores --seed"
[ ! -s "$work/out" ] || fail "gallery --quiet says something"
[ "$(side "$work/three.png")" = 220x92 ] || fail "three planets in a row: $(side "$work/three.png")"
expect 0 "" gallery --type inferno --seeds 3 --columns 1 --size 80 -o "$work/column.png"
[ "$(side "$work/column.png")" = 80x226 ] || fail "three planets in a column: $(side "$work/column.png")"
"$TERRELLA" gallery --type inferno --seeds 3 --size 220 -o /dev/stdout >"$work/pipe.png" 2>"$work/err"
cmp -s "$work/three.png" "$work/pipe.png" || fail "a gallery to standard output differs: $(cat "$work/err")"
expect 0 "" gallery --type "$SOURCE_DIR/scenes/types/inferno.json" --seeds 2 --size 160 -o "$work/two.jpg"
expect 2 "needs -o PICTURE" gallery
expect 2 "--type inferno" gallery inferno -o "$work/x.png"
expect 2 "did you mean 'inferno'" gallery --type infreno -o "$work/x.png"
expect 2 "--seeds needs --type" gallery --seeds 3 -o "$work/x.png"
expect 2 "several planets" gallery --type "$work/two.json" -o "$work/x.png"
expect 2 "--seed is too large" gallery --type inferno --seed 9223372036854775807 -o "$work/x.png"
expect 2 "pixels wide or more" gallery --type inferno --seeds 30 --columns 30 --size 640 -o "$work/x.png"
expect 2 "the picture's width, 64 … 16384 pixels, not '16385'" gallery --size 16385 -o "$work/x.png"
expect 2 "the width of the finest level, at most 4194304, not '8388608'" export toxic --projection tiles --size 8388608 -o "$work/x"
expect 2 "too high" gallery --type inferno --seeds 400 --columns 1 -o "$work/x.png"
for seeds in 0 401 x; do expect 2 "--seeds is a whole number" gallery --type inferno --seeds $seeds -o "$work/x.png"; done
for size in 63 16385 100.5 640x480; do expect 2 "--size" gallery --size $size -o "$work/x.png"; done
expect 2 "ends in .png" gallery -o "$work/x.gif"
expect 5 "cannot write" gallery --type inferno --seeds 1 --size 80 -o "$TERRELLA/x.png"

# ---- rings ----------------------------------------------------------------------------------------
expect 0 "" export barren --name ringed --set rings.opacity=0.8 --size 64 -o "$work/rings"
[ "$(side "$work/rings/ringed_rings.png")" = 64x1 ] || fail "the strip of the rings"
expect 0 "" show barren --set rings.opacity=0.8
cp "$work/out" "$work/ringed.json"
expect 0 "" show "$work/ringed.json"
cmp -s "$work/out" "$work/ringed.json" || fail "rings are lost when read again"
expect 0 "" export barren --name bare --set rings.opacity=0 --size 64 -o "$work/bare"
[ -s "$work/bare/bare_albedo.png" ] && [ ! -e "$work/bare/bare_rings.png" ] || fail "a planet without rings has a ring texture"
expect 2 "has no rings" export barren --maps rings -o "$work/x"
expect 2 "rings.inner must be below" show barren --set rings.opacity=0.8 --set rings.inner=4
[ ! -e "$work/x" ] && [ ! -e "$work/x.png" ] || fail "a refused gallery or export left files"

# ---- control characters in names ------------------------------------------------------------------
printf '{"planets": [{"name": "a\\u001b[31m", "type": "barren", "seed": -1}]}' >"$work/red.json"
expect 3 'red.json:1:' show "$work/red.json"
expect 2 "there is no planet 'Ro\\x1b[31m\\nk'" show "$work/two.json" --planet $'Ro\e[31m\nk'
expect 2 "there is no planet 'R\\u009bx'" show "$work/two.json" --planet $'R\xc2\x9bx'
expect 2 "inf\\x07erno" show $'inf\aerno'
for words in "show $work/red.json" $'show ./no\e[31mwhere.json' $'export inferno -o /dev/null/\e' $'list \e'; do
    # shellcheck disable=SC2086
    "$TERRELLA" $words >/dev/null 2>"$work/err"
    [ "$(wc -l <"$work/err")" = 1 ] && ! grep -q $'\e' "$work/err" || fail "$words: $(cat -v "$work/err")"
done

# ---- wrong usage: 2 -------------------------------------------------------------------------------
expect 2 "did you mean 'inferno'" show infreno
expect 2 "did you mean 'inferno'" export infreno -o "$work/x"
expect 2 "did you mean 'inferno'" infreno
expect 2 "did you mean 'export'" exprot inferno -o "$work/x"
expect 2 "the type is the world itself" show inferno --set type=toxic
expect 2 "the type of a planet can only be changed in the scene's file" show home --set planets.Luna.type=ice
for set in format=3 planets.Ember.format=3; do
    expect 2 "--set $set: this terrella reads format 1: leave it" show "$work/two.json" --set $set
done
expect 0 "" show "$work/two.json" --set format=1 --set summary=two
expect 2 "--set bounds.land=3: must be the lowest and the highest" show barren --set bounds.land=3
expect 2 "nothing below" show inferno --set albedo.0.stops.0.0.x=1
expect 2 "noisiness.x" show inferno --set noisiness.x=1
expect 2 "a scene has" show inferno --set planets.X.seed=1
expect 2 "--maps: Rock gives off no light" export "$work/two.json" --maps emission -o "$work/x"
expect 2 "did you mean 'noisiness'" show inferno --set noisines=1
expect 2 "must be 0 … 4" show inferno --set noisiness=9
expect 2 "did you mean '--seed'" show inferno --sed 7
expect 2 "--seed: a seed is a whole number" show inferno --seed -1
expect 2 "--seed: a seed is a whole number" show inferno --seed 9223372036854775808
expect 2 "needs a value" show inferno --seed
expect 2 "needs a world" export
expect 2 "needs a world" render inferno
for size in 63 0 65 16386 abc 2048x1024 NaN -64 1e9; do expect 2 "--size" export inferno --size $size -o "$work/x"; done
for size in 8x8 15 8193 100x 9999x100 axb; do expect 2 "--size" render inferno --size $size -o "$work/x.png"; done
for stops in x 11 nan 1,2; do expect 2 "--exposure" render inferno --exposure $stops -o "$work/x.png"; done
for camera in 0,0 91,0,3 0,0,1 0,0,nan 0,0,3,181 0,0,3,0,x 0,0,3,0,0,0; do expect 2 "--camera" render inferno --camera $camera -o "$work/x.png"; done
expect 2 "--sun" render inferno --sun 0,0,0 -o "$work/x.png"
expect 2 "did you mean 'albedo'" export inferno --maps albdo -o "$work/x"
expect 2 "gives off no light" export barren --maps emission -o "$work/x"
expect 2 "--maps: a planet of type barren has no clouds" export barren --maps albedo,clouds -o "$work/x"
echo '{"noisiness": 1}' >"$work/plain.json"
expect 2 "--maps: this planet has no clouds" export "$work/plain.json" --maps clouds -o "$work/x"
expect 2 "--threads" export inferno --threads 0 -o "$work/x"
expect 2 "--isa" export inferno --isa sse9 -o "$work/x"
expect 2 "did you mean 'types'" list tpyes
expect 2 "there is no planet 'Rok'" export "$work/two.json" --planet Rok -o "$work/x"
expect 2 "in this world, which has Tellus, Luna" export home --planet Moon -o "$work/x"
expect 2 "this world is a single planet" export inferno --planet Moon -o "$work/x"
expect 2 "ends in .png" render inferno -o "$work/x.bmp"
expect 2 "one world at a time" show inferno toxic
[ ! -e "$work/x" ] && [ ! -e "$work/x.png" ] || fail "wrong usage left files"

# ---- bad files: 3 ---------------------------------------------------------------------------------
expect 3 "nowhere.json" show "$work/nowhere.json"
printf '{"noisiness": 1,\n "octaves": }\n' >"$work/bad.json"
expect 3 "bad.json:2:13:" show "$work/bad.json"
printf '{"noisiness": NaN}' >"$work/bad.json"
expect 3 "bad.json:1:" show "$work/bad.json"
printf '{"layers": [{"name": "a", "field": "fractal",\n  "octaves": 99}]}' >"$work/bad.json"
expect 3 "bad.json:2:14: layers.a.octaves:" export "$work/bad.json" -o "$work/x"
printf '{"type": "barren",\n "bounds": {"lant": [0, 1]}}' >"$work/bad.json"
expect 3 "bad.json:2:21: bounds.lant: there is no such bound; did you mean 'land'?" show "$work/bad.json"
printf '{"planets": [{"name": "A", "type": "barren",\n "bounds": {"land": 1}}]}' >"$work/bad.json"
expect 3 "bad.json:2:21: planets.A.bounds.land: must be the lowest" render "$work/bad.json" -o "$work/x.png"
printf '{"type": "barren", "pixels": 9999}' >"$work/newer.json"
expect 0 "newer.json: this world was made for pixels 9999" show "$work/newer.json"
for words in "gallery --type $work/newer.json --seeds 2 --size 160 -o $work/newer.png" "measure $work/newer.json --seeds 2 --size 64"; do
    # shellcheck disable=SC2086
    expect 0 "" $words
    [ "$(grep -c "newer.json: this world was made for pixels 9999" "$work/err")" = 1 ] || fail "$words does not warn once: $(cat "$work/err")"
done
expect 0 "" show barren
[ ! -s "$work/err" ] || fail "warns about the current pixel version"
printf '{"planets": [{"name": "A", "format": 2}]}' >"$work/bad.json"
expect 3 "bad.json:1:38: planets.A.format: this terrella reads format 1" show "$work/bad.json"
head -c 4194310 /dev/zero | tr '\0' ' ' >"$work/bad.json"
expect 3 "4 MiB" show "$work/bad.json"
# a scene with the maximum number of planets can be shown and read again; a larger one is refused before it is
# made
many_planets() {
    for ((i = 1; i <= $1; i++)); do
        echo "$([ $i = 1 ] || echo ,){\"name\":\"p$i\",\"type\":\"tundra\",\"orbit\":{\"radius_km\":${i}000000}}"
    done
}
echo "{\"planets\":[$(many_planets 64)]}" >"$work/many.json"
expect 0 "" show "$work/many.json"
cp "$work/out" "$work/shown.json"
expect 0 "" show "$work/shown.json"
cmp -s "$work/out" "$work/shown.json" || fail "show of 64 planets is not reproduced"
echo "{\"planets\":[$(many_planets 65)]}" >"$work/many.json"
expect 3 "a scene has 1 … 64 planets, this one has 65" show "$work/many.json"
printf '%0.s[' $(seq 1 100) >"$work/bad.json"
expect 3 "deeper than 32" show "$work/bad.json"
expect 3 "" show "$work"/ # a directory
cat "$work/inferno.json" | "$TERRELLA" show /dev/stdin >"$work/out" 2>"$work/err"
cmp -s "$work/out" "$work/inferno.json" || fail "a recipe from a pipe: $(cat "$work/err")"
echo '{"type": "earthlike"}' | "$TERRELLA" show /dev/stdin --set height_min_m=20000 >"$work/out" 2>"$work/err"
grep -q -- "--set height_min_m=20000: height_max_m:" "$work/err" || fail "a wrong set of a pipe: $(cat "$work/err")"

# Pictures: a pipe works like a file, and a damaged picture never gives another recipe.
cp "$work/one/two/inferno-7_albedo.png" "$work/damaged.png"
cat "$work/damaged.png" | "$TERRELLA" show /dev/stdin >"$work/out" 2>"$work/err"
cmp -s "$work/out" "$work/inferno.json" || fail "a recipe from a picture in a pipe: $(cat "$work/err")"
offset=$(LC_ALL=C grep -abo '"radius_km":' "$work/damaged.png" | head -n 1 | cut -d: -f1)
digit=$(tail -c +$((offset + 13)) "$work/damaged.png" | head -c 1)
printf '%d' $((digit ^ 1)) | dd of="$work/damaged.png" bs=1 seek=$((offset + 12)) conv=notrunc 2>"$work/err"
expect 3 "the PNG is damaged" show "$work/damaged.png"
expect 3 "the PNG is damaged" export "$work/damaged.png" --size 64 -o "$work/x"
head -c 700 "$work/one/two/inferno-7_albedo.png" >"$work/damaged.png"
expect 3 "the file ends too early" show "$work/damaged.png"
expect 0 "" gallery --type inferno --seeds 1 --size 80 -o "$work/plain.png"
expect 3 "this picture carries no recipe" show "$work/plain.png"
for target in gltf web; do # these embed the recipe too
    expect 0 "" export inferno --seed 7 --size 64 --target $target -o "$work/carried/$target"
done
for file in "$work"/carried/gltf/inferno-7.glb "$work"/carried/web/inferno-7.html; do
    "$TERRELLA" show "$file" >"$work/out" 2>"$work/err"
    cmp -s "$work/out" "$work/inferno.json" || fail "a recipe from $file: $(cat "$work/err")"
done

# ---- cannot write: 5 ------------------------------------------------------------------------------
echo precious >"$work/file"
expect 5 "cannot write" export inferno --size 64 -o "$work/file"
expect 5 "cannot write" export inferno --size 64 -o "$work/file/below"
expect 5 "cannot write" render inferno --size 64x64 -o "$work/file/x.png"
[ "$(cat "$work/file")" = precious ] || fail "an old file was touched"
if [ -w /dev/full ]; then expect 5 "No space left" render inferno --size 64x64 -o /dev/full; fi

# ---- no OpenGL: 4 ---------------------------------------------------------------------------------
for version in 3.2 2.1; do
    export MESA_GL_VERSION_OVERRIDE=$version
    expect 4 "needed OpenGL 3.3" render inferno --size 64x64 -o "$work/old.png"
    expect 4 "found OpenGL $version" render inferno --size 64x64 -o "$work/old.png"
    expect 4 '`terrella export` works without it' gallery --type inferno --seeds 1 --size 80 -o "$work/old.png"
done
expect 4 "needed OpenGL 3.3" gallery --type inferno --seeds 1 --size 7000 -o "$work/old.png" # the letters are prepared before
[ ! -e "$work/old.png" ] || fail "a picture without OpenGL 3.3"
expect 0 "" export inferno --size 64 -o "$work/still"
if command -v xvfb-run >/dev/null; then
    # The exit code of xvfb-run also depends on its own folder.
    xvfb-run -a sh -c '"$0" inferno >/dev/null 2>"$1/err"; echo $? >"$1/code"' "$TERRELLA" "$work"
    code=$(cat "$work/code")
    [ $code = 4 ] && grep -q "found 2.1" "$work/err" || fail "a window without OpenGL 3.3: exit $code: $(cat "$work/err")"
fi
unset MESA_GL_VERSION_OVERRIDE
DISPLAY='' WAYLAND_DISPLAY='' expect 4 "" inferno

# ---- signals --------------------------------------------------------------------------------------
for how in "INT" "TERM --threads 1" "HUP --threads 1"; do
    signal=${how%% *}
    # shellcheck disable=SC2086 # words
    interrupt $how export earthlike --size 16384 -o "$work/stopped"
    [ ! -e "$work/stopped" ] || fail "SIG$signal left $(ls -a "$work/stopped" | tr '\n' ' ')"
done

"$TERRELLA" export earthlike --size 16384 -o "$work/stopped" >/dev/null 2>"$work/err" &
job=$!
sleep 0.5
for _ in 1 2; do kill -TERM $job 2>/dev/null; sleep 0.02; done
wait $job 2>/dev/null
[ ! -e "$work/stopped" ] || fail "two signals left $(ls -a "$work/stopped" | tr '\n' ' ')"

# While a field is solved for the whole planet, which would take minutes.
interrupt INT field terrain --set cells=1024 --set erosion=100 --size 256 -o "$work/stopped.png"
[ ! -e "$work/stopped.png" ] || fail "SIGINT while a terrain is solved left a picture"

(ulimit -f 100 && exec "$TERRELLA" export inferno --size 1024 -o "$work/limited" >/dev/null 2>"$work/err")
code=$?
[ $code = 5 ] && [ ! -e "$work/limited" ] || fail "a file size limit: exit $code, left $(ls -a "$work/limited" 2>/dev/null | tr '\n' ' ')"
if [ -w /dev/full ]; then
    "$TERRELLA" show inferno >/dev/full 2>"$work/err"
    [ $? = 5 ] || fail "show to a full device does not exit 5"
fi

# ---- progress on a terminal only ------------------------------------------------------------------
if command -v script >/dev/null; then
    script -qec "'$TERRELLA' export inferno --threads 1 --size 2048 -o '$work/seen'" /dev/null >"$work/out" 2>&1 </dev/null
    grep -q "%, .* s left" "$work/out" || fail "no progress on a terminal: $(head -c 200 "$work/out")"
    script -qec "'$TERRELLA' export inferno --quiet --threads 1 --size 2048 -o '$work/seen'" /dev/null >"$work/out" 2>&1 </dev/null
    [ ! -s "$work/out" ] || fail "--quiet is not quiet: $(head -c 200 "$work/out")"
fi

[ -z "$(find "$work" -name '*.part')" ] || fail "temporary files are left: $(find "$work" -name '*.part')"
[ $failures = 0 ] && echo "all commands work"
[ $failures = 0 ]
