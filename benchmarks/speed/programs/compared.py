"""What a scan compared, and what it left out, as its index tells it.

python compared.py INDEX FOLDER
"""

import sys
from pathlib import Path

from simcore import FingerprintIndex, ScanConfig, recall


def main() -> None:
    """Print the number of candidates, of pairs found, and about how many pairs were left out."""
    with FingerprintIndex(Path(sys.argv[1])) as index:
        report = recall([Path(sys.argv[2])], ScanConfig(), index)
    print(report.counts.candidates, len(report.pairs), report.counts.missed)


if __name__ == "__main__":
    main()
