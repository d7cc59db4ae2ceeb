"""The pages of the settings: every field is taken, what cannot be is named, nothing is cut."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QFileDialog,
    QLabel,
    QLineEdit,
    QPushButton,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.i18n import Language, fit_application_font, set_language
from app.settings.dialog import SettingsDialog
from app.settings.pages import file_kinds
from app.settings.settings import (
    Appearance,
    FolderRole,
    MarkingRules,
    Preset,
    RuleSet,
    Settings,
    apply_appearance,
    is_dark,
)
from app.style import contrast, luminance
from builders import english_text
from looking import faults, stops
from screens import english_words
from simcore import Grouping, ScanConfig
from simcore.files.roles import Role, Roles
from simcore.fingerprints import RECIPES
from simcore.index.texts import KeptTexts, packed
from simcore.model.formats import FORMATS
from simcore.model.reasons import ConfigError
from simcore.model.records import DecodedText
from simcore.text.masking import segmenter
from translations import TRANSLATED, spoken_from
from windows import Open, settings_of, wait_until_idle
from word_lists import shorten_dictionary
from written import written


def judged(dialog: SettingsDialog) -> dict[str, str]:
    """Wait until it is known whether the word list can be used; return what is said of fields."""
    for _ in range(6_000):
        if not dialog.advanced.judging:
            break
        QTest.qWait(10)
    return dialog.advanced.complaints()


@pytest.fixture
def accepted(dialog: SettingsDialog) -> list[bool]:
    """A list that gets an entry when the dialog is accepted."""
    taken: list[bool] = []
    dialog.accepted.connect(lambda: taken.append(True))
    return taken


def test_another_recipe_brings_its_distance(qtbot: QtBot) -> None:
    """The start is measured with the usual recipe; a distance that was chosen stays."""
    dialog = SettingsDialog(Settings())
    qtbot.addWidget(dialog)
    for recipe, distance in (("shingles", 64), ("classic-128", 128), ("default", 24)):
        dialog.advanced.recipe.set_recipe(recipe)
        assert dialog.config() == ScanConfig(recipe=recipe, distance=distance)
    dialog.advanced.recipe.set_recipe("shingles")
    dialog.comparing.distance.setValue(20)
    assert dialog.config() == ScanConfig(recipe="shingles", distance=20)
    for name in (*RECIPES, "charikar+stop", "default+stem+128", "levels+32"):
        dialog.advanced.recipe.set_recipe(name)
        assert dialog.advanced.recipe.recipe() == name


@pytest.fixture
def dialog(qtbot: QtBot) -> SettingsDialog:
    dialog = SettingsDialog(Settings(ScanConfig(distance=9, similarity=0.5, recipe="default")))
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def choose(box: QComboBox, value: object) -> None:
    box.setCurrentIndex(box.findData(value))


def tick(dialog: SettingsDialog, name: str) -> QAbstractButton:
    (found,) = [one for one in dialog.reading.kinds if one.text() == name]
    return found


def chip(dialog: SettingsDialog, name: str) -> QToolButton:
    (found,) = [
        one
        for one in dialog.findChildren(QToolButton)
        if one.accessibleName() == f"Remove {name}" and not one.isHidden()
    ]
    return found


TAKEN = ScanConfig(
    include=("*.txt", "*.md"),
    exclude=(),
    largest_file=1_500_000,
    follow_links=True,
    all_text=True,
    containers=True,
    distance=11,
    similarity=0.85,
    contained=False,
    jobs=2,
    seconds_a_file=7.5,
    containment=0.35,
    grouping=Grouping.COMPONENTS,
    recipe="charikar+stop+stem+128",
    kept_texts=64_000_000,
)
"""None of it is a default."""


def test_left_alone_it_changes_nothing(dialog: SettingsDialog, qtbot: QtBot) -> None:
    """Though no field shows some of these values exactly."""
    assert dialog.config() == ScanConfig(distance=9, similarity=0.5, recipe="default")
    odd = replace(
        TAKEN,
        include=("*.docx", "笔记,*.md", "*.txt"),
        exclude=("~$*", "中 文"),
        largest_file=200_000_001,
        similarity=0.705,
        containment=0.123,
        seconds_a_file=7.25,
        kept_texts=1_500_000,
        distance=99,
    )
    settings = Settings(
        odd,
        language=Language.TRADITIONAL,
        appearance=Appearance.DARK,
        rule_sets=(RuleSet("旧的优先", MarkingRules()),),
        compare_command="meld {left} {right}",
        roles=(FolderRole(Path("/文档"), Role.PROTECTED),),
        toggles={"wrap": False},
    )
    other = SettingsDialog(settings)
    qtbot.addWidget(other)
    assert other.applied_to(settings) == settings
    assert other.keeping.dropped() == []


def test_every_field_is_taken(dialog: SettingsDialog, accepted: list[bool], tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("云计算 5\n", encoding="utf-8")
    reading, comparing, advanced = dialog.reading, dialog.comparing, dialog.advanced
    reading.set_include(["*.txt", "*.md"])
    reading.exclude.set_words([])
    for box in (reading.follow_links, reading.all_text, reading.containers):
        box.setChecked(True)
    comparing.contained.setChecked(False)
    advanced.dictionary.setText(str(words))
    choose(advanced.grouping, Grouping.COMPONENTS.value)
    choose(advanced.recipe.recipes, "charikar")
    choose(advanced.recipe.widths, 128)
    for box in (advanced.recipe.stop, advanced.recipe.stem):
        box.setChecked(True)
    for field, value in (
        (reading.largest, 1.5),
        (comparing.distance, 11),
        (comparing.similarity, 85),
        (advanced.jobs, 2),
        (advanced.seconds, 7.5),
        (advanced.containment, 35),
        (advanced.extracted.most, 64),
    ):
        field.setValue(value)
    choose(dialog.language.language, Language.SIMPLIFIED.value)
    choose(dialog.language.appearance, Appearance.DARK.value)
    dialog.texts.compare_with.setCurrentText(" kdiff3 {left} {right} ")
    expected = replace(TAKEN, dictionary=words)
    assert dialog.config() == expected
    assert dialog.applied_to(Settings()) == Settings(
        expected,
        language=Language.SIMPLIFIED,
        appearance=Appearance.DARK,
        compare_command="kdiff3 {left} {right}",
    )
    advanced.seconds.setValue(0)
    advanced.jobs.setValue(0)
    assert (dialog.config().seconds_a_file, dialog.config().jobs) == (None, None)
    dialog.ok.click()
    judged(dialog)
    assert accepted == [True]


MISSING = "/no/such/dictionary.txt"
SPOILED = {
    "largest_file": ("reading", lambda page: page.largest.setValue(0), "1 byte or more"),
    "include": ("reading", lambda page: page.set_include([]), "no file would be read"),
    "dictionary": ("advanced", lambda page: page.dictionary.setText(MISSING), MISSING),
    "compare_command": (
        "texts", lambda page: page.compare_with.setCurrentText("kdiff3 {left}"), "name a program",
    ),
}  # fmt: skip


@pytest.mark.parametrize("field", SPOILED)
def test_what_cannot_be_is_named_at_its_field(
    dialog: SettingsDialog, accepted: list[bool], field: str
) -> None:
    name, spoil, words = SPOILED[field]
    page = getattr(dialog, name)
    spoil(page)
    dialog.contents.setCurrentRow(1)
    dialog.ok.click()
    judged(dialog)
    assert accepted == []
    shown = dialog.pages[dialog.contents.currentRow()]
    assert shown is page
    assert list(shown.complaints()) == [field]
    assert words in shown.complaints()[field]
    (said,) = [one for one in shown.findChildren(QLabel) if one.text() == shown.complaints()[field]]
    widget = shown.field(field)
    assert said.isVisible()
    assert words in widget.accessibleDescription()
    # below the field, before the next one
    assert (
        said.mapTo(shown, said.rect().topLeft()).y()
        >= widget.mapTo(shown, widget.rect().bottomLeft()).y()
    )
    assert words in dialog.message.text()
    dialog.restore.click()
    assert shown.complaints() == {}
    dialog.ok.click()
    judged(dialog)
    assert accepted == [True]


PICTURE = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\xff\xfe" * 9


@pytest.mark.parametrize("made", [None, b"", PICTURE, "folder"])
def test_a_word_list_that_cannot_be_used_is_named_at_once(
    dialog: SettingsDialog, tmp_path: Path, made: bytes | str | None
) -> None:
    chosen = tmp_path / "chosen.txt"
    if made == "folder":
        chosen.mkdir()
    elif isinstance(made, bytes):
        chosen.write_bytes(made)
    page = dialog.advanced
    dialog.show_page(page, "dictionary")
    page.dictionary.setText(str(chosen))
    QTest.keyClick(page.dictionary, Qt.Key.Key_Tab)
    assert (str(chosen) in judged(dialog).get("dictionary", "")) is (made != b"")


def test_a_word_list_that_is_chosen_takes_the_complaint_back_or_is_named_itself(
    dialog: SettingsDialog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good, page = tmp_path / "good.txt", dialog.advanced
    good.write_text("云计算 5\n", encoding="utf-8")
    page.dictionary.setText(MISSING)
    dialog.ok.click()
    assert "dictionary" in judged(dialog)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(good), ""))
    (browse,) = [
        one for one in page.findChildren(QPushButton) if "word list" in one.accessibleName()
    ]
    browse.click()
    assert judged(dialog) == {}
    assert dialog.config().dictionary == good
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(tmp_path), ""))
    browse.click()
    assert "cannot be used as a dictionary" in judged(dialog)["dictionary"]


def test_a_word_list_is_judged_beside_the_window_as_a_scan_judges_it(
    dialog: SettingsDialog, accepted: list[bool], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A frequency that no number can be is found by reading the list as a scan does."""
    shorten_dictionary(monkeypatch, tmp_path)
    wrong, good = tmp_path / "wrong.txt", tmp_path / "good.txt"
    wrong.write_text(f"云计算 {'9' * 400}\n", encoding="utf-8")
    good.write_text("云计算 5\n", encoding="utf-8")
    with pytest.raises(ConfigError) as refused:
        segmenter(wrong)
    dialog.advanced.dictionary.setText(str(wrong))
    dialog.ok.click()
    assert dialog.advanced.judging
    assert dialog.message.text() == "The word list is being read…"
    assert str(refused.value) in judged(dialog)["dictionary"]
    assert accepted == []
    assert dialog.isVisible()
    # another one while this is read: the newest counts
    dialog.advanced.dictionary.setText(str(good))
    dialog.ok.click()
    dialog.advanced.dictionary.setText(str(wrong))
    dialog.advanced.dictionary.setText(str(good))
    assert judged(dialog) == {}
    assert accepted == [True]
    # a dialog that was left takes none
    dialog.show()
    left = tmp_path / "left.txt"
    left.write_text("云计算 6\n", encoding="utf-8")
    dialog.advanced.dictionary.setText(str(left))
    dialog.ok.click()
    assert dialog.advanced.judging
    dialog.reject()
    judged(dialog)
    assert accepted == [True]


def test_all_that_cannot_be_is_named_at_once_and_not_lost(qtbot: QtBot, tmp_path: Path) -> None:
    """A recipe of a later version, and a word list that is gone when the settings open."""
    config = ScanConfig(recipe="later+stop", dictionary=tmp_path / "gone.txt")
    dialog = SettingsDialog(Settings(config))
    qtbot.addWidget(dialog)
    dialog.show()
    assert "gone.txt" in judged(dialog)["dictionary"]
    dialog.reading.largest.setValue(0)
    dialog.ok.click()
    judged(dialog)
    assert dialog.isVisible()
    assert dialog.reading.complaints().keys() == {"largest_file"}
    assert dialog.advanced.complaints().keys() == {"dictionary", "recipe"}
    assert "no recipe 'later'" in dialog.advanced.complaints()["recipe"]
    assert dialog.advanced.recipe.recipes.currentText() == "later+stop"


def test_defaults_are_of_one_page(qtbot: QtBot) -> None:
    config = ScanConfig(include=("*.x",), largest_file=5, jobs=2, follow_links=True, distance=9)
    dialog = SettingsDialog(Settings(config, compare_command="meld {left} {right}"))
    qtbot.addWidget(dialog)
    dialog.restore.click()
    assert dialog.config() == ScanConfig(distance=9, jobs=2)
    dialog.advanced.presets.save_as("books")
    dialog.contents.setCurrentRow(dialog.contents.count() - 1)
    dialog.restore.click()
    assert dialog.config() == ScanConfig(distance=9)
    assert not dialog.advanced.presets.names.currentText()
    assert dialog.applied_to(Settings()).compare_command == "meld {left} {right}"
    dialog.show_page(dialog.texts)
    dialog.restore.click()
    assert dialog.applied_to(Settings()).compare_command == ""
    dialog.show_page(dialog.comparing)
    dialog.restore.click()
    assert dialog.config() == ScanConfig()


# --- kinds of files


def test_every_pattern_of_the_defaults_is_of_one_kind() -> None:
    listed = [pattern for kind in file_kinds() for pattern in kind.patterns]
    assert sorted(listed) == sorted(ScanConfig().include)
    named = {kind.name: set(kind.patterns) for kind in file_kinds()}
    assert {"*.docx", "*.odt", "*.rtf", "*.doc"} <= named["Word, OpenDocument, RTF"]
    assert {"*.pptx", "*.xlsx", "*.ods"} <= named["Presentations, tables"]
    assert {"*.txt", "*.md", "readme"} <= named["Text and Markdown"]
    assert {"*.py", "*.c", "*.js"} <= named["Source code"]
    # a format that comes later belongs to a kind that people look for it in
    assert not [
        one.name
        for one in FORMATS
        if {f"*.{suffix}" for suffix in one.suffixes} & named["Source code"]
    ]


def test_a_kind_stands_for_all_its_names(dialog: SettingsDialog) -> None:
    assert all(one.isChecked() for one in dialog.reading.kinds)
    assert dialog.reading.names.words() == ()
    tick(dialog, "PDF").click()
    tick(dialog, "Source code").click()
    left = dialog.config().include
    assert {"*.txt", "*.docx", "readme"} <= set(left)
    assert not {"*.py", "*.c"} & set(left)
    tick(dialog, "Source code").click()
    assert set(dialog.config().include) == set(ScanConfig().include) - {"*.pdf"}


def test_names_of_no_kind_or_of_a_part_of_one_are_chips(dialog: SettingsDialog) -> None:
    dialog.reading.set_include(["*.docx", "*.cnf", "*.pdf"])
    assert dialog.reading.names.words() == ("*.docx", "*.cnf")
    word = tick(dialog, "Word, OpenDocument, RTF")
    assert tick(dialog, "PDF").isChecked()
    states = {one.text(): one.checkState() for one in dialog.reading.kinds}
    assert states["Word, OpenDocument, RTF"] is Qt.CheckState.PartiallyChecked
    assert states["E-mail"] is Qt.CheckState.Unchecked
    chip(dialog, "*.cnf").click()
    assert dialog.config().include == ("*.docx", "*.pdf")
    word.click()
    assert dialog.reading.names.words() == ()
    assert {"*.doc", "*.rtf", "*.docx", "*.pdf"} <= set(dialog.config().include)
    word.click()
    assert dialog.config().include == ("*.pdf",)
    typed(dialog.reading.names, " *.log2 ")
    assert dialog.config().include == ("*.pdf", "*.log2")


def typed(field: QWidget, text: str, end: Qt.Key = Qt.Key.Key_Return) -> None:
    field.add.click()  # type: ignore[attr-defined]  # a ChipField
    new = field.findChild(QLineEdit)
    assert new is not None
    QTest.keyClicks(new, text)
    QTest.keyClick(new, end)


def test_names_to_leave_out_are_chips_that_come_and_go_by_keyboard(
    dialog: SettingsDialog, qtbot: QtBot
) -> None:
    field = dialog.reading.exclude
    assert field.words() == ScanConfig().exclude
    typed(field, "~$*")
    assert dialog.isVisible(), "Enter adds a name, and closes nothing"
    typed(field, "never", Qt.Key.Key_Escape)
    assert dialog.isVisible(), "Esc leaves the name"
    typed(field, "~$*")
    assert dialog.config().exclude == (*ScanConfig().exclude, "~$*")
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    one = chip(dialog, ".hg")
    one.setFocus()
    QTest.keyClick(one, Qt.Key.Key_Space)
    assert ".hg" not in dialog.config().exclude
    focus = dialog.focusWidget()
    assert focus.accessibleName() == "Remove .svn", "the keyboard stays where it was"


# --- what is not of a scan


def test_toggles_are_those_of_the_window(open_window: Open) -> None:
    first = open_window()
    actions = {
        one.objectName(): one
        for one in first.window.findChildren(QAction)
        if one.isCheckable() and one.objectName()
    }
    at_first = {name: one.isChecked() for name, one in actions.items()}
    dialog = settings_of(first)
    fields = (dialog.texts.lines, dialog.texts.ignored, dialog.keeping.toggles)
    boxes = {box.text(): box for field in fields for box in field.boxes}
    assert {"Wrap lines", "Fold equal lines", "Go on after each decision"} <= boxes.keys()
    assert len(dialog.texts.ignored.boxes) == sum(name.startswith("ignore_") for name in actions)
    for box in boxes.values():
        box.click()
    assert {name: one.isChecked() for name, one in actions.items()} == at_first, "not before OK"
    dialog.ok.click()
    changed = {name for name, one in actions.items() if one.isChecked() is not at_first[name]}
    assert {"wrap", "fold", "unified", "go_on"} <= changed
    first.window.close()
    again = open_window()
    dialog = settings_of(again)
    for page in (dialog.texts, dialog.keeping):
        dialog.show_page(page)
        dialog.restore.click()
    dialog.ok.click()
    now = {
        one.objectName(): one.isChecked()
        for one in again.window.findChildren(QAction)
        if one.objectName() in at_first
    }
    assert now == at_first, "the defaults are those of a first start"


def test_what_was_chosen_reaches_the_window_at_once(qtbot: QtBot, open_window: Open) -> None:
    application = open_window()
    application.settings_editing.choose_program()
    dialog = application.window.findChild(SettingsDialog)
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    assert dialog.pages[dialog.contents.currentRow()] is dialog.texts
    assert dialog.texts.compare_with.hasFocus(), "the program is asked for at its field"
    dialog.comparing.distance.setValue(7)
    dialog.comparing.similarity.setValue(91)
    dialog.comparing.contained.setChecked(False)
    choose(dialog.language.language, Language.SIMPLIFIED.value)
    choose(dialog.language.appearance, Appearance.DARK.value)
    first = application.window
    dialog.ok.click()
    qtbot.waitUntil(lambda: application.window is not first)
    window, now = application.window, application.settings.now
    qtbot.addWidget(window)
    qtbot.waitUntil(lambda: is_dark(window.palette()))
    assert window.language_menu.choice() is now.language is Language.SIMPLIFIED
    assert window.appearance_menu.choice() is now.appearance is Appearance.DARK
    bar, config = window.threshold_bar, application.session.config
    assert (bar.distance(), bar.similarity(), bar.contained()) == (7, 0.91, False)
    assert (config.distance, config.similarity, config.contained) == (7, 0.91, False)
    window.appearance_menu.chosen.emit(Appearance.SYSTEM)
    set_language(Language.ENGLISH)


def test_roles_and_rules_can_be_taken_off(qtbot: QtBot, open_window: Open, tmp_path: Path) -> None:
    folder = written(tmp_path / "合同", {"1.txt": english_text(1)})
    application = open_window(folder)
    wait_until_idle(qtbot, application)
    application.window.folder_panel.set_role(folder, Role.PROTECTED)
    rules = RuleSet("旧的优先", MarkingRules()), RuleSet("long", MarkingRules())
    application.settings.keep(replace(application.settings.now, rule_sets=rules))
    dialog = settings_of(application)
    dialog.show_page(dialog.keeping)
    dialog.restore.click()  # what a person made is no default
    (name,) = [one.accessibleName() for one in dialog.keeping.folders.chips]
    assert "合同" in name
    assert "protected" in name
    dialog.keeping.folders.chips[0].click()
    chip(dialog, "long").click()
    dialog.reject()
    assert application.session.own_roles.of(folder / "1.txt") is Role.PROTECTED
    assert application.settings.now.rule_sets == rules
    dialog = settings_of(application)
    dialog.show_page(dialog.keeping)
    dialog.keeping.folders.chips[0].click()
    chip(dialog, "long").click()
    dialog.ok.click()
    assert application.session.own_roles.folders == Roles().folders
    assert application.settings.now.roles == ()
    assert application.settings.now.rule_sets == rules[:1]


# --- all of it


def test_every_field_has_a_name_and_can_be_reached_by_tab(qtbot: QtBot, open_window: Open) -> None:
    dialog = settings_of(open_window())
    for page in dialog.pages:
        for name, field in page._fields.items():
            assert field.accessibleName(), (page.title, name)
            assert field.accessibleDescription().endswith("."), (page.title, name)
    labels = {one.text() for one in dialog.findChildren(QLabel)}
    assert {"Kinds of files", "Leave out", "Recipe", "A part holds", "Word list"} <= labels
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    for row, page in enumerate(dialog.pages):
        dialog.contents.setCurrentRow(row)
        dialog.contents.setFocus()
        seen: list[QWidget] = []
        while (focus := dialog.focusWidget()) not in seen:
            assert focus is not None
            seen.append(focus)
            QTest.keyClick(focus, Qt.Key.Key_Tab)
        wanted = [
            one
            for one in stops(dialog)
            if page.isAncestorOf(one) and one.parentWidget().focusProxy() is not one
        ]
        assert wanted
        missed = [one for one in wanted if one not in seen and one.parentWidget() not in seen]
        assert not [(page.title, type(one), one.accessibleName()) for one in missed]
        assert dialog.restore in seen


def test_extracted_texts_are_bounded_and_cleared(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = KeptTexts(tmp_path / "index.texts.sqlite3", reader=1)
    text = DecodedText("what was read " * 99, "pdf", lossy=False)
    texts.add([(b"1" * 16, "pdf", packed(text))], 10**6)
    dialog = SettingsDialog(Settings(ScanConfig(kept_texts=1_500_000)), kept_texts=texts)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.show_page(dialog.advanced)
    row = dialog.advanced.extracted
    assert row.most.text() == "2 MB"
    assert dialog.config().kept_texts == 1_500_000, "exactly as it was, if it is not edited"
    row.most.setValue(64)
    assert dialog.config().kept_texts == 64_000_000
    row.most.setValue(0)
    assert (row.most.text(), dialog.config().kept_texts) == ("none", 0)
    assert row.clear.isEnabled()
    assert row.clear.text().startswith("Clear ")
    monkeypatch.setattr(KeptTexts, "_remove", lambda _: None)  # as on a disk that is read-only
    row.clear.click()
    assert "extracted texts cannot be deleted" in dialog.message.text()
    monkeypatch.undo()
    row.clear.click()
    assert texts.of(b"1" * 16, "pdf") is None
    assert list(tmp_path.iterdir()) == []
    assert not row.clear.isEnabled()


def test_sentences_follow_the_appearance(dialog: SettingsDialog, qapp: QApplication) -> None:
    sentences = [one for one in dialog.reading.findChildren(QLabel) if one.text().endswith(".")]
    assert len(sentences) > 4
    try:
        for choice in (Appearance.DARK, Appearance.LIGHT, Appearance.DARK):
            apply_appearance(qapp, choice)
            QApplication.processEvents()
            for one in sentences:
                role = QPalette.ColorRole
                text, ground = (
                    one.palette().color(each) for each in (role.WindowText, role.Window)
                )
                assert contrast(text, ground) >= 4.5, one.text()
                assert (luminance(text) > luminance(ground)) is (choice is Appearance.DARK)
    finally:
        apply_appearance(qapp, Appearance.SYSTEM)


def test_a_preset_leaves_the_sliders_and_a_grey_button_says_why(qtbot: QtBot) -> None:
    preset = Preset("books", ScanConfig(include=("*.epub",), jobs=2, distance=5, similarity=0.9))
    dialog = SettingsDialog(Settings(ScanConfig(distance=9), presets=(preset,)))
    qtbot.addWidget(dialog)
    row = dialog.advanced.presets
    assert not row.delete_button.isEnabled()
    assert row.delete_button.toolTip() == "Choose a name first"
    row.names.setCurrentIndex(0)
    row.names.activated.emit(0)
    assert dialog.config() == ScanConfig(include=("*.epub",), jobs=2, distance=9)
    assert row.delete_button.isEnabled()
    assert row.delete_button.toolTip().startswith("Delete what")
    assert not dialog.advanced.extracted.clear.isEnabled()
    assert dialog.advanced.extracted.clear.toolTip() == "No text is kept now"


@pytest.fixture(params=[Language.ENGLISH, *TRANSLATED])
def spoken(
    request: pytest.FixtureRequest, compiled: Path, qapp: QApplication
) -> Iterator[Language]:
    font = QApplication.font()
    with spoken_from(compiled):
        set_language(request.param)
        fit_application_font()
        yield request.param
    QApplication.setFont(font)


@pytest.mark.parametrize("size", [QSize(), QSize(720, 480), QSize(1400, 900)])
def test_nothing_is_cut_and_nothing_overlaps(qtbot: QtBot, spoken: Language, size: QSize) -> None:
    long = tuple(f"{name}*.tmp" for name in ("a", "文件夹" * 9, "x" * 90))
    settings = Settings(
        ScanConfig(include=("*.pdf", *long), exclude=long),
        rule_sets=(RuleSet("旧的优先 " * 9, MarkingRules()),),
        roles=(FolderRole(Path("/文档") / ("合同" * 30), Role.PROTECTED),),
    )
    dialog = SettingsDialog(settings)
    qtbot.addWidget(dialog)
    dialog.show()
    if size.isValid():
        dialog.resize(size)
    assert dialog.minimumSizeHint().width() <= 900, "the smallest window has room for it"
    for page in dialog.pages:
        dialog.show_page(page)
        for _ in range(3):
            QApplication.processEvents()
        area = page.parentWidget().parentWidget()
        name = f"{page.title} at {dialog.width()}"
        assert page.width() <= area.viewport().width(), name
        assert faults(dialog) == [], name
        if spoken is not Language.ENGLISH:
            left = {one for one in english_words(dialog) if "xxx" not in one}  # a name of ours
            assert left == set(), name
