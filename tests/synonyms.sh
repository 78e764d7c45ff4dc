#!/usr/bin/env bash
# Synonyms of names in this program: the message suggests the name. Each row of the table in words.c is tested.
set -uo pipefail
source "${SOURCE_DIR:?}/tests/expect.sh"

# layer MEMBERS: a recipe with one layer.
layer() { echo "{\"layers\": [{\"name\": \"a\", $*}]}"; }

# try WORD NAME: uses WORD where NAME is known.
try() {
    local option=
    case "$1 $2" in
    "latitude abs_sin_latitude" | "hemisphere sin_latitude" | "share quantile") layer "\"field\": \"$1\"" ;;
    "share coverage") layer '"field": "quantile", "share": 0.4' ;;
    "fill subdivision") layer '"field": "streets", "fill": 0.4' ;;
    "fill coverage") echo '{"rings": {"fill": 0.4}}' ;;
    "forwardness anisotropy") echo '{"air": {"forwardness": 0.4}}' ;;
    "relief slope_exaggeration") echo '{"relief": 4}' ;;
    "fold absolute") layer '"field": "fractal", "fold": true' ;;
    "sites_of sites_from" | "of sites_from") layer "\"field\": \"craters\", \"$1\": \"b\"" ;;
    "of terrain_from") layer '"field": "gullies", "of": "b"' ;;
    "of flow_from") layer '"field": "vortices", "of": "b"' ;;
    "share link") option="show earthlike" ;;
    "times scale") option="enhance heights.png -o finer.png" ;;
    "one-level no-mips" | "deep-normals normal-bits" | "fit-height height-range") option="export earthlike -o $work/set" ;;
    *) fail "no test uses '$1' where '$2' is known" && return ;;
    esac >"$work/world.json"
    # shellcheck disable=SC2086
    if [ -n "$option" ]; then
        expect 2 "did you mean '--$2'?" $option "--$1"
    else
        expect 3 "did you mean '$2'?" show "$work/world.json"
    fi
}

rows=$(sed -n '/synonyms\[\] = /,/};/p' "$SOURCE_DIR/src/base/words.c" | grep -oP '\{"\K[^}]*(?="\})' | sed 's/", *"/ /')
[ "$(wc -l <<<"$rows")" -gt 10 ] || fail "no table of synonyms in words.c"
while read -r word name; do try "$word" "$name"; done <<<"$rows"
expect 2 "did you mean 'abs_sin_latitude'?" field latitude -o "$work/field.png"
expect 2 "did you mean 'coverage'?" show earthlike --set "layers.sea level.share=0.4"

[ $failures = 0 ] || exit 1
echo "Each of $(wc -l <<<"$rows") words is answered with the name that it stands for."
