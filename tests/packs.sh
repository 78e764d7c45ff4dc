#!/usr/bin/env bash
# Packs: `terrella pack`, what opens them, equal bytes, and hostile archives.
# ctest: COST 3
set -uo pipefail
source "${SOURCE_DIR:?}/tests/expect.sh"
cd "$work" || exit 1

mkdir -p here/below && cd here || exit 1
"$TERRELLA" field fractal --size 64 -q -o relief.png && cp relief.png below/fog.png || fail "no picture to work with"
"$TERRELLA" show barren -q --map height=relief.png --set 'maps.fog={"name":"fog","file":"below/fog.png"}' >mine.json ||
    fail "no recipe to work with"
expect 0 "" pack mine.json -o ../mine.terrella
"$TERRELLA" export mine.json --size 64 -q -o set || fail "export of the recipe"
touch -d 2001-01-01 relief.png
TZ=Asia/Tokyo expect 0 "" pack mine.json -o ../again.terrella
cd .. && cmp mine.terrella again.terrella || fail "equal worlds give other bytes"
python3 - <<'PYTHON' || fail "another program reads the pack differently"
import zipfile
with zipfile.ZipFile("mine.terrella") as pack:
    assert pack.testzip() is None
    assert pack.namelist() == ["recipe.json", "relief.png", "below/fog.png"], pack.namelist()
    assert pack.read("relief.png") == open("here/relief.png", "rb").read()
PYTHON

# It opens without the pictures, and from any folder; packing it again gives the same.
mkdir there && mv mine.terrella there && mv here away
expect 0 "" show there/mine.terrella
expect 0 "" pack there/mine.terrella -o again.terrella
cmp again.terrella there/mine.terrella || fail "packing a pack changes it"
"$TERRELLA" export there/mine.terrella --size 64 -q -o set || fail "export of the pack"
for map in albedo height normal; do
    cmp set/*_$map.png away/set/*_$map.png || fail "$map from the pack differs"
done
[ "$(find . -newer again.terrella -name relief.png)" = "" ] || fail "something was unpacked"
expect 3 "a share link cannot carry pictures" show there/mine.terrella --link
expect 0 "" pack inferno -o plain.terrella # a world without pictures
expect 0 "" show plain.terrella
expect 2 "this world is not a file, so its pack has no name: give -o FILE" pack inferno
expect 2 "needs a world" pack
expect 0 "" pack away/mine.json # beside the recipe
cmp away/mine.terrella there/mine.terrella || fail "the pack without -o differs"
expect 5 "away/mine.terrella is there already; -o away/mine.terrella replaces it" pack away/mine.json
expect 5 "is there already" pack there/mine.terrella # itself
expect 0 "" pack barren --map height=away/relief.png -o mapped.terrella
expect 0 "" show mapped.terrella
expect 5 "a file is in the way" pack there/mine.terrella -o there/mine.terrella/again.terrella
expect 0 "" pack there/mine.terrella -o new/deep/mine.terrella
mkdir lost && cp away/mine.json lost
expect 3 "'lost/relief.png' cannot be read" pack lost/mine.json -o x.terrella
[ ! -e x.terrella ] || fail "a pack remains of a failure"

# Archives of a stranger.
python3 - <<'PYTHON' || fail "no hostile archives"
import json, struct, zipfile
recipe = zipfile.ZipFile("there/mine.terrella").read("recipe.json")
relief = open("away/relief.png", "rb").read()
small = b'{"type": "barren"}'

def make(name, entries, how=zipfile.ZIP_STORED):
    with zipfile.ZipFile(name + ".terrella", "w", how) as pack:
        for entry, content in entries:
            pack.writestr(entry, content)

def link(name):
    entry = zipfile.ZipInfo(name)
    entry.create_system, entry.external_attr = 3, 0o120777 << 16
    return entry

import warnings
warnings.simplefilter("ignore")
make("up", [("recipe.json", small), ("../up.png", b"x")])
make("root", [("recipe.json", small), ("/etc/up.png", b"x")])
make("drive", [("recipe.json", small), ("c:up.png", b"x")])
make("link", [("recipe.json", small), (link("up.png"), b"/etc/hostname")])
make("twice", [("recipe.json", small), ("recipe.json", small)])
make("many", [("recipe.json", small)] + [(str(i), b"") for i in range(256)])
make("bomb", [("recipe.json", small), ("zeros", bytes(70 << 20))], zipfile.ZIP_DEFLATED)
make("lzma", [("recipe.json", small), ("zeros", bytes(70000))], zipfile.ZIP_LZMA)
make("empty", [("relief.png", relief)])
make("without", [("recipe.json", recipe), ("relief.png", relief)])
make("other", [("recipe.json", recipe), ("relief.png", relief + b"x"), ("below/fog.png", relief)])
make("folder", [("recipe.json", recipe), ("below/", b""), ("relief.png", relief), ("below/fog.png", relief)],
     zipfile.ZIP_DEFLATED)
make("wrong", [("recipe.json", b"{]")])
make("large", [("recipe.json", small + b" " * (5 << 20))])
whole = bytearray(open("plain.terrella", "rb").read())
open("cut.terrella", "wb").write(whole[:-30])
flipped = bytearray(whole)
flipped[60] ^= 1 # in the content
open("flipped.terrella", "wb").write(flipped)
locked = bytearray(whole)
for mark, flags in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
    locked[locked.index(mark) + flags] |= 1
open("locked.terrella", "wb").write(locked)
end = whole.rindex(b"PK\5\6")
wide = whole[:end] + b"PK\6\6" + bytes(52) + struct.pack("<4sIQI", b"PK\6\7", 0, end, 1) + whole[end:]
open("wide.terrella", "wb").write(wide)
PYTHON
expect 3 "'../up.png' is not a path below a folder" show up.terrella
expect 3 "is not a path below a folder" show root.terrella
expect 3 "is not a path below a folder" show drive.terrella
expect 3 "'up.png' is a link or a device" show link.terrella
expect 3 "'recipe.json' is there twice" show twice.terrella
expect 3 "has 257 entries, but at most 256" show many.terrella
expect 3 "compressed by more than a factor of 100" show bomb.terrella
expect 3 "compressed in another way than Deflate" show lzma.terrella
expect 3 "'recipe.json' is missing" show empty.terrella
expect 3 "'below/fog.png' is missing" show without.terrella
expect 3 "maps.height.sha256: the file has changed" show other.terrella
expect 0 "" show folder.terrella
expect 3 "wrong.terrella:1:2" show wrong.terrella
expect 3 "'recipe.json' is too large" show large.terrella
expect 3 "damaged or incomplete" show cut.terrella
expect 3 "damaged" show flipped.terrella
expect 3 "is encrypted" show locked.terrella
expect 3 "ZIP64" show wide.terrella

[ $failures = 0 ]
