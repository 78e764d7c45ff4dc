#!/usr/bin/env bash
# SIGINT at many moments of a command: it ends soon, with 130, and leaves nothing; or what it makes was already there
# under its name, and it ends with 0 and leaves all of it. With TR_FULL=1 at twice as many moments.
set -uo pipefail
source "${SOURCE_DIR:?}/tests/expect.sh"

# contents FOLDER: names and checksums.
contents() { (cd "$1" && find . -type f -exec sha256sum {} + | sort -k 2); }

now_ms() { echo $(($(date +%s%N) / 1000000)); }

# at_moments COUNT arguments…: interrupts the command at so many moments, spread over the time that it takes.
at_moments() {
    local count=$(($1 / (2 - ${TR_FULL:-0}))) whole late=0 slow=0 start ms job code there left
    shift
    rm -rf "$work/whole" && mkdir "$work/whole"
    start=$(now_ms)
    (cd "$work/whole" && exec "$TERRELLA" "$@" >"$work/said" 2>"$work/err")
    code=$?
    ms=$(($(now_ms) - start))
    if [ $code = 4 ]; then
        untried="pictures not tried: $(cat "$work/err")"
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
        start=$(now_ms)
        kill -INT $job 2>/dev/null
        there=$(find "$work/part" -type f ! -name '*.part')
        wait $job 2>/dev/null
        code=$?
        [ $(($(now_ms) - start)) -lt 700 ] || slow=$((slow + 1))
        left=$(contents "$work/part")
        case $code in
        0)
            [ "$left" = "$whole" ] && cmp -s "$work/out" "$work/said" || fail "$*: exit 0 and not all is there: $left"
            [ -n "$there" ] || late=$((late + 1)) ;;
        130) [ -z "$left$(ls -A "$work/part")" ] && [ ! -s "$work/out" ] || fail "$*: exit 130 and left $left" ;;
        *) fail "$*: exit $code after SIGINT: $(cat "$work/err")" ;;
        esac
    done
    # other work on the machine may hold one of them up
    [ $late -le 1 ] || fail "$*: $late of $count times SIGINT came before the result and was ignored"
    [ $slow -le $((count / 8)) ] || fail "$*: $slow of $count times it did not end within 700 ms"
}

at_moments 10 render inferno --size 160x100 --threads 1 -o picture.png
at_moments 4 render asteroid --size 125x100 --threads 1 -o picture.jpg
at_moments 6 gallery --type inferno --seeds 1 --size 100 --threads 1 -o picture.png
at_moments 4 export inferno --size 512 --threads 1 -o set
at_moments 4 field terrain --set cells=64 --size 256 --threads 1 -o field.png
at_moments 4 field midpoint --set from=fractal --set cells=1280 --set levels=0 --size 256 --threads 1 -o field.png
"$TERRELLA" field fractal --size 256 -o "$work/heights.png" --quiet
at_moments 6 enhance "$work/heights.png" --times 3 --threads 1 -o finer.png

[ $failures != 0 ] || [ -z "${untried:-}" ] || { echo "$untried" && exit 77; }
[ $failures = 0 ] && echo "SIGINT is obeyed"
[ $failures = 0 ]
