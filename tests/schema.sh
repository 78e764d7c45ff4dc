#!/usr/bin/env bash
# scenes/scene.schema.json is generated from the parameter tables, and the files conform to it.
set -uo pipefail
. "$(dirname "$0")/expect.sh"
schema=${SOURCE_DIR:?}/scenes/scene.schema.json

expect 0 "" list schema
mkdir "$work/made" && mv "$work/out" "$work/made/schema.json"
cmp -s "$work/made/schema.json" "$schema" || fail "parameters, types or their knobs have changed: terrella list schema >scenes/scene.schema.json"
for file in "$SOURCE_DIR"/scenes/*.json; do
    [ "$file" = "$schema" ] || grep -q '^  "$schema": "scene.schema.json",$' "$file" || fail "$file has no line '  \"\$schema\": \"scene.schema.json\",'"
    [ "$file" = "$schema" ] || expect 0 "" show "$file"
done
for file in "$SOURCE_DIR"/scenes/types/*.json; do
    grep -q '^  "$schema": "../scene.schema.json",$' "$file" || fail "$file has no line '  \"\$schema\": \"../scene.schema.json\",'"
done
for type in earthlike inferno gas-giant; do "$TERRELLA" show $type >"$work/$type.json"; done
"$TERRELLA" show home >"$work/home.json"

python3 -W ignore -c 'import jsonschema' 2>/dev/null || {
    echo "not run: checks of files with the schema (Debian package: python3-jsonschema)"
    [ $failures = 0 ] && exit 77
    exit 1
}
# Manifests of all kinds of planets conform to their schema, and their hashes are those of the files.
expect 0 "" list manifest
mv "$work/out" "$work/made/manifest.json"
everything=albedo,height,normal,orm,mesh,occlusion,roughness,metal,maskmap,sea,depth,normal_object,biome
expect 0 "" export earthlike --set layers.land.cells=48 --size 64 --maps $everything -o "$work/sets"
expect 0 "" export inferno --size 64 --format r32f -o "$work/sets"
expect 0 "" export gas-giant --set warps.winds.cells=32 --set rings.opacity=0.8 --size 64 --maps albedo,orm,rings,wind -o "$work/sets"
expect 0 "" export asteroid --size 64 --format jpg -o "$work/sets"
expect 0 "" field fractal --size 64 -o "$work/relief.png"
expect 0 "" export asteroid --map any:fog="$work/relief.png" --size 64 --maps albedo -o "$work/sets" # own_maps
expect 0 "" export terraformed --size 64 --format hdr -o "$work/sets"
expect 0 "" export toxic --projection cube --size 32 --name faces -o "$work/sets"
expect 0 "" export toxic --projection cube-cross --size 32 --name cross -o "$work/sets"
expect 2 "has no sea" export barren --size 64 --maps sea -o "$work/sets"
expect 2 "has no winds" export barren --size 64 --maps wind -o "$work/sets"
expect 2 "has no climate" export gas-giant --size 64 --maps biome -o "$work/sets"
python3 -W ignore - "$work/made/manifest.json" "$work"/sets/*.manifest.json <<'PYTHON' || fail "manifests and their schema do not agree"
import hashlib, json, os, sys
from jsonschema import Draft7Validator
schema = json.load(open(sys.argv[1]))
Draft7Validator.check_schema(schema)
validator, wrong = Draft7Validator(schema), 0
def check(path, manifest):
    errors = [error.message[:200] for error in validator.iter_errors(manifest)]
    if errors:
        print(os.path.basename(path), *errors)
    return len(errors)
seas = {}
for path in sys.argv[2:]:
    manifest = json.load(open(path))
    wrong += check(path, manifest)
    seas[manifest["type"]] = manifest.get("sea", {}).get("liquid")
    parts = [*manifest["maps"].values(), *(manifest[key] for key in ("rings", "mesh") if key in manifest)]
    for part in [whole | face for whole in parts for face in whole.get("files", [whole])]:
        data = open(os.path.join(os.path.dirname(path), part["file"]), "rb").read()
        if hashlib.sha256(data).hexdigest() != part["sha256"]:
            print(part["file"], "has another hash"); wrong += 1
        if "encoding" in part and "raw" in part["encoding"] and len(data) != part["width"] * part["height"] * part["bits"] // 8:
            print(part["file"], "has another size"); wrong += 1
if seas != {"earthlike": "water", "inferno": "lava", "gas-giant": None, "asteroid": None, "toxic": "acid", "terraformed": "water"}:
    print("seas:", seas); wrong += 1
for key, value in (("format", 1), ("sea", {}), ("maps", {"x": {}}), ("sea_level_m", 0)):
    if validator.is_valid({**manifest, key: value}):
        print("the schema lets pass", key, value); wrong += 1
sys.exit(wrong != 0)
PYTHON
python3 -W ignore - "$work/made/schema.json" "$work"/*.json "$SOURCE_DIR"/scenes/[!s]*.json "$SOURCE_DIR"/scenes/system.json \
    "$SOURCE_DIR"/scenes/types/*.json <<'PYTHON' || fail "the schema and the files do not agree"
import json, sys
from jsonschema import Draft7Validator
schema = json.load(open(sys.argv[1]))
Draft7Validator.check_schema(schema)
validator, wrong = Draft7Validator(schema), 0

for path in sys.argv[2:]:
    for error in validator.iter_errors(json.load(open(path))):
        print(f"{path}: {'.'.join(map(str, error.absolute_path))}: {error.message[:200]}")
        wrong += 1

refused = [
    '{"noisines": 1}', '{"noisiness": 9}', '{"noisiness": "much"}', '{"seed": -1}', '{"seed": 1.5}',
    '{"seed": {"range": [1, 9]}}',
    '{"orbit": {}}', '{"format": 2}', '{"air": {"colour": "red"}}', '{"noisiness": {"range": [1]}}',
    '{"noisiness": {"range": [1, 2], "chose": []}}', '{"layers": [{"field": "fractal"}]}',
    '{"layers": [{"name": "a", "field": "fractl"}]}', '{"layers": [{"name": "a", "octaves": {"knob": "loud"}}]}',
    '{"layers": [{"name": "a", "curve": [[0, 1, 2]]}]}', '{"albedo": [{"name": "a", "stops": [[0, "12345"]]}]}',
    '{"roughness": [{"name": "a", "stops": [[0, 2]]}]}', '{"planets": []}', '{"planets": [{"type": "ice"}]}',
    '{"planets": [{"name": "a", "orbit": {"eccentricity": 1}}]}', '{"planets": [{"name": "a"}], "star": {"kelvin": -5}}',
    '{"planets": [{"name": "a"}], "seed": 3}', '{"planets": [{"name": "a", "locked": 1}]}', '{"pixels": 0}']
for text in refused:
    if validator.is_valid(json.loads(text)):
        print("the schema lets pass", text)
        wrong += 1
accepted = [
    '{}', '{"pixels": 1}', '{"$schema": "x", "type": "inferno", "seed": 7, "noisiness": {"range": [0, 1], "by": "b"}}',
    '{"planets": [{"name": "a", "orbit": {"around": "b", "phase_deg": {"range": [0, 360]}}, "day_h": 10}]}',
    '{"layers": [{"name": "a", "octaves": {"knob": "octaves", "plus": 2}, "curve": [[0, 0], [1, 1]]}]}',
    '{"albedo": [{"name": "a", "stops": {"choose": [[[0, "102030"]], [[0, "#405060"], [1, "ffffff"]]]}}]}']
for text in accepted:
    for error in validator.iter_errors(json.loads(text)):
        print("the schema refuses", text, error.message[:200])
        wrong += 1
sys.exit(wrong > 0)
PYTHON
[ $failures = 0 ] && echo "the schema agrees with the tables, and all files conform to it"
[ $failures = 0 ]
