"""The least that a comparison of files takes: read, decode, normalise and shingle each once.

python shingling.py FOLDER
"""

import os
import sys

from simcore.text.shingles import distinct, shingles_in_order
from simcore.text.similarity import comparable
from simcore.text.words import normalise


def main() -> None:
    """Print how many shingles there are."""
    total = 0
    for folder, _, names in os.walk(sys.argv[1]):
        for name in names:
            with open(os.path.join(folder, name), "rb") as file:  # noqa: PTH118, PTH123 - cheapest
                text = file.read().decode("utf-8", "replace")
            total += len(distinct(shingles_in_order(comparable(normalise(text)))))
    print(total)


if __name__ == "__main__":
    main()
