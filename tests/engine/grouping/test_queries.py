"""Reports without some documents, of what a person said of documents, and counted."""

import sqlite3
from collections.abc import Set as AbstractSet
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import chinese_text, document, edited, english_text
from graphs import Graph, at, graphs, ids_of
from group_reports import contracts, report
from packages import docx, run
from scans import reopened, scanned
from simcore import (
    Cancelled,
    Document,
    Grouping,
    Kind,
    ScanReport,
    plan_removal,
    regroup,
)
from simcore.files.roles import Role, Roles
from simcore.fingerprints import script_of
from simcore.grouping import freeing
from simcore.grouping.freeing import safe_to_free
from simcore.grouping.grouper import Grouper
from simcore.grouping.queries import LibraryShare, Relations, library_statistics, without_excluded
from simcore.index.judgements import JudgementFile, JudgementKind, read_judgements
from simcore.model.config import Thresholds
from simcore.model.records import INSIDE, Judgements, Script
from simcore.text.normal_form import code_points
from written import written

COMMON = " ".join(f"Sentence {n} tells of river {7 * n} and hill {13 * n}." for n in range(60))
SUPERSCRIPT, PLAIN, OTHER = "The plot has 10² m.", "The plot has 102 m.", "All else is said."
# what the version before wrote when these texts were said to be no duplicates, and the second
# document of the first one to be wanted: hashes of normal forms, which read 10² as 102
TEXT = bytes.fromhex("b4090891e4f05b77576ff12d630ce4e1")
OTHER_TEXT = bytes.fromhex("cbdd3ac8ccc631f473dc5f0c3b3c88b1")


@pytest.fixture
def library(tmp_path: Path) -> Path:
    endings = {"a.txt": SUPERSCRIPT, "b.txt": OTHER, "c.txt": PLAIN}
    files = {name: f"{COMMON} {ending}" for name, ending in endings.items()}
    return written(tmp_path / "library", files)


def of(report: ScanReport, name: str) -> Document:
    [found] = (one for one in report.documents.values() if one.path.stem == name)
    return found


def names_in_groups(report: ScanReport) -> list[tuple[str, set[str]]]:
    stem = {key: one.path.stem for key, one in report.documents.items()}
    listed = ([stem[key] for key in ids_of(group)] for group in report.groups)
    return [(first, set(others)) for first, *others in listed]


def as_said(report: ScanReport, said: Path) -> ScanReport:
    return regroup(report, Thresholds(24, 0.7), judgements=read_judgements(said))


def test_what_a_reader_can_tell_apart_is_still_shown(library: Path, tmp_path: Path) -> None:
    report = scanned(library)
    a, b, c = (of(report, name) for name in "abc")
    assert a.text == c.text
    said = tmp_path / "said"
    with JudgementFile(said) as file:
        file.set_apart(a, b)
    # c stands between them: it is like both
    shown = as_said(report, said)
    assert names_in_groups(shown) == [("c", {"a", "b"})]
    assert [member.kind for member in shown.groups[0].members] == [Kind.SIMILAR, Kind.SIMILAR]
    relations = Relations(shown)
    assert relations.of(a, b) is None
    assert relations.of(c, b) is not None
    with JudgementFile(said) as file:
        file.set_apart(c, b)
    assert names_in_groups(as_said(report, said)) == [("a", {"c"})]
    with JudgementFile(said) as file:
        file.set_apart(a, c)
        assert {one.kind for one in file.entries()} == {JudgementKind.APART}
    shown = as_said(report, said)
    assert names_in_groups(shown) == []
    assert Relations(shown).of(a, c) is None
    # of the other document with the text of c nothing was said
    (library / "a.txt").write_text(f"{COMMON} The plot has 1O2 m.", encoding="utf-8")
    (library / "d.txt").write_text(f"{COMMON} The plot has ¹02 m.", encoding="utf-8")
    shown = as_said(scanned(library), said)
    assert sorted(others | {kept} for kept, others in names_in_groups(shown)) == [
        {"a", "b", "c", "d"}
    ]


def test_a_wanted_copy_hides_no_other_copy(library: Path, tmp_path: Path) -> None:
    (library / "b.txt").unlink()
    (library / "a too.txt").write_text(f"{COMMON}\n{SUPERSCRIPT}\n", encoding="utf-8")
    report = scanned(library)
    with JudgementFile(tmp_path / "said") as file:
        file.set_apart(of(report, "a"), of(report, "a too"))
        assert [one.kind for one in file.entries()] == [JudgementKind.COPY]
    assert names_in_groups(as_said(report, tmp_path / "said")) == [("a", {"c"})]
    (library / "a too.txt").unlink()
    assert names_in_groups(as_said(scanned(library), tmp_path / "said")) == [("a", {"c"})]


def test_what_was_said_before_a_rescan_holds_after_it(library: Path, tmp_path: Path) -> None:
    """An index of a version that did not know what a reader sees has no hash of it."""
    report = scanned(library)
    before = [replace(of(report, name), form_hash=b"", words_hash=b"") for name in "ab"]
    with JudgementFile(tmp_path / "said") as file:
        file.set_apart(*before)
    assert names_in_groups(as_said(report, tmp_path / "said")) == [("c", {"a", "b"})]
    # another copy of what was said to be no duplicate is none, either
    (library / "b too.txt").write_text(f"{COMMON}\n{OTHER}\n", encoding="utf-8")
    (library / "c.txt").unlink()
    assert names_in_groups(as_said(scanned(library), tmp_path / "said")) == [("b", {"b too"})]


def test_what_was_said_to_the_version_before_holds(library: Path, tmp_path: Path) -> None:
    (library / "d.txt").write_text(f"{COMMON} {SUPERSCRIPT}\n", encoding="utf-8")
    report = scanned(library)
    assert {of(report, name).text_hash for name in "acd"} == {TEXT}
    assert of(report, "b").text_hash == OTHER_TEXT
    with sqlite3.connect(tmp_path / "said") as connection:
        for script in JudgementFile.migrations[:3]:
            connection.executescript(script)
        connection.execute(f"pragma application_id = {JudgementFile.application_id}")
        connection.execute("pragma user_version = 3")
        paths = {name: str(of(report, name).real_path).encode() for name in "abd"}
        connection.executemany(
            "insert into judgement values (null, ?, ?, ?, ?, ?, '2026-11-22T14:41:47+00:00')",
            [
                ("apart", TEXT, OTHER_TEXT, paths["a"], paths["b"]),
                ("copy", TEXT, TEXT, paths["a"], paths["d"]),
            ],
        )
    connection.close()
    shown = as_said(report, tmp_path / "said")
    assert names_in_groups(shown) == [("a", {"c"})]
    assert Relations(shown).of(of(report, "a"), of(report, "b")) is None
    with JudgementFile(tmp_path / "said") as file:
        assert [one.kind for one in file.entries()] == [JudgementKind.COPY, JudgementKind.APART]
        # and goes on to hold when more is said
        file.set_apart(of(report, "a"), of(report, "c"))
    assert names_in_groups(as_said(report, tmp_path / "said")) == []


def test_a_kept_one_stays_apart_from_no_duplicates(library: Path, tmp_path: Path) -> None:
    """The third is still in the group, by the one that is near to both."""
    report = scanned(library)
    a, b, c = (of(report, name) for name in "abc")
    with JudgementFile(tmp_path / "judgements") as file:
        file.set_apart(b, c)
        file.keep(b, c, [a])
    said = read_judgements(tmp_path / "judgements")
    (group,) = regroup(report, Thresholds(64, 0.3), judgements=said).groups
    assert group.representative == b.id
    assert {one.document: one.kind for one in group.members} == {
        a.id: Kind.SIMILAR,
        c.id: Kind.LINKED,
    }


@st.composite
def told_apart(draw: st.DrawFn) -> tuple[Graph, Judgements]:
    """Texts with documents that a reader can tell apart; some of these are no duplicates."""
    documents, pairs = draw(graphs())
    for number, one in documents.items():
        form = (10_000 + 10 * one.text + draw(st.integers(0, 1))).to_bytes(16, "big")
        documents[number] = replace(one, form_hash=form)
    ends = st.sampled_from(sorted(documents.values(), key=lambda one: one.id))
    drawn = draw(st.lists(st.tuples(ends, ends), max_size=8))
    drawn += [
        (documents[one.left], documents[one.right])
        for one in draw(st.lists(st.sampled_from(pairs), max_size=4) if pairs else st.just([]))
    ]
    apart = {
        (min(forms), max(forms))
        for left, right in drawn
        if (forms := (left.form, right.form)) and left.form != right.form
    }
    return (documents, pairs), Judgements(frozenset(apart))


@given(told_apart(), st.sampled_from(Grouping))
def test_only_what_was_said_is_hidden(drawn: tuple[Graph, Judgements], grouping: Grouping) -> None:
    (documents, pairs), judgements = drawn
    linked = {frozenset((documents[p.left].text, documents[p.right].text)) for p in pairs}

    def is_pair(one: Document, other: Document) -> bool:
        """By definition: of one text, or of two that were verified, and not said to be none."""
        forms = (min(one.form, other.form), max(one.form, other.form))
        texts = frozenset((one.text, other.text))
        return forms not in judgements.apart and (len(texts) == 1 or texts in linked)

    groups = Grouper(documents, tuple(pairs), {}, judgements).grouped(at(24, 0.3, grouping)).groups
    shown = [one for group in groups for one in ids_of(group)]
    assert len(shown) == len(set(shown))
    everything = list(documents.values())
    assert set(shown) == {
        one.id
        for one in everything
        if any(one is not other and is_pair(one, other) for other in everything)
    }
    if grouping is Grouping.LEADERS:
        for group in groups:
            for member in group.members:
                assert is_pair(documents[group.representative], documents[member.document])


def test_no_plan_relies_on_what_is_no_duplicate(library: Path, tmp_path: Path) -> None:
    report = scanned(library)
    a, b, c = (of(report, name) for name in "abc")
    with JudgementFile(tmp_path / "said") as file:
        file.set_apart(a, c)
        file.set_apart(b, c)
    shown = as_said(report, tmp_path / "said")
    assert names_in_groups(shown) == [("a", {"b"})]
    assert not plan_removal(shown, {c.id}).removals


# ---- reports without the documents of excluded folders


FOLDERS = "kept", "left out", "left out/again"


@pytest.fixture
def three_folders(tmp_path: Path) -> Path:
    for number, folder in enumerate(FOLDERS):
        for seed in range(3):
            text = edited(chinese_text(seed), seed, number)
            written(tmp_path / folder, {f"{seed}.txt": text, f"copy of {seed}.txt": text})
    return tmp_path


def paths_in_groups(report: ScanReport) -> AbstractSet[tuple[Path, frozenset[Path]]]:
    path = {key: document.path for key, document in report.documents.items()}
    listed = ([path[key] for key in ids_of(group)] for group in report.groups)
    return {(first, frozenset(others)) for first, *others in listed}


def test_it_is_what_a_scan_of_the_other_folders_finds(three_folders: Path) -> None:
    left_out, again = three_folders / "left out", three_folders / "left out" / "again"
    whole = scanned(three_folders)
    assert len(whole.documents) == 18
    without = without_excluded(whole, Roles({left_out: Role.EXCLUDED}))
    assert paths_in_groups(without) == paths_in_groups(scanned(three_folders / "kept"))
    assert without.counts.documents == 6
    # the deepest folder that is named wins
    roles = Roles({left_out: Role.EXCLUDED, again: Role.PROTECTED})
    assert paths_in_groups(without_excluded(whole, roles)) == paths_in_groups(
        scanned([three_folders / "kept", again])
    )
    gone = [key for key, one in whole.documents.items() if one.path.parent == again]
    assert paths_in_groups(without_excluded(whole, roles, gone)) == paths_in_groups(without)


def test_it_can_be_stopped_and_nothing_to_leave_out_costs_nothing(
    three_folders: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = scanned(three_folders)
    asked = []

    def check() -> None:
        asked.append(None)
        if len(asked) == 3:
            raise Cancelled

    for roles in (Roles(), Roles({three_folders: Role.PROTECTED})):
        assert without_excluded(whole, roles, check=check) is whole
    # nothing is in that folder
    assert without_excluded(whole, Roles({three_folders / "no": Role.EXCLUDED})) is whole
    assert not asked
    monkeypatch.setattr(freeing, "_STRIDE", 4)
    with pytest.raises(Cancelled):
        without_excluded(whole, Roles({three_folders / "kept": Role.EXCLUDED}), check=check)
    assert len(asked) == 3


# ---- what a library consists of: counted by hand, and in a scan of documents made for it


SAMPLES = {
    # the first article of the Universal Declaration of Human Rights
    Script.LATIN: "Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm và quyền.",
    Script.HAN: "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心。UDHR 1948",
    Script.JAPANESE: "すべての人間は、生まれながらにして自由であり、尊厳と権利について平等。",
    Script.HANGUL: "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.",
    Script.CYRILLIC: "Все люди рождаются свободными и равными в своем достоинстве и правах.",
    Script.GREEK: "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια.",
    Script.ARABIC: "يولد جميع الناس أحرارًا متساوين في الكرامة والحقوق.",
    Script.HEBREW: "כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם.",
    Script.DEVANAGARI: "सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता प्राप्त है।",
    Script.THAI: "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ",
    Script.OTHER: "ყველა ადამიანი იბადება თავისუფალი და თანასწორი თავისი ღირსებითა.",
    Script.NONE: "1, 2, 3 – 4.5 %",
}


@pytest.mark.parametrize("script", Script)
def test_scripts(script: Script) -> None:
    assert script_of(code_points(SAMPLES[script].casefold())) is script


def test_of_two_scripts_that_with_more_of_the_text() -> None:
    assert script_of(code_points("install the package 软件包 with this command")) is Script.LATIN
    assert script_of(code_points("使用 npm install 安装软件包，然后运行测试")) is Script.HAN
    # a sign that is kana alone does not make Chinese Japanese
    assert script_of(code_points("人人生而自由在尊严和权利上一律平等" * 3 + "の")) is Script.HAN


def test_shares_are_counted_once_and_the_most_frequent_come_first() -> None:
    made = report(
        [],
        [
            document(1, path=Path("/a.txt"), size=10, script=Script.HAN),
            document(2, path=Path("/b.txt"), size=20, encoding="gb18030", script=Script.HAN),
            document(3, path=Path("/c.docx"), size=30, encoding="docx", script=Script.LATIN),
            document(4, path=Path("/d.html"), size=40),
            document(5, path=Path("/z.zip/e.txt"), size=500, device=INSIDE),
        ],
    )
    found = library_statistics(made)
    assert found.whole == LibraryShare(5, 100)
    assert found.inside == LibraryShare(1, 500)
    assert list(found.formats.items()) == [
        ("", LibraryShare(3, 30)),
        ("docx", LibraryShare(1, 30)),
        ("html", LibraryShare(1, 40)),
    ]
    assert list(found.encodings.items()) == [
        ("utf-8", LibraryShare(3, 50)),
        ("gb18030", LibraryShare(1, 20)),
    ]
    assert found.scripts == {
        "": LibraryShare(2, 40),
        "han": LibraryShare(2, 30),
        "latin": LibraryShare(1, 30),
    }


def test_what_could_go_follows_the_roles() -> None:
    roles = Roles({Path("/documents"): Role.PROTECTED})
    assert library_statistics(contracts(), roles).freeing == safe_to_free(contracts(), roles)


def test_the_script_is_known_from_reading_on(tmp_path: Path) -> None:
    russian = docx(f"<w:p>{run(SAMPLES[Script.CYRILLIC] * 9)}</w:p>")
    texts = {"a.txt": chinese_text(1).encode("gb18030"), "b.txt": english_text(2)}
    folder = written(tmp_path / "库", {**texts, "c.docx": russian})
    index = tmp_path / "index.sqlite3"
    expected = {"a.txt": Script.HAN, "b.txt": Script.LATIN, "c.docx": Script.CYRILLIC}
    for read in (3, 0):
        found = scanned(folder, index)
        assert found.counts.read == read
        assert {one.path.name: one.script for one in found.documents.values()} == expected
    loaded = reopened(found, tmp_path / "results.variorum")
    assert {one.path.name: one.script for one in loaded.documents.values()} == expected
    assert library_statistics(loaded).scripts == library_statistics(found).scripts
    unknown = {key: replace(one, script=None) for key, one in found.documents.items()}
    assert library_statistics(replace(found, documents=unknown)).scripts.keys() == {""}
