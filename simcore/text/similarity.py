"""How similar two texts are: by shingles, or by another measure that fits them and finds more.

The comparison form of a text has letters and digits only. Short texts are also compared by words,
tables by rows, texts with single letters changed by letters, chats without time stamps. Shingles
are a set (Broder 1997), but of texts with long passages twice each occurrence counts. Texts with
few different short runs (DNA, tables, books) need longer ones: see RESULTS-shingles.md.
"""

import functools
import itertools
import re
import sys
from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from simcore.kernel import core
from simcore.kernel.core import Codes, Placed
from simcore.model.config import LEAST_SIMILARITY, PART_LENGTH
from simcore.model.records import Comparison, MeasuredBy, OnlyIn, TextId
from simcore.text.masking import differ_in_numbers_only, signs
from simcore.text.normal_form import code_points, string_of, unspaced
from simcore.text.shingles import MOST_CHARACTERS
from simcore.text.words import normal_form, normalise

# of shingles, in characters; one less where Chinese
LENGTHS = (5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 32)
LEAST_SHARE = 0.4  # of distinct shingles, in the runs of the greatest length
REPEATED = 0.75  # with fewer distinct long runs a text has long passages twice
LEAST_COUNTED = 64  # runs, below which their numbers mean nothing
_MOST_COUNTED = 1 << 14
_SAMPLING = 8


longer = core.longer  # runs of a text; one that is too short is one run


def least_length(in_order: NDArray[np.uint64], different: NDArray[np.uint64]) -> tuple[int, bool]:
    """Return the shingle length that a text needs, and whether it has long passages twice.

    ``different`` are the distinct ones of ``in_order``, sorted.
    """
    if len(in_order) < LEAST_COUNTED:
        return MOST_CHARACTERS, False
    shortest = len(different)
    if len(in_order) > _MOST_COUNTED:
        shortest = _SAMPLING * int(np.count_nonzero(different & np.uint64(_SAMPLING - 1) == 0))
    if shortest >= REPEATED * len(in_order):
        return MOST_CHARACTERS, False
    longest = longer(in_order, LENGTHS[-1])
    most = _different(longest)
    repeated = most < REPEATED * len(longest)
    if shortest >= LEAST_SHARE * most:
        return MOST_CHARACTERS, repeated
    for length in LENGTHS[1:-1]:
        if _different(longer(in_order, length)) >= LEAST_SHARE * most:
            return length, repeated
    return LENGTHS[-1], repeated


def _different(runs: NDArray[np.uint64]) -> int:
    if len(runs) <= _MOST_COUNTED:
        return len(core.distinct(runs))
    return _SAMPLING * len(core.distinct(runs[runs & np.uint64(_SAMPLING - 1) == 0]))


Hashes = NDArray[np.uint64]

LITTLE = 0.6  # less of the shorter text may be in the longer one by chance
LITTLE_LENGTH = 8  # characters of the shingles that count if little is shared
LONG = 128  # shingles of a few lines
MANY = 8192  # shingles: so long a text contains short ones by chance, by runs of five characters


class SharedShingles(NamedTuple):
    """How many shingles two texts share, and how many each has.

    Shingles have ``length`` characters, one less where they are Chinese. ``each`` is whether each
    occurrence counts.
    """

    shared: int
    left: int
    right: int
    length: int
    each: bool

    @property
    def resemblance(self) -> float:
        """Jaccard coefficient, 0 to 1."""
        union = self.left + self.right - self.shared
        return self.shared / union if union else 0.0

    @property
    def containment(self) -> float:
        """The larger share of one text that is in the other, 0 to 1."""
        return self.shared / max(1, min(self.left, self.right))


@dataclass(slots=True)
class Shingled:
    """The shingles of a text, as ``shingles_in_order`` returns them.

    ``length`` is the number of characters that the text needs, ``repeated`` whether it has long
    passages twice, ``nbytes`` the memory of all that is kept.
    """

    in_order: Hashes
    length: int
    repeated: bool
    nbytes: int = field(default=0, init=False)
    _runs: dict[tuple[int, bool], Placed] = field(default_factory=dict, init=False)
    _places: NDArray[np.uint32] | None = field(default=None, init=False)

    @classmethod
    def of(cls, form: str | Codes) -> "Shingled":
        in_order = core.shingles(code_points(form) if isinstance(form, str) else form)
        different = core.distinct(in_order)
        made = cls(in_order, *least_length(in_order, different))
        placed = made._runs[MOST_CHARACTERS, False] = Placed(different)
        made.nbytes = in_order.nbytes + placed.nbytes
        return made

    @property
    def occurrences_count(self) -> bool:
        return self.repeated or self.length > LITTLE_LENGTH

    @property
    def places(self) -> NDArray[np.uint32]:
        """The index of each of the shortest shingles among the distinct ones, in order."""
        if self._places is None:
            self._places = self.runs(MOST_CHARACTERS).places(self.in_order)
            self.nbytes += self._places.nbytes
        return self._places

    def runs(self, length: int, *, each: bool = False) -> Placed:
        """Return the distinct runs of a length, or ``each`` of them, occurrences numbered."""
        known = self._runs.get((length, each))
        if known is None:
            found = longer(self.in_order, length)
            known = Placed(core.each(found) if each else core.distinct(found))
            self._runs[length, each] = known
            self.nbytes += known.nbytes
        return known


def shared_by(left: Shingled, right: Shingled) -> SharedShingles:
    (found,) = shared_by_each([(left, right)])
    return found


def shared_by_each(pairs: Sequence[tuple[Shingled, Shingled]]) -> list[SharedShingles]:
    """Count the shingles that the two texts of each pair share.

    Counted are runs of the greater length that either text needs, and longer ones if texts share
    little or a short one is compared with a very long one. Such counts hold only where they find
    less than the shortest shingles, which sketches sample and which therefore bound the result.
    """
    plain = _shared([(left, right, MOST_CHARACTERS, False) for left, right in pairs])
    asked: list[_Asked] = []
    of: list[int] = []
    for at, (left, right) in enumerate(pairs):
        length = _length_needed(left, right, plain[at])
        if length > MOST_CHARACTERS:
            asked.append((left, right, length, False))
            of.append(at)
        if left.occurrences_count or right.occurrences_count:
            asked.append((left, right, length, True))
            of.append(at)
    found = list(plain)
    for at, other in zip(of, _shared(asked), strict=True):
        less_held = other.containment <= plain[at].containment
        if less_held and other.resemblance < found[at].resemblance:
            found[at] = other
    return [
        _telling_apart(*pair, one) if one.shared == one.left == one.right else one
        for pair, one in zip(pairs, found, strict=True)
    ]


def _length_needed(left: Shingled, right: Shingled, plain: SharedShingles) -> int:
    length = max(left.length, right.length)
    short, long = sorted((plain.left, plain.right))
    # a text of a few letters has no such run
    note = LITTLE_LENGTH - MOST_CHARACTERS < short <= LONG
    little = plain.resemblance < LEAST_SIMILARITY and plain.containment < LITTLE
    if (long > LONG and little) or (note and long >= MANY):
        return max(length, LITTLE_LENGTH)
    return length


def _telling_apart(left: Shingled, right: Shingled, equal: SharedShingles) -> SharedShingles:
    """Count the shortest runs that differ; return ``equal`` if all are the same in both."""
    if not np.array_equal(left.in_order, right.in_order):
        for length in LENGTHS:
            (found,) = _shared([(left, right, length, True)])
            if found.resemblance < 1:
                return found
    return equal


# texts, length of runs, whether each occurrence counts
_Asked: TypeAlias = tuple[Shingled, Shingled, int, bool]


def _shared(asked: Sequence[_Asked]) -> list[SharedShingles]:
    runs = [
        (left.runs(length, each=each), right.runs(length, each=each))
        for left, right, length, each in asked
    ]
    return [
        SharedShingles(shared, one.size, other.size, *pair[2:])
        for shared, (one, other), pair in zip(core.shared(runs), runs, asked, strict=True)
    ]


_CODE, _DIGIT, _WORD, _MARK, _JOINED = map(
    np.uint32,
    (core.CODE, core.LETTER_DIGIT, core.LETTER_WORD, core.LETTER_MARK, core.LETTER_JOINED),
)
_IN_NUMBERS = np.uint32(core.LETTER_BETWEEN | core.LETTER_MINUS)

_LINE_FEED = np.uint32(ord("\n"))


def comparable(normal: str) -> str:
    """Return the comparison form of a normal form.

    >>> comparable("l'été, one-two (1.5 m)."), comparable("v1.5 at -3 °c"), comparable("еще: ещё")
    ('leteonetwo1.5m', 'v1.5at-3c', 'ещееще')
    """
    return string_of(core.compared(code_points(normal))[0])


def _in_place(codes: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """Return what each character of a normal form becomes; 0 if it is left out."""
    form, places = core.compared(codes)
    compared = np.zeros(len(codes), dtype=np.uint32)
    compared[places] = form
    return compared


def comparable_lines(normals: Iterable[str]) -> list[str]:
    """Return the comparison form of each of many short normal forms, all in one pass."""
    codes = code_points("\n".join(normals))
    compared = _in_place(codes)
    # no normal form has one
    compared[codes == _LINE_FEED] = _LINE_FEED
    return string_of(compared.compress(compared != 0)).split("\n")


def places_compared(normal: str) -> NDArray[np.int64]:
    """Return the index in a normal form of each character of its comparison form. Shape (n,)."""
    return core.compared(code_points(normal))[1].astype(np.int64)


def words_compared(normal: str) -> list[str]:
    """Return the words of a normal form in order, in the letters of its comparison form.

    A number is a word, and so is each letter of a script without spaces, with its marks.

    >>> words_compared("l'été, 3pm, -1.5 m: 数据 ab12")
    ['l', 'ete', '3', 'pm', '-1.5', 'm', '数', '据', 'ab', '12']
    """
    codes = code_points(normal)
    values, compared = core.letters(codes), _in_place(codes)
    kept = np.flatnonzero(compared)
    if not len(kept):
        return []
    parted = np.cumsum((compared == 0) & ((values & _MARK) == 0))[kept]
    found = values[kept]
    number = (found & (_DIGIT | _IN_NUMBERS)) != 0
    spaced = (found & _WORD) != 0
    joined = (found & _JOINED) != 0
    goes_on = joined[1:] | (number[1:] & number[:-1])
    # a letter after a mark goes on with the word that the mark is in, if there are words
    goes_on |= spaced[1:] & (spaced[:-1] | joined[:-1])
    goes_on &= parted[1:] == parted[:-1]
    starts = [0, *(np.flatnonzero(~goes_on) + 1).tolist(), len(kept)]
    letters = string_of(compared[kept])
    return [letters[start:end] for start, end in itertools.pairwise(starts)]


def without_marks(normal: str) -> str:
    """Return a normal form without the marks on letters that the comparison form leaves out."""
    codes = code_points(normal)
    values = core.letters(codes)
    changed = values & _CODE
    kept = np.where((changed == 0) | ((values & _IN_NUMBERS) != 0), codes, changed)
    return string_of(kept[(values & _MARK) == 0])


def without_signs(normal: str) -> str:
    """Return the letters of a normal form with all of their marks, and its digits."""
    codes = code_points(normal)
    values = core.letters(codes)
    stays = ((values & (_CODE | _MARK)) != 0) & ((values & _IN_NUMBERS) == 0)
    return string_of(codes[stays])


MOST_LETTERS = 8_192  # some five pages: aligning takes the square of the length
LEAST_ALIKE = 0.4  # the least similarity by shingles of texts that are aligned
SCATTERED = 0.9  # the least share of differences of a letter or two on either side
MOST_WHOLE = 0.6  # with more whole words among the differences these are values
ENDS = re.compile(r"[\t\r\n]+")  # of lines and cells
_SINGLE = 0.3
_LONGEST_PLACE = 2
_FEWEST_PLACES = 3
_RUN = MOST_CHARACTERS + _LONGEST_PLACE - 1


def may_be_misread(pairs: Sequence[tuple[Shingled, Shingled]]) -> NDArray[np.bool_]:
    """Return for each pair whether most differences are short, by the runs of unshared shingles."""
    sizes = [sorted((len(left.in_order), len(right.in_order))) for left, right in pairs]
    may = np.array([b <= MOST_LETTERS and a > PART_LENGTH * b for a, b in sizes], dtype=np.bool_)
    for _ in range(2):  # most have others on one side already
        asked = [
            (one.runs(MOST_CHARACTERS), one.places, other.runs(MOST_CHARACTERS))
            for one, other in itertools.compress(pairs, may)
        ]
        # places close together make one run
        number, single, short = core.alone(asked, _RUN, 3 * _RUN)
        scattered = (single >= _SINGLE * number) & (short >= SCATTERED * number)
        may[may] = scattered & (number >= _FEWEST_PLACES)
        pairs = [(other, one) for one, other in pairs]
    return may


def shared_letters(
    left: "Letters", right: "Letters", alike: float = 0
) -> tuple[int, int, int] | None:
    """Align the letters of two texts; return how many they share, and how many each has.

    A misread letter changes four or five shingles, so letters are compared. None if the differences
    are mostly longer than two letters or whole words, if digits differ, or if the texts share too
    little to be more than ``alike``.

    >>> shared_letters(Letters("the brown fox jumps over"), Letters("tbe brown fax jumqs over"))
    (17, 20, 20)
    >>> forms = "smoker: y, drinks: n, asthma: n", "smoker: n, drinks: y, asthma: y"
    >>> shared_letters(*map(Letters, forms))
    """
    # the alignment is one of several: of two texts the same one, whichever is the left
    one, other = (left, right) if left.normal <= right.normal else (right, left)
    places = _places(one.compared, other.compared, alike)
    least = max(_FEWEST_PLACES, SCATTERED * len(places))
    scattered = whole = 0
    for start, stop, there, behind in places:
        ours, theirs = one.compared[start:stop], other.compared[there:behind]
        length = max(stop - start, behind - there)
        # two terms of two Chinese characters may have one in common, between others
        longest = _LONGEST_PLACE + all(map(unspaced, ours + theirs))
        scattered += length <= longest and not _are_numbers(ours, theirs)
        whole += one.is_word(start, stop) or other.is_word(there, behind)
    if scattered < least or whole >= MOST_WHOLE * len(places):
        return None
    shared = len(one.compared) - sum(stop - start for start, stop, _, _ in places)
    return shared, len(left.compared), len(right.compared)


def _places(one: str, other: str, alike: float = 0) -> list[tuple[int, int, int, int]]:
    """Return where two texts differ; empty if they cannot be more than ``alike``."""
    from rapidfuzz.distance import LCSseq, Levenshtein  # noqa: PLC0415 - a window opens without it

    both, longest = len(one) + len(other), max(len(one), len(other))
    # what an alignment shares is a common subsequence, which is found in a fraction of the time
    least = int(both * alike / (1 + alike))
    most_shared = LCSseq.similarity(one, other, score_cutoff=least)
    if most_shared < least:
        return []
    places: list[tuple[int, int, int, int]] = []
    start = there = long = 0
    # the same alignment: only so wide a band of all is worked out as is needed for sure; from half
    # of all on it is another one, since the distance is not worked out before
    hint = min(both - 2 * most_shared, max(longest - 1, 0) // 2)
    # the last one is empty, at the ends of both
    blocks = Levenshtein.opcodes(one, other, score_hint=hint).as_matching_blocks()
    # there are no more places than blocks
    most = len(blocks) - SCATTERED * len(blocks)
    for same in blocks:
        stop, behind = same.a, same.b
        if start != stop or there != behind:
            long += max(stop - start, behind - there) > _LONGEST_PLACE + 1
            if long > most:
                return []  # fast: most texts have more, some of the first ones
            places.append((start, stop, there, behind))
        start, there = stop + same.size, behind + same.size
    return places


def _are_numbers(one: str, other: str) -> bool:
    ours, theirs = (any(map(str.isdigit, side)) for side in (one, other))
    return (ours and theirs) or ((ours or theirs) and not (one and other))


class Letters:
    """The comparison form of a normal form, and the ends of its words; ``size`` is in bytes."""

    def __init__(self, normal: str) -> None:
        self.normal = normal
        self.compared = comparable(normal)
        self.size = sys.getsizeof(normal) + sys.getsizeof(self.compared)

    @functools.cached_property
    def _ends(self) -> "array[int]":
        # hardly one text in a thousand is asked for them
        apart = np.flatnonzero(np.diff(places_compared(self.normal)) > 1) + 1
        ends = array("q", [0, *apart.tolist(), len(self.compared)])
        self.size += sys.getsizeof(ends)
        return ends

    def is_word(self, start: int, stop: int) -> bool:
        """Return whether a place is a word, or all but a letter; if unspaced, beside a sign."""
        if start == stop:
            return False
        first, last = bisect_right(self._ends, start) - 1, bisect_left(self._ends, stop)
        before, after = start - self._ends[first], self._ends[last] - stop
        if unspaced(self.compared[start]):
            return not before or not after
        return before + after <= 1


LEAST_ROWS = 8  # of a table
_SEPARATORS = ",\t;|"
_OF_ONE_SHAPE = 0.8
_OF_SAMPLE = 0.4
_LONGEST = 200
_DIFFERENT = 0.5


def rows_of(decoded: str) -> Counter[str] | None:
    """Return the rows of a table by their comparison form; None if the text is no table.

    A table has one separator equally often in nearly all of its lines, most of which are different.
    """
    lines = list(filter(str.strip, decoded.splitlines()))
    if len(lines) < LEAST_ROWS or sum(map(len, lines)) > _LONGEST * len(lines):
        return None
    sample = lines[:: len(lines) // LEAST_ROWS]
    if not any(
        # fast: few texts have a separator in most lines
        _is_of_one_shape(sample, separator, _OF_SAMPLE) and _is_of_one_shape(lines, separator)
        for separator in _SEPARATORS
    ):
        return None
    rows = Counter(filter(None, comparable_lines(map(normalise, lines))))
    return rows if len(rows) >= _DIFFERENT * rows.total() else None


def _is_of_one_shape(lines: list[str], separator: str, share: float = _OF_ONE_SHAPE) -> bool:
    counts = [line.count(separator) for line in lines]
    if len(counts) - counts.count(0) < share * len(counts):
        return False  # fast: most lines of most texts have none
    ((most, times),) = Counter(counts).most_common(1)
    return most > 0 and times >= share * len(lines)


LEAST_STAMPS = 8
_DATE = r"\d{1,4}\s?[./年-]\s?\d{1,2}\s?[./月-]\s?\d{1,4}日?"
_TIME = r"\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d{1,3})?(?:\s?[AaPp]\.?[Mm]\b\.?)?"
# fast: most characters begin none
_STAMP = re.compile(
    rf"(?=[\d上下晚凌])(?:(?:{_DATE}[,T ]{{0,3}})?(?:上午|下午|晚上|凌晨)?{_TIME}|{_DATE})"
)
_DIGITS = re.compile(r"\d+")
_TEN_DIGITS = b"0123456789"
_SHARE = 0.1
_DIGITS_OF_STAMP = 0.4
_STAMPS_OF_ONE_SHAPE = 0.2  # a rarer shape is not the program's: a message may name an hour
_SAMPLE = 2_000


def shapes_of(text: str) -> frozenset[str]:
    """Return the shapes of a decoded text's time stamps; none if there are few of them.

    >>> sorted(shapes_of("13.04.23, 10:05 - Nina: yes " * 9))
    ['0.0.0, 0:0']
    """
    # fast: most texts have few digits
    data = text.encode("utf-8", "surrogatepass")
    if len(data) - len(data.translate(None, _TEN_DIGITS)) < _DIGITS_OF_STAMP * _SHARE * len(text):
        return frozenset()
    # fast: many a text with digits has no stamps; a chat may begin or end with prose
    samples = [text[at : at + _SAMPLE] for at in (0, len(text) // 2)]
    if all(sum(map(len, _STAMP.findall(one))) < _SHARE * len(one) / 2 for one in samples):
        return frozenset()
    stamps = _STAMP.findall(text)
    if len(stamps) < LEAST_STAMPS or sum(map(len, stamps)) < _SHARE * len(text):
        return frozenset()
    shapes = Counter(_DIGITS.sub("0", stamp) for stamp in stamps)
    least = _STAMPS_OF_ONE_SHAPE * len(stamps)
    return frozenset(one for one, times in shapes.items() if times >= least)


MOST_SHINGLES = 384  # some seventy words; longer texts are compared by shingles only
MOST_OF_NUMBERS = 768  # the same for texts that differ in numbers, dates and names only
FEW_SHINGLES = 128  # texts of fewer may differ in most of them, and in few words
THIRDS = 3  # the weight of words if only numbers, dates and names differ
LEAST_OF_FEW = 0.125  # the least similarity by few shingles at which words are compared


def least_by_shingles(one: int, other: int, *, numbers_only: bool = False) -> float | None:
    """Return the least similarity by shingles at which two texts are compared by words, too.

    ``one`` and ``other`` are the numbers of shingles. None if the texts are long, or one is clearly
    shorter, so that it may be a part of the other.
    """
    shorter, longer = sorted((one, other))
    if longer > (MOST_OF_NUMBERS if numbers_only else MOST_SHINGLES):
        return None
    if shorter <= PART_LENGTH * longer:
        return None
    return LEAST_OF_FEW if longer <= FEW_SHINGLES else LEAST_SIMILARITY


def shared_in_order(
    one: Sequence[Hashable], other: Sequence[Hashable], *, numbers_only: bool = False
) -> tuple[int, int, int] | None:
    """Count the words that two texts share in order, and those of each.

    None if one has clearly fewer. With ``numbers_only`` only numbers, dates and names differ: a
    replaced word counts as two thirds of a shared one, and all words count three times.

    >>> shared_in_order("pay the rent".split(), "pay no rent".split())
    (2, 3, 3)
    >>> shared_in_order("due on 7 may".split(), "due on 9 may".split(), numbers_only=True)
    (11, 12, 12)
    """
    shorter, longer = sorted((len(one), len(other)))
    if shorter <= PART_LENGTH * longer:
        return None
    from rapidfuzz.distance import LCSseq  # noqa: PLC0415 - a window opens without it

    shared = LCSseq.similarity(one, other)
    if numbers_only:
        return shared + 2 * shorter, THIRDS * len(one), THIRDS * len(other)
    return shared, len(one), len(other)


_NUMBER, _GROUPED = re.compile(r"\d+"), re.compile(r"\d(?: ?\d)*+")


def differ_only_in(left: str, right: str) -> OnlyIn | None:
    """Return the only sort of difference of two normal forms; None if equal or not one sort.

    >>> differ_only_in("a = b + 1", "a = b - 1").value, differ_only_in("schön", "schon").value
    ('punctuation', 'accents')
    >>> differ_only_in("one two", "onetwo").value, differ_only_in("1.5", "15")
    ('spaces', None)
    """
    if left == right or comparable(left) != comparable(right):
        return None
    # the same digits must make the same numbers, maybe in other groups
    if all(_sizes(number, left) != _sizes(number, right) for number in (_NUMBER, _GROUPED)):
        return None
    if left.replace(" ", "") == right.replace(" ", ""):
        return OnlyIn.SPACES
    if without_signs(left) == without_signs(right):
        return OnlyIn.PUNCTUATION
    one, other = without_marks(left), without_marks(right)
    if one.replace(" ", "") == other.replace(" ", ""):
        return OnlyIn.ACCENTS
    # else in names that are markup
    return OnlyIn.BOTH if without_signs(one) == without_signs(other) else None


def _sizes(number: re.Pattern[str], text: str) -> list[int]:
    return [len(found.replace(" ", "")) for found in number.findall(text)]


_NO_OTHER_STAMPS = 0.97
_HASH = (1 << 64) - 1

Words: TypeAlias = "array[int]"
Asked: TypeAlias = "tuple[TextId, TextId, ReadText, ReadText]"


def _hashes(words: Iterable[str]) -> Words:
    return array("Q", (hash(word) & _HASH for word in words))


@dataclass
class ReadText:
    """The parts of a text that are compared; ``key``, if set, is unique to the text."""

    shingles: Shingled
    signs: bytes
    decoded: str
    key: bytes = b""

    @classmethod
    def of(cls, decoded: str, key: bytes = b"") -> "ReadText":
        codes = normal_form(decoded, seen=False).codes
        return cls(Shingled.of(core.compared(codes)[0]), signs(codes), decoded, key)

    @functools.cached_property
    def words(self) -> tuple[Words, Words]:
        """The hashes of the words in order, and again with those of spaced scripts twice."""
        listed = words_compared(normalise(self.decoded))
        # a Chinese word has two characters, each of which is a word here
        twice = (one for one in listed for _ in range(1 if unspaced(one[0]) else 2))
        return _hashes(listed), _hashes(twice)

    @functools.cached_property
    def rows(self) -> Counter[str] | None:
        return rows_of(self.decoded)

    @functools.cached_property
    def stamps(self) -> frozenset[str]:
        return shapes_of(self.decoded)

    @functools.cached_property
    def in_letters(self) -> Letters:
        """The letters that are aligned; ends of lines and cells become signs."""
        return Letters(normalise(ENDS.sub(" | ", self.decoded)))

    @property
    def size(self) -> int:
        """The bytes of memory that it takes now."""
        known = vars(self)
        total = self.shingles.nbytes + sys.getsizeof(self.decoded)
        total += sum(map(sys.getsizeof, known.get("words", ())))
        if rows := known.get("rows"):
            total += sys.getsizeof(rows) + sum(map(sys.getsizeof, rows))
        return total + (self.in_letters.size if "in_letters" in known else 0)


def judged(left: TextId, right: TextId, one: ReadText, other: ReadText) -> Comparison:
    (made,) = judged_each([(left, right, one, other)])
    return made


def judged_each(
    asked: Sequence[Asked], begin: Callable[[int], None] = lambda _at: None
) -> list[Comparison]:
    """Compare pairs; ``begin`` is called with the index of the next pair, and before with 0."""
    if not asked:
        return []
    begin(0)
    counted = shared_by_each([(one.shingles, other.shingles) for *_, one, other in asked])
    made: list[Comparison] = []
    for at, pair in enumerate(asked):
        begin(at)
        made.append(_by_shingles(*pair, counted[at]))
    begin(0)
    aligned = np.array(
        [
            LEAST_ALIKE <= one.resemblance < 1
            and not one.numbers_only
            and least_by_shingles(one.left_size, one.right_size) is None
            for one in made
        ]
    )
    pairs = [
        (one.shingles, other.shingles) for *_, one, other in itertools.compress(asked, aligned)
    ]
    aligned[aligned] = may_be_misread(pairs)
    for at, (*_, one, other) in enumerate(asked):
        # others find nothing if less is shared, and no more if all is
        if LEAST_OF_FEW <= made[at].resemblance < 1:
            begin(at)
            made[at] = _by_others(made[at], one, other, aligned=aligned[at])
    return made


def _by_shingles(
    left: TextId, right: TextId, one: ReadText, other: ReadText, found: SharedShingles
) -> Comparison:
    compared = Comparison(left, right, found.shared, found.left, found.right)
    # what has the same letters has the same shingles
    if found.shared == found.left == found.right and np.array_equal(
        one.shingles.in_order, other.shingles.in_order
    ):
        only_in = differ_only_in(normalise(one.decoded), normalise(other.decoded))
        if only_in is not None:
            return compared._replace(only_in=only_in)
    if found.resemblance < (least_by_shingles(found.left, found.right) or LEAST_SIMILARITY):
        return compared
    # fast: hardly any two texts have equal signs unless they differ in numbers only
    numbers_only = one.signs == other.signs and differ_in_numbers_only(
        one.decoded, other.decoded, (one.key, other.key)
    )
    return compared._replace(numbers_only=numbers_only)


def _by_others(
    compared: Comparison, one: ReadText, other: ReadText, *, aligned: bool
) -> Comparison:
    best = compared
    for by in (_by_words, _by_rows, *([_by_letters] if aligned else []), _without_stamps):
        made = by(compared, one, other)
        # most return what they were given
        if made is not compared and made.resemblance > best.resemblance:
            best = made
    return best


def _by_words(compared: Comparison, one: ReadText, other: ReadText) -> Comparison:
    sizes = compared.left_size, compared.right_size
    least = least_by_shingles(*sizes, numbers_only=compared.numbers_only)
    # what repeats itself has its words in order, too, however unlike it is
    repeats = one.shingles.occurrences_count or other.shingles.occurrences_count
    if least is None or compared.resemblance < least or repeats:
        return compared
    pair = one.words, other.words
    # alike where all words are of scripts with spaces: these count once
    spaced = all(2 * len(words) == len(twice) for words, twice in pair)
    words = [once if spaced else twice for once, twice in pair]
    found = shared_in_order(*words, numbers_only=compared.numbers_only)
    return _counted(compared, found, MeasuredBy.WORDS)


def _by_rows(compared: Comparison, one: ReadText, other: ReadText) -> Comparison:
    if compared.resemblance < LEAST_ALIKE or one.rows is None or other.rows is None:
        return compared
    found = (one.rows & other.rows).total(), one.rows.total(), other.rows.total()
    made = _counted(compared, found, MeasuredBy.ROWS)
    # the same rows in another order differ in no number
    return made._replace(numbers_only=False) if one.rows == other.rows else made


def _by_letters(compared: Comparison, one: ReadText, other: ReadText) -> Comparison:
    found = shared_letters(one.in_letters, other.in_letters, compared.resemblance)
    return _counted(compared, found, MeasuredBy.LETTERS)


def _without_stamps(compared: Comparison, one: ReadText, other: ReadText) -> Comparison:
    if compared.numbers_only or compared.resemblance < LEAST_SIMILARITY:
        return compared
    # stamps are a tenth of such a text: where they are written otherwise less is in both
    if compared.containment >= _NO_OTHER_STAMPS:
        return compared
    if not one.stamps or not other.stamps or one.stamps & other.stamps:
        return compared
    left, right = (
        Shingled.of(comparable(normalise(_STAMP.sub(" ", text.decoded)))) for text in (one, other)
    )
    found = shared_by(left, right)
    return _counted(compared, (found.shared, found.left, found.right), MeasuredBy.UNSTAMPED)


def _counted(
    compared: Comparison, found: tuple[int, int, int] | None, measure: MeasuredBy
) -> Comparison:
    if found is None:
        return compared
    shared, left_size, right_size = found
    return compared._replace(
        shared=shared, left_size=left_size, right_size=right_size, measure=measure
    )
