# Helpers for tests of the command line, which source this file. Sets $work, an empty folder, $failures, and:

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0 rejected=0 crashed=0
fail() { echo "FAILED: $*" && failures=$((failures + 1)); }

# expect CODE WORDS arguments…: the program ends with that code and prints those words on standard error.
expect() {
    local code=$1 words=$2 got
    shift 2
    "${TERRELLA:?the path of the executable}" "$@" >"$work/out" 2>"$work/err" </dev/null
    got=$?
    case $got in 2 | 3) rejected=$((rejected + 1)) ;; esac
    [ "$got" -lt 128 ] || [ "$got" = 130 ] || crashed=$((crashed + 1))
    [ "$got" = "$code" ] || fail "terrella $*: exit $got, not $code: $(head -c 300 "$work/err")"
    [ -z "$words" ] || grep -qF -- "$words" "$work/err" || fail "terrella $*: does not say '$words' but: $(head -c 300 "$work/err")"
}

# interrupt SIGNAL arguments…: sends the signal to the program after half a second. It must end with the exit
# code of that signal.
interrupt() {
    local signal=$1 job got
    shift
    # a background job of a script ignores SIGINT unless it is restored
    (trap - INT && exec env --default-signal=INT,TERM,HUP TMPDIR="$work" "$TERRELLA" "$@" >/dev/null 2>"$work/err") &
    job=$!
    sleep 0.5
    kill -"$signal" $job
    wait $job
    got=$?
    [ $got = $((128 + $(kill -l "$signal"))) ] || fail "SIG$signal: terrella $*: exit $got"
}
