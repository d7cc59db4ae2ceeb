"""Evaluate the labelled corpora as their tables in RESULTS.md show them.

    python -m benchmarks.quality.corpora FOLDER [--recipe NAME ...]

FOLDER has the unpacked corpora and their labels: ``tidb-docs-zh``, ``tidb-docs-zh.pairs.csv``,
``mccormick-articles`` and ``mccormick-articles.pairs.csv``. What is not there is named and
left out. Any other folder is evaluated by ``python -m benchmarks.recipes``.
"""

import argparse
import sys
from pathlib import Path

from benchmarks.recipes.__main__ import main as evaluate

# McCormick's plagiarised pairs are labelled without a figure, and some are much rewritten
RUNS = (("tidb-docs-zh", "0.7"), ("tidb-docs-zh", "0.8"), ("mccormick-articles", "0.3"))


def main() -> int:
    """Run every evaluation; return the exit code of the first that fails."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--recipe", action="append", default=[])
    arguments = parser.parse_args()
    recipes = [f"--recipe={name}" for name in arguments.recipe]
    ran = False
    for name, similarity in RUNS:
        corpus = arguments.folder / name
        if not corpus.is_dir():
            print(f"{corpus}: is not there, left out", file=sys.stderr)
            continue
        labels = f"{corpus}.pairs.csv"
        print(f"\n## {name}, least similarity {similarity}\n", flush=True)
        code = evaluate([str(corpus), labels, "--similarity", similarity, *recipes])
        if code:
            return code
        ran = True
    return 0 if ran else 1


if __name__ == "__main__":
    sys.exit(main())
