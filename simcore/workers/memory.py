"""A bound for the memory that one document may take, where it can be had: in workers on Linux.

A parser in C asks for as much as a file tells it to; pdfium takes 3 GB for a font of 2 MB. Where it
gets no more, it ends its process, so there is a bound only in a process that may end: not without
workers, and not in the process of a window. Windows and macOS know none for a process's own pages.
"""

import contextlib
import ctypes
import functools
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

LARGEST_GROWTH = 1_500_000_000
"""Bytes that reading one document may add: one of 64 MB of text takes a third of it.

What NumPy and plain text take, 50 bytes for each byte of a large text, is bounded by the largest
file that is read, so that this holds for parsers only. Counted are pages that the process alone
writes to (``RLIMIT_DATA``): the address space has libraries and reserves of threads in it, too.
"""

_STATUS = Path("/proc/self/statm")
_DATA = 5  # the place of what the limit counts, in pages
_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3  # malloc.h
_LARGE = 1 << 22
_may_end = False


def may_end() -> None:
    """Say that this process is a worker, which may end at any moment."""
    global _may_end  # noqa: PLW0603 - a property of the process
    _may_end = True


@contextlib.contextmanager
def bounded_memory(growth: int = LARGEST_GROWTH) -> Iterator[None]:
    """Let this process take ``growth`` more bytes at most within a block, if it is a worker."""
    if not _may_end or sys.platform != "linux":
        yield
        return
    import resource  # noqa: PLC0415 - Windows has none

    before, most = resource.getrlimit(resource.RLIMIT_DATA)
    try:
        taken = int(_STATUS.read_text().split()[_DATA]) * resource.getpagesize()
        limit = taken + growth
        for one in (before, most):
            limit = limit if one == resource.RLIM_INFINITY else min(limit, one)
        resource.setrlimit(resource.RLIMIT_DATA, (limit, most))
    except (OSError, ValueError, IndexError):
        yield  # a system without /proc, or with a bound of its own
        return
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (before, most))


def give_back() -> None:
    """Give memory that is free back to the system, where the C library keeps it: glibc.

    It keeps what was taken in pieces of less than some hundred kB, in case it is wanted again.
    """
    _of_libc("malloc_trim")(0)


def keep_nothing_large() -> None:
    """Give arrays of some megabytes back when they are let go, from now on, where there is glibc.

    The more and larger ones it has seen, the more of them it keeps among those that stay.
    """
    for what in _MMAP_THRESHOLD, _TRIM_THRESHOLD:
        _of_libc("mallopt")(what, _LARGE)


@functools.cache
def _of_libc(name: str) -> Callable[..., object]:
    """Return a function of glibc, one that does nothing where there is none."""
    library = ctypes.CDLL(None) if sys.platform == "linux" else None
    found: Callable[..., object] = getattr(library, name, lambda *_: None)
    return found
