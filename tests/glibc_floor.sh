#!/usr/bin/env bash
# Our own code needs nothing of glibc that came after 2.34, so that programs built here run on other systems. What is linked
# into the downloads is looked at by full/release.sh.
set -uo pipefail
source "${SOURCE_DIR:?}/tests/expect.sh"
command -v objdump >/dev/null || { echo "objdump is missing (Debian package: binutils)" && exit 77; }
later() { printf '2.38\n%s\n' "$1" | sort -CV; }
! later "$(getconf GNU_LIBC_VERSION | cut -d ' ' -f 2)" || { echo "a glibc of 2.38 or later has other names for common functions" && exit 77; }
for file in "${BUILD_DIR:?}/terrella" "$BUILD_DIR/libterrella.so"; do
    objdump -T "$file" >"$work/symbols" 2>&1 && grep -q GLIBC_2.34 "$work/symbols" || fail "$file: $(tail -n 1 "$work/symbols")"
    found=$(grep -E 'GLIBC_2\.(3[5-9]|[4-9][0-9])' "$work/symbols") && fail "$(basename "$file") needs a later glibc than 2.34: $found"
done
[ $failures = 0 ]
