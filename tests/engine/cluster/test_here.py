"""Files of this machine are listed and read for a cluster as for a scan."""

import os
from dataclasses import replace
from pathlib import Path

import pyarrow as pa

import simcore
from simcore.cluster.inputs import ReadHere, list_here
from simcore.model.reasons import ReasonCode, reason_in
from simcore.model.records import ProblemStage

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
    folder = os.fsencode(tmp_path.resolve())
    names = (b"\xff.txt", b"\xfe.txt")
    try:
        for name in names:
            with open(folder + b"/" + name, "wb") as file:  # noqa: PTH123 - a name of bytes
                file.write(name)
    except OSError:  # of macOS
        return
    found = list_here([tmp_path], CONFIG).found
    assert len({*found["id"].to_pylist()}) == 2
    rows = pa.Table.from_batches(ReadHere(100)(found.to_batches()))
    assert {*rows["content"].to_pylist()} == {*names}
