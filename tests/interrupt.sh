#!/usr/bin/env bash
# SIGINT and SIGTERM at many moments of a command: it ends within 250 ms, with 130 or 143, and leaves nothing; or what it
# makes was already there under its name, and it ends with 0 and leaves all of it. With TR_FULL=1 at twice as many moments,
# and commands that take longer.
set -uo pipefail
source "${SOURCE_DIR:?}/tests/expect.sh"
limit_ms=250 tries=5 # other work on the machine may hold one of them up: it is too slow where it is each time
grep -q '^TR_SANITIZE:[A-Z]*=.' "${BUILD_DIR:?}/CMakeCache.txt" && limit_ms=2000
slowest=0

# contents FOLDER: names and checksums.
contents() { (cd "$1" && find . -type f -exec sha256sum {} + | sort -k 2); }

now_ms() { echo $(($(date +%s%N) / 1000000)); }

# stop_at SIGNAL MILLISECONDS arguments…: sets code, took (ms from the signal to the end), there (files at the signal), left.
stop_at() {
    local signal=$1 at=$2 job start
    shift 2
    rm -rf "$work/part" && mkdir "$work/part"
    (cd "$work/part" && trap - INT && exec env --default-signal=INT \
        timeout --foreground -s KILL 60 "$TERRELLA" "$@" >"$work/out" 2>"$work/err") &
    job=$!
    sleep "$(awk "BEGIN { print $at / 1000 }")"
    start=$(now_ms)
    kill -"$signal" $job 2>/dev/null
    there=$(find "$work/part" -type f ! -name '*.part')
    wait $job 2>/dev/null
    code=$?
    took=$(($(now_ms) - start))
    left=$(contents "$work/part")
}

# stop_soon SIGNAL MILLISECONDS arguments…: stop_at, again where it was slow.
stop_soon() {
    for ((try = 0; try < tries; try++)); do
        stop_at "$@"
        [ "$took" -ge $limit_ms ] || break
    done
    [ "$took" -lt $limit_ms ] || fail "${*:3}: SIG$1 after $2 ms: $tries times it did not end within $limit_ms ms"
    [ "$took" -le "$slowest" ] || slowest=$took
}

# Of pyramids, tiles that are whole stay, and the manifest says that others are missing.
nothing_half() {
    case " $* " in
    *" --projection "*)
        ! find "$work/part" -name '*.part' | grep -q . && grep -qs unfinished "$work"/part/set/*.manifest.json || [ -z "$left" ] || return 1
        ! echo "$left" | grep -v '\.manifest\.json$' | grep -vxF -f <(echo "$whole") | grep -q . ;;
    *) [ -z "$left$(ls -A "$work/part")" ] ;;
    esac
}

# at_moments COUNT arguments…: interrupts the command at so many moments, spread over the time that it takes.
at_moments() {
    local count=$(($1 / (2 - ${TR_FULL:-0}))) late=0 start ms signal
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
        signal=INT && ((k % 2)) || signal=TERM
        stop_soon $signal $((k * ms / count)) "$@"
        case $signal:$code in
        *:0)
            [ "$left" = "$whole" ] && cmp -s "$work/out" "$work/said" || fail "$*: exit 0 and not all is there: $left"
            [ -n "$there" ] || [ -z "$whole" ] || late=$((late + 1)) ;;
        INT:130 | TERM:143) nothing_half "$@" && [ ! -s "$work/out" ] || fail "$*: exit $code and left $left" ;;
        *) fail "$*: exit $code after SIG$signal: $(cat "$work/err")" ;;
        esac
    done
    # other work on the machine may hold one of them up
    [ $late -le 1 ] || fail "$*: $late of $count times a signal came before the result and was ignored"
}

# at_once MILLISECONDS arguments…: the same at one moment of a command that takes much longer.
at_once() {
    stop_soon TERM "$@"
    [ "$code" = 143 ] && [ -z "$left$(ls -A "$work/part")" ] && [ ! -s "$work/out" ] || fail "${*:2}: exit $code after SIGTERM: $left"
}

at_moments 10 render inferno --size 160x100 --threads 1 -o picture.png
at_moments 4 render asteroid --size 125x100 --threads 1 -o picture.jpg
at_moments 6 gallery --type inferno --seeds 1 --size 100 --threads 1 -o picture.png
at_moments 4 export inferno --size 512 --threads 1 -o set
at_moments 4 export inferno --size 512 --threads 1 --tile 256 --maps albedo --projection geodetic -o set
at_moments 4 field terrain --set cells=64 --size 256 --threads 1 -o field.png
at_moments 4 field midpoint --set from=fractal --set cells=1280 --set levels=0 --size 256 --threads 1 -o field.png
"$TERRELLA" field fractal --size 256 -o "$work/heights.png" --quiet
at_moments 6 enhance "$work/heights.png" --times 3 --threads 1 -o finer.png
"$TERRELLA" export inferno --size 1024 --compression fast -o "$work/set" --quiet
at_moments 2 check "$work/set"
at_once 200 measure earthlike --size 4096
at_once 200 probe earthlike 46.5,7.9 --set layers.land.cells=256 --threads 1
at_once 300 field voronoi --set density=1000000 --set randomness=0 --size 64 -o field.png
at_once 300 field terrain --set cells=256 --set erosion=40 --size 64 -o field.png
if [ -n "${TR_FULL:-}" ]; then
    at_moments 6 field voronoi --set density=1000000 --set randomness=1 --size 64 -o field.png
    at_moments 6 field voronoi --set density=1000000 --set randomness=1 --set value=edge --size 64 -o field.png
    at_moments 4 measure earthlike --size 4096
    at_moments 4 measure inferno --seeds 3
    at_moments 4 probe earthlike 46.5,7.9 --set layers.land.cells=128
    at_moments 4 export earthlike --size 2048 --projection tiles -o set
    at_moments 4 export earthlike --size 512 --target web -o set
    at_moments 4 export earthlike --size 512 --format ktx2 --zstd -o set
    at_moments 4 export asteroid --size 512 --target gltf --compression small -o set
    at_moments 4 export earthlike --size 512 --maps occlusion,wind,biome -o set
    at_moments 4 render earthlike --camera 20,10,1.01 --size 320x200 -o picture.png
fi

[ $failures != 0 ] || [ -z "${untried:-}" ] || { echo "$untried" && exit 77; }
[ $failures = 0 ] && echo "SIGINT and SIGTERM are obeyed, after $slowest ms at the most"
[ $failures = 0 ]
