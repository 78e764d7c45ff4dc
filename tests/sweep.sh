#!/usr/bin/env bash
# Failing allocations (tests/sweep/): whichever allocation of a command fails, once or with all later ones, it
# ends with exit code 6, a message and no files, or it completes. Some allocations of each command; with
# TR_FULL=1 fifty times as many, which is all of them for most quick commands. Prints a table. Exit code 77: not
# run, and why.
# ctest: COST 100
set -uo pipefail
source "${SOURCE_DIR:?}/tests/expect.sh"
bin=${BUILD_DIR:?}/tests/sweep
[ -x "$bin/sweep" ] || { echo "not run: sanitizers have an allocator of their own"; exit 77; }
export TMPDIR=$work MESA_SHADER_CACHE_DIR=$work/shaders LP_NUM_THREADS=0

# The sweep reports faulty programs, and only those. Only the program that hangs has a limit below a minute.
declare -A hangs=([hang]="--seconds 1")
for how in careful exit quiet other litter hang crash; do
    "$bin/sweep" ${hangs[$how]:-} "$bin/careless" "$how" >/dev/null 2>"$work/err"
    code=$?
    [ $code = $([ $how = careful ]; echo $?) ] || fail "careless $how: the sweep ends with $code: $(cat "$work/err")"
done

injected=0 survived=0
# sweep MOST arguments…: twenty-five times as many allocations of a command, and a third as many in a quick run.
sweep() {
    local most=$1 spread
    shift
    spread=$([ -n "${TR_FULL:-}" ] && echo $((25 * most)) || echo $(((most + 2) / 3)))
    "$bin/sweep" ${figures:+--figures} ${resumes:+--resumes} --spread "$spread" --code "${code:-0}" --name "${name:-$*}" "$TERRELLA" "$@" --quiet >"$work/row" ||
        fail "$*: some failing allocations are handled wrongly"
    cat "$work/row"
    while IFS='|' read -r _ _ _ tried _ _ wrong _; do
        injected=$((injected + tried)) survived=$((survived + tried - wrong))
    done < <(grep '^|' "$work/row")
}

expect 0 "" field fractal --size 64 -o "$work/heights.png" --quiet
expect 0 "" show ringed
cp "$work/out" "$work/scene.json"
expect 0 "" export barren --size 64 -o "$work/set" --quiet
sed 's/"opacity": /"opacity": "none/' "$work/scene.json" >"$work/wrong.json"
cp -r "$work/set" "$work/broken" && echo >>"$work/broken/barren-1_albedo.png"
code=0 figures='' resumes=''

"$bin/sweep" --list
sweep 10 show inferno
name="show SCENE.json" sweep 10 show "$work/scene.json"
name="show MAP.png" sweep 10 show "$work/set/barren-1_albedo.png"
name="show MANIFEST.json" code=3 sweep 5 show "$work/set/barren-1.manifest.json"
name="show WRONG.json" code=3 sweep 10 show "$work/wrong.json"
(cd "$work" && cp heights.png relief.png && "$TERRELLA" show barren --map height=relief.png >mine.json)
expect 0 "" pack "$work/mine.json" -o "$work/mine.terrella"
name="show MINE.terrella" sweep 10 show "$work/mine.terrella"
name="pack MINE.json" sweep 10 pack "$work/mine.json" -o pack.terrella
name="show --link LINE" sweep 10 show 'terrella:inferno/7?lava=0.4' --link
name="show --link MAP.png" sweep 10 show "$work/set/barren-1_albedo.png" --link
name="show --link SCENE.json" sweep 10 show "$work/scene.json" --link
for what in types scenes fields maps parameters keys; do
    sweep 5 list $what
done
sweep 3 list schema
expect 0 "" export barren --size 512 --projection geodetic --tile 256 --maps albedo -o "$work/tiles" --quiet
name="check TILES" sweep 3 check "$work/tiles/barren-1.manifest.json"
sweep 5 field fractal --size 64 --threads 2 -o field.png
sweep 5 field terrain --set cells=32 --size 64 --threads 2 -o field.png
name="enhance MAP.png" sweep 5 enhance "$work/heights.png" --scale 2 --threads 2 -o finer.png
sweep 5 export barren --size 64 --threads 2 -o set
sweep 3 export gas-giant --set warps.winds.cells=32 --size 64 --threads 1 -o set
sweep 5 export inferno --size 64 --threads 1 --format jpg -o set
sweep 3 export inferno --size 64 --threads 1 --format tga -o set
sweep 5 export inferno --size 64 --threads 1 --format hdr -o set
sweep 5 export inferno --size 64 --threads 1 --format exr -o set
sweep 3 export inferno --size 64 --threads 1 --maps depth,maskmap --format r16be -o set
sweep 3 export inferno --size 64 --threads 1 --target gltf --maps albedo,emission,air -o set
sweep 3 export toxic --size 64 --threads 1 --target web -o set
sweep 3 export toxic --size 64 --threads 1 --projection cube --format ktx2 --zstd -o set
sweep 3 export toxic --size 64 --threads 1 --maps orm,maskmap,normal --format dds --blocks bc1 -o set
sweep 3 export toxic --size 64 --threads 1 --projection cube-cross --normal-bits 16 -o set
sweep 3 export inferno --size 64 --threads 1 --target godot -o set
sweep 5 export asteroid --size 64 --threads 2 -o set
tiles=(--projection tiles --size 1024 --tile 256 --region "0,0,1" --maps albedo)
resumes=yes sweep 2 export toxic "${tiles[@]}" --threads 2 -o set
sweep 2 probe inferno 10,20 --threads 2
name="probe SCENE.json" sweep 2 probe "$work/scene.json" 10,20 --threads 1 --json
name="check SET" sweep 3 check "$work/set"
name="check BROKEN SET" code=3 sweep 3 check "$work/broken"
figures=yes sweep 2 bench geometry --quick --threads 1
figures=yes sweep 2 bench type_inferno --quick --threads 1 --json
sweep 3 measure barren --size 128 --threads 2
sweep 2 measure barren --seeds 2 --size 128 --threads 1
if "$TERRELLA" render barren --size 16x16 --quiet -o "$work/picture.png" 2>"$work/err"; then
    sweep 4 render barren --size 16x16 --threads 1 -o picture.png
    name="render NEAR GROUND" sweep 2 render barren --camera 10,20,1.5 --size 16x16 --threads 1 -o picture.png
    sweep 2 render ringed --planet Shard --size 16x16 --threads 1 -o picture.jpg
    # with more frames, finished ones stay
    sweep 2 render inferno --frames 1 --size 16x16 --threads 1 -o picture.hdr
    PATH=$bin:$PATH sweep 2 render inferno --frames 2 --size 16x16 --threads 1 -o video.mp4
    sweep 2 gallery --type barren --seeds 2 --size 160 --threads 1 -o picture.png
else
    [ $failures != 0 ] || { echo "pictures are not tested: $(cat "$work/err")" && exit 77; }
fi

echo "figure: failing allocations injected/survived: $injected/$survived"
[ $failures = 0 ] && echo "failing allocations are handled"
[ $failures = 0 ]
