"""The library of C beside this file: found, checked, and its functions declared."""

import ctypes
import os
import platform
import sys
from functools import cache
from pathlib import Path

from simcore.model.errors import CoreError
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason

VERSION = 12
"""Of the functions and their arguments: ``CORE_VERSION`` in ``source/core.h`` is the same."""

NAME = {"win32": "_core.dll", "darwin": "_core.dylib"}.get(sys.platform, "_core.so")
MACHINES = {"x86_64", "amd64", "arm64", "aarch64"}

_POINTER, _COUNT, _FLAG = ctypes.c_void_p, ctypes.c_int64, ctypes.c_int32
_TEXT = _POINTER, _COUNT
_ARGUMENTS: dict[str, tuple[type | None, ...]] = {
    name: (_COUNT, *arguments)
    for name, arguments in {
        "core_fold": (_POINTER, *_TEXT, _FLAG, _COUNT, *[_POINTER] * 5),
        "core_entries": (_POINTER, _FLAG, *_TEXT, _POINTER),
        "core_compared": (_POINTER, *_TEXT, _POINTER, _POINTER),
        "core_shingles": (*_TEXT, _POINTER),
        "core_needs": (_COUNT,),
        "core_pieces": (_POINTER, _POINTER, *_TEXT, _FLAG, *_TEXT, _POINTER, _POINTER),
        "core_print": (_POINTER, _POINTER, *_TEXT, _FLAG, *_TEXT, *[_POINTER] * 3),
        "core_sort": (*_TEXT, _POINTER),
        "core_distinct": (*_TEXT, _POINTER),
        "core_each": (*_TEXT, _POINTER),
        "core_longer": (*_TEXT, _COUNT),
        "core_index": (*_TEXT, _COUNT, _POINTER),
        "core_shared": _TEXT,
        "core_places": (_POINTER, *_TEXT, _POINTER),
        "core_alone": (*_TEXT, _COUNT, _COUNT, _POINTER),
        "core_partners": (
            *(_FLAG, _POINTER, *_TEXT),
            *(_POINTER, _POINTER, _POINTER, _FLAG),
            *[_POINTER] * 7,
        ),
        "core_joined": (*[_POINTER] * 4, _COUNT, *[_POINTER] * 4),
    }.items()
}
"""What each function returns and takes; pointers are those of arrays."""


@cache
def library() -> ctypes.CDLL:
    """Return the core, loaded once a process; ctypes lets go of the GIL while a function runs.

    Raises ``CoreError`` where it is missing, cannot be loaded or is of another version.
    """
    return load(Path(__file__).parent / NAME)


def load(path: Path) -> ctypes.CDLL:
    """Load a library and declare its functions. Raises ``CoreError``, see ``library``."""
    try:
        loaded = ctypes.CDLL(os.fspath(path))
    except OSError as error:
        refuse_other_machines()
        if not path.exists():
            raise CoreError(Reason(ReasonCode.CORE_MISSING, (str(path),))) from error
        raise CoreError(Reason(ReasonCode.CORE_UNUSABLE, (str(path), str(error)))) from error
    try:
        loaded.core_version.restype = ctypes.c_uint32
        version = int(loaded.core_version())
    except AttributeError:  # what has no such function is none of ours
        version = 0
    if version != VERSION:
        values = str(path), str(version), str(VERSION)
        raise CoreError(Reason(ReasonCode.CORE_OTHER_VERSION, values))
    for name, (result, *arguments) in _ARGUMENTS.items():
        function = getattr(loaded, name)
        function.restype, function.argtypes = result, arguments
    return loaded


def refuse_other_machines() -> None:
    """Raise ``CoreError`` on a processor that the core is not made for.

    The build refuses them already (``packaging/native/targets.py``), so this is asked only where
    the core cannot be loaded.
    """
    machine = platform.machine()
    if machine.lower() in MACHINES and sys.byteorder == "little" and sys.maxsize > 2**32:
        return
    found = f"{machine or '?'}, {ctypes.sizeof(ctypes.c_void_p) * 8}-bit, {sys.byteorder}-endian"
    raise CoreError(Reason(ReasonCode.CORE_MACHINE, (found,)))
