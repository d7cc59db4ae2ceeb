"""Work that threads do ahead, and its order."""

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simcore.candidates.parameters import ahead

ENOUGH = 1 << 30


@given(st.lists(st.integers(), max_size=9), st.sampled_from([0, ENOUGH]))
def test_what_is_made_comes_in_the_order_of_its_items(items: list[int], work: int) -> None:
    checks: list[int] = []
    made = ahead(lambda item: item + 1, items, lambda: checks.append(0), work)
    assert [*made] == [item + 1 for item in items]
    assert len(checks) >= len(items)


@pytest.mark.parametrize("work", [0, ENOUGH])
def test_an_error_of_a_piece_ends_it(work: int) -> None:
    before = {*threading.enumerate()}
    made = ahead(lambda item: 1 // item, [1, 1, 0, *[1] * 99], lambda: None, work)
    assert [next(made), next(made)] == [1, 1]
    with pytest.raises(ZeroDivisionError):
        next(made)
    assert {*threading.enumerate()} <= before


@pytest.mark.parametrize("work", [0, ENOUGH])
def test_who_checks_may_end_it(work: int) -> None:
    before = {*threading.enumerate()}
    made: list[int] = []

    def check() -> None:
        if len(made) > 3:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        made.extend(ahead(lambda item: item, range(99), check, work))
    assert {*threading.enumerate()} <= before
    assert [*range(len(made))] == made
    assert len(made) < 9


def test_who_wants_no_more_leaves_no_thread() -> None:
    before = {*threading.enumerate()}
    made = ahead(lambda item: item, range(99), lambda: None, ENOUGH)
    assert next(made) == 0
    made.close()  # type: ignore[attr-defined]
    assert {*threading.enumerate()} <= before
