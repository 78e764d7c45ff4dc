#!/usr/bin/env bash
# The packages that cpack makes: twice the same bytes, and lintian finds no error in them.
# ctest: RESOURCE_LOCK cpack
set -uo pipefail
source "${SOURCE_DIR:?}/tests/expect.sh"
for tool in cpack dpkg-deb; do
    command -v $tool >/dev/null || { echo "$tool is missing (Debian packages: cmake, dpkg)" && exit 77; }
done
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$SOURCE_DIR" log -1 --format=%ct 2>/dev/null || echo 1)}
compared=0 different=0
for k in 1 2; do
    (cd "$work" && export TZ=UTC$k; cpack --config "${BUILD_DIR:?}/CPackConfig.cmake" -B "$work/$k") >"$work/log" 2>&1 ||
        fail "cpack: $(tail -n 5 "$work/log")"
    sleep 1.1 # another time of day
done
for package in "$work"/1/*.deb; do
    name=$(basename "$package")
    compared=$((compared + 1))
    cmp -s "$package" "$work/2/$name" || { different=$((different + 1)) && fail "$name is not the same when it is made again"; }
    dpkg-deb --info "$package" >"$work/info" && grep -q '^ Maintainer: ' "$work/info" || fail "$name: $(cat "$work/info")"
done
[ $compared = 3 ] || fail "$compared packages, not 3"
echo "figure: packages made twice/different: $compared/$different"
if command -v lintian >/dev/null; then
    lintian --no-cfg --fail-on error --suppress-tags "${lintian_suppress:-bogus-mail-host}" "$work"/1/*.deb >"$work/lint" 2>&1 || fail "lintian: $(grep '^E:' "$work/lint")"
    grep -c '^W:' "$work/lint" | sed 's/$/ warnings of lintian/'
    grep '^[EW]:' "$work/lint"
else
    echo "not looked at: lintian is missing"
fi
[ $failures = 0 ]
