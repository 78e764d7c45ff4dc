"""The C interface, as terrella/terrella.h declares it. tests/python compares the two."""
from __future__ import annotations

import ctypes as c
import pathlib
import sys
from typing import Any

from ._errors import OF_STATUS, Bug, UsageError

# In the order of the header's enums.
MAPS = ("albedo", "height", "normal", "emission", "orm", "clouds", "water")
OUTPUTS = MAPS + ("rings", "mesh", "occlusion", "roughness", "metal", "maskmap", "sea", "depth", "normal_object",
                  "normal_dx", "clouds_colour", "clouds_alpha", "wind", "biome", "air")
PROJECTIONS = ("equirect", "cube")
FORMATS = ("png", "jpg", "tga", "hdr", "exr", "r16", "r16be", "r32f", "ktx2", "dds")
BLOCKS = ("bc7", "bc1", "none")
COMPRESSIONS = ("fast", "small")
LAYOUTS = ("equirect", "cube", "cube-row", "cube-column", "cube-cross", "tiles", "geodetic")
HEIGHT_RANGES = ("type", "planet")
NAME_BYTES = 32


class tr_error(c.Structure):
    _fields_ = [("status", c.c_int), ("file", c.c_char * 512), ("line", c.c_int), ("column", c.c_int),
                ("path", c.c_char * 256), ("message", c.c_char * 1024)]


REPORT = c.CFUNCTYPE(None, c.c_void_p, c.c_double)
STOPPED = c.CFUNCTYPE(c.c_bool, c.c_void_p)
RUN = c.CFUNCTYPE(None, c.c_void_p, c.c_int, c.c_void_p, c.c_void_p)


class tr_watch(c.Structure):
    _fields_ = [("report", REPORT), ("stopped", STOPPED), ("context", c.c_void_p)]


class tr_context_options(c.Structure):
    _fields_ = [("threads", c.c_int), ("isa", c.c_char_p), ("run", RUN), ("system", c.c_void_p),
                ("limit_bytes", c.c_uint64), ("limit_seconds", c.c_double)]


class tr_knob_info(c.Structure):
    _fields_ = [("name", c.c_char_p), ("label", c.c_char_p), ("what", c.c_char_p), ("value", c.c_double)]


class tr_map_format(c.Structure):
    _fields_ = [("name", c.c_char_p), ("what", c.c_char_p), ("channels", c.c_int), ("bytes", c.c_int),
                ("srgb", c.c_bool)]


class tr_planet_facts(c.Structure):
    _fields_ = [("type", c.c_char_p), ("seed", c.c_uint64), ("radius_m", c.c_double), ("height_min_m", c.c_double),
                ("height_max_m", c.c_double), ("sea", c.c_bool), ("gas", c.c_bool), ("maps", c.c_uint),
                ("mesh_columns", c.c_int), ("rings_inner_m", c.c_double), ("rings_outer_m", c.c_double)]


class tr_patch(c.Structure):
    _fields_ = [(name, c.c_int) for name in ("projection", "face", "resolution", "x", "y", "width", "height")]


class tr_mesh(c.Structure):
    _fields_ = [("columns", c.c_int), ("positions", c.c_void_p), ("normals", c.c_void_p), ("tangents", c.c_void_p),
                ("uvs", c.c_void_p), ("triangles", c.c_void_p)]


class tr_region(c.Structure):
    _fields_ = [("latitude_deg", c.c_double), ("longitude_deg", c.c_double), ("radius_deg", c.c_double)]


class tr_tiles(c.Structure):
    _fields_ = [("size", c.c_int), ("border", c.c_int), ("region", tr_region), ("shard", c.c_int),
                ("shards", c.c_int)]


class tr_export_options(c.Structure):
    _fields_ = [("directory", c.c_char_p), ("stem", c.c_char_p), ("width", c.c_int), ("layout", c.c_int),
                ("exact_layout", c.c_bool), ("tiles", tr_tiles), ("outputs", c.c_uint), ("target", c.c_char_p),
                ("format", c.c_int), ("compression", c.c_int), ("blocks", c.c_int), ("no_mips", c.c_bool),
                ("zstd", c.c_bool), ("normal_bits", c.c_int), ("height_range", c.c_int), ("flat_sea", c.c_bool),
                ("force", c.c_bool)]


class tr_export_result(c.Structure):
    _fields_ = [("count", c.c_int), ("paths", (c.c_char * 1024) * 256), ("kept", c.c_int),
                ("kept_paths", (c.c_char * 1024) * 16), ("settings_kept", c.c_int)]


_pointer = c.c_void_p
_error = c.POINTER(tr_error)
_watch = c.POINTER(tr_watch)
_out = c.POINTER(c.c_void_p)
PROTOTYPES: dict[str, tuple[Any, list[Any]]] = {
    "tr_version": (c.c_char_p, []),
    "tr_pixels": (c.c_int, []),
    "tr_status_text": (c.c_char_p, [c.c_int]),
    "tr_stop_flag": (c.c_bool, [_pointer]),
    "tr_free": (None, [_pointer]),
    "tr_context_create": (c.c_int, [c.POINTER(tr_context_options), _out, _error]),
    "tr_context_destroy": (None, [_pointer]),
    "tr_type_list": (c.c_int, [_pointer, c.c_int]),
    "tr_type_summary": (c.c_int, [c.c_char_p, c.c_char_p, c.c_size_t, _error]),
    "tr_recipe_of_type": (c.c_int, [c.c_char_p, c.c_uint64, _out, _error]),
    "tr_recipe_from_json": (c.c_int, [c.c_char_p, c.c_size_t, _out, _error]),
    "tr_recipe_to_json": (c.c_int, [_pointer, c.c_bool, _out, _error]),
    "tr_recipe_copy": (c.c_int, [_pointer, _out, _error]),
    "tr_recipe_destroy": (None, [_pointer]),
    "tr_recipe_set": (c.c_int, [_pointer, c.c_int, c.POINTER(c.c_char_p), _error]),
    "tr_recipe_set_image": (c.c_int, [_pointer, c.c_char_p, _pointer, c.c_size_t, _error]),
    "tr_recipe_number": (c.c_bool, [_pointer, c.c_char_p, c.POINTER(c.c_double)]),
    "tr_recipe_knobs": (c.c_int, [_pointer, c.POINTER(tr_knob_info), c.c_int]),
    "tr_planet_create": (c.c_int, [_pointer, _pointer, _watch, _out, _error]),
    "tr_planet_update": (c.c_int, [_pointer, _pointer, _watch, _error]),
    "tr_planet_destroy": (None, [_pointer]),
    "tr_map_get_format": (c.POINTER(tr_map_format), [c.c_int]),
    "tr_planet_describe": (None, [_pointer, c.POINTER(tr_planet_facts)]),
    "tr_planet_bake": (c.c_int, [_pointer, c.POINTER(tr_patch), _out, _watch, _error]),
    "tr_planet_heights": (c.c_int, [_pointer, c.c_int, _pointer, c.c_double, _pointer, _error]),
    "tr_planet_mesh": (c.c_int, [_pointer, c.POINTER(tr_mesh), _error]),
    "tr_planet_rings": (c.c_int, [_pointer, c.c_int, _pointer, _error]),
    "tr_planet_export": (c.c_int, [_pointer, c.POINTER(tr_export_options), _watch, c.POINTER(tr_export_result),
                                   _error]),
}


def _load() -> Any:
    """The library of this package; where it has none, as in a source tree, that of the system."""
    name = "terrella.dll" if sys.platform == "win32" else "libterrella.so"
    inside = pathlib.Path(__file__).with_name(name)
    try:
        library = c.CDLL(str(inside) if inside.exists() else name if sys.platform == "win32" else name + ".1")
        for function, (result, arguments) in PROTOTYPES.items():
            found = getattr(library, function)
            found.restype, found.argtypes = result, arguments
    except (OSError, AttributeError) as error:
        raise ImportError(f"terrella_planets: the library cannot be loaded: {error}") from error
    return library


lib = _load()


def shown(text: bytes) -> str:
    return text.decode("utf-8", "replace")


def check(status: int, error: tr_error) -> None:
    """Raises what the status stands for."""
    if status:
        kind = OF_STATUS.get(status, Bug)
        message = shown(error.message) or shown(lib.tr_status_text(status))
        raise kind(message, shown(error.file), error.line, error.column, shown(error.path))


def call(name: str, *arguments: Any) -> None:
    """Calls a function that takes no time worth stopping."""
    error = tr_error()
    check(getattr(lib, name)(*arguments, c.byref(error)), error)


def text(value: Any, what: str) -> bytes:
    """A string for C, which ends at a zero."""
    if not isinstance(value, str):
        raise TypeError(f"{what}: expected a text, not {type(value).__name__}")
    if "\0" in value:
        raise UsageError(f"{what}: a text cannot contain a zero character")
    return value.encode()


def choice(value: Any, names: tuple[str, ...], what: str) -> int:
    if value not in names:
        raise UsageError(f"there is no {what} {value!r}: {', '.join(names)}")
    return names.index(value)


def version() -> str:
    """The library's version, "1.0.0"."""
    return shown(lib.tr_version())


def pixels() -> int:
    """The library's pixel version, which increases whenever a recipe gives different texels."""
    return int(lib.tr_pixels())


def types() -> list[str]:
    """The names of the built-in types."""
    most = lib.tr_type_list(None, 0)
    names = ((c.c_char * NAME_BYTES) * most)()
    return [names[i].value.decode() for i in range(lib.tr_type_list(names, most))]


def summary(type: str) -> str:
    """A one-line description of a type; "" for an unknown type."""
    line = c.create_string_buffer(256)
    call("tr_type_summary", text(type, "type"), line, len(line))
    return line.value.decode()
