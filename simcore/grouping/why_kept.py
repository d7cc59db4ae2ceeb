"""Why the kept document of a group is the kept one."""

from collections.abc import Sequence

from simcore.grouping.grouper import Grouper
from simcore.grouping.keeping.election import Contender, KnownShares, holds, rounds
from simcore.grouping.keeping.originals import grounds
from simcore.grouping.keeping.reasons import WhyKept
from simcore.grouping.keeping.runs import CopyRuns
from simcore.grouping.kinds import ALMOST
from simcore.model.judgements import is_kept
from simcore.model.records import Document, Kind, TextId
from simcore.model.report import Group, Member, ScanReport


def why_kept(report: ScanReport, group: Group) -> WhyKept:
    """Return why the kept document of a group stays.

    The person's choice comes first, then what groups are made by: of a document and its parts the
    whole stays; of equal texts the original, and of similar ones one that is near all others, see
    ``simcore.grouping.keeping``. Told is what decided between it and the last of the others.
    """
    documents, kept = report.documents, report.documents[group.representative]
    if is_kept(report.judgements, kept):
        return WhyKept.CHOSEN
    if group.parts:
        return WhyKept.LONGEST if group.framed else WhyKept.WHOLE
    others = [documents[member.document] for member in group.members]
    if all(one.text == kept.text for one in others):
        return _of_copies(kept, others, _runs(report))
    return _of_texts(kept, group.members, report)


def _runs(report: ScanReport) -> CopyRuns:
    """Return the copy runs by which the report was grouped."""
    if isinstance(report.regrouper, Grouper):
        return report.regrouper.runs
    return CopyRuns.of_documents(report.documents)


def _of_copies(kept: Document, others: Sequence[Document], runs: CopyRuns) -> WhyKept:
    rest = list(others)
    for reason, key in grounds((kept, *others), runs):
        mine = key(kept)
        rest = [one for one in rest if key(one) <= mine]  # type: ignore[operator] # of one ground
        if not rest:
            return reason
    return WhyKept.FIRST


def _of_texts(kept: Document, members: Sequence[Member], report: ScanReport) -> WhyKept:
    """Tell what decided between texts, by what is known of each and the kept one."""
    documents: dict[TextId, list[Document]] = {kept.text: [kept]}
    beside: dict[TextId, Member] = {}
    for member in members:
        if member.kind is Kind.EARLIER_VERSION:
            continue  # held by the kept one, and so none that could lead
        document = report.documents[member.document]
        documents.setdefault(document.text, []).append(document)
        if member.copy_of is None and document.text != kept.text:
            beside[document.text] = member

    if len(documents) == 1 and members:
        return WhyKept.WHOLE

    def held(among: set[TextId]) -> set[TextId]:
        found = {text for text in among & set(beside) if _holds(beside[text])}
        turned = any(_holds(beside[text], turned=True) for text in among & set(beside))
        return found | {kept.text} if turned else found

    contenders = [Contender(text, some[0], some) for text, some in documents.items()]
    for reason, left in rounds(contenders, KnownShares(held, lambda _: 0.0), _runs(report)):
        if all(one.text != kept.text for one in left):
            break  # who is before it is not near all the others
        if len(left) == 1:
            return reason
        if reason is WhyKept.SIMILAR_TO_MOST and len(documents) > 2:
            break  # how alike the others are to one another is not looked up
    return WhyKept.SIMILAR_TO_MOST


def _holds(member: Member, *, turned: bool = False) -> bool:
    """Return whether the kept text holds a member, or ``turned`` the member the kept text."""
    if not member.resemblance or not member.containment or member.resemblance >= ALMOST:
        return False
    back = _share_back(member.resemblance, member.containment)
    return holds(back, member.containment) if turned else holds(member.containment, back)


def _share_back(resemblance: float, containment: float) -> float:
    """Return how much of the kept text is in another, of which that share is in the kept one.

    >>> round(_share_back(0.5, 1.0), 6), round(_share_back(1 / 3, 0.5), 6)
    (0.5, 0.5)
    """
    return 1 / (1 / resemblance + 1 - 1 / containment)
