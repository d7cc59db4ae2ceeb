"""Forms of the room, and filling them in as people do.

A file in ``forms/HALF`` has sections, each begun by a line ``@ name``. A section is a form, which
is filled in as a whole, or a list, whose lines fill its places. Places in a form or a line:

    {goods}        one line of the section ``goods`` (of that language), itself filled in
    {goods*3}      three different lines of it
    {$client}      a line that stays the same in all places of the document
    {=body}        what the maker passes
    {0000}         a number of as many digits; {00.00} with decimals
    {1..28}        a number between two others; {01..28} with a zero before

The lines of a list are dealt like cards: no line comes twice before all came once, so that two
documents that are filled in one after the other have other contents.
"""

import random
import re
from functools import cache
from pathlib import Path

from benchmarks.quality.kinds.model import HalfName

_PLACE = re.compile(r"\{(\$?)([^{}*]+)(?:\*(\d+))?\}")
_RANGE = re.compile(r"(\d+)\.\.(\d+)")
_FORMS = Path(__file__).parent / "forms"

Sections = dict[str, list[str]]


@cache
def sections(half: HalfName, file: str) -> Sections:
    """Return the lines of the sections of a file of forms, by name."""
    found: Sections = {}
    text = (_FORMS / half / f"{file}.txt").read_text(encoding="utf-8")
    lines: list[str] = []
    for line in text.splitlines():
        if line.startswith("@ "):
            lines = found.setdefault(line[2:].strip(), [])
        else:
            lines.append(line)
    for name, body in found.items():
        while body and not body[-1].strip():
            body.pop()
        if not body:
            raise ValueError(f"the section {name} of {file} is empty")
    return found


def written(half: HalfName, file: str, section: str) -> list[list[str]]:
    r"""Return the rows of a section: parts apart by a vertical bar, ``\n`` for a line break."""
    rows = [line for line in sections(half, file)[section] if line.strip()]
    return [[part.strip().replace("\\n", "\n") for part in row.split(" | ")] for row in rows]


class Filler:
    """Fills in the forms of a file by a seed.

    With ``changed`` that share of the numbers is another than without, and no word is.
    """

    def __init__(self, half: HalfName, file: str, seed: str, changed: float = 0) -> None:
        self._sections = sections(half, file)
        self._words = random.Random(f"{seed} words")
        self._numbers = random.Random(f"{seed} numbers")
        self._others = random.Random(f"{seed} other numbers")
        self._changed = changed
        self._decks: dict[str, list[str]] = {}

    def fill(self, form: str, **passed: str) -> str:
        """Fill in a form; lists of ``NAME.LANGUAGE`` are looked up in that language first."""
        stays = {f"={name}": text for name, text in passed.items()}
        text = "\n".join(self._sections[form])
        return self._filled(text, form.rpartition(".")[2], stays) + "\n"

    def has(self, form: str) -> bool:
        """Return whether there is such a form."""
        return form in self._sections

    def line(self, name: str, language: str, **passed: str) -> str:
        """Return one line of a list, filled in."""
        stays = {f"={name}": text for name, text in passed.items()}
        return self._filled(self._deal(f"{name}.{language}", name), language, stays)

    def _filled(self, text: str, language: str, stays: dict[str, str]) -> str:
        def place(match: re.Match[str]) -> str:
            stay, name, count = match.groups()
            if re.fullmatch(r"[0.]+", name) and ".." not in name:
                return re.sub("0+", lambda zeros: self._number(len(zeros[0])), name)
            if limits := _RANGE.fullmatch(name):
                number = self._between(int(limits[1]), int(limits[2]))
                return str(number).zfill(len(limits[1]) if limits[1].startswith("0") else 0)
            if name in stays and (stay or name.startswith("=")):
                return stays[name]
            lines = [
                self._filled(self._deal(f"{name}.{language}", name), language, stays)
                for _ in range(int(count or 1))
            ]
            if stay:
                stays[name] = lines[0]
            return "\n".join(lines)

        return _PLACE.sub(place, text)

    def _number(self, digits: int) -> str:
        return str(self._between(10 ** (digits - 1), 10**digits - 1))

    def _between(self, least: int, most: int) -> int:
        number, other = (chance.randint(least, most) for chance in (self._numbers, self._others))
        return other if self._others.random() < self._changed else number

    def _deal(self, name: str, elsewhere: str) -> str:
        name = name if name in self._sections else elsewhere
        if not self._decks.get(name):
            deck = list(self._sections[name])
            self._words.shuffle(deck)
            self._decks[name] = deck
        return self._decks[name].pop()
