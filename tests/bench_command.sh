#!/usr/bin/env bash
# `terrella bench` from the command line, in its quick mode: all rows exist and their figures are numbers. The
# values are not tested, because they depend on the machine. Rows of fields are also measured with several
# threads. Of the rows that draw frames only those of one world run. With TR_FULL=1: all rows, and the
# comparison with other libraries.
set -uo pipefail
source "${SOURCE_DIR:?}/tests/expect.sh"

# bench CODE WORDS arguments…: like expect.
bench() {
    expect "$1" "$2" bench "${@:3}"
}

# Scripts rely on these names.
rows="plane_value_fbm8 sphere_value_fbm8 sphere_perlin_fbm8 sphere_direct_perlin_fbm8
    voronoi_f2f1_300 voronoi_f2f1_5000 midpoint_4096 diamond_square_window_4096 olsen_4096 article_planet_4096
    sphere_article_4096 limit_write limit_read limit_arithmetic geometry kernel_perlin kernel_value warp_perlin8
    craters_2000 gradient_4096 coats_4096 layers_4096 normals_4096 heights_4096 png_set_4096 bc1_4096 bc7_2048
    levels_4096 tile_earthlike_2 tile_gas-giant_10 ktx2_albedo_2048 export_inferno_2048 set_gltf_1024x6 ktx2_set_2048 cube_1024x6 tiles_per_second_512 occlusion_4096
    field_fractal field_terrain field_axis $("$TERRELLA" list types | awk '{ print "type_" $1 }')"

# ---- the table -------------------------------------------------------------------------------------
bench 0 "" --quick --threads 3 voronoi
[ ! -s "$work/err" ] || fail "not quiet without a terminal: $(head -c 300 "$work/err")"
for row in $(tr ' ' '\n' <<<"$rows" | grep voronoi); do
    grep -Eq "^$row +[0-9.]+ (ns|ms) " "$work/out" || fail "no row $row"
done
grep -q "3 threads" "$work/out" || fail "--threads 3 is not printed"
grep -q "ns/op" "$work/out" || fail "no column for the time of an operation"

# ---- JSON ------------------------------------------------------------------------------------------
if [ -n "${TR_FULL:-}" ]; then
    bench 0 "" --quick --threads 3 --json
    cp "$work/out" "$work/1.json"
else
    count=0
    for word in 4096 2048 plane_ sphere_ voronoi limit geometry kernel warp craters tile 1024x6 type face_ rays arcs sites \
        ready_inferno frame_barren; do
        count=$((count + 1))
        bench 0 "" --quick --threads 1 --json "$word"
        cp "$work/out" "$work/$count.json"
    done
fi
bench 0 "" --quick --threads 3 --json field_
cp "$work/out" "$work/fields.json"
if command -v python3 >/dev/null; then
    # shellcheck disable=SC2086
    python3 - "$work" $rows <<'PYTHON' || fail "--json is wrong"
import glob, json, math, os, sys
def read(path):
    return json.loads(open(path).read(), parse_constant=lambda word: sys.exit(word + " is no number"))
runs = [read(path) for path in glob.glob(f"{sys.argv[1]}/*.json")]
found = [row for rows in runs for row in rows]
threads = {}
for row in found:
    threads.setdefault(row["name"], set()).add(row["threads"])
    for key in ("ns_per_sample", "ms", "wall_ms", "least_ms", "width", "height", "rounds"):
        if not (math.isfinite(row[key]) and row[key] > 0):
            sys.exit(f'{row["name"]}: {key} is {row[key]}')
    if row["isa"] not in ("baseline", "avx2", "avx512"):
        sys.exit(f'{row["name"]}: isa is {row["isa"]}')
    if row["name"] == "tiles_per_second_512" and not row["per_second"] > 0:
        sys.exit("no tiles per second")
try:
    open("/proc/self/clear_refs", "w").write("5")
except OSError:
    print("not looked at: peak memory")
else:
    # Each row has its own peak: it falls again after large rows.
    peaks = [[row["peak_mb"] for row in rows] for rows in runs]
    if not (1 < min(map(min, peaks)) and max(map(max, peaks)) < 1e4 and any(b < 0.5 * a for p in peaks for a, b in zip(p, p[1:]))):
        sys.exit(f"peak memory: {peaks}")
# Operations of meters depend on neither threads nor clocks. Times do.
operations = {}
for row in found:
    if "ns_per_operation" in row:
        operations.setdefault(row["name"], []).append(1e6 * row["cpu_ms"] / row["ns_per_operation"])
for name, counts in operations.items():
    if not 0 < max(counts) <= 1.0001 * min(counts):
        sys.exit(f"{name}: operations differ: {counts}")
for name in threads:
    counted = name.startswith(("field_", "ready_", "voronoi_")) or name in ("arcs_200", "rays_20", "sites_5000")
    if counted and name not in operations:
        sys.exit(f"{name} does not tell what an operation takes")
def wanted(name):
    return {1, 3} if name.startswith("field_") or os.environ.get("TR_FULL") else {1}
for name in sys.argv[2:]:
    if threads.get(name) != wanted(name):
        sys.exit(f"{name} was measured with threads {threads.get(name)}")
for name in ("face_perlin_10", "face_direct_perlin_20", "ready_inferno"):
    if threads.get(name) != {1}:
        sys.exit(f"{name} was measured with threads {threads.get(name)}")
for name, counts in threads.items():
    if counts not in (wanted(name), {1}):
        sys.exit(f"{name} was measured with threads {counts}")
PYTHON
fi

# ---- choices ---------------------------------------------------------------------------------------
bench 0 "" --quick --json --threads 1 voronoi
[ "$(grep -o '"name":"[^"]*"' "$work/out" | sort -u | grep -cv voronoi)" = 0 ] || fail "a word does not select rows"
[ "$(grep -c '"threads":1,' "$work/out")" = 2 ] || fail "voronoi with one thread is not two rows"
bench 0 "" --quick --isa baseline --json plane_
grep -q '"isa":"baseline"' "$work/out" && ! grep -q '"isa":"avx' "$work/out" || fail "--isa baseline"
bench 2 "did you mean 'midpoint_4096'" --quick midpiont_4096
bench 2 "no row has 'zzz' in its name" --quick zzz
bench 2 "one word at a time" voronoi plane
bench 2 "unknown option '--size'" --size 64
bench 2 "unknown option '--seed'" --seed 7
"$TERRELLA" --help >"$work/out" # into a file: grep ends before it has read a whole pipe, which the program reports
grep -q "terrella bench" "$work/out" || fail "--help does not list bench"
"$TERRELLA" bench --help >"$work/out"
grep -q "of limit" "$work/out" || fail "bench --help does not explain the table"

# ---- signals and files -----------------------------------------------------------------------------
interrupt INT bench
mkdir "$work/files"
TMPDIR=$work/files bench 0 "" --quick export
[ -z "$(ls -A "$work/files")" ] || fail "export left $(ls -A "$work/files")"
TMPDIR=$work/nowhere bench 5 "nowhere" --quick export

# ---- other libraries -------------------------------------------------------------------------------
if [ -n "${TR_FULL:-}" ]; then
    if cmake --build "$BUILD_DIR" --target peers >"$work/out" 2>&1; then
        "$BUILD_DIR/tests/bench/peers" --quick >"$work/out" 2>"$work/err" || fail "peers: $(head -c 300 "$work/err")"
        [ "$(grep -Ec '^(sphere|plane|voronoi)_[a-z0-9_]+ +(stb_perlin|libnoise).* [0-9.]+x ' "$work/out")" = 9 ] ||
            fail "peers does not print nine ratios: $(head -c 600 "$work/out")"
    elif grep "^Missing for the comparison" "$work/out"; then
        echo "not run: the comparison"
    else
        fail "peers does not build: $(tail -c 600 "$work/out")"
    fi
fi

[ $failures = 0 ] && echo "bench works"
[ $failures = 0 ]
