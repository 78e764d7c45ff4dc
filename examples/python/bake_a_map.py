"""Bakes the colours of a planet into a picture: bake_a_map.py [TYPE [SEED [WIDTH]]] >planet.ppm

Needs nothing but Python: without numpy, maps are memoryviews.
"""
import sys

from terrella_planets import Planet


def main(type="earthlike", seed="1", width="1024"):
    planet = Planet(type, int(seed))
    albedo = planet.bake("albedo", int(width), progress=lambda part: print(f"\r{100 * part:3.0f} %", end="", file=sys.stderr))
    print(file=sys.stderr)
    rows, columns, _ = albedo.shape
    sys.stdout.buffer.write(b"P6 %d %d 255\n" % (columns, rows) + albedo.tobytes())


main(*sys.argv[1:])
