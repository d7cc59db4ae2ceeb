"""XML as events, by expat: no tree is kept, whatever the size of a document.

No entity is expanded, and none is needed: neither Office nor OpenDocument allow them. A document
type that declares some can only be meant to fill the memory.
"""

from collections.abc import Mapping
from typing import NoReturn
from xml.parsers import expat

from simcore.model.errors import ReadError, damaged
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason
from simcore.text.formats.writing import LOWERED, RAISED

Attributes = Mapping[str, str]

_CHUNK = 1 << 16
_LONGEST_TAG = 1 << 23
_MOST_NAMES = 20_000
_DEEPEST = 5_000
MOST_ELEMENTS = 3_000_000
"""What is read of a document: a sheet of a million cells and more, in seconds."""
ELEMENT_LIMIT = Reason(ReasonCode.ELEMENT_LIMIT, (f"{MOST_ELEMENTS:,}",))

_EDITIONS = "http://schemas.openxmlformats.org/{}/2006/{}", "http://purl.oclc.org/ooxml/{}/{}"
_OFFICE = {
    ("wordprocessingml", "main"): "w",
    ("drawingml", "main"): "a",
    ("presentationml", "main"): "p",
    ("spreadsheetml", "main"): "x",
    ("officeDocument", "math"): "m",
    ("officeDocument", "relationships"): "r",
}
_OASIS = "urn:oasis:names:tc:opendocument:xmlns:"
_PREFIXES = {
    "http://schemas.openxmlformats.org/markup-compatibility/2006": "mc",
    **{f"{_OASIS}{name}:1.0": name for name in "office text table style presentation".split()},
    f"{_OASIS}drawing:1.0": "draw",
    **{edition.format(*name): prefix for edition in _EDITIONS for name, prefix in _OFFICE.items()},
}
"""The prefixes that names have here, whatever those of a document are; both editions of OOXML."""

SCRIPTS = {"m:sup": RAISED, "m:sub": LOWERED}
"""The elements of formulas whose text is raised and lowered."""


class Events:
    """Takes elements and text in the order of the document; here nothing is done with them."""

    def start(self, name: str, attributes: Attributes) -> None:
        """Take the start of an element, whose name is ``w:p``, or ``?:p`` if nobody knows it."""

    def end(self, name: str) -> None:
        """Take the end of an element."""

    def text(self, text: str) -> None:
        """Take text, which may come in parts."""


class _ShortNames(dict[str, str]):
    """Names with the prefixes of ``_PREFIXES``, or none, by those that expat gives."""

    def __missing__(self, full: str) -> str:
        space, _, local = full.rpartition(" ")
        self[full] = name = f"{_PREFIXES.get(space, '?')}:{local}" if space else local
        return name


def parse(source: bytes, events: Events, most: int = MOST_ELEMENTS) -> int:
    """Hand a document over as events; return the number of its elements.

    Raises ``ReadError``: damaged if it is not well-formed, or hostile; ``ELEMENT_LIMIT`` where it
    has more elements than ``most``, after these were handed over.
    """
    names, depth, count = _ShortNames(), 0, 0
    start, end = events.start, events.end

    def started(full: str, attributes: dict[str, str]) -> None:
        nonlocal depth, count
        depth += 1
        count += 1
        if depth > _DEEPEST:
            raise damaged("its markup nests too deep")
        if count > most:
            raise ReadError(ELEMENT_LIMIT)
        if attributes:
            attributes = {names[key]: value for key, value in attributes.items()}
        start(names[full], attributes)

    def ended(full: str) -> None:
        nonlocal depth
        depth -= 1
        end(names[full])

    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.EntityDeclHandler = _no_entities
    parser.StartElementHandler = started
    parser.EndElementHandler = ended
    parser.CharacterDataHandler = events.text
    try:
        for at in range(0, len(source), _CHUNK):
            parser.Parse(source[at : at + _CHUNK])
            # what expat keeps of a document: its names, and a tag that has not ended
            if len(parser.intern) > _MOST_NAMES or at - parser.CurrentByteIndex > _LONGEST_TAG:
                raise damaged("its markup has more names, or a longer tag, than can be meant")
        parser.Parse(b"", True)  # noqa: FBT003 - it takes no keyword
    except (expat.ExpatError, LookupError, ValueError) as error:
        raise damaged(str(error)) from error
    return count


def _no_entities(*_: object) -> NoReturn:
    raise damaged("it declares entities")


class _Collected(Events):
    """The attributes of all elements of one name."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.found: list[Attributes] = []

    def start(self, name: str, attributes: Attributes) -> None:
        if name.rpartition(":")[2] == self._name:
            self.found.append(attributes)


def attributes_of(source: bytes, name: str) -> list[Attributes]:
    """Return the attributes of each element of a name, in any namespace. Raises ``ReadError``."""
    collected = _Collected(name)
    parse(source, collected)
    return collected.found


class _FirstText(Events):
    """The text of the first element of a name that has any."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.words = ""
        self._reading = False

    def start(self, name: str, attributes: Attributes) -> None:  # noqa: ARG002 - as of events
        self._reading |= not self.words.strip() and name.rpartition(":")[2] == self._name

    def end(self, name: str) -> None:
        self._reading &= name.rpartition(":")[2] != self._name

    def text(self, text: str) -> None:
        if self._reading:
            self.words += text


def first_text(source: bytes, name: str) -> str:
    """Return the text of the first element of a name, in any namespace. Raises ``ReadError``."""
    found = _FirstText(name)
    parse(source, found)
    return found.words


def number_in(attributes: Attributes, key: str, default: int = 0) -> int:
    """Return a whole number of up to nine digits, ``default`` where there is none."""
    value = attributes.get(key, "")
    return int(value) if value.isdecimal() and len(value) < 10 else default


def is_on(attributes: Attributes, key: str = "w:val") -> bool:
    """Return whether an element of OOXML that may be switched on and off is on."""
    return attributes.get(key, "1") not in {"0", "false", "off", "none"}
