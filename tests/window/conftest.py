"""What tests of the window share: its library, other languages, the numbers of English."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication

from app.application import Application
from leases import library
from translations import compile_all, spoken_from
from windows import Open
from written import written

OpenOn = Callable[..., Application]

__all__ = ["library"]  # a fixture; most test files have one of their own


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of resources with the translations of today, compiled; only read."""
    return compile_all(tmp_path_factory.mktemp("resources"))


@pytest.fixture
def spoken(compiled: Path, qapp: QApplication) -> Iterator[None]:
    """Load translations from there, and go back to the system's language afterwards."""
    with spoken_from(compiled):
        yield


@pytest.fixture
def british() -> Iterator[None]:
    """Write figures and days as in Britain."""
    QLocale.setDefault(QLocale("en_GB"))
    yield
    QLocale.setDefault(QLocale.system())


@pytest.fixture
def application(open_window: Open, library: Path) -> Application:
    """The window on the library, whose index is made."""
    return open_window(library)


@pytest.fixture
def open_on(open_window: Open, private_home: Path) -> OpenOn:
    """Return a function that writes documents to a folder, and opens the window on it."""
    return lambda files, name="documents": open_window(written(private_home / name, files))
