#!/usr/bin/env bash
# Makes near.jpg: six types, the first seed of each, on the way down from 3 radii to 1.01 over one place (needs ImageMagick).
#   scenes/pictures/near.sh build/release/terrella
set -euo pipefail
terrella=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

types=(earthlike barren desert inferno ice gas-giant)
for type in "${types[@]}"; do
    "$terrella" render "$type" --size 512x320 --camera 12,0,3 --camera-to 12,0,1.01,70 --sun -0.7,0.3,0.45 --frames 5 \
        --quiet -o "$work/$type.png"
    convert "$work/$type"-000[1-5].png -resize 320x200 -depth 8 +append -colorspace sRGB \
        -font /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf -pointsize 13 -fill white -undercolor '#000000c0' \
        -annotate +4+14 " $type " "$work/$type.strip.png"
done
strips=()
for type in "${types[@]}"; do strips+=("$work/$type.strip.png"); done
convert "${strips[@]}" -append -quality 84 near.jpg
