#!/usr/bin/env bash
# Places that a recipe names: as GeoJSON (RFC 7946) in a set, turned with the land, in share lines; wrong values; and
# what is said of a sea level that leaves no land.
# ctest: COST 3
set -uo pipefail
source "${SOURCE_DIR:?}/tests/expect.sh"
cd "$work" || exit 1

places=(--set 'places.Oslo={"kind":"city","lat_deg":59.9,"lon_deg":10.7}' --set 'places.Åland'"'"'s top={"kind":"volcano","lat_deg":-5,"lon_deg":170}'
    --set 'places.Pit={"kind":"crater","lat_deg":20,"lon_deg":-30,"radius_km":80,"height_m":1500}'
    --set 'places.Isle={"kind":"island","lat_deg":-40}' --set 'places.Nowhere={"lat_deg":-90,"lon_deg":-180}')
"$TERRELLA" show earthlike "${places[@]}" >mine.json || fail "show"
"$TERRELLA" export mine.json --maps height --size 64 -q -o set || fail "export"
"$TERRELLA" export mine.json --set 'land_turn=[30,0,0]' --maps height --size 64 -q -o turned || fail "export turned"
python3 - <<'PYTHON' || fail "the GeoJSON is not what the recipe says"
import glob, json
def read(folder):
    d = json.load(open(glob.glob(folder + "/*.places.geojson")[0], encoding="utf-8"))
    assert set(d) == {"type", "features"} and d["type"] == "FeatureCollection"
    found = {}
    for f in d["features"]:
        assert set(f) == {"type", "geometry", "properties"} and f["type"] == "Feature"
        assert set(f["geometry"]) == {"type", "coordinates"} and f["geometry"]["type"] == "Point"
        lon, lat = f["geometry"]["coordinates"]
        assert -180 <= lon <= 180 and -90 <= lat <= 90
        found[f["properties"].pop("name")] = (lon, lat, f["properties"])
    return found
set_, turned = read("set"), read("turned")
assert list(set_) == ["Oslo", "Åland's top", "Pit", "Isle", "Nowhere"], set_
assert set_["Oslo"][:2] == (10.7, 59.9) and set_["Oslo"][2]["kind"] == "city"
assert set_["Pit"][2] == {"kind": "crater", "radius_km": 80, "depth_m": 1500}, set_["Pit"]
assert set_["Åland's top"][2]["height_m"] > 1000
assert set_["Nowhere"][2] == {"kind": "name"}
assert abs(turned["Oslo"][0] - 40.7) < 1e-6 and abs(turned["Åland's top"][0] + 160) < 1e-6, turned
listed = json.load(open(glob.glob("set/*.manifest.json")[0], encoding="utf-8"))
assert any(name.endswith(".places.geojson") for name in json.dumps(listed).split('"')), "the manifest lacks it"
PYTHON
"$TERRELLA" export earthlike --maps height --size 64 -q -o none && ! ls none/*.geojson 2>/dev/null || fail "a file without places"

# Share lines hold places.
"$TERRELLA" show mine.json --link >link && "$TERRELLA" show "$(cat link)" >again.json && cmp mine.json again.json || fail "a share line loses places"

# A place that shapes the ground is named as one.
expect 0 "" probe earthlike 10,20 --json --set 'places.Vesuv={"kind":"volcano","lat_deg":10,"lon_deg":20}'
grep -q '"list":"places","name":"Vesuv"' "$work/out" || fail "a volcano is not named: $(grep -o '"list":"[^}]*Vesuv[^}]*' "$work/out")"

# A volcano that stays under water says how high it would have to be, and an island rises from any depth.
deep='places.Deep={"kind":"volcano","lat_deg":8.5,"lon_deg":-77.7}'
expect 0 "m brings it above the sea" \
    probe earthlike --seed 4 8,-77 --set "$deep"
metres=$(grep -o 'a height of [0-9]*' "$work/err" | grep -o '[0-9]*')
expect 0 "" probe earthlike --seed 4 8,-77 --set "$deep" --set "places.Deep.height_m=$metres" --set 'places.Isle={"kind":"island","lat_deg":8.5,"lon_deg":-60}'
! grep -q "under water" "$work/err" || fail "it is under water: $(cat "$work/err")"

expect 2 "places.Oslo.lat_deg" show earthlike --set 'places.Oslo={"lat_deg":91}'
expect 2 "places.Oslo.kind" show earthlike --set 'places.Oslo={"kind":"town"}'
expect 2 "land_turn" show earthlike --set 'land_turn=[400,0,0]'
expect 2 "sea_level_m" show earthlike --set sea_level_m=30000
expect 0 "covers all land" export earthlike --set sea_level_m=20000 --maps height --size 64 -o drowned
expect 0 "sea_level_m changes nothing: this planet has no sea" export arid --set sea_level_m=500 --maps height --size 64 -o moved
expect 0 "sea_level_m changes heights and no colours" export inferno --set sea_level_m=500 --maps height --size 64 -o moved
expect 0 "" export toxic --set sea_level_m=500 --maps height --size 64 -o moved
! grep -q "no colours" "$work/err" || fail "the sea of toxic: $(cat "$work/err")"
expect 0 "land_turn changes nothing: this planet has no continents, own maps, strokes or places" \
    export arid --set 'land_turn=[90,0,0]' --maps height --size 64 -o moved
expect 0 "" export arid --set 'land_turn=[90,0,0]' --maps height --size 64 -o moved \
    --set 'places.x={"kind":"crater","lat_deg":10,"lon_deg":20}'
! grep -q "changes nothing" "$work/err" || fail "a crater turns: $(cat "$work/err")"
expect 0 "leaves no sea" export earthlike --set sea_level_m=-20000 --maps height --size 64 -o dry

[ $failures = 0 ]
