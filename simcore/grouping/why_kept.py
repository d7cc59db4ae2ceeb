"""Why the kept document of a group is the kept one."""

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum

from simcore.model.formats import format_named
from simcore.model.judgements import is_kept
from simcore.model.records import Document, Kind
from simcore.model.report import Group, ScanReport

_SAME = frozenset({Kind.IDENTICAL, Kind.SAME_TEXT, Kind.SAME_WORDS})


class WhyKept(StrEnum):
    """What decided that a document is the kept one of its group, in English."""

    CHOSEN = "your choice"
    WHOLE = "contains the others"
    MOST_COPIES = "has most copies"
    SIMILAR_TO_MOST = "similar to most"
    LONGEST = "longest text"
    OWN_FILE = "a file of its own"
    UNDAMAGED = "undamaged"
    FORMAT = "best format"
    ENCODING = "best encoding"
    SHORTEST_PATH = "shortest path"
    SHORTEST_NAME = "shortest name"
    OLDEST = "oldest"
    FIRST = "first by path"


def why_kept(report: ScanReport, group: Group) -> WhyKept:
    """Return why the kept document of a group stays.

    The person's choice comes first, then what groups are made by: of a document and its parts the
    whole stays; of equal texts the one that is undamaged, in the best format, in UTF-8, least
    nested, with the shortest name, the oldest; of similar ones that with most copies, the one
    similar to most, the longest.
    """
    documents, kept = report.documents, report.documents[group.representative]
    if is_kept(report.judgements, kept):
        return WhyKept.CHOSEN
    if group.parts:
        return WhyKept.WHOLE
    others = [documents[member.document] for member in group.members]
    if all(member.kind in _SAME for member in group.members):
        return _of_copies(kept, others)
    if any(one.kind in _SAME and one.copy_of is None for one in group.members):
        return WhyKept.MOST_COPIES
    if len({one.text for one in others}) > 1:
        return WhyKept.SIMILAR_TO_MOST
    longest = all(kept.characters > one.characters for one in others)
    return WhyKept.LONGEST if longest else WhyKept.FIRST


def _of_copies(kept: Document, others: Sequence[Document]) -> WhyKept:
    forms = Counter(one.form for one in (kept, *others))
    rest = others
    for key, reason in (
        (lambda one: one.inside, WhyKept.OWN_FILE),
        (lambda one: one.lossy, WhyKept.UNDAMAGED),
        (lambda one: -forms[one.form], WhyKept.MOST_COPIES),
        (
            lambda one: format_named(one.encoding) is not format_named(kept.encoding),
            WhyKept.FORMAT,
        ),
        (lambda one: one.encoding != kept.encoding, WhyKept.ENCODING),
        (lambda one: len(one.path.parts), WhyKept.SHORTEST_PATH),
        (lambda one: len(one.path.name), WhyKept.SHORTEST_NAME),
        (lambda one: one.mtime_ns, WhyKept.OLDEST),
    ):
        rest = [one for one in rest if key(one) <= key(kept)]
        if not rest:
            return reason
    return WhyKept.FIRST
