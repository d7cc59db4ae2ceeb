"""Members of a group of which name and date disagree about the kept document."""

from collections.abc import Mapping

from simcore.grouping.keeping.reasons import Doubt
from simcore.grouping.keeping.times import DAY_NS, is_time, last_time
from simcore.grouping.keeping.versions import versions_of
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
    found = {}
    for key in keys[1:]:
        one = documents[key]
        after = since.get(one.text, since[kept.text]) - since[kept.text]
        if abs(after) <= DAY_NS:
            continue
        mine, its = versions_of((kept.named, one.named))
        if after > 0 and mine.outranks(its):
            found[key] = Doubt.NEWER
        elif after < 0 and its.outranks(mine):
            found[key] = Doubt.HIGHER
    return found
