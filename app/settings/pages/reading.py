"""ReadingPage: which files are read."""

from collections.abc import Iterable

from PySide6.QtCore import QSignalBlocker, Qt, Slot
from PySide6.QtWidgets import QCheckBox, QGridLayout, QWidget

from simcore import ConfigError, ScanConfig

from ...looks.measures import scaled
from ...widgets.number_box import DecimalBox
from .chips import ChipField
from .file_kinds import file_kinds, without_kinds
from .page import SettingsPage

_MEGABYTE = 1_000_000
_LARGEST = 100_000.0  # megabytes


class ReadingPage(SettingsPage):
    """Kinds of files, names to leave out, the largest file, links, what archives hold.

    The patterns to include are one list; a tick stands for all patterns of a kind, and those of no
    kind, or of one that is there in part, are chips. So nothing that was ever set is lost.
    """

    icon = "files"

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.entitle(
            self.tr("What is read"),
            self.tr(
                "Files that cannot be read or are too large are named under Not read, files of "
                "other kinds are only counted. None is changed."
            ),
        )
        self._include: list[str] = []
        self._kinds = file_kinds()
        ticks = QWidget(self)
        self.kinds = [QCheckBox(kind.name, ticks) for kind in self._kinds]
        self.all_text = QCheckBox(self.tr("All other text"), ticks)
        self.all_text.setToolTip(
            self.tr("Files of any other name that are text; what is no text is left out, counted")
        )
        self.containers = QCheckBox(self.tr("Archives, mailboxes"), ticks)
        self.containers.setToolTip(
            self.tr(
                "Documents in .zip and .mbox files are compared and shown; nothing is removed "
                "from them"
            )
        )
        self._lay_ticks(QGridLayout(ticks))
        self.add(
            self.tr("Kinds of files"),
            ticks,
            self.tr(
                "The content decides, not the name: a Word file called notes.txt is read as Word."
            ),
            buddy=self.kinds[0],
            stretched=True,
            name="include",
            read=self._included,
        )
        self.names = ChipField(self.tr("Other names"), self)
        self.add(
            self.tr("Other names"),
            self.names,
            self.tr(
                "Read as well: names with *, such as *.cnf; with a slash, the path below a folder."
            ),
            buddy=self.names.add,
            stretched=True,
        )
        self.exclude = ChipField(self.tr("Leave out"), self)
        self.add(
            self.tr("Leave out"),
            self.exclude,
            self.tr(
                "Names of files or folders; * stands for any characters. Documents inside are not "
                "counted."
            ),
            buddy=self.exclude.add,
            stretched=True,
            name="exclude",
            read=self.exclude.words,
        )
        self.largest = DecimalBox(self)
        self.largest.setDecimals(3)
        self.largest.setMaximum(_LARGEST)
        self.largest.setSuffix(self.tr(" MB"))
        self.add(
            self.tr("Largest file"),
            self.largest,
            self.tr("Larger files are listed under Not read. Default {0} MB.").format(
                ScanConfig().largest_file // _MEGABYTE
            ),
            name="largest_file",
            read=self._largest_bytes,
        )
        self.follow_links = QCheckBox(self.tr("Follow links to folders"), self)
        self.add(
            self.tr("Linked folders"),
            self.follow_links,
            self.tr("Off: what a link points to is read only where it really stands."),
            name="follow_links",
            read=self.follow_links.isChecked,
        )
        self.also_read("all_text", self.all_text.isChecked)
        self.also_read("containers", self.containers.isChecked)
        for tick in self.kinds:
            tick.clicked.connect(self._take_ticks)
        self.names.changed.connect(self._take_names)

    def _lay_ticks(self, grid: QGridLayout) -> None:
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(scaled(20))
        grid.setVerticalSpacing(scaled(6))
        for at, tick in enumerate([*self.kinds, self.all_text, self.containers]):
            grid.addWidget(tick, at // 2, at % 2, Qt.AlignmentFlag.AlignLeft)
        grid.setColumnStretch(1, 1)

    def include(self) -> tuple[str, ...]:
        """Return the patterns of names to read."""
        return tuple(self._include)

    def set_include(self, patterns: Iterable[str]) -> None:
        """Show which patterns are read."""
        self._include = list(dict.fromkeys(patterns))
        have = set(self._include)
        for tick, kind in zip(self.kinds, self._kinds, strict=True):
            some = have & set(kind.patterns)
            whole = len(some) == len(kind.patterns)
            state = Qt.CheckState.PartiallyChecked if some else Qt.CheckState.Unchecked
            with QSignalBlocker(tick):
                tick.setTristate(bool(some) and not whole)
                tick.setCheckState(Qt.CheckState.Checked if whole else state)
            # those of a bracket are many for one sort, those without a star have no ending
            shown = " ".join(one for one in kind.patterns if one.startswith("*.") and one[2] != "[")
            tick.setToolTip(shown if len(shown) < 400 else f"{shown[:400]} …")
        self.names.set_words(without_kinds(self._include, self._kinds))

    def put(self, config: ScanConfig) -> None:
        """Show what is read."""
        self.set_include(config.include)
        self.exclude.set_words(config.exclude)
        self.largest.setValue(config.largest_file / _MEGABYTE)
        self.follow_links.setChecked(config.follow_links)
        self.all_text.setChecked(config.all_text)
        self.containers.setChecked(config.containers)

    @Slot()
    def _take_ticks(self) -> None:
        """Put all patterns of a kind that was ticked, and take out those of one that was not."""
        found = list(self._include)
        for tick, kind in zip(self.kinds, self._kinds, strict=True):
            if tick.checkState() is Qt.CheckState.Checked:
                found += kind.patterns
            elif tick.checkState() is Qt.CheckState.Unchecked:
                found = [one for one in found if one not in kind.patterns]
        self.set_include(found)

    @Slot()
    def _take_names(self) -> None:
        """Put the patterns that were added, take out those that were removed."""
        left = self.names.words()
        gone = set(without_kinds(self._include, self._kinds)) - set(left)
        self.set_include([*(one for one in self._include if one not in gone), *left])

    def _included(self) -> tuple[str, ...]:
        if not self._include and not self.all_text.isChecked():
            raise ConfigError(self.tr("without a kind or a name, no file would be read"))
        return self.include()

    def _largest_bytes(self) -> int:
        return round(self.largest.value() * _MEGABYTE)
