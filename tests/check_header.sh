#!/usr/bin/env bash
# The library's header compiles as C99 and C++17 without a warning, before and after other headers, and so does
# the example in it.
set -euo pipefail
header=${SOURCE_DIR:?}/include/terrella/terrella.h
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

compiler() { sed -n "s/^CMAKE_$1_COMPILER:[A-Z]*=//p" "${BUILD_DIR:?}/CMakeCache.txt"; }
warnings="-Wall -Wextra -Wpedantic -Wshadow -Wundef -Werror"

example=$(sed -n '/^#ifndef/q; s/^ \*     \(tr_\|void \*texels\|texels\)/\1/p' "$header" | sed 's/ \{8,\}.*//')
[ "$(wc -l <<<"$example")" -ge 10 ] || { echo "the example at the head of terrella.h was not found"; exit 1; }

# The header twice, first of all, then the example.
program() {
    printf '#include <terrella/terrella.h>\n#include <terrella/terrella.h>\n#include <stdlib.h>\n'
    printf 'int main(void);\nint main(void) {\n%s\nreturn 0;\n}\n' "$example"
}
program >"$work/a.c"
program | sed 's/= {0}/= {}/' >"$work/a.cpp" # an enumeration is the first member of tr_error, which C++ does not initialise with 0

for standard in c99 c17; do
    # shellcheck disable=SC2086 # words
    "$(compiler C)" -std=$standard $warnings -Wstrict-prototypes -fsyntax-only -I"$SOURCE_DIR/include" "$work/a.c"
done
for standard in c++17 c++20; do
    # shellcheck disable=SC2086
    "$(compiler CXX)" -std=$standard $warnings -fsyntax-only -I"$SOURCE_DIR/include" "$work/a.cpp"
done
echo "The header is valid C99 and C++17."
