#!/usr/bin/env bash
# The style of the sources. With TR_FULL=1 also clang-tidy, which takes minutes.
set -euo pipefail
cd "${SOURCE_DIR:?}"

command -v clang-format >/dev/null || { echo "clang-format is missing"; exit 77; }
failed=0

find include src tests third_party \( -name '*.[ch]' -o -name '*.cpp' \) -print0 |
    xargs -0 clang-format --dry-run -Werror 2>&1 | sed -nE 's/^([^:]+):[0-9]+:.*/clang-format -i \1/p' | sort -u || failed=1

if [ -n "${TR_FULL:-}" ]; then
    if ! command -v clang-tidy >/dev/null; then
        echo "clang-tidy is missing"
        [ $failed != 0 ] || exit 77
        exit 1
    fi
    # -Wno-…: gcc's options in compile_commands.json that clang does not know.
    find src -name '*.c' -print0 | xargs -0 -P "$(nproc)" -n 2 \
        clang-tidy --quiet -p "${BUILD_DIR:?}" --extra-arg=-Wno-unknown-warning-option || failed=1
fi
exit $failed
