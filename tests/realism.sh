#!/usr/bin/env bash
# The terrain of Earth-like types agrees with published figures for real terrain. `terrella measure` says how
# each figure is measured. One planet of each type on a map of 1024 columns, with TR_FULL=1 twelve at 2048.
#
# Figures: land as requested within 3 % of the sphere. The structure function of the height rises with a power
# of 0.8 to 1.3 (Earth: 1, Rapp 1989). Coasts have a dimension of 1.10 to 1.35 (Britain: 1.25, Mandelbrot 1967).
# The hypsometry has one peak on low land, one in the deep sea and little between them, as Earth's (+200 m,
# -4500 m). The spectrum of clouds falls with a power of -5/3 to -2, and their outlines have a dimension of 1.35
# (Lovejoy 1982), within 0.07 for a single planet. Worlds of islands (ocean, archipelago) have no terrain wider
# than 0.1 rad, so their height cannot rise with lags up to 0.2; the sea of a tundra is a continental shelf.
# These types have fewer figures. Broad slopes of the normal map must be the same at half the width.
set -uo pipefail
# ctest: PROCESSORS 2
if grep -qs 'TR_SANITIZE:STRING=.' "${BUILD_DIR:?}/CMakeCache.txt"; then
    echo "this test is not for sanitizers, which would take minutes: run it in the release build"
    exit 77
fi
seeds=1 size=1024
[ -n "${TR_FULL:-}" ] && seeds=12 size=2048
failed=0

# check WHERE NAME VALUE LOW HIGH
check() {
    awk -v x="$3" -v low="$4" -v high="$5" 'BEGIN { exit !(x != "" && x >= low && x <= high) }' && return
    echo "$1: $2 is '$3', not $4 … $5"
    failed=1
}

# figure NAME: the number of that name in $json
figure() { grep -oE "\"$1\":[-0-9.e+]+" <<<"$json" | cut -d: -f2; }

for type in earthlike ocean archipelago tundra; do
    for seed in $(seq "$seeds"); do
        json=$("${TERRELLA:?the path of the executable}" measure "$type" --seed "$seed" --size "$size" --json --quiet)
        where="$type, seed $seed"
        land=$(figure land) asked=$(figure asked_land)
        check "$where" "land less what was asked" "$(awk -v a="$land" -v b="$asked" 'BEGIN { print a - b }')" -0.03 0.03
        check "$where" "dimension of the coasts" "$(figure coast_dimension)" 1.10 1.35
        check "$where" "broad slopes, over those at half the width" \
            "$(awk -v a="$(figure broad_deg)" -v b="$(figure broad_deg_at_half_width)" 'BEGIN { print a / b }')" 0.95 1.07
        case $type in earthlike | tundra) check "$where" "slope of the structure function" "$(figure structure_slope)" 0.8 1.3 ;; esac
        if [ "$type" = earthlike ]; then
            check "$where" "slope of the clouds' spectrum" "$(figure clouds_slope)" -2 -1.667
            check "$where" "dimension of the clouds" "$(figure clouds_dimension)" 1.3 1.42
        fi
        if [ "$type" != tundra ]; then
            check "$where" "peak of the land" "$(figure land_peak_m)" 0 800
            # With very little land, the sea level is higher above the same floor.
            check "$where" "peak of the sea" "$(figure sea_peak_m)" \
                "$(awk -v a="$land" 'BEGIN { print a < 0.015 ? -6000 : a < 0.025 ? -5750 : -5500 }')" -3500
            lower=$(awk -v a="$(figure land_peak)" -v b="$(figure sea_peak)" 'BEGIN { print a < b ? a : b }')
            check "$where" "valley between them, over the lower peak" \
                "$(awk -v a="$(figure valley)" -v b="$lower" 'BEGIN { print a / b }')" 0 0.5
        fi
    done
done
# Rivers of a swamp are water too, and the measured land excludes them.
json=$("$TERRELLA" measure swamp --seed 2 --size "$size" --json --quiet)
check swamp "land less what was asked" "$(awk -v a="$(figure land)" -v b="$(figure asked_land)" 'BEGIN { print a - b }')" -0.01 0.01
[ "$failed" = 0 ] && echo "the Earth-like types have the figures of real terrain"
exit $failed
