"""Forms and boilerplate are told from versions, however texts come, and many of them are crowds."""

import random
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from amounts import LONG, combined
from forms import EDITS, IDEOGRAPHS, LETTERS, PARENTS, forms, made_up, versions, write_all
from scans import CONFIG, Told, content, pair_kinds, reopened, scanned, within
from simcore import (
    FingerprintIndex,
    Kind,
    choose_kept,
    recall,
    regroup,
)
from simcore.candidates import inverted
from simcore.cli.main import main
from simcore.grouping.freeing import by_hand_only
from simcore.model.config import Thresholds
from simcore.model.reasons import ReasonCode
from simcore.model.records import FRAMED, ProblemStage
from simcore.pipeline.candidates import CandidatePairs, find_candidates
from simcore.pipeline.jobs import recipe_key
from simcore.pipeline.resident import ResidentLibrary
from simcore.pipeline.similar import find_similar, recall_similar
from simcore.reports.html import save_page
from simcore.workers import Job, run_jobs
from written import written


def test_mails_that_share_a_signature_are_forms_and_their_groups_come_last(tmp_path: Path) -> None:
    folder = write_all(tmp_path / "a", forms(1, 14, 70, (5, 9)))
    other = versions(2, 2, 90, "in a line", "all")
    write_all(folder, other, "zz-version")
    report = scanned(folder)
    found = pair_kinds(report)
    assert found.pop(frozenset(("zz-version-000.txt", "zz-version-001.txt"))) is Kind.SIMILAR
    assert len(found) == 14 * 13 // 2
    assert set(found.values()) == {Kind.SAME_FORM}
    near, own = report.groups
    assert not near.framed
    assert own.framed
    assert {one.kind for one in own.members} == {Kind.SAME_FORM}
    assert report.counts.same_form == len(own.members) == 13
    assert report.counts.similar == 1
    assert all(0.02 < (one.own or 0) < 0.3 for one in own.members)
    # of a few words above a long signature they are, too, however alike
    report = scanned(write_all(tmp_path / "b", forms(17, 14, 120, (4, 5))))
    assert min(pair.resemblance for pair in report.pairs) > 0.87
    assert max(pair.resemblance for pair in report.pairs) > 0.9
    assert set(pair_kinds(report).values()) == {Kind.SAME_FORM}


def test_forms_are_such_among_any_number_of_other_texts(tmp_path: Path) -> None:
    """What is written into a form is in words that other texts have as well."""
    chance = random.Random(4)
    vocabulary = ["".join(chance.choices(LETTERS, k=8)) for _ in range(400)]
    frame = " ".join(made_up(chance, 100))
    written = [" ".join(vocabulary[at : at + 6]) for at in range(0, 84, 6)]
    folder = write_all(tmp_path / "a", [f"{frame} {one}" for one in written])
    write_all(folder, versions(2, 6, 90, "in a line", "all"), "version")
    alone = pair_kinds(scanned(folder))
    assert Counter(alone.values())[Kind.SAME_FORM] == 14 * 13 // 2
    others = (chance.choices(vocabulary, k=400) for _ in range(40))
    write_all(folder, [" ".join(one) for one in others], "other")
    with FingerprintIndex(Path(":memory:")) as index:
        report = scanned(folder, index)
        assert pair_kinds(report) == alone
        found = find_similar(folder / "text-000.txt", report, index)
    assert Counter(one.kind for one in found if one.resemblance < 1) == {Kind.SAME_FORM: 13}


def test_two_mails_that_share_more_than_the_signature_are_near(tmp_path: Path) -> None:
    texts = forms(3, 14, 70, (5, 9))
    both = " ".join(made_up(random.Random(9), 20))
    folder = write_all(tmp_path / "a", [f"{both} {texts[0]}", f"{both} {texts[1]}", *texts[2:]])
    found = pair_kinds(scanned(folder))
    of_both = frozenset(("text-000.txt", "text-001.txt"))
    assert found[of_both] is Kind.SIMILAR
    assert {kind for ends, kind in found.items() if ends != of_both} == FRAMED


@pytest.mark.parametrize("edit", EDITS)
@pytest.mark.parametrize("letters", [LETTERS, IDEOGRAPHS], ids=["latin", "chinese"])
def test_no_version_of_a_text_is_a_form(tmp_path: Path, edit: str, letters: str) -> None:
    count = 0
    sizes = (60, (0.01, 0.05)), (400, (0.01, 0.05)), (150, (0.1, 0.3))
    turn = list(EDITS).index(edit)
    for at, parents in enumerate(PARENTS):
        # one size each in a short run, and each edit has another one
        for size, steps in sizes if LONG else sizes[(at + turn) % 3 :][:1]:
            folder = tmp_path / f"{parents}-{size}"
            made = versions(size, 20, size, parents, edit, letters, steps)
            report = scanned(write_all(folder, made))
            assert not any(pair.framed for pair in report.pairs)
            count += len(report.pairs)
    assert count > (400 if LONG else 130)


@pytest.mark.parametrize("letters", [LETTERS, IDEOGRAPHS], ids=["latin", "chinese"])
def test_what_is_filled_in_may_be_common(tmp_path: Path, letters: str) -> None:
    """Programs under one licence begin in a few ways, and then differ in a few words."""
    chance = random.Random(16)
    header = " ".join(made_up(chance, 110, letters))
    usual = [" ".join(made_up(chance, 6, letters)) for _ in range(4)]
    own = [" ".join(made_up(chance, 4, letters)) for _ in range(24)]
    programs = [(usual[number % 4], line) for number, line in enumerate(own)]
    folder = write_all(tmp_path / "a", ["\n".join([header, *lines]) for lines in programs])
    found = pair_kinds(scanned(folder))
    assert Counter(found.values()) == {Kind.SAME_FORM: 24 * 18 // 2, Kind.SIMILAR: 24 * 5 // 2}
    # these have a line more in common
    near = [sorted(ends) for ends, kind in found.items() if kind is Kind.SIMILAR]
    assert all(int(one[5:8]) % 4 == int(other[5:8]) % 4 for one, other in near)


def test_copies_of_forms_are_more_only_in_other_bytes(tmp_path: Path) -> None:
    texts = forms(5, 5, 70, (5, 9))
    for number in range(5):
        write_all(tmp_path / "same" / f"{number}", texts)
        spaced = [text.replace(" ", "  " if number % 2 else " ") + "\n" * number for text in texts]
        write_all(tmp_path / "other" / f"mail-{number}", spaced)
    assert not any(pair.framed for pair in scanned(tmp_path / "same").pairs)
    assert {pair.framed for pair in scanned(tmp_path / "other").pairs} == {True}


def test_a_footer_that_many_pages_share_is_boilerplate_of_a_short_one(tmp_path: Path) -> None:
    chance = random.Random(6)
    footer = " ".join(made_up(chance, 160))
    pages = [" ".join(made_up(chance, 300 if number % 2 else 16)) for number in range(24)]
    folder = write_all(tmp_path / "a", [f"{page} {footer}" for page in pages])
    found = Counter(pair_kinds(scanned(folder)).values())
    assert found == {Kind.SAME_FORM: 12 * 11 // 2, Kind.BOILERPLATE: 12 * 12}


def test_a_part_that_only_two_share_is_a_part_beside_boilerplate(tmp_path: Path) -> None:
    chance = random.Random(7)
    footer = " ".join(made_up(chance, 160))
    pages = [" ".join(made_up(chance, 300 if number % 2 else 16)) for number in range(24)]
    quoted = " ".join(made_up(chance, 100))
    folder = write_all(tmp_path / "a", [f"{page} {footer}" for page in pages])
    long = " ".join(made_up(chance, 400))
    write_all(folder, [f"{quoted} {long} {footer}", f"{quoted} {footer}"], "two")
    report = scanned(folder)
    found = pair_kinds(report)
    assert found[frozenset(("two-000.txt", "two-001.txt"))] is Kind.PART
    (whole,) = [one for one in report.groups if one.parts and not one.framed]
    assert report.documents[whole.representative].path.name == "two-000.txt"
    assert [one.framed for one in report.groups] == sorted(one.framed for one in report.groups)


def test_forms_among_near_documents_stay_beside_them(tmp_path: Path) -> None:
    """A form of which all others have versions is in the group of one, not nowhere."""
    texts = forms(8, 12, 70, (6, 9))
    folder = write_all(tmp_path / "a", texts)
    again = [text.replace(" ", " again ", 1) for text in texts[1:]]
    write_all(folder, again, "again")
    report = scanned(folder)
    shown = {one for ends in pair_kinds(report) for one in ends}
    members = [
        report.documents[key].path.name
        for group in report.groups
        for key in (group.representative, *(one.document for one in group.members))
    ]
    assert sorted(members) == sorted(shown)  # each in one group
    assert {one.kind for group in report.groups for one in group.members} == {
        Kind.SIMILAR,
        Kind.SAME_FORM,
    }
    assert not any(group.framed for group in report.groups)
    lone = [one for group in report.groups for one in group.members if one.kind is Kind.SAME_FORM]
    assert [report.documents[one.document].path.name for one in lone] == ["text-000.txt"]


def test_other_thresholds_and_saved_results_keep_forms_without_a_file(tmp_path: Path) -> None:
    folder = write_all(tmp_path / "a", forms(10, 14, 70, (14, 20)))
    report = scanned(folder)
    shutil.rmtree(folder)
    assert not report.groups  # less than 70 % alike
    loose = regroup(report, Thresholds(report.config.distance, 0.4))
    assert set(pair_kinds(loose).values()) == {Kind.SAME_FORM}
    assert loose.counts.same_form == 13
    opened = reopened(loose, tmp_path / "saved.variorum")
    assert [(one.framed, one.worst) for one in opened.groups] == [
        (one.framed, one.worst) for one in loose.groups
    ]
    assert opened.counts.same_form == 13


def test_a_version_of_a_form_is_near_where_a_file_is_asked_about(tmp_path: Path) -> None:
    texts = forms(14, 12, 70, (25, 30))
    folder = write_all(tmp_path / "a", texts)
    more = tmp_path / "more.txt"
    more.write_text(texts[0] + " one word more")
    with FingerprintIndex(Path(":memory:")) as index:
        report = scanned(folder, index)
        loose = replace(report, config=replace(CONFIG, similarity=0.3))
        found = find_similar(more, within(loose, 64), index)
    assert Counter(one.kind for one in found) == {Kind.SIMILAR: 1, Kind.SAME_FORM: 11}
    assert found[0].kind is Kind.SIMILAR


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (Kind.SAME_FORM, "no rule marks what is only on the same form"),
        (Kind.BOILERPLATE, "no rule marks what only shares boilerplate"),
        (Kind.LINKED, "no rule marks what is only linked"),
    ],
)
def test_no_rule_marks_forms(tmp_path: Path, kind: Kind, words: str) -> None:
    report = scanned(write_all(tmp_path / "a", forms(15, 14, 70, (5, 9))))
    with pytest.raises(ValueError, match=f"^{words}$"):
        choose_kept(report, [], [kind])
    assert not [
        one for each in choose_kept(report, [], [Kind.SIMILAR]).groups for one in each.marked
    ]
    (group,) = report.groups
    assert by_hand_only(report) == {one.document for one in group.members}


def put_into_one(seed: int, count: int, size: int, letters: str, share: float) -> list[str]:
    """Write a text, and others that each have one passage more of so much of its length."""
    chance = random.Random(seed)
    base = made_up(chance, size, letters)
    found = [base]
    for _ in range(count):
        at = chance.randrange(1, size)
        found.append([*base[:at], *made_up(chance, round(size * share), letters), *base[at:]])
    return [" ".join(words) for words in found]


@pytest.mark.parametrize(("letters", "share"), combined([LETTERS, IDEOGRAPHS], [0.1, 0.2, 0.3]))
def test_texts_that_add_to_one_are_its_versions(tmp_path: Path, letters: str, share: float) -> None:
    for size in (80, 1500):
        folder = write_all(tmp_path / f"{size}", put_into_one(size, 14, size, letters, share))
        report = scanned(folder)
        assert len(report.pairs) == 15 * 14 // 2
        assert not any(pair.framed for pair in report.pairs)


def test_a_blank_form_among_those_filled_in_changes_nothing(tmp_path: Path) -> None:
    folder = write_all(tmp_path / "a", forms(43, 20, 70, (6, 9)))
    (blank,) = forms(43, 1, 70, (0, 0))
    write_all(folder, [blank], "blank")
    found = pair_kinds(scanned(folder))
    of_blank = {ends: kind for ends, kind in found.items() if "blank-000.txt" in ends}
    assert not set(of_blank.values()) & FRAMED
    assert len(found) - len(of_blank) == 20 * 19 // 2
    assert {kind for ends, kind in found.items() if ends not in of_blank} == {Kind.SAME_FORM}


@pytest.mark.parametrize(
    ("texts", "kinds"),
    [
        (forms(13, 12, 70, (5, 9)), {Kind.SAME_FORM: 11}),
        (put_into_one(42, 14, 80, LETTERS, 0.12)[::-1], {Kind.SIMILAR: 14}),
    ],
    ids=["forms", "versions"],
)
@pytest.mark.parametrize("stored", [True, False], ids=["known", "new"])
@pytest.mark.parametrize("in_memory", [True, False], ids=["in memory", "asked"])
def test_one_more_file_is_what_a_scan_says(
    tmp_path: Path, texts: list[str], kinds: dict[Kind, int], *, stored: bool, in_memory: bool
) -> None:
    folder = write_all(tmp_path / "a", texts if stored else texts[1:])
    more = tmp_path / "more.txt"
    more.write_text(texts[0])
    with FingerprintIndex(tmp_path / "index.sqlite3") as index:
        report = scanned(folder, index)
        resident = None
        if in_memory:
            resident = ResidentLibrary(recipe_key(CONFIG))
            resident.refresh(index)
        found = find_similar(more, within(report, 64), index, resident)
    assert Counter(one.kind for one in found if one.resemblance < 1) == kinds


# ---- which pairs are forms is kept in the index, and said while a scan is still comparing


Kinds = dict[frozenset[str], Kind]
Ids = NDArray[np.int64] | None


def fresh(folder: Path) -> Kinds:
    return pair_kinds(scanned(folder))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_all(tmp_path / "a", forms(31, 12, 70, (5, 9)))
    return write_all(tmp_path / "a", versions(32, 2, 90, "in a line", "all"), "version")


def test_a_rescan_reads_none(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with FingerprintIndex(tmp_path / "index.sqlite3") as index:
        first = pair_kinds(scanned(folder, index))
        assert Counter(first.values()) == {Kind.SAME_FORM: 66, Kind.SIMILAR: 1}
        monkeypatch.delattr(FingerprintIndex, "sketches")
        assert pair_kinds(scanned(folder, index)) == first
        assert pair_kinds(recall([folder], CONFIG, index)) == first


def test_counted_once(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of texts that are searched for pairs only those of pairs are read to decide about forms."""
    write_all(folder, [f"{number} " * 90 for number in range(5)], "other")
    write_all(folder, [forms(31, 12, 70, (5, 9))[0].replace(" ", "  ")], "again")
    (folder / "no-words.txt").write_text("... --- ...")
    (folder / "empty.txt").write_text("")
    of_index, asked = FingerprintIndex.sketches, []

    def sketches(index: FingerprintIndex, *known: int, only: Ids = None) -> object:
        asked.append(None if only is None else len(only))
        return of_index(index, *known, only=only)

    def uncounted(*known: Any, **options: Any) -> CandidatePairs:
        return replace(find_candidates(*known, **options), counted=None)

    monkeypatch.setattr(FingerprintIndex, "sketches", sketches)
    first = fresh(folder)
    assert asked == [19, 14]
    assert Counter(first.values()) == {Kind.SAME_FORM: 66, Kind.SIMILAR: 1}
    with FingerprintIndex(tmp_path / "index.sqlite3") as index:
        scanned(folder, index)
        asked.clear()
        write_all(folder, ["One more, unlike all of these."], "more")
        assert pair_kinds(scanned(folder, index)) == first
        # the one more text is searched with the others
        assert asked == [20, 14]
    monkeypatch.setattr("simcore.pipeline.candidates.find_candidates", uncounted)
    asked.clear()
    assert fresh(folder) == first
    assert asked == [20, 14, None]


def test_what_is_kept_holds_for_these_documents_alone(folder: Path, tmp_path: Path) -> None:
    texts = forms(31, 12, 70, (5, 9))
    with FingerprintIndex(tmp_path / "index.sqlite3") as index:
        all_of_them = pair_kinds(scanned(folder, index))
        for number in range(4):
            (folder / f"text-{number:03}.txt").unlink()
        few = pair_kinds(scanned(folder, index))
        assert set(few.values()) == {Kind.SIMILAR}
        assert few == fresh(folder)
        # the pairs are the same, but each text is in two documents: mails of the same words
        for number in range(4, 12):
            (folder / f"again-{number:03}.txt").write_text(texts[number].replace(" ", "  "))
        twice = pair_kinds(scanned(folder, index))
        assert Counter(twice.values())[Kind.SAME_FORM] == 8 * 7 // 2
        assert twice == fresh(folder)
        for one in folder.glob("again-*"):
            one.unlink()
        assert pair_kinds(scanned(folder, index)) == few
        write_all(folder, texts)
        assert pair_kinds(scanned(folder, index)) == all_of_them
        (rows,) = index.connection.execute("select count(*) from proposal").fetchone()
        assert rows <= 8


@pytest.mark.parametrize("damaged", [b"", b"no bits", bytes(9)])
def test_what_is_kept_may_be_damaged(folder: Path, tmp_path: Path, damaged: bytes) -> None:
    with FingerprintIndex(tmp_path / "index.sqlite3") as index:
        first = pair_kinds(scanned(folder, index))
        with index.transaction() as connection:
            changed = connection.execute("update proposal set pairs = ? where id < 0", (damaged,))
            assert changed.rowcount == 1
        assert pair_kinds(scanned(folder, index)) == first


def test_no_form_is_near_before_it_is_known(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simcore.pipeline.jobs._TEXTS_A_BLOCK", 3)
    monkeypatch.setattr("simcore.pipeline.jobs._LEAST_PAIRS_A_BATCH", 5)
    watching = Told()
    end = scanned(folder, watcher=watching)
    known = pair_kinds(end)
    assert Counter(known.values()) == {Kind.SAME_FORM: 66, Kind.SIMILAR: 1}
    # copies are told of while files are read, all kinds from then on
    reports = [report for _, kinds, report in watching.told if kinds == set(Kind)]
    told = [pair_kinds(report) for report in reports]
    assert sum(0 < len(one) < len(known) for one in told) > 4
    for one in told:
        near = {ends for ends, kind in one.items() if kind is not Kind.SAME_FORM}
        assert all(known[ends] is one[ends] for ends in near)
    headlines = [(report.counts.similar, report.counts.parts) for report in reports]
    assert headlines == sorted(headlines)
    assert headlines[-1] == (end.counts.similar, end.counts.parts) == (1, 0)


# ---- many one-line files on one form: all in a group, and what was not compared is named


FILES = 40
FORM = (
    "Dear customer, the parcel has left our warehouse in Northamptonshire and should arrive within "
    "three working days. Reference number"
)


def order(number: int) -> str:
    return f"{FORM} {number * 7919:06d}\n"


@pytest.fixture
def orders(tmp_path: Path) -> Path:
    files = {f"{number:03}.txt": order(number) for number in range(FILES)}
    return written(tmp_path / "订单", {**files, "copy.txt": files["021.txt"]})


@pytest.fixture
def crowded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lists are cut, as for a folder of hundreds of thousands."""
    monkeypatch.setattr(inverted, "_LEAST_WORK", 100)
    monkeypatch.setattr(inverted, "_WORK_A_TEXT", 0)
    monkeypatch.setattr(inverted, "_FEW_PAIRS", 0)


def test_without_a_limit_all_pairs_are_compared(orders: Path) -> None:
    report = scanned(orders)
    assert [1 + len(group.members) for group in report.groups] == [FILES + 1]
    assert report.counts.candidates == FILES * (FILES - 1) // 2
    assert (report.counts.passed_over, report.counts.missed, report.problems) == (0, 0, ())


@pytest.mark.usefixtures("crowded")
def test_not_compared_named(
    orders: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "index.sqlite3"
    with FingerprintIndex(path) as index:
        report = scanned(orders, index)
        again = scanned(orders, index)
        recalled = recall([orders], CONFIG, index)
    # every document is in one group with the first that has a copy
    assert [1 + len(group.members) for group in report.groups] == [FILES + 1]
    kept = report.documents[report.groups[0].representative].path.name
    assert kept in {"021.txt", "copy.txt"}
    counts = report.counts
    left_out = FILES * (FILES - 1) // 2 - counts.candidates
    assert counts.missed == pytest.approx(left_out, rel=0.05)
    assert left_out > FILES
    assert FILES / 2 < counts.passed_over <= FILES
    (problem,) = report.problems
    assert (problem.path, problem.stage) == (orders, ProblemStage.VERIFY)
    assert problem.reason.code is ReasonCode.NOT_ALL_COMPARED
    assert f"about {counts.missed:,} pairs of {counts.passed_over:,} texts" in str(problem.reason)
    # remembered with the candidates
    assert again.problems == recalled.problems == report.problems
    assert again.groups == report.groups

    opened = reopened(report, tmp_path / "订单.variorum")
    assert opened.problems == report.problems
    assert opened.counts == counts
    save_page(tmp_path / "report.html", report)
    words = f"About {counts.missed:,} pairs of {counts.passed_over:,} texts were not compared"
    assert words in (tmp_path / "report.html").read_text(encoding="utf-8")

    assert main(["scan", str(orders), "--index", str(path), "--jobs", "0"]) == 0
    out, error = capsys.readouterr()
    words = f"about {counts.missed:,} pairs of {counts.passed_over:,} texts were not compared"
    assert words in out
    assert f"{orders}: {words}" in error


@pytest.mark.usefixtures("crowded")
def test_the_order_of_reading_is_of_no_account(
    orders: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("simcore.pipeline.jobs._FILES_A_BATCH", 3)

    def found(seed: int) -> object:
        def shuffled(jobs: Iterable[Job[object]], *rest: Any) -> Iterator[object]:
            results = list(run_jobs(jobs, *rest))
            random.Random(seed).shuffle(results)
            yield from results

        monkeypatch.setattr("simcore.pipeline.scan.run_jobs", shuffled)
        report = scanned(orders)
        assert report.counts.missed > FILES
        ids.append([*report.documents])
        return content(report)

    ids: list[list[int]] = []
    assert found(1) == found(2) == found(3)
    assert len({*map(tuple, ids)}) == 3


@pytest.mark.usefixtures("crowded")
def test_a_new_file_leaves_the_group_whole(orders: Path) -> None:
    with FingerprintIndex(Path(":memory:")) as index:
        scanned(orders, index)
        written(orders, {f"{number}.txt": order(number) for number in range(FILES, FILES + 9)})
        report = scanned(orders, index)
    assert [1 + len(group.members) for group in report.groups] == [FILES + 10]


def test_texts_in_memory_are_asked_for_what_the_scan_left_out(orders: Path, crowded: None) -> None:
    """All forms are like one another: a scan that may not compare all says so, this finds them."""
    with FingerprintIndex(orders.parent / "index.sqlite3") as index:
        report = scanned(orders, index)
        assert report.counts.missed > FILES
        library = ResidentLibrary(recipe_key(CONFIG))
        library.refresh(index)
        asked = orders / "007.txt"
        found = recall_similar(asked, CONFIG, index, resident=library)
    names = {found.documents[pair.right].path.name for pair in found.pairs}
    assert names == {one.name for one in orders.iterdir()} - {asked.name}
    assert len(names) == FILES
