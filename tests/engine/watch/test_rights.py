"""Folders and files that may not be read for a while."""

import errno
import os
import sqlite3
import sys
from pathlib import Path

import pytest

from live_watches import once, text, watching
from simcore.files.disk import is_missing
from simcore.files.opening import open_to_read
from simcore.model.reasons import ReasonCode


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root may read all")
def test_rights_that_are_taken_and_given_back(index: Path, inbox: Path) -> None:
    closed = inbox / "closed"
    closed.mkdir()
    (closed / "a.txt").write_text(text(1))
    with watching(index, [inbox]) as told:
        closed.chmod(0)
        (inbox / "b.txt").write_text(text(2))
        (inbox / "b.txt").chmod(0)
        told.wait(lambda: len(told.arrivals) == 1)
        closed.chmod(0o700)
        (inbox / "b.txt").chmod(0o600)
        (closed / "c.txt").write_text(text(3))
        told.wait(lambda: ("new", "c.txt") in told.lines)
        assert [(path, reason.code) for path, reason in told.problems] == [
            (closed, ReasonCode.UNLISTED)
        ]
    assert ("gone", "a.txt") not in told.lines


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root may read all")
def test_files_that_may_not_be_asked_for_are_not_taken_for_deleted(
    index: Path, inbox: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Folders that may be listed, and no more: a watched one, and one below."""
    monkeypatch.setattr("simcore.watch.events.BETWEEN_LOOKS", 0.1)
    below = inbox / "below"
    below.mkdir()
    for number in range(2):
        (inbox / f"{number}.txt").write_text(text(number))
        (below / f"b{number}.txt").write_text(text(10 + number))
    with watching(index, [inbox]) as told:
        below.chmod(0o400)
        (inbox / "new.txt").write_text(text(20))
        told.wait(lambda: told.lines)
        inbox.chmod(0o400)
        told.wait(lambda: told.readies[-1].folders == [])
        inbox.chmod(0o700)
        told.wait(lambda: told.readies[-1].folders == [inbox])
        below.chmod(0o700)
        (below / "later.txt").write_text(text(21))
        told.wait(lambda: len(told.lines) == 2)
        assert told.lines == [("new", "new.txt"), ("new", "later.txt")]
    assert once(index, [inbox]).lines == []
    with sqlite3.connect(index) as opened:
        assert opened.execute("select count(*) from document").fetchone() == (6,)


@pytest.mark.parametrize(
    ("number", "missing"),
    [(errno.ENOENT, True), (errno.ENOTDIR, True), (errno.EACCES, False), (errno.EIO, False)],
)
def test_only_what_the_system_says_is_not_there_is_missing(
    inbox: Path, monkeypatch: pytest.MonkeyPatch, number: int, missing: bool
) -> None:
    def fails(_path: Path) -> None:
        raise OSError(number, os.strerror(number))

    assert is_missing(inbox / "a.txt")
    assert not is_missing(inbox)
    monkeypatch.setattr(Path, "lstat", fails)
    assert is_missing(inbox) is missing


def test_a_folder_that_cannot_be_listed_is_said(
    index: Path, inbox: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (inbox / "closed").mkdir()
    scandir = os.scandir

    def fails(path: str | Path = ".") -> object:
        if str(path).endswith("closed"):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return scandir(path)

    monkeypatch.setattr("os.scandir", fails)
    assert [(path, reason.code) for path, reason in once(index, [inbox]).problems] == [
        (inbox / "closed", ReasonCode.UNLISTED)
    ]


def test_a_known_document_that_may_not_be_read_is_said_and_still_known(
    index: Path, inbox: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed: set[Path] = set()

    def opened(path: bytes) -> object:
        if Path(os.fsdecode(path)) in closed:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return open_to_read(path)

    monkeypatch.setattr("simcore.formats.reading.open_to_read", opened)
    known, other = inbox / "known.txt", inbox / "other.txt"
    known.write_text(text(1))
    with watching(index, [inbox]) as told:
        closed.add(known)
        os.utime(known, (1, 1))  # its bytes may be others: it is read
        told.wait(lambda: told.problems)
        assert [(path, one.code) for path, one in told.problems] == [(known, ReasonCode.NO_RIGHTS)]
    assert once(index, [inbox]).lines == []
    with watching(index, [inbox]) as told:
        closed.clear()
        os.utime(known, (2, 2))
        other.write_text(text(2))
        told.wait(lambda: told.lines)
        known.write_text(text(3))
        told.wait(lambda: len(told.lines) == 2)
        assert told.lines == [("new", "other.txt"), ("changed", "known.txt")]
