"""Pairs at thresholds: which are shown and why, their columns, and the counts of the picture."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from builders import document, edited, english_text, pair
from graphs import ids_of
from pair_reports import Row, density_of, every_sort, near, report_of
from scans import scanned
from simcore import FingerprintIndex, Kind, Pair, ScanConfig, ScanReport, recall, regroup
from simcore.grouping.pairs import (
    BANDS,
    Hiding,
    Islands,
    PairCell,
    PairColumns,
    PairDensity,
    PairLane,
    PairSort,
    hiding,
    natural_gap,
    pair_columns,
    pair_of,
    shown_kind,
)
from simcore.grouping.queries import Relations
from simcore.model.config import Thresholds
from simcore.model.records import Comparison, TextId
from simcore.reports.tables import pair_rows
from written import written

SHARES = [0.3, 0.55, 0.7, 0.8, 0.9, 1.0]
DISTANCES = [0, 3, 12, 26, 40]


def compared(shared: int, left: int, right: int, distance: int, *, short: bool = False) -> Pair:
    """Make the pair of texts of so many shingles, of which so many are shared."""
    texts = TextId(1), TextId(2)
    ends = document(1), document(2, fingerprint=(1 << distance) - 1)
    made = pair_of(*ends, Comparison(*texts, shared, left, right))
    return replace(made, short=short)


@st.composite
def figures(draw: st.DrawFn) -> Pair:
    """Draw figures around all limits, in either order."""
    less = draw(st.sampled_from([1, 20, 60, 74, 78, 83, 84, 90, 100]))
    shared = less - draw(st.sampled_from([0, 1, 5, 40])) % (less + 1)
    sizes = draw(st.permutations([less, 100]))
    short = draw(st.sampled_from([False, False, False, True]))
    return compared(shared, *sizes, draw(st.sampled_from(DISTANCES)), short=short)


@st.composite
def steps(draw: st.DrawFn) -> tuple[ScanConfig, ScanConfig]:
    """Draw thresholds, and others of which none is looser."""
    similarity, containment = (
        sorted(draw(st.tuples(*[st.sampled_from(SHARES)] * 2))) for _ in "sc"
    )
    distance = sorted(draw(st.tuples(*[st.sampled_from(DISTANCES)] * 2)), reverse=True)
    contained = draw(st.sampled_from([(True, True), (True, True), (True, False), (False, False)]))
    loose, strict = (
        ScanConfig(similarity=s, containment=c, distance=d, contained=parts)
        for s, c, d, parts in zip(similarity, containment, distance, contained, strict=True)
    )
    return loose, strict


@st.composite
def reports(draw: st.DrawFn) -> ScanReport:
    """Draw documents, two of them of one text, and pairs of any figures."""
    documents = [document(number) for number in range(1, 5)]
    documents.append(document(5, text=draw(st.integers(1, 4))))
    ends = [(one, other) for one in range(1, 5) for other in range(one + 1, 5)]
    chosen = draw(st.lists(st.sampled_from(ends), unique=True, min_size=1))
    pairs = [
        replace(draw(figures()), left=document(one).id, right=document(other).id)
        for one, other in chosen
    ]
    return report_of(documents, pairs)


def regrouped_at(report: ScanReport, config: ScanConfig) -> ScanReport:
    return regroup(replace(report, config=config), config.thresholds)


def related(report: ScanReport) -> Iterator[tuple[int, int]]:
    """Yield the documents of which one is near to the other, or a part of it."""
    found = Relations(report)
    for stays in report.documents.values():
        for goes in report.documents.values():
            if stays is not goes and stays.text != goes.text:
                relation = found.of(stays, goes)
                if relation is not None and relation.kind in {Kind.SIMILAR, Kind.PART}:
                    yield tuple(sorted((stays.id, goes.id)))


FAR_PART = compared(78, 78, 100, 12)
STRICTER = ScanConfig(distance=3), ScanConfig(distance=3, similarity=0.9)


@example(FAR_PART, STRICTER)
@given(figures(), steps())
def test_stricter_shows_no_pair_more(made: Pair, thresholds: tuple[ScanConfig, ScanConfig]) -> None:
    loose, strict = thresholds
    if shown_kind(made, strict) is not None:
        assert shown_kind(made, loose) is not None
    # nor does a stricter one make near of what was none
    if shown_kind(made, strict) is Kind.SIMILAR:
        assert shown_kind(made, loose) is Kind.SIMILAR


@example(report_of([document(1), document(2)], [FAR_PART]), STRICTER)
@given(reports(), steps())
def test_nor_in_any_list(report: ScanReport, thresholds: tuple[ScanConfig, ScanConfig]) -> None:
    loose, strict = (regrouped_at(report, config) for config in thresholds)
    grouped = [{key for group in one.groups for key in ids_of(group)} for one in (strict, loose)]
    assert grouped[0] <= grouped[1]
    listed = [{(row.left.id, row.right.id) for row in pair_rows(one)} for one in (strict, loose)]
    assert listed[0] <= listed[1]
    assert set(related(strict)) <= set(related(loose))


@pytest.mark.parametrize("similarity", [0.3, 0.5, 0.7, 0.77, 0.78, 0.9, 1.0])
@pytest.mark.parametrize("distance", [0, 3, 29, 30, 40])
def test_a_part_is_shown_at_any_similarity_and_distance(similarity: float, distance: int) -> None:
    """The case that was found: alike enough and too far apart, it was shown at 0.9, not at 0.7."""
    made = compared(78, 78, 100, 30)
    config = ScanConfig(similarity=similarity, distance=distance)
    near = similarity <= 0.78 and distance >= 30
    assert shown_kind(made, config) is (Kind.SIMILAR if near else Kind.PART)
    assert hiding(made, config) == ()


@given(figures(), steps())
def test_what_hides_a_pair_is_named(made: Pair, thresholds: tuple[ScanConfig, ScanConfig]) -> None:
    """To loosen all that hide it as near shows it; so do all as a part; nothing less does."""
    config, _ = thresholds
    named = set(hiding(made, config))
    assert (not named) == (shown_kind(made, config) is not None)
    looser = {
        Hiding.SIMILARITY: {"similarity": 0.3},
        Hiding.DISTANCE: {"distance": 128},
        Hiding.PARTS: {"contained": True},
        Hiding.CONTAINMENT: {"containment": 0.1},
    }
    near = named & {Hiding.SIMILARITY, Hiding.DISTANCE}
    ways = [near] if made.resemblance >= 0.3 else []
    if made.containment >= 0.1 and Hiding.LENGTH not in named:  # that is no threshold
        ways.append(named - near)
    for names in ways:
        for left_out in [*names, None]:
            changed = {
                k: v for name in names if name is not left_out for k, v in looser[name].items()
            }
            assert (shown_kind(made, replace(config, **changed)) is not None) == (left_out is None)


@pytest.mark.parametrize(
    ("shared", "sizes", "kind"),
    [
        (80, (80, 100), Kind.PART),  # four fifths of the whole
        (84, (84, 100), None),
        (64, (100, 80), Kind.PART),
        (63, (100, 80), None),  # too little of it is in the whole
        (0, (10, 100), None),
        (100, (100, 100), None),
    ],
)
def test_a_part_is_clearly_shorter(shared: int, sizes: Sequence[int], kind: Kind | None) -> None:
    made = compared(shared, *sizes, 30)
    for config in (ScanConfig(distance=0), ScanConfig(distance=0, similarity=1.0)):
        assert shown_kind(made, config) is kind
    assert shown_kind(made, ScanConfig(distance=0, contained=False)) is None


def test_a_part_that_differs_in_numbers_is_marked_by_hand_alone() -> None:
    """Whether a threshold makes an invoice near or a part, it is another document."""
    made = replace(pair(1, 2, 0.75, 10), left_in_right=0.78, right_in_left=0.99, numbers_only=True)
    report = report_of([document(1), document(2)], [made])
    for distance in (26, 3):
        (group,) = regroup(report, Thresholds(distance, 0.7)).groups
        (member,) = group.members
        assert member.by_hand_only


# ---- the columns of compared pairs against the report read row by row


def rows_of(columns: PairColumns) -> set[tuple[object, ...]]:
    given = zip(
        columns.left.tolist(),
        columns.right.tolist(),
        map(PairSort, columns.sort.tolist()),
        columns.distance.tolist(),
        columns.resemblance.tolist(),
        columns.part.tolist(),
        columns.short.tolist(),
        strict=True,
    )
    found = list(given)
    assert len(set(found)) == len(found)
    return set(found)


def test_every_sort_has_its_rows() -> None:
    found = rows_of(pair_columns(every_sort()))
    assert found == {
        (1, 2, PairSort.NEAR, 3, 0.9, 0.0, False),
        (1, 8, PairSort.NEAR, 20, 0.55, 0.0, False),
        (3, 4, PairSort.UNLIKE, 3, 10 / 190, 0.0, False),
        (5, 6, PairSort.IDENTICAL, 0, 1.0, 0.0, False),
        (5, 7, PairSort.SAME_TEXT, 0, 1.0, 0.0, False),
    }


def test_short_texts_are_told_also_where_they_are_unlike() -> None:
    made = report_of(
        [document(1, features=9), document(2), document(3)],
        [pair(1, 3, 0.8, 30, short=True)],
        # of the second one a text is gone: it is left out
        [Comparison(TextId(1), TextId(2), 1, 10, 20), Comparison(TextId(1), TextId(9), 1, 10, 20)],
    )
    assert {(row[2], row[6]) for row in rows_of(pair_columns(made))} == {
        (PairSort.NEAR, True),
        (PairSort.UNLIKE, True),
    }


def test_a_scan_and_what_is_recalled_of_it(tmp_path: Path) -> None:
    """Every pair, comparison and copy of real files is there, from rows of the index too."""
    texts = [edited(english_text(1), number, number * 5) for number in range(6)]
    files = {f"{number}.txt": text for number, text in enumerate(texts)}
    files |= {"copy.txt": texts[3], "spaced.txt": texts[3] + "\n\n"}
    folder = written(tmp_path / "documents", files)
    config = ScanConfig(jobs=0, compared_distance=64)
    with FingerprintIndex(tmp_path / "index.sqlite") as index:
        first = scanned(folder, index, config)
        again = recall([folder], config, index)
    for report in (first, again):
        columns = pair_columns(report)
        sorts = columns.sort.tolist()
        assert sorts.count(PairSort.NEAR) == len(report.pairs) > 3
        assert sorts.count(PairSort.UNLIKE) == len(report.comparisons)
        assert sorts.count(PairSort.IDENTICAL) == sorts.count(PairSort.SAME_TEXT) == 1
        for left, right, distance in zip(
            columns.left.tolist(), columns.right.tolist(), columns.distance.tolist(), strict=True
        ):
            one, other = (report.documents[end].fingerprint for end in (left, right))
            assert one is not None
            assert other is not None
            assert distance == (one ^ other).bit_count()


# ---- the counts behind the picture, against a plain loop over all pairs


# shares as comparisons give them, and just the whole percentages that thresholds are set to
PERCENTAGES = st.one_of(
    st.integers(0, 100).map(lambda percent: percent / 100),
    st.tuples(st.integers(0, 400), st.integers(1, 400)).map(lambda two: min(two) / max(two)),
)


@st.composite
def row(draw: st.DrawFn) -> Row:
    sort = draw(st.sampled_from(PairSort))
    if sort <= PairSort.SAME_TEXT:
        return 0, 1.0, 0.0, draw(st.booleans()), sort
    part = 0.0 if sort is PairSort.UNLIKE else draw(st.sampled_from([0.0, 0.1, 0.5, 0.8, 1.0]))
    return draw(st.integers(0, 128)), draw(PERCENTAGES), part, draw(st.booleans()), sort


def cell_by_hand(one: Row, similarity: int, distance_line: int, containment: float) -> PairCell:
    """Say where a pair belongs, by the words of the manual."""
    distance, resemblance, part, short, sort = one
    band = next(b for b in reversed(range(BANDS)) if resemblance >= b * 5 / 100)
    if sort in {PairSort.IDENTICAL, PairSort.SAME_TEXT}:
        return PairCell(PairLane.COPIES, 0, band)
    near = resemblance >= similarity / 100 and (short or distance <= distance_line)
    if not near and part >= containment:
        return PairCell(PairLane.PARTS, 0, band)
    return PairCell(PairLane.SHORT, 0, band) if short else PairCell(PairLane.MIDDLE, distance, band)


@example([], (70, 24), 0.8)
@given(
    st.lists(row(), max_size=60),
    st.tuples(st.integers(30, 100), st.integers(0, 128)),
    st.sampled_from([0.1, 0.5, 0.8, 1.0]),
)
def test_counts_by_a_plain_loop(
    rows: list[Row], lines: tuple[int, int], containment: float
) -> None:
    density = density_of(rows, containment=containment)
    expected = Counter((cell_by_hand(one, *lines, containment), one[4]) for one in rows)
    similarity, distance = lines
    thresholds = Thresholds(distance, similarity / 100)
    counted = {(cell, sort): count for cell, sort, count in density.counts(thresholds)}
    assert counted == dict(expected)
    for cell in {cell for cell, _ in expected}:
        there = [n for n, one in enumerate(rows) if cell_by_hand(one, *lines, containment) == cell]
        assert density.pairs_in(cell, thresholds).tolist() == there
    assert {cell.lane for cell in (key[0] for key in expected)} <= set(density.lanes())
    assert max((one[0] for one in rows if not one[3]), default=0) <= density.reach
    if not rows:
        assert density.lanes() == [PairLane.MIDDLE]
        assert (density.reach, density.suggested) == (32, 24)


def test_a_planted_gap_is_suggested() -> None:
    """Copies with few edits lie up to 6 bits apart, chance from 12 on: 7 to 11 are empty."""
    rows = [near(distance, 0.9) for distance in (1, 2, 2, 3, 3, 3, 4, 4, 5, 6) * 20]
    rows += [
        (distance, 0.05, 0.1, False, PairSort.UNLIKE) for distance in (12, 13, 14, 15, 16) * 60
    ]
    density = density_of(rows)
    assert density.suggested == 9
    # neither copies nor texts too short for their distance have a say
    more: list[Row] = [(8, 0.9, 0.9, True, PairSort.NEAR)] * 500
    more += [(0, 1.0, 1.0, False, PairSort.IDENTICAL)] * 5000
    assert density_of(rows + more).suggested == 9


@pytest.mark.parametrize(
    ("recipe", "bits", "suggested", "reach"),
    [("bigrams-32", 32, 12, 16), ("default", 64, 24, 32), ("default+128", 128, 48, 64)],
)
def test_the_suggestion_for_each_width(recipe: str, bits: int, suggested: int, reach: int) -> None:
    made = report_of([document(1), document(2)], [pair(1, 2)], config=ScanConfig(recipe=recipe))
    density = PairDensity.of(pair_columns(made), 0.8, 3)
    assert (density.columns.bits, density.suggested, density.reach) == (bits, suggested, reach)


# ---- the gap between two heaps of numbers, where one was planted and where none was


@pytest.mark.parametrize("counts", [[], [0], [7], [0] * 25, [9] * 25, [100, 50, 20, 5, 1, 0, 0]])
def test_there_is_no_gap_in_one_heap(counts: list[int]) -> None:
    assert natural_gap(counts) is None


def test_the_emptier_of_two_gaps_and_the_wider_of_equal_ones() -> None:
    assert natural_gap([50, 5, 50, 0, 50]) == 3
    assert natural_gap([50, 0, 50, 0, 0, 0, 50]) == 4
    # a few stray pairs are no heap
    counts = [0] * 25
    counts[2], counts[20] = 400, 4
    assert natural_gap(counts) is None
    counts[20] = 40
    assert natural_gap(counts) == 11  # the middle of 3 to 19


@given(
    st.integers(0, 8), st.integers(2, 8), st.integers(5, 500), st.integers(5, 500), st.integers()
)
def test_a_planted_gap_is_found(start: int, wide: int, left: int, right: int, seed: int) -> None:
    """Two heaps of which the smaller has a tenth of all, with nothing between them."""
    least = max(left, right) // 8 + 5
    left, right = max(left, least), max(right, least)
    heap = random.Random(seed)
    near = [left + heap.randrange(left) for _ in range(start + 1)]
    far = [right + heap.randrange(right) for _ in range(4)]
    found = natural_gap([*near, *[0] * wide, *far])
    if min(sum(near), sum(far)) >= 0.05 * (sum(near) + sum(far)):
        assert found == start + 1 + (wide - 1) // 2


# ---- what is kept of islands of pairs, against a dictionary by the pairs that are shown of each


TEXTS = 150
Edge = tuple[int, int]
edges = st.tuples(st.integers(0, TEXTS - 1), st.integers(0, TEXTS - 1))
drawings = st.lists(st.tuples(st.integers(0, 2**32), st.sampled_from([0, 1, 50, 100])), max_size=8)


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


@given(st.lists(edges, max_size=12), st.integers(0, 80), drawings)
def test_what_is_shown_again_is_known(few: list[Edge], many: int, drawings: list[Edge]) -> None:
    # one island may have more pairs than a number has bits
    pairs = [one for one in few if one[0] != one[1]] + [(0, 1 + text) for text in range(many)]
    left, right = np.array([*zip(*pairs, strict=True)] or [[], []], dtype=np.int64)
    labels = labels_of(pairs)
    of_label = {
        label: [i for i, one in enumerate(pairs) if labels[one[0]] == label] for label in labels
    }
    kept: dict[tuple[int, tuple[int, ...]], list[int]] = {}
    islands, made = Islands(left, right, TEXTS), 0
    for seed, share in drawings:
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
