"""What tests of the differences share: the view of two texts."""

import pytest
from pytestqt.qtbot import QtBot

from app.compare.view import DifferenceView


@pytest.fixture
def view(qtbot: QtBot) -> DifferenceView:
    widget = DifferenceView()
    qtbot.addWidget(widget)
    widget.resize(900, 300)
    widget.show()
    qtbot.waitExposed(widget)
    return widget
