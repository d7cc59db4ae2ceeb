"""What a library consists of, in figures: formats, encodings, scripts, and what could go."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from simcore.files.roles import NO_ROLES, Roles
from simcore.grouping.freeing import Freeing, safe_to_free, stepped
from simcore.model.formats import format_named, format_of_name
from simcore.model.report import ScanReport


@dataclass(frozen=True, slots=True)
class LibraryShare:
    """The documents of one sort, and their ``size`` in bytes; see ``library_statistics``."""

    documents: int
    size: int


@dataclass(frozen=True, slots=True)
class LibraryStatistics:
    """What the documents of a report are, see ``library_statistics``.

    Each is counted in each mapping once at most. ``formats`` are by the names of
    ``simcore.FORMATS``, plain text under the empty one; ``encodings`` by Python's names, of
    documents whose format has one; ``scripts`` by the values of ``simcore.Script``, under the empty
    one where that is not known. The most frequent come first. ``freeing`` is what could go. What is
    ``inside`` archives and mailboxes counts among the documents, and takes no space of its own.
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
    formats, encodings, scripts = (defaultdict[str, list[int]](list) for _ in range(3))
    whole: list[int] = []
    inside: list[int] = []
    for document in stepped(report.documents.values(), check):
        size = 0 if document.inside else document.size
        whole.append(size)
        if document.inside:
            inside.append(document.size)
        formats[format_of_name(document.path.name, document.encoding) or ""].append(size)
        if format_named(document.encoding) is None:
            encodings[document.encoding].append(size)
        scripts[document.script or ""].append(size)
    return LibraryStatistics(
        LibraryShare(len(whole), sum(whole)),
        LibraryShare(len(inside), sum(inside)),
        _shares(formats),
        _shares(encodings),
        _shares(scripts),
        safe_to_free(report, roles, check),
    )


def _shares(sizes: Mapping[str, Sequence[int]]) -> dict[str, LibraryShare]:
    """Return how many documents each name has, and their bytes: the most first, then by name."""
    ordered = sorted(sizes.items(), key=lambda item: (-len(item[1]), item[0]))
    return {name: LibraryShare(len(some), sum(some)) for name, some in ordered}
