#!/usr/bin/env bash
# Uninitialised memory has no effect: valgrind finds nothing in unit tests of computing and baking, in a planet,
# a set and a live globe that sixteen threads make, in all kinds of fields, and in the seeds of the fuzzers.
# Kernels read behind the last sample, and the result is not used. These samples are initialised nevertheless,
# because uses of them would be hard to distinguish from errors.
set -uo pipefail
source "${SOURCE_DIR:?}/tests/expect.sh"
command -v valgrind >/dev/null || { echo "valgrind is missing (Debian package: valgrind)" && exit 77; }
tests="test_probe test_layer_maps test_background test_thumbnails test_field test_fuzz_seeds test_sixteen_threads"
for test in $tests; do
    TR_FULL= valgrind -q --error-exitcode=99 --errors-for-leak-kinds=none --leak-check=no "${BUILD_DIR:?}/tests/$test" >"$work/out" 2>"$work/err"
    grep -q 'RUN' "$work/out" "$work/err" || fail "$test did not run: $(head -n 3 "$work/err")"
    ! grep -q '^==' "$work/err" || fail "$test: $(grep -m 12 '^==' "$work/err")"
done
[ $failures = 0 ] && echo "valgrind finds nothing in $(wc -w <<<"$tests") tests"
[ $failures = 0 ]
