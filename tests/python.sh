#!/usr/bin/env bash
# The Python package: its wheel installs offline and without a compiler into a clean venv and works there without
# numpy; twice the same wheel; with numpy, tests/python and the examples; types.
# ctest: COST 30
set -uo pipefail
source "${SOURCE_DIR:?}/tests/expect.sh"
grep -q '^TR_SANITIZE:[A-Z]*=.' "${BUILD_DIR:?}/CMakeCache.txt" && echo "a sanitized library is not loaded by Python" && exit 77
command -v readelf >/dev/null || { echo "readelf is missing (Debian package: binutils)" && exit 77; }
python= untried=
for candidate in python3 /usr/bin/python3; do
    "$candidate" -c 'import ensurepip, numpy, pytest' 2>/dev/null && python=$(command -v "$candidate") && break
done
[ -n "$python" ] || { echo "not run: Python packages are missing (Debian packages: python3-numpy, python3-pytest, python3-venv)" && exit 77; }
export PYTHONDONTWRITEBYTECODE=1 PYTHONNOUSERSITE=1
unset PYTHONPATH PYTHONHOME LD_LIBRARY_PATH
cd "$work" || exit 1

# ---- the wheel ------------------------------------------------------------------------------------
library=$(readlink -f "$BUILD_DIR/libterrella.so")
echo "licence texts" >licences
wheel=$("$python" "$SOURCE_DIR/packaging/wheel.py" "$library" first licences 2>log) || fail "wheel.py: $(cat log)"
again=$(TZ=UTC-9 "$python" "$SOURCE_DIR/packaging/wheel.py" "$library" second licences 2>log)
cmp "$wheel" "$again" || fail "the second wheel differs from the first"
"$python" -m venv clean && env -i PATH="$PWD/clean/bin" clean/bin/python -m pip install --quiet --no-index --no-cache-dir \
    --disable-pip-version-check "$wheel" >log 2>&1 || fail "pip: $(cat log)"
packages=$(echo clean/lib/python*/site-packages)
[ "$(cat "$packages"/terrella_planets-*.dist-info/LICENSES.txt)" = "licence texts" ] || fail "the wheel lacks licences"
env -i PATH="$PWD/clean/bin" "$PWD/clean/bin/python" "$SOURCE_DIR/tests/python/without_numpy.py" >log 2>&1 || fail "without numpy: $(cat log)"

# The tag says where the library runs.
# tag WANTED WORDS C-CODE: the tag of a library of this code
tag() {
    echo "$3" >needs.c
    cc -shared -fPIC -o libneeds.so needs.c ${4:-} 2>log || { fail "cc: $(cat log)" && return; }
    got=$("$python" "$SOURCE_DIR/packaging/wheel.py" libneeds.so tags 2>log)
    [[ $got == *-py3-none-$1.whl ]] && [[ $(cat log) == *"$2"* ]] || fail "a library of '$3' gets $got, $(cat log)"
}
if command -v cc >/dev/null && [ "$(uname -m)" = x86_64 ]; then
    tag manylinux_2_34_x86_64 "" '#include <stdio.h>
        int f(void) { return puts(""); }'
    tag linux_x86_64 "glibc 2.35" '#include <math.h>
        double f(double x) { return hypot(x, 1); }' -lm
    tag linux_x86_64 "needs libz.so.1" '#include <zlib.h>
        const char *f(void) { return zlibVersion(); }' -lz
fi
printf MZ >terrella.dll
[[ $("$python" "$SOURCE_DIR/packaging/wheel.py" terrella.dll tags) == *-py3-none-win_amd64.whl ]] || fail "no wheel for Windows"

# ---- with numpy -----------------------------------------------------------------------------------
export PYTHONPATH=$PWD/$packages
"$python" -m pytest -q -p no:cacheprovider --basetemp="$work/pytest" "$SOURCE_DIR/tests/python" >log 2>&1 || fail "pytest: $(tail -n 60 log)"
tail -n 1 log

# run NAME WORDS arguments…: an example, and what it prints
run() {
    local name=$1 words=$2
    shift 2
    "$python" "$SOURCE_DIR/examples/python/$name.py" "$@" >out 2>err && grep -qaE "$words" out || fail "examples/python/$name.py: $(cat err)"
}
run bake_a_map '^P6 64 32 255$' inferno 3 64
[ "$(wc -c <out)" = $((13 + 64 * 32 * 3)) ] || fail "bake_a_map.py writes $(wc -c <out) bytes"
run height_map '^[0-9.]+ % of the planet is land$' relief.pgm
[ "$(head -c 15 relief.pgm)" = "P5 1024 512 255" ] || fail "height_map.py writes no picture"
run export_for_godot 'inferno-3-.*\.tscn$' godot 64
[ -s godot/inferno-3-*.manifest.json ] || fail "export_for_godot.py writes no set"
run many_seeds '^seed [12]: [0-9]+ % land$' 2
run your_own_map '^on the ring: [0-9]+ m; north of it: -[0-9]+ m$' mine
for example in "$SOURCE_DIR"/examples/python/*.py; do
    grep -q "^run $(basename "$example" .py) " "$SOURCE_DIR/tests/python.sh" || fail "$example is not tried"
done

# ---- types and documents --------------------------------------------------------------------------
if "$python" -c 'import mypy' 2>/dev/null; then
    "$python" -m mypy --strict --cache-dir "$work/mypy" "$SOURCE_DIR/bindings/python/terrella_planets" >log 2>&1 || fail "mypy: $(cat log)"
else
    untried="types (Debian package: mypy)"
fi
page=$SOURCE_DIR/docs/manual/python.md
awk '/^```python$/ { inside = 1; next } /^```$/ { if (inside) print ""; inside = 0 } inside' "$page" "$SOURCE_DIR/bindings/python/README.md" >page.py
[ "$(wc -l <page.py)" -gt 20 ] && "$python" page.py >out 2>&1 || fail "the programs of $page: $(cat out)"

[ $failures = 0 ] || exit 1
[ -z "$untried" ] || { echo "not tested: $untried" && exit 77; }
echo "the Python package works"
