"""What works without numpy: all but `metres`. Plain Python, for a system without pytest, too."""
import json
import os
import tempfile

import terrella_planets as t

assert t._arrays.np is None, "numpy is there"
planet = t.Planet("barren", seed=7)
maps = planet.bake(["height", "albedo"], 64)
height, albedo = maps["height"], maps["albedo"]
assert (height.shape, height.format, albedo.shape, albedo.format) == ((32, 64), "H", (32, 64, 3), "B")
assert planet.bake("albedo", 16, projection="cube").shape == (6, 16, 16, 3)
assert isinstance(planet.heights(45, 90), float)
assert planet.heights([45, 0], 90)[0] == planet.heights(45, 90) and planet.heights([], []) == []
try:
    planet.heights([91], [0])
    raise SystemExit("91 degrees")
except t.UsageError as error:
    assert isinstance(error, ValueError)
mesh = planet.mesh(32)
assert mesh.positions.shape[1] == 3 and mesh.positions.format == "f" and mesh.triangles.format == "I"
image = memoryview(bytearray(64 * 32)).cast("B", (32, 64))
image[16, 32] = 255
own = t.Planet("barren", 7).set_image("height", image, range_m=[0, 1000])
assert own.bake("height", 64).tobytes() != height.tobytes()
with tempfile.TemporaryDirectory() as folder:
    done = planet.export(folder, width=64, target="godot")
    with open(done.manifest) as file:
        assert json.load(file)["seed"] == 7
    assert all(os.path.exists(path) for path in done.paths)
try:
    planet.metres(height)
    raise SystemExit("metres without numpy")
except ImportError:
    pass
print("works without numpy")
