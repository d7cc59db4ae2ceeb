"""The machine of the measurements."""

import importlib.metadata
import os
import platform
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

__all__ = ["described", "load"]

_LIBRARIES = ("numpy", "rjieba", "opencc", "rapidfuzz", "chardet", "PySide6_Essentials")


def load() -> str:
    """Return the load average of the last 1, 5 and 15 minutes."""
    return ", ".join(f"{value:.2f}" for value in os.getloadavg())


def described(libraries: dict[str, str], load_before: str) -> str:
    """Return a paragraph about the date and the machine.

    ``libraries`` are versions of the compared ones; ``load_before`` is the load at the start.
    """
    versions = {name: _version(name) for name in _LIBRARIES} | libraries
    listed = ", ".join(f"{name} {version}" for name, version in versions.items() if version)
    return (
        f"Measured on {datetime.now(UTC):%Y-%m-%d %H:%M} UTC: {_processor()}, "
        f"{os.cpu_count()} cores, {_memory():.0f} GB, {platform.system()} {platform.release()}, "
        f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}, {listed}; "
        f"load over 1, 5 and 15 minutes {load_before} before and {load()} at the end."
    )


def _version(name: str) -> str:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return ""


def _processor() -> str:
    for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()


def _memory() -> float:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9
