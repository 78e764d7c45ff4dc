"""Looks through many seeds for planets with much land: many_seeds.py [COUNT]

Each planet works on one thread, and as many as there are cores work at the same time.
"""
import os
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from terrella_planets import Planet


def land_of(seed):
    """The part of a planet that is land, at 2000 places that are spread evenly."""
    planet = Planet("earthlike", seed, threads=1)
    i = np.arange(2000)
    latitudes = np.degrees(np.arcsin(1 - 2 * (i + 0.5) / len(i)))
    longitudes = np.degrees(i * np.pi * (3 - 5**0.5)) % 360
    return seed, float((planet.heights(latitudes, longitudes, 0.01) > 0).mean())


count = int((sys.argv[1:] or ["16"])[0])
with ThreadPoolExecutor(os.cpu_count()) as pool:
    for seed, land in sorted(pool.map(land_of, range(1, count + 1)), key=lambda pair: -pair[1]):
        print(f"seed {seed}: {100 * land:.0f} % land")
