"""A job's rows in parts, and what one process says of the same texts."""

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pyarrow as pa

import simcore
from builders import chinese_text, edited, english_text
from forms import forms
from local_frames import LocalFrame, LocalFrames
from simcore.cluster.job import ClusterJob
from simcore.strings.pairs import configured
from string_sets import planted


def job_of(
    texts: Mapping[str, str],
    buckets: int,
    *,
    parts: int = 3,
    seed: int = 1,
    config: simcore.ScanConfig | None = None,
) -> ClusterJob:
    """Make a job of texts that are dealt to parts in any order."""
    chance = random.Random(seed)
    rows = [{"id": name, "text": text} for name, text in texts.items()]
    chance.shuffle(rows)
    schema = pa.schema([("id", pa.string()), ("text", pa.string())])
    dealt = [[pa.RecordBatch.from_pylist(rows[at::parts], schema=schema)] for at in range(parts)]
    config = config or configured("default", 0.7, 0.8, None)
    return ClusterJob(LocalFrames(chance), LocalFrame(dealt, schema), config, buckets)


def named(texts: Sequence[str]) -> dict[str, str]:
    """Give texts names that are in their order."""
    return {f"{at:06}": text for at, text in enumerate(texts)}


def library(count: int) -> list[str]:
    """Return so many texts, most of which are like others: English, Chinese, chapters, forms."""
    texts = [*planted(), *forms(3, 20, 300, (30, 60))]
    for number in range(100, 100 + count, 4):
        one, other = english_text(number, 200), chinese_text(number + 1, 150)
        texts += [one, edited(one, number, 4), edited(one, number, 9), other, edited(other, 1, 5)]
        texts += [chinese_text(number + 2, 80) + other, english_text(number + 3, 300)]
    return texts[:count]


def pairs_of(job: ClusterJob) -> set[tuple[Any, ...]]:
    return rows_of_pairs(job.frames.rows(job.pairs).to_pylist())


def rows_of_pairs(rows: Iterable[Mapping[str, Any]]) -> set[tuple[Any, ...]]:
    return {
        (
            row["left"],
            row["right"],
            row["kind"],
            row["numbers_only"],
            row["distance"],
            row["similarity"],
            row["left_in_right"],
            row["right_in_left"],
            row["measure"],
            row["badge"],
            row["too_short"],
        )
        for row in rows
    }


def pairs_in_memory(texts: Mapping[str, str], **given: Any) -> set[tuple[Any, ...]]:
    """Return the same of ``simcore.pairs``."""
    found = simcore.pairs(dict(sorted(texts.items())), **given)
    return {
        (
            one.left,
            one.right,
            "numbers-only" if one.numbers_only else one.kind.value,
            one.numbers_only,
            one.distance,
            *(round(share, 6) for share in (one.similarity, one.left_in_right, one.right_in_left)),
            one.measure.value,
            "numbers-only"
            if one.numbers_only
            else None
            if one.only_in is None
            else f"{one.only_in.value}-only",
            one.short,
        )
        for one in found
    }


def groups_of(job: ClusterJob) -> set[tuple[Any, ...]]:
    return rows_of_groups(job.frames.rows(job.groups).to_pylist())


def rows_of_groups(rows: Iterable[Mapping[str, Any]]) -> set[tuple[Any, ...]]:
    return {(row["group"], row["parts"], row["id"], row["kind"], row["similarity"]) for row in rows}


def groups_in_memory(texts: Mapping[str, str], **given: Any) -> set[tuple[Any, ...]]:
    """Return the same of ``simcore.groups``."""
    rows = set()
    for group in simcore.groups(dict(sorted(texts.items())), **given):
        rows.add((group.kept, group.parts, group.kept, "kept", 1.0))
        for one in group.members:
            kind = "numbers-only" if one.numbers_only else one.kind.value
            alike = None if one.similarity is None else round(one.similarity, 6)
            rows.add((group.kept, group.parts, one.key, kind, alike))
    return rows
