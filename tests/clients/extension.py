"""blender -b -P extension.py -- ZIP FOLDER: tries the add-on, and leaves pictures in the folder."""
import math
import os
import sys

import bpy
import numpy as np
from mathutils import Vector

package, folder = sys.argv[sys.argv.index("--") + 1:]
for thing in list(bpy.data.objects):
    bpy.data.objects.remove(thing)
bpy.ops.preferences.addon_install(filepath=package)
bpy.ops.preferences.addon_enable(module="terrella_planets_addon")
from terrella_planets_addon import baking
from terrella_planets_addon.terrella_planets import Planet


def pixels_of(name):
    image = bpy.data.images[name]
    pixels = np.empty(len(image.pixels), np.float32)
    image.pixels.foreach_get(pixels)
    return pixels.reshape(image.size[1], image.size[0], 4)


def reach_of(axis):
    ground = next(part for part in axis.children if part["terrella_part"] == "ground")
    places = np.empty(3 * len(ground.data.vertices), np.float32)
    ground.data.vertices.foreach_get("co", places)
    return np.linalg.norm(places.reshape(-1, 3), axis=1)


def parts_of(axis):
    return sorted(part["terrella_part"] for part in axis.children)


def render(name, distance):
    scene = bpy.context.scene
    camera = bpy.data.objects.get("Camera") or bpy.data.objects.new("Camera", bpy.data.cameras.new("Camera"))
    if camera.name not in scene.collection.objects:
        scene.collection.objects.link(camera)
    latitude, longitude = math.radians(12), math.radians(0)
    camera.location = distance * Vector((math.cos(latitude) * math.cos(longitude), math.cos(latitude) * math.sin(longitude), math.sin(latitude)))
    camera.rotation_euler = (-camera.location).to_track_quat("-Z", "Y").to_euler()
    sun = next(thing for thing in scene.objects if thing.type == "LIGHT")
    sun.rotation_euler = (camera.location + Vector((0, -distance, 0))).to_track_quat("Z", "Y").to_euler()
    scene.camera, scene.render.engine, scene.cycles.samples, scene.cycles.use_denoising = camera, "CYCLES", 8, False
    scene.render.resolution_x = scene.render.resolution_y = 300
    scene.world.node_tree.nodes["Background"].inputs[0].default_value = (0, 0, 0, 1)
    scene.render.filepath = os.path.join(folder, name + ".png")
    bpy.ops.render.render(write_still=True)
    assert os.path.getsize(scene.render.filepath) > 10000


# ---- a planet, with the texels of the library
assert bpy.ops.mesh.terrella_planet_add(type="earthlike", seed=7, size="512") == {"FINISHED"}
axis = bpy.context.object
settings = axis.terrella
assert parts_of(axis) == ["air", "clouds", "ground"] and settings.said == "", (parts_of(axis), settings.said)
albedo = Planet("earthlike", 7).bake("albedo", 512)
assert (np.rint(255 * pixels_of("Earthlike albedo")[::-1, :, :3]) == albedo).all()
assert bpy.data.images["Earthlike normal"].colorspace_settings.name == "Non-Color"
assert np.allclose(reach_of(axis), 1, atol=1e-5)
render("earthlike", 3.2)

# ---- knobs
assert [knob.name for knob in settings.knobs] == list(Planet("earthlike", 7).knobs)
objects = set(bpy.data.objects)
settings.knobs["ocean"].value = 0.9
assert axis.name in baking.waiting and baking.bake_now(axis)
changed = pixels_of("Earthlike albedo")
assert (np.rint(255 * changed[::-1, :, :3]) == Planet("earthlike", 7).set(ocean=0.9).bake("albedo", 512)).all()
assert set(bpy.data.objects) == objects  # only pixels
bpy.ops.object.terrella_reset()
baking.bake_now(axis)
assert (np.rint(255 * pixels_of("Earthlike albedo")[::-1, :, :3]) == albedo).all()
settings.relief = 20
baking.bake_now(axis)
reach = reach_of(axis)
assert abs(reach.min() - 1) < 1e-5 and 1.005 < reach.max() < 1.05, reach.max()
settings.size = "1024"
baking.bake_now(axis)
assert tuple(bpy.data.images["Earthlike albedo"].size) == (1024, 512)

# ---- what undo does to settings, and a new name
settings.filling = True  # as undo, without a word to the add-on
settings.relief = 5
settings.filling = False
baking.waiting.clear()
baking.ask_where_changed()
assert list(baking.waiting) == ["Earthlike"] and baking.bake_now(axis) and 1.001 < reach_of(axis).max() < 1.01
baking.waiting.clear()
settings.filling = True
settings.relief = 6
work = baking.begin(axis)
settings.relief = 5  # undo during a bake: back to what is shown, which is not what comes
settings.filling = False
baking.ask_where_changed()
assert work.stop and list(baking.waiting) == ["Earthlike"] and not baking.end(axis, work) and baking.bake_now(axis)
settings.said = "baking: 31 %"  # as undo brings it back
baking.ask_where_changed()
assert settings.said == ""
axis.name = "Home"
settings.knobs["ocean"].value = 0.5
assert baking.bake_now(axis) and "Earthlike albedo" not in bpy.data.images
ground = next(part for part in axis.children if part["terrella_part"] == "ground")
used = [node.image for node in ground.data.materials[0].node_tree.nodes if node.type == "TEX_IMAGE"]
assert bpy.data.images["Home albedo"] in used
axis.name = "Earthlike"

# ---- another type: giants have no ground of their own, and rings
settings.kind = "gas-giant"
baking.bake_now(axis)
assert settings.type == "gas-giant" and "lava" not in settings.knobs and "air" in parts_of(axis)

# ---- a cube, a planet that is no sphere, rings
assert bpy.ops.mesh.terrella_planet_add(type="barren", seed=2, size="512", shape="cube") == {"FINISHED"}
barren = bpy.context.object
ground = next(part for part in barren.children if part["terrella_part"] == "ground")
assert len(ground.data.materials) == 6 and tuple(bpy.data.images["Barren albedo 5"].size) == (128, 128)
barren.location = (0, 2.5, 0)
assert bpy.ops.mesh.terrella_planet_add(type="asteroid", size="512") == {"FINISHED"}
stone = bpy.context.object
assert np.ptp(reach_of(stone)) > 0.1
stone.location = (0, -2.5, 0)
render("three", 9)

# ---- what goes wrong, and what is deleted
settings.type = "none"
assert not baking.bake_now(axis) and "none" in settings.said
bpy.data.objects.remove(stone)
baking.waiting["Asteroid"] = 0
baking.tick()
assert "Asteroid" not in baking.waiting

# ---- a saved file
settings.type = "gas-giant"
path = os.path.join(folder, "planets.blend")
bpy.ops.wm.save_as_mainfile(filepath=path)
baking.ask(barren)
bpy.ops.wm.open_mainfile(filepath=path)
assert not baking.waiting
assert pixels_of("Barren albedo").any() and bpy.data.objects["Barren"].terrella.type == "barren"
bpy.ops.preferences.addon_disable(module="terrella_planets_addon")
print("the add-on works")
