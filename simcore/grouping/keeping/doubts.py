"""Members of a group of which name and date disagree about the kept document."""

from collections.abc import Mapping

from simcore.grouping.keeping.reasons import Doubt
from simcore.grouping.keeping.times import DAY_NS, is_time, last_time
from simcore.grouping.keeping.versions import version_of
from simcore.model.judgements import is_kept
from simcore.model.records import DocumentId, TextId
from simcore.model.report import Group, ScanReport


def doubts(
    report: ScanReport, group: Group, now_ns: int | None = None
) -> Mapping[DocumentId, Doubt]:
    """Return the members that name and date put on different sides of the kept document.

    Of a text with copies the first date counts, since a copy is younger than what it says. Days
    alone say something, and times that can be true; what a person chose is in no doubt.
    """
    documents = report.documents
    keys = (group.representative, *(one.document for one in group.members))
    times = [documents[key].mtime_ns for key in keys]
    if max(times) - min(times) <= DAY_NS:  # most groups
        return {}
    last = last_time(now_ns)
    since: dict[TextId, int] = {}
    for one in map(documents.__getitem__, keys):
        if is_time(one.mtime_ns, last):
            since[one.text] = min(one.mtime_ns, since.get(one.text, one.mtime_ns))
    kept = documents[group.representative]
    if (
        len(since) < 2
        or kept.text not in since
        or max(since.values()) - min(since.values()) <= DAY_NS
        or is_kept(report.judgements, kept)
    ):
        return {}
    mine, found = version_of(kept.named), {}
    for key in keys[1:]:
        one = documents[key]
        after = since.get(one.text, since[kept.text]) - since[kept.text]
        if abs(after) <= DAY_NS:
            continue
        its = version_of(one.named)
        if its.frame != mine.frame or its.rank == mine.rank:
            continue
        if (its.rank < mine.rank) is (after > 0):
            found[key] = Doubt.NEWER if after > 0 else Doubt.HIGHER
    return found
