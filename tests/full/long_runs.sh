#!/usr/bin/env bash
# Long runs: 300 full sets in one process (many_sets.c); four processes that write the same set into one folder;
# two processes that each write a different set under the same name, repeatedly; and the widest possible map.
# ctest: COST 50
set -uo pipefail
source "${SOURCE_DIR:?}/tests/expect.sh"
"${BUILD_DIR:?}/tests/many_sets" "${SETS:-300}" 1024 "$work/many" 2>&1 || fail "many sets in one process: exit $?"
rm -rf "$work/many"

# race DIR arguments of each…: processes that write into one folder at the same time. Sets $codes to their exit
# codes.
race() {
    local folder=$1 pids=() more k
    shift
    for more; do # shellcheck disable=SC2086 # several arguments
        "$TERRELLA" export inferno --quiet -o "$folder" $more >/dev/null 2>"$work/err${#pids[@]}" &
        pids+=($!)
    done
    codes=
    for ((k = 0; k < ${#pids[@]}; k++)); do
        wait "${pids[k]}"
        codes+=$?
    done
}

# Four processes with the same set write it one after the other. In the end it is whole, and the only one.
"$TERRELLA" export inferno --size 256 --quiet -o "$work/alone" || fail "export: exit $?"
for round in {1..8}; do
    race "$work/one" "--size 256" "--size 256" "--size 256" "--size 256"
    [ $codes = 0000 ] || fail "round $round: exits $codes: $(cat "$work"/err?)"
    "$TERRELLA" check "$work/one" >"$work/log" 2>&1 || fail "round $round: not whole: $(cat "$work/log")"
    diff -r "$work/alone" "$work/one" >"$work/log" || fail "round $round: $(cat "$work/log")"
done
echo "four processes, one folder: whole 8 times"

# mixed DIR: whether the folder has files of both worlds.
mixed() { ! diff -r "$1" "$work/of1" >/dev/null && ! diff -r "$1" "$work/of2" >/dev/null; }
# Two worlds under one name: the set of the last one remains. Of tiles only one can finish.
for kind in "--size 128 --maps albedo,height,normal" "--size 128 --maps albedo,orm,emission --format tga" \
    "--projection geodetic --tile 256 --size 1024 --maps albedo"; do
    rm -rf "$work"/of?
    for seed in 1 2; do # shellcheck disable=SC2086
        "$TERRELLA" export inferno --quiet $kind --name x --seed $seed -o "$work/of$seed" || fail "$kind: exit $?"
    done
    for round in {1..20}; do
        rm -rf "$work/one"
        race "$work/one" "$kind --name x --seed 1" "$kind --name x --seed 2"
        case $kind-$codes in *tile*-05 | *tile*-50 | *maps*-00) ;; *) fail "$kind: exits $codes: $(cat "$work"/err?)" ;; esac
        "$TERRELLA" check "$work/one" >"$work/log" 2>&1 || fail "$kind: not whole: $(cat "$work/log")"
        ! mixed "$work/one" || fail "$kind: two worlds are mixed: $(ls "$work/one")"
    done
    echo "two worlds, one name, $kind: whole 20 times"
done

# The widest file of the command line: memory follows the band.
peak() { /usr/bin/env python3 -c 'import resource, subprocess, sys
code = subprocess.call(sys.argv[1:])
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(code)' "$@"; }
less=$(peak "$TERRELLA" export inferno --size 2048 --maps albedo,height,normal --quiet -o "$work/less") || fail "2048: exit $?"
most=$(peak "$TERRELLA" export inferno --size "${LARGEST:-16384}" --maps albedo,height,normal --quiet -o "$work/most") || fail "the largest: exit $?"
"$TERRELLA" check "$work/most" >"$work/log" 2>&1 || fail "the largest is not whole: $(cat "$work/log")"
[ "$most" -le $((less + 60000)) ] || fail "a wide map takes $most KB, one of 2048 takes $less KB"
echo "widths of 2048 and ${LARGEST:-16384}: $less KB, $most KB"

# Twice as wide, with a cheap planet: one file, because the library has no limits for engines; and as unreal has
# it.
cat >"$work/plain.json" <<'JSON'
{"format": 1, "radius_km": 1000, "height_min_m": -1000, "height_max_m": 1000,
 "layers": [{"name": "ground", "field": "fractal", "octaves": 1, "persistence": 0.5, "scale": 3, "amount": 900}],
 "albedo": [{"name": "ground", "channel": "height", "stops": [[0, "14285a"], [1, "f0dcb4"]]}]}
JSON
less=$(peak "$BUILD_DIR/tests/wide_map" "$work/plain.json" 2048 "$work/plain") || fail "plain, 2048: exit $?"
width=32768
rm -rf "$work/most" "$work/plain"
most=$(peak "$BUILD_DIR/tests/wide_map" "$work/plain.json" $width "$work/plain") || fail "one file, $width: exit $?"
squares=$(peak "$TERRELLA" export "$work/plain.json" --target unreal --size $width --maps albedo --quiet -o "$work/most") || fail "unreal, $width: exit $?"
"$TERRELLA" check "$work/plain" >"$work/log" 2>&1 || fail "one file, $width: $(cat "$work/log")"
"$TERRELLA" check "$work/most" >"$work/log" 2>&1 || fail "unreal, $width: $(cat "$work/log")"
python3 - "$work/plain" "$width" <<'PYTHON' || fail "one file, $width: not of that size"
import struct, sys
for name in ("albedo", "normal"):
    width, height = struct.unpack(">II", open(f"{sys.argv[1]}/wide_{name}.png", "rb").read(24)[16:])
    assert (width, 2 * height) == (int(sys.argv[2]), int(sys.argv[2])), (name, width, height)
PYTHON
[ "$(find "$work/most" -name '*.png' | wc -l)" = 8 ] || fail "unreal: $(ls "$work/most")"
[ "$most" -le $((less + 60000)) ] && [ "$squares" -le $((less + 60000)) ] || fail "$width columns take $most KB, in squares $squares KB; 2048 take $less KB"
echo "widths of 2048 and $width: $less KB, $most KB, in squares $squares KB"
[ $failures = 0 ]
