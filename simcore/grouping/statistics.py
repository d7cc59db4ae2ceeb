"""What a library consists of, in figures: formats, encodings, scripts, and what could go."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from simcore.files.roles import NO_ROLES, Roles
from simcore.grouping.freeing import Freeing, safe_to_free, stepped
from simcore.model.formats import format_named, format_of_name
from simcore.model.report import ScanReport


@dataclass(frozen=True, slots=True)
class LibraryShare:
    """The documents of one sort, and their ``size`` in bytes."""

    documents: int
    size: int


@dataclass(frozen=True, slots=True)
class LibraryStatistics:
    """What the documents of a report are; each is counted in each mapping once at most.

    ``formats`` are by the names of ``simcore.FORMATS``, plain text under the empty one;
    ``encodings`` by Python's names, of documents whose format has one; ``scripts`` by the values of
    ``simcore.Script``, under the empty one where that is not known. The most frequent come first.
    ``freeing`` is what could go. What is ``inside`` archives and mailboxes counts among the
    documents, and takes no space of its own.
    """

    whole: LibraryShare
    inside: LibraryShare
    formats: Mapping[str, LibraryShare]
    encodings: Mapping[str, LibraryShare]
    scripts: Mapping[str, LibraryShare]
    freeing: Freeing


def library_statistics(
    report: ScanReport, roles: Roles = NO_ROLES, check: Callable[[], None] = lambda: None
) -> LibraryStatistics:
    """Count the documents of a report by what they are, and what of them could go.

    Reads no file. Takes time in proportion to the documents; ``check`` is called regularly and may
    raise.
    """
    formats, encodings, scripts = _Shares(), _Shares(), _Shares()
    whole: list[int] = []
    inside: list[int] = []
    for document in stepped(report.documents.values(), check):
        size = 0 if document.inside else document.size
        whole.append(size)
        if document.inside:
            inside.append(document.size)
        formats.add(format_of_name(document.path.name, document.encoding) or "", size)
        if format_named(document.encoding) is None:
            encodings.add(document.encoding, size)
        scripts.add(document.script or "", size)
    return LibraryStatistics(
        LibraryShare(len(whole), sum(whole)),
        LibraryShare(len(inside), sum(inside)),
        formats.found(),
        encodings.found(),
        scripts.found(),
        safe_to_free(report, roles, check),
    )


class _Shares:
    """Documents and bytes, by a name."""

    def __init__(self) -> None:
        self._counts: dict[str, list[int]] = {}

    def add(self, name: str, size: int) -> None:
        counts = self._counts.setdefault(name, [0, 0])
        counts[0] += 1
        counts[1] += size

    def found(self) -> dict[str, LibraryShare]:
        """Return them, the most documents first, then by name."""
        ordered = sorted(self._counts.items(), key=lambda item: (-item[1][0], item[0]))
        return {name: LibraryShare(*counts) for name, counts in ordered}
