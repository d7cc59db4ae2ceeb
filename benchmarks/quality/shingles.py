"""Which shingle the exact comparison should count: kinds of shingle side by side.

    python -m benchmarks.quality.shingles FOLDER [--documents N] [--seed SEED]

FOLDER has the unpacked corpora and their labels, as for ``corpora.py``; what is not there is
named and left out. Every pair of texts is compared by every kind of shingle, so the figures are
those of the shingle alone, not of what proposes pairs. Last come the planted edits of
``edits.py``, which need no corpus. Prints the tables of RESULTS-shingles.md.
"""

import argparse
import itertools
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.quality.all_pairs import Text, compared, texts_of
from benchmarks.quality.edits import Language, chinese, english, kinds, planted
from benchmarks.recipes.scores import FoundPair, Label, Score, evaluate, read_labels
from simcore.model.config import LEAST_SIMILARITY
from simcore.text.masking import segmenter
from simcore.text.shingles import distinct, mix
from simcore.text.similarity import comparable
from simcore.text.words import normalise, words

_Hashes = NDArray[np.uint64]
_FACTORS = [np.uint64(random.Random(place).getrandbits(64) | 1) for place in range(6)]
_HEADER = "| shingle | "


def _runs(values: NDArray[np.uint64], lengths: NDArray[np.int64]) -> _Hashes:
    """Hash the run that begins at each position; a shorter text is one run."""
    count, longest = len(values), int(lengths.max(initial=1))
    padded = np.zeros(count + longest, dtype=np.uint64)
    padded[:count] = values + np.uint64(1)
    total = np.zeros(count, dtype=np.uint64)
    for place in range(longest):
        inside = place < lengths
        total += np.where(inside, padded[place : place + count], np.uint64(0)) * _FACTORS[place]
    fits = np.arange(count) + lengths <= count
    return distinct(mix(total[fits] if fits.any() else total[:1]))


def characters(of_chinese: int, of_others: int) -> Callable[[str], _Hashes]:
    """Make shingles of two lengths, depending on whether they begin with a Chinese character."""

    def of(normal: str) -> _Hashes:
        codes = np.frombuffer(comparable(normal).encode("utf-32-le", "surrogatepass"), dtype="<u4")
        han = ((codes >= 0x3400) & (codes < 0xA000)) | (codes >= 0x20000)
        return _runs(codes.astype(np.uint64), np.where(han, of_chinese, of_others))

    return of


def three_words() -> Callable[[str], _Hashes]:
    """Make shingles of three words, Chinese ones by the dictionary."""
    cut = segmenter()
    numbers: dict[str, int] = {}

    def of(normal: str) -> _Hashes:
        listed = [numbers.setdefault(word, len(numbers)) for word in words(normal, cut)]
        return _runs(np.array(listed, dtype=np.uint64), np.full(len(listed), 3))

    return of


KINDS: dict[str, Callable[[], Callable[[str], _Hashes]]] = {
    "3 characters": lambda: characters(3, 3),
    "4 characters": lambda: characters(4, 4),
    "5 characters": lambda: characters(5, 5),
    "6 characters": lambda: characters(6, 6),
    "3 Chinese, 5 other": lambda: characters(3, 5),
    "**4 Chinese, 5 other**": lambda: characters(4, 5),
    "4 Chinese, 6 other": lambda: characters(4, 6),
    "3 words": three_words,
}


def found_by(
    kind: Callable[[str], _Hashes], texts: Sequence[Text], resemblance: float, containment: float
) -> list[FoundPair]:
    """Return the pairs of documents above a threshold by a kind of shingle, copies included."""
    sets = [kind(text.normal) for text in texts]
    pairs = [
        FoundPair(left, right, 0, pair.resemblance, pair.containment)
        for pair in compared(sets, resemblance, containment)
        for left in texts[pair.left].names
        for right in texts[pair.right].names
    ]
    copies = (pair for text in texts for pair in itertools.combinations(text.names, 2))
    return pairs + [FoundPair(left, right, 0, 1.0, 1.0) for left, right in copies]


def _table(columns: str) -> None:
    print(f"\n{_HEADER}{columns} |")
    print("|" + "---|" * (columns.count("|") + 2), flush=True)


def revisions(texts: Sequence[Text], labels: Sequence[Label]) -> None:
    """Print the agreement of each kind with labels that have figures."""
    _table(
        "P 0.7 | R 0.7 | F1 0.7 | P 0.8 | R 0.8 | F1 0.8 | P 0.9 | R 0.9 | F1 0.9 | "
        "part 0.9: P | R | wrong"
    )
    for name, make in KINDS.items():
        found = found_by(make(), texts, 0.7, 0.9)
        scores = {
            (score.measure, score.threshold): score
            for score in evaluate(found, labels, [0], [0.7, 0.8, 0.9]).scores
        }
        part = scores["containment", 0.9]
        cells = [
            figure
            for threshold in (0.7, 0.8, 0.9)
            for figure in _agreement(scores["similarity", threshold])
        ]
        cells += [f"{figure:.4f}" for figure in (part.precision, part.recall, part.must_not)]
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


def _agreement(score: Score) -> Iterator[str]:
    return (f"{figure:.4f}" for figure in (score.precision, score.recall, score.f1))


def plagiarism(texts: Sequence[Text], labels: Sequence[Label]) -> None:
    """Print how well labelled pairs without figures are separated from all other pairs."""
    _table("found | false | least of the pairs | most of the others")
    true = {label.names for label in labels}
    for name, make in KINDS.items():
        figures = {pair.names: pair.resemblance for pair in found_by(make(), texts, 1e-9, 2.0)}
        shown = {names for names, figure in figures.items() if figure >= LEAST_SIMILARITY}
        cells = [
            f"{len(shown & true)} of {len(true)}",
            str(len(shown - true)),
            f"{min(figures.get(names, 0.0) for names in true):.3f}",
            f"{max(figure for names, figure in figures.items() if names not in true):.3f}",
        ]
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


_SHARES = ("5%", "10%", "20%")


def edits(language: Language, count: int, seed: str) -> None:
    """Print how alike texts stay when words of them are substituted."""
    _table(" | ".join(f"{s}: mean | 5th percentile | at least 0.3" for s in _SHARES))
    wanted = [f"substituted {share}" for share in _SHARES]
    # up to the substitutions only: the later kinds need another library
    listed = [kind for kind in itertools.islice(kinds(language), 5) if kind.name in wanted]
    texts = [
        [
            tuple(normalise(language.text(version)) for version in versions)
            for versions in planted(language, kind, count, seed)
        ]
        for kind in listed
    ]
    for name, make in KINDS.items():
        kind = make()
        cells: list[str] = []
        for pairs in texts:
            alike = [_resemblance(kind(before), kind(after)) for before, after in pairs]
            share = sum(figure >= LEAST_SIMILARITY for figure in alike) / len(alike)
            cells += [f"{np.mean(alike):.3f}", f"{np.percentile(alike, 5):.3f}", f"{share:.2f}"]
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


def _resemblance(left: _Hashes, right: _Hashes) -> float:
    shared = len(np.intersect1d(left, right, assume_unique=True))
    return shared / (len(left) + len(right) - shared)


def main() -> None:
    """Print a table for each corpus that is there and for each language."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--documents", type=int, default=100, metavar="N")
    parser.add_argument("--seed", default="1")
    arguments = parser.parse_args()
    for name, table in (("tidb-docs-zh", revisions), ("mccormick-articles", plagiarism)):
        corpus = arguments.folder / name
        if not corpus.is_dir():
            print(f"{corpus}: is not there, left out", file=sys.stderr)
            continue
        texts = texts_of(corpus)
        print(f"\n## {name}, {len(texts)} texts", flush=True)
        table(texts, read_labels(Path(f"{corpus}.pairs.csv")))
    for language in (chinese(), english()):
        print(f"\n## {arguments.documents} documents in {language.name}, words substituted")
        edits(language, arguments.documents, arguments.seed)


if __name__ == "__main__":
    main()
