#!/usr/bin/env bash
# Makes gallery.jpg, the README's first picture: all types, drawn by the program.
#   scenes/pictures/make.sh build/release/terrella
set -euo pipefail
# the seed shows two planets with rings
"$1" gallery --seed 2 -o "$(dirname "${BASH_SOURCE[0]}")/gallery.jpg"
