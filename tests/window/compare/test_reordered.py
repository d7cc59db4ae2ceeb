"""Paragraphs in another order are told as that, where the differences are counted."""

import pytest
from pytestqt.qtbot import QtBot

from app.compare.texts import TitledText
from app.compare.tools import DifferenceNavigation
from app.compare.view import DifferenceView
from builders import english_text
from simcore.diff.align import align

PARAGRAPHS = [" ".join(english_text(seed, 30).split()) for seed in range(5)]


def text(order: list[int], end: str = "") -> str:
    return "\n\n".join(PARAGRAPHS[at] for at in order) + end + "\n"


@pytest.mark.parametrize(
    ("order", "end", "reordered"),
    [
        ([1, 0, 2, 3, 4], "", True),
        ([4, 0, 1, 2, 3], "", True),
        ([0, 1, 2, 3, 4], "", False),
        ([1, 0, 2, 3, 4], " More.", False),
        ([1, 0, 2, 3], "", False),
    ],
)
def test_only_the_order_differs(order: list[int], end: str, *, reordered: bool) -> None:
    assert align(text([0, 1, 2, 3, 4]), text(order, end)).reordered is reordered


def test_it_is_said_where_differences_are_counted(qtbot: QtBot) -> None:
    view = DifferenceView()
    qtbot.addWidget(view)
    view.resize(900, 400)
    view.show()
    one, other = text([0, 1, 2, 3, 4]), text([2, 0, 1, 3, 4])
    view.show_sides(TitledText("one", one, "one.txt"), TitledText("two", other, "two.txt"))
    qtbot.waitUntil(lambda: view.settled)
    count = view.navigation.count
    assert view.navigation.counter.text() == f"Difference 1 of {count}, in another order"
    view.show_sides(TitledText("one", one, "one.txt"), TitledText("two", other + "x", "two.txt"))
    qtbot.waitUntil(lambda: view.settled)
    assert "order" not in view.navigation.counter.text()


def test_other_differences_are_counted_as_before(qtbot: QtBot) -> None:
    navigation = DifferenceNavigation()
    qtbot.addWidget(navigation)
    navigation.set_differences([range(2), range(4, 5)])
    navigation.go_on()
    assert navigation.counter.text() == "Difference 1 of 2"
