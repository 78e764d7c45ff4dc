#!/usr/bin/env bash
# pngcheck has nothing to say against any PNG of the sets of all targets.
source "${SOURCE_DIR:?}/tests/clients/clients.sh"
needs pngcheck pngcheck
checked=0
for target in $("${TERRELLA:?}" list targets | cut -d' ' -f1); do
    for world in $worlds; do
        make_set "$target" "$world" 256
    done
    for map in "$target"/*.png; do
        [ -e "$map" ] || continue # in a GLB
        pngcheck -q "$map" >log 2>&1 || fail "$map: $(cat log)"
        checked=$((checked + 1))
    done
done
[ $checked -gt 50 ] || fail "only $checked files"
finish "$checked PNG files are in order"
