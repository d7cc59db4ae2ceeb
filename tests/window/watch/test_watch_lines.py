"""What a watch writes, cut into lines and read: it is bounded and breaks nothing."""

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.watch.panel import ArrivalModel, ArrivalRow, event_word, kind_word
from app.watch.process import LineCutter, WatchListens, WatchTrouble, told_in
from app.wording import in_own_words
from simcore import Kind
from simcore.model.reasons import Reason, ReasonCode, to_json
from simcore.model.report import Arrival, ArrivalEvent
from simcore.reports.formats import arrival_to_json, json_fields
from watches import arrival, line, match


@given(st.lists(st.binary(max_size=30).filter(lambda one: b"\n" not in one)), st.data())
def test_lines_are_whole_however_they_are_cut(lines: list[bytes], data: st.DataObject) -> None:
    whole, cutter = b"".join(one + b"\n" for one in lines), LineCutter(30)
    found: list[bytes | None] = []
    while whole:
        size = data.draw(st.integers(1, len(whole)))
        found += cutter.cut(whole[:size])
        whole = whole[size:]
    assert found == lines


def test_an_endless_line_is_dropped_once_and_the_next_one_is_read() -> None:
    cutter = LineCutter(1000)
    found = [one for _ in range(5000) for one in cutter.cut(b"x" * 999)]
    assert found == [None]
    assert len(cutter._begun) <= 1000
    assert cutter.cut(b"the end\nnext\n") == [b"next"]


def test_an_arrival_comes_back_as_it_was() -> None:
    one = arrival(Path("/in/合同 \udcff.txt"), match(Path("/lib/a.txt")), at=1_700_000_000.25)
    assert told_in(line(one).encode()) == one


@pytest.mark.parametrize(
    "wrong",
    [
        b"",
        b"rubbish",
        b"[1, 2]",
        b"{}",
        b'{"event": 3}',
        b'{"event": "unheard of"}',
        b'{"event": "new"}',
        b'{"event": "new", "path": "/a", "time": "soon", "milliseconds": 1, "matches": []}',
        b'{"event": "problem", "path": 3, "reason": "no"}',
        b'{"event": "problem"}',
        b'{"event": "watching", "documents": "many"}',
        b'{"event": "watching", "documents": -1}',
        b"[" * 100_000,
        b"\xff\xfe{}",
    ],
)
def test_what_no_watch_writes_is_refused(wrong: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        told_in(wrong)


def test_a_problem_is_a_reason_that_can_be_translated() -> None:
    reason = Reason(ReasonCode.TOO_LONG, (3,))
    plain = {"event": "problem", "path": "/in/a.txt", "reason": str(reason)}
    told = told_in(json.dumps(plain | {"code": to_json(reason)}).encode())
    assert told == WatchTrouble(reason, Path("/in/a.txt"))
    unknown = told_in(json.dumps(plain | {"code": '["of-a-later-version"]'}).encode())
    assert unknown == WatchTrouble(str(reason), Path("/in/a.txt"))


def test_how_a_watch_listens_is_read() -> None:
    plain = {"event": "watching", "folders": ["/in"], "mode": "polling", "documents": 7}
    assert told_in(json.dumps(plain).encode()) == WatchListens(True, 7, 0)


def test_words_of_arrivals() -> None:
    """A word for each event; what contains most of another one is the whole of it."""
    words = [event_word(arrival(Path("/a"), event=one)) for one in ("new", "changed", "gone")]
    assert words == ["", "changed", "gone"]
    was = Arrival(**{name: getattr(arrival(Path("/in/b"), event="renamed"), name) for name in (
        "event", "path", "time")}, was=Path("/in/a"))  # fmt: skip
    assert event_word(was) == "was a"
    unread = arrival(Path("/in/a.pdf"))
    unread = replace(unread, problem=Reason(ReasonCode.TOO_LONG, (3,)))
    model = ArrivalModel()
    assert model.cells(ArrivalRow(unread))[2:5] == (
        "not read",
        "",
        in_own_words(Reason(ReasonCode.TOO_LONG, (3,))),
    )
    part = match(Path("/book"), Kind.PART)
    assert kind_word(part) == "Part"
    whole = type(part)(part.path, Kind.PART, 0.3, 0.3, 1.0, None)
    assert kind_word(whole) == "Whole"


@pytest.mark.skipif(os.name == "nt", reason="names of any bytes")
def test_a_name_that_is_no_utf8_comes_as_its_bytes() -> None:
    path = Path(os.fsdecode("/in/合同".encode("gb18030")))
    plain = json_fields({"event": "problem", "path": path, "reason": "is gone"})
    json.dumps(plain, ensure_ascii=False).encode("utf-8")  # so that any reader takes it
    told = told_in(json.dumps(plain).encode())
    assert isinstance(told, WatchTrouble)
    assert told.path == path
    for wrong in (5, "=", ["Lw=="]):
        with pytest.raises(ValueError, match=r"."):
            told_in(json.dumps(plain | {"path_base64": wrong}).encode())
    came = Arrival(ArrivalEvent.RENAMED, path, 1.5, path.with_name("b"))
    assert told_in(json.dumps(arrival_to_json(came)).encode()) == came
