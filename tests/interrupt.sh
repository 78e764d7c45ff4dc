#!/usr/bin/env bash
# SIGINT and SIGTERM at many moments of a command. It ends with 130 or 143 and leaves nothing; or its output was
# already complete under its name, and it ends with 0 and keeps all of it. Moments are fractions of the
# processor time of the whole run, so they are the same on a busy machine. The work after a signal is less than
# half of the remaining work. With TR_FULL=1: twice as many moments, and longer commands.
set -uo pipefail
source "${SOURCE_DIR:?}/tests/expect.sh"
largest=0 # largest of these fractions

# contents FOLDER: names and checksums.
contents() { (cd "$1" && find . -type f -exec sha256sum {} + | sort -k 2); }

# run.py FOLDER SIGNAL SECONDS arguments…: runs the program in that folder, and sends the signal once the
# program has used that much processor time. Prints the exit code, the time used at the signal, the total time,
# and the files at the signal.
cat >"$work/run.py" <<'PYTHON'
import os, signal, sys, threading, time
folder, name, seconds, *words = sys.argv[1:]
work = os.path.dirname(folder)
pid = os.fork()
if pid == 0:
    for one in (signal.SIGINT, signal.SIGTERM):
        signal.signal(one, signal.SIG_DFL) # a background job ignores them
    os.chdir(folder)
    for number, stream in ((1, "out"), (2, "err")):
        os.dup2(os.open(f"{work}/{stream}", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
    os.execv(os.environ["TERRELLA"], [os.environ["TERRELLA"], *words])
guard = threading.Timer(300, os.kill, (pid, signal.SIGKILL)) # a limit for a program that hangs
guard.start()
def used(): # clock_getcpuclockid(3)
    return time.clock_gettime(~pid << 3 | 2)
def is_over():
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
at, there = 0, []
while name != "none" and not is_over():
    at = used()
    if at >= float(seconds):
        os.kill(pid, getattr(signal, f"SIG{name}"))
        there = [f for _, _, files in os.walk(folder) for f in files if not f.endswith(".part")]
        break
    time.sleep(0.001)
_, status, usage = os.wait4(pid, 0)
guard.cancel()
print(128 + os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status), at, usage.ru_utime + usage.ru_stime, *there)
PYTHON

# stop_at SIGNAL SECONDS arguments…: sets code, at (the processor time before the signal), used, there (files at
# the signal), left.
stop_at() {
    rm -rf "$work/part" && mkdir "$work/part"
    read -r code at used there < <(python3 "$work/run.py" "$work/part" "$@")
    left=$(contents "$work/part")
}

# Of pyramids, finished tiles stay, and the manifest says that others are missing.
nothing_half() {
    case " $* " in
    *" --projection "*)
        ! find "$work/part" -name '*.part' | grep -q . && grep -qs unfinished "$work"/part/set/*.manifest.json || [ -z "$left" ] || return 1
        ! echo "$left" | grep -v '\.manifest\.json$' | grep -vxF -f <(echo "$whole") | grep -q . ;;
    *) [ -z "$left$(ls -A "$work/part")" ] ;;
    esac
}

# at_moments COUNT arguments…: interrupts the command at that many moments, spread over its time.
at_moments() {
    local count=$(($1 / (2 - ${TR_FULL:-0}))) late=0 all signal after=0 remained=0 part
    shift
    local took=()
    # The median of three runs of a short command: one can take twice as long as another. A long one runs once.
    for k in 1 2 3; do
        rm -rf "$work/whole" && mkdir "$work/whole"
        read -r code _ all < <(python3 "$work/run.py" "$work/whole" none 0 "$@")
        took+=("$all")
        [ $code = 0 ] && awk "BEGIN { exit ($all > 0.3) }" || break
    done
    all=$(printf '%s\n' "${took[@]}" | sort -g | sed -n "$(((${#took[@]} + 1) / 2))p")
    mv "$work/out" "$work/said"
    if [ $code = 4 ]; then
        untried="pictures are not tested: $(cat "$work/err")"
        return
    fi
    [ $code = 0 ] || fail "$*: exit $code: $(cat "$work/err")"
    whole=$(contents "$work/whole")
    for ((k = 1; k <= count; k++)); do
        signal=INT && ((k % 2)) || signal=TERM
        stop_at $signal "$(awk "BEGIN { print $k * $all / ($count + 1) }")" "$@" # none at the end, where it may already be finished
        case $signal:$code in
        *:0)
            [ "$left" = "$whole" ] && cmp -s "$work/out" "$work/said" || fail "$*: exit 0 with files missing: $left"
            [ -n "$there" ] || [ -z "$whole" ] || late=$((late + 1)) ;;
        INT:130 | TERM:143)
            after=$(awk "BEGIN { print $after + $used - $at }") remained=$(awk "BEGIN { print $remained + (($all > $at) ? $all - $at : 0) }")
            nothing_half "$@" && [ ! -s "$work/out" ] || fail "$*: exit $code and left $left" ;;
        *) fail "$*: exit $code after SIG$signal: $(cat "$work/err")" ;;
        esac
    done
    # other load may delay one of them
    [ $late -le 1 ] || fail "$*: $late of $count times a signal came before the result and was ignored"
    part=$(awk "BEGIN { printf \"%.3f\", (($remained > 0) ? $after / $remained : 0) }")
    echo "$part of the remaining work is done after signals: $*"
    awk "BEGIN { exit ($part > 0.5) }" || fail "$*: $part of the remaining work is done after signals"
    largest=$(awk "BEGIN { print (($part > $largest) ? $part : $largest) }")
}

# at_once SECONDS arguments…: the same at one moment of a command that takes much longer.
at_once() {
    stop_at TERM "$@"
    [ "$code" = 143 ] && [ -z "$left$(ls -A "$work/part")" ] && [ ! -s "$work/out" ] || fail "${*:2}: exit $code after SIGTERM: $left"
}

at_moments 8 render inferno --size 160x100 --threads 1 -o picture.png
at_moments 4 render asteroid --size 125x100 --threads 1 -o picture.jpg
at_moments 4 gallery --type inferno --seeds 1 --size 100 --threads 1 -o picture.png
at_moments 4 export inferno --size 512 --threads 1 -o set
at_moments 4 export inferno --size 512 --threads 1 --tile 256 --maps albedo --projection geodetic -o set
at_moments 8 field terrain --set cells=128 --size 64 --threads 1 -o field.png
at_moments 4 field midpoint --set from=fractal --set cells=1280 --set levels=0 --size 256 --threads 1 -o field.png
"$TERRELLA" field fractal --size 256 -o "$work/heights.png" --quiet
at_moments 6 enhance "$work/heights.png" --scale 3 --threads 1 -o finer.png
# 90 MB of files, which take a tenth of a second to read. A smaller set would be finished before a signal.
cat >"$work/plain.json" <<'JSON'
{"format": 1, "layers": [{"name": "one", "field": "fractal", "octaves": 1, "amount": 1000}],
 "albedo": [{"name": "ground", "channel": "height", "stops": [[0, "600000"], [800, "b00000"]]}]}
JSON
"$TERRELLA" export "$work/plain.json" --size 4096 --maps albedo,normal --format ktx2 --blocks none -o "$work/set" --quiet
at_moments 6 check "$work/set"
rm -r "$work/set"
at_once 0.2 measure earthlike --size 4096
at_once 0.2 probe earthlike 46.5,7.9 --set layers.land.cells=256 --threads 1
at_once 0.3 field voronoi --set density=1000000 --set randomness=0 --size 64 -o field.png
at_once 0.3 field terrain --set cells=256 --set erosion=40 --size 64 -o field.png
if [ -n "${TR_FULL:-}" ]; then
    at_moments 6 field voronoi --set density=1000000 --set randomness=1 --size 64 -o field.png
    at_moments 6 field voronoi --set density=1000000 --set randomness=1 --set value=edge --size 64 -o field.png
    at_moments 4 measure earthlike --size 4096
    at_moments 4 measure inferno --seeds 3
    at_moments 4 probe earthlike 46.5,7.9 --set layers.land.cells=128
    at_moments 4 export earthlike --size 2048 --projection tiles -o set
    at_moments 4 export earthlike --size 512 --target web -o set
    at_moments 4 export earthlike --size 512 --format ktx2 --zstd -o set
    at_moments 4 export asteroid --size 256 --target gltf --compression small -o set
    at_moments 4 export earthlike --size 512 --maps occlusion,wind,biome -o set
    at_moments 4 render earthlike --camera 20,10,1.01 --size 320x200 -o picture.png
fi

[ $failures != 0 ] || [ -z "${untried:-}" ] || { echo "$untried" && exit 77; }
[ $failures = 0 ] && echo "SIGINT and SIGTERM stop commands: at most $largest of the remaining work is done after them"
[ $failures = 0 ]
