"""Scanned pages with misread characters, and what each position of the slider hides of them.

    python -m benchmarks.quality.noisy FOLDER [--documents N] [--seed SEED] [--texts TEXTS]

Writes collections into a new FOLDER, ``FOLDER/LANGUAGE/RATE``: N pages, each as it was printed
(``clean``) and as it was scanned twice (``one``, ``other``), with 1 to 8 % of the characters
misread. A misread Latin letter becomes one that looks like it; a Chinese character becomes a
neighbour in Unicode, which is ordered by radical and strokes. Each collection is scanned as usual,
and a row says how many of the verified pairs that are at least S alike (0.7) each distance hides.

The pages are drawn like the documents of ``edits.py``, or are the beginnings of the files below
TEXTS. Everything follows from the seed.
"""

import argparse
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from benchmarks.quality.edits import Language, chinese, english
from simcore import FingerprintIndex, Pair, ScanConfig, scan
from simcore.grouping.pairs import shown_kind
from simcore.model.config import DEFAULT_SIMILARITY, LEAST_SIMILARITY
from simcore.workers import make_executor

RATES = tuple(range(1, 9))
"""Misread characters, in percent."""

DISTANCES = (0, 3, 12, 18, 20, 22, 23, 24, 25, 26)

_PAGE = 1_500
"""Characters of a page; a Chinese one has two thirds of them."""

_LOOK_ALIKE = dict(
    pair.split("=")
    for pair in (
        "O=0 0=O l=1 1=l I=l i=l e=c c=e a=o o=a n=u u=n h=b b=h t=f f=t s=5 5=s r=n m=rn w=vv "
        "d=cl g=q q=g v=y y=v p=n k=h ,=. .=, B=8 8=B S=5 Z=2 2=Z G=6 6=G"
    ).split()
)
_STEPS = (-3, -2, -1, 1, 2, 3)


def misread(text: str, share: float, generator: random.Random) -> str:
    """Replace a share of the characters, each by chance; blanks stay."""
    return "".join(
        _misread(character, generator)
        if not character.isspace() and generator.random() < share
        else character
        for character in text
    )


def _misread(character: str, generator: random.Random) -> str:
    if "\u4e00" <= character <= "\u9fff":
        return chr(min(max(ord(character) + generator.choice(_STEPS), 0x4E00), 0x9FFF))
    return _LOOK_ALIKE.get(character) or generator.choice("etaoinshrdlu")


def drawn(language: Language, count: int, seed: str) -> Iterator[str]:
    """Draw pages of a language."""
    page = _PAGE * 2 // 3 if language.name == "chinese" else _PAGE
    for number in range(count):
        generator = random.Random(f"{seed} {language.name} {number}")
        yield language.text(language.document(generator))[:page]


def beginnings(folder: Path, count: int, seed: str) -> Iterator[str]:
    """Yield the first page of some files of a folder, of those that have one."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    random.Random(seed).shuffle(files)
    for path in files:
        text = path.read_text(encoding="utf-8", errors="replace")
        if len(text) >= _PAGE // 2:
            yield text[:_PAGE]
            count -= 1
        if not count:
            return


def write_scans(folder: Path, pages: Sequence[str], percent: int, seed: str) -> None:
    """Write pages as printed, and as scanned twice."""
    for side in ("clean", "one", "other"):
        (folder / side).mkdir(parents=True)
        for number, page in enumerate(pages):
            generator = random.Random(f"{seed} {side} {percent} {number}")
            text = page if side == "clean" else misread(page, percent / 100, generator)
            (folder / side / f"{number:04}.txt").write_text(text, encoding="utf-8")


def verified(folder: Path, config: ScanConfig) -> tuple[Pair, ...]:
    """Scan a folder and return its verified pairs."""
    with FingerprintIndex(Path(":memory:")) as index, make_executor(config.jobs) as executor:
        return scan([folder], config, index, executor).pairs


def row(name: str, percent: str, pairs: Sequence[Pair], config: ScanConfig) -> str:
    """Return the row of a collection: what distances hide of what the similarity lets through."""
    alike = [pair for pair in pairs if pair.resemblance >= config.similarity]
    hidden = [
        sum(shown_kind(pair, replace(config, distance=distance)) is None for pair in alike)
        for distance in DISTANCES
    ]
    shares = [f"{count / len(alike):.4f}" if alike else "" for count in hidden]
    farthest = max((pair.distance for pair in alike), default=0)
    cells = [name, percent, str(len(pairs)), str(len(alike)), *shares, str(farthest)]
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Write and scan the collections, and print a row of each, and of all of a language."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="must not exist")
    parser.add_argument("--documents", type=int, default=300, metavar="N")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--similarity", type=float, default=DEFAULT_SIMILARITY, metavar="S")
    parser.add_argument("--texts", type=Path, metavar="TEXTS", help="take pages from files")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True)
    count, seed = arguments.documents, arguments.seed
    if arguments.texts:
        books = [(arguments.texts.name, list(beginnings(arguments.texts, count, seed)))]
    else:
        books = [(one.name, list(drawn(one, count, seed))) for one in (english(), chinese())]
    config = ScanConfig(similarity=arguments.similarity, jobs=0)
    columns = ["language", "misread", "verified", f"at least {config.similarity:g} alike"]
    columns += [f"hidden at {distance}" for distance in DISTANCES]
    print(f"| {' | '.join([*columns, 'farthest'])} |")
    print("|---" * (len(columns) + 1) + "|")
    for name, pages in books:
        of_all: list[Pair] = []
        for percent in RATES:
            folder = arguments.folder / name / str(percent)
            write_scans(folder, pages, percent, seed)
            pairs = verified(folder, replace(config, similarity=LEAST_SIMILARITY))
            of_all += pairs
            print(row(name, f"{percent} %", pairs, config), flush=True)
        print(row(name, "all", of_all, config), flush=True)


if __name__ == "__main__":
    main()
