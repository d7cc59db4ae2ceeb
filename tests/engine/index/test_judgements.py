"""Judgements: they hold by content, persist, can be undone, and hide nothing else."""

import sqlite3
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import document, pair
from graphs import Graph, at, graphs
from simcore import Document, Grouping, Kind, Pair
from simcore.grouping.grouper import Grouper
from simcore.index.judgements import JudgementFile, JudgementKind, read_judgements
from simcore.index.paths import judgements_path
from simcore.model.reasons import IndexCorruptError, IndexFileError, IndexTooNewError
from simcore.model.records import DocumentId, Judgements
from simcore.model.report import wanted_copies
from unicode_names import BOTH_WAYS, IDS


def text_hash(text: int) -> bytes:
    return text.to_bytes(16, "big")


def grouped(
    graph: Graph, judgements: Judgements, grouping: Grouping = Grouping.LEADERS
) -> dict[DocumentId, set[DocumentId]]:
    """Return the members by representative."""
    documents, pairs = graph
    groups = Grouper(documents, tuple(pairs), {}, judgements).grouped(at(24, 0.3, grouping)).groups
    return {g.representative: {m.document for m in g.members} for g in groups}


@st.composite
def judged(draw: st.DrawFn) -> tuple[Graph, Judgements]:
    documents, pairs = graph = draw(graphs())
    texts = sorted({one.text for one in documents.values()})
    drawn = draw(st.lists(st.sampled_from(pairs), unique_by=id)) if pairs else []
    apart = frozenset(
        (min(ends), max(ends))
        for one in drawn
        if (ends := [documents[one.left].text_hash, documents[one.right].text_hash])
    )
    copies = {
        text_hash(text): [
            documents[DocumentId(draw(st.sampled_from(sorted(documents))))].real_path
            for _ in range(draw(st.integers(1, 3)))
        ]
        for text in draw(st.lists(st.sampled_from(texts), unique=True, max_size=4))
    }
    chosen = draw(st.lists(st.sampled_from(sorted(documents)), unique=True, max_size=2))
    kept = frozenset((documents[one].real_path, documents[one].content_hash) for one in chosen)
    return graph, Judgements(apart, copies, kept)


@given(judged(), st.sampled_from(Grouping))
def test_judged_groups_against_the_rules_one_by_one(
    drawn: tuple[Graph, Judgements], grouping: Grouping
) -> None:
    graph, judgements = drawn
    documents, pairs = graph
    found = grouped(graph, judgements, grouping)
    in_group = {one for kept, others in found.items() for one in {kept, *others}}
    by_text: dict[bytes, list[DocumentId]] = {}
    for one in documents.values():
        by_text.setdefault(one.text_hash, []).append(one.id)
    links = {
        (min(ends), max(ends))
        for one in pairs
        if (ends := [documents[one.left].text_hash, documents[one.right].text_hash])
    } - judgements.apart
    linked = {end for ends in links for end in ends}
    for text, held in by_text.items():
        wanted = min(len(set(judgements.copies.get(text, ()))), len(held) - 1)
        shown = len(held) - wanted
        expected = shown if shown > 1 or text in linked else 0
        # every text that has something left beside it is shown, with all but the wanted copies
        assert len(set(held) & in_group) == expected
    if grouping is Grouping.LEADERS and not judgements.kept:
        for kept, others in found.items():
            for other in others:
                ends = sorted((documents[kept].text_hash, documents[other].text_hash))
                assert ends[0] == ends[1] or tuple(ends) in links


@given(graphs(), st.data())
def test_what_is_to_be_kept_stands_for_its_group(graph: Graph, data: st.DataObject) -> None:
    documents, _ = graph
    chosen = documents[data.draw(st.sampled_from(sorted(documents)))]
    judgements = Judgements(kept=frozenset({(chosen.real_path, chosen.content_hash)}))
    before = grouped(graph, Judgements())
    found = grouped(graph, judgements)
    seen = {one for kept, others in found.items() for one in {kept, *others}}
    assert seen == {one for kept, others in before.items() for one in {kept, *others}}
    assert chosen.id in found or chosen.id not in seen
    documents_of = {one.id: one.text for one in documents.values()}
    linked = {frozenset((documents_of[p.left], documents_of[p.right])) for p in graph[1]}
    for group in Grouper(documents, tuple(graph[1]), {}, judgements).grouped(at(24, 0.3)).groups:
        for member in group.members:
            ends = frozenset((documents_of[group.representative], documents_of[member.document]))
            # only what would be in no group otherwise is in one through others, and says so
            assert (member.kind is Kind.LINKED) == (len(ends) == 2 and ends not in linked)
    by_components = grouped(graph, judgements, Grouping.COMPONENTS)
    assert not any(chosen.id in others for others in by_components.values())


@given(graphs())
def test_nothing_said_changes_nothing(graph: Graph) -> None:
    documents, pairs = graph
    config = at(24, 0.3)
    plain = Grouper(documents, tuple(pairs), {}).grouped(config).groups
    assert Grouper(documents, tuple(pairs), {}, Judgements()).grouped(config).groups == plain


def three_copies() -> tuple[Document, Document, Document]:
    return tuple(document(n, text=1) for n in (1, 2, 3))  # type: ignore[return-value]


def test_a_third_copy_shows_up_beside_two_that_are_wanted() -> None:
    first, second, third = three_copies()
    said = Judgements(copies={first.text_hash: [second.real_path]})
    assert grouped(({d.id: d for d in (first, second)}, []), said) == {}
    assert grouped(({d.id: d for d in (first, second, third)}, []), said) == {first.id: {third.id}}


def test_a_wanted_copy_may_be_moved_and_renamed() -> None:
    first, second, _ = three_copies()
    said = Judgements(copies={first.text_hash: [second.real_path]})
    moved = replace(second, path=Path("/elsewhere/2.txt"), real_path=Path("/elsewhere/2.txt"))
    assert grouped(({first.id: first, moved.id: moved}, []), said) == {}


def test_one_document_is_never_a_wanted_copy() -> None:
    held = three_copies()
    assert wanted_copies(held[:1], [Path("/a"), Path("/b")]) == frozenset()
    assert len(wanted_copies(held, [Path(f"/{n}") for n in range(9)])) == 2


def test_figures_are_right_where_the_document_of_a_pair_is_a_wanted_copy() -> None:
    """The pair names the copy that is left out; the one that is shown has its figures."""
    short, copy, long = document(1, text=1), document(2, text=1), document(3, text=2)
    part: Pair = replace(pair(2, 3), left_in_right=0.9, right_in_left=0.4, resemblance=0.35)
    said = Judgements(copies={short.text_hash: [copy.real_path]})
    documents = {d.id: d for d in (short, copy, long)}
    for chosen, member, share in ((short, long, 0.4), (long, short, 0.9)):
        kept = replace(said, kept=frozenset({(chosen.real_path, chosen.content_hash)}))
        [group] = Grouper(documents, (part,), {}, kept).grouped(at(24, 0.3)).groups
        [only] = group.members
        assert (group.representative, only.document) == (chosen.id, member.id)
        assert (only.kind, only.containment) == (Kind.SIMILAR, share)


# ---- the file


def test_what_was_said_lasts_and_can_be_taken_back(tmp_path: Path) -> None:
    path = tmp_path / "列表" / "judgements.sqlite3"
    first, second, third = document(1), document(2), document(3, text=1)
    named = replace(third, real_path=Path("/documents/caf\udce9.txt"))  # no UTF-8
    with JudgementFile(path) as file:
        file.set_apart(second, first)
        file.set_apart(first, second)  # the same, the other way round
        file.set_apart(first, named)
        file.keep(second, first)
    with JudgementFile(path) as file:
        said = file.all()
        contents = first.content_hash, second.content_hash
        assert said.apart == {(text_hash(1), text_hash(2)), contents}
        # by what a reader sees, and by the bytes of both
        keys = text_hash(1), first.content_hash, named.content_hash
        assert said.copies == {key: [named.real_path] for key in keys}
        assert said.kept == {(second.real_path, second.content_hash)}
        entries = file.entries()
        assert [one.kind for one in entries] == [
            JudgementKind.KEPT,
            JudgementKind.COPY,
            JudgementKind.APART,
        ]
        assert entries[1].right == named.real_path
        for one in entries:
            file.forget(one.id)
        file.forget(entries[0].id)
        assert file.all() == Judgements()


def test_the_later_wish_to_keep_holds(tmp_path: Path) -> None:
    first, second = document(1), document(2)
    with JudgementFile(tmp_path / "said") as file:
        file.keep(second, first)
        file.keep(first, second)
        assert file.all().kept == {(first.real_path, first.content_hash)}


@pytest.mark.skipif(sys.platform == "darwin", reason="names are one there")
@pytest.mark.parametrize(("before", "there"), BOTH_WAYS, ids=IDS)
def test_who_is_kept_is_known_in_another_unicode_form(
    tmp_path: Path, before: str, there: str
) -> None:
    """A file that came from a Mac, or went there, is still the one that was chosen."""
    chosen, other = replace(document(1), real_path=tmp_path / before), document(2)
    now = replace(chosen, real_path=tmp_path / there)
    with JudgementFile(tmp_path / "said") as file:
        file.keep(chosen, other)
        assert file.all().kept == {(tmp_path / before, chosen.content_hash)}
        (tmp_path / there).touch()
        assert file.all().kept == {(tmp_path / there, chosen.content_hash)}
        file.keep(other, now)
        assert file.all().kept == {(other.real_path, other.content_hash)}
        file.keep(chosen, other)
        (tmp_path / before).touch()  # two files by now
        assert file.all().kept == {(tmp_path / before, chosen.content_hash)}


def test_two_programs_write_at_once(tmp_path: Path) -> None:
    with JudgementFile(tmp_path / "said") as one, JudgementFile(tmp_path / "said") as other:
        one.set_apart(document(1), document(2))
        other.set_apart(document(3), document(4))
        assert len(one.entries()) == len(other.entries()) == 2


def test_files_of_others_are_left_as_they_are(tmp_path: Path) -> None:
    noise, foreign, newer = (tmp_path / name for name in ("noise", "foreign", "newer"))
    noise.write_bytes(b"no database" * 100)
    connection = sqlite3.connect(foreign)
    connection.execute("create table theirs (x)")
    connection.close()
    JudgementFile(newer).close()
    connection = sqlite3.connect(newer)
    connection.execute("pragma user_version = 99")
    connection.close()
    for path, kind in (
        (noise, IndexCorruptError),
        (foreign, IndexCorruptError),
        (newer, IndexTooNewError),
        (tmp_path, IndexFileError),
        (noise / "below", IndexFileError),
    ):
        before = path.read_bytes() if path.is_file() else None
        with pytest.raises(kind, match=str(path)):
            JudgementFile(path)
        assert (path.read_bytes() if path.is_file() else None) == before


def test_every_step_can_be_taken_back(tmp_path: Path) -> None:
    first, second, third = document(1), document(2), document(3)
    with JudgementFile(tmp_path / "said") as file:
        states = [file.all()]
        steps = [file.keep(second, first)]
        states.append(file.all())
        steps.append(file.set_apart(first, third))
        states.append(file.all())
        assert not file.set_apart(third, first)  # it was said
        steps.append(file.keep(first, second))  # the other way round
        states.append(file.all())
        steps.append(file.keep(third, first, [second]))
        states.append(file.all())
        assert states[-1].kept == {(third.real_path, third.content_hash)}
        steps.append(file.forget(file.entries()[-1].id))
        states.append(file.all())
        assert not file.forget(99)
        for step in reversed(steps):
            assert file.all() == states.pop()
            assert step
            file.take_back(step)
        assert file.all() == states.pop() == Judgements()


def test_a_step_takes_nothing_else_back(tmp_path: Path) -> None:
    """The id of a removed entry is used for the next one, which must stay."""
    path = tmp_path / "said"
    with JudgementFile(path) as one, JudgementFile(path) as other:
        step = one.set_apart(document(1), document(2))
        other.forget(other.entries()[0].id)
        other.set_apart(document(3), document(4))
        one.take_back(step)
        [entry] = one.entries()
        assert (entry.left, entry.right) == (document(3).real_path, document(4).real_path)


def test_no_file_is_made_by_reading(tmp_path: Path) -> None:
    index = tmp_path / "index.sqlite3"
    path = judgements_path(index)
    assert path.parent == tmp_path != path
    assert read_judgements(path) == Judgements()
    assert not path.exists()
    with JudgementFile(path) as file:
        file.set_apart(document(1), document(2))
    assert (text_hash(1), text_hash(2)) in read_judgements(path).apart


def _of_version(path: Path, version: int) -> None:
    """Make a file as the program made it when its schema had this version."""
    with sqlite3.connect(path) as connection:
        for script in JudgementFile.migrations[:version]:
            connection.executescript(script)
        connection.execute(f"pragma application_id = {JudgementFile.application_id}")
        connection.execute(f"pragma user_version = {version}")
        connection.execute(
            """insert into judgement values (7, 'apart', x'01', x'02', x'2f61', x'2f62', 'then')"""
        )
    connection.close()


@pytest.mark.parametrize("version", [1, 2, 3])
def test_a_file_of_an_earlier_version_still_holds(tmp_path: Path, version: int) -> None:
    _of_version(tmp_path / "said", version)
    one = document(1)
    with JudgementFile(tmp_path / "said") as file:
        file.set_encodings([(one.real_path, one.content_hash)], "big5")
        assert file.all() == Judgements(
            texts_apart=frozenset({(b"\1", b"\2")}), encodings={one.content_hash: "big5"}
        )
        assert file.marks() == file.keepers() == frozenset()


def test_an_earlier_file_that_says_two_encodings_of_one_text_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "said"
    _of_version(path, 2)
    with sqlite3.connect(path) as connection:
        connection.execute("update judgement set said = 'encoding'")
        connection.execute(
            "insert into judgement values (8, 'encoding', x'01', x'03', x'2f61', x'2f63', 'now')"
        )
    connection.close()
    before = path.read_bytes()
    with pytest.raises(IndexCorruptError, match=str(path)):
        read_judgements(path)
    assert path.read_bytes() == before
