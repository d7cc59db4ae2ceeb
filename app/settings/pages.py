"""The pages of the settings dialog: what is read, compared, kept and watched, and languages."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from simcore.files.roles import FolderSetting, FolderSettings, Role
from simcore.index.texts import KeptTexts
from simcore.model.config import (
    GREATEST_DISTANCE,
    LEAST_CONTAINMENT,
    LEAST_SIMILARITY,
    MOST_DAYS,
    Grouping,
    ScanConfig,
)
from simcore.model.formats import FORMATS
from simcore.model.reasons import ConfigError, Reason

from ..i18n import Language, counted, phrases
from ..style import scaled
from ..tasks import Latest, Task, in_process
from ..widgets.basic import DecimalBox, NumberBox, filled
from ..wording import count_text, folder_text, in_own_words, size_text
from .fields import ChipField, SettingsPage, Toggle, ToggleField, choice
from .settings import (
    Appearance,
    Closing,
    CompareCommandError,
    FolderRole,
    LoginEntry,
    PresetRow,
    RuleSet,
    Settings,
    compare_arguments,
    entry_path,
    found_commands,
    is_offered,
    login_entry,
)

_MEGABYTE = 1_000_000
_MOST = 1_000_000  # megabytes


class ExtractedRow(QWidget):
    """Edits how many bytes of extracted texts are kept; *Clear* deletes them at once.

    ``refused`` carries the reason if that failed.
    """

    refused = Signal(object)  # str

    def __init__(self, texts: KeptTexts | None, parent: QWidget) -> None:
        super().__init__(parent)
        self._texts = texts
        self.most = NumberBox(self)
        self.most.setMaximum(_MOST)
        self.most.setSingleStep(64)
        self.most.setSuffix(self.tr(" MB"))
        self.most.setSpecialValueText(self.tr("none"))
        self.clear = QPushButton(self)
        self.clear.setAutoDefault(False)
        self.clear.clicked.connect(self._clear)
        filled(QHBoxLayout(self), (self.most, 1), self.clear, spacing=6)
        self.setFocusProxy(self.most)
        self._tell()

    @Slot()
    def _clear(self) -> None:
        if self._texts is not None:
            self._texts.clear()
            if self._texts.size:
                self.refused.emit(self.tr("the file of extracted texts cannot be deleted"))
        self._tell()

    def _tell(self) -> None:
        size = 0 if self._texts is None else self._texts.size
        self.clear.setEnabled(size > 0)
        self.clear.setToolTip(
            self.tr("Delete all text that is kept; it is read again when it is needed")
            if size
            else self.tr("No text is kept now")
        )
        self.clear.setText(
            self.tr("Clear {0}").format(size_text(size)) if size else self.tr("Clear")
        )


translate = QCoreApplication.translate  # the name lupdate looks for

_WIDTHS = 32, 64, 128
_STOP, _STEM = "stop", "stem"


def _words(name: str) -> str:
    from simcore.fingerprints import RECIPES

    known = {
        "default": translate("recipes", "Words and pairs of words"),
        "charikar": translate("recipes", "Words by how often they occur (Charikar 2002)"),
        "shingles": translate("recipes", "Runs of three words (Broder 1997)"),
        "tfidf-20": translate("recipes", "The 20 most telling words"),
        "levels": translate("recipes", "Words in five levels of weight"),
        "chars-4": translate("recipes", "Runs of four characters"),
        "bigrams-32": translate("recipes", "Runs of two characters"),
        "classic-128": translate("recipes", "Every word, the classic hash"),
    }
    return known.get(name) or RECIPES[name].summary


class RecipeField(QWidget):
    """Chooses a recipe, its width and its options, which together are its name in the engine."""

    def __init__(self, parent: QWidget) -> None:
        from simcore.fingerprints import RECIPES

        super().__init__(parent)
        self.recipes = QComboBox(self)
        default = ScanConfig().recipe
        for name, recipe in RECIPES.items():
            text = translate("recipes", "{0}, {1} bits").format(
                _words(name), count_text(recipe.width)
            )
            if name == default:
                text = translate("recipes", "{0} (default)").format(text)
            self.recipes.addItem(text, name)
            self.recipes.setItemData(self.recipes.count() - 1, name, Qt.ItemDataRole.ToolTipRole)
        self.widths = QComboBox(self)
        self.widths.setAccessibleName(translate("recipes", "Bits of the fingerprint"))
        self.widths.addItem(translate("recipes", "As many bits as the recipe has"), 0)
        for width in _WIDTHS:
            self.widths.addItem(translate("recipes", "{0} bits").format(count_text(width)), width)
        self.stop = QCheckBox(translate("recipes", "Leave out the commonest words"), self)
        self.stem = QCheckBox(translate("recipes", "Cut English words to their stems"), self)
        parts = self.recipes, self.widths, self.stop, self.stem
        filled(QVBoxLayout(self), *parts, spacing=scaled(6))
        self.setFocusProxy(self.recipes)

    def set_recipe(self, name: str) -> None:
        from simcore.fingerprints import RECIPES

        base, *options = name.split("+")
        known = {_STOP, _STEM, *map(str, _WIDTHS)}
        widths = [one for one in options if one.isdecimal()]
        if base not in RECIPES or set(options) - known or len(widths) > 1:
            base, options, widths = name, [], []
            if self.recipes.findData(name) < 0:
                self.recipes.addItem(name, name)
        self.recipes.setCurrentIndex(self.recipes.findData(base))
        self.widths.setCurrentIndex(self.widths.findData(int(widths[0]) if widths else 0))
        self.stop.setChecked(_STOP in options)
        self.stem.setChecked(_STEM in options)

    def recipe(self) -> str:
        """Return the name of the recipe. Raises ``ConfigError`` for an unknown one."""
        from simcore.fingerprints import find_recipe

        options = [
            *([_STOP] if self.stop.isChecked() else []),
            *([_STEM] if self.stem.isChecked() else []),
            *([str(self.widths.currentData())] if self.widths.currentData() else []),
        ]
        return find_recipe("+".join([self.recipes.currentData(), *options])).name


_MOST_JOBS = 256
_MOST_SECONDS = 86_400.0


class AdvancedPage(SettingsPage):
    """Recipe, parts, groups, word list, processors, time, extracted text, presets.

    A word list is read in the background: ``judging`` meanwhile, ``judged`` follows.
    """

    icon = "sliders-horizontal"
    judged = Signal()

    def __init__(
        self,
        settings: Settings,
        current: Callable[[], ScanConfig],
        texts: KeptTexts | None,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        defaults = ScanConfig()
        self.entitle(
            self.tr("Advanced"),
            self.tr(
                "For specialists. The defaults suit texts in any language; a change takes effect "
                "with the next scan."
            ),
        )
        self.recipe = RecipeField(self)
        self.add(
            self.tr("Recipe"),
            self.recipe,
            self.tr(
                "How a text becomes a fingerprint. Other recipes follow published papers and find "
                "less on mixed folders."
            ),
            buddy=self.recipe.recipes,
            name="recipe",
            read=self.recipe.recipe,
            show=self.recipe.set_recipe,
        )
        self.containment = NumberBox(self)
        self.containment.setRange(round(LEAST_CONTAINMENT * 100), 100)
        self.containment.setSuffix(self.tr(" %"))
        self.add(
            self.tr("A part holds"),
            self.containment,
            self.tr(
                "Of a document this much must be inside the other to be called its part. Default "
                "{0} %."
            ).format(round(defaults.containment * 100)),
            name="containment",
            read=lambda: self.containment.value() / 100,
            show=lambda share: self.containment.setValue(round(share * 100)),
        )
        kept, linked = (
            self.tr("Like the kept document (default)"),
            self.tr("Linked through others, too"),
        )
        self.grouping = choice(self, {Grouping.LEADERS: kept, Grouping.COMPONENTS: linked})
        self.add(
            self.tr("Groups"),
            self.grouping,
            self.tr(
                "The other choice also joins documents that are linked only through a third one; "
                "groups get larger and looser. Takes effect at once."
            ),
            name="grouping",
        )
        self._add_word_list()
        self.jobs = NumberBox(self)
        self.jobs.setMaximum(_MOST_JOBS)
        self.jobs.setSpecialValueText(self.tr("All (default)"))
        self.add(
            self.tr("Processors"),
            self.jobs,
            self.tr("Fewer leave the computer free for other work; a scan takes longer."),
            name="jobs",
            read=lambda: self.jobs.value() or None,
            show=lambda jobs: self.jobs.setValue(jobs or 0),
        )
        self.seconds = DecimalBox(self)
        self.seconds.setDecimals(1)
        self.seconds.setMaximum(_MOST_SECONDS)
        self.seconds.setSuffix(self.tr(" s"))
        self.seconds.setSpecialValueText(self.tr("no limit"))
        self.add(
            self.tr("Time for a file"),
            self.seconds,
            self.tr(
                "A file that takes longer is tried once more, then listed under Not read. Default "
                "{0} s."
            ).format(round(defaults.seconds_a_file or 0)),
            name="seconds_a_file",
            read=lambda: self.seconds.value() or None,
            show=lambda seconds: self.seconds.setValue(seconds or 0),
        )
        self.extracted = ExtractedRow(texts, self)
        self.add(
            self.tr("Extracted text"),
            self.extracted,
            self.tr(
                "Text read out of PDF, Word and other documents is kept with the index, so that "
                "each is read once. Default {0} MB."
            ).format(defaults.kept_texts // _MEGABYTE),
            buddy=self.extracted.most,
            name="kept_texts",
            read=lambda: self.extracted.most.value() * _MEGABYTE,
            show=lambda most: self.extracted.most.setValue(-(-most // _MEGABYTE)),
        )
        self.presets = PresetRow(settings.presets, current, self)
        self.add(
            self.tr("Presets"),
            self.presets,
            self.tr(
                "The pages What is read and Advanced under a name. Choose one to get its values "
                "back."
            ),
            buddy=self.presets.names,
            stretched=True,
        )

    def _add_word_list(self) -> None:
        row = QWidget(self)
        self._judging = Latest(_checked, self, self._note, self._note)
        self._asked: Path | None = None
        self._reason: Reason | str | None = None  # why what was asked about cannot be used
        self.dictionary = QLineEdit(row, clearButtonEnabled=True)
        self.dictionary.setPlaceholderText(self.tr("none"))
        self.dictionary.setMinimumWidth(scaled(240))
        browse = QPushButton(self.tr("Choose…"), row)
        browse.setAutoDefault(False)
        browse.setAccessibleName(self.tr("Choose a word list"))
        browse.clicked.connect(self._choose_dictionary)
        self.dictionary.editingFinished.connect(self._judge_dictionary)
        filled(QHBoxLayout(row), (self.dictionary, 1), browse, spacing=scaled(6))
        self.add(
            self.tr("Word list"),
            row,
            self.tr(
                "Terms that Chinese word division keeps together, one a line, as a jieba "
                "dictionary. Fingerprints change with it."
            ),
            buddy=self.dictionary,
            name="dictionary",
            read=self._dictionary,
            show=self._show_dictionary,
        )

    def show_defaults(self) -> None:
        super().show_defaults()
        self.presets.show_name("")

    def _show_dictionary(self, dictionary: Path | None) -> None:
        self.dictionary.setText(str(dictionary or ""))
        self._judge_dictionary()

    def _dictionary(self) -> Path | None:
        found = self._chosen()
        if self._reason is not None and found == self._asked:
            raise ConfigError(self._reason)
        return found

    def _chosen(self) -> Path | None:
        name = self.dictionary.text().strip()
        return Path(name) if name else None

    @property
    def judging(self) -> bool:
        if self._chosen() not in {None, self._asked}:
            self._judge_dictionary()
        return self._judging.busy

    @Slot()
    def _judge_dictionary(self) -> None:
        self._reason = None
        self.complain("dictionary", "")
        self._asked = self._chosen()
        if self._asked is not None:
            self._judging.run(self._asked)
        else:
            self._judging.stop()
            self.judged.emit()

    @Slot(object)
    def _note(self, reason: Reason | str | None) -> None:
        self._reason = reason
        self.complain("dictionary", "" if reason is None else in_own_words(reason))
        self.judged.emit()

    @Slot()
    def _choose_dictionary(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, self.tr("Choose a word list"))
        if name:
            self._show_dictionary(Path(name))


def _checked(task: Task, dictionary: Path) -> None:
    from simcore.text.masking import check_dictionary

    in_process(task, check_dictionary, dictionary)


class ComparingPage(SettingsPage):
    icon = "git-compare"

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        defaults = ScanConfig()
        self.entitle(
            self.tr("Comparing"),
            self.tr("Which documents are shown as similar. No file is read again for a change."),
        )
        self.distance = NumberBox(self)
        self.distance.setPrefix(self.tr("up to "))
        self.distance.setSuffix(self.tr(" bits"))
        self.add(
            self.tr("Distance"),
            self.distance,
            self.tr(
                "How many bits of two fingerprints may differ. More finds looser likeness; every "
                "pair is then compared word by word. The slider above the list is the same value. "
                "Default {0}."
            ).format(defaults.distance),
            name="distance",
            read=self.distance.value,
            show=self._show_distance,
        )
        self.similarity = NumberBox(self)
        self.similarity.setRange(round(LEAST_SIMILARITY * 100), 100)
        self.similarity.setPrefix(self.tr("at least "))
        self.similarity.setSuffix(self.tr(" %"))
        self.add(
            self.tr("Similarity"),
            self.similarity,
            self.tr(
                "How much of their text two documents share. The slider above the list is the "
                "same value. Default {0} %."
            ).format(round(defaults.similarity * 100)),
            name="similarity",
            read=lambda: self.similarity.value() / 100,
            show=lambda share: self.similarity.setValue(round(share * 100)),
        )
        self.contained = QCheckBox(self.tr("Show documents that are part of others"), self)
        self.add(
            self.tr("Parts"),
            self.contained,
            self.tr("Such as a chapter and its book. How much must match stands under Advanced."),
            name="contained",
        )

    def _show_distance(self, distance: int) -> None:
        self.distance.setRange(0, max(GREATEST_DISTANCE, distance))
        self.distance.setValue(distance)


_TEXT = "txt text md markdown rst org adoc asciidoc log"


@dataclass(frozen=True, slots=True)
class FileKind:
    name: str
    patterns: tuple[str, ...]


def file_kinds() -> list[FileKind]:
    """Return the kinds in the current language; together they have all default patterns."""
    defaults = ScanConfig().include
    by_custom = [one for one in defaults if not one.startswith("*.")]  # README, COPYING ...
    manuals = [one for one in defaults if one.startswith("*.[")]
    found = []
    for name, formats, suffixes, more in (
        (translate("kinds of files", "Text and Markdown"), "", _TEXT, by_custom),
        (translate("kinds of files", "Word, OpenDocument, RTF"), "docx odt doc rtf", "", ()),
        (translate("kinds of files", "PDF"), "pdf", "", ()),
        (translate("kinds of files", "Web pages"), "html mhtml", "", ()),
        (translate("kinds of files", "E-books"), "epub", "", ()),
        (translate("kinds of files", "E-mail"), "eml", "", ()),
        (
            translate("kinds of files", "Presentations, tables"),
            *("pptx xlsx odp ods xls", "csv tsv", ()),
        ),
        (
            translate("kinds of files", "TeX, notebooks, manual pages"),
            *("tex ipynb man", "bib", manuals),
        ),
        (translate("kinds of files", "Subtitles"), "srt vtt", "ass", ()),
    ):
        of_formats = [one.suffixes for one in FORMATS if one.name in formats.split()]
        endings = (*chain.from_iterable(of_formats), *suffixes.split())
        found.append(FileKind(name, (*(f"*.{one}" for one in endings), *more)))
    taken = {pattern for kind in found for pattern in kind.patterns}
    rest = tuple(one for one in defaults if one not in taken)
    found.append(FileKind(translate("kinds of files", "Source code"), rest))
    return found


def without_kinds(patterns: Sequence[str], kinds: Iterable[FileKind]) -> list[str]:
    """Return the patterns of no kind that is fully included."""
    whole = {one for kind in kinds if set(kind.patterns) <= set(patterns) for one in kind.patterns}
    return [one for one in patterns if one not in whole]


class KeepingPage(SettingsPage):
    """Roles of folders and saved rules, which can be removed, and what follows a decision.

    ``dropped`` are the folders whose role was removed; the owner of the roles does the rest.
    """

    icon = "list-checks"

    def __init__(self, toggles: Mapping[str, Toggle], parent: QWidget) -> None:
        super().__init__(parent)
        self._roles: dict[str, FolderRole] = {}
        self._rules: dict[str, RuleSet] = {}
        self.entitle(
            self.tr("Keeping and removing"),
            self.tr("Nothing is removed until you say so, and what goes to the trash can return."),
        )
        self.folders = ChipField(self.tr("Folders"), self, adds=False, none=self.tr("none"))
        self.add(
            self.tr("Folders"),
            self.folders,
            self.tr(
                "Folders that you protected or excluded. A folder that you take off here is an "
                "ordinary one again."
            ),
            stretched=True,
            buddy=self.folders.none,
        )
        self.rules = ChipField(self.tr("Saved rules"), self, adds=False, none=self.tr("none"))
        self.add(
            self.tr("Saved rules"),
            self.rules,
            self.tr("Which document stays, as saved in Mark by rules. Take off what is not used."),
            stretched=True,
            buddy=self.rules.none,
            name="rule_sets",
            read=self._rule_sets,
            show=self._show_rule_sets,
        )
        self.toggles = ToggleField([one for name, one in toggles.items() if name == "go_on"], self)
        self.add_toggles(
            self.tr("Decisions"),
            self.toggles,
            self.tr(
                "On: the next document is chosen after one was marked, kept or judged. Default off."
            ),
        )

    def show_settings(self, settings: Settings) -> None:
        roles = {
            Role.PROTECTED: self.tr("{0} (protected)"),
            Role.EXCLUDED: self.tr("{0} (excluded)"),
            Role.NORMAL: self.tr("{0} (ordinary)"),
        }
        self._roles = {str(one.folder): one for one in settings.roles}
        names = {
            key: roles[one.role].format(folder_text(one.folder)) for key, one in self._roles.items()
        }
        self.folders.set_words(self._roles, names)
        super().show_settings(settings)

    def show_defaults(self) -> None:
        """Show the defaults of the boxes; roles and rules are the user's own."""
        self.calm()
        self.toggles.show_defaults()

    def dropped(self) -> list[Path]:
        left = self.folders.words()
        return [one.folder for key, one in self._roles.items() if key not in left]

    def _show_rule_sets(self, sets: Iterable[RuleSet]) -> None:
        self._rules = {one.name: one for one in sets}
        self.rules.set_words(self._rules)

    def _rule_sets(self) -> tuple[RuleSet, ...]:
        return tuple(self._rules[name] for name in self.rules.words())


class LanguagePage(SettingsPage):
    icon = "palette"

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.entitle(
            self.tr("Appearance and language"),
            self.tr("Takes effect at once; nothing is read or scanned again."),
        )
        of_system = self.tr("The system's")
        self.language = choice(self, {one: one.own_name or of_system for one in Language})
        label = self.tr("Language")
        if "Language" not in label:  # for users who cannot read the chosen language
            label += " (Language)"
        self.add(
            label,
            self.language,
            self.tr("Of the window, its dates and its numbers. Your documents may be in any."),
            name="language",
        )
        light, dark = self.tr("Light"), self.tr("Dark")
        self.appearance = choice(self, dict(zip(Appearance, (of_system, light, dark), strict=True)))
        self.add(
            self.tr("Appearance"),
            self.appearance,
            self.tr("Fonts, their size and the accent colour are always the system's."),
            name="appearance",
        )


_LARGEST = 100_000.0  # megabytes


class ReadingPage(SettingsPage):
    """Kinds of files, excluded names, the largest file, links, archives.

    The included patterns are one list: a check box represents all patterns of a kind, and chips
    show the rest, so no pattern is lost.
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
            show=self.set_include,
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
            read=lambda: round(self.largest.value() * _MEGABYTE),
            show=lambda size: self.largest.setValue(size / _MEGABYTE),
        )
        self.follow_links = QCheckBox(self.tr("Follow links to folders"), self)
        self.add(
            self.tr("Linked folders"),
            self.follow_links,
            self.tr("Off: what a link points to is read only where it really stands."),
            name="follow_links",
        )
        self.bind("all_text", self.all_text)
        self.bind("containers", self.containers)
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
        return tuple(self._include)

    def set_include(self, patterns: Iterable[str]) -> None:
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

    @Slot()
    def _take_ticks(self) -> None:
        found = list(self._include)
        for tick, kind in zip(self.kinds, self._kinds, strict=True):
            if tick.checkState() is Qt.CheckState.Checked:
                found += kind.patterns
            elif tick.checkState() is Qt.CheckState.Unchecked:
                found = [one for one in found if one not in kind.patterns]
        self.set_include(found)

    @Slot()
    def _take_names(self) -> None:
        left = self.names.words()
        gone = set(without_kinds(self._include, self._kinds)) - set(left)
        self.set_include([*(one for one in self._include if one not in gone), *left])

    def _included(self) -> tuple[str, ...]:
        if not self._include and not self.all_text.isChecked():
            raise ConfigError(self.tr("without a kind or a name, no file would be read"))
        return tuple(self._include)


_LINES = "wrap", "fold", "unified"
_IGNORED = "ignore_"


class TextsPage(SettingsPage):
    icon = "columns-2"

    def __init__(self, toggles: Mapping[str, Toggle], parent: QWidget) -> None:
        super().__init__(parent)
        self.entitle(
            self.tr("Texts"),
            self.tr("How two documents are shown and compared. Takes effect at once."),
        )
        self.compare_with = QComboBox(self)
        self.compare_with.setEditable(True)
        self.compare_with.setMinimumWidth(scaled(330))
        self.compare_with.addItems(found_commands())
        line = self.compare_with.lineEdit()
        if line is not None:
            line.setPlaceholderText(self.tr("the first program found, such as Meld"))
        self.add(
            self.tr("Other program"),
            self.compare_with,
            self.tr(
                "F4 opens the two documents in it, such as meld {left} {right}: the two places "
                "take the paths of the files. No shell is used."
            ),
            name="compare_command",
            read=self._command,
            show=self.compare_with.setCurrentText,
        )
        self.lines = ToggleField([toggles[one] for one in _LINES if one in toggles], self)
        ignored = [one for name, one in toggles.items() if name.startswith(_IGNORED)]
        self.ignored = ToggleField(ignored, self)
        sentence = self.tr("Default: long lines are wrapped, both texts stand left and right.")
        self.add_toggles(self.tr("Lines"), self.lines, sentence)
        sentence = self.tr("What is ignored is not shown as a difference. No file is changed.")
        self.add_toggles(self.tr("Ignore"), self.ignored, sentence)

    def show_defaults(self) -> None:
        super().show_defaults()
        self.lines.show_defaults()
        self.ignored.show_defaults()

    def _command(self) -> str:
        command = self.compare_with.currentText().strip()
        if command:
            try:
                compare_arguments(command, Path("left"), Path("right"))
            except CompareCommandError as error:
                raise ConfigError(str(error)) from error
        return command


class WatchingPage(SettingsPage):
    """Folder settings, which can be removed here and are set in the folders' menus.

    ``folder_settings`` are those left. ``login_wanted`` is whether to start the program at login,
    None if unchanged.
    """

    icon = "eye"

    def __init__(self, folders: FolderSettings, parent: QWidget) -> None:
        super().__init__(parent)
        self._before = folders
        self.entitle(
            self.tr("Watching"),
            self.tr(
                "Documents that come to watched folders are compared with all others at once, and "
                "listed under Arrivals. Nothing is marked or moved."
            ),
        )
        self.folders = ChipField(self.tr("Folders"), self, adds=False, none=self.tr("none"))
        self.folders.set_words(
            [str(folder) for folder in folders.folders],
            {str(folder): self._name(folder, one) for folder, one in folders.folders.items()},
        )
        self.add(
            self.tr("Folders"),
            self.folders,
            self.tr(
                "Folders that are watched, or whose documents are kept for some days. The menu of "
                "a folder in the list has both; what is taken off here is off."
            ),
            stretched=True,
            buddy=self.folders.none,
        )
        self.days = NumberBox(self)
        self.days.setRange(0, MOST_DAYS)
        self.days.setSpecialValueText(self.tr("for ever"))
        self.days.setSuffix(self.tr(" days"))
        self.add(
            self.tr("Keep documents"),
            self.days,
            self.tr(
                "Documents that came longer ago are left out of the results, and forgotten. "
                "Their files stay. Default: for ever."
            ),
            name="keep_days",
        )
        ask, stay, leave = self.tr("Ask"), self.tr("Keep watching in the tray"), self.tr("Quit")
        self.closing = choice(self, dict(zip(Closing, (ask, stay, leave), strict=True)))
        self.add(
            self.tr("Closing"),
            self.closing,
            self.tr("What closing the window means while folders are watched. Default: ask."),
            name="closing",
        )
        self.login = QCheckBox(self.tr("Start in the tray"), self)
        self._entry = login_entry() if is_offered() else LoginEntry.NONE
        if is_offered():
            self._add_login()
        else:
            self.login.hide()

    def _add_login(self) -> None:
        changed = self._entry is LoginEntry.CHANGED
        self.login.setChecked(self._entry is not LoginEntry.NONE)
        self.login.setEnabled(not changed)
        words = (
            self.tr("{0} was made or changed by someone else, and is left as it is.").format(
                folder_text(entry_path())
            )
            if changed
            else self.tr("At login, without a window, while folders are watched. Default off.")
        )
        self.add(self.tr("At login"), self.login, words)

    def _name(self, folder: Path, setting: FolderSetting) -> str:
        words = [self.tr("watched")] if setting.watched else []
        if setting.keep_days == 0:
            words.append(self.tr("for ever"))
        elif setting.keep_days is not None:
            words.append(counted(self.tr("1 day"), self.tr("{0} days"), setting.keep_days))
        return self.tr("{0} ({1})").format(folder_text(folder), phrases(words))

    def show_defaults(self) -> None:
        super().show_defaults()
        if self.login.isEnabled():
            self.login.setChecked(False)

    def folder_settings(self) -> FolderSettings:
        left = self.folders.words()
        kept = {one: value for one, value in self._before.folders.items() if str(one) in left}
        return FolderSettings(kept)

    def login_wanted(self) -> bool | None:
        wanted = self.login.isChecked()
        same = wanted is (self._entry is not LoginEntry.NONE)
        return None if same or not self.login.isEnabled() else wanted
