"""The values passed between the stages: frozen, with slots, without behaviour."""

import functools
import math
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple, NewType

from simcore.model.config import LEAST_FEATURES, LEAST_SIMILARITY, PART_LENGTH
from simcore.model.formats import Markup
from simcore.model.reasons import Reason, ReasonCode


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
        """What the kind is called wherever somebody reads it: in English as in the window.

        >>> Kind.EARLIER_VERSION.words
        'earlier version'
        """
        return self.value.replace("-", " ")

    @classmethod
    def _missing_(cls, value: object) -> "Kind | None":
        return cls(_BEFORE[value]) if isinstance(value, str) and value in _BEFORE else None


_BEFORE = {"near": "similar", "version": "earlier-version", "contains": "part", "form": "same-form"}


PARTS = frozenset({Kind.EARLIER_VERSION, Kind.PART, Kind.BOILERPLATE})
"""The kinds of which one document is in the other, as far as the thresholds ask."""

HELD = PARTS - {Kind.BOILERPLATE}
"""Those of which one document is in the other by its own text."""

FRAMED = frozenset({Kind.SAME_FORM, Kind.BOILERPLATE})
"""The kinds of which what is shared stands in many other documents: shown last."""

UNMARKED = FRAMED | {Kind.EARLIER_VERSION, Kind.LINKED}
"""The kinds that no rule marks."""


KEPT, NUMBERS_ONLY, WHOLE = "kept", "numbers-only", "whole"
"""Names beside those of kinds: of a kept document, of two of which only numbers, dates and names
differ, and of a document that another one is part of."""


class OnlyIn(StrEnum):
    """In what alone two documents differ that have the same letters and digits.

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
"""The device of a row of a table in a cluster: what it is called is no name."""

_NO_NAME = Path("row")

Fingerprint = NewType("Fingerprint", int)
"""A SimHash value, unsigned; only ``simcore.index.index`` stores it signed."""


class ProblemStage(StrEnum):
    """The stage of a scan in which a file was left out, see ``scan``."""

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
    """A file to be read, and what it was like when it was looked at.

    ``path`` is below the caller's folder, ``real_path`` below that folder's resolved, absolute
    path: the key of the index. ``mtime_ns`` is the time of change, in nanoseconds. ``ctime_ns`` is
    the time at which bytes, name or rights changed last, which no program can set: it tells of a
    change that ``mtime_ns`` hides. It is 0 where it is not known, and on Windows, which has none.
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
        """The name of the file."""
        return self.path.name

    @property
    def raw_path(self) -> bytes:
        """The real path as the index has it."""
        return os.fsencode(self.real_path)


@dataclass(frozen=True, eq=False)
class ListedFolder:
    """A folder below the caller's folder, and its resolved, absolute path.

    Both are prefixes of the paths of its files: they end with a separator, or are empty.
    ``by_hand`` is whether the caller named these files themselves: they are read whatever their
    names promise.
    """

    shown: str
    real: str
    by_hand: bool = False

    @functools.cached_property
    def path(self) -> Path:
        """The folder below the caller's folder."""
        return Path(self.shown)


class ListedFile(NamedTuple):
    """A file as a walk found it, otherwise as ``SourceFile``.

    There are very many, so paths are built on demand; workers get and return them as they are.
    """

    folder: ListedFolder
    name: str
    size: int
    mtime_ns: int
    device: int
    inode: int
    ctime_ns: int = 0

    @property
    def path(self) -> Path:
        """The file below the caller's folder."""
        # joining a name to a path takes a third of the time of parsing the whole path
        return self.folder.path / self.name

    @property
    def real_path(self) -> Path:
        """The file below its folder's resolved path."""
        return Path(self.folder.real + self.name)

    @property
    def raw_path(self) -> bytes:
        """The real path as the index has it."""
        return os.fsencode(self.folder.real + self.name)


Source = SourceFile | ListedFile
"""A file to be read."""


@dataclass(frozen=True, slots=True)
class DecodedText:
    """What ``read_document`` returns; ``lossy`` is whether characters were replaced by U+FFFD.

    ``guessed`` is whether the encoding is the best of several that fit and the choice is unsure.
    ``cut_short`` is why only a part of the document was read, or None. ``layout`` is whether its
    line breaks and indentation have a meaning. ``marks`` are what its words cannot be told from
    without: superscripts, struck-out runs, code with its layout. ``beside`` is what it holds
    beside words, links, images, form values, and first the name of its format; nothing for plain
    text. ``markup`` is that of plain text. ``pages`` are the numbers of the lines, from 0, with
    which its pages begin, where it has pages. ``encoding`` is the name of its format where that has
    none. ``signed`` is whether a byte order mark came before it. ``title`` is what stands over it,
    see ``simcore.formats.plain``, or empty.
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
    """What texts are compared by, without the text: see ``fingerprint_text``.

    ``text_hash`` (16 bytes, BLAKE2b) is equal for texts of one normal form. ``fingerprint`` is None
    if the text has no features. ``characters`` counts those of the normal form, ``tokens`` the
    words, ``features`` the distinct features that vote; below ``least_features`` they are too few
    for the fingerprint to mean much. ``sketch`` has the values of the sketch (see
    ``simcore.text.shingles``) as little-endian bytes; ``finer`` those of a finer one, empty unless
    asked for.
    """

    text_hash: bytes
    fingerprint: Fingerprint | None
    characters: int
    tokens: int
    features: int
    sketch: bytes
    finer: bytes = b""
    least_features: int = LEAST_FEATURES


class TextPlace(NamedTuple):
    """Where a text stands in the file of a worker process: its first byte, and how many.

    ``hashed`` is a hash of these, of 64 bits and a sign.
    """

    process: int
    start: int
    size: int
    hashed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Fingerprinted(TextPrint):
    """The result of reading one file that has text. ``content_hash`` has 16 bytes.

    ``cut_short``, ``guessed`` and ``title`` are as in ``DecodedText``, ``form_hash`` and
    ``words_hash`` those of ``simcore.text.visible``, or empty if they are not known. ``by_hand`` is
    whether a person chose the encoding, ``refused`` why their choice was not used. ``extracted`` is
    the text for ``simcore.index.texts``, empty where it is not to be kept, ``place`` where the
    text stands in this scan, see ``simcore.pipeline.jobs``. ``script`` is that of
    ``simcore.fingerprints``, ``stated`` that of ``simcore.text.stated_dates``.
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

    Fields are as in ``Fingerprinted``. What a document that is ``cut_short`` holds beyond its
    beginning is unknown, so it has the text of no other one. ``form_hash`` is equal for documents
    that a reader cannot tell apart, ``words_hash`` for those that differ only beside their words.
    ``title`` is one line of at most ``simcore.model.records.LONGEST_TITLE`` characters that is safe
    to show; empty if it has none, or was read before titles were kept. ``script`` is None, and
    ``stated`` 0, if it was read before these were. ``elsewhere`` is what a document is called where
    it is, if that is not this machine: the id of a row, the address of a file. Its paths lead to
    nothing then, see ``simcore.load_results``. Times are as in ``SourceFile``. ``other_names`` are
    the names (hard links, links that were followed) that the scan found besides ``path``;
    ``unseen_names`` counts the hard links that it did not find.
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
        """All its paths that are known, as they are shown."""
        return (self.path, *(one.path for one in self.other_names))

    @property
    def real_names(self) -> tuple[Path, ...]:
        """All its resolved paths that are known."""
        return (self.real_path, *(one.real_path for one in self.other_names))

    @property
    def links(self) -> tuple[FileName, ...]:
        """The other names under which the file itself is there: they go with it."""
        return tuple(one for one in self.other_names if not one.symbolic)

    @property
    def gain(self) -> int:
        """The bytes that become free with it: none while it has names that the scan did not see."""
        return 0 if self.unseen_names else self.size

    @property
    def short(self) -> bool:
        """Whether the text is too short for its fingerprint to mean much."""
        return self.features < self.least_features

    @property
    def comparable(self) -> bool:
        """Whether others may be like it: by its words, or as copies of its bytes if there are any.

        A document without words has a text of its own, by its bytes.
        """
        return self.fingerprint is not None or self.size > 0

    @property
    def inside(self) -> bool:
        """Whether it is inside an archive or a mailbox: compared, never removed nor kept."""
        return self.device == INSIDE and not self.elsewhere

    @property
    def called(self) -> Path | str:
        """Its path, or what it is called where it is if that is not this machine."""
        return self.elsewhere or self.path

    @property
    def row(self) -> bool:
        """Whether it is a row of a table elsewhere, of which an id is all that is known."""
        return self.device == ROW and bool(self.elsewhere)

    @property
    def order(self) -> Any:
        """What documents are ordered by: their paths, or the ids of rows."""
        return self.elsewhere if self.row else self.path

    @property
    def named(self) -> Path:
        """The path of which names and folders say something; that of all rows is the same."""
        return _NO_NAME if self.row else self.path

    @property
    def place(self) -> str:
        """What orders documents that nothing else does."""
        return self.elsewhere or str(self.path)

    @property
    def whole(self) -> bool:
        """Whether all that the file holds was read."""
        return not self.lossy and self.cut_short is None

    @property
    def form(self) -> bytes:
        """What is equal for documents that a reader cannot tell apart, as far as that is known."""
        return self.form_hash if self.whole and self.form_hash else self.content_hash

    @property
    def words(self) -> bytes:
        """What is equal for documents of the same words, as far as that is known."""
        known = self.whole and self.words_hash
        return self.text_hash + self.words_hash if known else self.content_hash

    def reads_like(self, other: "Document") -> bool:
        """Return whether a reader cannot tell the two apart, as far as that is known."""
        return self.content_hash == other.content_hash or self.form == other.form


ONLY_IN_WORDS = {
    OnlyIn.LOOK: "only capitals, superscripts or the layout differ",
    OnlyIn.SPACES: "only spaces differ",
    OnlyIn.PUNCTUATION: "only punctuation differs",
    OnlyIn.ACCENTS: "only accents differ",
    OnlyIn.BOTH: "only punctuation and accents differ",
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
    """Exact comparison of two texts' shingle sets: their sizes and that of their intersection.

    With another ``measure`` these are counts of that, by which the texts are more alike.
    ``numbers_only`` is whether the texts differ in numbers,
    dates and names alone, ``only_in`` what they differ in if their letters and digits are the same,
    else None. There are very many. See ``compare_as``.
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
        """Jaccard coefficient of the shingle sets, or of what is counted, 0 to 1 (Broder 1997)."""
        union = self.left_size + self.right_size - self.shared
        return self.shared / union if union else 0.0

    @property
    def left_in_right(self) -> float:
        """Containment of the left set in the right one, 0 to 1 (Broder 1997)."""
        return self.shared / self.left_size if self.left_size else 0.0

    @property
    def right_in_left(self) -> float:
        """Containment of the right set in the left one, 0 to 1."""
        return self.shared / self.right_size if self.right_size else 0.0

    @property
    def containment(self) -> float:
        """The larger share of one text that the other contains."""
        return max(self.left_in_right, self.right_in_left)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two documents, ``left`` before ``right`` by path, and how alike they are: see ``scan``.

    ``distance`` is the Hamming distance of the fingerprints in bits; ``resemblance``,
    ``left_in_right`` and ``right_in_left`` (containment in both directions) are exact figures
    from 0 to 1; only documents with the same words have a resemblance of 1. ``short`` is whether
    either text is too short for the distance to mean much, ``numbers_only`` whether they differ in
    numbers, dates and names alone, ``only_in`` what they differ in if letters and digits are the
    same. ``framed`` is whether what they share stands in many other documents, and what differs is
    their own: see ``simcore.pipeline.forms``. ``measure`` is what the figures count. ``version`` is
    whether one is clearly longer, holds the other and is the later by its name or its date.
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
        """The larger share of one text that the other contains."""
        return max(self.left_in_right, self.right_in_left)

    @property
    def measured(self) -> bool:
        """Whether the distance means something: texts long enough, with words of their own.

        What differs in spaces, in signs or in letters here and there has other words all over, and
        a price list has other prices all over.
        """
        plain = self.only_in is None and not self.numbers_only
        return not self.short and plain and self.measure is not MeasuredBy.LETTERS

    @property
    def one_shorter(self) -> bool:
        """Whether one text is clearly shorter than the other.

        The shares are of the same common shingles, so the sizes are in inverse proportion to them.
        """
        return min(self.left_in_right, self.right_in_left) <= PART_LENGTH * self.containment

    @property
    def may_be_part(self) -> bool:
        """Whether one text may be a part of the other, if enough of it is there.

        Two of about one length are revisions, near or not; less alike than any setting shows as
        near they may have a part in common.
        """
        return self.one_shorter or self.resemblance < LEAST_SIMILARITY

    @property
    def own(self) -> tuple[float, float] | None:
        """How much of either document is its own text, of forms; None of other pairs."""
        return (1 - self.left_in_right, 1 - self.right_in_left) if self.framed else None


LATEST = 2**63 - 1
"""The last time in nanoseconds that 64 bits hold; times beyond are kept as it, or as -LATEST."""

WITHOUT_WORDS = frozenset({ReasonCode.NO_WORDS, ReasonCode.NO_TEXT_LAYER})
"""Why nothing but copies of their bytes can be like some documents."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One file or folder that could not be used, was left out, or may be misread, and why.

    ``content_hash`` is that of the bytes of a file that another encoding may read, or empty;
    ``elsewhere`` as in ``Document``. See ``scan``.
    """

    path: Path
    stage: ProblemStage
    reason: Reason
    content_hash: bytes = field(default=b"", compare=False, repr=False)
    elsewhere: str = field(default="", compare=False, repr=False)  # the path is another for another

    @property
    def is_doubt(self) -> bool:
        """Whether the file was read in full all the same, in an encoding that was guessed."""
        return self.reason.code is ReasonCode.ENCODING_GUESSED

    @property
    def is_read(self) -> bool:
        """Whether the file was read in full all the same: it has no words, or is a doubt."""
        return self.is_doubt or self.reason.code in WITHOUT_WORDS


@dataclass(frozen=True, slots=True)
class Judgements:
    """The user's judgements of duplicates; see ``read_judgements``.

    ``apart`` are pairs of documents that are no duplicates, by ``Document.form`` and again by
    ``content_hash``, the lesser one first. ``copies`` maps these hashes to the paths, at the time
    of the judgement, of the copies that are wanted besides the kept one. ``texts_apart`` and
    ``text_copies`` are the same by ``text_hash``, from versions that told documents apart by
    nothing else. ``kept`` are the documents to keep of their groups: real path and content hash.
    ``encodings`` maps hashes of bytes to the encodings to read them in, whatever their names: not
    all need be known here.
    """

    apart: frozenset[tuple[bytes, bytes]] = frozenset()
    copies: Mapping[bytes, Sequence[Path]] = field(default_factory=dict)
    kept: frozenset[tuple[Path, bytes]] = frozenset()
    encodings: Mapping[bytes, str] = field(default_factory=dict)
    texts_apart: frozenset[tuple[bytes, bytes]] = frozenset()
    text_copies: Mapping[bytes, Sequence[Path]] = field(default_factory=dict)


LONGEST_TITLE = 120
"""The characters of a title at most; a longer one ends in an ellipsis."""

_READ = 4 * LONGEST_TITLE
_INVISIBLE = re.compile(
    "[\xad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff]"
)
"""What has no look of its own: among them all that turn the direction of what follows."""
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")
_HALVES = re.compile("[\ud800-\udfff]")


def clean_title(found: str) -> str:
    r"""Return a title as one line of at most ``LONGEST_TITLE`` characters, safe to show anywhere.

    White space and control characters become a space, characters that turn the direction of text
    and other invisible ones go, and a half of a character is replaced.

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
    """Return a share in tenths of a percent, cut and never rounded up: 1,000 only if it is 1.

    >>> tenths_of_percent(0.29), tenths_of_percent(0.9999), tenths_of_percent(1.0)
    (290, 999, 1000)
    """
    if share >= 1:
        return 1_000
    # 0.29 * 100 is 28.999...96: the tiny term undoes what the binary fraction lost
    return min(math.floor(max(share, 0.0) * 1_000 + 1e-6), 999)


def percent(share: float) -> str:
    """Return a share as a percentage, as the window does: from 99 % on there is a decimal.

    >>> percent(0.916), percent(0.9999), percent(1.0)
    ('91 %', '99.9 %', '100 %')
    """
    tenths = tenths_of_percent(share)
    return f"{tenths / 10} %" if 990 <= tenths < 1_000 else f"{tenths // 10} %"


def percent_in_tenths(share: float) -> str:
    """Return a share as a percentage with a decimal; what is there is never nothing.

    >>> percent_in_tenths(0.0129), percent_in_tenths(1.0), percent_in_tenths(0.0009)
    ('1.2 %', '100.0 %', '< 0.1 %')
    """
    tenths = tenths_of_percent(share)
    return f"{tenths / 10} %" if tenths or share <= 0 else "< 0.1 %"
