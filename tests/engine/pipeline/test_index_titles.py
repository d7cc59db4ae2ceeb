"""Titles are kept in the index and in saved results, and nothing is read for them."""

import gzip
import json
import sqlite3
from pathlib import Path

import pytest

from builders import chinese_text
from packages import docx, run
from simcore import (
    FingerprintIndex,
    ScanConfig,
    ScanReport,
    load_results,
    recall,
    save_results,
    scan,
)
from simcore.workers import make_executor

CONFIG = ScanConfig(jobs=0)
HOSTILE = "a\u202egnp.exe"


@pytest.fixture
def library(tmp_path: Path) -> Path:
    folder = tmp_path / "文档"
    folder.mkdir()
    (folder / "1.md").write_text(f"# 合同\n\n{chinese_text(1)}", encoding="utf-8")
    (folder / "2.html").write_text(f"<h1>Lease</h1><p>{chinese_text(1)}</p>", encoding="utf-8")
    (folder / "3.txt").write_text(chinese_text(1), encoding="utf-8")
    heading = f'<w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr>{run("协议")}</w:p>'
    (folder / "4.docx").write_bytes(docx(f"{heading}<w:p>{run(chinese_text(2))}</w:p>"))
    return folder


def scanned(library: Path, index: Path) -> ScanReport:
    with FingerprintIndex(index) as opened, make_executor(0) as executor:
        return scan([library], CONFIG, opened, executor)


def titles(report: ScanReport) -> dict[str, str]:
    return {one.path.name: one.title for one in report.documents.values()}


FOUND = {"1.md": "合同", "2.html": "Lease", "3.txt": "", "4.docx": "协议"}


def test_a_title_is_known_without_reading_again(library: Path, tmp_path: Path) -> None:
    index = tmp_path / "index.sqlite3"
    assert titles(scanned(library, index)) == FOUND
    again = scanned(library, index)
    assert (titles(again), again.counts.read) == (FOUND, 0)
    with FingerprintIndex(index) as opened:
        assert titles(recall([library], CONFIG, opened)) == FOUND


def test_what_an_index_or_a_file_of_results_says_is_made_safe(
    library: Path, tmp_path: Path
) -> None:
    index, path = tmp_path / "index.sqlite3", tmp_path / "results.variorum"
    scanned(library, index)
    connection = sqlite3.connect(index)
    connection.execute("update document set title = ?", (HOSTILE + "b" * 10**6,))
    connection.commit()
    connection.close()
    for title in titles(scanned(library, index)).values():
        assert title.startswith("agnp.exe")
        assert len(title) == 120
    save_results(scanned(library, index), (), path)
    lines = [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]
    for line in lines[1:]:
        if line[0] == "documents":
            line[1:] = [[*row[:-5], HOSTILE, None, 0, "", 0] for row in line[1:]]
    path.write_bytes(gzip.compress(b"\n".join(json.dumps(line).encode() for line in lines)))
    assert set(titles(load_results(path).report).values()) == {"agnp.exe"}


def test_saved_results_hold_them(library: Path, tmp_path: Path) -> None:
    path = tmp_path / "results.variorum"
    save_results(scanned(library, tmp_path / "index.sqlite3"), (), path)
    assert titles(load_results(path).report) == FOUND
