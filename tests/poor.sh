#!/usr/bin/env bash
# A machine with few resources: no OpenGL, no display, no writable folder except the output folder, small
# stacks, little memory. Which commands work, and how the others end: docs/manual/troubleshooting.md.
set -uo pipefail
source "${SOURCE_DIR:?}/tests/expect.sh"
grep -q '^TR_SANITIZE:[A-Z]*=.' "${BUILD_DIR:?}/CMakeCache.txt" && { echo "not run: sanitizers take more memory"; exit 77; }
export MESA_SHADER_CACHE_DISABLE=true # else Mesa writes a cache; docs/manual/troubleshooting.md
small=(--size 64 --maps albedo,height --quiet)

# Without OpenGL: sets are exported, pictures are refused.
__EGL_VENDOR_LIBRARY_DIRS=$work DISPLAY='' WAYLAND_DISPLAY='' expect 0 "" export inferno "${small[@]}" -o "$work/set"
__EGL_VENDOR_LIBRARY_DIRS=$work DISPLAY='' WAYLAND_DISPLAY='' expect 4 "terrella export" render inferno --size 16x16 -o "$work/none.png"
DISPLAY='' WAYLAND_DISPLAY='' expect 4 "" inferno
[ ! -e "$work/none.png" ] || fail "a refused picture left a file"

# No home, no XDG folders, no other environment variables.
for home in "" /proc; do
    HOME=$home XDG_STATE_HOME=$home XDG_CACHE_HOME=$home XDG_CONFIG_HOME=$home XDG_DATA_HOME=$home expect 0 "" export inferno "${small[@]}" -o "$work/home"
    HOME=$home XDG_STATE_HOME=$home XDG_CACHE_HOME=$home XDG_CONFIG_HOME=$home XDG_DATA_HOME=$home expect 0 "" check "$work/home"
done
env -i "$TERRELLA" export inferno "${small[@]}" -o "$work/bare" || fail "an empty environment: exit $?"
for file in "$work"/set/*.png; do
    cmp -s "$file" "$work/home/$(basename "$file")" && cmp -s "$file" "$work/bare/$(basename "$file")" || fail "$file depends on the environment"
done

# Neither the home folder nor an XDG folder is written to.
mkdir "$work/empty"
HOME=$work/empty XDG_STATE_HOME=$work/empty/s XDG_CACHE_HOME=$work/empty/c XDG_CONFIG_HOME=$work/empty/o XDG_DATA_HOME=$work/empty/d \
    "$TERRELLA" render inferno --size 16x16 -o "$work/p.png" --quiet 2>"$work/err"
case $? in 0 | 4) ;; *) fail "render with an empty home: $(cat "$work/err")" ;; esac
[ -z "$(ls -A "$work/empty")" ] || fail "render wrote $(find "$work/empty")"

# Stacks of 64 KB: the same bytes, pictures as well.
stack() { (ulimit -s 64 && exec "$TERRELLA" "$@" >"$work/out" 2>"$work/err" </dev/null); }
stack export inferno "${small[@]}" -o "$work/stack" || fail "export with a stack of 64 KB: exit $?: $(cat "$work/err")"
diff -r "$work/set" "$work/stack" >"$work/log" || fail "a small stack changes the result: $(cat "$work/log")"
stack export earthlike --set layers.land.cells=48 --size 64 --threads 3 --quiet -o "$work/more" || fail "a terrain with a stack of 64 KB: exit $?"
stack check "$work/stack" || fail "check with a stack of 64 KB: exit $?"
stack render inferno --size 16x16 -o "$work/p.png"
case $? in 0 | 4) ;; *) fail "render with a stack of 64 KB: exit $?" ;; esac
stack render inferno --size 16x16; [ $? = 2 ] || fail "usage with a stack of 64 KB: exit $?"

# Too little address space: code 6 (4 where OpenGL has too little), a message and no files, or success.
tried=0
for kb in 70000 100000 150000 250000; do
    for command in "export earthlike --size 64" "export inferno --size 64 --threads 4" "render inferno --size 16x16"; do
        rm -rf "$work/v" && mkdir "$work/v"
        # shellcheck disable=SC2086
        (ulimit -v $kb && exec "$TERRELLA" $command -o "$work/v/x.png" --quiet >"$work/out" 2>"$work/err" </dev/null)
        code=$?
        left=$(find "$work/v" -type f | wc -l)
        [ $code = 127 ] || tried=$((tried + 1))
        case $code in
        0) [ "$left" -gt 0 ] || fail "$command in $kb KB: exit 0 without a file" ;;
        4 | 6) [ "$left" = 0 ] && [ -s "$work/err" ] || fail "$command in $kb KB: exit $code leaves $(ls -A "$work/v") $(cat "$work/err")" ;;
        127) ;; # the dynamic loader has no memory
        134 | 139) # software OpenGL does not check its allocations
            [[ $command = render* ]] && [ "$left" = 0 ] || fail "$command in $kb KB: exit $code" ;;
        *) fail "$command in $kb KB: exit $code: $(cat "$work/err")" ;;
        esac
    done
done
[ $tried -gt 0 ] || fail "no run had too little memory: the libraries alone take more"

[ $failures = 0 ] && echo "few resources are enough, or the error says so"
[ $failures = 0 ]
