"""A planet whose continents come from an array: your_own_map.py FOLDER

The array could be a simulation, a drawing, or a map of the Earth. White is land; mountains, climate and rivers are
Terrella's.
"""
import sys

import numpy as np

from terrella_planets import Planet

longitude, latitude = np.meshgrid(np.radians(np.arange(-179.5, 180)), np.radians(np.arange(89.5, -90, -1)))
ring = np.abs(latitude - 0.25 * np.sin(3 * longitude)) < 0.25  # a continent that winds round the planet
islands = (np.abs(latitude) > 1) & (np.sin(9 * longitude) * np.sin(11 * latitude) > 0.85)

planet = Planet("earthlike", seed=2).set_image("land", ring | islands, softness=2)
heights = planet.heights([0, 50], [0, 0])
print(f"on the ring: {heights[0]:.0f} m; north of it: {heights[1]:.0f} m")
done = planet.export(sys.argv[1], maps=["albedo", "height"], width=1024)
print(*done.paths, sep="\n")
