"""Frozen classes against those that Python's own dataclasses make of the same fields."""

import copy
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, asdict, astuple, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Generic, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simcore.model.frozen import frozen

T = TypeVar("T")
python_s_own = dataclass(frozen=True, slots=True)


class Own:
    @python_s_own
    class Point:
        """A place."""

        x: int
        y: float = 0.5
        tags: list[str] = field(default_factory=list)
        note: str = field(default="", compare=False, repr=False)
        self_: Path | None = None

    @python_s_own
    class One(Generic[T]):
        """One value, checked when it is made."""

        value: T

        def __post_init__(self) -> None:
            if self.value is None:
                object.__setattr__(self, "value", "none")

    @python_s_own
    class Nothing:
        """No field."""

    @python_s_own
    class Loose:  # noqa: PLW1641 - it gets one
        """Equal by its own rule."""

        x: int

        def __eq__(self, other: object) -> bool:
            return isinstance(other, type(self)) and self.x % 10 == other.x % 10

        def __repr__(self) -> str:
            return f"about {self.x}"


class Ours:
    @frozen
    class Point:
        """A place."""

        x: int
        y: float = 0.5
        tags: list[str] = field(default_factory=list)
        note: str = field(default="", compare=False, repr=False)
        self_: Path | None = None

    @frozen
    class One(Generic[T]):
        """One value, checked when it is made."""

        value: T

        def __post_init__(self) -> None:
            if self.value is None:
                object.__setattr__(self, "value", "none")

    @frozen
    class Nothing:
        """No field."""

    @frozen
    class Loose:  # noqa: PLW1641 - it gets one
        """Equal by its own rule."""

        x: int

        def __eq__(self, other: object) -> bool:
            return isinstance(other, type(self)) and self.x % 10 == other.x % 10

        def __repr__(self) -> str:
            return f"about {self.x}"


def outcome(call: Callable[[], object]) -> object:
    """Return what a call gives as text, or its error."""
    try:
        return repr(call()).replace("Own.", "").replace("Ours.", "")
    except (TypeError, AttributeError) as error:
        return type(error), str(error).replace("Own.", "").replace("Ours.", "")


VALUES = st.one_of(st.none(), st.integers(-3, 3), st.floats(0, 1), st.text(max_size=2))
NAMES = st.sampled_from(["x", "y", "tags", "note", "self_", "value", "other"])


@given(
    st.sampled_from(["Point", "One", "Nothing", "Loose"]),
    st.lists(VALUES, max_size=4),
    st.dictionaries(NAMES, VALUES, max_size=3),
    st.lists(VALUES, max_size=4),
)
def test_they_are_made_shown_compared_and_hashed_alike(
    name: str, given_ones: list[object], named: dict[str, object], others: list[object]
) -> None:
    def told(make: type[Any]) -> list[object]:
        one, other = (lambda: make(*given_ones, **named)), (lambda: make(*others))
        return [
            outcome(one),
            outcome(lambda: one() == other()),
            outcome(lambda: one() == one()),
            outcome(lambda: one() != 3),
            outcome(lambda: hash(one()) == hash(other())),
            outcome(lambda: astuple(one())),
            outcome(lambda: asdict(one())),
            outcome(lambda: replace(one(), **named)),
            outcome(lambda: pickle.loads(pickle.dumps(one()))),  # noqa: S301 - our own
            outcome(lambda: copy.deepcopy(one())),
        ]

    assert told(getattr(Ours, name)) == told(getattr(Own, name))


@pytest.mark.parametrize("name", ["Point", "One", "Nothing", "Loose"])
def test_the_classes_are_alike(name: str) -> None:
    own, ours = getattr(Own, name), getattr(Ours, name)
    assert [(one.name, one.type, one.default) for one in fields(ours)] == [
        (one.name, one.type, one.default) for one in fields(own)
    ]
    for told in ("__slots__", "__match_args__", "__doc__", "__name__", "__module__"):
        assert getattr(ours, told) == getattr(own, told)
    assert not hasattr(ours.__new__(ours), "__dict__")


def test_nothing_is_set_or_deleted() -> None:
    point = Ours.Point(1)
    for name in ("x", "other"):
        with pytest.raises(FrozenInstanceError, match=f"assign to field '{name}'"):
            setattr(point, name, 2)
        with pytest.raises(FrozenInstanceError, match=f"delete field '{name}'"):
            delattr(point, name)
    assert point == Ours.Point(1) != Own.Point(1)
    assert Ours.Point(1).tags is not Ours.Point(1).tags


def test_fields_that_have_no_place_are_refused() -> None:
    for odd in (field(default=0, init=False), field(default=0, kw_only=True)):
        with pytest.raises(TypeError, match="not set by its place"):
            frozen(type("Odd", (), {"__annotations__": {"x": int}, "x": odd}))
