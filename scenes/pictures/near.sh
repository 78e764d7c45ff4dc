#!/usr/bin/env bash
# Makes near.jpg: six types, the first seed of each, on the way down from 3 radii to 1.01 over one place (needs ImageMagick);
# and near-flight.gif: a moon on that way.
# With another terrella, an older one that ends at 1.02 radii, near-before.jpg alone: its rows above ours.
#   scenes/pictures/near.sh build/release/terrella [BEFORE]
set -euo pipefail
terrella=$(realpath "$1") before=${2:+$(realpath "$2")}
cd "$(dirname "${BASH_SOURCE[0]}")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# strip PROGRAM TYPE LABEL FILE LOWEST: one row.
strip() {
    "$1" render "$2" --size 512x320 --camera 12,0,3 --camera-to "12,0,$5,70" --sun -0.7,0.3,0.45 --frames 5 --quiet -o "$work/p.png"
    convert "$work"/p-000[1-5].png -resize 320x200 -depth 8 +append -colorspace sRGB \
        -font /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf -pointsize 13 -fill white -undercolor '#000000c0' \
        -annotate +4+14 " $3 " "$work/$4"
}

rows=0
for type in earthlike barren desert inferno ice gas-giant; do
    [ -z "$before" ] || strip "$before" $type "$type, before" $((rows++ + 100)).png 1.02
    strip "$terrella" $type "$type" $((rows++ + 100)).png 1.01
done
convert "$work"/1??.png -append -quality 84 "near${before:+-before}.jpg"
[ -z "$before" ] || exit 0

"$terrella" render barren --size 480x300 --camera 12,0,3 --camera-to 12,-20,1.01,70 --sun -0.7,0.3,0.45 --frames 40 --quiet \
    -o "$work/flight.png"
convert -delay 8 "$work"/flight-*.png -resize 384x240 -layers optimize -colors 96 near-flight.gif
