"""Saved results of documents that are not on this machine: their ids come back."""

import csv
import gzip
import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import simcore
from far_results import TEXTS, ids, moved_away, scanned, write_far
from scans import reopened, rewrite, saved_lines
from simcore import Kind, Problem, ScanReport, load_results, save_results
from simcore.files.roles import Role, Roles
from simcore.index.paths import (
    LONGEST_ID,
    name_elsewhere,
    path_elsewhere,
    path_in_escapes,
    results_above,
)
from simcore.model.config import Thresholds
from simcore.model.reasons import Reason, ReasonCode, ResultsFileError
from simcore.model.records import INSIDE, DocumentId, ProblemStage
from simcore.pipeline.rereading import find_changes, read_text
from simcore.removal.actions import ACTIONS
from simcore.removal.plan import plan_dropping
from simcore.reports.saved import FORMAT
from simcore.reports.tables import write_ids_to_drop
from written import written

_ELSEWHERE = -2
"""The cell of a row that says what a document is called elsewhere."""

ODD = (
    *("/etc/passwd", "../../x", "..", ".", "/", "//", "a//b", "a/../b/", "./a", "s3://bucket/a"),
    *("s3:/bucket/a", "s3:///bucket/a", "C:\\docs\\a.txt", "C:/docs/a.txt", "%", "%2F", "a%b"),
    *("50%25", "line\nbreak", "tab\there", "a\0b", "\r\n", " ", "a b", "=1+1", "'quoted'", '"'),
    *("合同/α.txt", "\ud800", "caf\udce9", "\U0001f600", "x" * 10_000, "é", "e\u0301", "A", "a"),
    *("y/" * 5_000, "-", "~", "~/x", "file:///etc/passwd", "s3:", "s3://", "s3:/", "1"),
)


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> ScanReport:
    """A report of as many copies as there are odd ids."""
    folder = tmp_path_factory.mktemp("odd") / "documents"
    return scanned(
        folder, {str(number): TEXTS["s3://bucket/合同/a.txt"] for number in range(len(ODD))}
    )


# --- paths


names = st.text(st.characters(codec=None), max_size=30) | st.text(
    "s3:/.%aB\\\0\n\ud800\udc80\U0001f600", max_size=14
)


@settings(max_examples=600)
@given(
    names, st.sampled_from([PurePosixPath("/a/near.variorum"), PureWindowsPath("C:/near.variorum")])
)
def test_every_id_has_its_path(name: str, results: PurePosixPath | PureWindowsPath) -> None:
    """That the way back is exact is that no two ids have one path."""
    for path in (path_elsewhere(results, name), path_in_escapes(results, name)):
        assert path.is_relative_to(results)
        assert path != results
        assert not {"..", "."} & set(path.parts)
        assert "\0" not in str(path)
        assert name_elsewhere(path, results) == name
    os.fsencode(str(path_elsewhere(PurePosixPath("/r"), name)))  # raises if it were no file name


def test_paths_can_be_read() -> None:
    paths = {
        "s3://bucket/a/b.txt": "s3:/bucket/a/b.txt",
        "42": "42",
        "合同/甲.txt": "合同/甲.txt",
        "s3:/bucket/a/b.txt": "s3%3A/bucket/a/b.txt",
        "/etc/passwd": "%/etc/passwd",
        "../x": "%2E%2E/x",
    }
    results = PurePosixPath("near.variorum")
    assert {name: path_elsewhere(results, name) for name in paths} == {
        name: results / path for name, path in paths.items()
    }


# --- round trips


def test_any_id_comes_back_and_leads_to_nothing_here(odd: ScanReport, tmp_path: Path) -> None:
    results = tmp_path / "near.variorum"
    report = moved_away(odd, results, ODD.__getitem__)
    marked = {key for key, one in report.documents.items() if one.elsewhere in ODD[:4]}
    save_results(report, marked, results)
    saved = load_results(results)
    found = saved.report
    assert ids(found) == set(ODD)
    assert {found.documents[key].elsewhere for key in saved.marked} == set(ODD[:4])
    assert found.folders == (results,)
    assert found.elsewhere
    paths = {one.path for one in found.documents.values()}
    assert len(paths) == len(ODD)
    for one in found.documents.values():
        assert one.path == one.real_path == path_elsewhere(results, one.elsewhere)
        assert results_above(one.path) == results
        with pytest.raises(OSError):  # noqa: PT011 - below a file there is none, or it is too long
            one.path.stat()
    # all else is as it was
    keys = {one.elsewhere: one for one in report.documents.values()}
    for one in found.documents.values():
        same = keys[one.elsewhere]
        assert replace(one, id=same.id, text=same.text) == same
    # saved again, elsewhere, and opened: the same below that file
    again = tmp_path / "else" / "again.variorum"
    again.parent.mkdir()
    save_results(found, saved.marked, again)
    opened = load_results(again)
    assert ids(opened.report) == set(ODD)
    assert opened.report.folders == (again,)
    assert len(opened.marked) == 4


@pytest.fixture(scope="module")
def of_texts(tmp_path_factory: pytest.TempPathFactory) -> ScanReport:
    return scanned(tmp_path_factory.mktemp("texts") / "documents", TEXTS)


@given(st.lists(names.filter(bool), min_size=5, max_size=5, unique=True))
def test_whatever_they_are_called_they_come_back(
    of_texts: ScanReport, tmp_path_factory: pytest.TempPathFactory, listed: list[str]
) -> None:
    # JSON has no halves of a character side by side: they are one
    listed = [json.loads(json.dumps(one)) for one in listed]
    if len(set(listed)) < len(listed):
        return
    results = tmp_path_factory.getbasetemp() / "called.variorum"
    save_results(moved_away(of_texts, results, listed.__getitem__), (), results)
    assert ids(load_results(results).report) == set(listed)


def test_such_a_file_names_nothing_of_the_machine_that_wrote_it(tmp_path: Path) -> None:
    results = tmp_path / "near.variorum"
    write_far(results, marked=("s3://bucket/合同/a copy.txt",))
    text = gzip.decompress(results.read_bytes()).decode()
    assert str(tmp_path) not in text
    header = json.loads(text.splitlines()[0])
    assert header["format"] == FORMAT
    assert header["system"] is None
    assert header["folders"] == []


def test_it_opens_on_any_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    results = tmp_path / "near.variorum"
    report = write_far(results)
    nothing = replace(report, documents={}, pairs=(), groups=(), comparisons={})
    monkeypatch.setattr("simcore.reports.saved.os.name", "other")
    assert ids(load_results(results).report) == set(TEXTS)
    assert reopened(nothing, results).folders == (results,)
    assert saved_lines(results)[0]["system"] is None


def test_problems_and_roles_are_told_by_ids_too(tmp_path: Path) -> None:
    results = tmp_path / "near.variorum"
    report = write_far(results)
    far = path_elsewhere(results, "s3://bucket/broken.pdf")
    problems = (
        Problem(results, ProblemStage.VERIFY, Reason(ReasonCode.NOT_ALL_COMPARED, (9, 3))),
        Problem(far, ProblemStage.DECODE, Reason(ReasonCode.PASSWORD)),
    )
    roles = Roles({results / "s3:" / "bucket": Role.PROTECTED, tmp_path: Role.EXCLUDED})
    save_results(replace(report, problems=problems), (), results, roles=roles)
    assert str(tmp_path) not in gzip.decompress(results.read_bytes()).decode()
    elsewhere = tmp_path / "moved.variorum"
    results.rename(elsewhere)
    saved = load_results(elsewhere)
    assert [(one.path, one.reason) for one in saved.report.problems] == [
        (elsewhere, problems[0].reason),
        (path_elsewhere(elsewhere, "s3://bucket/broken.pdf"), problems[1].reason),
    ]
    # a role of a folder of that machine is about nothing here
    assert saved.roles.folders == {elsewhere / "s3:" / "bucket": Role.PROTECTED}


def test_a_link_to_a_file_of_results_is_that_file(tmp_path: Path) -> None:
    results, link = tmp_path / "near.variorum", tmp_path / "link.variorum"
    write_far(results, carried=None)
    link.symlink_to(results)
    report = load_results(link).report
    assert report.folders == (results,)
    one = next(iter(report.documents.values()))
    assert read_text(one.path, 10**6)[0].text == TEXTS[one.elsewhere]


# --- damaged files


@pytest.fixture
def far(tmp_path: Path) -> Path:
    path = tmp_path / "near.variorum"
    write_far(path)
    return path


def rows_of(lines: list[Any]) -> list[Any]:
    return next(line for line in lines[1:] if line[0] == "documents")[1:]


def test_an_id_is_of_one_document_and_not_of_any_length(far: Path, tmp_path: Path) -> None:
    report, path = load_results(far).report, tmp_path / "other.variorum"
    first, *others = report.documents
    long = "\U0001f600" * LONGEST_ID

    def called(name: str, *keys: DocumentId) -> ScanReport:
        documents = {key: replace(report.documents[key], elsewhere=name) for key in keys}
        return replace(report, documents={**report.documents, **documents})

    with pytest.raises(ResultsFileError, match="cannot be written: two documents have the id one"):
        save_results(called("one", first, *others), (), path)
    with pytest.raises(ResultsFileError, match="more than 100,000 characters"):
        save_results(called("x" * (LONGEST_ID + 1), first), (), path)
    assert not path.exists()
    assert long in ids(reopened(called(long, first), path))


def test_many_long_ids_are_cut_into_lines_that_are_read(odd: ScanReport, tmp_path: Path) -> None:
    results = tmp_path / "near.variorum"
    report = moved_away(odd, results, lambda number: f"{number}" + "\U0001f600" * 99_000)
    save_results(report, (), results)
    assert len(load_results(results).report.documents) == len(ODD)


def test_a_path_in_the_file_is_never_trusted(far: Path) -> None:
    lines = saved_lines(far)
    for row in rows_of(lines):
        row[1], row[2] = "/etc/passwd", "/etc/shadow"
        row[5] = INSIDE
    rewrite(far, lines)
    for one in load_results(far).report.documents.values():
        assert one.path == one.real_path == path_elsewhere(far, one.elsewhere)
        assert not one.inside


def two_of_one_id(lines: list[Any]) -> None:
    rows_of(lines)[0][_ELSEWHERE] = rows_of(lines)[1][_ELSEWHERE]


def here(name: object) -> Callable[[list[Any]], None]:
    """Return what gives the first row another name elsewhere, and a path of this machine."""

    def change(lines: list[Any]) -> None:
        rows_of(lines)[0][_ELSEWHERE] = name
        rows_of(lines)[0][1] = "/etc/passwd"

    return change


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (two_of_one_id, r"is damaged.*two documents have the id s3://"),
        *((here(name), "is damaged") for name in ("", None, 7, ["x"])),
        *((here("x" * length), "is damaged") for length in (LONGEST_ID + 1, 10_000_000)),
        (lambda lines: lines[0].update(roles=[["/etc", "excluded"]]), "is damaged"),
        (lambda lines: lines[0].pop("system"), "another kind of system"),
    ],
)
def test_what_nobody_wrote(far: Path, change: Callable[[list[Any]], None], told: str) -> None:
    lines = saved_lines(far)
    change(lines)
    rewrite(far, lines)
    with pytest.raises(ResultsFileError, match=told):
        load_results(far)


def test_some_here_and_some_elsewhere_are_told_apart(tmp_path: Path) -> None:
    """No program writes such a file, but anybody can."""
    results = tmp_path / "near.variorum"
    report = scanned(tmp_path / "documents", TEXTS)
    names = [*TEXTS]
    away = moved_away(report, results, names.__getitem__)
    keys = [*report.documents]
    mixed = {key: (away if at % 2 else report).documents[key] for at, key in enumerate(keys)}
    both = replace(report, documents=mixed, folders=(*report.folders, results))
    save_results(both, keys, results)
    header = saved_lines(results)[0]
    assert header["system"] == os.name
    assert header["folders"] == [str(tmp_path / "documents")]
    saved = load_results(results)
    assert saved.report.folders == (tmp_path / "documents", results)
    for one in saved.report.documents.values():
        assert results_above(one.path) == (results if one.elsewhere else None)
        assert one.path.exists() is not bool(one.elsewhere)
    plan = simcore.plan_removal(saved.report, saved.marked)
    assert not any(one.document.elsewhere for one in plan.removals)
    assert not any(two.elsewhere for one in plan.removals for two in one.witnesses)
    dropping = plan_dropping(saved.report, saved.marked)
    assert all(one.document.elsewhere and one.witness.elsewhere for one in dropping.removals)


def test_what_is_elsewhere_is_unchanged(far: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    documents = load_results(far).report.documents

    def asked(*_arguments: object) -> None:
        raise AssertionError("a disk was asked")

    for name in ("stat", "lstat", "open", "realpath"):
        monkeypatch.setattr(f"os.{name}" if name != "realpath" else "os.path.realpath", asked)
    assert find_changes(documents.values()).problems == ()


# --- removal, and what goes instead


def marks(report: ScanReport, *names: str) -> list[DocumentId]:
    return [key for key, one in report.documents.items() if one.elsewhere in names]


def test_no_plan_removes_a_document_elsewhere_or_drops_one_here(far: Path, tmp_path: Path) -> None:
    here = scanned(tmp_path / "documents", TEXTS)
    plan = plan_dropping(here, [*here.documents])
    assert plan.removals == ()
    assert {one.reason.code for one in plan.refused} == {ReasonCode.HERE_STAYS}
    report = load_results(far).report
    for action in ACTIONS:
        plan = simcore.plan_removal(
            report, [*report.documents], action=action, destination=far.parent
        )
        assert plan.removals == ()
        assert {one.reason.code for one in plan.refused} == {ReasonCode.ELSEWHERE_STAYS}
        assert len(plan.refused) == len(TEXTS)


def test_a_plan_to_drop_is_never_carried_out(far: Path, tmp_path: Path) -> None:
    """Even if the file of results has become a folder, with files of the same names in it."""
    report = load_results(far).report
    plan = plan_dropping(report, marks(report, "s3://bucket/合同/a copy.txt"))
    assert plan.elsewhere
    assert len(plan.removals) == 1
    far.unlink()
    for one in report.documents.values():
        one.path.parent.mkdir(parents=True, exist_ok=True)
        one.path.write_text(TEXTS[one.elsewhere], encoding="utf-8")
    with simcore.Journal(tmp_path / "journal.sqlite") as journal:
        for one in (plan, replace(plan, elsewhere=False, opened=None)):
            with pytest.raises(ValueError, match="elsewhere"):
                simcore.carry_out(one, journal)
    assert all(one.path.exists() for one in report.documents.values())


def read_csv(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return [*csv.DictReader(file)]


def test_what_is_to_be_dropped_is_written_with_what_stays_for_it(far: Path, tmp_path: Path) -> None:
    report = load_results(far).report
    path = tmp_path / "drop.csv"
    wanted = "s3://bucket/合同/a copy.txt", "s3://bucket/合同/a garden.txt"
    plan = plan_dropping(report, marks(report, *wanted))
    with pytest.raises(simcore.SimcoreError, match="cannot be written"):
        write_ids_to_drop(plan, tmp_path / "no" / "drop.csv")
    write_ids_to_drop(plan, path)
    assert path.read_bytes().startswith(b"id,kept,kind,similarity,contained\n")
    rows = read_csv(path)
    assert [(row["id"], row["kept"], row["kind"]) for row in rows] == [
        (wanted[0], "s3://bucket/合同/a.txt", "identical"),
        (wanted[1], "s3://bucket/合同/a.txt", "similar"),
    ]
    assert (rows[0]["similarity"], rows[0]["contained"]) == ("1.0", "1.0")
    # the same figures as a comparison of the two texts finds
    texts = written(tmp_path, {"1.txt": TEXTS["s3://bucket/合同/a.txt"], "2.txt": TEXTS[wanted[1]]})
    pair = simcore.explain(texts / "1.txt", texts / "2.txt", simcore.ScanConfig()).pair
    assert float(rows[1]["similarity"]) == round(pair.resemblance, 6)
    assert float(rows[1]["contained"]) == round(pair.right_in_left, 6)


def test_the_same_stays_as_of_a_removal(tmp_path: Path) -> None:
    """The last of a group, what is protected, and what no rule may mark."""
    results = tmp_path / "near.variorum"
    write_far(results)
    report = load_results(results).report
    plan = plan_dropping(report, [*report.documents])
    assert len(plan.removals) == 3
    assert [one.reason.code for one in plan.refused] == [ReasonCode.LAST_OF_GROUP] * 2
    stays = {one.path for one in plan.refused}
    assert all(one.witness.path in stays for one in plan.removals)
    roles = Roles({results / "s3:" / "bucket" / "reports": Role.PROTECTED})
    plan = plan_dropping(report, [*report.documents], roles=roles)
    assert {one.document.elsewhere.split("/")[3] for one in plan.removals} == {"合同"}
    codes = sorted(one.reason.code.value for one in plan.refused)
    assert codes == ["in-protected-folder"] * 2 + ["last-of-group"]
    # of what was read in part alone nothing else is known
    first = next(
        key for key, one in report.documents.items() if one.elsewhere.endswith("garden.txt")
    )
    cut = replace(report.documents[first], cut_short=Reason(ReasonCode.TEXT_LIMIT, ("5",)))
    part = simcore.regroup(
        replace(report, documents={**report.documents, first: cut}),
        Thresholds(24, report.config.similarity),
    )
    plan = plan_dropping(part, [first])
    assert [one.reason.code for one in plan.refused] == [ReasonCode.CUT_SHORT_STAYS]


def test_ids_are_written_exactly_or_not_at_all(odd: ScanReport, tmp_path: Path) -> None:
    results = tmp_path / "near.variorum"
    report = moved_away(odd, results, ODD.__getitem__)
    plan = plan_dropping(report, [*report.documents])
    write_ids_to_drop(plan, tmp_path / "drop.csv")
    rows = read_csv(tmp_path / "drop.csv")
    # those that no table can hold stay, so that none of the others need
    broken = {"\ud800", "caf\udce9"}
    assert [one.reason.code for one in plan.refused] == [ReasonCode.ID_NOT_WRITTEN] * len(broken)
    assert {row["id"] for row in rows} == set(ODD) - broken
    assert len(rows) == len(ODD) - len(broken)
    assert {row["kind"] for row in rows} == {Kind.IDENTICAL.value}


# --- the other tables


def test_tables_have_the_ids_in_the_place_of_paths(far: Path, tmp_path: Path) -> None:
    report = load_results(far).report
    simcore.write_groups(report, tmp_path / "groups.json")
    rows = json.loads((tmp_path / "groups.json").read_text("utf-8"))["rows"]
    assert {row["path"] for row in rows} == set(TEXTS)
    simcore.write_groups(report, tmp_path / "groups.csv")
    assert "s3://bucket/reports/r (1).txt" in (tmp_path / "groups.csv").read_text("utf-8-sig")
