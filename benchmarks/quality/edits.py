"""Documents with planted edits, and how many of them are found, by kind of edit.

    python -m benchmarks.quality.edits FOLDER [--documents N] [--seed SEED] [--recipe NAME]

Writes N documents in English and N in Chinese into a new FOLDER, each of 250 to 1,200 tokens,
and an edited copy of each for every kind of edit: ``FOLDER/LANGUAGE/KIND/original`` and
``.../edited``, with a ``PAIRS.csv`` beside them that ``python -m benchmarks.recipes`` takes. Then
every kind is scanned with all pairs compared (``--similarity 0.3 --distance 64``).

The words are drawn by Zipf's law: in Chinese from jieba's dictionary, in English common words and
made-up ones, so that two documents share what documents of one language share. Everything
follows from the seed.
"""

import argparse
import csv
import importlib.util
import itertools
import random
import statistics
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import jieba

from benchmarks.recipes.scores import FoundPair, found_pairs
from simcore import FingerprintIndex, ScanConfig, scan
from simcore.model.config import DEFAULT_DISTANCE, DEFAULT_SIMILARITY, LEAST_SIMILARITY
from simcore.workers import make_executor

_VOCABULARY = 8_000
_FEWEST, _MOST = 250, 1_200
_SYLLABLES = [
    consonant + vowel for consonant in "bcdfghjklmnprstvwz" for vowel in "aeiou"
] + "ing er ment tion al est ly".split()
_COMMON_ENGLISH = (
    "the of and to in a is that for it as was with be by on not he his but at are this have from "
    "or had an they which one you were all her she there would their we him been has when who "
    "will no more if out so up said what its about than into them can only other time new some"
)

Paragraphs = list[list[str]]
"""A document: the words of its paragraphs."""

Edit = Callable[[Paragraphs, random.Random], Paragraphs]


@dataclass(frozen=True, slots=True)
class Language:
    """Words by falling frequency, and their typesetting."""

    name: str
    words: tuple[str, ...]
    between: str
    stop: str

    def draw(self, count: int, generator: random.Random) -> list[str]:
        """Draw words by Zipf's law."""
        weights = [1 / rank for rank in range(1, len(self.words) + 1)]
        return generator.choices(self.words, weights, k=count)

    def document(self, generator: random.Random) -> Paragraphs:
        """Make a document of paragraphs of 30 to 80 words."""
        words = self.draw(generator.randint(_FEWEST, _MOST), generator)
        paragraphs: Paragraphs = []
        while words:
            length = generator.randint(30, 80)
            paragraphs.append(words[:length])
            words = words[length:]
        return paragraphs

    def text(self, paragraphs: Paragraphs) -> str:
        """Write sentences of 12 words, a line a paragraph."""
        return "".join(
            "".join(
                self.between.join(words[at : at + 12]) + self.stop
                for at in range(0, len(words), 12)
            ).rstrip()
            + "\n\n"
            for words in paragraphs
        )


def english() -> Language:
    """Make the English vocabulary: common words first, then words made of syllables."""
    generator = random.Random(0)
    made = {
        "".join(generator.choices(_SYLLABLES, k=generator.randint(2, 4)))
        for _ in range(_VOCABULARY)
    }
    common = _COMMON_ENGLISH.split()
    rare = sorted(made - set(common))
    generator.shuffle(rare)
    return Language("english", (*common, *rare), " ", ". ")


def chinese() -> Language:
    """Take the commonest words of jieba's dictionary that are made of Chinese characters."""
    jieba.dt.initialize()
    words = [
        (count, word)
        for word, count in jieba.dt.FREQ.items()
        if count and all("\u4e00" <= character <= "\u9fff" for character in word)
    ]
    chosen = sorted(words, key=lambda item: (-item[0], item[1]))[:_VOCABULARY]
    return Language("chinese", tuple(word for _, word in chosen), "", "。")


def substituted(language: Language, share: float) -> Edit:
    """Replace a share of the words, at random positions, by other words."""

    def edit(paragraphs: Paragraphs, generator: random.Random) -> Paragraphs:
        words = list(itertools.chain.from_iterable(paragraphs))
        for place in generator.sample(range(len(words)), round(share * len(words))):
            before = words[place]
            while words[place] == before:
                (words[place],) = language.draw(1, generator)
        remaining = iter(words)
        return [list(itertools.islice(remaining, len(paragraph))) for paragraph in paragraphs]

    return edit


def shuffled(paragraphs: Paragraphs, generator: random.Random) -> Paragraphs:
    """Shuffle the paragraphs."""
    return generator.sample(paragraphs, len(paragraphs))


def framed(language: Language) -> Edit:
    """Add a header of 20 words and a footer of 30, the same for all documents."""
    generator = random.Random(7)
    header, footer = language.draw(20, generator), language.draw(30, generator)

    def edit(paragraphs: Paragraphs, generator: random.Random) -> Paragraphs:
        del generator
        return [header, *paragraphs, footer]

    return edit


def first(share: float) -> Edit:
    """Keep the first share of the words."""

    def edit(paragraphs: Paragraphs, generator: random.Random) -> Paragraphs:
        del generator
        kept: Paragraphs = []
        left = round(share * sum(map(len, paragraphs)))
        for paragraph in paragraphs:
            if left > 0:
                kept.append(paragraph[:left])
            left -= len(paragraph)
        return kept

    return edit


def unedited(paragraphs: Paragraphs, generator: random.Random) -> Paragraphs:
    """Keep the words: the edit is in their encoding or layout."""
    del generator
    return paragraphs


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of edit: of the words, or of the bytes of the file."""

    name: str
    edit: Edit
    written: Callable[[str], bytes] = str.encode


def traditional() -> Callable[[str], bytes] | None:
    """Return the converter of simplified to traditional Chinese; None without OpenCC."""
    if importlib.util.find_spec("opencc") is None:
        print("traditional is left out: the library OpenCC is not installed", file=sys.stderr)
        return None
    import opencc  # noqa: PLC0415 - may be missing

    convert = opencc.OpenCC("s2t").convert
    return lambda text: convert(text).encode()


def kinds(language: Language) -> Iterator[Kind]:
    """Yield the kinds of edit of a language."""
    for share in (0.01, 0.05, 0.1, 0.2, 0.5):
        yield Kind(f"substituted {share:.0%}", substituted(language, share))
    yield Kind("paragraphs shuffled", shuffled)
    yield Kind("header and footer", framed(language))
    encodings = ("utf-16", "gb18030") if language.name == "chinese" else ("utf-16", "utf-8-sig")
    for encoding in encodings:
        yield Kind(f"in {encoding}", unedited, lambda text, to=encoding: text.encode(to))
    if language.name == "chinese":
        written = traditional()
        if written is not None:
            yield Kind("traditional", unedited, written)
    for share in (0.25, 0.5, 0.75):
        yield Kind(f"first {share:.0%}", first(share))


def planted(
    language: Language, kind: Kind, count: int, seed: str
) -> Iterator[tuple[Paragraphs, Paragraphs]]:
    """Make documents, each with its edited copy; everything follows from the seed."""
    for number in range(count):
        generator = random.Random(f"{seed} {language.name} {number}")
        paragraphs = language.document(generator)
        yield paragraphs, kind.edit(paragraphs, random.Random(f"{seed} {kind.name} {number}"))


def write_documents(
    folder: Path, language: Language, kind: Kind, count: int, seed: str
) -> set[frozenset[str]]:
    """Write originals and edited copies with their labels; return the labels."""
    pairs: list[tuple[str, str]] = []
    for side in ("original", "edited"):
        (folder / side).mkdir(parents=True)
    for number, (original, edited) in enumerate(planted(language, kind, count, seed)):
        left, right = (f"{side}/{number:04}.txt" for side in ("original", "edited"))
        (folder / left).write_bytes(language.text(original).encode())
        (folder / right).write_bytes(kind.written(language.text(edited)))
        pairs.append((left, right))
    with (folder / "PAIRS.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([("left", "right"), *pairs])
    return {frozenset(pair) for pair in pairs}


def found_in(folder: Path, recipe: str) -> list[FoundPair]:
    """Scan a folder with every pair compared."""
    config = ScanConfig(
        include=("*.txt",),
        recipe=recipe,
        distance=64,
        compared_distance=64,
        similarity=LEAST_SIMILARITY,
        jobs=0,
    )
    with FingerprintIndex(Path(":memory:")) as index, make_executor(config.jobs) as executor:
        return found_pairs(scan([folder], config, index, executor), folder)


def row(
    language: Language, kind: Kind, found: Sequence[FoundPair], true: set[frozenset[str]]
) -> str:
    """Return the row of one kind of edit."""
    hits = [pair for pair in found if pair.names in true]
    starting = [
        pair
        for pair in hits
        if pair.distance <= DEFAULT_DISTANCE and pair.resemblance >= DEFAULT_SIMILARITY
    ]
    figures = (
        [
            f"{statistics.median(pair.resemblance for pair in hits):.2f}",
            f"{statistics.median(pair.containment for pair in hits):.2f}",
            f"{statistics.median(pair.distance for pair in hits):g}",
        ]
        if hits
        else ["", "", ""]
    )
    cells = [
        language.name,
        kind.name,
        str(len(true)),
        f"{len(hits) / len(true):.3f}",
        str(len(found) - len(hits)),
        f"{len(starting) / len(true):.3f}",
        *figures,
    ]
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Write, scan and print a row for every kind of edit."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="must not exist")
    parser.add_argument("--documents", type=int, default=100, metavar="N")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--recipe", default="default")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True)
    print(
        "| language | edit | pairs | recall | false | recall at the start | resemblance | "
        "containment | distance |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
    for language in (english(), chinese()):
        for kind in kinds(language):
            folder = arguments.folder / language.name / kind.name.replace(" ", "-")
            true = write_documents(folder, language, kind, arguments.documents, arguments.seed)
            print(row(language, kind, found_in(folder, arguments.recipe), true), flush=True)


if __name__ == "__main__":
    main()
