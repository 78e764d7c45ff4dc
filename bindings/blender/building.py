"""Objects, materials and images of a planet, built by the script that the target `blender` exports."""
import bpy
import numpy as np

MAPS = ("albedo", "height", "normal", "orm", "emission", "clouds", "rings")
COLOURS = ("albedo", "emission", "clouds", "rings")


class Script:
    """The script's numbers and functions, with images in memory in place of files."""

    def __init__(self, text):
        self.names = {"__name__": "terrella_scene", "__file__": __file__}
        exec(compile(text, "terrella_scene.py", "exec"), self.names)
        self.key = {name: self.names[name] for name in self.names if name.isupper() and name not in ("NAME", "INSET")}
        for name in MAPS:  # in place of names of files
            there = self.names[name.upper()] is not None
            self.key[name.upper()] = self.names[name.upper()] = name if there else None

    def has(self, name):
        return self.names[name.upper()] is not None


def image_of(axis, map, face, pixels):
    """The image of a map, with these pixels."""
    key = f"{axis.name} {map} {face}"
    image = next((image for image in bpy.data.images if image.get("terrella") == key), None)
    height, width = pixels.shape[:2]
    if image is None:
        image = bpy.data.images.new(f"{axis.name} {map}" + (f" {face}" if face else ""), width, height, alpha=True)
        image["terrella"] = key
        image.colorspace_settings.name = "sRGB" if map in COLOURS else "Non-Color"
        image.alpha_mode = "CHANNEL_PACKED"
    elif tuple(image.size) != (width, height):
        image.scale(width, height)
    image.pixels.foreach_set(pixels.ravel())
    image.update()
    return image


def apply(axis, wish, planet, script, pixels):
    """Shows what was baked: new pixels in the images and, if more has changed, new objects."""
    images = {key: image_of(axis, *key, array) for key, array in pixels.items()}
    names = script.names
    key = repr((axis.name, sorted(script.key.items()), wish.cube))  # a copy or a renamed planet gets images of its own
    if axis.terrella.built != key or not axis.children:
        build(axis, names, images)
        axis.terrella.built = key
    for part in axis.children:
        if part.get("terrella_part") == "ground":
            displace(part, wish.relief if names["BALL"] else 1, planet, names)


def build(axis, names, images):
    first = not axis.children
    for part in list(axis.children):
        if part.get("terrella_part"):
            mesh, materials = part.data, list(part.data.materials)
            bpy.data.objects.remove(part)
            if not mesh.users:
                bpy.data.meshes.remove(mesh)
            for material in materials:
                if not material.users:
                    bpy.data.materials.remove(material)
    for image in list(bpy.data.images):
        if image.get("terrella") and not image.users and image not in images.values():
            bpy.data.images.remove(image)

    def image(nodes, map, face, data):
        node = nodes.new("ShaderNodeTexImage")
        node.image = images[map, face]
        node.extension = "EXTEND" if names["FACES"] or map == "rings" else "REPEAT"
        return node

    names.update(image=image, NAME=axis.name, TRUE_HEIGHTS=False)
    if not names["suns"]():
        names["add_sun"]()
    parts = [("ground", "build_ground", True), ("clouds", "build_clouds", names["CLOUDS"]),
             ("rings", "build_rings", names["RINGS"]), ("air", "build_air", names["AIR_THICKNESS"] > 0)]
    for name, function, wanted in parts:
        if wanted:
            part = names[function]()
            part["terrella_part"] = name
            part.parent = axis
            for collection in list(part.users_collection):
                collection.objects.unlink(part)
            for collection in axis.users_collection:
                collection.objects.link(part)
    if first:
        axis.rotation_euler = (names["math"].radians(names["TILT_DEG"]), 0, 0)


def displace(ground, times, planet, names):
    """Moves the vertices to the heights of the ground: to every engine the relief is real."""
    mesh = ground.data
    places = np.empty(3 * len(mesh.vertices), np.float32)
    mesh.vertices.foreach_get("co", places)
    places = places.reshape(-1, 3)
    unit = places / np.linalg.norm(places, axis=1, keepdims=True)
    reach = np.ones(len(unit), np.float32)
    if times:
        # Blender's +Z is north, and longitude 90 is +Y
        metres = planet.heights(np.degrees(np.arcsin(np.clip(unit[:, 2], -1, 1))), np.degrees(np.arctan2(unit[:, 1], unit[:, 0])), 0.006)
        reach += (np.maximum(metres, 0) if names["SEA"] else metres) * (times / names["RADIUS_M"])
    mesh.vertices.foreach_set("co", (unit * reach[:, None]).ravel())
    mesh.update()
