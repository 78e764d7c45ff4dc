#!/usr/bin/env bash
# The real window, driven by mouse and keyboard on a virtual display, whose pixels are read back.
# ctest: RUN_SERIAL TRUE COST 40
source "${SOURCE_DIR:?}/tests/window.sh"

# ---- one planet --------------------------------------------------------------------------------------

keys=t start inferno --seed 7
xdotool mousemove "${away[@]}"

turns() { [ "$(frames)" -ge $((before + 16)) ]; } # more than the first picture and the panel need
before=$(frames)
until_true 60 turns || fail "the planet does not rotate: $(($(frames) - before)) frames"
ticks() { awk '{ print $14 + $15 }' "/proc/$pid/stat"; } # processor time
moving=$(ticks)
sleep 1
moving=$(($(ticks) - moving))
xdotool key space
until_true 60 grep -q '^message $' trace || fail "the first message does not fade"
sleep 0.3 # its last frames would count as those after the key of rest
rest
before=$(frames) resting=$(ticks)
sleep 1
[ "$(frames)" = "$before" ] || fail "$(($(frames) - before)) frames in a second in which nothing moved"
resting=$(($(ticks) - resting))
holds "4 * $resting <= $moving" || fail "an idle window takes $resting ticks, a rotating planet $moving"
shoot first.xwd
passed "pause: no frames and no work"

xdotool key h # without the panel the planet is in the middle of the window, as in screenshots
shoot bare.xwd
xdotool key h s
until_true 60 compgen -G 'out/inferno-7.png' >/dev/null || fail "no screenshot: $(ls out)"
holds "$(look differ bare.xwd out/inferno-7.png) == 0" || fail "the screenshot differs from the window"
shoot again.xwd
holds "$(look differ first.xwd again.xwd) == 0" || fail "paused, but two pictures differ"
passed "S writes what the window shows without its panel"

middle=$(look middle first.xwd) corners=$(look corners first.xwd)
holds "$middle > 40" || fail "no planet in the middle: brightness $middle"
holds "$corners < 20" || fail "the corners are not black: $corners" # not 0, because of the galaxy
passed "a planet in the middle, black sky in the corners"

until_true 60 silent || fail "a message stays: $(grep '^message' trace | tail -n 1)"
shoot with_panel.xwd
xdotool key h
shoot without_panel.xwd
changed=$(look differ_all with_panel.xwd without_panel.xwd)
holds "$changed > 1 && $changed < 90" || fail "hiding the panel changed $changed % of the pixels"
xdotool key h
shoot back.xwd
holds "$(look differ_all with_panel.xwd back.xwd) == 0" || fail "the panel is different when it is shown again"
passed "the panel hides and comes back"

xdotool mousemove 500 300 mousedown 1 mousemove 540 320 mousemove 600 330 mouseup 1
shoot orbit.xwd
holds "$(look differ first.xwd orbit.xwd) > 5" || fail "dragging does not turn the planet"
xdotool key r mousemove "${away[@]}" # the cursor is part of the display's pixels
shoot reset.xwd
holds "$(look differ first.xwd reset.xwd) < 0.1" || fail "R does not restore the first view"
passed "left drag turns the planet, R turns it back"

xdotool mousemove "${centre[@]}" click 4 click 4 click 4
shoot near.xwd
small=$(look size first.xwd) large=$(look size near.xwd)
holds "$large > 1.15 * $small" || fail "the wheel does not zoom: $small to $large pixels"
xdotool key r
passed "the wheel makes the planet larger"

at=$(place noisiness) edits=$(last_edit)
# shellcheck disable=SC2086 # two numbers
xdotool mousemove $at sleep 0.3 click 5
rest
[ "$(last_edit)" = "$edits" ] || fail "the wheel over a slider changes the planet"
[ "$(place noisiness)" != "$at" ] || fail "the wheel over a slider does not scroll the panel"
xdotool click --repeat 3 --delay 50 4 mousemove "${away[@]}"
rest
[ "$(place noisiness)" = "$at" ] || fail "the wheel does not scroll the panel back"
passed "the wheel over a slider scrolls the panel"

xdotool mousemove 480 450 mousedown 3 mousemove 600 450 mousemove 720 450 mouseup 3 mousemove "${away[@]}"
shoot sun.xwd
before=$(look light first.xwd) after=$(look light sun.xwd)
holds "$after > $before + 8" || fail "right drag does not move the light: $before to $after"
xdotool key r
passed "right drag moves the light"

# ---- channels and layouts ----------------------------------------------------------------------------

shoot start.xwd
xdotool key 3
shoot heights.xwd
holds "$(look differ start.xwd heights.xwd) > 20" || fail "3 does not show heights"
xdotool key 1
shoot lit.xwd
holds "$(look differ start.xwd lit.xwd) < 2" || fail "1 does not show the lit planet again"
xdotool key l
shoot grid.xwd
holds "$(look differ start.xwd grid.xwd) > 0.5" || fail "L shows no grid"
xdotool key l
xdotool key v
shoot map.xwd
holds "$(look differ start.xwd map.xwd) > 20" || fail "V shows no map"
xdotool mousemove "${centre[@]}" click 4 click 4 click 4 click 4 click 4
shoot map_near.xwd
xdotool mousedown 1 mousemove 500 320 mousemove 540 340 mouseup 1
shoot map_dragged.xwd
xdotool mousedown 1 mousemove "${centre[@]}" mouseup 1
shoot map_back.xwd
holds "$(look differ map_near.xwd map_dragged.xwd) > 5" || fail "dragging does not move the map"
holds "$(look differ map_near.xwd map_back.xwd) < 0.5" || fail "the map does not stay under the pointer"
xdotool mousemove "${away[@]}" key --delay 100 r v v v # faster repetitions of a key count as key repeat
shoot globe.xwd
holds "$(look differ start.xwd globe.xwd) < 0.1" || fail "V does not return to the globe"
passed "channels, layouts, the grid"

# ---- places ------------------------------------------------------------------------------------------

xdotool mousemove "${centre[@]}"
told() { cp screen/Xvfb_screen0 told.xwd; holds "$(look differ_top first.xwd told.xwd) > 0.05"; }
until_true 60 told || fail "nothing is shown for the place under the mouse"
cp told.xwd here.xwd
xdotool mousedown 1 mousemove 620 315 mouseup 1 mousemove "${centre[@]}" # before the picture is updated
settled() { sleep 0.5 && rest && cp screen/Xvfb_screen0 "$1"; }
settled told.xwd
xdotool mousemove 579 301
rest
xdotool mousemove "${centre[@]}"
settled again.xwd
holds "$(look differ_top here.xwd told.xwd) > 0.05" || fail "the planet was rotated, but the text of the place under the mouse is the same"
holds "$(look differ_top told.xwd again.xwd) == 0" || fail "the text is for another place than that under the mouse"
xdotool key r
rest
xdotool click 1
until_true 60 place layers.land >/dev/null || fail "the causes of a place are not shown: $(grep ^place trace | tail -3)"
xdotool key Escape mousemove "${away[@]}"
shoot dropped.xwd
holds "$(look differ first.xwd dropped.xwd) == 0" || fail "Esc does not clear the picked place"
passed "the place under the mouse is shown, and a click shows its causes"

# ---- search --------------------------------------------------------------------------------------------

xdotool key ctrl+k
until_true 60 place find >/dev/null || fail "Ctrl+K opens nothing"
rest
xdotool type lava
until_true 60 place Lava >/dev/null || fail "'lava' finds no knob"
xdotool key Return
shoot found.xwd
holds "$(look differ_all first.xwd found.xwd) > 0.1" || fail "the found row is not shown in the panel"
xdotool key ctrl+k
rest
xdotool type map
xdotool key Return
shoot found_map.xwd
xdotool key --delay 100 v v v
shoot globe.xwd
holds "$(look differ globe.xwd found_map.xwd) > 20 && $(look differ first.xwd globe.xwd) < 0.1" || fail "Ctrl+K, map does not lead to the map"
passed "Ctrl+K finds knobs and commands"

# ---- edits -------------------------------------------------------------------------------------------

edits=$(last_edit)
for i in 1 2; do
    xdotool key bracketright
    rest
done
shoot noisier.xwd
holds "$(look differ first.xwd noisier.xwd) > 0.5" || fail "the noisiness key changes $(look differ first.xwd noisier.xwd) % of the picture"
for i in 1 2; do
    xdotool key apostrophe
    rest
done
shoot rougher.xwd
holds "$(look differ noisier.xwd rougher.xwd) > 0.3" || fail "the persistence key changes nothing"
measure_delays "$edits"
# Its message may be painted before the bake, which other programs on a busy machine delay.
holds "$skipped <= 3" || fail "an edit shows $skipped frames late"
passed "keys change noisiness and persistence; an edit shows after $preview ms and is sharp after $sharp ms"

drag_slider noisiness 24
[ "$(last_edit)" -ge $((edits + 3)) ] || fail "dragging the noisiness slider: $(($(last_edit) - edits)) edits"
[ "$previews" -ge 2 ] || fail "$previews previews while the slider was dragged"
xdotool mousemove "${away[@]}"
shoot slider.xwd
holds "$(look differ rougher.xwd slider.xwd) > 0.5" || fail "the noisiness slider changes $(look differ rougher.xwd slider.xwd) %"
! grep -q '^fade' trace || fail "edits fade in: they must show at once"
passed "dragging the noisiness slider: $(($(last_edit) - edits)) edits, $previews previews on the way"

xdotool key equal equal
shoot larger.xwd
holds "$(look size larger.xwd) > 1.1 * $(look size slider.xwd)" || fail "a larger radius looks no larger"
drag_slider radius_km 24
xdotool mousemove "${away[@]}"
shoot smaller.xwd
holds "$(look size smaller.xwd) < 0.9 * $(look size larger.xwd)" || fail "the radius slider does not shrink the planet"
passed "the radius changes the size in the picture, by key and slider"

name=$(xdotool getwindowname "$window")
xdotool key r n
shoot seed.xwd
holds "$(look differ first.xwd seed.xwd) > 5" || fail "a new seed is the same planet"
[ "$(xdotool getwindowname "$window")" != "$name" ] || fail "the new seed is not named: $name"
grep -q '^fade' trace || fail "a new seed does not fade in"
xdotool key p
rest
[ "$(xdotool getwindowname "$window")" = "$name" ] || fail "P does not return to the previous seed"
passed "new seed, and back: $name"

click seed
rest
xdotool key ctrl+a type 4242
xdotool key Return
until_true 60 is_called "● inferno, seed 4242 - Terrella" || fail "typed a seed: $(xdotool getwindowname "$window")"
xdotool mousemove "${away[@]}" key p
until_true 60 is_called "$name" || fail "P after a typed seed: $(xdotool getwindowname "$window")"
passed "a seed can be typed"

xdotool key Next
shoot type.xwd
holds "$(look differ reset.xwd type.xwd) > 5" || fail "the next type looks the same"
case $(xdotool getwindowname "$window") in
inferno*) fail "the next type is still inferno" ;;
*) passed "next type: $(xdotool getwindowname "$window")" ;;
esac
xdotool key Prior
rest

xdotool key --repeat 40 ctrl+z key r
shoot undone.xwd
holds "$(look differ first.xwd undone.xwd) < 0.1" || fail "all undone, but $(look differ first.xwd undone.xwd) % of the picture differs"
is_called "inferno, seed 7 - Terrella" || fail "all undone: $(xdotool getwindowname "$window")"
passed "Ctrl+Z undoes all edits"

if command -v setxkbmap >/dev/null; then
    setxkbmap de # lasts until the last client of the display ends
    edits=$(last_edit)
    xdotool key question # the key of the minus on a US keyboard
    rest
    xdotool key Escape # closes the help
    rest
    [ "$(last_edit)" = "$edits" ] || fail "a question mark on a German keyboard makes $(($(last_edit) - edits)) edits"
    xdotool key minus minus
    shoot smaller.xwd
    holds "$(look size smaller.xwd) < 0.9 * $(look size undone.xwd)" || fail "- on a German keyboard does not shrink the planet"
    xdotool key plus plus
    shoot back.xwd
    holds "$(look differ undone.xwd back.xwd) < 0.1" || fail "+ on a German keyboard does not restore the size"
    xdotool key --repeat 4 ctrl+z
    rest
    is_called "inferno, seed 7 - Terrella" || fail "undone on a German keyboard: $(xdotool getwindowname "$window")"
    passed "on a German keyboard shortcuts follow the printed characters"
fi

xdotool key e
choose Size '512 × 256'
xdotool key Return
whole_set() { [ -s out/inferno-7.manifest.json ] && ! grep -q '"unfinished"' out/inferno-7.manifest.json; }
until_true 60 whole_set || fail "no texture set after E: $(ls out)"
for map in albedo height normal; do
    [ -s "out/inferno-7_$map.png" ] || fail "no $map map: $(ls out)"
done
rest
passed "E and Enter export: $(ls out | tr '\n' ' ')"

rm -rf out/*
choose Size '8192 × 4096'
xdotool key Return
until_true 60 grep -q '^message Exporting' trace || fail "no second export"
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
[ -z "$(ls -A out)" ] || fail "closing during an export left $(ls -A out)"
passed "Ctrl+Q closes with 0, and an unfinished export leaves nothing"

# ---- several planets -----------------------------------------------------------------------------------

planet=$(plain_planet | sed 's/^{"format": 1, "seed": 7, "radius_km": 6000, //') # from the noisiness to the final }
cat >out/pair.json <<JSON
{"format": 1, "name": "Pair", "star": {}, "planets": [
    {"name": "One", "seed": 1, "radius_km": 6000, "orbit": {"radius_km": 1.5e8}, $planet,
    {"name": "Two", "seed": 2, "radius_km": 5000, "orbit": {"radius_km": 1.5e8, "phase_deg": 0.008}, $planet]}
JSON
start ./pair.json
xdotool mousemove "${centre[@]}" click --repeat 9 5
shoot pair.xwd
discs=$(look discs pair.xwd)
holds "$discs >= 2" || fail "a scene with two planets shows $discs discs"
xdotool key shift+Next
shoot other.xwd
holds "$(look differ pair.xwd other.xwd) > 1" || fail "Shift+Page Down shows the same planet"
selects Two || fail "Shift+Page Down does not go to the next planet: $(grep '^body' trace)"
click "tab System"
rest
discs=$(look discs pair.xwd)
click "add moon"
rest
selects Two || fail "a moon is added, and the window shows $(grep '^body' trace)"
shoot added.xwd
holds "$(look differ other.xwd added.xwd) < 5" || fail "another moon moves the view: $(look differ other.xwd added.xwd) %"
click Moon
rest
selects Moon || fail "the bead of the moon leads to $(grep '^body' trace)"
click Two
rest
selects Two || fail "the bead of Two leads to $(grep '^body' trace)"
xdotool key ctrl+z
rest
[[ $(xdotool getwindowname "$window") != ●* ]] || fail "Ctrl+Z does not remove the moon: $(xdotool getwindowname "$window")"
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
passed "a scene shows $discs discs, Tab goes to the next planet"

# ---- OpenGL is reset -------------------------------------------------------------------------------------

plain_planet >out/plain.json
TERRELLA_LOSE_OPENGL=4 start ./plain.json
xdotool mousemove "${away[@]}" key bracketright h
shoot before.xwd
xdotool key bracketright
rest
xdotool key bracketleft # the fourth edit, back to the first value
until_true 60 grep -q '^reset' trace || fail "OpenGL was never reset"
window=$(xdotool search --onlyvisible --pid "$pid" | tail -n 1)
xdotool windowfocus --sync "$window"
shoot after.xwd
holds "$(look differ_all before.xwd after.xwd) < 1" || fail "after a reset $(look differ_all before.xwd after.xwd) % of the picture differs"
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
passed "after a reset of OpenGL the window shows the same planet, with its edits"

# ---- errors at the start -------------------------------------------------------------------------------

code=0
env -u DISPLAY -u WAYLAND_DISPLAY "$TERRELLA" inferno 2>err || code=$?
[ $code = 4 ] && grep -q 'display' err || fail "without a display: exit code $code, $(cat err)"
code=0
MESA_GL_VERSION_OVERRIDE=2.1 timeout 60 "$TERRELLA" inferno 2>err || code=$?
[ $code = 4 ] && grep -q '3\.3' err || fail "with OpenGL 2.1: exit code $code, $(cat err)"
passed "a missing display and an old OpenGL are errors"
