#!/usr/bin/env bash
# Tiles from the command line: the commands of docs/internals/tiles.md and examples/tiles/ give the same tiles
# as a single run.
# ctest: COST 10
set -uo pipefail
source "${SOURCE_DIR:?}/tests/expect.sh"

expect 2 "--tile is for --projection tiles or geodetic" export toxic --tile 256 -o "$work/none"
expect 2 "--shard is I/N with whole numbers" export toxic --projection tiles --shard 5/4 -o "$work/none"
expect 2 "--region is LATITUDE,LONGITUDE,RADIUS" export toxic --projection tiles --region 91,0,5 -o "$work/none"
expect 2 "a pyramid of tiles is 2048, 4096, 8192 " export toxic --projection tiles --size 3000 -o "$work/none"
expect 2 "neither rings nor a mesh" export asteroid --projection tiles --maps mesh -o "$work/none"
[ ! -e "$work/none" ] || fail "a refused export left a folder"

tiles=(--projection tiles --size 2048 --tile 256 --maps albedo,height)
expect 0 "" export toxic "${tiles[@]}" -o "$work/whole"
[ "$(find "$work/whole" -name '*.png' | wc -l)" = 60 ] || fail "$(find "$work/whole" -name '*.png' | wc -l) tiles"
for task in 2 1 3; do
    SLURM_ARRAY_TASK_ID=$task SLURM_ARRAY_TASK_COUNT=3 PATH="$(dirname "$TERRELLA"):$PATH" \
        "$SOURCE_DIR/examples/tiles/tiles.slurm" toxic 2048 "$work/slurm" >"$work/out" 2>&1 || fail "tiles.slurm: $(cat "$work/out")"
done
expect 0 "" export toxic --projection tiles --size 2048 -o "$work/plain"
diff -r "$work/slurm" "$work/plain" >"$work/out" || fail "the tiles of shards differ: $(head -n 3 "$work/out")"

# Two worlds under one name at the same time: one of them is refused, and the tiles are those of the other.
small=(export toxic --projection geodetic --tile 256 --size 1024 --maps albedo --name x --quiet)
for seed in 1 2; do expect 0 "" "${small[@]}" --seed $seed -o "$work/alone$seed"; done
for round in 1 2 3; do
    rm -rf "$work/one"
    "$TERRELLA" "${small[@]}" --seed 1 -o "$work/one" >/dev/null 2>"$work/err1" &
    job=$!
    "$TERRELLA" "${small[@]}" --seed 2 -o "$work/one" >/dev/null 2>"$work/err2"
    codes=$?
    wait $job
    codes=$codes-$?
    case $codes in 0-5) seed=2 ;; 5-0) seed=1 ;; *) fail "two worlds under one name: exit $codes: $(cat "$work"/err?)" && continue ;; esac
    diff -r "$work/one" "$work/alone$seed" >"$work/out" || fail "round $round: two worlds are mixed: $(head -n 3 "$work/out")"
done

command -v parallel >/dev/null && parallel --version 2>/dev/null | grep -q GNU || {
    echo "GNU parallel is missing (Debian package: parallel)"
    [ $failures = 0 ] && exit 77
    exit 1
}
seq 4 | HOME=$work parallel --will-cite "$TERRELLA" export toxic "${tiles[@]}" -o "$work/shards" --quiet --threads 1 --shard {}/4 \
    >"$work/out" 2>&1 || fail "parallel: $(cat "$work/out")"
diff -r "$work/whole" "$work/shards" >"$work/out" || fail "the tiles of parallel shards differ: $(head -n 3 "$work/out")"
[ $failures = 0 ]
