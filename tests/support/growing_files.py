"""Files that grow: what a folder holds of a log or a diary that was saved again and again."""

import random
from collections.abc import Sequence
from pathlib import Path

from forms import LETTERS, made_up


def growing(
    seed: int, sizes: int, letters: str = LETTERS, *, start: int = 4, edits: float = 0.0
) -> list[str]:
    """Write a text that gets a line from one size to the next.

    It begins with ``start`` lines. ``edits`` is how many words of older lines are exchanged for
    each line that comes, on average.
    """
    chance = random.Random(seed)
    words = made_up(chance, 3_000, letters)
    between = " " if letters is LETTERS else ""
    lines = [chance.choices(words, k=chance.randint(8, 16)) for _ in range(start)]
    found = []
    for _ in range(sizes):
        lines.append(chance.choices(words, k=chance.randint(8, 16)))
        if chance.random() < edits:
            line = chance.choice(lines)
            line[chance.randrange(len(line))] = chance.choice(words)
        found.append("".join(between.join(line) + ".\n" for line in lines))
    return found


def saved(folder: Path, texts: Sequence[str], name: str = "v") -> list[Path]:
    folder.mkdir(exist_ok=True)
    paths = [folder / f"{name}{number:03}.txt" for number in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, encoding="utf-8")
    return paths
