"""Members of a group of which name and date disagree about the kept document."""

from collections.abc import Mapping

from simcore.grouping.keeping.reasons import Doubt
from simcore.grouping.keeping.times import DAY_NS, is_time, last_time
from simcore.grouping.keeping.versions import highest_of, versions_of
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
    if kept.text not in since or is_kept(report.judgements, kept):
        return {}
    after = {
        key: since.get(documents[key].text, since[kept.text]) - since[kept.text] for key in keys
    }
    if all(abs(one) <= DAY_NS for one in after.values()):
        return {}
    versions = versions_of(documents[key].named for key in keys)
    mine, found = versions[0], {}
    for key, its, highest in zip(keys, versions, highest_of(versions), strict=True):
        # a newer one may have lost to one that lost to the kept document by its date
        if after[key] > DAY_NS and (mine.outranks(its) or not highest):
            found[key] = Doubt.NEWER
        elif after[key] < -DAY_NS and its.outranks(mine):
            found[key] = Doubt.HIGHER
    return found
