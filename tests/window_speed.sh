#!/usr/bin/env bash
# How soon the window shows a planet, and an edit. Times depend on the machine and on what else it does: they are
# told. What is asked is in frames: an edit shows in the next one.
# ctest: RUN_SERIAL TRUE
source "${SOURCE_DIR:?}/tests/window.sh"

# The first picture, with no shader in any cache.
export MESA_SHADER_CACHE_DISABLE=true
for world in earthlike ${TR_FULL:+inferno}; do # one with all that there is to compile
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
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
passed "a plain planet: an edit shows in the next frame, after $preview ms, and is sharp after $sharp ms"
