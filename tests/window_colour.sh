#!/usr/bin/env bash
# The tabs Colour and Layers in the real window: red-leaved Earth, and the way back.
# ctest: RUN_SERIAL TRUE COST 12
source "${SOURCE_DIR:?}/tests/window.sh"

# redness PICTURE: per cent of the pixels that are clearly red.
cat >red.py <<'PYTHON'
import sys
sys.argv = ["look.py", "size", sys.argv[1]]
source = open("look.py").read().split("what, *paths")[0]
exec(source)
rows = read(sys.argv[2])[BAR:FOOT]
pixels = [p for row in rows for p in zip(*(channel[PANEL::STEP] for channel in row))]
print(f"{100 * sum(r > 60 and r > 1.7 * max(g, b) for r, g, b in pixels) / len(pixels):.3f}")
PYTHON
redness() { python3 red.py "$1"; }

start earthlike --seed 4
xdotool key space
click "tab Colour"
shoot first.xwd
[ "$(last_edit)" = 0 ] || fail "opening the tab was an edit"

click "Wet land"
until_true 5 stands_still "picker number" || fail "no picker"
click "picker number"
xdotool key ctrl+a type "8c2a24"
xdotool key Return
until_true 10 edits_after 0 || fail "the picker's number is no edit"
xdotool key Escape
shoot red.xwd
before=$(redness first.xwd) after=$(redness red.xwd)
holds "$after > $before + 1" || fail "no red leaves: $before % of the picture was red, now $after %"
passed "wet land became red: $before % to $after % of the picture"

# A drag over the square of the picker is one step.
edits=$(last_edit)
click "Wet land"
until_true 5 stands_still "picker" || fail "no picker"
read -r x y <<<"$(place picker)"
xdotool mousemove "$x" "$y" mousedown 1
for d in 8 16 24; do
    before=$(last_edit)
    xdotool mousemove $((x - d)) $((y - d))
    until_true 10 edits_after "$before" || fail "the picker does not follow the mouse"
done
xdotool mouseup 1
xdotool key Escape
rest
holds "$(last_edit) >= $edits + 3" || fail "a drag over the picker made $(($(last_edit) - edits)) edits"
xdotool mousemove 1279 799 key ctrl+z
shoot undone.xwd
holds "$(look differ red.xwd undone.xwd) < 0.1" || fail "the drag is more than one step: $(look differ red.xwd undone.xwd) %"
xdotool key ctrl+z
shoot back.xwd
holds "$(look differ first.xwd back.xwd) < 0.1" || fail "undone, but $(look differ first.xwd back.xwd) % of the picture differs"
passed "a drag is one step, and undone the first picture is back"

click "Crimson"
shoot crimson.xwd
holds "$(look differ first.xwd crimson.xwd) > 5" || fail "a harmony changes $(look differ first.xwd crimson.xwd) % of the picture"
xdotool mousemove 1279 799 key ctrl+z
shoot back.xwd
holds "$(look differ first.xwd back.xwd) < 0.1" || fail "a harmony is more than one step"
passed "a harmony is one step"
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
