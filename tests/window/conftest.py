"""What tests of windows in other languages share."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from translations import compile_all, spoken_from


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of resources with the translations of today, compiled; only read."""
    return compile_all(tmp_path_factory.mktemp("resources"))


@pytest.fixture
def spoken(compiled: Path, qapp: QApplication) -> Iterator[None]:
    """Load translations from there, and go back to the system's language afterwards."""
    with spoken_from(compiled):
        yield
