"""Marking by rules in the real window: the preview says what happens, and that alone happens."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, QSettings, Qt
from pytestqt.qtbot import QtBot

from app.application import Application
from app.removal.dialog import RemovalDialog
from app.removal.rules.dialog import RulesDialog
from app.removal.rules.marking import _Wanted
from app.removal.rules.preview import Shelf, preview_of
from app.settings.settings import Settings, load_settings, save_settings
from app.settings.values import MarkingRules, RuleSet
from builders import chinese_text, edited, english_text
from group_reports import many
from removals import put
from simcore import COPY_NAMES, KeepBy, KeepRule, Kind, Role, Roles
from windows import Open, wait_until_idle

NEWEST = MarkingRules((KeepRule(KeepBy.NEWEST),))


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    QLocale.setDefault(QLocale("en_GB"))
    yield
    QLocale.setDefault(QLocale.system())


@pytest.fixture
def library(private_home: Path) -> Path:
    """Three groups: a contract with copies and a near one, a report in two encodings, a plan."""
    folder = private_home / "文档"
    text, report, plan = chinese_text(1), chinese_text(2), english_text(3)
    put(folder / "合同.txt", text.encode(), 1_600_000_000)
    put(folder / "合同 (1).txt", text.encode(), 1_600_000_500)
    put(folder / "旧" / "合同.txt", text.encode("gb18030"), 1_600_000_200)
    put(folder / "合同-near.txt", edited(text, 1, 2).encode(), 1_600_000_900)
    put(folder / "報告.txt", report.encode("gb18030"), 1_600_000_100)
    put(folder / "報告 - 副本.txt", report.encode(), 1_600_000_050)
    put(folder / "plan.txt", plan.encode(), 1_600_000_100)
    put(folder / "plan copy.txt", plan.encode(), 1_600_000_300)
    return folder


def names(application: Application) -> set[str]:
    report = application.session.results.report
    assert report is not None
    marked = application.window.group_model.marked()
    return {report.documents[identity].path.name for identity in marked}


def open_dialog(qtbot: QtBot, application: Application) -> RulesDialog:
    application.window.commands.mark_by_rules.trigger()
    dialog = application.window.findChild(RulesDialog)
    assert isinstance(dialog, RulesDialog)
    settle(qtbot, dialog)
    return dialog


def settle(qtbot: QtBot, dialog: RulesDialog) -> None:
    qtbot.waitUntil(lambda: not dialog._previewing.busy, timeout=60_000)


def shown_rows(dialog: RulesDialog) -> list[tuple[str, ...]]:
    model = dialog.table.model()
    return [
        tuple(str(model.index(row, column).data()) for column in range(model.columnCount()))
        for row in range(model.rowCount())
    ]


def test_preview_then_mark_then_remove(qtbot: QtBot, open_window: Open, library: Path) -> None:
    application = open_window(library)
    window, model = application.window, application.window.group_model
    before = {path: path.read_bytes() for path in library.rglob("*.txt")}
    dialog = open_dialog(qtbot, application)
    dialog.set_ruling(NEWEST)
    settle(qtbot, dialog)
    assert names(application) == set(), "a preview marks nothing"
    rows = {(Path(row[0]).name, Path(row[1]).name, row[2], row[5]) for row in shown_rows(dialog)}
    assert rows == {
        ("plan.txt", "plan copy.txt", "identical", "newest"),
        ("報告 - 副本.txt", "報告.txt", "same text", "newest"),
        # the newest of the contracts is only near to the others: of these, the newest stays, too
        ("合同.txt", "合同 (1).txt", "identical", "newest"),
        ("合同.txt", "合同 (1).txt", "same text", "newest"),
    }
    assert "Would mark 4 of 8 documents in 3 groups" in dialog.words()
    assert "cannot be decided" not in dialog.words()
    dialog.kinds[Kind.NEAR].setChecked(True)
    settle(qtbot, dialog)
    assert "Would mark 5 of 8 documents in 3 groups" in dialog.words()
    dialog.kinds[Kind.NEAR].setChecked(False)
    settle(qtbot, dialog)
    assert dialog.mark_button.text().replace("&", "") == "Mark 4"
    dialog.mark_button.click()
    marked = {"plan.txt", "報告 - 副本.txt", "合同.txt"}
    qtbot.waitUntil(lambda: names(application) == marked)
    assert window.alert.text() == "Marked 4 documents.", "as many as the button said"
    # what stays is the kept one now
    report = application.session.results.report
    assert report is not None
    kept = {report.documents[group.representative].path.name for group in report.groups}
    assert {"plan copy.txt", "報告.txt"} <= kept

    # and remains so when the slider moves
    window.threshold_bar.set_similarity(0.8)
    window.threshold_bar.similarity_changed.emit(0.8)
    qtbot.waitUntil(lambda: application.session.results.report is not report)
    assert names(application) == marked

    window.commands.trash.trigger()
    qtbot.waitUntil(lambda: window.findChild(RemovalDialog) is not None)
    removal = window.findChild(RemovalDialog)
    assert isinstance(removal, RemovalDialog)
    assert {(one.document.path.name, one.witness.path.name) for one in removal.plan.removals} == {
        ("plan.txt", "plan copy.txt"),
        ("報告 - 副本.txt", "報告.txt"),
        ("合同.txt", "合同 (1).txt"),
    }
    with qtbot.waitSignal(application.session.removed, timeout=60_000):
        removal.move_button.click()
    wait_until_idle(qtbot, application)
    left = {path: path.read_bytes() for path in library.rglob("*.txt")}
    gone = {library / name for name in ("plan.txt", "報告 - 副本.txt", "合同.txt", "旧/合同.txt")}
    assert left == {path: data for path, data in before.items() if path not in gone}
    assert model.marked() == frozenset()


def test_what_the_filter_hides_is_left_alone(
    qtbot: QtBot, open_window: Open, library: Path
) -> None:
    application = open_window(library)
    window, model = application.window, application.window.group_model
    window.filter_bar.box.setText("plan")
    qtbot.waitUntil(lambda: model.filter.text == "plan")
    dialog = open_dialog(qtbot, application)
    dialog.set_ruling(MarkingRules((KeepRule(KeepBy.NOT_NAME, patterns=COPY_NAMES),)))
    settle(qtbot, dialog)
    assert "Would mark 1 of 2 documents in 1 group" in dialog.words()
    dialog.mark_button.click()
    qtbot.waitUntil(lambda: names(application) == {"plan copy.txt"})

    # of a group that is shown in part, too
    window.commands.unmark.trigger()
    window.filter_bar.box.setText("旧")
    qtbot.waitUntil(lambda: model.filter.text == "旧")
    dialog = open_dialog(qtbot, application)
    dialog.set_ruling(MarkingRules((KeepRule(KeepBy.ENCODING), KeepRule(KeepBy.OLDEST))))
    settle(qtbot, dialog)
    assert [Path(row[0]).name for row in shown_rows(dialog)] == ["合同.txt"]
    assert "1 hidden by the filter are left alone." in dialog.words()
    dialog.mark_button.click()
    qtbot.waitUntil(lambda: names(application) == {"合同.txt"})
    assert window.alert.text() == "Marked 1 document; 1 hidden by the filter were left alone."
    report = application.session.results.report
    assert report is not None
    (marked,) = model.marked()
    assert report.documents[marked].path == library / "旧" / "合同.txt"


def test_rules_are_edited_saved_and_remembered(
    qtbot: QtBot, open_window: Open, library: Path, tmp_path: Path
) -> None:
    application = open_window(library)
    dialog = open_dialog(qtbot, application)
    rules = dialog.rule_list
    dialog.set_ruling(MarkingRules())
    assert dialog.rule_list.rules() == ()
    rules.add(KeepBy.NAME)
    assert "wants a pattern" in dialog.words()
    assert not dialog.mark_button.isEnabled()
    rules.patterns.setPlainText(" *near* \n\n*终稿*")
    settle(qtbot, dialog)
    assert dialog.ruling().rules == (KeepRule(KeepBy.NAME, patterns=("*near*", "*终稿*")),)
    rules.add(KeepBy.FOLDER)
    assert rules.rules()[1] == KeepRule(KeepBy.FOLDER, (library,))
    rules.add_folder(library / "旧")
    qtbot.mouseClick(rules.folders_list.up, Qt.MouseButton.LeftButton)
    assert rules.rules()[1].folders == (library / "旧", library)
    qtbot.mouseClick(rules.folders_list.remove, Qt.MouseButton.LeftButton)
    assert rules.rules()[1].folders == (library,)
    rules.add(KeepBy.FOLDER)
    assert len(rules.rules()) == 2, "each sort of rule is there once"
    qtbot.mouseClick(rules.rules_list.up, Qt.MouseButton.LeftButton)
    assert [rule.by for rule in rules.rules()] == [KeepBy.FOLDER, KeepBy.NAME]
    qtbot.mouseClick(rules.rules_list.down, Qt.MouseButton.LeftButton)
    rules.menu.aboutToShow.emit()
    longest = next(one for one in rules.menu.actions() if one.data() == "longest")
    longest.trigger()
    assert [rule.by for rule in rules.rules()] == [KeepBy.NAME, KeepBy.FOLDER, KeepBy.LONGEST]
    qtbot.mouseClick(rules.rules_list.remove, Qt.MouseButton.LeftButton)
    dialog.kinds[Kind.SAME_TEXT].setChecked(False)
    wanted = dialog.ruling()
    assert wanted.kinds == (Kind.IDENTICAL,)
    dialog.sets.names.setEditText("旧的优先")
    dialog.sets.save_button.click()
    dialog.reject()

    store = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    assert load_settings(store).rule_sets == (RuleSet("旧的优先", wanted),)
    dialog = open_dialog(qtbot, application)
    dialog.set_ruling(NEWEST)
    dialog.sets.names.setCurrentIndex(0)
    dialog.sets.names.activated.emit(0)
    assert dialog.ruling() == wanted
    dialog.sets.delete_button.click()
    dialog.reject()
    store.sync()
    assert load_settings(store).rule_sets == ()


def test_rule_sets_survive_settings(tmp_path: Path) -> None:
    odd = Path("/caf\udce9")
    sets = (
        RuleSet(
            "甲", MarkingRules((KeepRule(KeepBy.FOLDER, (odd,)), KeepRule(KeepBy.ENCODING)), ())
        ),
        RuleSet("乙", MarkingRules((KeepRule(KeepBy.NAME, patterns=("a,b", "终")),), tuple(Kind))),
    )
    store = QSettings(str(tmp_path / "kept.ini"), QSettings.Format.IniFormat)
    assert save_settings(store, replace(Settings(), rule_sets=sets))
    again = QSettings(str(tmp_path / "kept.ini"), QSettings.Format.IniFormat)
    assert load_settings(again).rule_sets == sets


def test_protected_folders_lose_no_mark(qtbot: QtBot, open_window: Open, library: Path) -> None:
    application = open_window(library)
    application.session.set_roles(Roles({library: Role.PROTECTED}))
    dialog = open_dialog(qtbot, application)
    dialog.set_ruling(NEWEST)
    settle(qtbot, dialog)
    assert "Would mark 0 of 8 documents" in dialog.words()
    assert "2 groups cannot be decided: in a protected folder (2)." in dialog.words()
    assert not dialog.mark_button.isEnabled()


def test_results_that_changed_meanwhile_are_not_marked(
    qtbot: QtBot, open_window: Open, library: Path
) -> None:
    application = open_window(library)
    dialog = open_dialog(qtbot, application)
    dialog.set_ruling(NEWEST)
    settle(qtbot, dialog)
    application.session.set_threshold(10, 0.9, contained=False)
    before = application.session.results.report
    qtbot.waitUntil(lambda: application.session.results.report is not before)
    dialog.mark_button.click()
    assert "nothing was marked" in application.window.alert.text()
    assert names(application) == set()


def test_marks_that_are_there_count(qtbot: QtBot, open_window: Open, library: Path) -> None:
    """What a person marked goes already: it is no survivor, and stays marked."""
    application = open_window(library)
    model, report = application.window.group_model, application.session.results.report
    assert report is not None
    (by_hand,) = [key for key, one in report.documents.items() if one.path.name == "plan copy.txt"]
    model.mark([by_hand], on=True)
    assert names(application) == {"plan copy.txt"}
    dialog = open_dialog(qtbot, application)
    dialog.set_ruling(NEWEST)
    settle(qtbot, dialog)
    assert {Path(row[0]).name for row in shown_rows(dialog)} == {"報告 - 副本.txt", "合同.txt"}
    dialog.mark_button.click()
    marked = {"plan copy.txt", "報告 - 副本.txt", "合同.txt"}
    qtbot.waitUntil(lambda: names(application) == marked)


def test_other_rules_later_and_a_person_in_the_end(
    qtbot: QtBot, open_window: Open, library: Path
) -> None:
    """What earlier rules let stay binds no later ones; what a person says goes before both."""
    application = open_window(library)
    window, model = application.window, application.window.group_model

    def kept() -> set[str]:
        report = application.session.results.report
        assert report is not None
        return {report.documents[group.representative].path.name for group in report.groups}

    for ruling, stays, goes in (
        (NEWEST, "plan copy.txt", "plan.txt"),
        (MarkingRules((KeepRule(KeepBy.OLDEST),)), "plan.txt", "plan copy.txt"),
        (NEWEST, "plan copy.txt", "plan.txt"),
    ):
        window.commands.unmark.trigger()
        dialog = open_dialog(qtbot, application)
        dialog.set_ruling(ruling)
        settle(qtbot, dialog)
        assert "you chose" not in str(shown_rows(dialog))
        dialog.mark_button.click()
        qtbot.waitUntil(lambda goes=goes: goes in names(application))
        assert stays in kept()
        assert stays not in names(application)

    report = application.session.results.report
    assert report is not None
    named = {one.path.name: one for one in report.documents.values()}
    window.group_view.choose(named["plan.txt"].id)
    window.review_actions.keep.trigger()
    qtbot.waitUntil(lambda: bool(application.session.judgements.now.kept))
    qtbot.waitUntil(lambda: "plan.txt" in kept())
    assert "plan copy.txt" not in kept()
    assert "報告.txt" in kept(), "of other groups nothing was said"
    assert "plan.txt" not in names(application), "a kept document is not marked"
    dialog = open_dialog(qtbot, application)
    dialog.set_ruling(NEWEST)
    settle(qtbot, dialog)
    (row,) = [row for row in shown_rows(dialog) if "plan" in row[0]]
    assert Path(row[0]).name == "plan copy.txt"
    assert row[5] == "you chose the one that stays"
    assert model.marked() <= set(report.documents)


def test_marks_by_rules_survive_a_scan(qtbot: QtBot, open_window: Open, library: Path) -> None:
    application = open_window(library)
    dialog = open_dialog(qtbot, application)
    dialog.set_ruling(NEWEST)
    settle(qtbot, dialog)
    dialog.mark_button.click()
    marked = {"plan.txt", "報告 - 副本.txt", "合同.txt"}
    qtbot.waitUntil(lambda: names(application) == marked)
    put(library / "new.txt", english_text(9).encode())
    application.window.commands.scan.trigger()
    wait_until_idle(qtbot, application)
    assert names(application) == marked


def test_a_large_report_is_previewed_and_stopped() -> None:
    class StoppedError(Exception):
        pass

    calls = 0

    def check() -> None:
        nonlocal calls
        calls += 1
        if calls > 2:
            raise StoppedError

    report = many(3_000)
    shelf = Shelf(report, frozenset(range(1, 3_001)), frozenset(), frozenset(), Roles())
    with pytest.raises(StoppedError):
        preview_of(shelf, NEWEST, check)
    assert preview_of(shelf, NEWEST, lambda: None).marked == 0


def test_the_command_is_there_with_groups_only(qtbot: QtBot, open_window: Open) -> None:
    application = open_window()
    assert not application.window.commands.mark_by_rules.isEnabled()


def test_what_could_not_be_marked_in_the_end_is_told(
    qtbot: QtBot, open_window: Open, library: Path
) -> None:
    """A preview of five, and three marks: groups made anew may keep two of the five."""
    application = open_window(library)
    report, rows = application.session.results.report, application.window.group_model.rows
    assert report is not None
    assert rows is not None
    kept = frozenset(group.representative for group in report.groups)
    near = frozenset(one.document for group in report.groups for one in group.members)
    application.rules._wanted = _Wanted(report, kept | near, frozenset(), 0)
    application.rules._mark()
    text = application.window.alert.text()
    qtbot.waitUntil(lambda: application.window.alert.text() != text or bool(text))
    assert application.window.alert.text().startswith(f"Marked {len(near)} documents. {len(kept)} ")
    assert "left alone" in application.window.alert.text()
