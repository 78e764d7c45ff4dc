#!/usr/bin/env bash
# doxygen makes a manual from the library's header without a warning, with a description of every function and
# type.
set -uo pipefail
source "${SOURCE_DIR:?}/tests/expect.sh"
command -v doxygen >/dev/null || { echo "doxygen is missing; ./test.sh --full installs it" && exit 77; }
cd "$SOURCE_DIR" || exit 1
{ cat packaging/Doxyfile && echo "OUTPUT_DIRECTORY=$work/manual" && echo GENERATE_XML=YES; } >"$work/Doxyfile"
doxygen "$work/Doxyfile" >"$work/log" 2>&1 || fail "doxygen: $(cat "$work/log")"
[ ! -s "$work/log" ] || fail "doxygen warns: $(head "$work/log")"
python3 - include/terrella/terrella.h "$work"/manual/xml/*.xml <<'END' || fail "descriptions are missing"
import re, sys, xml.etree.ElementTree as tree
header = open(sys.argv[1]).read()
functions, said = set(re.findall(r"TR_API [^;(]*\b(tr_\w+)\(", header)), set()
for name in sys.argv[2:]:
    for member in tree.parse(name).iter("memberdef"):
        words = "".join("".join(d.itertext()) for d in member if d.tag.endswith("description"))
        if member.get("kind") == "function" and words.strip():
            said.add(member.findtext("name"))
missing = sorted(functions - said)
print(len(functions), "functions, without a word:", *missing)
sys.exit(bool(missing) or len(functions) < 20)
END
[ $failures = 0 ]
