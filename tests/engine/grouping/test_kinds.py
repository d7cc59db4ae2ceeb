"""What thresholds show and hide: near by similarity and distance, parts by containment alone."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from builders import document, pair
from pair_reports import report_of
from simcore import Kind, Pair, ScanConfig, ScanReport, regroup
from simcore.grouping.pairs import Hiding, hiding, pair_of, shown_kind
from simcore.grouping.queries import Relations
from simcore.model.config import Thresholds
from simcore.model.records import Comparison, TextId
from simcore.reports.tables import pair_rows

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


def at(report: ScanReport, config: ScanConfig) -> ScanReport:
    return regroup(replace(report, config=config), config.thresholds)


def in_groups(report: ScanReport) -> set[int]:
    members = {member.document for group in report.groups for member in group.members}
    return members | {group.representative for group in report.groups}


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
def test_a_stricter_threshold_shows_no_pair_that_a_looser_one_hides(
    made: Pair, thresholds: tuple[ScanConfig, ScanConfig]
) -> None:
    loose, strict = thresholds
    if shown_kind(made, strict) is not None:
        assert shown_kind(made, loose) is not None
    # nor does a stricter one make near of what was none
    if shown_kind(made, strict) is Kind.SIMILAR:
        assert shown_kind(made, loose) is Kind.SIMILAR


@example(report_of([document(1), document(2)], [FAR_PART]), STRICTER)
@given(reports(), steps())
def test_so_it_is_in_groups_lists_and_relations(
    report: ScanReport, thresholds: tuple[ScanConfig, ScanConfig]
) -> None:
    loose, strict = (at(report, config) for config in thresholds)
    assert in_groups(strict) <= in_groups(loose)
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
def test_the_thresholds_that_hide_a_pair_are_those_named(
    made: Pair, thresholds: tuple[ScanConfig, ScanConfig]
) -> None:
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
def test_a_part_is_contained_and_clearly_shorter(
    shared: int, sizes: Sequence[int], kind: Kind | None
) -> None:
    made = compared(shared, *sizes, 30)
    for config in (ScanConfig(distance=0), ScanConfig(distance=0, similarity=1.0)):
        assert shown_kind(made, config) is kind
    assert shown_kind(made, ScanConfig(distance=0, contained=False)) is None


def test_distance_0_hides_what_is_not_clearly_shorter() -> None:
    """The slider works: revisions of about one length are shown by it alone, parts without it."""
    documents = [document(number) for number in range(1, 5)]
    made = compared(95, 97, 100, 5), compared(90, 90, 100, 12), compared(60, 100, 60, 18)
    pairs = [replace(one, right=document(at).id) for at, one in enumerate(made, 2)]
    report = report_of(documents, pairs)
    shown = {
        distance: {
            m.document: m.kind
            for group in regroup(report, Thresholds(distance, 0.7)).groups
            for m in group.members
        }
        for distance in (26, 11, 0)
    }
    assert shown == {
        26: {2: Kind.SIMILAR, 3: Kind.SIMILAR, 4: Kind.PART},
        11: {2: Kind.SIMILAR, 4: Kind.PART},
        0: {4: Kind.PART},
    }


def test_a_part_that_differs_in_numbers_is_marked_by_hand_alone() -> None:
    """Whether a threshold makes an invoice near or a part, it is another document."""
    made = replace(pair(1, 2, 0.75, 10), left_in_right=0.78, right_in_left=0.99, numbers_only=True)
    report = report_of([document(1), document(2)], [made])
    for distance in (26, 3):
        (group,) = regroup(report, Thresholds(distance, 0.7)).groups
        (member,) = group.members
        assert member.by_hand_only
