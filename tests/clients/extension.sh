#!/usr/bin/env bash
# The add-on for Blender: it installs from its zip, Add > Mesh > Planet bakes into images, knobs bake again, and all of it
# comes back from a saved file. Twice the same zip.
source "${SOURCE_DIR:?}/tests/clients/clients.sh"
needs blender blender
grep -q '^TR_SANITIZE:[A-Z]*=.' "$BUILD_DIR/CMakeCache.txt" && not_run "a sanitized library is not loaded by Blender"
rm -rf extension && mkdir extension && cd extension || exit 1
wheel=$(python3 "$SOURCE_DIR/packaging/wheel.py" "$(readlink -f "$BUILD_DIR/libterrella.so")" . 2>log) || fail "wheel.py: $(cat log)"
for folder in one two; do
    python3 "$SOURCE_DIR/packaging/extension.py" $folder "$wheel" >zip || fail "extension.py"
done
cmp one/*.zip two/*.zip || fail "the second zip differs from the first"
python3 - "$(cat zip)" <<'END' || fail "the manifest is not valid"
import sys, tomllib, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    manifest = tomllib.loads(archive.read("terrella_planets_addon/blender_manifest.toml").decode())
assert manifest["schema_version"] == "1.0.0" and manifest["version"].count(".") == 2 and manifest["platforms"]
END
BLENDER_USER_CONFIG=$PWD/config BLENDER_USER_SCRIPTS=$PWD/scripts blender -b --factory-startup --python-exit-code 1 \
    -P "$tests/extension.py" -- "$(cat zip)" "$PWD" >log 2>&1 && grep -q '^the add-on works' log ||
    fail "the add-on: $(grep -aE 'Error|error|assert|File ' log | tail -n 5)"
finish "Blender makes planets"
