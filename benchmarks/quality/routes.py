"""What share of the pairs worth showing the routes propose, against comparing all pairs.

    python -m benchmarks.quality.routes FOLDER [--containment C]

A scan keeps a pair of texts whose resemblance is at least 0.3 or whose containment is at least C
(0.8). Here all pairs of texts are compared, without any route, and those are counted that the
fingerprints, the sketches and both propose. Prints a row of RESULTS.md for each of three kinds:
pairs at least 0.3 alike, pairs one of which holds C of the other, and either.
"""

import argparse
from collections.abc import Callable
from pathlib import Path

from benchmarks.quality.all_pairs import Compared, compared, texts_of
from benchmarks.recipes.scores import document_names
from simcore import FingerprintIndex, ScanConfig, scan
from simcore.model.config import DEFAULT_CONTAINMENT, LEAST_SIMILARITY
from simcore.model.records import Document
from simcore.pipeline.candidates import candidate_pairs, sketch_candidate_pairs
from simcore.text.shingles import distinct, shingles_in_order
from simcore.text.similarity import comparable
from simcore.workers import make_executor

_Pairs = set[frozenset[int]]


def main() -> None:
    """Scan, compare all pairs, print the shares."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--containment", type=float, default=DEFAULT_CONTAINMENT, metavar="C")
    arguments = parser.parse_args()
    config = ScanConfig(containment=arguments.containment)
    with FingerprintIndex(Path(":memory:")) as index, make_executor(config.jobs) as executor:
        report = scan([arguments.folder], config, index, executor)
        documents = list(report.documents.values())
        long = [document for document in documents if not document.short]
        near = candidate_pairs(long, report.compared_distance)
        sharing, common = sketch_candidate_pairs(documents, index, config.containment)
    texts = texts_of(arguments.folder)
    place = {name: number for number, text in enumerate(texts) for name in text.names}
    by_path = {
        document.path: place[name]
        for name, document in document_names(documents, arguments.folder).items()
    }

    def placed(pairs: list[tuple[Document, Document, int]]) -> _Pairs:
        return {frozenset((by_path[left.path], by_path[right.path])) for left, right, _ in pairs}

    routes = {
        f"fingerprints, {report.compared_distance} bits": placed(near),
        "sketches": placed(sharing),
        "both": placed([*near, *sharing]),
    }
    kept: _Pairs = {
        frozenset(by_path[report.documents[one].path] for one in (pair.left, pair.right))
        for pair in report.pairs
    }
    sets = [distinct(shingles_in_order(comparable(text.normal))) for text in texts]
    true = list(compared(sets, LEAST_SIMILARITY, config.containment))
    print(f"{len(texts)} texts, {len(texts) * (len(texts) - 1) // 2} pairs; {common} shingles")
    print(
        "were too common to propose. CandidatePairs by "
        + ", ".join(f"{name}: {len(proposed)}" for name, proposed in routes.items())
    )
    unlike = kept - {frozenset((pair.left, pair.right)) for pair in true}
    if unlike:
        raise SystemExit(f"the scan keeps {len(unlike)} pairs that reach neither threshold")
    print(f"\n| pairs | true | {' | '.join([*routes, 'kept by the scan'])} |")
    print("|" + "---|" * (len(routes) + 3))
    choices: dict[str, Callable[[Compared], bool]] = {
        f"resemblance at least {LEAST_SIMILARITY}": lambda p: p.resemblance >= LEAST_SIMILARITY,
        f"containment at least {config.containment}": lambda p: p.containment >= config.containment,
        "either": lambda _: True,
    }
    for name, choice in choices.items():
        wanted = {frozenset((pair.left, pair.right)): pair for pair in true if choice(pair)}
        cells = []
        for proposed in (*routes.values(), kept):
            missed = [pair for names, pair in wanted.items() if names not in proposed]
            cells.append(f"{1 - len(missed) / max(1, len(wanted)):.4f}, {len(missed)} missed")
        print(f"| {name} | {len(wanted)} | {' | '.join(cells)} |")
    for pair in true:
        if frozenset((pair.left, pair.right)) not in kept:
            left, right = (texts[at] for at in (pair.left, pair.right))
            print(
                f"missed: {left.names[0]} ({len(sets[pair.left])}), {right.names[0]} "
                f"({len(sets[pair.right])}): {pair.resemblance:.3f}, {pair.containment:.3f}"
            )


if __name__ == "__main__":
    main()
