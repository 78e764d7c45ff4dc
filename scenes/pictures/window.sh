#!/usr/bin/env bash
# Makes the README's pictures of the window, window*.jpg, on a virtual display with the hands of its tests (needs Xvfb,
# xdotool and ImageMagick).
#   scenes/pictures/window.sh build/release/terrella [FOLDER [WIDTHxHEIGHT]]
set -euo pipefail
pictures=$(dirname "$(realpath "$0")")
into=$(realpath "${2:-$pictures}") screen=${3:-1280x800}
width=${screen%x*} height=${screen#*x}
TERRELLA=$(realpath "$1") SOURCE_DIR=$pictures/../..
export TERRELLA SOURCE_DIR
source "$SOURCE_DIR/tests/window.sh"

aside() { xdotool mousemove $((width - 1)) $((height - 1)); }
keep() { # NAME: at rest, and with all frames of the filmstrip
    sleep 1.5
    rest
    import -window root -quality 88 "$into/$1.jpg"
    echo "$into/$1.jpg"
}
begin() { # as large as the display
    keys=space start "$@"
    [ "$screen" = 1280x800 ] || xdotool windowmove "$window" 0 0 windowsize --sync "$window" "$width" "$height"
    rest
}
end() { finish || fail "exit code $? after Ctrl+Q: $(cat err)"; }

# A planet, and the knobs of its type.
begin earthlike --seed 4
aside
keep window

# The ground under the mouse, and what made it.
xdotool mousemove $((width * 6 / 10)) $((height * 58 / 100))
rest
xdotool click 1
until_true 10 place "place close" >/dev/null || true
keep window-place
xdotool key Escape

# Red leaves; and the planet of before beside it.
click "tab Colour"
click "Wet land"
rest
click "as in Crimson"
keep window-colour
xdotool key Escape
rest
read -r x y <<<"$(place "frame 0")"
for at in "$x $y mousedown 1" "$((width / 2)) $((height * 3 / 4))" "$((width * 7 / 10)) $((height / 2)) mouseup 1"; do
    # shellcheck disable=SC2086 # what a hand does
    xdotool mousemove $at
    rest
done
until_true 30 place "compare close" >/dev/null || fail "there is no second planet"
aside
keep window-beside
end

# Twenty infernos.
begin inferno --seed 7
xdotool key g
until_true 10 place "globe inferno" >/dev/null
click "globe inferno"
until_true 10 place "globe seed 20" >/dev/null || fail "no twenty infernos"
aside
sleep 15 # until all are baked
keep window-gallery
xdotool key Escape Escape
rest
end

# A giant with its moons, about to be exported.
begin ringed -o /tmp/planets
click "tab System"
rest
xdotool key e
choose For godot
aside
keep window-export
end
