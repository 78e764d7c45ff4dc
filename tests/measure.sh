#!/usr/bin/env bash
# terrella measure from the command line: texts and figures, JSON, bounds and their exit code, errors.
set -uo pipefail
source "${SOURCE_DIR:?}/tests/expect.sh"

# A planet of half land and half sea without detail: the northern hemisphere is land.
half='{"sea": true, "height_min_m": -1000, "height_max_m": 1000, "layers": [{"name": "a", "field": "sin_latitude",
    "amount": 900}, {"name": "sea level", "field": "quantile", "coverage": 0.5}],
    "albedo": [{"name": "a", "channel": "height", "stops": [[0, "808080"]]}]'
echo "$half}" >"$work/half.json"

expect 0 "" measure "$work/half.json" --size 512
for words in "50.0 %" "asked for: 50.0 %" "1.00     fractal dimension" "65536 random pairs" "at 256:"; do
    grep -qF -- "$words" "$work/out" || fail "measure does not print '$words': $(cat "$work/out")"
done
expect 0 "" measure "$work/half.json" --size 128 --json
grep -qE '^\[\{"name":"[^"]*","width":128,"land":0\.5,"asked_land":0\.5,"coast_dimension":1\.00' "$work/out" ||
    fail "measure --json prints $(head -c 200 "$work/out")"
expect 0 "" measure desert --size 128
grep -q "land\|coast" "$work/out" && fail "a desert has a coast although it has no sea: $(cat "$work/out")"
grep -q "clouds\|outlines" "$work/out" && fail "a planet without clouds has figures of clouds"
for words in "hues  " "detail  " "two octaves"; do
    grep -qF -- "$words" "$work/out" || fail "measure does not print '$words': $(cat "$work/out")"
done
grep -q "craters" "$work/out" && fail "a planet with few craters has figures of craters"
expect 0 "" measure barren --size 1024
grep -qE "craters +-[12]\.[0-9]+ +slope of N" "$work/out" || fail "no figures of craters: $(cat "$work/out")"
expect 0 "" measure barren --size 1024 --json
grep -qE '"craters_slope":-[12]\.[0-9]+,"craters_error":0\.[0-9]+,"craters":[0-9]+,' "$work/out" ||
    fail "no figures of craters: $(cat "$work/out")"
expect 0 "" measure earthlike --set layers.land.cells=48 --size 512 --json
grep -qE '"clouds_slope":-[0-9.]+,.*"clouds_dimension":1\.' "$work/out" || fail "no figures of clouds: $(cat "$work/out")"

# All seeds of such a type are the same planet: nothing is out of bounds, but they look alike.
echo "$half, \"bounds\": {\"land\": [0.45, 0.55], \"contrast\": [0, 0.1]}}" >"$work/alike.json"
expect 7 "look alike" measure "$work/alike.json" --seeds 3 --size 64
grep -qF '"bounds": {"land": [0.' "$work/out" || fail "no line with bounds to copy: $(cat "$work/out")"
expect 0 "" measure "$work/alike.json" --seeds 13 --size 64 # with this many seeds some may look alike
echo "$half, \"bounds\": {\"land\": [0.6, 0.7]}}" >"$work/wrong.json"
expect 7 "seed 1: land is 0.500, but its bounds are 0.6 … 0.7" measure "$work/wrong.json" --seeds 13 --size 64
expect 7 "" measure "$work/wrong.json" --seeds 13 --size 64 --json
grep -qF '"broken":13' "$work/out" || fail "measure --seeds --json prints $(tail -c 200 "$work/out")"

# Every type has bounds, and its first seeds keep them.
while read -r type _; do
    grep -q '^  "bounds": {"' "$SOURCE_DIR/scenes/types/$type.json" ||
        fail "scenes/types/$type.json has no bounds: paste the line that \`terrella measure $type --seeds 100 --size 256\` prints"
    expect 0 "" measure "$type" --seeds 2 --size 256
done < <("$TERRELLA" list types)

# Errors.
printf '%s,\n "bounds": {"lant": [0, 1]}}' "$half" >"$work/bad.json"
expect 3 "bad.json:4:21: bounds.lant: there is no such bound; did you mean 'land'?" measure "$work/bad.json" --seeds 2
echo "$half, \"bounds\": {\"land\": [0.5, 0.1]}}" >"$work/bad.json"
expect 3 "bounds.land" measure "$work/bad.json" --seeds 2
expect 2 "needs a world" measure
expect 2 "--seeds is 2 … 400" measure inferno --seeds 1
expect 2 "leave --seed out" measure inferno --seeds 4 --seed 3
expect 2 "64 … 4096, not '8192'" measure inferno --size 8192
expect 2 "did you mean 'inferno'" measure infernoo --seeds 4

[ "$failures" = 0 ] && echo "terrella measure works"
exit "$((failures > 0))"
