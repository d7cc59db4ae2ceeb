"""The features that decide in which bits two fingerprints differ, of all bits or of one."""

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QObject

from simcore import Explanation, Feature

from ...language.wording import count_text, printable
from ...widgets.records import FIT, RIGHT, Column, RecordModel
from .differences import SideNames
from .words import vote_text

translate = QCoreApplication.translate  # the name lupdate looks for


@dataclass(frozen=True, slots=True)
class InfluenceRow:
    """A feature of a ``text``; ``more`` it weighs than in the other, ``total`` is its influence."""

    feature: Feature
    text: str
    more: int
    bits: tuple[int, ...]
    total: int


def _label(row: InfluenceRow) -> str:
    label = row.feature.label
    return f"{row.feature.hash:016x}" if label is None else printable(label)


def _bits(row: InfluenceRow) -> str:
    return ", ".join(map(str, row.bits))


def _explanation(row: InfluenceRow) -> str:
    return translate("InfluenceModel", "Hash {0}, weight {1}; bits {2}").format(
        f"{row.feature.hash:016x}", count_text(row.feature.weight), _bits(row)
    )


COLUMNS: tuple[Column[InfluenceRow], ...] = (
    Column(
        title=lambda: translate("InfluenceModel", "Feature"),
        meaning=lambda: translate(
            "InfluenceModel",
            "A word or neighbouring words of the text, or the hash of another feature",
        ),
        text=_label,
    ),
    Column(
        title=lambda: translate("InfluenceModel", "Text"),
        meaning=lambda: translate(
            "InfluenceModel", "The text that has it alone, or with more weight"
        ),
        text=lambda row: row.text,
        width=FIT,
    ),
    Column(
        title=lambda: translate("InfluenceModel", "Weight"),
        meaning=lambda: translate(
            "InfluenceModel", "How much more it weighs in this text than in the other"
        ),
        text=lambda row: vote_text(row.more),
        width=FIT,
        align=RIGHT,
    ),
    Column(
        title=lambda: translate("InfluenceModel", "Influence"),
        meaning=lambda: translate(
            "InfluenceModel", "What it adds to the votes: its weight, times the bits"
        ),
        text=lambda row: vote_text(row.total),
        width=FIT,
        align=RIGHT,
    ),
    Column(
        title=lambda: translate("InfluenceModel", "Bits"),
        meaning=lambda: translate(
            "InfluenceModel",
            "The differing bits on which it votes as the bit came out in this text",
        ),
        text=_bits,
    ),
)


class InfluenceModel(RecordModel[InfluenceRow]):
    """Lists features, the most influential first.

    Without a bit: by what they add to the votes of all differing bits. With a bit that differs:
    those that pull it. With one that is equal: the heaviest of both texts, by their votes there.
    ``bit`` is that bit, ``left_out`` how many more features pull that are not listed.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(COLUMNS, parent, tooltip=_explanation)
        self.bit: int | None = None
        self.left_out = 0

    def show(self, explained: Explanation, names: SideNames, bit: int | None = None) -> None:
        """List the features of an explanation, or those of one of its bits."""
        self.bit = bit
        rows, self.left_out = _rows(explained, names, bit)
        self.set_records(rows)


def _rows(
    explained: Explanation, names: SideNames, bit: int | None
) -> tuple[list[InfluenceRow], int]:
    sides = (explained.left, names.short_left), (explained.right, names.short_right)
    found = [
        InfluenceRow(each.feature, name, each.more, each.bits, each.total)
        for side, name in sides
        for each in side.influences
    ]
    if bit is None:
        pulling = explained.left.pulling + explained.right.pulling
        return sorted(found, key=lambda row: -row.total), pulling - len(found)
    differing = next((each for each in explained.differing if each.bit == bit), None)
    if differing is None:
        heaviest = [
            InfluenceRow(feature, name, feature.weight, (bit,), feature.vote(bit))
            for side, name in sides
            for feature in side.heaviest
        ]
        features = len(explained.left.hashes) + len(explained.right.hashes)
        return sorted(heaviest, key=lambda row: -abs(row.total)), features - len(heaviest)
    here = sorted(
        (row for row in found if bit in row.bits), key=lambda row: (-row.more, -row.total)
    )
    return here, differing.left_pulling + differing.right_pulling - len(here)
