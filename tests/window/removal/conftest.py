"""What tests of removals share: where documents are moved to."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog


@pytest.fixture
def elsewhere(private_home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that a person chooses for what is moved away."""
    place = private_home / "elsewhere"
    place.mkdir()
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(place))
    return place
