"""Texts too short for a fingerprint to mean much say so, in the window and on the command line."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QImage
from PySide6.QtWidgets import QApplication

from app.application import Application
from app.groups.columns import GroupColumn
from app.groups.model import GroupModel
from builders import chinese_text, document, edited, pair
from graphs import at
from group_reports import contracts
from grouped import group_documents
from simcore import FingerprintIndex, Grouping, ScanConfig, ScanReport, scan
from simcore.cli.main import main
from simcore.fingerprints import find_recipe
from simcore.grouping.queries import without_documents
from simcore.model.config import LEAST_FEATURES
from simcore.model.records import DocumentId
from simcore.workers import make_executor
from windows import Open

TIP = Qt.ItemDataRole.ToolTipRole
NOTICE = "本店因内部装修，自三月五日起停业十天，三月十五日恢复营业。不便之处，敬请谅解。"


@pytest.fixture
def library(private_home: Path) -> Path:
    """Three short documents, alike, and two long ones, alike."""
    folder = private_home / "documents"
    folder.mkdir()
    (folder / "notice.txt").write_text(NOTICE, encoding="utf-8")
    (folder / "notice 2.txt").write_text(NOTICE.replace("十天", "半月"), encoding="utf-8")
    (folder / "notice copy.txt").write_text(NOTICE, encoding="gb18030")
    (folder / "long.txt").write_text(chinese_text(1), encoding="utf-8")
    (folder / "long 2.txt").write_text(edited(chinese_text(1), 1, 2), encoding="utf-8")
    return folder


def scanned(folder: Path) -> ScanReport:
    config = ScanConfig(jobs=1)
    with FingerprintIndex(Path(":memory:")) as index, make_executor(1) as executor:
        return scan([folder], config, index, executor)


def test_features_are_counted_at_the_limit(tmp_path: Path) -> None:
    """A recipe of words makes one feature of each distinct word."""
    for count in (LEAST_FEATURES - 1, LEAST_FEATURES, LEAST_FEATURES + 1):
        words = [f"{a}{b}" for a in "bcdfghjk" for b in "aeiouxyz"][:count]
        assert len(find_recipe("charikar").features(words)[0]) == count
        (tmp_path / f"{count}.txt").write_text(" ".join(words))
    (tmp_path / "no words.txt").write_text("……")
    config = ScanConfig(jobs=1, recipe="charikar")
    with FingerprintIndex(Path(":memory:")) as index, make_executor(1) as executor:
        report = scan([tmp_path], config, index, executor)
    short = {one.path.stem for one in report.documents.values() if one.short}
    assert short == {str(LEAST_FEATURES - 1), "no words"}
    assert (report.counts.short, report.counts.too_short, report.counts.documents) == (1, 1, 3)


@pytest.mark.parametrize("grouping", Grouping)
def test_members_know_it(grouping: Grouping) -> None:
    """A pair is short if either text is; a copy is as short as the text it equals."""
    features = {1: LEAST_FEATURES - 1, 2: LEAST_FEATURES - 1, 3: LEAST_FEATURES, 6: 1}
    texts = {2: 1, 5: 4}
    known = {
        DocumentId(one): document(one, text=texts.get(one, one), features=features.get(one, 700))
        for one in range(1, 8)
    }
    # as simcore.grouping.groups.pair_of makes them
    pairs = [pair(1, 3, short=True), pair(4, 6, short=True), pair(4, 7)]
    first, second = group_documents(known, pairs, at(20, 0.7, grouping))
    assert (first.representative, second.representative) == (1, 4)
    assert {m.document: m.short for m in first.members} == {2: True, 3: True}
    assert {m.document: m.short for m in second.members} == {5: False, 6: True, 7: False}


def test_counts_after_a_removal(library: Path) -> None:
    (library / "no words.txt").write_text("……")
    report = scanned(library)
    assert (report.counts.short, report.counts.documents) == (3, 5)
    gone = [key for key, one in report.documents.items() if one.path.name == "notice copy.txt"]
    counts = without_documents(report, gone).counts
    assert (counts.short, counts.documents) == (2, 4)


# ---- the window


@pytest.fixture
def shown(open_window: Open, library: Path) -> Application:
    """Show the distances of the library in a window."""
    application = open_window(library)
    title = GroupColumn.DISTANCE.definition.title()
    toggles = application.window.group_view.header().toggles()
    (toggle,) = (one for one in toggles if one.text() == title)
    assert not toggle.isChecked()
    toggle.trigger()
    return application


def test_the_rows_say_so(shown: Application) -> None:
    view, model = shown.window.group_view, shown.window.group_model
    report = shown.session.results.report
    members = {one.document: one for group in report.groups for one in group.members}
    seen = set()
    for number, one in report.documents.items():
        cell = model.index_of(number).siblingAtColumn(GroupColumn.DISTANCE)
        words, tip = str(cell.data()), str(cell.data(TIP))
        seen.add((one.short, number in members))
        assert words.startswith("too short") == one.short
        assert ("fewer than 50 features" in tip) == one.short
        assert ("The distance was not used" in tip) == one.short
        if one.short and number in members:
            assert words == f"too short: {members[number].distance}"
        # the words are what a screen reader reads
        place = view.viewport().mapToGlobal(view.visualRect(cell).center())
        spoken = QAccessible.queryAccessibleInterface(view).childAt(place.x(), place.y())
        assert spoken.text(QAccessible.Text.Name) == words
        assert spoken.text(QAccessible.Text.Description) == tip
    assert seen == {(short, kept) for short in (True, False) for kept in (True, False)}
    told = "; 3 too short for the distance (fewer than 50 features)"
    assert told in shown.window.summary.toolTip()


def darkest(image: QImage, ratio: float, cell: object) -> int:
    """Return the grey value of the darkest point of a cell, 0 for black."""
    rect = cell.adjusted(2, 2, -2, -2)
    return min(
        image.pixelColor(round(x * ratio), round(y * ratio)).lightness()
        for x in range(rect.left(), rect.right())
        for y in range(rect.top(), rect.bottom())
    )


def test_the_distance_is_greyed(shown: Application) -> None:
    view, model = shown.window.group_view, shown.window.group_model
    shown.window.resize(1600, 900)
    view.clearSelection()
    view.setCurrentIndex(model.index(0, 0))
    view.clearSelection()
    QApplication.processEvents()
    picture = view.viewport().grab()
    image, ratio = picture.toImage(), picture.devicePixelRatio()
    report = shown.session.results.report
    found: dict[bool, list[int]] = {True: [], False: []}
    for one in (one for group in report.groups for one in group.members):
        cell = model.index_of(one.document).siblingAtColumn(GroupColumn.DISTANCE)
        place = view.visualRect(cell)
        assert not place.isEmpty()
        found[report.documents[one.document].short].append(darkest(image, ratio, place))
    assert min(found[True]) > max(found[False]) + 40


def test_long_texts_alone_are_not_spoken_of(open_window: Open, library: Path) -> None:
    for path in library.glob("notice*"):
        path.unlink()
    application = open_window(library)
    assert application.window.summary.toolTip()
    assert "too short" not in application.window.summary.toolTip()


def test_the_kept_document_may_be_the_short_one(qapp: QApplication) -> None:
    shown = contracts()
    group = shown.groups[0]
    members = tuple(replace(one, short=True) for one in group.members)
    documents = {**shown.documents}
    documents[DocumentId(1)] = replace(documents[DocumentId(1)], features=3)
    model = GroupModel()
    model.set_report(replace(shown, documents=documents, groups=(replace(group, members=members),)))
    cell = model.index_of(DocumentId(3)).siblingAtColumn(GroupColumn.DISTANCE)
    assert cell.data() == "too short: 5"
    assert "The kept document has fewer than 50 features" in cell.data(TIP)
    kept = model.index_of(DocumentId(1)).siblingAtColumn(GroupColumn.DISTANCE)
    assert kept.data() == "too short"
    assert "This document has fewer than 50 features" in kept.data(TIP)


# ---- the command line


@pytest.fixture
def run(capfdbinary: pytest.CaptureFixture[bytes]) -> object:
    def call(*arguments: object) -> tuple[str, str]:
        assert main([str(argument) for argument in arguments]) == 0
        out, err = capfdbinary.readouterr()
        return out.decode(), err.decode()

    return call


def test_the_command_line_says_so(library: Path, run: object, tmp_path: Path) -> None:
    line = "3 documents have fewer than 50 features: their distance was not used"
    options = ("--jobs", 1, "--index", tmp_path / "index.sqlite")
    for command, form in (("pairs", "csv"), ("groups", "csv"), ("groups", "json")):
        _, err = run(command, library, *options, "--format", form)
        assert err.splitlines() == [line]
    out, err = run("pairs", library, *options, "--format", "json")
    assert err.splitlines() == [line]
    rows = json.loads(out)["rows"]
    assert all(row["too_short"] == ("notice" in row["left"] + row["right"]) for row in rows)
    _, err = run("pairs", library, *options, "--unverified")
    assert err == "", "there the distance is all that is used"
    out, err = run("groups", library, *options)
    assert err.splitlines() == [line]
    told = [row for row in out.splitlines() if "bits" in row]
    assert len(told) == 3
    assert all(("bits (too short)" in row) == ("notice" in row) for row in told)
    assert line in run("scan", library, *options)[0].splitlines()
    out, _ = run("scan", library, *options, "--json")
    assert json.loads(out)["rows"][0]["short"] == 3
    query = tmp_path / "query.txt"
    query.write_text(NOTICE.replace("三月五日", "三月六日"), encoding="utf-8")
    out, err = run("similar", query, library, *options)
    assert ["bits (too short)" in row for row in out.splitlines()] == [True] * 3
    assert err.splitlines() == [line]
    out, _ = run("explain", library / "notice.txt", library / "long.txt")
    assert "too short: A has fewer than 50 features, so the distance means little" in out
    assert "too short: B" not in out
    assert "too short" not in run("explain", library / "long.txt", library / "long 2.txt")[0]
    # and one document is one
    for copy in ("notice 2.txt", "notice copy.txt"):
        (library / copy).unlink()
    _, err = run("pairs", library, "--jobs", 1, "--index", ":memory:")
    assert err.splitlines() == ["1 document has fewer than 50 features: its distance was not used"]
