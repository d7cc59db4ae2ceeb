"""What a start does not do: look at the source of modules, look through all objects."""

import subprocess
import sys
from pathlib import Path

import pytest

from places import python_environment

START = """
import gc, linecache, os, sys
from PySide6.QtWidgets import QApplication
import app.__main__

seen = []
gc.callbacks.append(lambda when, of: seen.append(of["generation"]))

def executed(*_):
    # what is there before Qt may have been read
    ours = [name for name in linecache.cache if "/results/" in name or "/simcore/" in name]
    shown = any(one.isVisible() for one in QApplication.topLevelWidgets())
    while not gc.isenabled():  # until there is all of the window
        QApplication.processEvents()
    print(shown, gc.isenabled(), ours, [one for one in seen if one])
    return 0

QApplication.exec = executed
QApplication(["variorum"])
gc.collect()
seen.clear()
code = app.__main__.main([])
print(code, gc.isenabled())
sys.stdout.flush()
os._exit(0)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="folders are told by variables of Linux")
def test_a_start_reads_no_source_and_collects_nothing(tmp_path: Path) -> None:
    """PySide would read that of each module that is imported, a full collection takes 20 ms."""
    home = {f"XDG_{name}_HOME": str(tmp_path / name) for name in ("DATA", "CONFIG", "CACHE")}
    run = subprocess.run(
        [sys.executable, "-c", START],
        env={**python_environment(), **home, "HOME": str(tmp_path), "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.stdout.splitlines() == ["True True [] []", "0 True"], run.stderr
