#!/usr/bin/env bash
# Khronos' reference compiler accepts all shaders, in all variants that paint the golden views, as GLSL for
# OpenGL and as GLSL ES for WebGL in pages. The list comes from OpenGL (test_render_views), so this test also
# reports shaders and variants that no view uses.
# ctest: DEPENDS test_render_views
set -euo pipefail
cd "${BUILD_DIR:?}/tests"

command -v glslangValidator >/dev/null || { echo "glslangValidator is missing (Debian package: glslang-tools)"; exit 77; }
[ -d views/shaders ] || { echo "test_render_views left no shaders"; exit 77; }

failures=0
fail() { echo "FAILED: $*" && failures=$((failures + 1)); }
cd views/shaders

# ---- all shaders compile, and the stages of a program link --------------------------------------------
programs=$(printf '%s\n' * | cut -d- -f1 | sort -u)
for program in $programs; do
    glslangValidator -l "$program"-* >../log || fail "$(cat ../log)"
done

# ---- as GLSL ES 3.00, joined as in a page (src/export/targets/web.js) ------------------------------------
page() { cat "$SOURCE_DIR/src/export/targets/web.glsl" && tail -n +2 "$1"; }
joined=$(mktemp -d)
tiles=0 # variants for three.js
trap 'rm -rf "$joined"' EXIT
for program in $programs; do
    for file in "$program"-*; do
        [ "${file#*-}" = shadow.frag ] && continue
        page "$file" >"$joined/$file"
        [ "${file##*.}" = vert ] && continue
        tail -n +2 "$program-shadow.frag" >>"$joined/$file"
        if grep -qx '#define AIR' "$file" && grep -qx '#define EDGE' "$file"; then
            sed 's/^#define AIR$/&\n#define BEHIND/' "$joined/$file" >"$joined/behind.frag"
            (cd "$joined" && glslangValidator behind.frag >log) || fail "BEHIND of $file: $(cat "$joined/log")"
        fi
        [ "${file#*-}" = planet.frag ] || continue
        define=TILE
        if grep -qx '#define SKY' "$file"; then define=FAR; elif grep -qE '^#define (EDGE|MESH|NEAR|DETAIL|HORIZONS)$' "$file"; then continue; fi
        sed "1a #define $define" "$joined/$file" >"$joined/three.frag"
        (cd "$joined" && glslangValidator three.frag >log) || fail "$define of $file: $(cat "$joined/log")"
        tiles=$((tiles + 1))
    done
    (cd "$joined" && glslangValidator -l "$program"-* >log) || fail "in WebGL: $(cat "$joined/log")"
done

# ---- views use every shader, and every variant with and without each define ----------------------------
for file in "$SOURCE_DIR"/shaders/*; do
    name=${file##*/}
    compgen -G "*-$name" >/dev/null || fail "no view uses shaders/$name"
    for define in $(sed -nE 's/^#(ifdef|ifndef) ([A-Z_]+).*/\2/p; s/.*defined\(([A-Z_]+)\).*/\1/p' "$file" | sort -u); do
        [[ ! $define =~ ^(GL_ES|BEHIND|TILE|FAR)$ ]] || continue # only in pages and three.js
        grep -qx "#define $define" *-"$name" || fail "no view uses $define of shaders/$name"
        [ -n "$(grep -Lx "#define $define" *-"$name")" ] || fail "all views use $define of shaders/$name"
    done
done

[ $tiles -ge 3 ] || fail "$tiles variants for three.js"
echo "$(wc -w <<<"$programs") programs, $tiles variants for three.js"
[ $failures = 0 ]
