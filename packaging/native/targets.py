"""The machines that the core is built for, and the one that this is."""

import os
import platform
import sys
import sysconfig
from dataclasses import dataclass

VARIABLE = "VARIORUM_TARGET"
"""Names the target of a wheel that goes to other machines; without it, it is for this one."""

MACHINES = {"x86_64": "x64", "amd64": "x64", "arm64": "arm64", "aarch64": "arm64"}
OLDEST_MACOS = "11.0"


class UnbuildableError(Exception):
    """The core cannot be built; ``str()`` of it is a sentence that says why, and what to do."""


@dataclass(frozen=True, slots=True)
class Target:
    """A kind of machine: its name here, its system, what zig calls it, and its wheels' tag.

    ``system`` is linux, windows, macos, or what Python calls another one that has ELF libraries;
    zig has no name for those.
    """

    name: str
    system: str
    zig: str | None
    tag: str

    @property
    def library(self) -> str:
        """Return the name of the library's file, as simcore/kernel/core.py looks for it."""
        return {"windows": "_core.dll", "macos": "_core.dylib"}.get(self.system, "_core.so")


# Nothing of a C library is linked, so one library serves glibc and musl. The oldest of each are
# those that pip knows: a test holds that the library needs nothing that newer ones brought.
_LINUX = "manylinux_2_17_{0}.manylinux2014_{0}.musllinux_1_1_{0}"
TARGETS = {
    target.name: target
    for target in (
        Target("x64-linux", "linux", "x86_64-linux-musl", _LINUX.format("x86_64")),
        Target("arm64-linux", "linux", "aarch64-linux-musl", _LINUX.format("aarch64")),
        Target("x64-windows", "windows", "x86_64-windows-gnu", "win_amd64"),
        Target("arm64-windows", "windows", "aarch64-windows-gnu", "win_arm64"),
        Target("x64-macos", "macos", f"x86_64-macos.{OLDEST_MACOS}", "macosx_11_0_x86_64"),
        Target("arm64-macos", "macos", f"aarch64-macos.{OLDEST_MACOS}", "macosx_11_0_arm64"),
    )
}


def this_machine() -> Target:
    """Return the target for the Python that runs here. Raises ``UnbuildableError`` for others.

    Its wheels for Linux are tagged for this system only: a compiler of the system may have been
    told to use what others lack.
    """
    # Python for x64 on Windows and macOS runs on arm64, too, and needs libraries for x64
    machine = sysconfig.get_platform().rpartition("-")[2]
    if MACHINES.get(machine) is None or sys.platform == "darwin":
        machine = platform.machine()
    known = MACHINES.get(machine.lower())
    bits = 64 if sys.maxsize > 2**32 else 32
    if known is None or bits != 64 or sys.byteorder != "little":
        raise UnbuildableError(
            "Variorum's compiled core is made for x64 and arm64 processors in little-endian, "
            f"64-bit order; this Python runs on {machine or '?'}, {bits}-bit, "
            f"{sys.byteorder}-endian."
        )
    system = {"win32": "windows", "darwin": "macos"}.get(sys.platform, sys.platform)
    listed = TARGETS.get(f"{known}-{system}")
    if listed is None or system == "linux":
        tag = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        return Target(f"{known}-{system}", system, listed.zig if listed else None, tag)
    return listed


def asked_for() -> Target | None:
    """Return the target that ``VARIORUM_TARGET`` names. Raises ``UnbuildableError``."""
    name = os.environ.get(VARIABLE)
    if not name:
        return None
    if name not in TARGETS:
        raise UnbuildableError(f"{VARIABLE} is {name!r}; it may be {', '.join(TARGETS)}.")
    return TARGETS[name]
