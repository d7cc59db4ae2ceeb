"""The looks of named styles, each based on another: what is alike in all office formats."""

from functools import reduce
from typing import ClassVar, Self

from simcore.text.formats.office.flow import PLAIN, Look
from simcore.text.formats.office.markup import Events, parse

_LONGEST_CHAIN = 100  # of styles


class NamedStyles(Events):
    """The looks of styles, as the events of a part tell them.

    A format's own class names with ``formatted`` what its parts hold if any style has a look that
    matters, with ``element`` what tells of a style, and fills ``looks`` and ``parents`` by the name
    of a style.
    """

    formatted: ClassVar[tuple[bytes, ...]]
    element: ClassVar[str]

    def __init__(self) -> None:
        self.looks: dict[str, Look] = {}
        self.parents: dict[str, str] = {}
        self._style = ""  # that is told of

    @classmethod
    def parsed(cls, source: bytes) -> Self:
        """Return the styles in a part. Raises ``ReadError``."""
        styles = cls()
        if any(one in source for one in cls.formatted):
            parse(source, styles)
        return styles

    def end(self, name: str) -> None:
        """Take the end of an element."""
        if name == self.element:
            self._style = ""

    def look(self, style: str, *others: "NamedStyles") -> Look:
        """Return the look of a style, of these or ``others``, with those it is based on."""
        return reduce(Look.over, self.chain(style, *others).values(), PLAIN)

    def chain(self, style: str, *others: "NamedStyles") -> dict[str, Look]:
        """Return a style and those it is based on, of these or ``others``, with their own looks."""
        found: dict[str, Look] = {}
        while style and style not in found and len(found) < _LONGEST_CHAIN:
            told = (one for one in (self, *others) if style in one.looks or style in one.parents)
            holder = next(told, self)
            found[style] = holder.looks.get(style, PLAIN)
            style = holder.parents.get(style, "")
        return found
