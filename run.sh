#!/usr/bin/env bash
# Builds Terrella, installing what is missing, and shows a world:  ./run.sh [WORLD] [options]
# Without a display it renders a lit picture and exports a texture set instead, into out/ or what -o names. Any other
# command of terrella works too, options before it or behind:  ./run.sh export inferno -o textures
# ./run.sh --web [PORT] builds the page instead, serves it on this machine alone until Ctrl-C, and prints its address.
set -euo pipefail
caller=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")"
source third_party/setup.sh

terrella_install
if [ "${1:-}" = --web ]; then
    terrella_install web
    terrella_libraries wasm32-emscripten
    terrella_build web
    exec node packaging/web/serve.js "$build_dir/page" "${2:-8080}"
fi
terrella_build release terrella
terrella=$build_dir/terrella
cd "$caller" # files are named as the caller sees them

# has_value WORD: whether the next word belongs to this option.
has_value() {
    case $1 in
    -- | --*=* | -q | --quiet | --json | --no-clouds | -h | --help | --version) return 1 ;;
    -?*) return 0 ;;
    *) return 1 ;;
    esac
}

# The first word that is no option is a command or the world.
world=
for ((i = 1; i <= $#; i++)); do
    case ${!i} in
    -h | --help | --version) exec "$terrella" "$@" ;;
    -?*) if has_value "${!i}"; then i=$((i + 1)); fi ;;
    *) world=${world:-${!i}} ;;
    esac
done
case $world in
export | render | gallery | field | enhance | list | show | pack | measure | probe | check | bench | help) exec "$terrella" "$@" ;;
esac
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    code=0
    "$terrella" "$@" || code=$?
    [ $code = 4 ] || exit $code # 4: a display that is not there, or has no OpenGL
fi

echo "No display here: rendering a picture and exporting a texture set instead of opening the window."
# Options that only one of the two has go to that one.
world=${world:-earthlike} folder=out size=(--size 2048) for_picture=() for_textures=()
while [ $# -gt 0 ]; do
    option=("$1")
    if has_value "$1"; then
        [ $# -gt 1 ] || exec "$terrella" "$@" # which says that the value is missing
        option=("$1" "$2")
    fi
    shift ${#option[@]}
    value=${option[1]:-${option[0]#*=}}
    case ${option[0]} in
    "$world" | --) ;;
    -o | --output | --output=*) folder=$value ;;
    --size | --size=*) case $value in *x*) for_picture+=(--size "$value") ;; *) size=(--size "$value") ;; esac ;;
    --camera* | --sun* | --exposure* | --time* | --frames* | --no-clouds) for_picture+=("${option[@]}") ;;
    --maps* | --format* | --name* | --seeds*) for_textures+=("${option[@]}") ;;
    *) for_picture+=("${option[@]}") for_textures+=("${option[@]}") ;;
    esac
done
name=$(basename "$world")
name=${name%.*}
mkdir -p "$folder"
"$terrella" render "$world" -o "$folder/$name.png" "${for_picture[@]}"
"$terrella" export "$world" -o "$folder/$name" "${size[@]}" "${for_textures[@]}"
echo "All of it is in $folder/"
