"""What may be called the same: looks, words alone, no words, texts read in part, and archives."""

import zipfile
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pytest

import simcore
from builders import chinese_text, english_text
from clusters import groups_in_memory, groups_of, job_of, pairs_in_memory, pairs_of
from clusters import named as as_documents
from graphs import ids_of
from live_watches import watching
from local_frames import LocalFrame, LocalFrames
from packages import docx, run
from removals import shown
from scans import CONFIG, kept, member_kinds, named, names, reopened, scanned, within
from simcore import (
    Action,
    Document,
    FingerprintIndex,
    Journal,
    Kind,
    ReadError,
    ScanConfig,
    ScanReport,
    carry_out,
    choose_kept,
    parse_keep_rules,
    plan_pruning,
    plan_removal,
    recall,
    regroup,
)
from simcore.cli.main import main
from simcore.cluster.job import ClusterJob
from simcore.grouping.freeing import safe_to_free
from simcore.grouping.pairs import PairSort, pair_columns
from simcore.grouping.queries import without_documents
from simcore.model.config import Thresholds
from simcore.model.reasons import ReasonCode
from simcore.model.records import UNMARKED, ProblemStage
from simcore.model.report import State
from simcore.pipeline.rereading import find_changes, read_again
from simcore.pipeline.similar import find_similar, recall_similar
from simcore.reports.tables import pair_rows
from simcore.workers import make_executor
from written import written

TEXT = english_text(4)


@pytest.fixture
def library(tmp_path: Path) -> Path:
    files = {
        "0.txt": f"{TEXT}\nArea: 10² m",
        "1 wrapped.txt": f"{TEXT}\n\r\nArea:\r\n10² m".encode("utf-16"),
        "2 page.html": f"<p>{TEXT}</p>Area: 10² m",
        "3 page with a link.html": f"<p>{TEXT}</p><a href='x'>Area</a>: 10² m",
        "4 another.txt": f"{TEXT}\nArea: 102 m",
    }
    return written(tmp_path / "文档", files)


FOUND = {
    "1 wrapped.txt": Kind.SAME_TEXT,
    "2 page.html": Kind.SAME_WORDS,
    "3 page with a link.html": Kind.SAME_WORDS,
    "4 another.txt": Kind.SIMILAR,
}


def test_every_report_tells_apart(library: Path, index: FingerprintIndex, tmp_path: Path) -> None:
    first = scanned(library, index)
    again = scanned(library, index)
    assert (first.counts.read, again.counts.read) == (5, 0)
    loaded = reopened(first, tmp_path / "results.variorum")
    for report in (first, again, loaded, recall([library], CONFIG, index)):
        assert member_kinds(report) == FOUND
        counts = report.counts
        assert (counts.exact, counts.same_words, counts.similar) == (1, 2, 1)
        sorts = sorted(pair_columns(report).sort.tolist())
        assert sorts == [PairSort.SAME_TEXT, PairSort.NEAR, PairSort.NEAR, PairSort.NEAR]


def test_what_stays_for_a_document_looks_the_same(library: Path, index: FingerprintIndex) -> None:
    page = (library / "2 page.html").read_text(encoding="utf-8")
    report = scanned(written(library, {"2 saved.html": f"{page}<!-- -->"}), index)
    names = {key: one.path.name for key, one in report.documents.items()}
    marked = {key for key, name in names.items() if name[0] in "34" or name == "2 saved.html"}
    found = {names[one.document.id]: one for one in plan_removal(report, marked).removals}
    witnesses = {name: one.witness.path.name for name, one in found.items()}
    assert witnesses == {
        "2 saved.html": "2 page.html",
        "3 page with a link.html": "0.txt",
        "4 another.txt": "0.txt",
    }
    assert [found[name].kind for name in sorted(found)] == [
        Kind.SAME_TEXT,
        Kind.SAME_WORDS,
        Kind.SIMILAR,
    ]
    # the rules find the copy among documents that are not the text of the kept one
    assert {names[one.document] for _, one in choose_kept(report, []).marked()} == {
        "1 wrapped.txt",
        "2 saved.html",
    }


def test_a_text_that_a_removal_relied_on_stays_unless_it_looks_the_same(
    library: Path, index: FingerprintIndex, tmp_path: Path
) -> None:
    """The wrapped copy went because the first stays; no page shows that this may go, too."""
    report = scanned(library, index)
    wrapped, first = (named(report, name).id for name in ("1 wrapped.txt", "0.txt"))
    with Journal(tmp_path / "journal.sqlite3") as journal:
        found = []
        for one, gone in ((wrapped, []), (first, [wrapped])):
            away = tmp_path / "away"
            left = without_documents(report, gone)
            plan = plan_removal(left, {one}, action=Action.MOVE, destination=away)
            found += carry_out(plan, journal)
    assert [one.state for one in found] == [State.DONE, State.SKIPPED]
    assert found[1].reason is not None
    assert found[1].reason.code is ReasonCode.RELIED_ON
    assert library / "0.txt" in shown(library)


def test_copies_count_beside_other_formats(tmp_path: Path, index: FingerprintIndex) -> None:
    """A draft that can be edited better leads documents that have no copies, not those."""
    files = {"a/draft.docx": docx(f"<w:p>{run(TEXT)}</w:p>"), "a/page.html": f"<p>{TEXT}</p>"}
    folder = written(tmp_path / "库", files)
    assert kept(scanned(folder, index)) == ["draft.docx"]
    copies = {"a/text.txt": TEXT, "b/copy.txt": TEXT, "c/wide.txt": TEXT.encode("utf-16")}
    written(folder, copies)
    report = scanned(folder, index)
    assert set(member_kinds(report).values()) == {Kind.IDENTICAL, Kind.SAME_TEXT, Kind.SAME_WORDS}
    assert report.counts.exact == 2


def test_a_kept_document_is_near_what_stays(tmp_path: Path, index: FingerprintIndex) -> None:
    files = {
        name: f"{TEXT}\nArea: {power} m" for name, power in (("a.txt", "10²"), ("b.txt", "102"))
    }
    report = scanned(written(tmp_path / "kept", files), index)
    (removal,) = plan_removal(report, [report.groups[0].representative]).removals
    assert (removal.kind, removal.witness.path.name) == (Kind.SIMILAR, "b.txt")


# ---- documents without words: those of the same bytes are identical, and nothing else is like them


def scan_of_page(note: str) -> bytes:
    """Return a PDF with a page on which nothing stands."""
    return (
        b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
        b"2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
        b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj\n"
        b"trailer<</Root 1 0 R>>\n%" + note.encode() + b"\n"
    )


FILES = {
    "emoji 1.txt": "😀😀 🎉\n".encode(),
    "emoji 2.txt": "😀😀 🎉\n".encode(),
    "emoji 3.txt": "👍👍 🎉\n".encode(),
    "empty 1.txt": b"",
    "empty 2.txt": b"",
    "scan 1.pdf": scan_of_page("one"),
    "scan 2.pdf": scan_of_page("one"),
    "scan 3.pdf": scan_of_page("two"),
    "text.txt": english_text(1).encode(),
}
COPIES = {("emoji 1.txt", "emoji 2.txt"), ("scan 1.pdf", "scan 2.pdf")}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return written(tmp_path / "documents", FILES)


def copies(report: ScanReport) -> set[tuple[str, ...]]:
    """Return the names in each group, all of which are identical."""
    assert set(member_kinds(report).values()) == {Kind.IDENTICAL}
    assert not report.pairs
    path = {key: one.path.name for key, one in report.documents.items()}
    return {tuple(sorted(path[key] for key in ids_of(group))) for group in report.groups}


def test_identical_in_every_report(folder: Path, index: FingerprintIndex, tmp_path: Path) -> None:
    report = scanned(folder, index)
    again = scanned(folder, index)
    assert (again.counts.read, again.counts.unchanged) == (0, len(FILES))
    opened = reopened(report, tmp_path / "saved.variorum")
    assert not find_changes(opened.documents.values()).of
    for found in (report, again, opened, recall([folder], CONFIG, index)):
        assert copies(found) == COPIES
        told = {one.path.name: one.reason.code for one in found.problems}
        assert told == {
            name: ReasonCode.NO_TEXT_LAYER if name.endswith("pdf") else ReasonCode.NO_WORDS
            for name in FILES
            if name != "text.txt"
        }
        free = safe_to_free(found).safe
        assert (free.documents, free.size) == (2, sum(len(FILES[one]) for _, one in COPIES))
    rows = {(row.left.path.name, row.right.path.name) for row in pair_rows(report)}
    assert rows == COPIES
    (folder / "emoji 2.txt").write_bytes(FILES["emoji 3.txt"])
    changed = COPIES - {("emoji 1.txt", "emoji 2.txt")} | {("emoji 2.txt", "emoji 3.txt")}
    assert copies(scanned(folder, index)) == changed


def test_rules_leave_all_bytes(folder: Path, index: FingerprintIndex, tmp_path: Path) -> None:
    report = scanned(folder, index)
    everything = plan_removal(report, set(report.documents), action=Action.DELETE)
    assert len(everything.removals) == len(COPIES)
    plan = plan_pruning(report, choose_kept(report, ()), action=Action.DELETE)
    assert len(plan.removals) == len(COPIES)
    assert all(one.document.content_hash == one.witness.content_hash for one in plan.removals)
    with Journal(tmp_path / "journal.sqlite3") as journal:
        assert {one.state for one in carry_out(plan, journal)} == {State.DONE}
    left = {path.read_bytes() for path in folder.iterdir()}
    assert left == set(FILES.values())


def test_one_more_file_asked_about(folder: Path, index: FingerprintIndex, tmp_path: Path) -> None:
    report = scanned(folder, index)
    for name, others in {
        "scan 1.pdf": ["scan 1.pdf", "scan 2.pdf"],
        "emoji 3.txt": ["emoji 3.txt"],
    }.items():
        asked = tmp_path / name
        asked.write_bytes(FILES[name])
        found = recall_similar(asked, replace(CONFIG, distance=10), index)
        assert [found.documents[one.right].path.name for one in found.pairs] == others
        assert {one.kind for one in found.pairs} == {Kind.IDENTICAL}
        assert len(find_similar(asked, within(report, 10), index)) == len(others)
    for name in ("empty 1.txt", "emoji 3.txt", "scan 3.pdf"):
        with pytest.raises(ReadError, match="has no "):
            recall_similar(folder / name, replace(CONFIG, distance=10), index)


def test_a_watch_tells_of_copies(folder: Path, tmp_path: Path) -> None:
    with watching(tmp_path / "index.sqlite3", [folder]) as told:
        for name in ("scan 3.pdf", "emoji 3.txt"):
            (folder / f"new {name}").write_bytes(FILES[name])
            told.wait(lambda name=name: told.lines[-1:] == [("new", f"new {name}")])
            (match,) = told.arrivals[-1].matches
            assert (match.path, match.kind) == (folder / name, Kind.IDENTICAL)
            assert told.arrivals[-1].problem is None
        (folder / "alone.txt").write_bytes("🎈".encode())
        told.wait(lambda: told.lines[-1:] == [("new", "alone.txt")])
        assert told.arrivals[-1].matches == ()
        problem = told.arrivals[-1].problem
        assert problem is not None
        assert problem.code is ReasonCode.NO_WORDS


def test_strings_and_a_library_of_them() -> None:
    texts = ["😀😀", "👍", "😀😀", "", ""]
    (group,) = simcore.groups(texts)
    assert (group.kept, [(one.key, one.kind) for one in group.members]) == (
        0,
        [(2, Kind.IDENTICAL)],
    )
    assert [(one.left, one.right) for one in simcore.pairs(texts)] == [(0, 2)]
    library = simcore.Library({"a": "😀😀", "b": "👍", "c": ""})
    assert [(one.key, one.kind) for one in library.near("😀😀")] == [("a", Kind.IDENTICAL)]
    for text in ("🎈", ""):
        found = library.near(text)
        assert (len(found), len(found.problems)) == (0, 1)
    library.remove("a")
    assert not library.near("😀😀")


@pytest.mark.parametrize("buckets", [1, 5])
def test_a_cluster_finds_them_as_well(buckets: int) -> None:
    texts = as_documents(["😀😀", english_text(1), "👍", "😀😀", "", "", english_text(1) + "."])
    job = job_of(texts, buckets)
    assert pairs_of(job) == pairs_in_memory(texts)
    assert groups_of(job) == groups_in_memory(texts)
    assert job.usable == 2
    schema = pa.schema([("id", pa.string()), ("content", pa.binary())])
    rows = [{"id": name, "content": data} for name, data in FILES.items()]
    dealt = [[pa.RecordBatch.from_pylist(rows[at::2], schema=schema)] for at in range(2)]
    files = ClusterJob(LocalFrames(), LocalFrame(dealt, schema), CONFIG, buckets, named=True)
    found = files.frames.rows(files.pairs).to_pylist()
    assert {(one["left"], one["right"]) for one in found} == COPIES
    assert {one["kind"] for one in found} == {"identical"}
    told = files.frames.rows(files.problems).to_pylist()
    assert {one["id"]: one["code"] for one in told}["scan 1.pdf"] == "no-text-layer"
    assert len(told) == len(FILES) - 1


def test_commands_know_a_scan_by_its_bytes(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It was read, and what can be known of it is: nothing is missing."""
    options = "--index", str(tmp_path / "of commands.sqlite3"), "--jobs", "0"
    for words in ("scan", "groups", "problems"):
        assert main([words, str(folder), *options]) == 0, words
        said = capsys.readouterr()
        assert "not read" not in said.out + said.err
        if words == "scan":
            assert "1 document can be compared; 5 have no words, 3 have no text" in said.out
        elif words == "groups":
            lines = [line for line in said.out.splitlines() if "identical" in line.casefold()]
            assert len(lines) == len(COPIES)
            assert not any("bit" in line or "short" in line for line in lines)
    assert main(["explain", *(str(folder / f"scan {number}.pdf") for number in (1, 2))]) == 0
    assert "scan 2.pdf are identical byte for byte" in capsys.readouterr().out
    assert main(["explain", *(str(folder / f"emoji {number}.txt") for number in (1, 2))]) == 0
    assert "emoji 2.txt are identical byte for byte" in capsys.readouterr().out
    for pair in (("scan 1.pdf", "scan 3.pdf"), ("empty 1.txt", "empty 2.txt")):
        assert main(["explain", *(str(folder / name) for name in pair)]) == 3
        assert "identical" not in capsys.readouterr().err


# ---- documents that were not read in full: named, and never taken for the same as another one


BEGINNING = f"<p>{chinese_text(1, 200)}</p>\n"
DEEP = "<div>" * 5_000


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """Pages that are equal as far as any parser reads, and text of what it reads."""
    other = f"{BEGINNING}{DEEP}second end".encode("gb18030")
    files = {"一.html": f"{BEGINNING}{DEEP}first end", "二.html": other}
    return written(tmp_path / "网页", files)


def refused(report: ScanReport, *names: str) -> dict[str, ReasonCode]:
    marked = {key for key, one in report.documents.items() if one.path.name in names}
    plan = plan_removal(report, marked)
    assert len(plan.refused) + len(plan.removals) == len(names)
    return {one.path.name: one.reason.code for one in plan.refused}


def test_it_is_named_and_is_not_the_same(pages: Path, index: FingerprintIndex) -> None:
    first = scanned(pages, index)
    again = scanned(pages, index)
    assert again.counts.read == 0
    for report in (first, again, recall([pages], CONFIG, index)):
        assert set(member_kinds(report).values()) == {Kind.SIMILAR}
        assert {one.path.name for one in report.problems} == {"一.html", "二.html"}
        for one in report.problems:
            assert one.stage is ProblemStage.DECODE
            assert one.reason.code is ReasonCode.CUT_SHORT
            assert str(one.reason).startswith("was not read in full: its markup nests too deep")
        for grouped in (report, regroup(report, Thresholds(0, 0.99))):
            choices = choose_kept(grouped, [], set(Kind) - UNMARKED)
            assert not list(choices.marked())


def test_it_is_neither_removed_nor_a_witness(pages: Path, index: FingerprintIndex) -> None:
    (pages / "text.txt").write_text(chinese_text(1, 200), encoding="utf-8")
    report = scanned(pages, index)
    others = sorted(names(report).difference(kept(report)))
    found = refused(report, *others)
    cut = [name for name, code in found.items() if code is ReasonCode.CUT_SHORT_STAYS]
    assert sorted(cut) == [name for name in others if name.endswith("html")]
    # whatever is marked: a page stays, and the text does unless it was compared with all of one
    assert "一.html" in refused(report, "一.html")
    assert "二.html" in refused(report, "二.html", "text.txt")


def test_a_copy_with_the_same_bytes_may_go(pages: Path, index: FingerprintIndex) -> None:
    (pages / "copy.html").write_bytes((pages / "一.html").read_bytes())
    report = scanned(pages, index)
    assert sorted(member_kinds(report).values()) == [Kind.IDENTICAL, Kind.SIMILAR]
    assert refused(report, "copy.html") == {}
    assert len(refused(report, "一.html", "copy.html")) == 1


def test_saved_and_read_again(pages: Path, index: FingerprintIndex, tmp_path: Path) -> None:
    report = scanned(pages, index)
    one = report.problems[0]
    with make_executor(0) as executor:
        assert read_again(one.path, [pages], CONFIG, index, executor).problem == one
    loaded = reopened(report, tmp_path / "results.variorum")
    assert [one.cut_short for one in loaded.documents.values()] == [
        one.cut_short for one in report.documents.values()
    ]
    assert set(member_kinds(loaded).values()) == {Kind.SIMILAR}
    assert refused(loaded, "一.html") == {"一.html": ReasonCode.CUT_SHORT_STAYS}
    assert loaded.problems == report.problems


def test_prune_deletes_none(
    pages: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = {path.name: path.read_bytes() for path in pages.iterdir()}
    words = ["prune", pages, "--index", tmp_path / "index.sqlite3", "--to", "delete", "--apply"]
    for wanted in ("same-text", "near,contains"):
        options = ["--keep", "newest", "--kinds", f"identical,{wanted}", "--jobs", 0]
        assert main([str(word) for word in [*words, *options]]) == 0
    assert {path.name: path.read_bytes() for path in pages.iterdir()} == before
    assert "was not read in full" in capsys.readouterr().err


def test_replaced_characters_are_not_the_same_text(tmp_path: Path, index: FingerprintIndex) -> None:
    """The same sign of replacement stands for different bytes."""
    text = chinese_text(1, 200).encode()
    files = {"a.txt": text + b"\xff" + text, "b.txt": text + b"\xfe" + text}
    report = scanned(written(tmp_path / "文档", files), index)
    assert all(one.lossy for one in report.documents.values())
    assert set(member_kinds(report).values()) == {Kind.SIMILAR}


# ---- documents inside archives: found and shown, and neither removed nor kept for a file


PRICES = " ".join(
    f"Of part {n} the price is {n * 7919 % 997} for {n * 31 % 89} days." for n in range(60)
)


INSIDE = ScanConfig(containers=True, jobs=0)


def below(report: ScanReport, folder: Path) -> dict[str, Document]:
    return {one.path.relative_to(folder).as_posix(): one for one in report.documents.values()}


@pytest.fixture
def archived(tmp_path: Path) -> Path:
    archived = tmp_path / "library"
    archived.mkdir()
    (archived / "z contract.txt").write_text(PRICES)
    with zipfile.ZipFile(archived / "a.zip", "w") as file:
        file.writestr("contract.txt", PRICES)
        file.writestr("drafts/contract 2.txt", PRICES + " And nothing else is owed.")
        file.writestr("picture.jpg", b"\xff\xd8")
        file.writestr("inner.zip", b"PK\3\4")
    return archived


def test_they_are_compared_and_shown_and_never_removed(archived: Path, tmp_path: Path) -> None:
    report = scanned(archived, config=INSIDE)
    found = below(report, archived)
    assert set(found) == {"z contract.txt", "a.zip/contract.txt", "a.zip/drafts/contract 2.txt"}
    assert {name for name, one in found.items() if one.inside} == set(found) - {"z contract.txt"}
    (group,) = report.groups
    kept = found["z contract.txt"]
    assert group.representative == kept.id, "a file leads, though others come first"
    assert {member.kind.value for member in group.members} == {"identical", "similar"}
    for action in (Action.TRASH, Action.DELETE, Action.HARD_LINK):
        plan = plan_removal(report, set(report.documents), action=action)
        assert plan.removals == ()
        codes = {str(one.path.relative_to(archived)): one.reason.code for one in plan.refused}
        assert codes.pop("z contract.txt") in {
            ReasonCode.LAST_OF_GROUP,
            ReasonCode.NO_IDENTICAL_STAYS,
            ReasonCode.IN_NO_GROUP_STAYS,
        }
        assert set(codes.values()) == {ReasonCode.INSIDE_STAYS}
    # nothing inside stays for a file
    plan = plan_removal(report, {kept.id})
    assert [one.reason.code for one in plan.refused] == [ReasonCode.LAST_OF_GROUP]
    # and no action reaches it, not even one after which all stays
    plan = plan_removal(
        report, set(report.documents), action=Action.COPY, destination=tmp_path / "copies"
    )
    assert [one.document.id for one in plan.removals] == [kept.id]
    assert {one.reason.code for one in plan.refused} == {ReasonCode.INSIDE_STAYS}
    # nor does it once the results were saved and opened
    opened = reopened(report, tmp_path / "results")
    assert plan_removal(opened, set(opened.documents)).removals == ()


def test_two_files_and_an_archive_keep_a_file(archived: Path, tmp_path: Path) -> None:
    (archived / "y contract.txt").write_text(PRICES)
    report = scanned(archived, config=INSIDE)
    found = below(report, archived)
    files = [found["y contract.txt"], found["z contract.txt"]]
    plan = plan_removal(report, {one.id for one in found.values()})
    assert len(plan.removals) == 1
    assert {plan.removals[0].document.id, plan.removals[0].witness.id} == {one.id for one in files}
    rules = parse_keep_rules([f"folder={archived / 'a.zip'}", "longest"])
    (choice,) = choose_kept(report, rules, frozenset({Kind.IDENTICAL, Kind.SIMILAR})).groups
    assert choice.stays in {one.id for one in files}
    assert [one.document for one in choice.marked] == [
        one.id for one in files if one.id != choice.stays
    ]
    spared = {report.documents[one.document].inside for one in choice.spared}
    assert spared == {True}


def test_a_rescan_reads_what_changed_and_nothing_inside_without_the_setting(
    archived: Path, index: FingerprintIndex
) -> None:
    (archived / "b.zip").write_bytes(b"PK\3\4 and no more")
    first = scanned(archived, index, INSIDE)
    problems = [(one.path.name, one.reason.code) for one in first.problems]
    assert problems == [("b.zip", ReasonCode.NO_DIRECTORY)]
    again = scanned(archived, index, INSIDE)
    assert (first.counts.read, again.counts.read) == (3, 0)
    assert [one.members for one in again.groups] == [one.members for one in first.groups]
    assert find_changes(again.documents.values()).of == {}
    assert len(recall([archived], INSIDE, index).documents) == 3
    assert names(recall([archived], CONFIG, index)) == {"z contract.txt"}
    with zipfile.ZipFile(archived / "a.zip", "w") as file:
        file.writestr("contract.txt", PRICES)
    assert len(find_changes(again.documents.values()).of) == 1
    changed = scanned(archived, index, INSIDE)
    assert changed.counts.read == 1
    assert names(changed) == {"z contract.txt", "contract.txt"}
    assert names(scanned(archived, index)) == {"z contract.txt"}
    (archived / "a.zip").unlink()
    assert names(scanned(archived, index, INSIDE)) == {"z contract.txt"}
