"""Families of drafts, copies and serial numbers as people name them, see ``families.txt``."""

import os
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

_TABLE = Path(__file__).with_name("families.txt")
_LINE = re.compile(r"(\S+)(?: (\d\d:\d\d(?::\d\d)?))?\s+([*=]?)\s+(\S.*)")
_WORDS, _CHANGED = 600, 4


@dataclass(frozen=True, slots=True)
class Family:
    """Documents of which one is to stay; ``check`` if its name and its date disagree."""

    half: str
    who: str
    documents: tuple[tuple[datetime, str, str], ...]
    check: bool

    @property
    def kept(self) -> str:
        """The name of the document to keep."""
        return next(name for _, sign, name in self.documents if sign == "*")

    def write(self, folder: Path) -> None:
        """Write the documents below a folder; each text differs from the one before in 4 words."""
        dice = random.Random(self.who)
        words = [_word(dice) for _ in range(_WORDS)]
        for moment, sign, name in self.documents:
            if sign != "=":
                for at in dice.sample(range(_WORDS), _CHANGED):
                    words[at] = _word(dice)
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(" ".join(words), encoding="utf-8")
            os.utime(path, (moment.timestamp(),) * 2)


def _word(dice: random.Random) -> str:
    return "".join(dice.choice("bdfgklmnprstvz") + dice.choice("aeiou") for _ in range(3))


def families(half: str) -> Iterator[Family]:
    """Yield the families of a half."""
    text = re.sub(r"^#.*\n", "", _TABLE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    for head, *lines in (block.splitlines() for block in text.strip().split("\n\n")):
        kind, who = head[1:].split("] ", 1)
        if kind.split()[0] == half:
            yield Family(half, who, tuple(map(_document, lines)), kind.endswith("check"))


def _document(line: str) -> tuple[datetime, str, str]:
    found = _LINE.fullmatch(line)
    if found is None:
        raise ValueError(line)
    moment = datetime.fromisoformat(f"{found[1]} {found[2] or '12:00'}").replace(tzinfo=UTC)
    return moment, found[3], found[4]
