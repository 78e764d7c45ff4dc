#!/usr/bin/env bash
# The window at other sizes and back: the planet stays in the middle of the area next to the panel, and memory
# and OpenGL objects do not increase. In a narrow, tall window the panel is a drawer at the bottom. With TR_FULL=1 up
# to 3840 x 2160, with many edits and planets.
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
# pull Y: drags the drawer by its grip. Sets grip: where that comes to rest.
pull() {
    local x y part
    read -r x y < <(place drawer)
    xdotool mousemove "$x" "$y" mousedown 1
    for part in 1 2 3; do
        sleep 0.2
        xdotool mousemove "$x" $((y + part * ($1 - y) / 3))
    done
    xdotool mouseup 1
    rest
    grip=$(place drawer | cut -d " " -f 2)
}
resize 520 800
until_true 60 place drawer >/dev/null || fail "no drawer in a window of 520 x 800"
half=$(place drawer | cut -d " " -f 2)
holds "$(place 'tab Light' | cut -d " " -f 2) > $half" || fail "the tabs are not in the drawer"
pull 790
low=$grip
at=$(place history | cut -d ' ' -f 2)
holds "$at > $half && $at < $low" || fail "the history is at $at, not above the low drawer at $low"
pull 250
holds "$grip < $half - 100 && $half < $low - 100" || fail "the drawer rests at $low, $half and $grip"
xdotool mousemove 519 799
rest
shoot tall.xwd
read -r top foot < <({ head -n -2 look.py && echo 'rows = read("tall.xwd")
lit = [y for y in range(46, int(sys.argv[1]) - 12) if max(channel[260] for channel in rows[y]) > 20] or [0]
print(lit[0], lit[-1])'; } | python3 -S - "$grip")
holds "$top > 48 && $foot < $grip - 14 && $foot - $top > 60" ||
    fail "the planet is at $top to $foot, not between the bar and the drawer at $grip"
passed "a drawer at $low, $half and $grip, and the planet above it at $top to $foot"
resize 1280 800

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
