"""Manual pages in two formats: which pairs of a source and its page are shown, and which others.

    python -m benchmarks.quality.formats HTML [--count N] [--seed S] [--least BYTES] [--show]

HTML is a manual made by Sphinx with its sources beside it, such as that of Debian's
``python3.11-doc`` (``apt-get download python3.11-doc && dpkg -x python3.11-doc_*.deb .``, then
``usr/share/doc/python3.11/html``). N pages are drawn, whose sources have at least so many bytes;
their sources and they themselves are copied apart and scanned with the settings of a first start.
A pair is right if it is one page in both formats, and wrong if it is a page and the source of
another one. Pairs within a format are counted, too, but not judged: pages do resemble each other.
"""

import argparse
import random
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from simcore import FingerprintIndex, Kind, ScanConfig, scan
from simcore.reports.tables import PairRow, pair_rows
from simcore.workers import make_executor


def pages(html: Path, least: int) -> Iterator[tuple[Path, Path]]:
    """Yield each source of a manual and the page made of it."""
    for source in sorted(html.glob("_sources/**/*.rst.txt")):
        name = source.relative_to(html / "_sources").as_posix().removesuffix(".rst.txt")
        page = html / f"{name}.html"
        included = name.startswith("includes/")
        if page.exists() and not included and source.stat().st_size >= least:
            yield source, page


def shown(drawn: list[tuple[Path, Path]]) -> list[PairRow]:
    """Copy the pages and their sources into a folder, scan it, and return the pairs shown."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        for number, (source, page) in enumerate(drawn):
            shutil.copy(source, folder / f"{number:03}.rst")
            shutil.copy(page, folder / f"{number:03}.html")
        with FingerprintIndex(Path(":memory:")) as index, make_executor(0) as executor:
            report = scan([folder], ScanConfig(jobs=0), index, executor)
        return list(pair_rows(report, expand=True))


def main() -> None:
    """Print the counts."""
    parser = argparse.ArgumentParser("python -m benchmarks.quality.formats", description=__doc__)
    parser.add_argument("html", type=Path)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--least", type=int, default=1_000, metavar="BYTES")
    parser.add_argument("--show", action="store_true", help="name what is hidden or wrong")
    arguments = parser.parse_args()
    every = list(pages(arguments.html, arguments.least))
    drawn = random.Random(arguments.seed).sample(every, min(arguments.count, len(every)))
    right: dict[str, PairRow] = {}
    wrong, within = [], 0
    for row in shown(drawn):
        left, right_side = row.left.path, row.right.path
        if left.suffix == right_side.suffix:
            within += 1
        elif left.stem == right_side.stem:
            right[left.stem] = row
        else:
            wrong.append(row)
    parts = sum(row.figures.kind is Kind.PART for row in right.values())
    print(
        f"of {len(drawn)} pages {len(right)} are found in both formats, {parts} of them as parts; "
        f"{len(wrong)} wrong pairs, {within} within a format"
    )
    if arguments.show:
        names = {f"{at:03}": source.name for at, (source, _) in enumerate(drawn)}
        for stem in sorted(names.keys() - right.keys()):
            print(f"hidden: {names[stem]}")
        for row in wrong:
            one, other = (
                names[path.stem] + path.suffix for path in (row.left.path, row.right.path)
            )
            found = row.figures
            print(f"wrong: {one} and {other}, {found.kind} {found.resemblance} {found.containment}")


if __name__ == "__main__":
    main()
