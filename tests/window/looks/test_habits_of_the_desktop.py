"""Where the desktop etches disabled words or has icons in buttons, the program does not."""

from types import SimpleNamespace

import pytest
from PySide6.QtWidgets import QApplication, QStyle, QStyleFactory

from app.looks.style import put_on

HINTS = (
    QStyle.StyleHint.SH_EtchDisabledText,
    QStyle.StyleHint.SH_DialogButtonBox_ButtonsHaveIcons,
)


@pytest.mark.parametrize("name", ["windows", "fusion"])
def test_neither_shadows_nor_icons(qapp: QApplication, name: str) -> None:
    theirs, worn = QStyleFactory.create(name), []
    assert name == "fusion" or any(theirs.styleHint(one) for one in HINTS)
    put_on(SimpleNamespace(style=lambda: theirs, setStyle=worn.append))  # type: ignore[arg-type]
    (ours,) = worn
    assert [ours.styleHint(one) for one in HINTS] == [0, 0]
    assert ours.baseStyle().name() == name
