#!/usr/bin/env bash
# That each planted defect still applies to the sources, and that the tests that it names exist: mutants/run tries them for
# twenty minutes, and a change of what they stand on would be seen there only.
set -euo pipefail
cd "${SOURCE_DIR:?}"

command -v patch >/dev/null || { echo "patch is missing"; exit 77; }
failed=0 looked=0
for defect in tests/mutants/*.patch; do
    looked=$((looked + 1))
    patch -p1 --dry-run --fuzz=0 --silent <"$defect" || { echo "$defect: does not apply" && failed=1; }
    tests=$(sed -n 's/^Seen by: //p' "$defect")
    [ -n "$tests" ] || { echo "$defect: names no test" && failed=1; }
    for test in $tests; do
        [ -e "tests/$test.c" ] || [ -e "tests/$test.sh" ] || { echo "$defect: there is no $test" && failed=1; }
    done
done
echo "$looked defects looked at"
[ $failed = 0 ] && [ $looked -gt 0 ]
