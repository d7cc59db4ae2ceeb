"""A library of strings that one more text is compared with."""

import contextlib
import operator
import threading
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, Self, SupportsIndex

import numpy as np

from simcore.candidates.sketches import Sketches
from simcore.formats.reading import READER_VERSION
from simcore.index.index import FingerprintIndex
from simcore.model.config import DEFAULT_CONTAINMENT, DEFAULT_SIMILARITY, USUAL_RECIPE
from simcore.model.reasons import ConfigError, Reason, ReasonCode, StringsFileError
from simcore.model.records import (
    DocumentId,
    Fingerprinted,
    Kind,
    MeasuredBy,
    OnlyIn,
    TextId,
    percent,
)
from simcore.model.report import Stage
from simcore.pipeline.jobs import recipe_key
from simcore.pipeline.resident import ResidentLibrary
from simcore.pipeline.similar import similar_in_hand
from simcore.reports.tables import frame, shown_name
from simcore.strings.pairs import (
    IN_MEMORY,
    HeldString,
    HeldStrings,
    Key,
    ProgressCall,
    Results,
    StringPair,
    StringProblem,
    callback,
    checked,
    configured,
    listed,
    read_library,
    read_string,
    share_of,
    told_texts,
    write_library,
)

_AT_ONCE = 1_024
_NO_WORDS = Reason(ReasonCode.NO_WORDS)


class StringMatch(NamedTuple):
    """A text of a ``Library`` by its key, and how alike one more text is to it.

    ``left_in_right`` is how much of the one text the library's holds, ``right_in_left`` the
    reverse; other fields are as in ``StringPair``.
    """

    key: Key
    similarity: float
    left_in_right: float
    right_in_left: float
    kind: Kind
    distance: int
    numbers_only: bool
    only_in: OnlyIn | None
    measure: MeasuredBy
    short: bool

    @property
    def share(self) -> float:
        return share_of(self.kind, self.similarity, self.left_in_right, self.right_in_left)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class StringMatches(Results[StringMatch]):
    """A sequence of matches, the surest and most alike first, of a ``Library`` of ``texts``.

    ``problems`` names a text without words, of which there is no copy.
    """

    matches: tuple[StringMatch, ...]
    texts: int
    problems: tuple[StringProblem, ...] = ()

    @property
    def _found(self) -> tuple[StringMatch, ...]:
        return self.matches

    def __repr__(self) -> str:
        return self._listed(
            f"{len(self):,} of {told_texts(self.texts, self.problems)} like it",
            lambda one: (
                f"{one.key!r}: {shown_name(one.kind, numbers_only=one.numbers_only)}, "
                f"{percent(one.share)}"
            ),
        )

    def to_pandas(self) -> Any:  # pandas is optional
        return frame(StringMatch._fields, self.matches)


class Library:
    """Strings by keys, in memory, to be searched for those similar to one more text.

    Keys are strings or whole numbers. Nothing is written until ``save``, no process is started. Use
    it in the thread that made it (else ``RuntimeError``); do not copy or pickle it.

    >>> library = Library({"fox": "The quick brown fox jumps over the lazy dog."})
    >>> library.add("合同", "合同自双方签字之日起生效，有效期三年。")
    >>> [(one.key, one.kind.value) for one in library.near("合同自双方签字之日起生效,有效期五年")]
    [('合同', 'similar')]
    >>> len(library), "fox" in library
    (2, True)
    """

    def __init__(
        self,
        texts: Mapping[Any, str] | None = None,
        *,
        recipe: str = USUAL_RECIPE,
        progress: ProgressCall | None = None,
    ) -> None:
        """Make a library of a mapping of keys to strings, or an empty one.

        ``progress`` is as in ``simcore.pairs``. Raises what ``add`` does, and ``ConfigError`` for
        an unknown recipe.
        """
        self._config = configured(recipe)
        self._recipe = recipe_key(self._config)
        self._index = FingerprintIndex(IN_MEMORY)
        self._resident = ResidentLibrary(self._recipe)
        self._documents: dict[Key, DocumentId] = {}
        self._keys: dict[DocumentId, Key] = {}
        self._texts: dict[DocumentId, str] = {}
        self._in_hand = HeldStrings(self._texts)
        self._wordless: set[Key] = set()
        self._waiting: dict[TextId, Fingerprinted] = {}
        self._copies: Counter[TextId] = Counter()
        self._of_document: dict[DocumentId, TextId] = {}
        self._given = 0
        self._last: tuple[int, str, Fingerprinted] | None = None
        self._path: Path | None = None
        self._thread = threading.get_ident()
        if texts is not None:
            self.update(texts, progress)

    @classmethod
    def open(cls, path: str | Path, *, progress: ProgressCall | None = None) -> Self:
        """Open a library that was saved; ``save`` writes to the same file.

        Fingerprints and sketches are computed again. Raises ``StringsFileError`` if the file is
        missing or cannot be used; it is left as it is.
        """
        where = Path(path)
        recipe, texts = read_library(where)
        try:
            found = cls(texts, recipe=recipe, progress=progress)
        except ValueError as error:  # of a recipe, or a text, that is none here
            raise StringsFileError(f"{where}: {error}") from error
        found._path = where
        return found

    def save(self, path: str | Path | None = None) -> None:
        """Write the library to a file, by default to the one it was opened from or saved to.

        The file is JSON Lines; an older one is replaced atomically. Raises ``StringsFileError`` if
        it cannot be written, ``ConfigError`` if no file was named yet.
        """
        where = self._path if path is None else Path(path)
        if where is None:
            raise ConfigError("the library was not opened from a file: name one to save it to")
        write_library(where, self._config.recipe, {key: self[key] for key in self})
        self._path = where

    def add(self, key: SupportsIndex | str, text: str) -> None:
        """Add a text, replacing an earlier one with this key.

        Without words only the same text is similar: see ``problems``. Raises ``TypeError`` for an
        invalid key or text, ``ValueError`` for a lone surrogate.
        """
        self.update({key: text})

    def update(self, texts: Mapping[Any, str], progress: ProgressCall | None = None) -> None:
        """Add many texts, faster than one by one; none of them if one is invalid. As ``add``.

        An exception from ``progress`` ends it: some are then added, the others unchanged.
        """
        self._check_thread()
        callback(progress)
        if not callable(getattr(texts, "items", None)):
            raise TypeError("a library knows its texts by keys: give a mapping of keys to strings")
        given, values = listed(texts)
        keys = [_key(key) for key in given]
        if len(set(keys)) < len(keys):
            raise ValueError("two of the keys are the same number")
        for start in range(0, len(keys), _AT_ONCE):
            if progress is not None:
                progress(Stage.READ, start, len(keys))
            self._store(keys[start : start + _AT_ONCE], values[start : start + _AT_ONCE])
        if progress is not None:
            progress(Stage.READ, len(keys), len(keys))

    def _store(self, keys: Sequence[Key], texts: Sequence[str]) -> None:
        read = [self._read(self._given + at, text) for at, text in enumerate(texts)]
        self._given += len(texts)
        self._last = None
        self._drop([key for key in keys if key in self])
        stored = self._index.store(self._recipe, READER_VERSION, read)
        for key, text, document, one in zip(keys, texts, stored, read, strict=True):
            self._documents[key] = document.id
            self._keys[document.id] = key
            self._texts[document.id] = text
            self._of_document[document.id] = document.text
            if document.fingerprint is None:
                self._wordless.add(key)
                continue
            if not self._copies[document.text]:
                self._waiting[document.text] = one
            self._copies[document.text] += 1

    def _read(self, position: int, text: str) -> Fingerprinted:
        if self._last is not None and self._last[:2] == (position, text):
            return self._last[2]
        return read_string(position, text, self._config)

    def remove(self, key: SupportsIndex | str) -> None:
        self._check_thread()
        found = _key(key)
        if found not in self:
            raise KeyError(key)
        self._drop([found])

    def _drop(self, keys: Sequence[Key]) -> None:
        if not keys:
            return
        gone = [self._documents.pop(key) for key in keys]
        texts = [self._of_document.pop(document) for document in gone]
        self._index.forget(gone, texts)
        left: list[TextId] = []
        for key, document, text in zip(keys, gone, texts, strict=True):
            del self._texts[document], self._keys[document]
            if key in self._wordless:
                self._wordless.discard(key)
                continue
            self._copies[text] -= 1
            if not self._copies[text]:
                del self._copies[text]
                if self._waiting.pop(text, None) is None:
                    left.append(text)
        if left:
            self._resident.drop(np.array(left, dtype=np.int64))

    def near(
        self,
        text: str,
        *,
        similarity: float = DEFAULT_SIMILARITY,
        containment: float = DEFAULT_CONTAINMENT,
        distance: int | None = None,
        contained: bool = True,
    ) -> StringMatches:
        """Find the texts similar to one more text, as ``variorum similar`` does.

        Thresholds are as in ``simcore.pairs``. A text of the library finds itself. Raises
        ``TypeError`` and ``ValueError`` for an invalid text, ``ConfigError`` for thresholds out of
        range.
        """
        self._check_thread()
        config = configured(
            self._config.recipe, similarity, containment, distance, contained=contained
        )
        read = self._read(self._given, checked(text, "text"))
        self._last = self._given, text, read  # which may be added now
        self._take()
        found = similar_in_hand(
            read, HeldString(text), config, self._index, self._resident, self._in_hand
        )
        compared = found.pairs or read.fingerprint is not None
        return StringMatches(
            tuple(
                StringMatch(self._keys[one.right], *StringPair.of(None, None, one)[2:])
                for one in found.pairs
            ),
            len(self),
            () if compared else (StringProblem(None, _NO_WORDS),),
        )

    def _take(self) -> None:
        if not self._waiting:
            return
        waiting = self._waiting.values()
        sketches = Sketches.of([np.frombuffer(one.sketch, dtype="<u4") for one in waiting])
        self._resident.take(np.array([*self._waiting], dtype=np.int64), sketches)
        self._waiting.clear()

    def _check_thread(self) -> None:
        if threading.get_ident() != self._thread:
            raise RuntimeError(
                "the library was made in another thread, which alone may use it: make, or open, "
                "one in each"
            )

    def __reduce__(self) -> NoReturn:
        raise TypeError("a library is neither copied nor pickled: save it, and open it elsewhere")

    @property
    def problems(self) -> tuple[StringProblem, ...]:
        return tuple(StringProblem(key, _NO_WORDS) for key in self if key in self._wordless)

    def __len__(self) -> int:
        return len(self._documents)

    def __iter__(self) -> Iterator[Key]:
        return iter(self._documents)

    def __contains__(self, key: object) -> bool:
        return key in self._documents

    def __getitem__(self, key: SupportsIndex | str) -> str:
        return self._texts[self._documents[_key(key)]]

    def __repr__(self) -> str:
        where = "" if self._path is None else f" in {str(self._path)!r}"
        return f"<Library of {told_texts(len(self), self.problems)}{where}>"


def _key(key: Any) -> Key:
    if isinstance(key, str):
        return str.__str__(key)  # of NumPy, say, which would be seen in results
    if not isinstance(key, bool):
        with contextlib.suppress(TypeError):
            return operator.index(key)
    raise TypeError(
        f"the key {key!r} is of the type {type(key).__name__}: a library keeps strings and whole "
        "numbers"
    )
