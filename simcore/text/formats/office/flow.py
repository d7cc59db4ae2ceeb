"""Writing in which some paragraphs stand within others: boxes, notes and comments."""

import re
from dataclasses import dataclass

from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason
from simcore.model.records import DecodedText
from simcore.text.formats.office.package import LARGEST_MB
from simcore.text.formats.writing import LOWERED, RAISED, STRUCK, Writing

_Step = tuple[str, tuple[str, ...]]

_PAGE = "\f"  # XML has none
_WORDS = re.compile(r"\s+|\S+")
_EDGE = re.compile(r"(?P<end>/?)(?P<mark>sup|sub|del|s|strike) (?P<at>\d{1,9})")
_MARKS = {RAISED: RAISED, LOWERED: LOWERED}  # all others strike out
_WIDEST_GAP = 32  # empty cells in a row
_MOST_REPEATED = 1_000_000  # characters, and ends of cells and rows


@dataclass(frozen=True, slots=True)
class Look:
    """How a run looks, as far as its words need it; None is what another style decides.

    ``placed`` is ``RAISED``, ``LOWERED`` or empty.
    """

    placed: str | None = None
    struck: bool | None = None
    hidden: bool | None = None

    def over(self, other: "Look") -> "Look":
        """Return this look, and where it says nothing, the other's."""
        return Look(
            other.placed if self.placed is None else self.placed,
            other.struck if self.struck is None else self.struck,
            other.hidden if self.hidden is None else self.hidden,
        )

    @property
    def mark(self) -> str:
        """The mark of a run that looks so, see ``Writing``."""
        return STRUCK if self.struck else self.placed or ""


PLAIN = Look()


def placed_by(shift: str) -> str:
    """Return how a run stands to its line that is raised by so much, in whatever unit.

    >>> placed_by("6"), placed_by("-3pt"), placed_by("0%")
    ('sup', 'sub', '')
    """
    if not any(map("123456789".__contains__, shift)):
        return ""
    return LOWERED if shift.startswith("-") else RAISED


class _Level:
    """What is being written: the document, or what stands within one of its paragraphs."""

    def __init__(self) -> None:
        self.steps: list[_Step] = []
        self.after: list[_Step] = []  # the paragraph that has not ended yet
        self.rows = 0


class Flow:
    r"""Writing that puts what stands within a paragraph behind it, or at the end.

    >>> flow = Flow()
    >>> flow.add("a note")
    >>> flow.begin_aside()
    >>> flow.add("within")
    >>> flow.end_paragraph()
    >>> flow.end_aside()
    >>> flow.add(" and more")
    >>> flow.end_paragraph()
    >>> flow.finish().text
    'a note and more\nwithin\n'
    """

    def __init__(self) -> None:
        self._writing = Writing()
        self._levels = [_Level()]
        self._later: dict[str, list[_Step]] = {}
        self._repeats = _MOST_REPEATED
        self._left = LARGEST_MB * 1_000_000
        self.cut_short = False  # whether not all was written that is to be

    def _do(self, step: str, *values: str) -> None:
        if len(self._levels) == 1:
            getattr(self._writing, step)(*values)
        else:
            self._levels[-1].steps.append((step, values))

    def add(self, run: str, mark: str = "") -> None:
        """Add a run of text, see ``Writing``; what is more than is read at all is left out."""
        self._left -= len(run)
        if self._left < 0:
            self.cut_short = True
        else:
            self._do("add", run, mark)

    def end_paragraph(self) -> None:
        """End a paragraph; what stood within it follows."""
        self._do("end_paragraph")
        level = self._levels[-1]
        if level.after:
            steps, level.after = level.after, []
            for step, values in steps:
                self._do(step, *values)

    def add_document(self, document: DecodedText) -> None:
        """Add the paragraphs of a document of another format, with what its marks say of runs."""
        edges: dict[int, str] = {}
        for one in document.marks:
            if found := _EDGE.fullmatch(one):
                mark = "" if found["end"] else _MARKS.get(found["mark"], STRUCK)
                edges[int(found["at"])] = mark
        places = iter(sorted(edges))
        following, seen, mark = next(places, -1), 0, ""
        for line in document.text.rstrip("\n").split("\n"):
            for run in _WORDS.findall(line) if following >= 0 else [line]:
                at = 0
                size = 0 if run.isspace() else len(run)
                while following >= 0 and seen <= following < seen + size:
                    self.add(run[at : following - seen], mark)
                    at, mark = following - seen, edges[following]
                    following = next(places, -1)
                self.add(run[at:], mark)
                seen += size
            self.end_paragraph()

    def begin_row(self) -> None:
        """Begin a row of a table."""
        self._levels[-1].rows += 1
        self._do("begin_row")

    def end_cell(self) -> None:
        """End a cell; one outside a row is none."""
        if self._levels[-1].rows:
            self._do("end_cell")

    def end_row(self) -> None:
        """End a row."""
        if self._levels[-1].rows:
            self._levels[-1].rows -= 1
            self._do("end_row")

    def begin_aside(self) -> None:
        """Begin what stands within a paragraph and is read behind it."""
        self._levels.append(_Level())

    def end_aside(self, part: str = "") -> None:
        """End it; what has a ``part`` is read at the end, together with all else of that part."""
        level = self._levels.pop()
        steps = [*level.steps, *level.after]
        if part:
            self._later.setdefault(part, []).extend(steps)
        else:
            self._levels[-1].after.extend(steps)

    def end_repeated(self, times: int, step: str = "") -> None:
        """End it, and write it so often where it stands; with ``step`` behind each."""
        level = self._levels.pop()
        steps = [*level.steps, *level.after]
        if not any(values and values[0] for _, values in steps):
            times = min(times, _WIDEST_GAP if step else 1)
        elif times > 1:
            size = len(steps) + sum(len(values[0]) for _, values in steps if values)
            most = 1 + self._repeats // size
            self.cut_short |= times > most
            times = min(times, most)
            self._repeats -= (times - 1) * size
        for _ in range(times):
            for name, values in steps:
                self._do(name, *values)
            if step:
                getattr(self, step)()

    def begin_page(self) -> None:
        """Begin a slide, with an empty line before it."""
        self.end_paragraph()
        self.end_paragraph()
        self.add(_PAGE)

    def finish(
        self,
        *parts: str,
        cut_short: Reason | None = None,
        beside: tuple[str, ...] = (),
        title: str = "",
    ) -> DecodedText:
        """Return all that was written, with what is read at the end in the order of its parts."""
        while len(self._levels) > 1:  # only of a document that ended too early
            self.end_aside()
        for steps in (self._levels[0].after, *(self._later.get(part, []) for part in parts)):
            for step, values in steps:
                getattr(self._writing, step)(*values)
        text, pages = self._writing.text, []
        if _PAGE in text:
            before, *slides = text.split(_PAGE)
            line = before.count("\n")
            for slide in slides:
                pages.append(line)
                line += slide.count("\n")
            text = text.replace(_PAGE, "")
        if self.cut_short and not cut_short:
            cut_short = Reason(ReasonCode.TEXT_LIMIT, (str(LARGEST_MB),))
        return DecodedText(
            text,
            "",
            lossy=False,
            cut_short=cut_short,
            marks=self._writing.marks,
            beside=beside,
            pages=tuple(pages),
            title=title,
        )
