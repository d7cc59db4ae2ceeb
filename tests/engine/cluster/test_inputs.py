"""What a job reads and where it writes, and what is told before Spark starts."""

import os
from dataclasses import replace
from fnmatch import fnmatchcase
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet
import pytest

import simcore
from simcore.cli.main import main
from simcore.cluster import session
from simcore.cluster.inputs import Columns, InputKind, ReadHere, glob_of, list_here
from simcore.cluster.outputs import check_places
from simcore.model.reasons import ConfigError, ReasonCode, SimcoreError, reason_in
from simcore.model.records import ProblemStage
from unicode_names import BOTH_WAYS, IDS

CONFIG = simcore.ScanConfig(largest_file=100)


def test_files_are_those_of_a_scan(tmp_path: Path) -> None:
    folder = tmp_path.resolve()
    for name in ("z/real.txt", "_index.md", ".github/a.md", "node_modules/b.md", "a:b.txt"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("words", "utf-8")
    (folder / "large.txt").write_text("words " * 40, "utf-8")
    (folder / "empty.txt").touch()
    (folder / "picture.jpg").touch()
    os.link(folder / "_index.md", folder / "z" / "second.md")
    (folder / "link.txt").symlink_to("z/real.txt")
    (folder / "loop").symlink_to(".")
    (folder / "other loop").symlink_to("../..")
    (folder / "outside").symlink_to("/etc")
    found = list_here([folder], CONFIG)
    scanned = simcore.scan(folder, replace(CONFIG, jobs=0))
    assert len(found.found) == scanned.counts.listed
    told = {(name, str(reason)) for name, reason in found.skipped}
    listed = (one for one in scanned.problems if one.stage is ProblemStage.LIST)
    assert told == {(f"file:{one.path}", str(one.reason)) for one in listed} != set()
    rows = pa.Table.from_batches(ReadHere(100)(found.found.to_batches())).to_pylist()
    names = {Path(row["id"]).name for row in rows}
    assert names >= {one.path.name for one in scanned.documents.values()}
    read = {Path(row["id"]).name: row for row in rows}
    assert read["_index.md"]["content"] == b"words"
    assert read["empty.txt"]["content"] == b""
    status = (folder / "z" / "real.txt").stat()
    assert (read["real.txt"]["size"], read["real.txt"]["modified_ns"]) == (5, status.st_mtime_ns)
    assert reason_in(read["large.txt"]["unread"]).code is ReasonCode.TOO_LARGE
    assert not any(row["unread"] for name, row in read.items() if name != "large.txt")


def test_names_that_are_no_utf8_have_addresses_of_their_own(tmp_path: Path) -> None:
    (odd := tmp_path.resolve() / "odd").mkdir()
    folder = os.fsencode(odd)
    names = (b"\xff.txt", b"\xfe.txt")
    try:
        for name in names:
            with open(folder + b"/" + name, "wb") as file:  # noqa: PTH123 - a name of bytes
                file.write(name)
    except OSError:  # of macOS
        return
    found = list_here([odd], CONFIG).found
    assert len({*found["id"].to_pylist()}) == 2
    rows = pa.Table.from_batches(ReadHere(100)(found.to_batches()))
    assert {*rows["content"].to_pylist()} == {*names}


@pytest.fixture(autouse=True)
def _nothing_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A Spark that is not started, without settings, whatever other tests and this machine have."""
    for name in [name for name in os.environ if "SPARK" in name or "JAVA" in name]:
        monkeypatch.delenv(name)
    for name in ("HADOOP_CONF_DIR", "YARN_CONF_DIR"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "conf").mkdir()
    monkeypatch.setenv("SPARK_CONF_DIR", str(tmp_path / "conf"))
    monkeypatch.setattr(session, "_java_runs", lambda: False)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs").mkdir()
    (tmp_path / "link").symlink_to("docs")
    (tmp_path / "in.jsonl").write_text("")
    table = pa.table({"id": ["a"], "text": ["b"]})
    pyarrow.parquet.write_table(table, tmp_path / "in.parquet")
    (tmp_path / "parts.parquet").mkdir()
    (tmp_path / "parts.parquet" / "_SUCCESS").touch()
    pyarrow.parquet.write_table(table, tmp_path / "parts.parquet" / "part-0.snappy.parquet")
    (tmp_path / "days.parquet" / "day=1").mkdir(parents=True)
    pyarrow.parquet.write_table(table, tmp_path / "days.parquet" / "day=1" / "0.parquet")


@pytest.mark.parametrize(("typed", "there"), BOTH_WAYS, ids=IDS)
def test_an_input_typed_in_another_form(tmp_path: Path, typed: str, there: str) -> None:
    (tmp_path / there).mkdir()
    for where in (typed, f"file://{tmp_path / typed}", str(tmp_path / typed)):
        assert said(where, "out") is None
        assert "lies in" in (said(where, f"{typed}/out") or "")


@pytest.mark.parametrize(("typed", "there"), BOTH_WAYS, ids=IDS)
def test_what_is_included_is_so_in_both_unicode_forms(typed: str, there: str) -> None:
    """Of files elsewhere, by a pattern of Hadoop: braces around what ``fnmatch`` knows, too."""
    for pattern in (f"{typed}.txt", f"*{typed}*", f"{typed}.t[xy]t", f"[x{typed[0]}]*"):
        (one,) = glob_of([pattern]).strip("{}").split(",")
        assert fnmatchcase(f"{there}.txt", one)
    assert glob_of(["*.txt", "[a-c]?.md"]) == "{*.[tT][xX][tT],[a-c]*.[mM][dD]}"


def said(where: str, into: str, *, text: str = "text", master: str | None = None) -> str | None:
    kind = InputKind.PARQUET if where.endswith(".parquet") else InputKind.FILES
    try:
        check_places(where, into, kind, Columns("id", text), master)
    except ConfigError as error:
        return str(error)
    return None


@pytest.mark.parametrize(
    ("where", "into", "sentence"),
    [
        ("docs", "in.jsonl", "in.jsonl: exists; name a folder that is not there yet"),
        ("docs", "docs", "docs: exists; name a folder that is not there yet"),
        ("docs/a", "docs", "docs: exists; name a folder that is not there yet"),
        ("none", "out", "none: does not exist"),
        ("same", "same", "same: does not exist"),
        ("file:{}/none", "out", "file:{}/none: does not exist"),
        ("file://{}/none", "out", "file://{}/none: does not exist"),
        ("docs", "docs/a/../b", "docs/a/../b: lies in docs, which is read; name a folder elsewh"),
        ("docs", "link/out", "link/out: lies in docs, which is read; name a folder elsewhere"),
        ("in.jsonl", "in.jsonl/out", "in.jsonl/out: lies in in.jsonl, which is read; name a fold"),
        # what is not certain is left to Spark
        *(("docs", "out", None), ("docs", "docs2", None), ("no*", "out", None)),
        *(("hdfs://there/none", "in.jsonl.out", None), ("docs", "s3a://bucket/docs", None)),
        ("days.parquet", "out", None),  # day is a column, too, which no file has
        ("file:none", "out", None),
    ],
)
def test_mistakes_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str, into: str, sentence: str | None
) -> None:
    if where.startswith("file:{}"):  # whatever is set
        monkeypatch.setenv("HADOOP_CONF_DIR", str(tmp_path))
    found = said(where.format(tmp_path), into, text="day")
    assert (found is None) is (sentence is None)
    assert (found or "").startswith((sentence or "").format(tmp_path))


@pytest.mark.parametrize("where", ["in.parquet", "parts.parquet"])
def test_a_column_that_is_missing_is_told(where: str) -> None:
    assert said(where, "out") is None
    assert said(where, "out", text="body") == (
        "there is no column 'body'; --text names one of: id, text"
    )


FILES = ["spark-defaults.conf", "spark-env.sh", "core-site.xml"]
VARIABLES = ["HADOOP_CONF_DIR", "PYSPARK_SUBMIT_ARGS", "PYSPARK_GATEWAY_PORT"]


@pytest.mark.parametrize("name", [*FILES, *VARIABLES, "--master"])
def test_other_file_systems(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    assert said("none", "docs", master="local[2]") is not None
    if name in FILES:
        (tmp_path / "conf" / name).touch()
    elif name in VARIABLES:
        monkeypatch.setenv(name, "1")
    assert said("none", "docs", master="yarn" if name == "--master" else None) is None


def test_spark_waits(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def start(*_: object, **__: object) -> None:
        raise SimcoreError("Spark is started")

    monkeypatch.setattr(session, "check_installed", lambda: None)
    monkeypatch.setattr(session, "open_session", start)
    assert main(["cluster", "none", "out"]) == 2
    assert main(["cluster", "in.parquet", "out", "--id", "nr"]) == 2
    assert main(["cluster", "docs", "out"]) == 4
    assert capsys.readouterr().err.splitlines() == [
        "variorum: none: does not exist",
        "variorum: there is no column 'nr'; --id names one of: id, text",
        "variorum: Spark is started",
    ]
