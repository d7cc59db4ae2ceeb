"""Same text, same words, near: what each kind promises, from the scan to the removal."""

from pathlib import Path

import pytest

from builders import english_text
from packages import docx, run
from removals import put, shown
from simcore import (
    Action,
    FingerprintIndex,
    Journal,
    Kind,
    ScanConfig,
    ScanReport,
    carry_out,
    choose_kept,
    load_results,
    plan_removal,
    recall,
    save_results,
    scan,
)
from simcore.cli.main import main
from simcore.grouping.pairs import PairSort, pair_columns
from simcore.grouping.queries import without_documents
from simcore.model.reasons import ReasonCode
from simcore.model.records import UNMARKED
from simcore.model.report import State
from simcore.workers import make_executor

CONFIG = ScanConfig(jobs=0)
TEXT = english_text(4)
EVERY = frozenset(Kind) - UNMARKED


@pytest.fixture
def library(tmp_path: Path) -> Path:
    folder = tmp_path / "文档"
    put(folder / "0.txt", f"{TEXT}\nArea: 10² m".encode())
    put(folder / "1 wrapped.txt", f"{TEXT}\n\r\nArea:\r\n10² m".encode("utf-16"))
    put(folder / "2 page.html", f"<p>{TEXT}</p>Area: 10² m".encode())
    put(folder / "3 page with a link.html", f"<p>{TEXT}</p><a href='x'>Area</a>: 10² m".encode())
    put(folder / "4 another.txt", f"{TEXT}\nArea: 102 m".encode())
    return folder


def scanned(folder: Path, index: FingerprintIndex) -> ScanReport:
    with make_executor(0) as executor:
        return scan([folder], CONFIG, index, executor)


def kinds(report: ScanReport) -> dict[str, Kind]:
    (group,) = report.groups
    return {
        report.documents[one.document].path.name.split(maxsplit=1)[0]: one.kind
        for one in group.members
    }


FOUND = {"1": Kind.SAME_TEXT, "2": Kind.SAME_WORDS, "3": Kind.SAME_WORDS, "4": Kind.SIMILAR}


def test_every_way_to_a_report_tells_them_apart(
    library: Path, index: FingerprintIndex, tmp_path: Path
) -> None:
    first = scanned(library, index)
    again = scanned(library, index)
    assert (first.counts.read, again.counts.read) == (5, 0)
    save_results(first, [], tmp_path / "results.variorum")
    loaded = load_results(tmp_path / "results.variorum").report
    for report in (first, again, loaded, recall([library], CONFIG, index)):
        assert kinds(report) == FOUND
        counts = report.counts
        assert (counts.exact, counts.same_words, counts.similar) == (1, 2, 1)
        sorts = sorted(pair_columns(report).sort.tolist())
        assert sorts == [PairSort.SAME_TEXT, PairSort.NEAR, PairSort.NEAR, PairSort.NEAR]


def test_rules_mark_same_words_only_when_asked(library: Path, index: FingerprintIndex) -> None:
    report = scanned(library, index)

    def marked(*kinds: Kind) -> set[str]:
        found = choose_kept(report, [], kinds) if kinds else choose_kept(report, [])
        return {report.documents[one.document].path.name[0] for _, one in found.marked()}

    assert marked() == {"1"}
    assert marked(Kind.SAME_WORDS) == {"2", "3"}
    assert marked(*EVERY) == {"1", "2", "3", "4"}


def test_what_stays_for_a_document_looks_the_same_or_is_the_kept_one(
    library: Path, index: FingerprintIndex
) -> None:
    copy = put(library / "2 saved.html", (library / "2 page.html").read_bytes() + b"<!-- -->")
    report = scanned(library, index)
    names = {key: one.path.name for key, one in report.documents.items()}
    marked = {key for key, name in names.items() if name[0] in "34" or name == copy.name}
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


def test_the_command_removes_them_only_when_asked(
    library: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["prune", library, "--index", tmp_path / "i.sqlite3", "--to", tmp_path / "away"]
    words += ["--keep", "name=0.txt", "--jobs", "0", "--apply"]
    before = shown(library)
    assert main([str(word) for word in words]) == 0
    assert before.keys() - shown(library).keys() == {library / "1 wrapped.txt"}
    assert main([str(word) for word in (*words, "--kinds", "same-words")]) == 0
    assert "same words" in capsys.readouterr().out
    assert shown(library).keys() == {library / "0.txt", library / "4 another.txt"}


def test_a_text_that_a_removal_relied_on_stays_unless_it_looks_the_same(
    library: Path, index: FingerprintIndex, tmp_path: Path
) -> None:
    """The wrapped copy went because the first stays; no page shows that this may go, too."""
    report = scanned(library, index)
    (wrapped, first) = (
        next(key for key, one in report.documents.items() if one.path.name.startswith(name))
        for name in ("1", "0")
    )
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


def test_copies_are_counted_whatever_format_is_beside_them(
    tmp_path: Path, index: FingerprintIndex
) -> None:
    """A draft that can be edited better leads documents that have no copies, not those."""
    folder = tmp_path / "库"
    put(folder / "a" / "draft.docx", docx(f"<w:p>{run(TEXT)}</w:p>"))
    put(folder / "a" / "page.html", f"<p>{TEXT}</p>".encode())
    (group,) = scanned(folder, index).groups
    assert group.representative == next(
        one.id for one in scanned(folder, index).documents.values() if one.path.suffix == ".docx"
    )
    for name in ("a/text.txt", "b/copy.txt"):
        put(folder / name, TEXT.encode())
    put(folder / "c" / "wide.txt", TEXT.encode("utf-16"))
    report = scanned(folder, index)
    assert set(kinds(report).values()) == {Kind.IDENTICAL, Kind.SAME_TEXT, Kind.SAME_WORDS}
    assert report.counts.exact == 2


def test_a_kept_document_is_not_called_identical_to_a_near_one_that_stays(
    tmp_path: Path, index: FingerprintIndex
) -> None:
    folder = tmp_path / "kept"
    for name, power in (("a.txt", "10²"), ("b.txt", "102")):
        put(folder / name, f"{TEXT}\nArea: {power} m".encode())
    report = scanned(folder, index)
    (removal,) = plan_removal(report, [report.groups[0].representative]).removals
    assert (removal.kind, removal.witness.path.name) == (Kind.SIMILAR, "b.txt")
