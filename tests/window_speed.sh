#!/usr/bin/env bash
# The delay until the window shows a planet, and an edit. Times depend on the machine and its load, so they are
# only printed. Checked are frames: an edit shows in the next one.
# ctest: RUN_SERIAL TRUE
source "${SOURCE_DIR:?}/tests/window.sh"

# The first picture, with empty shader caches.
export MESA_SHADER_CACHE_DISABLE=true
for world in earthlike ${TR_FULL:+inferno}; do # earthlike uses every kind of shader
    start $world --seed 7
    lit=$(awk '$1 == "preview" { print $3; exit }' trace)
    until_true 60 grep -q '^complete' trace || fail "$world: the picture stays incomplete"
    finish || fail "exit code $? after Ctrl+Q: $(cat err)"
    holds "${lit:-0} > 0" || fail "$world never shows"
    passed "$world shows after $lit ms"
done

plain_planet >out/plain.json
unset MESA_SHADER_CACHE_DISABLE
start ./plain.json
rest
edits=$(last_edit)
for key in bracketright apostrophe bracketright apostrophe; do
    xdotool key $key
    rest
done
measure_delays "$edits"
holds "$skipped <= 0" || fail "an edit shows $skipped frames late"
holds "$preview > 0 && $sharp >= $preview" || fail "the delays $preview and $sharp ms make no sense"

# Input for the panel does not repaint the planet. Input for the planet does.
painted() { awk '$1 == "frame" { n++ } $1 == "same" { n-- } END { print n + 0 }' trace; }
xdotool mousemove "${away[@]}"
shoot before.xwd
all=$(frames) own=$(painted)
for y in 120 180 240 300; do
    xdotool mousemove 150 $y
    rest
done
xdotool mousemove "${away[@]}"
shoot after.xwd
[ "$(painted)" = "$own" ] || fail "mouse moves over the panel repaint the planet $(($(painted) - own)) times"
holds "$(frames) >= $all + 4" || fail "the panel does not follow the mouse"
holds "$(look differ before.xwd after.xwd) == 0" || fail "$(look differ before.xwd after.xwd) % of the picture differs"
xdotool key Left
rest
holds "$(painted) > $own" || fail "a moving camera shows the old picture"
passed "the planet is repainted only when it changes"
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
passed "a plain planet: an edit shows in the next frame, after $preview ms, and is sharp after $sharp ms"

# ---- fields of the whole planet ----------------------------------------------------------------------------

# A new noisiness solves the terrain again, which takes long. Previews do not wait for it.
start earthlike --seed 7 --set layers.land.cells=96
xdotool mousemove "${away[@]}"
shoot earth.xwd
drag_slider noisiness 40
dragged=$(($(last_edit) - edits))
[ "$dragged" -ge 5 ] || fail "dragging the noisiness slider of an earthlike: $dragged edits"
[ "$previews" -ge 3 ] || fail "$previews previews while the noisiness of an earthlike was dragged"
xdotool mousemove "${away[@]}"
shoot earth_noisier.xwd
measure_delays "$edits"
changed=$(look differ earth.xwd earth_noisier.xwd)
holds "$changed > 0.5" || fail "another noisiness changes $changed % of an earthlike"
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
passed "an earthlike: $dragged edits while it was dragged, $previews previews and $sharps sharp on the way; the best shows after $preview ms and is sharp after $sharp ms"
