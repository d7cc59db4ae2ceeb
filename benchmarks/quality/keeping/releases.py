"""Pages of two releases, laid out as people have them."""

import os
import random
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.quality.keeping.sources import Releases

LAYOUTS = ("folders", "names", "times", "text")
"""What tells the release: the folder, the file's name, the time of modification, or the text."""

_WORDS = "amber birch cedar dune ember fjord grove heath inlet juniper".split()


@dataclass(frozen=True, slots=True)
class Planted:
    """A pair of documents of which one is to stay, and the sort that it is counted in."""

    sort: str
    stays: Path
    other: Path


def lay_out(
    work: Releases, sources: Path, layout: str, most: int, library: Path
) -> Iterator[Planted]:
    """Write at most so many pairs of a work into a library, in a random order of places."""
    dice = random.Random(f"{work.name} {layout}")
    pairs = list(work.pairs(sources))
    root = sources / work.folders[0]
    for number, pair in enumerate(dice.sample(pairs, min(most, len(pairs)))):
        inside = pair[0].relative_to(root)
        places = [_place(work, layout, library, inside, release) for release in (0, 1)]
        if layout in {"times", "text"}:
            folders = dice.sample(_WORDS, 2)
            places = [library / work.name / folder / inside for folder in folders]
        order = [0, 1]
        dice.shuffle(order)
        for release in order:
            places[release].parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(pair[release], places[release])
            if layout == "times":
                moment = work.times[release] + number
                os.utime(places[release], (moment, moment))
        yield Planted(f"{work.name}, {layout}", places[1], places[0])


def _place(work: Releases, layout: str, library: Path, inside: Path, release: int) -> Path:
    version = work.versions[release]
    if layout == "folders":
        return library / f"{work.name}-{version}" / inside
    name = f"{inside.stem} {version}{inside.suffix}"
    return library / work.name / inside.parent / name
