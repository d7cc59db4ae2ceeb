"""The counts behind the picture, against a plain loop over all pairs."""

from collections import Counter

import hypothesis.strategies as st
from hypothesis import given

from pair_reports import Row, density_of, near
from simcore.grouping.pairs import BANDS, PairCell, PairDensity, PairLane, PairSort
from simcore.model.config import Thresholds

# shares as comparisons give them, and just the whole percentages that thresholds are set to
SHARES = st.one_of(
    st.integers(0, 100).map(lambda percent: percent / 100),
    st.tuples(st.integers(0, 400), st.integers(1, 400)).map(lambda two: min(two) / max(two)),
)


@st.composite
def row(draw: st.DrawFn) -> Row:
    sort = draw(st.sampled_from(PairSort))
    if sort <= PairSort.SAME_TEXT:
        return 0, 1.0, 0.0, draw(st.booleans()), sort
    part = 0.0 if sort is PairSort.UNLIKE else draw(st.sampled_from([0.0, 0.1, 0.5, 0.8, 1.0]))
    return draw(st.integers(0, 128)), draw(SHARES), part, draw(st.booleans()), sort


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


@given(
    st.lists(row(), max_size=60),
    st.tuples(st.integers(30, 100), st.integers(0, 128)),
    st.sampled_from([0.1, 0.5, 0.8, 1.0]),
)
def test_counts_are_those_of_a_plain_loop(
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


def test_no_pairs() -> None:
    density = density_of([])
    assert list(density.counts(Thresholds(24, 0.7))) == []
    assert density.lanes() == [PairLane.MIDDLE]
    assert (density.reach, density.suggested) == (32, 24)


def test_all_pairs_in_one_cell() -> None:
    density = density_of([near(5, 0.87)] * 1000)
    assert list(density.counts(Thresholds(24, 0.7))) == [
        (PairCell(PairLane.MIDDLE, 5, 17), PairSort.NEAR, 1000)
    ]
    assert density.suggested == 24


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


def test_the_usual_suggestion_follows_the_width() -> None:
    for bits, suggested, reach in ((32, 12, 16), (64, 24, 32), (128, 48, 64)):
        columns = density_of([near(1, 0.9)]).columns
        wide = type(columns)(
            *(getattr(columns, name) for name in columns.__slots__ if name != "bits"), bits=bits
        )
        density = PairDensity.of(wide, 0.8, 3)
        assert (density.suggested, density.reach) == (suggested, reach)
