"""The keys of the squares of bits; the squares themselves are made later than the list of keys."""

from PySide6.QtCore import QCoreApplication

from app.widgets.view_keys import ViewKey

translate = QCoreApplication.translate  # the name lupdate looks for


def square_keys() -> list[ViewKey]:
    """List the keys that work in a square of bits."""
    return [
        ViewKey(("Up", "Down", "Left", "Right"), translate("WhyKeys", "Go from bit to bit")),
        ViewKey(
            ("Space", "Return"),
            translate("WhyKeys", "List what decides the current bit, or all bits again"),
        ),
    ]
