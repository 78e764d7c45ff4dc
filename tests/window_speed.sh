#!/usr/bin/env bash
# How soon an edit shows in the window. Nothing else may run beside it.
# ctest: RUN_SERIAL TRUE
source "${SOURCE_DIR:?}/tests/window.sh"

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
holds "$preview <= 100" || fail "an edit shows after $preview ms"
holds "$sharp <= 250" || fail "an edit is sharp after $sharp ms"
finish || fail "exit code $? after Esc: $(cat err)"
passed "a plain planet: an edit shows in the next frame, after $preview ms, and is sharp after $sharp ms"
