"""What is handed over to the desktop: of a document inside an archive, the archive."""

import zipfile
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from app.widgets import desktop


@pytest.mark.usefixtures("qtbot")
def test_an_archive_is_opened_and_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "旧稿.zip"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("文档/a.txt", "text")
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url) or True)
    failed: list[str] = []
    inside = path / "文档" / "a.txt"
    desktop.open_path(inside, failed.append)
    desktop.show_in_folder(inside, failed.append)
    desktop.open_path(tmp_path / "gone.zip" / "a.txt", failed.append)
    assert [Path(url.toLocalFile()) for url in opened] == [path, tmp_path]
    assert len(failed) == 1
