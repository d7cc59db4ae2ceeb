"""The settings, in pages."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

import simcore
from simcore import FolderSettings, Reason, ScanConfig

from ..language.wording import in_own_words
from ..looks.icons import icon
from ..looks.measures import scaled
from ..widgets.buttons.filled import FilledButton
from ..widgets.layouts import filled
from .pages.advanced import AdvancedPage
from .pages.comparing import ComparingPage
from .pages.contents import PageList
from .pages.keeping import KeepingPage
from .pages.language import LanguagePage
from .pages.page import SettingsPage
from .pages.reading import ReadingPage
from .pages.texts import TextsPage
from .pages.toggles import Toggle
from .pages.watching import WatchingPage
from .settings import Settings

_SIZE = 860, 610


class SettingsDialog(QDialog):
    """Edits settings; after ``accepted``, ``applied_to`` puts what was edited into others.

    ``put_toggles`` then changes the actions among ``toggles``, which are by their object names, and
    ``dropped_roles`` has the folders whose role was taken off. What has no field here passes
    through unchanged. ``presets_changed`` carries all presets after one was saved or deleted, which
    is not undone by Cancel. ``kept_texts`` are the extracted texts that may be cleared, ``folders``
    what is set for folders: ``watching`` has what is left of it.
    """

    presets_changed = Signal(object)

    def __init__(
        self,
        settings: Settings,
        parent: QWidget | None = None,
        kept_texts: simcore.KeptTexts | None = None,
        toggles: Mapping[str, Toggle] | None = None,
        folders: FolderSettings | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Settings"))
        self._config = settings.scan
        found = toggles or {}
        self.reading = ReadingPage(self)
        self.comparing = ComparingPage(self)
        self.keeping = KeepingPage(found, self)
        self.texts = TextsPage(found, self)
        self.watching = WatchingPage(folders or FolderSettings(), self)
        self.language = LanguagePage(self)
        self.advanced = AdvancedPage(settings, self.config, kept_texts, self)
        self.pages: Sequence[SettingsPage] = (
            self.reading,
            self.comparing,
            self.keeping,
            self.texts,
            self.watching,
            self.language,
            self.advanced,
        )
        self._waiting = False
        self.advanced.judged.connect(self._go_on)
        self.rejected.connect(self._wait_no_more)
        self.advanced.presets.chosen.connect(self._show_preset)
        self.advanced.presets.changed.connect(self.presets_changed)
        self.advanced.presets.refused.connect(self._refuse)
        self.advanced.extracted.refused.connect(self._refuse)
        self.contents = PageList(self.tr("Pages"), self)
        self._stack = QStackedWidget(self)
        for page in self.pages:
            self.contents.add_page(page.title, page.icon, ruled=page is self.advanced)
            self._stack.addWidget(_scrolled(page, self._stack))
        self.contents.currentRowChanged.connect(self._stack.setCurrentIndex)
        self.message = self._bold_label()
        self._lay_out()
        self._show(settings.scan)
        for page in self.pages:
            page.show_settings(settings)
        self.contents.setCurrentRow(0)
        self.contents.setFocus()

    def _lay_out(self) -> None:
        self.restore = QPushButton(icon("undo-2"), self.tr("Restore this page’s defaults"), self)
        self.restore.setFlat(True)
        self.restore.setAutoDefault(False)
        self.restore.clicked.connect(self._restore_defaults)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        self.ok = FilledButton(self.tr("OK"), self, tall=True)
        self.ok.setDefault(True)
        self.buttons.addButton(self.ok, QDialogButtonBox.ButtonRole.AcceptRole)
        self.buttons.accepted.connect(self._try_to_accept)
        self.buttons.rejected.connect(self.reject)
        below = filled(QHBoxLayout(), self.restore, (self.message, 1), self.buttons, spacing=8)
        below.setContentsMargins(scaled(16), scaled(10), scaled(16), scaled(12))
        pages = filled(
            QHBoxLayout(), self.contents, self._line(vertical=True), (self._stack, 1), spacing=0
        )
        filled(QVBoxLayout(self), (pages, 1), self._line(), below, spacing=0)
        self.resize(scaled(_SIZE[0]), scaled(_SIZE[1]))

    def _line(self, *, vertical: bool = False) -> QFrame:
        line = QFrame(self)
        line.setFrameShape(QFrame.Shape.VLine if vertical else QFrame.Shape.HLine)
        line.setFrameShadow(QFrame.Shadow.Plain)
        line.setForegroundRole(self.palette().ColorRole.Mid)
        return line

    def _bold_label(self) -> QLabel:
        label = QLabel(self)
        label.setWordWrap(True)
        font = label.font()
        font.setBold(True)
        label.setFont(font)
        return label

    def show_page(self, page: SettingsPage, field: str = "") -> None:
        """Show one of the pages, and put the keyboard into one of its fields."""
        self.contents.setCurrentRow(self.pages.index(page))
        if field:
            widget = page.field(field)
            widget.setFocus()
            scroll = self._stack.currentWidget()
            if isinstance(scroll, QScrollArea):
                scroll.ensureWidgetVisible(widget)

    def applied_to(self, settings: Settings) -> Settings:
        """Return settings with what was edited here. Raises ``ConfigError``."""
        own = {name: value for page in self.pages for name, value in page.own_values().items()}
        return replace(settings, scan=self.config(), **own)  # type: ignore[arg-type]  # by name

    def put_toggles(self) -> None:
        """Change the actions of the window whose boxes were edited."""
        for field in (self.keeping.toggles, self.texts.lines, self.texts.ignored):
            field.put()

    def dropped_roles(self) -> list[Path]:
        """Return the folders whose role was taken off."""
        return self.keeping.dropped()

    def config(self) -> ScanConfig:
        """Return the parameters as edited. Raises ``ConfigError``."""
        found = {name: value for page in self.pages for name, value in page.scan_values().items()}
        chosen = replace(self._config, **found)  # type: ignore[arg-type]  # by name
        return self._config.by_recipe_of(chosen)

    def _show(self, config: ScanConfig) -> None:
        for page in self.pages:
            page.show_config(config)

    @Slot(object)
    def _show_preset(self, config: ScanConfig) -> None:
        """Show the values of a preset; the sliders stay, and so does the page of theirs."""
        for page in (self.reading, self.advanced):
            page.calm()
            page.show_config(config)

    @Slot()
    def _restore_defaults(self) -> None:
        self.message.clear()
        self.pages[self.contents.currentRow()].show_defaults()

    @Slot()
    def _wait_no_more(self) -> None:
        self._waiting = False

    @Slot()
    def _go_on(self) -> None:
        if self._waiting:
            self.message.clear()
            self._try_to_accept()

    @Slot()
    def _try_to_accept(self) -> None:
        self._waiting = self.advanced.judging
        if self._waiting:
            self.message.setText(self.tr("The word list is being read…"))
            return
        wrong = [(page, name, error) for page in self.pages for name, error in page.wrong().items()]
        for page in self.pages:
            page.calm()
        if not wrong:
            self.accept()
            return
        for page, name, error in wrong:
            page.complain(name, self._refusal(error.reason))
        page, name, error = wrong[0]
        self.show_page(page, name)
        self._refuse(error.reason)

    @Slot(object)
    def _refuse(self, reason: Reason | str) -> None:
        self.message.setText(self._refusal(reason))

    def _refusal(self, reason: Reason | str) -> str:
        return self.tr("This cannot be: {0}.").format(in_own_words(reason))


def _scrolled(page: SettingsPage, parent: QWidget) -> QScrollArea:
    area = QScrollArea(parent)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(page)
    bar = area.verticalScrollBar().sizeHint().width()
    area.setMinimumWidth(page.minimumSizeHint().width() + bar)
    return area
