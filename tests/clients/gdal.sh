#!/usr/bin/env bash
# GDAL reads the maps of --target gis with the right georeference on a sphere, and heights in metres.
source "${SOURCE_DIR:?}/tests/clients/clients.sh"
needs gdalinfo gdal-bin
make_set gis earthlike 1024
for map in gis/earthlike*.png; do
    gdalinfo "$map" >info 2>&1 || fail "gdalinfo $map: $(cat info)"
    grep -qE '^Upper Left +\(-180\.0+, +90\.0+\)' info && grep -qE '^Lower Right +\( *180\.0+, +-90\.0+\)' info ||
        fail "$map has a wrong georeference: $(grep -E '^(Upper|Lower)' info)"
done
gdalinfo -stats gis/earthlike_height.png >info 2>&1
grep -qi 'Unit Type: m' info || fail "heights are not in metres: $(cat info)"
python3 - info gis/earthlike.manifest.json <<'PYTHON' || fail "heights differ from the manifest's"
import json, re, sys
info, manifest = open(sys.argv[1]).read(), json.load(open(sys.argv[2]))
offset, scale = (float(x) for x in re.search(r"Offset: (\S+), +Scale:(\S+)", info).groups())
metres = manifest["maps"]["height"]["metres"]
sys.exit(abs(offset - metres["minimum"]) > 0.01 or abs(offset + 65535 * scale - metres["maximum"]) > 0.01)
PYTHON
finish "$(ls gis/earthlike*.png | wc -l) maps lie from -180, 90 to 180, -90, heights are in metres"
