#!/usr/bin/env bash
# Other programs read exported GPU textures: ktx-parse KTX2, Pillow DDS. The texels are those of the PNG set.
source "${SOURCE_DIR:?}/tests/clients/clients.sh"
install_from_npm
for python in python3 /usr/bin/python3 ""; do # the system's one may not be the first
    [ -n "$python" ] || not_run "Pillow is missing (Debian package: python3-pil)"
    ! "$python" -c 'import PIL' 2>/dev/null || break
done
for world in earthlike inferno; do
    # shellcheck disable=SC2046
    for kind in "plain --format png" "ktx2 --format ktx2 --blocks none" "zstd --format ktx2 --blocks none --zstd" \
        "bc7 --format dds" "bc1 --target kopernicus --maps albedo" "cube --format ktx2 --projection cube --blocks none" \
        "faces --format png --projection cube"; do
        size=1024
        [[ $kind == *"projection cube"* ]] && size=128
        "${TERRELLA:?}" export $(arguments_of $world) --maps albedo,height,normal,orm --size $size --name $world \
            ${kind#* } -o "textures/${kind%% *}" --quiet 2>log >/dev/null || fail "export $world: $(cat log)"
    done
    node "$tests/ktx.mjs" "$work" $world || fail "ktx-parse and $world"
    "$python" "$tests/dds.py" "$work" $world || fail "Pillow and $world"
done
finish "ktx-parse and Pillow see the texels of the PNG files"
