"""Marking by rules in the real window: the preview says what happens, and that alone happens."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QPoint, QSettings, Qt
from PySide6.QtGui import QDropEvent, QFontMetricsF, QPalette
from PySide6.QtWidgets import QInputDialog, QLineEdit
from pytestqt.qtbot import QtBot

from app.application import Application
from app.badges import LOOKS
from app.groups.columns import GroupColumn
from app.i18n import Language
from app.removal.rules import RulesDialog, Shelf, _Wanted, cross_of, preview_of
from app.settings.settings import (
    Appearance,
    MarkingRules,
    RuleSet,
    apply_appearance,
    load_settings,
)
from app.style import colours_of
from builders import chinese_text, edited, english_text
from cells import column_of, rows_of, shown_name
from group_reports import many
from leases import answer, mark
from named import kept_names, key_named, marked_names
from removals import put
from simcore import KeepRule, Kind
from simcore.files.roles import Role, Roles
from simcore.model.records import DocumentId
from simcore.removal.keep_rules import COPY_NAMES, KeepBy
from windows import asked, double_click

pytestmark = pytest.mark.usefixtures("british")

NEWEST = MarkingRules((KeepRule(KeepBy.NEWEST),))
LARGEST = MarkingRules((KeepRule(KeepBy.LARGEST),), (Kind.IDENTICAL, Kind.SIMILAR))


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


def open_dialog(
    qtbot: QtBot, application: Application, ruling: MarkingRules | None = None
) -> RulesDialog:
    application.window.commands.mark_by_rules.trigger()
    dialog = application.window.findChild(RulesDialog)
    if ruling is not None:
        dialog.set_ruling(ruling)
    settle(qtbot, dialog)
    return dialog


def settle(qtbot: QtBot, dialog: RulesDialog) -> None:
    qtbot.waitUntil(lambda: not dialog._previewing.busy)


def shown_rows(dialog: RulesDialog) -> list[list[str]]:
    return rows_of(dialog.pairs.pairs)


def test_preview_then_mark_then_remove(qtbot, application, library):
    window, model = application.window, application.window.group_model
    before = {path: path.read_bytes() for path in library.rglob("*.txt")}
    dialog = open_dialog(qtbot, application, NEWEST)
    assert marked_names(application) == set(), "a preview marks nothing"
    rows = {(Path(row[0]).name, Path(row[3]).name, row[1], row[2]) for row in shown_rows(dialog)}
    assert rows == {
        ("plan.txt", "plan copy.txt", "Identical", "newest"),
        ("報告 - 副本.txt", "報告.txt", "Same text", "newest"),
        # the newest of the contracts is only near to the others: of these, the newest stays, too
        ("合同.txt", "合同 (1).txt", "Identical", "newest"),
        ("合同.txt", "合同 (1).txt", "Same text", "newest"),
    }
    assert "Would mark 4 documents in 3 groups" in dialog.words()
    assert "cannot be decided" not in dialog.words()
    dialog.kinds[Kind.SIMILAR].setChecked(True)
    settle(qtbot, dialog)
    assert "Would mark at most 5 documents in 3 groups" in dialog.words()
    dialog.kinds[Kind.SIMILAR].setChecked(False)
    settle(qtbot, dialog)
    assert dialog.mark_button.text().replace("&", "") == "Mark 4"
    dialog.mark_button.click()
    marked = {"plan.txt", "報告 - 副本.txt", "合同.txt"}
    qtbot.waitUntil(lambda: marked_names(application) == marked)
    assert window.alert.text() == "Marked 4 documents.", "as many as the button said"
    # what stays is the kept one now
    assert {"plan copy.txt", "報告.txt"} <= kept_names(application)
    report = application.session.results.report

    # and remains so when the slider moves
    window.threshold_bar.set_similarity(0.8)
    window.threshold_bar.similarity_changed.emit(0.8)
    qtbot.waitUntil(lambda: application.session.results.report is not report)
    assert marked_names(application) == marked

    removal = asked(qtbot, application, window.commands.trash)
    assert {(one.document.path.name, one.witness.path.name) for one in removal.plan.removals} == {
        ("plan.txt", "plan copy.txt"),
        ("報告 - 副本.txt", "報告.txt"),
        ("合同.txt", "合同 (1).txt"),
    }
    answer(qtbot, application, removal)
    left = {path: path.read_bytes() for path in library.rglob("*.txt")}
    gone = {library / name for name in ("plan.txt", "報告 - 副本.txt", "合同.txt", "旧/合同.txt")}
    assert left == {path: data for path, data in before.items() if path not in gone}
    assert model.marked() == frozenset()


def test_what_the_filter_hides_is_left_alone(qtbot, application, library):
    window, model = application.window, application.window.group_model
    window.filter_bar.setText("plan")
    qtbot.waitUntil(lambda: model.filter.text == "plan")
    dialog = open_dialog(
        qtbot, application, MarkingRules((KeepRule(KeepBy.NOT_NAME, patterns=COPY_NAMES),))
    )
    assert "Would mark 1 document, " in dialog.words()
    dialog.mark_button.click()
    qtbot.waitUntil(lambda: marked_names(application) == {"plan copy.txt"})

    # of a group that is shown in part, too
    window.commands.unmark.trigger()
    window.filter_bar.setText("旧")
    qtbot.waitUntil(lambda: model.filter.text == "旧")
    dialog = open_dialog(
        qtbot, application, MarkingRules((KeepRule(KeepBy.ENCODING), KeepRule(KeepBy.OLDEST)))
    )
    assert [Path(row[0]).name for row in shown_rows(dialog)] == ["合同.txt"]
    assert "1 hidden by the filter are left alone." in dialog.words()
    dialog.mark_button.click()
    qtbot.waitUntil(lambda: marked_names(application) == {"合同.txt"})
    assert window.alert.text() == "Marked 1 document; 1 hidden by the filter were left alone."
    (marked,) = model.marked()
    path = application.session.results.report.documents[marked].path
    assert path == library / "旧" / "合同.txt"


def test_rules_are_edited_saved_and_remembered(qtbot, application, library, tmp_path):
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
    rules.folders_list.add_folder(library / "旧")
    qtbot.mouseClick(rules.folders_list.up, Qt.MouseButton.LeftButton)
    assert rules.rules()[1].folders == (library / "旧", library)
    qtbot.mouseClick(rules.folders_list.remove, Qt.MouseButton.LeftButton)
    assert rules.rules()[1].folders == (library,)
    rules.add(KeepBy.FOLDER)
    assert len(rules.rules()) == 2, "each sort of rule is there once"
    qtbot.mouseClick(rules.up, Qt.MouseButton.LeftButton)
    assert [rule.by for rule in rules.rules()] == [KeepBy.FOLDER, KeepBy.NAME]
    qtbot.mouseClick(rules.down, Qt.MouseButton.LeftButton)
    rules.menu.aboutToShow.emit()
    longest = next(one for one in rules.menu.actions() if one.data() == "longest")
    longest.trigger()
    assert [rule.by for rule in rules.rules()] == [KeepBy.NAME, KeepBy.FOLDER, KeepBy.LONGEST]
    qtbot.keyClick(rules.cards, Qt.Key.Key_Delete)
    dialog.kinds[Kind.SAME_TEXT].setChecked(False)
    wanted = dialog.ruling()
    assert wanted.kinds == (Kind.IDENTICAL,)
    dialog.show()
    dialog.sets.save_button.click()
    asking = dialog.findChild(QInputDialog)
    asking.setTextValue("旧的优先")
    field = asking.findChild(QLineEdit)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert dialog.isVisible(), "Enter in the name saves, and marks nothing"
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


def test_protected_folders_lose_no_mark(qtbot, application, library):
    application.session.set_roles(Roles({library: Role.PROTECTED}))
    dialog = open_dialog(qtbot, application, NEWEST)
    assert "Would mark 0 documents in 0 groups" in dialog.words()
    assert "2 groups cannot be decided: in a protected folder (2)." in dialog.words()
    assert not dialog.mark_button.isEnabled()


def test_results_that_changed_meanwhile_are_not_marked(qtbot, application):
    dialog = open_dialog(qtbot, application, NEWEST)
    session = application.session
    session.set_config(replace(session.config, distance=10, similarity=0.9, contained=False))
    before = application.session.results.report
    qtbot.waitUntil(lambda: application.session.results.report is not before)
    dialog.mark_button.click()
    assert "nothing was marked" in application.window.alert.text()
    assert marked_names(application) == set()


def test_marks_that_are_there_count(qtbot, application):
    """What a person marked goes already: it is no survivor, and stays marked."""
    mark(application, "plan copy.txt")
    dialog = open_dialog(qtbot, application, NEWEST)
    assert {Path(row[0]).name for row in shown_rows(dialog)} == {"報告 - 副本.txt", "合同.txt"}
    dialog.mark_button.click()
    marked = {"plan copy.txt", "報告 - 副本.txt", "合同.txt"}
    qtbot.waitUntil(lambda: marked_names(application) == marked)


def test_other_rules_later_and_a_person_in_the_end(qtbot, application):
    """What earlier rules let stay binds no later ones; what a person says goes before both."""
    window, model = application.window, application.window.group_model
    for ruling, stays, goes in (
        (NEWEST, "plan copy.txt", "plan.txt"),
        (MarkingRules((KeepRule(KeepBy.OLDEST),)), "plan.txt", "plan copy.txt"),
        (NEWEST, "plan copy.txt", "plan.txt"),
    ):
        window.commands.unmark.trigger()
        dialog = open_dialog(qtbot, application, ruling)
        assert "you chose" not in str(shown_rows(dialog))
        dialog.mark_button.click()
        qtbot.waitUntil(lambda goes=goes: goes in marked_names(application))
        assert stays in kept_names(application)
        assert stays not in marked_names(application)

    window.group_view.choose(key_named(application, "plan.txt"))
    window.review_actions.keep.trigger()
    qtbot.waitUntil(lambda: bool(application.session.judgements.now.kept))
    qtbot.waitUntil(lambda: "plan.txt" in kept_names(application))
    assert "plan copy.txt" not in kept_names(application)
    assert "報告.txt" in kept_names(application), "of other groups nothing was said"
    assert "plan.txt" not in marked_names(application), "a kept document is not marked"
    dialog = open_dialog(qtbot, application, NEWEST)
    (row,) = [row for row in shown_rows(dialog) if "plan" in row[0]]
    assert Path(row[0]).name == "plan copy.txt"
    assert row[2] == "you chose the one that stays"
    assert model.marked() <= set(application.session.results.report.documents)


def test_a_large_report_is_previewed_and_stopped():
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
        preview_of(SimpleNamespace(check=check), shelf, NEWEST)
    assert preview_of(SimpleNamespace(check=lambda: None), shelf, NEWEST).marked == 0


def test_what_became_of_each_mark_is_told(qtbot, application):
    """Groups made anew may keep what was to go, and a mark of before may be in force again."""
    report, model = application.session.results.report, application.window.group_model
    alert = application.window.alert
    kept = frozenset(group.representative for group in report.groups)
    near = frozenset(one.document for group in report.groups for one in group.members)

    def mark_wanted(wanted: frozenset[DocumentId]) -> None:
        application.rules._wanted = _Wanted(report, wanted, frozenset(), frozenset(), 0)
        application.rules._mark()
        qtbot.waitUntil(lambda: model.marked() == near and bool(alert.text()))

    mark_wanted(kept | near)
    assert alert.text().startswith(f"Marked {len(near)} documents. {len(kept)} ")
    assert "left alone" in alert.text()
    # a mark that came back is not new, and not left alone either
    model.set_marked(())
    model.mark(sorted(near)[:1], on=True)
    alert.close_message()
    mark_wanted(near)
    assert alert.text() == f"Marked {len(near)} documents."


def test_rules_are_moved_by_hand_and_by_keys(qtbot, application):
    dialog = open_dialog(qtbot, application)
    wanted = KeepBy.NEWEST, KeepBy.LONGEST, KeepBy.SHORTEST_PATH
    dialog.set_ruling(MarkingRules(tuple(map(KeepRule, wanted))))
    rules, cards = dialog.rule_list, dialog.rule_list.cards

    def order() -> list[KeepBy]:
        return [rule.by for rule in rules.rules()]

    assert cards.count() == 4
    assert "protected folder" in cards.item(0).text()
    assert not cards.item(0).flags() & Qt.ItemFlag.ItemIsSelectable
    cards.setCurrentRow(3)
    qtbot.keyClick(cards, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert order() == [KeepBy.NEWEST, KeepBy.SHORTEST_PATH, KeepBy.LONGEST]
    qtbot.keyClick(cards, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert order() == [KeepBy.SHORTEST_PATH, KeepBy.NEWEST, KeepBy.LONGEST]
    assert not rules.up.isEnabled()
    qtbot.keyClick(cards, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert order()[0] is KeepBy.SHORTEST_PATH

    def dropped(card: int, on: int, *, below: bool) -> None:
        cards.setCurrentRow(card)
        rect = cards.visualItemRect(cards.item(on))
        point = rect.bottomLeft() - QPoint(-9, 3) if below else rect.topLeft() + QPoint(9, 3)
        event = QDropEvent(
            point,
            Qt.DropAction.MoveAction,
            cards.mimeData([cards.item(card)]),
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
        cards.dropEvent(event)
        assert event.dropAction() is Qt.DropAction.IgnoreAction, "or the view removes the card"

    dropped(1, 3, below=True)
    assert order() == [KeepBy.NEWEST, KeepBy.LONGEST, KeepBy.SHORTEST_PATH]
    dropped(3, 0, below=False)  # nothing goes before what is always first
    assert order() == [KeepBy.SHORTEST_PATH, KeepBy.NEWEST, KeepBy.LONGEST]
    dropped(3, 2, below=False)
    assert order() == [KeepBy.SHORTEST_PATH, KeepBy.LONGEST, KeepBy.NEWEST]
    cross = cross_of(cards.visualItemRect(cards.item(2)), cards)
    qtbot.mouseClick(cards.viewport(), Qt.MouseButton.LeftButton, pos=cross.center())
    assert order() == [KeepBy.SHORTEST_PATH, KeepBy.NEWEST]
    settle(qtbot, dialog)
    dialog.reject()


def test_each_kind_says_how_many_documents_are_of_it(qtbot, application, library):
    """Of eight documents three are kept; a protected one could not go."""
    dialog = open_dialog(qtbot, application)
    qtbot.waitUntil(lambda: not dialog._counting.busy)

    def counts() -> dict[Kind, str]:
        return {kind: box.accessibleDescription() for kind, box in dialog.kinds.items()}

    unmarked = {Kind.EARLIER_VERSION, Kind.LINKED, Kind.SAME_FORM, Kind.BOILERPLATE}
    assert list(dialog.kinds) == [one for one in LOOKS if one not in unmarked]
    found = counts()
    assert found[Kind.IDENTICAL] == "2 documents"
    assert found[Kind.SAME_TEXT] == "2 documents"
    assert found[Kind.SIMILAR] == "1 document"
    assert found[Kind.PART] == "0 documents"
    dialog.reject()
    qtbot.waitUntil(lambda: not application.window.findChildren(RulesDialog))
    application.session.set_roles(Roles({library / "旧": Role.PROTECTED}))
    dialog = open_dialog(qtbot, application)
    qtbot.waitUntil(lambda: not dialog._counting.busy)
    assert counts()[Kind.SAME_TEXT] == "1 document"
    # the whole row of a kind is pressed, not only its box
    box = dialog.kinds[Kind.SIMILAR]
    place = QPoint(box.sizeHint().width() - 3, box.height() // 2)
    qtbot.mouseClick(box, Qt.MouseButton.LeftButton, pos=place)
    assert box.isChecked()
    dialog.reject()


def test_green_is_for_true_copies_alone(qtbot, qapp, application):
    dialog = open_dialog(qtbot, application)

    def colour() -> str:
        return dialog._summary.palette().color(QPalette.ColorRole.WindowText).name()

    dialog.set_ruling(NEWEST)
    settle(qtbot, dialog)
    found = set()
    for appearance in (Appearance.DARK, Appearance.LIGHT):  # live
        apply_appearance(qapp, appearance)
        qtbot.wait(20)
        colours = colours_of(qapp.palette())
        safe = colours.safe.name()
        assert colour() == safe
        muted = dialog._details.palette().color(QPalette.ColorRole.WindowText)
        assert muted == colours.muted
        found.add(safe)
    assert len(found) == 2
    dialog.kinds[Kind.SIMILAR].setChecked(True)
    settle(qtbot, dialog)
    assert colour() != safe
    dialog.reject()
    apply_appearance(qapp, Appearance.SYSTEM)


def test_a_pair_of_the_preview_is_looked_at_and_the_rules_come_back(qtbot, application, library):
    window = application.window
    dialog = open_dialog(qtbot, application, NEWEST)
    row = [Path(one[0]).name for one in shown_rows(dialog)].index("plan.txt")
    index = dialog.pairs.pairs.index(row, 2)
    double_click(qtbot, dialog.pairs, index)
    assert not dialog.isVisible()
    pair = application.comparing.pair
    assert set(pair) == {library / "plan.txt", library / "plan copy.txt"}
    assert "Nothing has been marked" in window.alert.text()
    application.rules._aside.back.trigger()
    assert dialog.isVisible()
    settle(qtbot, dialog)
    assert dialog.ruling() == NEWEST
    dialog.pairs.ask_for_current()
    window.commands.mark_by_rules.trigger()  # no second dialog
    assert dialog.isVisible()
    assert len(window.findChildren(RulesDialog)) == 1
    settle(qtbot, dialog)
    dialog.mark_button.click()
    qtbot.waitUntil(lambda: "plan.txt" in marked_names(application))


def test_rules_that_wait_come_along_into_another_language(qtbot, application):
    dialog = open_dialog(qtbot, application, LARGEST)
    dialog.pairs.ask_for_current()
    application.window.language_menu.chosen.emit(Language.SIMPLIFIED)
    application.window.language_menu.chosen.emit(Language.ENGLISH)
    window = application.window
    assert "Nothing has been marked" in window.alert.text()
    application.rules._aside.back.trigger()
    (again,) = window.findChildren(RulesDialog)
    assert again.ruling() == LARGEST
    assert window.alert.text() == ""
    again.reject()
    # the rules of the last time are those of the next, in any language
    window.language_menu.chosen.emit(Language.SIMPLIFIED)
    assert application.window.alert.text() == ""
    assert open_dialog(qtbot, application).ruling() == LARGEST


def test_no_row_of_the_preview_reads_the_same_twice(qtbot, open_window, private_home):
    """Both columns said "Regulation on the…of the province.txt": the difference was cut out."""
    folder, text = private_home / "d", english_text(5)
    name = "Regulation on the protection of {0} waters of the province.txt"
    for number, what in enumerate(("inner", "outer", "upper")):
        put(folder / name.format(what), text.encode(), 1_600_000_000 + number)
    application = open_window(folder)
    dialog = open_dialog(qtbot, application, NEWEST)
    dialog.resize(720, 500)
    qtbot.wait(50)
    view, font = dialog.pairs, dialog.pairs.font()
    delegate = view.itemDelegate()
    assert view.pairs.rowCount() == 2
    for row in range(2):
        record, read = view.pairs.record(row), []
        for column, spare in ((0, 0), (3, delegate.star_room(font))):
            side = view.pairs.columns[column].value(record)
            before = delegate.before(column, font, view.pairs)
            width = view.columnWidth(column) - before - delegate.margin(font) - spare
            whole = "".join(run.text for run in side.place.name)
            assert QFontMetricsF(font).horizontalAdvance(whole) > width, "there is room for all"
            read.append(shown_name(side.place, font, width))
        assert read[0] != read[1]
        assert any(word in read[0] for word in ("inner", "outer"))
    dialog.reject()


def test_ties_lost_formats_and_dates_are_told_in_the_preview(qtbot, open_window, private_home):
    folder, text, words = private_home / "drafts", english_text(7, 600), english_text(8, 300)
    put(folder / "copy of z.txt", chinese_text(9).encode(), 1_600_000_000)
    put(folder / "z.txt", chinese_text(9).encode(), 1_600_000_000)
    put(folder / "plan final.txt", text.encode(), 1_600_000_000)
    put(folder / "plan v6.txt", edited(text, 1, 6).encode(), 1_600_000_000 + 14 * 86_400)
    put(folder / "letter.rtf", ("{\\rtf1\\ansi " + words + "}").encode(), 1_600_000_000)
    put(folder / "letter.txt", words.encode(), 1_600_000_900)
    application = open_window(folder)
    shown = column_of(application.window.group_model, GroupColumn.KIND)
    assert "Kept: check the dates; higher version by name" in shown
    dialog = open_dialog(qtbot, application)
    dialog.set_ruling(replace(NEWEST, kinds=tuple(Kind)[:4]))
    for kind in (Kind.SAME_WORDS, Kind.SIMILAR):
        dialog.kinds[kind].setChecked(True)
    settle(qtbot, dialog)
    told = {Path(row[0]).name.split(" \u00b7 ")[0]: row[2] for row in shown_rows(dialog)}
    assert told == {"copy of z.txt": "same time; not named as a copy", "letter.rtf": "newest"}
    assert "Check formats: 1 document is easier to edit than the one that stays." in dialog.words()
    assert "name and date disagree about the latest one (1)" in dialog.words()
    dialog.mark_button.click()
    qtbot.waitUntil(lambda: marked_names(application) == {"copy of z.txt", "letter.rtf"})
    summary = asked(qtbot, application, application.window.commands.trash)
    qtbot.waitUntil(summary._hints.isVisible)
    assert "Check formats: 1 document" in summary._hints.text()
    summary.reject()
