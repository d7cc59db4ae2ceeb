"""PowerPoint since 2007: the slides in their order, each with its diagrams, notes and comments.

Date, footer and slide number, which recur on every slide, are left out, and so are the masters.
python-pptx builds trees of all parts, and leaves out diagrams and comments.
"""

from simcore.model.records import DecodedText
from simcore.text.formats.office.flow import Flow, placed_by
from simcore.text.formats.office.markup import SCRIPTS, Attributes, Events, attributes_of
from simcore.text.formats.office.package import Package, main_part
from simcore.text.formats.titles import Headings
from simcore.text.formats.writing import STRUCK

_KINDS = "diagramData", "notesSlide", "comments"
_TITLES = frozenset({"title", "ctrTitle"})
_FURNITURE = frozenset({"dt", "ftr", "hdr", "sldNum", "sldImg"})

_BREAKS = {"a:br": "\n", "m:den": "/"}


def read(data: bytes, _encoding: str | None) -> DecodedText:
    """Read a presentation, see ``simcore.text.formats``. Raises ``ReadError``."""
    package = Package(data)
    main = main_part(package, "ppt/presentation.xml")
    related = package.relations(main)
    flow, headings = Flow(), Headings()
    for one in attributes_of(package.read(main), "sldId"):
        kind, slide = related.get(one.get("r:id", ""), ("", ""))
        if kind != "slide":
            continue
        flow.begin_page()
        with package.noting():
            package.parse(slide, _Slide(flow, headings))
            beside = sorted(package.relations(slide).values())
            for wanted in _KINDS:
                for name in (name for found, name in beside if found == wanted):
                    package.parse(name, _Slide(flow))
    return flow.finish(cut_short=package.cut_short, beside=package.beside(), title=headings.title)


class _Slide(Events):
    """The events of a slide, or of what belongs to one."""

    def __init__(self, flow: Flow, headings: Headings | None = None) -> None:
        self._flow = flow
        self._headings = headings or Headings()
        self._skipped = 0  # open elements, from the one on that is not read
        self._furniture = False
        self._reading = False
        self._mark = ""
        self._scripts: list[str] = []  # of a formula

    def start(self, name: str, attributes: Attributes) -> None:
        if self._skipped:
            self._skipped += 1
            return
        if name == "mc:Fallback" or (
            name == "a:fld" and attributes.get("type", "").startswith(("slidenum", "datetime"))
        ):
            self._skipped = 1
        match name:
            case "p:ph":
                self._place(attributes.get("type", ""))
            case "a:r":
                self._mark = ""
            case "a:rPr":
                self._mark = _mark(attributes)
            case "a:t" | "m:t" | "p:text":
                self._reading = True
            case "a:tr":
                self._flow.begin_row()
            case _ if name in SCRIPTS:
                self._scripts.append(SCRIPTS[name])
            case _ if name in _BREAKS:
                self._add(_BREAKS[name])

    def _place(self, kind: str) -> None:
        self._furniture |= kind in _FURNITURE
        if kind in _TITLES:
            self._headings.begin(is_title=True)

    def end(self, name: str) -> None:
        if self._skipped:
            self._skipped -= 1
            return
        match name:
            case "p:sp" | "p:graphicFrame" | "p:pic":
                self._furniture = False
                self._headings.end()
            case "a:t" | "m:t":
                self._reading = False
            case "a:r":
                self._mark = ""
            case "a:p":
                self._flow.end_paragraph()
            case "p:text":
                self._reading = False
                self._flow.end_paragraph()
            case "a:tc":
                self._flow.end_cell()
            case "a:tr":
                self._flow.end_row()
            case _ if name in SCRIPTS:
                self._scripts.pop()

    def text(self, text: str) -> None:
        if self._reading:
            self._add(text)

    def _add(self, text: str) -> None:
        if not self._furniture:
            self._flow.add(text, self._scripts[-1] if self._scripts else self._mark)
            self._headings.add(text)


def _mark(attributes: Attributes) -> str:
    """Return how a run stands to its line."""
    if attributes.get("strike", "noStrike") != "noStrike":
        return STRUCK
    return placed_by(attributes.get("baseline", ""))
