#!/usr/bin/env bash
# The style of the sources. With TR_FULL=1 also clang-tidy, which takes minutes.
set -euo pipefail
cd "${SOURCE_DIR:?}"

failed=0

# No test compares a time with a constant, because machines and their load differ. Tests count, or compare work
# with a yardstick in the same test (tests/work.h). A time after which a test gives up is a guard, and is at
# least a minute.
# clockless WHAT PATTERN [FILE…]: fails if a test other than these files has the pattern.
clockless() {
    local what=$1 pattern=$2 found
    shift 2
    found=$(grep -rnP --include='*.[ch]' --include='*.cpp' --include='*.sh' --include='*.py' --include='*.mjs' --include='*.txt' \
        --exclude-dir=data --exclude-dir=mutants --exclude=check_style.sh "${@/#/--exclude=}" -- "$pattern" tests || true)
    [ -z "$found" ] || { echo "$found" && echo "a test $what: see tests/work.h" && failed=1; }
}
clocks='clock_gettime|\bclock\(\)|CLOCKS_PER_SEC|gettimeofday|\btime\(NULL\)|timespec_get|ru_[us]time|ulimit -[SH]*t|/usr/bin/time'
clocks+='|date \+%[sN]|EPOCH(REALTIME|SECONDS)|[${(]SECONDS\b|\btime\.(time|monotonic|perf_counter|process_time)|performance\.now|Date\.now'
# Exceptions. Ratios: work.h, budget.sh, interrupt.sh. Dates of files: test_kills.c. Manual use:
# test_thumbnails.c. Durations: fuzz.sh, window_monkey.sh, window_hours.sh.
clockless "reads a clock" "$clocks" work.h budget.sh interrupt.sh test_kills.c test_thumbnails.c fuzz.sh window_monkey.sh window_hours.sh
times='(\w+_ms|\w+_seconds|ms|seconds|took|wall|elapsed|ticks|resting|cpu_s|now_s)' number='(0?\.[0-9]|[1-9])[0-9.]*(?![0-9.]| *\*)'
clockless "compares a time with a constant" \
    "\b$times *[<>]=? *$number|work_so_far\(\)[^;<>]*[<>]=? *$number|\\$\{?($times|preview|sharp)\}? *([<>]=?|-lt|-le|-gt|-ge) *$number"
clockless "gives up within a minute" \
    '\buntil_true [1-5]?[0-9] |\btimeout( -[^ ]+| KILL)* [1-5]?[0-9] |\balarm\(([1-9]|[1-5][0-9])\)|-timeout[= ][1-5]?[0-9]\b|TIMEOUT [1-5]?[0-9]\b|timeout: [0-9]{1,4}\b'

# C headers do not mention C++: src/app/panel/panel.hpp includes them within extern "C".
if grep -rn --include='*.h' '__cplusplus' src; then
    echo "a C header mentions C++: src/app/panel/panel.hpp includes it within extern C instead"
    failed=1
fi

command -v clang-format >/dev/null || { echo "clang-format is missing"; exit $((failed ? 1 : 77)); }

find include src tests third_party \( -name '*.[ch]' -o -name '*.cpp' \) -print0 |
    xargs -0 clang-format --dry-run -Werror 2>&1 | sed -nE 's/^([^:]+):[0-9]+:.*/clang-format -i \1/p' | sort -u || failed=1

if [ -n "${TR_FULL:-}" ]; then
    if ! command -v clang-tidy >/dev/null; then
        echo "clang-tidy is missing"
        [ $failed != 0 ] || exit 77
        exit 1
    fi
    # -Wno-…: clang does not know gcc's options in compile_commands.json.
    find src -name '*.c' -print0 | xargs -0 -P "$(nproc)" -n 2 \
        clang-tidy --quiet -p "${BUILD_DIR:?}" --extra-arg=-Wno-unknown-warning-option || failed=1
fi
exit $failed
