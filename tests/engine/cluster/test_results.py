"""Files of results: what the window opens is what the job found."""

import os
from pathlib import Path

import pyarrow as pa
import pytest

import simcore
from clusters import groups_of, job_of, named
from local_frames import LocalFrame
from removals import made_in_order
from simcore.cluster import outputs
from simcore.cluster.outputs import write_results
from simcore.cluster.texts import problem_rows
from simcore.grouping.queries import why_kept
from simcore.index.documents import read_carried
from simcore.index.paths import path_elsewhere
from simcore.model.reasons import Reason, ReasonCode, WhyKept
from simcore.model.records import ProblemStage
from simcore.model.report import related_to_kept
from simcore.pipeline.rereading import find_changes
from string_sets import planted


def opened_groups(paths: list[Path]) -> set[tuple[object, ...]]:
    """Return the groups of opened files, as ``groups_of`` has those of a job."""
    rows: set[tuple[object, ...]] = set()
    for path in paths:
        report = simcore.load_results(path).report
        known = report.documents
        for group in report.groups:
            kept = known[group.representative].elsewhere
            rows.add((kept, group.parts, kept, "kept", 1.0))
            for one in related_to_kept(group):
                kind = "numbers-only" if one.numbers_only else one.kind.value
                alike = None if one.resemblance is None else round(one.resemblance, 6)
                rows.add((kept, group.parts, known[one.document].elsewhere, kind, alike))
    return rows


TEXTS = {f"s3://bucket/{at % 7}/{at:03} 合同 (1).txt": text for at, text in enumerate(planted())}


@pytest.mark.parametrize("as_files", [False, True])
def test_a_file_of_results_opens_with_the_groups_of_the_job(tmp_path: Path, as_files: bool) -> None:
    job = job_of(TEXTS, 5)
    job.named = as_files
    (path,) = write_results(job, tmp_path)
    report = simcore.load_results(path).report
    assert opened_groups([path]) == groups_of(job) != set()
    assert {one.elsewhere for one in report.documents.values()} <= {*TEXTS}
    assert report.elsewhere
    assert report.counts.listed == len(TEXTS)


def test_names_say_which_file_is_kept(tmp_path: Path) -> None:
    """Of rows of a table they do not: there an id is nothing but an id."""
    words = planted()[0]
    texts = {"a/report (1).txt": words, "b/report.txt": words}
    by_key, by_name = job_of(texts, 2), job_of(texts, 2)
    by_name.named = True
    assert {row[0] for row in groups_of(by_key)} == {"a/report (1).txt"}
    assert {row[0] for row in groups_of(by_name)} == {"b/report.txt"}


def test_texts_are_carried_along_if_asked_for(tmp_path: Path) -> None:
    job = job_of(TEXTS, 3)
    (path,) = write_results(job, tmp_path)
    documents = simcore.load_results(path).report.documents.values()
    with pytest.raises(simcore.ReadError):
        read_carried(next(iter(documents)).path)
    _, beside = write_results(job, tmp_path, carry=True)
    assert beside.name == "near.texts.sqlite3"
    for one in documents:
        found = read_carried(one.path)
        assert found is not None
        assert found.text == TEXTS[one.elsewhere].removeprefix("\ufeff")


def test_several_files_of_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (path,) = write_results(job_of({"a": "one text", "b": "合同"}, 2), tmp_path)
    assert len(simcore.load_results(path).report.documents) == 0, "a file with nothing"
    monkeypatch.setattr(outputs, "DOCUMENTS_A_FILE", 12)
    job = job_of(named(planted() * 2), 7)
    paths = list(write_results(job, tmp_path))
    numbers = range(1, len(paths) + 1)
    assert [one.name for one in paths] == [f"near-{number:04}.variorum" for number in numbers]
    assert len(paths) > 1
    assert opened_groups(paths) == groups_of(job)


def test_files_of_this_machine_are_those_of_a_scan(tmp_path: Path) -> None:
    folder = tmp_path / "文档 %41"
    texts = {folder / f"{number:03}.txt": text for number, text in enumerate(planted())}
    made_in_order([*texts])
    for path, text in texts.items():
        path.write_bytes(text.encode())
    job = job_of({f"file:{one}": one.read_bytes().decode() for one in folder.iterdir()}, 3)
    job.named = True
    (path,) = write_results(job, tmp_path, here=True)
    saved = simcore.load_results(path).report
    assert saved.folders == (folder,)
    assert not find_changes(saved.documents.values()).problems
    scanned = simcore.scan(folder, simcore.ScanConfig(jobs=0))

    def groups(report: simcore.ScanReport) -> set[tuple[object, ...]]:
        return {
            (report.documents[group.representative].path, report.documents[one.document].path)
            for group in report.groups
            for one in group.members
        }

    assert groups(saved) == groups(scanned) != set()


def test_copy_runs_are_those_of_all_documents(tmp_path: Path) -> None:
    """A document that is like no other lies between two, and all three are of one run."""
    english = " ".join(f"word{number}" for number in range(200))
    other = english.replace("word9", "term9")
    texts = {"a.txt": english, "between.txt": "other words here", "z.txt": other}
    folder = tmp_path / "documents"
    folder.mkdir()
    for number, (name, text) in enumerate(texts.items()):
        (folder / name).write_bytes(text.encode())
        os.utime(folder / name, (1_700_000_000 + 50 * number,) * 2)
    for with_third in (True, False):
        if not with_third:
            (folder / "between.txt").unlink()
        job = job_of({}, 2)
        job.named = True
        schema = pa.schema([*job.source.schema, ("modified_ns", pa.int64())])
        rows = [
            {"id": f"file:{one}", "text": texts[one.name], "modified_ns": one.stat().st_mtime_ns}
            for one in folder.iterdir()
        ]
        job.source = LocalFrame([[pa.RecordBatch.from_pylist(rows, schema=schema)]], schema)
        (path,) = write_results(job, tmp_path)
        scanned = simcore.scan(folder, simcore.ScanConfig(jobs=0))
        (group,) = scanned.groups
        why = why_kept(scanned, group)
        opened = simcore.load_results(path).report
        (found,) = opened.groups
        assert why_kept(opened, found) == why
        simcore.save_results(opened, (), path)
        again = simcore.load_results(path).report
        assert why_kept(again, again.groups[0]) == why
        assert (why is WhyKept.MODIFIED_LAST) is not with_third


def test_what_could_not_be_compared_is_told(tmp_path: Path) -> None:
    texts = TEXTS | {"s3://bucket/empty 1": "", "two\nlines": "...", "42": "—"}
    job = job_of(texts, 3)
    (path,) = write_results(job, tmp_path)
    saved = simcore.load_results(path).report
    rows = job.frames.rows(job.problems).to_pylist()
    expected = {(row["id"], row["stage"], row["code"]) for row in rows}
    assert {name for name, *_ in expected} >= {"s3://bucket/empty 1", "two\nlines", "42"}
    found = {(one.elsewhere, one.stage.value, one.reason.code.value) for one in saved.problems}
    assert found == expected
    for one in saved.problems:
        assert one.path == path_elsewhere(path, one.elsewhere)


def test_what_others_say_of_the_job_is_told_too(tmp_path: Path) -> None:
    job = job_of(TEXTS, 3)
    why = Reason(ReasonCode.IT, (Reason(ReasonCode.TOO_LONG, ("3",)),))
    some = [("a.pdf", ProblemStage.DECODE, why), (None, ProblemStage.VERIFY, why)]
    problems = job.frames.given(problem_rows(some))
    (path,) = write_results(job, tmp_path, problems=problems)
    (found,) = simcore.load_results(path).report.problems
    assert (found.elsewhere, found.reason) == ("a.pdf", why)


def test_problems_of_a_file_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outputs, "PROBLEMS_A_FILE", 5)
    job = job_of(named(["alike, and alike"] * 2 + [""] * 40), 3)
    (path,) = write_results(job, tmp_path)
    more, *told = simcore.load_results(path).report.problems
    assert more.reason == Reason(ReasonCode.MORE_PROBLEMS, ("35",))
    assert len({one.elsewhere for one in told}) == len(told) == 5


def test_problems_of_files_of_this_machine_have_their_paths(tmp_path: Path) -> None:
    folder = tmp_path / "documents"
    folder.mkdir()
    texts = {"1.txt": "one text", "2.txt": "one text", "3.txt": ""}
    for name, text in texts.items():
        (folder / name).write_text(text)
    job = job_of({f"file:{folder / name}": text for name, text in texts.items()}, 2)
    job.named = True
    (path,) = write_results(job, tmp_path, here=True)
    (problem,) = simcore.load_results(path).report.problems
    assert (problem.path, problem.elsewhere) == (folder / "3.txt", "")
