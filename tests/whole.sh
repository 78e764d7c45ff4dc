#!/usr/bin/env bash
# terrella check from the command line: complete sets, faults of others, JSON, errors. The next export also
# clears files of a killed one.
set -uo pipefail
source "${SOURCE_DIR:?}/tests/expect.sh"
set=$work/set
# says TEXT: on standard output.
says() { grep -qF -- "$1" "$work/out" || fail "check does not say '$1' but: $(cat "$work/out" "$work/err")"; }

expect 0 "" export terraformed --size 64 --target godot -o "$set" --quiet
expect 0 "" export inferno --size 64 --maps albedo,height -o "$set" --quiet
expect 0 "" check "$set"
says "inferno-1.manifest.json: whole, 2 files"
says "terraformed-1.manifest.json: whole, 16 files"
expect 0 "" check "$set/inferno-1.manifest.json"
[ "$(wc -l <"$work/out")" = 1 ] || fail "check of one manifest reports others: $(cat "$work/out")"
(cd "$set" && "$TERRELLA" check inferno-1.manifest.json >"$work/out") || fail "check of a manifest in the folder where it is"
expect 0 "" check "$set" --quiet
[ ! -s "$work/out" ] || fail "check --quiet prints a message"

# An engine adds its ids to import settings: the set still passes, and the next export keeps them.
for settings in "$set"/*.import; do
    printf '[remap]\nuid="uid://%s"\n' "${settings##*/}" >"$settings"
done
expect 0 "" check "$set"
expect 0 "kept the engine's import settings of 7 files" export terraformed --size 128 --target godot -o "$set" --quiet
for settings in "$set"/*.import; do
    grep -q uid:// "$settings" || fail "$settings is replaced"
done
expect 0 "" check "$set"
expect 0 "" export terraformed --size 64 --target godot -o "$set" --quiet

printf x >>"$set/terraformed-1.tres"
expect 3 "1 fault found" check "$set"
says "terraformed-1.tres: "
says "bytes, not"
says "terraformed-1.manifest.json: not whole"
says "inferno-1.manifest.json: whole"
printf '\x7f' | dd of="$set/inferno-1_albedo.png" bs=1 seek=300 conv=notrunc status=none
rm "$set/inferno-1_height.png"
expect 3 "2 faults found" check "$set/inferno-1.manifest.json"
says "inferno-1_albedo.png: differs from what was written"
says "inferno-1_height.png: missing"
expect 3 "" check "$set" --json
python3 - "$work/out" <<'PYTHON' || fail "check --json: $(cat "$work/out")"
import json, sys
lines = [json.loads(line) for line in open(sys.argv[1])]
assert [line.get("whole") for line in lines if "manifest" in line] == [False, False], lines
assert sorted(line["what"][:7] for line in lines if "what" in line)[1:] == ["differs", "missing"], lines
PYTHON
expect 5 "inferno-1_albedo.png: cannot write: this file was changed" export inferno --size 64 --maps albedo,height -o "$set" --quiet
expect 0 "" export inferno --size 64 --maps albedo,height -o "$set" --quiet --force
expect 0 "" check "$set/inferno-1.manifest.json"

# A process that waits for another one to finish writing can be stopped.
flock "$set" sleep 20 &
holder=$!
until ! flock -n "$set" true; do sleep 0.01; done
interrupt INT export inferno --size 64 --maps albedo,height -o "$set" --quiet
kill $holder
expect 0 "" check "$set/inferno-1.manifest.json"

# Manifests are not trusted.
sed 's/"inferno-1_albedo.png"/"..\/..\/etc\/passwd"/' "$set/inferno-1.manifest.json" >"$set/x.manifest.json"
expect 3 "" check "$set/x.manifest.json"
says "names a file that is not in its folder"
echo '{"generator": "other"}' >"$set/x.manifest.json"
expect 3 "" check "$set/x.manifest.json"
says "not a manifest of Terrella"
rm "$set/x.manifest.json"

# A manifest without the hashes of its format was edited.
lacks() { # PYTHON: statements that change the manifest m of the set
    python3 -c 'import json, sys
m = json.load(open(sys.argv[1]))
exec(sys.argv[2])
json.dump(m, open(sys.argv[3], "w"))' "$set/inferno-1.manifest.json" "$1" "$set/x.manifest.json"
}
lacks 'del m["maps"]["albedo"]["sha256"]'
expect 3 "1 fault found" check "$set/x.manifest.json"
says "inferno-1_albedo.png: its hash is missing in the manifest"
lacks 'm["maps"] = {}'
expect 3 "1 fault found" check "$set/x.manifest.json"
says "x.manifest.json: names no files"
lacks 'm["format"] = 3'
expect 3 "1 fault found" check "$set/x.manifest.json"
says "x.manifest.json: its format is not the one"
rm "$set/x.manifest.json"

# Tiles: a list has their hashes, in the format of sha256sum.
expect 0 "" export inferno --projection tiles --tile 256 --size 2048 --maps albedo -o "$work/tiles" --quiet
expect 0 "" check "$work/tiles"
says "whole, 31 files"
(cd "$work/tiles" && sha256sum --check --strict --quiet inferno-1.sha256) || fail "sha256sum does not accept the list"
[ "$(cut -d ' ' -f 3 "$work/tiles/inferno-1.sha256" | sort)" = "$(cd "$work/tiles" && find inferno-1 -type f | sort)" ] || fail "the list and the folder have different files"
cp "$work"/tiles/inferno-1/albedo/pos_x/1/{0_0,1_1}.png # a valid tile, but another one
expect 3 "1 fault found" check "$work/tiles"
says "pos_x/1/1_1.png: differs from what was written"
expect 5 "1_1.png: cannot write: this tile is not what" export inferno --projection tiles --tile 256 --size 2048 --maps albedo -o "$work/tiles" --quiet
rm "$work/tiles/inferno-1/albedo/pos_x/1/1_1.png"
expect 0 "" export inferno --projection tiles --tile 256 --size 2048 --maps albedo -o "$work/tiles" --quiet
expect 0 "" check "$work/tiles"
sed -i '3s/^./x/' "$work/tiles/inferno-1.sha256"
expect 3 "1 fault found" check "$work/tiles"
says "inferno-1.sha256: differs from what was written"
mkdir "$work/before" # without a list: the checksums in the pictures are verified
cp -r "$work/tiles/inferno-1" "$work/before"
python3 - "$work" <<'PYTHON'
import json, sys
manifest = json.load(open(f"{sys.argv[1]}/tiles/inferno-1.manifest.json"))
del manifest["tiles"]["hashes"]
json.dump(manifest, open(f"{sys.argv[1]}/before/x.manifest.json", "w"))
PYTHON
expect 3 "1 fault found" check "$work/before/x.manifest.json"
says "its hash is missing in the manifest"
expect 0 "" export inferno --projection tiles --tile 256 --size 2048 --maps albedo -o "$work/tiles" --quiet
expect 0 "" check "$work/tiles"
rm "$work"/tiles/inferno-1/albedo/neg_x/1/0_0.png
tile=$work/tiles/inferno-1/albedo/pos_y/0/0_0.png
printf '%s' "$(head -c 4 "$tile" | wc -c)tile" | dd of="$tile" bs=1 seek=2000 conv=notrunc status=none
expect 3 "2 faults found" check "$work/tiles"
says "neg_x/1/0_0.png: missing"
says "pos_y/0/0_0.png: differs from what was written"
expect 5 "0_0.png: cannot write: this tile is not what" export inferno --projection tiles --tile 256 --size 2048 --maps albedo -o "$work/tiles" --quiet
rm "$tile"
expect 0 "" export inferno --projection tiles --tile 256 --size 2048 --maps albedo -o "$work/tiles" --quiet
expect 0 "" check "$work/tiles"
printf '%s' "$(head -c 4 "$tile" | wc -c)tile" | dd of="$work/before/${tile#"$work/tiles/"}" bs=1 seek=2000 conv=notrunc status=none
expect 3 "2 faults found" check "$work/before/x.manifest.json"
says "pos_y/0/0_0.png: damaged"

# A small manifest can declare hundreds of millions of tiles. Not all of them are looked up.
mkdir "$work/many"
python3 - "$work" <<'PYTHON'
import glob, json, sys
manifest = json.load(open(glob.glob(f"{sys.argv[1]}/tiles/*.manifest.json")[0]))
tile = manifest["maps"]["albedo"]
manifest["tiles"]["levels"], manifest["maps"] = 11, {f"m{i}": tile for i in range(100)}
json.dump(manifest, open(f"{sys.argv[1]}/many/x.manifest.json", "w"))
PYTHON
"$TERRELLA" check "$work/many" >"$work/out" 2>"$work/err"
code=$?
[ $code = 3 ] || fail "millions of missing tiles: exit $code"
says "or many more"

# A killed export: its temporary files are reported, and the next export clears them.
mkdir "$work/killed"
(exec "$TERRELLA" export earthlike --size 4096 --threads 1 -o "$work/killed" --quiet 2>/dev/null) &
job=$!
for ((k = 0; k < 200; k++)); do
    [ "$(find "$work/killed" -name '*.part' | wc -l)" -lt 5 ] || break
    sleep 0.05
done
kill -KILL $job
wait $job 2>/dev/null
[ "$(find "$work/killed" -name '*.part' | wc -l)" -ge 5 ] || fail "the killed export left: $(ls -a "$work/killed")"
expect 3 "there is no set in this folder" check "$work/killed"
says "left by a killed export"
expect 0 "" export inferno --size 64 --maps albedo -o "$work/killed" --quiet
[ "$(ls -A "$work/killed" | tr '\n' ' ')" = "inferno-1.manifest.json inferno-1_albedo.png " ] || fail "the next export leaves: $(ls -A "$work/killed")"

expect 2 "needs a folder or a manifest" check
expect 2 "one folder at a time" check a b
expect 3 "cannot look into the folder" check "$work/none"
expect 3 "there is no set in this folder" check "$work/tiles/inferno-1"

echo "figure: files and arguments rejected/crashed: $rejected/$crashed"
[ $failures = 0 ] && echo "terrella check works"
[ $failures = 0 ]
