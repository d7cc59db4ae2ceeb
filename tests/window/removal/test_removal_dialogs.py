"""The dialogs of removals: what the summary says of documents, its ticks, room for words."""

import os
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF
from PySide6.QtWidgets import QApplication, QDialog, QWidget
from pytestqt.qtbot import QtBot

from amounts import LONG, examples
from app.application import Application
from app.i18n import Language
from app.removal.controller import RemovalResults
from app.removal.dialog import RemovalDialog, RemovalTally
from app.removal.history import HistoryWindow
from app.removal.pairs import PairPlace, Tone, places
from app.removal.rules import RulesDialog
from app.settings.settings import Appearance, apply_appearance
from app.widgets.tables import shared
from builders import document
from cells import shown_name
from leases import mark, question
from looking import faults
from named import marked_names
from screen_walk import furnished, opened
from simcore import Action, Kind
from simcore.files.roles import Role, Roles
from simcore.removal.keep_rules import KeepBy
from simcore.removal.plan import Removal
from translations import TRANSLATED, spoken_from
from windows import asked, double_click, reads_journal, scan, wait_until_idle

pytestmark = pytest.mark.skipif(os.name == "nt", reason="trashes and fonts are others there")

COPIES = ("lease copy.txt", "lease copy 2.txt", "lease utf-16.txt", "纪要 (1).txt")
ALL = (*COPIES, "lease garden.txt")


def come_back(qtbot: QtBot, application: Application) -> RemovalDialog:
    """Go back from two documents to the summary, the only one there is."""
    application.removing._aside.back.trigger()
    qtbot.waitUntil(lambda: bool(application.window.findChildren(RemovalDialog)))
    (dialog,) = application.window.findChildren(RemovalDialog)
    qtbot.waitUntil(dialog.isVisible)
    return dialog


def summary(qtbot: QtBot, application: Application, *names: str) -> RemovalDialog:
    dialog = question(qtbot, application, *names)
    qtbot.waitUntil(dialog.isVisible)
    return dialog


def row_named(dialog: RemovalDialog, name: str) -> int:
    model = dialog.pairs.pairs
    return next(
        row for row in range(model.rowCount()) if Path(str(model.index(row, 0).data())).name == name
    )


def untick(qtbot: QtBot, dialog: RemovalDialog, name: str) -> None:
    """Click on the box of a row."""
    row, view = row_named(dialog, name), dialog.pairs
    index = view.pairs.index(row, 0)
    view.scrollTo(index)
    delegate = view.itemDelegate()
    place = delegate.box(view.visualRect(index), view.font()).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)


def go(qtbot: QtBot, application: Application, dialog: RemovalDialog) -> None:
    with qtbot.waitSignal(application.session.removed):
        qtbot.keyClick(dialog.pairs, Qt.Key.Key_Return)
    wait_until_idle(qtbot, application)
    qtbot.waitUntil(lambda: not reads_journal(application))


def test_what_is_no_true_copy_comes_first(qtbot, application, library):
    dialog = summary(qtbot, application, *ALL)
    (first, review), (second, copies) = dialog.pairs.pairs.heads()
    assert (first, second) == (0, 2)
    assert review.tone is Tone.WARNING
    assert copies.tone is Tone.SAFE
    assert row_named(dialog, "lease garden.txt") == 1
    rest = {row_named(dialog, name) for name in COPIES}
    assert rest == set(range(3, 3 + len(COPIES)))
    assert dialog.words().startswith("Move 5 documents to the trash?\nFor each of them one ")
    assert "in 2 groups" in dialog.words()
    assert QApplication.focusWidget() is dialog.pairs
    assert dialog.pairs.currentIndex().row() == 1
    with qtbot.waitSignal(dialog.rejected):
        qtbot.keyClick(dialog.pairs, Qt.Key.Key_Escape)
    assert all((library / name).exists() for name in ("lease.txt", "lease garden.txt"))


def test_what_is_unticked_is_not_counted_and_stays(qtbot, application, library):
    sizes = {path.name: path.stat().st_size for path in library.rglob("*.txt")}
    dialog = summary(qtbot, application, *ALL)
    untick(qtbot, dialog, "lease garden.txt")
    untick(qtbot, dialog, "lease copy 2.txt")
    assert dialog.move_button.text() == "Move 3 to trash"
    assert "Move 3 documents to the trash?" in dialog.words()
    assert "1 Identical" in dialog.words()
    assert "2 Same text" in dialog.words()
    going = [name for name in COPIES if name != "lease copy 2.txt"]
    assert f"{sum(sizes[name] for name in going) / 1000:.1f} kB" in dialog.words()
    untick(qtbot, dialog, "lease copy 2.txt")  # and ticks it again
    assert "2 Identical" in dialog.words()
    go(qtbot, application, dialog)
    left = {path.name for path in library.rglob("*.txt")}
    assert left == {"lease.txt", "lease garden.txt", "纪要.txt"}
    assert marked_names(application) == set(), "what a person lets stay is marked no more"


def test_ticks_are_set_by_the_keyboard(qtbot, application):
    dialog = summary(qtbot, application, *ALL)
    before = dialog.words()
    qtbot.keyClick(dialog.pairs, Qt.Key.Key_Space)
    assert dialog.move_button.text() == "Move 4 to trash"
    qtbot.keyClick(dialog.pairs, Qt.Key.Key_Down)
    assert dialog.pairs.currentIndex().row() == 3, "a head is passed over"
    qtbot.keyClick(dialog.pairs, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(dialog.pairs, Qt.Key.Key_Space)
    assert "No document is chosen." in dialog.words()
    assert not dialog.move_button.isEnabled()
    qtbot.keyClick(dialog.pairs, Qt.Key.Key_Return)
    assert dialog.isVisible()
    qtbot.keyClick(dialog.pairs, Qt.Key.Key_Space)
    assert dialog.move_button.text() == "Move 5 to trash"
    assert dialog.words() == before
    dialog.reject()
    assert marked_names(application) == set(ALL), "Cancel changes no mark"


def test_two_documents_are_looked_at_and_the_summary_comes_back(qtbot, application, library):
    window = application.window
    dialog = summary(qtbot, application, *ALL)
    untick(qtbot, dialog, "lease utf-16.txt")
    head = dialog.pairs.indexWidget(dialog.pairs.pairs.index(0, 0))
    qtbot.mouseClick(head.link, Qt.MouseButton.LeftButton)
    assert not dialog.isVisible()
    assert application.comparing.pair == (library / "lease.txt", library / "lease garden.txt")
    assert window.tabs.currentWidget() is window.difference_view
    assert window.isEnabled()
    qtbot.waitUntil(lambda: window.difference_view.navigation.count > 0)
    assert "Nothing has been moved" in window.alert.text()

    assert come_back(qtbot, application) is dialog
    assert window.alert.text() == "", "nothing waits any more"
    assert dialog.move_button.text() == "Move 4 to trash"
    # any other row by its keys or a double click, and the command brings the summary back, too
    row = row_named(dialog, "纪要 (1).txt")
    double_click(qtbot, dialog.pairs, dialog.pairs.pairs.index(row, 0))
    assert not dialog.isVisible()
    assert application.comparing.pair == (library / "纪要.txt", library / "会议/纪要 (1).txt")
    assert "Nothing has been moved" in window.alert.text()
    window.alert._close_by_hand()
    window.commands.trash.trigger()
    qtbot.waitUntil(dialog.isVisible)
    assert len(window.findChildren(RemovalDialog)) == 1
    dialog.pairs.ask_for_current()
    assert "Nothing has been moved" in window.alert.text(), "though it was closed before"
    assert come_back(qtbot, application) is dialog
    go(qtbot, application, dialog)
    assert (library / "a/lease utf-16.txt").exists()
    assert not (library / "lease garden.txt").exists()


def test_a_summary_that_waits_closes_with_its_results(qtbot, application):
    dialog = summary(qtbot, application, *ALL)
    dialog.pairs.ask_for_current()
    with qtbot.waitSignal(dialog.rejected):
        application.window.commands.scan.trigger()
        wait_until_idle(qtbot, application)
    application.removing._aside.back.trigger()
    assert not application.removing._planning.busy


def test_a_summary_that_waits_comes_along_into_another_language(qtbot, application):
    dialog = summary(qtbot, application, *ALL)
    untick(qtbot, dialog, "lease utf-16.txt")
    dialog.pairs.ask_for_current()
    for language in (Language.SIMPLIFIED, Language.ENGLISH):
        application.window.language_menu.chosen.emit(language)
        assert application.window.alert.text(), "it says that the summary waits"
    window = application.window
    assert "Nothing has been moved" in window.alert.text()
    assert not window.findChildren(RemovalDialog)
    again = come_back(qtbot, application)
    assert again.move_button.text() == "Move 4 to trash"
    assert window.alert.text() == ""
    # it is forgotten with its results, as a dialog is
    again.pairs.ask_for_current()
    window.language_menu.chosen.emit(Language.TRADITIONAL)
    application.window.commands.scan.trigger()
    wait_until_idle(qtbot, application)
    application.removing._aside.back.trigger()
    assert not application.removing._planning.busy


def test_no_dialog_opens_over_another(qtbot, application):
    """A summary takes a while to plan, and something else is asked for meanwhile."""
    window = application.window
    mark(application, *ALL)
    application.removing.plan_trash()
    window.commands.mark_by_rules.trigger()
    (rules,) = window.findChildren(RulesDialog)
    qtbot.waitUntil(lambda: not application.removing._planning.busy)
    assert not window.findChildren(RemovalDialog)
    assert "Nothing has been moved" in window.alert.text()
    rules.reject()
    dialog = come_back(qtbot, application)
    for command in (
        window.commands.mark_by_rules,
        window.commands.palette,
        window.commands.settings,
        application.comparing.choose_program,
    ):
        command.trigger()
    asking = [one for one in window.findChildren(QDialog) if one.isVisible() and one.isModal()]
    assert asking == [dialog]


def test_another_place_is_chosen_in_the_summary(qtbot, application, library, elsewhere):
    dialog = summary(qtbot, application, *COPIES)
    untick(qtbot, dialog, "lease copy.txt")
    box = dialog._places
    assert box.currentText() == "Trash (can be undone)"
    box.setCurrentIndex(1)
    box.activated.emit(1)
    qtbot.waitUntil(lambda: dialog.plan.action is Action.MOVE)
    assert dialog.move_button.text() == "Move 3 to the folder"
    assert str(elsewhere) in dialog.words()
    go(qtbot, application, dialog)
    assert (library / "a/b/lease copy.txt").exists()
    assert (elsewhere / "a/lease copy 2.txt").exists()


def test_what_stays_is_counted_with_the_reason(qtbot, application, library):
    application.session.set_roles(Roles({library / "a": Role.PROTECTED}))
    dialog = summary(qtbot, application, *COPIES)
    assert dialog.move_button.text() == "Move 1 to trash"
    assert "3 documents in protected folders stay" in dialog.words()
    assert dialog.pairs.pairs.heads()[-1][1].title == "Marked, and stay: 3"
    row = row_named(dialog, "lease copy.txt")
    assert "protected" in str(dialog.pairs.pairs.index(row, 4).data())
    assert dialog.pairs.pairs.has_tick(row) is None
    dialog.reject()


@settings(max_examples=examples(60), deadline=None)
@given(st.lists(st.tuples(st.sets(st.integers(0, 19)), st.booleans()), max_size=8))
def test_what_is_counted_is_what_has_a_tick(changes: list[tuple[set[int], bool]]):
    """In any order of ticks, against a count of all that have one."""
    kinds = (Kind.SIMILAR, Kind.IDENTICAL, Kind.SAME_TEXT)
    removals = [
        Removal(
            replace(document(2 * n + 1), size=10**n % 997),
            document(2 * n + 2),
            n // 3 + 1,
            kinds[n % 3],
            0.9,
            by_hand=not n % 7,
            numbers_only=not n % 6,
        )
        for n in range(20)
    ]
    found = RemovalTally()
    for removal in removals:
        found.count(removal)
    ticked = set(range(20))
    for rows, on in changes:
        for row in rows - ticked if on else rows & ticked:
            found.count(removals[row], 1 if on else -1)
        ticked = ticked | rows if on else ticked - rows
    left = [removals[row] for row in ticked]
    assert found.documents == len(left)
    assert found.size == sum(one.document.size for one in left)
    assert set(found.groups) == {one.group for one in left}
    assert found.by_hand == sum(one.by_hand for one in left)
    assert found.numbers_only == sum(one.numbers_only for one in left)
    for kind in kinds:
        counted = sum(one.kind is kind and not one.numbers_only for one in left)
        assert found.kinds[kind] == counted


# ---- what tells two documents apart

NAMES = st.text("ab1 .-合同", min_size=1, max_size=9).filter(lambda name: name.strip(". ") == name)
PATHS = st.builds(
    lambda folders, name: Path("/base", *folders, name), st.lists(NAMES, max_size=3), NAMES
)


@settings(max_examples=examples(400), deadline=None)
@given(PATHS, PATHS)
def test_two_paths_never_read_the_same(one: Path, other: Path):
    found = places(one, other, Path("/base"))
    texts = [("".join(r.text for r in at.name), "".join(r.text for r in at.folder)) for at in found]
    assert (texts[0] == texts[1]) == (one == other)
    assert texts[0][0] == one.name
    for at, path in zip(found, (one, other), strict=True):
        assert at.equal == (one.name == other.name)
        # what does not tell, the other has, too
        for run in at.name:
            if not run.tells:
                assert run.text in one.name
                assert run.text in other.name
        assert path.name == "".join(run.text for run in at.name)


LONG_NAME = "Supply agreement of the northern district with annexes and remarks"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (f"{LONG_NAME}.docx", f"{LONG_NAME} (1).docx"),
        (f"{LONG_NAME} v1 final.docx", f"{LONG_NAME} v2 final.docx"),
        (f"draft 1 {LONG_NAME}.docx", f"draft 2 {LONG_NAME}.docx"),
        (f"{LONG_NAME} - {LONG_NAME} old.txt", f"{LONG_NAME} = {LONG_NAME} old.txt"),
        (
            "山东省实施宪法宣誓制度办法实施细则解释甲.md",
            "山东省实施宪法宣誓制度办法实施细则解释乙.md",
        ),
        (f"{LONG_NAME}, first reading.txt", f"{LONG_NAME}, second reading.txt"),
    ],
)
@pytest.mark.parametrize("width", [110, 150, 220])
def test_a_name_is_cut_where_both_are_alike(qapp, one: str, other: str, width: int):
    """They read the same in the preview of rules: what told them apart was left out."""
    font = QApplication.font()

    def shown(place: PairPlace) -> str:
        return shown_name(place, font, width)

    left, right = places(Path("/a", one), Path("/a", other), Path("/a"))
    assert shown(left) != shown(right)
    assert "…" in shown(left) + shown(right)


def test_no_column_is_cut_while_the_other_has_room(qtbot, open_on):
    """The name of what goes is far longer than that of what stays."""
    text = " ".join(f"clause {number} of the paper" for number in range(300))
    long = f"{LONG_NAME} 2.txt"
    application = open_on({"a.txt": text, long: text})
    dialog = summary(qtbot, application, long)
    dialog.resize(1010, 612)
    view, column = dialog.pairs, dialog.pairs.pairs.columns[0]
    record = view.pairs.record(row_named(dialog, long))
    delegate = view.itemDelegate()
    wanted = delegate.wanted(column, record, view.font())
    assert wanted >= QFontMetricsF(view.font()).horizontalAdvance(long)
    given_to = view.columnWidth(0) - delegate.before(0, view.font(), view.pairs)
    assert given_to - delegate.margin(view.font()) >= wanted
    assert sum(view.columnWidth(at) for at in range(5)) <= view.viewport().width()
    assert not view.horizontalScrollBar().isVisible()
    dialog.reject()


@given(st.integers(0, 500), st.lists(st.integers(1, 300), min_size=1, max_size=4))
def test_a_room_is_shared_without_waste(room: int, wanted: list[int]):
    found = shared(room, wanted)
    assert sum(found) <= max(room, 0)
    if sum(wanted) <= room:
        assert sum(found) == room
        assert all(width >= least for width, least in zip(found, wanted, strict=True))
    else:
        assert sum(found) >= room - len(wanted)
        cut = [width for width, least in zip(found, wanted, strict=True) if width < least]
        full = [width for width, least in zip(found, wanted, strict=True) if width == least]
        assert cut
        assert max(full, default=0) <= min(cut) + len(wanted)


FOLDER = os.environ.get("VARIORUM_SCREENS", "")
SIZES = (QSize(1024, 700), QSize(1280, 800), QSize(1920, 1080))
LARGE = 2.0
"""The dialogs of removals: what the summary says of documents, its ticks, room for words."""

LOOKS = list(
    product([Language.ENGLISH, *TRANSLATED], [Appearance.LIGHT, Appearance.DARK], [1.0, LARGE])
)
FEW = [
    (Language.ENGLISH, Appearance.LIGHT, 1.0),
    (Language.SIMPLIFIED, Appearance.DARK, LARGE),
    (Language.TRADITIONAL, Appearance.LIGHT, 1.0),
]


@pytest.fixture
def documents(private_home: Path) -> Path:
    """Copies, what is near, and names that are too long for any column."""
    folder = furnished(private_home / "文档")
    long = "关于印发 Regulation on the protection of inland waters of the province 的通知"
    text = (folder / "合同.txt").read_text(encoding="utf-8")
    (folder / f"{long}.txt").write_text(text, encoding="utf-8")
    (folder / "会议" / f"{long} (1).txt").write_text(text, encoding="gb18030")
    return folder


@pytest.fixture
def plain(qapp: QApplication, compiled: Path) -> Iterator[None]:
    font = QFont(qapp.font())
    with spoken_from(compiled):
        yield
    qapp.setFont(font)
    apply_appearance(qapp, Appearance.SYSTEM)


def look(widget: QWidget, name: str, wrong: dict[str, object], folder: str) -> None:
    """Judge a dialog at each size that fits its window, and keep its picture."""
    own = widget.size()
    for width, height in dict.fromkeys(size.boundedTo(own).toTuple() for size in (*SIZES, own)):
        widget.resize(width, height)
        for _ in range(3):
            QApplication.processEvents()
        if found := faults(widget):
            wrong[f"{name} {widget.width()}x{widget.height()}"] = found
        if FOLDER:
            place = Path(FOLDER) / folder
            place.mkdir(parents=True, exist_ok=True)
            assert widget.grab().save(str(place / f"{name} {widget.width()}.png"))
    widget.resize(own)


def dialogs(qtbot: QtBot, application: Application) -> Iterator[tuple[QWidget, str]]:
    """Open each dialog of removals, and close it afterwards."""
    window, commands = application.window, application.window.commands
    rules = opened(qtbot, window, RulesDialog, commands.mark_by_rules.trigger)
    for by in (None, KeepBy.LONGEST, KeepBy.NOT_NAME, KeepBy.FOLDER):
        if by is not None:
            rules.rule_list.add(by)
        qtbot.waitUntil(lambda: not rules._previewing.busy and not rules._counting.busy)
        yield rules, f"rules {by}"
    rules.reject()
    report = application.session.results.report
    marked = [one.document for group in report.groups for one in group.members]
    application.window.group_model.mark(marked, on=True)
    for action, trigger in (
        (Action.TRASH, commands.trash),
        (Action.HARD_LINK, commands.removal.others[Action.HARD_LINK]),
        (Action.DELETE, commands.removal.others[Action.DELETE]),
    ):
        dialog = asked(qtbot, application, trigger)
        qtbot.waitUntil(dialog.isVisible)
        yield dialog, f"summary {action}"
        if action is not Action.DELETE:
            dialog.reject()
            continue
        dialog.sure.click()
        with qtbot.waitSignal(application.session.removed):
            dialog.move_button.click()
        wait_until_idle(qtbot, application)
    for kind, command in (
        (RemovalResults, commands.removal.results),
        (HistoryWindow, commands.removal.history),
    ):
        shown = opened(qtbot, window, kind, command.trigger)
        qtbot.wait(200)
        yield shown, kind.__name__
        shown.close()


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize(("language", "appearance", "scale"), LOOKS if LONG else FEW)
def test_nothing_is_cut_in_the_dialogs_of_removals(
    qtbot, qapp, open_window, documents, language: Language, appearance: Appearance, scale: float
):
    application = open_window()
    application.window.language_menu.chosen.emit(language)
    application.window.appearance_menu.chosen.emit(appearance)
    if scale != 1:
        font = qapp.font()
        font.setPointSizeF(font.pointSizeF() * scale)
        qapp.setFont(font)
    window = application.window
    window.resize(SIZES[-1] if scale == 1 else QSize(2560, 1440))
    window.folder_panel.add_folders([documents])
    wait_until_idle(qtbot, application)
    scan(qtbot, application)
    wrong: dict[str, object] = {}
    names = []
    for dialog, name in dialogs(qtbot, application):
        names.append(name)
        look(dialog, name, wrong, f"removals {language} {appearance} {scale}")
    assert len(names) == 9
    assert not wrong, "\n".join(f"{name}: {what}" for name, what in wrong.items())
