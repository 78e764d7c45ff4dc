"""Writes a planet as a set of textures with a scene for Godot: export_for_godot.py FOLDER [WIDTH]

Ctrl-C stops it and leaves no half-written set.
"""
import sys

from terrella_planets import Error, Planet

folder, width = sys.argv[1], int((sys.argv[2:] or ["2048"])[0])
planet = Planet("inferno", seed=3).set(lava=0.8)
try:
    done = planet.export(folder, target="godot", width=width,
                         progress=lambda part: print(f"\r{100 * part:3.0f} %", end="", file=sys.stderr))
except Error as error:
    sys.exit(f"{error} (exit code {error.exit_code})")
except KeyboardInterrupt:
    sys.exit("stopped")
print(file=sys.stderr)
print(*done.paths, sep="\n")
