#!/usr/bin/env bash
# The commands in README.md and docs/manual/ work: every command line, run in its order with small sizes, and
# the files that they show.
set -uo pipefail
. "$(dirname "$0")/expect.sh"
manual=${SOURCE_DIR:?}/docs/manual
pages=("$SOURCE_DIR/README.md" "$manual"/*.md)
cd "$work" || exit 1

# The files that the commands use: the scene, the recipe, a list of worlds and a height map of the reader, and
# an encoder for videos. Each complete recipe of the manual opens; the last one is mine.json.
sed -n '/^    {$/,/^    }$/p' "$manual/scenes.md" >home.json
awk '/^    [{]$/ { n++ } n { print > ("step" n ".json") } /^    [}]$/ { close("step" n ".json") }' <(sed -n '/^    {$/,/^    }$/p' "$manual/recipes.md")
diff <(sed 's/^    //' step1.json) "$SOURCE_DIR/scenes/types/starter/starter.json" || fail "the first recipe of the manual is not the starter"
for step in step*.json; do expect 0 "" show "$step" && mv "$step" mine.json; done
printf 'inferno\nterrella:barren/2?name=Ember\n' >worlds.txt
mkdir stub && printf '#!/bin/sh\ncat >/dev/fd/3\n' >stub/ffmpeg && chmod +x stub/ffmpeg
PATH=$work/stub:$PATH
expect 0 "" field perlin --size 64 -o heightmap.png
expect 0 "" field fractal --size 128 -o relief.png
for name in continents sketch reconstruction topography mola other; do cp relief.png $name.png; done
for name in cells topography mola Mars_MGS_MOLA_DEM_mosaic_global_463m; do cp relief.png $name.tif; done # read by content
head -c $((2 * 2048 * 1024)) "$TERRELLA" >relief.r16
expect 0 "" export barren --maps height --size 64 --projection cube-row --name faces -o .
expect 0 "" export barren --maps height --size 64 --projection cube --name mars -o old
mv faces_height*.png faces.png
expect 0 "" export earthlike --maps biome --size 64 --set layers.land.cells=48 --name biomes -o .
mv biomes_biome.png biomes.png && cp biomes.png mine.png
expect 0 "" show home.json
expect 0 "" show mine.json --set flood=0.8

# run LINE: runs the command as a shell does, followed by options that make it small; the last of two options
# counts.
run() {
    local line=$1 small="" codes=0 of=""
    case $line in
    *" | terrella render "*) small="--size 64x48" of=render ;;
    *" | "*) ;;
    *" bench"*) [[ $line == *" bench "[a-z]* ]] && small=--quick || small=--help ;;
    *" export "*"--projection tiles"*) small="--size 2048 --maps albedo" ;;
    *" export "*) small="--size 64" ;;
    *" gallery "*--type*) small="--size 160 --seeds 2" ;;
    *" gallery "*) small="--type barren --size 160 --seeds 2" ;; # all types take long, and commands.sh covers them
    *" field "*) small="--size 128" ;;
    *" render "*--frames*) small="--size 64x48 --frames 2" ;;
    *" render "*) small="--size 64x48" ;;
    *" measure "*--seeds*) small="--size 64 --seeds 2" codes="[07]" ;; # maps this small are often out of bounds
    *" measure "*) small="--size 64" ;;
    *" list "* | *" show "* | *" pack "* | *" probe "* | *" check "* | *" enhance "*) ;;
    *) codes=4 ;; # a window: the missing display is the last error
    esac
    [[ ! $line =~ " "(export|probe|render)" earthlike" ]] || small+=" --set layers.land.cells=48"
    # shellcheck disable=SC2086
    terrella() {
        local more=$small
        [ -z "$of" ] || [ "$1" = "$of" ] || more=
        DISPLAY='' WAYLAND_DISPLAY='' "$TERRELLA" "$@" $more
    }
    eval "$line" >"$work/out" 2>"$work/err" </dev/null
    local got=$?
    [[ $got == $codes ]] || fail "$line: exit $got: $(head -c 300 "$work/err")"
}

count=0
while read -r line; do
    run "$line" && count=$((count + 1))
done < <(grep -ohE '^    terrella .*|`terrella (list|textures/|[a-z./-]+\.png)[^`]*`' "${pages[@]}" | grep -v 'WORLD\||scenes' | tr -d '`' | sed 's/ *  #.*//; s/ # .*//' | awk '!seen[$0]++')
[ $count -ge 60 ] || fail "only $count command lines are found in README.md and the manual"
[ "$(wc -w <"$SOURCE_DIR/README.md")" -le 900 ] || fail "README.md has more than 900 words: move some to docs/manual/"

# Lists that the page repeats.
expect 0 "" list types
types=$(awk '{ printf "%s%s", sep, $1; sep = ", " }' <(LC_ALL=C sort out))
tr '\n' ' ' <"$manual/first-planet.md" | grep -qF "The types are: $types. " || fail "docs/manual/first-planet.md names other types than: $types"
expect 0 "" list parameters earthlike
knobs=$(sed -nE 's/^([a-z_]+) .*\(0 … 1\)$/\1/p' "$work/out" | paste -sd, | sed 's/,/, /g; s/\(.*\), /\1 and /')
tr '\n' ' ' <"$manual/knobs.md" | grep -qiF "an earthlike planet has $knobs." || fail "docs/manual/knobs.md names other knobs than: $knobs"

while read -r field _; do
    grep -qE "^## .*\b$field\b|\`$field\`" "$manual/field-types.md" || fail "docs/manual/field-types.md does not describe the field $field"
done < <("$TERRELLA" list fields)

# run.sh with the existing build: commands after options as well; without a display, options go to a command
# that knows them.
mkdir -p fake/third_party && cp "$SOURCE_DIR/run.sh" fake
printf 'terrella_install() { :; }\nterrella_build() { build_dir=%q; }\n' "$(dirname "$TERRELLA")" >fake/third_party/setup.sh
mkdir place && cd place || exit 1
# start CODE FILE arguments…: run.sh without a display ends with that code, and the file exists then.
start() {
    local code=$1 file=$2 got
    shift 2
    DISPLAY='' WAYLAND_DISPLAY='' ../fake/run.sh "$@" >"$work/out" 2>"$work/err" </dev/null
    got=$?
    [ $got = "$code" ] && [ -e "$file" ] || fail "run.sh $*: exit $got, and there is $(ls): $(head -c 300 "$work/err")"
}
start 0 there/inferno-1.manifest.json -q export inferno --size 64 -o there
start 0 seen/inferno.png -q --seed 7 inferno --size 64x48 --size 64 -o seen --time 3 --exposure=1 --no-clouds --name x --maps albedo
[ -e seen/inferno/x_albedo.png ] || fail "run.sh -o: $(find seen)"
start 0 out/earthlike-0002.png --size=64x48 --size=64 --frames 2 --camera-to 0,0,2 --seeds 2 --format jpg
[ -e out/earthlike/earthlike-2_albedo.jpg ] || fail "run.sh --seeds: $(find out)"
start 2 . inferno -o
grep -q "needs a value" "$work/err" || fail "run.sh -o without a value: $(cat "$work/err")"

[ $failures = 0 ] && echo "README.md and the manual are right: $count command lines"
[ $failures = 0 ]
