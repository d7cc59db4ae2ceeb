"""How alike two texts are by chance, by the length of shingles: tables, logs, sequences, articles.

    python -m benchmarks.quality.chance [FOLDER]

Two of a kind have nothing in common but how they are made. FOLDER has articles as text, of which
two halves are joined in any order, see ``corpora.py``. A third text is the first one with a
twentieth of its rows from the second one.
"""

import argparse
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simcore.kernel.core import each
from simcore.pipeline.rereading import read_text
from simcore.text.shingles import distinct, shingles_in_order
from simcore.text.similarity import Shingled, comparable, longer, shared_by
from simcore.text.words import normalise

Rows = list[str]
_LENGTHS = (5, 6, 7, 8, 10, 12, 16, 24)
_LARGEST_FILE = 1_000_000

_FIRST = "Anna Ben Clara David Eva Frank Grace Hugo Ida Jan Karl Lena Mia Nora Otto Paul".split()
_TOWNS = "Berlin Hamburg Munich Cologne Frankfurt Stuttgart Leipzig Dresden".split()
_CITIES = "北京 上海 广州 深圳 杭州".split()


def _numbers(columns: int, rows: int) -> Callable[[random.Random], Rows]:
    return lambda rng: [
        ",".join(f"{rng.gauss(20, 5):.2f}" for _ in range(columns)) for _ in range(rows)
    ]


def _letters(alphabet: str, rows: int) -> Callable[[random.Random], Rows]:
    return lambda rng: ["".join(rng.choices(alphabet, k=80)) for _ in range(rows)]


def _people(rows: int) -> Callable[[random.Random], Rows]:
    return lambda rng: [
        f"{rng.choice(_FIRST)},{rng.choice(_FIRST)}son,{rng.randint(18, 80)},{rng.choice(_TOWNS)},"
        f"{rng.choice(['active', 'inactive'])}"
        for _ in range(rows)
    ]


def _chinese_people(rng: random.Random) -> Rows:
    return [
        f"{rng.choice('赵钱孙李周吴郑王')}{''.join(rng.choices('伟芳娜敏静丽强磊军洋', k=2))},"
        f"{rng.randint(18, 80)},{rng.choice(_CITIES)},{rng.choice(['在职', '离职'])}"
        for _ in range(500)
    ]


def _log(rng: random.Random) -> Rows:
    return [
        f"2026-11-{rng.randint(1, 30):02} {rng.randint(0, 23):02}:{rng.randint(0, 59):02} INFO "
        f"server request {rng.choice(['GET', 'POST'])} /api/{rng.choice(_FIRST).lower()} status "
        f"{rng.choice([200, 404, 500])} in {rng.randint(1, 900)} ms"
        for _ in range(500)
    ]


KINDS: dict[str, Callable[[random.Random], Rows]] = {
    "2,000 rows of 6 measurements": _numbers(6, 2_000),
    "20,000 rows of 2 measurements": _numbers(2, 20_000),
    "DNA, 20,000 letters": _letters("ACGT", 250),
    "DNA, 1,000,000 letters": _letters("ACGT", 12_500),
    "zeros and ones, 20,000": _letters("01", 250),
    "200 people": _people(200),
    "5,000 people": _people(5_000),
    "500 people in Chinese": _chinese_people,
    "500 lines of a log": _log,
}


def _cases(folder: Path | None) -> Iterator[tuple[str, Rows, Rows]]:
    for name, rows in KINDS.items():
        yield name, rows(random.Random(1)), rows(random.Random(2))
    if folder is not None:
        paths = sorted(path for path in folder.rglob("*") if path.is_file())
        texts = [read_text(path, _LARGEST_FILE)[0].text for path in paths]
        random.Random(0).shuffle(texts)
        half = len(texts) // 2
        for count in (100, half):
            yield f"{count:,} articles", texts[:count], texts[half : half + count]


def _form(rows: Sequence[str]) -> str:
    return comparable(normalise("\n".join(rows)))


def _resemblance(left: NDArray[np.uint64], right: NDArray[np.uint64]) -> float:
    shared = len(np.intersect1d(left, right, assume_unique=True))
    return shared / (len(left) + len(right) - shared)


def main() -> None:
    """Print a table: sets of shingles of each length, each occurrence counted, and what is used."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path)
    folder = parser.parse_args().folder
    heads = " | ".join(map(str, _LENGTHS))
    print(f"| two texts | {heads} | used | a twentieth other |\n|{'---|' * (len(_LENGTHS) + 3)}")
    for name, left, right in _cases(folder):
        rng, changed = random.Random(3), list(left)
        for row in rng.sample(range(len(left)), max(1, len(left) // 20)):
            changed[row] = right[row % len(right)]
        forms = [_form(rows) for rows in (left, right, changed)]
        orders = [shingles_in_order(form) for form in forms[:2]]
        cells = []
        for length in _LENGTHS:
            left_runs, right_runs = (longer(order, length) for order in orders)
            by_set = _resemblance(distinct(left_runs), distinct(right_runs))
            by_each = _resemblance(each(left_runs), each(right_runs))
            cells.append(f"{by_set:.2f} / {by_each:.2f}")
        made = [Shingled.of(form) for form in forms]
        used, kept = shared_by(made[0], made[1]), shared_by(made[0], made[2])
        cells += [f"{used.length}: {used.resemblance:.2f}", f"{kept.resemblance:.2f}"]
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
