"""The journal alone: who may begin what, what it keeps, and its queries."""

import os
import sqlite3
from pathlib import Path

import pytest

from simcore import Action, Journal
from simcore.model.reasons import Reason, ReasonCode, of_text
from simcore.model.report import JournalMark, State, Trace
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


@pytest.mark.parametrize(
    ("state", "bound"),
    [
        (State.INTENDED, True),
        (State.DONE, True),
        (State.UNKNOWN, True),
        (State.UNDOING, True),
        (State.FAILED, False),
        (State.SKIPPED, False),
        (State.UNDONE, False),
    ],
)
def test_which_operations_count(path: Path, state: State, bound: bool) -> None:
    with Journal(path) as journal:
        journal.settle(begun(journal, trace("a"), trace("b", text=1)), state)
        assert bool(journal.reliance(None).paths) is bound
        if bound:
            with pytest.raises(RefusedError):
                begun(journal, trace("b", text=1), trace("c", text=2))
        else:
            begun(journal, trace("b", text=1), trace("c", text=2))


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
