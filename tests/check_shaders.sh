#!/usr/bin/env bash
# Khronos' reference compiler takes all shaders, in all variants that the golden views are painted with. OpenGL
# itself lists them (test_render_views): so this also tells which shaders and variants no view shows.
# ctest: DEPENDS test_render_views
set -euo pipefail
cd "${BUILD_DIR:?}/tests"

command -v glslangValidator >/dev/null || { echo "glslangValidator is missing (Debian package: glslang-tools)"; exit 77; }
[ -d views/shaders ] || { echo "test_render_views left no shaders"; exit 77; }

failures=0
fail() { echo "FAILED: $*" && failures=$((failures + 1)); }
cd views/shaders

# ---- they compile, and the stages of a program fit together -------------------------------------------
programs=$(printf '%s\n' * | cut -d- -f1 | sort -u)
for program in $programs; do
    glslangValidator -l "$program"-* >../log || fail "$(cat ../log)"
done

# ---- every shader is there, every variant with and without ---------------------------------------------
for file in "$SOURCE_DIR"/shaders/*; do
    name=${file##*/}
    compgen -G "*-$name" >/dev/null || fail "no view is painted with shaders/$name"
    for define in $(sed -nE 's/^#(ifdef|ifndef) ([A-Z_]+).*/\2/p; s/.*defined\(([A-Z_]+)\).*/\1/p' "$file" | sort -u); do
        grep -qx "#define $define" *-"$name" || fail "no view is painted with $define of shaders/$name"
        [ -n "$(grep -Lx "#define $define" *-"$name")" ] || fail "all views are painted with $define of shaders/$name"
    done
done

echo "$(wc -w <<<"$programs") programs"
[ $failures = 0 ]
