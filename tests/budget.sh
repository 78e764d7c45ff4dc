#!/usr/bin/env bash
# Untrusted files of up to 1 MiB that would be expensive. They are refused with little work and within 128 MB,
# and the message says what they need and how to allow it. Files of a few KB request much work. Files of 1 MiB
# take long to read, and packed data in them is up to 4 MiB. Little work means a fixed multiple of the time to
# read a large valid scene. (test_json counts what the reader takes.)
set -uo pipefail
source "${SOURCE_DIR:?}/tests/expect.sh"
grep -q '^TR_SANITIZE:[A-Z]*=.' "${BUILD_DIR:?}/CMakeCache.txt" && { echo "not run: sanitizers take more memory"; exit 77; }

python3 - "$work" <<'PYTHON'
import base64, json, struct, sys, zlib
def put(name, text):
    text = text if isinstance(text, (str, bytes)) else json.dumps(text, separators=(",", ":"))
    text = text if isinstance(text, bytes) else text.encode()
    assert len(text) <= 1 << 20, name
    open(f"{sys.argv[1]}/{name}", "xb").write(text) # fails if two files have the same name
def write(name, layers, **more):
    body = [dict(name=f"l{i}", **l) for i, l in enumerate(layers)]
    put(f"{name}.json", dict(type="x", radius_km=6000, layers=body, **more))
write("midpoints", 20 * [dict(field="midpoint", cells=4096, levels=0)])
write("refined", 20 * [dict(field="midpoint", cells=1, levels=12)])
write("sheets", 20 * [dict(field="midpoint", domain="plane", cells=16384, levels=0)])
write("olsen", 20 * [dict(field="olsen", cells=2, levels=12)])
write("voronoi", 20 * [dict(field="voronoi", density=1000000, randomness=0)])
write("terrains", 3 * [dict(field="terrain", cells=1024)])
write("winds", [dict(field="vortices", flow_from="w", which="all")], warps=[dict(name=n, kind="flow", cells=2048) for n in "wvuts"])
write("views", 200 * [dict(field="vortices", flow_from="w")], warps=[dict(name="w", kind="flow", cells=2048)])
write("shares", 128 * [dict(field="fractal", octaves=24, warp="w15")] + 128 * [dict(field="quantile")],
      warps=[dict(name=f"w{i}", kind="noise", steps=16, octaves=24, **(dict(after=f"w{i-1}") if i else {})) for i in range(16)])
write("wisps", [dict(field="wisps", density=20000, radius_min=0.3, radius_max=1, rays=200, length=2), dict(field="quantile")])
for field in ["craters", "rays", "spots", "fronts"]: # sites that all cover the whole sphere
    write(field, 4 * [dict(field=field, density=100000, radius_min=1, radius_max=1)] + [dict(field="quantile")])
write("arcs", 8 * [dict(field="arcs", density=20000, length_min=6, length_max=6, width_min=0.5, width_max=0.5)])
write("points", 60 * [dict(field="midpoint", cells=4096, levels=0, points=[[i % 90, i % 180, 0.5] for i in range(16)])])

def scene(name, count, *layers, **more):
    body = [dict(name=f"l{i}", **layer) for i, layer in enumerate(layers)]
    put(name, dict(planets=[dict(name=f"P{i}", type="x", radius_km=6000, orbit=dict(radius_km=2e6 * (i + 1)), layers=body, **more)
                            for i in range(count)]))
scene("scene.json", 60, *(40 * [dict(field="terrain", cells=1024)]))
scene("works.json", 64, *(80 * [dict(field="fractal"), dict(field="quantile")]))
scene("two.json", 2, dict(field="terrain", cells=1024))
heavy = dict(name="l0", field="terrain", cells=1024)
put("beside.json", dict(planets=[dict(name="Light", type="barren", orbit=dict(radius_km=2e6)), dict(
    name="Heavy", type="x", radius_km=900, orbit=dict(radius_km=4e6), layers=[dict(heavy, name=n) for n in "abc"])]))

# ---- long files: a head, pieces up to a size, and a tail
def fill(head, piece, tail, size=1 << 20):
    count = (size - len(head) - len(tail)) // (len(piece(1 << 20)) + 1)
    return head + ",".join(piece(i) for i in range(count)) + tail
x = '"type":"x","radius_km":1000,'
whole = x + '"layers":[{"name":"a","field":"constant"}],'
zeros = fill("{" + whole + '"view":[', lambda i: "0", "]}", 4 << 20)
put("layers.json", fill("{" + x + '"layers":[', lambda i: '{"name":"%x"}' % i, "]}"))
put("stops.json", fill("{" + whole + '"albedo":[{"name":"a","channel":"height","stops":[', lambda i: '[0,"000000"]', "]}]}"))
put("keys.json", fill("{" + whole, lambda i: '"%x":0' % i, "}"))
put("twins.json", fill("{" + whole, lambda i: '"%x":0' % (i // 2), "}", 1 << 15))
put("knobs.json", fill("{" + whole, lambda i: '"k%x":0' % i, ',"knobs":', 5 << 17) + fill("{", lambda i: '"k%x":0' % i, "}}", 3 << 17))
put("sets.json", fill('{"type":"earthlike","set":{', lambda i: '"layers.n%x":{}' % i, "}}"))
put("scene_sets.json", fill('{"type":"system","set":{', lambda i: '"noisiness%x":0' % i, "}}"))
put("name.json", "{" + whole + '"' + (1000000 * "k") + '":1}')
put("deep.json", (1 << 20) * "[")
put("line.share", fill("terrella:earthlike?", lambda i: "k%x=0&" % i, ""))
put("packed.share", "terrella:*" + base64.urlsafe_b64encode(zlib.compress(zeros.encode())).decode().rstrip("="))
put("page.html", fill('<script type="application/json" id="recipe">{' + whole + '"view":[', lambda i: "[]", "]}</script>"))
glb = fill('{"asset":{"extras":{"recipe":{' + whole + '"view":[', lambda i: "[]", "]}}}}", (1 << 20) - 24)
put("file.glb", struct.pack("<4sIII4s", b"glTF", 2, 20 + len(glb), len(glb), b"JSON") + glb.encode())
def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
def png(text, width, behind):
    texels = chunk(b"IDAT", zlib.compress(bytes((width + 1) * width)))
    parts = chunk(b"iTXt", b"terrella\0\1\0\0\0" + zlib.compress(text.encode())), texels
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, width, 8, 0, 0, 0, 0)) +
            b"".join(reversed(parts) if behind else parts) + chunk(b"IEND", b""))
put("text.png", png(zeros, 64, False))
put("hollow.png", png("{}", 10000, True))
# as many as lists and "set"s may have, where each edit searches all names
named = [dict(name="n%x" % i) for i in range(4096)]
put("moves.json", dict(type="x", layers=named, set={"layers.n%x.before" % i: "n%x" % (4095 - i) for i in range(4096)}))
put("more.json", dict(type="system", set={"layers.n%x" % i: {} for i in range(4096)}))
put("count.json", dict(planets=[dict(name=f"P{i}", type="barren", set={f"k{i}": 0 for i in range(100)}) for i in range(64)]))
lists = 4000 * [[0] * 70]
put("values.json", "{" + whole + '"view":' + json.dumps(lists, separators=(",", ":")) + "}")
wrong = dict(type="earthlike", height_min_m=9, height_max_m=8, set=dict(noisiness=0.5))
put("blame.json", dict(planets=[dict(wrong, name=f"P{i}", orbit=dict(radius_km=2e6 * (i + 1))) for i in range(64)]))
put("yardstick.json", dict(planets=[dict(name=f"P{i}", type="earthlike", seed=i, orbit=dict(radius_km=2e6 * (i + 1)),
                                         set=dict(noisiness=0.5, persistence=0.4)) for i in range(64)]))
PYTHON

# The yardstick: the processor time to read and show a large valid scene, the least so far. A command that takes
# too much is tried again, and compared with a yardstick of the same time, because other load slows both.
cat >"$work/run.py" <<'PYTHON'
import os, sys
most_mb, most_ratio, tries = 128, 30, 5
def run(words, err):
    out = os.open(os.devnull, os.O_WRONLY)
    os.ftruncate(err, 0), os.lseek(err, 0, os.SEEK_SET)
    pid = os.posix_spawn(words[0], words, os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, out, 1), (os.POSIX_SPAWN_DUP2, err, 2)])
    os.close(out)
    _, status, used = os.wait4(pid, 0)
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, os.waitstatus_to_exitcode(status)
work, words = sys.argv[1], sys.argv[2:]
first = f"{work}/yardstick"
def yardstick():
    seconds, _, code = run([words[0], "show", f"{work}/yardstick.json"], os.memfd_create("err"))
    least = min([seconds, *map(float, open(first))]) if os.path.exists(first) else seconds
    open(first, "w").write(str(least))
    return seconds if code == 0 else sys.exit("the yardstick cannot be shown")
err = os.open(f"{work}/err", os.O_RDWR | os.O_CREAT)
for k in range(tries):
    seconds, mb, code = run(words, err)
    ratio = seconds / (float(open(first).read()) if k == 0 and os.path.exists(first) else yardstick())
    if ratio <= most_ratio or code != 3:
        break
print(f"{words[1]:8.8} {os.path.basename(words[2]):16.16} exit {code}  {ratio:5.2f} yardsticks  {mb:4.0f} MB", flush=True)
if code != 3 or ratio > most_ratio or mb > most_mb:
    sys.exit(1)
PYTHON

# refused WORDS FILE [COMMAND ARGUMENTS…]: export, or that command, refuses the file with those words.
refused() {
    local words=$1 file=$2
    shift 2
    [ $# -gt 0 ] || set -- export FILE --size 64 -o "$work/none"
    python3 "$work/run.py" "$work" "$TERRELLA" "${@/FILE/$work/$file}" --quiet || fail "$file: $(cat "$work/err")"
    grep -qF -- "$words" "$work/err" || fail "$file: does not say '$words' but: $(cat "$work/err")"
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
for file in wisps rays craters spots fronts arcs; do refused "s of work" $file.json; done
refused "GB of memory" points.json
refused "planets.P0: needs about 19 GB of memory, most of it 'l0'" scene.json
refused "its 64 planets together need about " works.json
refused "times the limit of one planet; --limit " works.json
refused "its two largest planets need about " two.json
refused "planets.Heavy: needs about " beside.json render FILE --planet Light --size 64x64 -o "$work/none.png"

refused "a list of more than 4096" layers.json
refused "a list of more than 4096" stops.json
refused "a list of more than 4096" keys.json
refused 'two members called "0"' twins.json
refused "a list of more than 4096" knobs.json
refused "a list of more than 4096" sets.json
refused "a list of more than 4096" scene_sets.json
refused "unknown key" name.json
refused "deeper than 32" deep.json
refused "longer than 64 KiB" line.share
refused "a list of more than 4096" packed.share
refused "a list of more than 4096" page.html
refused "a list of more than 4096" file.glb
refused "a list of more than 4096" text.png
refused "carries no recipe" hollow.png
refused "at most 256 layers" moves.json
refused "exceeds the limit of 1000 elements in a list" more.json
refused "sets more than 4096 values" count.json
refused "more than 262144 values" values.json
refused "height_min_m must be below" blame.json
for command in "show FILE --link" "check FILE" "list parameters FILE" FILE; do
    # shellcheck disable=SC2086
    refused "" packed.share $command
done
for command in "measure FILE" "probe FILE 1,2 --planet P0" "render FILE -o $work/p.png" FILE; do
    # shellcheck disable=SC2086
    refused "GB of memory" scene.json $command
done
# A value that is too large is an error, not a bare word, which would become a text.
zeros=$(printf '0,%.0s' {1..4097})
expect 2 "--set summary=[0,0" show barren --set "summary=[${zeros%,}]"
expect 2 "the value is too large: a list of more than 4096 values" show barren --set "s=[${zeros%,}]"
expect 3 "the share link has a value that is too large: a list of more than 4096 values" show "terrella:barren?summary=[${zeros%,}]"
expect 3 "too large: nested deeper than 32 levels" show "terrella:barren?summary=$(printf '[%.0s' {1..33})"
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
[ $failures = 0 ] && echo "worlds beyond the limits are refused before they are made"
[ $failures = 0 ]
