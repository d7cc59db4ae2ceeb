"""What a caller gives, checked before any work: wrong use is an error that names what is wrong."""

import contextlib
import math
import operator
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, SupportsFloat, SupportsIndex

from simcore.fingerprinting.recipes import find_recipe
from simcore.model.config import Grouping, ScanConfig
from simcore.model.progress import Stage

Texts = Iterable[str] | Mapping[Any, str]
"""Strings, known by their positions from 0, or by the keys of a mapping, as a pandas Series is."""

ProgressCall = Callable[[Stage, int, int], object]
"""Called often with a stage, how much of it is done, and the total: 0 while that is not known.

What it raises ends the work.
"""

_MISSING = frozenset({"NoneType", "NAType", "NaTType"})
_LEAVE_OUT = 'leave it out, or put "" in its place (of a pandas column: .dropna() or .fillna(""))'


def listed(texts: Texts) -> tuple[Sequence[Hashable], list[str]]:
    """Return the keys of texts and the texts, in their order.

    Raises ``TypeError`` for one string in the place of several and for what is no string, and
    ``ValueError`` for a string with a lone surrogate and for a key that stands twice.

    >>> listed({"a": "one", "b": "two"}), listed(iter(["one"]))
    ((('a', 'b'), ['one', 'two']), (range(0, 1), ['one']))
    """
    if isinstance(texts, str | bytes | bytearray):
        said = {"str": "one string"}.get(type(texts).__name__, type(texts).__name__)
        raise TypeError(
            f"texts is {said}, not several: give a list of strings, or a mapping of keys to strings"
        )
    if isinstance(texts, set | frozenset):
        raise TypeError(
            "texts is a set, in which no string has a position: give a list of strings, or a "
            "mapping of keys to strings"
        )
    if hasattr(texts, "columns"):
        raise TypeError(
            f'texts is a table ({type(texts).__name__}): give one of its columns, as table["text"]'
        )
    items: Callable[[], Iterable[tuple[Hashable, object]]] | None = getattr(texts, "items", None)
    keys: Sequence[Hashable]
    values: list[object]
    if callable(items):
        pairs = list(items())
        keys, values = tuple(key for key, _ in pairs), [value for _, value in pairs]
        _check_once(keys)
    else:
        try:
            # an array of pyarrow yields scalars of its own
            values = list(texts.to_pylist() if hasattr(texts, "to_pylist") else texts)
        except TypeError:
            raise TypeError(
                f"texts is {_described(texts)}, not several strings: give a list of strings, or a "
                "mapping of keys to strings"
            ) from None
        keys = range(len(values))
    return keys, [
        checked(value, f"texts[{key!r}]") for key, value in zip(keys, values, strict=True)
    ]


def _check_once(keys: Sequence[Hashable]) -> None:
    """Raise ``ValueError`` for a key that stands twice, as a label of a pandas Series may."""
    if len(set(keys)) == len(keys):
        return
    seen: set[Hashable] = set()
    for key in keys:
        if key in seen:
            raise ValueError(
                f"two texts have the key {key!r}, so no answer could say which is meant: give each "
                "its own (of a pandas column: .reset_index(drop=True))"
            )
        seen.add(key)


def checked(text: object, name: str) -> str:
    """Return a text that may be used; ``name`` says in an error where it is.

    Raises ``TypeError`` for what is no string, ``ValueError`` for a lone surrogate.
    """
    if not isinstance(text, str):
        if type(text).__name__ in _MISSING or (isinstance(text, float) and math.isnan(text)):
            raise TypeError(f"{name} is {text!r}, a missing value and no string: {_LEAVE_OUT}")
        raise TypeError(f"{name} is {_described(text)}, not a string")
    at = lone_surrogate(text)
    if at is not None:
        raise ValueError(
            f"{name} has half of a character (the lone surrogate U+{ord(text[at]):04X}) at "
            f"position {at}: it is not text that can be written down; decode it again, with "
            'errors="replace" if there is no other way'
        )
    return text


def lone_surrogate(text: str) -> int | None:
    r"""Return where the first half of a character is, which no encoding has; None if none is.

    >>> lone_surrogate("合\ud800"), lone_surrogate("合同")
    (1, None)
    """
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError as error:
            return error.start
    return None


def _described(value: object) -> str:
    """Say what a value is, in few words."""
    said = repr(value)
    kind = type(value).__name__
    return f"of the type {kind}" if len(said) > 40 or "\n" in said else f"{said} ({kind})"


def configured(
    recipe: str,
    similarity: float,
    containment: float,
    distance: int | None,
    *,
    contained: bool = True,
    grouping: Grouping | str = Grouping.LEADERS,
    jobs: int | None = 0,
) -> ScanConfig:
    """Return the configuration of a scan that has these parameters.

    A distance that is named is that within which all fingerprints are compared, as in a command.
    Raises ``ConfigError`` for an unknown recipe and for thresholds out of their range, and
    ``TypeError`` for what is of another type.
    """
    if not isinstance(recipe, str):
        raise TypeError(f'recipe is {_described(recipe)}, not a name such as "default"')
    find_recipe(recipe)
    if not isinstance(grouping, str):
        raise TypeError(f'grouping is {_described(grouping)}, not a name such as "leaders"')
    config = ScanConfig(
        recipe=recipe,
        similarity=_share(similarity, "similarity"),
        containment=_share(containment, "containment"),
        contained=switch(contained, "contained"),
        # another name is refused there
        grouping=Grouping(grouping) if grouping in list(Grouping) else grouping,  # type: ignore[arg-type] # checked there
        jobs=None if jobs is None else _whole(jobs, "jobs"),
        seconds_a_file=None,
    )
    if distance is None:
        return config
    bits = _whole(distance, "distance")
    return replace(config, distance=bits, compared_distance=bits)


def switch(value: object, name: str) -> bool:
    """Return what is True or False. Raises ``TypeError`` for all else: "no" would count as True."""
    if not isinstance(value, bool):
        raise TypeError(f"{name} is {_described(value)}, neither True nor False")
    return value


def callback(value: object) -> None:
    """Raise ``TypeError`` for what can be called with no progress."""
    if value is not None and not callable(value):
        raise TypeError(f"progress is {_described(value)}, which cannot be called")


def _whole(value: object, name: str) -> int:
    if not isinstance(value, bool) and isinstance(value, SupportsIndex):
        with contextlib.suppress(TypeError):  # of an array with several numbers
            return operator.index(value)
    raise TypeError(f"{name} is {_described(value)}, not a whole number")


def _share(value: object, name: str) -> float:
    if not isinstance(value, bool | str) and isinstance(value, SupportsFloat):
        with contextlib.suppress(TypeError, ValueError, OverflowError):
            return float(value)
    raise TypeError(f"{name} is {_described(value)}, not a number")
