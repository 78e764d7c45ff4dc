#!/usr/bin/env bash
# Sets for engines: the files next to the textures refer to existing files and describe each correctly.
# ctest: COST 15
set -uo pipefail
source "${SOURCE_DIR:?}/tests/expect.sh"

expect 2 "--target: there is no 'godt'; did you mean 'godot'?" export inferno --size 64 --target godt -o "$work/none"
expect 2 "--target godot sets the formats of its files" export inferno --size 64 --target godot --format png -o "$work/none"
expect 2 "a set for unreal has no normal:" export inferno --size 64 --target unreal --maps normal,normal_dx -o "$work/none"
expect 2 "a set for gltf has no height:" export inferno --size 64 --target gltf --maps albedo,height -o "$work/none"
expect 0 "" export inferno --size 64 --target gltf --maps albedo -o "$work/one"
[ "$(ls "$work/one" | tr '\n' ' ')" = "inferno-1.glb inferno-1.manifest.json " ] || fail "a GLB with one texture: $(ls "$work/one")"
expect 0 "" export toxic --size 64 --target gltf --maps albedo,air -o "$work/air"
expect 2 "air is only written into the GLB of --target gltf" export inferno --size 64 --maps albedo,air -o "$work/none"
expect 2 "a set for unreal has no air" export inferno --size 64 --target unreal --maps air -o "$work/none"
expect 2 "has no air" export barren --size 64 --target gltf --maps air -o "$work/none"
expect 2 "not 'cub'; did you mean 'cube'?" export inferno --projection cub -o "$work/none"
expect 2 "--size is the width of a face, 16 … 16384, not '8'" export inferno --projection cube --size 8 -o "$work/none"
expect 2 "a set for gltf is cube, not tiles" export inferno --projection tiles --target gltf -o "$work/none"
expect 2 "--size is the width of a face, 24 … 16384, not '16'" export inferno --target gltf --size 16 -o "$work/none"
expect 2 "--size is an even width 64 … 32768, not '32770'" export inferno --target unreal --size 32770 -o "$work/none"
expect 2 "24578 is not a multiple of 4" export inferno --target unreal --size 24578 -o "$work/none"
expect 2 "--size is an even width 64 … 16384, not '32768'" export inferno --target unity-hdrp --size 32768 -o "$work/none"
[ ! -e "$work/none" ] || fail "a refused export left a folder"
expect 0 "" list targets
mapfile -t targets < <(awk '$1 !~ /^(celestia|spaceengine)$/ { print $1 }' "$work/out") # the other two have tiles
[ ${#targets[@]} -ge 6 ] || fail "list targets: $(cat "$work/out")"
# The recipe in a picture does not contain the names of its files. A name with every special character, where
# kopernicus does not accept braces.
hostile='a `b}{'"'"';&#$(x) é' plain_hostile='a `b'"'"';&#$(x) é'
expect 0 "" export toxic --size 64 --name "$hostile" -o "$work/images"
expect 0 "" export inferno --size 64 -o "$work/images"
expect 0 "" export gas-giant --set warps.winds.cells=32 --set rings.opacity=0.8 --name ringed --size 64 -o "$work/images"
expect 0 "" export asteroid --set mesh_columns=64 --size 64 --name rock -o "$work/images"
for target in "${targets[@]}"; do
    name=$([ "$target" = kopernicus ] && echo "$plain_hostile" || echo "$hostile")
    expect 0 "" export toxic --size 64 --target "$target" --name "$name" -o "$work/sets/$target"
    expect 0 "" export inferno --size 64 --target "$target" -o "$work/sets/$target"
    expect 0 "" export gas-giant --set warps.winds.cells=32 --set rings.opacity=0.8 --name ringed --size 64 --target "$target" -o "$work/sets/$target"
    expect 0 "" export asteroid --set mesh_columns=64 --size 64 --target "$target" --name rock -o "$work/sets/$target"
    expect 0 "" export inferno --size 64 --target "$target" --maps albedo -o "$work/few/$target"
done
# By default a GLB has six faces. With --projection equirect it has that map.
expect 0 "" export toxic --size 64 --target gltf --projection equirect --name "$hostile" -o "$work/maps"
expect 0 "" export inferno --size 64 --target gltf --projection equirectangular -o "$work/maps"
expect 0 "" export gas-giant --set warps.winds.cells=32 --set rings.opacity=0.8 --name ringed --size 64 --target gltf --projection equirect -o "$work/maps"
expect 0 "" export asteroid --set mesh_columns=64 --size 64 --target gltf --projection equirect --name rock -o "$work/maps"
# Otherwise faces are files for six grids, made by the program or in a mesh file of the set.
gridded=(blender godot unity-hdrp unity-urp)
for target in "${gridded[@]}"; do
    expect 0 "" export toxic --size 64 --target "$target" --projection cube --name "$hostile" -o "$work/faces/$target"
    expect 0 "" export gas-giant --set warps.winds.cells=32 --set rings.opacity=0.8 --name ringed --size 64 --target "$target" --projection cube -o "$work/faces/$target"
    expect 0 "" export asteroid --set mesh_columns=64 --size 64 --target "$target" --projection cube --name rock -o "$work/faces/$target"
    expect 0 "" export ecumenopolis --size 64 --target "$target" --projection cube --name city -o "$work/faces/$target"
    expect 0 "" export asteroid --set mesh_columns=64 --size 64 --target "$target" --projection cube --maps albedo,normal --name rock -o "$work/few_faces/$target"
    for face in px nz; do # on the shape, whether the set has a mesh or the program makes it
        cmp -s "$work/faces/$target/rock_normal_$face.png" "$work/few_faces/$target/rock_normal_$face.png" || fail "$target: normals differ without a mesh"
    done
done
# A whole map that replaces the faces leaves none of their files.
expect 0 "" export toxic --size 64 --target godot --projection cube --name swap -o "$work/swapped"
expect 0 "" export toxic --size 64 --target godot --name swap -o "$work/swapped"
[ -z "$(ls "$work/swapped" | grep -E '_[pn][xyz]\.')" ] || fail "faces are left over: $(ls "$work/swapped")"
expect 2 "--size is the width of a face, 24 … 16384, not '16'" export inferno --target godot --projection cube --size 16 -o "$work/none"
for target in gis gaiasky kopernicus web; do
    expect 2 "a set for $target is equirect, not cube: leave --projection out" export inferno --target $target --projection cube --size 64 -o "$work/none"
done
# Lamps are off by day: a GLB has none unless they are requested. Other emission stays.
out_by_day="the GLB leaves out the emission map"
lamps() { "$TERRELLA" export "$@" --size 64 -o "$work/lamps" >/dev/null 2>"$work/said" || fail "export $*: $(cat "$work/said")"; }
lamps ecumenopolis --target gltf --name city
grep -q "$out_by_day" "$work/said" || fail "no message about the lamps: $(cat "$work/said")"
lamps ecumenopolis --target gltf --name asked --maps albedo,emission
grep -q "$out_by_day" "$work/said" && fail "the message about the lamps comes although they were requested"
lamps ecumenopolis --target gltf --name dark --maps albedo
grep -q "$out_by_day" "$work/said" && fail "the message about the lamps comes although no emission map was requested"
lamps ecumenopolis --target web --name page
grep -q "$out_by_day" "$work/said" && fail "the message about the lamps comes for a page, which has them by night"
lamps inferno --target gltf --name lava
grep -q "$out_by_day" "$work/said" && fail "the message about the lamps comes for lava, which glows by day"
lamps inferno --set night_lights=true --set mesh_columns=64 --set air.thickness=0 --name rock
grep -q "$out_by_day" "$work/said" || fail "no message about the lamps with a mesh: $(cat "$work/said")"
lamps inferno --set night_lights=true --set mesh_columns=64 --set air.thickness=0 --name asked_rock --maps albedo,emission,mesh
lamps inferno --set mesh_columns=64 --set air.thickness=0 --name lava_rock --projection cube
lamps ecumenopolis --target godot --projection cube --name godot_faces
grep -q "$out_by_day" "$work/said" && fail "the message about the lamps comes for Godot's scene, which has them by night"
lamps ecumenopolis --target godot --name godot
lamps inferno --target godot --name godot_lava
lamps inferno --set night_lights=true --set mesh_columns=64 --set air.thickness=0 --target godot --name 'godot.rock'
lamps ecumenopolis --target blender --name blender
lamps inferno --target blender --name blender_lava
expect 0 "" list manifest
mv "$work/out" "$work/manifest.schema.json"
expect 0 "" export inferno --size 64 --maps normal,normal_dx,orm,maskmap,height --format r16 -o "$work/plain"
cmp -s "$work/plain/inferno-1_normal_dx.png" "$work/sets/unreal/inferno-1_normal.png" || fail "unreal's normals do not point down"
cmp -s "$work/plain/inferno-1_normal.png" "$work/sets/unity-hdrp/inferno-1_normal.png" || fail "Unity's normals do not point up"
cmp -s "$work/plain/inferno-1_maskmap.png" "$work/sets/unity-urp/inferno-1_maskmap.png" || fail "the mask map differs"
cmp -s "$work/plain/inferno-1_height.r16" "$work/sets/unity-hdrp/inferno-1_height.raw" || fail "the raw heights differ"
# Tiles for a program, and the files that refer to them.
expect 0 "" export toxic --target celestia --size 1024 --name Tox -o "$work/tiles"
(cd "$work/tiles" && ls Tox/Tox.ssc Tox/textures/hires/Tox_albedo.ctx Tox/textures/hires/Tox_albedo/level0/tx_1_0.png) >"$work/out" 2>&1 || fail "celestia: $(cat "$work/out")"
grep -q 'Texture "Tox_albedo.ctx"' "$work/tiles/Tox/Tox.ssc" && grep -q 'ImageDirectory "Tox_albedo"' "$work/tiles/Tox/textures/hires/Tox_albedo.ctx" ||
    fail "celestia's files do not refer to each other"
expect 0 "" export toxic --target spaceengine --size 1024 --tile 256 --name Sp -o "$work/tiles"
[ -e "$work/tiles/Sp/height/neg_z/0_0_0.png" ] && grep -q 'DiffTileSize 258' "$work/tiles/Sp/Sp.sc" || fail "spaceengine: $(find "$work/tiles/Sp" | head -n 5)"
expect 0 "" export toxic --target celestia --size 1024 --maps albedo --name "$plain_hostile" -o "$work/hostile"
expect 2 "a set for kopernicus, whose settings cannot contain } in a name" export toxic --target kopernicus --size 64 --name "$hostile" -o "$work/none"
expect 2 "cannot begin the names of tiles" export toxic --projection tiles --size 2048 --name 'a{x}' -o "$work/none"
cmp -s "$work/sets/unreal/${hostile}_albedo.png" "$work/images/${hostile}_albedo.png" || fail "unreal's albedo differs"
expect 0 "" export toxic --target unreal --projection cube --size 64 --name cube -o "$work/cube"
[ "$(ls "$work/cube" | tr '\n' ' ')" = "cube.manifest.json cube_albedo.dds cube_clouds.dds cube_emission.dds cube_height.dds cube_normal.dds cube_orm.dds " ] || fail "unreal's cube: $(ls "$work/cube")"
# The range of heights is computed before the files next to the textures are written.
for target in godot gis blender kopernicus gaiasky; do
    expect 0 "" export inferno --size 64 --target $target --height-range planet -o "$work/fitted/$target"
done
expect 0 "" export inferno --size 64 --height-range planet --maps height -o "$work/fitted"
low=$(grep -o '"height_min_m": [-0-9.]*' "$work/fitted/inferno-1.manifest.json" | grep -o '[-0-9]*' | head -n 1)
grep -q "<Offset>$low</Offset>" "$work/fitted/gis/inferno-1_height.png.aux.xml" || fail "the range of gis differs from $low"
# An option that no file of a set would use, or a value that a format cannot hold, is refused.
expect 2 "--zstd is for --format ktx2" export inferno --zstd -o "$work/none"
expect 2 "--blocks is for --format ktx2 and dds" export inferno --blocks bc1 -o "$work/none"
expect 2 "--height-range is for sets with height" export inferno --maps albedo --height-range planet -o "$work/none"
expect 2 "--height-range is for sets with height" export inferno --target gltf --height-range planet -o "$work/none"
expect 2 "--normal-bits is for sets with normals" export inferno --maps albedo,orm --normal-bits 16 -o "$work/none"
expect 2 "--compression is for PNG files" export inferno --format jpg --maps albedo,emission --compression fast -o "$work/none"
expect 2 "--compression is for PNG files" export inferno --target web --compression small -o "$work/none"
expect 2 "--zstd is for --format ktx2" export inferno --target bevy --maps height --zstd -o "$work/none"
expect 2 "--no-mips is for --format ktx2 and dds" export inferno --target unreal --no-mips -o "$work/none"
expect 2 "--blocks: the target sets" export inferno --target kopernicus --blocks bc7 -o "$work/none"
expect 0 "" export inferno --size 64 --target gltf --maps albedo --compression fast -o "$work/used"
expect 0 "" export inferno --size 64 --format jpg --maps height --compression fast -o "$work/used"
expect 2 "a set for bevy has normal as ktx2, which does not hold" export inferno --size 64 --target bevy --normal-bits 16 -o "$work/none"
expect 0 "" export toxic --size 64 --format ktx2 --zstd --blocks none --no-mips --maps albedo -o "$work/gpu"
expect 0 "" export toxic --size 64 --target bevy --blocks bc1 --zstd -o "$work/gpu"
[ ! -e "$work/none" ] || fail "a refused export left a folder"
# Rings alone can be exported.
expect 0 "" export gas-giant --set warps.winds.cells=32 --set rings.opacity=0.8 --size 64 --maps rings --format dds -o "$work/rings"
# A set for another program under the same name replaces the first.
expect 0 "" export inferno --size 64 --target unity-hdrp --name lava -o "$work/again"
expect 0 "" export inferno --size 64 --target gis --maps albedo --name lava -o "$work/again"
[ "$(ls "$work/again" | tr '\n' ' ')" = "lava.manifest.json lava_albedo.png lava_albedo.png.aux.xml " ] || fail "left behind: $(ls "$work/again")"

python3 -W ignore - "$work" "${gridded[*]}" "${targets[@]}" <<'PYTHON' || fail "the files next to the textures are wrong"
import glob, json, math, os, re, struct, sys, urllib.parse
import xml.etree.ElementTree as xml
work, gridded, *targets = sys.argv[1:]
wrong = 0
def check(good, *what):
    global wrong
    if not good:
        print(*what); wrong += 1
try:
    from jsonschema import Draft7Validator
    validator = Draft7Validator(json.load(open(f"{work}/manifest.schema.json")))
except ImportError:
    validator = None
def check_air(path, air, radius_km):
    """Shells seen from inside: as opaque at the limb as the air of the manifest is, thinner further out."""
    data = open(path, "rb").read()
    length = struct.unpack("<I", data[12:16])[0]
    tree, binary = json.loads(data[20:20 + length]), data[28 + length:]
    group = next(node for node in tree["nodes"] if node["name"] == "air")
    shells = [tree["nodes"][i] for i in group["children"]]
    roots = {tree["nodes"][i]["name"] for i in tree["scenes"][0]["nodes"]}
    check(len(roots) == 2 and "air" in roots and len(shells) == 8, path, roots)
    layers = [(air["gas"]["optical_depth"], air["gas"]["scale_height_km"] / radius_km), (air["haze"]["optical_depth"], air["haze"]["scale_height_km"] / radius_km)]
    meets = lambda height: sum(depth * math.sqrt(2 * math.pi / scale) * math.exp(-height / scale) for depth, scale in layers)
    step = min(meets(0), 4) / 8
    for i, shell in enumerate(shells):
        primitive = tree["meshes"][shell["mesh"]]["primitives"][0]
        material = tree["materials"][primitive["material"]]
        check(material["alphaMode"] == "BLEND" and not material.get("doubleSided"), path, material)
        check(abs(material["pbrMetallicRoughness"]["baseColorFactor"][3] - (1 - math.exp(-step))) < 1e-6, path, material, step)
        check(abs(meets(shell["scale"][0] - 1) - (i + 0.5) * step) < 1e-6 and len(set(shell["scale"])) == 1, path, shell)
        def array(index, form):
            accessor = tree["accessors"][index]
            view = tree["bufferViews"][accessor["bufferView"]]
            return list(struct.iter_unpack(form, binary[view["byteOffset"]:view["byteOffset"] + view["byteLength"]]))
        points, triangles = array(primitive["attributes"]["POSITION"], "<3f"), array(primitive["indices"], "<3I")
        a, b, c = (points[v] for v in triangles[1000])
        normal = [(b[(k + 1) % 3] - a[(k + 1) % 3]) * (c[(k + 2) % 3] - a[(k + 2) % 3]) - (b[(k + 2) % 3] - a[(k + 2) % 3]) * (c[(k + 1) % 3] - a[(k + 1) % 3]) for k in range(3)]
        check(sum(n * p for n, p in zip(normal, a)) < 0, path, "triangles look outwards")
[there] = [json.load(open(path)) for path in glob.glob(f"{work}/air/*.manifest.json")]
check_air(f"{work}/air/{there['name']}.glb", there["air"], there["radius_km"])
def read_glb(path):
    data = open(path, "rb").read()
    magic, version, size, length = struct.unpack("<4sIII", data[:16])
    return json.loads(data[20:20 + length]), data[28 + length:]
def look_into(path, manifest, cube):
    """All images are those of a plain set, or six for each of its maps, and materials use each of them."""
    data = open(path, "rb").read()
    magic, version, size, length = struct.unpack("<4sIII", data[:16])
    tree, binary = read_glb(path)
    check(magic == b"glTF" and version == 2 and size == len(data) and tree["buffers"][0]["byteLength"] == len(binary), path, "sizes")
    roles = {*manifest["maps"], *(["rings"] if "rings" in manifest else [])}
    names = {role if role == "rings" or not cube else f"{role}_{face}" for role in roles for face in "px nx py ny pz nz".split()}
    check({image["name"] for image in tree["images"]} == names, path, "has", tree["images"], "not", names)
    for role, part in manifest["maps"].items():
        told = part["images"] if cube else [part["image"]]
        check(told == [image["name"] for image in tree["images"] if re.fullmatch(role + "(_[pn][xyz])?", image["name"])], path, role, told)
    for primitives in [mesh["primitives"] for mesh in tree["meshes"]]: # one for each face, each with its own material
        check(len({primitive["material"] for primitive in primitives}) == len(primitives) and len(primitives) in ((1, 6) if cube else (1,)), path, primitives)
    if cube: # within the border of 4 texels
        grids = tree["meshes"][0]["primitives"]
        uvs = [view for view in (tree["accessors"][grid["attributes"]["TEXCOORD_0"]] for grid in grids)]
        view = tree["bufferViews"][uvs[0]["bufferView"]]
        flat = struct.unpack_from(f"<{2 * uvs[0]['count']}f", binary, view["byteOffset"])
        check(len(grids) == 6 and min(flat) == 4 / 64 and max(flat) == 60 / 64, path, min(flat), max(flat))
        check(manifest["cube"]["size"] == 56 and manifest["cube"]["border"] == 4 and manifest["width"] == 64, path, manifest["cube"])
        check(manifest["mesh"]["vertices"] == sum(tree["accessors"][grid["attributes"]["POSITION"]]["count"] for grid in grids), path, manifest["mesh"])
        check(manifest["mesh"]["triangles"] * 3 == sum(tree["accessors"][grid["indices"]]["count"] for grid in grids), path, manifest["mesh"])
    for image in [] if cube else tree["images"]:
        view = tree["bufferViews"][image["bufferView"]]
        there = binary[view["byteOffset"]:view["byteOffset"] + view["byteLength"]]
        plain = f"{work}/images/{os.path.basename(path)[:-4]}_{image['name']}.png"
        check(there == open(plain, "rb").read(), path, image["name"], "is another picture")
    check(set(re.findall(r'"index": ?(\d+)', json.dumps(tree["materials"]))) == {str(i) for i in range(len(names))}, path, tree["materials"])
    check(all(sampler["minFilter"] == 9987 and sampler["magFilter"] == 9729 for sampler in tree["samplers"]), path, "asks for no mips")
    check(len(tree["nodes"]) == 1 + ("clouds" in roles) + ("rings" in roles), path, tree["nodes"])
    def numbers(name, key):
        node = next(node for node in tree["nodes"] if node["name"] == name)
        accessor = tree["accessors"][tree["meshes"][node["mesh"]]["primitives"][0]["attributes"][key]]
        view, parts = tree["bufferViews"][accessor["bufferView"]], {"VEC2": 2, "VEC3": 3}[accessor["type"]]
        flat = struct.unpack_from(f"<{parts * accessor['count']}f", binary, view["byteOffset"])
        return [flat[i:i + parts] for i in range(0, len(flat), parts)]
    if "rings" in roles:
        inner, outer = manifest["rings"]["inner_radii"], manifest["rings"]["outer_radii"]
        for (x, y, z), (u, _) in zip(numbers("rings", "POSITION"), numbers("rings", "TEXCOORD_0")):
            radius = math.hypot(x, z)
            check(abs(radius - (inner + u * (outer - inner))) < 1e-5 and y == 0, path, "u", u, "at", radius)
    if "clouds" in roles:
        scale = next(node for node in tree["nodes"] if node["name"] == "clouds")["scale"]
        height = manifest["maps"]["clouds"]["altitude_km"] / manifest["radius_km"]
        check(all(abs(s - 1 - max(height, 0.001)) < 1e-9 for s in scale), path, "clouds at", scale)
def glow(name):
    manifest = json.load(open(f"{work}/lamps/{name}.manifest.json"))
    check(not validator or validator.is_valid(manifest), name, "has a manifest that is none")
    materials = read_glb(f"{work}/lamps/{manifest['mesh']['file']}")[0]["materials"] if "mesh" in manifest else []
    lit = ["emissiveTexture" in material for material in materials if material["name"].startswith(name)]
    check(all(lit) or not any(lit), name, "glows in parts")
    check(manifest["emission"].get("in_glb") == (lit[0] if lit else None), name, manifest["emission"], lit)
    return [manifest["emission"]["night_only"], lit[0] if lit else None, "emission" in manifest["maps"]]
for name, wanted in (("city", [True, False, False]), ("asked", [True, True, True]), ("dark", [True, False, False]), ("page", [True, None, True]),
                     ("lava", [False, True, True]), ("rock", [True, False, True]), ("asked_rock", [True, True, True]), ("lava_rock", [False, True, True])):
    check(glow(name) == wanted, name, glow(name), wanted)
for name, lamps in (("godot", True), ("godot_lava", False), ("godot.rock", True)):
    text, scene = open(f"{work}/lamps/{name}.tres").read(), open(f"{work}/lamps/{name}.tscn").read()
    check(("emission_enabled = true" in text) == (not lamps), name, text)
    check(("next_pass = SubResource" in text and "void light()" in text) == lamps, name, text)
    check(("surface_material_override/0" in scene) == (name == "godot.rock") and ('name="godot_rock"' in scene) == (name == "godot.rock"), name, scene)
    ids = set(re.findall(r'\[sub_resource .* id="(\w+)"\]', text))
    check(set(re.findall(r'SubResource\("(\w+)"\)', text)) == ids, name, ids)
for name, lamps in (("blender", True), ("blender_lava", False)):
    check(f"NIGHT_ONLY = {lamps}" in open(f"{work}/lamps/{name}.py").read(), name)
def look_at_grids(path, manifest, border):
    """Six grids whose pictures lie beside them, with coordinates that leave the border out."""
    tree, binary = read_glb(path)
    [node], [mesh] = tree["nodes"], tree["meshes"]
    check(node["name"] == manifest["name"] and len(mesh["primitives"]) == 6 and len({grid["material"] for grid in mesh["primitives"]}) == 6, path, mesh)
    uvs = tree["accessors"][mesh["primitives"][0]["attributes"]["TEXCOORD_0"]]
    flat = struct.unpack_from(f"<{2 * uvs['count']}f", binary, tree["bufferViews"][uvs["bufferView"]]["byteOffset"])
    check(min(flat) == border and max(flat) == 1 - border, path, min(flat), max(flat))
    wanted = [file["file"] for role in ("albedo", "normal", "orm") for file in manifest["maps"].get(role, {"files": []})["files"]]
    there = [urllib.parse.unquote(image["uri"]) for image in tree["images"]]
    check(set(wanted) <= set(there) and all(os.path.exists(f"{os.path.dirname(path)}/{name}") for name in there), path, there)
def parts_of(text, kind):
    """Resources of a file of Godot: those that it uses, and those that it makes or names."""
    made = re.findall(r'\[' + {"ExtResource": "ext_resource", "SubResource": "sub_resource"}[kind] + r' .*id="(\w+)"\]', text)
    check(len(made) == len(set(made)), "twice:", made)
    return set(re.findall(kind + r'\("(\w+)"\)', text)), set(made)
def settings_of(path):
    """Settings of the resources in a file of Godot by id ("" for the material itself). A picture is its role: albedo, albedo_px."""
    head, *sections = re.split(r"^\[(?=sub_resource|resource|node)", open(path).read(), flags=re.M)
    pictures = {id: role for role, id in re.findall(r'_([a-z]+(?:_[pn][xyz])?)\.png" id="(\w+)"', head)}
    named = lambda value: re.sub(r'^ExtResource\("(\w+)"\)$', lambda link: pictures.get(link[1], link[0]), value)
    settings = {}
    for section in sections:
        title, body = section.split("]\n", 1)
        if not title.startswith("node"):
            settings["".join(re.findall(r'id="(\w+)"', title))] = {
                key: named(value) for key, value in re.findall(r'^([\w/]+) = ("[^"]*"|.*)$', body, re.M)}
    return settings
def check_shader(path, shader, inputs, outputs):
    """Textures of a shader with their hints (colours need source_color), and what it writes."""
    code = shader["code"]
    check(dict(re.findall(r"uniform sampler2D (\w+) : ([^;]+);", code)) == inputs, path, "textures of the shader:", code)
    check(dict(re.findall(r"\b(ALBEDO|EMISSION|ALPHA) = ([^;]+);", code)) == outputs, path, "colours of the shader:", code)
def check_godot(stem, manifest, face):
    """All settings of the materials of a set, which decide its colours (docs/internals/colour.md)."""
    maps, near = manifest["maps"], {"texture_repeat": "false"} if face else {}
    lit = manifest.get("emission", {"night_only": False})
    def same(path, got, want):
        check(got == want, path, "is", sorted(got.items() - want.items()), "and should be", sorted(want.items() - got.items()))
    ground, wanted = settings_of(f"{stem}{face}.tres"), {**near, "albedo_texture": "albedo" + face}
    if "orm" in maps:
        wanted |= {"metallic": "1.0", "ao_enabled": "true", "metallic_texture": "orm" + face, "metallic_texture_channel": "2",
                   "roughness_texture": "orm" + face, "roughness_texture_channel": "1", "ao_texture": "orm" + face, "ao_texture_channel": "0"}
    if "normal" in maps:
        wanted |= {"normal_enabled": "true", "normal_texture": "normal" + face}
    if "emission" in maps and lit["night_only"]:
        wanted["next_pass"] = 'SubResource("lamps_material")'
        same(stem, ground["lamps_material"], {"shader": 'SubResource("lamps")', "shader_parameter/emission": "emission" + face,
                                              "shader_parameter/strength": f"{lit['strength']:.9g}"})
        check_shader(stem, ground["lamps"], {"emission": "source_color, " + ("repeat_disable" if face else "repeat_enable")},
                     {"ALBEDO": "strength * texture(emission, UV).rgb", "EMISSION": "ALBEDO"})
    elif "emission" in maps:
        wanted |= {"emission_enabled": "true", "emission": "Color(1, 1, 1, 1)", "emission_operator": "1",
                   "emission_energy_multiplier": f"{lit['strength']:.9g}", "emission_texture": "emission" + face}
    same(f"{stem}{face}.tres", ground[""], wanted)
    scene = settings_of(f"{stem}.tscn")
    if "clouds" in maps:
        same(stem + ".tscn", scene["clouds_material" + face], {**near, "transparency": "1", "albedo_texture": "clouds" + face})
    if "rings" in manifest:
        same(stem + ".tscn", scene["rings_material"],
             {"shader": 'SubResource("rings")', "shader_parameter/strip": "rings",
              **{f"shader_parameter/{edge}": f"{manifest['rings'][edge + '_radii']:.9g}" for edge in ("inner", "outer")}})
        check_shader(stem + ".tscn", scene["rings"], {"strip": "source_color, repeat_disable"},
                     {"ALBEDO": "ring.rgb", "ALPHA": "u < 0.0 || u > 1.0 ? 0.0 : ring.a"})
faces = "px nx py ny pz nz".split()
for target in gridded.split():
    folder = f"{work}/faces/{target}"
    manifests = [json.load(open(path)) for path in glob.glob(f"{folder}/*.manifest.json")]
    check(len(manifests) == 4, target, len(manifests))
    named = set()
    for manifest in manifests:
        stem, cube = f"{folder}/{manifest['name']}", manifest["cube"]
        check(not validator or validator.is_valid(manifest), target, manifest["name"], "has a manifest that is none")
        check(manifest["projection"] == "cube" and cube["size"] == 56 and cube["border"] == 4 and manifest["width"] == 64, target, cube)
        check(("mesh" in manifest) == (target != "blender" or manifest["type"] == "asteroid"), target, manifest["type"], "mesh")
        if "mesh" in manifest:
            look_at_grids(f"{folder}/{manifest['mesh']['file']}", manifest, 4 / 64)
        for role, part in manifest["maps"].items():
            check([file["file"] for file in part["files"]] == [f"{manifest['name']}_{role}_{face}." + part["files"][0]["file"].rsplit(".", 1)[1] for face in faces], target, role, part)
            for file in part["files"]:
                if file["file"].endswith(".raw"):
                    check(os.path.getsize(f"{folder}/{file['file']}") == 2 * 64 * 64, target, file)
                settings = f"{folder}/{file['file']}" + {"godot": ".import", "blender": ""}.get(target, ".meta")
                text = open(settings, errors="replace").read()
                if target == "godot":
                    check(f"compress/normal_map={1 if role == 'normal' else 2}\n" in text, target, role)
                if target.startswith("unity") and not file["file"].endswith(".raw"):
                    check("wrapU: 1\n" in text and "wrapV: 1\n" in text, target, role, text)
        parts = [file for part in manifest["maps"].values() for file in part["files"]] + [manifest[key] for key in ("rings", "mesh") if key in manifest]
        named |= {part["file"] for part in parts + manifest.get("beside", [])} | {manifest["name"] + ".manifest.json"}
        if target == "blender":
            values = {}
            exec(compile(open(stem + ".py").read().split("# ----")[0], "script", "exec"), values)
            for key, role in (("ALBEDO", "albedo"), ("HEIGHT", "height"), ("CLOUDS", "clouds"), ("EMISSION", "emission")):
                check(values[key] == ([file["file"] for file in manifest["maps"][role]["files"]] if role in manifest["maps"] else None), target, key, values[key])
            planets = {(1, 0, 0): "+X", (-1, 0, 0): "-X", (0, 0, 1): "+Y", (0, 0, -1): "-Y", (0, -1, 0): "+Z", (0, 1, 0): "-Z"} # Blender's axes
            told = [(name, *(planets[axis] for axis in axes)) for name, *axes in values["FACES"]]
            check(told == [(face, there["middle"], there["right"], there["down"]) for face, there in zip(faces, cube["faces"])], target, told, cube["faces"])
            check(values["INSET"] == 4 / 64 and values["RINGS"] == manifest.get("rings", {}).get("file"), target, values)
        if target == "godot":
            scene, grounds = open(stem + ".tscn").read(), [open(f"{stem}_{face}.tres").read() for face in faces]
            for text in (scene, *grounds):
                there = [re.sub(r"\\(.)", r"\1", path) for path in re.findall(r'path="((?:[^"\\]|\\.)*)" id', text)]
                check(len(there) >= 1 and all(os.path.exists(f"{folder}/{path}") for path in there), target, there)
                for kind in ("ExtResource", "SubResource"):
                    used, made = parts_of(text, kind)
                    check(used == made, target, kind, used, made)
            check(re.findall(r'override/(\d) = ExtResource\("ground_(\w\w)"\)', scene) == [(str(i), face) for i, face in enumerate(faces)], target, scene)
            clouds = [(str(i), face) for i, face in enumerate(faces)] if "clouds" in manifest["maps"] else []
            check(re.findall(r'override/(\d) = SubResource\("clouds_material_(\w\w)"\)', scene) == clouds, target, scene)
            for face, text in zip(faces, grounds):
                check(("void light()" in text) == (manifest["type"] == "ecumenopolis"), target, face, text)
                check_godot(stem, manifest, "_" + face)
    check(named == set(os.listdir(folder)), target, "faces: manifests and folder differ:", named ^ set(os.listdir(folder)))
for target in targets:
    folder = f"{work}/sets/{target}"
    manifests = [json.load(open(path)) for path in glob.glob(f"{folder}/*.manifest.json")]
    check(len(manifests) == 4, target, "has", len(manifests), "manifests")
    named = set()
    for manifest in manifests:
        check(not validator or validator.is_valid(manifest), target, manifest["name"], "has a manifest that is none")
        check(manifest["target"] == target, target, "calls itself", manifest.get("target"))
        meshes = {"gis": False, "gltf": True, "web": False, "gaiasky": False, "kopernicus": False}.get(target, manifest["type"] == "asteroid")
        check(("mesh" in manifest) == meshes, target, manifest["type"], "mesh")
        check(("height" in manifest["maps"]) == (manifest["type"] != "gas-giant" and target not in ("gltf", "web")), target, manifest["type"], "height")
        if target == "gaiasky":
            body = json.load(open(f"{folder}/{manifest['name']}.json"))["objects"][0]
            names = {value.rsplit("/", 1)[1] for value in body["model"]["material"].values() if isinstance(value, str)}
            check(len(names) >= 2 and all(os.path.exists(f"{folder}/{name}") for name in names), target, names)
            check(body["name"] == manifest["name"], target, "name")
        if target == "kopernicus":
            text = open(f"{folder}/{manifest['name']}.cfg").read()
            deep, body = 0, re.search(r"name = (.*)", text)[1]
            for line in text.splitlines(): # braces are on lines of their own, or around text that fits on one line
                deep += (line.strip() == "{") - (line.strip() == "}")
                check(line.strip() in "{}" or re.fullmatch(r" *(//.*|@?\w+(:FOR\[[\w.-]+\])?|\w+ = [^{}]+)", line), target, line)
            check(deep == 0 and re.fullmatch(r"[\w.-]+", body), target, "braces", deep, body)
            files = re.findall("= " + re.escape(body) + "/(.*)", text)
            check(files and all(os.path.exists(f"{folder}/{name}") for name in files), target, "names what is not there:", files)
        whole = [*manifest["maps"].values(), *(manifest[key] for key in ("rings", "mesh", "page") if key in manifest)]
        parts = [face for part in whole for face in part.get("files", [part])]
        named |= {part["file"] for part in parts} | {part["file"] for part in manifest.get("beside", [])} | {manifest["name"] + ".manifest.json"}
        stem = f"{folder}/{manifest['name']}"
        if target == "gltf":
            look_into(stem + ".glb", manifest, True)
            equal = json.load(open(f"{work}/maps/{manifest['name']}.manifest.json"))
            check(not validator or validator.is_valid(equal), target, "manifest of a map")
            look_into(f"{work}/maps/{manifest['name']}.glb", equal, False)
        if target == "blender":
            source = open(stem + ".py").read()
            values = {}
            exec(compile(source.split("# ----")[0], "script", "exec"), values)
            compile(source, "script", "exec")
            for key, role in (("ALBEDO", "albedo"), ("HEIGHT", "height"), ("CLOUDS", "clouds"), ("EMISSION", "emission")):
                check(values[key] == manifest["maps"].get(role, {}).get("file"), target, key, values[key])
            check(values["RADIUS_M"] == 1000 * manifest["radius_km"] and values["SEA"] == ("sea" in manifest), target, values)
        if target == "godot":
            scene, ground = open(stem + ".tscn").read(), open(stem + ".tres").read()
            there = re.findall(r'path="((?:[^"\\]|\\.)*)"', scene + ground)
            check(len(there) >= 3, target, there)
            for path in there:
                check(os.path.exists(f"{folder}/" + re.sub(r"\\(.)", r"\1", path)), target, "names", path)
            used = set(re.findall(r'ExtResource\("(\w+)"\)', scene)), set(re.findall(r'ExtResource\("(\w+)"\)', ground))
            made = set(re.findall(r'\[ext_resource .* id="(\w+)"\]', scene)), set(re.findall(r'\[ext_resource .* id="(\w+)"\]', ground))
            check(used == made, target, "resources", used, made)
            inner = set(re.findall(r'SubResource\("(\w+)"\)', scene)), set(re.findall(r'\[sub_resource .* id="(\w+)"\]', scene))
            check(inner[0] == inner[1], target, "sub-resources", inner)
            check_godot(stem, manifest, "")
        for role, part in manifest["maps"].items():
            check(part.get("colour_space") == {"albedo": "srgb", "emission": "srgb", "clouds": "srgb", "biome": part.get("colour_space"), "clouds_colour": "srgb"}.get(role, "linear"), target, role, "colour space", part)
            if "file" not in part:
                continue
            path = f"{folder}/{part['file']}"
            if target == "godot":
                text = open(path + ".import").read()
                check(f"compress/normal_map={1 if role == 'normal' else 2}\n" in text and "mipmaps/generate=true" in text, target, role)
            if target.startswith("unity"):
                text = open(path + ".meta").read()
                check(re.search(r"^guid: [0-9a-f]{32}$", text, re.M), target, role, "has no guid")
                if path.endswith(".png"):
                    check(f"sRGBTexture: {int(part['colour_space'] == 'srgb')}\n" in text, target, role, "colour space")
                    check(f"textureType: {int(role == 'normal')}\n" in text, target, role, "type")
            if target == "gis":
                data = xml.parse(path + ".aux.xml").getroot()
                steps = [float(number) for number in data.find("GeoTransform").text.split(",")]
                check(steps == [-180, 360 / 64, 0, 90, 0, -180 / 32], target, steps)
                if role == "height":
                    band = data.find("PAMRasterBand")
                    low, step = float(band.find("Offset").text), float(band.find("Scale").text)
                    check(abs(low - part["metres"]["minimum"]) < 1e-6 and abs(low + 65535 * step - part["metres"]["maximum"]) < 1e-6, target, low, step)
    check(named == set(os.listdir(folder)), target, "manifests and folder differ:", named ^ set(os.listdir(folder)))
# The text formats of Celestia: words, numbers, braces, and strings with \\ before special characters.
texts = glob.glob(f"{glob.escape(work)}/hostile/**/*.[sc][st][cx]", recursive=True)
check(len(texts) == 2, "celestia:", texts)
for path in texts:
    text = re.sub("^#.*", "", open(path).read())
    check(re.fullmatch(r'(\s|[\w.+-]+|[{}]|"(?:[^"\\]|\\["\\])*")*', text), path, text)
    strings = [re.sub(r"\\(.)", r"\1", string) for string in re.findall(r'"((?:[^"\\]|\\.)*)"', text)]
    check(any(string.startswith("a `b';") for string in strings), path, strings)
guids = [re.search(r"guid: (\w+)", open(path).read())[1] for path in glob.glob(f"{work}/sets/unity-hdrp/*.meta")]
check(len(set(guids)) == len(guids) > 8, "guids", guids)
sys.exit(wrong != 0)
PYTHON

[ $failures = 0 ] && echo "${#targets[@]} targets"
exit $failures
