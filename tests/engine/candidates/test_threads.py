"""Threads that work ahead of the one that asks."""

import threading
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simcore.candidates.threads import ahead

ENOUGH = 1 << 40


@given(st.lists(st.integers(), max_size=9), st.sampled_from([0, ENOUGH]))
def test_what_is_made_comes_in_the_order_of_its_items(items: list[int], work: int) -> None:
    checks: list[int] = []
    made = ahead(lambda item: item + 1, items, lambda: checks.append(0), work)
    assert [*made] == [item + 1 for item in items]
    assert len(checks) >= len(items)


@pytest.fixture
def no_thread_left() -> Iterator[None]:
    before = {*threading.enumerate()}
    yield
    assert {*threading.enumerate()} <= before


@pytest.mark.usefixtures("no_thread_left")
@pytest.mark.parametrize("work", [0, ENOUGH])
def test_an_error_of_a_piece_ends_it(work: int) -> None:
    made = ahead(lambda item: 1 // item, [1, 1, 0, *[1] * 99], lambda: None, work)
    assert [next(made), next(made)] == [1, 1]
    with pytest.raises(ZeroDivisionError):
        next(made)


@pytest.mark.usefixtures("no_thread_left")
@pytest.mark.parametrize("work", [0, ENOUGH])
def test_who_checks_may_end_it(work: int) -> None:
    made: list[int] = []

    def check() -> None:
        if len(made) > 3:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        made.extend(ahead(lambda item: item, range(99), check, work))
    assert [*range(len(made))] == made
    assert len(made) < 9


@pytest.mark.usefixtures("no_thread_left")
def test_who_wants_no_more_leaves_no_thread() -> None:
    made = ahead(lambda item: item, range(99), lambda: None, ENOUGH)
    assert next(made) == 0
    made.close()  # type: ignore[attr-defined]
