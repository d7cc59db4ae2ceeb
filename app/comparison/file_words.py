"""How the files of equal texts differ, in words."""

from collections.abc import Callable, Iterator

from PySide6.QtCore import QCoreApplication

from ..language.punctuation import listed
from ..language.wording import encoding_text
from ..session.calls.texts import FileForm
from .titled_text import TitledText

translate = QCoreApplication.translate  # the name lupdate looks for


def line_ends_text(file: FileForm | None) -> str:
    """Return the line ends of a text in a word, empty for none.

    >>> line_ends_text(FileForm(("CRLF",))), line_ends_text(FileForm(("LF", "CR")))
    ('CRLF', 'mixed')
    """
    ends = () if file is None else file.line_ends
    return translate("FileWords", "mixed") if len(ends) > 1 else "".join(ends)


def files_differ(one: TitledText, other: TitledText) -> str:
    """Return a sentence on how the files of two equal texts differ; empty if they do not.

    Without its full stop. What a format hides is not known: a text that was extracted has neither
    line ends nor a byte order mark.
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
    """Yield the name of each property and what it is of both."""
    if one.has_encoding and other.has_encoding:
        names = [encoding_text(side.encoding, lossy=False) for side in (one, other)]
        yield translate("FileWords", "encoding"), (names[0], names[1])
    files = one.file, other.file
    if files[0] is None or files[1] is None:
        return
    of_both = files[0], files[1]

    def both(words: Callable[[FileForm], str]) -> tuple[str, str]:
        return words(of_both[0]), words(of_both[1])

    none = translate("FileWords", "none")
    yield translate("FileWords", "line ends"), both(lambda file: _all_ends(file) or none)
    present, missing = translate("FileWords", "present"), translate("FileWords", "missing")
    if all(file.line_ends for file in of_both):
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


def _all_ends(file: FileForm) -> str:
    """Return the line ends of a text, one with another where there are several."""
    return translate("FileWords", " and ").join(file.line_ends)
