#!/usr/bin/env bash
# The gallery, relatives and the history in the real window.
# ctest: RUN_SERIAL TRUE COST 15
screen=1280x800 # for more than twenty globes
source "${SOURCE_DIR:?}/tests/window.sh"

# Without arguments the gallery appears before the planet behind it is sharp.
: >trace
(cd out && exec "$TERRELLA") 2>err &
pid=$!
marks=0
until_true 60 place "globe inferno" >/dev/null || fail "no gallery without arguments: $(cat err)"
window=$(xdotool search --onlyvisible --pid "$pid" | tail -n 1)
xdotool windowfocus --sync "$window"
click "globe inferno"
rest
! place "globe seed 20" >/dev/null || fail "one click opens a type"
xdotool click --repeat 2 --delay 60 1
until_true 60 place "globe seed 20" >/dev/null || fail "no twenty infernos"
until_true 60 globes 12 || fail "$(look discs gallery.xwd) globes"
passed "the gallery comes first and shows infernos"

xdotool key Right Right Down Up Left Right Return
until_true 60 is_called "inferno, seed 3 - Terrella" || fail "two to the right is $(xdotool getwindowname "$window")"
xdotool key ctrl+z
until_true 60 is_called "earthlike, seed 1 - Terrella" || fail "undone: $(xdotool getwindowname "$window")"
xdotool key ctrl+y
until_true 60 is_called "inferno, seed 3 - Terrella" || fail "done again: $(xdotool getwindowname "$window")"
passed "a chosen planet opens as an undo step"

until_true 60 place "frame 0" >/dev/null || fail "a shown inferno has no frame in the history"
xdotool key m
until_true 60 place "globe variation 20" >/dev/null || fail "M makes no relatives"
xdotool key n
until_true 60 place "globe variation 40" >/dev/null || fail "N makes no more relatives"
xdotool key Escape
sleep 0.3
is_called "inferno, seed 3 - Terrella" || fail "Esc opens $(xdotool getwindowname "$window")"
xdotool key n
new_seed() { ! is_called "inferno, seed 3 - Terrella"; }
until_true 60 new_seed || fail "Esc leaves the gallery open"
passed "M makes relatives, N more, Esc goes back"

until_true 60 place "frame 1" >/dev/null || fail "a shown seed has no frame in the history"
name=$(xdotool getwindowname "$window")
xdotool key space
rest # and the strip does not move
read -r x y <<<"$(place "frame 0")"
xdotool mousemove $((x - 38)) $((y - 30))
rest
xdotool click 1
until_true 60 grep -q '^message Pinned' trace || fail "the corner of a frame does not pin it: $(grep ^message trace | tail -n 1)"
xdotool mousemove 700 300 keydown x
until_true 60 is_called "inferno, seed 3 - Terrella" || fail "X shows $(xdotool getwindowname "$window")"
xdotool keyup x
until_true 60 is_called "$name" || fail "X let go: $(xdotool getwindowname "$window")"
click "frame 0"
until_true 60 is_called "inferno, seed 3 - Terrella" || fail "a frame leads to $(xdotool getwindowname "$window")"
xdotool mousemove 700 300 key ctrl+z
until_true 60 is_called "$name" || fail "the way back from a frame: $(xdotool getwindowname "$window")"
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
passed "a frame of the strip leads back, X held shows the pinned one"
