"""``frozen``: frozen dataclasses with slots, made in a quarter of the time that Python's own take.

A program that starts makes a hundred of them, and Python compiles six methods for each: a third of
the time of all imports. Here one is compiled, the others are the same functions for all classes.
"""

import dataclasses
from collections.abc import Callable
from operator import attrgetter
from reprlib import recursive_repr
from typing import Any, TypeVar, dataclass_transform

_T = TypeVar("_T")


@dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field,))
def frozen(cls: type[_T]) -> type[_T]:
    """Make a class what ``dataclass(frozen=True, slots=True)`` makes of it.

    ``field``, ``fields``, ``replace``, ``asdict`` and pickling work; the class compares, hashes and
    shows itself by its fields, and has its own methods where it has some of these names. What is
    frozen is not what ``__dataclass_params__`` tells, so classes of both makes inherit from their
    own kind alone.

    >>> @frozen
    ... class Point:
    ...     x: int
    ...     y: int = 0
    >>> Point(1), Point(1) == Point(1, 0), dataclasses.replace(Point(1), y=2)
    (Point(x=1, y=0), True, Point(x=1, y=2))
    >>> Point(1).x = 2
    Traceback (most recent call last):
    dataclasses.FrozenInstanceError: cannot assign to field 'x'
    """
    # a class that has __eq__ alone has a __hash__ that is None
    own = {name for name, one in vars(cls).items() if one is not None}
    made = dataclasses.dataclass(init=False, repr=False, eq=False, slots=True)(cls)
    fields = dataclasses.fields(made)  # type: ignore[arg-type] # it is one now
    if not all(one.init and not one.kw_only for one in fields):
        raise TypeError(f"{made.__qualname__}: a field is not set by its place")
    methods = {
        "__init__": _init(fields, hasattr(made, "__post_init__")),
        "__repr__": _repr(fields),
        "__eq__": _eq(fields),
        "__hash__": _hash(fields),
        "__setattr__": _refuse_to_set,
        "__delattr__": _refuse_to_delete,
        "__getstate__": _state,
        "__setstate__": _restore,
    }
    for name, method in methods.items():
        if name not in own:
            if name in _OF_THE_CLASS:
                method.__qualname__ = f"{made.__qualname__}.{name}"
            setattr(made, name, method)
    return made


_OF_THE_CLASS = ("__init__", "__repr__", "__eq__", "__hash__")
_Fields = tuple[dataclasses.Field[Any], ...]
_set = object.__setattr__


def _init(fields: _Fields, followed: bool) -> Callable[..., None]:  # noqa: FBT001 - of one call
    """Compile the method that sets the fields, with their defaults."""
    known: dict[str, object] = {"_set": _set, "_MADE": dataclasses.MISSING}
    heads: list[str] = []
    lines: list[str] = []
    for number, one in enumerate(fields):
        default, given = f"_{number}", one.name
        if one.default_factory is not dataclasses.MISSING:
            known[default] = one.default_factory
            heads.append(f"{one.name}=_MADE")
            given = f"{default}() if {one.name} is _MADE else {one.name}"
        elif one.default is not dataclasses.MISSING:
            known[default] = one.default
            heads.append(f"{one.name}={default}")
        else:
            heads.append(one.name)
        lines.append(f" _set(self,{one.name!r},{given})")
    if followed:
        lines.append(" self.__post_init__()")
    body = "\n".join(lines) or " pass"
    exec(f"def __init__({','.join(['self', *heads])}):\n{body}", known)  # noqa: S102 - of names alone
    made: Callable[..., None] = known["__init__"]  # type: ignore[assignment] # as compiled
    return made


def _values(fields: _Fields) -> Callable[[object], tuple[object, ...]]:
    """Return what gives the values of some fields, in their order."""
    names = [one.name for one in fields]
    if len(names) > 1:
        return attrgetter(*names)
    if not names:
        return lambda _: ()
    get = attrgetter(names[0])
    return lambda one: (get(one),)


def _compared(fields: _Fields) -> Callable[[object], tuple[object, ...]]:
    return _values(tuple(one for one in fields if one.compare))


def _eq(fields: _Fields) -> Callable[..., bool]:
    values = _compared(fields)

    def __eq__(self: object, other: object) -> bool:  # noqa: N807 - a method
        if other.__class__ is self.__class__:
            return values(self) == values(other)
        return NotImplemented

    return __eq__


def _hash(fields: _Fields) -> Callable[..., int]:
    values = _compared(fields)

    def __hash__(self: object) -> int:  # noqa: N807 - a method
        return hash(values(self))

    return __hash__


def _repr(fields: _Fields) -> Callable[..., str]:
    names = [one.name for one in fields if one.repr]

    @recursive_repr()
    def __repr__(self: object) -> str:  # noqa: N807 - a method
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{self.__class__.__qualname__}({shown})"

    return __repr__


def _refuse_to_set(_self: object, name: str, _value: object) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(_self: object, name: str) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


def _state(self: Any) -> list[object]:
    return [getattr(self, one.name) for one in dataclasses.fields(self)]


def _restore(self: Any, state: list[object]) -> None:
    for one, value in zip(dataclasses.fields(self), state, strict=True):
        _set(self, one.name, value)
