# For tests that run what other presets build.

# missing WANTED MESSAGE: ends the test as not run; or as failed, if an option of ./test.sh asks for it: WANTED is not empty.
missing() {
    echo "$2"
    [ -z "$1" ] || exit 1
    exit 77
}

# wait_for FILE PATTERN: prints what a background program has written about its port.
wait_for() {
    for _ in {1..600}; do
        sed -nE "s/$2/\\1/p" "$1" | grep . && return
        sleep 0.1
    done
    echo "$1 tells no port" >&2 && exit 1
}
