#!/usr/bin/env bash
# Small files from strangers that would take much: refused within a second and 256 MB, with what they need and how to allow
# it. Files are as large as 1 MiB.
set -uo pipefail
source "${SOURCE_DIR:?}/tests/expect.sh"
grep -q '^TR_SANITIZE:[A-Z]*=.' "${BUILD_DIR:?}/CMakeCache.txt" && { echo "not run: sanitizers take more memory"; exit 77; }

python3 - "$work" <<'PYTHON'
import json, sys
def write(name, layers, **more):
    recipe = dict(type="x", radius_km=6000, layers=[dict(name=f"l{i}", **l) for i, l in enumerate(layers)], **more)
    text = json.dumps(recipe)
    assert len(text) <= 1 << 20, name
    open(f"{sys.argv[1]}/{name}.json", "w").write(text)
write("midpoints", 20 * [dict(field="midpoint", cells=4096, levels=0)])
write("refined", 20 * [dict(field="midpoint", cells=1, levels=12)])
write("sheets", 20 * [dict(field="midpoint", domain="plane", cells=16384, levels=0)])
write("olsen", 20 * [dict(field="olsen", cells=2, levels=12)])
write("voronoi", 20 * [dict(field="voronoi", density=1000000, randomness=0)])
write("terrains", 3 * [dict(field="terrain", cells=1024)])
write("winds", [dict(field="vortices", of="w", which="all")], warps=[dict(name=n, kind="flow", cells=2048) for n in "wvuts"])
write("views", 200 * [dict(field="vortices", of="w")], warps=[dict(name="w", kind="flow", cells=2048)])
write("shares", 128 * [dict(field="fractal", octaves=24, warp="w15")] + 128 * [dict(field="share")],
      warps=[dict(name=f"w{i}", kind="noise", steps=16, octaves=24, **(dict(after=f"w{i-1}") if i else {})) for i in range(16)])
write("points", 60 * [dict(field="midpoint", cells=4096, levels=0, points=[[i % 90, i % 180, 0.5] for i in range(16)])])
many = dict(type="x", radius_km=6000, layers=[dict(name=f"l{i}", field="terrain", cells=1024) for i in range(40)])
json.dump(dict(planets=[dict(name=f"P{i}", recipe=many) for i in range(60)]), open(f"{sys.argv[1]}/scene.json", "w"))
PYTHON

# refused WORDS FILE: by export, with those words.
refused() {
    local words=$1 file=$work/$2
    python3 - "$TERRELLA" export "$file" --size 64 -o "$work/none" --quiet 2>"$work/err" <<'PYTHON' || fail "$2: $(cat "$work/err")"
import os, sys, time
start = time.time()
pid = os.spawnv(os.P_NOWAIT, sys.argv[1], sys.argv[1:])
_, status, used = os.wait4(pid, 0)
code, seconds, mb = os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime, used.ru_maxrss / 1024
print(f"{os.path.basename(sys.argv[3]):16} exit {code}  {seconds:5.2f} s  {mb:4.0f} MB", flush=True)
if code != 3 or seconds > 1 or mb > 256:
    sys.exit(f"exit {code}, {seconds:.2f} s, {mb:.0f} MB")
PYTHON
    grep -qF -- "$words" "$work/err" || fail "$2: does not say '$words' but: $(cat "$work/err")"
}
refused "GB of memory, most of it 'l0', and at most 2 GB are allowed; --limit 8" midpoints.json
refused "GB of memory" refined.json
refused "GB of memory" sheets.json
refused "GB of memory" olsen.json
refused "s of work" voronoi.json
refused "GB are allowed; --limit 2" terrains.json
refused "GB of memory" winds.json
refused "GB of memory" views.json
refused "s of work" shares.json
refused "GB of memory" points.json
refused "" scene.json
[ ! -e "$work/none" ] || fail "a refused planet left a folder"

for command in "render $work/terrains.json -o $work/p.png" "measure $work/terrains.json" "probe $work/terrains.json 1,2" \
    "field midpoint --set cells=4096 --set levels=0 --limit 1GB -o $work/f.png" "gallery --type earthlike --limit 1MB --seeds 1 -o $work/g.png" \
    "measure earthlike --seeds 2 --limit 1MB"; do
    # shellcheck disable=SC2086
    expect 3 "allows it" $command
done
expect 0 "" show "$work/terrains.json"
expect 3 "; --limit 0.12GB allows it" export earthlike --limit 1MB --size 64 -o "$work/none"
expect 0 "" export earthlike --limit 120MB --size 64 --maps albedo -o "$work/set"
expect 3 "s allows it" export inferno --limit 0.01s --size 64 -o "$work/none"
expect 0 "" export inferno --limit 1GiB,1.5min --size 64 --maps albedo -o "$work/set"
for wrong in 8 GB 8gb 1e3MB -1GB "8GB," ",8GB" 8GB5 0GB 1.2.3GB 99999999999TB "8 GB" infGB; do
    expect 2 "--limit is memory or work" export inferno "--limit=$wrong" --size 64 -o "$work/none"
done
expect 2 "unknown option" show inferno --limit 8GB

echo "figure: files and arguments rejected/crashed: $rejected/$crashed"
[ $failures = 0 ] && echo "what needs too much is refused before it is made"
[ $failures = 0 ]
