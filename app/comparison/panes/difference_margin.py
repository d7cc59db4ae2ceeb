"""What the margin says of a block: its line's number or numbers, and how it differs."""

from app.comparison.align.alignment import RowKind
from app.comparison.align.sheet import Block, Sheet
from app.comparison.panes.gutter import MOVED, GutterRow

__all__ = ["margin_row"]

_SIGNS = {RowKind.ONLY_LEFT: "\u2212", RowKind.ONLY_RIGHT: "+", RowKind.CHANGED: "~"}


def margin_row(sheet: Sheet, number: int, block: Block, moved: str) -> GutterRow:
    """Return numbers and sign of a block; ``moved`` is said of one that has moved."""
    has_moved = block.line is not None and block.moved >= 0
    sign = "" if block.line is None else MOVED if has_moved else _SIGNS.get(block.kind, "")
    first, second = block.number, 0
    if sheet.sides:
        left = sheet.shows(number, left=True)
        if block.kind is RowKind.EQUAL:
            sign = ""
            second = sheet.alignment.right_places[block.row] + 1 if block.number else 0
        else:
            first, second = (block.number, 0) if left else (0, block.number)
            sign = sign if has_moved else "\u2212" if left else "+"
    return GutterRow(0.0, first, sign, current=False, other=second, tip=moved if has_moved else "")
