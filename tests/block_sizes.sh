#!/usr/bin/env bash
# Sizes that GPUs do not accept in blocks of 4 x 4 texels are refused. The message names the nearest valid
# sizes.
set -uo pipefail
source "${SOURCE_DIR:?}/tests/expect.sh"

expect 2 "100 x 50 texels in blocks of 4 x 4" export toxic --size 100 --format ktx2 --maps albedo -o "$work/none"
grep -q "nearest widths are 96 and 104" "$work/err" || fail "no valid widths are named: $(cat "$work/err")"
expect 2 "widths are 96 and 104" export toxic --size 98 --format dds -o "$work/none"
expect 2 "66 x 66" export toxic --size 66 --projection cube --format ktx2 --maps roughness -o "$work/none"
grep -q "widths are 64 and 68" "$work/err" || fail "no valid widths are named: $(cat "$work/err")"
expect 2 "258 x 258" export toxic --size 1024 --tile 256 --border 1 --projection tiles --format dds --maps albedo -o "$work/none"
grep -q "without a border" "$work/err" || fail "no alternative is named: $(cat "$work/err")"
expect 2 "100 x 50" export toxic --size 100 --target bevy -o "$work/none"
[ ! -e "$work/none" ] || fail "a refused export left a folder"
expect 0 "" export toxic --size 100 --format ktx2 --blocks none --maps albedo,roughness -q --name a -o "$work/plain"
expect 0 "" export toxic --size 100 --format dds --maps height -q --name b -o "$work/plain" # 16-bit formats have no blocks
expect 0 "" export toxic --size 104 --format ktx2 --maps albedo,normal,sea -q --name c -o "$work/plain"
expect 0 "" export gas-giant --set rings.opacity=0.8 --size 64 --maps rings --format ktx2 -q --name r -o "$work/plain"
grep -q '"encoding": "RGBA8"' "$work/plain/r.manifest.json" || fail "a ring texture of one row uses block compression"

[ "$failures" = 0 ] && echo "no set has blocks that GPUs do not accept"
exit "$((failures > 0))"
