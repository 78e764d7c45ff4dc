"""Planets from noise, as numpy arrays and as textures for game engines.

    from terrella_planets import Planet

    planet = Planet("earthlike", seed=7).set(ocean=0.4)
    albedo = planet.bake("albedo", 2048)          # 1024 rows of 2048 texels, three bytes each
    ground = planet.heights(46.5, 8.0)            # metres
    planet.export("set", target="godot")

The same type, seed and settings give the same bytes on every machine. numpy is optional: without it arrays are
memoryviews, and `heights` takes and gives lists.

Threads: a planet computes on all cores, without Python's lock. Calls of one planet from several threads take turns;
different planets work at the same time. Ctrl-C stops every call within a moment. A process that was forked cannot use
the planets of its parent.
"""
from ._errors import Bug, Error, InputError, OutOfMemory, Stopped, UsageError, WriteError
from ._library import MAPS, OUTPUTS, pixels, summary, types, version
from ._planet import Export, Facts, Knob, Mesh, Planet
from ._images import KINDS

__version__ = version()

__all__ = [
    "Planet", "Facts", "Knob", "Mesh", "Export", "MAPS", "OUTPUTS", "KINDS", "types", "summary", "pixels", "version",
    "Error", "UsageError", "InputError", "WriteError", "OutOfMemory", "Stopped", "Bug",
]
