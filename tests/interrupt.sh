#!/usr/bin/env bash
# SIGINT at many moments of a command: it ends with 130 and leaves nothing, or was done and ends with 0 and leaves
# all that it makes. Whoever is interrupted before the result is there ends soon, which makes it 130.
set -uo pipefail
source "${SOURCE_DIR:?}/tests/expect.sh"
export LP_NUM_THREADS=0 # nobody waits for many threads to begin

# contents FOLDER: names and checksums.
contents() { (cd "$1" && find . -type f -exec sha256sum {} + | sort -k 2); }

# at_moments COUNT arguments…: interrupts the command at so many moments, spread over the time that it takes.
at_moments() {
    local count=$1 whole late=0 start ms job code there left
    shift
    rm -rf "$work/whole" && mkdir "$work/whole"
    start=$(date +%s%N)
    (cd "$work/whole" && exec "$TERRELLA" "$@" >"$work/said" 2>"$work/err")
    code=$?
    ms=$((($(date +%s%N) - start) / 1000000))
    if [ $code = 4 ]; then
        echo "not tried: $*: $(cat "$work/err")"
        return
    fi
    [ $code = 0 ] || fail "$*: exit $code: $(cat "$work/err")"
    whole=$(contents "$work/whole")
    for ((k = 1; k <= count; k++)); do
        rm -rf "$work/part" && mkdir "$work/part"
        (cd "$work/part" && trap - INT && exec env --default-signal=INT \
            timeout --foreground -s KILL 60 "$TERRELLA" "$@" >"$work/out" 2>"$work/err") &
        job=$!
        sleep "$(awk "BEGIN { print $k * $ms / $count / 1000 }")"
        there=$(find "$work/part" -type f ! -name '*.part')
        kill -INT $job 2>/dev/null
        wait $job 2>/dev/null
        code=$?
        left=$(contents "$work/part")
        case $code in
        0)
            [ "$left" = "$whole" ] && cmp -s "$work/out" "$work/said" || fail "$*: exit 0 and not all is there: $left"
            [ -n "$there" ] || late=$((late + 1)) ;;
        130) [ -z "$left$(ls -A "$work/part")" ] && [ ! -s "$work/out" ] || fail "$*: exit 130 and left $left" ;;
        *) fail "$*: exit $code after SIGINT: $(cat "$work/err")" ;;
        esac
    done
    # a file takes a moment to be written, too
    [ $late -le 2 ] || fail "$*: $late of $count times SIGINT came before the result and was ignored"
}

at_moments 12 render inferno --size 64x64 --threads 1 -o picture.png
at_moments 6 gallery --type inferno --seeds 1 --size 160 --threads 1 -o picture.png
at_moments 4 export inferno --size 512 --threads 1 -o set
at_moments 4 field terrain --set cells=64 --size 256 --threads 1 -o field.png
"$TERRELLA" field fractal --size 256 -o "$work/heights.png" --quiet
at_moments 6 enhance "$work/heights.png" --times 3 --threads 1 -o finer.png

[ $failures = 0 ] && echo "SIGINT is obeyed"
[ $failures = 0 ]
