#!/usr/bin/env bash
# Failing calls (tests/sweep/failing_calls.c). Calls of 13 kinds of file functions fail at the first, second …
# time, once or from then on. A command ends with exit code 5 and a message, with the files from before, or it
# completes. No temporary files are left, and a mixed set is always reported. A signal that interrupts a call
# (EINTR) changes nothing. Some calls of each kind; with TR_FULL=1 all. Prints a table. Exit code 77: not run,
# and why.
# ctest: COST 100
set -uo pipefail
source "${SOURCE_DIR:?}/tests/expect.sh"
bin=${BUILD_DIR:?}/tests/sweep
[ -x "$bin/sweep" ] || { echo "not run: sanitizers have their own calls"; exit 77; }
export TMPDIR=$work MESA_SHADER_CACHE_DISABLE=true LP_NUM_THREADS=0
kinds="open read write fsync close rename link unlink mkdir stat readdir flock dup"
tried=0 wrong=0

# sweep NAME OPTIONS… -- ARGUMENTS…: each kind of call of one command, one after the other: two at once would
# share thread numbers.
sweep() {
    local name=$1 options=()
    shift
    while [ "$1" != -- ]; do options+=("$1"); shift; done
    shift
    for kind in $kinds; do
        for reason in 5 4; do # EIO, EINTR
            [ $reason = 5 ] || [ -n "${TR_FULL:-}" ] || case $kind in open | read | write) ;; *) continue ;; esac
            local spread=${some:-2} # 0: all calls
            [ -z "${TR_FULL:-}" ] || spread=0
            # A call that is interrupted every time never ends, and that is not an error: signals interrupt
            # once.
            [ $reason = 5 ] || options+=(--once)
            "$bin/sweep" --spread $spread --call $kind --reason $reason --name "$name: $kind, $reason" "${options[@]}" \
                "$TERRELLA" "$@" --quiet >"$work/row" || fail "$name: some failing $kind calls are handled wrongly"
            [ $reason = 5 ] || unset 'options[-1]'
            cat "$work/row"
            while IFS='|' read -r _ _ _ all _ _ bad _; do
                tried=$((tried + all)) wrong=$((wrong + bad))
            done < <(grep '^|' "$work/row")
        done
    done
}

plain=$("$TERRELLA" show "$SOURCE_DIR/tests/data/plain.json" --link) # a quick world without a file
mkdir "$work"/{png,jpg,tiles,half}
expect 0 "" export "$plain" --size 64 --maps albedo,height -o "$work/png/set" --quiet
expect 0 "" export "$plain" --size 64 --maps albedo,normal --format jpg -o "$work/jpg/set" --quiet
mkdir "$work/mapped"
"$TERRELLA" field fractal --size 64 -q -o "$work/mapped/relief.png"
sed '1s/{/{"maps": [{"name": "height", "file": "relief.png"}], /' "$SOURCE_DIR/tests/data/plain.json" >"$work/mapped/mapped.json"
geodetic=(--projection geodetic --tile 256 --size 512 --maps albedo)
expect 0 "" export "$plain" "${geodetic[@]}" -o "$work/tiles/set" --quiet
told=(--told "'$TERRELLA' check set")

"$bin/sweep" --list
some=0 sweep "field" -- field fractal --size 64 --threads 1 -o field.png # few calls
sweep "png" "${told[@]}" -- export "$plain" --size 64 --maps albedo,height --threads 1 -o set
sweep "png over jpg" "${told[@]}" --before "$work/jpg" -- export "$plain" --size 64 --maps albedo,height --threads 1 -o set
sweep "tiles" "${told[@]}" -- export "$plain" "${geodetic[@]}" --threads 1 -o set
sweep "tiles over png" "${told[@]}" --before "$work/png" -- export "$plain" "${geodetic[@]}" --threads 1 -o set
sweep "png over tiles" "${told[@]}" --before "$work/tiles" -- export "$plain" --size 64 --maps albedo,height --threads 1 -o set
sweep "check" --check --before "$work/png" -- check set
sweep "check tiles" --check --before "$work/tiles" -- check set
sweep "pack" --check --before "$work/mapped" -- pack mapped.json
sweep "own map" --check "${told[@]}" --before "$work/mapped" -- export mapped.json --size 64 --maps height --threads 1 -o set
if [ -n "${TR_FULL:-}" ]; then
    sweep "glb" "${told[@]}" -- export "$plain" --size 64 --target gltf --threads 1 -o set
    sweep "exr" "${told[@]}" -- export "$plain" --size 64 --maps albedo,height --format exr --threads 1 -o set
    sweep "page" "${told[@]}" -- export "$plain" --size 64 --target web --threads 1 -o set
    sweep "tiles again" "${told[@]}" --before "$work/tiles" -- export "$plain" "${geodetic[@]}" --threads 1 -o set
    if "$TERRELLA" render "$plain" --size 16x16 --quiet -o "$work/picture.png" 2>"$work/err"; then
        sweep "render" -- render "$plain" --size 16x16 --threads 1 -o picture.png
    fi
fi

echo "figure: failing calls of 13 kinds/not dealt with: $tried/$wrong"
[ $failures = 0 ] && echo "failing calls are handled"
[ $failures = 0 ]
