#!/usr/bin/env bash
# Files for desktops are what their own checkers accept.
set -uo pipefail
cd "${SOURCE_DIR:?}/packaging" || exit 1
wrong=0 missing=""
# check TOOL PACKAGE arguments…
check() {
    local tool=$1 package=$2
    shift 2
    if ! command -v "$tool" >/dev/null; then
        missing="$missing $tool (Debian package: $package)"
    elif ! "$tool" "$@"; then
        echo "FAILED: $tool $*"
        wrong=1
    fi
}
check desktop-file-validate desktop-file-utils terrella.desktop
check appstreamcli appstream validate --no-net --no-color org.terrella.terrella.metainfo.xml
[ $wrong = 0 ] || exit 1
[ -z "$missing" ] || { echo "not all looked at, missing:$missing" && exit 77; }
