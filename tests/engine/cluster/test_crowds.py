"""Texts of crowds meet in tiles, each two of them in one."""

from collections import Counter

import numpy as np
import pytest

from clusters import budgets, groups_in_memory, groups_of, job_of, named, pairs_in_memory, pairs_of
from forms import forms
from simcore.cluster import crowds
from simcore.cluster.crowds import Plane


@pytest.mark.parametrize("order", [1, 2, 3, 5, 7])
def test_each_two_texts_are_found_on_one_line(order: int) -> None:
    plane, texts = Plane(order), np.arange(300)
    every = np.stack(list(plane.lines(texts)))
    assert len(every) == plane.slopes
    left, right = np.triu_indices(len(texts), 1)
    found = np.zeros(len(left), dtype=np.int64)
    for line in np.unique(every).tolist():
        on = (every == line).any(axis=0)
        both = np.flatnonzero(on[left] & on[right])
        found[both[plane.found_on(line, left[both], right[both])]] += 1
    assert (found == 1).all()
    sizes = Counter(every.ravel().tolist()).values()
    assert len(sizes) == (order * (order + 1) if order > 1 else 1)
    assert max(sizes) < 2 * len(texts) / order


@pytest.mark.parametrize(
    ("texts", "samples", "buckets", "order"),
    [
        (4_095, 1 << 40, 100, 1),
        (20_000, 1 << 21, 2, 1),
        (20_000, 1 << 21, 4, 2),
        (20_000, 1 << 21, 12, 3),
        (150_000, 1 << 24, 2, 2),
        (150_000, (1 << 24) * 4, 2, 5),
        (10_000_000, 1_250_000_000, 200, 79),
    ],
)
def test_tiles_are_bounded_and_about_as_many_as_buckets(
    texts: int, samples: int, buckets: int, order: int
) -> None:
    assert Plane.of(texts, samples, buckets) == Plane(order)


@pytest.mark.parametrize(("buckets", "tiles"), [(2, 6), (4, 6), (12, 12)])
def test_a_crowd_in_tiles(buckets: int, tiles: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crowds, "_FEW", 1)
    monkeypatch.setattr(crowds, "_SAMPLES_OF_ONE", 1)
    texts = named(forms(11, 150, 300, (20, 40)))
    with budgets(least_proposals=100, proposals_a_text=1):
        job = job_of(texts, buckets)
        assert pairs_of(job) == pairs_in_memory(texts)
        assert groups_of(job) == groups_in_memory(texts)
        sent = Counter(one["place"] for one in job.frames.rows(job._by_common).to_pylist())
        assert len(sent) == tiles, "each has pairs of its own"
