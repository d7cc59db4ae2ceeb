"""Disks that are not connected when removals are undone, recovered, or their folders scanned."""

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from builders import english_text
from removals import WatchedDisk, code_of, marked, put, reported
from simcore import (
    Action,
    FingerprintIndex,
    Journal,
    ScanConfig,
    carry_out,
    plan_removal,
    scan,
    undo,
)
from simcore.files.disk import Mount, mark_of, volume_of
from simcore.model.reasons import Reason, ReasonCode
from simcore.model.records import DocumentId
from simcore.model.report import Result, State, Volume
from simcore.removal.actions import ACTIONS
from simcore.removal.carry_out import recover
from sticks import Mounts, Stick

TEXT = english_text(1, 300).encode()
NOT_CONNECTED = ReasonCode.DISK_NOT_CONNECTED


class Sockets(WatchedDisk):
    """The real file system, with sticks."""

    def __init__(self, *sticks: Stick) -> None:
        super().__init__()
        self.sticks = sticks

    def volume_of(self, path: Path) -> Volume | None:
        for stick in self.sticks:
            if path.is_relative_to(stick.point):
                return None if stick.mark is None else Volume(stick.point, stick.mark)
        return None


class Case:
    """A journal, a document that is kept, and a stick with a copy of it."""

    def __init__(self, base: Path) -> None:
        self.base = base
        self.journal = Journal(base / "index" / "journal.sqlite")
        self.kept = put(base / "kept" / "a.txt", TEXT, 1_600_000_000).parent
        self.stick = Stick(base, "stick")
        self.disk = Sockets(self.stick)
        self.copy = put(self.stick.point / "in" / "b.txt", TEXT, 1_600_000_001)

    def remove(
        self, action: Action, *folders: Path, goal: Path | None = None, disk: Sockets | None = None
    ) -> Result:
        """Remove ``b.txt`` of the second folder for ``a.txt`` of the first."""
        report = reported(folders or (self.kept, self.stick.point), self.journal.path)
        plan = plan_removal(report, marked(report, "b.txt"), action=action, destination=goal)
        (result,) = carry_out(plan, self.journal, disk=disk or self.disk)
        return result

    def undo(self, **more: bool) -> Result:
        (result,) = undo(self.journal, disk=self.disk, **more)
        return result

    def is_undone(self, path: Path, **more: bool) -> None:
        assert self.undo(**more).state is State.UNDONE
        assert path.read_bytes() == TEXT

    def states(self) -> list[State]:
        batches = self.journal.batches()
        return [one.state for batch in batches for one in self.journal.operations(batch.id)]


@pytest.fixture
def case(tmp_path: Path) -> Iterator[Case]:
    made = Case(tmp_path)
    yield made
    made.journal.close()


def away(point: Path, code: ReasonCode = NOT_CONNECTED, way: str = "undo --any-disk") -> Reason:
    return Reason(code, (str(point), f"variorum {way}"))


@pytest.mark.parametrize("action", [Action.MOVE, Action.DELETE])
def test_undo_restores_nothing_to_an_empty_mount_point(case: Case, action: Action) -> None:
    assert case.remove(action, goal=case.base / "goal").state is State.DONE
    case.stick.unplug()
    assert case.undo().reason == away(case.stick.point)
    assert not list(case.stick.point.iterdir())
    assert case.states() == [State.DONE]
    case.stick.plug("another")
    assert code_of(case.undo()) is NOT_CONNECTED
    case.stick.mark = "8d0c"
    case.is_undone(case.copy)


def test_who_has_another_disk_for_good_may_say_so(case: Case) -> None:
    case.remove(Action.DELETE)
    case.stick.mark = "new"
    assert code_of(case.undo()) is NOT_CONNECTED
    case.is_undone(case.copy, any_disk=True)


def test_a_folder_that_was_deleted_on_its_disk_is_made_again(case: Case) -> None:
    case.remove(Action.DELETE)
    case.copy.parent.rmdir()
    case.is_undone(case.copy)


def test_a_disk_that_was_mounted_over_the_folder_since_gets_nothing(case: Case) -> None:
    case.stick.mark = None
    case.remove(Action.DELETE)
    case.stick.mark = "8d0c"
    assert case.undo().reason == away(case.stick.point, ReasonCode.COVERED_BY_DISK)


@pytest.mark.parametrize("action", [Action.MOVE, Action.COPY])
def test_where_a_document_was_taken_must_be_connected(case: Case, action: Action) -> None:
    """Else a copy there would count as taken back, and stay."""
    path = put(case.base / "in" / "b.txt", TEXT, 1_600_000_001)
    case.copy.unlink()
    done = case.remove(action, case.kept, path.parent, goal=case.stick.point)
    assert done.where is not None
    case.stick.unplug()
    assert code_of(case.undo()) is NOT_CONNECTED
    assert case.states() == [State.DONE]
    case.stick.plug()
    case.is_undone(path)
    assert not done.where.exists()


def test_the_disk_of_the_identical_document_is_named(case: Case) -> None:
    path = put(case.base / "in" / "b.txt", TEXT, 1_600_000_001)
    case.copy.rename(case.copy.with_name("a.txt"))
    case.remove(Action.DELETE, case.stick.point, path.parent)
    case.stick.unplug()
    expected = Reason(ReasonCode.IDENTICAL_NOT_CONNECTED, (str(case.stick.point),))
    assert case.undo().reason == expected
    case.stick.plug()
    case.is_undone(path)


def contents(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*.txt")}


@pytest.mark.parametrize("action", [one for one in Action if one is not Action.TRASH])
@pytest.mark.parametrize("after", [False, True])
def test_an_empty_mount_point_proves_nothing_to_recovery(
    case: Case, action: Action, after: bool
) -> None:
    case.remove(action, goal=case.base / "goal")
    if not after:
        case.undo()
    case.journal.connection.execute("update operation set state = 'intended', reason = ''")
    before = contents(case.base)
    case.stick.unplug()
    for _ in range(2):
        (waits,) = recover(case.journal, disk=case.disk)
        expected = away(case.stick.point, ReasonCode.DISK_NOT_BACK, "history --finish")
        assert waits.reason == expected
        assert case.states() == [State.INTENDED]
    case.stick.plug()
    recover(case.journal, disk=case.disk)
    assert contents(case.base) == before
    done = State.FAILED if ACTIONS[action].original_stays and not after else State.DONE
    assert case.states() in ([done], [State.SKIPPED])


def test_a_disk_that_is_pulled_out_during_a_removal_leaves_it_open(case: Case) -> None:
    class Pulled(Sockets):
        def unlink(self, path: Path) -> None:
            case.stick.unplug()
            raise OSError(5, "Input/output error", str(path))

        def look(self, path: Path) -> os.stat_result | None:
            return None if case.stick.mark is None else super().look(path)

    told = case.remove(Action.DELETE, disk=Pulled(case.stick))
    assert told.state in {State.UNKNOWN, State.FAILED}
    assert case.states() == [State.INTENDED]


def test_a_journal_of_before_is_undone_as_ever(case: Case) -> None:
    path = put(case.base / "in" / "b.txt", TEXT, 1_600_000_001)
    case.remove(Action.DELETE, case.kept, path.parent)
    case.journal.close()
    with contextlib.closing(sqlite3.connect(case.journal.path)) as before:
        before.execute("alter table operation drop column disks")
        before.execute("pragma user_version = 2")
    with Journal(case.journal.path) as again:
        assert again.operations(1)[0].disks is None
        assert undo(again)[0].state is State.UNDONE


def test_a_journal_without_disks_fills_no_empty_mount_point(case: Case) -> None:
    """The version before recorded the number of the device alone."""
    path = put(case.base / "in" / "b.txt", TEXT, 1_600_000_001)
    case.remove(Action.DELETE, case.kept, path.parent)

    def change(what: str) -> None:
        case.journal.connection.execute(f"update operation set {what}")

    change("disks = null, device = device + 1")
    assert code_of(case.undo()) is NOT_CONNECTED
    assert not list(path.parent.iterdir())
    change("state = 'intended'")
    recover(case.journal, disk=case.disk)
    assert case.states() == [State.INTENDED], "an empty folder proves nothing"
    change("state = 'done'")
    put(path.with_name("other.txt"), TEXT, 1_600_000_002)  # devices change with a restart
    case.is_undone(path)


# --- scans --------------------------------------------------------------------------------------


def arrived(index: FingerprintIndex) -> dict[str, int]:
    rows = index.connection.execute("select name, id, arrived from document").fetchall()
    came = index.arrivals([DocumentId(number) for _, number, _ in rows])
    return {name.decode(): came[DocumentId(number)] for name, number, _ in rows}


def told(folders: list[Path], index: FingerprintIndex, **named: bool) -> list[ReasonCode]:
    report = scan(folders, ScanConfig(jobs=0), index, **named)
    return [one.reason.code for one in report.problems]


def put_some(folder: Path, first: int, count: int = 3) -> None:
    for number in range(first, first + count):
        put(folder / f"{number}.txt", english_text(number, 100).encode(), 1_600_000_000)


@pytest.fixture
def stick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Stick:
    """A disk with three documents, in its socket."""
    made = Stick(tmp_path, "stick")
    put_some(made.point, 0)
    Mounts(monkeypatch, made)
    return made


@pytest.mark.parametrize("named", ["stick", "stick/in", "."])
def test_a_scan_keeps_the_documents_of_a_disk_that_is_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str
) -> None:
    base = tmp_path / "media"
    base.mkdir()
    stick = Stick(base, "stick")
    stick.aside = tmp_path / "aside"
    put_some(stick.point / "in", 0)
    Mounts(monkeypatch, stick)
    now = 1_000_000.0
    with FingerprintIndex(tmp_path / "index.sqlite3", clock=lambda: now) as index:
        assert told([base / named], index) == []
        before = arrived(index)
        assert len(before) == 3
        stick.unplug()
        (stick.point / "in").mkdir()  # the folder was there before the disk
        now += 100
        assert told([base / named], index) == [ReasonCode.DISK_AWAY]
        assert arrived(index) == before
        (stick.point / "in").rmdir()
        if named == ".":
            stick.point.rmdir()  # as desktops do
            assert told([base], index) == [ReasonCode.DISK_AWAY]
            assert arrived(index) == before
            stick.point.mkdir()
        stick.plug()
        (stick.point / "in" / "0.txt").unlink()
        assert told([base / named], index) == []
        del before["0.txt"]
        assert arrived(index) == before


def test_two_disks_that_take_turns_keep_their_documents(tmp_path: Path, stick: Stick) -> None:
    now = 1_000_000.0
    with FingerprintIndex(tmp_path / "index.sqlite3", clock=lambda: now) as index:
        assert told([stick.point], index) == []
        first = arrived(index)
        stick.point.rename(tmp_path / "first")
        put_some(stick.point, 10)
        stick.mark = "second"
        now += 100
        assert told([stick.point], index) == [ReasonCode.ANOTHER_DISK]
        both = arrived(index)
        assert len(both) == 6
        assert first.items() <= both.items()
        (stick.point / "10.txt").unlink()
        assert told([stick.point], index) == [ReasonCode.ANOTHER_DISK]
        assert len(arrived(index)) == 5  # what is deleted on a disk that is there is forgotten
        stick.point.rename(tmp_path / "second")
        (tmp_path / "first").rename(stick.point)
        stick.mark = "8d0c"
        assert told([stick.point], index) == [ReasonCode.ANOTHER_DISK]
        assert len(arrived(index)) == 5
        assert told([stick.point], index, forget_away=True) == []
        assert arrived(index) == first


def test_another_disk_with_the_same_paths_is_told_as_it_is(tmp_path: Path, stick: Stick) -> None:
    """The index has one document a path: it says how many it has no longer."""

    def said() -> list[str]:
        return [str(one.reason) for one in scan([stick.point], ScanConfig(jobs=0), index).problems]

    here = "another disk is connected here; documents of the earlier disk"
    with FingerprintIndex(tmp_path / "index.sqlite3") as index:
        assert said() == []
        stick.point.rename(tmp_path / "first")
        put_some(stick.point, 1, count=1)
        stick.mark = "second"
        over = "that stay in the index: 2; that were replaced by files with the same path: 1"
        assert said() == [f"{here} {over}"]
        assert said() == [f"{here} stay in the index: 2"]
        put_some(stick.point, 0)
        over = "that stay in the index: 0; that were replaced by files with the same path: 2"
        assert said() == [f"{here} {over}"]
        assert said() == []
        assert len(arrived(index)) == 3


def test_the_index_of_before_learns_of_disks(
    tmp_path: Path, stick: Stick, monkeypatch: pytest.MonkeyPatch
) -> None:
    Mounts(monkeypatch)
    with FingerprintIndex(tmp_path / "index.sqlite3") as index:
        told([stick.point], index)
        Mounts(monkeypatch, stick)
        assert told([stick.point], index) == []
    stick.unplug()
    with FingerprintIndex(tmp_path / "index.sqlite3") as index:
        assert told([stick.point], index) == [ReasonCode.DISK_AWAY]
        assert len(arrived(index)) == 3


# --- which disk ---------------------------------------------------------------------------------


def test_the_mark_of_a_disk_is_what_lasts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers of devices are others after a restart; FAT has nothing else in ``f_fsid``."""
    by_uuid, device = tmp_path / "by-uuid", tmp_path / "dev" / "sdb1"
    by_uuid.mkdir()
    device.parent.mkdir()
    device.touch()
    (by_uuid / "1A2B-3C4D").symlink_to(device)
    monkeypatch.setattr("simcore.files.disk._BY_UUID", by_uuid)
    real = os.path.realpath
    there = {"/dev/sdb1": str(device)}
    monkeypatch.setattr("os.path.realpath", lambda path: real(there.get(str(path), path)))
    stick = Mount(tmp_path, "vfat", False, source="/dev/sdb1")
    assert mark_of(tmp_path, stick) == "1A2B-3C4D"
    assert (
        mark_of(tmp_path, Mount(tmp_path, "nfs4", False, source="server:/share")) == "server:/share"
    )
    assert mark_of(tmp_path, Mount(tmp_path, "vfat", False, source="/dev/sdc1")) == ""


def test_a_disk_is_where_it_is_mounted(monkeypatch: pytest.MonkeyPatch) -> None:
    mounts = [
        Mount(Path("/"), "ext4", False, source="/dev/sda1"),
        Mount(Path("/media/usb"), "nfs4", False, source="it"),
        Mount(Path("/net"), "autofs", False, source="systemd-1"),
    ]
    monkeypatch.setattr("simcore.files.disk._mounted", lambda: tuple(mounts))
    assert volume_of(Path("/home/x")) is None
    assert volume_of(Path("/net/x")) is None  # mounted on demand, and nobody asked
    assert volume_of(Path("/media/usb/x")) == Volume(Path("/media/usb"), "it")
    monkeypatch.setattr("simcore.files.disk._mounted", tuple)  # macOS has no such list
    monkeypatch.setattr(Path, "is_mount", lambda path: str(path) in {"/", "/Volumes/USB"})
    assert volume_of(Path("/Volumes/USB/x")) == Volume(Path("/Volumes/USB"), "")
    assert volume_of(Path("/Volumes/gone/x")) is None


def test_two_folders_of_one_disk_at_one_place_are_two_disks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As bind mounts make them."""
    shown = []
    for root in ("/", "/a", "/b"):
        mount = Mount(tmp_path, "nfs4", False, "0:41", Path(root), "server:/share")
        monkeypatch.setattr("simcore.files.disk._mounted", lambda one=mount: (one,))
        shown.append(volume_of(tmp_path / "in"))
    marks = [one and one.mark for one in shown]
    assert marks == ["server:/share", "server:/share:/a", "server:/share:/b"]
