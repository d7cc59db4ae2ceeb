"""A file that was saved at many sizes is one group, whatever way its results come about."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from amounts import LONG, combined
from forms import IDEOGRAPHS, LETTERS
from growing_files import growing, saved
from simcore import (
    FingerprintIndex,
    Group,
    Grouping,
    KeepRule,
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
from simcore.candidates.parameters import PARAMETERS
from simcore.grouping.freeing import by_hand_only
from simcore.grouping.queries import without_documents
from simcore.model.config import Thresholds
from simcore.removal.keep_rules import KeepBy
from simcore.workers import make_executor

CONFIG = ScanConfig(jobs=0)
LONGEST = (KeepRule(KeepBy.LONGEST),)


def scanned(folder: Path, index: FingerprintIndex | None = None) -> ScanReport:
    with make_executor(0) as executor:
        if index is not None:
            return scan([folder], CONFIG, index, executor)
        with FingerprintIndex(Path(":memory:")) as own:
            return scan([folder], CONFIG, own, executor)


def kept(report: ScanReport) -> list[str]:
    return [report.documents[group.representative].path.name for group in report.groups]


def is_whole(group: Group, documents: int) -> bool:
    """Return whether a group has so many documents, all near or earlier versions and compared."""
    kinds = {member.kind for member in group.members}
    compared = all(member.containment is not None for member in group.members)
    return (
        compared
        and kinds == {Kind.SIMILAR, Kind.EARLIER_VERSION}
        and len(group.members) == documents - 1
    )


@pytest.mark.parametrize(("letters", "edits"), combined([LETTERS, IDEOGRAPHS], [0, 0.5]))
def test_a_file_at_100_sizes_is_one_group(tmp_path: Path, letters: str, edits: float) -> None:
    saved(tmp_path / "a", growing(1, 100, letters, edits=edits))
    report = scanned(tmp_path / "a")
    assert kept(report) == ["v099.txt"]
    assert is_whole(report.groups[0], 100)


@pytest.mark.parametrize(("letters", "copies"), combined([LETTERS, IDEOGRAPHS], [6, 0]))
def test_where_not_all_pairs_can_be_compared_it_is_one_group(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, letters: str, copies: int
) -> None:
    """As of a thousand sizes: each is compared with the longest ones; some are there twice."""
    sizes = 100 if LONG else 60
    few = {"least_proposals": 10, "proposals_a_text": 0, "least_crowded": 30, "crowded_a_text": 0}
    less = {"crowd_shingles": 0, "crowd_times": 1, "crowd": 16}
    for module in ("sketches", "crowded"):
        bounded = replace(PARAMETERS, **few, **less)  # type: ignore[arg-type]
        monkeypatch.setattr(f"simcore.candidates.{module}.PARAMETERS", bounded)
    texts = growing(1, sizes, letters, edits=0.1)
    saved(tmp_path / "a", texts)
    saved(tmp_path / "b", texts[20 : 20 + 5 * copies : 5])
    saved(tmp_path / "first", texts[::2])

    with make_executor(0) as executor, FingerprintIndex(Path(":memory:")) as index:
        report = scan([tmp_path / name for name in "ab"], CONFIG, index, executor)
    assert kept(report) == [f"v{sizes - 1:03}.txt"]
    (group,) = report.groups
    assert 0 < report.counts.missed <= sizes * (sizes - 1) // 2 - report.counts.candidates
    assert len(group.members) == sizes - 1 + copies
    assert {member.kind for member in group.members} <= {
        Kind.SIMILAR,
        Kind.EARLIER_VERSION,
        Kind.IDENTICAL,
    }
    # whatever was read first
    with make_executor(0) as executor, FingerprintIndex(Path(":memory:")) as index:
        scan([tmp_path / "first"], CONFIG, index, executor)
        again = scan([tmp_path / name for name in "ab"], CONFIG, index, executor)

    def named(one: ScanReport) -> set[tuple[str, Kind, float | None]]:
        path = one.documents
        members = (member for group in one.groups for member in group.members)
        return {(str(path[m.document].path), m.kind, m.resemblance) for m in members}

    assert named(again) == named(report)
    assert again.counts.missed == report.counts.missed


def test_a_file_that_began_with_two_lines_is_one_group(tmp_path: Path) -> None:
    """The first sizes are no near-duplicates of the next ones: each is a step of half or more."""
    saved(tmp_path / "a", growing(2, 60, start=1))
    report = scanned(tmp_path / "a")
    assert kept(report) == ["v059.txt"]
    assert is_whole(report.groups[0], 60)


def test_two_files_that_grew_in_one_folder_are_two_groups(tmp_path: Path) -> None:
    for seed, name in enumerate("ab"):
        saved(tmp_path / "a", growing(seed, 40, edits=0.2), name)
    report = scanned(tmp_path / "a")
    assert kept(report) == ["a039.txt", "b039.txt"]
    assert all(is_whole(group, 40) for group in report.groups)


def test_the_group_follows_what_comes_and_goes(tmp_path: Path) -> None:
    texts = growing(3, 50, edits=0.3)
    paths = saved(tmp_path / "a", texts[:30])
    with FingerprintIndex(tmp_path / "i.sqlite3") as index:
        assert kept(scanned(tmp_path / "a", index)) == ["v029.txt"]
        paths = saved(tmp_path / "a", texts)
        later = scanned(tmp_path / "a", index)
        assert kept(later) == ["v049.txt"]
        assert is_whole(later.groups[0], 50)
        known = recall([tmp_path / "a"], CONFIG, index)
        assert known.groups == later.groups
        paths[-1].unlink()
        assert kept(scanned(tmp_path / "a", index)) == ["v048.txt"]
    gone = without_documents(later, {later.groups[0].representative})
    assert kept(gone) == ["v048.txt"]
    assert is_whole(gone.groups[0], 49)


def test_saved_results_and_components_have_the_same_group(tmp_path: Path) -> None:
    saved(tmp_path / "a", growing(4, 40))
    report = scanned(tmp_path / "a")
    assert is_whole(report.groups[0], 40)
    save_results(report, (), tmp_path / "found.json.gz")
    opened = load_results(tmp_path / "found.json.gz").report
    assert kept(opened) == ["v039.txt"]
    assert is_whole(opened.groups[0], 40)
    linked = regroup(report, Thresholds(CONFIG.distance, 0.7), grouping=Grouping.COMPONENTS)
    assert linked.groups == report.groups
    no_parts = regroup(report, Thresholds(CONFIG.distance, 0.7), contained=False)
    assert no_parts.groups == report.groups


def test_no_report_on_the_way_lets_a_rule_mark_a_version(tmp_path: Path) -> None:
    told: list[ScanReport] = []

    class Listener:
        def found(self, _figures: object, _kinds: object, report: Callable[[], ScanReport]) -> None:
            told.append(report())

    saved(tmp_path / "a", growing(5, 60))
    with make_executor(0) as executor, FingerprintIndex(Path(":memory:")) as index:
        last = scan([tmp_path / "a"], CONFIG, index, executor, watcher=Listener())
    assert len(told) > 1
    for report in [*told, last]:
        versions = {
            member.document
            for group in report.groups
            for member in group.members
            if member.kind is Kind.EARLIER_VERSION
        }
        assert versions <= by_hand_only(report)
        chosen = choose_kept(report, LONGEST, {Kind.IDENTICAL, Kind.SIMILAR, Kind.PART})
        assert versions.isdisjoint(one.document for _, one in chosen.marked())
    near = [member for member in last.groups[0].members if member.kind is Kind.SIMILAR]
    chosen = choose_kept(last, LONGEST, {Kind.IDENTICAL, Kind.SIMILAR, Kind.PART})
    assert {one.document for _, one in chosen.marked()} == {one.document for one in near}
    assert is_whole(last.groups[0], 60)


def test_a_chapter_is_a_part_of_its_book_and_no_version(tmp_path: Path) -> None:
    (book,) = growing(6, 1, start=80)
    lines = book.splitlines(keepends=True)
    saved(tmp_path / "a", ["".join(lines[30:50]), book, book + "one more line at its end\n"])
    near, part = scanned(tmp_path / "a").groups
    assert [member.kind for member in near.members] == [Kind.SIMILAR]
    assert [member.kind for member in part.members] == [Kind.PART]
