"""The texts that stand beside one in lists, as the core finds them, against plain Python."""

import random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from amounts import examples
from oracle.listing import Part, Text, partners
from simcore.kernel.core import Needs, Partners

LISTS = 9
TEXTS = st.lists(
    st.builds(
        Text,
        st.integers(0, 4),
        st.frozensets(st.integers(0, LISTS - 1)),
        st.integers(0, 3),
        st.integers(0, 2),
        st.integers(-1, 6),
    ),
    min_size=1,
    max_size=9,
)


@settings(deadline=None, max_examples=examples(200))
@given(TEXTS, st.integers(0, 2), st.randoms(use_true_random=False))
def test_partners_equal_counting(texts: list[Text], most: int, dice: random.Random) -> None:
    """Asked about one text after another, and again: what one leaves behind is met by the next."""
    everyone = range(len(texts))
    parts = [
        Part(
            [
                (at, dice.random() < 0.5)
                for at in dice.sample(everyone, dice.randint(0, len(texts)))
            ],
            dice.random() < 0.5,
        )
        for _ in range(dice.randint(0, 6))
    ]
    offered = [2 * text + by_itself for part in parts for text, by_itself in part.texts]
    ends = np.cumsum([0, *(len(part.texts) for part in parts)])
    slices = np.array(
        [(*at, part.counts) for *at, part in zip(ends[:-1], ends[1:], parts, strict=True)],
        dtype=np.int64,
    ).reshape(-1, 3)
    rows = [(one.size, one.needed, one.hidden, one.least) for one in texts]
    lists = [sorted(one.lists) for one in texts]
    found = Partners(
        np.array(offered, dtype=np.uint32),
        Needs(*np.array(rows, dtype=np.int32).T.copy()),
        np.array([one for listed in lists for one in listed], dtype=np.uint32),
        np.cumsum([0, *map(len, lists)]),
        LISTS,
    )
    asked = [one for _ in range(2) for one in everyone]
    at = np.arange(1, len(asked) + 1)
    told = np.tile(slices, (len(asked), 1)), len(slices) * at, np.full(len(asked), most)
    made, whose, shared = found.of(np.array(asked), *told).tolist()
    wanted = [partners(one, texts, parts, most) for one in asked]
    assert [*zip(whose, made, strict=True)] == [
        (one, other) for one, others in zip(asked, wanted, strict=True) for other in sorted(others)
    ]
    each = (one for others in wanted for _, one in sorted(others.items()))
    for count, (exact, matters) in zip(shared, each, strict=True):
        assert count == exact if matters else count <= exact
