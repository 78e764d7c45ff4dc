"""What goes wrong, as exceptions with the library's own words."""
from __future__ import annotations


class Error(Exception):
    """Any failure of the library.

    exit_code is the code that the program `terrella` ends with; file, line and column say where in a file the
    fault is, path where in a recipe ("layers.crust.octaves"). They are "" and 0 if unknown.
    """

    exit_code = 70

    def __init__(self, message: str, file: str = "", line: int = 0, column: int = 0, path: str = "") -> None:
        super().__init__(message)
        self.file, self.line, self.column, self.path = file, line, column, path

    def __str__(self) -> str:
        message = str(self.args[0])
        place = f"{self.line}:{self.column}" if self.line else ""
        return ": ".join(part for part in (self.file, place, self.path, message) if part)


class UsageError(Error, ValueError):
    """An argument that is not possible: an unknown type, a path of no parameter."""

    exit_code = 2


class InputError(Error, ValueError):
    """A recipe or an image that is not valid, or a map that the planet does not have."""

    exit_code = 3


class WriteError(Error, OSError):
    """A file that could not be written."""

    exit_code = 5


class OutOfMemory(Error, MemoryError):
    exit_code = 6


class Stopped(Error):
    """Somebody stopped the work."""

    exit_code = 130


class Bug(Error, RuntimeError):
    """A bug in Terrella."""


# By tr_status. The library returns no other ones.
OF_STATUS: dict[int, type[Error]] = {
    1: UsageError, 2: InputError, 4: WriteError, 5: OutOfMemory, 7: Stopped, 8: Bug,
}
