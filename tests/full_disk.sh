#!/usr/bin/env bash
# A full disk: an export or a render onto it exits with 5 and a message, and leaves the old files unchanged and
# no new ones. TERRELLA is the executable. Exit code 77: not run, and why.
# ctest: RUN_SERIAL TRUE
set -euo pipefail
: "${TERRELLA:?the path of the executable}"
[ -x "$TERRELLA" ] || { echo "not run: $TERRELLA is not built"; exit 77; }

# The disk is a tmpfs, which only root may mount: in a new namespace, otherwise as the current root user.
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

# The files of the disk, with checksums.
contents() { (cd "$1" && find . -type f -exec sha256sum {} + | sort -k 2 && find . -type d | sort); }

# fails_cleanly FOLDER COMMAND…: exits with 5, reports that the disk is full, and changes nothing below FOLDER.
fails_cleanly() {
    local folder=$1 code=0
    shift
    contents "$folder" >"$work/before"
    "$@" >"$work/log" 2>&1 || code=$?
    contents "$folder" >"$work/after"
    [ $code = 5 ] || wrong "exit code $code, not 5: $*"
    grep -qi "no space" "$work/log" || wrong "the message does not give the reason: $*"
    diff "$work/before" "$work/after" || wrong "files changed: $*"
    [ -z "$(find "$folder" -name '*.part')" ] || wrong "a temporary file is left: $*"
    tail -n 1 "$work/log"
}

# An old set, made while there is space, and another seed that must replace it.
"$TERRELLA" export inferno --size 128 -o "$disk/set" --quiet
old=$(cd "$disk/set" && echo *)
[ -n "$old" ] || wrong "no old set"
fails_cleanly "$disk" "$TERRELLA" export inferno --size 1024 -o "$disk/set"
fails_cleanly "$disk" "$TERRELLA" export inferno --size 1024 -o "$disk/new/folders/below"
fails_cleanly "$disk" "$TERRELLA" export inferno --size 1024 --threads 1 -o "$disk/set"

# The same without a single free byte.
dd if=/dev/zero of="$disk/filler" bs=4k 2>/dev/null || true
fails_cleanly "$disk" "$TERRELLA" export inferno --size 128 --seed 1 -o "$disk/set"
"$TERRELLA" field fractal --size 64 -q -o "$work/relief.png" || wrong "no picture to pack"
fails_cleanly "$disk" "$TERRELLA" pack barren --map height="$work/relief.png" -o "$disk/mine.terrella"
rm "$disk/filler"

# An enhanced map that replaces its input.
cp "$disk/set/inferno-1_height.png" "$work/height.png"
fails_cleanly "$disk" "$TERRELLA" enhance "$work/height.png" --scale 4 -o "$disk/set/inferno-1_height.png"

# With free space the same command works. Failed attempts do not block it.
"$TERRELLA" export inferno --size 128 -o "$disk/set" --quiet || wrong "it fails although there is space again"
[ "$(cd "$disk/set" && echo *)" = "$old" ] || wrong "other files than before"

# Pictures. Exit code 4: no usable OpenGL, so nothing is written. A pipe is tested before /dev/full: with a bug,
# and as root, the device would be replaced by a file.
code=0
mkfifo "$work/pipe.png"
timeout 60 cat "$work/pipe.png" >"$work/picture" &
"$TERRELLA" render inferno --size 64x64 -o "$work/pipe.png" >"$work/log" 2>&1 || code=$?
if [ $code = 4 ]; then
    kill $!
    [ $failures != 0 ] || { echo "pictures are not tested: $(tail -n 1 "$work/log")" && exit 77; }
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
echo "A full disk is handled."
