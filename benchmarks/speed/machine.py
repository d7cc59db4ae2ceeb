"""What the figures were measured on."""

import importlib.metadata
import os
import platform
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

__all__ = ["described"]

_LIBRARIES = ("numpy", "rjieba", "opencc", "rapidfuzz", "chardet", "PySide6_Essentials")


def described(libraries: dict[str, str]) -> str:
    """Say in a paragraph when and on what; ``libraries`` are versions of the compared ones."""
    versions = {name: _version(name) for name in _LIBRARIES} | libraries
    listed = ", ".join(f"{name} {version}" for name, version in versions.items() if version)
    load = ", ".join(f"{value:.2f}" for value in os.getloadavg())
    return (
        f"Measured on {datetime.now(UTC):%Y-%m-%d %H:%M} UTC: {_processor()}, "
        f"{os.cpu_count()} cores, {_memory():.0f} GB, {platform.system()} {platform.release()}, "
        f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}, {listed}; "
        f"load at the end {load} (1, 5, 15 minutes)."
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
