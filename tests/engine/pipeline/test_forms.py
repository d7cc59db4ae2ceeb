"""Forms and boilerplate are told from versions, by a scan and by whoever asks about one text."""

import random
import shutil
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from amounts import LONG, combined
from forms import EDITS, IDEOGRAPHS, LETTERS, PARENTS, forms, made_up, versions, write_all
from simcore import (
    FingerprintIndex,
    Kind,
    ScanConfig,
    ScanReport,
    choose_kept,
    load_results,
    recall,
    regroup,
    save_results,
    scan,
)
from simcore.grouping.freeing import by_hand_only
from simcore.grouping.pairs import shown_kind
from simcore.model.config import Thresholds
from simcore.model.records import FRAMED
from simcore.pipeline.jobs import recipe_key
from simcore.pipeline.resident import ResidentLibrary
from simcore.pipeline.similar import find_similar
from simcore.workers import make_executor

CONFIG = ScanConfig(jobs=0)


def scanned(folder: Path, index: FingerprintIndex | None = None) -> ScanReport:
    with make_executor(0) as executor:
        if index is not None:
            return scan([folder], CONFIG, index, executor)
        with FingerprintIndex(Path(":memory:")) as own:
            return scan([folder], CONFIG, own, executor)


def kinds(report: ScanReport) -> dict[frozenset[str], Kind]:
    """Return the kind shown of each pair of file names."""
    found = {}
    for pair in report.pairs:
        kind = shown_kind(pair, report.config)
        if kind is not None:
            ends = (report.documents[end].path.name for end in (pair.left, pair.right))
            found[frozenset(ends)] = kind
    return found


def test_mails_that_share_a_signature_are_forms_and_their_groups_come_last(tmp_path: Path) -> None:
    folder = write_all(tmp_path / "a", forms(1, 14, 70, (5, 9)))
    other = versions(2, 2, 90, "in a line", "all")
    write_all(folder, other, "zz-version")
    report = scanned(folder)
    found = kinds(report)
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


def test_forms_are_such_among_any_number_of_other_texts(tmp_path: Path) -> None:
    """What is written into a form is in words that other texts have as well."""
    chance = random.Random(4)
    vocabulary = ["".join(chance.choices(LETTERS, k=8)) for _ in range(400)]
    frame = " ".join(made_up(chance, 100))
    written = [" ".join(vocabulary[at : at + 6]) for at in range(0, 84, 6)]
    folder = write_all(tmp_path / "a", [f"{frame} {one}" for one in written])
    write_all(folder, versions(2, 6, 90, "in a line", "all"), "version")
    alone = kinds(scanned(folder))
    assert Counter(alone.values())[Kind.SAME_FORM] == 14 * 13 // 2
    others = (chance.choices(vocabulary, k=400) for _ in range(40))
    write_all(folder, [" ".join(one) for one in others], "other")
    with FingerprintIndex(Path(":memory:")) as index:
        report = scanned(folder, index)
        assert kinds(report) == alone
        found = find_similar(folder / "text-000.txt", report, index)
    assert Counter(one.kind for one in found if one.resemblance < 1) == {Kind.SAME_FORM: 13}


def test_two_mails_that_share_more_than_the_signature_are_near(tmp_path: Path) -> None:
    texts = forms(3, 14, 70, (5, 9))
    both = " ".join(made_up(random.Random(9), 20))
    folder = write_all(tmp_path / "a", [f"{both} {texts[0]}", f"{both} {texts[1]}", *texts[2:]])
    found = kinds(scanned(folder))
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
def test_what_is_filled_in_may_be_common_where_each_has_the_whole_frame(
    tmp_path: Path, letters: str
) -> None:
    """Programs under one licence begin in a few ways, and then differ in a few words."""
    chance = random.Random(16)
    header = " ".join(made_up(chance, 110, letters))
    usual = [" ".join(made_up(chance, 6, letters)) for _ in range(4)]
    own = [" ".join(made_up(chance, 4, letters)) for _ in range(24)]
    programs = [(usual[number % 4], line) for number, line in enumerate(own)]
    folder = write_all(tmp_path / "a", ["\n".join([header, *lines]) for lines in programs])
    found = kinds(scanned(folder))
    assert Counter(found.values()) == {Kind.SAME_FORM: 24 * 18 // 2, Kind.SIMILAR: 24 * 5 // 2}
    # these have a line more in common
    near = [sorted(ends) for ends, kind in found.items() if kind is Kind.SIMILAR]
    assert all(int(one[5:8]) % 4 == int(other[5:8]) % 4 for one, other in near)


def test_mails_of_a_few_words_above_a_long_signature_are_forms(tmp_path: Path) -> None:
    mails = forms(17, 14, 120, (4, 5))
    report = scanned(write_all(tmp_path / "a", mails))
    assert min(pair.resemblance for pair in report.pairs) > 0.87
    assert max(pair.resemblance for pair in report.pairs) > 0.9
    assert set(kinds(report).values()) == {Kind.SAME_FORM}


def test_a_title_above_a_footer_of_many_pages_shares_boilerplate(tmp_path: Path) -> None:
    chance = random.Random(18)
    footer = " ".join(made_up(chance, 160))
    titles = [" ".join(made_up(chance, 7)) for _ in range(6)]
    pages = [" ".join(made_up(chance, 300)) for _ in range(28)]
    folder = write_all(tmp_path / "a", [f"{page} {footer}" for page in (*titles, *pages)])
    found = kinds(scanned(folder))
    parts = Counter(
        kind for ends, kind in found.items() if kind not in (Kind.SIMILAR, Kind.SAME_FORM)
    )
    assert parts == {Kind.BOILERPLATE: 6 * 28}


def test_few_forms_are_near(tmp_path: Path) -> None:
    found = kinds(scanned(write_all(tmp_path / "a", forms(4, 9, 70, (5, 9)))))
    assert set(found.values()) == {Kind.SIMILAR}


def test_copies_of_forms_do_not_make_them_more(tmp_path: Path) -> None:
    folder = write_all(tmp_path / "a", forms(5, 5, 70, (5, 9)))
    for number in range(4):
        shutil.copytree(folder, tmp_path / f"copy-{number}")
    assert not any(pair.framed for pair in scanned(tmp_path).pairs)


def test_equal_texts_in_other_bytes_are_more_documents(tmp_path: Path) -> None:
    texts = forms(5, 5, 70, (5, 9))
    for number in range(4):
        spaced = [text.replace(" ", "  " if number % 2 else " ") + "\n" * number for text in texts]
        write_all(tmp_path / f"mail-{number}", spaced)
    report = scanned(tmp_path)
    assert {pair.framed for pair in report.pairs} == {True}


def test_a_footer_that_many_pages_share_is_boilerplate_of_a_short_one(tmp_path: Path) -> None:
    chance = random.Random(6)
    footer = " ".join(made_up(chance, 160))
    pages = [" ".join(made_up(chance, 300 if number % 2 else 16)) for number in range(24)]
    folder = write_all(tmp_path / "a", [f"{page} {footer}" for page in pages])
    found = Counter(kinds(scanned(folder)).values())
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
    found = kinds(report)
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
    shown = {one for ends in kinds(report) for one in ends}
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
    assert set(kinds(loose).values()) == {Kind.SAME_FORM}
    assert loose.counts.same_form == 13
    save_results(loose, [], tmp_path / "saved.variorum")
    opened = load_results(tmp_path / "saved.variorum").report
    assert [(one.framed, one.worst) for one in opened.groups] == [
        (one.framed, one.worst) for one in loose.groups
    ]
    assert opened.counts.same_form == 13


def test_forms_are_the_same_however_documents_came(tmp_path: Path) -> None:
    texts = [*forms(11, 13, 70, (5, 9)), *versions(12, 6, 90, "in a line", "all")]
    folder = write_all(tmp_path / "a", texts[:9])
    with FingerprintIndex(tmp_path / "index.sqlite3") as index:
        assert not scanned(folder, index).counts.same_form
        write_all(folder, texts)
        grown = scanned(folder, index)
        assert kinds(recall([folder], CONFIG, index)) == kinds(grown)
    fresh = scanned(folder)
    assert kinds(grown) == kinds(fresh)
    assert fresh.counts.same_form == 12


@pytest.mark.parametrize("stored", [True, False], ids=["known", "new"])
@pytest.mark.parametrize("in_memory", [True, False], ids=["in memory", "asked"])
def test_one_more_file_is_a_form_as_a_scan_says(
    tmp_path: Path, *, stored: bool, in_memory: bool
) -> None:
    texts = forms(13, 12, 70, (5, 9))
    folder = write_all(tmp_path / "a", texts if stored else texts[1:])
    more = tmp_path / "more.txt"
    more.write_text(texts[0])
    with FingerprintIndex(tmp_path / "index.sqlite3") as index:
        report = scanned(folder, index)
        resident = None
        if in_memory:
            resident = ResidentLibrary(recipe_key(CONFIG))
            resident.refresh(index)
        found = find_similar(more, report, index, resident)
    assert Counter(one.kind for one in found if one.resemblance < 1) == {Kind.SAME_FORM: 11}


def test_a_version_of_a_form_is_near_where_a_file_is_asked_about(tmp_path: Path) -> None:
    texts = forms(14, 12, 70, (25, 30))
    folder = write_all(tmp_path / "a", texts)
    more = tmp_path / "more.txt"
    more.write_text(texts[0] + " one word more")
    with FingerprintIndex(Path(":memory:")) as index:
        report = scanned(folder, index)
        loose = replace(report, config=replace(CONFIG, similarity=0.3, distance=64))
        found = find_similar(more, loose, index)
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
    found = kinds(scanned(folder))
    of_blank = {ends: kind for ends, kind in found.items() if "blank-000.txt" in ends}
    assert not set(of_blank.values()) & FRAMED
    assert len(found) - len(of_blank) == 20 * 19 // 2
    assert {kind for ends, kind in found.items() if ends not in of_blank} == {Kind.SAME_FORM}


@pytest.mark.parametrize("stored", [True, False], ids=["known", "new"])
def test_one_more_text_that_adds_to_one_is_near(tmp_path: Path, *, stored: bool) -> None:
    texts = put_into_one(42, 14, 80, LETTERS, 0.12)
    folder = write_all(tmp_path / "a", texts if stored else texts[:-1])
    more = tmp_path / "more.txt"
    more.write_text(texts[-1])
    with FingerprintIndex(Path(":memory:")) as index:
        report = scanned(folder, index)
        loose = replace(report, config=replace(report.config, distance=64))
        found = find_similar(more, loose, index)
    assert Counter(one.kind for one in found if one.resemblance < 1) == {Kind.SIMILAR: 14}
