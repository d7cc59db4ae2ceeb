"""The parameters of a scan, their limits, and which files count as text by default."""

import base64
import math
import re
import types
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields, is_dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any, Union, cast, get_args, get_origin, get_type_hints

from simcore.model.formats import FORMATS, MANUAL_PATTERNS, WELL_KNOWN_PATTERNS
from simcore.model.reasons import ConfigError, Reason, ReasonCode

MOST_DAYS = 100_000

MOST_JOBS = 1_024
"""All processes are started before the first file is read."""

SECONDS_A_DAY = 86_400

CLASSIC_DISTANCE = 3
"""The usual threshold for web pages (Manku et al. 2007), marked on the map of pairs."""

DEFAULT_DISTANCE = 24
"""It hides at most one in a hundred pairs of any collection measured, noisy scans included, see
benchmarks/quality/RESULTS-noisy.md. Farther pairs are mostly chance.
"""

LEAST_FEATURES = 50
"""With fewer features most fingerprints mean little: see ``least_features``."""

_FEATURES_OF = {"tfidf-20": 20}
"""The limit of recipes that take no more features than so many from any text."""

USUAL_RECIPE = "default"

_OF_RECIPE = -(1 << 32)
_WIDTHS, _USUAL_WIDTH = ("32", "64", "128"), 64  # of fingerprints, as recipes name them

GREATEST_DISTANCE = 32
"""The least maximum of the threshold: the average of random 64-bit fingerprints."""

DEFAULT_SIMILARITY = 0.7

LEAST_SIMILARITY = 0.3
"""The lowest least similarity that can be set; pairs below it are never kept."""

DEFAULT_CONTAINMENT = 0.8

LEAST_CONTAINMENT = 0.1

PART_LENGTH = 0.83
"""The greatest length of a part, as a share of the whole: measured, see benchmarks/RESULTS.md.
Pairs that are more similar than this are never parts.
"""

WIDEST = 128
"""Bits of the widest fingerprints, and so the greatest possible distance."""

_DOCUMENT_SUFFIXES = (
    "txt text md markdown rst tex log csv tsv json xml html htm xhtml org adoc asciidoc srt ass"
)
_SOURCE_SUFFIXES = (
    "asm bas bash bat bib c cc cfg clj cmake cmd conf cpp cs css cxx dart diff el erl ex exs f90 "
    "fish for go gradle groovy h hh hpp hs hxx ini ipynb java jl js jsonl jsx kt kts less lisp "
    "lua m mjs ml mm nim pas patch php pl pm proto ps1 py pyi pyx r rb rs sass scala scm scss sh "
    "sql svg swift tcl tf toml ts tsx v vb vhd vim vue yaml yml zig zsh"
)

_FIRST_INCLUDE = tuple(
    f"*.{suffix}" for suffix in f"{_DOCUMENT_SUFFIXES} {_SOURCE_SUFFIXES}".split()
)
"""``DEFAULT_INCLUDE`` before office documents and PDF were read."""

_OF_FORMATS = tuple(f"*.{suffix}" for one in FORMATS for suffix in one.suffixes)

DEFAULT_INCLUDE: tuple[str, ...] = tuple(
    dict.fromkeys((*_FIRST_INCLUDE, *_OF_FORMATS, *WELL_KNOWN_PATTERNS, *MANUAL_PATTERNS))
)
"""File name patterns (``fnmatch``, case-insensitive) of documents and source files.

A file that only ``MANUAL_PATTERNS`` include is read as a manual page or not at all.
"""

DEFAULT_EXCLUDE = tuple(".git .hg .svn .venv __pycache__ node_modules .Trash*".split())
"""Patterns of file and folder names that are not entered; hidden folders are."""


def least_features(recipe: str) -> int:
    """Return from how many features on a recipe, by name or key, has useful fingerprints."""
    return _FEATURES_OF.get(recipe.partition("/")[0].partition("+")[0], LEAST_FEATURES)


def start_distance(recipe: str) -> int:
    """Return the default greatest distance of a recipe.

    ``DEFAULT_DISTANCE`` is measured with the usual recipe. Others start with all bits of their
    fingerprints, which hide no pair.
    """
    if recipe == USUAL_RECIPE:
        return DEFAULT_DISTANCE
    named = [width for width in _WIDTHS if width in re.split(r"[-+/]", recipe)]
    return int(named[-1]) if named else _USUAL_WIDTH


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The limits within which a pair is shown. Raises ``ConfigError`` for impossible values.

    ``distance`` is the greatest distance of two fingerprints, in bits, ``similarity`` the least
    resemblance, ``containment`` the least share of a part that the whole contains.

    >>> Thresholds(similarity=0.95)
    Thresholds(distance=24, similarity=0.95, containment=0.8)
    """

    distance: int = DEFAULT_DISTANCE
    similarity: float = DEFAULT_SIMILARITY
    containment: float = DEFAULT_CONTAINMENT

    def __post_init__(self) -> None:
        for code, share, least_share in (
            (ReasonCode.BAD_SIMILARITY, self.similarity, LEAST_SIMILARITY),
            (ReasonCode.BAD_CONTAINMENT, self.containment, LEAST_CONTAINMENT),
        ):
            if not least_share <= share <= 1:
                raise ConfigError(code, str(least_share), str(share))
        _check_distance(self.distance)

    def stricter(self, other: "Thresholds") -> "Thresholds":
        return Thresholds(
            min(self.distance, other.distance),
            max(self.similarity, other.similarity),
            max(self.containment, other.containment),
        )


def _check_distance(distance: int) -> None:
    if not 0 <= distance <= WIDEST:
        raise ConfigError(ReasonCode.BAD_DISTANCE, WIDEST, str(distance))


class Grouping(StrEnum):
    """What makes near-duplicates one group.

    >>> ends = "six seven eight", "six seven nine", "six ten nine", "eleven ten nine"
    >>> texts = [f"one two three four five {words}" for words in ends]
    >>> [[group.keys for group in simcore.groups(texts, grouping=way)] for way in Grouping]
    [[(0, 1), (3, 2)], [(1, 2, 0, 3)]]
    """

    LEADERS = "leaders"  # each is within the thresholds of the kept document itself
    COMPONENTS = "components"  # each is connected to others by pairs within the thresholds


@dataclass(frozen=True, slots=True)
class FolderDays:
    """A resolved folder, and the days for which its documents are kept: 0 for ever."""

    folder: Path
    days: int


class Retention:
    """How long documents are kept: ``days``, unless a folder around them has other ones.

    The deepest folder wins.

    >>> news = Path("news").resolve()
    >>> kept = ScanConfig(keep_days=30, folder_days=(FolderDays(news, 7),)).retention
    >>> kept.days_in(news / "2026"), kept.days_in(news.parent)
    (7, 30)
    """

    def __init__(self, days: int = 0, folders: Iterable[FolderDays] = ()) -> None:
        self._days = days
        self._of = {one.folder: one.days for one in folders}
        self._known: dict[Path, int] = {}

    @property
    def forgets(self) -> bool:
        return bool(self._days) or any(self._of.values())

    @property
    def least_days(self) -> int:
        """The fewest days for which any document is kept; 0 for ever."""
        return min((days for days in (self._days, *self._of.values()) if days), default=0)

    def days_in(self, folder: Path) -> int:
        if not self._of:
            return self._days
        found = self._known.get(folder)
        if found is None:
            around = (self._of[one] for one in (folder, *folder.parents) if one in self._of)
            found = self._known[folder] = next(around, self._days)
        return found

    def is_outside(self, folder: Path, arrived: int, now: float) -> bool:
        """Return whether a document of a folder came too long ago.

        An arrival in the future, by a wrong clock, is not.

        >>> week = Retention(7)
        >>> [week.is_outside(Path("/a"), day * 86_400, 10 * 86_400) for day in (2, 3, 99)]
        [True, False, False]
        """
        days = self.days_in(folder)
        return days > 0 and arrived < now - days * SECONDS_A_DAY


@dataclass(frozen=True, slots=True)
class ScanConfig:
    """The parameters of a scan. Raises ``ConfigError`` for impossible values.

    ``include`` and ``exclude`` are patterns for a file's name or, with a slash, its path below the
    scanned folder (``simcore.files.patterns``); excluded folders are not entered. ``ignore_files``
    obeys .gitignore and .ignore. ``all_text`` tries every other file. ``largest_file`` is in bytes.
    ``seconds_a_file`` limits reading one file (None: no limit); it is tried twice.
    ``contained`` is whether parts are grouped at first. ``dictionary`` is a jieba user dictionary.
    ``distance`` (default: ``start_distance``), ``similarity`` and ``containment`` are the first
    ``Thresholds``. Fingerprints propose pairs up to ``compared_distance`` (None: by the library's
    size). ``jobs`` is the number of worker processes (None: one a processor; 0: none, and no time
    limit). ``kept_texts`` is the limit of cached texts in bytes. ``containers`` reads archives and
    mailboxes. ``keep_days`` is how long documents are kept in the index (0: for ever),
    ``folder_days`` overrides it for folders.

    Only ``recipe`` and ``dictionary`` change a fingerprint; the index keeps those of all recipes.

    >>> ScanConfig(similarity=0.2)
    Traceback (most recent call last):
        ...
    simcore.model.reasons.ConfigError: the least similarity must lie between 0.3 and 1, not 0.2
    """

    include: tuple[str, ...] = DEFAULT_INCLUDE
    exclude: tuple[str, ...] = DEFAULT_EXCLUDE
    largest_file: int = 64_000_000
    follow_links: bool = False
    all_text: bool = False
    recipe: str = USUAL_RECIPE
    dictionary: Path | None = None
    distance: int = _OF_RECIPE
    similarity: float = DEFAULT_SIMILARITY
    compared_distance: int | None = None
    containment: float = DEFAULT_CONTAINMENT
    contained: bool = True
    grouping: Grouping = Grouping.LEADERS
    jobs: int | None = None
    seconds_a_file: float | None = 60.0
    kept_texts: int = 512_000_000
    containers: bool = False
    keep_days: int = 0
    folder_days: tuple[FolderDays, ...] = ()
    ignore_files: bool = False

    @property
    def retention(self) -> Retention:
        return Retention(self.keep_days, self.folder_days)

    @property
    def thresholds(self) -> Thresholds:
        return Thresholds(self.distance, self.similarity, self.containment)

    @property
    def sought(self) -> Thresholds:
        """The thresholds that candidates are found by: the similarity is at most its default."""
        return replace(self.thresholds, similarity=min(self.similarity, DEFAULT_SIMILARITY))

    def at(self, thresholds: Thresholds) -> "ScanConfig":
        """Return the same configuration with other thresholds."""
        return replace(self, **asdict(thresholds))

    @property
    def of_today(self) -> "ScanConfig":
        """The same, with today's formats in place of the defaults of an earlier version."""
        formats = DEFAULT_INCLUDE if self.include == _FIRST_INCLUDE else self.include
        return replace(self, include=formats)

    def by_recipe_of(self, chosen: "ScanConfig") -> "ScanConfig":
        """Return ``chosen``, with its recipe's default distance if it kept this one's."""
        start = start_distance(self.recipe)
        if chosen.recipe == self.recipe or not self.distance == chosen.distance == start:
            return chosen
        return replace(chosen, distance=start_distance(chosen.recipe))

    def __post_init__(self) -> None:
        if self.distance == _OF_RECIPE:
            object.__setattr__(self, "distance", start_distance(self.recipe))
        _ = self.thresholds  # checks them
        if self.compared_distance is not None:
            _check_distance(self.compared_distance)
        if self.grouping not in list(Grouping):
            known = " or ".join(Grouping)
            raise ConfigError(ReasonCode.BAD_GROUPING, known, repr(self.grouping))
        for code, number, least in (
            (ReasonCode.BAD_LARGEST_FILE, self.largest_file, 1),
            (ReasonCode.BAD_KEPT_TEXTS, self.kept_texts, 0),
            (ReasonCode.BAD_JOBS, self.jobs or 0, 0),
        ):
            if number < least:
                raise ConfigError(code, str(number))
        if self.seconds_a_file is not None and not 0 < self.seconds_a_file < math.inf:
            raise ConfigError(ReasonCode.BAD_SECONDS, f"{self.seconds_a_file:g}")
        for days in (self.keep_days, *(one.days for one in self.folder_days)):
            if not 0 <= days <= MOST_DAYS:
                raise ConfigError(ReasonCode.BAD_KEEP_DAYS, MOST_DAYS, str(days))


def config_to_json(config: ScanConfig) -> dict[str, object]:
    """Return a configuration by the names of its fields, for JSON.

    >>> config_from_json(config_to_json(ScanConfig(similarity=0.8))) == ScanConfig(similarity=0.8)
    True
    """
    return cast("dict[str, object]", encoded(config))


def config_from_json(values: Mapping[str, object]) -> ScanConfig:
    """Undo ``config_to_json``; missing fields have their defaults.

    Raises ``ValueError`` with a ``Reason`` for unknown fields and other types, and ``ConfigError``.
    """
    hints = get_type_hints(ScanConfig)
    given: dict[str, Any] = {}
    for name, value in values.items():
        try:
            given[name] = decoded(value, hints[name])
        except (KeyError, ValueError) as error:
            raise ValueError(Reason(ReasonCode.BAD_SETTING, (name, repr(value)))) from error
    return ScanConfig(**given)


def encoded(value: object) -> object:
    """Return a value, or the fields of a record, for JSON; ``decoded`` undoes it."""
    match value:
        case tuple():
            return [encoded(item) for item in value]
        case Path() | StrEnum():
            return str(value)
        case bytes():
            return base64.b64encode(value).decode("ascii")
    if is_dataclass(value) and not isinstance(value, type):
        return {one.name: encoded(getattr(value, one.name)) for one in fields(value)}
    return value


def decoded(value: object, hint: Any) -> object:
    """Undo ``encoded`` for a value of the type ``hint``. Raises ``ValueError``."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in {types.UnionType, Union}:
        return None if value is None else decoded(value, arguments[0])
    if origin is tuple and isinstance(value, list):
        return tuple(decoded(item, arguments[0]) for item in value)
    if hint is float and type(value) is int:
        return float(value)
    if is_dataclass(hint) and isinstance(value, dict):
        hints = get_type_hints(hint)
        record: Any = hint
        try:
            made: object = record(
                **{name: decoded(item, hints[name]) for name, item in value.items()}
            )
        except (KeyError, TypeError) as error:
            raise ValueError(f"{value!r} is no {hint}") from error
        return made
    if isinstance(hint, type) and issubclass(hint, StrEnum) and type(value) is str:
        return hint(value)
    if hint is Path and type(value) is str:
        return Path(value)
    if hint is bytes and type(value) is str:
        return base64.b64decode(value, validate=True)
    if hint in {str, int, float, bool} and type(value) is hint:
        return value
    raise ValueError(f"{value!r} is no {getattr(hint, '__name__', hint)}")
