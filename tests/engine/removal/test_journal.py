"""The journal: who may begin what, what it keeps, its file, and whose run is still at work."""

import contextlib
import errno
import os
import sqlite3
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from amounts import LONG
from removals import (
    TWO,
    House,
    Killed,
    WatchedDisk,
    code_of,
    content,
    reported,
    shown,
)
from simcore import Action, Journal, undo
from simcore.cli.main import main
from simcore.model.reasons import JournalError, Reason, ReasonCode, of_text
from simcore.model.report import JournalMark, Result, State, Trace
from simcore.removal import journal as journal_module
from simcore.removal.actions import ACTIONS
from simcore.removal.carry_out import recover
from simcore.removal.journal import RefusedError, mark_of


def trace(
    name: str, *, text: int = 0, inode: int | None = None, content: int | None = None
) -> Trace:
    number = sum(name.encode())
    return Trace(
        Path("/library") / name,
        100,
        1_600_000_000_000_000_001,
        0o100640,
        2**64 - 5,  # Windows and some network drives have such
        number if inode is None else inode,
        (number if content is None else content).to_bytes(16, "big"),
        text.to_bytes(16, "big"),
    )


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


def begun(journal: Journal, target: Trace, *witnesses: Trace, since: int = 0) -> int:
    batch = journal.begin(Action.DELETE)
    return journal.claim(batch, Action.DELETE, target, witnesses, since).sequence


def test_what_is_written_is_read(path: Path) -> None:
    odd = Path(os.fsdecode(b"/library/\xff\n.txt"))
    target = Trace(odd, 2**40, -5, 0o100600, 2**127, 2**64 - 1, b"c" * 16, b"t" * 16)
    with Journal(path) as journal:
        batch = journal.begin(Action.MOVE, "note")
        made = journal.claim(
            batch, Action.MOVE, target, [trace("w")], 0, moved_to=Path("/to"), holding=Path("/h")
        )
        journal.note(made.sequence, made=(2**64, 3))
    with Journal(path) as journal:
        (read,) = journal.operations(batch)
        assert read.target == target
        assert read.witnesses == (trace("w"),)
        assert (read.moved_to, read.holding, read.made) == (Path("/to"), Path("/h"), (2**64, 3))
        assert read.state is State.INTENDED
        (listed,) = journal.batches()
        assert (listed.note, listed.counts) == ("note", {State.INTENDED: 1})


def test_two_runs_exclude_each_other(path: Path) -> None:
    with Journal(path) as one, Journal(path) as other:
        first = begun(one, trace("a"), trace("b"))
        with pytest.raises(RefusedError, match="at work on it"):
            begun(other, trace("a"), trace("c"))
        with pytest.raises(RefusedError, match="is being removed"):
            begun(other, trace("c"), trace("a"))
        late = other.mark().sequence
        with pytest.raises(RefusedError, match="stands for documents"):
            begun(other, trace("b", text=1), trace("c", text=2), since=late)
        one.settle(first, State.SKIPPED)
        begun(other, trace("b", text=1), trace("c", text=2))


def test_who_was_relied_on_since_the_scan(path: Path) -> None:
    with Journal(path) as journal:
        first = begun(journal, trace("a", text=1), trace("b", text=2))
        journal.settle(first, State.DONE)
        mark = journal.mark()
        with pytest.raises(RefusedError):
            begun(journal, trace("b", text=2), trace("c", text=3))
        # by another name of the same file, if it still has the same bytes
        b = trace("b", text=2)
        alias = trace("B", text=2, inode=b.inode, content=sum(b"b"))
        with pytest.raises(RefusedError):
            begun(journal, alias, trace("c", text=3))
        reused = trace("z", text=2, inode=b.inode)
        journal.settle(begun(journal, reused, trace("c", text=3)), State.DONE)
        # a list that was made after is not bound
        journal.settle(
            begun(journal, b, trace("d", text=4), since=journal.since(mark)), State.SKIPPED
        )
        # one of the same text takes its place, and is bound itself then
        journal.settle(begun(journal, b, trace("e", text=2)), State.DONE)
        with pytest.raises(RefusedError):
            begun(journal, trace("e", text=2), trace("f", text=5))


def test_what_failed_and_has_another_name_now_counts(path: Path) -> None:
    with Journal(path) as journal:
        where = Path("/library/a (2)")
        journal.settle(
            begun(journal, trace("a"), trace("b")), State.FAILED, where, of_text("stranded")
        )
        assert journal.reliance(None).paths == {Path("/library/b")}


@pytest.mark.parametrize("stored", ['["it",["gone"]]', "it is no longer there"])
def test_reasons_are_kept_as_codes_and_were_kept_as_sentences(path: Path, stored: str) -> None:
    gone = Reason(ReasonCode.IT, (Reason(ReasonCode.GONE),))
    with Journal(path) as journal:
        batch = journal.begin(Action.TRASH)
        journal.skip(batch, trace("a"), gone)
        (kept,) = journal.connection.execute("select reason from operation").fetchone()
        assert kept == '["it",["gone"]]'
        journal.connection.execute("update operation set reason = ?", (stored,))
        assert [one.reason for one in journal.operations(batch)] == [gone]


def test_numbers_only_grow(path: Path) -> None:
    """Not even a truncated journal uses one twice."""
    with Journal(path) as journal:
        first = begun(journal, trace("a"), trace("b"))
        mark = journal.mark()
        assert mark == mark_of(path) == JournalMark(journal.identity, first)
        journal.connection.execute("delete from witness")
        journal.connection.execute("delete from operation")
        assert begun(journal, trace("a"), trace("b")) > first


def test_a_mark_of_another_journal_counts_for_nothing(path: Path, tmp_path: Path) -> None:
    with Journal(path) as journal, Journal(tmp_path / "other") as other:
        begun(journal, trace("a"), trace("b"))
        assert journal.since(journal.mark()) == 1
        assert journal.since(other.mark()) == 0
        assert journal.since(None) == 0
        assert journal.since(JournalMark(journal.identity, 99)) == 1
    assert mark_of(tmp_path / "none") is None
    (tmp_path / "bad").write_bytes(b"no database" * 100)
    assert mark_of(tmp_path / "bad") is None


def test_the_lock_tells_who_is_at_work(path: Path) -> None:
    with Journal(path) as one, Journal(path) as other:
        with one.working(), other.working(), other.alone() as alone:
            assert not alone
        with other.alone() as alone:
            assert alone


def test_no_question_reads_all_rows(path: Path) -> None:
    """A claim looks rows up, however long the history."""
    asked: list[str] = []
    with Journal(path) as journal:
        journal.connection.set_trace_callback(asked.append)
        begun(journal, trace("a"), trace("b"))
        journal.relying_on_path(Path("/library/a"), [Action.SYMBOLIC_LINK])
        journal.unfinished()
        journal.connection.set_trace_callback(None)
        questions = [one for one in asked if one.lstrip().startswith("select")]
        assert len(questions) >= 5
        for question in questions:
            try:
                plan = journal.connection.execute(f"explain query plan {question}").fetchall()
            except sqlite3.OperationalError:
                raise AssertionError(question) from None
            scans = [row[3] for row in plan if row[3].startswith("SCAN")]
            assert not scans, (question, scans)


@pytest.mark.parametrize("state", State)
def test_which_operations_count(path: Path, state: State) -> None:
    bound = state not in {State.FAILED, State.SKIPPED, State.UNDONE}
    with Journal(path) as journal:
        journal.settle(begun(journal, trace("a"), trace("b", text=1)), state)
        assert bool(journal.reliance(None).paths) is bound
        with pytest.raises(RefusedError) if bound else contextlib.nullcontext():
            begun(journal, trace("b", text=1), trace("c", text=2))


# --- the file -----------------------------------------------------------------------------------


@pytest.mark.parametrize("action", Action)
def test_a_journal_that_is_full_stops_the_batch(house: House, action: Action) -> None:
    """Not a file more is touched, and what was begun is found out when there is room again."""
    files = {f"{number:03}.txt": content(1) for number in range(200)}
    report = house.furnish(files)
    pages = house.journal.connection.execute("pragma page_count").fetchone()[0]
    house.journal.connection.execute(f"pragma max_page_count = {pages + 4}")
    names = sorted(files)[1:]
    before = house.contents()
    results = house.carry_out(house.plan(report, *names, action=action))
    assert len(results) == 199
    done = [one for one in results if one.state is State.DONE]
    assert 0 < len(done) < 199
    assert "disk is full" in str(results[-1].reason)
    assert house.contents() == before
    house.journal.connection.execute("pragma max_page_count = 1000000")
    recover(house.journal, house.trash)
    assert not house.journal.unfinished()
    undo(house.journal, trash=house.trash)
    assert {path.name for path in shown(house.library)} == set(files)
    assert not house.leftovers()


def test_a_damaged_journal_removes_nothing(house: House) -> None:
    house.remove(Action.TRASH)
    house.journal.close()
    data = bytearray(house.journal.path.read_bytes())
    data[4096:] = b"\0" * (len(data) - 4096)
    house.journal.path.write_bytes(data)
    with pytest.raises(JournalError, match=r"damaged.*nothing is removed.*Move it away"):
        Journal(house.journal.path)
    assert house.journal.path.read_bytes() == data


def test_journals_of_others_and_of_the_future_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("create table recipe (flour, eggs)")
    connection.close()
    data = path.read_bytes()
    with pytest.raises(JournalError, match="another program"):
        Journal(path)
    assert path.read_bytes() == data
    path.unlink()
    Journal(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("pragma user_version = 99")
    connection.close()
    with pytest.raises(JournalError, match="newer version"):
        Journal(path)


def test_another_journal_knows_nothing_of_a_report(house: House) -> None:
    """The mark of a lost journal means nothing to a new one: all that is in it counts."""
    report = house.furnish({"keep.txt": content(1), "near.txt": content(1, 1)})
    house.carry_out(house.plan(report, "near.txt", action=Action.TRASH))
    undo(house.journal, trash=house.trash)
    late = reported([house.library], house.journal.path)
    house.journal.path.unlink()
    house.open_anew()
    house.carry_out(house.plan(report, "near.txt", action=Action.TRASH))
    (result,) = house.carry_out(house.plan(late, "keep.txt", action=Action.TRASH))
    assert result.state is State.SKIPPED


def test_a_clock_that_is_set_back(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Order is by number: yesterday's date on the later batch changes nothing."""
    files = {"keep.txt": content(1), "near.txt": content(1, 1), "far.txt": content(1, 2)}
    report = house.furnish(files)
    plan = house.plan(report, "near.txt", action=Action.TRASH)
    house.carry_out(plan)
    witness = plan.removals[0].witness

    class Back(datetime):
        @classmethod
        def now(cls, tz: object = None) -> datetime:  # type: ignore[override]
            return datetime(1999, 1, 1, tzinfo=UTC)

    monkeypatch.setattr(journal_module, "datetime", Back)
    fresh = reported([house.library], house.journal.path)
    plan = house.plan(report, witness.path.name, action=Action.TRASH)
    (result,) = house.carry_out(plan)
    assert result.state is State.SKIPPED, "it was relied on, whatever the date"
    house.carry_out(house.plan(fresh, witness.path.name, action=Action.TRASH))
    newest = house.journal.batches()[0]
    assert newest.at.startswith("1999")
    (back,) = undo(house.journal, trash=house.trash)
    assert back.path == witness.path, "the last batch is the last one that was begun"


# --- where no lock tells whether a run is still at work -----------------------------------------

IN_USE = "a file in use is not deleted there"
posix = pytest.mark.skipif(sys.platform == "win32", reason=IN_USE)
CASES = [(one, far) for one in Action for far in (False, True) if ACTIONS[one].needs_folder >= far]


def lost_lock(house: House, how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Delete the file of the lock, or let the file system refuse locks, as many of networks do."""
    if how == "deleted":
        # away, not unlinked: once nobody holds it, the next file may get its number, its name
        with contextlib.suppress(FileNotFoundError):
            Path(f"{house.journal.path}.lock").rename(house.base / "deleted lock")
        return

    def refuse(*_: object) -> None:
        raise OSError(getattr(errno, how), how)

    monkeypatch.setattr("fcntl.flock", refuse)


@posix
@pytest.mark.parametrize("how", ["ENOLCK", "ENOTSUP", "deleted"])
@pytest.mark.parametrize(("action", "far"), CASES)
def test_a_run_at_work_is_not_recovered_by_another(
    tmp_path: Path, action: Action, far: bool, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process starts at any moment, and looks after what was interrupted."""
    step = 1 if LONG else 13
    for taking_back in (False, True):
        for at in range(1 + len(action + how) % step, 60, step):
            house = House(tmp_path / f"{at}-{taking_back}")
            disk = WatchedDisk(far=house.elsewhere if far else None)
            if taking_back:
                house.remove(action, disk)
                disk.calls.clear()
            else:
                house.furnish(TWO)
            told: list[Result] = []

            def second(_name: str, count: int, at: int = at) -> None:
                if count == at:
                    with monkeypatch.context() as patch:
                        lost_lock(house, how, patch)  # noqa: B023 - called in this turn
                        with Journal(house.journal.path) as other:  # noqa: B023
                            told.extend(recover(other, house.trash))  # noqa: B023

            disk.watch = second
            with monkeypatch.context() as patch:
                if how != "deleted":
                    lost_lock(house, how, patch)
                if taking_back:
                    (result,) = undo(house.journal, trash=house.trash, disk=disk)
                else:
                    result = house.remove(action, disk)
                assert result.state is (State.UNDONE if taking_back else State.DONE), (at, result)
            assert all(one.state in {State.INTENDED, State.UNDOING} for one in told), at
            assert content(1) in house.contents()
            assert not house.leftovers()
            assert not house.journal.unfinished()
            if not taking_back:
                assert undo(house.journal, trash=house.trash)[0].state is State.UNDONE
            assert (house.library / "copy.txt").read_bytes() == content(1)
            house.journal.close()
            if len(disk.calls) < at:
                break


def interrupt(house: House) -> None:
    """Begin to delete a document, and end when it has its temporary name."""
    if sys.platform == "win32":
        pytest.skip(IN_USE)
    disk = WatchedDisk(lambda name, _count: disk.kill() if name == "unlink" else None)
    with contextlib.suppress(Killed):
        house.remove(Action.DELETE, disk)
    house.open_anew()
    assert house.journal.unfinished()


@pytest.mark.parametrize("how", ["ENOLCK", "deleted"])
def test_what_was_interrupted_is_told_and_finished_by_hand(
    house: House, how: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if how != "deleted":
        lost_lock(house, how, monkeypatch)
    interrupt(house)
    lost_lock(house, how, monkeypatch)
    before = sorted(house.library.iterdir())
    assert any(path.name.startswith(".variorum") for path in before)
    for _ in range(2):
        (told,) = recover(house.journal, house.trash)
        assert (told.state, code_of(told)) == (State.INTENDED, ReasonCode.NOT_KNOWN_TO_BE_OVER)
        assert sorted(house.library.iterdir()) == before
    house.journal.close()
    history = ["history", "--index", str(house.base / "index" / "index.sqlite3")]
    assert main(history) == 0
    assert "history --finish" in capsys.readouterr().err
    assert sorted(house.library.iterdir()) == before
    assert main([*history, "--finish"]) == 0
    assert sorted(path.name for path in house.library.iterdir()) == ["copy.txt", "keep.txt"]
    with Journal(house.journal.path) as journal:
        assert not journal.unfinished()


def test_nobody_finishes_what_is_known_to_be_at_work(house: House) -> None:
    """Not by hand, either."""
    interrupt(house)
    with Journal(house.journal.path) as other, other.working():
        assert recover(house.journal, house.trash, by_hand=True) == ()
        assert house.journal.unfinished()
    (found,) = recover(house.journal, house.trash)
    assert found.state is not State.INTENDED


def test_what_an_earlier_version_began_is_recovered(house: House) -> None:
    interrupt(house)
    with house.journal.transaction() as connection:
        connection.execute("update operation set lock = null")
    (found,) = recover(house.journal, house.trash)
    assert found.state is not State.INTENDED


def test_a_lock_of_another_computer_says_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a network drive each computer may keep its locks to itself."""
    monkeypatch.setattr("simcore.files.disk.Volumes.is_network", lambda *_: True)
    interrupt(house)
    with monkeypatch.context() as patch:
        patch.setattr("platform.node", lambda: "another")
        (told,) = recover(house.journal, house.trash)
        assert told.state is State.INTENDED
    (found,) = recover(house.journal, house.trash)
    assert found.state is not State.INTENDED


@posix
def test_a_run_takes_a_new_lock_where_its_own_was_deleted(house: House) -> None:
    report = house.furnish({f"{number}.txt": content(1) for number in range(4)})
    plan = house.plan(report, "1.txt", "2.txt", "3.txt", action=Action.DELETE)
    found: list[bool] = []

    def watch(_name: str, count: int) -> None:
        if count == 5:
            Path(f"{house.journal.path}.lock").unlink()
        if count > 40:
            with Journal(house.journal.path) as other, other.alone() as alone:
                found.append(alone)

    results = house.carry_out(plan, WatchedDisk(watch))
    assert {one.state for one in results} == {State.DONE}
    assert found
    assert not any(found)
