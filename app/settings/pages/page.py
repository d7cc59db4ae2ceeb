"""SettingsPage: options one below the other, each with its label, a sentence and its problem."""

import contextlib
from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QGridLayout, QLabel, QVBoxLayout, QWidget

from simcore import ConfigError, ScanConfig

from ...language.mnemonics import without_mnemonic
from ...looks.colours import Colours, colours_of
from ...looks.measures import font_like, scaled, small_font
from ...widgets.layouts import filled
from ..settings import Settings

_LABELS = 124
_GAP = 14
_BETWEEN = 16


class _Small(QLabel):
    """A sentence in small letters, in a colour that follows the palette."""

    def __init__(self, text: str, colour: Callable[[Colours], QColor], parent: QWidget) -> None:
        super().__init__(text, parent)
        self._colour = colour
        self.setWordWrap(True)
        self.setFont(small_font())
        self._wear()

    def _wear(self) -> None:
        wanted = self._colour(colours_of(QApplication.palette()))
        if self.palette().color(QPalette.ColorRole.WindowText) != wanted:
            own = QPalette()  # of which only this is set: all others go on following the desktop's
            own.setColor(QPalette.ColorRole.WindowText, wanted)
            self.setPalette(own)

    def changeEvent(self, event: QEvent) -> None:
        """Take the colour from another palette."""
        if event.type() is QEvent.Type.PaletteChange:
            self._wear()
        super().changeEvent(event)


class SettingsPage(QWidget):
    """Edits some fields of ``Settings`` and of its ``ScanConfig``, by their names.

    ``title`` and ``icon`` are what the list of pages shows. A page fills in ``put`` and, for other
    fields than those of a scan, ``show_settings``.
    """

    icon = "settings"

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.title = ""
        self._readers: dict[str, Callable[[], object]] = {}
        self._own: set[str] = set()
        self._origin = ScanConfig()
        self._first: dict[str, object] = {}
        self._said: dict[str, QLabel] = {}
        self._problems: dict[str, QLabel] = {}
        self._fields: dict[str, QWidget] = {}
        self._heading = QLabel(self)
        self._heading.setFont(font_like(self.font(), 18, bold=True))
        self._about = _Small("", lambda colours: colours.muted, self)
        self._about.setFont(self.font())
        self._grid = QGridLayout()
        self._grid.setColumnMinimumWidth(0, scaled(_LABELS))
        self._grid.setColumnStretch(1, 1)
        self._grid.setHorizontalSpacing(scaled(_GAP))
        self._grid.setVerticalSpacing(scaled(4))
        gaps = scaled(4), scaled(_BETWEEN)
        parts = self._heading, gaps[0], self._about, gaps[1], self._grid
        layout = filled(QVBoxLayout(self), *parts, spacing=0)
        layout.addStretch(1)
        side = scaled(24)
        layout.setContentsMargins(side, side, side, scaled(16))

    def entitle(self, title: str, explanation: str) -> None:
        """Name the page, and say what it is for."""
        self.title = title
        self._heading.setText(title)
        self._about.setText(explanation)

    def add(
        self,
        label: str,
        field: QWidget,
        sentence: str,
        *,
        buddy: QWidget | None = None,
        stretched: bool = False,
        name: str = "",
        read: Callable[[], object] | None = None,
        of_scan: bool = True,
    ) -> None:
        """Add an option: its label, its field, and a sentence below it.

        ``buddy`` is what the label's letter leads to and where the first line stands, unless it is
        ``field``. ``read`` gives the value of the field of the settings that is called ``name``.
        """
        row = self._grid.rowCount()
        if self._fields:
            self._grid.setRowMinimumHeight(row, scaled(_BETWEEN) - scaled(4))
            row += 1
        first = buddy or field
        words = QLabel(label, self)
        words.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        words.setBuddy(first)
        words.setMinimumHeight(first.sizeHint().height())
        for one in {first, field}:
            if not one.accessibleName():
                one.setAccessibleName(without_mnemonic(label))
            one.setAccessibleDescription(sentence)
        top, left = Qt.AlignmentFlag.AlignTop, Qt.AlignmentFlag.AlignLeft
        self._grid.addWidget(words, row, 0, top)
        if stretched:
            self._grid.addWidget(field, row, 1)
        else:
            self._grid.addWidget(field, row, 1, left)
        said = _Small(sentence, lambda colours: colours.muted, self)
        self._grid.addWidget(said, row + 1, 1)
        problem = _Small("", lambda colours: colours.warning, self)
        problem.hide()
        self._grid.addWidget(problem, row + 2, 1)
        key = name or f"row {row}"
        self._fields[key], self._said[key], self._problems[key] = first, said, problem
        if read is not None:
            self._readers[name] = read
            if not of_scan:
                self._own.add(name)

    def also_read(self, name: str, read: Callable[[], object]) -> None:
        """Read another field of ``ScanConfig`` from a widget that has no row of its own."""
        self._readers[name] = read

    def scan_values(self) -> dict[str, object]:
        """Return the edited fields of ``ScanConfig``. Raises ``ConfigError``.

        What was left alone is exactly as it was, whatever a field may round.
        """
        found: dict[str, object] = {}
        for name, read in self._readers.items():
            if name not in self._own:
                value = read()
                same = name in self._first and self._first[name] == value
                found[name] = getattr(self._origin, name) if same else value
        return found

    def own_values(self) -> dict[str, object]:
        """Return the edited fields of ``Settings`` itself. Raises ``ConfigError``."""
        return {name: read() for name, read in self._readers.items() if name in self._own}

    def wrong(self) -> dict[str, ConfigError]:
        """Return what cannot be, by the names of the fields in their order."""
        found: dict[str, ConfigError] = {}
        for name, read in self._readers.items():
            try:
                value = read()
                if name not in self._own:
                    ScanConfig(**{name: value})  # type: ignore[arg-type]  # it checks at run time
            except ConfigError as error:
                found[name] = error
        return found

    def complain(self, name: str, words: str) -> None:
        """Say below a field what is wrong with it, in the sentence's place; nothing: no more."""
        self._said[name].setHidden(bool(words))
        self._problems[name].setText(words)
        self._problems[name].setVisible(bool(words))
        self._fields[name].setAccessibleDescription(words or self._said[name].text())

    def complaints(self) -> dict[str, str]:
        """Return what is said of fields, by their names."""
        return {name: one.text() for name, one in self._problems.items() if one.text()}

    def field(self, name: str) -> QWidget:
        """Return the widget that edits a field."""
        return self._fields[name]

    def calm(self) -> None:
        """Take all complaints back."""
        for name in self.complaints():
            self.complain(name, "")

    def show_config(self, config: ScanConfig) -> None:
        """Show the parameters of a scan, as far as they are edited here."""
        self.put(config)
        self._origin = config
        self._first.clear()
        for name, read in self._readers.items():
            with contextlib.suppress(ConfigError):
                self._first[name] = read()

    def put(self, config: ScanConfig) -> None:
        """Put the parameters into the fields of this page."""

    def show_settings(self, settings: Settings) -> None:
        """Show the other settings, as far as they are edited here."""

    def show_defaults(self) -> None:
        """Show the defaults; what a person made, such as rules, is no setting and stays."""
        self.calm()
        self.show_config(ScanConfig())
        self.show_settings(Settings())
