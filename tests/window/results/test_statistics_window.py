"""The statistics of a library say what one counts by hand."""

import json
from pathlib import Path

from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.results.statistics import StatisticsWindow, index_sections, sections
from app.wording import size_text
from builders import chinese_text
from simcore import FingerprintIndex, ScanConfig
from simcore.grouping.queries import library_statistics
from simcore.index.index import index_sizes
from windows import Open, scan

ENGLISH = "The quick brown fox jumps over the lazy dog near the river bank. " * 20


def test_documents_are_counted_by_format_encoding_and_script(
    qtbot: QtBot, open_window: Open, private_home: Path, index_path: Path
):
    folder = private_home / "library"
    folder.mkdir()
    chinese = chinese_text(1, 300)
    (folder / "a.txt").write_text(ENGLISH, encoding="utf-8")
    (folder / "b.txt").write_text(ENGLISH, encoding="utf-8")
    (folder / "c.txt").write_text(chinese, encoding="utf-8")
    (folder / "d.txt").write_bytes(chinese.encode("gb18030"))
    (folder / "e.html").write_text(f"<p>{ENGLISH}</p>", encoding="utf-8")
    application = open_window(folder)
    application.session.set_config(ScanConfig(jobs=0))
    scan(qtbot, application)
    report = application.session.results.report
    found = {
        heading: {row.name: row.documents for row in rows}
        for heading, rows in sections(library_statistics(report))
    }
    assert found["Scripts"] == {"Latin": 3, "Chinese": 2}
    assert found["Formats"]["Plain text"] == 4
    assert sum(found["Formats"].values()) == 5
    assert found["Encodings"]["Simplified Chinese (GB18030)"] == 1
    # one of two equal files, and the Chinese text in another encoding
    assert found["What could go"]["Safe to free"] == 2
    assert found["By kind"]["Identical"] == found["By kind"]["Same text"] == 1

    application.window.commands.statistics.trigger()
    window = application.window.findChild(StatisticsWindow)
    qtbot.waitUntil(lambda: not window.counting.busy, timeout=30_000)
    texts = [label.text() for label in window.findChildren(QLabel)]
    assert "Chinese" in texts, json.dumps(texts)
    assert any(text.startswith("Documents: 5, ") for text in texts)
    # what the index takes: all bytes of its file, by what they hold
    with FingerprintIndex(index_path) as index:
        sizes = index_sizes(index)
    ((heading, rows),) = index_sections(sizes)
    assert heading in texts
    assert sum(row.size for row in rows) == sizes.whole
    assert {"Fingerprints", "Tables of fingerprints", "Documents"} <= {row.name for row in rows}
    assert rows[0].count == size_text(round(rows[0].size / 5))
    assert index_sections(None) == []
    window.close()
