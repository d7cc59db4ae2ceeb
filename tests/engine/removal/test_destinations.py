"""Folders that documents may not be moved to: they would be found again, or a disk covers them."""

import shutil
from pathlib import Path

import pytest

from builders import english_text
from removals import put
from simcore.cli.main import main
from simcore.files.disk import Mount
from sticks import Mounts, Stick

TEXT = english_text(1, 100).encode()


@pytest.fixture
def documents(tmp_path: Path) -> Path:
    folder = tmp_path / "documents"
    put(folder / "a.txt", TEXT)
    put(folder / "b.txt", TEXT)
    return folder


def prune(documents: Path, index: Path, goal: Path, *more: str) -> int:
    words = ["prune", str(documents), "--keep", "name=a*", "--to", str(goal), "--apply"]
    return main([*words, "--jobs", "0", "--index", str(index), *more])


def test_a_scanned_folder_by_its_other_path_is_no_destination(
    tmp_path: Path,
    documents: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A bind mount has one."""
    view = tmp_path / "view"
    view.mkdir()
    mounts = (
        Mount(Path("/"), "ext4", False, "8:1"),
        Mount(view, "ext4", False, "8:1", documents),
    )
    monkeypatch.setattr("simcore.files.disk._mounted", lambda: mounts)
    for goal in (view, view / "new"):
        assert prune(documents, tmp_path / "index.sqlite3", goal) == 2
        assert f"{goal}: is in {documents}, where" in capsys.readouterr().err
    assert len(list(documents.iterdir())) == 2
    assert not list(view.iterdir())


@pytest.mark.parametrize("known_by", ["index", "journal"])
def test_a_folder_whose_disk_is_away_is_no_destination(
    tmp_path: Path,
    documents: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    known_by: str,
) -> None:
    index = tmp_path / "index.sqlite3"
    stick = Stick(tmp_path, "usb")
    Mounts(monkeypatch, stick)
    if known_by == "index":
        put(stick.point / "other.txt", TEXT)
        assert main(["scan", str(stick.point), "--jobs", "0", "--index", str(index)]) == 0
    else:
        assert prune(documents, index, stick.point / "arch") == 0
        assert (stick.point / "arch" / "b.txt").read_bytes() == TEXT
        put(documents / "b.txt", TEXT)
    stick.unplug()
    capsys.readouterr()
    assert prune(documents, index, stick.point / "arch") == 2
    assert f"the disk of {stick.point} is not connected" in capsys.readouterr().err
    stick.point.rmdir()  # as desktops do
    assert prune(documents, index, stick.point / "arch") == 2
    assert not stick.point.exists()
    assert {one.name for one in documents.iterdir()} == {"a.txt", "b.txt"}
    # who has the folder for good may say so; then a disk that is mounted there covers it
    assert prune(documents, index, stick.point / "arch", "--any-disk") == 0
    below = stick.point.rename(tmp_path / "below")
    stick.point.mkdir()
    stick.mark = "8d0c"
    capsys.readouterr()
    assert main(["undo", "--index", str(index)]) == 3
    out, err = capsys.readouterr()
    (line,) = out.splitlines()
    assert line.startswith(f"failed  {documents / 'b.txt'} -> ")
    assert f"the disk that is mounted at {stick.point} covers it" in line
    assert err == "variorum: 1 of 1 could not be undone\n"
    shutil.rmtree(stick.point)
    below.rename(stick.point)
    stick.mark = None
    assert main(["undo", "--index", str(index)]) == 0
    assert (documents / "b.txt").read_bytes() == TEXT


def test_no_other_way_is_offered_for_documents_on_a_read_only_disk(
    tmp_path: Path,
    documents: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    mounts = (Mount(Path("/"), "ext4", False), Mount(documents, "iso9660", True))
    monkeypatch.setattr("simcore.files.disk._mounted", lambda: mounts)
    monkeypatch.setattr("simcore.files.disk.device_of", hash)
    words = ["prune", str(documents), "--keep", "name=a*", "--jobs", "0"]
    assert main([*words, "--index", str(tmp_path / "index.sqlite3")]) == 4
    told = capsys.readouterr().err
    assert "read-only" in told
    assert "--to" not in told
