"""Images for maps, as whole files in memory."""
from __future__ import annotations

import array
import os
import struct
import sys
from typing import Any, Union

from ._arrays import np
from ._errors import UsageError
from ._library import NAME_BYTES

# Maps that a planet follows; "any:CHANNEL" fills a channel that layers read.
KINDS = ("height", "land", "uplift", "temperature", "rain", "biome", "colour", "clouds", "emission")

_MAGIC = {b"\x89PNG": ".png", b"II*\0": ".tif", b"MM\0*": ".tif", b"v/1\x01": ".exr", b"\xff\xd8\xff": ".jpg"}
# Of TIFF: 1 unsigned, 2 signed, 3 floating point; and bits.
_SAMPLES = {"?": (1, 8), "B": (1, 8), "H": (1, 16), "I": (1, 32), "h": (2, 16), "i": (2, 32), "f": (3, 32)}


def check_kind(kind: str) -> str:
    """The name of a map in a recipe."""
    name = kind[4:] if kind.startswith("any:") else kind
    if name == kind and kind not in KINDS:
        raise UsageError(f"there is no kind of map {kind!r}: {', '.join(KINDS)} or any:CHANNEL")
    if not 0 < len(name.encode()) < NAME_BYTES or "." in name:
        raise UsageError(f"{kind!r}: a name of a map has 1 … {NAME_BYTES - 1} bytes and no dot")
    return name


def _tiff(width: int, height: int, channels: int, letter: str, texels: bytes) -> bytes:
    """A little-endian TIFF without compression, of a single strip."""
    kind, bits = _SAMPLES[letter]
    tags = [(256, 4, [width]), (257, 4, [height]), (258, 3, [bits] * channels), (259, 3, [1]),
            (262, 3, [2 if channels > 2 else 1]), (273, 4, [0]), (277, 3, [channels]), (278, 4, [height]),
            (279, 4, [len(texels)]), (284, 3, [1])]
    if channels % 2 == 0:  # the last one is straight alpha
        tags.append((338, 3, [2]))
    tags.append((339, 3, [kind] * channels))
    head = 8 + 2 + 12 * len(tags) + 4
    more = b""  # values that do not fit into their tags
    places = {}
    for tag, size, values in tags:
        packed = struct.pack("<%d%s" % (len(values), "HI"[size == 4]), *values)
        if len(packed) > 4:
            places[tag] = head + len(more)
            more += packed
    more += b"\0" * (-len(more) % 8)
    if head + len(more) + len(texels) >= 1 << 32:
        raise UsageError(f"an image of {len(texels)} bytes: at most 4 GB are possible")
    directory = b""
    for tag, size, values in tags:
        if tag == 273:
            values = [head + len(more)]
        packed = struct.pack("<I", places[tag]) if tag in places else struct.pack("<%d%s" % (len(values), "HI"[size == 4]), *values)
        directory += struct.pack("<HHI", tag, size, len(values)) + packed.ljust(4, b"\0")
    return b"II*\0" + struct.pack("<IH", 8, len(tags)) + directory + b"\0\0\0\0" + more + texels


def _wrong(shape: Any, letter: str) -> UsageError:
    return UsageError(f"an image of shape {tuple(shape)} and type '{letter}': expected (height, width) or (height, width, "
                      "channels) with 1 to 4 channels, of unsigned or signed integers of at most 32 bits, or floats")


def _texels_of(image: Any) -> tuple[tuple[int, ...], str, bytes]:
    """The shape, the letter of _SAMPLES and the bytes of an array, rows from the top."""
    if np is not None:
        a = np.asarray(image)
        letter = {"bool": "?", "uint8": "B", "uint16": "H", "uint32": "I", "int8": "h", "int16": "h", "int32": "i",
                  "float16": "f", "float32": "f", "float64": "f"}.get(a.dtype.name, a.dtype.name)
        if letter not in _SAMPLES:
            raise _wrong(a.shape, letter)
        a = a.astype(np.uint8) * 255 if letter == "?" else a.astype("<" + letter, copy=False)
        return a.shape, letter, a.tobytes()
    try:
        view = memoryview(image)
    except TypeError:
        raise TypeError(f"an image is bytes, a path or an array, not {type(image).__name__}") from None
    letter, texels = view.format, view.tobytes()
    if letter == "d":
        letter, texels = "f", array.array("f", array.array("d", texels)).tobytes()
    if letter not in _SAMPLES or letter == "?":
        raise _wrong(view.shape, letter)
    if sys.byteorder == "big":
        swapped = array.array(letter, texels)
        swapped.byteswap()
        texels = swapped.tobytes()
    return tuple(view.shape or ()), letter, texels


Image = Union[bytes, bytearray, str, "os.PathLike[str]", Any]


def file_of(name: str, image: Image) -> tuple[str, bytes]:
    """The name and the bytes of a file for the map `name`."""
    if isinstance(image, (str, os.PathLike)):
        path = os.fspath(image)
        with open(path, "rb") as file:
            return name + os.path.splitext(path)[1], file.read()
    if isinstance(image, (bytes, bytearray)) or isinstance(image, memoryview) and image.ndim == 1:
        data = bytes(image)
        return name + _MAGIC.get(data[:4], _MAGIC.get(data[:3], "")), data
    shape, letter, texels = _texels_of(image)
    if len(shape) not in (2, 3) or 0 in shape or not 1 <= (shape + (1,))[2] <= 4:
        raise _wrong(shape, letter)
    return name + ".tif", _tiff(shape[1], shape[0], (shape + (1,))[2], letter, texels)
