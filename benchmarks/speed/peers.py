"""The libraries to compare with that an interpreter has, and how they are run."""

import functools
from pathlib import Path

from benchmarks.speed.processes import ROOT, run

__all__ = ["ALIKE", "installed", "pairs_by"]

ALIKE = 0.8
"""The similarity that they are asked for."""

_NAMES = tuple("rensa datasketch simhash faiss-cpu simhash-pybind kreuzberg markitdown".split())
_CODE = """
import importlib.metadata as metadata, sys
for name in sys.argv[1:]:
    try:
        print(name, metadata.version(name))
    except metadata.PackageNotFoundError:
        pass
"""


@functools.cache
def _listed(python: Path) -> tuple[tuple[str, str], ...]:
    lines = run([str(python), "-c", _CODE, *_NAMES]).output.splitlines()
    return tuple((name, version) for name, version in map(str.split, lines))


def installed(python: Path) -> dict[str, str]:
    """Return the versions of the installed ones, by name."""
    return dict(_listed(python))


def pairs_by(name: str, python: Path, folder: Path) -> list[str]:
    """Return the command line by which a library prints the pairs that it finds in a folder."""
    peers = ROOT / "benchmarks" / "quality" / "peers.py"
    command = [str(python), str(peers), str(folder), "-", "--similarity", str(ALIKE)]
    return [*command, "--alone", name]
