"""Plans of opened results, confirmed: what a file says of documents is compared with them anew."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from simcore.grouping.kinds import kind_of, pair_of, shown_kind
from simcore.grouping.relations import Relation
from simcore.model.config import ScanConfig
from simcore.model.errors import ReadError
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason
from simcore.model.records import (
    Document,
    DocumentId,
    Kind,
    Pair,
    Problem,
    ProblemStage,
    SourceFile,
    TextId,
)
from simcore.pipeline.exact import compare_files, text_source
from simcore.pipeline.fingerprinting import fingerprint_files
from simcore.removal.actions import ACTIONS
from simcore.removal.plan import Removal, RemovalPlan
from simcore.store.documents import written_document

_RANKS = {kind: rank for rank, kind in enumerate(Kind)}
_BY_FIGURES = frozenset({Kind.LINKED, Kind.EARLIER_VERSION})
"""Kinds that other documents of a group make: of two documents alone there are figures."""

_ROUNDING = 0.005
"""By how much a figure may be less than the one that was shown, in whole percents."""


def confirm(
    plan: RemovalPlan,
    check: Callable[[], None] = lambda: None,
    encodings: Mapping[bytes, str] | None = None,
) -> RemovalPlan:
    """Read the texts of a plan of opened results again; refuse what the results say wrongly.

    Anybody can write a file of results. A document stays in the plan if its bytes and those of its
    witnesses are the saved ones, and if it is to each witness what the plan says, or more: of the
    kind, by the thresholds of the results, and as much alike or contained as was shown. Where no
    figure was shown, thresholds are no looser than ``ScanConfig``'s. ``carry_out`` then takes the
    plan, and looks at the bytes once more.
    Documents are read in ``encodings``, see ``Judgements``, never in those that the results name.
    Plans of scans are returned as they are. ``check`` is called for each document; what it raises
    ends the call. Raises ``SimcoreError`` if recipe or dictionary of the results cannot be used.
    """
    if plan.opened is None or ACTIONS[plan.action].original_stays:
        return replace(plan, opened=None)
    texts = _Confirmation(plan.opened, encodings or {})
    removals: list[Removal] = []
    refused = list(plan.refused)
    for removal in plan.removals:
        check()
        reason = texts.objection(removal)
        if reason is None:
            removals.append(removal)
        else:
            refused.append(Problem(removal.document.path, ProblemStage.REMOVE, reason))
    size = sum(removal.document.gain for removal in removals)
    return replace(plan, removals=tuple(removals), refused=tuple(refused), size=size, opened=None)


@dataclass(frozen=True, slots=True)
class _Confirmation:
    """Documents that were read again, each once."""

    config: ScanConfig
    encodings: Mapping[bytes, str]
    known: dict[DocumentId, Document] = field(default_factory=dict)

    def objection(self, removal: Removal) -> Reason | None:
        """Return why a removal must not be, or None."""
        try:
            document = self._read(removal.document, ReasonCode.IT)
            witnesses = [self._read(one, ReasonCode.KEPT) for one in removal.witnesses]
        except ReadError as error:
            return error.reason
        right = all(
            self._is_as_shown(document, witness, shown, by_hand=removal.by_hand)
            for witness, shown in zip(witnesses, removal.shown, strict=True)
        )
        return None if right else Reason(ReasonCode.NOT_AS_SAVED)

    def _is_as_shown(
        self, document: Document, witness: Document, shown: Relation, *, by_hand: bool
    ) -> bool:
        """Return whether a document is to a witness what was shown, or more."""
        kind = kind_of(document, witness)
        numbers_only = False
        if kind is Kind.SIMILAR:
            pair = self._pair(document, witness)
            found = None if pair is None else shown_kind(pair, self._thresholds(shown))
            # nothing but figures was shown of what is here through others, or holds its witness
            if shown.kind in _BY_FIGURES and shown.resemblance is not None:
                found = shown.kind
            if pair is None or found is None:
                return False
            # the thresholds are the file's own, too: what a person saw are the figures
            if pair.resemblance < (shown.resemblance or 0) - _ROUNDING:
                return False
            if pair.left_in_right < (shown.containment or 0) - _ROUNDING:
                return False
            kind, numbers_only = found, pair.numbers_only
        if _RANKS[kind] > _RANKS[shown.kind]:
            return False
        # what rules leave alone
        plain = not numbers_only and document.whole and bool(document.features)
        return kind is Kind.IDENTICAL or by_hand or plain

    def _thresholds(self, shown: Relation) -> ScanConfig:
        """Return the thresholds of the results; where nothing was counted, no loose ones."""
        given, plain = self.config, ScanConfig(recipe=self.config.recipe)
        if shown.resemblance is not None:
            return given
        return replace(
            given,
            similarity=max(given.similarity, plain.similarity),
            distance=min(given.distance, plain.distance),
            containment=max(given.containment, plain.containment),
        )

    def _read(self, saved: Document, role: ReasonCode) -> Document:
        if saved.id not in self.known:
            source = SourceFile(
                saved.path,
                saved.real_path,
                saved.size,
                saved.mtime_ns,
                saved.device,
                saved.inode,
            )
            (found,) = fingerprint_files([source], self.config, self.encodings)
            if isinstance(found, tuple):
                raise ReadError(Reason(role, (found[1].reason,)))
            if found.content_hash != saved.content_hash:
                raise ReadError(Reason(role, (Reason(ReasonCode.CHANGED_SINCE_SAVED),)))
            self.known[saved.id] = written_document(saved.id, saved.text, found)
        return self.known[saved.id]

    def _pair(self, document: Document, witness: Document) -> Pair | None:
        """Compare two documents; None if they cannot be compared."""
        if document.fingerprint is None or witness.fingerprint is None:
            return None
        left, right = (
            replace(one, text=TextId(text)) for text, one in enumerate((document, witness))
        )
        sources = {one.text: [text_source(one)] for one in (left, right)}
        compared, _ = compare_files([(left.text, right.text)], sources, self.config)
        # none: changed meanwhile
        return pair_of(left, right, compared[0]) if compared else None
