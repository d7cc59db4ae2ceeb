"""What compiles the core: the system's C compiler, or zig's from the package ziglang.

A system's compiler is asked for a small library before it is relied on: macOS has commands that
only offer to install one, others lack an assembler or a linker, and some compile for another
machine.
"""

import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from native.targets import OLDEST_MACOS, Target, UnbuildableError

ZIGLANG = "ziglang>=0.14,<0.18"
"""What pip is asked for where there is no compiler. Its newest version differs by platform."""

NAMES = "cc", "gcc", "clang"

# In the order of a command: what CFLAGS may change, and what they may not. Floating-point
# operations are not joined (arm64 could, x64 could not), so that all machines have equal results.
DEFAULTS = "-O2", "-g0"
NEEDED = (
    "-std=c11 -ffreestanding -fvisibility=hidden -fno-stack-protector -fno-lto -ffp-contract=off "
    "-Wall -Wextra -shared"
).split()
BY_SYSTEM = {
    "windows": ["-nostdlib"],
    # every library there is linked to the system's
    "macos": [
        "-fPIC",
        f"-mmacosx-version-min={OLDEST_MACOS}",
        "-Wl,-install_name,@rpath/_core.dylib",
    ],
}
ELF = ["-fPIC", "-nostdlib", "-Wl,-z,defs", "-Wl,-z,noexecstack"]

_MISSING = (
    "Variorum's core is written in C, and no C compiler was found. Install one (on Debian and "
    "Ubuntu: apt-get install gcc), or the package ziglang: pip install '{}' installs it, "
    "and pip does so by itself unless it is run with --no-build-isolation."
)


@dataclass(frozen=True, slots=True)
class Compiler:
    """A command that compiles and links, and for what; ``label`` is the same wherever it lies."""

    label: str
    command: tuple[str, ...]
    target: Target
    zig: bool = False

    def arguments(self, more: Sequence[str] = ()) -> list[str]:
        """Return what is said to the compiler beside its sources and output."""
        system = self.target.system
        if self.zig:
            # its linker writes symbols for a debugger, which nobody has sources for
            first = ["-target", str(self.target.zig), "-mcpu=baseline", *DEFAULTS, "-Wl,-s"]
            own = [one for one in BY_SYSTEM.get(system, ELF) if "macosx-version" not in one]
            return [*first, *NEEDED, *own, *more]
        cflags = shlex.split(os.environ.get("CFLAGS", ""))
        ldflags = shlex.split(os.environ.get("LDFLAGS", ""))
        return [*DEFAULTS, *cflags, *NEEDED, *BY_SYSTEM.get(system, ELF), *ldflags, *more]

    def compile(self, sources: Sequence[Path], output: Path, more: Sequence[str] = ()) -> None:
        """Compile and link at once. Raises ``UnbuildableError`` with what the compiler says."""
        # linkers for Windows leave more beside their output than was asked for
        with tempfile.TemporaryDirectory(dir=output.parent) as folder:
            made = Path(folder, output.name)
            command = [*self.command, *self.arguments(more), *map(str, sources), "-o", str(made)]
            caches = {f"ZIG_{name}_CACHE_DIR": str(Path(folder, name)) for name in _CACHES}
            environment = {**caches, **os.environ} if self.zig else None
            try:
                ran = subprocess.run(  # noqa: S603 - no shell; the builder's own compiler
                    command,
                    env=environment,
                    capture_output=True,
                    text=True,
                    errors="replace",
                    check=False,
                )
            except OSError as error:
                raise UnbuildableError(f"{self.label} cannot be run: {error}") from error
            if ran.returncode != 0 or not made.is_file():
                raise UnbuildableError(
                    f"{self.label} cannot compile Variorum's core: {shlex.join(command)}\n"
                    f"{ran.stdout}{ran.stderr}".rstrip()
                )
            sys.stderr.write(ran.stderr)  # warnings
            made.replace(output)


_CACHES = "GLOBAL", "LOCAL"


def chosen(target: Target, *, released: bool) -> Compiler | None:
    """Return what compiles for a target; None where only ziglang could, which is not there.

    What is released to others is compiled by ziglang wherever it is built: a system's compiler
    makes libraries for its own system only. Raises ``UnbuildableError`` where ``CC`` names no
    compiler, or where not even ziglang could compile.
    """
    if not released and (command := system_compiler(target)) is not None:
        return Compiler(shlex.join(command), command, target)
    if target.zig is None:
        raise UnbuildableError(_MISSING.format(ZIGLANG))
    if importlib.util.find_spec("ziglang") is None:
        return None
    return Compiler("ziglang", (sys.executable, "-m", "ziglang", "cc"), target, zig=True)


def label(target: Target, *, released: bool) -> str:
    """Return what compiles, or would, if it were there, and how: equal words, equal libraries."""
    compiler = chosen(target, released=released) or Compiler("ziglang", (), target, zig=True)
    return shlex.join([compiler.label, *compiler.arguments()])


def required(target: Target, *, released: bool) -> Compiler:
    """Return what compiles for a target. Raises ``UnbuildableError`` where nothing does."""
    compiler = chosen(target, released=released)
    if compiler is None:
        raise UnbuildableError(_MISSING.format(ZIGLANG))
    return compiler


def system_compiler(target: Target) -> tuple[str, ...] | None:
    """Return the command of the system's compiler; None where there is none that works.

    Raises ``UnbuildableError`` where ``CC`` names what does not compile for this machine.
    """
    if words := tuple(shlex.split(os.environ.get("CC", ""))):
        problem = _problem(words, target)
        if problem is not None:
            raise UnbuildableError(
                f"CC is {shlex.join(words)!r}, which does not compile for this machine; unset it "
                f"or name gcc or clang: {problem}"
            )
        return words
    found = (shutil.which(name) for name in NAMES)
    return next(((path,) for path in found if path and _problem((path,), target) is None), None)


@cache
def _problem(command: tuple[str, ...], target: Target) -> str | None:
    """Return why a command is no compiler for this machine; None if it is one."""
    if target.system == "macos" and (shutil.which(command[0]) or "").startswith("/usr/bin/"):
        # it would open a window that offers to install one
        asked = subprocess.run(["/usr/bin/xcode-select", "-p"], capture_output=True, check=False)
        if asked.returncode != 0:
            return "the command line tools of Xcode are not installed"
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "trial.c")
        machine = _MACHINE[target.name.partition("-")[0]]
        system = _SYSTEM.get(target.system, "__ELF__")
        source.write_text(_TRIAL.replace("MACHINE", machine).replace("SYSTEM", system))
        try:
            Compiler(command[0], command, target).compile([source], Path(folder, target.library))
        except UnbuildableError as error:
            return str(error)
    return None


# That the compiler is for this machine and this system: Cygwin's, for one, is not for Windows.
_MACHINE = {"x64": "__x86_64__", "arm64": "__aarch64__"}
_SYSTEM = {"windows": "_WIN32", "macos": "__APPLE__"}
_TRIAL = """\
#if !defined(MACHINE) || !defined(SYSTEM)
#error "it compiles for another machine"
#endif
#if defined(_WIN32)
int DllMainCRTStartup(void);
int DllMainCRTStartup(void) { return 1; }
#endif
int core_trial(void);
int core_trial(void) { return 0; }
"""
