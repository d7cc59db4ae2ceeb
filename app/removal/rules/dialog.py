"""Keep rules, edited, saved and previewed before they mark anything."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QGridLayout,
    QGroupBox,
    QLabel,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from app.background.latest import Latest
from app.background.task import Task
from app.language.resemblance_words import kind_explained, kind_text
from app.language.wording import as_tooltip, count_text, path_text, reason_text
from app.removal.rules.list import RuleList
from app.removal.rules.preview import Preview, Shelf, columns_of, preview_of
from app.removal.summary import shared_folder
from app.settings.presets import PresetRow
from app.settings.values import MarkingRules, RuleSet
from app.widgets.layouts import filled, split
from app.widgets.records import RecordModel
from app.widgets.text_table import TextTable
from simcore import ConfigError, Kind, Reason

_KINDS = tuple(kind for kind in Kind if kind is not Kind.LINKED)


class RulesDialog(QDialog):
    """Edits a ruling and shows what it would mark; after ``accepted``, ``preview`` is that.

    What is shown is computed beside the window, the newest ruling alone. ``sets_changed`` carries
    all saved sets after one was saved or deleted, which Cancel does not take back.
    """

    sets_changed = Signal(object)

    def __init__(
        self,
        shelf: Shelf,
        ruling: MarkingRules,
        sets: Sequence[RuleSet] = (),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Mark by rules"))
        self._shelf = shelf
        self.preview: Preview | None = None
        self._previewing = Latest(_previewed, self, self._show_preview, self._refuse)
        self.finished.connect(self._previewing.shut_down)

        self.sets = PresetRow(sets, self.ruling, self, make=RuleSet)
        self.sets.names.setAccessibleName(self.tr("Saved rules"))
        self.sets.chosen.connect(self.set_ruling)
        self.sets.changed.connect(self.sets_changed)
        self.sets.refused.connect(self._refuse)
        self.rule_list = RuleList(shelf.report.folders, self)
        self.kinds = {kind: self._kind_box(kind) for kind in _KINDS}

        self._summary = QLabel(self)
        font = self._summary.font()
        font.setBold(True)
        self._summary.setFont(font)
        self._details = QLabel(self)
        self._below = QLabel(self)
        below = shared_folder(shelf.report.folders)
        if below is not None:
            self._below.setText(self.tr("Paths below {0}:").format(path_text(below)))
        self._below.setVisible(below is not None)
        for label in (self._summary, self._details, self._below):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.table = TextTable(self)
        self.table.setAccessibleName(self.tr("What would be marked"))
        documents = shelf.report.documents
        self._marked = RecordModel(
            columns_of(shelf.report),
            self,
            tooltip=lambda one: "\n".join(
                path_text(documents[key].path) for key in (one[1].document, one[0].stays)
            ),
        )
        self.table.show_model(self._marked)

        buttons = QDialogButtonBox(self)
        self.mark_button = QPushButton(self)
        buttons.addButton(self.mark_button, QDialogButtonBox.ButtonRole.AcceptRole)
        cancel = buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        cancel.setAutoDefault(False)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)

        layout = QVBoxLayout(self)
        layout.addWidget(self._split(), 1)
        layout.addWidget(buttons)
        self.resize(1000, 580)
        self.set_ruling(ruling)
        self.rule_list.changed.connect(self._ask)

    def _kind_box(self, kind: Kind) -> QCheckBox:
        box = QCheckBox(kind_text(kind), self)
        box.setToolTip(kind_explained(kind))
        box.toggled.connect(self._ask)
        return box

    def _split(self) -> QSplitter:
        kinds = QGroupBox(self.tr("Compared with the one that stays, mark what is"), self)
        inside = QGridLayout(kinds)
        for index, box in enumerate(self.kinds.values()):
            inside.addWidget(box, index // 2, index % 2)
        left, right = QWidget(self), QWidget(self)
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        label = QLabel(self.tr("Sa&ved rules:"), self)
        label.setBuddy(self.sets.names)
        form.addRow(label)
        form.addRow(self.sets)
        title = QLabel(self.tr("&Keep the document that is (the first rule decides):"), self)
        title.setBuddy(self.rule_list.rules_list.rows)
        title.setWordWrap(True)
        filled(QVBoxLayout(left), form, title, (self.rule_list, 1), kinds)
        labels = self._summary, self._details, self._below
        filled(QVBoxLayout(right), *labels, (self.table, 1))
        return split(self, (left, 0, 330), (right, 1, 690))

    def words(self) -> str:
        """Return the text above the list."""
        return "\n".join(part for part in (self._summary.text(), self._details.text()) if part)

    def ruling(self) -> MarkingRules:
        """Return the edited rules. Raises ``ConfigError`` if one is incomplete."""
        missing = self.rule_list.incomplete()
        if missing:
            raise ConfigError(missing)
        kinds = tuple(kind for kind, box in self.kinds.items() if box.isChecked())
        return MarkingRules(self.rule_list.rules(), kinds)

    @Slot(object)
    def set_ruling(self, ruling: MarkingRules) -> None:
        """Edit another ruling."""
        for kind, box in self.kinds.items():
            box.blockSignals(True)  # noqa: FBT003 - Qt's own signature
            box.setChecked(kind in ruling.kinds)
            box.blockSignals(False)  # noqa: FBT003
        self.rule_list.set_rules(ruling.rules)
        self._ask()

    @Slot()
    def _ask(self) -> None:
        """Request the preview of the edited rules; until it is there, nothing can be marked."""
        self.preview = None
        self.mark_button.setEnabled(False)
        self.mark_button.setText(self.tr("&Mark"))
        try:
            ruling = self.ruling()
        except ConfigError as error:
            self._previewing.stop()
            self._refuse(error.reason)
            return
        self._summary.setText(self.tr("Looking what these rules would mark…"))
        self._previewing.run(self._shelf, ruling)

    @Slot(object)
    def _show_preview(self, preview: Preview) -> None:
        self.preview = preview
        self._summary.setText(preview.summary)
        details = [preview.undecided]
        if preview.hidden:
            words = self.tr("{0} hidden by the filter are left alone.")
            details.append(words.format(count_text(preview.hidden)))
        self._say("\n".join(one for one in details if one))
        self._details.setToolTip(as_tooltip(preview.undecided_paths))
        self._marked.set_records(preview.rows)
        self.table.choose_first()
        self.mark_button.setText(self.tr("&Mark {0}").format(count_text(preview.marked)))
        self.mark_button.setEnabled(bool(preview.marked))

    def _say(self, details: str) -> None:
        self._details.setText(details)
        self._details.setVisible(bool(details))

    @Slot(object)
    def _refuse(self, reason: Reason | str) -> None:
        self._summary.setText(reason_text(reason))
        self._say("")


def _previewed(task: Task, shelf: Shelf, ruling: MarkingRules) -> Preview:
    return preview_of(shelf, ruling, task.check)
