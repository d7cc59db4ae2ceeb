"""The command: make the libraries, scan them, print the table."""

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

import platformdirs

from benchmarks.quality.keeping.copies import copy_out, name_of
from benchmarks.quality.keeping.families import families
from benchmarks.quality.keeping.releases import LAYOUTS, Planted, lay_out
from benchmarks.quality.keeping.sources import HALVES
from simcore import FingerprintIndex, ScanConfig, scan
from simcore.grouping.versions import doubts
from simcore.model.report import ScanReport
from simcore.workers import make_executor

_HEAD = """| how | pairs | in one group | the right one stays | another document stays |
|---|--:|--:|--:|--:|"""

_COPIES = 20


def main(given: Sequence[str] | None = None) -> int:
    """Print the table; return 2 if sources are absent."""
    arguments = _parser().parse_args(given)
    if arguments.only == "families" or arguments.half not in HALVES:
        _tell_families(arguments)
        return 0
    works = HALVES[arguments.half]
    absent = list(filter(None, (work.absent(arguments.sources) for work in works)))
    for how in absent:
        print(how, file=sys.stderr)
    if absent:
        return 2
    print(_HEAD)
    for layout in LAYOUTS if arguments.only != "copies" else ():
        with tempfile.TemporaryDirectory(dir=arguments.work) as made:
            library = Path(made) / "library"
            planted = [
                one
                for work in works
                for one in lay_out(work, arguments.sources, layout, arguments.most, library)
            ]
            _tell(planted, _scanned(library, Path(made), arguments.jobs), show=arguments.show)
    if arguments.only == "releases":
        return 0
    if arguments.only is None:
        _tell_families(arguments)
    with tempfile.TemporaryDirectory(dir=arguments.work) as made:
        library = Path(made) / "library"
        documents = _distinct(new for work in works for _, new in work.pairs(arguments.sources))
        planted = list(copy_out(documents, library, min(arguments.most, _COPIES)))
        _tell(planted, _scanned(library, Path(made), arguments.jobs), show=arguments.show)
    return 0


def _parser() -> argparse.ArgumentParser:
    cache = platformdirs.user_cache_path("variorum-benchmarks")
    parser = argparse.ArgumentParser("python -m benchmarks.quality.keeping", description=__doc__)
    parser.add_argument(
        "--half", choices=(*HALVES, "strangers", "unseen", "third", "fourth"), default="tuned"
    )
    parser.add_argument("--most", type=int, default=200, help="pairs of a work in a layout")
    parser.add_argument("--only", choices=("releases", "copies", "families"))
    parser.add_argument("--jobs", type=int, default=2, help="worker processes")
    parser.add_argument("--show", type=int, default=0, metavar="N", help="N wrong pairs of a sort")
    parser.add_argument("--sources", type=Path, default=cache / "releases", metavar="FOLDER")
    parser.add_argument("--work", type=Path, metavar="FOLDER", help="where libraries are made")
    return parser


def _tell_families(arguments: argparse.Namespace) -> None:
    """Print how many families keep the right document; tell of the others by name."""
    found = list(families(arguments.half))
    right = 0
    with tempfile.TemporaryDirectory(dir=arguments.work) as made:
        library = Path(made) / "library"
        for number, family in enumerate(found):
            family.write(library / str(number))
        report = _scanned(library, Path(made), arguments.jobs)
        kept = {report.documents[one.representative].path: one for one in report.groups}
        for number, family in enumerate(found):
            group = kept.get(library / str(number) / family.kept)
            whole = group is not None and len(group.members) == len(family.documents) - 1
            if group is not None and whole and bool(doubts(report, group)) is family.check:
                right += 1
            else:
                print(f"    wrong: {family.who}", file=sys.stderr)
    print(f"| families, {arguments.half} | {len(found)} | {right} right |")


def _distinct(paths: Iterable[Path]) -> list[Path]:
    """Return documents of 2 to 50 kB, one of each name; compressed ones are not read."""
    found: dict[str, Path] = {}
    for path in paths:
        if 2_000 <= path.stat().st_size <= 50_000 and path.suffix != ".gz":
            found.setdefault(name_of(path), path)
    return list(found.values())


def _scanned(library: Path, place: Path, jobs: int) -> ScanReport:
    with FingerprintIndex(place / "index.sqlite3") as index, make_executor(jobs) as executor:
        return scan([library], ScanConfig(containers=False), index, executor)


def _tell(planted: Sequence[Planted], report: ScanReport, *, show: int) -> None:
    groups = {}
    for group in report.groups:
        if not group.parts:
            for document in (group.representative, *(one.document for one in group.members)):
                groups[report.documents[document].path] = group
    counts: Counter[tuple[str, str]] = Counter()
    sorts = list(dict.fromkeys(one.sort for one in planted))
    for one in planted:
        counts[one.sort, "all"] += 1
        common = groups.get(one.stays)
        if common is None or groups.get(one.other) is not common:
            continue
        kept = report.documents[common.representative].path
        said = {one.stays: "right", one.other: "wrong"}.get(kept, "third")
        counts[one.sort, said] += 1
        if said == "wrong" and counts[one.sort, said] <= show:
            print(f"    {one.stays}\n    {one.other}", file=sys.stderr)
    for sort in sorts:
        right, wrong, third = (counts[sort, said] for said in ("right", "wrong", "third"))
        share = f"{100 * right / (right + wrong):.1f} %" if right + wrong else ""
        print(f"| {sort} | {counts[sort, 'all']} | {right + wrong + third} | {share} | {third} |")


if __name__ == "__main__":
    sys.exit(main())
