"""What each recipe's fingerprints find and propose, without the exact comparison.

    python -m benchmarks.recipes.fingerprints FOLDER PAIRS.csv [--similarity S] [RECIPE ...]

PAIRS.csv as for ``python -m benchmarks.recipes``. For every recipe and distance: the share of the
true pairs whose fingerprints lie within the distance, and how many pairs of files do in all.
"""

import argparse
import time
from pathlib import Path

from benchmarks.recipes.scores import read_labels
from simcore.candidates.blocks import as_array, near_pairs
from simcore.fingerprints import RECIPES, find_recipe, simhash
from simcore.model.config import DEFAULT_SIMILARITY
from simcore.pipeline.rereading import read_text
from simcore.text.masking import segmenter
from simcore.text.words import normalise, words

DISTANCES = {32: (1, 2, 3, 4, 6, 8), 64: (3, 8, 10, 12, 14, 16), 128: (8, 12, 16, 20, 24, 28)}
_LARGEST_FILE = 64_000_000


def main() -> None:
    """Read all files once, then print a row for each recipe."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("pairs", type=Path)
    parser.add_argument("recipes", nargs="*", default=list(RECIPES))
    parser.add_argument("--similarity", type=float, default=DEFAULT_SIMILARITY)
    arguments = parser.parse_args()
    # a label without a figure is a true pair at any similarity
    truth = {
        label.names
        for label in read_labels(arguments.pairs)
        if label.resemblance is None or label.resemblance >= arguments.similarity
    }
    documents = {
        path.relative_to(arguments.folder).as_posix(): words(
            normalise(read_text(path, _LARGEST_FILE)[0].text), segmenter()
        )
        for path in sorted(arguments.folder.rglob("*"))
        if path.is_file()
    }
    for name in arguments.recipes:
        recipe = find_recipe(name)
        started = time.perf_counter()
        found = {
            path: simhash(*recipe.features(listed), recipe.width)
            for path, listed in documents.items()
        }
        seconds = time.perf_counter() - started
        values = {path: value for path, value in found.items() if value is not None}
        distances = [
            (values[left] ^ values[right]).bit_count() for left, right in map(sorted, truth)
        ]
        ladder = DISTANCES[recipe.width]
        array = as_array(list(values.values()), recipe.width)
        _, _, bits = near_pairs(array, max(ladder), width=recipe.width)
        cells = [
            f"{k}: {sum(d <= k for d in distances) / len(truth):.3f} of {(bits <= k).sum()}"
            for k in ladder
        ]
        print(f"| {name} | {' | '.join(cells)} | {seconds:.1f} s |", flush=True)


if __name__ == "__main__":
    main()
