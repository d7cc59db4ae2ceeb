"""Why the kept document of a group is the kept one, in a word or two."""

from collections import Counter
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from simcore import Document, Group, Kind, ScanReport, format_named

translate = QCoreApplication.translate  # the name lupdate looks for

_SAME = frozenset({Kind.IDENTICAL, Kind.SAME_TEXT, Kind.SAME_WORDS})


def kept_reason(report: ScanReport, group: Group) -> str:
    """Return why the kept document of a group stays.

    The person's choice comes first, then what the engine goes by: of a document and its parts the
    whole stays; of equal texts the one that is undamaged, in the best format, in UTF-8, least
    nested, with the shortest name, the oldest; of similar ones that with most copies, the one
    similar to most, the longest.
    """
    documents, kept = report.documents, report.documents[group.representative]
    if (kept.real_path, kept.content_hash) in report.judgements.kept:
        return translate("KeptReason", "your choice")
    if group.parts:
        return translate("KeptReason", "contains the others")
    others = [documents[member.document] for member in group.members]
    if all(member.kind in _SAME for member in group.members):
        return _of_copies(kept, others)
    if any(one.kind in _SAME and one.copy_of is None for one in group.members):
        return translate("KeptReason", "has most copies")
    if len({one.text for one in others}) > 1:
        return translate("KeptReason", "similar to most")
    if all(kept.characters > one.characters for one in others):
        return translate("KeptReason", "longest text")
    return translate("KeptReason", "first by path")


def _of_copies(kept: Document, others: Sequence[Document]) -> str:
    forms = Counter(one.form for one in (kept, *others))
    rest = others
    for key, words in (
        (lambda one: one.inside, translate("KeptReason", "a file of its own")),
        (lambda one: one.lossy, translate("KeptReason", "undamaged")),
        (lambda one: -forms[one.form], translate("KeptReason", "has most copies")),
        (
            lambda one: format_named(one.encoding) is not format_named(kept.encoding),
            translate("KeptReason", "best format"),
        ),
        (lambda one: one.encoding != kept.encoding, translate("KeptReason", "best encoding")),
        (lambda one: len(one.path.parts), translate("KeptReason", "shortest path")),
        (lambda one: len(one.path.name), translate("KeptReason", "shortest name")),
        (lambda one: one.mtime_ns, translate("KeptReason", "oldest")),
    ):
        rest = [one for one in rest if key(one) <= key(kept)]
        if not rest:
            return words
    return translate("KeptReason", "first by path")
