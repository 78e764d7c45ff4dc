#!/usr/bin/env bash
# terrella probe from the command line: texts, figures, JSON, errors.
set -uo pipefail
source "${SOURCE_DIR:?}/tests/expect.sh"

# says WORDS…: the last output contains each of them
says() {
    local words
    for words in "$@"; do
        grep -qF -- "$words" "$work/out" || fail "'$words' is not in: $(cat "$work/out")"
    done
}

# A hill of 300 m on a plain of 500 m, half grass and half rock.
cat >"$work/hill.json" <<'JSON'
{"sea": true, "height_min_m": -1000, "height_max_m": 1000, "layers": [
    {"name": "half", "field": "constant", "amount": 0.5, "into": "half"},
    {"name": "plain", "field": "constant", "amount": 500}, {"name": "hill", "field": "constant", "amount": 300}],
 "albedo": [{"name": "grass", "channel": "height", "stops": [[0, "008000"]]},
    {"name": "rock", "channel": "height", "stops": [[0, "808080"]], "where": {"channel": "half", "from": 0, "to": 1}}]}
JSON
expect 0 "" probe "$work/hill.json" 10,20
says "at 10, 20: texel 1137, 455 of a map 2048 wide" "800 m    above 0 m" "layers.plain: +500 m" "layers.hill: +300 m" "albedo.rock: 50"
grep -q "clouds\|emission\|biome" "$work/out" && fail "missing values are printed: $(cat "$work/out")"
[ "$(sed -n '/Made by/,$p' "$work/out" | sed -nE 's/^ +([0-9.]+) %.*/\1/p' | sort -rn | tr '\n' ' ')" = \
    "$(sed -n '/Made by/,$p' "$work/out" | sed -nE 's/^ +([0-9.]+) %.*/\1/p' | tr '\n' ' ')" ] || fail "the largest cause is not first: $(cat "$work/out")"

expect 0 "" probe "$work/hill.json" -10.5,-20 --size 64 --json
says '"latitude":-10.5,"longitude":-20,"width":64,"column":28,"row":17,' '"sea":false,"slope_deg":0,' \
    '{"kind":"layer","list":"layers","name":"hill","weight":0.375,' '"height_m":300,"channel":"height"}' \
    '{"kind":"paint","list":"albedo","name":"rock",'
expect 0 "" probe "$work/hill.json" -.5,3 --set layers.hill.amount=100
says "layers.hill: +100 m"

expect 0 "" probe earthlike 46.5,7.9 --seed 3
says "earthlike-3 at 46.5" "biome     " "climate   " "The clouds above it are made by" "layers.land: "
expect 0 "" probe gas-giant 10,10
says "there is no ground"
expect 0 "" probe home 1,2 --planet Luna
says "Luna at 1, 2"

expect 2 "needs a world and a place" probe earthlike
expect 2 "needs a world and a place" probe
expect 2 "'91,0' is not a place" probe earthlike 91,0
expect 2 "'1' is not a place" probe earthlike 1
expect 2 "'1,nan' is not a place" probe earthlike 1,nan
expect 2 "'1,2,3' is not a place" probe earthlike 1,2,3
expect 2 "one place at a time, not '1,2' and '3,4'" probe earthlike 1,2 3,4
expect 2 "even" probe earthlike 1,2 --size 63
expect 2 "did you mean 'earthlike'" probe earthlik 1,2

[ "$failures" = 0 ] && echo "terrella probe works"
exit "$((failures > 0))"
