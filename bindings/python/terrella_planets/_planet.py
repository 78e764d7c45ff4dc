"""Planets."""
from __future__ import annotations

import contextlib
import ctypes as c
import json
import math
import operator
import os
import threading
import weakref
from typing import TYPE_CHECKING, Any, Iterator, Mapping, NamedTuple, Optional, Sequence, Union, overload

from . import _arrays, _images, _library
from ._arrays import np
from ._errors import InputError, UsageError
from ._library import call, choice, lib, shown, text, tr_error, tr_watch
from ._work import POLL, Progress, run

if TYPE_CHECKING:
    from ._arrays import Array


class Facts(NamedTuple):
    """Properties of a planet other than its texels. Lengths are in metres."""

    type: str
    seed: int
    radius_m: float
    height_min_m: float  # heights of 0 and 65535 in a height map; 0 m is the radius, and sea level
    height_max_m: float
    sea: bool  # whether a sea covers the ground below 0 m
    gas: bool  # no solid ground
    maps: tuple[str, ...]  # maps that the planet has
    mesh_columns: int  # of a planet that is not a sphere; otherwise 0
    rings_inner_m: float  # from the centre; 0: no rings
    rings_outer_m: float


class Knob(NamedTuple):
    """A value from 0 to 1 that changes one property of a planet of this type."""

    name: str
    label: str
    what: str  # one line of description
    value: float


class Mesh(NamedTuple):
    """A grid of longitudes and latitudes, rows from the north. For n vertices and m triangles:"""

    positions: Array  # (n, 3) float32, in planet radii: +Y north, longitude 0 at +X, 90 degrees east at -Z
    normals: Array  # (n, 3) float32
    tangents: Array  # (n, 4) float32, as in glTF
    uvs: Array  # (n, 2) float32: u to the east from -180 degrees, v to the south
    triangles: Array  # (m, 3) uint32, counter-clockwise from outside


class Export(NamedTuple):
    """What an export wrote."""

    paths: list[str]  # in order; the manifest is the last
    kept: list[str]  # files of an earlier set that stay because somebody changed them; at most 16
    settings_kept: int  # import settings that stay because the engine has changed them

    @property
    def manifest(self) -> str:
        return self.paths[-1]


def _integer(value: Any, what: str, low: int, high: int) -> int:
    """C would cut off what does not fit."""
    number = operator.index(value)
    if not low <= number <= high:
        raise UsageError(f"{what} {number}: must be {low} … {high}")
    return number


def _setting(path: str, value: Any) -> bytes:
    """PATH=JSON, as for --set of the program."""
    if hasattr(value, "tolist"):  # of numpy
        value = value.tolist()
    try:
        code = "" if value == "" else json.dumps(value, allow_nan=False)
    except ValueError:
        raise UsageError(f"{path}: {value!r} is not a number that JSON has") from None
    return text(f"{path}={code}", path)


def _check_width(width: Any, cube: bool) -> int:
    # The limits of tr_patch: an array for the result is made before the library sees them.
    number = _integer(width, "width", 16 if cube else 64, 1 << 20 if cube else 1 << 22)
    if number % 2 and not cube:
        raise UsageError(f"width {number}: must be even")
    return number


def _release(process: int, planet: Optional[int], context: Optional[int]) -> None:
    if os.getpid() == process:  # a forked child does not have the threads of the context
        lib.tr_planet_destroy(planet)
        lib.tr_context_destroy(context)


def _part_of(progress: Optional[Progress], first: float, size: float) -> Optional[Progress]:
    """The progress of a part of the work."""
    if not progress:
        return None
    report = progress
    return lambda part: report(first + part * size)


class Planet:
    """A planet of a type and a seed.

    type: one of types(). seed: 0 … 2^63 - 1. threads: how many threads compute; 0: one for each core.
    limit_bytes and limit_seconds bound the preparation (memory, and seconds of work of one thread); 0: 2 GB and 60 s.
    Making one costs milliseconds. The first bake prepares the planet: seas, rivers, climate. That takes up to some
    seconds, and after a `set` only what the change affects.
    Errors: UsageError (an unknown type, with the nearest one).
    """

    def __init__(self, type: str, seed: int = 1, *, threads: int = 0, limit_bytes: int = 0,
                 limit_seconds: float = 0) -> None:
        self._begin(threads, limit_bytes, limit_seconds)
        call("tr_recipe_of_type", text(type, "type"), _integer(seed, "seed", 0, (1 << 63) - 1), c.byref(self._recipe))
        self._keep_recipe()

    @classmethod
    def from_json(cls, recipe: str, *, threads: int = 0, limit_bytes: int = 0, limit_seconds: float = 0) -> Planet:
        """The planet of a text as written by json() or `terrella show`: a recipe, or a scene with one planet. Give its
        maps with set_image. Errors: InputError, with line and column, or with the path in the recipe."""
        planet = cls.__new__(cls)
        planet._begin(threads, limit_bytes, limit_seconds)
        code = recipe.encode()
        call("tr_recipe_from_json", code, len(code), c.byref(planet._recipe))
        planet._keep_recipe()
        return planet

    def _begin(self, threads: int, limit_bytes: int, limit_seconds: float) -> None:
        self._process = os.getpid()
        self._turns = threading.Lock()
        self._at_work: Optional[int] = None  # the thread whose turn it is
        self._options = _library.tr_context_options(
            threads=_integer(threads, "threads", 0, 256), limit_bytes=_integer(limit_bytes, "limit_bytes", 0, (1 << 64) - 1),
            limit_seconds=limit_seconds)
        self._recipe = c.c_void_p()
        self._planet = c.c_void_p()
        self._changed = False
        self._given: set[str] = set()  # maps whose files set_image gave

    def _keep_recipe(self) -> None:
        self._free_recipe = weakref.finalize(self, lib.tr_recipe_destroy, self._recipe.value)
        self._free_recipe.atexit = False  # other threads may be at work; the memory goes with the process

    @contextlib.contextmanager
    def _turn(self) -> Iterator[None]:
        if self._process != os.getpid():
            raise RuntimeError("this planet belongs to the parent of a forked process: make it again here")
        if self._at_work == threading.get_ident():
            raise RuntimeError("this planet is at work: its progress function cannot use it")
        while not self._turns.acquire(timeout=POLL):
            pass
        try:
            self._at_work = threading.get_ident()
            yield
        finally:
            self._at_work = None
            self._turns.release()

    def __reduce__(self) -> Any:
        raise TypeError("a planet cannot be pickled or copied by copy: use copy(), or json() and from_json()")

    def __repr__(self) -> str:
        return "<Planet>" if self._at_work else "<Planet {0.type} {0.seed}>".format(self)

    # ---- recipes -------------------------------------------------------------------------------------

    @property
    def type(self) -> str:
        return str(json.loads(self.json()).get("type", ""))

    @property
    def seed(self) -> int:
        return int(json.loads(self.json()).get("seed", 0))

    def copy(self) -> Planet:
        """Another planet with the same recipe and maps."""
        twin = Planet.__new__(Planet)
        with self._turn():
            twin._begin(self._options.threads, self._options.limit_bytes, self._options.limit_seconds)
            call("tr_recipe_copy", self._recipe, c.byref(twin._recipe))
            twin._given = set(self._given)
        twin._keep_recipe()
        return twin

    def json(self, indent: bool = False) -> str:
        """The recipe as JSON, which determines the planet, except for the pictures of its own maps."""
        with self._turn():
            return self._json(indent)

    def _json(self, indent: bool = False) -> str:
        code = c.c_void_p()
        call("tr_recipe_to_json", self._recipe, indent, c.byref(code))
        try:
            return shown(c.string_at(code.value or 0))
        finally:
            lib.tr_free(code)

    def set(self, paths: Optional[Mapping[str, Any]] = None, /, **knobs: Any) -> Planet:
        """Changes knobs of the type, and other parameters by their paths. Returns the planet itself.

            planet.set(ocean=0.4).set({"layers.land.plates": 9, "albedo.silt": None})

        Values are those of `--set` of the program: numbers, texts, True and False, lists, dicts; None removes an element
        of a list. `terrella list parameters WORLD` lists all. Either all of them are set, or none.
        Errors: UsageError (an unknown path, with the nearest one; a value that is not allowed).
        """
        settings = [_setting(path, value) for path, value in {**(paths or {}), **knobs}.items()]
        with self._turn():
            self._set(self._recipe, settings)
            self._changed = True
        return self

    @staticmethod
    def _set(recipe: c.c_void_p, settings: Sequence[bytes]) -> None:
        call("tr_recipe_set", recipe, len(settings), (c.c_char_p * len(settings))(*settings))

    def set_image(self, kind: str, image: _images.Image, /, **settings: Any) -> Planet:
        """Gives a map of your own that the planet follows. Returns the planet itself.

        kind: one of KINDS, or "any:CHANNEL" for a channel that layers read; or the name of a map of a recipe that
        from_json read.
        image: an array of shape (height, width) or (height, width, channels), rows from the north, from 180 degrees west
        on; the bytes of a file (PNG, TIFF, EXR, JPG); or a path. Unsigned integers of 8 and 16 bits are fractions from
        black to white. Signed integers, those of 32 bits and floats are numbers: metres, degrees Celsius, or 0 … 1.
        settings: parameters of the map: strength, range_m, sea_percent, softness, west_deg, region_deg, channel, …

            planet.set_image("height", heights, range_m=[-8000, 6000])

        What the map says about the planet shows in the first bake: errors of an image (InputError) come then.
        Errors: UsageError (an unknown kind or setting), InputError (a recipe has the SHA-256 of another image), OSError.
        """
        name = _images.check_kind(kind)
        file, data = _images.file_of(name, image)
        with self._turn():
            there = {map["name"]: map for map in json.loads(self._json()).get("maps", [])}.get(name)
            recipe = c.c_void_p()  # a copy, so that nothing has changed after a failure
            call("tr_recipe_copy", self._recipe, c.byref(recipe))
            try:
                if there and name not in self._given:
                    file = there["file"]
                elif there:
                    self._set(recipe, [_setting(f"maps.{name}.file", file), _setting(f"maps.{name}.sha256", "")])
                else:
                    self._set(recipe, [_setting(f"maps.{name}", {"file": file})])
                self._set(recipe, [_setting(f"maps.{name}.{key}", value) for key, value in settings.items()])
                call("tr_recipe_set_image", recipe, text(file, "file"), data, len(data))
            except BaseException:
                lib.tr_recipe_destroy(recipe)
                raise
            self._free_recipe()
            self._recipe = recipe
            self._keep_recipe()
            self._given.add(name)
            self._changed = True
        return self

    def number(self, path: str) -> float:
        """The number at a path, or the position of a knob. KeyError: there is none."""
        value = c.c_double()
        with self._turn():
            if not lib.tr_recipe_number(self._recipe, text(path, "path"), c.byref(value)):
                raise KeyError(path)
        return value.value

    @property
    def knobs(self) -> dict[str, Knob]:
        """The knobs of the type, by name. All types also have noisiness, persistence and octaves, which are paths."""
        with self._turn():
            most = lib.tr_recipe_knobs(self._recipe, None, 0)
            found = (_library.tr_knob_info * most)()
            count = lib.tr_recipe_knobs(self._recipe, found, most)
            return {shown(k.name): Knob(shown(k.name), shown(k.label), shown(k.what), k.value) for k in found[:count]}

    # ---- the planet ----------------------------------------------------------------------------------

    def prepare(self, progress: Optional[Progress] = None) -> Planet:
        """Prepares the planet now, which the first bake would do. Returns the planet itself.
        Errors: InputError (an image is missing or is none, or the planet costs more than its limits)."""
        with self._turn():
            self._prepare(progress)
        return self

    def _prepare(self, progress: Optional[Progress]) -> None:
        if not self._planet:
            context, planet = c.c_void_p(), c.c_void_p()
            call("tr_context_create", c.byref(self._options), c.byref(context))
            try:
                run(lambda watch, error: lib.tr_planet_create(context, self._recipe, c.byref(watch), c.byref(planet),
                                                              c.byref(error)), progress)
            except BaseException:
                lib.tr_planet_destroy(planet)
                lib.tr_context_destroy(context)
                raise
            weakref.finalize(self, _release, self._process, planet.value, context.value).atexit = False
            self._planet = planet
        elif self._changed:
            run(lambda watch, error: lib.tr_planet_update(self._planet, self._recipe, c.byref(watch), c.byref(error)),
                progress)
        self._changed = False

    def _facts(self) -> Facts:
        facts = _library.tr_planet_facts()
        lib.tr_planet_describe(self._planet, c.byref(facts))
        return Facts(shown(facts.type), facts.seed, facts.radius_m, facts.height_min_m, facts.height_max_m, facts.sea,
                     facts.gas, tuple(name for i, name in enumerate(_library.MAPS) if facts.maps & 1 << i),
                     facts.mesh_columns, facts.rings_inner_m, facts.rings_outer_m)

    @property
    def facts(self) -> Facts:
        """Properties of the planet. Prepares it."""
        with self._turn():
            self._prepare(None)
            return self._facts()

    @overload
    def bake(self, maps: str, width: Optional[int] = None, *, projection: str = "equirect", face: Optional[int] = None,
             area: Optional[tuple[int, int, int, int]] = None, out: Any = None,
             progress: Optional[Progress] = None) -> Array: ...

    @overload
    def bake(self, maps: Union[list[str], tuple[str, ...]], width: Optional[int] = None, *, projection: str = "equirect",
             face: Optional[int] = None, area: Optional[tuple[int, int, int, int]] = None, out: Any = None,
             progress: Optional[Progress] = None) -> dict[str, Array]: ...

    def bake(self, maps: Union[str, list[str], tuple[str, ...]], width: Optional[int] = None, *, projection: str = "equirect",
             face: Optional[int] = None, area: Optional[tuple[int, int, int, int]] = None, out: Any = None,
             progress: Optional[Progress] = None) -> Union[Array, dict[str, Array]]:
        """Computes maps: texels of type uint8, of heights uint16. Rows go from the north, columns from 180 degrees west.

        maps: "albedo", "height", "normal", "emission", "orm", "clouds" or "water"; a list gives a dict of them, which is
        faster than one after the other. Shapes are (height, width, channels), without channels for height and water.
        width: of an equirectangular map, even, 64 … 4194304 (2048), or of a face of a cube, 16 … 1048576 (1024).
        projection: "equirect", or "cube": faces +X -X +Y -Y +Z -Z, of shape (6, width, width, channels), oriented as in
        OpenGL; face: one of them.
        area: (x, y, columns, rows), a part of the map or of the face.
        out: memory for the result, as a writable buffer of its size; for a list of maps a dict of them.
        progress: a function that gets the finished part, 0 … 1, about 20 times a second, in this thread. It may raise an
        exception, which stops the work.
        Errors: UsageError, InputError (the planet lacks the map), OutOfMemory.
        """
        cube = choice(projection, _library.PROJECTIONS, "projection") == 1
        names = [maps] if isinstance(maps, str) else list(maps)
        indices = [choice(name, _library.MAPS, "map") for name in names]
        if not names:
            raise UsageError("there is no map to bake")
        wide = _check_width((1024 if cube else 2048) if width is None else width, cube)
        if face is not None:
            _integer(face, "face", 0, 11 if cube else 0)
        x, y, columns, rows = (_integer(n, "area", -4 if i < 2 else 1, wide + 8)
                               for i, n in enumerate(area or (0, 0, wide, wide if cube else wide // 2)))
        faces = [face or 0] if face is not None or not cube else list(range(6))
        outs = {names[0]: out} if isinstance(maps, str) else out or {}
        arrays, memories = {}, []
        with self._turn():
            self._prepare(_part_of(progress, 0, 0))
            has = self._facts().maps
            for name, index in zip(names, indices):
                if name not in has:
                    raise InputError(f"this planet has no map {name}: it has {', '.join(has)}")
                form = lib.tr_map_get_format(index).contents
                shape = (rows, columns) + ((form.channels,) if form.channels > 1 else ())
                whole, letter = ((6,) if len(faces) > 1 else ()) + shape, "BH"[form.bytes - 1]
                given = outs.get(name)
                arrays[name] = _arrays.make(whole, letter) if given is None else given
                memories.append((index, _arrays.memory(arrays[name], whole, letter), _arrays.size_of(shape, letter)))
            for i, number in enumerate(faces):
                patch = _library.tr_patch(int(cube), number, wide, x, y, columns, rows)
                self._bake(patch, memories, i, _part_of(progress, i / len(faces), 1 / len(faces)))
        if progress:
            progress(1)
        return arrays[names[0]] if isinstance(maps, str) else arrays

    def _bake(self, patch: _library.tr_patch, memories: Sequence[tuple[int, c.Array[c.c_char], int]], face: int,
              progress: Optional[Progress]) -> None:
        def bake(watch: tr_watch, error: tr_error) -> Any:
            texels = (c.c_void_p * len(_library.MAPS))()
            for index, block, size in memories:
                texels[index] = c.addressof(block) + face * size
            return lib.tr_planet_bake(self._planet, c.byref(patch), texels, c.byref(watch), c.byref(error))

        run(bake, progress)

    def metres(self, heights: Array) -> Array:
        """Turns texels of the height map into metres, as float32. Needs numpy."""
        if np is None:
            raise ImportError("metres needs numpy")
        facts = self.facts
        scale = (facts.height_max_m - facts.height_min_m) / 65535
        metres: Array = (facts.height_min_m + np.asarray(heights, np.float64) * scale).astype(np.float32)
        return metres

    def heights(self, latitude: Any, longitude: Any, texel: float = 2e-5) -> Any:
        """Heights of the ground in metres at places in degrees, north and east positive; the sea floor is below 0.

        With numpy both are numbers or arrays, which are broadcast, and the result is a number or an array of float32.
        Without it they are numbers or lists. texel: the size of the smallest detail in radians, 1e-6 … 0.1; a map of
        `width` columns has 2 pi / width. Errors: UsageError (a latitude beyond 90 degrees, or no number).
        """
        if np is not None:
            lat, lon = np.broadcast_arrays(np.asarray(latitude, np.float64), np.asarray(longitude, np.float64))
            if not (np.abs(lat) <= 90).all() or not np.isfinite(lon).all():
                raise UsageError("latitudes are -90 … 90 degrees, and longitudes are finite")
            result = np.empty(lat.shape, np.float32)
            flat = result.reshape(-1)
            lats, lons = lat.reshape(-1), lon.reshape(-1)

            def directions(first: int, last: int) -> Any:
                p, l = np.radians(lats[first:last]), np.radians(lons[first:last])
                xyz = np.stack([np.cos(p) * np.cos(l), np.sin(p), -np.cos(p) * np.sin(l)], -1)
                return (c.c_float * xyz.size).from_buffer(np.ascontiguousarray(xyz, np.float32))

            self._heights(lats.size, directions, texel, flat)
            return result if result.ndim else float(result)
        single = not isinstance(latitude, Sequence) and not isinstance(longitude, Sequence)
        p = list(latitude) if isinstance(latitude, Sequence) else [latitude]
        l = list(longitude) if isinstance(longitude, Sequence) else [longitude]
        count = max(len(p), len(l)) if p and l else 0
        if len(p) not in (1, count) or len(l) not in (1, count):
            raise UsageError(f"{len(p)} latitudes and {len(l)} longitudes")
        places = [(float(p[i % len(p)]), float(l[i % len(l)])) for i in range(count)]
        if not all(abs(a) <= 90 and math.isfinite(b) for a, b in places):
            raise UsageError("latitudes are -90 … 90 degrees, and longitudes are finite")

        def vectors(first: int, last: int) -> Any:
            numbers = []
            for a, b in ((math.radians(a), math.radians(b)) for a, b in places[first:last]):
                numbers += [math.cos(a) * math.cos(b), math.sin(a), -math.cos(a) * math.sin(b)]
            return (c.c_float * len(numbers))(*numbers)

        found = memoryview(bytearray(4 * count)).cast("f")
        self._heights(count, vectors, texel, found)
        return found[0] if single else found.tolist()

    def _heights(self, count: int, directions: Any, texel: float, heights: Any) -> None:
        step = 4096  # the library cannot be stopped within a call, and Python looks for Ctrl-C between two
        if count == 0:
            return
        memory = _arrays.memory(heights, (count,), "f")
        with self._turn():
            self._prepare(None)
            for first in range(0, count, step):
                some = min(step, count - first)
                call("tr_planet_heights", self._planet, some, directions(first, first + some), texel,
                     c.addressof(memory) + 4 * first)

    def mesh(self, columns: Optional[int] = None) -> Mesh:
        """A mesh of the planet: of one that is not a sphere its shape, of others a smooth sphere, for displacement by the
        height map. columns: even, 32 … 1024 (64); a planet that is not a sphere has its own number."""
        with self._turn():
            self._prepare(None)
            own = self._facts().mesh_columns
            n = _integer(own or 64 if columns is None else columns, "columns", 32, 1024)
            vertices, triangles = 2 * n + (n // 2 - 1) * (n + 1), 2 * n * (n // 2 - 1)
            shapes = [((vertices, 3), "f"), ((vertices, 3), "f"), ((vertices, 4), "f"), ((vertices, 2), "f"),
                      ((triangles, 3), "I")]
            arrays = [_arrays.make(*shape) for shape in shapes]
            memories = [_arrays.memory(array, *shape) for array, shape in zip(arrays, shapes)]
            call("tr_planet_mesh", self._planet, c.byref(_library.tr_mesh(n, *map(c.addressof, memories))))
        return Mesh(*arrays)

    def rings(self, width: int = 1024) -> Array:
        """The profile of the rings from the inner to the outer edge: (width, 4) of uint8, sRGB and straight alpha.
        Errors: UsageError (no rings)."""
        n = _integer(width, "width", 1, 1 << 24)
        rgba = _arrays.make((n, 4), "B")
        with self._turn():
            self._prepare(None)
            call("tr_planet_rings", self._planet, n, _arrays.memory(rgba, (n, 4), "B"))
        return rgba

    # ---- files ---------------------------------------------------------------------------------------

    def export(self, directory: Union[str, os.PathLike[str]] = ".", *, target: Optional[str] = None, width: int = 0,
               name: Optional[str] = None, maps: Optional[Sequence[str]] = None, layout: Optional[str] = None,
               format: str = "png", compression: str = "fast", blocks: str = "bc7", mips: bool = True, zstd: bool = False,
               normal_bits: int = 8, height_range: str = "type", flat_sea: bool = False, tile: int = 512, border: int = 0,
               region: Optional[tuple[float, float, float]] = None, shard: Optional[tuple[int, int]] = None,
               force: bool = False, progress: Optional[Progress] = None) -> Export:
        """Writes a set of textures into a folder, like `terrella export`, with the same bytes.

        target: the program that the set is for: "godot", "blender", … (`terrella list targets`). width 0, and what you do
        not give: as the program. name: of the files; by default type and seed. maps: names of OUTPUTS; by default all that
        the planet has. layout: "equirect", "cube", "cube-row", "cube-column", "cube-cross", "tiles" or "geodetic"; by
        default that of the target. region: latitude, longitude and radius in degrees of the tiles to write. shard: (2, 5)
        writes the second fifth of the tiles. force replaces files that Terrella did not write. progress: see bake.
        Each file is the old one or the complete new one, also after Ctrl-C.
        Errors: UsageError, InputError (the planet lacks a map), WriteError, OutOfMemory.
        """
        o = _library.tr_export_options()
        folder = os.fsencode(directory)
        if b"\0" in folder:
            raise UsageError("directory: a name cannot contain a zero character")
        o.directory = folder
        o.stem = None if name is None else text(name, "name")
        o.target = None if target is None else text(target, "target")
        o.width = _integer(width, "width", 0, 1 << 22)
        o.layout = 0 if layout is None else choice(layout, _library.LAYOUTS, "layout")
        o.exact_layout = layout == "equirect"
        o.tiles = _library.tr_tiles(_integer(tile, "tile", 0, 1 << 16), _integer(border, "border", 0, 16),
                                    _library.tr_region(*region) if region else _library.tr_region(),
                                    *(_integer(n, "shard", 1, 1 << 20) for n in shard or ()))
        for output in maps or ():
            o.outputs |= 1 << choice(output, _library.OUTPUTS, "map")
        o.format = choice(format, _library.FORMATS, "format")
        o.compression = choice(compression, _library.COMPRESSIONS, "compression")
        o.blocks = choice(blocks, _library.BLOCKS, "kind of blocks")
        o.no_mips, o.zstd, o.flat_sea, o.force = not mips, zstd, flat_sea, force
        o.normal_bits = _integer(normal_bits, "normal_bits", 0, 64)
        o.height_range = choice(height_range, _library.HEIGHT_RANGES, "height range")
        result = _library.tr_export_result()
        with self._turn():
            self._prepare(_part_of(progress, 0, 0))
            run(lambda watch, error: lib.tr_planet_export(self._planet, c.byref(o), c.byref(watch), c.byref(result),
                                                          c.byref(error)), progress)
        if progress:
            progress(1)
        return Export([os.fsdecode(result.paths[i].value) for i in range(result.count)],
                      [os.fsdecode(result.kept_paths[i].value) for i in range(min(result.kept, 16))], result.settings_kept)
