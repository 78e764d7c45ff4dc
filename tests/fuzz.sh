#!/usr/bin/env bash
# Long fuzzing:  tests/fuzz.sh [HOURS]
# All fuzzers share that many hours of processor time (default 4), on all cores. They take turns of at most a
# minute, each starting with its earlier findings, so the script can be stopped and started again (with 0 it
# only keeps findings). A fuzzer that finds a crash stops. At the end it prints a summary of each fuzzer.
# Findings are reduced to the inputs that add coverage, smallest first, and go to tests/data/NAME/found;
# crashers go to tests/data/NAME as crash-…, oom-…, timeout-… or leak-…. Commit both, because every run of the
# fuzzers starts with them. Exit code 1: there is a crasher.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source third_party/setup.sh
hours=${1:-4}
[[ $hours =~ ^[0-9]+(\.[0-9]+)?$ && $# -le 1 ]] || { echo "usage: tests/fuzz.sh [HOURS]" >&2 && exit 2; }
seconds=$(awk -v h="$hours" 'BEGIN { printf "%d", h * 3600 }')
kept_bytes=40000 # for each fuzzer, in git
command -v clang >/dev/null || terrella_install full
terrella_build fuzz fuzzers

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
found=$build_dir/tests/fuzz
fuzzers=$(cd tests && for source in fuzz_*.c; do echo "${source%.c}"; done)

# count_time: sets spent, the processor time of all processes of this script, in seconds
count_time() {
    times >"$work/times" # not in a subshell, which would start at zero
    spent=$(awk 'NR == 2 { split($1, u, /[ms]/); split($2, s, /[ms]/); printf "%d", (u[1] + s[1]) * 60 + u[2] + s[2] }' "$work/times")
}

# crashers FUZZER: the inputs that crash it
crashers() { find "$found" -maxdepth 1 -name "$1-*" ! -name "$1-slow-unit-*"; }

# keep_crashers FUZZER: copies them into git; the next run starts with them, so nothing is lost
keep_crashers() {
    local file
    crashers "$1" | while read -r file; do
        echo "broken: $1: tests/data/$1/${file#"$found/$1-"}"
        mv "$file" "tests/data/$1/${file#"$found/$1-"}"
    done
}

# keep_corpus FUZZER: keeps inputs that add coverage to the handwritten ones
keep_corpus() {
    local new=$work/$1 seeds=tests/data/$1 size=0 bytes file
    mkdir -p "$new" "$seeds/found"
    find "$seeds" -maxdepth 1 -type f -exec cp -t "$new" {} +
    "$build_dir/tests/$1" -set_cover_merge=1 -max_len=16384 -timeout=60 -rss_limit_mb=1024 -artifact_prefix="$work/" \
        "$new" "$seeds/found" "$found/$1" >"$work/log" 2>&1 || { tail -n 5 "$work/log" >&2 && return 1; }
    find "$seeds" -maxdepth 1 -type f -printf "$new/%f\n" | xargs -d '\n' rm -f
    rm -rf "$seeds/found" && mkdir "$seeds/found"
    find "$new" -type f -printf '%s %p\n' | sort -n | while read -r bytes file; do
        size=$((size + bytes))
        [ $size -gt $kept_bytes ] || cp "$file" "$seeds/found/"
    done
}

for fuzzer in $fuzzers; do keep_crashers "$fuzzer"; done # from earlier runs
ended='^$'
count_time
before=$spent spent=0
turn=$((seconds / $(wc -w <<<"$fuzzers") + 1))
[ $turn -lt 60 ] || turn=60
: >"$work/runs"
while [ $spent -lt "$seconds" ] && [ "$(wc -w <<<"${ended//|/ }")" -le "$(wc -w <<<"$fuzzers")" ]; do
    # Timeouts are in real time, and other programs may use this machine.
    TR_FUZZ_OPTIONS="-max_total_time=$turn -timeout=60" ctest --test-dir "$build_dir" -L '^fuzz$' -E "$ended" -j "$(nproc)" \
        >"$work/out" 2>&1 </dev/null || true
    awk '/ Testing: / { name = $NF } /^stat::number_of_executed_units/ { print name, $NF }' \
        "$build_dir/Testing/Temporary/LastTest.log" >>"$work/runs"
    for fuzzer in $fuzzers; do
        [ -z "$(crashers "$fuzzer")" ] || ended="$ended|^$fuzzer\$"
        keep_crashers "$fuzzer"
    done
    last=$spent
    count_time
    spent=$((spent - before))
    [ $spent != "$last" ] || { tail -n 20 "$work/out" >&2 && exit 1; } # no fuzzer ran
    echo "$spent of $seconds seconds of processor time"
done

for fuzzer in $fuzzers; do
    keep_corpus "$fuzzer"
    awk -v name="$fuzzer" '$1 == name { n += $2 } END { printf "%s: %d runs, ", name, n }' "$work/runs"
    echo "$(find "tests/data/$fuzzer" -maxdepth 1 -type f -regex '.*/\(crash\|oom\|timeout\|leak\)-[0-9a-f]+' | wc -l) crashers kept," \
        "$(find "tests/data/$fuzzer/found" -type f | wc -l) inputs kept"
done
[ "$ended" = '^$' ] || exit 1
