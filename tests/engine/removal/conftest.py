"""What tests of removals share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from removals import House


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path / "house")
    yield made
    made.journal.close()
