#!/usr/bin/env bash
# Maps that are derived from heights do not depend on the range of the height map. Also a flat sea.
set -uo pipefail
command -v python3 >/dev/null || { echo "not run: python3 is missing"; exit 77; }
source "${SOURCE_DIR:?}/tests/expect.sh"

# same A B: two sets have the same files, except heights and manifests.
same() {
    local file count=0
    while IFS= read -r file; do
        case $file in *height* | *manifest.json) continue ;; esac
        cmp -s "$1/$file" "$2/$file" || fail "$file of $2 differs from that of $1"
        count=$((count + 1))
    done < <(cd "$1" && find . -type f ! -name '*.sha256')
    [ "$count" -ge "$3" ] || fail "$1 has $count files to compare, not $3"
}

# ---- ranges ---------------------------------------------------------------------------------------
# TGA and raw files contain no recipe, which differs. Nor do tiles.
few=(--size 128 --seed 3 --name p -q)
# Whole-planet solutions are coarse: ranges are computed after them.
coarse=(--set layers.land.cells=48)
for world in "earthlike sea,biome,orm,normal,water,albedo,height" "toxic sea,orm,height" "asteroid orm,normal,albedo,height"; do
    type=${world% *} maps=${world#* } more=()
    [ "$type" != earthlike ] || more=("${coarse[@]}")
    expect 0 "" export "$type" "${few[@]}" "${more[@]}" --maps "$maps" --format tga -o "$work/$type/plain"
    for range in "height_min_m=0" "height_min_m=-90 height_max_m=20"; do
        sets=() && for set in $range; do sets+=(--set "$set"); done
        expect 0 "" export "$type" "${few[@]}" "${more[@]}" --maps "$maps" --format tga "${sets[@]}" --force -o "$work/$type/cut"
        same "$work/$type/plain" "$work/$type/cut" 2
        cmp -s "$work/$type/plain/p_height.png" "$work/$type/cut/p_height.png" && fail "$type: $range does not change the heights"
    done
done
cuts=(--set height_min_m=0 --set height_max_m=300)
expect 0 "" export swamp "${few[@]}" "${coarse[@]}" --maps depth --format r16 -o "$work/depth/plain"
expect 0 "" export swamp "${few[@]}" "${coarse[@]}" --maps depth --format r16 "${cuts[@]}" -o "$work/depth/cut"
same "$work/depth/plain" "$work/depth/cut" 1
grep -q '"maximum": 2500' "$work/depth/cut/p.manifest.json" || fail "the range of the depth is not printed"
expect 0 "" export swamp "${coarse[@]}" --seed 3 --size 64 --name p -q --projection cube --maps sea,biome,height --format tga -o "$work/cube/plain"
expect 0 "" export swamp "${coarse[@]}" --seed 3 --size 64 --name p -q --projection cube --maps sea,biome,height --format tga "${cuts[@]}" -o "$work/cube/cut"
same "$work/cube/plain" "$work/cube/cut" 12
tiles=(--seed 3 --size 1024 --tile 256 --projection tiles --name p -q --region 20,10,20 --maps sea,biome,depth,height)
expect 0 "" export swamp "${tiles[@]}" "${coarse[@]}" -o "$work/tiles/plain"
expect 0 "" export swamp "${tiles[@]}" "${coarse[@]}" "${cuts[@]}" -o "$work/tiles/cut"
same "$work/tiles/plain" "$work/tiles/cut" 6
for place in 20,-30 10,40; do
    "$TERRELLA" probe earthlike $place "${coarse[@]}" --seed 3 --size 64 --json | sed 's/"name":"earthlike[^"]*"//' >"$work/plain.json"
    "$TERRELLA" probe earthlike $place "${coarse[@]}" --seed 3 --size 64 --json "${cuts[@]}" | sed 's/"name":"earthlike[^"]*"//' >"$work/cut.json"
    cmp -s "$work/plain.json" "$work/cut.json" || fail "probe at $place depends on the range of heights"
done
for cut in "" "--set height_min_m=0"; do
    # shellcheck disable=SC2086
    "$TERRELLA" measure earthlike "${coarse[@]}" --seed 3 --size 256 --json $cut 2>/dev/null | grep -o '"land":[^,]*' >"$work/land$cut"
done
[ -s "$work/land" ] && cmp -s "$work/land" "$work/land--set height_min_m=0" || fail "measure: $(cat "$work/land"*)"

expect 0 "" probe earthlike 20,-30 "${coarse[@]}" --seed 3 --set height_min_m=0 --json
grep -q '"sea":true' "$work/out" && grep -q '"biome":"sea"' "$work/out" || fail "probe finds no sea: $(head -c 300 "$work/out")"

# ---- a flat sea -----------------------------------------------------------------------------------
flat() { # DIR MAPS arguments…: a set with the sea floor and one without it
    local dir=$1 maps=$2
    shift 2
    expect 0 "" export toxic --seed 3 --name p -q --maps "$maps" "$@" -o "$work/$dir/floor"
    expect 0 "" export toxic --seed 3 --name p -q --maps "$maps" "$@" --sea flat -o "$work/$dir/flat"
    same "$work/$dir/floor" "$work/$dir/flat" 1
    grep -q '"sea": "flat"' "$work/$dir/flat/p.manifest.json" || fail "$dir: the manifest does not mention the flat sea"
    [ -z "$(find "$work/$dir/flat" -type f -path '*height*' | while IFS= read -r file; do
        cmp -s "$file" "$work/$dir/floor/${file#"$work/$dir/flat/"}" && echo "$file"
    done)" ] || fail "$dir: heights are the same"
}
flat metres sea,normal,orm,height --size 128 --format r32f
flat faces sea,height --size 64 --projection cube
flat ktx2 sea,height --size 128 --format ktx2
flat exr depth,height --size 64 --format exr
flat tiles sea,height --size 1024 --tile 256 --projection tiles --region 20,10,10
flat meshes mesh,height,albedo --size 64
python3 - "$work/metres" <<'PY' || fail "the flat sea is not flat"
import array, sys
read = lambda name: array.array("f", open(f"{sys.argv[1]}/{name}/p_height.r32f", "rb").read())
floor, flat = read("floor"), read("flat")
step, wet = 0.5, 0 # metres; a step of the file is less
for a, b in zip(floor, flat):
    if a < -step:
        assert abs(b) <= step, (a, b)
        wet += 1
    elif a > step:
        assert a == b, (a, b)
assert len(flat) == 128 * 64 and 0.05 < wet / len(flat) < 0.95, wet
PY
expect 0 "" export toxic --seed 3 --name p -q --maps height --size 128 --format r32f --sea flat --height-range planet -o "$work/fitted"
grep -q '"height_min_m": 0.0,' "$work/fitted/p.manifest.json" || fail "a fitted flat sea does not begin at 0 m"
expect 3 "has no sea, so its height map cannot have a flat one" export barren --size 64 --sea flat -o "$work/none"
expect 2 "--sea is for sets with height" export toxic --size 64 --maps albedo --sea flat -o "$work/none"
expect 2 "--sea" export toxic --size 64 --sea deep -o "$work/none"

[ ! -e "$work/none" ] || fail "a refused export left a folder"

[ "$failures" = 0 ] && echo "maps derived from heights do not depend on the range of the height map"
exit "$((failures > 0))"
