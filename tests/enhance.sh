#!/usr/bin/env bash
# terrella enhance from the command line: kinds of PNG, preserved values, options, error messages, exit codes.
set -uo pipefail
command -v python3 >/dev/null || { echo "not run: python3 is missing"; exit 77; }
source "${SOURCE_DIR:?}/tests/expect.sh"

# An independent PNG library, so that Terrella's is not checked against itself.
cat >"$work/png.py" <<'PY'
import struct, sys, zlib

PASSES = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]

def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

# texel(x, y) returns the samples of a texel.
def write(path, w, h, depth, colour, texel, interlaced=False, palette=b""):
    raw = b""
    for x0, y0, dx, dy in PASSES if interlaced else [(0, 0, 1, 1)]:
        for y in range(y0, h, dy) if x0 < w else []:
            bits = "".join(format(s, "0%db" % depth) for x in range(x0, w, dx) for s in texel(x, y))
            bits += "0" * (-len(bits) % 8)
            raw += b"\0" + bytes(int(bits[i:i + 8], 2) for i in range(0, len(bits), 8))
    head = struct.pack(">IIBBBBB", w, h, depth, colour, 0, 0, interlaced)
    body = chunk(b"PLTE", palette) if palette else b""
    with open(path, "wb") as f:
        f.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + body + chunk(b"IDAT", zlib.compress(raw)) +
                chunk(b"IEND", b""))

# Rows of 16-bit grey.
def read(path):
    data, at, raw = open(path, "rb").read(), 8, b""
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + size]
        if kind == b"IHDR":
            w, h, depth, colour = struct.unpack(">IIBB", body[:10])
            assert depth == 16 and colour == 0, (depth, colour)
        raw += body if kind == b"IDAT" else b""
        at += size + 12
    raw, rows, above = zlib.decompress(raw), [], bytearray(2 * w)
    for y in range(h):
        row = bytearray(raw[y * (2 * w + 1) + 1:(y + 1) * (2 * w + 1)])
        kind = raw[y * (2 * w + 1)]
        for i in range(2 * w) if kind else []: # PNG, "9.2 Filter types for filter method 0"
            a, b, c = row[i - 2] if i > 1 else 0, above[i], above[i - 2] if i > 1 else 0
            far = [abs(b - c), abs(a - c), abs(a + b - 2 * c)]
            row[i] = (row[i] + [0, a, b, (a + b) // 2, (a, b, c)[far.index(min(far))]][kind]) & 255
        above = row
        rows.append(struct.unpack(">%dH" % w, row))
    return rows
PY

# The maps: greyscale of every depth, the same as RGB, palette, with alpha and interlaced, and invalid ones.
python3 - "$work" <<'PY' || fail "the test maps cannot be made"
import sys
sys.path.insert(0, sys.argv[1])
from png import write
d = sys.argv[1] + "/"
W, H = 23, 17
v = lambda x, y: (x * x * 7 + y * y * 11 + x * y * 5 + (x * 31 + y * 57) % 23 * 9) % 256
for depth in 1, 2, 4, 8, 16:
    n = 2 ** depth
    f = lambda x, y: [v(x, y) * 257 * (n - 1) // 65535 if depth < 16 else v(x, y) * 211 + x]
    write(d + "g%d.png" % depth, W, H, depth, 0, f)
    write(d + "i%d.png" % depth, W, H, depth, 0, f, interlaced=True)
write(d + "rgb8.png", W, H, 8, 2, lambda x, y: [v(x, y)] * 3)
write(d + "rgb16.png", W, H, 16, 2, lambda x, y: [v(x, y) * 211 + x] * 3)
write(d + "rgba8.png", W, H, 8, 6, lambda x, y: [v(x, y)] * 3 + [x], interlaced=True)
write(d + "ga16.png", W, H, 16, 4, lambda x, y: [v(x, y) * 211 + x, y])
write(d + "palette.png", W, H, 8, 3, lambda x, y: [255 - v(x, y)],
      palette=bytes(255 - i for i in range(256) for _ in range(3)))
write(d + "colour.png", W, H, 8, 2, lambda x, y: [v(x, y), v(x, y), v(x, y) ^ (x == 5 and y == 3)])
write(d + "one.png", 1, 9, 8, 0, lambda x, y: [v(x, y)])
write(d + "dot.png", 1, 1, 16, 0, lambda x, y: [40000])
write(d + "wide.png", 3000, 2, 8, 0, lambda x, y: [v(x, y)])
whole = open(d + "g16.png", "rb").read()
open(d + "short.png", "wb").write(whole[:len(whole) // 2])
open(d + "crc.png", "wb").write(whole[:60] + bytes([whole[60] ^ 1]) + whole[61:])
open(d + "text.png", "w").write("no picture at all\n")
open(d + "empty.png", "w")
# A header that declares 60000 x 60000 texels.
import struct, zlib
from png import chunk
bomb = chunk(b"zTXt", b"terrella\0\0" + zlib.compress(b"a" * (1 << 25)))
open(d + "bomb.png", "wb").write(whole[:33] + bomb + whole[33:])
open(d + "huge.png", "wb").write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 60000, 60000, 16, 0, 0, 0, 0)))
PY

# ---- sizes and positions of texels ----------------------------------------------------------------
for map in g1 g2 g4 g8 g16; do
    expect 0 "" enhance "$work/$map.png" --scale 2 -o "$work/$map.out.png"
    expect 0 "" enhance "$work/$map.png" --wrap --scale 2 -o "$work/$map.wrap.png"
    expect 0 "" enhance "$work/$map.png" --wrap-x --scale 3 -o "$work/$map.x.png"
    expect 0 "" enhance "$work/i${map#g}.png" --scale 2 -o "$work/i.png"
    cmp -s "$work/i.png" "$work/$map.out.png" || fail "$map differs when interlaced"
done
python3 - "$work" <<'PY' || fail "sizes"
import sys
sys.path.insert(0, sys.argv[1])
from png import read
W, H = 23, 17
for depth in 1, 2, 4, 8, 16:
    for kind, s in ("out", 4), ("wrap", 4), ("x", 8):
        rows = read("%s/g%d.%s.png" % (sys.argv[1], depth, kind))
        assert (len(rows[0]), len(rows)) == (W * s, H * s), (depth, kind, len(rows[0]), len(rows))
        between = sum(row[x] != row[x - 1] for row in rows for x in range(1, W * s))
        assert depth < 8 or between > W * s * H * s / 4, "no detail"
PY

# A map that was reduced by means and enhanced again stays aligned with the original: the correlation is highest
# without a shift.
expect 0 "" export earthlike --set layers.land.cells=48 --seed 3 --size 512 --maps height --compression fast --name fine -q -o "$work"
python3 - "$work" means <<'PY' || fail "the reduced map cannot be made"
import sys
sys.path.insert(0, sys.argv[1])
from png import read, write
fine = read(sys.argv[1] + "/fine_height.png")
mean = lambda x, y: [sum(fine[8 * y + j][8 * x + i] for j in range(8) for i in range(8)) // 64]
write(sys.argv[1] + "/means.png", 64, 32, 16, 0, mean)
PY
expect 0 "" enhance "$work/means.png" --wrap-x --scale 3 -o "$work/back.wrap.png"
expect 0 "" enhance "$work/means.png" --scale 3 -o "$work/back.plain.png"
python3 - "$work" <<'PY' || fail "an enhanced map is shifted"
import sys
sys.path.insert(0, sys.argv[1])
from png import read
fine = read(sys.argv[1] + "/fine_height.png")
def alike(back, right, down):
    a = [back[y][x] for y in range(16, 240, 3) for x in range(0, 512, 3)]
    b = [fine[y + down][(x + right) % 512] for y in range(16, 240, 3) for x in range(0, 512, 3)]
    n, sa, sb = len(a), sum(a), sum(b)
    ab = sum(p * q for p, q in zip(a, b)) - sa * sb / n
    return ab / ((sum(p * p for p in a) - sa * sa / n) * (sum(q * q for q in b) - sb * sb / n)) ** 0.5
for kind in "wrap", "plain":
    back = read("%s/back.%s.png" % (sys.argv[1], kind))
    assert (len(back[0]), len(back)) == (512, 256)
    here = alike(back, 0, 0)
    assert here > 0.95, here
    for shift in -8, -4, -3, -2, -1, 1, 2, 3, 4, 8:
        assert alike(back, shift, 0) < here and alike(back, 0, shift) < here, (kind, shift, here, alike(back, shift, 0), alike(back, 0, shift))
PY
for map in rgb8:g8 palette:g8 rgb16:g16; do
    expect 0 "" enhance "$work/${map%:*}.png" --scale 2 -o "$work/same.png"
    cmp -s "$work/same.png" "$work/${map#*:}.out.png" || fail "$map differ"
    [ ! -s "$work/err" ] || fail "$map: not quiet: $(cat "$work/err")"
done
for map in rgba8:g8 ga16:g16; do
    expect 0 "alpha channel is left out" enhance "$work/${map%:*}.png" --scale 2 -o "$work/same.png"
    cmp -s "$work/same.png" "$work/${map#*:}.out.png" || fail "$map differ"
    expect 0 "" enhance "$work/${map%:*}.png" --scale 2 -o "$work/same.png" --quiet
    [ ! -s "$work/err" ] && [ ! -s "$work/out" ] || fail "--quiet is not quiet"
done

# ---- options --------------------------------------------------------------------------------------
expect 0 "" enhance "$work/g16.png" --scale=2 -o "$work/file.png"
grep -q "92 x 68, roughness 0...* (estimated)" "$work/out" || fail "summary: $(cat "$work/out")"
cmp -s "$work/file.png" "$work/g16.out.png" || fail "two runs differ"
expect 0 "" enhance "$work/g16.png" --roughness 0.4 --json -o "$work/rough.png"
python3 -c 'import json, sys; j = json.load(open(sys.argv[1])); assert (j["width"], j["height"], j["roughness"], j["estimated"]) == (46, 34, 0.4, False), j' "$work/out" ||
    fail "--json: $(cat "$work/out")"
"$TERRELLA" enhance "$work/g16.png" --scale 2 -o /dev/stdout >"$work/pipe.png" 2>"$work/err"
cmp -s "$work/pipe.png" "$work/g16.out.png" || fail "standard output differs: $(cat "$work/err")"
cat "$work/g16.png" | "$TERRELLA" enhance /dev/stdin --scale 2 -o "$work/pipe.png" >/dev/null 2>"$work/err"
cmp -s "$work/pipe.png" "$work/g16.out.png" || fail "the result from a pipe differs: $(cat "$work/err")"
cp "$work/g16.png" "$work/itself.png"
expect 0 "" enhance "$work/itself.png" --scale 2 -o "$work/itself.png"
cmp -s "$work/itself.png" "$work/g16.out.png" || fail "the result in place differs"
for option in "--threads 1" "--threads 3" "--threads 7" "--isa baseline" "--isa avx2" "--isa avx512"; do
    # shellcheck disable=SC2086
    "$TERRELLA" enhance "$work/g16.png" --scale 6 -o "$work/with.png" $option >/dev/null 2>"$work/err"
    code=$?
    if [ $code = 2 ] && grep -q "this machine does not have it" "$work/err"; then
        echo "not run: $option, which this machine lacks"
        continue
    fi
    [ -e "$work/first.png" ] || cp "$work/with.png" "$work/first.png"
    cmp -s "$work/with.png" "$work/first.png" || fail "the result differs with $option"
done
for option in "--seed 2" "--roughness 0.9" "--roughness 0"; do
    # shellcheck disable=SC2086
    expect 0 "" enhance "$work/g16.png" --scale 2 $option -o "$work/other.png"
    cmp -s "$work/other.png" "$work/g16.out.png" && fail "$option does nothing"
done
expect 0 "" enhance --help
grep -q -- "--roughness" "$work/out" || fail "--help"

# ---- wrong usage: 2 -------------------------------------------------------------------------------
expect 2 "needs a height map and -o FILE" enhance
expect 2 "needs a height map and -o FILE" enhance "$work/g16.png"
expect 2 "needs a height map and -o FILE" enhance -o "$work/x.png"
for times in 0 9 99 -1 1.5 abc nan 1e9; do expect 2 "--scale" enhance "$work/g16.png" --scale $times -o "$work/x.png"; done
for rough in -0.1 1.1 nan inf rough; do expect 2 "--roughness" enhance "$work/g16.png" --roughness $rough -o "$work/x.png"; done
expect 2 "--wrap takes no value" enhance "$work/g16.png" --wrap=y -o "$work/x.png"
expect 2 "ends in .png" enhance "$work/g16.png" -o "$work/x.jpg"
expect 2 "one height map at a time" enhance "$work/g16.png" "$work/g8.png" -o "$work/x.png"
expect 2 "did you mean '--scale'" enhance "$work/g16.png" --scal 2 -o "$work/x.png"
expect 2 "unknown option" enhance "$work/g16.png" --set a=1 -o "$work/x.png"

# ---- bad files: 3 ---------------------------------------------------------------------------------
expect 3 "nowhere.png: cannot read: No such file" enhance "$work/nowhere.png" -o "$work/x.png"
expect 3 "Is a directory" enhance "$work" -o "$work/x.png"
expect 3 "text.png: this is not a PNG" enhance "$work/text.png" -o "$work/x.png"
expect 3 "empty.png: this is not a PNG" enhance "$work/empty.png" -o "$work/x.png"
expect 3 "the file ends too early" enhance "$work/short.png" -o "$work/x.png"
expect 3 "the PNG is damaged" enhance "$work/crc.png" -o "$work/x.png"
expect 3 "too much beside its texels" enhance "$work/bomb.png" -o "$work/x.png"
expect 3 "60000 x 60000 texels" enhance "$work/huge.png" -o "$work/x.png"
expect 3 "in colour (column 5, row 3)" enhance "$work/colour.png" -o "$work/x.png"
expect 3 "the map is 1 x 9" enhance "$work/one.png" -o "$work/x.png"
expect 3 "the map is 1 x 1" enhance "$work/dot.png" --wrap -o "$work/x.png"
expect 3 "can be doubled 6 times" enhance "$work/wide.png" --scale 8 -o "$work/x.png"
[ ! -e "$work/x.png" ] && [ ! -e "$work/x.jpg" ] || fail "a failed command left files"

# ---- cannot write: 5, out of memory: 6, signals ---------------------------------------------------
expect 5 "cannot write" enhance "$work/g16.png" -o "$TERRELLA/x.png"
if [ -w /dev/full ]; then expect 5 "No space left" enhance "$work/g16.png" --scale 8 -o /dev/full; fi
(ulimit -f 100 && exec "$TERRELLA" enhance "$work/g16.png" --scale 8 -o "$work/limited.png" >/dev/null 2>"$work/err")
code=$?
[ $code = 5 ] && [ ! -e "$work/limited.png" ] || fail "a file size limit: exit $code: $(cat "$work/err")"
(trap - INT && exec env --default-signal=INT "$TERRELLA" enhance "$work/wide.png" --wrap --scale 6 --threads 1 -o "$work/stopped.png" >/dev/null 2>"$work/err") &
job=$!
sleep 0.3
kill -INT $job 2>/dev/null
wait $job
code=$?
[ $code = 130 ] || [ $code = 0 ] || fail "a signal: exit $code"
[ $code = 0 ] || [ ! -e "$work/stopped.png" ] || fail "a signal left a file"

[ -z "$(find "$work" -name '*.part')" ] || fail "temporary files are left: $(find "$work" -name '*.part')"
[ $failures = 0 ] && echo "enhance works"
[ $failures = 0 ]
