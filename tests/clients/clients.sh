# Helpers for tests with other programs, which source this file. Their tools, sets and pictures stay in a folder
# of the build for inspection (its path: $work). All planets are upright, so that every program uses the same
# camera.
# shellcheck shell=bash
set -uo pipefail

tests=${SOURCE_DIR:?}/tests/clients
work=${BUILD_DIR:?}/clients
mkdir -p "$work"
cd "$work" || exit 1
failures=0
fail() { echo "FAILED: $*" && failures=$((failures + 1)); }
# not_run WHY: ends the test.
not_run() { echo "$*" && exit 77; }
needs() { command -v "$1" >/dev/null || not_run "$1 is missing (Debian package: $2)"; }

# The tested worlds. arguments_of WORLD: its arguments for terrella. distance_of WORLD: the distance of the
# camera, in radii.
worlds="earthlike ringed inferno asteroid"
arguments_of() {
    case $1 in
    ringed) echo "gas-giant --seed 2 --set tilt_deg=0 --set rings.opacity=0.8" ;;
    *) echo "$1 --seed 1 --set tilt_deg=0" ;;
    esac
}
distance_of() { [ "$1" = ringed ] && echo 6 || echo 3.2; }

# make_set TARGET WORLD SIZE [NAME OPTION …]: a set in the folder TARGET, named after the world.
make_set() {
    # shellcheck disable=SC2046
    "${TERRELLA:?the path of the executable}" export $(arguments_of "$2") --target "$1" --size "$3" --name "${4:-$2}" "${@:5}" --quiet \
        -o "$work/$1" >/dev/null 2>log || fail "export $2 --target $1: $(cat log)"
}

# make_picture WORLD SUN: Terrella's picture in WORLD.png, with the sun in that direction (right, up, towards
# the viewer).
make_picture() {
    # shellcheck disable=SC2046
    "$TERRELLA" render $(arguments_of "$1") --size 420x420 --camera "12,0,$(distance_of "$1")" --sun "$2" --quiet \
        -o "$work/$1.png" >/dev/null 2>log || fail "render $1: $(cat log)"
}

# install_from_npm: installs the packages of package.json into this folder, once.
install_from_npm() {
    needs node nodejs
    needs npm npm
    cmp -s "$tests/package.json" package.json && [ -d node_modules ] && return
    cp "$tests/package.json" . && npm install --no-audit --no-fund --silent >log 2>&1 ||
        { rm -f package.json && not_run "npm cannot install the packages: $(tail -n 1 log)"; }
}

# compare NAME WORLD LEAST MARGIN: the picture NAME.png agrees with Terrella's of the world, and not with its
# mirror image.
compare() {
    NODE_PATH=$work/node_modules node "$tests/compare.cjs" "$2.png" "$1.png" "beside-$1.png" "$(distance_of "$2")" "$3" "$4" ||
        fail "$1 differs from Terrella's picture: $work/beside-$1.png"
}

finish() {
    [ $failures = 0 ] && echo "$* (in $work)"
    exit $((failures > 0))
}
