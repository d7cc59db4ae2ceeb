"""The settings, in pages."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Protocol

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QAction
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

from simcore.files.roles import FolderSettings
from simcore.index.texts import KeptTexts
from simcore.model.config import ScanConfig
from simcore.model.reasons import Reason

from ..style import font_like, icon, scaled
from ..widgets import desktop
from ..widgets.basic import FilledButton, filled
from ..wording import in_own_words
from .fields import PageList, SettingsPage, Toggle
from .pages import (
    AdvancedPage,
    ComparingPage,
    KeepingPage,
    LanguagePage,
    ReadingPage,
    TextsPage,
    WatchingPage,
)
from .settings import Preset, Settings, SettingsStore, start_at_login

_SIZE = 860, 610


class SettingsDialog(QDialog):
    """Edits settings; after ``accepted``, ``applied_to`` puts the edits into other settings.

    ``put_toggles`` changes the actions among ``toggles``, by object name. Fields not edited here
    pass through unchanged.
    ``presets_changed`` carries all presets after one was saved or deleted, which Cancel does not
    undo. ``watching`` has the folder settings that are left.
    """

    presets_changed = Signal(object)

    def __init__(
        self,
        settings: Settings,
        parent: QWidget | None = None,
        kept_texts: KeptTexts | None = None,
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
            *(self.reading, self.comparing, self.keeping, self.texts),
            *(self.watching, self.language, self.advanced),
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
        self.message = QLabel(self)
        self.message.setWordWrap(True)
        self.message.setFont(font_like(self.font(), 13, bold=True))
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

    def show_page(self, page: SettingsPage, field: str = "") -> None:
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
        for field in (self.keeping.toggles, self.texts.lines, self.texts.ignored):
            field.put()

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


class Scans(Protocol):
    """The scans that use the edited parameters, and the extracted texts that they keep."""

    config: ScanConfig

    @property
    def extracted(self) -> KeptTexts: ...

    def set_config(self, config: ScanConfig) -> None: ...


class SettingsController(QObject):
    """Opens the dialog, and applies the chosen settings.

    Make it while checkable actions have their defaults, except those ``at_first``. Signals follow
    after the settings are stored: ``thresholds_chosen`` carries the ``ScanConfig``,
    ``role_dropped`` a folder, ``folder_settings_chosen`` the remaining folder settings, ``failed``
    a sentence.
    """

    thresholds_chosen = Signal(object)
    role_dropped = Signal(object)
    language_chosen = Signal(object)
    appearance_chosen = Signal(object)
    folder_settings_chosen = Signal(object)
    failed = Signal(object)  # Reason | str

    def __init__(
        self,
        scans: Scans,
        settings: SettingsStore,
        window: QWidget,
        at_first: Mapping[str, bool] = MappingProxyType({}),
    ) -> None:
        super().__init__(window)
        self._scans = scans
        self._settings = settings
        self._window = window
        self.folder_settings = FolderSettings()
        self._toggles = {
            name: Toggle(action, at_first.get(name, action.isChecked()))
            for action in window.findChildren(QAction)
            if action.isCheckable() and (name := action.objectName())
        }

    @Slot(object)
    def take_folder_settings(self, settings: FolderSettings) -> None:
        self.folder_settings = settings

    @Slot()
    def edit(self) -> None:
        if not desktop.is_asking(self._window):
            self._open()

    @Slot()
    def choose_program(self) -> None:
        if desktop.is_asking(self._window):
            return
        dialog = self._open()
        dialog.show_page(dialog.texts, "compare_command")

    def _open(self) -> "SettingsDialog":
        settings = replace(self._settings.now, scan=self._scans.config)
        dialog = SettingsDialog(
            settings, self._window, self._scans.extracted, self._toggles, self.folder_settings
        )
        dialog.presets_changed.connect(self._keep_presets)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(self._take)
        dialog.open()
        return dialog

    @Slot()
    def _take(self) -> None:
        dialog = self.sender()
        if not isinstance(dialog, SettingsDialog):
            return
        before, config = self._settings.now, self._scans.config
        chosen = dialog.applied_to(before)
        self._scans.set_config(chosen.scan)
        # whoever changes language and appearance stores them
        self._settings.keep(replace(chosen, language=before.language, appearance=before.appearance))
        dialog.put_toggles()
        if _thresholds(chosen.scan) != _thresholds(config):
            self.thresholds_chosen.emit(chosen.scan)
        for folder in dialog.keeping.dropped():
            self.role_dropped.emit(folder)
        folders = dialog.watching.folder_settings()
        if folders.folders != self.folder_settings.folders:
            self.folder_settings_chosen.emit(folders)
        wanted = dialog.watching.login_wanted()
        if wanted is not None:
            try:
                start_at_login(on=wanted)
            except OSError as error:
                words = self.tr("The start at login cannot be changed: {0}")
                self.failed.emit(words.format(error))
        if chosen.appearance is not before.appearance:
            self.appearance_chosen.emit(chosen.appearance)
        if chosen.language is not before.language:
            self.language_chosen.emit(chosen.language)

    @Slot(object)
    def _keep_presets(self, presets: Sequence[Preset]) -> None:
        self._settings.keep(replace(self._settings.now, presets=tuple(presets)))


def _thresholds(config: ScanConfig) -> tuple[int, float, bool]:
    return config.distance, config.similarity, config.contained
