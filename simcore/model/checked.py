"""How much of a document stands in the library: passages, their sources, and the shares."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason
from simcore.model.records import Document, Problem, ProblemStage


def left_out_away(reason: Reason) -> int:
    """Return how many documents were not compared since their disk is not connected; 0 if none."""
    match reason:
        case Reason(ReasonCode.LEFT_OUT_AWAY, (int(count),)):
            return count
    return 0


LEAST_LETTERS = 40
"""A passage of letters and digits counts from so many characters on, spaces not counted."""

LEAST_IDEOGRAPHS = 13
"""A passage of Chinese characters, kana or Hangul counts from so many on."""


class QuotationSign(StrEnum):
    """What shows that a passage is quoted; the first that applies. See ``CheckWords``."""

    MARKS = "marks"  # it stands in quotation marks
    LINES = "lines"  # its lines begin with ">"
    REFERENCES = "references"  # its source stands in the document's list of references
    NAMED = "named"  # its source is named in the document
    LISTED = "listed"  # it stands in the list of references itself


@dataclass(frozen=True, slots=True)
class CheckedSource:
    """A text of the library that has passages of the document, see ``check_document``.

    ``copies`` are other documents with the same text. ``characters`` of the document stand in this
    source, and ``only`` of them in no other source that was compared. ``named`` says where the
    document names it, None if it does not. ``within`` is an index of ``Checked.sources``: a source
    before it that has all that this one has of the document, None if there is none.
    """

    document: Document
    copies: tuple[Document, ...]
    characters: int
    only: int
    named: QuotationSign | None = None
    within: int | None = None


@dataclass(frozen=True, slots=True)
class CheckedPassage:
    """A passage of the document that stands in a source, see ``check_document``.

    ``start`` and ``stop`` are a half-open range of the document's text, ``there_start`` and
    ``there_stop`` that of the text of ``source``, an index of ``Checked.sources``. ``also`` are
    other sources that have half of it or more. ``characters`` counts the letters, digits and
    ideographs that are equal. ``first_line`` to ``last_line`` are its lines, from 1, and
    ``there_first`` to ``there_last`` those in the source. ``there`` is the passage as the source
    has it.
    """

    start: int
    stop: int
    source: int
    there_start: int
    there_stop: int
    characters: int
    quoted: QuotationSign | None
    also: tuple[int, ...]
    first_line: int
    last_line: int
    there_first: int
    there_last: int
    there: str


@dataclass(frozen=True, slots=True)
class Checked:
    """How much of a document ``check_document`` finds in the library.

    ``characters`` counts the letters, digits and ideographs of the normal form, ``found`` those
    that stand in any source, each once, ``quoted`` those of them that are quoted. ``passages`` are
    in the order of ``text`` and do not overlap; their characters add up to ``found``. ``sources``
    are ordered by how much of the document they have, the most first. ``problems`` are of the
    document, and of sources that could not be read. Where a limit was reached, ``unread`` texts
    were not compared that probably have passages, too, and ``open`` characters of what was not
    found may be theirs. ``outside`` documents were left out, since they came before the days for
    which they are kept.
    """

    path: Path
    title: str
    text: str
    characters: int
    found: int
    quoted: int
    passages: tuple[CheckedPassage, ...]
    sources: tuple[CheckedSource, ...]
    problems: tuple[Problem, ...] = ()
    unread: int = 0
    open: int = 0
    outside: int = 0

    def of_all(self, characters: int) -> float:
        """Return a number of characters as a share of the document, 0 to 1."""
        return characters / self.characters if self.characters else 0.0

    @property
    def is_partial(self) -> bool:
        """Whether documents that may have passages could not be compared."""
        return any(one.stage is ProblemStage.VERIFY for one in self.problems)

    @property
    def away(self) -> int:
        """The number of documents that were left out because their disk is not connected."""
        return sum(left_out_away(one.reason) for one in self.problems)

    @property
    def share(self) -> float:
        """The share of the document that stands in the library, 0 to 1."""
        return self.of_all(self.found)

    @property
    def unquoted_share(self) -> float:
        """The share of the document that stands in the library and is not quoted."""
        return self.of_all(self.found - self.quoted)

    @property
    def largest_share(self) -> float:
        """The share of the document that stands in one source alone: the greatest of all."""
        return self.of_all(max((one.characters for one in self.sources), default=0))
