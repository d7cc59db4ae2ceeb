"""Texts of made-up words: forms with their own words, and versions of one text."""

import random
from collections.abc import Callable, Sequence
from pathlib import Path

LETTERS = "abcdefghijklmnopqrstuvwxyz"
IDEOGRAPHS = "".join(map(chr, range(0x4E00, 0x5800)))


def made_up(chance: random.Random, count: int, letters: str = LETTERS) -> list[str]:
    most = 9 if letters is LETTERS else 3
    return ["".join(chance.choices(letters, k=chance.randint(1, most))) for _ in range(count)]


def forms(seed: int, count: int, frame: int, own: tuple[int, int]) -> list[str]:
    """Write texts with one frame, each with words of its own in two places."""
    chance = random.Random(seed)
    words = made_up(chance, frame)
    found = []
    for _ in range(count):
        some = made_up(chance, chance.randint(*own))
        half = len(some) // 2
        found.append([*some[:half], *words[: frame // 2], *some[half:], *words[frame // 2 :]])
    return [" ".join(one) for one in found]


def put_in(chance: random.Random, words: list[str], count: int, letters: str) -> None:
    at = chance.randrange(len(words))
    words[at:at] = made_up(chance, count, letters)


def taken_out(chance: random.Random, words: list[str], count: int, _letters: str) -> None:
    at = chance.randrange(len(words) - count)
    del words[at : at + count]


def exchanged(chance: random.Random, words: list[str], count: int, letters: str) -> None:
    for word in made_up(chance, count, letters):
        words[chance.randrange(len(words))] = word


def written_anew(chance: random.Random, words: list[str], count: int, letters: str) -> None:
    at = chance.randrange(len(words) - count)
    words[at : at + count] = made_up(chance, count, letters)


def all_of_these(chance: random.Random, words: list[str], count: int, letters: str) -> None:
    for edit in (put_in, taken_out, exchanged, written_anew):
        edit(chance, words, max(1, count // 4), letters)


EDITS: dict[str, Callable[[random.Random, list[str], int, str], None]] = {
    "put in": put_in,
    "taken out": taken_out,
    "exchanged": exchanged,
    "written anew": written_anew,
    "all": all_of_these,
}
PARENTS: dict[str, Callable[[random.Random, int], int]] = {
    "in a line": lambda _chance, made: made - 1,
    "in branches": lambda chance, made: chance.randrange(made),
    "from the first": lambda _chance, _made: 0,
}


def versions(
    seed: int,
    count: int,
    size: int,
    parents: str,
    edit: str,
    letters: str = LETTERS,
    steps: tuple[float, float] = (0.01, 0.05),
) -> list[str]:
    """Write versions of a text, each other than the one before it by so much of the first one.

    None is of one that has lost half of its words.
    """
    chance = random.Random(seed)
    made = [made_up(chance, size, letters)]
    while len(made) < count:
        words = list(made[PARENTS[parents](chance, len(made))])
        if len(words) < size // 2:
            words = list(made[0])
        EDITS[edit](chance, words, max(1, round(size * chance.uniform(*steps))), letters)
        made.append(words)
    return [" ".join(words) for words in made]


def write_all(folder: Path, texts: Sequence[str], name: str = "text") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for number, text in enumerate(texts):
        (folder / f"{name}-{number:03}.txt").write_text(text, encoding="utf-8")
    return folder
