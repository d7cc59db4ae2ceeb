"""What a kind is made of: verdicts, documents, pairs and labels."""

import csv
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

PAIRS = 10
_ROOM = Path(__file__).parent


class Verdict(StrEnum):
    """What a person says of two documents."""

    SAME = "same"  # one can go
    NEAR = "near"  # worth a look side by side
    PART = "part"  # one holds the other, or most of it
    FORM = "form"  # the same frame with own content
    NUMBERS = "numbers"  # they differ in numbers, dates and amounts only
    OTHER = "other"  # not to be shown
    REORDERED = "reordered"  # the same passages in another order
    BOILERPLATE = "boilerplate"  # what they share stands in many documents
    VERSION = "version"  # one is an earlier state of the other, which holds it


class HalfName(StrEnum):
    """The half that tuning may look at, the one kept aside until it was run, and a third one."""

    TUNED = "tuned"
    ASIDE = "aside"
    FRESH = "fresh"


@dataclass(frozen=True, slots=True)
class File:
    """One document: its bytes, the suffix by which it is read, and its name where that tells."""

    data: bytes
    suffix: str = ".txt"
    name: str = ""

    @classmethod
    def of(cls, text: str, suffix: str = ".txt", name: str = "") -> "File":
        """Write a text in UTF-8."""
        return cls(text.encode(), suffix, name)


Couple = tuple[File, File]


@dataclass(frozen=True, slots=True)
class Made:
    """The documents of a kind: its pairs, and others of their form that stand around them."""

    couples: tuple[Couple, ...]
    crowd: tuple[File, ...] = ()


@dataclass(frozen=True, slots=True)
class Label:
    """What a person says of one pair, with the reason in one sentence."""

    kind: str
    number: int
    verdicts: frozenset[Verdict]
    reason: str


def read_labels(half: HalfName) -> dict[str, list[Label]]:
    """Return the labels of a half by kind, in the order of the pairs.

    A row of the file holds for one half or for all, and for one pair or a range of them.
    """
    labels: dict[str, list[Label]] = {}
    with (_ROOM / "labels.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["half"] not in ("all", half):
                continue
            verdicts = frozenset(Verdict(name) for name in row["verdict"].split("|"))
            first, _, last = row["pairs"].partition("-")
            for number in range(int(first), int(last or first) + 1):
                label = Label(row["kind"], number, verdicts, row["reason"])
                labels.setdefault(label.kind, []).append(label)
    return {kind: sorted(rows, key=lambda label: label.number) for kind, rows in labels.items()}
