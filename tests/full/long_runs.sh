#!/usr/bin/env bash
# Long runs: 300 full sets in one process (many_sets.c); four processes that write one set into one folder, again and again;
# and one map as wide as a single file can be.
# ctest: COST 50
set -uo pipefail
source "${SOURCE_DIR:?}/tests/expect.sh"
"${BUILD_DIR:?}/tests/many_sets" "${SETS:-300}" 1024 "$work/many" 2>&1 || fail "many sets in one process: exit $?"
rm -rf "$work/many"

# One of the four writes the set, the others do or are told that it is being written; at the end it is whole, and alone there.
"$TERRELLA" export inferno --size 256 --quiet -o "$work/alone" || fail "export: exit $?"
refused=0 written=0
for round in {1..8}; do
    pids=()
    for k in 1 2 3 4; do "$TERRELLA" export inferno --size 256 --quiet -o "$work/one" >/dev/null 2>"$work/err$k" & pids+=($!); done
    for k in 1 2 3 4; do
        wait "${pids[k - 1]}"
        code=$?
        case $code in
        0) written=$((written + 1)) ;;
        5) refused=$((refused + 1)) && [ -s "$work/err$k" ] || fail "round $round: exit 5 without a word" ;;
        *) fail "round $round: exit $code: $(cat "$work/err$k")" ;;
        esac
    done
    "$TERRELLA" check "$work/one" >"$work/log" 2>&1 || fail "round $round: not whole: $(cat "$work/log")"
    diff -r "$work/alone" "$work/one" >"$work/log" || fail "round $round: $(cat "$work/log")"
done
[ $written -gt 0 ] || fail "nobody could write"
echo "four processes, one folder: $written written, $refused refused"

# As wide as one file can be: memory follows the band.
peak() { /usr/bin/env python3 -c 'import resource, subprocess, sys
code = subprocess.call(sys.argv[1:])
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(code)' "$@"; }
less=$(peak "$TERRELLA" export inferno --size 2048 --maps albedo,height,normal --quiet -o "$work/less") || fail "2048: exit $?"
most=$(peak "$TERRELLA" export inferno --size "${LARGEST:-16384}" --maps albedo,height,normal --quiet -o "$work/most") || fail "the largest: exit $?"
"$TERRELLA" check "$work/most" >"$work/log" 2>&1 || fail "the largest is not whole: $(cat "$work/log")"
[ "$most" -le $((less + 60000)) ] || fail "a wide map takes $most KB, one of 2048 takes $less KB"
echo "widths of 2048 and ${LARGEST:-16384}: $less KB, $most KB"
[ $failures = 0 ]
