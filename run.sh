#!/usr/bin/env bash
# Builds Terrella, installing what is missing, and shows a world:  ./run.sh [WORLD] [options]
# Without a display it renders a lit picture and exports a texture set into out/ instead. Any other command of
# terrella works too:  ./run.sh export inferno -o textures
set -euo pipefail
caller=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")"
source third_party/setup.sh

terrella_install
terrella_build release terrella
terrella=$build_dir/terrella
cd "$caller" # files are named as the caller sees them

world=earthlike
case ${1:-} in
export | render | gallery | field | enhance | list | show | measure | bench | \
    help | --help | -h | --version) exec "$terrella" "$@" ;;
'' | -*) ;;
*) world=$1 && shift ;;
esac
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    code=0
    "$terrella" "$world" "$@" || code=$?
    [ $code = 4 ] || exit $code # 4: a display that is not there, or has no OpenGL
fi

echo "No display here: rendering a picture and exporting a texture set instead of opening the window."
# Options that only one of the two has go to that one.
for_picture=() for_textures=() size=(--size 2048)
while [ $# -gt 0 ]; do
    case $1 in
    --size=*) set -- --size "${1#--size=}" "${@:2}" ;;
    --size) case ${2:-} in *x*) for_picture+=("$1" "${2:-}") ;; *) size=("$1" "${2:-}") ;; esac; shift 2 || shift ;;
    --camera | --sun) for_picture+=("$1" "${2:-}"); shift 2 || shift ;;
    --camera=* | --sun=*) for_picture+=("$1"); shift ;;
    --maps | --format) for_textures+=("$1" "${2:-}"); shift 2 || shift ;;
    --maps=* | --format=*) for_textures+=("$1"); shift ;;
    *) for_picture+=("$1") for_textures+=("$1"); shift ;;
    esac
done
name=$(basename "${world%.*}")
mkdir -p out
"$terrella" render "$world" -o "out/$name.png" "${for_picture[@]}"
"$terrella" export "$world" -o "out/$name" "${size[@]}" "${for_textures[@]}"
echo "Picture: $PWD/out/$name.png"
echo "Textures: $PWD/out/$name/"
