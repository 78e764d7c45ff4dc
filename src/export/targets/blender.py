
# ---- settings -----------------------------------------------------------------------------------
TRUE_HEIGHTS = not BALL  # displace the ground by its metres; a ball's are too small to be seen
EXAGGERATION = 1.0       # of these heights
SUN_STRENGTH = 4.0

import bpy, math, os
from mathutils import Euler

folder = os.path.dirname(os.path.abspath(__file__)) if "__file__" in globals() and os.path.exists(__file__) else \
    os.path.dirname(bpy.path.abspath(bpy.context.space_data.text.filepath))


def linear(srgb):
    return tuple(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in srgb) + (1.0,)


def sphere(name, radius, columns=256):
    """Longitude 0 is +X, 90 degrees east +Y, north +Z: as Blender imports the planet's glTF frame."""
    rows = columns // 2
    points, faces, uvs = [], [], []
    for row in range(rows + 1):
        latitude = math.pi * (0.5 - row / rows)
        for column in range(columns + 1):
            longitude = 2 * math.pi * column / columns - math.pi
            points.append((radius * math.cos(latitude) * math.cos(longitude),
                           radius * math.cos(latitude) * math.sin(longitude), radius * math.sin(latitude)))
    for row in range(rows):
        for column in range(columns):
            a = row * (columns + 1) + column
            faces.append((a, a + columns + 1, a + columns + 2, a + 1))
            for r, c in ((row, column), (row + 1, column), (row + 1, column + 1), (row, column + 1)):
                uvs.append((c / columns, 1 - r / rows))
    return add(name, points, faces, uvs)


def cube(name, radius, segments=64):
    """Six grids for the faces of a cube, with a material each. Where faces meet they have the same vertices, so that
    light shows no edge."""
    places = [math.tan(math.pi / 4 * (2 * i / segments - 1)) for i in range(segments + 1)]  # seen under like angles
    numbers, faces, uvs = {}, [], []

    def vertex(face, column, row):
        _, middle, right, down = FACES[face]
        at = [m + places[column] * r + places[row] * d for m, r, d in zip(middle, right, down)]
        length = math.sqrt(sum(x * x for x in at))
        return numbers.setdefault(tuple(round(radius * x / length, 7) for x in at), len(numbers))

    def uv(column, row):
        return (INSET + (0.5 - INSET) * (places[column] + 1), 1 - INSET - (0.5 - INSET) * (places[row] + 1))

    for face in range(len(FACES)):
        for row in range(segments):
            for column in range(segments):
                corners = (column, row), (column, row + 1), (column + 1, row + 1), (column + 1, row)
                faces.append([vertex(face, *corner) for corner in corners])
                uvs += [uv(*corner) for corner in corners]
    thing = add(name, list(numbers), faces, uvs)
    for index, polygon in enumerate(thing.data.polygons):
        polygon.material_index = index // (segments * segments)
    return thing


def ball(name, radius):
    return cube(name, radius) if FACES else sphere(name, radius)


def disc(name, inner, outer, columns=256):
    """A flat ring: u is 0 at its inner edge and 1 at the outer one."""
    points, faces, uvs = [], [], []
    for column in range(columns + 1):
        angle = 2 * math.pi * column / columns
        for radius in (inner, outer):
            points.append((radius * math.cos(angle), radius * math.sin(angle), 0))
    for column in range(columns):
        a = 2 * column
        faces.append((a, a + 1, a + 3, a + 2))
        uvs += [(0, 0.5), (1, 0.5), (1, 0.5), (0, 0.5)]
    return add(name, points, faces, uvs)


def add(name, points, faces, uvs):
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(points, [], faces)
    layer = mesh.uv_layers.new(name="UVMap")
    for loop, uv in zip(layer.data, uvs):
        loop.uv = uv
    for polygon in mesh.polygons:
        polygon.use_smooth = True
    mesh.update()
    thing = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(thing)
    return thing


def material(thing, name):
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    made.node_tree.nodes.clear()
    thing.data.materials.append(made)
    return made, made.node_tree.nodes, made.node_tree.links


def face_names(name):
    """What the materials of a ball are called."""
    return [f"{name} {face[0]}" for face in FACES] or [name]


def image(nodes, files, face, data):
    """files: that of a map, or a list of those of the faces."""
    file = files if isinstance(files, str) else files[face]
    node = nodes.new("ShaderNodeTexImage")
    node.image = bpy.data.images.load(os.path.join(folder, file), check_existing=True)
    if data:
        node.image.colorspace_settings.name = "Non-Color"
    node.extension = "EXTEND" if FACES or file == RINGS else "REPEAT"
    return node


def socket(node, *names):
    """The first of these inputs that this Blender knows."""
    return next(node.inputs[name] for name in names if name in node.inputs)


def at_night(nodes, links, strength):
    """The strength where none of the suns shines, 0 where one does: lamps go on as it sets. Nodes know nothing of
    lights, so drivers copy where each sun stands, and go on doing so when it moves."""
    lit = nodes.new("ShaderNodeValue").outputs[0]
    lit.default_value = strength
    normal = nodes.new("ShaderNodeNewGeometry").outputs["Normal"]
    for sun in suns():
        towards, up, night = (nodes.new("ShaderNode" + kind) for kind in ("CombineXYZ", "VectorMath", "MapRange"))
        for axis in range(3):  # the sun's own +Z, away from where it shines to; paths have columns first
            driver = towards.inputs[axis].driver_add("default_value").driver
            driver.type = "SUM"
            source = driver.variables.new().targets[0]
            source.id, source.data_path = sun, f"matrix_world[2][{axis}]"
        up.operation = "DOT_PRODUCT"
        links.new(normal, up.inputs[0])
        links.new(towards.outputs[0], up.inputs[1])
        night.interpolation_type = "SMOOTHSTEP"
        for name, value in (("From Min", -0.12), ("From Max", 0.1), ("To Min", 1.0), ("To Max", 0.0)):
            night.inputs[name].default_value = value
        links.new(up.outputs["Value"], night.inputs["Value"])
        product = nodes.new("ShaderNodeMath")
        product.operation = "MULTIPLY"
        links.new(lit, product.inputs[0])
        links.new(night.outputs["Result"], product.inputs[1])
        lit = product.outputs[0]
    return lit


def transparent(made):
    if hasattr(made, "surface_render_method"):
        made.surface_render_method = "BLENDED"
    elif hasattr(made, "blend_method"):
        made.blend_method = "BLEND"
    if hasattr(made, "shadow_method"):
        made.shadow_method = "NONE"


def build_ground():
    ground = ball(NAME, 1.0)
    for face, name in enumerate(face_names(NAME)):
        add_ground_material(ground, name, face)
    return ground


def add_ground_material(ground, name, face):
    made, nodes, links = material(ground, name)
    output, shader = nodes.new("ShaderNodeOutputMaterial"), nodes.new("ShaderNodeBsdfPrincipled")
    links.new(shader.outputs[0], output.inputs["Surface"])
    if ALBEDO:
        links.new(image(nodes, ALBEDO, face, False).outputs["Color"], shader.inputs["Base Color"])
    if ORM:
        split = nodes.new("ShaderNodeSeparateColor")
        links.new(image(nodes, ORM, face, True).outputs["Color"], split.inputs[0])
        links.new(split.outputs[1], shader.inputs["Roughness"])
        links.new(split.outputs[2], shader.inputs["Metallic"])
    if NORMAL:
        bend = nodes.new("ShaderNodeNormalMap")
        bend.uv_map = "UVMap"
        links.new(image(nodes, NORMAL, face, True).outputs["Color"], bend.inputs["Color"])
        links.new(bend.outputs[0], shader.inputs["Normal"])
    if EMISSION:
        links.new(image(nodes, EMISSION, face, False).outputs["Color"], socket(shader, "Emission Color", "Emission"))
        shader.inputs["Emission Strength"].default_value = EMISSION_STRENGTH
        if NIGHT_ONLY:
            links.new(at_night(nodes, links, EMISSION_STRENGTH), shader.inputs["Emission Strength"])
    if HEIGHT and TRUE_HEIGHTS:
        shape = nodes.new("ShaderNodeDisplacement")
        shape.inputs["Midlevel"].default_value = 0.0
        shape.inputs["Scale"].default_value = EXAGGERATION / RADIUS_M
        metres = image(nodes, HEIGHT, face, True).outputs["Color"]
        if SEA:
            level = nodes.new("ShaderNodeMath")
            level.operation = "MAXIMUM"
            level.inputs[1].default_value = 0.0
            links.new(metres, level.inputs[0])
            metres = level.outputs[0]
        links.new(metres, shape.inputs["Height"])
        links.new(shape.outputs[0], output.inputs["Displacement"])
        if hasattr(made, "displacement_method"):
            made.displacement_method = "DISPLACEMENT"
        else:
            made.cycles.displacement_method = "DISPLACEMENT"


def build_clouds():
    shell = ball(NAME + " clouds", 1.0 + max(CLOUD_ALTITUDE_M / RADIUS_M, 0.0015))
    for face, name in enumerate(face_names(NAME + " clouds")):
        add_veil_material(shell, name, CLOUDS, face)
    return shell


def build_rings():
    rings = disc(NAME + " rings", RING_INNER, RING_OUTER)
    add_veil_material(rings, NAME + " rings", RINGS, 0)
    return rings


def add_veil_material(shell, name, files, face):
    """Colour and straight alpha over what lies below."""
    made, nodes, links = material(shell, name)
    output, shader = nodes.new("ShaderNodeOutputMaterial"), nodes.new("ShaderNodeBsdfPrincipled")
    picture = image(nodes, files, face, False)
    picture.image.alpha_mode = "CHANNEL_PACKED"
    shader.inputs["Roughness"].default_value = 1.0
    socket(shader, "Specular IOR Level", "Specular").default_value = 0.0
    links.new(picture.outputs["Color"], shader.inputs["Base Color"])
    links.new(picture.outputs["Alpha"], shader.inputs["Alpha"])
    links.new(shader.outputs[0], output.inputs["Surface"])
    transparent(made)


def build_air():
    """A rim that scatters the sun's light towards the edge of the disc."""
    shell = sphere(NAME + " air", 1.0 + AIR_THICKNESS / 3, 128)
    made, nodes, links = material(shell, NAME + " air")
    output, mix = nodes.new("ShaderNodeOutputMaterial"), nodes.new("ShaderNodeMixShader")
    clear, lit = nodes.new("ShaderNodeBsdfTransparent"), nodes.new("ShaderNodeBsdfDiffuse")
    facing, depth = nodes.new("ShaderNodeLayerWeight"), nodes.new("ShaderNodeMath")
    lit.inputs["Color"].default_value = linear(AIR_COLOUR)
    facing.inputs["Blend"].default_value = 0.5
    depth.operation = "POWER"
    depth.inputs[1].default_value = 4.0
    dense = nodes.new("ShaderNodeMath")
    dense.operation = "MULTIPLY"
    dense.inputs[1].default_value = 1.0 - math.exp(-8.0 * AIR_DEPTH)
    links.new(facing.outputs["Facing"], depth.inputs[0])
    links.new(depth.outputs[0], dense.inputs[0])
    links.new(dense.outputs[0], mix.inputs[0])
    links.new(clear.outputs[0], mix.inputs[1])
    links.new(lit.outputs[0], mix.inputs[2])
    links.new(mix.outputs[0], output.inputs["Surface"])
    transparent(made)
    return shell


def suns():
    return [thing for thing in bpy.context.scene.objects if thing.type == "LIGHT" and thing.data.type == "SUN"]


def add_sun():
    sun = bpy.data.objects.new("Sun", bpy.data.lights.new("Sun", "SUN"))
    sun.data.energy = SUN_STRENGTH
    sun.data.angle = math.radians(0.53)
    sun.rotation_euler = Euler((math.radians(65), 0, math.radians(50)))
    bpy.context.scene.collection.objects.link(sun)


def build():
    if not suns():
        add_sun()
    parts = [build_ground()]
    if CLOUDS:
        parts.append(build_clouds())
    if RINGS:
        parts.append(build_rings())
    if AIR_THICKNESS > 0:
        parts.append(build_air())
    axis = bpy.data.objects.new(NAME + " axis", None)
    bpy.context.scene.collection.objects.link(axis)
    axis.rotation_euler = Euler((math.radians(TILT_DEG), 0, 0))
    for part in parts:
        part.parent = axis


if __name__ == "__main__":  # the add-on uses parts of it
    build()
