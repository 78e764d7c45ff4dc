#!/usr/bin/env bash
# Six hours of the window in a quarter of an hour. Its clock runs 36 times as fast as the machine's
# (libfaketime), so planets rotate, clouds drift, sessions are saved and messages fade for that long. Meanwhile,
# input without pauses: types and seeds, edits and undo, near ground, other sizes, maps and layouts, the
# gallery, sheets, exports, pictures. After each round the first planet is opened again. At the end, memory,
# descriptors, threads and OpenGL objects may not exceed their number after the first few rounds.
# tests/full/window_hours.sh SECONDS ROUNDS: the duration, and the number of first rounds.
# ctest: COST 750
screen=1280x800
source "${SOURCE_DIR:?}/tests/window.sh"
seconds=${1:-600} warm=${2:-3}
faster=36
# The first rounds allocate what is kept on purpose: programs, each when a near or far planet first needs it,
# the history, and the undo steps. So each type is shown once, from near as well, before the first count.

faketime=$(ls /usr/lib/*/faketime/libfaketimeMT.so.1 /usr/lib*/faketime/libfaketimeMT.so.1 2>/dev/null | head -n 1) || true
[ -n "$faketime" ] || { echo "libfaketime is missing"; exit 77; }

cat >faster.sh <<SH
#!/bin/sh
# Freed memory is returned to the system at once, so that resident memory is memory in use.
export MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=1000000 MALLOC_TRIM_THRESHOLD_=1000000
exec env LD_PRELOAD=$faketime FAKETIME="+0 x$faster" NO_FAKE_STAT=1 "$TERRELLA" "\$@"
SH
chmod +x faster.sh
TERRELLA=$PWD/faster.sh
plain_planet >out/first.json

# OpenGL objects: programs, and everything else except the thumbnails of planets, of which some hundreds are
# kept.
programs() { awk '$1 == "programs" { n = $2 } END { print n }' trace; }
objects() { awk '{ last[$1] = $2 } END { print last["objects"] - last["programs"] - last["small"] }' trace; }
status() { awk -v name="$1:" '$1 == name { print $2 }' "/proc/$pid/status"; }
descriptors() { find "/proc/$pid/fd" -mindepth 1 | wc -l; }
# The same keys in each run, although not at the same moments.
RANDOM=1

keys_of() { # COUNT KEY…: that many of these keys
    local count=$1 k
    shift
    for ((k = 0; k < count; k++)); do echo "${@:1+RANDOM%$#:1}"; done
}
another() { # shellcheck disable=SC2046 # keys
    xdotool key $(keys_of 3 n p Left Right)
    rest
}
edit() { # shellcheck disable=SC2046
    xdotool key $(keys_of 4 bracketleft bracketright semicolon apostrophe comma period minus equal)
    rest
    # shellcheck disable=SC2046
    xdotool key $(keys_of 2 ctrl+z ctrl+y)
}
near() { # down to near ground, over it, and back
    xdotool mousemove "${centre[@]}" sleep 0.1 click --repeat $((6 + RANDOM % 12)) --delay 20 4
    rest
    xdotool mousemove 500 300 mousedown 1 mousemove $((420 + RANDOM % 160)) $((240 + RANDOM % 120)) mouseup 1
    rest
    xdotool key r mousemove "${away[@]}"
}
sizes() {
    xdotool windowsize --sync "$window" $((300 + RANDOM % 980)) $((200 + RANDOM % 600))
    rest
    xdotool windowsize --sync "$window" 1280 800
}
looks() { # all maps, all layouts, the grid, the qualities; eight layouts and qualities return to the first
    xdotool key 2 3 4 5 6 7 8 1 v
    rest
    xdotool key v v v l q q q q l b x
}
sheets() { # each opens with one key, and closes with Esc
    local sheet
    for sheet in g m e F1 ctrl+k ctrl+o s; do
        xdotool key "$sheet" sleep 0.4 key Escape Escape
    done
}
tour() { # all types
    local types
    types=$("$TERRELLA" list types | wc -l)
    for ((; types > 0; types--)); do
        xdotool key Next
        rest
        near
        xdotool key v v v # globe and map side by side
        rest
        xdotool key v
    done
}
lets_go() { # about an hour without input, while time goes on
    xdotool key space sleep $((1 + RANDOM % 4)) key space
}
files_there() { [ "$(find out -name "$1" | wc -l)" -gt "$2" ]; }
picture() {
    local before
    before=$(find out -name '*.png' | wc -l)
    xdotool key F12
    until_true 60 files_there '*.png' "$before" || fail "no screenshot"
}
export_set() {
    xdotool key e
    [ -n "${chosen:-}" ] || choose Size '512 × 256' # for all later sets
    chosen=1
    rm -rf out/*.manifest.json
    xdotool key Return
    until_true 120 files_there '*.manifest.json' 0 || fail "no set: $(grep '^message' trace | tail -n 1)"
    xdotool key Escape
}
# The first planet, in its first state.
first_planet() {
    xdotool key ctrl+o
    rest # its field has the keyboard focus
    xdotool key ctrl+a
    rest
    xdotool type "$PWD/out/first.json"
    xdotool key Return
    until_true 60 is_called "$name" || fail "the first planet is $(xdotool getwindowname "$window")"
    xdotool key r mousemove 1279 799
    rest
}

rest() { # like that of window.sh, but other tests run at the same time on the same cores
    marks=$((marks + 1))
    xdotool key Pause
    until_true 400 rests || fail "the window does not become idle: $(tail -n 3 trace)"
}

start ./first.json
name=$(xdotool getwindowname "$window")
xdotool mousemove 1279 799
began=$SECONDS sitting=0
tour
while [ $((SECONDS - began)) -lt "$seconds" ] || [ $sitting -lt $((warm + 6)) ]; do
    sitting=$((sitting + 1))
    another
    for deed in $(shuf -e edit near sizes looks sheets lets_go picture export_set --random-source=<(yes $sitting)); do
        $deed
        ! gone || fail "round $sitting, $deed: $(cat err)"
    done
    first_planet
    sleep 1 # for work in the background
    echo "$sitting $(objects) $(descriptors) $(status Threads) $(status VmRSS) $(programs)" | tee -a held
done
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
[ ! -s err ] || fail "standard error has: $(cat err)"
debris=$(find out -name '.*' -type f -o -name '*.part*' -o -name '*.tmp*')
[ -z "$debris" ] || fail "left behind: $debris"

# The median of the first half of the rounds after the warm-up, and of the second half. A single bake may hold
# more memory for a moment, or its maps may just be freed.
awk -v warm=$warm '
    function median(k, from, to, below, above, i, j) {
        for (i = from; i <= to; i++) {
            below = above = 0
            for (j = from; j <= to; j++) { below += v[j, k] < v[i, k]; above += v[j, k] > v[i, k] }
            if (2 * below <= to - from + 1 && 2 * above <= to - from + 1) return v[i, k]
        }
    }
    function told(what, k, most, a, b) {
        a = median(k, warm + 1, middle); b = median(k, middle + 1, NR)
        printf "%s: %d, at last %d%s\n", what, a, b, b - a <= most ? "" : ": FAILED"
        bad += b - a > most
    }
    { for (k = 2; k <= 6; k++) v[NR, k] = $k; v[NR, 5] /= 1024 }
    END {
        if (NR < warm + 6) exit 1
        middle = int((warm + NR) / 2)
        told("objects of OpenGL", 2, 1)
        told("descriptors", 3, 0)
        told("threads", 4, 0)
        told("MB", 5, 24)
        told("programs", 6, 4)
        exit bad > 0
    }' held || fail "the resources of the window grow"
hours=$(awk '/^rest/ { ms = $3 } END { printf "%.1f", ms / 3600000 }' trace)
# Normally ten minutes; a manual run may be shorter.
passed "$sitting rounds, $hours hours by its clock"
