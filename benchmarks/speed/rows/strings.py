"""Near-duplicates among strings in memory, beside libraries that take strings or sets of them."""

import json
import statistics
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path

from benchmarks.speed.bench import FULL_SIZE, Bench, Row
from benchmarks.speed.copies import substituted
from benchmarks.speed.figures import MILLISECONDS, PERCENT, SECONDS, Figure, Limit, Line, not_run
from benchmarks.speed.peers import ALIKE, installed
from benchmarks.speed.processes import program, run
from benchmarks.speed.programs.strings import runs
from benchmarks.speed.words import Codes, chinese, english, random_bits

__all__ = ["ROWS"]

_PEERS = ("rensa", "datasketch")
_CHARACTERS = 500
_COPY_EVERY = 10
_SHARES = (0.01, 0.02, 0.03, 0.05, 0.08, 0.12)
"""Of the words of a copy that are replaced: of the last ones few copies are alike enough."""
_NO_DOCUMENT = 1 << 43
_IMPORT_SECONDS, _SENTENCE_SECONDS, _ADDED_SECONDS, _MOST_WRONG = 0.03, 0.001, 0.001, 0.01

Pair = tuple[int, int]


def made_strings(seed: int, count: int) -> tuple[list[str], list[int]]:
    """Return strings that follow from a seed, and of each the number of the one it is a copy of.

    Half of them are Chinese. Every tenth is a copy of an earlier one, with words replaced.
    """
    texts: list[str] = []
    sources: list[int] = []
    drawn: list[Codes] = []
    for number in range(count):
        choice = int(random_bits(1, seed, number, _NO_DOCUMENT)[0] >> 16)
        copied = number % _COPY_EVERY == _COPY_EVERY - 1
        source = sources[choice % number] if copied else number
        vocabulary = chinese() if source % 2 else english()
        if copied:
            bits = random_bits(len(drawn[source]), seed, number, _NO_DOCUMENT, 1)
            share = _SHARES[number // _COPY_EVERY % len(_SHARES)]
            codes = substituted(drawn[source], vocabulary, bits, share)
        else:
            words = round(_CHARACTERS / (vocabulary.bytes_a_word / (3 if source % 2 else 1)))
            codes = vocabulary.draw(random_bits(words, seed, number, _NO_DOCUMENT, 2))
        drawn.append(codes)
        texts.append(vocabulary.text(codes))
        sources.append(source)
    return texts, sources


def alike(texts: Sequence[str], pairs: Iterable[Pair]) -> set[Pair]:
    """Return the pairs whose sets of runs have a Jaccard coefficient of ``ALIKE`` or more."""
    found = set()
    runs_of = cache(lambda end: runs(texts[end]))
    for pair in pairs:
        one, other = map(runs_of, pair)
        if len(one & other) >= ALIKE * len(one | other):
            found.add(pair)
    return found


def copies(sources: Sequence[int]) -> set[Pair]:
    """Return all pairs of one source: an eighth of the words of each is replaced at most."""
    families: defaultdict[int, list[int]] = defaultdict(list)
    for number, source in enumerate(sources):
        families[source].append(number)
    return {pair for one in families.values() for pair in combinations(one, 2)}


def wrong_share(texts: Sequence[str], planted: set[Pair], found: set[Pair]) -> float:
    """Return 1 - F1 of the pairs that a library has found.

    Missed is what it has not of the planted pairs that are alike enough by their runs: others are
    drawn without regard of each other. A pair is wrong that is neither planted nor so much alike:
    who counts words, finds a copy that is less alike by its runs, too.
    """
    expected = alike(texts, planted)
    right = found & planted | alike(texts, found - planted)
    precision = len(right) / len(found) if found else 1.0
    recall = len(found & expected) / len(expected) if expected else 1.0
    return 1 - 2 * precision * recall / (precision + recall) if precision + recall else 1.0


def _strings(bench: Bench) -> Sequence[Line]:
    texts, sources = made_strings(bench.seed, bench.documents)
    planted = copies(sources)
    given, output = bench.work / "strings.json", bench.work / "strings-pairs.json"
    given.write_text(json.dumps(texts), encoding="ascii")
    known = installed(bench.peers)
    beside = [name for name in _PEERS if name in known]
    times: dict[str, list[list[float]]] = {name: [] for name in ("variorum", *beside)}
    wrong: dict[str, float] = {}
    for number in range(bench.rounds):
        for name, taken in times.items():
            bench.say(f"pairs of strings by {name}, round {number + 1} of {bench.rounds}")
            python = bench.python if name == "variorum" else bench.peers
            printed = run(program(python, "strings", name, given, ALIKE, output)).output
            taken.append([float(value) for value in printed.split()])
            found = {(min(pair), max(pair)) for pair in json.loads(output.read_bytes())}
            wrong[name] = wrong_share(texts, planted, found)
    characters = statistics.mean(map(len, texts))
    subject = (
        f"{len(texts):,} strings of {characters:.0f} characters, {len(planted):,} planted pairs"
    )
    lines = []
    for name in beside or [""]:
        peer = times.get(name, [])
        sets = f", {statistics.median(one[2] for one in peer):.1f} s for its sets" if peer else ""
        for at, what in enumerate(("seconds on the clock", "processor seconds")):
            ours = Figure(tuple(one[at] for one in times["variorum"]))
            theirs = Figure(tuple(one[at] for one in peer)) if peer else None
            against = f"{name} {known[name]}{'' if at else sets}" if peer else ""
            lines.append(Line(STRINGS.name, f"{subject}: {what}", ours, against, theirs))
        lines.append(
            Line(
                STRINGS.name,
                f"{subject}: missed or wrong (1 - F1)",
                Figure((wrong["variorum"],), PERCENT),
                f"{name} {known[name]}" if peer else "",
                Figure((wrong[name],), PERCENT) if peer else None,
                f"at most {_MOST_WRONG:.0%}",
                Limit.FIGURE,
                _MOST_WRONG,
            )
        )
    lines += [
        not_run(STRINGS.name, subject, "", f"not run: {name} is not installed beside Variorum")
        for name in _PEERS
        if name not in known
    ]
    return [*lines, *_held(bench, given, len(texts)), *_sentences(bench)]


def _held(bench: Bench, given: Path, count: int) -> Sequence[Line]:
    """Measure a library of the strings in memory, by processor time: its work has one thread."""
    bench.say("a library of strings, asked and added to")
    printed = [run(program(bench.python, "held", given)).output for _ in range(bench.rounds)]
    medians = [
        [statistics.median(map(float, line.split())) for line in one.splitlines()]
        for one in printed
    ]
    added, replaced = (Figure(some, MILLISECONDS) for some in zip(*medians, strict=True))
    subject = f"a library of {count:,} strings, processor time"
    return [
        Line(
            STRINGS.name,
            f"{subject}: near, then add",
            added,
            wish=f"at most {_ADDED_SECONDS * 1e3:.0f} ms",
            limit=Limit.FIGURE,
            most=_ADDED_SECONDS,
        ),
        Line(STRINGS.name, f"{subject}: a text is replaced", replaced),
    ]


def _sentences(bench: Bench) -> Sequence[Line]:
    """Measure what the first lines of a script wait for, each in a process of its own."""
    imports, firsts, later = [], [], []
    for _ in range(max(3, bench.rounds)):
        printed = run(program(bench.python, "sentence")).output
        imported, first, *others = map(float, printed.split())
        imports.append(imported)
        firsts.append(first)
        later.append(statistics.quantiles(others, n=20)[-1])
    return [
        Line(
            STRINGS.name,
            "import simcore",
            Figure(tuple(imports), MILLISECONDS),
            wish=f"at most {_IMPORT_SECONDS * 1e3:.0f} ms",
            limit=Limit.FIGURE,
            most=_IMPORT_SECONDS,
        ),
        Line(STRINGS.name, "the first fingerprint", Figure(tuple(firsts), SECONDS)),
        Line(
            STRINGS.name,
            "a later fingerprint of a sentence, 95 % of them",
            Figure(tuple(later), MILLISECONDS),
            wish=f"at most {_SENTENCE_SECONDS * 1e3:.0f} ms",
            limit=Limit.FIGURE,
            most=_SENTENCE_SECONDS,
        ),
    ]


STRINGS = Row(
    "strings",
    f"pairs of {FULL_SIZE:,} strings in memory, beside rensa and datasketch",
    "at most 1 % of the pairs missed or wrong; a fingerprint of a sentence within 1 ms",
    _strings,
)
ROWS = (STRINGS,)
