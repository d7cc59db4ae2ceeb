"""The table: a row a kind, and the totals."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from benchmarks.quality.kinds.model import Label
from benchmarks.quality.kinds.saying import Answer


@dataclass(frozen=True, slots=True)
class Row:
    """What was said of the pairs of one kind, and the pairs of which each peer is right."""

    kind: str
    labels: Sequence[Label]
    answers: Sequence[Answer]
    peers: Mapping[str, int] = field(default_factory=dict)

    @property
    def wrong(self) -> list[int]:
        """Return the places of the pairs on which program and person disagree."""
        return [
            place
            for place, (label, answer) in enumerate(zip(self.labels, self.answers, strict=True))
            if not label.verdicts & answer.verdicts
        ]

    @property
    def right(self) -> int:
        """Return how many pairs they agree on."""
        return len(self.labels) - len(self.wrong)


def said(answers: Sequence[Answer]) -> str:
    """Say what was said: each answer with its range of figures and how often it was given."""
    figures: dict[str, list[str]] = {}
    counts: Counter[str] = Counter()
    for answer in answers:
        name, _, figure = answer.words.rpartition(" ")
        if not figure.replace(".", "").isdigit():
            name, figure = answer.words, ""
        counts[name] += 1
        figures.setdefault(name, []).append(figure)
    parts = []
    for name, count in counts.most_common():
        low, high = min(figures[name]), max(figures[name])
        span = low if low == high else f"{low} to {high}"
        parts.append(" ".join(part for part in (name, span, f"({count})") if part))
    return ", ".join(parts)


def _admitted(labels: Sequence[Label]) -> str:
    verdicts = dict.fromkeys(" or ".join(sorted(label.verdicts)) for label in labels)
    return "; ".join(verdicts)


def table(rows: Sequence[Row], peers: Sequence[str]) -> str:
    """Return the table of Markdown, with its totals."""
    head = ["kind", "a person says", "right", *peers, "what was said of the others"]
    lines = [f"| {' | '.join(head)} |", "|" + "---|" * len(head)]
    for row in rows:
        wrong = said([row.answers[place] for place in row.wrong])
        cells = [row.kind, _admitted(row.labels), str(row.right)]
        cells += [str(row.peers[peer]) for peer in peers]
        lines.append(f"| {' | '.join([*cells, wrong])} |".replace("|  |", "| |"))
    pairs = sum(len(row.labels) for row in rows)
    totals = [sum(row.right for row in rows)]
    totals += [sum(row.peers[peer] for row in rows) for peer in peers]
    shares = [f"**{total} of {pairs}, {total / pairs:.1%}**" for total in totals]
    good = sum(row.right >= 8 for row in rows)
    noun = "kind" if len(rows) == 1 else "kinds"
    lines.append(f"| **{len(rows)} {noun}** | | {' | '.join(shares)} | {good} kinds at 8 of 10 |")
    return "\n".join(lines)
