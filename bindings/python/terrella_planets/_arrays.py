"""Memory for texels and numbers: numpy arrays, or memoryviews where numpy is missing."""
from __future__ import annotations

import ctypes as c
from typing import TYPE_CHECKING, Any

from ._errors import UsageError

if TYPE_CHECKING:
    import numpy
    import numpy.typing

    Array = numpy.typing.NDArray[Any]

np: Any
try:
    import numpy as np
except ImportError:
    np = None

# By the letter of the buffer protocol.
BYTES = {"B": 1, "H": 2, "I": 4, "f": 4}


def size_of(shape: tuple[int, ...], letter: str) -> int:
    count = BYTES[letter]
    for n in shape:
        count *= n
    return count


def make(shape: tuple[int, ...], letter: str) -> Array:
    """An array that owns its memory."""
    if np is not None:
        return np.empty(shape, letter)  # type: ignore[no-any-return]
    return memoryview(bytearray(size_of(shape, letter))).cast(letter, shape)  # type: ignore[return-value]


def memory(array: Any, shape: tuple[int, ...], letter: str) -> c.Array[c.c_char]:
    """The array's memory for C. While it lives, the array cannot be resized or freed."""
    size = size_of(shape, letter)
    try:
        view = memoryview(array)
        fits = view.nbytes == size and view.c_contiguous and not view.readonly
    except TypeError:
        fits = False
    if not fits:
        raise UsageError(f"out: expected a writable buffer without gaps of {size} bytes: {shape} of '{letter}'")
    return (c.c_char * size).from_buffer(view)
