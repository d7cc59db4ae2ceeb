"""The same pairs and groups from Spark, and what a command says there."""

import json
import random
import re
import sys
import tarfile
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet
import pytest

import simcore
from amounts import in_long_runs
from clusters import (
    groups_in_memory,
    library,
    named,
    pairs_in_memory,
    rows_of_groups,
    rows_of_pairs,
)
from simcore.cli.main import main
from simcore.cluster import dataframes
from simcore.cluster.inputs import Columns, Input, InputKind, open_input
from simcore.cluster.outputs import Output
from simcore.model.reasons import ConfigError, ReasonCode, ResultsFileError, reason_in
from simcore.pipeline.rereading import DocumentToRead, find_changes, read_unparsed
from simcore.reports.formats import write_csv
from simcore.reports.tables import DROP_COLUMNS
from string_sets import planted
from unicode_names import PAIRS

Captured = pytest.CaptureFixture[str]


def table_of(texts: dict[str, str], seed: int) -> pa.Table:
    names = list(texts)
    random.Random(seed).shuffle(names)
    return pa.table({"id": names, "text": [texts[name] for name in names]})


@pytest.mark.parametrize(("partitions", "folder"), [(2, False), (3, True)])
@pytest.mark.parametrize("count", [120, pytest.param(20_000, marks=in_long_runs)])
def test_same(session: Any, tmp_path: Path, partitions: int, folder: bool, count: int) -> None:
    texts = named(library(count))
    assert len(texts) == count
    df = session.createDataFrame(table_of(texts, partitions)).repartition(partitions)
    work = str(tmp_path / "work") if folder else None
    found = dataframes.pairs(df, buckets=partitions, work=work)
    assert rows_of_pairs(found.rows.toArrow().to_pylist()) == pairs_in_memory(texts)
    assert rows_of_groups(dataframes.groups(found).toArrow().to_pylist()) == groups_in_memory(texts)
    problems = {(row.id, row.reason) for row in found.problems.collect()}
    expected = {(one.key, str(one.reason)) for one in simcore.pairs(texts).problems}
    assert problems == expected != set()


def told(capfd: Captured, *words: object) -> tuple[int, str, str]:
    """Run a command; return its exit code and what it wrote."""
    code = main(list(map(str, words)))
    output, errors = capfd.readouterr()
    return code, output, errors.rstrip("\n")


def groups_found(report: simcore.ScanReport) -> set[tuple[object, ...]]:
    """Return the members of all groups."""
    known = report.documents
    return {
        (known[group.representative].path, known[one.document].path, one.kind, one.resemblance)
        for group in report.groups
        for one in group.members
    }


def pairs_found(report: simcore.ScanReport) -> set[tuple[object, ...]]:
    """Return all pairs, with their figures."""
    known = report.documents
    return {
        (frozenset(ends), one.distance, one.kind, one.resemblance, one.numbers_only, one.measure)
        for one in report.pairs
        for left, right in [(known[one.left].path, known[one.right].path)]
        for ends in [((left, one.left_in_right), (right, one.right_in_left))]
    }


def test_a_folder_of_files(session: Any, tmp_path: Path, capfd: Captured) -> None:
    folder, out = tmp_path / "文档 1", tmp_path / "out"
    folder.mkdir()
    for number, text in enumerate(planted()):
        encoding = ("utf-8", "gb18030")[number % 2]
        (folder / f"{number:03} a%20.txt").write_bytes(text.encode(encoding))
    (folder / "scan.txt").write_bytes(bytes(range(256)) * 4)
    (folder / "damaged.pdf").write_bytes(b"%PDF-1.4 and nothing")
    (folder / "large.TXT").write_text("words " * 20_000)
    (folder / "picture.jpg").write_bytes(b"\xff\xd8")
    (folder / "link.txt").symlink_to("scan.txt")
    (folder / "empty.txt").touch()
    code, output, errors = told(capfd, "cluster", folder, out, "--largest", "100k")
    assert code == 3, "some could not be read"
    assert "for the window: " in output
    assert "large.TXT: is larger than the limit" in errors
    assert "scan.txt: is binary" in errors
    assert "damaged.pdf: " in errors
    assert "link.txt: is a symbolic link, which is not followed" in errors
    assert re.search(r": has no words to compare \(and [34] more\)$", errors, re.MULTILINE)
    assert "picture" not in errors
    saved = simcore.load_results(out / "near.variorum").report
    scanned = simcore.scan(folder, simcore.ScanConfig(jobs=0, largest_file=100_000))
    assert not find_changes(saved.documents.values()).problems
    assert groups_found(saved) == groups_found(scanned) != set()
    problems = pyarrow.parquet.read_table(out / "problems").to_pylist()
    unread = {Path(row["id"]).name for row in problems if row["stage"] != "tokens"}
    assert unread >= {"large.TXT", "scan.txt", "damaged.pdf"}
    assert "empty.txt" in {Path(row["id"]).name for row in problems} - unread
    code, _, errors = told(capfd, "cluster", folder, out)
    assert (code, errors) == (2, f"variorum: {out}: exists; name a folder that is not there yet")


def opened(session: Any, where: Path | str, kind: InputKind, **given: Any) -> Input:
    named, config = Columns("id", "text"), simcore.ScanConfig(**given)
    return open_input(session, str(where), kind, named=named, config=config)


def test_json_lines(session: Any, tmp_path: Path) -> None:
    path = tmp_path / "in.jsonl"
    texts = {f"page/{number}": text for number, text in enumerate(planted()[:12])}
    lines = [json.dumps({"id": name, "text": text}) for name, text in texts.items()]
    lines.insert(3, "no JSON")
    lines += [
        '{"id": "a", "text": "b"} {"id": "c", "text": "d"}',
        json.dumps({"id": "null", "text": None}),
        json.dumps({"id": "number", "text": 3.5}),
        json.dumps({"id": "none"}),
    ]
    path.write_text("\n".join(lines), "utf-8")
    found = opened(session, path, InputKind.JSONL)
    rows = {row.id: (row.text, row.unread) for row in found.rows.collect()}
    unread = {name: reason_in(rows.pop(name)[1]) for name in ("null", "number", "none")}
    assert rows == {name: (text, None) for name, text in texts.items()}
    assert {name: one.code for name, one in unread.items()} == {
        "null": ReasonCode.TEXT_MISSING,
        "number": ReasonCode.NO_TEXT,
        "none": ReasonCode.TEXT_MISSING,
    }
    assert str(unread["number"]) == "3.5 is no text"
    assert found.broken is not None
    assert {(Path(row.id).name, reason_in(row.unread).code) for row in found.broken.collect()} == {
        ("in.jsonl", ReasonCode.NO_JSON_OBJECT)
    }
    assert found.broken.count() == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("in.jsonl", "out", "--id", "nr"), "no column 'nr'; --id names one of: id, text"),
        (("in.jsonl", "out", "--text", "body"), "no column 'body'; --text names one of: id, text"),
        (("in.parquet", "out", "--text", "nr"), "no column 'nr'; --text names one of: id, text, "),
        (("in.parquet", "out", "--text", "day"), "the column 'day' is of the type date, not str"),
        (("in.parquet", "out", "--id", "day"), "the column 'day' is of the type date; ids are "),
        (("twice.jsonl", "out"), "the id 'a' stands in 2 rows: each needs one of its own"),
        (("unnamed.jsonl", "out"), "1 row has no id, or an empty one: ids are strings or "),
        (("lines.txt", "out", "--as", "jsonl"), "no line is an object of JSON; --as tells what"),
        (("empty", "out", "--id", "a"), "--id and --text name columns of tables; this is read as"),
        (("empty", "out"), "empty: holds no document that is to be read"),
        (("in.jsonl", "s3a://bucket/out"), "add the package org.apache.hadoop:hadoop-aws:3."),
        (("in.jsonl", "out", "--as", "parquet"), "ensure that the file is in either ORC or Parq"),
        (("in.jsonl", "out", "--recipe", "none"), "none"),
    ],
)
def test_what_cannot_be_done_is_said(
    session: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: Captured,
    words: tuple[str, ...],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    (tmp_path / "lines.txt").write_text("some words\n")
    rows = [{"id": name, "text": "some words"} for name in "ab"]
    for name, listed in {
        "in.jsonl": rows,
        "twice.jsonl": [*rows, rows[0]],
        "unnamed.jsonl": [*rows, {"text": "words"}],
    }.items():
        (tmp_path / name).write_text("\n".join(map(json.dumps, listed)), "utf-8")
    table = pa.table({"id": ["a"], "text": ["b"], "day": pa.array([1], pa.date32())})
    pyarrow.parquet.write_table(table, tmp_path / "in.parquet")
    # whatever folder Spark was started in
    paths = [word if "://" in word else str(tmp_path / word) for word in words[:2]]
    code, output, errors = told(capfd, "cluster", *paths, *words[2:])
    assert said in errors
    assert (code, output) == (2, "")
    assert not (tmp_path / "out").exists()


def test_arguments_are_named_that_name_no_column(session: Any) -> None:
    df = session.range(1).selectExpr("id", *(f"'' as c{number}" for number in range(20)))
    for given, word in (({"text": "x"}, "text="), ({"content": "x"}, "content=")):
        with pytest.raises(simcore.SimcoreError) as error:
            dataframes.fingerprints(df, **given)
        some = ", ".join(f"c{number}" for number in range(11))
        said = f"there is no column 'x'; {word} names one of: id, {some} and 9 more"
        assert str(error.value) == said


def elsewhere(session: Any, folder: Path) -> str:
    """Return the address of a folder in a file system elsewhere."""
    name = folder.parent.name
    session.conf.set(f"fs.viewfs.mounttable.{name}.link./in", f"file:{folder}")
    return f"viewfs://{name}/in"


def test_hidden_files_elsewhere_with_texts_carried(
    session: Any, tmp_path: Path, capfd: Captured
) -> None:
    """Those that a scan reads, and no others, whose texts come along."""
    folder, out = tmp_path / "in", tmp_path / "out"
    names = (
        "_index.md a.md deep/er/_index.md deep/er/.b.md _posts/c.md _posts/.d/e.md .f/g[1].md "
        "_h*{x}/i.md .git/config.md deep/.venv/j.md node_modules/k.md _posts/Node_Modules/l.md "
        "$Recycle.Bin/m.md"
    )
    for number, name in enumerate(names.split()):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"{planted()[0]} {number} of them", "utf-8")
    (folder / "_large.md").write_text("words " * 2_000)
    (folder / "_other.jpg").write_bytes(b"picture")
    where = elsewhere(session, folder)
    code, _, errors = told(capfd, "cluster", where, out, "--largest", "10k", "--carry-texts")
    assert code == 0, errors
    assert "_large.md: is larger than the limit" in errors
    saved = simcore.load_results(out / "near.variorum").report
    scanned = simcore.scan(folder, simcore.ScanConfig(jobs=0, largest_file=10_000))
    read = {one.elsewhere.removeprefix(f"{where}/") for one in saved.documents.values()}
    assert read == {*names.split()[:8]}
    assert read == {str(one.path.relative_to(folder)) for one in scanned.documents.values()}
    assert len(saved.groups) == len(scanned.groups) == 1
    for one in saved.documents.values():
        text = read_unparsed(DocumentToRead(one.real_path, 10**6, out / "index.sqlite3"))
        assert text is not None
        assert text[0].text == (folder / one.elsewhere.removeprefix(f"{where}/")).read_text("utf-8")


@pytest.mark.parametrize("typed", [0, 1])
def test_included_files_may_have_names_of_another_unicode_form(
    session: Any, tmp_path: Path, typed: int
) -> None:
    """Elsewhere, that is: those of this machine are listed as a scan does."""
    folder = tmp_path / "in"
    folder.mkdir()
    names = {f"{begin}{name}.md" for pair in PAIRS.values() for name in pair for begin in ("", "_")}
    for name in (*names, "another.md", "_another.md"):
        (folder / name).write_text("words")
    patterns = tuple(f"*{pair[typed]}.MD" for pair in PAIRS.values())
    where = elsewhere(session, folder)
    rows = opened(session, where, InputKind.FILES, include=patterns).rows.select("id").collect()
    assert {row.id.rpartition("/")[2] for row in rows} == names


def test_lines_of_files(session: Any, tmp_path: Path) -> None:
    lines = ["合同自签订之日起生效，双方各执一份。", "", "Other words.", "合同自签订之日起生效。"]
    (tmp_path / "a.txt").write_bytes("\r\n".join(lines).encode("gb18030"))
    (tmp_path / "more.txt").mkdir()
    (tmp_path / "more.txt" / "b.txt").write_text("\n".join(lines[:1]), "utf-8")
    (tmp_path / "more.txt" / "link.txt").symlink_to("b.txt")
    found = opened(session, tmp_path / "*.txt", InputKind.LINES)
    assert not found.named, "a line is no file"
    assert {(row.id.rpartition("/")[2], row.text, row.unread) for row in found.rows.collect()} == {
        *((f"a.txt:{at}", lines[at - 1], None) for at in (1, 3, 4)),
        ("b.txt:1", lines[0], None),
    }
    assert [reason.code for _, reason in found.skipped] == [ReasonCode.SYMBOLIC_LINK]


def test_an_output_that_cannot_be_made(session: Any, tmp_path: Path, capfd: Captured) -> None:
    (tmp_path / "a.txt").write_text("some words")
    code, _, errors = told(capfd, "cluster", tmp_path / "b.txt", tmp_path / "a.txt" / "out")
    assert code == 2
    assert "out: cannot be written: " in errors


def test_a_job_that_fails_leaves_no_output(
    session: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: Captured
) -> None:
    def full(*_: object, **__: object) -> None:
        raise ResultsFileError("the disk is full")

    monkeypatch.setattr("simcore.cluster.outputs.save_results", full)
    (tmp_path / "a.txt").write_text("some words")
    code, _, errors = told(capfd, "cluster", tmp_path / "a.txt", tmp_path / "out")
    assert (code, errors) == (4, "variorum: the disk is full")
    assert not (tmp_path / "out").exists()


def test_two_jobs_share_no_output(session: Any, tmp_path: Path) -> None:
    """Also if both look whether it is there before one of them makes it."""
    out = tmp_path / "out"
    first, second = Output(session, str(out)), Output(session, str(out))
    with first.made(str(tmp_path / "in")):
        with pytest.raises(ConfigError, match="exists; name a folder"):
            second._begin(*second._place())
        assert [one.name for one in out.iterdir() if one.suffix != ".crc"] == ["_claim"]
    first.clear()
    assert not [*out.iterdir()]


def test_exact_ids_are_dropped_as_the_page_says(session: Any, tmp_path: Path) -> None:
    import pandas  # noqa: PLC0415 - it is optional

    ids = ["a\nb", "a", 'q"x', "c\r\nd", "\r", "=1+1", ",", "NA", "合同", " a ", "\\"]
    with (tmp_path / "drop.csv").open("wb") as file:
        write_csv(file, DROP_COLUMNS, [(one, "kept", "identical", 1.0, 1.0) for one in ids[1:]])
    drop = pandas.read_csv(tmp_path / "drop.csv", dtype=str, keep_default_na=False)
    rows = session.createDataFrame([(one,) for one in ids], "id string")
    left = rows.join(session.createDataFrame(drop[["id"]]), on="id", how="left_anti")
    assert [row.id for row in left.collect()] == ids[:1]


def test_a_bare_worker(session: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its Python has what Spark needs, and not this."""
    python = tmp_path / "python"
    python.write_text(
        f"""#!/bin/sh
exec {sys.executable} -c '
import sys, runpy
class Blocked:
    def find_spec(self, name, *_):
        if name.partition(".")[0] == "simcore":
            raise ImportError(name)
sys.meta_path.insert(0, Blocked())
sys.argv = sys.argv[2:]
runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
' "$@"
"""
    )
    python.chmod(0o755)
    monkeypatch.setattr(session.sparkContext, "pythonExec", str(python))
    with pytest.raises(simcore.SimcoreError, match="a worker of the cluster lacks variorum in its"):
        dataframes.check_workers(session)


_TIDB = Path(__file__).parents[5] / "shared" / "corpora" / "tidb-docs-zh.tar.xz"


@in_long_runs
@pytest.mark.skipif(not _TIDB.exists(), reason="the manual of TiDB is not beside the project")
@pytest.mark.parametrize("buckets", [2, 7])
def test_manual_of_tidb(session: Any, tmp_path: Path, capfd: Captured, buckets: int) -> None:
    folder, out = tmp_path / "tidb", tmp_path / "out"
    with tarfile.open(_TIDB) as packed:
        packed.extractall(folder, filter="data")
    code, output, errors = told(capfd, "cluster", folder, out, "--buckets", buckets)
    assert code == 0, errors
    scanned = simcore.scan(folder, simcore.ScanConfig(jobs=0))
    assert f"{scanned.counts.read:,} documents" in output
    saved = simcore.load_results(out / "near.variorum").report
    assert pairs_found(saved) == pairs_found(scanned) != set()
    assert groups_found(saved) == groups_found(scanned) != set()
