"""The words of the picture of pairs: titles, legend, and the contents of a cell."""

import typing
from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication

from simcore import PairCell

from ..language.punctuation import listed
from ..language.wording import count_text, percent_text

if typing.TYPE_CHECKING:
    from simcore import PairSort


translate = QCoreApplication.translate  # the name lupdate looks for

_WHOLE = 100


def sort_texts() -> list[str]:
    """Return a word or two for each sort of pair, in the order of ``simcore.PairSort``."""
    return [
        translate("pair_words", "identical"),
        translate("pair_words", "same text"),
        translate("pair_words", "similar or same words"),
        translate("pair_words", "numbers only"),
        translate("pair_words", "compared, not similar"),
    ]


def part_text() -> str:
    """Return the word of the legend for pairs of which one is a part."""
    return translate("pair_words", "part")


def lane_text(lane: int) -> str:
    """Return the title of a lane beside the distances, short enough to stand below it."""
    return [
        translate("pair_words", "Copies"),
        "",
        translate("pair_words", "Short"),
        translate("pair_words", "Parts"),
    ][lane]


def legend_explained() -> str:
    """Return the meaning of the marks, the lanes and the shade."""
    return translate(
        "pair_words",
        "Every two documents that were compared, by the distance of their fingerprints and by "
        "their similarity. The stronger the shade, the more pairs.\n"
        "Copies: documents of equal text; one pair for each copy.\n"
        "Short: texts whose distance means little; only the similarity decides.\n"
        "Parts: most of one document stands in the other, clearly longer one; what the lines do "
        "not show as similar is shown as a part, at any similarity and distance.\n"
        "Compared, not similar: proposed by fingerprints or passages, compared exactly and "
        "rejected. No threshold shows them.",
    )


def cell_text(cell: PairCell, sorts: "Mapping[PairSort, int]", step: int) -> str:
    """Say what is in a cell of ``step`` percent: where it is, how many pairs, of which sorts."""
    least = cell.band * step
    if least >= _WHOLE:
        alike = translate("pair_words", "similarity 100 %")
    else:
        alike = translate("pair_words", "similarity {least} to {most}").format(
            least=percent_text(least / _WHOLE), most=percent_text((least + step) / _WHOLE)
        )
    title = lane_text(cell.lane)
    place = (
        translate("pair_words", "{lane}, {similarity}").format(lane=title, similarity=alike)
        if title
        else translate("pair_words", "distance {bits}, {similarity}").format(
            bits=count_text(cell.distance), similarity=alike
        )
    )
    total = sum(sorts.values())
    if not total:
        return translate("pair_words", "{place}: no pairs").format(place=place)
    pattern = (
        translate("pair_words", "{place}: 1 pair")
        if total == 1
        else translate("pair_words", "{place}: {count} pairs")
    )
    words = pattern.format(place=place, count=count_text(total))
    names = sort_texts()
    pattern = translate("pair_words", "{count} {sort}", "such as: 5 identical")
    each = [pattern.format(count=count_text(sorts[one]), sort=names[one]) for one in sorted(sorts)]
    click = translate("pair_words", "Click to show one, click again for the next")
    return f"{words}\n{listed(each)}\n{click}"
