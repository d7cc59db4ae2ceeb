"""The values passed between the stages: frozen, with slots."""

import functools
import math
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, NewType

from simcore.model.config import LEAST_FEATURES, LEAST_SIMILARITY, PART_LENGTH
from simcore.model.formats import Markup
from simcore.model.reasons import QT_TRANSLATE_NOOP, Reason, ReasonCode


class Kind(StrEnum):
    """The kind of a pair: the strongest that applies.

    >>> Kind("same-text").words, Kind.PART == "part"
    ('same text', True)
    """

    IDENTICAL = "identical"  # the same bytes
    SAME_TEXT = "same-text"  # other bytes, and a reader cannot tell the texts apart
    SAME_WORDS = (
        "same-words"  # the same, but for links, images, comments, form values or the script
    )
    SIMILAR = "similar"  # within the least similarity and the greatest distance
    EARLIER_VERSION = "earlier-version"  # not similar, but the kept one grew from it and holds it
    LINKED = "linked"  # in a group through others: the two are not known to be similar
    PART = "part"  # not similar, but one contains most of the other, and is clearly longer
    SAME_FORM = "same-form"  # as similar, but what they share stands in many others
    BOILERPLATE = "boilerplate"  # as part, but of what stands in many others

    @property
    def words(self) -> str:
        """The name of the kind in texts: English, as in the window."""
        return self.value.replace("-", " ")

    @classmethod
    def _missing_(cls, value: object) -> "Kind | None":
        return cls(_BEFORE[value]) if isinstance(value, str) and value in _BEFORE else None


_BEFORE = {"near": "similar", "version": "earlier-version", "contains": "part", "form": "same-form"}


PARTS = frozenset({Kind.EARLIER_VERSION, Kind.PART, Kind.BOILERPLATE})
"""Kinds in which one document is in the other."""

HELD = PARTS - {Kind.BOILERPLATE}
"""Kinds in which one document is in the other by its own text."""

FRAMED = frozenset({Kind.SAME_FORM, Kind.BOILERPLATE})
"""Kinds in which many other documents have the shared text: shown last."""

UNMARKED = FRAMED | {Kind.EARLIER_VERSION, Kind.LINKED}


KEPT, NUMBERS_ONLY, WHOLE = "kept", "numbers-only", "whole"
"""Names beside those of kinds: of a kept document, of two of which only numbers, dates and names
differ, and of a document that another one is part of."""


class OnlyIn(StrEnum):
    """The only difference of two documents with the same letters and digits.

    >>> simcore.compare("Three years, at most.", "three years at most").only_in.value
    'punctuation'
    """

    LOOK = "look"  # capitals, superscripts, layout: what their normal form does not have
    SPACES = "spaces"
    PUNCTUATION = "punctuation"  # signs of any sort, and maybe spaces
    ACCENTS = "accents"  # marks on letters, and maybe spaces
    BOTH = "punctuation-and-accents"


class Action(StrEnum):
    """An action on marked documents, see ``plan_removal``; journals hold the values."""

    TRASH = "trash"  # to the desktop's trash
    MOVE = "move"  # to a folder
    COPY = "copy"  # to a folder; the document stays
    DELETE = "delete"  # permanently
    HARD_LINK = "hard-link"  # becomes another name of the document that stays
    SYMBOLIC_LINK = "symbolic-link"  # becomes a link to the document that stays


DocumentId = NewType("DocumentId", int)
"""A file in the index; stable across rescans."""

TextId = NewType("TextId", int)
"""A normalised text in the index; documents with equal text share one."""

TextPair = tuple[TextId, TextId]
"""Two texts, in ascending order."""

INSIDE = (1 << 64) - 1
"""The device of a document inside an archive or a mailbox: no disk has this number."""

ROW = INSIDE - 1
"""The device of a row of a table in a cluster; its id is not a file name."""

_NO_NAME = Path("row")

Fingerprint = NewType("Fingerprint", int)
"""A SimHash value, unsigned; only ``simcore.index.index`` stores it signed."""


class ProblemStage(StrEnum):
    """The stage of a scan in which a file was left out."""

    LIST = "list"  # skipped or unreadable while listing folders
    READ = "read"  # vanished, no rights, changed while it was read, larger than the limit
    DECODE = "decode"  # binary, or no encoding fits
    TOKENS = "tokens"  # no words: empty, or nothing but punctuation
    VERIFY = "verify"  # could not be read again for the exact comparison
    REMOVE = "remove"  # was marked for removal and stays
    SAVED = "saved"  # differs from its record in saved results


class Script(StrEnum):
    """The script that a document is mostly written in, see ``library_statistics``."""

    LATIN = "latin"
    HAN = "han"  # Chinese
    JAPANESE = "japanese"  # kana, with or without Chinese characters
    HANGUL = "hangul"  # Korean
    CYRILLIC = "cyrillic"
    GREEK = "greek"
    ARABIC = "arabic"
    HEBREW = "hebrew"
    DEVANAGARI = "devanagari"
    THAI = "thai"
    OTHER = "other"
    NONE = "none"  # no letters


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file to be read, and its state when it was listed.

    ``path`` is below the caller's folder, ``real_path`` resolved: the key of the index.
    ``ctime_ns`` is the last change of bytes, name or rights, which no program can set: it shows a
    change that ``mtime_ns`` hides. It is 0 if unknown, and on Windows.
    """

    path: Path
    real_path: Path
    size: int
    mtime_ns: int
    device: int
    inode: int
    ctime_ns: int = 0

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def raw_path(self) -> bytes:
        """The real path as the index has it."""
        return os.fsencode(self.real_path)


@dataclass(frozen=True, eq=False)
class ListedFolder:
    """A folder below the caller's folder, and its resolved path.

    Both end with a separator or are empty. The caller named the files of a ``by_hand`` folder: they
    are read whatever their names are.
    """

    shown: str
    real: str
    by_hand: bool = False

    @functools.cached_property
    def path(self) -> Path:
        return Path(self.shown)


class ListedFile(NamedTuple):
    """A file as a walk found it, otherwise as ``SourceFile``; paths are built on demand."""

    folder: ListedFolder
    name: str
    size: int
    mtime_ns: int
    device: int
    inode: int
    ctime_ns: int = 0

    @property
    def path(self) -> Path:
        # joining a name to a path takes a third of the time of parsing the whole path
        return self.folder.path / self.name

    @property
    def real_path(self) -> Path:
        return Path(self.folder.real + self.name)

    @property
    def raw_path(self) -> bytes:
        return os.fsencode(self.folder.real + self.name)


Source = SourceFile | ListedFile


@dataclass(frozen=True, slots=True)
class DecodedText:
    """The result of ``read_document``; ``lossy`` is whether characters were replaced by U+FFFD.

    ``guessed`` is whether several encodings fit. ``cut_short`` is why only a part was read.
    ``layout`` is whether line breaks and indentation have a meaning. ``marks`` are superscripts,
    struck-out runs and code; ``beside`` is other content: links, images, form values, and first the
    format. ``pages`` are the numbers of the first lines of pages, from 0. ``encoding`` is the name
    of a format that has none. ``signed`` is whether there was a byte order mark. ``title`` may be
    empty.
    """

    text: str
    encoding: str
    lossy: bool
    cut_short: Reason | None = None
    layout: bool = False
    marks: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    guessed: bool = False
    markup: Markup | None = None
    pages: tuple[int, ...] = ()
    signed: bool = False
    title: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextPrint:
    """The values by which texts are compared, see ``fingerprint_text``.

    ``text_hash`` (16 bytes, BLAKE2b) is that of the normal form, as are ``characters``.
    ``fingerprint`` is None without ``features``; with fewer than ``least_features`` it means
    little. ``sketch`` has little-endian values (``simcore.candidates.sketches``).
    """

    text_hash: bytes
    fingerprint: Fingerprint | None
    characters: int
    tokens: int
    features: int
    sketch: bytes
    least_features: int = LEAST_FEATURES


class TextPlace(NamedTuple):
    process: int
    start: int
    size: int
    hashed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Fingerprinted(TextPrint):
    """The result of reading one file that has text. ``content_hash`` has 16 bytes.

    ``form_hash`` and ``words_hash`` are those of ``simcore.text.visible``, empty if unknown.
    ``by_hand`` is whether a person chose the encoding, ``refused`` why the choice was not used.
    ``extracted`` is for the cache of texts, ``place`` where the text is in this scan, ``stated``
    the dates of ``simcore.text.stated_dates``. The rest is as in ``DecodedText``.
    """

    source: Source
    content_hash: bytes
    encoding: str
    lossy: bool
    cut_short: Reason | None = None
    form_hash: bytes = b""
    words_hash: bytes = b""
    guessed: bool = False
    by_hand: bool = False
    refused: Reason | None = None
    extracted: bytes = b""
    title: str = ""
    script: Script | None = None
    stated: int = 0
    place: TextPlace | None = None


class FileName(NamedTuple):
    """Another name of a file: as shown, resolved, and whether it is a symbolic link to the file."""

    path: Path
    real_path: Path
    symbolic: bool = False


@dataclass(frozen=True, slots=True)
class Document:
    """A file in the index, in its state when it was last read: see ``scan``.

    Fields are as in ``Fingerprinted``. ``form_hash`` is equal for documents that a reader cannot
    tell apart, ``words_hash`` for those that differ only beside their words. ``title`` is one line
    of at most ``LONGEST_TITLE`` characters, safe to show. ``elsewhere`` is the id or address of a
    document that is not on this machine: its paths lead to nothing, see ``simcore.load_results``.
    ``other_names`` are the names that the scan found besides ``path``; ``unseen_names`` counts the
    hard links that it did not find.
    """

    id: DocumentId
    text: TextId
    path: Path
    real_path: Path
    size: int
    mtime_ns: int
    device: int
    inode: int
    content_hash: bytes
    text_hash: bytes
    encoding: str
    lossy: bool
    characters: int
    tokens: int
    features: int
    fingerprint: Fingerprint | None
    cut_short: Reason | None = None
    form_hash: bytes = b""
    words_hash: bytes = b""
    guessed: bool = False
    by_hand: bool = False
    title: str = ""
    script: Script | None = None
    stated: int = 0
    least_features: int = LEAST_FEATURES
    elsewhere: str = ""
    ctime_ns: int = 0
    other_names: tuple[FileName, ...] = ()
    unseen_names: int = 0

    @property
    def names(self) -> tuple[Path, ...]:
        """All its known paths, as they are shown."""
        return (self.path, *(one.path for one in self.other_names))

    @property
    def real_names(self) -> tuple[Path, ...]:
        """All its known resolved paths."""
        return (self.real_path, *(one.real_path for one in self.other_names))

    @property
    def links(self) -> tuple[FileName, ...]:
        """The other names of the file itself, which are removed with it."""
        return tuple(one for one in self.other_names if not one.symbolic)

    @property
    def gain(self) -> int:
        """The bytes that its removal frees: 0 while it has names that the scan did not see."""
        return 0 if self.unseen_names else self.size

    @property
    def short(self) -> bool:
        """Whether the text is too short for its fingerprint to mean much."""
        return self.features < self.least_features

    @property
    def comparable(self) -> bool:
        """Whether it can have duplicates: by its words, or as copies of its bytes."""
        return self.fingerprint is not None or self.size > 0

    @property
    def inside(self) -> bool:
        """Whether it is inside an archive or a mailbox: compared, never removed nor kept."""
        return self.device == INSIDE and not self.elsewhere

    @property
    def called(self) -> Path | str:
        return self.elsewhere or self.path

    @property
    def row(self) -> bool:
        """Whether it is a row of a table elsewhere."""
        return self.device == ROW and bool(self.elsewhere)

    @property
    def order(self) -> Any:
        return self.elsewhere if self.row else self.path

    @property
    def named(self) -> Path:
        """The path with a meaningful name; the same for all rows."""
        return _NO_NAME if self.row else self.path

    @property
    def place(self) -> str:
        """The last criterion in the order of documents."""
        return self.elsewhere or str(self.path)

    @property
    def whole(self) -> bool:
        """Whether the whole file was read."""
        return not self.lossy and self.cut_short is None

    @property
    def form(self) -> bytes:
        """A hash that is equal for documents that a reader cannot tell apart, as far as known."""
        return self.form_hash if self.whole and self.form_hash else self.content_hash

    @property
    def words(self) -> bytes:
        """A hash that is equal for documents with the same words, as far as known."""
        known = self.whole and self.words_hash
        return self.text_hash + self.words_hash if known else self.content_hash

    def reads_like(self, other: "Document") -> bool:
        """Return whether a reader cannot tell the two apart, as far as known."""
        return self.content_hash == other.content_hash or self.form == other.form


FACTS: Mapping[str, Any] = MappingProxyType(
    {
        one.name: one.type
        for one in fields(Document)
        if one.name in {read.name for read in fields(Fingerprinted)} - {"least_features"}
    }
)
"""What is known of a document by reading it, and the types: the index, saved results and the
cluster store these."""


ONLY_IN_WORDS = {
    OnlyIn.LOOK: QT_TRANSLATE_NOOP("wording", "only capitals, superscripts or the layout differ"),
    OnlyIn.SPACES: QT_TRANSLATE_NOOP("wording", "only spaces differ"),
    OnlyIn.PUNCTUATION: QT_TRANSLATE_NOOP("wording", "only punctuation differs"),
    OnlyIn.ACCENTS: QT_TRANSLATE_NOOP("wording", "only accents differ"),
    OnlyIn.BOTH: QT_TRANSLATE_NOOP("wording", "only punctuation and accents differ"),
}


class MeasuredBy(StrEnum):
    """What is counted of two texts; add more at the end.

    >>> simcore.compare("一年以后，合同期满。", "三年以后，合同期满。").measure.value
    'words'
    """

    SHINGLES = "shingles"
    WORDS = "words"  # in one order: short texts, see ``simcore.text.similarity``
    ROWS = "rows"  # in any order: tables, see ``simcore.text.similarity``
    LETTERS = "letters"  # in one order: what was misread, see ``simcore.text.similarity``
    UNSTAMPED = "unstamped"  # shingles without time stamps: chats, see ``simcore.text.similarity``


COUNTED_WORDS = {
    MeasuredBy.WORDS: "of the words",
    MeasuredBy.ROWS: "of the rows",
    MeasuredBy.LETTERS: "of the letters",
    MeasuredBy.UNSTAMPED: "without time stamps",
}


class Comparison(NamedTuple):
    """Exact comparison of two texts: the sizes of their shingle sets and of the intersection.

    With another ``measure`` it counts units by which the texts are more similar. ``numbers_only``
    is whether only numbers, dates and names differ, ``only_in`` the difference of texts with equal
    letters and digits. See ``compare_as``.
    """

    left: TextId
    right: TextId
    shared: int
    left_size: int
    right_size: int
    numbers_only: bool = False
    only_in: OnlyIn | None = None
    measure: MeasuredBy = MeasuredBy.SHINGLES

    @property
    def resemblance(self) -> float:
        """Jaccard coefficient of the sets, 0 to 1 (Broder 1997)."""
        union = self.left_size + self.right_size - self.shared
        return self.shared / union if union else 0.0

    @property
    def left_in_right(self) -> float:
        """Containment of the left set in the right one, 0 to 1 (Broder 1997)."""
        return self.shared / self.left_size if self.left_size else 0.0

    @property
    def right_in_left(self) -> float:
        return self.shared / self.right_size if self.right_size else 0.0

    @property
    def containment(self) -> float:
        """The larger share of one text that the other contains."""
        return max(self.left_in_right, self.right_in_left)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two documents, ``left`` before ``right`` by path, and how similar they are: see ``scan``.

    ``distance`` is the Hamming distance in bits; ``resemblance``, ``left_in_right`` and
    ``right_in_left`` (containment) are exact, 0 to 1; only documents with the same words have a
    resemblance of 1. ``short`` is whether either text is too short for the distance to mean much.
    Many other documents have the shared text of ``framed`` pairs (``simcore.pipeline.forms``).
    ``version`` is whether one is clearly longer, holds the other and is the later. The rest is as
    in ``Comparison``.
    """

    left: DocumentId
    right: DocumentId
    distance: int
    resemblance: float
    left_in_right: float
    right_in_left: float
    kind: Kind
    short: bool = False
    numbers_only: bool = False
    only_in: OnlyIn | None = None
    framed: bool = False
    measure: MeasuredBy = MeasuredBy.SHINGLES
    version: bool = False

    @property
    def containment(self) -> float:
        return max(self.left_in_right, self.right_in_left)

    @property
    def measured(self) -> bool:
        """Whether the distance means something.

        Texts that differ in spaces, signs or letters have other words everywhere, and a price list
        has other prices.
        """
        plain = self.only_in is None and not self.numbers_only
        return not self.short and plain and self.measure is not MeasuredBy.LETTERS

    @property
    def one_shorter(self) -> bool:
        """Whether one text is clearly shorter than the other: sizes are inverse to the shares."""
        return min(self.left_in_right, self.right_in_left) <= PART_LENGTH * self.containment

    @property
    def may_be_part(self) -> bool:
        """Whether one text may be a part of the other, if it contains enough of it.

        Texts of similar length are revisions, unless they are less similar than any setting shows.
        """
        return self.one_shorter or self.resemblance < LEAST_SIMILARITY

    @property
    def own(self) -> tuple[float, float] | None:
        """The share of either document that is its own text, of forms; None of other pairs."""
        return (1 - self.left_in_right, 1 - self.right_in_left) if self.framed else None


LATEST = 2**63 - 1
"""The last time in nanoseconds that 64 bits hold; times beyond are kept as it, or as -LATEST."""

WITHOUT_WORDS = frozenset({ReasonCode.NO_WORDS, ReasonCode.NO_TEXT_LAYER})
"""Reasons for which only copies of the same bytes can be found."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One file or folder that could not be used, was left out, or may be misread: see ``scan``.

    ``content_hash`` is that of a file that another encoding may read, or empty.
    """

    path: Path
    stage: ProblemStage
    reason: Reason
    content_hash: bytes = field(default=b"", compare=False, repr=False)
    elsewhere: str = field(default="", compare=False, repr=False)  # the path is another for another

    @property
    def is_doubt(self) -> bool:
        """Whether the file was read in full, in a guessed encoding."""
        return self.reason.code is ReasonCode.ENCODING_GUESSED

    @property
    def is_read(self) -> bool:
        """Whether the file was read in full: it has no words, or is a doubt."""
        return self.is_doubt or self.reason.code in WITHOUT_WORDS


@dataclass(frozen=True, slots=True)
class Judgements:
    """The user's judgements of duplicates; see ``read_judgements``.

    ``apart`` are pairs by ``Document.form`` and again by ``content_hash``, the lesser one first.
    ``copies`` maps these hashes to the paths of wanted copies at the time of the judgement.
    ``texts_apart`` and ``text_copies`` are the same by ``text_hash``, from earlier versions.
    ``kept`` are real paths and content hashes. ``encodings`` maps hashes of bytes to encodings,
    which may be unknown here.
    """

    apart: frozenset[tuple[bytes, bytes]] = frozenset()
    copies: Mapping[bytes, Sequence[Path]] = field(default_factory=dict)
    kept: frozenset[tuple[Path, bytes]] = frozenset()
    encodings: Mapping[bytes, str] = field(default_factory=dict)
    texts_apart: frozenset[tuple[bytes, bytes]] = frozenset()
    text_copies: Mapping[bytes, Sequence[Path]] = field(default_factory=dict)


LONGEST_TITLE = 120

_READ = 4 * LONGEST_TITLE
_INVISIBLE = re.compile(
    "[\xad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff]"
)
"""Invisible characters, among them those that turn the direction of text."""
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")
_HALVES = re.compile("[\ud800-\udfff]")


def clean_title(found: str) -> str:
    r"""Return a title as one line of at most ``LONGEST_TITLE`` characters, safe to show anywhere.

    >>> clean_title("  Lease\n of \u202egnp.exe\0 ")
    'Lease of gnp.exe'
    >>> clean_title("\u2014\u2003*"), len(clean_title("a" * 999))
    ('', 120)
    """
    title = _CONTROL.sub(" ", found[:_READ])
    title = " ".join(_HALVES.sub("\ufffd", _INVISIBLE.sub("", title)).split())
    if not any(map(str.isalnum, title)):
        return ""
    if len(title) > LONGEST_TITLE:
        return f"{title[: LONGEST_TITLE - 1].rstrip()}…"
    return title


def tenths_of_percent(share: float) -> int:
    """Return a share in tenths of a percent, never rounded up: 1,000 only if it is 1.

    >>> tenths_of_percent(0.29), tenths_of_percent(0.9999), tenths_of_percent(1.0)
    (290, 999, 1000)
    """
    if share >= 1:
        return 1_000
    # 0.29 * 100 is 28.999...96: the tiny term undoes what the binary fraction lost
    return min(math.floor(max(share, 0.0) * 1_000 + 1e-6), 999)


def percent(share: float) -> str:
    tenths = tenths_of_percent(share)
    return f"{tenths / 10} %" if 990 <= tenths < 1_000 else f"{tenths // 10} %"


def percent_in_tenths(share: float) -> str:
    """Return a share as a percentage with a decimal; a positive share is never 0.

    >>> percent_in_tenths(0.0129), percent_in_tenths(1.0), percent_in_tenths(0.0009)
    ('1.2 %', '100.0 %', '< 0.1 %')
    """
    tenths = tenths_of_percent(share)
    return f"{tenths / 10} %" if tenths or share <= 0 else "< 0.1 %"
