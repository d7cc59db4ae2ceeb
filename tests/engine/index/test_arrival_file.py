"""The file of arrivals: what was told stays, newest first and bounded; what was seen, by path."""

import contextlib
import os
import sqlite3
import sys
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simcore import Kind
from simcore.index import judgements
from simcore.index.judgements import ArrivalFile, read_arrivals
from simcore.index.paths import arrivals_path
from simcore.model.reasons import IndexCorruptError, IndexTooNewError, Reason, ReasonCode, of_text
from simcore.model.report import Arrival, ArrivalEvent, ArrivalMatch

MATCH = ArrivalMatch(Path("/library/b.txt"), Kind.SIMILAR, 0.94, 0.99, 0.95, 5)
DAY = 24 * 3600.0


def came(name: str, time: float = 1.5e9, **values: object) -> Arrival:
    return Arrival(ArrivalEvent.NEW, Path("/in") / name, time, **values)  # type: ignore[arg-type]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return arrivals_path(tmp_path / "index.sqlite3")


def test_what_was_told_is_kept_newest_first(path: Path) -> None:
    first = came(
        "a.txt", matches=(MATCH,), milliseconds=41.5, note=Reason(ReasonCode.MORE_ALIKE, ("3",))
    )
    odd = came(os.fsdecode(b"\xff\n.txt"), was=Path("/in/b"), problem=of_text("p"))
    with ArrivalFile(path) as file:
        file.record([first])
        file.record([odd])
        assert file.recent() == [odd, first]
        assert file.recent(most=1) == [odd]
    assert read_arrivals(path) == [odd, first]


def test_a_file_that_is_missing_is_not_made_by_reading(path: Path) -> None:
    assert read_arrivals(path) == []
    assert not path.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="no modes there")
def test_nobody_else_may_read_it(path: Path) -> None:
    with ArrivalFile(path) as file:
        file.record([came("a")])
        made = [one for one in path.parent.iterdir() if one.name.startswith(path.name)]
        assert len(made) == 3  # the log and its index, too
        assert {one.stat().st_mode & 0o777 for one in made} == {0o600}


def test_arrivals_are_bounded_by_number_and_age(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judgements, "MOST_ARRIVALS", 3)
    with ArrivalFile(path) as file:
        file.record([came(str(number)) for number in range(5)])
        assert [one.path.name for one in file.recent()] == ["4", "3", "2"]
        file.record([came("late", 1.5e9 + 90 * DAY + 1)])
        assert [one.path.name for one in file.recent()] == ["late"]


def test_what_was_seen_is_found_below_a_folder_and_by_its_path(path: Path) -> None:
    names = ["/in/a", "/in/a/b", "/in/a/c/d", "/in/a.txt", "/in/ab", "/elsewhere"]
    with ArrivalFile(path) as file:
        file.record(seen={Path(name): name.encode() for name in names})
        found = dict(file.seen([Path("/in/a")]))
        assert found == {Path(name): name.encode() for name in names[:3]}
        assert dict(file.seen([Path("/in/ab"), Path("/nothing")])) == {Path("/in/ab"): b"/in/ab"}
        file.record(seen={Path("/in/ab"): b""}, gone=[Path("/in/a")])
        assert dict(file.seen([Path("/in")])) == {
            Path("/in/a/b"): b"/in/a/b",
            Path("/in/a/c/d"): b"/in/a/c/d",
            Path("/in/a.txt"): b"/in/a.txt",
            Path("/in/ab"): b"",
        }


_PARTS = st.lists(st.sampled_from(["a", "b", "a.", "a!", "ab", "\udcff"]), min_size=1, max_size=3)


@given(st.sets(_PARTS.map(tuple), max_size=12), _PARTS)
def test_below_is_what_paths_say(names: set[tuple[str, ...]], asked: list[str]) -> None:
    root = Path("/r")
    folder = root.joinpath(*asked)
    with ArrivalFile(Path(":memory:")) as file:
        file.record(seen={root.joinpath(*one): b"x" for one in names})
        found = [one for one, _ in file.seen([folder])]
    wanted = [one for one in (root.joinpath(*name) for name in names) if one.is_relative_to(folder)]
    assert sorted(found) == sorted(wanted)


def test_what_is_known_of_folders_long_unwatched_is_dropped(path: Path) -> None:
    with ArrivalFile(path) as file:
        inside, deep, old = Path("/in"), Path("/in/deep"), Path("/old")
        file.begin([inside, deep, old], {deep: "1", old: ""}, 0.0)
        file.record(seen={Path(name): b"x" for name in ("/in/a", "/in/deep/b", "/old/c", "/olds")})
        file.begin([inside], {deep: "2"}, 80 * DAY)
        assert file.begun() == {inside, deep, old}
        assert file.disks() == {deep: "2", old: ""}
        file.begin([inside], {}, 91 * DAY)
        assert file.begun() == {inside}
        assert file.disks() == {deep: "2"}
        assert {one.name for one, _ in file.seen([Path("/")])} == {"a", "b"}


def test_a_file_of_the_version_before_keeps_where_disks_were(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as before, before:
        for statement in ArrivalFile.migrations[0].split(";"):
            before.execute(statement)
        before.execute(f"pragma application_id = {ArrivalFile.application_id}")
        before.execute("pragma user_version = 1")
        rows = [(b"/in/", 5.0, 0), (b"/media/usb/", 5.0, 1)]
        before.executemany("insert into watched values (?, ?, ?)", rows)
        before.execute("insert into seen values (?, ?)", (b"/in/a", b"x"))
    with ArrivalFile(path) as file:
        assert file.begun() == {Path("/in"), Path("/media/usb")}
        assert file.disks() == {Path("/media/usb"): ""}
        assert dict(file.seen([Path("/in")])) == {Path("/in/a"): b"x"}


def test_a_batch_is_recorded_whole_or_not_at_all(path: Path) -> None:
    with ArrivalFile(path) as file:
        file.record([came("a")], {Path("/in/a"): b"x"})
        with pytest.raises(IndexCorruptError):
            file.record([came("b")], {Path("/in/b"): None})  # type: ignore[dict-item]
        assert [one.path.name for one in file.recent()] == ["a"]
        assert dict(file.seen([Path("/in")])) == {Path("/in/a"): b"x"}


def test_it_is_read_while_it_is_written(path: Path) -> None:
    found: list[list[Arrival]] = []
    with ArrivalFile(path) as file:
        file.record([came("a")])
        with file.transaction() as connection:
            connection.execute("delete from arrival")
            reader = threading.Thread(target=lambda: found.append(read_arrivals(path)))
            reader.start()
            reader.join(60)
    assert found == [[came("a")]]


@pytest.mark.parametrize(
    ("statement", "error", "said"),
    [
        ("pragma user_version = 99", IndexTooNewError, "newer version"),
        ("pragma application_id = 5", IndexCorruptError, "no list of arrivals"),
        ("update arrival set data = '{'", IndexCorruptError, "damaged"),
        ("update arrival set data = '[]'", IndexCorruptError, "damaged"),
        ("drop table arrival", IndexCorruptError, "damaged"),
    ],
)
def test_a_file_that_is_not_as_it_was_made_is_said_so(
    path: Path, statement: str, error: type[Exception], said: str
) -> None:
    with ArrivalFile(path) as file:
        file.record([came("a")])
    other = sqlite3.connect(path)
    other.execute(statement)
    other.commit()
    other.close()
    before = path.read_bytes()
    with pytest.raises(error, match=said):
        read_arrivals(path)
    assert path.read_bytes() == before
