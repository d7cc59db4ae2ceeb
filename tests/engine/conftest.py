"""What tests of the engine share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from simcore import FingerprintIndex


@pytest.fixture
def index(tmp_path: Path) -> Iterator[FingerprintIndex]:
    with FingerprintIndex(tmp_path / "index.sqlite3") as opened:
        yield opened
