#!/usr/bin/env bash
# The window at other sizes and back: the planet stays in the middle of the area next to the panel, and memory
# and OpenGL objects do not increase. With TR_FULL=1 up to 3840 x 2160, with many edits and planets.
# ctest: RUN_SERIAL TRUE
screen=1280x800
source "${SOURCE_DIR:?}/tests/window.sh"

objects() { awk '$1 == "objects" { n = $2 } END { print n + 0 }' trace; }
memory_mb() { awk '$1 == "VmRSS:" { print int($2 / 1024) }' "/proc/$pid/status"; }
# resize WIDTH HEIGHT
resize() {
    xdotool windowsize --sync "$window" "$1" "$2"
    rest
}

sharper() { [ "$(grep -c '^sharp' trace)" -ge 2 ]; }

start barren --seed 7
xdotool mousemove 1279 799
resize 1279 799
if [ -n "${TR_FULL:-}" ]; then # a window this large has finer maps, which smaller ones keep
    resize 3840 2160
    until_true 60 sharper || fail "no finer map for 3840 x 2160"
fi
resize 1280 800
until_true 60 silent || fail "the first message stays"
shoot first.xwd
sizes="320x240 640x480 1x1 1600x900" rounds=2
[ -z "${TR_FULL:-}" ] || sizes="320x240 640x480 1x1 1920x1080 2560x1440 3840x2160 800x2160 3840x100" rounds=3
for ((round = 1; round <= rounds; round++)); do
    for size in $sizes; do
        resize "${size%x*}" "${size#*x}"
        ! gone || fail "at $size: $(cat err)"
    done
    resize 1280 800
    [ $round != 1 ] || first=$(objects) # including objects that are created on demand
done
shoot last.xwd
holds "$first > 10" || fail "$first objects"
holds "$(look differ_all first.xwd last.xwd) < 0.05" || fail "back at 1280 x 800 $(look differ_all first.xwd last.xwd) % of the window differs"
[ "$(objects)" = "$first" ] || fail "OpenGL's objects: $first at first, $(objects) after all sizes"
passed "$sizes and back: the same picture, $first objects"

# Edits and planets that are undone release their memory.
edits=6
[ -z "${TR_FULL:-}" ] || edits=200
for ((edit = 1; edit <= edits; edit++)); do
    xdotool key bracketright
    [ $((edit % 3)) != 0 ] || xdotool key ctrl+z ctrl+z ctrl+z
    rest
    [ $edit != 3 ] || before=$(memory_mb)
done
[ "$(objects)" = "$first" ] || fail "OpenGL's objects: $first at first, $(objects) after $edits edits"
after=$(memory_mb)
holds "$after < 1.15 * $before + 20" || fail "memory: $before MB became $after MB"
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
passed "$edits edits: $first objects, $before MB became $after MB"
