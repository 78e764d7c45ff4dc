#!/usr/bin/env bash
# Every type keeps its bounds, and no two of its first seeds look alike: 8 seeds, and with TR_FULL=1 a hundred.
set -uo pipefail
# ctest: PROCESSORS 2
failed=0
for file in "${SOURCE_DIR:?}"/scenes/types/*.json; do
    type=$(basename "$file" .json)
    for seeds in 8 ${TR_FULL:+100}; do
        "${TERRELLA:?the path of the executable}" measure "$type" --seeds $seeds --quiet || failed=1
    done
done
[ "$failed" = 0 ] && echo "every type keeps its bounds"
exit $failed
