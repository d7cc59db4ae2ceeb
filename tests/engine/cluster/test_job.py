"""A job finds what one process finds: pairs, figures, groups; whatever parts and order."""

import random
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import simcore
from amounts import examples
from builders import CHINESE_WORDS, ENGLISH_WORDS, edited, english_text
from clusters import (
    groups_in_memory,
    groups_of,
    job_of,
    library,
    named,
    pairs_in_memory,
    pairs_of,
)
from forms import forms
from simcore.candidates import inverted
from simcore.candidates.blocks import block_keys, in_buckets
from simcore.cluster.job import ClusterJob
from simcore.cluster.packets import pack, pack_rows, unpack, unpack_rows
from simcore.cluster.texts import OF_OTHERS
from simcore.fingerprints import width_of
from simcore.model.reasons import ConfigError
from simcore.pipeline import candidates
from simcore.pipeline.jobs import recipe_key
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


@contextmanager
def crowded(work: int = 0, few: int = 0) -> Iterator[None]:
    """Have lists cut so that so many meetings are left, or as few as may be."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(inverted, "_LEAST_WORK", work)
        patch.setattr(inverted, "_WORK_A_TEXT", 0)
        patch.setattr(inverted, "_FEW_PAIRS", few)
        yield


@pytest.mark.parametrize(("buckets", "parts"), [(2, 1), (7, 4)])
def test_pairs_and_groups_are_those_of_one_process(buckets: int, parts: int) -> None:
    texts = named(library(140))
    assert len(texts) == 140
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


@pytest.mark.parametrize(("buckets", "work"), [(1, 0), (4, 0), (7, 20_000)])
def test_a_crowd(buckets: int, work: int) -> None:
    """Long lists are cut at the same places, with the longest and the most copied texts first."""
    alike = forms(11, 80, 200, (15, 30))
    texts = named([*alike, *alike[40:42] * 2, *alike[50:55], *library(60), "...", "—"])
    with crowded(work):
        job = job_of(texts, buckets)
        finds_the_same(job, texts)
        (found,) = (one.reason for one in simcore.pairs(texts).problems if one.of_all)
    assert job.left_out == found
    assert job.missed[0] > 100


@settings(max_examples=examples(30))
@given(
    st.lists(TEXTS, max_size=40), st.integers(1, 5), st.integers(0, 99), st.sampled_from([0, 1, 4])
)
def test_any_crowd(texts: list[str], buckets: int, seed: int, few: int) -> None:
    given = named([one + " " + planted()[0] for one in texts])
    with crowded(few=few):
        finds_the_same(job_of(given, buckets, seed=seed), given)


@pytest.mark.parametrize("recipe", ["default", "default+128", "bigrams-32"])
def test_fingerprints_of_a_crowd_propose_nothing(recipe: str) -> None:
    texts = named([*forms(11, 30, 200, (15, 30)), *library(60)])
    config = configured(recipe, 0.7, 0.8, None)
    job = job_of(texts, 5, config=config)
    rows = job.frames.rows(job.documents).to_pylist()
    # of each text one
    usual = {one["text_hash"]: one["fingerprint"] for one in rows if not one["short"]}
    width = width_of(recipe_key(config))
    words = np.frombuffer(b"".join(usual.values()), dtype=np.uint64).reshape(len(usual), -1)
    # of 128 bits four blocks do
    together = sum(in_buckets(keys) for keys in block_keys(words, width).T[:4])
    for most in (together, together - 1):
        job = job_of(texts, 5, config=config)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(candidates, "_LEAST_PAIRS", most)
            patch.setattr(candidates, "_PAIRS_A_TEXT", 0)
            assert (job.by_fingerprints is None) is (most < together)
            assert pairs_of(job) == pairs_in_memory(texts, recipe=recipe)


def test_what_groups_lack_is_compared_and_makes_no_pair() -> None:
    """In this crowd kept documents did not meet some earlier versions, though they are alike."""
    texts = named(forms(5, 100, 300, (10, 20)))
    with crowded():
        job = job_of(texts, 3)
        finds_the_same(job, texts)
        first = job._review([job._members, job._answers, job._of_islands(job.compared)])
        lacked = job.frames.of_kind(first, OF_OTHERS)
        compared = job.frames.rows(job.compared_of([lacked])).to_pylist()
    assert compared
    assert all(one["shared"] > 0.5 * max(one["left_size"], one["right_size"]) for one in compared)


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
