"""Two texts beside each other, as tests show them."""

from pytestqt.qtbot import QtBot

from app.compare.texts import Standing, TitledText
from app.compare.view import DifferenceView


def show(
    qtbot: QtBot,
    view: DifferenceView,
    left: TitledText | str,
    right: TitledText | str,
    standing: Standing | None = None,
) -> None:
    """Show two texts, and wait until they are compared."""
    if isinstance(left, str):
        left = TitledText("kept: a.txt", left, "a.txt")
    if isinstance(right, str):
        right = TitledText("chosen: b.txt", right, "b.txt")
    view.show_sides(left, right, standing=standing)
    qtbot.waitUntil(lambda: view.settled, timeout=60_000)
