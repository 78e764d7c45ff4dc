#!/usr/bin/env bash
# How soon the window shows a planet, and an edit. Times depend on the machine and on what else it does: they are
# told. What is asked is in frames: an edit shows in the next one.
# ctest: RUN_SERIAL TRUE
source "${SOURCE_DIR:?}/tests/window.sh"

# The first picture, with no shader in any cache.
export MESA_SHADER_CACHE_DISABLE=true
for world in inferno earthlike; do
    start $world --seed 7
    lit=$(awk '$1 == "preview" { print $3; exit }' trace)
    until_true 60 grep -q '^complete' trace || fail "$world: the picture stays incomplete"
    finish || fail "exit code $? after Ctrl+Q: $(cat err)"
    holds "${lit:-0} > 0" || fail "$world never shows"
    passed "$world shows after $lit ms"
done

# A planet like the article's: cells and noise. Types with much more in them take longer.
cat >out/plain.json <<'JSON'
{"format": 1, "seed": 7, "radius_km": 6000, "noisiness": 0.6, "persistence": 0.5, "octaves": 8, "layers": [
    {"name": "cells", "field": "voronoi", "value": "distance", "density": 120, "amount": 1000},
    {"name": "detail", "field": "fractal", "start": 1, "amount": {"knob": "noisiness", "times": 1000}}],
 "albedo": [{"name": "ground", "channel": "height", "stops": [[0, "600000"], [800, "b00000"], [1000, "ffff00"]]}]}
JSON
start ./plain.json
xdotool key space
rest
edits=$(last_edit)
for key in bracketright apostrophe bracketright apostrophe bracketright apostrophe; do
    xdotool key $key
    rest
done
measure_delays "$edits"
holds "$skipped <= 0" || fail "an edit shows $skipped frames late"
holds "$preview > 0 && $sharp >= $preview" || fail "the delays $preview and $sharp ms make no sense"
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
passed "a plain planet: an edit shows in the next frame, after $preview ms, and is sharp after $sharp ms"
