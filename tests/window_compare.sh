#!/usr/bin/env bash
# Two planets next to each other: a frame of the history is dragged onto the globe.
# ctest: RUN_SERIAL TRUE COST 15
screen=1280x800
source "${SOURCE_DIR:?}/tests/window.sh"

# mean PICTURE X Y RADIUS: the mean colour of a square of the display. apart A B: the distance of two colours.
# alike A B X0 X1: the percentage of equal pixels in these columns, without bar, names and message.
cat >colours.py <<'PYTHON'
import sys
mode, a, *rest = sys.argv[1:]
sys.argv = ["look.py", "size", a]
import io, contextlib
with contextlib.redirect_stdout(io.StringIO()):
    exec(open("look.py").read())
def mean(path, x, y, r):
    rows = read(path)[y - r:y + r]
    return [sum(sum(row[c][x - r:x + r]) for row in rows) / (4 * r * r) for c in range(3)]
if mode == "mean":
    print(*(f"{v:.1f}" for v in mean(a, *map(int, rest))))
else:
    x0, x1 = map(int, rest[1:])
    pairs = [(p, q) for ra, rb in zip(read(a)[140:640:4], read(rest[0])[140:640:4]) for p, q in zip(ra[1][x0:x1], rb[1][x0:x1])]
    print(100 * sum(p == q for p, q in pairs) / len(pairs))
PYTHON
mean() { python3 colours.py mean "$@"; }
alike() { python3 colours.py alike "$@"; }
apart() { echo "$1 $2" | awk '{ print sqrt(($1 - $4) ^ 2 + ($2 - $5) ^ 2 + ($3 - $6) ^ 2) }'; }
place_of() { until_true 60 place "$1" >/dev/null || fail "there is no '$1' in the panel"; place "$1"; }

# Single pictures: the planet is in the middle of the area next to the panel.
keys=space start inferno --seed 3
xdotool mousemove 1279 799
place_of "frame 0" >/dev/null
shoot inferno.xwd
xdotool key Next Next
place_of "frame 1" >/dev/null
shoot other.xwd
other=$(mean other.xwd 815 400 60) inferno=$(mean inferno.xwd 815 400 60)
holds "$(apart "$other" "$inferno") > 40" || fail "the planets look alike: $other, $inferno"

# drag X Y X2 Y2: waits after each step.
drag() {
    xdotool mousemove "$1" "$2"
    rest
    xdotool mousedown 1
    rest
    xdotool mousemove $((($1 + $3) / 2)) $((($2 + $4) / 2))
    rest
    xdotool mousemove "$3" "$4"
    rest
    xdotool mouseup 1
    rest
    xdotool mousemove 1279 799
}
read -r x y <<<"$(place_of "frame 0")"
drag "$x" "$y" 900 400
until_true 60 place "compare close" >/dev/null || fail "a frame that is dropped shows no second planet"
shoot both.xwd
left=$(mean both.xwd 582 400 35) right=$(mean both.xwd 1047 400 35)
holds "$(apart "$left" "$other") < 8" || fail "the left half shows $left, that planet alone $other"
holds "$(apart "$right" "$inferno") < 8" || fail "the right half shows $right, that planet alone $inferno"
passed "a frame dragged onto the globe: left $left, right $right"

xdotool key bracketright
shoot edited.xwd
holds "$(alike both.xwd edited.xwd 360 810) < 99" || fail "an edit does not show at the left"
holds "$(alike both.xwd edited.xwd 820 1270) == 100" || fail "an edit of the left planet changes the right one"
xdotool key ctrl+z
shoot undone.xwd
holds "$(alike both.xwd undone.xwd 360 1270) > 99.9" || fail "after undo the picture differs"
passed "edits change the left planet"

read -r x y <<<"$(place_of divider)"
drag "$x" "$y" $((x - 150)) "$y"
rest
read -r after y <<<"$(place_of divider)"
[ $((x - after)) -ge 140 ] && [ $((x - after)) -le 160 ] || fail "the divider was dragged from $x to $after"
shoot divided.xwd
right=$(mean divided.xwd $(((after + 1280) / 2)) 400 40)
holds "$(apart "$right" "$inferno") < 8" || fail "next to the divider is $right"
passed "the divider moves"

xdotool key Escape
shoot single.xwd
holds "$(alike other.xwd single.xwd 360 1270) > 99.9" || fail "after Esc $(alike other.xwd single.xwd 360 1270) % are as before"
xdotool key shift+x
until_true 60 grep -q '^message Pin a planet' trace || fail "Shift+X without a pin says nothing"
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
passed "Esc ends the comparison"
