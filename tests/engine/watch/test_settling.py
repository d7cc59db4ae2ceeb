"""When a path is looked at, by a clock that is set."""

from pathlib import Path

import pytest

from simcore.watch.arrivals import AFTER_CLOSE, AT_REST, BEFORE_GONE, WITHOUT_CLOSE, Settling, State
from simcore.watch.events import Hint, HintKind

A, B = Path("/in/a"), Path("/in/b")


class Files(dict[Path, State]):
    """A disk: the states of its files, and which of them were told of."""

    def __init__(self, *, closes: bool = True) -> None:
        super().__init__()
        self.known: set[Path] = set()
        self.settling = Settling(self.get, self.known.__contains__, closes=closes)
        self.now = 0.0

    def hear(self, kind: HintKind, path: Path = A, was: Path | None = None) -> None:
        self.settling.hear(Hint(path, kind, self.now, was), self.now)

    def after(self, seconds: float) -> set[Path]:
        """Let time pass, in small steps; return what was due."""
        end = self.now + seconds
        due: set[Path] = set()
        while self.now < end:
            self.now = min(end, self.now + 0.01)
            taken = self.settling.take(self.now)
            due |= {*taken.paths, *taken.folders}
        return due


@pytest.fixture
def files() -> Files:
    return Files()


def test_a_closed_file_is_due_at_once_and_once(files: Files) -> None:
    for kind in (HintKind.MADE, HintKind.WRITTEN, HintKind.WRITTEN, HintKind.CLOSED):
        files.hear(kind)
    assert files.settling.next() == pytest.approx(AFTER_CLOSE)
    assert files.after(0.02) == {A}
    assert files.after(2 * WITHOUT_CLOSE) == set()
    assert files.settling.next() is None
    paths = {Path(f"/in/{number}") for number in range(10_000)}
    for path in paths:
        files.hear(HintKind.CLOSED, path)
    # the time of an event is that of its close
    due = files.settling.take(files.now + 1).paths
    assert due == dict.fromkeys(paths, pytest.approx(files.now))
    assert files.settling.next() is None


def test_a_file_that_is_still_written_waits_for_its_close(files: Files) -> None:
    files.hear(HintKind.MADE)
    for size in range(100):
        files[A] = size, size
        files.hear(HintKind.WRITTEN)
        assert files.after(1) == set()
    files.hear(HintKind.CLOSED)
    assert files.after(0.02) == {A}
    files.hear(HintKind.WRITTEN)  # which is never closed
    assert files.after(WITHOUT_CLOSE - 0.1) == set()
    assert files.after(0.2) == {A}


def test_an_empty_file_that_was_made_is_about_to_be_written(files: Files) -> None:
    files[A] = 0, 0
    files.hear(HintKind.MADE)
    assert files.after(WITHOUT_CLOSE) == set()
    assert files.after(2) == {A}
    files[B] = 5, 0  # another name of a file that is there: nobody writes or closes it
    files.hear(HintKind.MADE, B)
    assert files.after(AT_REST + 0.1) == {B}


@pytest.mark.parametrize("kind", [HintKind.WRITTEN, HintKind.MADE])
def test_where_no_close_is_told_size_and_time_have_to_rest(kind: HintKind) -> None:
    files = Files(closes=False)
    files[A] = 1, 1
    files.hear(kind)
    for size in range(5):  # a writer of whom nothing more is heard
        assert files.after(AT_REST - 0.1) == set()
        files[A] = size, size + 2
    assert files.after(AT_REST - 0.1) == set()
    assert files.after(AT_REST + 0.1) == {A}


def test_what_a_listing_found_rests_first_too(files: Files) -> None:
    files[A] = 1, 1
    files.hear(HintKind.FOUND)
    assert files.after(AT_REST - 0.1) == set()
    files[A] = 2, 2
    assert files.after(AT_REST) == set()
    assert files.after(AT_REST) == {A}


@pytest.mark.parametrize(
    ("kind", "seconds"), [(HintKind.FOUND, AT_REST), (HintKind.GONE, BEFORE_GONE)]
)
def test_what_each_listing_says_is_put_off_by_none(kind: HintKind, seconds: float) -> None:
    files = Files()
    for _ in range(10):
        files.hear(kind)
        if files.after(0.1):
            break
    assert files.now == pytest.approx(seconds, abs=0.11)


def test_a_close_is_known_better_than_what_a_listing_or_rights_say(files: Files) -> None:
    files.hear(HintKind.CLOSED)
    files.hear(HintKind.FOUND)
    assert files.after(0.02) == {A}
    files.hear(HintKind.WRITTEN)
    files.hear(HintKind.FOUND)
    assert files.after(5) == set()


def test_what_went_waits_for_a_file_that_is_made_anew(files: Files) -> None:
    files.hear(HintKind.GONE)
    assert files.after(BEFORE_GONE - 0.05) == set()
    files.hear(HintKind.MADE)
    files.hear(HintKind.WRITTEN)
    assert files.after(1) == set()
    files.hear(HintKind.CLOSED)
    assert files.after(0.02) == {A}
    files.hear(HintKind.GONE)
    assert files.after(BEFORE_GONE + 0.05) == {A}


def test_a_temporary_name_that_becomes_final_is_due_at_once(files: Files) -> None:
    files.hear(HintKind.CLOSED, B)
    files.hear(HintKind.GONE, B)
    files.hear(HintKind.MOVED, A, B)
    taken = files.settling.take(AFTER_CLOSE)
    assert set(taken.paths) == {A}


def test_a_known_document_that_moves_waits_with_its_old_name_for_an_editor(files: Files) -> None:
    files.known.add(A)
    files.hear(HintKind.GONE, A)
    files.hear(HintKind.MOVED, B, A)
    assert files.after(BEFORE_GONE - 0.05) == set()
    files.hear(HintKind.CLOSED, A)  # it was a copy for safety
    assert files.after(0.03) == {A}
    assert files.after(BEFORE_GONE) == {B}


def test_both_names_of_a_renaming_are_due_together(files: Files) -> None:
    files.known.add(A)
    files.hear(HintKind.GONE, A)
    files.hear(HintKind.MOVED, B, A)
    assert set(files.settling.take(BEFORE_GONE).paths) == {A, B}
    files.hear(HintKind.FOLDER)  # as one
    taken = files.settling.take(files.now + AFTER_CLOSE)
    assert (set(taken.folders), set(taken.paths)) == ({A}, set())
