"""Groups by components: all that pairs join, with the exact comparison with the kept document."""

import dataclasses
import itertools
import shutil
from collections.abc import Callable
from concurrent.futures import Executor, Future
from math import fsum
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import chinese_text, document, edited, letters_and_digits, pair, shingle_strings
from graphs import Graph, at, graphs, near
from grouped import group_documents
from simcore import FingerprintIndex, Grouping, Kind, ScanConfig, ScanReport, recall, regroup, scan
from simcore.fingerprints import hamming_distance
from simcore.model.config import Thresholds
from simcore.model.reasons import ConfigError
from simcore.model.records import Comparison, DocumentId, ProblemStage, TextId
from simcore.model.report import related_to_kept
from simcore.pipeline.jobs import ComparisonJob
from simcore.workers import make_executor

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
        ids = [group.representative, *(member.document for member in group.members)]
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


@given(graphs(), st.randoms(use_true_random=False))
def test_order_does_not_matter(graph: Graph, random: object) -> None:
    documents, pairs = graph
    config = at(10, 0.7, Grouping.COMPONENTS)
    before = group_documents(documents, pairs, config)
    items = list(documents.items())
    random.shuffle(items)  # type: ignore[attr-defined]
    random.shuffle(pairs)  # type: ignore[attr-defined]
    turned = [
        dataclasses.replace(
            one,
            left=one.right,
            right=one.left,
            left_in_right=one.right_in_left,
            right_in_left=one.left_in_right,
        )
        for one in pairs
    ]
    assert group_documents(dict(items), pairs, config) == before
    assert group_documents(dict(items), turned, config) == before


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


def test_a_chain_is_one_group() -> None:
    """1-2-3-4-5 in a row, each like the next only; 2, 3 and 4 have most neighbours."""
    documents = {DocumentId(n): document(n, fingerprint=2**n - 1) for n in (1, 2, 3, 4, 5)}
    pairs = [pair(n, n + 1) for n in (1, 2, 3, 4)]
    (group,) = group_documents(documents, pairs, at(20, 0.7, Grouping.COMPONENTS))
    assert group.representative == 2
    assert [(m.document, m.kind, m.distance, m.resemblance) for m in group.members] == [
        (1, Kind.SIMILAR, 3, 0.9),
        (3, Kind.SIMILAR, 3, 0.9),
        (4, Kind.LINKED, 2, None),  # 0b11 and 0b1111
        (5, Kind.LINKED, 3, None),
    ]
    assert group.worst == 0.9
    # one that was compared and is alike enough is near, whoever proposed it
    made = {
        (TextId(2), TextId(4)): comparison(2, 4, 90),
        (TextId(2), TextId(5)): comparison(2, 5, 9),
    }
    (group,) = group_documents(documents, pairs, at(20, 0.7, Grouping.COMPONENTS), made)
    assert [(m.document, m.kind, m.resemblance) for m in group.members] == [
        (1, Kind.SIMILAR, 0.9),
        (3, Kind.SIMILAR, 0.9),
        (4, Kind.SIMILAR, 90 / 110),
        (5, Kind.LINKED, 9 / 191),
    ]
    assert group.worst == 9 / 191


@pytest.mark.parametrize("grouping", Grouping)
def test_a_form_joins_by_a_member_that_is_not_kept(grouping: Grouping) -> None:
    """4 is on the form of 2; nobody compared it with 1, which leads the group."""
    documents = {DocumentId(n): document(n, fingerprint=2**n - 1) for n in (1, 2, 3, 4)}
    form = dataclasses.replace(pair(2, 4, 0.8), framed=True)
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
    documents = {DocumentId(n): document(n, characters=1_000 * n) for n in (1, 2, 3, 4)}
    part = dataclasses.replace(pair(1, 4, 0.4, 30), left_in_right=0.95, right_in_left=0.2)
    pairs = [part, pair(2, 3), pair(3, 4)]
    leaders, components = (
        group_documents(documents, pairs, ScanConfig(grouping=grouping)) for grouping in Grouping
    )
    assert [group for group in leaders if group.parts] == [g for g in components if g.parts]
    assert [g.parts for g in components] == [False, True]


def test_there_are_two_ways() -> None:
    with pytest.raises(ConfigError, match="leaders or components"):
        ScanConfig(grouping="chains")  # type: ignore[arg-type] # what a settings file may hold


# ---- whole scans over files


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


def run(folder: Path, index: FingerprintIndex, config: ScanConfig = BOTH) -> ScanReport:
    with make_executor(config.jobs) as executor:
        return scan([folder], config, index, executor)


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


def shown(report: ScanReport) -> list[tuple[str, list[tuple[str, str, int, float | None]]]]:
    names = {made.id: made.path.name for made in report.documents.values()}
    return [
        (
            names[group.representative],
            [(names[m.document], m.kind.value, m.distance, m.resemblance) for m in group.members],
        )
        for group in report.groups
    ]


@pytest.mark.parametrize(("distance", "similarity"), [(18, 0.7), (64, 0.5), (20, 0.3)])
def test_a_scan_has_every_figure_and_it_is_exact(
    library: Path, index: FingerprintIndex, distance: int, similarity: float
) -> None:
    config = dataclasses.replace(BOTH, distance=distance, similarity=similarity)
    report = run(library, index, config)
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
        first = run(library, index)
        opened: list[Path] = []
        real = Path.open
        monkeypatch.setattr(
            Path, "open", lambda self, *a, **k: (opened.append(self), real(self, *a, **k))[1]
        )
        again = run(library, index)
        places = tmp_path, Path("/proc/self")  # the index, and what is mounted
        assert not [one for one in opened if one.parent not in places], "all is in the index"
        monkeypatch.undo()
        assert shown(again) == shown(first)
        # comparisons made for one way of grouping change nothing in the other
        leaders = run(library, index, dataclasses.replace(BOTH, grouping=Grouping.LEADERS))
    with FingerprintIndex(tmp_path / "2") as index:
        fresh = run(library, index, dataclasses.replace(BOTH, grouping=Grouping.LEADERS))
        assert (shown(fresh), fresh.counts.candidates) == (shown(leaders), first.counts.candidates)
        assert len(fresh.pairs) == len(leaders.pairs) == len(first.pairs)
        assert shown(run(library, index)) == shown(first)
    with FingerprintIndex(tmp_path / "3") as index:
        assert shown(run(library, index, dataclasses.replace(BOTH, jobs=2))) == shown(first)
    with FingerprintIndex(tmp_path / "4") as index:
        late = [path for path in library.iterdir() if int(path.stat().st_size) % 2]
        away = tmp_path / "away"
        away.mkdir()
        for path in late:
            path.rename(away / path.name)
        run(library, index)
        for path in late:
            (away / path.name).rename(path)
        assert shown(run(library, index)) == shown(first)


def test_the_slider_invents_no_figure(library: Path, index: FingerprintIndex) -> None:
    scanned = run(library, index, dataclasses.replace(BOTH, grouping=Grouping.LEADERS))
    figures = exact(scanned)
    shutil.rmtree(library)
    assert len(scanned.groups) > 2
    components = regroup(scanned, Thresholds(18, 0.7), grouping=Grouping.COMPONENTS)
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
    assert regroup(components, Thresholds(24, 0.7), grouping=Grouping.LEADERS) == scanned


def test_recall_knows_the_figures_of_the_scan(library: Path, index: FingerprintIndex) -> None:
    report = run(library, index)
    shutil.rmtree(library)
    assert recall([library], BOTH, index).groups == report.groups


class GoneBeforeTheSecondRound(Executor):
    """Runs jobs at once; deletes a file before the second round of comparisons."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.rounds = 0

    def submit(self, fn: object, /, *args: object, **kwargs: object) -> Future[object]:
        self.rounds += isinstance(fn, ComparisonJob)
        if self.rounds == 2:
            self.path.unlink(missing_ok=True)
        future: Future[object] = Future()
        future.set_result(fn(*args, **kwargs))  # type: ignore[operator]
        return future


def test_what_cannot_be_read_again_is_told_and_has_no_figure(
    library: Path, index: FingerprintIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("simcore.pipeline.jobs.MOST_BYTES", 0)  # as of what is beyond it
    report = scan([library], BOTH, index, GoneBeforeTheSecondRound(library / "15.txt"))
    assert [(p.path.name, p.stage) for p in report.problems] == [("15.txt", ProblemStage.VERIFY)]
    uncompared = [
        report.documents[m.document].path.name
        for group in report.groups
        for m in group.members
        if m.resemblance is None
    ]
    assert uncompared == ["15.txt"]
