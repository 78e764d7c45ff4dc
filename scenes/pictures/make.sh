#!/usr/bin/env bash
# Makes gallery.jpg and window.jpg, the README's first pictures: all types, drawn by the program, and its window on
# a virtual display (needs Xvfb, xdotool and ImageMagick).
#   scenes/pictures/make.sh build/release/terrella
set -euo pipefail
terrella=$(realpath "$1")

if [ -z "${WINDOW_DIR:-}" ]; then
    cd "$(dirname "${BASH_SOURCE[0]}")"
    # the seed shows two planets with rings
    "$terrella" gallery --seed 2 -o gallery.jpg
    WINDOW_DIR=$(mktemp -d)
    trap 'rm -rf "$WINDOW_DIR"' EXIT
    export WINDOW_DIR
    xvfb-run -a -s "-screen 0 1280x800x24" "$PWD/make.sh" "$terrella"
    mv "$WINDOW_DIR/window.jpg" .
    exit
fi

# On the virtual display: at rest, with the pointer out of the way.
export TERRELLA_TRACE=$WINDOW_DIR/trace
"$terrella" earthlike --seed 11 &
trap 'kill $!; wait $! || true' EXIT
for ((i = 0; i < 100; i++)); do
    ! grep -qs '^sharp' "$TERRELLA_TRACE" || break
    sleep 0.2
done
xdotool windowfocus --sync "$(xdotool search --onlyvisible --pid $! | tail -n 1)"
xdotool mousemove 1279 799 key space
sleep 3
import -window root -quality 88 "$WINDOW_DIR/window.jpg"
