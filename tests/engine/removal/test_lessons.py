"""How users of other programs lost their files: a test for each way, named after its report."""

import errno
import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from amounts import LONG
from builders import document
from group_reports import group, member
from group_reports import report as report_of
from removals import (
    House,
    PlacedTrash,
    WatchedDisk,
    code_of,
    content,
    failing,
    in_name_space,
    marked,
    put,
    reported,
    shown,
)
from simcore import (
    Action,
    FingerprintIndex,
    Kind,
    Problem,
    ScanConfig,
    ScanReport,
    carry_out,
    plan_removal,
    recall,
    regroup,
    scan,
    undo,
)
from simcore.files.disk import Mount, Volumes
from simcore.files.roles import Role, Roles
from simcore.grouping.freeing import by_hand_only
from simcore.grouping.queries import without_documents
from simcore.model.config import Thresholds
from simcore.model.reasons import Reason, ReasonCode
from simcore.model.records import DocumentId, ProblemStage
from simcore.model.report import Result, State
from simcore.removal.actions import ACTIONS
from simcore.workers import make_executor

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
GOING = [action for action in Action if not ACTIONS[action].original_stays]
LINKS = [action for action in Action if ACTIONS[action].links]


class Shelf(House):
    """A library that is looked at again and again."""

    def look(self, similarity: float = 0.7) -> ScanReport:
        return reported([self.library], self.journal.path, similarity)

    def copies(self, *names: str) -> ScanReport:
        """Look at identical documents."""
        for name in names or ("1.txt", "2.txt"):
            put(self.library / name, content(1))
        return self.look()

    def removed(
        self, report: ScanReport, *names: str, disk: WatchedDisk | None = None, **more: Any
    ) -> tuple[Result, ...]:
        return self.carry_out(self.plan(report, *names, **more), disk)


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    made = Shelf(tmp_path)
    yield made
    made.journal.close()


# --- all copies went ----------------------------------------------------------------------------

NAMES = "1.txt", "2.txt", "3.txt"


@pytest.mark.parametrize("action", GOING)
def test_czkawka_317_and_385_all_copies_marked(shelf: Shelf, action: Action) -> None:
    """All copies matched the rule and all were deleted."""
    results = shelf.removed(shelf.copies(*NAMES), *NAMES, action=action)
    assert [one.state for one in results] == [State.DONE, State.DONE]
    originals = [
        p for p in (shelf.library / n for n in NAMES) if p.is_file() and not p.is_symlink()
    ]
    assert content(1) in {path.read_bytes() for path in originals}


def test_czkawka_317_and_385_one_after_the_other(shelf: Shelf) -> None:
    """Each by itself, by a list that is never renewed: the last is refused."""
    report = shelf.copies(*NAMES)
    for name in NAMES:
        gone = {key for key, one in report.documents.items() if not one.path.exists()}
        shelf.removed(without_documents(report, gone), name)
    (left,) = shelf.library.iterdir()
    assert left.read_bytes() == content(1)


def test_zoplicate_127_merge_ran_twice(shelf: Shelf) -> None:
    plan = shelf.plan(shelf.copies(), "2.txt")
    assert shelf.carry_out(plan)[0].state is State.DONE
    assert shelf.carry_out(plan)[0].state is State.SKIPPED
    # and once more the other way round, as a second click does after the list was turned
    removal = plan.removals[0]
    turned = replace(removal, document=removal.witness, witness=removal.document)
    assert shelf.carry_out(replace(plan, removals=(turned,)))[0].state is State.SKIPPED
    assert (shelf.library / "1.txt").read_bytes() == content(1)


def test_chains_do_not_eat_each_other(shelf: Shelf) -> None:
    """Near, nearer: who was relied on stays until somebody looks again."""
    for number in range(5):
        put(shelf.library / f"{number}.txt", content(1, number))
    report = shelf.look(0.9)
    for number in (0, 1, 2, 3, 4):
        for similarity in (0.9, 0.8, 0.6):
            slid = regroup(report, Thresholds(24, similarity))
            shelf.removed(slid, f"{number}.txt")
    left = {path.name for path in shelf.library.iterdir()}
    gone = set(map(str, range(5))) - {name[0] for name in left}
    for number in gone:  # each has one that it was near to, at the widest, in sight
        assert any(abs(int(number) - int(name[0])) <= 4 for name in left)
    states = [
        one.state for batch in shelf.journal.batches() for one in shelf.journal.operations(batch.id)
    ]
    assert State.SKIPPED in states


# --- a link that failed after the delete --------------------------------------------------------


@pytest.mark.parametrize("action", LINKS)
@pytest.mark.parametrize("number", [errno.EPERM, errno.EXDEV, errno.EMLINK, errno.ENOSPC])
def test_czkawka_688_1188_1498_1656_1740_and_dupeguru_243_failed_link(
    shelf: Shelf, action: Action, number: int
) -> None:
    """The replacement comes first, the removal last."""
    report = shelf.copies()
    before = shown(shelf.library)
    disk = WatchedDisk(failing(number, "link", "symlink"))
    (result,) = shelf.removed(report, "2.txt", action=action, disk=disk)
    assert (result.state, str(result.reason)) == (State.FAILED, os.strerror(number))
    assert shown(shelf.library) == before
    assert len(list(shelf.library.iterdir())) == 2


@pytest.mark.parametrize("action", LINKS)
def test_czkawka_688_a_failed_roll_back_is_told(shelf: Shelf, action: Action) -> None:
    exchanges = []

    class Failing(WatchedDisk):
        def exchange(self, one: Path, other: Path) -> bool:
            exchanges.append(one)
            if len(exchanges) == 1:
                return super().exchange(one, other)
            raise OSError(errno.EIO, "I/O error")

        def unlink(self, path: Path) -> None:
            raise OSError(errno.EIO, "I/O error")

    (result,) = shelf.removed(shelf.copies(), "2.txt", action=action, disk=Failing())
    assert result.state is State.FAILED
    assert result.where is not None
    assert str(result.where) in str(result.reason)
    assert result.where.read_bytes() == content(1)
    (batch,) = shelf.journal.batches()
    assert shelf.journal.operations(batch.id)[0].moved_to == result.where


# --- a trash that is none -----------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["nfs4", "cifs", "9p", "fuse.sshfs", "tmpfs", "ramfs"])
def test_send2trash_2_and_94_volumes_without_a_trash(shelf: Shelf, kind: str) -> None:
    """The plan says so before, and nothing is deleted for want of a trash."""
    report = shelf.copies()
    volumes = Volumes((Mount(Path("/"), kind, read_only=False),), Path("/proc/no/Trash"))
    plan = plan_removal(report, marked(report, "2.txt"), volumes=volumes)
    (problem,) = plan.without_trash
    assert problem.path == shelf.library / "2.txt"
    assert "drive" in str(problem.reason) or "RAM disk" in str(problem.reason)

    class Absent(PlacedTrash):
        def obstacle(self, path: Path) -> Reason | None:
            return volumes.lacks_trash(path)

    (result,) = carry_out(plan, shelf.journal, Absent(shelf.library.parent / "trash"))
    assert (result.state, result.reason) == (State.SKIPPED, problem.reason)
    assert (shelf.library / "2.txt").exists()


# --- stale results ------------------------------------------------------------------------------


@pytest.mark.parametrize("change", ["gone", "changed", "replaced"])
@pytest.mark.parametrize("name", ["1.txt", "2.txt"])
@pytest.mark.parametrize("action", GOING)
def test_vdf_768_and_duplicatefinder_61_stale_results(
    shelf: Shelf, action: Action, name: str, change: str
) -> None:
    """The kept document, or the one that goes."""
    plan = shelf.plan(shelf.copies(), "2.txt", action=action)
    other = b"x" * len(content(1))  # as long as before, and as old
    if change == "gone":
        (shelf.library / name).unlink()
    elif change == "changed":
        put(shelf.library / name, other)
    else:
        put(shelf.library.parent / "new", other).replace(shelf.library / name)
    before = shown(shelf.library)
    (result,) = shelf.carry_out(plan)
    assert result.state is State.SKIPPED
    assert ("no longer there" if change == "gone" else "has changed") in str(result.reason)
    assert shown(shelf.library) == before


def test_vdf_768_results_recalled_after_a_removal(shelf: Shelf, tmp_path: Path) -> None:
    """The age of recalled results is unknown: what was relied on is not removed by them."""
    index_path = tmp_path / "index" / "index.sqlite3"
    words = " ".join(f"word{number} line{number * 7 % 31}" for number in range(300))
    put(shelf.library / "1.txt", words.encode())
    put(shelf.library / "2.txt", words.encode() + b" and a few more at the end")
    put(shelf.library / "3.txt", words.encode() + b" and two others besides")
    config = ScanConfig(jobs=0, distance=24)
    with FingerprintIndex(index_path) as index, make_executor(0) as executor:
        report = scan([shelf.library], config, index, executor)
        plan = plan_removal(report, marked(report, "3.txt"), action=Action.DELETE)
        (first,) = shelf.carry_out(plan)
        assert first.state is State.DONE
        kept = plan.removals[0].witness.path.name
        stale = recall([shelf.library], config, index)
        (result,) = shelf.removed(stale, kept)
        assert result.state is State.SKIPPED
        assert "scan again" in str(result.reason)
        reliance = shelf.journal.reliance(stale.journal)
        planned = plan_removal(stale, marked(stale, kept), reliance=reliance)
        assert planned.removals == ()
        fresh = scan([shelf.library], config, index, executor)
        assert fresh.journal == shelf.journal.mark()
        (result,) = shelf.removed(fresh, kept)
        assert result.state is State.DONE


def test_a_relied_on_document_may_go_when_its_double_stays(shelf: Shelf) -> None:
    """And then that one is relied on in its stead."""
    put(shelf.library / "1.txt", content(1))
    put(shelf.library / "double.txt", content(1, layout=2))
    put(shelf.library / "near.txt", content(1, 1))
    report = shelf.look()
    plan = plan_removal(report, marked(report, "near.txt"), action=Action.TRASH)
    kept = plan.removals[0].witness.path.name
    (double,) = {"1.txt", "double.txt"} - {kept}
    shelf.carry_out(plan)
    reliance = shelf.journal.reliance(report.journal)
    (second,) = shelf.removed(report, kept, action=Action.TRASH, reliance=reliance)
    assert second.state is State.DONE
    left = without_documents(report, marked(report, kept, "near.txt"))
    late = plan_removal(left, marked(report, double))
    assert late.removals == (), "it is the last of its group"
    undo(shelf.journal, trash=shelf.trash)
    assert (shelf.library / kept).exists()


# --- what could not be read ---------------------------------------------------------------------


def test_rmlint_672_missing_digest_or_empty_text(shelf: Shelf, tmp_path: Path) -> None:
    """Empty texts, and what cannot be read, are nobody's duplicates."""
    words = " ".join(f"word{number}" for number in range(200)).encode()
    for name, data in {
        "empty 1.txt": b"",
        "empty 2.txt": b"",
        "blank.txt": b" \n\n",
        "dots.txt": b"... ---",
        "binary 1.txt": b"\0\1\2" * 400,
        "binary 2.txt": b"\0\1\2" * 400,
        "1.txt": words,
        "2.txt": words,
    }.items():
        put(shelf.library / name, data)
    report = scan([shelf.library], ScanConfig(jobs=0))
    plan = plan_removal(report, set(report.documents), action=Action.DELETE)
    # of two in all else equal ones that stays which is first on the disk
    later = max("1.txt", "2.txt", key=lambda name: (shelf.library / name).stat().st_ino)
    assert [removal.document.path.name for removal in plan.removals] == [later]
    shelf.carry_out(plan)
    assert len(list(shelf.library.iterdir())) == 7


def test_rmlint_672_what_was_not_read_in_full_is_marked_by_hand_only() -> None:
    groups = [
        group(
            1,
            member(2, kind=Kind.IDENTICAL, resemblance=1.0),
            member(3, kind=Kind.LINKED),
            replace(member(4), numbers_only=True),
            member(5),
            member(6),
            member(7),
        )
    ]
    made = report_of(
        groups,
        [document(5, lossy=True), document(6, features=0, fingerprint=None)],
    )
    unread = Problem(
        made.documents[DocumentId(7)].path, ProblemStage.VERIFY, Reason(ReasonCode.GONE)
    )
    made = replace(made, problems=(unread,))
    assert by_hand_only(made) == {3, 4, 5, 6, 7}
    ids = {DocumentId(number) for number in range(2, 8)}
    plan = plan_removal(made, ids, by_rule=ids)
    assert [removal.document.id for removal in plan.removals] == [2]
    assert len(plan.refused) == 5
    by_hand = plan_removal(made, ids)
    assert {r.document.id for r in by_hand.removals if r.by_hand} == {3, 4, 5, 6, 7}


# --- one file under two paths -------------------------------------------------------------------


@pytest.mark.parametrize("how", ["hard link", "symbolic link", "folder link"])
@pytest.mark.parametrize("action", GOING)
def test_czkawka_1405_and_yapo_38_one_file_under_two_paths(
    shelf: Shelf, action: Action, how: str
) -> None:
    """Since the scan, the one became the other: to remove it would lose the text."""
    plan = shelf.plan(shelf.copies("a/1.txt", "b/2.txt"), "2.txt", action=action)
    (shelf.library / "b/2.txt").unlink()
    if how == "hard link":
        os.link(shelf.library / "a/1.txt", shelf.library / "b/2.txt")
    elif how == "symbolic link":
        (shelf.library / "b/2.txt").symlink_to(shelf.library / "a/1.txt")
    else:
        (shelf.library / "a/1.txt").rename(shelf.library / "a/2.txt")
        os.link(shelf.library / "a/2.txt", shelf.library / "a/1.txt")
        (shelf.library / "b").rmdir()
        (shelf.library / "b").symlink_to(shelf.library / "a")
    (result,) = shelf.carry_out(plan)
    assert result.state is State.SKIPPED
    assert (shelf.library / "a/1.txt").read_bytes() == content(1)
    assert (shelf.library / "b/2.txt").read_bytes() == content(1)


def test_czkawka_1405_overlapping_folders(shelf: Shelf, tmp_path: Path) -> None:
    words = " ".join(f"word{number}" for number in range(200)).encode()
    put(shelf.library / "sub/1.txt", words)
    put(shelf.library / "2.txt", words)
    (tmp_path / "alias").symlink_to(shelf.library)
    folders = [
        shelf.library,
        shelf.library / "sub",
        tmp_path / "alias",
        shelf.library / "sub" / "..",
    ]
    report = scan(folders, ScanConfig(jobs=0))
    assert len(report.documents) == 2
    plan = plan_removal(report, set(report.documents), action=Action.DELETE)
    shelf.carry_out(plan)
    assert len(shown(shelf.library)) == 1


def test_czkawka_1405_bind_mounts(tmp_path: Path) -> None:
    """A file by way of a bind mount is the same file, and a protected folder by way of one, too."""
    code = """if True:
        import subprocess, sys
        from dataclasses import replace
        from pathlib import Path
        from removals import content, marked, put, reported
        from simcore import Action, Journal, carry_out, plan_removal
        from simcore.files.roles import Role, Roles
        base = Path(sys.argv[1])
        put(base / "a/1.txt", content(1))
        put(base / "a/2.txt", content(1))
        (base / "b").mkdir()
        report = reported([base / "a"], base / "journal.sqlite")
        plan = plan_removal(report, marked(report, "2.txt"), action=Action.DELETE)
        removal = plan.removals[0]
        subprocess.run(["mount", "--bind", str(base / "a"), str(base / "b")], check=True)
        path = base / "b" / "1.txt"
        document = replace(removal.document, path=path, real_path=path)
        with Journal(base / "journal.sqlite") as journal:
            same = replace(plan, removals=(replace(removal, document=document),))
            (result,) = carry_out(same, journal)
            assert "the same file" in str(result.reason), result
            path = base / "b" / "2.txt"
            document = replace(removal.document, path=path, real_path=path)
            roles = Roles({base / "a": Role.PROTECTED})
            inside = replace(plan, removals=(replace(removal, document=document),), roles=roles)
            (result,) = carry_out(inside, journal)
            assert "protected" in str(result.reason), result
        assert len(list((base / "a").iterdir())) == 2
    """
    in_name_space(code, tmp_path)


# --- nothing in silence, nothing by the way -----------------------------------------------------


def test_dupeguru_matcher_truncation_nothing_is_dropped_in_silence() -> None:
    """Of whatever many marks, each is in the plan: removed or refused."""
    groups = 10_000 if LONG else 2_000
    many = [
        group(first, *(member(first + n, kind=Kind.IDENTICAL, resemblance=1.0) for n in (1, 2, 3)))
        for first in range(1, 4 * groups, 4)
    ]
    made = report_of(many)
    plan = plan_removal(made, set(made.documents))
    assert len(plan.removals) == 3 * groups
    assert len(plan.refused) == groups


def test_czkawka_minimum_size_small_documents_are_documents(shelf: Shelf) -> None:
    words = b"a short note of very few words, but of words all the same"
    for name in ("1.txt", "2.txt"):
        put(shelf.library / name, words)
    report = scan([shelf.library], ScanConfig(jobs=0))
    assert len(plan_removal(report, set(report.documents)).removals) == 1


@pytest.mark.parametrize("action", GOING)
def test_dupeguru_1073_protected_folders_hold_for_reloaded_results(
    shelf: Shelf, action: Action
) -> None:
    """They are no targets, but survivors; a folder below may be normal; excluded is neither."""
    folders = {"p": Role.PROTECTED, "p/free": Role.NORMAL, "x": Role.EXCLUDED}
    roles = Roles({shelf.library / name: role for name, role in folders.items()})
    names = "1.txt", "2.txt", "3.txt", "4.txt"
    report = shelf.copies("p/1.txt", "p/free/2.txt", "x/3.txt", "4.txt")
    before = shown(shelf.library)
    plan = shelf.plan(report, *names, action=action, roles=roles)
    assert {r.document.path.name for r in plan.removals} == {"2.txt", "4.txt"}
    assert {w.path.name for r in plan.removals for w in r.witnesses} == {"1.txt"}
    shelf.carry_out(plan)
    for name in ("p/1.txt", "x/3.txt"):
        assert shown(shelf.library)[shelf.library / name] == before[shelf.library / name]
    # alone with an excluded one, a document is the last that counts
    left = without_documents(report, marked(report, "1.txt", "2.txt"))
    only = plan_removal(left, marked(left, "4.txt"), roles=roles)
    assert only.removals == ()


def test_paperless_ng_45_numbers_only_is_never_marked_by_a_rule() -> None:
    made = report_of([group(1, replace(member(2, resemblance=0.99), numbers_only=True))])
    plan = plan_removal(made, {DocumentId(2)}, by_rule={DocumentId(2)})
    assert plan.removals == ()
    assert "by hand only" in str(plan.refused[0].reason)


# --- one file through two mounts -----------------------------------------------------------------


class OverlaidDisk(WatchedDisk):
    """A disk that reports another device for one path, as an overlay does for a file below it."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._overlaid = path
        self._open: set[int] = set()

    def open(self, path: Path) -> int:
        descriptor = super().open(path)
        if path == self._overlaid:
            self._open.add(descriptor)
        else:
            self._open.discard(descriptor)
        return descriptor

    def state(self, descriptor: int) -> os.stat_result:
        status = super().state(descriptor)
        return elsewhere(status) if descriptor in self._open else status

    def look(self, path: Path) -> os.stat_result | None:
        status = super().look(path)
        return elsewhere(status) if status is not None and path == self._overlaid else status

    def lock(self, descriptor: int, *, alone: bool) -> bool:
        del descriptor, alone  # the overlay's file has locks of its own
        return True


def elsewhere(status: os.stat_result) -> os.stat_result:
    """Return a state with another device."""
    cells = list(status)
    cells[2] += 1
    more = {name: getattr(status, name) for name in dir(status) if name.startswith("st_")}
    return os.stat_result(cells, more)


@pytest.mark.parametrize("action", GOING)
def test_one_file_through_two_mounts_is_no_witness(shelf: Shelf, action: Action) -> None:
    """An overlay shows a file of the folder below it with another device: it is the only one."""
    report = shelf.copies("keep.txt", "copy.txt")
    (shelf.library / "copy.txt").unlink()
    os.link(shelf.library / "keep.txt", shelf.library / "copy.txt")
    disk = OverlaidDisk(shelf.library / "copy.txt")
    (result,) = shelf.removed(report, "copy.txt", action=action, disk=disk)
    assert (result.state, code_of(result)) == (State.SKIPPED, ReasonCode.SAME_FILE)
    assert (shelf.library / "copy.txt").samefile(shelf.library / "keep.txt")


def test_the_witness_is_another_file_than_through_another_mount(shelf: Shelf) -> None:
    """Of three of the same bytes two are one file; the third is relied on."""
    for number, name in enumerate(("copy.txt", "merged.txt", "other.txt")):
        put(shelf.library / name, content(1), 1_600_000_000 + number)
    report = shelf.look()
    by_name = {one.path.name: one for one in report.documents.values()}
    copy, merged = by_name["copy.txt"], by_name["merged.txt"]
    again = replace(
        merged, device=copy.device + 1, inode=copy.inode, mtime_ns=copy.mtime_ns, size=copy.size
    )
    report = replace(report, documents={**report.documents, merged.id: again})
    plan = shelf.plan(report, "copy.txt", action=Action.HARD_LINK)
    assert [one.witness.path.name for one in plan.removals] == ["other.txt"]
    plan = shelf.plan(report, "copy.txt", "other.txt", action=Action.HARD_LINK)
    assert {one.path.name for one in plan.refused} == {"copy.txt"}


# --- the copy that stays is in the trash ------------------------------------------------------


@pytest.mark.parametrize("action", GOING)
def test_what_is_in_the_trash_is_no_witness(
    shelf: Shelf, action: Action, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The trash was scanned, too; then it is emptied."""
    monkeypatch.setenv("XDG_DATA_HOME", str(shelf.library / "data"))
    put(shelf.library / "data" / "Trash" / "files" / "thrown.txt", content(1), 1_700_000_000)
    report = shelf.copies("document.txt")
    plan = shelf.plan(report, "document.txt", action=action)
    assert plan.removals == ()
    last = ReasonCode.NO_IDENTICAL_STAYS if action in LINKS else ReasonCode.LAST_OF_GROUP
    assert [one.reason.code for one in plan.refused] == [last]
    # the plan of an earlier look, when that was no trash yet
    monkeypatch.setenv("XDG_DATA_HOME", str(shelf.library / "other"))
    plan = shelf.plan(report, "document.txt", action=action)
    assert len(plan.removals) == 1
    monkeypatch.setenv("XDG_DATA_HOME", str(shelf.library / "data"))
    (result,) = shelf.carry_out(plan)
    assert (result.state, code_of(result)) == (State.SKIPPED, ReasonCode.KEPT_IN_TRASH)
    # what is thrown away may go for good because of the document that stays
    (result,) = shelf.removed(report, "thrown.txt")
    assert result.state is State.DONE
    assert (shelf.library / "document.txt").read_bytes() == content(1)
