#!/usr/bin/env bash
# Makes types.jpg, the README's first picture: nine of the types, drawn by the program (needs ImageMagick to lay them out).
#   scenes/pictures/make.sh build/release/terrella
set -euo pipefail
terrella=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# seeds chosen for what they show from this side
for world in earthlike:4 ocean:1 swamp:1 desert:1 barren:6 gas-giant:4 inferno:2 toxic:1 radiated:1; do
    type=${world%:*}
    "$terrella" render "$type" --seed "${world#*:}" --size 640x640 --camera 15,20,3.1 --sun -0.62,0.35,0.7 --quiet \
        -o "$work/$type.png"
    pictures+=("$work/$type.png")
done
montage "${pictures[@]}" -tile 3x3 -geometry 560x560+0+0 -background black -quality 90 types.jpg
