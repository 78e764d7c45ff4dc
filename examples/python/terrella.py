"""Bakes a planet into an array through libterrella's C interface: python3 terrella.py [TYPE [SEED [WIDTH]]]

Needs nothing but Python; with numpy, bake() gives a numpy array.
"""
import ctypes as c
import sys

lib = c.CDLL("libterrella.so.1")


class Error(c.Structure):
    _fields_ = [("status", c.c_int), ("file", c.c_char * 512), ("line", c.c_int), ("column", c.c_int),
                ("path", c.c_char * 256), ("message", c.c_char * 1024)]


class Patch(c.Structure):
    _fields_ = [(name, c.c_int) for name in "projection face resolution x y width height".split()]


def call(name, *arguments):
    error = Error()
    if getattr(lib, name)(*arguments, c.byref(error)) != 0:
        raise RuntimeError(error.message.decode())


def bake(planet_type="earthlike", seed=1, width=1024):
    """The albedo of a planet: width / 2 rows of `width` sRGB texels, three bytes each."""
    context, recipe, planet = c.c_void_p(), c.c_void_p(), c.c_void_p()
    texels, map_count = (c.c_uint8 * (3 * width * (width // 2)))(), 7
    maps = (c.c_void_p * map_count)(c.addressof(texels))  # the first map is the albedo
    try:
        call("tr_context_create", None, c.byref(context))
        call("tr_recipe_of_type", planet_type.encode(), c.c_uint64(seed), c.byref(recipe))
        call("tr_planet_create", context, recipe, None, c.byref(planet))
        call("tr_planet_bake", planet, c.byref(Patch(0, 0, width, 0, 0, width, width // 2)), maps, None)
    finally:
        lib.tr_planet_destroy(planet)
        lib.tr_recipe_destroy(recipe)
        lib.tr_context_destroy(context)
    try:
        import numpy
    except ImportError:
        return texels
    return numpy.frombuffer(texels, numpy.uint8).reshape(width // 2, width, 3)


if __name__ == "__main__":
    name, seed, width = (sys.argv[1:] + ["earthlike", "1", "1024"][len(sys.argv) - 1:])[:3]
    sys.stdout.buffer.write(b"P6 %d %d 255\n" % (int(width), int(width) // 2) + bytes(bake(name, int(seed), int(width))))
