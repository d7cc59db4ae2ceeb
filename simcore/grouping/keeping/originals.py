"""The order of the copies of one text, the original first."""

import os
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from math import inf

from simcore.grouping.keeping.copy_names import (
    are_copy_names,
    folded,
    original_folder,
    original_name,
)
from simcore.grouping.keeping.reasons import WhyKept
from simcore.grouping.keeping.runs import UNKNOWN, CopyRuns
from simcore.grouping.keeping.versions import versions_of
from simcore.model.formats import format_of_name, how_editable
from simcore.model.records import Document, DocumentId


def _named_after_another(documents: Iterable[Document]) -> Callable[[Document], bool]:
    """Return what tells whether a document is called a copy of another one of these."""
    paths = {folded(str(one.named)) for one in documents}
    names = {path.rpartition(os.sep)[2] for path in paths}

    def is_named(document: Document) -> bool:
        folder, _, name = str(document.named).rpartition(os.sep)
        known = folded(name)
        original = original_name(name)
        if original != known and original in names:
            return True
        path = original_folder(folder) + os.sep + original
        return path != f"{folded(folder)}{os.sep}{known}" and path in paths

    return is_named


Ground = tuple[WhyKept, Callable[[Document], object]]
"""A reason, and the key by which it decides: the least stays."""


def grounds(documents: Sequence[Document], runs: CopyRuns) -> tuple[Ground, ...]:
    """Return what decides which document of one text is kept, the first ground first.

    Files come before what is inside one, then undamaged ones, then the higher versions by name if a
    reader can tell some of these apart, then those with the most copies that a reader cannot tell
    apart, so that what equals another document is shown beside one that it equals; then the format
    that can best be worked on, and UTF-8, and if a reader can tell them apart, what was modified in
    a later copy run. Of what is left the original comes first: it is not
    called a copy of another one here, it is of an earlier copy run, least nested, not called a
    copy, the oldest. ``cp --archive`` leaves no other trace than a higher number of the file on its
    disk, most of the time. In the end the shortest name and the path decide.

    The copy run comes before the folder, since ``cp`` into a folder above makes a younger file
    there, while a run says nothing of files that were written together.
    """
    of_forms = counted_copies(documents, lambda one: one.form, runs)
    versions = _versions(documents) if len({one.form for one in documents}) > 1 else {}
    since = _runs_of_forms(documents, runs)
    called = are_copy_names(one.named for one in documents)
    copy_names = {one.id: copy for one, copy in zip(documents, called, strict=True)}
    one_disk = len({one.device for one in documents if not one.elsewhere}) == 1
    return (
        (WhyKept.OWN_FILE, lambda one: one.inside),
        (WhyKept.UNDAMAGED, lambda one: not one.whole),
        (WhyKept.VERSION, lambda one: versions.get(one.id, 0)),
        (WhyKept.MOST_COPIES, lambda one: -of_forms.get(one.form, 0)),
        (WhyKept.FORMAT, lambda one: how_editable(format_of_name(one.named.name, one.encoding))),
        (WhyKept.ENCODING, lambda one: one.encoding != "utf-8"),
        (WhyKept.MODIFIED_LAST, lambda one: -since.get(one.form, 0)),
        (WhyKept.NO_COPY_NAME, _named_after_another(documents)),
        (WhyKept.OLDEST, lambda one: runs.age(one.mtime_ns)),
        (WhyKept.SHORTEST_PATH, lambda one: len(one.named.parts)),
        (WhyKept.NO_COPY_NAME, lambda one: copy_names[one.id]),
        (WhyKept.OLDEST, lambda one: runs.time(one.mtime_ns)),
        (WhyKept.FIRST_ON_DISK, lambda one: 0 if one.elsewhere or not one_disk else one.inode),
        (WhyKept.SHORTEST_NAME, lambda one: len(one.named.name)),
        (WhyKept.FIRST, lambda one: one.place),
    )


_COPYING_NS = 2_000_000_000
"""FAT counts seconds by two: of two files written within them neither is known to be first."""


def counted_copies(
    documents: Iterable[Document], key: Callable[[Document], Hashable], runs: CopyRuns
) -> Mapping[Hashable, int]:
    """Count the files of each form, or text; of one that came after another one here it is 1.

    A copy that was changed, and copied itself, is no more the original for that.
    """
    files: dict[Hashable, list[Document]] = defaultdict(list)
    for one in documents:
        if not one.inside:
            files[key(one)].append(one)
    if len(files) < 2:
        return {one: len(some) for one, some in files.items()}
    known = {
        of: min((one.mtime_ns for one in some if runs.time(one.mtime_ns) < inf), default=0)
        for of, some in files.items()
    }
    first = min(filter(None, known.values()), default=0) + _COPYING_NS
    return {of: len(some) if known[of] <= first else 1 for of, some in files.items()}


def _runs_of_forms(documents: Sequence[Document], runs: CopyRuns) -> Mapping[bytes, int]:
    """Return the first copy run of each form of a text, if there are several and all are known."""
    since: dict[bytes, int] = {}
    for one in documents:
        run = runs.of(one.mtime_ns)
        since[one.form] = min(run, since.get(one.form, run))
    return {} if len(since) == 1 or UNKNOWN in since.values() else since


def _versions(documents: Sequence[Document]) -> Mapping[DocumentId, int]:
    """Return the place of each document in the order of versions, the highest first."""
    versions = versions_of(one.named for one in documents)
    found = {one.id: version for one, version in zip(documents, versions, strict=True)}
    if len({one.frame for one in found.values()}) > 1:
        return {}
    ranks = sorted({one.rank for one in found.values()}, reverse=True)
    places = {rank: place for place, rank in enumerate(ranks)}
    return {key: places[one.rank] for key, one in found.items()}


def originals_first(documents: Sequence[Document], runs: CopyRuns) -> list[Document]:
    """Order the documents of one text by ``grounds``: the one to keep first."""
    keys = [key for _, key in grounds(documents, runs)]
    return sorted(documents, key=lambda one: [key(one) for key in keys])
