"""Comparing two texts in the background; only the newest request is answered."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

from PySide6.QtCore import QObject, Signal, Slot

from simcore.diff.align import (
    EFFORT,
    Alignment,
    InlineChanges,
    Margin,
    PageSort,
    RowKind,
    Sheet,
    SideText,
    align,
    flowed,
    placed,
    side_by_side,
    unified,
)
from simcore.diff.matching import Effort, Ignored, InlineChange, Stopped
from simcore.model.formats import format_named
from simcore.model.records import PARTS, Kind, MeasuredBy, OnlyIn
from simcore.model.report import Cancelled

from ..i18n import listed, translate
from ..session.calls import FileForm
from ..tasks import Latest, Task
from ..wording import count_text, encoding_text

_AT_ONCE = 20_000_000
"""The effort for differences inside rows before the rows are shown."""

_ONE_ROW = 50_000_000

_Details = tuple[dict[int, tuple[InlineChange, ...]], set[int]]


@dataclass(frozen=True, slots=True)
class ComparisonRequest:
    """Two texts, and the options of their comparison and layout.

    ``known`` is their alignment if only the layout changes. ``part_left`` says which text is part
    of the other; None: neither is.
    """

    left: SideText
    right: SideText
    ignoring: Ignored
    unified: bool = False
    known: Alignment | None = None
    changes: InlineChanges | None = None
    part_left: bool | None = None


@dataclass(frozen=True, slots=True)
class Differences:
    """What is shown, and the known differences inside rows.

    Rows in ``simplified`` were not compared in full detail inside. If ``final``, no further result
    follows.
    """

    sheet: Sheet
    changes: InlineChanges
    simplified: frozenset[int] = frozenset()
    final: bool = True


class TextComparer(Latest[[ComparisonRequest], Differences]):
    """Compares two texts; ``published`` and ``succeeded`` carry ``Differences``.

    Several results may follow a request, each better than the last. ``detailed`` carries the
    differences inside requested rows: a mapping of rows to changes, and the set of rows that were
    simplified.
    """

    detailed = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(_compare, parent)
        self._detailing = Latest(_detail, self, self._take_detail, self.failed)
        self._rows: list[int] = []
        self._alignment: Alignment | None = None

    @Slot(object, object)
    def ask(self, alignment: Alignment, rows: Sequence[int]) -> None:
        """Find the changes inside rows; those requested last come first."""
        if alignment is not self._alignment:
            self._detailing.stop()
            self._alignment = alignment
        self._rows = list(rows)
        if self._rows and not self._detailing.busy:
            self._detailing.replace(alignment, self._rows)

    @Slot(object)
    def _take_detail(self, result: _Details) -> None:
        changes, simplified = result
        left = [row for row in self._rows if row not in changes]
        self._rows = []
        self.detailed.emit(changes, simplified)
        if left and self._alignment is not None:
            self.ask(self._alignment, left)

    @Slot()
    def stop(self) -> None:
        super().stop()
        self._detailing.stop()
        self._alignment = None
        self._rows = []


def aligned(
    wish: ComparisonRequest,
    stop: Callable[[], bool],
    publish: Callable[[Alignment], None] = lambda _alignment: None,
) -> Alignment:
    """Break flowing lines, and align two texts as ``align`` does. Raises ``Stopped``."""
    left, right = flowed(wish.left, wish.right, Effort(EFFORT, stop))
    margins = _margin(left), _margin(right)
    lines = max(left.text.count("\n"), right.text.count("\n"))

    def finished(alignment: Alignment) -> Alignment:
        alignment = replace(alignment, margins=margins)
        part_left = wish.part_left
        return alignment if part_left is None else placed(alignment, part_left=part_left)

    def tell(first: Alignment) -> None:
        # the beginning of the whole does not show the part
        if wish.part_left is None or max(len(first.left), len(first.right)) >= lines:
            publish(finished(first))

    return finished(align(left.text, right.text, stop, wish.ignoring, tell))


def _margin(side: SideText) -> Margin | None:
    return None if side.numbers is None else Margin(side.numbers, side.pages)


def _compare(task: Task, wish: ComparisonRequest) -> Differences:
    lay_out = unified if wish.unified else side_by_side

    def stop() -> bool:
        task.give_way()
        return task.stopping

    def publish(alignment: Alignment) -> None:
        task.progressed.emit(Differences(lay_out(alignment, {}, stop), {}, final=False))

    try:
        alignment = wish.known
        if alignment is None:
            alignment = aligned(wish, stop, publish)
        changes = dict(wish.changes or {})
        simplified: set[int] = set()
        sheet = lay_out(alignment, changes, stop)
        _known_at_once(alignment, changes, simplified, sheet.long, stop)
        changed = (row for row in sheet.long if alignment.kinds[row] == RowKind.CHANGED.value)
        open_rows = [row for row in changed if row not in changes]
        if not open_rows:
            return Differences(sheet, changes, frozenset(simplified))
        # long rows are cut at their differences, so all of these must be known
        task.progressed.emit(Differences(sheet, changes, frozenset(simplified), final=False))
        work = Effort(4 * _ONE_ROW, stop)
        for row in open_rows:
            changes[row] = alignment.changes(row, work)
            if work.simplified:
                simplified.add(row)
        return Differences(lay_out(alignment, changes, stop), changes, frozenset(simplified))
    except Stopped:
        raise Cancelled from None


def _known_at_once(
    alignment: Alignment,
    changes: dict[int, tuple[InlineChange, ...]],
    simplified: set[int],
    long: Mapping[int, object],
    stop: Callable[[], bool],
) -> None:
    left = _AT_ONCE
    for start, end in alignment.differences:
        for row in range(start, end):
            if row in changes or row in long or alignment.kinds[row] != RowKind.CHANGED.value:
                continue
            size = len(alignment.line(row, left=True) or "")
            size += len(alignment.line(row, left=False) or "")
            left -= 2000 + 40 * size
            if left < 0:
                return
            work = Effort(_ONE_ROW, stop)
            changes[row] = alignment.changes(row, work)
            if work.simplified:
                simplified.add(row)


def _detail(task: Task, alignment: Alignment, rows: Sequence[int]) -> _Details:
    changes: dict[int, tuple[InlineChange, ...]] = {}
    simplified: set[int] = set()
    try:
        for row in rows:
            work = Effort(_ONE_ROW, lambda: task.stopping)
            changes[row] = alignment.changes(row, work)
            if work.simplified:
                simplified.add(row)
    except Stopped:
        raise Cancelled from None
    return changes, simplified


_PART = 2
"""How many times longer than a part its whole must be."""

_OF_HTML = frozenset({"html", "epub", "mhtml", "eml"})


class LineEnds(Enum):
    KEPT = auto()  # significant: source code, tables
    PROSE = auto()  # paragraphs, or where the text was wrapped
    PARAGRAPHS = auto()
    FLOWING = auto()  # the end of a line on paper


@dataclass(frozen=True, slots=True)
class Standing:
    """The relation of the chosen document to the kept one, or to any other beside it.

    ``similarity`` (0 to 1) is None if unknown. ``reason`` is why the other is kept, ``sentence``
    the same as a sentence, ``kept`` whether it is. ``whole``: the chosen document is the whole, the
    other its part. ``measure`` is what the similarity counts.
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
        return self.kind in PARTS


@dataclass(frozen=True, slots=True)
class TitledText:
    """A text with its title.

    ``name`` is that of the file, for exports; ``encoding`` is empty if there is none to choose.
    ``by_hand``: chosen by a person for this view; ``kept``: chosen for good; ``keepable``: can be
    chosen for good. ``pages`` are the lines with which pages begin, ``form`` is the name of the
    format, empty for plain text, whose ``file`` says how it is written. ``facts`` about the file
    are shown below ``shown_name``. ``carried``: the text came with the results, from another
    machine.
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
        """Whether the text was decoded, not parsed from a format without an encoding."""
        of = format_named(self.encoding)
        return bool(self.encoding) and (of is None or of.decoded)

    @property
    def page_sort(self) -> PageSort:
        return PageSort.PAGES if self.lines is LineEnds.FLOWING else PageSort.SLIDES

    def is_part_beside(self, other: "TitledText") -> bool:
        """Return whether the lengths allow one text to be a part of the other."""
        shorter, longer = sorted((len(self.text), len(other.text)))
        return shorter * _PART < longer

    def beside(self, other: "TitledText") -> SideText:
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


def line_ends_text(file: FileForm | None) -> str:
    """Return the line ends of a text in a word; empty for none.

    >>> line_ends_text(FileForm(("CRLF",))), line_ends_text(FileForm(("LF", "CR")))
    ('CRLF', 'mixed')
    """
    ends = () if file is None else file.line_ends
    return translate("FileWords", "mixed") if len(ends) > 1 else "".join(ends)


def files_differ(one: TitledText, other: TitledText) -> str:
    """Return a sentence, without full stop, on how the files of two equal texts differ.

    Empty if they do not. Line ends and byte order marks of extracted texts are unknown.
    """
    differing = [
        translate("FileWords", "{0} ({1}, {2})").format(name, *values)
        for name, values in _properties(one, other)
        if values[0] != values[1]
    ]
    if not differing:
        return ""
    words = translate("FileWords", "Same text; the files differ in {0}")
    return words.format(listed(differing))


def _properties(one: TitledText, other: TitledText) -> Iterator[tuple[str, tuple[str, str]]]:
    if one.has_encoding and other.has_encoding:
        names = [encoding_text(side.encoding, lossy=False) for side in (one, other)]
        yield translate("FileWords", "encoding"), (names[0], names[1])
    left, right = one.file, other.file
    if left is None or right is None:
        return

    def both(words: Callable[[FileForm], str]) -> tuple[str, str]:
        return words(left), words(right)

    none = translate("FileWords", "none")
    between = translate("FileWords", " and ")
    ends = both(lambda file: between.join(file.line_ends) or none)
    yield translate("FileWords", "line ends"), ends
    present, missing = translate("FileWords", "present"), translate("FileWords", "missing")
    if left.line_ends and right.line_ends:
        yield (
            translate("FileWords", "end of the last line"),
            both(lambda file: present if file.ended else missing),
        )
    yield (
        translate("FileWords", "byte order mark"),
        both(lambda file: present if file.signed else missing),
    )
    yield (
        translate("FileWords", "normal form of accents"),
        both(lambda file: file.accents or translate("FileWords", "mixed")),
    )


def described(side: TitledText) -> str:
    """Return the encoding of a text, or its format with the number of pages; empty if unknown."""
    if not side.encoding:
        return ""
    name = encoding_text(side.encoding, lossy=side.lossy, guessed=side.guessed)
    count = len(side.pages)
    if not count:
        return name
    if side.page_sort is PageSort.PAGES:
        one, many = translate("heading", "{0}, 1 page"), translate("heading", "{0}, {1} pages")
    else:
        one, many = translate("heading", "{0}, 1 slide"), translate("heading", "{0}, {1} slides")
    return (one if count == 1 else many).format(name, count_text(count))


def ends_badge(side: TitledText, other: TitledText) -> tuple[str, str]:
    """Return the line ends of a text for its badge, and a sentence on them.

    LF, the usual ones, are shown only if the other text has different ones.
    """
    ends, others = line_ends_text(side.file), line_ends_text(other.file)
    if not ends or (ends == "LF" and others in ("", ends)):
        return "", ""
    return ends, translate("heading", "Line ends: {0}").format(ends)


def page_label(pages: PageSort, number: int | str) -> str:
    """Return the short name of a page or slide for the margin.

    >>> page_label(PageSort.SLIDES, 3)
    'slide 3'
    """
    if pages is PageSort.PAGES:
        return translate("PageWords", "p. {0}").format(number)
    return translate("PageWords", "slide {0}").format(number)


def page_begins(pages: PageSort, number: int | str) -> str:
    if pages is PageSort.PAGES:
        return translate("PageWords", "Page {0} begins here").format(number)
    return translate("PageWords", "Slide {0} begins here").format(number)


def line_label(pages: PageSort | None, number: str) -> str:
    if pages is None:
        return translate("PageWords", "line {0}").format(number)
    return page_label(pages, number)
