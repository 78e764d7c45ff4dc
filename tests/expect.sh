# What the script tests of the command line share; they source it. Leaves $work, an empty folder, $failures, and:

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
fail() { echo "FAILED: $*" && failures=$((failures + 1)); }

# expect CODE WORDS arguments…: the program ends with that code and says those words on standard error.
expect() {
    local code=$1 words=$2 got
    shift 2
    "${TERRELLA:?the path of the executable}" "$@" >"$work/out" 2>"$work/err" </dev/null
    got=$?
    [ "$got" = "$code" ] || fail "terrella $*: exit $got, not $code: $(head -c 300 "$work/err")"
    [ -z "$words" ] || grep -qF -- "$words" "$work/err" || fail "terrella $*: does not say '$words' but: $(head -c 300 "$work/err")"
}
