#!/usr/bin/env bash
# Every planted defect still applies to the sources, and the tests that it names exist. mutants/run takes
# minutes, and would otherwise be the first to notice. A defect contains only the lines that it changes, so
# these lines must occur once in their file.
set -euo pipefail
cd "${SOURCE_DIR:?}"

command -v patch >/dev/null || { echo "patch is missing"; exit 77; }
failed=0 looked=0
for defect in tests/mutants/*.patch; do
    looked=$((looked + 1))
    patch -p1 --dry-run --fuzz=0 --silent <"$defect" || { echo "$defect: does not apply" && failed=1; }
    python3 - "$defect" <<'END' || failed=1
import re, sys
patch = open(sys.argv[1]).read()
source = open(re.search(r"^--- a/(.*)$", patch, re.M)[1]).read()
for hunk in re.split(r"^@@.*\n", patch, flags=re.M)[1:]:
    old = "".join(line[1:] + "\n" for line in hunk.splitlines() if line[0] in " -")
    if ("\n" + source).count("\n" + old) != 1:
        sys.exit(f"{sys.argv[1]}: the lines that it changes do not stand once in their file:\n{old}")
END
    tests=$(sed -n 's/^Seen by: //p' "$defect")
    [ -n "$tests" ] || { echo "$defect: names no test" && failed=1; }
    for test in $tests; do
        [ -e "tests/$test.c" ] || [ -e "tests/$test.sh" ] || { echo "$defect: there is no $test" && failed=1; }
    done
done
echo "$looked defects checked"
[ $failed = 0 ] && [ $looked -gt 0 ]
