"""The command: make the documents, ask, print the table."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import platformdirs

from benchmarks.quality.kinds import beside
from benchmarks.quality.kinds.makers import KINDS
from benchmarks.quality.kinds.model import HalfName, Label, Made, read_labels
from benchmarks.quality.kinds.saying import answers
from benchmarks.quality.kinds.sources import AbsentError, Sources
from benchmarks.quality.kinds.supply import Supply
from benchmarks.quality.kinds.tables import Row, table

_SHOWN = 400  # characters of a document


def main(given: Sequence[str] | None = None) -> int:
    """Print the table; return 1 if documents were not made as asked, 2 if sources are absent."""
    arguments = _parser().parse_args(given)
    half = HalfName(arguments.half)
    sources = Sources(arguments.corpora, arguments.debian)
    labels = read_labels(half)
    absent: dict[str, list[str]] = {}
    made: dict[str, Made] = {}
    for kind in arguments.kind or KINDS:
        try:
            made[kind] = KINDS[kind](Supply(kind, half, sources))
        except AbsentError as error:
            absent.setdefault(str(error), []).append(kind)
    for how, kinds in absent.items():
        print(f"not made: {', '.join(kinds)}\n  {how}", file=sys.stderr)
    if arguments.check:
        return _check(made, labels, half, sources) or (2 if absent else 0)
    peers = _peers() if arguments.peers else []
    rows = []
    for kind, documents in made.items():
        said = answers(documents)
        right = {peer: _agreed(peer, documents, labels[kind]) for peer in peers}
        rows.append(Row(kind, labels[kind], said, right))
        _show(rows[-1], documents, arguments.show)
    if rows:
        print(table(rows, peers))
    return 2 if absent else 0


def _parser() -> argparse.ArgumentParser:
    cache = platformdirs.user_cache_path("variorum-benchmarks")
    parser = argparse.ArgumentParser("python -m benchmarks.quality.kinds", description=__doc__)
    parser.add_argument("--half", choices=[half.value for half in HalfName], default="tuned")
    parser.add_argument("--kind", action="append", choices=KINDS, metavar="NAME")
    parser.add_argument("--peers", action="store_true", help="other libraries, too")
    parser.add_argument("--show", type=int, default=0, metavar="N", help="N wrong pairs a kind")
    parser.add_argument("--check", action="store_true", help="make the documents twice, scan none")
    parser.add_argument("--corpora", type=Path, default=cache / "corpora", metavar="FOLDER")
    parser.add_argument("--debian", type=Path, default=cache / "debian", metavar="FOLDER")
    return parser


def _peers() -> list[str]:
    found = beside.installed()
    for name in beside.PEERS:
        if name not in found:
            print(f"{name} is not installed, left out", file=sys.stderr)
    return found


def _agreed(peer: str, made: Made, labels: Sequence[Label]) -> int:
    reports = beside.reported(peer, made)
    return sum(
        beside.is_right(report, label.verdicts)
        for report, label in zip(reports, labels, strict=True)
    )


def _check(
    made: dict[str, Made], labels: dict[str, list[Label]], half: HalfName, sources: Sources
) -> int:
    """Say which kinds are not made as their labels say, or not the same twice."""
    wrong = 0
    for kind, documents in made.items():
        equal = [left.data == right.data for left, right in documents.couples]
        faults = {
            "made otherwise the second time": KINDS[kind](Supply(kind, half, sources)) != documents,
            "not as many pairs as labels": len(equal) != len(labels[kind]),
            "two documents of a pair are the same": any(equal),
        }
        for fault in [name for name, is_there in faults.items() if is_there]:
            print(f"{kind}: {fault}")
            wrong += 1
    print(f"{len(made)} kinds are made, {wrong} faults")
    return 1 if wrong else 0


def _show(row: Row, made: Made, count: int) -> None:
    for place in row.wrong[:count]:
        label, answer = row.labels[place], row.answers[place]
        print(f"\n{row.kind} {label.number}: {' or '.join(sorted(label.verdicts))}, ", end="")
        print(f"for {label.reason}. Said: {answer.words}.")
        for document in made.couples[place]:
            text = document.data.decode(errors="replace")
            print(f"--- {document.suffix}, {len(document.data)} bytes\n{text[:_SHOWN]}")


if __name__ == "__main__":
    sys.exit(main())
