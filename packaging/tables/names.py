"""The personal and place names of jieba's dictionary, for masks."""

from collections.abc import Collection, Iterator
from importlib import resources

import numpy as np
from numpy.typing import NDArray

from simcore.text.masking import SURNAMES

_DOUBLE_SURNAMES = ("欧阳", "司马", "诸葛", "上官", "司徒", "慕容", "皇甫", "尉迟")
# a two-character name more frequent than this in the dictionary is a word tagged by mistake
_MOST_FREQUENT_NAME = 440
_PLACE_ENDS = tuple("市 省 县 区 州 国 镇 自治区 队 政府 人民政府 大学".split())


def names_of_jieba() -> frozenset[str]:
    """Return the personal and place names of jieba's dictionary, by its tags nr and ns.

    The tags are noisy: 明白 is a name there, 上市 a place. So a personal name must begin with a
    surname, and a place of two characters must be in the dictionary with an ending, too (北京市).
    """
    listed = _Lines(resources.files("jieba").joinpath("dict.txt").read_bytes())
    people: set[str] = set()
    beginnings = {*SURNAMES, *(surname[0] for surname in _DOUBLE_SURNAMES)}
    for word, frequency, _ in listed.tagged("nr", "nrfg", beginnings=beginnings):
        known = len(word) == 3 or int(frequency) <= _MOST_FREQUENT_NAME
        if (word[0] in SURNAMES and 2 <= len(word) <= 3 and known) or (
            word.startswith(_DOUBLE_SURNAMES) and len(word) > 2
        ):
            people.add(word)
    people.update(word for word, _, _ in listed.tagged("nrt") if len(word) > 2)
    places = {word for word, _, _ in listed.tagged("ns", "nt")}
    ended = {place[:2] for place in places if place[2:] in _PLACE_ENDS}
    short = {place for place in places if len(place) == 2} & ended
    long = {place for place in places if len(place) > 2 and place.endswith(_PLACE_ENDS)}
    return frozenset(people | short | long)


class _Lines:
    """The lines of a dictionary, of word, frequency and tag.

    A third of a million, of which a fifth is needed: these are selected on the bytes of all lines
    at once, in a quarter of the time of a loop over the lines.
    """

    def __init__(self, data: bytes) -> None:
        # padding: no line is shorter than the bytes that are compared
        self._data = b"\n\n\n\n\n\n" + data.replace(b"\r\n", b"\n") + b"\n\n\n"
        self._codes = np.frombuffer(self._data, dtype=np.uint8)
        breaks = np.flatnonzero(self._codes == ord("\n"))[5:-2]
        self._starts, self._ends = breaks[:-1] + 1, breaks[1:]

    def tagged(self, *tags: str, beginnings: Collection[str] | None = None) -> Iterator[list[str]]:
        """Return the fields of the lines with any of some tags.

        With ``beginnings``, characters of three bytes each, only of lines that begin with one.
        """
        wanted = np.zeros(len(self._ends), dtype=np.bool_)
        for tag in tags:
            wanted |= self._end_with(f" {tag}".encode())
        chosen = np.flatnonzero(wanted)
        if beginnings is not None:
            firsts = np.frombuffer("".join(beginnings).encode(), dtype=np.uint8).reshape(-1, 3)
            indices = self._starts[chosen][:, None] + np.arange(3)
            chosen = chosen[np.isin(_joined(self._codes[indices]), _joined(firsts))]
        spans = zip(self._starts[chosen].tolist(), self._ends[chosen].tolist(), strict=True)
        lines = b"\n".join([self._data[start:end] for start, end in spans]).decode()
        return map(str.split, lines.split("\n") if lines else [])

    def _end_with(self, ending: bytes) -> NDArray[np.bool_]:
        fits = np.ones(len(self._ends), dtype=np.bool_)
        for offset, code in enumerate(reversed(ending), 1):
            fits &= self._codes[self._ends - offset] == code
        return fits


def _joined(codes: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return the three bytes of each row as one number."""
    joined: NDArray[np.int64] = codes.astype(np.int64) @ np.array([1 << 16, 1 << 8, 1])
    return joined
