#!/usr/bin/env bash
# Every type keeps its bounds, and no two of its first seeds look alike: 5 seeds, with TR_FULL=1 a hundred. On
# maps of 256 columns with coarse lattices: 20 s of one core in total.
set -uo pipefail
# ctest: PROCESSORS 2
if grep -qs 'TR_SANITIZE:STRING=.' "${BUILD_DIR:?}/CMakeCache.txt"; then
    echo "this test is not for sanitizers, which would take minutes: run it in the release build"
    exit 77
fi
failed=0
for file in "${SOURCE_DIR:?}"/scenes/types/*.json; do
    type=$(basename "$file" .json)
    for seeds in $([ -n "${TR_FULL:-}" ] && echo 8 100 || echo 5); do
        "${TERRELLA:?the path of the executable}" measure "$type" --seeds $seeds --size 256 --quiet || failed=1
    done
done
[ "$failed" = 0 ] && echo "every type keeps its bounds"
exit $failed
