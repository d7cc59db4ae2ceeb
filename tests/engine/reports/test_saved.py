"""Saved results: round trips, damaged files, and files of strangers, on whose word nothing goes."""

import base64
import gzip
import itertools
import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from builders import chinese_text, document, edited, english_text, pair
from places import ROOT
from removals import FolderTrash
from scans import content, reopened, rewrite, saved_lines, scanned
from simcore import (
    Action,
    Document,
    Grouping,
    Journal,
    Kind,
    Problem,
    ScanConfig,
    ScanReport,
    carry_out,
    load_results,
    plan_removal,
    regroup,
    save_results,
    scan,
)
from simcore.files.roles import Role, Roles
from simcore.model.config import FolderDays, Thresholds
from simcore.model.reasons import Reason, ReasonCode, ResultsFileError, of_text
from simcore.model.records import Comparison, DocumentId, OnlyIn, ProblemStage, TextId, percent
from simcore.model.report import Counts, State
from simcore.pipeline.comparing import confirm
from simcore.pipeline.rereading import Change, find_changes
from simcore.removal.plan import RemovalPlan
from simcore.reports.saved import FORMAT
from written import written

CONFIG = ScanConfig(jobs=0, similarity=0.4)


def furnished(folder: Path) -> Path:
    text = chinese_text(1, 400)
    once = edited(text, 2, 3)
    files = {
        "合同.txt": text,
        "副本/合同 (1).txt": text,
        "合同 旧.txt": text.encode("gb18030"),
        "合同 改.txt": once,
        "合同 又改.txt": edited(once, 5, 3),
        "part.txt": text[: len(text) // 3],
        "alone.txt": english_text(3),
        "empty.txt": "",
        "binary.txt": bytes(range(256)) * 9,
    }
    if os.name == "posix":
        files[os.fsdecode(b"caf\xe9.txt")] = edited(text, 9, 1)
    return written(folder, files)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make the documents of the report; only read."""
    return furnished(tmp_path_factory.mktemp("library") / "文档")


@pytest.fixture(scope="module")
def report(library: Path) -> ScanReport:
    found = scanned(library, config=CONFIG)
    alone, other = sorted(
        one.text for one in found.documents.values() if one.path.name in {"alone.txt", "part.txt"}
    )
    return replace(found, comparisons={(alone, other): Comparison(alone, other, 0, 1500, 300)})


def test_results_of_a_relative_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With what could not be read in it, a role and days of a folder, wherever they are opened."""
    furnished(tmp_path / "文档")
    monkeypatch.chdir(tmp_path)
    days = (FolderDays(Path("文档/副本"), 3),)
    Path("词.txt").write_text("合同\n", encoding="utf-8")
    config = replace(CONFIG, folder_days=days, dictionary=Path("词.txt"))
    found = scan("文档", config)
    assert [one for one in found.problems if not one.path.is_absolute()]
    roles = Roles({Path("文档/副本"): Role.PROTECTED})
    save_results(found, (), tmp_path / "r.variorum", roles=roles)
    opened = load_results(tmp_path / "r.variorum", own=config)
    assert opened.report.config.dictionary == Path("词.txt")
    monkeypatch.chdir("/")
    opened = load_results(tmp_path / "r.variorum")
    assert {one.path for one in opened.report.problems} == {
        tmp_path / one.path for one in found.problems
    }
    assert opened.report.folders == (tmp_path / "文档",)
    assert opened.roles.folders == {tmp_path / "文档/副本": Role.PROTECTED}


def in_words(report: ScanReport) -> tuple[object, ...]:
    """The content of a report without the numbers of documents and texts."""
    none = {"id": DocumentId(0), "text": TextId(0)}
    documents = [replace(one, **none) for one in report.documents.values()]  # type: ignore[arg-type]
    rest = report.config, report.folders, report.counts, report.complete
    return content(report), documents, rest


def test_a_scan_comes_back_as_it_was(report: ScanReport, tmp_path: Path) -> None:
    assert len(report.groups) > 1
    assert report.problems
    assert report.comparisons
    marked = {report.groups[0].members[0].document}
    path = tmp_path / "结果.variorum"
    save_results(report, marked, path)
    loaded = load_results(path, own=report.config)
    assert in_words(loaded.report) == in_words(report)
    assert {loaded.report.documents[one].path for one in loaded.marked} == {
        report.documents[one].path for one in marked
    }
    # no index has these ids
    assert max(loaded.report.documents) < -1
    assert max(one.text for one in loaded.report.documents.values()) < -1
    # the slider has all pairs, not those shown at the time
    for distance, similarity in ((0, 0.9), (24, 0.3), (5, 0.6)):
        assert in_words(regroup(loaded.report, Thresholds(distance, similarity))) == in_words(
            regroup(report, Thresholds(distance, similarity))
        )
    # saved again it is the same
    again = reopened(loaded.report, tmp_path / "again.variorum", loaded.marked, own=report.config)
    assert in_words(again) == in_words(report)


def test_no_text_of_a_document_is_saved(report: ScanReport, library: Path, tmp_path: Path) -> None:
    path = tmp_path / "results.variorum"
    save_results(report, (), path)
    saved = json.dumps(saved_lines(path), ensure_ascii=False)
    for file in library.rglob("*.txt"):
        text = file.read_text(encoding="utf-8", errors="ignore")
        for start in range(0, len(text) - 6, 3):
            assert text[start : start + 6] not in saved


names = st.binary(min_size=1, max_size=12).map(
    lambda raw: os.fsdecode(raw.replace(b"/", b"_").replace(b"\0", b"_")) + "_"
)
hashes = st.binary(min_size=16, max_size=16)
words = st.text(max_size=20)
shares = st.floats(0, 1)


@st.composite
def reports(draw: st.DrawFn) -> ScanReport:
    count = draw(st.integers(0, 12))
    made: list[Document] = []
    paths = draw(st.lists(names, min_size=count, max_size=count, unique=True))
    for number, name in enumerate(sorted(paths, key=lambda one: Path("/", one).parts), 1):
        text = draw(st.integers(1, 8))
        path = Path("/", name)
        made.append(
            document(
                number,
                text=text,
                fingerprint=draw(st.integers(0, 2**128 - 1)),
                path=path,
                real_path=draw(st.sampled_from([path, Path("/真", name)])),
                size=draw(st.integers(0, 2**70)),
                mtime_ns=draw(st.integers(-(2**70), 2**70)),
                device=draw(st.integers(0, 2**64 - 1)),
                inode=draw(st.integers(0, 2**64 - 1)),
                content_hash=draw(hashes),
                encoding=draw(words),
                lossy=draw(st.booleans()),
                features=draw(st.integers(0, 2**40)),
                stated=draw(st.integers(0, 2**51 - 1)),
            )
        )
    pairs, comparisons = [], {}
    for left in made:
        for right in made:
            if left.text < right.text and draw(st.booleans()):
                first, second = sorted((left, right), key=lambda one: one.path)
                pairs.append(
                    replace(
                        pair(first.id, second.id, draw(shares), draw(st.integers(0, 128))),
                        left_in_right=draw(shares),
                        right_in_left=draw(shares),
                        short=draw(st.booleans()),
                        numbers_only=draw(st.booleans()),
                    )
                )
                comparisons[left.text, right.text] = Comparison(left.text, right.text, 3, 9, 2**50)
    config = ScanConfig(
        include=tuple(draw(st.lists(words, max_size=3))),
        dictionary=draw(st.none() | names.map(lambda name: Path("/", name))),
        grouping=draw(st.sampled_from(list(Grouping))),
        similarity=draw(st.floats(0.3, 1)),
        seconds_a_file=draw(st.none() | st.floats(0.1, 99)),
        jobs=draw(st.none() | st.integers(0, 9)),
    )
    problems = draw(
        st.lists(
            st.builds(
                Problem,
                names.map(lambda name: Path("/", name)),
                st.sampled_from([one for one in ProblemStage if one is not ProblemStage.SAVED]),
                words.map(of_text),
            )
        )
    )
    plain = ScanReport(
        config=config,
        folders=tuple(Path("/", name) for name in draw(st.lists(names, max_size=3))),
        documents={one.id: one for one in made},
        pairs=tuple(pairs),
        groups=(),
        problems=tuple(problems),
        counts=Counts(documents=len(made), listed=draw(st.integers(0, 2**40))),
        compared_distance=draw(st.integers(0, 128)),
        complete=draw(st.booleans()),
        comparisons=comparisons,
    )
    return regroup(plain, config.thresholds)


@pytest.mark.skipif(os.name != "posix", reason="names of any bytes")
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(reports(), st.data())
def test_reports_come_back(tmp_path: Path, report: ScanReport, data: st.DataObject) -> None:
    marked = data.draw(st.sets(st.sampled_from(list(report.documents) or [0])))
    path = tmp_path / "results.variorum"
    save_results(report, marked, path)
    loaded = load_results(path, own=report.config)
    assert in_words(loaded.report) == in_words(report)
    assert {str(loaded.report.documents[one].path) for one in loaded.marked} == {
        str(report.documents[one].path) for one in marked if one in report.documents
    }


@pytest.fixture
def saved(report: ScanReport, tmp_path: Path) -> Path:
    path = tmp_path / "results.variorum"
    save_results(report, (), path)
    return path


def rewritten(path: Path, change: object) -> None:
    """Apply ``change`` to the lines and write them back."""
    lines = saved_lines(path)
    change(lines)  # type: ignore[operator] # a function
    rewrite(path, lines)


@pytest.mark.parametrize(
    ("kept", "told"),
    [
        (["too-long", "1.5"], "took longer than 1.5 s; left out"),
        (["too-long", "{0:>300000000}"], "took longer than {0:>300000000} s; left out"),
        (["a-code-to-come", 3], str(Reason(ReasonCode.UNKNOWN))),
    ],
)
def test_a_reason_in_a_file_is_read_and_never_run(saved: Path, kept: object, told: str) -> None:
    def change(lines: list[Any]) -> None:
        lines[0].update(problems=1)
        lines[1:] = [one for one in lines[1:] if one[0] != "problems"]
        lines.insert(-1, ["problems", ["/a.txt", "read", kept]])

    rewritten(saved, change)
    assert [str(one.reason) for one in load_results(saved).report.problems] == [told]


def test_foreign_files_are_told_from_damaged_ones(saved: Path, tmp_path: Path) -> None:
    whole = saved.read_bytes()
    packed = map(gzip.compress, (b"hello\n{}", b'{"variorum": "other", "format": 1}\n'))
    for foreign in (b"", b"hello", "合同".encode("gb18030"), b"PK\3\4", *packed):
        saved.write_bytes(foreign)
        with pytest.raises(ResultsFileError, match="is no file of saved results"):
            load_results(saved)
    for cut in (40, len(whole) // 2, len(whole) - 9, len(whole) - 1):
        saved.write_bytes(whole[:cut])
        with pytest.raises(ResultsFileError, match="is damaged"):
            load_results(saved)
    with pytest.raises(ResultsFileError, match="cannot be read"):
        load_results(tmp_path / "none.variorum")
    with pytest.raises(ResultsFileError, match="cannot be read"):
        load_results(tmp_path)


def test_no_flipped_bit_changes_what_is_loaded(saved: Path) -> None:
    whole, as_saved = saved.read_bytes(), load_results(saved)
    refused = 0
    places = [*range(10, len(whole) - 9, 37), *range(len(whole) - 9, len(whole))]
    for place in places:  # the first ten are gzip's header: time, system
        for bit in (0x10, 0x80):
            flipped = bytes([whole[place] ^ bit])
            saved.write_bytes(whole[:place] + flipped + whole[place + 1 :])
            try:
                loaded = load_results(saved)
            except ResultsFileError:
                refused += 1
            else:
                # the padding bits of the last compressed byte have no meaning, and what stands
                # twice in a file may be copied from either place
                assert gzip.decompress(saved.read_bytes()) == gzip.decompress(whole)
                assert in_words(loaded.report) == in_words(as_saved.report)
    assert refused >= 2 * (len(places) - 3)


def test_the_days_of_retention_are_kept(report: ScanReport, tmp_path: Path) -> None:
    days = (FolderDays(Path("/合同"), 30), FolderDays(Path("/合同/旧"), 0))
    config = replace(report.config, keep_days=7, folder_days=days)
    made = replace(report, config=config, counts=replace(report.counts, outside=5))
    # what was found out when the results were opened is none of them
    since = Problem(Path("/a.txt"), ProblemStage.SAVED, Reason(ReasonCode.GONE_SINCE_SAVED))
    made = replace(made, problems=(*report.problems, since))
    found = reopened(made, tmp_path / "results.variorum")
    assert (found.config.keep_days, found.config.folder_days) == (7, days)
    assert found.counts.outside == 5
    assert found.problems == report.problems


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"format": FORMAT + 1, "documents": "later"}, "newer version of Variorum"),
        ({"system": "other"}, "another kind of system"),
    ],
)
def test_files_of_others_say_so(saved: Path, changes: dict[str, object], told: str) -> None:
    rewritten(saved, lambda lines: lines[0].update(changes))
    with pytest.raises(ResultsFileError, match=told):
        load_results(saved)


def lines_of(lines: list, name: str) -> list:
    return next(one for one in lines[1:] if one[0] == name)


def set_cell(name: str, cell: int, value: object, row: int = 0) -> Callable[[list], None]:
    def change(lines: list) -> None:
        lines_of(lines, name)[1 + row][cell] = value

    return change


@pytest.mark.parametrize(
    "change",
    [
        lambda lines: lines.pop(),
        lambda lines: lines.pop(1),
        lambda lines: lines.append(["more"]),
        lambda lines: lines_of(lines, "documents").append([1]),
        lambda lines: lines_of(lines, "documents").pop(),
        lambda lines: lines.insert(1, ["other", 1]),
        lambda lines: lines.insert(1, []),
        lambda lines: lines.insert(1, {"documents": 1}),
        lambda lines: lines[0].pop("config"),
        lambda lines: lines[0].update(config=3),
        lambda lines: lines[0].update(pairs=-1),
        lambda lines: lines[0]["config"].update(similarity=7),
        lambda lines: lines[0]["config"].update(distance="far"),
        lambda lines: lines[0]["config"].update(follow_links=1),
        lambda lines: lines[0]["config"].update(colour="blue"),
        lambda lines: lines[0]["config"].update(grouping="chains"),
        lambda lines: lines[0]["config"].update(include="*.txt"),
        lambda lines: lines[0]["counts"].update(listed=-1),
        lambda lines: lines[0].update(folders=["relative"]),
        set_cell("documents", 0, 10**9),
        set_cell("documents", 1, "relative.txt"),
        set_cell("documents", 1, "/nul\0"),
        set_cell("documents", 1, "/\ud800"),
        set_cell("documents", 3, -1),
        set_cell("documents", 3, True),
        set_cell("documents", 7, "abcd"),
        set_cell("documents", 13, 10**30),
        set_cell("documents", 14, "f"),
        set_cell("pairs", 0, 10**9),
        set_cell("pairs", 0, -1),
        set_cell("pairs", 3, 1.5),
        set_cell("pairs", 3, float("nan")),
        set_cell("pairs", 3, True),
        set_cell("pairs", 6, "strange"),
        set_cell("comparisons", 2, None),
        set_cell("problems", 1, "dreaming"),
        lambda lines: set_cell("documents", 14, None, lines_of(lines, "pairs")[1][0])(lines),
        lambda lines: lines[0].update(marked=1) or lines.insert(-1, ["marked", 10**9]),
    ],
)
def test_what_cannot_be_is_damage(saved: Path, change: object) -> None:
    load_results(saved)
    rewritten(saved, change)
    with pytest.raises(ResultsFileError, match="is damaged and was not opened"):
        load_results(saved)


def test_what_cannot_be_written_leaves_the_older_file(saved: Path, report: ScanReport) -> None:
    before = saved.read_bytes()
    broken = replace(report, problems=(object(),))  # type: ignore[arg-type] # cannot be written
    with pytest.raises(AttributeError):
        save_results(broken, (), saved)
    assert saved.read_bytes() == before
    assert list(saved.parent.glob(".*")) == []
    with pytest.raises(ResultsFileError, match="cannot be written"):
        save_results(report, (), saved.parent / "no" / "folder.variorum")


def test_what_is_told_may_end_it(saved: Path, report: ScanReport) -> None:
    steps: list[tuple[int, int]] = []

    def stop(done: int, total: int) -> None:
        steps.append((done, total))
        raise KeyboardInterrupt

    before = saved.read_bytes()
    with pytest.raises(KeyboardInterrupt):
        save_results(report, (), saved, stop)
    assert saved.read_bytes() == before
    with pytest.raises(KeyboardInterrupt):
        load_results(saved, stop)
    assert {total for _, total in steps} == {steps[0][1]}
    assert steps[0][1] >= len(report.documents)


def test_changes_are_found(tmp_path: Path) -> None:
    library = furnished(tmp_path / "文档")
    report = scanned(library, config=CONFIG)

    def touched(name: str) -> Path:
        path = library / name
        os.utime(path, ns=(1, 1))
        return path

    touched("合同 改.txt")  # another time, the same bytes
    same_size = touched("合同 又改.txt")
    data = same_size.read_bytes()
    same_size.write_bytes(data.replace("。".encode(), "，".encode()))
    os.utime(same_size, ns=(1, 1))
    (library / "合同 旧.txt").write_text("something else")
    (library / "part.txt").unlink()
    (library / "alone.txt").unlink()
    (library / "alone.txt").mkdir()
    looked: list[int] = []
    changes = find_changes(report.documents.values(), looked.append)
    found = {report.documents[key].path.name: change for key, change in changes.of.items()}
    assert found == {
        "合同 又改.txt": Change.CHANGED,
        "合同 旧.txt": Change.CHANGED,
        "part.txt": Change.GONE,
        "alone.txt": Change.CHANGED,
    }
    assert {one.path.name for one in changes.problems} == set(found)
    assert {one.stage for one in changes.problems} == {ProblemStage.SAVED}
    assert len(looked) == len(report.documents)


# ---- saved results that somebody else wrote: nothing is removed on their word, or read without end


Rows = dict[str, list[Any]]
RowsChange = Callable[[dict[str, Any], Rows], None]
TEXT = chinese_text(1, 400)
PLAIN_FILES = {
    "contract.txt": TEXT.encode(),
    "copy.txt": TEXT.encode(),
    "gb.txt": TEXT.encode("gb18030"),
    "edited.txt": edited(TEXT, 2, 3).encode(),
    "part.txt": TEXT[: len(TEXT) // 3].encode(),
    "diary.txt": english_text(3, 300).encode(),
}
LOOSE = ScanConfig(jobs=0, similarity=0.5)
# fields of a row
TEXT_NO, PATH, REAL, HASHES = 0, 1, 2, slice(7, 9)


@pytest.fixture
def library_of_six(tmp_path: Path) -> Path:
    return written(tmp_path / "library", PLAIN_FILES)


@pytest.fixture
def saved_six(library_of_six: Path, tmp_path: Path) -> Path:
    path = tmp_path / "results.variorum"
    save_results(scanned(library_of_six, config=LOOSE), (), path)
    return path


def opened_after(path: Path, change: RowsChange) -> ScanReport:
    """Open the results after a change of their header and rows."""
    header, *lines = saved_lines(path)
    rows: Rows = {name: [] for name in ("documents", "pairs", "comparisons", "problems", "marked")}
    for name, *some in lines[:-1]:
        rows[name] += some
    change(header, rows)
    header |= {name: len(some) for name, some in rows.items()}
    rewrite(path, [header, *([name, *some] for name, some in rows.items() if some), ["end"]])
    return load_results(path).report


def row_of(rows: Rows, name: str) -> list[Any]:
    return next(row for row in rows["documents"] if row[PATH].endswith("/" + name))


def marked(report: ScanReport, *names: str) -> RemovalPlan:
    chosen = [key for key, one in report.documents.items() if one.path.name in names]
    plan = plan_removal(report, chosen)
    assert len(plan.removals) == len(names), plan.refused
    return plan


def carried_out(plan: RemovalPlan, base: Path) -> list[State]:
    with Journal(base / "journal.sqlite") as journal:
        return [one.state for one in carry_out(plan, journal, FolderTrash(base / "trash"))]


def test_what_is_as_saved_goes(saved_six: Path, library_of_six: Path, tmp_path: Path) -> None:
    names = "copy.txt", "gb.txt", "edited.txt", "part.txt"
    plan = marked(load_results(saved_six).report, *names)
    with pytest.raises(ValueError, match="confirmed"):
        carried_out(plan, tmp_path)
    confirmed = confirm(plan)
    assert confirmed.removals == plan.removals
    assert carried_out(confirmed, tmp_path) == [State.DONE] * 4
    assert {one.name for one in library_of_six.iterdir()} == PLAIN_FILES.keys() - set(names)


PROSE = english_text(4)
SOURCE = "".join(f"def f{n}(x):\n    if x:\n        g{n}(x)\n    return x\n" for n in range(40))


@pytest.mark.parametrize(
    ("name", "one", "other"),
    [
        ("sharp s.txt", f"{PROSE} in Maßen", f"{PROSE} in Massen"),
        ("case.txt", f"{PROSE} Polish", f"{PROSE} polish"),
        ("fraction.txt", f"{PROSE} 5½ kg", f"{PROSE} 51⁄2 kg"),
        ("power.txt", f"{PROSE} 10² m", f"{PROSE} 102 m"),
        ("source.py", SOURCE, SOURCE.replace("    return", "        return")),
        ("struck.html", f"<p>{PROSE} not</p>", f"<p>{PROSE} <del>not</del></p>"),
    ],
)
def test_what_differs_in_looks_goes(tmp_path: Path, name: str, one: str, other: str) -> None:
    library = written(tmp_path / "library", {f"a/{name}": one, f"b/{name}": other})
    opened = reopened(scanned(library), tmp_path / "results.variorum")
    (member,) = opened.groups[0].members
    assert (member.kind, member.only_in, member.numbers_only) == (Kind.SIMILAR, OnlyIn.LOOK, False)
    assert member.resemblance is not None
    assert percent(member.resemblance) == "99.9 %"
    plan = plan_removal(opened, [member.document])
    confirmed = confirm(plan)
    assert confirmed.refused == ()
    assert confirmed.removals == plan.removals
    assert carried_out(confirmed, tmp_path) == [State.DONE]


@pytest.mark.skipif(os.name != "posix", reason="writes links")
@pytest.mark.parametrize("shown", ["copy.txt", "not here.txt", "link/diary.txt"])
def test_the_path_shown(saved_six: Path, library_of_six: Path, tmp_path: Path, shown: str) -> None:
    elsewhere = written(tmp_path / "elsewhere", {"diary.txt": PLAIN_FILES["contract.txt"]})
    (library_of_six / "link").symlink_to(written(tmp_path / "other", {}))

    def change(_header: dict[str, Any], rows: Rows) -> None:
        row = row_of(rows, "copy.txt")
        row[PATH], row[REAL] = f"{library_of_six}/{shown}", str(elsewhere / "diary.txt")
        status = (elsewhere / "diary.txt").stat()
        row[4] = status.st_mtime_ns

    report = opened_after(saved_six, change)
    (wrong,) = (key for key, one in report.documents.items() if one.real_path != one.path)
    changes = find_changes(report.documents.values())
    assert changes.of == {wrong: Change.CHANGED}
    plan = plan_removal(report, [wrong])
    assert len(plan.removals) == 1
    assert carried_out(confirm(plan), tmp_path) == [State.SKIPPED]
    assert (elsewhere / "diary.txt").exists()
    assert (library_of_six / "copy.txt").exists()


def test_facts_of_documents_that_a_later_version_adds_are_passed_over(saved_six: Path) -> None:
    before = load_results(saved_six).report.documents

    def added(_header: dict[str, Any], rows: Rows) -> None:
        for row in rows["documents"]:
            row.append("an author")

    after = opened_after(saved_six, added).documents
    assert [after[key] for key in after] == [before[key] for key in before]

    def lost(_header: dict[str, Any], rows: Rows) -> None:
        for row in rows["documents"]:
            del row[-2:]

    with pytest.raises(ResultsFileError, match="damaged"):
        opened_after(saved_six, lost)


def same_text(_header: dict[str, Any], rows: Rows) -> None:
    """Give the diary all hashes of the contract."""
    diary, contract = row_of(rows, "diary.txt"), row_of(rows, "contract.txt")
    diary[TEXT_NO] = contract[TEXT_NO]
    diary[8:] = contract[8:]


def one_pair_more(_header: dict[str, Any], rows: Rows) -> None:
    documents = rows["documents"]
    ends = sorted(documents.index(row_of(rows, one)) for one in ("contract.txt", "diary.txt"))
    row = [*ends, 1, 0.99, 0.99, 0.99, "similar", False, False, None, False, "shingles", False]
    rows["pairs"].append(row)


@pytest.mark.parametrize("change", [same_text, one_pair_more])
def test_documents_that_are_not_alike_stay(
    saved_six: Path, library_of_six: Path, tmp_path: Path, change: RowsChange
) -> None:
    confirmed = confirm(marked(opened_after(saved_six, change), "diary.txt"))
    assert confirmed.removals == ()
    assert [one.reason.code for one in confirmed.refused] == [ReasonCode.NOT_AS_SAVED]
    assert carried_out(confirmed, tmp_path) == []
    assert (library_of_six / "diary.txt").exists()


SYLLABLES = ["".join(four) for four in itertools.product("bdfgkl", "aeiou", "mnprst", "aeiou")]


def half_alike(seed: int, count: int = 400) -> str:
    common, own = random.Random(5), random.Random(seed)
    half = [common.choice(SYLLABLES) for _ in range(270)]
    return " ".join(half + [own.choice(SYLLABLES) for _ in range(count - len(half))]) + "\n"


def claim(resemblance: float, share: float, kind: str) -> RowsChange:
    """Return what lets every pair be shown so, at thresholds that admit anything."""

    def change(header: dict[str, Any], rows: Rows) -> None:
        header["config"] |= {"similarity": 0.3, "distance": 128, "containment": 0.1}
        for row in rows["pairs"]:
            row[2:7] = 1, resemblance, share, share, kind
        if kind == "contains":
            header["config"] |= {"similarity": 1.0, "contained": True}
            for row in rows["pairs"]:
                row[5] = share * 0.5  # one is clearly shorter
        del rows["comparisons"][:]

    return change


@pytest.mark.parametrize(
    ("how", "confirmed"),
    [
        ((0.99, 0.995, "near"), False),
        ((0.45, 0.6, "near"), True),
        ((0.99, 0.995, "contains"), False),
    ],
)
def test_less_alike_stays(
    tmp_path: Path, how: tuple[float, float, str], *, confirmed: bool
) -> None:
    path = tmp_path / "results.variorum"
    files = {"contract.txt": half_alike(1), "diary.txt": half_alike(2)}
    config = ScanConfig(jobs=0, similarity=0.3, distance=64)
    report = scanned(written(tmp_path / "library", files), config=config)
    (pair,) = report.pairs
    assert 0.45 < pair.resemblance < 0.6
    save_results(report, (), path)
    report = opened_after(path, claim(*how))
    (member,) = report.groups[0].members
    assert (member.kind, member.resemblance) == (Kind(how[2]), how[0])
    plan = confirm(plan_removal(report, [member.document]))
    assert len(plan.removals) == confirmed
    reasons = [one.reason.code for one in plan.refused]
    assert reasons == [] if confirmed else [ReasonCode.NOT_AS_SAVED]


def test_the_witnesses_of_all_groups_are_compared(saved_six: Path) -> None:
    plan = marked(load_results(saved_six).report, "edited.txt")
    (removal,) = plan.removals
    report = load_results(saved_six).report
    diary = next(one for one in report.documents.values() if one.path.name == "diary.txt")
    both = replace(removal, others=(diary,), shown=removal.shown * 2)
    confirmed = confirm(replace(plan, removals=(both,)))
    assert confirmed.removals == ()
    assert [one.reason.code for one in confirmed.refused] == [ReasonCode.NOT_AS_SAVED]


def test_what_changed_since_stays(saved_six: Path, library_of_six: Path) -> None:
    plan = marked(load_results(saved_six).report, "edited.txt", "part.txt")
    (library_of_six / "edited.txt").write_bytes(PLAIN_FILES["edited.txt"][:-3] + "？".encode())
    (library_of_six / "part.txt").unlink()
    confirmed = confirm(plan)
    assert confirmed.removals == ()
    codes = [one.reason.values[0].code for one in confirmed.refused]  # type: ignore[union-attr]
    assert codes == [ReasonCode.CHANGED_SINCE_SAVED, ReasonCode.GONE]


def test_what_needs_no_confirmation(saved_six: Path, library_of_six: Path, tmp_path: Path) -> None:
    plan = marked(scanned(library_of_six, config=LOOSE), "copy.txt")
    assert confirm(plan) == plan
    report = load_results(saved_six).report
    plan = plan_removal(report, report.documents, action=Action.COPY, destination=tmp_path / "to")
    assert confirm(plan).removals == plan.removals


def test_what_a_file_would_have_this_computer_do_is_not_believed(saved_six: Path) -> None:
    def change(header: dict[str, Any], _rows: Rows) -> None:
        header["config"] |= {"dictionary": "/dev/zero", "jobs": 10_000, "seconds_a_file": 1e9}

    report = opened_after(saved_six, change)
    plain = ScanConfig()
    found = report.config
    assert found.dictionary is None
    assert (found.jobs, found.seconds_a_file) == (plain.jobs, plain.seconds_a_file)
    own = ScanConfig(dictionary=Path("/dev/zero"), jobs=1, seconds_a_file=5)
    found = load_results(saved_six, own=own).report.config
    assert (found.dictionary, found.jobs, found.seconds_a_file) == (own.dictionary, 1, 5)
    assert (
        load_results(saved_six, own=replace(own, dictionary=None)).report.config.dictionary is None
    )


_MOST = 700
"""Megabytes that reading takes at most; Python with NumPy takes 60 of them."""
_READ = """
import sys
from pathlib import Path
from simcore import load_results
from simcore.model.reasons import ResultsFileError
try:
    load_results(Path(sys.argv[1]))
    print("read")
except ResultsFileError as error:
    print(error)
most = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(int(most.split()[1]) // 1024)
"""


def _header(saved_six: Path, **changes: object) -> bytes:
    header = saved_lines(saved_six)[0]
    empty = dict.fromkeys(("documents", "texts", "pairs", "comparisons", "problems", "marked"), 0)
    return json.dumps(header | empty | changes).encode() + b"\n"


def _endless_line(saved_six: Path) -> Iterator[bytes]:
    yield _header(saved_six, documents=1)
    yield b'["documents"'
    for _ in range(300):
        yield b" " * (1 << 20)


def _nested_line(saved_six: Path) -> Iterator[bytes]:
    yield _header(saved_six, documents=1)
    yield b'["documents"'
    for _ in range(100):
        yield b",[]" * (1 << 20)


def _long_header(saved_six: Path) -> Iterator[bytes]:
    yield b'{"variorum": "results", "x": ['
    for _ in range(100):
        yield b"[]," * (1 << 20)


def _many_documents(saved_six: Path) -> Iterator[bytes]:
    count = 8_000_000
    yield _header(saved_six, documents=count, texts=1)
    row = [0, "/a", None, 1, 1, 1, 1, *["0" * 32] * 2, "utf-8", False, 1, 1, 1, 1]
    line = json.dumps(["documents", *[row] * 250]).encode() + b"\n"
    for _ in range(2_000):  # it need not be there
        yield line


def _more_than_said(saved_six: Path) -> Iterator[bytes]:
    yield _header(saved_six, marked=1)
    line = json.dumps(["problems", *[["/a", "read", ["gone"]]] * 250]).encode() + b"\n"
    for _ in range(4_000):
        yield line


def _long_reasons(saved_six: Path) -> Iterator[bytes]:
    count = 50_000
    yield _header(saved_six, problems=count)
    line = json.dumps(["problems", *[["/a", "read", ["text", "x" * 9_000]]] * 250]).encode() + b"\n"
    for _ in range(count // 250):
        yield line


def _many_lines(saved_six: Path) -> Iterator[bytes]:
    yield _header(saved_six)
    for _ in range(1 << 6):
        yield b'["marked"]\n' * (1 << 16)


@pytest.mark.parametrize("name", ["problems", "documents"])
def test_a_document_needs_more_than_other_rows(saved_six: Path, tmp_path: Path, name: str) -> None:
    """700,000 rows may be in 2.7 MB, but no document and its two hashes is in 4 bytes."""
    path = tmp_path / "hostile.variorum"
    noise = base64.b64encode(random.Random(1).randbytes(2_700_000)).decode()
    path.write_bytes(
        gzip.compress(_header(saved_six, **{name: 700_000, "texts": 1, "x": noise}), 1)
    )
    assert 2_700_000 < path.stat().st_size < 2_800_000
    with pytest.raises(ResultsFileError) as told:
        load_results(path)
    found = ReasonCode.ENDS_TOO_EARLY if name == "problems" else ReasonCode.HOLDS_TOO_MUCH
    assert told.value.reason.values[1] == Reason(found)


@pytest.mark.skipif(sys.platform != "linux", reason="asks for memory as Linux counts it")
@pytest.mark.parametrize(
    "written",
    [
        _endless_line,
        _nested_line,
        _long_header,
        _many_documents,
        _more_than_said,
        _long_reasons,
        _many_lines,
    ],
)
def test_no_file_fills_the_memory(
    saved_six: Path, tmp_path: Path, written: Callable[[Path], Iterable[bytes]]
) -> None:
    path = tmp_path / "hostile.variorum"
    packed = lru_cache(2)(partial(gzip.compress, compresslevel=1))  # most are repeated
    with path.open("wb") as file:
        for data in written(saved_six):
            file.write(packed(data))
    result = subprocess.run(
        [sys.executable, "-c", _READ, str(path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert result.returncode == 0, result.stderr
    said, megabytes = result.stdout.rsplit("\n", 2)[:2]
    assert said.startswith(f"{path}: is "), said
    assert int(megabytes) < _MOST
