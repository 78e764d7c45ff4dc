#!/usr/bin/env bash
# pngcheck reports nothing for any PNG of the sets of all targets.
source "${SOURCE_DIR:?}/tests/clients/clients.sh"
needs pngcheck pngcheck
checked=0
for target in $("${TERRELLA:?}" list targets | cut -d' ' -f1); do
    case $target in
    celestia | spaceengine) size=2048 && rm -rf "$target" ;; # existing tiles of another build would be in the way
    *) size=256 ;;
    esac
    for world in $worlds; do
        make_set "$target" "$world" $size
    done
    find "$target" -name '*.png' >maps # a GLB contains none
    while read -r map; do
        pngcheck -q "$map" >log 2>&1 || fail "$map: $(cat log)"
        checked=$((checked + 1))
    done <maps
done
[ $checked -gt 50 ] || fail "only $checked files"
finish "$checked PNG files are in order"
