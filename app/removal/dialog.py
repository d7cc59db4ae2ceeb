"""The summary of a planned action on documents, riskiest first, and the question to confirm it."""

import os
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QEvent, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFileDialog,
    QGroupBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from simcore.model.reasons import Reason, ReasonCode
from simcore.model.records import PARTS, Action, Document, DocumentId, Kind, Problem
from simcore.removal.actions import ACTIONS

from ..badges import LOOKS, SAFE, KindBadge, badge_text
from ..i18n import counted, phrases, sentences
from ..style import colours_of, font_like, icon_pixmap, scaled
from ..tasks import Check, never_cancelled, sorted_numbers, stepped
from ..widgets.basic import FactLabel, FilledButton, filled, opening_size
from ..wording import (
    count_text,
    names_text,
    path_text,
    percent_text,
    place_text,
    reason_text,
    resemblance_text,
    size_text,
)
from .actions import ActionWords, words_of, words_of_plan
from .pairs import (
    BadgeOf,
    BarOf,
    PairColumn,
    PairList,
    PairModel,
    PairPart,
    PairPlace,
    PairSection,
    PairSide,
    Tone,
    place,
    places,
)
from .words import formats_text

if TYPE_CHECKING:
    from simcore.removal.plan import Removal, RemovalPlan

_RISK = (
    *(Kind.BOILERPLATE, Kind.SAME_FORM, Kind.LINKED, Kind.EARLIER_VERSION, Kind.PART),
    *(Kind.SIMILAR, Kind.SAME_WORDS, Kind.SAME_TEXT, Kind.IDENTICAL),
)


@dataclass(slots=True)
class RemovalTally:
    """Running totals of removals; ``size`` is the number of bytes freed.

    For ``copied`` documents, ``size`` is their own; otherwise ``other_names`` are removed too.
    ``kinds`` excludes documents that differ in ``numbers_only``. ``formats`` counts documents in a
    better format than the kept one. ``groups`` counts by group.
    """

    copied: bool = False
    documents: int = 0
    other_names: int = 0
    size: int = 0
    kinds: "Counter[Kind]" = field(default_factory=Counter)
    numbers_only: int = 0
    by_hand: int = 0
    formats: int = 0
    groups: Counter[int] = field(default_factory=Counter)

    def count(self, removal: "Removal", by: int = 1) -> None:
        from simcore.removal.plan import loses_format

        self.documents += by
        document = removal.document
        self.size += by * (document.size if self.copied else document.gain)
        self.other_names += 0 if self.copied else by * len(document.links)
        if removal.numbers_only:
            self.numbers_only += by
        else:
            self.kinds[removal.kind] += by
        self.by_hand += by * removal.by_hand
        self.formats += by * loses_format(removal.witness, removal.document)
        left = self.groups[removal.group] + by
        if left:
            self.groups[removal.group] = left
        else:
            del self.groups[removal.group]

    def copy(self) -> "RemovalTally":
        return replace(self, kinds=self.kinds.copy(), groups=self.groups.copy())


@dataclass(frozen=True, slots=True)
class Portion:
    """Removals by one action, riskiest first, and their totals.

    The first ``to_review`` are no exact copies, or only a person may mark them.
    """

    removals: "Sequence[Removal]"
    to_review: int
    tally: RemovalTally


@dataclass(frozen=True, slots=True)
class Note:
    """A note on one document; without a reason, the filter hides it."""

    path: Path
    reason: Reason | None
    elsewhere: str = ""


@dataclass(frozen=True, slots=True)
class RemovalSummary:
    """A plan with its summary.

    ``trashless`` documents have no trash, ``certain`` are the others. ``staying`` documents are
    marked but kept: ``hidden`` counts those hidden by the filter, ``reasons`` the others. ``below``
    is the common parent folder, if paths are shown relative to it.
    """

    plan: "RemovalPlan"
    certain: Portion
    trashless: Portion
    staying: Sequence[Note]
    reasons: "Counter[Reason]"
    hidden: int
    below: Path | None
    _rest: "RemovalPlan"
    _others: "RemovalPlan"

    def plans(
        self,
        other: Action | None,
        destination: Path | None,
        left_out: Collection[DocumentId] = (),
    ) -> "list[RemovalPlan]":
        """Return the plans with action ``other`` for documents without a trash, or None.

        The plans exclude the documents ``left_out``.
        """
        if not self.trashless.removals or other is None:
            # documents without a trash are left then, and reported with the reason
            plans = [self.plan]
        else:
            plans = [self._rest, replace(self._others, action=other, destination=destination)]
        found = [_without(plan, left_out) for plan in plans] if left_out else plans
        return [one for one in found if one.removals] if len(found) > 1 else found


def _without(plan: "RemovalPlan", left_out: Collection[DocumentId]) -> "RemovalPlan":
    removals = tuple(one for one in plan.removals if one.document.id not in left_out)
    paths = {one.document.path for one in removals}
    return replace(
        plan,
        removals=removals,
        size=sum(one.document.gain for one in removals) if plan.size else 0,
        without_trash=tuple(one for one in plan.without_trash if one.path in paths),
        losses=tuple(one for one in plan.losses if one.path in paths),
        shared=tuple(one for one in plan.shared if one.path in paths),
    )


def summed_up(
    plan: "RemovalPlan",
    hidden: Sequence[Document] = (),
    check: Check = never_cancelled,
) -> RemovalSummary:
    """Summarize a plan, riskiest removals first. Raises the exceptions of ``check``.

    ``hidden`` documents are marked but kept because the filter hides them.
    """
    without = {problem.path for problem in plan.without_trash}
    check()
    rest = tuple(one for one in plan.removals if one.document.path not in without)
    others = tuple(one for one in plan.removals if one.document.path in without)
    check()
    copied = ACTIONS[plan.action].original_stays
    certain, trashless = (_portion(part, check, copied=copied) for part in (rest, others))
    staying = [Note(one.path, one.reason, one.elsewhere) for one in plan.refused]
    staying += [Note(one.path, None, one.elsewhere) for one in hidden]
    return RemovalSummary(
        plan,
        certain,
        trashless,
        staying,
        Counter(problem.reason for problem in plan.refused),
        len(hidden),
        shared_folder(plan.folders),
        replace(plan, removals=rest, without_trash=(), size=certain.tally.size),
        replace(plan, removals=others, refused=(), without_trash=(), size=trashless.tally.size),
    )


def shared_folder(folders: Iterable[Path]) -> Path | None:
    """Return the common parent of some folders; None if it is only the root."""
    found = [str(folder) for folder in folders]
    if not found:
        return None
    try:
        shared = Path(os.path.commonpath(found))
    except ValueError:  # two drives, or a relative one among them
        return None
    return None if shared == Path(shared.anchor) else shared


def shown_below(one: Note | Document, below: Path | None) -> str:
    """Return a path relative to a folder, if it is in there; or what it is called elsewhere."""
    if one.elsewhere or below is None or one.path == below or not one.path.is_relative_to(below):
        return place_text(one)
    return path_text(one.path.relative_to(below))


def to_review(removal: "Removal") -> bool:
    """Return whether a person should review it first: it is not certainly an exact copy."""
    return removal.by_hand or removal.kind not in SAFE


def _portion(removals: "Sequence[Removal]", check: Check, *, copied: bool) -> Portion:
    tally, review = RemovalTally(copied), 0
    for removal in stepped(removals, check):
        tally.count(removal)
        review += to_review(removal)
    order = sorted_numbers(len(removals), lambda number: _certainty(removals[number]), check)
    return Portion([removals[number] for number in order], review, tally)


def _certainty(removal: "Removal") -> tuple[bool, int, float, str]:
    alike = -1.0 if removal.resemblance is None else removal.resemblance
    return not removal.by_hand, _RISK.index(removal.kind), alike, str(removal.document.path)


translate = QCoreApplication.translate  # the name lupdate looks for


def columns_of(summary: RemovalSummary) -> tuple[PairColumn, ...]:
    below = summary.below
    return (
        PairColumn(
            part=PairPart.GOES,
            title=lambda: words_of_plan(summary.plan).going,
            value=partial(_goes, below),
            text=lambda one: shown_below(one if isinstance(one, Note) else one.document, below),
        ),
        PairColumn(
            part=PairPart.BADGE,
            title=lambda: translate("RemovalDialog", "Kind"),
            value=_badge,
            text=_kind,
        ),
        PairColumn(
            part=PairPart.BAR,
            title=lambda: translate("RemovalDialog", "Similarity"),
            value=lambda one: None if isinstance(one, Note) else _similarity(one),
            text=lambda one: "" if isinstance(one, Note) else _similarity(one).text,
        ),
        PairColumn(
            part=PairPart.FIGURE,
            title=lambda: translate("RemovalDialog", "Size"),
            value=_size,
            text=lambda one: _size(one) or "",
        ),
        PairColumn(
            part=PairPart.STAYS,
            title=lambda: translate("RemovalDialog", "Stays"),
            value=partial(_stays, below),
            text=partial(_staying, below),
        ),
    )


def sections_of(summary: RemovalSummary) -> list[PairSection]:
    certain, trashless = summary.certain, summary.trashless
    found = []
    if ACTIONS[summary.plan.action].original_stays:
        found.append(PairSection(records=certain.removals, ticks=True))
    else:
        found += _by_risk(certain.removals, certain.to_review)
    if trashless.removals:
        words = translate("RemovalDialog", "No trash to go to: {0}")
        title = words.format(count_text(len(trashless.removals)))
        found.append(
            PairSection(
                records=trashless.removals,
                title=title,
                tone=Tone.WARNING,
                ticks=True,
                action=translate("RemovalDialog", "Show differences"),
            )
        )
    for words, problems in (
        (translate("RemovalDialog", "Frees no space: {0}"), summary.plan.shared),
        (translate("RemovalDialog", "Undo cannot bring back in full: {0}"), summary.plan.losses),
    ):
        notes = [Note(one.path, one.reason) for one in problems]
        title = words.format(count_text(len(notes)))
        found.append(PairSection(records=notes, title=title, tone=Tone.WARNING))
    words = translate("RemovalDialog", "Marked, and stay: {0}")
    title = words.format(count_text(len(summary.staying)))
    found.append(PairSection(records=summary.staying, title=title))
    return found


def _by_risk(removals: "Sequence[Removal]", to_review: int) -> list[PairSection]:
    first, rest = removals[:to_review], removals[to_review:]
    only_near = all(one.kind is Kind.SIMILAR for one in first)
    if only_near:
        one = translate(
            "RemovalDialog", "Look at this one first: it is only similar, not the same."
        )
        many = translate(
            "RemovalDialog", "Look at these {0} first: they are only similar, not the same."
        )
    else:
        one = translate("RemovalDialog", "Look at this one first: it is no true copy.")
        many = translate("RemovalDialog", "Look at these {0} first: they are no true copies.")
    return [
        PairSection(
            records=first,
            title=counted(one, many, len(first)),
            tone=Tone.WARNING,
            ticks=True,
            action=translate("RemovalDialog", "Show differences"),
        ),
        PairSection(
            records=rest,
            title=translate(
                "RemovalDialog", "True copies: identical, or the same text saved differently"
            ),
            tone=Tone.SAFE,
            ticks=True,
        ),
    ]


def tooltip_of(record: Any) -> str:
    if isinstance(record, Note):
        return f"{place_text(record)}\n{_why(record)}"
    return f"{names_text(record.document)}\n{place_text(record.witness)}"


def _places(record: "Removal", below: Path | None) -> tuple[PairPlace, PairPlace]:
    one, other = record.document, record.witness
    return places(one.path, other.path, below, elsewhere=bool(one.elsewhere))


def _goes(below: Path | None, record: Any) -> PairSide:
    if isinstance(record, Note):
        return PairSide(place(record.path, below, elsewhere=bool(record.elsewhere)))
    return PairSide(_places(record, below)[0])


def _stays(below: Path | None, record: Any) -> PairSide | str:
    return _why(record) if isinstance(record, Note) else PairSide(_places(record, below)[1])


def _staying(below: Path | None, record: Any) -> str:
    return _why(record) if isinstance(record, Note) else shown_below(record.witness, below)


def _why(note: Note) -> str:
    hidden = translate("RemovalDialog", "is hidden by the filter and stays")
    return hidden if note.reason is None else reason_text(note.reason)


def _badge(record: Any) -> BadgeOf | None:
    if isinstance(record, Note):
        return None
    note = translate("RemovalDialog", "by hand only") if record.by_hand else ""
    return BadgeOf(record.kind, badge_text(record), note)


def _kind(record: Any) -> str:
    badge = _badge(record)
    if badge is None:
        return ""
    words = translate("RemovalDialog", "{0}, {1}", "a kind, and a note on it")
    return words.format(badge.text, badge.note) if badge.note else badge.text


def _similarity(record: "Removal") -> BarOf:
    held = record.shown[0].containment if record.shown else None
    if record.kind in PARTS and held is not None:
        words = translate("wording", "{percent} of it")
        return BarOf(held, words.format(percent=percent_text(held)))
    return BarOf(record.resemblance, resemblance_text(record.resemblance))


def _size(record: Any) -> str | None:
    return None if isinstance(record, Note) else size_text(record.document.size)


class TrashlessChoice(QGroupBox):
    """Asks whether to keep these documents, move them to a folder, or delete them permanently.

    ``action`` is None while they are kept.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.destination: Path | None = None
        self._why = QLabel(self)
        self._why.setWordWrap(True)
        self.leave = QRadioButton(self.tr("&Leave them where they are"), self)
        self.move_away = QRadioButton(self)
        self.delete = QRadioButton(self.tr("&Delete them for good"), self)
        self.leave.setChecked(True)
        answers = QHBoxLayout()
        for button in (self.leave, self.move_away, self.delete):
            answers.addWidget(button)
            button.toggled.connect(self.changed)
        answers.addStretch(1)
        layout = QVBoxLayout(self)
        layout.addWidget(self._why)
        layout.addLayout(answers)
        self.move_away.clicked.connect(self._ask_where)
        self._name_folder()

    def show_problems(self, problems: Sequence[Problem]) -> None:
        self.setTitle(self.tr("{0} without a trash").format(count_text(len(problems))))
        reasons = dict.fromkeys(reason_text(problem.reason) for problem in problems)
        self._why.setText("\n".join(reasons))
        # nothing leaves a disk that is read-only
        read_only = all(one.reason.code is ReasonCode.DISK_READ_ONLY for one in problems)
        for button in (self.move_away, self.delete):
            button.setEnabled(not read_only)
        if read_only:
            self.leave.setChecked(True)
        self.setVisible(bool(problems))

    @property
    def action(self) -> Action | None:
        if self.move_away.isChecked():
            return Action.MOVE
        return Action.DELETE if self.delete.isChecked() else None

    def _name_folder(self) -> None:
        place = path_text(self.destination).replace("&", "&&") if self.destination else ""
        words = self.tr("&Move them to {0}") if place else self.tr("&Move them to a folder…")
        self.move_away.setText(words.format(place))

    @Slot()
    def _ask_where(self) -> None:
        name = QFileDialog.getExistingDirectory(
            self, words_of(Action.MOVE).folder_question, str(Path.home())
        )
        if name:
            self.destination = Path(os.path.realpath(name))
            self._name_folder()
        if self.destination is None:
            self.leave.setChecked(True)
        self.changed.emit()


_SIDE, _BOTTOM = 20, 16
_WIDTH, _HEIGHT = 1010, 612
_MOVES = tuple(
    action
    for action, kind in ACTIONS.items()
    if not (kind.original_stays or kind.links or kind.for_good)
)


class RemovalDialog(QDialog):
    """Shows a summary of a plan; after ``accepted``, carry out ``plans()`` or write ids.

    Documents whose check box is clear are ``left_out``. A permanent deletion needs a confirming
    check box. Documents without a trash are kept unless another action is chosen. ``action_wanted``
    asks for the summary of another action; ``compare_wanted`` carries a removal whose documents to
    compare.
    """

    action_wanted = Signal(object)
    compare_wanted = Signal(object)

    def __init__(self, summary: RemovalSummary, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.plan, self._summed_up = summary.plan, summary
        self._for_good = 0
        self._sign, self._title, self._promise = QLabel(self), QLabel(self), FactLabel("", self)
        font = self.font()
        self._title.setFont(font_like(font, 18, bold=True))
        self._badges = {kind: KindBadge(kind, self) for kind in LOOKS}
        self._numbers = KindBadge(Kind.SIMILAR, self)
        self._facts, self._hints = FactLabel("", self), FactLabel("", self)
        self._title.setWordWrap(True)
        self._title.setTextFormat(Qt.TextFormat.PlainText)
        model = PairModel(lambda one: one.path if isinstance(one, Note) else one.document.id, self)
        self.pairs = PairList(model, self)
        self.pairs.asked.connect(self._compare)
        self.choice = TrashlessChoice(self)
        self.choice.changed.connect(self._update)
        self.sure = QCheckBox(self)
        self.sure.toggled.connect(self._update)
        self._places, self._to = QComboBox(self), QLabel(self.tr("Mo&ve to"), self)
        self._to.setBuddy(self._places)
        self._places.activated.connect(self._choose_place)
        self.move_button = FilledButton("", self, tall=True)
        self.move_button.setDefault(True)
        self.move_button.clicked.connect(self.accept)
        self.cancel_button = QPushButton(self.tr("Cancel"), self)
        self.cancel_button.setAutoDefault(False)
        self.cancel_button.setMinimumHeight(self.move_button.sizeHint().height())
        self.cancel_button.clicked.connect(self.reject)
        self._lay_out()
        model.ticked.connect(self._count)
        self.pairs.add_action(
            self.tr("Show &differences"), self.pairs.ask_for_current, QKeySequence("Ctrl+D")
        )
        self.show_summary(summary)
        self.pairs.setFocus()
        self.resize(opening_size(parent, scaled(_WIDTH, font), scaled(_HEIGHT, font)))

    def _lay_out(self) -> None:
        font = self.font()
        side, gap = scaled(_SIDE, font), scaled(8, font)
        self._sign.setFixedWidth(scaled(28, font))
        words = filled(QVBoxLayout(), self._title, self._promise, spacing=scaled(4, font))
        head = filled(QHBoxLayout(), self._sign, (words, 1), spacing=scaled(16, font))
        head.setAlignment(self._sign, Qt.AlignmentFlag.AlignTop)
        row = filled(QHBoxLayout(), *self._badges.values(), self._numbers, spacing=gap)
        row.addSpacing(gap)
        row.addWidget(self._facts, 1)
        bottom = filled(QHBoxLayout(), self._to, self._places, spacing=gap)
        bottom.addStretch(1)
        for button in (self.cancel_button, self.move_button):
            bottom.addWidget(button)
        parts = head, row, (self.pairs, 1), self._hints, self.choice, self.sure, bottom
        layout = filled(QVBoxLayout(self), *parts, spacing=scaled(12, font))
        layout.setContentsMargins(side, side, side, scaled(_BOTTOM, font))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._show_sign()

    def show_summary(self, summary: RemovalSummary) -> None:
        self.plan = plan = summary.plan
        self._summed_up = summary
        words = words_of_plan(plan)
        self.setWindowTitle(words.name)
        self._show_sign()
        self.move_button.set_sign(words.icon)
        self._show_places()
        self.choice.show_problems(plan.without_trash)
        self.pairs.show_columns(columns_of(summary), tooltip_of)
        self.pairs.setAccessibleName(self.tr("Documents that this is done with"))
        self.pairs.show_sections(sections_of(summary))
        self._tallies = [summary.certain.tally.copy(), summary.trashless.tally.copy()]
        self._without = {problem.path for problem in plan.without_trash}
        self._lossy = {problem.path for problem in plan.losses}
        self._losses = len(self._lossy)
        if self.left_out:
            both = (*summary.certain.removals, *summary.trashless.removals)
            self._count([one for one in both if one.document.id in self.left_out], on=False)
        self._update()

    def leave_out(self, documents: "Iterable[DocumentId]") -> None:
        self.left_out.update(documents)
        self.show_summary(self._summed_up)

    @property
    def left_out(self) -> "set[DocumentId]":
        return self.pairs.pairs.left_out  # type: ignore[return-value] # keys of this room's rows

    def plans(self) -> "list[RemovalPlan]":
        choice = self.choice
        return self._summed_up.plans(choice.action, choice.destination, self.left_out)

    def words(self) -> str:
        kinds = (*self._badges.values(), self._numbers)
        badges = [badge.accessibleName() for badge in kinds if not badge.isHidden()]
        labels = [self._title, self._promise, self._facts, self._hints]
        return "\n".join([*(label.text() for label in labels if label.text()), *badges])

    def _words(self, action: Action) -> ActionWords:
        return words_of_plan(self.plan, action)

    def _show_sign(self) -> None:
        side, ratio = scaled(28, self.font()), self.devicePixelRatioF()
        colour = colours_of(self.palette()).muted
        sign = words_of_plan(self.plan).icon
        self._sign.setPixmap(icon_pixmap(sign, side, colour, ratio, stroke=1.6))

    def _show_places(self) -> None:
        action = self.plan.action
        with QSignalBlocker(self._places):
            self._places.clear()
            for one in _MOVES:
                self._places.addItem(words_of(one).place, one.value)
            self._places.setCurrentIndex(self._places.findData(action.value))
        for widget in (self._to, self._places):
            widget.setVisible(action in _MOVES and not self.plan.elsewhere)

    @Slot(int)
    def _choose_place(self, index: int) -> None:
        action = Action(self._places.itemData(index))
        if action is not self.plan.action or ACTIONS[action].needs_folder:
            self._places.setCurrentIndex(self._places.findData(self.plan.action.value))
            self.action_wanted.emit(action)

    @Slot(object)
    def _compare(self, record: object) -> None:
        from simcore.removal.plan import Removal

        if isinstance(record, Removal):
            self.compare_wanted.emit(record)

    @Slot(object, bool)
    def _count(self, removals: "Sequence[Removal]", on: bool) -> None:  # noqa: FBT001 - a slot
        by, summary = 1 if on else -1, self._summed_up
        portions = summary.certain, summary.trashless
        if len(removals) == sum(len(portion.removals) for portion in portions):  # all at once
            self._losses = len(self._lossy) if on else 0
            whole = [portion.tally for portion in portions]
            self._tallies = [one.copy() if on else RemovalTally(one.copied) for one in whole]
        else:
            for removal in removals:
                path = removal.document.path
                apart = bool(self._without) and path in self._without
                self._tallies[apart].count(removal, by)
                if self._lossy and path in self._lossy:
                    self._losses += by
        self._update()

    @Slot()
    def _update(self) -> None:
        action = self.plan.action
        certain, trashless = self._tallies
        other = self.choice.action if self._summed_up.trashless.removals else None
        goes: list[tuple[Action, RemovalTally]] = []
        if certain.documents or not trashless.documents:
            goes.append((action, certain))
        if other is not None and trashless.documents:
            goes.append((other, trashless))
        count = sum(tally.documents for _, tally in goes)
        self._title.setText(self._question(goes, count))
        self._promise.setText(self._promise_words(goes) if count else "")
        self._show_kinds([tally for _, tally in goes] if count else [])
        shown = goes or [(action, RemovalTally())]
        parts = [self._words(one).button.format(count_text(t.documents)) for one, t in shown]
        self.move_button.setText(phrases(parts))
        for_good = sum(tally.documents for one, tally in goes if ACTIONS[one].for_good)
        if for_good != self._for_good:  # the consent was about other documents
            self._for_good = for_good
            with QSignalBlocker(self.sure):
                self.sure.setChecked(False)
        self.sure.setVisible(bool(for_good))
        self.sure.setText(
            counted(
                self.tr("Yes, delete 1 document for good. No trash will have it."),
                self.tr("Yes, delete {0} documents for good. No trash will have them."),
                for_good,
            )
        )
        # what has no trash loses nothing while it is left
        left = other is None and ACTIONS[action].uses_trash
        self._show_hints(for_good, losses=0 if left else self._losses, goes=goes)
        clear = self.sure.isChecked() or not for_good
        placed = (
            other is None or not ACTIONS[other].needs_folder or self.choice.destination is not None
        )
        self.move_button.setEnabled(bool(count) and clear and placed)

    def _question(self, goes: list[tuple[Action, RemovalTally]], count: int) -> str:
        if count:
            questions = [(self._words(one).question, tally.documents) for one, tally in goes]
            return sentences(counted(*words, documents) for words, documents in questions)
        if self._tallies[1].documents:
            return self.tr("Nothing goes to the trash: none of these documents has one to go to.")
        if self.left_out:
            return self.tr("No document is chosen.")
        return counted(*words_of_plan(self.plan).question, 0)

    def _promise_words(self, goes: list[tuple[Action, RemovalTally]]) -> str:
        place = self.choice.destination if self.plan.destination is None else self.plan.destination
        folder = "" if place is None else path_text(place)
        return sentences(
            self._words(one).promise[tally.documents != 1].format(size_text(tally.size), folder)
            for one, tally in goes
        )

    def _show_kinds(self, tallies: list[RemovalTally]) -> None:
        words = self.tr("{0} {1}", "how many, and of what kind")
        counts = {kind: sum(tally.kinds[kind] for tally in tallies) for kind in LOOKS}
        for kind, badge in self._badges.items():
            badge.show_kind(kind, words.format(count_text(counts[kind]), LOOKS[kind].word()))
            badge.setVisible(bool(counts[kind]))
        numbers = sum(tally.numbers_only for tally in tallies)
        word = QCoreApplication.translate("kinds", "Numbers only")
        self._numbers.show_kind(Kind.SIMILAR, words.format(count_text(numbers), word))
        self._numbers.setVisible(bool(numbers))
        first, second = (*tallies, RemovalTally(), RemovalTally())[:2]
        groups = len(first.groups) + sum(group not in first.groups for group in second.groups)
        parts = []
        if groups:
            parts.append(counted(self.tr("in 1 group"), self.tr("in {0} groups"), groups))
        parts += [self._refused_words(), self._hidden_words()]
        self._facts.setText(" · ".join(part for part in parts if part))

    def _show_hints(
        self, for_good: int, losses: int, goes: list[tuple[Action, RemovalTally]]
    ) -> None:
        parts = []
        numbers = sum(tally.numbers_only for _, tally in goes)
        if numbers:
            one = self.tr("1 differs from it in numbers, dates or names only: probably no copy.")
            many = self.tr(
                "{0} differ from it in numbers, dates or names only: probably no copies."
            )
            parts.append(counted(one, many, numbers))
        formats = sum(tally.formats for _, tally in goes)
        if formats:
            parts.append(formats_text(formats))
        linked = sum(tally.kinds[Kind.LINKED] for _, tally in goes)
        if linked:
            words = self.tr("{0} linked to it through others alone, and no near-duplicates of it.")
            parts.append(words.format(count_text(linked)))
        by_hand = sum(tally.by_hand for _, tally in goes)
        if by_hand:
            one = self.tr("1 was marked by hand that no rule would mark; it comes first.")
            many = self.tr("{0} were marked by hand that no rule would mark; they come first.")
            parts.append(counted(one, many, by_hand))
        if for_good:
            parts.append(
                self.tr(
                    "What is deleted for good can come back only as a copy of an identical "
                    "document, while one is left."
                )
            )
        names = sum(tally.other_names for _, tally in goes)
        if names:
            one = self.tr("Includes 1 other name (hard link) of these files.")
            many = self.tr("Includes {0} other names (hard links) of these files.")
            parts.append(counted(one, many, names))
        if losses:
            parts.append(self._loss_words(losses))
        self._hints.setText(sentences(parts))
        self._hints.setVisible(bool(parts))

    def _loss_words(self, losses: int) -> str:
        if losses == 1:
            plan, out = self.plan, self.left_out
            left = {one.document.path for one in plan.removals if one.document.id in out}
            one = next(one for one in plan.losses if one.path not in left)
            words = self.tr("Undo could not bring back all of {0}: it would lack {1}.")
            return words.format(path_text(one.path), reason_text(one.reason))
        words = self.tr(
            "Undo could not bring back {0} documents with all that they have; the list says what "
            "they would lack."
        )
        return words.format(count_text(losses))

    def _refused_words(self) -> str:
        counts = self._summed_up.reasons
        if len(counts) == 1:
            ((reason, count),) = counts.items()
            if reason.code is ReasonCode.IN_PROTECTED_FOLDER:
                one = self.tr("1 document in a protected folder stays")
                return counted(one, self.tr("{0} documents in protected folders stay"), count)
            one = self.tr("1 marked document stays: it {1}")
            many = self.tr("{0} marked documents stay: each {1}")
            return counted(one, many, count, reason_text(reason))
        if counts:
            words = self.tr("{0} marked documents stay; the end of the list says why")
            return words.format(count_text(counts.total()))
        return ""

    def _hidden_words(self) -> str:
        hidden = self._summed_up.hidden
        one = self.tr("1 more marked document is hidden by the filter and stays")
        many = self.tr("{0} more marked documents are hidden by the filter and stay")
        return counted(one, many, hidden) if hidden else ""
