"""The heights of a planet in metres, as a numpy array: height_map.py [FILE.pgm]

Prints what they are like, and writes a picture of the relief, lit from the north-west.
"""
import sys

import numpy as np

from terrella_planets import Planet

planet = Planet("earthlike", seed=7).set(ocean=0.4)
width = 1024
metres = planet.metres(planet.bake("height", width))

# A row of an equirectangular map is the shorter the nearer it is to a pole.
latitudes = np.pi * (0.5 - (np.arange(width // 2) + 0.5) / (width // 2))
area = np.broadcast_to(np.cos(latitudes)[:, None], metres.shape)
land = metres > 0
print(f"{100 * area[land].sum() / area.sum():.1f} % of the planet is land")
print(f"the highest ground is {metres.max():.0f} m high, the deepest {-metres.min():.0f} m deep")
print(f"half of the land is below {np.median(metres[land]):.0f} m")
print("at 46.5 N, 8 E:", round(planet.heights(46.5, 8.0)), "m")

if len(sys.argv) > 1:
    south, east = np.gradient(metres, planet.facts.radius_m * np.pi / (width // 2))
    east /= np.cos(latitudes)[:, None]
    shade = np.clip(150 + 4000 * (south + east), 0, 255).astype(np.uint8)
    with open(sys.argv[1], "wb") as file:
        file.write(b"P5 %d %d 255\n" % (width, width // 2) + shade.tobytes())
