#!/usr/bin/env bash
# How long edits take in the window: drags of sliders, told as `terrella --trace-latency` tells them. 12 of them;
# with TR_FULL=1, or as tests/window_latency.sh DRAGS WORLD, as many as wanted.
# ctest: RUN_SERIAL TRUE
source "${SOURCE_DIR:?}/tests/window.sh"
drags=${1:-${TR_FULL:+500}} world=${2:-barren}
drags=${drags:-12}

start "$world" --seed 7 --trace-latency
xdotool key space
rest
read -r x y <<<"$(place noisiness)"
xdotool mousemove "$x" "$y" mousedown 1
edits=$(last_edit)
for ((drag = 1; drag <= drags; drag++)); do
    before=$(last_edit)
    xdotool mousemove $((x - 20 + drag * 7 % 41)) "$y"
    until_true 10 edits_after "$before" || fail "drag $drag is no edit"
done
xdotool mouseup 1
rest
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
grep -qx "Edits: [0-9]*" told && grep -qE "^Seen: [0-9]+, after [0-9.]+ ms" told || fail "it tells: $(cat told)"
seen=$(sed -nE 's/^Seen: ([0-9]+),.*/\1/p' told)
[ "$seen" -gt "$drags" ] || fail "$drags drags, $seen of them seen"
passed "$drags drags of $world's noisiness: $(sed -n 's/^Seen: //p' told); sharp: $(sed -n 's/^Sharp: //p' told)"
