"""What is kept of islands of pairs, against a dictionary by the pairs that are shown of each."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simcore.grouping.pairs import Islands

TEXTS = 150
Edge = tuple[int, int]

edges = st.tuples(st.integers(0, TEXTS - 1), st.integers(0, TEXTS - 1))
steps = st.lists(st.tuples(st.integers(0, 2**32), st.sampled_from([0, 1, 50, 100])), max_size=8)


def labels_of(pairs: list[Edge]) -> list[int]:
    """Label texts by the least one that can be reached from each, in the plainest way."""
    labels = list(range(TEXTS))
    changed = True
    while changed:
        changed = False
        for left, right in pairs:
            least = min(labels[left], labels[right])
            changed = changed or labels[left] != least or labels[right] != least
            labels[left] = labels[right] = least
    return labels


@given(st.lists(edges, max_size=12), st.integers(0, 80), steps)
def test_what_is_shown_again_is_known(few: list[Edge], many: int, steps: list[Edge]) -> None:
    # one island may have more pairs than a number has bits
    pairs = [one for one in few if one[0] != one[1]] + [(0, 1 + text) for text in range(many)]
    left, right = np.array([*zip(*pairs, strict=True)] or [[], []], dtype=np.int64)
    labels = labels_of(pairs)
    of_label = {
        label: [i for i, one in enumerate(pairs) if labels[one[0]] == label] for label in labels
    }
    kept: dict[tuple[int, tuple[int, ...]], list[int]] = {}
    islands, made = Islands(left, right, TEXTS), 0
    for seed, share in steps:
        drawn = np.random.default_rng(seed).integers(0, 100, len(pairs)) < share
        shown = {label: tuple(i for i in of if drawn[i]) for label, of in of_label.items() if of}
        unknown, found = islands.at(np.flatnonzero(drawn))
        wanted = [one for item in shown.items() if item[1] for one in kept.get(item, [])]
        assert sorted(found.tolist()) == sorted(wanted)
        results, of = [], []
        for label, some in shown.items():
            island = int(islands.of_text[label])
            small = len(of_label[label]) <= 50
            assert not unknown[island] or not small or (some and (label, some) not in kept)
            if some and (label, some) not in kept:
                assert unknown[island]
                if label % 3:  # what is not to be kept is made again
                    new = list(range(made, made + label % 4))
                    made += len(new)
                    results += new
                    of += [island] * len(new)
                    if small:
                        kept[label, some] = new
                else:
                    unknown[island] = False
        islands.keep(unknown, np.array(results, dtype=np.int64), np.array(of, dtype=np.int64))
