#!/usr/bin/env bash
# Builds Terrella, installing what is missing, and shows a world:  ./run.sh [WORLD] [options]
# Without a display it renders a lit picture and exports a texture set into out/ instead. Any other command of
# terrella works too:  ./run.sh export inferno -o textures
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
source third_party/setup.sh

terrella_install
terrella_build release terrella
terrella=$build_dir/terrella

world=earthlike
case ${1:-} in
export | render | list | show | --help | -h | --version) exec "$terrella" "$@" ;;
'' | -*) ;;
*) world=$1 && shift ;;
esac
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    exec "$terrella" "$world" "$@"
fi

echo "No display here: rendering a picture and exporting a texture set instead of opening the window."
name=$(basename "${world%.*}")
size=(--size 2048)
case " $* " in *" --size"*) size=() ;; esac
mkdir -p out
"$terrella" render "$world" -o "out/$name.png" "$@"
"$terrella" export "$world" -o "out/$name" "${size[@]}" "$@"
echo "Picture: $PWD/out/$name.png"
echo "Textures: $PWD/out/$name/"
