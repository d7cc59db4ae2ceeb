"""One of the two documents of a comparison, as the differences show it."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

from simcore import PARTS, Kind, MeasuredBy, OnlyIn, format_named

from ..session.calls.texts import FileForm
from .align.flowing import SideText
from .align.rows import PageSort

_PART = 2
"""How many times as long as another text one has to be to be taken for its whole, if it is."""

_OF_HTML = frozenset({"html", "epub", "mhtml", "eml"})


class LineEnds(Enum):
    """What the ends of a text's lines mean."""

    KEPT = auto()  # they have a meaning: source code, tables
    PROSE = auto()  # paragraphs, or where the text was wrapped
    PARAGRAPHS = auto()
    FLOWING = auto()  # the end of a line on paper


@dataclass(frozen=True, slots=True)
class Standing:
    """What the chosen document is to the kept one, or to one that it was put beside.

    ``similarity`` (0 to 1) is None where it is not known; ``reason`` tells why the other is kept,
    ``sentence`` does so in a sentence, ``kept`` whether it is, ``numbers_only`` that only numbers,
    dates or names differ, ``only_in`` what else alone does. ``whole`` tells of a part and its whole
    that the chosen one is the whole, ``measure`` what the similarity counts.
    """

    kind: Kind
    similarity: float | None = None
    reason: str = ""
    numbers_only: bool = False
    only_in: OnlyIn | None = None
    kept: bool = True
    whole: bool = False
    measure: MeasuredBy = MeasuredBy.SHINGLES
    sentence: str = ""

    @property
    def of_part(self) -> bool:
        """Whether one is a part of the other."""
        return self.kind in PARTS


@dataclass(frozen=True, slots=True)
class TitledText:
    """A text with its title.

    ``name`` is the file's, for exports; ``encoding`` that by which it was decoded, empty where
    there is none to choose; ``guessed`` tells that this is unsure, ``by_hand`` that a person chose
    it for this view, ``kept`` that it was chosen for good, ``keepable`` that it can be. ``lines``
    is what the ends of its lines mean, ``pages`` are the lines with which its pages begin,
    ``form`` is the name of its format, empty for plain text, of which ``file`` tells how it is
    written. ``shown_name`` stands over the text, with ``facts`` about the file. ``carried`` tells
    that it was carried along with the results, of a document that is not on this machine.
    """

    title: str
    text: str
    name: str = ""
    encoding: str = ""
    lossy: bool = False
    by_hand: bool = False
    guessed: bool = False
    kept: bool = False
    keepable: bool = False
    lines: LineEnds = LineEnds.KEPT
    pages: Sequence[int] = ()
    form: str = ""
    file: FileForm | None = None
    shown_name: str = ""
    facts: str = ""
    carried: bool = False

    @property
    def has_encoding(self) -> bool:
        """Whether the text was decoded by an encoding, not parsed from a format without one."""
        of = format_named(self.encoding)
        return bool(self.encoding) and (of is None or of.decoded)

    @property
    def page_sort(self) -> PageSort:
        """What ``pages`` are."""
        return PageSort.PAGES if self.lines is LineEnds.FLOWING else PageSort.SLIDES

    def is_part_beside(self, other: "TitledText") -> bool:
        """Return whether one of the two texts may be a part of the other, by their lengths."""
        shorter, longer = sorted((len(self.text), len(other.text)))
        return shorter * _PART < longer

    def beside(self, other: "TitledText") -> SideText:
        """Return the text for a comparison with another one."""
        longer = self.text.count("\n") > other.text.count("\n")
        flows = self.lines is LineEnds.FLOWING or (
            longer and self.lines is LineEnds.PROSE and other.lines is LineEnds.PARAGRAPHS
        )
        loose = self.lines is LineEnds.FLOWING or self.form in _OF_HTML
        spaced = (
            (longer or loose)
            and self.lines is LineEnds.PARAGRAPHS
            and other.lines in {LineEnds.PROSE, LineEnds.PARAGRAPHS}
            and self.form != other.form
        )
        if not self.pages:
            return SideText(self.text, flows, spaced, loose)
        numbers = [0] * (self.text.count("\n") + 1)
        for number, line in enumerate(self.pages, 1):
            if line < len(numbers):
                numbers[line] = number
        return SideText(self.text, flows, spaced, loose, numbers, self.page_sort)
