#!/usr/bin/env bash
# Makes terrella.png and windows/terrella.ico, the icon: an Earth without the sky around it (needs ImageMagick).
#   packaging/icon.sh build/release/terrella
set -euo pipefail
picture=$(mktemp --suffix=.png)
trap 'rm -f "$picture"' EXIT
"$1" render earthlike --seed 5 --size 1024x1024 --camera 18,-20,3.2 --sun -0.6,0.45,0.65 --exposure 0.3 --quiet -o "$picture"
convert "$picture" \( -size 1024x1024 xc:black -fill white -draw "circle 512,512 512,40" \) \
    -alpha off -compose CopyOpacity -composite -trim +repage -resize 256x256 -strip "$(dirname "$0")/terrella.png"
convert "$(dirname "$0")/terrella.png" -define icon:auto-resize=256,48,32,16 "$(dirname "$0")/windows/terrella.ico"
