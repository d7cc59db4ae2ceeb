"""Other libraries on the same files as Variorum: quality and time, each in its own process.

    python -m benchmarks.quality.peers FOLDER PAIRS.csv [--similarity S] [--tool NAME ...]

PAIRS.csv is as for ``python -m benchmarks.recipes``. Every tool reads the files from the disk and
gives its pairs; the time is from process start to exit, on the clock and by the processors of all
its processes, the medians of three rounds in which the tools take turns. The peers come with ``pip
install -r benchmarks/requirements.txt``; those that are not installed are named and left out. Each
is used as its documentation shows, with S where it takes a similarity. The two MinHash libraries
take sets of the user's making: word 3-shingles, Chinese words by rjieba. Where a tool gives figures
with its pairs (rensa's estimate), those below S are left out.
"""

import argparse
import contextlib
import csv
import ctypes
import importlib.metadata
import importlib.util
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

Texts = dict[str, str]
Pairs = Iterator[tuple[str, str]]

_PERMUTATIONS = 128
_REPEATS = 3


def texts_of(folder: Path) -> Texts:
    """Read every file below a folder as UTF-8, the only encoding the peers support."""
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8", errors="replace")
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def word_shingles(text: str) -> set[str]:
    """Return the runs of three words of a text; a shorter one is one run."""
    import rjieba  # noqa: PLC0415 - each run imports only what its tool needs

    words = [word for word in rjieba.cut(text.lower(), hmm=False) if word.isalnum()]
    return {" ".join(words[at : at + 3]) for at in range(max(1, len(words) - 2))}


def by_simhash(folder: Path, similarity: float) -> Pairs:
    """Index 64-bit fingerprints of character 4-grams, k = 3; it has no similarity."""
    del similarity
    import numpy as np  # noqa: PLC0415
    from simhash import Simhash, SimhashIndex  # noqa: PLC0415

    class OnNewNumpy(Simhash):
        """The library fails on NumPy 2 if a 4-gram occurs more than 255 times."""

        def build_by_features(self, features: dict[str, int]) -> None:
            wide = {f: np.int64(n) if n > 255 else n for f, n in features.items()}
            super().build_by_features(wide)

    made = [(name, OnNewNumpy(text)) for name, text in texts_of(folder).items()]
    index = SimhashIndex(made, k=3)
    for name, value in made:
        for other in index.get_near_dups(value):
            if name < other:
                yield name, other


def by_datasketch(folder: Path, similarity: float) -> Pairs:
    """Insert MinHashes into the library's LSH, then query each."""
    from datasketch import MinHash, MinHashLSH  # noqa: PLC0415

    texts = texts_of(folder)
    index = MinHashLSH(threshold=similarity, num_perm=_PERMUTATIONS)
    made = {}
    for name, text in texts.items():
        made[name] = MinHash(num_perm=_PERMUTATIONS)
        made[name].update_batch([shingle.encode() for shingle in word_shingles(text)])
        index.insert(name, made[name])
    for name, value in made.items():
        for other in index.query(value):
            if name < other:
                yield name, other


def by_rensa(folder: Path, similarity: float) -> Pairs:
    """Insert R-MinHashes into the library's LSH, then query each."""
    from rensa import RMinHash, RMinHashLSH  # noqa: PLC0415

    texts = texts_of(folder)
    names = list(texts)
    sets = [list(word_shingles(text)) for text in texts.values()]
    made = RMinHash.from_token_sets(sets, num_perm=_PERMUTATIONS, seed=42)
    # 16 bands of 8: the LSH of its documentation for 128 permutations
    index = RMinHashLSH(threshold=similarity, num_perm=_PERMUTATIONS, num_bands=16)
    for number, value in enumerate(made):
        index.insert(number, value)
    for number, value in enumerate(made):
        for other in index.query(value):
            if number < other and value.jaccard(made[other]) >= similarity:
                yield names[number], names[other]


def by_near_dupes(folder: Path, similarity: float) -> Pairs:
    """Call its one function: character 3-grams, candidates compared exactly."""
    from near_dupes import find_duplicates  # noqa: PLC0415

    texts = texts_of(folder)
    names = list(texts)
    result = find_duplicates(list(texts.values()), threshold=similarity, kind="text")
    for left, right, _ in result.pairs:
        yield names[left], names[right]


def by_variorum(folder: Path, similarity: float) -> Pairs:
    """Run ``variorum pairs`` with a fresh index."""
    from simcore import FingerprintIndex, ScanConfig, scan  # noqa: PLC0415
    from simcore.reports.tables import pair_rows  # noqa: PLC0415
    from simcore.workers import make_executor  # noqa: PLC0415

    # no peer reports contained documents, and the labels here are of near-duplicates
    config = ScanConfig(similarity=similarity, contained=False)
    with FingerprintIndex(Path(":memory:")) as index, make_executor(config.jobs) as executor:
        report = scan([folder], config, index, executor)
    for row in pair_rows(report, expand=True):
        yield (
            row.left.path.relative_to(folder).as_posix(),
            row.right.path.relative_to(folder).as_posix(),
        )


TOOLS: dict[str, Callable[[Path, float], Pairs]] = {
    "variorum": by_variorum,
    "simhash": by_simhash,
    "datasketch": by_datasketch,
    "rensa": by_rensa,
    "near-dupes": by_near_dupes,
}


@dataclass(frozen=True, slots=True)
class Run:
    """One run of a tool: seconds from start to exit, processor seconds, and the pairs found."""

    seconds: float
    processor: float
    pairs: list[tuple[str, str]]


def adopt_orphans() -> None:
    """Let what outlives its parent become a child of this process, so that it can be waited for.

    Variorum's workers are forked from a server for which nobody waits: without this, their time
    is counted nowhere. For Linux, ``PR_SET_CHILD_SUBREAPER``; elsewhere nothing is done.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)


def processor_seconds() -> float:
    """Wait for all children, adopted ones too; return the processor time of all descendants."""
    with contextlib.suppress(ChildProcessError):
        while True:
            os.waitpid(-1, 0)
    times = os.times()
    return times.children_user + times.children_system


def run_alone(tool: str, folder: Path, similarity: float) -> Run:
    """Run one tool in a separate process."""
    command = [sys.executable, __file__, str(folder), "-", "--similarity", str(similarity)]
    started, used = time.perf_counter(), processor_seconds()
    done = subprocess.run(  # noqa: S603 - this very file
        [*command, "--alone", tool], capture_output=True, text=True, encoding="utf-8", check=False
    )
    seconds = time.perf_counter() - started
    if done.returncode:
        raise SystemExit(f"{tool} failed:\n{done.stderr}")
    pairs = [(row[0], row[1]) for row in csv.reader(done.stdout.splitlines())]
    return Run(seconds, processor_seconds() - used, pairs)


def version_of(tool: str) -> str:
    """Return the installed version; the source tree of Variorum need not be installed."""
    try:
        return importlib.metadata.version(tool)
    except importlib.metadata.PackageNotFoundError:
        return "from this tree"


def main() -> None:
    """Print a row a tool, or with ``--alone`` the pairs of one."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("pairs", type=Path)
    parser.add_argument("--similarity", type=float, default=0.8)
    parser.add_argument("--tool", action="append", choices=TOOLS)
    parser.add_argument("--alone", choices=TOOLS, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.alone:
        sys.stdout.reconfigure(encoding="utf-8")
        found = TOOLS[arguments.alone](arguments.folder, arguments.similarity)
        csv.writer(sys.stdout).writerows(found)
        return
    # imported late: the processes of the peers do not need it
    from benchmarks.recipes.scores import (  # noqa: PLC0415
        FoundPair,
        absent,
        evaluate,
        read_labels,
    )

    labels = read_labels(arguments.pairs)
    gone = absent(labels, arguments.folder)
    if gone:
        raise SystemExit(f"{len(gone)} labelled pairs name files that are not there")
    adopt_orphans()
    runs: dict[str, list[Run]] = {}
    for tool in arguments.tool or TOOLS:
        module = "simcore" if tool == "variorum" else tool.replace("-", "_")
        if importlib.util.find_spec(module) is None:
            print(f"{tool} is not installed, left out", file=sys.stderr)
            continue
        runs[tool] = []
    for _ in range(_REPEATS):
        for tool, made in runs.items():
            made.append(run_alone(tool, arguments.folder, arguments.similarity))
    print(
        "| tool | seconds | of the processors | pairs | precision | recall | F1 | must find | "
        "must not |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
    for tool, made in runs.items():
        found = [FoundPair(left, right, 0, 1.0, 1.0) for left, right in made[0].pairs]
        (score,) = (
            score
            for score in evaluate(found, labels, [0], [arguments.similarity]).scores
            if score.measure == "similarity"
        )
        figures = (score.precision, score.recall, score.f1, score.must_find, score.must_not)
        print(
            f"| {tool} {version_of(tool)} | {statistics.median(run.seconds for run in made):.1f} | "
            f"{statistics.median(run.processor for run in made):.1f} | "
            f"{score.shown} | {' | '.join(f'{figure:.3f}' for figure in figures)} |"
        )


if __name__ == "__main__":
    main()
