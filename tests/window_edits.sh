#!/usr/bin/env bash
# Edits in the window: the picture at rest equals the export. Also the delays of slider drags, from the trace of
# `terrella --trace-latency`. 12 drags; with TR_FULL=1, or as tests/window_edits.sh DRAGS WORLD, any number.
# ctest: RUN_SERIAL TRUE
screen=1280x800 widths=usual
source "${SOURCE_DIR:?}/tests/window.sh"
drags=${1:-${TR_FULL:+500}} world=${2:-barren}
drags=${drags:-12}

export TERRELLA_TRACE_MAPS=1
start "$world" --seed 7 --trace-latency
rest
read -r x y <<<"$(place noisiness)"
xdotool mousemove "$x" "$y" mousedown 1
edits=$(last_edit)
for ((drag = 1; drag <= drags; drag++)); do
    before=$(last_edit)
    xdotool mousemove $((x - 20 + drag * 7 % 41)) "$y"
    until_true 60 edits_after "$before" || fail "drag $drag makes no edit"
done
xdotool mouseup 1
rest
xdotool key ctrl+s
rest # a planet without a file needs a name
xdotool key Return
until_true 60 grep -q '^message Saved: ' trace || fail "Ctrl+S saves nothing"

# The maps at rest equal the exported ones, bit for bit.
width=$(($(wc -c <trace.albedo) / 3))
for w in 1024 2048 4096; do
    [ $((w * w / 2)) != "$width" ] || width=$w
done
"$TERRELLA" export "$(ls out/*.json)" -q -o set --name a --size "$width" --format ktx2 --blocks none --no-mips
python3 - "$width" <<'PYTHON' || fail "the window shows other texels than it exports"
import os, struct, sys
width, count = int(sys.argv[1]), 0
for name in ("albedo", "normal", "emission", "orm", "clouds"):
    if not os.path.exists(f"trace.{name}"):
        continue
    shown, data = open(f"trace.{name}", "rb").read(), open(f"set/a_{name}.ktx2", "rb").read()
    assert data[1:7] == b"KTX 20", data[:12]
    at, size = struct.unpack("<QQ", data[80:96])
    texels, wide = data[at:at + size], len(shown) // (width * width // 2)
    assert size == 2 * width * width, (name, size)
    first = name == "orm" # occlusion is for engines: the window computes shadows itself
    planes = [texels[c::4] == shown[c::wide] for c in range(first, wide)]
    assert all(planes), (name, planes)
    count += 1
assert count >= 3, count
print(f"ok: {count} maps of {width} x {width // 2} texels on the screen, those of the export")
PYTHON

finish || fail "exit code $? after Ctrl+Q: $(cat err)"
grep -qx "Edits: [0-9]*" told && grep -qE "^Seen: [0-9]+, after [0-9.]+ ms" told || fail "standard output has: $(cat told)"
seen=$(sed -nE 's/^Seen: ([0-9]+),.*/\1/p' told)
[ "$seen" -gt "$drags" ] || fail "$drags drags, $seen of them seen"
passed "$drags drags of $world's noisiness: $(sed -n 's/^Seen: //p' told); sharp: $(sed -n 's/^Sharp: //p' told)"
