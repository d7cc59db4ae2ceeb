"""Which text stays of two, decided for many pairs at once, against the election of each pair."""

from dataclasses import replace
from pathlib import Path

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from builders import document, pair
from simcore import Document, Pair
from simcore.grouping.keeping import GAP_NS, CopyRuns
from simcore.grouping.leaders import KeptOfTwo, kept_of
from simcore.grouping.pairs import PairTable
from simcore.model.records import INSIDE, DocumentId, TextId
from simcore.text.stated_dates import packed

NOW = 1_700_000_000_000_000_000
PATHS = """
/d/plan.txt /d/plan-v2.txt /d/plan-v3.txt /d/old/plan.txt /d/plan(1).txt /d/合同第二稿.txt
/d/合同初稿.txt /e/letter.txt /e/other.txt
"""
DATES = ((), ((2023, 5, 1),), ((2024, 5, 1), (2023, 5, 1)))

documents = st.fixed_dictionaries(
    {
        "path": st.sampled_from(PATHS.split()).map(Path),
        "mtime_ns": st.sampled_from([0, NOW, NOW + 1, NOW + 3 * GAP_NS]),
        "device": st.sampled_from([1, 1, 1, INSIDE]),
        "lossy": st.sampled_from([False, False, False, True]),
        "characters": st.sampled_from([900, 900, 901]),
        "stated": st.sampled_from(DATES).map(packed),
    }
)
# results of strangers may have the last: its reciprocal is beyond all numbers
shares = st.sampled_from([0.0, 0.5, 0.8, 0.9, 0.99, 1.0, 5e-324])
drawn_pairs = st.tuples(documents, documents, shares, shares, st.booleans(), st.booleans())
Drawn = tuple[dict[str, object], dict[str, object], float, float, bool, bool]


def elected(one: Pair, texts: tuple[TextId, TextId], held: list[Document], runs: CopyRuns) -> int:
    """Return the number of the text that stays of a pair, by the rule for any number of texts."""
    left, right = texts
    links = {left: {right: one}, right: {left: one}}
    by_text = {made.text: (made,) for made in held}
    kept = kept_of(texts, texts, links, by_text, runs)
    return [made.text for made in held].index(kept)


@given(st.lists(drawn_pairs, min_size=1, max_size=12))
def test_all_at_once_decide_as_one_by_one(drawn: list[Drawn]) -> None:
    held: list[Document] = []
    pairs: list[Pair] = []
    known: dict[DocumentId, Document] = {}
    for one, other, left_in_right, right_in_left, turned, other_file in drawn:
        numbers = [len(held) + 1, len(held) + 2]
        for number, of in zip(numbers, (one, other), strict=True):
            held.append(document(number, **of))
            known[DocumentId(number)] = held[-1]
        if other_file:  # a pair that names a document which stands for none of the texts
            known[DocumentId(1_000 + numbers[0])] = held[-2]
            numbers[0] += 1_000
        ends = numbers[::-1] if turned else numbers
        pairs.append(replace(pair(*ends), left_in_right=left_in_right, right_in_left=right_in_left))
    numbers_of = {one.text: number for number, one in enumerate(held)}
    table = PairTable(pairs, known, numbers_of)
    runs = CopyRuns.of_documents(known)
    texts = [(known[one.left].text, known[one.right].text) for one in pairs]
    wanted = [elected(*one, held, runs) for one in zip(pairs, texts, strict=True)]
    by_text = {one.text: (one,) for one in held}
    kept = KeptOfTwo(table, list(numbers_of), by_text, runs)
    all_of_them = np.arange(len(pairs))
    assert kept.of(all_of_them[::2]).tolist() == wanted[::2]
    assert kept.of(all_of_them).tolist() == wanted
    assert kept.of(all_of_them[:0]).tolist() == []
