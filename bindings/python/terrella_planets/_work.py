"""Long work that Ctrl-C stops."""
from __future__ import annotations

import ctypes as c
import threading
from typing import Any, Callable, Optional

from ._library import REPORT, STOPPED, check, lib, tr_error, tr_watch

Progress = Callable[[float], object]

# Seconds between two looks at the work: how often progress is reported, and on Windows how soon Ctrl-C is noticed.
POLL = 0.05


class Work:
    """One call of the library on a thread of its own, so that this one hears signals.

    The thread holds everything that the call uses: memory stays until the call returns, whatever happens here.
    """

    def __init__(self, function: Callable[[tr_watch, tr_error], Any]) -> None:
        self.function = function
        self.error = tr_error()
        self.status = 0
        self.failure: Optional[BaseException] = None
        self.part = 0.0
        self.stop = c.c_bool(False)
        self.begun = False
        self.lock = threading.Lock()
        self.finished = threading.Event()
        # The stop flag is read in C: a Python function would have to wait for the interpreter's lock each time.
        self.watch = tr_watch(REPORT(self.note), STOPPED(("tr_stop_flag", lib)), c.addressof(self.stop))

    def note(self, _context: object, part: float) -> None:
        self.part = part

    def main(self) -> None:
        with self.lock:
            if self.stop:
                return
            self.begun = True
        try:
            self.status = self.function(self.watch, self.error)
        except BaseException as failure:  # it belongs to the thread that waits
            self.failure = failure
        finally:
            self.finished.set()

    def end(self) -> None:
        """Stops the work and waits for it, however often Ctrl-C is pressed."""
        while True:
            try:
                with self.lock:
                    self.stop.value = True
                while self.begun and not self.finished.wait(POLL):
                    pass
                return
            except KeyboardInterrupt:
                continue


def run(function: Callable[[tr_watch, tr_error], Any], progress: Optional[Progress] = None) -> None:
    """Runs function(watch, error) and raises what goes wrong. progress gets parts from 0 to 1 on this thread; what it
    raises stops the work and is raised here."""
    work = Work(function)
    try:
        try:
            threading.Thread(target=work.main, name="terrella").start()
        except RuntimeError as failure:
            raise MemoryError(f"no thread for the planet: {failure}") from failure
        while not work.finished.wait(POLL):
            if progress:
                progress(work.part)
    except BaseException:
        work.end()
        raise
    if work.failure:
        raise work.failure
    check(work.status, work.error)
