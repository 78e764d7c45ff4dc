"""blender -b -P blender.py -- FILE CAMERA PICTURE.png SIDE: imports a GLB, or runs a script of --target blender, and
renders it with Cycles. CAMERA is as of terrella render, LATITUDE,LONGITUDE,DISTANCE; SIDE: "day", with the sun behind it, or "night", with the
sun behind the planet; "unlit day": day without what glows."""
import math
import os
import sys

import numpy

if not hasattr(numpy, "bool"):
    numpy.bool = bool  # Debian 12's numpy is too new for the glTF importer of its Blender

import bpy
from mathutils import Vector

file, place, picture, side = sys.argv[sys.argv.index("--") + 1:]
latitude, longitude, distance = [float(number) for number in place.split(",")]
SIDE, FIELD_OF_VIEW, SAMPLES = 420, 40, 16

for thing in list(bpy.data.objects):
    bpy.data.objects.remove(thing)
sun = bpy.data.objects.new("Sun", bpy.data.lights.new("Sun", "SUN"))
bpy.context.scene.collection.objects.link(sun)
if file.endswith(".glb"):
    bpy.ops.import_scene.gltf(filepath=os.path.abspath(file))
else:
    path = os.path.abspath(file)
    exec(compile(open(path).read(), path, "exec"), {"__file__": path, "__name__": "__main__"})

latitude, longitude = math.radians(latitude), math.radians(longitude)
camera = bpy.data.objects.new("Camera", bpy.data.cameras.new("Camera"))
bpy.context.scene.collection.objects.link(camera)
camera.location = distance * Vector((math.cos(latitude) * math.cos(longitude), math.cos(latitude) * math.sin(longitude), math.sin(latitude)))
camera.rotation_euler = (-camera.location).to_track_quat("-Z", "Y").to_euler()
camera.data.angle = math.radians(FIELD_OF_VIEW)
sun.rotation_euler = camera.rotation_euler
if side == "night":
    sun.rotation_euler = camera.location.to_track_quat("-Z", "Y").to_euler()
for material in bpy.data.materials if side == "unlit day" else ():
    for node in material.node_tree.nodes if material.use_nodes else ():
        if node.type == "BSDF_PRINCIPLED":
            strength = node.inputs["Emission Strength"]
            for link in strength.links:
                material.node_tree.links.remove(link)
            strength.default_value = 0
sun.data.energy = 3

scene = bpy.context.scene
scene.camera = camera
scene.world = scene.world or bpy.data.worlds.new("World")
scene.world.use_nodes = True
scene.world.node_tree.nodes["Background"].inputs[0].default_value = (0, 0, 0, 1)
scene.render.engine = "CYCLES"
scene.cycles.samples = SAMPLES
scene.cycles.use_denoising = False
scene.render.resolution_x = scene.render.resolution_y = SIDE
scene.render.resolution_percentage = 100
scene.view_settings.view_transform = "Standard"
scene.render.filepath = picture
bpy.ops.render.render(write_still=True)
