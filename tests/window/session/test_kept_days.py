"""The window forgets as it was told: by its settings, and by those of folders."""

import sqlite3
from dataclasses import replace
from pathlib import Path

from pytestqt.qtbot import QtBot

from builders import english_text
from simcore import ScanConfig
from simcore.files.roles import FolderSetting, FolderSettings
from simcore.index.judgements import SETTINGS, change_folder_settings
from windows import Open, scan


def test_documents_that_are_too_old_are_left_out_and_that_is_said(
    qtbot: QtBot, open_window: Open, private_home: Path, index_path: Path
):
    folder = private_home / "library"
    folder.mkdir()
    for name in ("old.txt", "new.txt", "newer.txt"):
        (folder / name).write_text(english_text(1), encoding="utf-8")
    application = open_window(folder)
    session = application.session
    session.set_config(ScanConfig(jobs=0))
    scan(qtbot, application)
    with sqlite3.connect(index_path) as opened:
        ten_days = "update document set arrived = arrived - 864000 where name = ?"
        opened.execute(ten_days, (b"old.txt",))
    opened.close()

    def said() -> str:
        assert session.results.report is not None
        return application.window._words.compared(session.results.report)

    assert "left out" not in said()
    session.set_config(replace(session.config, keep_days=7))
    scan(qtbot, application)
    report = session.results.report
    assert report is not None
    assert {one.path.name for one in report.documents.values()} == {"new.txt", "newer.txt"}
    assert "1 document came before the last 7 days and was left out" in said()
    assert "1 too old, left out" in application.window.summary.text()
    # a folder's own days hold before the general ones
    change_folder_settings(FolderSettings(), FolderSettings({folder: FolderSetting(30)}))
    scan(qtbot, application)
    assert session.results.report is not None
    assert len(session.results.report.documents) == 3
    assert "too old" not in application.window.summary.text()
    assert session.config.folder_days == (), "it is no setting of the scan"
    change_folder_settings(FolderSettings(), FolderSettings({folder: FolderSetting(3)}))
    scan(qtbot, application)
    assert "1 document came too long ago and was left out" in said()
    SETTINGS.path.write_bytes(b"{")
    scan(qtbot, application)
    assert "folders.json: is damaged" in str(session.status.message)
