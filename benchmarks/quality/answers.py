"""Answers with sentences taken over from a source, among their own, and what is found of them.

    python -m benchmarks.quality.answers FOLDER [--similarity S] [--containment C] [--seed SEED]

Of 240 texts of FOLDER that have nothing in common, the first eighty are sources. Eighty answers
take 40 to 90 % of the sentences of one source each, in any order, with 5 to 20 % of the words
exchanged for others, and have a fifth to four fifths as many sentences of their own, from the next
eighty texts. A scan at the thresholds is to show each answer with its source, and nothing else.
Texts are plain text, Markdown without what is no sentence; Chinese is told by its characters.
"""

import argparse
import random
import re
import tempfile
from collections.abc import Sequence
from pathlib import Path

from simcore import FingerprintIndex, ScanConfig, scan
from simcore.pipeline.rereading import read_text
from simcore.reports.tables import pair_rows
from simcore.text.shingles import shingles_in_order
from simcore.text.similarity import comparable, longer
from simcore.text.words import normalise
from simcore.workers import make_executor

_SOURCES = 80
_TEXTS = 3 * _SOURCES
_LARGEST_FILE = 1_000_000
_LONGEST = 1_500
_IN_COMMON = 0.06
_LEAST_SENTENCES = 6
_LENGTH = 8
_ENDS = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])")
_WORD = re.compile(r"[A-Za-z]{4,}|[一-龥]{2}")
_MARKUP = ("|", "`", "#", "<", "-", " ", "\t")


def _sentences(text: str) -> list[str]:
    return [one.strip() for one in _ENDS.split(text) if len(one.strip()) > 15]


def _prose(text: str) -> str:
    """Return the lines of a text that are no markup, up to a page."""
    lines = [line for line in text.splitlines() if len(line) > 25 and not line.startswith(_MARKUP)]
    return "\n".join(lines)[:_LONGEST]


def unlike_texts(folder: Path, rng: random.Random) -> list[str]:
    """Choose texts of a folder that share hardly any runs of eight characters."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    rng.shuffle(paths)
    texts: list[str] = []
    runs: list[set[int]] = []
    for path in paths:
        text = _prose(read_text(path, _LARGEST_FILE)[0].text)
        if len(_sentences(text)) < _LEAST_SENTENCES:
            continue
        own = set(longer(shingles_in_order(comparable(normalise(text))), _LENGTH).tolist())
        if all(len(own & other) < _IN_COMMON * min(len(own), len(other)) for other in runs):
            texts.append(text)
            runs.append(own)
        if len(texts) == _TEXTS:
            return texts
    raise SystemExit(f"{folder} has {len(texts)} unlike texts, not {_TEXTS}")


def answer(source: str, other: str, words: Sequence[str], rng: random.Random) -> str:
    """Make an answer that takes sentences of a source over, among others."""
    listed = _sentences(source)
    taken = rng.sample(listed, max(3, round(len(listed) * rng.uniform(0.4, 0.9))))
    share = rng.uniform(0.05, 0.2)

    def exchanged(found: re.Match[str]) -> str:
        return rng.choice(words) if rng.random() < share else found.group()

    made = [_WORD.sub(exchanged, sentence) for sentence in taken]
    own = _sentences(other)[: max(1, round(len(taken) * rng.uniform(0.2, 0.8)))]
    for sentence in own:
        made.insert(rng.randint(0, len(made)), sentence)
    return " ".join(made)


def main() -> None:
    """Make the answers, scan them with their sources and others, and count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--similarity", type=float, default=0.3)
    parser.add_argument("--containment", type=float, default=0.1)
    parser.add_argument("--seed", type=int, default=5)
    given = parser.parse_args()
    rng = random.Random(given.seed)
    texts = unlike_texts(given.folder, rng)
    sources, others, rest = (texts[at : at + _SOURCES] for at in range(0, _TEXTS, _SOURCES))
    words = _WORD.findall(" ".join(rest))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        for number, (source, other) in enumerate(zip(sources, others, strict=True)):
            made = answer(source, other, words, rng)
            (folder / f"{number:03}-answer.txt").write_text(made, "utf-8")
            (folder / f"{number:03}-source.txt").write_text(source, "utf-8")
            (folder / f"{number:03}-another.txt").write_text(rest[number], "utf-8")
        config = ScanConfig(jobs=0, similarity=given.similarity, containment=given.containment)
        with FingerprintIndex(Path(":memory:")) as index, make_executor(0) as executor:
            report = scan([folder], config, index, executor)
        shown = {
            tuple(sorted((row.left.path.name, row.right.path.name)))
            for row in pair_rows(report, expand=True)
        }
    right = {(f"{number:03}-answer.txt", f"{number:03}-source.txt") for number in range(_SOURCES)}
    found = len(shown & right)
    print("| shown | right | precision | recall | F1 |\n|---|---|---|---|---|")
    print(
        f"| {len(shown)} | {found} | {found / max(1, len(shown)):.3f} | {found / _SOURCES:.3f} "
        f"| {2 * found / (len(shown) + _SOURCES):.3f} |"
    )


if __name__ == "__main__":
    main()
