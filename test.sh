#!/usr/bin/env bash
# Builds Terrella, installs what is missing, and runs the tests:  ./test.sh [--full] [--windows] [--web] [--clients] [--coverage]
# A plain run has two parts: the release build with all tests but the longest, and unit tests about memory under the
# address and undefined behaviour sanitizers, with the kernels of one instruction set.
# --full adds tests that take minutes: the longest window tests, clang-tidy, tests/full/ (the same bytes from other
# compilers and processors, planted defects, long runs, packages and a bare machine for them), the build without OpenGL, unit
# tests for Windows under wine, and unit tests under the thread sanitizer. The sanitizers of clang replace those of gcc,
# with the kernels of all instruction sets and with the fuzzers, 20 seconds each. Then it prints the table of tests/README.md.
# --windows also builds the programs for Windows and runs them by wine (tests/windows.sh), which takes minutes.
# --web also builds the command line and the page as WebAssembly, and runs them in Node.js and Chromium (tests/node.sh,
# tests/browser.sh), which takes minutes.
# --clients also lets real programs read what Terrella writes (tests/clients/): gltf-validator, three.js in Chromium,
# Blender, GDAL, Godot.
# --coverage only counts the lines and branches that the tests run, by module.
# Each run ends with "M:SS processor time, M:SS elapsed", which includes building and installing, and with "N passed, N
# failed, N not run".
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
source third_party/setup.sh

level=test full= windows= web= clients= coverage=
for option; do
    case $option in
    --full) level=full full=1 windows=1 web=1 ;;
    --windows) windows=1 ;;
    --web) web=1 ;;
    --clients) clients=1 ;;
    --coverage) coverage=1 ;;
    *) echo "usage: ./test.sh [--full] [--windows] [--web] [--clients] [--coverage]" >&2 && exit 2 ;;
    esac
done
export TR_FULL=$full TR_WINDOWS=$windows TR_WEB=$web # for the tests

terrella_install "$level"
[ -z "$clients" ] || terrella_install clients || echo "Without them, some clients will not be tried." >&2
[ -z "$windows" ] || terrella_install windows || echo "Without them, the tests for Windows fail." >&2
[ -z "$web" ] || terrella_install web || echo "Without them, the tests of WebAssembly fail." >&2
passed=0 failed=0 not_run=0
figures=$(mktemp)
trap 'rm -f "$figures" "$figures.times"' EXIT

# build PRESET TARGET…: a failure counts; the other parts still run.
build() {
    echo "Building: $1"
    terrella_build "$@" || { failed=$((failed + 1)) && return 1; }
}

# run_tests PRESET TARGET [ctest option…]
run_tests() {
    local preset=$1 target=$2 report counts runner=()
    shift 2
    [ "$preset" != windows ] || runner=(xvfb-run -a) # OpenGL of wine needs a display
    build "$preset" "$target" || return 0
    report=$build_dir/report.xml
    rm -f "$report"
    "${runner[@]}" ctest --test-dir "$build_dir" --output-on-failure --no-tests=error -j "$(nproc)" --output-junit "$report" \
        --timeout "$([ -n "$full" ] && echo 7200 || echo 1800)" "$@" </dev/null || true
    grep -hE '^figure: |^stat::number_of_executed_units' "$build_dir/Testing/Temporary/LastTest.log" >>"$figures" || true
    # Without a report, ctest itself failed. That counts as a failure.
    counts=$(awk -F'"' '/<testsuite/ { in_suite = 1 }
        in_suite && /tests=/ { t = $2 } in_suite && /failures=/ { f = $2 } in_suite && /skipped=/ { s = $2 }
        in_suite && /disabled=/ { d = $2 } /<testcase/ { exit }
        END { print t + 0, f + 0, s + d }' "$report" 2>/dev/null) || counts="1 1 0"
    read -r t f s <<<"$counts"
    passed=$((passed + t - f - s)) failed=$((failed + f)) not_run=$((not_run + s))
    # Why tests did not run: the last line that each printed.
    awk '/<testcase/ { name = $0; sub(/.* name="/, "", name); sub(/".*/, "", name); skipped = 0 }
        /<skipped|status="notrun"/ { skipped = 1 }
        /<system-out>/ { out = 1; sub(/.*<system-out>/, ""); last = "" }
        out { line = $0; sub(/<\/system-out>.*/, "", line); if (line != "") last = line }
        /<\/system-out>/ { out = 0; if (skipped) print "not run: " name ": " last }' "$report" 2>/dev/null || true
}

# print_figures: the table of tests/README.md with the printed figures, "figure: A/B: 1/2", added up by name. Fails if a
# row is missing.
print_figures() {
    awk '!table && /^stat::/ { inputs += $NF; next }
        table && /^[|] [^-]/ { if ($2 != "what") { order[++rows] = $2; wanted[$2] = $4 } next }
        table { next }
        { split($3, n, "/"); if (!($2 in wanted)) { order[++rows] = $2; wanted[$2] = "" } seen[$2] = 1; a[$2] += n[1]; b[$2] += n[2] }
        END { print "| what | figures | wanted |\n|---|---|---|"
            for (i = 1; i <= rows; i++) {
                name = order[i]
                figures = name in seen ? a[name] "/" b[name] : name == "inputs of fuzzers" && inputs ? inputs : "missing"
                missing += figures == "missing"
                printf "| %s | %s | %s |\n", name, figures, wanted[name]
            }
            exit missing > 0 }' table=1 FS=' *[|] *' tests/README.md table= FS=': *' "$figures"
}

# print_end: how long it took, and the counts
print_end() {
    times >"$figures.times" # not in a subshell, which would have none; the second line is that of all processes begun here
    awk -v elapsed=$SECONDS 'function clock(s) { return sprintf("%d:%02d", s / 60, s % 60) }
        { for (i = 1; i <= 2; i++) { split($i, t, /[ms]/); used += t[1] * 60 + t[2] } }
        END { print clock(used) " processor time, " clock(elapsed) " elapsed" }' "$figures.times"
    echo "$passed passed, $failed failed, $not_run not run"
}

if [ -n "$coverage" ]; then
    # Left out: checks of documents, long tests that run no other code, and tests that measure time.
    find build/coverage -name '*.gcda' -delete 2>/dev/null || true
    run_tests coverage all -LE '^looks$' -E \
        '^(check_.*|install|examples|realism|api_manual|readme|interrupt|full_disk|test_(biomes|statistics|latency|adaptive_quality)|poor|window_(minute|monkey|speed|sizes|test|files))$'
    print_end
    tests/coverage.py "$build_dir" "$PWD" && [ "$failed" = 0 ]
    exit
fi

# The programs for Windows and as WebAssembly come first, because the tests `windows`, `node` and `browser` run them.
libraries() {
    echo "Building: libraries for $1"
    terrella_libraries "$1" || { failed=$((failed + 1)) && return 1; }
}
[ -z "$windows" ] || libraries x86_64-w64-mingw32 || windows=
[ -z "$windows" ] || build windows terrella terrella-window terrella_shared || true
[ -z "$web" ] || ! libraries wasm32-emscripten || { build node && build web; } || true

# Only in --full: the longest window tests, commands that are interrupted at many moments, statistics of worlds over many
# seeds, and pictures of each knob and of the near ground of each type.
long='^(interrupt|window_(edits|unsaved|monkey|gallery|help|maps|paint|places|files|letters|near|sizes|minute|fields|find|folders|scale|system|video|rows|compare|colour|speed|manners)|realism|variety|test_(render_knobs|near_ground))$'
if [ -z "$full" ]; then run_tests release all -E "$long"; else run_tests release all -C full; fi
[ -z "$clients" ] || run_tests release all -C clients -L '^clients$'
if [ -z "$full" ]; then
    run_tests asan-baseline sanitized_tests -L '^sanitized$' # see tests/CMakeLists.txt
else
    run_tests server all -R '^(install|manual|test_planet)$' # built without OpenGL and C++
    # By clang, with the same two sanitizers and the kernels of all instruction sets.
    run_tests fuzz all -L '^(unit|fuzz)$' -LE '^compared$'
    [ -z "$windows" ] || TR_FULL='' run_tests windows unit_tests -L '^unit$' # by wine
    run_tests tsan unit_tests -L '^unit$' -LE '^compared$' -E '^test_render' # it reports Mesa's own threads there
fi

[ -z "$full" ] || print_figures || failed=$((failed + 1))
print_end
[ "$failed" = 0 ]
