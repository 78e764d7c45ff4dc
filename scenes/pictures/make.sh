#!/usr/bin/env bash
# Makes the README's pictures: gallery.jpg, all types; light-*.jpg, how they are lit; and window*.jpg, the window
# (window.sh, beside this).
#   scenes/pictures/make.sh build/release/terrella
set -euo pipefail
terrella=$(realpath "$1")

cd "$(dirname "${BASH_SOURCE[0]}")"
# the seed shows two planets with rings
"$terrella" gallery --seed 3 -o gallery.jpg
light() { "$terrella" render "${@:2}" --size 1920x1080 -o "light-$1.jpg"; }
light rings ringed --camera 14,-40,4.2
light sunrise earthlike --seed 6 --camera 5,-10,1.04,74,0 --sun 0,0.98,-0.1
light lava ember --planet Cinder --sun 0.45,0.42,-0.8 --camera 10,30,1.6,27,20
light cities ecumenopolis --seed 1 --sun 0.5,0.33,-0.8 --camera 10,30,1.7,24,40
light eclipse home --time 7447.4 --camera -12,350,2.2
light craters barren --seed 3 --sun -0.85,0.2,0.25 --camera -20,35,2.4
./window.sh "$terrella"
