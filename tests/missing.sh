# For tests that run what other presets build.

# missing WANTED MESSAGE: ends the test as not run; or as failed, if an option of ./test.sh asks for it: WANTED is not empty.
missing() {
    echo "$2"
    [ -z "$1" ] || exit 1
    exit 77
}
