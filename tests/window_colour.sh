#!/usr/bin/env bash
# The tabs Colour and Layers in the real window: an Earth with red vegetation, and undo.
# ctest: RUN_SERIAL TRUE COST 25
source "${SOURCE_DIR:?}/tests/window.sh"

start earthlike --seed 4
edits=$(last_edit)
click "tab Colour"
shoot first.xwd
[ "$(last_edit)" = "$edits" ] || fail "opening the tab was an edit"

click "Vegetation"
rest
click "picker number"
rest
xdotool type "8c2a24"
xdotool key Return
until_true 60 edits_after "$edits" || fail "a number in the picker makes no edit"
rest
select_all
before=$(last_edit)
xdotool type "8c2a25" # the field still has the keyboard focus
xdotool key Return
until_true 60 edits_after "$before" || fail "Enter takes the keyboard focus from the picker's number"
rest
xdotool key Escape
rest
xdotool key ctrl+z # the second colour
xdotool mousemove "${away[@]}"
shoot red.xwd
before=$(look redness first.xwd) after=$(look redness red.xwd)
holds "$after > $before + 1" || fail "no red leaves: $before % of the picture was red, now $after %"
passed "vegetation became red: $before % to $after % of the picture"

# A drag over the square of the colour picker is one undo step.
edits=$(last_edit)
click "Vegetation"
rest
read -r x y <<<"$(place picker)"
xdotool mousemove "$x" "$y" mousedown 1
for d in 8 16 24; do
    before=$(last_edit)
    xdotool mousemove $((x - d)) $((y - d))
    until_true 60 edits_after "$before" || fail "the picker does not follow the mouse"
done
xdotool mouseup 1
xdotool key Escape
rest
holds "$(last_edit) >= $edits + 3" || fail "a drag over the picker made $(($(last_edit) - edits)) edits"
xdotool mousemove "${away[@]}" key ctrl+z
shoot undone.xwd
holds "$(look differ red.xwd undone.xwd) < 0.1" || fail "the drag is more than one step: $(look differ red.xwd undone.xwd) %"
xdotool key ctrl+z
shoot back.xwd
holds "$(look differ first.xwd back.xwd) < 0.1" || fail "undone, but $(look differ first.xwd back.xwd) % of the picture differs"
passed "a drag is one step, and undone the first picture is back"

click "Crimson"
shoot crimson.xwd
holds "$(look differ first.xwd crimson.xwd) > 5" || fail "a harmony changes $(look differ first.xwd crimson.xwd) % of the picture"
xdotool mousemove "${away[@]}" key ctrl+z
shoot back.xwd
holds "$(look differ first.xwd back.xwd) < 0.1" || fail "a harmony is more than one step"
passed "a harmony is one step"

xdotool key 7
until_true 60 place "Show lit" >/dev/null || fail "no message says that the view of clouds shows no colours"
click "Show lit"
xdotool mousemove "${away[@]}"
shoot lit.xwd
holds "$(look differ first.xwd lit.xwd) < 0.1" || fail "Show lit shows another picture"
passed "a view without colours is reported, and a click shows the lit planet"

# ---- layers ----------------------------------------------------------------------------------------

click "tab Layers"
click "search"
rest
xdotool type "snow"
rest
[ "$(place "albedo.snow on" | cut -d " " -f 2)" -lt 600 ] || fail "the search does not scroll to the snow"
edits=$(last_edit)
click "albedo.snow on"
until_true 60 edits_after "$edits" || fail "the switch of a paint layer does nothing"
xdotool mousemove "${away[@]}"
shoot bare.xwd
holds "$(look differ first.xwd bare.xwd) > 0.2" || fail "without snow $(look differ first.xwd bare.xwd) % of the picture differs"
edits=$(last_edit)
click "albedo.snow on"
until_true 60 edits_after "$edits" || fail "the switch of a paint layer does not go back"
xdotool mousemove "${away[@]}"
shoot again.xwd
holds "$(look differ first.xwd again.xwd) < 0.1" || fail "switched on again, but $(look differ first.xwd again.xwd) % differs"
passed "a paint layer is found, switched off and on again"

click "albedo.snow"
until_true 60 place "albedo.snow.strength" >/dev/null || fail "the rows of a paint layer are not shown"
passed "an open paint layer shows its parameters"
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
