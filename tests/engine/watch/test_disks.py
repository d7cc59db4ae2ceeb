"""Disks in the folders of a watch: they are unplugged, and return, and full ones get room."""

from pathlib import Path

import pytest

from live_watches import Told, once, text, watching
from simcore import FingerprintIndex, ScanConfig
from simcore.files.disk import Mount
from simcore.formats.reading import READER_VERSION
from simcore.model.reasons import IndexFullError, Reason, ReasonCode, field_count
from simcore.pipeline.jobs import recipe_key


class Disks:
    """Disks that come to folders and go from them; no test may mount real ones."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.points: list[Path] = []
        self.marks: dict[Path, str] = {}
        monkeypatch.setattr("simcore.files.disk._mounted", self._mounted)
        monkeypatch.setattr(Path, "is_mount", lambda path: path in self.points)
        monkeypatch.setattr("simcore.watch.events.BETWEEN_LOOKS", 0.1)
        monkeypatch.setattr("simcore.watch.events.mark_of", self._mark_of)

    def _mounted(self) -> tuple[Mount, ...]:
        return tuple(Mount(one, "ext4", False) for one in (Path("/"), *self.points))

    def _mark_of(self, point: Path) -> str:
        return self.marks.get(point, "")

    def plug(self, disk: Path, point: Path) -> None:
        point.rmdir()
        disk.rename(point)
        self.points.append(point)

    def unplug(self, point: Path, disk: Path) -> None:
        self.points.remove(point)
        point.rename(disk)
        point.mkdir()


@pytest.fixture
def disks(monkeypatch: pytest.MonkeyPatch) -> Disks:
    return Disks(monkeypatch)


@pytest.fixture
def point(inbox: Path) -> Path:
    """A folder to which a disk comes."""
    (inbox / "usb").mkdir()
    return inbox / "usb"


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    folder = tmp_path / "stick"
    folder.mkdir()
    for number in range(3):
        (folder / f"{number}.txt").write_text(text(number))
    return folder


def known(index: Path, folder: Path) -> set[str]:
    """Return the names of the documents that an index knows in a folder."""
    with FingerprintIndex(index) as opened:
        found = opened.below([folder], recipe_key(ScanConfig()), READER_VERSION)
    return {one.path.name for one in found}


def test_unplugged(index: Path, inbox: Path, point: Path, stick: Path, disks: Disks) -> None:
    disks.plug(stick, point)
    with watching(index, [inbox]) as told:
        disks.unplug(point, stick)
        told.wait(lambda: told.problems)
        assert away(told) == [point]
        (inbox / "other.txt").write_text(text(8))
        told.wait(lambda: told.lines == [("new", "other.txt")])
        assert told.notices == []
        (stick / "0.txt").unlink()
        (stick / "meanwhile.txt").write_text(text(9))
        disks.plug(stick, point)
        told.wait(lambda: len(told.lines) == 3)
        assert set(told.lines[1:]) == {("new", "meanwhile.txt"), ("gone", "0.txt")}
        (point / "after.txt").write_text(text(10))
        told.wait(lambda: told.lines[3:] == [("new", "after.txt")])
        told.wait(lambda: [one.code for one in told.notices] == [ReasonCode.FOLDER_BACK])
    disks.unplug(point, stick)
    later = once(index, [inbox])
    assert away(later) == [point]
    assert later.lines == []
    assert known(index, point) == {"1.txt", "2.txt", "meanwhile.txt", "after.txt"}
    point.rmdir()  # as desktops do with the folder of a disk
    assert once(index, [inbox]).lines == []


def away(told: Told) -> list[Path]:
    """Return the folders of which it was told, and nothing else, that they are away."""
    assert {reason.code for _, reason in told.problems} <= {ReasonCode.FOLDER_AWAY}
    return [path for path, _ in told.problems]


class Silent:
    """A system that tells nothing, of the folders that it was asked to tell of."""

    closes = True

    def __init__(self) -> None:
        self.added: list[Path] = []

    def add(self, root: Path) -> None:
        self.added.append(root)

    def drop(self, root: Path) -> None:
        self.added.remove(root)

    def close(self) -> None:
        pass


def test_plugged_in(index: Path, inbox: Path, point: Path, stick: Path, disks: Disks) -> None:
    """No event tells that a disk was mounted."""
    events = Silent()
    with watching(index, [inbox], make_events=lambda *_: events) as told:
        disks.plug(stick, point)
        told.wait(lambda: len(told.lines) == 3)
        assert set(told.lines) == {("new", f"{number}.txt") for number in range(3)}
        assert events.added == [inbox, point]
        assert told.notices == []


@pytest.mark.parametrize("below", [False, True])
def test_an_empty_disk_in_the_place_of_another_is_not_that(
    index: Path, inbox: Path, tmp_path: Path, stick: Path, disks: Disks, below: bool
) -> None:
    """Nothing on the other disk is gone; but what a person deletes from the same one is."""
    empty = tmp_path / "empty"
    (empty / "lost+found").mkdir(parents=True)
    point = inbox / "usb" if below else tmp_path / "usb"
    point.mkdir()
    disks.marks[point] = "one"
    disks.plug(stick, point)
    watched = [inbox] if below else [inbox, point]
    with watching(index, watched) as told:
        disks.unplug(point, stick)
        told.wait(lambda: told.problems)
        disks.marks[point] = "other"
        disks.plug(empty, point)
        (inbox / "mark.txt").write_text(text(8))
        told.wait(lambda: told.lines)
        assert set(told.lines) == {("new", "mark.txt")}
    later = once(index, watched)
    assert later.lines == []
    assert away(later) == [point]
    disks.unplug(point, empty)
    disks.marks[point] = "one"
    disks.plug(stick, point)
    assert once(index, watched).lines == []
    for one in point.iterdir():
        one.unlink()
    assert {event for event, _ in once(index, watched).lines} == {"gone"}


def test_library_away(index: Path, inbox: Path, tmp_path: Path, stick: Path, disks: Disks) -> None:
    point = tmp_path / "library"
    point.mkdir()
    disks.plug(stick, point)
    once(index, [inbox], [point])
    disks.unplug(point, stick)
    later = once(index, [inbox], [point])
    assert away(later) == [point]
    assert known(index, point) == {"0.txt", "1.txt", "2.txt"}


@pytest.mark.parametrize("code", [ReasonCode.INDEX_FULL, ReasonCode.IN_USE])
def test_a_watch_that_begins_on_a_full_disk_waits_for_room(
    index: Path, inbox: Path, monkeypatch: pytest.MonkeyPatch, code: ReasonCode
) -> None:
    (inbox / "a.txt").write_text(text(1))
    monkeypatch.setattr("simcore.watch.watch.FIRST_RETRY", 0.02)
    full = [True, True]
    reason = Reason(code, (str(index), "disk full")[: field_count(code)])

    def opened(path: Path, *values: object) -> FingerprintIndex:
        if full:
            full.pop()
            raise IndexFullError(reason)
        return FingerprintIndex(path, *values)  # type: ignore[arg-type]

    monkeypatch.setattr("simcore.watch.watch.FingerprintIndex", opened)
    with watching(index, [inbox]) as told:
        assert told.notices == [
            Reason(ReasonCode.WATCH_WAITS, (reason,)),
            Reason(ReasonCode.WATCH_GOES_ON),
        ]
        (inbox / "b.txt").write_text(text(2))
        told.wait(lambda: told.lines == [("new", "b.txt")])
    full.append(True)
    with pytest.raises(IndexFullError):
        once(index, [inbox])


def test_a_watched_folder_on_a_disk(index: Path, point: Path, stick: Path, disks: Disks) -> None:
    """There may be a folder of that name below the disk, which is none of it."""
    watched = point / "watched"
    (stick / "watched").mkdir()
    for number in range(3):
        (stick / f"{number}.txt").rename(stick / "watched" / f"{number}.txt")
    disks.plug(stick, point)
    once(index, [watched])
    disks.unplug(point, stick)
    watched.mkdir()
    assert once(index, [watched]).lines == []
    assert known(index, watched) == {"0.txt", "1.txt", "2.txt"}
    watched.rmdir()
    disks.plug(stick, point)
    assert once(index, [watched]).lines == []
