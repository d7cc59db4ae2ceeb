"""The table of formats: which documents are not plain text, and whose reader they get."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Format:
    """Documents whose names end in one of ``suffixes`` and that begin with one of ``leading``.

    ``name`` is that of the module in ``simcore.text.formats`` that reads them. Suffixes have small
    letters and no dot. Without leading bytes the suffix decides.
    """

    name: str
    suffixes: tuple[str, ...]
    leading: tuple[bytes, ...] = ()

    def fits(self, name: str, data: bytes) -> bool:
        """Return whether a document is of this format, by its file name and its bytes.

        >>> one = Format("portable", ("pdf",), (b"%PDF-",))
        >>> one.fits("A.PDF", b"%PDF-1.7"), one.fits("a.pdf", b"text"), one.fits("a", b"%PDF-1.7")
        (True, False, False)
        """
        begins = data.startswith(self.leading) if self.leading else True
        return begins and name.lower().endswith(tuple(f".{suffix}" for suffix in self.suffixes))


FORMATS = (Format("html", ("html", "htm", "xhtml")),)
"""The first that fits a document reads it. What none fits is plain text, or no text at all.

Formats with leading bytes stand first. All suffixes are among ``DEFAULT_INCLUDE``.
"""


def format_of(name: str, data: bytes) -> str:
    """Return the name of the format of a document, ``plain`` where no other fits.

    >>> format_of("page.htm", b"<p>"), format_of("notes.txt", b"<p>")
    ('html', 'plain')
    """
    return next((one.name for one in FORMATS if one.fits(name, data)), "plain")
