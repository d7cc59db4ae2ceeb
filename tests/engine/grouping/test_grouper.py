"""Groups at one threshold after another, as leaders and as components, by their definitions."""

import itertools
import random
import shutil
from collections.abc import Callable, Iterable
from dataclasses import replace
from math import fsum
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import chinese_text, document, edited, letters_and_digits, pair, shingle_strings
from graphs import Graph, at, graphs, ids_of, near, turned_round
from grouped import group_documents
from pair_reports import report_of
from plain_groups import plain_groups
from scans import Meddler, content, scanned
from simcore import (
    Document,
    FingerprintIndex,
    Group,
    Grouping,
    Kind,
    Pair,
    ScanConfig,
    ScanReport,
    recall,
    regroup,
    scan,
)
from simcore.fingerprints import hamming_distance
from simcore.grouping.grouper import Grouper, uncompared_pairs, with_comparisons
from simcore.model.config import Thresholds
from simcore.model.reasons import ConfigError
from simcore.model.records import INSIDE, Comparison, DocumentId, Judgements, ProblemStage, TextId
from simcore.model.report import Counts, related_to_kept
from simcore.pipeline.jobs import ComparisonJob


@given(graphs(), st.sampled_from([3, 10, 20]), st.sampled_from([0.5, 0.8]))
def test_groups_are_stars_that_cover_all(graph: Graph, distance: int, similarity: float) -> None:
    documents, pairs = graph
    groups = group_documents(documents, pairs, at(distance, similarity))
    edges = near(graph, distance, similarity)
    seen: list[DocumentId] = []
    for group in groups:
        head = documents[group.representative]
        seen.append(head.id)
        assert group.members
        assert group.worst == min(member.resemblance for member in group.members)
        for member in group.members:
            other = documents[member.document]
            seen.append(other.id)
            # no chains: each is beside the representative itself
            assert other.text == head.text or frozenset((head.text, other.text)) in edges
            assert member.resemblance >= similarity
            assert member.distance <= distance
            same = documents[member.copy_of] if member.copy_of else head
            assert (member.kind is Kind.SIMILAR) == (other.text != same.text)
    assert len(seen) == len(set(seen)), "a document is in one group only"
    texts = [made.text for made in documents.values()]
    expected = {
        made.id
        for made in documents.values()
        if texts.count(made.text) > 1 or any(made.text in edge for edge in edges)
    }
    assert set(seen) == expected, "whatever has a near-duplicate is shown"


@given(graphs(), st.sampled_from(Grouping), st.randoms(use_true_random=False))
def test_order_does_not_matter(graph: Graph, grouping: Grouping, dice: random.Random) -> None:
    documents, pairs = graph
    config = at(20, 0.5, grouping)
    before = group_documents(documents, pairs, config)
    mixed = dict(dice.sample([*documents.items()], len(documents)))
    pairs = dice.sample(pairs, len(pairs))
    assert group_documents(mixed, pairs, config) == before
    assert group_documents(mixed, [*map(turned_round, pairs)], config) == before


def grouped(documents: list[Document], pairs: list[Pair], **named: float) -> tuple[Group, ...]:
    config = at(int(named.get("distance", 20)), named.get("similarity", 0.7))
    return group_documents({made.id: made for made in documents}, pairs, config)


def test_a_member_follows_the_most_alike() -> None:
    documents = [document(n, characters=100 - n) for n in (1, 2, 3, 4, 5)]
    pairs = [pair(1, 2), pair(1, 3, 0.75), pair(4, 3, 0.95), pair(4, 5)]
    groups = grouped(documents, pairs)
    found = {g.representative: {m.document for m in g.members} for g in groups}
    assert found == {1: {2}, 4: {3, 5}}


@given(graphs(), st.data(), st.sampled_from(list(Grouping)))
def test_no_file_goes_for_an_archive(graph: Graph, data: st.DataObject, grouping: Grouping) -> None:
    documents, pairs = graph
    inside = data.draw(st.sets(st.sampled_from(sorted(documents))))
    documents = {
        key: replace(one, device=INSIDE) if key in inside else one for key, one in documents.items()
    }
    config = replace(at(20, 0.5), grouping=grouping, contained=False)
    groups = group_documents(documents, pairs, config)
    seen = [key for group in groups for key in ids_of(group)]
    assert len(seen) == len(set(seen))
    for group in groups:
        if group.representative in inside:
            assert inside.issuperset(ids_of(group))
    # as many are shown as if all were files
    files = {key: replace(one, device=1) for key, one in documents.items()}
    plain = group_documents(files, pairs, config)
    assert set(seen) == {key for group in plain for key in ids_of(group)}


# ---- groups by components: all that pairs join, with the exact comparison with the kept document


BOTH = ScanConfig(jobs=1, grouping=Grouping.COMPONENTS, contained=False)


def reachable(texts: set[int], edges: set[frozenset[int]]) -> set[frozenset[int]]:
    """Compute components by brute force: merge any two sets that an edge connects."""
    parts = [{text} for text in texts]
    for edge in edges:
        touched = [part for part in parts if part & edge]
        parts = [part for part in parts if not part & edge] + [set().union(*touched)]
    return {frozenset(part) for part in parts}


def comparison(left: int, right: int, shared: int) -> Comparison:
    return Comparison(TextId(left), TextId(right), shared, 100, 100)


@given(graphs(), st.sampled_from([3, 10, 20]), st.sampled_from([0.5, 0.8]))
def test_groups_are_what_can_be_reached(graph: Graph, distance: int, similarity: float) -> None:
    documents, pairs = graph
    groups = group_documents(documents, pairs, at(distance, similarity, Grouping.COMPONENTS))
    edges = near(graph, distance, similarity)
    texts = [made.text for made in documents.values()]
    figures = {frozenset((documents[p.left].text, documents[p.right].text)): p for p in pairs}
    expected = {
        part for part in reachable(set(texts), edges) if len(part) > 1 or texts.count(*part) > 1
    }
    found = set()
    for group in groups:
        ids = ids_of(group)
        assert len(ids) == len(set(ids))
        part = frozenset(documents[number].text for number in ids)
        assert set(ids) == {made.id for made in documents.values() if made.text in part}
        found.add(part)
        head = documents[group.representative]

        def rank(text: int, of: Callable[[int], float]) -> tuple[int, float, int, str]:
            holding = [made for made in documents.values() if made.text == text]
            kept = min(holding, key=lambda made: str(made.path))
            return -len(holding), -of(text), -kept.characters, str(kept.path)

        def beside(text: int) -> float:
            return sum(text in edge for edge in edges)

        def alike(text: int) -> float:
            return fsum(figures[frozenset((text, one))].resemblance for one in part - {text})  # noqa: B023

        several = [text for text in part if beside(text) == len(part) - 1]
        of = alike if several else beside
        expected_head = min(several or part, key=lambda text: rank(text, of))
        assert head.text == expected_head, "the ranking that leaders use"
        for member in group.members:
            other = documents[member.document]
            if member.copy_of is not None:
                assert other.text == documents[member.copy_of].text != head.text
                continue
            edge = frozenset((head.text, other.text))
            compared = figures.get(edge)
            if other.text == head.text:
                assert (member.resemblance, member.distance) == (1.0, 0)
            elif compared is None:
                assert (member.kind, member.resemblance) == (Kind.LINKED, None)
            else:
                assert member.resemblance == compared.resemblance
                assert member.distance == compared.distance
                assert (member.kind is Kind.SIMILAR) == (edge in edges)
                assert (member.kind is Kind.LINKED) == (edge not in edges)
        known = [m.resemblance for m in group.members if m.resemblance is not None]
        assert group.worst == min(known)
    assert found == expected
    assert len(groups) == len(expected)


@given(graphs())
def test_what_was_compared_once_has_its_figures(graph: Graph) -> None:
    """Comparisons join nothing and change no group; they supply each missing comparison."""
    documents, pairs = graph
    config = at(10, 0.7, Grouping.COMPONENTS)
    texts = sorted({made.text for made in documents.values()})
    known = {
        (a, b): comparison(a, b, 10 + (a * 7 + b) % 50) for a, b in itertools.combinations(texts, 2)
    }
    before = group_documents(documents, pairs, config)
    after = group_documents(documents, pairs, config, known)

    def ids(groups: object) -> list[tuple[int, set[int]]]:
        return [(g.representative, {m.document for m in g.members}) for g in groups]

    assert ids(after) == ids(before)
    paired = {frozenset((documents[p.left].text, documents[p.right].text)) for p in pairs}
    for group in after:
        head = documents[group.representative].text
        for member in related_to_kept(group):
            other = documents[member.document].text
            if other != head and frozenset((head, other)) not in paired:
                expected = known[min(head, other), max(head, other)]
                assert member.resemblance == expected.resemblance
                assert member.containment == expected.left_in_right
            assert member.resemblance is not None
    assert group_documents(documents, pairs, at(10, 0.7), known) == group_documents(
        documents, pairs, at(10, 0.7)
    )


@pytest.mark.parametrize("grouping", Grouping)
def test_a_form_joins_by_a_member_that_is_not_kept(grouping: Grouping) -> None:
    """4 is on the form of 2; nobody compared it with 1, which leads the group."""
    documents = {DocumentId(n): document(n, fingerprint=2**n - 1) for n in (1, 2, 3, 4)}
    form = replace(pair(2, 4, 0.8), framed=True)
    pairs = [pair(1, 2), pair(1, 3), form]
    (group,) = group_documents(documents, pairs, at(20, 0.7, grouping))
    assert group.representative == 1
    assert [(m.document, m.kind, m.resemblance) for m in group.members] == [
        (2, Kind.SIMILAR, 0.9),
        (3, Kind.SIMILAR, 0.9),
        (4, Kind.LINKED, None),
    ]
    assert group.worst == 0.9


def test_parts_are_the_same_either_way() -> None:
    with pytest.raises(ConfigError, match="leaders or components"):
        ScanConfig(grouping="chains")  # type: ignore[arg-type] # what a settings file may hold
    documents = {DocumentId(n): document(n, characters=1_000 * n) for n in (1, 2, 3, 4)}
    part = replace(pair(1, 4, 0.4, 30), left_in_right=0.95, right_in_left=0.2)
    pairs = [part, pair(2, 3), pair(3, 4)]
    leaders, components = (
        group_documents(documents, pairs, ScanConfig(grouping=grouping)) for grouping in Grouping
    )
    assert [group for group in leaders if group.parts] == [g for g in components if g.parts]
    assert [g.parts for g in components] == [False, True]


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """Versions of a text: neighbours are alike, the first and the last are not."""
    folder = tmp_path / "versions"
    folder.mkdir()
    lines = chinese_text(5, 12 * 320).splitlines(keepends=True)
    for version in range(16):
        text = "".join(lines[version * 14 : version * 14 + 100])
        (folder / f"{version}.txt").write_text(text, encoding="utf-8")
    (folder / "5 copy.txt").write_text("".join(lines[70:170]), encoding="gb18030")
    other = chinese_text(77)
    (folder / "other.txt").write_text(other, encoding="utf-8")
    (folder / "other revised.txt").write_text(edited(other, 1, 2), encoding="utf-8")
    return folder


def runs_of(path: Path, longer: int = 0) -> set[str]:
    raw = path.read_bytes()
    text = letters_and_digits(raw.decode("gb18030" if "copy" in path.name else "utf-8"))
    if not longer:
        return set(shingle_strings(text))
    lengths = [len(run) + longer for run in shingle_strings(text)]
    runs = [text[at : at + length] for at, length in enumerate(lengths)]
    return {run for run, length in zip(runs, lengths, strict=True) if len(run) == length}


def exact(report: ScanReport) -> dict[frozenset[DocumentId], float]:
    """The figures by definition: longer runs where hardly more is shared than by chance."""
    sets = [
        {made.id: runs_of(made.path, longer) for made in report.documents.values()}
        for longer in (0, 3)
    ]
    found = {}
    for a, b in itertools.combinations(sets[0], 2):
        figures = [len(one[a] & one[b]) / len(one[a] | one[b]) for one in sets]
        found[frozenset((a, b))] = figures[0] if figures[0] >= 0.3 else figures[1]
    return found


@pytest.mark.parametrize(("distance", "similarity"), [(18, 0.7), (64, 0.5), (20, 0.3)])
def test_a_scan_has_every_figure_and_it_is_exact(
    library: Path, index: FingerprintIndex, distance: int, similarity: float
) -> None:
    config = replace(BOTH, distance=distance, similarity=similarity)
    report = scanned(library, index, config)
    chain, other = report.groups
    assert len(chain.members) == 16
    assert len(other.members) == 1
    figures = exact(report)
    for group in report.groups:
        kept = report.documents[group.representative]
        for member in group.members:
            made = report.documents[member.document]
            assert member.resemblance == figures[frozenset((kept.id, made.id))]
            assert member.distance == hamming_distance(kept.fingerprint, made.fingerprint)
            if made.text != kept.text:
                near = member.resemblance >= similarity and member.distance <= distance
                assert member.kind is (Kind.SIMILAR if near else Kind.LINKED)
        assert group.worst == min(
            figures[frozenset((kept.id, member.document))] for member in group.members
        )
    assert report.counts.linked == sum(m.kind is Kind.LINKED for m in chain.members) > 0
    # some of these texts were not candidates
    proposed = {frozenset((p.left, p.right)) for p in report.pairs}
    assert any(frozenset((chain.representative, m.document)) not in proposed for m in chain.members)


def test_any_number_of_workers_scans_and_orders_gives_the_same(
    library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with FingerprintIndex(tmp_path / "1") as index:
        first = scanned(library, index, BOTH)
        opened: list[Path] = []
        real = Path.open
        monkeypatch.setattr(
            Path, "open", lambda self, *a, **k: (opened.append(self), real(self, *a, **k))[1]
        )
        again = scanned(library, index, BOTH)
        places = tmp_path, Path("/proc/self")  # the index, and what is mounted
        assert not [one for one in opened if one.parent not in places], "all is in the index"
        monkeypatch.undo()
        assert content(again) == content(first)
        assert recall([library], BOTH, index).groups == again.groups
        # comparisons made for one way of grouping change nothing in the other
        leaders = scanned(library, index, replace(BOTH, grouping=Grouping.LEADERS))
    with FingerprintIndex(tmp_path / "2") as index:
        fresh = scanned(library, index, replace(BOTH, grouping=Grouping.LEADERS))
        assert (content(fresh), fresh.counts.candidates) == (
            content(leaders),
            first.counts.candidates,
        )
        assert len(fresh.pairs) == len(leaders.pairs) == len(first.pairs)
        assert content(scanned(library, index, BOTH)) == content(first)
    with FingerprintIndex(tmp_path / "3") as index:
        assert content(scanned(library, index, replace(BOTH, jobs=2))) == content(first)
    with FingerprintIndex(tmp_path / "4") as index:
        late = [path for path in library.iterdir() if int(path.stat().st_size) % 2]
        away = tmp_path / "away"
        away.mkdir()
        for path in late:
            path.rename(away / path.name)
        scanned(library, index, BOTH)
        for path in late:
            (away / path.name).rename(path)
        assert content(scanned(library, index, BOTH)) == content(first)


def test_the_slider_invents_no_figure(library: Path, index: FingerprintIndex) -> None:
    leaders = scanned(library, index, replace(BOTH, grouping=Grouping.LEADERS))
    figures = exact(leaders)
    shutil.rmtree(library)
    assert len(leaders.groups) > 2
    components = regroup(leaders, Thresholds(18, 0.7), grouping=Grouping.COMPONENTS)
    assert len(components.groups) == 2
    unknown = 0
    for similarity in (0.3, 0.6, 0.7, 0.75):
        for group in regroup(components, Thresholds(24, similarity)).groups:
            for member in group.members:
                expected = figures[frozenset((group.representative, member.document))]
                unknown += member.resemblance is None
                assert member.resemblance in (None, expected)
                if member.resemblance is None:
                    assert member.kind is Kind.LINKED
    assert unknown, "the ends were never compared"
    assert regroup(components, Thresholds(24, 0.7), grouping=Grouping.LEADERS) == leaders


def test_what_cannot_be_read_again_is_told_and_has_no_figure(
    library: Path, index: FingerprintIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("simcore.pipeline.jobs.MOST_BYTES", 0)  # as of what is beyond it
    rounds: list[object] = []

    def gone_before_the_second_round(job: object) -> None:
        rounds.extend([job] * isinstance(job, ComparisonJob))
        if len(rounds) == 2:
            (library / "15.txt").unlink(missing_ok=True)

    report = scan([library], BOTH, index, Meddler(gone_before_the_second_round))
    assert [(p.path.name, p.stage) for p in report.problems] == [("15.txt", ProblemStage.VERIFY)]
    uncompared = [
        report.documents[m.document].path.name
        for group in report.groups
        for m in group.members
        if m.resemblance is None
    ]
    assert uncompared == ["15.txt"]


# ---- one grouper at one threshold after another against groups computed from scratch


Compared = dict[tuple[TextId, TextId], Comparison]
Library = tuple[Graph, Compared]


@st.composite
def compared_libraries(draw: st.DrawFn) -> Library:
    """Draw documents anywhere, pairs of near-duplicates, parts and short texts, and comparisons."""
    documents, pairs = draw(graphs())
    numbers = draw(st.permutations(range(len(documents))))
    moved = {
        known: replace(
            made,
            path=Path(f"/documents/{number % 3}/{number}"),
            fingerprint=draw(st.integers(0, 15)),
        )
        for number, (known, made) in zip(numbers, documents.items(), strict=True)
    }
    share = st.sampled_from([0.1, 0.5, 0.8, 0.9, 1.0])
    turned: list[Pair] = []
    for one in pairs:
        ends = (one.left, one.right) if draw(st.booleans()) else (one.right, one.left)
        turned.append(
            replace(
                one,
                left=ends[0],
                right=ends[1],
                left_in_right=draw(share),
                right_in_left=draw(share),
                short=draw(st.integers(0, 9)) == 0,
                numbers_only=draw(st.booleans()),
            )
        )
    paired = {frozenset((documents[p.left].text, documents[p.right].text)) for p in pairs}
    texts = sorted({made.text for made in documents.values()})
    compared = {
        (a, b): Comparison(a, b, draw(st.integers(0, 100)), 100, 110)
        for a in texts
        for b in texts
        if a < b and frozenset((a, b)) not in paired and draw(st.integers(0, 3)) == 0
    }
    return (moved, turned), compared


configs = st.builds(
    ScanConfig,
    distance=st.sampled_from([0, 3, 10, 20]),
    similarity=st.sampled_from([0.3, 0.6, 0.7, 0.85, 1.0]),
    containment=st.sampled_from([0.5, 0.8, 1.0]),
    contained=st.booleans(),
    grouping=st.sampled_from(Grouping),
)


@given(compared_libraries(), st.lists(configs, min_size=1, max_size=12), st.booleans())
def test_step_after_step(library: Library, steps: list[ScanConfig], forgetful: bool) -> None:
    """Also where nothing is kept for steps to come."""
    (documents, pairs), compared = library
    grouper = Grouper(documents, tuple(pairs), compared)
    with pytest.MonkeyPatch.context() as patched:
        if forgetful:
            patched.setattr("simcore.grouping.grouper._CACHED", 0)
        for config in steps:
            groups, kinds = grouper.grouped(config)
            assert groups == plain_groups(documents, pairs, config, compared)
            assert kinds.tolist() == counted(groups)
            if forgetful:
                # a group of two within a larger set is there under two numbers
                assert len({*map(id, grouper._book.groups)}) <= len(groups)
                assert len(grouper._book.groups) <= 2 * len(groups)


@given(compared_libraries(), configs, st.randoms(use_true_random=False), st.booleans())
def test_more_comparisons_are_grouped_by(
    library: Library, config: ScanConfig, drawn: random.Random, divided: bool
) -> None:
    """By what was made ready before, or anew where judgements divide a text."""
    (documents, pairs), compared = library
    apart: frozenset[tuple[bytes, bytes]] = frozenset()
    if divided:
        hashes = sorted({one.content_hash for one in documents.values()})
        apart = frozenset(itertools.combinations(hashes[:4], 2))
    few = {texts: made for texts, made in compared.items() if drawn.random() < 0.5}
    report = ScanReport(config, (), documents, tuple(pairs), (), (), Counts(), 24, comparisons=few)
    first = regroup(report, config.thresholds, judgements=Judgements(apart=apart))
    more = with_comparisons(
        first, {texts: made for texts, made in compared.items() if texts not in few}
    )
    assert more.comparisons == compared
    found = regroup(more, config.thresholds)
    anew = regroup(replace(more, regrouper=None), config.thresholds)
    assert (found.groups, found.counts) == (anew.groups, anew.counts)
    assert uncompared_pairs(found) == uncompared_pairs(anew)
    # the report before goes on with what it had
    before = regroup(first, config.thresholds)
    assert (before.groups, before.counts) == (first.groups, first.counts)


def counted(groups: Iterable[Group]) -> list[int]:
    kinds = [one.kind for group in groups for one in group.members]
    return [kinds.count(kind) for kind in Kind]


@pytest.mark.parametrize("grouping", Grouping)
def test_large_sets_of_all_shapes(grouping: Grouping) -> None:
    """Rings, chains, stars, cliques and ladders, with and without copies, forth and back."""
    documents = {
        DocumentId(n): document(n, text=n - (n % 11 == 1), characters=n * 37 % 90)
        for n in range(1, 400)
    }
    texts = sorted({made.text for made in documents.values()})
    edges = {(a, b) for a, b in itertools.pairwise(texts) if a % 50 < 40}
    edges |= {(a, a + 7) for a in texts if a % 9 == 2 and a + 7 in texts}
    edges |= {(a, b) for a in texts[60:70] for b in texts[60:70] if a < b}
    edges |= {(texts[100], b) for b in texts[101:140]}
    first = {made.text: made.id for made in reversed(documents.values())}
    pairs = [
        pair(first[a], first[b], 0.5 + (a * b % 50) / 100, a * 7 % 23) for a, b in sorted(edges)
    ]
    grouper = Grouper(documents, tuple(pairs), {})
    sizes = set()
    for distance in (18, 5, 24, 0, 11, 18, 3, 22, 24):
        for similarity in (0.3, 0.7, 0.8):
            config = ScanConfig(distance=distance, similarity=similarity, grouping=grouping)
            groups, kinds = grouper.grouped(config)
            assert groups == plain_groups(documents, pairs, config)
            assert kinds.tolist() == counted(groups)
            sizes.add(len(groups))
    assert len(sizes) > 5


@given(
    compared_libraries(),
    st.lists(configs, min_size=2, max_size=6),
    st.randoms(use_true_random=False),
)
def test_members_with_forms(
    library: Library, steps: list[ScanConfig], drawn: random.Random
) -> None:
    """Forms are in groups of their own, or join others."""
    (documents, pairs), compared = library
    some = [replace(one, framed=drawn.random() < 0.4) for one in pairs]
    grouper = Grouper(documents, tuple(some), compared)
    for config in steps:
        groups, kinds = grouper.grouped(config)
        assert kinds.tolist() == counted(groups)
        assert groups == Grouper(documents, tuple(some), compared).grouped(config).groups


def test_a_member_is_a_form_of_the_kept_one_at_the_thresholds_of_the_form_alone() -> None:
    """What near pairs link stays as it is, while the pair with the kept document comes and goes."""
    documents = {DocumentId(n): document(n, characters=900 + (n == 2)) for n in range(1, 5)}
    near = [pair(n, n + 1, 0.9, 3) for n in range(1, 4)]
    pairs = (*near, replace(pair(2, 4, 0.9, 10), framed=True))
    steps = [ScanConfig(distance=d, grouping=Grouping.COMPONENTS) for d in (5, 12, 5, 20, 4)]
    grouper = Grouper(documents, pairs, {})
    for config in steps:
        found = grouper.grouped(config).groups
        assert found == Grouper(documents, pairs, {}).grouped(config).groups
        (group,) = found
        kinds = {one.document: one.kind for one in group.members}
        assert group.representative == 2
        assert kinds[DocumentId(4)] is (Kind.SAME_FORM if config.distance >= 10 else Kind.LINKED)


def a_report(count: int = 6, step: int = 2) -> ScanReport:
    documents = [document(n) for n in range(1, count + 1)]
    return report_of(documents, [pair(n, n + 1, distance=n) for n in range(1, count, step)])


def test_what_was_made_ready_is_used_for_the_same_documents_alone() -> None:
    usual = Thresholds(18, 0.7)
    first = regroup(a_report(), usual)
    again = regroup(first, Thresholds(1, 0.7))
    assert again.regrouper is first.regrouper is not None
    third = regroup(again, Thresholds(3, 0.7))
    assert [len(made.groups) for made in (first, again, third)] == [3, 1, 2]
    assert first == replace(first, regrouper=None), "it is no part of the findings"
    smaller = replace(first, pairs=first.pairs[:1])
    assert len(regroup(smaller, usual).groups) == 1
    copy = document(7, text=TextId(6))
    larger = replace(first, documents={**first.documents, copy.id: copy})
    assert [m.kind for m in regroup(larger, usual).groups[-1].members] == [
        Kind.SAME_TEXT,
        Kind.SIMILAR,
    ]
    compared = {(TextId(1), TextId(3)): Comparison(TextId(1), TextId(3), 9, 10, 10)}
    other = regroup(replace(first, comparisons=compared), usual)
    assert other.regrouper is not first.regrouper


def test_what_was_made_without_a_comparison_is_made_again() -> None:
    first = regroup(a_report(5, 1), Thresholds(18, 0.7), grouping=Grouping.COMPONENTS)
    missing = uncompared_pairs(first)
    assert missing
    texts = [(min(a.text, b.text), max(a.text, b.text)) for a, b in missing]
    more = with_comparisons(first, {ends: Comparison(*ends, 60, 100, 100) for ends in texts})
    found = regroup(more, Thresholds(18, 0.7))
    assert found.regrouper is first.regrouper
    assert found.groups == regroup(replace(more, regrouper=None), Thresholds(18, 0.7)).groups
    assert not uncompared_pairs(found)
