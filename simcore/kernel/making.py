"""Writes the tables of the core when the package is built: python -m simcore.kernel.making FILE."""

import sys
import unicodedata
from pathlib import Path

from simcore.kernel.tables import write_tables


def sections() -> list[bytes]:
    """Return what the core is given as tables: for now, the version of Unicode that they follow."""
    return [unicodedata.unidata_version.encode("ascii")]


if __name__ == "__main__":
    write_tables(Path(sys.argv[1]), sections())
