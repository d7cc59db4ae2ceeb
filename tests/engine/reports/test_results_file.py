"""Saved results: round trips, and damaged files refused with a message."""

import gzip
import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from builders import chinese_text, document, edited, english_text
from simcore import (
    Document,
    FingerprintIndex,
    Grouping,
    Kind,
    Pair,
    Problem,
    ScanConfig,
    ScanReport,
    load_results,
    regroup,
    save_results,
    scan,
)
from simcore.files.roles import Role, Roles
from simcore.model.config import FolderDays, Thresholds
from simcore.model.reasons import Reason, ReasonCode, ResultsFileError, of_text
from simcore.model.records import Comparison, ProblemStage
from simcore.model.report import Counts
from simcore.pipeline.rereading import Change, find_changes
from simcore.reports.saved import FORMAT
from simcore.workers import make_executor

CONFIG = ScanConfig(jobs=0, similarity=0.4)


def furnished(folder: Path) -> Path:
    (folder / "副本").mkdir(parents=True)
    text = chinese_text(1, 400)
    (folder / "合同.txt").write_text(text, encoding="utf-8")
    (folder / "副本" / "合同 (1).txt").write_text(text, encoding="utf-8")
    (folder / "合同 旧.txt").write_text(text, encoding="gb18030")
    (folder / "合同 改.txt").write_text(edited(text, 2, 3), encoding="utf-8")
    (folder / "合同 又改.txt").write_text(edited(edited(text, 2, 3), 5, 3), encoding="utf-8")
    (folder / "part.txt").write_text(text[: len(text) // 3], encoding="utf-8")
    (folder / "alone.txt").write_text(english_text(3), encoding="utf-8")
    (folder / "empty.txt").write_bytes(b"")
    (folder / "binary.txt").write_bytes(bytes(range(256)) * 9)
    if os.name == "posix":
        (folder / os.fsdecode(b"caf\xe9.txt")).write_text(edited(text, 9, 1), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make the documents of the report; only read."""
    return furnished(tmp_path_factory.mktemp("library") / "文档")


@pytest.fixture(scope="module")
def report(library: Path) -> ScanReport:
    return scanned(library)


def scanned(library: Path) -> ScanReport:
    with FingerprintIndex(library.parent / "index.sqlite") as index, make_executor(0) as executor:
        found = scan([library], CONFIG, index, executor)
    alone, other = sorted(
        one.text for one in found.documents.values() if one.path.name in {"alone.txt", "part.txt"}
    )
    return replace(found, comparisons={(alone, other): Comparison(alone, other, 0, 1500, 300)})


def test_results_of_a_relative_folder_open_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
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


def in_words(report: ScanReport) -> object:
    """The content of a report, documents by their paths and texts by their hashes."""
    names = {key: str(one.path) for key, one in report.documents.items()}
    texts = {one.text: one.text_hash for one in report.documents.values()}
    return {
        "config": report.config,
        "folders": report.folders,
        "documents": [
            replace(one, id=0, text=0)  # type: ignore[arg-type] # what differs is taken out
            for one in report.documents.values()
        ],
        "pairs": {
            (names[one.left], names[one.right]): replace(one, left=0, right=0)  # type: ignore[arg-type]
            for one in report.pairs
        },
        "comparisons": {
            (texts[left], texts[right]): (one.shared, one.left_size, one.right_size)
            for (left, right), one in report.comparisons.items()
            if left in texts and right in texts
        },
        "groups": [
            (
                names[one.representative],
                one.worst,
                one.parts,
                [
                    (names[m.document], m.distance, m.resemblance, m.containment, m.kind, m.short)
                    for m in one.members
                ],
            )
            for one in report.groups
        ],
        "problems": report.problems,
        "counts": report.counts,
        "compared": report.compared_distance,
        "complete": report.complete,
    }


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
    save_results(loaded.report, loaded.marked, tmp_path / "again.variorum")
    again = load_results(tmp_path / "again.variorum", own=report.config)
    assert in_words(again.report) == in_words(report)


def test_no_text_of_a_document_is_saved(report: ScanReport, library: Path, tmp_path: Path) -> None:
    path = tmp_path / "results.variorum"
    save_results(report, (), path)
    content = gzip.decompress(path.read_bytes())
    lines = [json.loads(line) for line in content.splitlines()]
    saved = json.dumps(lines, ensure_ascii=False)
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
                    Pair(
                        first.id,
                        second.id,
                        draw(st.integers(0, 128)),
                        draw(shares),
                        draw(shares),
                        draw(shares),
                        Kind.SIMILAR,
                        draw(st.booleans()),
                        draw(st.booleans()),
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
def test_whatever_the_names_it_comes_back(
    tmp_path: Path, report: ScanReport, data: st.DataObject
) -> None:
    marked = data.draw(st.sets(st.sampled_from(list(report.documents) or [0])))
    path = tmp_path / "results.variorum"
    save_results(report, marked, path)
    loaded = load_results(path, own=report.config)
    assert in_words(loaded.report) == in_words(report)
    assert {str(loaded.report.documents[one].path) for one in loaded.marked} == {
        str(report.documents[one].path) for one in marked if one in report.documents
    }


# --- damaged files


@pytest.fixture
def saved(report: ScanReport, tmp_path: Path) -> Path:
    path = tmp_path / "results.variorum"
    save_results(report, (), path)
    return path


def rewritten(path: Path, change: object) -> None:
    """Apply ``change`` to the lines and write them back."""
    lines = [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]
    change(lines)  # type: ignore[operator] # a function
    path.write_bytes(gzip.compress(b"".join(json.dumps(one).encode() + b"\n" for one in lines)))


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
    for foreign in (
        b"",
        b"hello",
        "合同".encode("gb18030"),
        gzip.compress(b"hello\n{}"),
        b"PK\3\4",
    ):
        saved.write_bytes(foreign)
        with pytest.raises(ResultsFileError, match="is no file of saved results"):
            load_results(saved)
    saved.write_bytes(gzip.compress(b'{"variorum": "other", "format": 1}\n'))
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


def test_the_days_of_retention_are_kept(saved: Path) -> None:
    results = load_results(saved)
    days = (FolderDays(Path("/合同"), 30), FolderDays(Path("/合同/旧"), 0))
    config = replace(results.report.config, keep_days=7, folder_days=days)
    counts = replace(results.report.counts, outside=5)
    save_results(replace(results.report, config=config, counts=counts), (), saved)
    kept = load_results(saved).report
    assert (kept.config.keep_days, kept.config.folder_days) == (7, days)
    assert kept.counts.outside == 5


def test_a_newer_file_says_so(saved: Path) -> None:
    rewritten(saved, lambda lines: lines[0].update(format=FORMAT + 1, documents="later"))
    with pytest.raises(ResultsFileError, match="newer version of Variorum"):
        load_results(saved)


def test_paths_of_another_system_mean_nothing(saved: Path) -> None:
    rewritten(saved, lambda lines: lines[0].update(system="other"))
    with pytest.raises(ResultsFileError, match="another kind of system"):
        load_results(saved)


def lines_of(lines: list, name: str) -> list:
    return next(one for one in lines[1:] if one[0] == name)


def set_cell(name: str, cell: int, value: object) -> object:
    def change(lines: list) -> None:
        lines_of(lines, name)[1][cell] = value

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
        lambda lines: lines[0].update(marked=1) or lines.insert(-1, ["marked", 10**9]),
    ],
)
def test_what_cannot_be_is_damage(saved: Path, change: object) -> None:
    load_results(saved)
    rewritten(saved, change)
    with pytest.raises(ResultsFileError, match="is damaged and was not opened"):
        load_results(saved)


def test_a_pair_of_documents_without_words_is_damage(saved: Path) -> None:
    def change(lines: list) -> None:
        place = lines_of(lines, "pairs")[1][0]
        lines_of(lines, "documents")[1 + place][14] = None

    rewritten(saved, change)
    with pytest.raises(ResultsFileError, match="without words"):
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


# --- changes of the documents


def test_changes_are_found(tmp_path: Path) -> None:
    library = furnished(tmp_path / "文档")
    report = scanned(library)

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


def test_problems_of_an_opening_are_not_saved(report: ScanReport, tmp_path: Path) -> None:
    path = tmp_path / "results.variorum"
    since = Problem(Path("/a.txt"), ProblemStage.SAVED, Reason(ReasonCode.GONE_SINCE_SAVED))
    save_results(replace(report, problems=(*report.problems, since)), (), path)
    assert load_results(path).report.problems == report.problems
