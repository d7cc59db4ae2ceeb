"""What tests and examples in docstrings share: a home that is not the user's.

An example runs in a folder of its own, with the sample documents in ``documents`` if it names them.
"""

import itertools
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import simcore
from places import ROOT
from simcore.cli.main import VARIABLES


@pytest.fixture(scope="session")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Yield one new name of a folder after the other.

    pytest looks for the next number among all folders there are, longer with each test.
    """
    folder = tmp_path_factory.mktemp("homes")
    return (folder / str(number) for number in itertools.count())


@pytest.fixture(autouse=True)
def private_home(homes: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """Point every per-user folder at a temporary home, so that no test touches the real one."""
    home = next(homes)
    home.mkdir(mode=0o700)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    monkeypatch.setenv("LOCALAPPDATA", str(home / "AppData" / "Local"))
    monkeypatch.setenv("APPDATA", str(home / "AppData" / "Roaming"))
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    # no test is seen on the desktop of who runs it
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    for name in ("DATA", "CONFIG", "CACHE", "STATE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(home / name.lower()))
    return home


@pytest.fixture
def doctest_namespace(
    private_home: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> dict[str, object]:
    """Return what every example has: the names of its module, and these."""
    folder = private_home / "examples"
    folder.mkdir()
    if "documents" in request.node.dtest.docstring:
        shutil.copytree(ROOT / "resources" / "demo", folder / "documents")
    monkeypatch.chdir(folder)
    return {"Path": Path, "simcore": simcore}
