"""The current translations, compiled and loaded, for tests that need another language."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import PySide6
import pytest
from PySide6.QtCore import QLocale

import app.i18n
from app.i18n import Language, set_language
from places import ROOT

__all__ = ["SOURCES", "TOOLS", "TRANSLATED", "compile_all", "spoken_from", "tool"]

SOURCES = ROOT / "resources" / "translations"
TRANSLATED = [one for one in Language if one not in {Language.SYSTEM, Language.ENGLISH}]
TOOLS = Path(PySide6.__file__).parent


def tool(name: str) -> str:
    return str(TOOLS / (f"{name}.exe" if sys.platform == "win32" else name))


def compile_all(root: Path) -> Path:
    """Write the compiled translations to their path in a folder of resources."""
    folder = root / "translations"
    folder.mkdir()
    for source in SOURCES.glob("*.ts"):
        target = folder / f"{source.stem}.qm"
        command = [tool("lrelease"), "-silent", str(source), "-qm", str(target)]
        subprocess.run(command, check=True, capture_output=True)
    return root


@contextmanager
def spoken_from(compiled: Path) -> Iterator[None]:
    """Load translations from there, and return to the system's language afterwards."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app.i18n, "resource", compiled.joinpath)
        yield
        set_language(Language.ENGLISH)
        QLocale.setDefault(QLocale.system())
