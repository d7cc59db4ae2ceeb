"""A job finds what one process finds: pairs, figures, groups; whatever parts and order."""

import random
from collections import Counter
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from amounts import examples
from builders import CHINESE_WORDS, ENGLISH_WORDS, edited, english_text
from clusters import (
    budgets,
    groups_in_memory,
    groups_of,
    job_of,
    library,
    named,
    pairs_in_memory,
    pairs_of,
)
from forms import forms
from local_frames import LocalFrame
from simcore.cluster import crowds
from simcore.cluster.crowds import Plane
from simcore.cluster.job import ClusterJob
from simcore.cluster.packets import PACKETS, pack, pack_rows, unpack, unpack_rows
from simcore.cluster.texts import OF_OTHERS
from simcore.model.reasons import ConfigError
from simcore.strings.pairs import configured
from string_sets import planted

WORDS = st.sampled_from([*CHINESE_WORDS[:12], *ENGLISH_WORDS[:12], "3500", "café"])
TEXTS = st.one_of(
    st.lists(WORDS, max_size=40).map(" ".join),
    st.lists(WORDS, max_size=40).map("".join),
    st.sampled_from(planted()),
)


def finds_the_same(job: ClusterJob, texts: dict[str, str]) -> None:
    assert pairs_of(job) == pairs_in_memory(texts)
    assert groups_of(job) == groups_in_memory(texts)


@pytest.mark.parametrize(("buckets", "parts"), [(2, 1), (7, 4)])
def test_pairs_and_groups_are_those_of_one_process(buckets: int, parts: int) -> None:
    texts = named(library(200))
    assert len(texts) == 200
    job = job_of(texts, buckets, parts=parts, seed=buckets)
    pairs = pairs_of(job)
    assert pairs == pairs_in_memory(texts)
    kinds = {pair[2] for pair in pairs}
    assert kinds >= {"identical", "same-text", "similar", "part", "same-form", "numbers-only"}
    groups = groups_of(job)
    assert groups == groups_in_memory(texts)
    assert any(row[1] for row in groups)


@settings(max_examples=examples(30))
@given(st.lists(TEXTS, max_size=14), st.integers(1, 5), st.integers(0, 99))
def test_any_texts(texts: list[str], buckets: int, seed: int) -> None:
    given = named(texts)
    job = job_of(given, buckets, seed=seed)
    finds_the_same(job, given)


def test_groups_by_components_get_the_comparisons_that_they_lack() -> None:
    base = english_text(7, 200)
    chain = [base]
    for number in range(14):
        chain.append(edited(chain[-1], 8, number))
    texts = named([*chain, *library(83)])
    config = configured("default", 0.7, 0.8, None, grouping="components")
    job = job_of(texts, 3, config=config)
    groups = groups_of(job)
    assert groups == groups_in_memory(texts, grouping="components")
    assert any(row[3] == "linked" and row[4] is not None for row in groups)


@pytest.mark.parametrize("recipe", ["default", "default+128", "bigrams-32"])
def test_other_thresholds(recipe: str) -> None:
    texts = named(library(97))
    config = configured(recipe, 0.5, 0.6, 16, contained=True)
    given = {"recipe": recipe, "similarity": 0.5, "containment": 0.6, "distance": 16}
    assert pairs_of(job_of(texts, 4, config=config)) == pairs_in_memory(texts, **given)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_parts_of_what_is_in_a_group_do_not_depend_on_versions_elsewhere(seed: int) -> None:
    """A scan left out such parts as soon as any group of a library had an earlier version."""
    chance = random.Random(seed)
    texts = library(40)
    cut = [one[: chance.randint(1, len(one) or 1)] for one in chance.sample(texts, 12)]
    given = named([*texts, *cut])
    job = job_of(given, 7, config=configured("default", 0.5, 0.6, None))
    assert groups_of(job) == groups_in_memory(given, similarity=0.5, containment=0.6)


@pytest.mark.parametrize("proposals", [60, 600, 6_000])
def test_common_samples(proposals: int) -> None:
    texts = named(library(110))
    with budgets(least_proposals=proposals, proposals_a_text=1):
        job = job_of(texts, 4)
        finds_the_same(job, texts)
        assert len(unpack(job._by_rare.common.value)[0])
    assert job._by_common is not None or proposals > 60


def test_rare_samples_that_propose_too_much() -> None:
    texts = named(library(110))
    few = {"least_candidates": 20, "candidates_a_text": 1, "common_a_text": 1, "doubtful": 2}
    with budgets(least_proposals=6_000, **few):
        job = job_of(texts, 3)
        assert pairs_of(job) == pairs_in_memory(texts)


_OWN = (
    *("x pi", "o podki", "xwvx bilwcel", " rkxcxej", " rvgrlc", "aqqvf vlrrvspln"),
    *("rjnh xfuyde", " yg", "jntdmtlor krt", " sipqg"),
)


def test_what_groups_lack_is_compared_and_makes_no_pair() -> None:
    """Of these forms two are alike whose own words nobody else has, so that nothing proposes it."""
    form = "{} wu aysjgjt qbltaop kia pnbjn {} gr cnhvtmzn vljibhsxv dfw lxaftibwz"
    texts = named([form.format(*one.split(" ")).strip() for one in _OWN])
    with budgets(least_proposals=100, proposals_a_text=1):
        job = job_of(texts, 1)
        finds_the_same(job, texts)
        first = job._review([job._members, job._answers, job._of_islands(job.compared)])
        assert job._number(job.frames.of_kind(first, OF_OTHERS)), "groups lack a comparison"


def test_a_crowd_without_a_pair_by_rare_samples() -> None:
    texts = named(planted()[:3])
    job = job_of(texts, 2)
    none = LocalFrame([[], []], PACKETS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ClusterJob, "missed", 1)
        patch.setattr(ClusterJob, "_by_common", none)
        patch.setattr(job, "_by_rare", replace(job._by_rare, pairs=none))
        assert pairs_of(job) == pairs_in_memory(texts)


def test_dense_neighbourhoods() -> None:
    texts = named([*forms(5, 60, 400, (4, 9)), *library(90)])
    with budgets(least_near=200, near_a_text=1):
        job = job_of(texts, 3)
        assert pairs_of(job) == pairs_in_memory(texts)
        assert job.radius.is_reduced
        assert len(job.radius.leaders)


def test_rows_with_no_id_of_their_own_are_told() -> None:
    job = job_of({"a": "one text of words", "b": "another text of words"}, 2)
    job.source.parts.append(job.source.parts[0] or job.source.parts[1])
    with pytest.raises(ConfigError, match=r"the id '[ab]' stands in 2 rows"):
        assert job.documents
    job = job_of({}, 2)
    rows = [{"id": name, "text": "words"} for name in (None, "a", None)]
    job.source.parts.append([pa.RecordBatch.from_pylist(rows, schema=job.source.schema)])
    with pytest.raises(ConfigError, match="2 rows have no id"):
        assert job.documents
    with pytest.raises(ConfigError, match="1 row has no id"):
        assert job_of({"": "one"}, 2).documents


def test_ids_of_any_characters_are_in_their_own_order() -> None:
    """As paths, ``a/b`` comes before ``a-b``; as an id it does not."""
    names = ["a/b", "a-b", "a//b", "%", "..", " ", "合同", "s3://x/y", "s3:/x/y", "\x7f", "a\nb"]
    texts = dict(zip(names * 3, planted(), strict=False))
    job = job_of(texts, 2)
    assert pairs_of(job) == pairs_in_memory(texts) != set()
    assert groups_of(job) == groups_in_memory(texts)


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
def test_how_many_tiles(texts: int, samples: int, buckets: int, order: int) -> None:
    assert Plane.of(texts, samples, buckets) == Plane(order)


@pytest.mark.parametrize(("buckets", "tiles"), [(2, 6), (4, 6), (12, 12)])
def test_a_crowd_in_tiles(buckets: int, tiles: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crowds, "_FEW", 1)
    monkeypatch.setattr(crowds, "_SAMPLES_OF_ONE", 1)
    texts = named(forms(11, 150, 300, (20, 40)))
    with budgets(least_proposals=100, proposals_a_text=1):
        job = job_of(texts, buckets)
        finds_the_same(job, texts)
        sent = Counter(one["place"] for one in job.frames.rows(job._by_common).to_pylist())
        assert len(sent) == tiles, "each has pairs of its own"


ARRAYS = st.sampled_from(["u1", "u2", "i4", "u4", "i8", "u8", "f8", "?"]).flatmap(
    lambda kind: arrays.arrays(np.dtype(kind), st.integers(0, 40))
)


@given(st.lists(st.one_of(ARRAYS, ARRAYS.map(np.sort)), max_size=5))
def test_packets(given_arrays: list[np.ndarray]) -> None:
    made = unpack(pack(given_arrays))
    assert len(made) == len(given_arrays)
    for one, other in zip(made, given_arrays, strict=True):
        assert one.dtype == other.dtype
        assert one.tobytes() == other.tobytes()
    rows = pa.RecordBatch.from_pylist([{"id": "a", "data": b"\0x"}, {"id": None, "data": b""}])
    assert unpack_rows(pack_rows(rows)).equals(rows)
    numbers = np.arange(10_000, dtype=np.int64) * 300
    assert len(pack([numbers])) < len(numbers), "what ascends takes little room"
