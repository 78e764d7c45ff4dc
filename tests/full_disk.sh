#!/usr/bin/env bash
# ctest: RUN_SERIAL TRUE
# A disk that is really full: an export or a render onto it exits 5 with a message, leaves the old files as they
# were and nothing of its own. TERRELLA is the executable. Exit code 77: not run, and why.
set -euo pipefail
: "${TERRELLA:?the path of the executable}"
[ -x "$TERRELLA" ] || { echo "not run: $TERRELLA is not built"; exit 77; }

# The disk is a tmpfs, which only root may mount: in a namespace of our own, else as the root that we are.
if [ "${1:-}" != --inside ]; then
    if unshare -rm true 2>/dev/null; then
        exec unshare -rm "$0" --inside
    elif [ "$(id -u)" = 0 ] && unshare -m true 2>/dev/null; then
        exec unshare -m "$0" --inside # the mount ends with the process
    fi
    echo "not run: mounting a small file system is not allowed here (no user namespaces, not root)"
    exit 77
fi

work=$(mktemp -d)
disk=$work/disk
mkdir "$disk"
if ! mount -t tmpfs -o size=1m none "$disk" 2>"$work/log"; then
    echo "not run: $(cat "$work/log")"
    rm -rf "$work"
    exit 77
fi
trap 'umount "$disk"; rm -rf "$work"' EXIT

failures=0
wrong() { echo "WRONG: $*"; failures=$((failures + 1)); }

# What is on the disk, with checksums.
contents() { (cd "$1" && find . -type f -exec sha256sum {} + | sort -k 2 && find . -type d | sort); }

# fails_cleanly FOLDER COMMAND…: exits 5, says that there is no space, and changes nothing below FOLDER.
fails_cleanly() {
    local folder=$1 code=0
    shift
    contents "$folder" >"$work/before"
    "$@" >"$work/log" 2>&1 || code=$?
    contents "$folder" >"$work/after"
    [ $code = 5 ] || wrong "exit code $code, not 5: $*"
    grep -qi "no space" "$work/log" || wrong "the message does not tell the reason: $*"
    diff "$work/before" "$work/after" || wrong "files changed: $*"
    [ -z "$(find "$folder" -name '*.part')" ] || wrong "a temporary file is left: $*"
    tail -n 1 "$work/log"
}

# An old set, made with room to spare, and another seed that is to replace it.
"$TERRELLA" export inferno --size 128 -o "$disk/set" --quiet
old=$(cd "$disk/set" && echo *)
[ -n "$old" ] || wrong "no old set"
fails_cleanly "$disk" "$TERRELLA" export inferno --size 1024 -o "$disk/set"
fails_cleanly "$disk" "$TERRELLA" export inferno --size 1024 -o "$disk/new/folders/below"
fails_cleanly "$disk" "$TERRELLA" export inferno --size 1024 --threads 1 -o "$disk/set"

# The same with not one byte left.
dd if=/dev/zero of="$disk/filler" bs=4k 2>/dev/null || true
fails_cleanly "$disk" "$TERRELLA" export inferno --size 128 --seed 1 -o "$disk/set"
rm "$disk/filler"

# An enhanced map onto itself.
cp "$disk/set/inferno-1_height.png" "$work/height.png"
fails_cleanly "$disk" "$TERRELLA" enhance "$work/height.png" --scale 4 -o "$disk/set/inferno-1_height.png"

# With room again, the same command works: nothing that failed stands in its way.
"$TERRELLA" export inferno --size 128 -o "$disk/set" --quiet || wrong "it does not work with room again"
[ "$(cd "$disk/set" && echo *)" = "$old" ] || wrong "other files than before"

# Pictures. Exit code 4: no usable OpenGL here, so there is nothing to write. A pipe comes before /dev/full: with
# broken code, and as root, that device would be replaced by a file.
code=0
mkfifo "$work/pipe.png"
timeout 60 cat "$work/pipe.png" >"$work/picture" &
"$TERRELLA" render inferno --size 64x64 -o "$work/pipe.png" >"$work/log" 2>&1 || code=$?
if [ $code = 4 ]; then
    kill $!
    [ $failures != 0 ] || { echo "pictures not tried: $(tail -n 1 "$work/log")" && exit 77; }
elif [ $code != 0 ] || [ ! -p "$work/pipe.png" ]; then
    kill $! || true
    wrong "render into a pipe: exit code $code: $(tail -n 1 "$work/log")"
else
    wait
    [ "$(head -c 4 "$work/picture" | tail -c 3)" = PNG ] || wrong "no PNG came out of the pipe"
    mkdir "$work/pictures"
    ln -s /dev/full "$work/pictures/picture.png"
    ln -s /dev/full "$work/pictures/picture.jpg"
    fails_cleanly "$work/pictures" "$TERRELLA" render inferno --size 64x64 -o /dev/full
    fails_cleanly "$work/pictures" "$TERRELLA" render inferno --size 64x64 -o "$work/pictures/picture.png"
    fails_cleanly "$work/pictures" "$TERRELLA" render inferno --size 64x64 -o "$work/pictures/picture.jpg"
    fails_cleanly "$work/pictures" "$TERRELLA" gallery --type inferno --seeds 1 --size 80 -o "$work/pictures/picture.png"
fi

[ $failures = 0 ] || exit 1
echo "Full disks are survived."
