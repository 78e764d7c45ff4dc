#!/usr/bin/env bash
# Sets for programs whose loaders are public, parsed as those loaders do: grammar, keys, types of numbers, order
# of rows and columns, and meaning of channels. Sources: docs/internals/targets.md.
# ctest: COST 10
set -uo pipefail
source "${SOURCE_DIR:?}/tests/expect.sh"

# A sea, gas without ground, bare ground, and glowing lava, each with a name of one word.
for world in "earthlike --seed 3 --name Sea --set layers.land.cells=48" "gas-giant --set warps.winds.cells=32 --name Giant" "barren --seed 2 --name Dry" \
    "inferno --name Lava"; do
    for target in kopernicus gaiasky; do
        # shellcheck disable=SC2086 # words
        expect 0 "" export $world --size 256 --target $target -o "$work/$target"
    done
    # shellcheck disable=SC2086
    expect 0 "" export $world --size 256 --maps albedo -o "$work/plain"
    # shellcheck disable=SC2086
    [ "${world%% *}" = gas-giant ] || expect 0 "" export $world --size 256 --maps albedo,normal,height -o "$work/plain"
done
expect 0 "" export ecumenopolis --name City --size 1024 --target celestia -o "$work/celestia"
expect 0 "" export ecumenopolis --name City --size 1024 --maps normal -o "$work/plain"
for json in "" --json; do
    # shellcheck disable=SC2086
    expect 0 "" list targets $json
    for loader in Kopernicus/Kopernicus Phantomical/KSPTextureLoader CelestiaProject/Celestia langurmonkey/gaiasky; do
        grep -qE "$loader [0-9a-f]{8}" "$work/out" || fail "list targets $json does not name the version of $loader"
    done
    grep -E 'spaceengine.*by its documentation' "$work/out" >/dev/null || fail "list targets $json: spaceengine"
    ! grep -q "unverified" "$work/out" || fail "list targets $json: unverified"
done

python3 -W ignore - "$work" <<'PYTHON' || fail "a loader reads other values"
import glob, json, math, os, re, struct, sys, zlib
work = sys.argv[1]
wrong = 0
def check(good, *what):
    global wrong
    if not good:
        print(*what); wrong += 1

# ---- pictures ------------------------------------------------------------------------------------

def read_png(path):
    """Rows of tuples of channels, first row north."""
    data, at, packed = open(path, "rb").read(), 8, b""
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + size]
        if kind == b"IHDR":
            width, height, bits, colour = struct.unpack(">IIBB", body[:10])
        packed += body if kind == b"IDAT" else b""
        at += size + 12
    channels, bytes_each = {0: 1, 2: 3, 4: 2, 6: 4}[colour], bits // 8
    step, raw, rows, before = channels * bytes_each, zlib.decompress(packed), [], None
    for y in range(height):
        start = y * (width * step + 1)
        rule, line = raw[start], bytearray(raw[start + 1:start + 1 + width * step])
        for i in range(len(line)):
            a = line[i - step] if i >= step else 0
            b = before[i] if before else 0
            c = before[i - step] if before and i >= step else 0
            p = a + b - c
            nearest = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
            line[i] = (line[i] + (0, a, b, (a + b) // 2, nearest)[rule]) & 255
        before = line
        numbers = struct.unpack(f">{width * channels}{'H' if bits == 16 else 'B'}", bytes(line))
        rows.append([numbers[i:i + channels] for i in range(0, len(numbers), channels)])
    return rows

def colour_block(block):
    """DXT1, and the colours of DXT5."""
    first, second, codes = struct.unpack("<HHI", block)
    wide = lambda c: ((c >> 11) * 255 / 31, (c >> 5 & 63) * 255 / 63, (c & 31) * 255 / 31)
    a, b = wide(first), wide(second)
    mix = lambda t: tuple(x + (y - x) * t for x, y in zip(a, b))
    table = [a, b, mix(1 / 3), mix(2 / 3)] if first > second or len(block) != 8 else [a, b, mix(1 / 2), (0, 0, 0)]
    return [table[codes >> 2 * i & 3] for i in range(16)]

def alpha_block(block):
    a, b, codes = block[0], block[1], int.from_bytes(block[2:8], "little")
    table = [a, b] + ([a + (b - a) * i / 7 for i in range(1, 7)] if a > b else [a + (b - a) * i / 5 for i in range(1, 5)] + [0, 255])
    return [table[codes >> 3 * i & 7] for i in range(16)]

def read_dds(path):
    """All levels as KSPTextureLoader hands them to Unity: rows as they come, of which the first is v = 0."""
    data = open(path, "rb").read()
    magic, size, _, height, width = struct.unpack("<4s4I", data[:20])
    levels, = struct.unpack("<I", data[28:32])
    form_size, flags, code, bits, *masks = struct.unpack("<2I4s5I", data[76:108])
    check(magic == b"DDS " and size == 124 and form_size == 32 and code != b"DX10", path, "header")
    at, all_levels = 128, []
    for level in range(max(levels, 1)):
        w, h = max(width >> level, 1), max(height >> level, 1)
        rows = [[None] * w for _ in range(h)]
        if flags & 4: # four letters: blocks
            bytes_each = {b"DXT1": 8, b"DXT5": 16}[code]
            for y in range(0, h, 4):
                for x in range(0, w, 4):
                    block = data[at:at + bytes_each]
                    at += bytes_each
                    colours = colour_block(block[-8:])
                    alphas = alpha_block(block[:8]) if code == b"DXT5" else [255] * 16
                    for i in range(16):
                        if y + i // 4 < h and x + i % 4 < w:
                            rows[y + i // 4][x + i % 4] = (*colours[i], alphas[i])
        else: # R16: luminance of 16 bits whose mask is all of them
            check(flags & 0x20000 and bits == 16 and masks == [0xffff, 0, 0, 0], path, "is not R16", flags, bits, masks)
            for y in range(h):
                rows[y] = [(number,) for number in struct.unpack_from(f"<{w}H", data, at)]
                at += 2 * w
        all_levels.append(rows)
    check(at == len(data), path, "has", len(data), "bytes, not", at)
    return all_levels

def in_kerbal(rows, latitude, longitude):
    """Where the game looks a place up: KopernicusCBAttributeMapSO and HazardousBody turn longitudes so."""
    width, height = len(rows[0]), len(rows)
    return rows[int((latitude + 90) / 180 * height)][int((450 - longitude) % 360 / 360 * width)]

def in_ours(rows, latitude, longitude):
    width, height = len(rows[0]), len(rows)
    return rows[int((90 - latitude) / 180 * height)][int((longitude + 180) / 360 * width)]

def places(width, step):
    """Middles of texels, of both hemispheres, each quarter and near the poles."""
    for j in range(0, width // 2, step):
        for i in range(0, width, step):
            yield 90 - (j + 0.5) * 360 / width, -180 + (i + 0.5) * 360 / width

def mean(numbers):
    numbers = list(numbers)
    return sum(numbers) / len(numbers)

def like(a, b):
    """Correlation: turned pictures have none."""
    x, y = mean(a), mean(b)
    up = sum((p - x) * (q - y) for p, q in zip(a, b))
    return up / math.sqrt(max(sum((p - x) ** 2 for p in a) * sum((q - y) ** 2 for q in b), 1e-9))

# ---- Kopernicus ----------------------------------------------------------------------------------

KEYS = { # keys of each node for which its loader has a ParserTarget, with their types
    "Body": {"name": str}, "Template": {"name": str, "removeAllPQSMods": bool},
    "Properties": {"radius": float, "geeASL": float, "rotationPeriod": float},
    "Orbit": {"referenceBody": str, "semiMajorAxis": float}, "ScaledVersion": {"type": str},
    "ScaledVersion/Material": {"specColor": list, "texture": str, "normals": str}, "PQS": {}, "Mods": {},
    "VertexHeightMap": {"map": str, "offset": float, "deformity": float, "scaleDeformityByRadius": bool, "order": int, "enabled": bool},
    "VertexColorMap": {"map": str, "order": int, "enabled": bool},
    "Ocean": {"ocean": bool, "oceanColor": list, "oceanHeight": float, "density": float},
    "Ocean/Material": {"color": list, "colorFromSpace": list}, "Ocean/FallbackMaterial": {"color": list, "colorFromSpace": list}}
STOCK = "Sun Moho Eve Gilly Kerbin Mun Minmus Duna Ike Dres Jool Laythe Vall Tylo Bop Pol Eeloo".split()

def read_config(path):
    """A ConfigNode: names, braces on lines of their own, KEY = VALUE."""
    nodes, name = [("", {}, {})], None
    for line in open(path):
        line = line.split("//")[0].strip()
        if line == "{":
            node = (name, {}, {})
            nodes[-1][2].setdefault(name, node)
            nodes.append(node)
        elif line == "}":
            nodes.pop()
        elif "=" in line:
            key, value = (part.strip() for part in line.split("=", 1))
            nodes[-1][1][key] = value
        elif line:
            name = line
    check(len(nodes) == 1, path, "braces")
    return nodes[0]

def check_keys(path, name, node, above):
    kinds = KEYS.get(f"{above}/{name}", KEYS.get(name))
    check(kinds is not None, path, "no loader for the node", name)
    for key, value in node[1].items():
        kind = (kinds or {}).get(key)
        good = {bool: lambda: value in ("true", "false"), int: lambda: int(value) is not None, float: lambda: math.isfinite(float(value)),
                list: lambda: len([float(c) for c in value.split(",") if 0 <= float(c) <= 1]) == 4, str: lambda: value != ""}
        check(kind and good[kind](), path, name, "takes no", key, "=", value)
    for inner, child in node[2].items():
        check_keys(path, inner, child, name)

def check_kopernicus(name, world):
    folder = f"{work}/kopernicus"
    root = read_config(f"{folder}/{name}.cfg")
    patch, = root[2]
    check(re.fullmatch(r"@Kopernicus:FOR\[[\w.-]+\]", patch), name, patch)
    body = root[2][patch][2]["Body"]
    check_keys(name, "Body", body, patch)
    template = body[2]["Template"][1]
    check(template["name"] in STOCK, name, "is made of", template["name"], "which the game does not have")
    ground = world != "gas-giant"
    check(template.get("removeAllPQSMods") == ("true" if ground else None), name, "has its template's ground")
    check(("PQS" in body[2]) == ground and ("Ocean" in body[2]) == (world in ("earthlike", "inferno")), name, "nodes", list(body[2]))
    manifest = json.load(open(f"{folder}/{name}.manifest.json"))
    check(float(body[2]["Properties"][1]["radius"]) == 1000 * manifest["radius_km"], name, "radius")
    check("west" in manifest["frame"]["u"] and "south" in manifest["frame"]["v"], name, "frame", manifest["frame"])
    there = lambda value: f"{folder}/{value.split('/', 1)[1]}"
    material = body[2]["ScaledVersion"][2]["Material"][1]
    colours, ours = read_dds(there(material["texture"])), read_png(f"{work}/plain/{name}_albedo.png")
    spots = list(places(len(ours[0]), 7))
    for c in range(3):
        a, b = [in_kerbal(colours[0], *s)[c] for s in spots], [in_ours(ours, *s)[c] for s in spots]
        check(mean(abs(x - y) for x, y in zip(a, b)) < 6 and like(a, b) > 0.95, name, "colours lie elsewhere", c, like(a, b))
    for level in colours[1:4]: # mip levels are flipped with it
        a, b = ([in_kerbal(rows, *s)[1] for s in places(len(level[0]), 1)] for rows in (level, colours[0]))
        check(like(a, b) > 0.7, name, "a level lies elsewhere", like(a, b))
    if not ground:
        return
    mods = body[2]["PQS"][2]["Mods"][2]
    check(mods["VertexColorMap"][1]["map"] == material["texture"], name, "colours near and far")
    high = mods["VertexHeightMap"][1]
    heights, ours = read_dds(there(high["map"]))[0], read_png(f"{work}/plain/{name}_height.png")
    low, span = manifest["height_min_m"], manifest["height_max_m"] - manifest["height_min_m"]
    for s in places(len(ours[0]), 5):
        a = float(high["offset"]) + float(high["deformity"]) * in_kerbal(heights, *s)[0] / 65535
        check(abs(a - (low + span * in_ours(ours, *s)[0] / 65535)) < 1e-6 * span, name, "height", s, a)
    normals, ours = read_dds(there(material["normals"]))[0], read_png(f"{work}/plain/{name}_normal.png")
    west, north = [], []
    for s in spots: # DXT5nm: x, along u, in alpha times red; y, along v, in green
        red, green, _, alpha = in_kerbal(normals, *s)
        west.append(red * alpha / 255)
        north.append(green)
    off_west = mean(abs(a - (255 - in_ours(ours, *s)[0])) for a, s in zip(west, spots))
    off_north = mean(abs(a - in_ours(ours, *s)[1]) for a, s in zip(north, spots))
    check(off_west < 3 and off_north < 4, name, "normals", off_west, off_north)
    slopes_x, slopes_y, lean_x, lean_y = [], [], [], [] # and compared with the neighbouring heights
    width, height = len(heights[0]), len(heights)
    for y in range(height // 4, 3 * height // 4, 3):
        for x in range(0, width, 3):
            slopes_x.append(heights[y][(x + 1) % width][0] - heights[y][x - 1][0])
            slopes_y.append(heights[y + 1][x][0] - heights[y - 1][x][0])
            lean_x.append(normals[y][x][3])
            lean_y.append(normals[y][x][1])
    if name == "Dry": # on the others some of it is under a flat sea
        check(like(slopes_x, lean_x) < -0.5 and like(slopes_y, lean_y) < -0.5, name, "normals and heights", like(slopes_x, lean_x), like(slopes_y, lean_y))
    if "Ocean" in body[2]:
        ocean = body[2]["Ocean"][1]
        check(ocean["ocean"] == "true" and float(ocean["oceanHeight"]) == 0 and low < 0 < low + span, name, "sea", ocean)

for name, world in (("Sea", "earthlike"), ("Giant", "gas-giant"), ("Dry", "barren"), ("Lava", "inferno")):
    check_kopernicus(name, world)

# ---- Gaia Sky ------------------------------------------------------------------------------------

class Long(int): # the type of a number without a decimal point in its JSON reader; setters of Double refuse it
    pass
OBJECT = {"name": str, "archetype": str, "parent": str, "componentType": str, "color": list, "radiusKm": float, "coordinates": dict,
          "rotation": dict, "model": dict, "cloud": dict, "comment": str}
INSIDE = {"coordinates": {"impl": str, "positionKm": list}, "rotation": {"axialTilt": float, "period": float},
          "model": {"args": list, "type": str, "params": dict, "material": dict}, "cloud": {"size": float, "params": dict, "diffuse": str},
          "params": {"quality": Long, "diameter": float, "flip": bool},
          "material": {"heightScale": float, "diffuse": str, "normal": str, "height": str, "roughness": str, "metallic": str, "emissive": str}}

def check_setters(name, node, kinds):
    for key, value in node.items():
        check(type(value) is kinds.get(key), name, "no setter for", key, type(value).__name__, value)
        if isinstance(value, list):
            check(not any(isinstance(number, Long) for number in value), name, key, "is no double[]")
        if isinstance(value, dict):
            check_setters(f"{name} {key}", value, INSIDE[key])

def channels_of(path):
    """As stb_image counts them: one is Alpha to libGDX, whose red is nothing."""
    data = open(path, "rb").read()
    if data[:2] == b"\xff\xd8":
        at = 2
        while data[at + 1] not in (0xc0, 0xc1, 0xc2):
            at += 2 + int.from_bytes(data[at + 2:at + 4], "big")
        return data[at + 9]
    return {0: 1, 2: 3, 4: 2, 6: 4}[data[25]]

def check_gaiasky(name):
    folder = f"{work}/gaiasky"
    root = json.load(open(f"{folder}/{name}.json"), parse_int=Long)
    body, = root["objects"]
    manifest = json.load(open(f"{folder}/{name}.manifest.json"))
    check_setters(name, body, OBJECT)
    check(body["archetype"] == "Planet" and body["name"] == name and len(body["coordinates"]["positionKm"]) == 3, name, body)
    material = body["model"]["material"]
    raised = "height" in material
    low, high = (manifest["height_min_m"], manifest["height_max_m"]) if raised else (0, 0)
    check(abs(body["radiusKm"] - manifest["radius_km"] - low / 1000) < 1e-5 and abs(material["heightScale"] - (high - low) / 1000) < 1e-5, name, "heights", body["radiusKm"], material["heightScale"])
    check(raised == (name != "Giant") and ("emissive" in material) == (name == "Lava"), name, list(material))
    textures = {key: value for key, value in material.items() if isinstance(value, str)}
    if name == "Sea":
        textures["cloud"] = body.get("cloud", {}).get("diffuse", "none")
    for key, value in textures.items():
        path = value.replace(f"$data/{name}/", f"{folder}/")
        check(os.path.isfile(path) and channels_of(path) >= 3, name, key, value, "is not there, or grey")
    check(all(value.endswith(".jpg") for key, value in textures.items() if key in ("cloud", "height")), name, "has alpha, or 16 bits")
    if "normal" in textures: # its binormal points south
        a, b = read_png(f"{folder}/{name}_normal.png"), read_png(f"{work}/plain/{name}_normal.png")
        spots = list(places(len(a[0]), 7))
        check(all(abs(in_ours(a, *s)[1] + in_ours(b, *s)[1] - 255.5) < 1 and in_ours(a, *s)[0] == in_ours(b, *s)[0] for s in spots), name, "green does not point south")

for name in ("Sea", "Giant", "Dry", "Lava"):
    check_gaiasky(name)

# ---- Celestia ------------------------------------------------------------------------------------

def read_values(path):
    """Words, numbers, strings and groups in braces, as its tokenizer and parser have them."""
    text = re.sub(r"(?m)#.*$", "", open(path).read())
    tokens = re.findall(r'"((?:[^"\\]|\\.)*)"|([{}])|([^\s{}"]+)', text)
    at = 0
    def group():
        nonlocal at
        found = {}
        while at < len(tokens) and tokens[at][1] != "}":
            key = tokens[at][2]
            at += 1
            if tokens[at][1] == "{":
                at += 1
                found[key] = group()
                at += 1
            else:
                found[key] = tokens[at][0] if tokens[at][0] else float(tokens[at][2])
                at += 1
        return found
    head = []
    while tokens[at][1] != "{":
        head.append(tokens[at][0] or tokens[at][2])
        at += 1
    at += 1
    return head, group()

PLANET = {"Class": str, "Radius": float, "Texture": str, "NormalMap": str, "NightTexture": str, "Atmosphere": dict, "UniformRotation": dict,
          "FixedRotation": dict, "EllipticalOrbit": dict}
GROUPS = {"Atmosphere": {"Height", "CloudHeight", "CloudMap"}, "UniformRotation": {"Period", "Inclination"}, "FixedRotation": {"Inclination"},
          "EllipticalOrbit": {"Period", "SemiMajorAxis", "Eccentricity"}}

def check_celestia(name):
    folder = f"{work}/celestia/{name}"
    head, planet = read_values(f"{folder}/{name}.ssc")
    manifest = json.load(open(f"{work}/celestia/{name}.manifest.json"))
    check(head == [name, "Sol"], head)
    for key, value in planet.items(): # an OverlayTexture without alpha would hide the ground; Obliquity is not read together with a rotation
        check(PLANET.get(key) is type(value), name, "takes no", key, value)
        check(not isinstance(value, dict) or set(value) <= GROUPS[key], name, key, value)
    turn = planet.get("UniformRotation", planet.get("FixedRotation", {}))
    check(abs(turn.get("Inclination", 99) - manifest["tilt_deg"]) < 1e-6 and turn.get("Period", 24) == manifest["day_h"], name, "turns", turn)
    maps = [planet["Texture"], planet["NormalMap"], planet["NightTexture"], planet.get("Atmosphere", {}).get("CloudMap")]
    for texture in filter(None, maps):
        check(not re.search(r'["/:<>?\\|*]', texture), name, "no name of a file", texture)
        kind, virtual = read_values(f"{folder}/textures/hires/{texture}") # relative to the .ssc: textures/hires
        size, split = int(virtual["TileSize"]), int(virtual["BaseSplit"])
        check(kind == ["VirtualTexture"] and size >= 64 and size & size - 1 == 0, texture, virtual)
        tiles = f"{folder}/textures/hires/{virtual['ImageDirectory']}"
        levels = sorted(os.listdir(tiles))
        check(levels == [f"level{i}" for i in range(len(levels))] and len(levels) <= 13, texture, levels)
        for i, level in enumerate(levels):
            u, v = 2 << i + split, 1 << i + split
            check(sorted(os.listdir(f"{tiles}/{level}")) == sorted(f"tx_{x}_{y}.{virtual['TileType']}" for x in range(u) for y in range(v)), texture, level)
            width, height = struct.unpack(">II", open(f"{tiles}/{level}/tx_0_0.png", "rb").read()[16:24])
            check(width == height == size, texture, level, width, height)
        if texture == planet["NormalMap"]: # light along -bitangent, which is south
            north = read_png(f"{work}/plain/{name}_normal.png")
            last = len(levels) - 1
            for x, y in ((0, 0), ((2 << last) - 1, (1 << last) - 1)):
                rows = read_png(f"{tiles}/level{last}/tx_{x}_{y}.png")
                for j in range(0, size, 17):
                    for i in range(0, size, 17):
                        ours = north[y * size + j][x * size + i]
                        check(abs(rows[j][i][1] + ours[1] - 255.5) < 1 and rows[j][i][0] == ours[0], name, "normal", x, y, i, j, rows[j][i], ours)

check_celestia("City")
sys.exit(wrong != 0)
PYTHON

[ $failures = 0 ] && echo "three loaders"
exit $failures
