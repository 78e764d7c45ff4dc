"""Bakes on a thread of their own; the newest settings first. Blender's data is touched on the main thread alone."""
import tempfile
import threading
import time

import bpy
import numpy as np

from . import building
from .terrella_planets import Planet

QUIET = 0.25  # seconds without another edit after which a bake begins


class Outdated(Exception):
    pass


class Wish:
    """What a planet shall be: a copy of its settings, for the thread."""

    def __init__(self, settings):
        self.type, self.seed = settings.type, settings.seed
        self.width, self.cube, self.relief = int(settings.size), settings.shape == "cube", settings.relief
        self.knobs = {knob.name: round(knob.value, 6) for knob in settings.knobs if knob.moved}


class Work:
    """A bake. `planet` is that of the last one, with whose help it takes less time."""

    def __init__(self, wish, planet):
        self.wish, self.planet = wish, planet
        self.part, self.stop = 0.0, False
        self.result = self.failure = None
        self.thread = threading.Thread(target=self.main, name="terrella bake", daemon=True)
        self.thread.start()

    def main(self):
        try:
            self.result = self.bake()
        except Outdated:
            pass
        except Exception as failure:  # whatever it is, the panel says it
            self.failure = str(failure) or type(failure).__name__

    def note(self, part):
        self.part = part
        if self.stop:
            raise Outdated

    def bake(self):
        wish = self.wish
        kept, self.planet = self.planet, None
        if kept and (kept.type, kept.seed) == (wish.type, wish.seed) and kept.moved <= set(wish.knobs):
            planet = kept.set(**wish.knobs)
        else:
            planet = Planet(wish.type, wish.seed).set(**wish.knobs)
        planet.moved = set(wish.knobs)
        self.planet = planet
        planet.prepare(self.note)
        with tempfile.TemporaryDirectory() as folder:
            # The script of a small set has the numbers and builds the materials.
            done = planet.export(folder, target="blender", width=64, layout="cube" if wish.cube else "equirect", progress=self.note)
            with open(next(path for path in done.paths if path.endswith(".py")), encoding="utf-8") as file:
                script = building.Script(file.read())
        pixels = {}
        maps = [name for name in ("albedo", "normal", "orm", "emission", "clouds") if script.has(name)]
        if wish.cube:
            border = round(script.names["INSET"] * 64)
            side = wish.width // 4
            script.names["INSET"] = border / side
            faces = planet.bake(maps, side - 2 * border, projection="cube", area=(-border, -border, side, side), progress=self.note)
            for name in maps:
                for face in range(6):
                    pixels[name, face] = rgba(faces[name][face])
        else:
            for name, texels in planet.bake(maps, wish.width, progress=self.note).items():
                pixels[name, 0] = rgba(texels)
        if script.has("rings"):
            pixels["rings", 0] = rgba(planet.rings(1024)[None])
        return script, pixels


def rgba(texels):
    """Pixels of Blender: floats, rows from the bottom."""
    pixels = np.ones(texels.shape[:2] + (4,), np.float32)
    np.multiply(texels[::-1], np.float32(1 / 255), out=pixels[..., :texels.shape[2]])
    return pixels


# By the name of the object. Edits wait until they are QUIET old. shown: the wishes that the images fulfil, which undo does
# not change.
waiting, at_work, planets, shown = {}, {}, {}, {}


def ask(axis):
    waiting[axis.name] = time.monotonic()
    if axis.name in at_work:
        at_work[axis.name].stop = True
    if not bpy.app.timers.is_registered(tick):
        bpy.app.timers.register(tick, first_interval=0.05)


def begin(axis):
    work = Work(Wish(axis.terrella), planets.pop(axis.name, None))
    at_work[axis.name] = work
    return work


def end(axis, work):
    """Takes over what a bake has made. Returns whether it was one."""
    work.thread.join()
    at_work.pop(axis.name, None)
    if work.planet:
        planets[axis.name] = work.planet
    axis.terrella.said = work.failure or ""
    shown[axis.name] = vars(work.wish)
    if work.result:
        try:
            building.apply(axis, work.wish, work.planet, *work.result)
        except Exception as failure:  # Blender would end the timer, on which other planets wait
            work.result = None
            axis.terrella.said = str(failure) or type(failure).__name__
    return bool(work.result)


def ask_where_changed():
    for axis in bpy.data.objects:
        if axis.terrella.type and (axis.name in shown or axis.name in at_work):
            comes = vars(at_work[axis.name].wish) if axis.name in at_work else shown[axis.name]
            if vars(Wish(axis.terrella)) != comes:
                ask(axis)
            elif axis.name not in at_work:
                axis.terrella.said = ""  # undo brings back what was said during an earlier bake


def bake_now(axis):
    return end(axis, begin(axis))


def tick():
    """Called by Blender about ten times a second while there is work."""
    for name in [name for name in (*waiting, *at_work) if name not in bpy.data.objects]:  # deleted or renamed
        waiting.pop(name, None)
        if name in at_work:
            at_work.pop(name).stop = True
        planets.pop(name, None)
    for name, work in list(at_work.items()):
        if work.thread.is_alive():
            bpy.data.objects[name].terrella.said = f"baking: {100 * work.part:.0f} %"
        else:
            end(bpy.data.objects[name], work)
    for name, since in list(waiting.items()):
        if name not in at_work and time.monotonic() - since >= QUIET:
            del waiting[name]
            begin(bpy.data.objects[name])
    said = ", ".join(f"{name}: {bpy.data.objects[name].terrella.said}" for name in at_work)
    for window in bpy.context.window_manager.windows:
        window.workspace.status_text_set(said or None)
        for area in window.screen.areas:
            if area.type == "VIEW_3D":
                area.tag_redraw()
    return 0.1 if waiting or at_work else None


def stop_all():
    waiting.clear()
    shown.clear()
    for work in at_work.values():
        work.stop = True
        work.thread.join()
    at_work.clear()
    planets.clear()
    if bpy.app.timers.is_registered(tick):
        bpy.app.timers.unregister(tick)
