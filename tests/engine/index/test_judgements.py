"""What people decided and a watch has told: judgements, arrivals, roles, settings of folders."""

import contextlib
import json
import os
import re
import sqlite3
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import document, english_text, pair
from graphs import Graph, at, graphs
from kept_roles import keep_roles
from removals import put, shown
from simcore import (
    Action,
    Document,
    Grouping,
    Journal,
    Kind,
    Pair,
    ScanConfig,
    SimcoreError,
    carry_out,
    plan_removal,
    scan,
    undo,
)
from simcore.cli.main import main
from simcore.files.roles import FolderSetting, FolderSettings, Role, Roles
from simcore.grouping.grouper import Grouper
from simcore.index import judgements
from simcore.index.judgements import (
    ROLES,
    SETTINGS,
    ArrivalFile,
    JudgementFile,
    JudgementKind,
    change_folder_settings,
    read_arrivals,
    read_folder_settings,
    read_judgements,
    read_roles,
)
from simcore.index.paths import arrivals_path, judgements_path
from simcore.model.config import MOST_DAYS, FolderDays
from simcore.model.reasons import (
    ConfigError,
    FolderSettingsError,
    IndexCorruptError,
    Reason,
    ReasonCode,
    of_text,
)
from simcore.model.records import DocumentId, Judgements
from simcore.model.report import Arrival, ArrivalEvent, ArrivalMatch, State, wanted_copies
from simcore.removal.plan import RemovalPlan
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
def test_groups_by_rules_one_by_one(drawn: tuple[Graph, Judgements], grouping: Grouping) -> None:
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


def test_wanted_copies() -> None:
    copies = [document(n, text=1) for n in (1, 2, 3)]
    first, second, third = copies
    said = Judgements(copies={first.text_hash: [second.real_path]})
    assert grouped(({d.id: d for d in (first, second)}, []), said) == {}
    assert grouped(({d.id: d for d in copies}, []), said) == {first.id: {third.id}}
    elsewhere = Path("/elsewhere/2.txt")
    moved = replace(second, path=elsewhere, real_path=elsewhere)
    assert grouped(({first.id: first, moved.id: moved}, []), said) == {}
    # at least one document stays
    assert wanted_copies(copies[:1], [Path("/a"), Path("/b")]) == frozenset()
    assert len(wanted_copies(copies, [Path(f"/{n}") for n in range(9)])) == 2


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
        file.keep(first, second)
        file.keep(second, first)  # the later wish holds
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


@pytest.mark.skipif(sys.platform == "darwin", reason="names are one there")
@pytest.mark.parametrize(("before", "there"), BOTH_WAYS, ids=IDS)
def test_the_kept_one_in_another_unicode_form(tmp_path: Path, before: str, there: str) -> None:
    """A file that came from a Mac, or went there, is still the one that was chosen."""
    chosen, other = replace(document(1), real_path=tmp_path / before), document(2)
    now = replace(chosen, real_path=tmp_path / there)

    def is_kept(one: Document) -> bool:
        return file.all().kept == {(one.real_path, one.content_hash)}

    with JudgementFile(tmp_path / "said") as file:
        file.keep(chosen, other)
        assert is_kept(chosen)
        (tmp_path / there).touch()
        assert is_kept(now)
        file.keep(other, now)
        assert is_kept(other)
        file.keep(chosen, other)
        (tmp_path / before).touch()  # two files by now
        assert is_kept(chosen)


def test_every_step_can_be_taken_back(tmp_path: Path) -> None:
    first, second, third = document(1), document(2), document(3)
    with JudgementFile(tmp_path / "said") as file:
        states, steps = [file.all()], []

        def did(step: object) -> None:
            steps.append(step)
            states.append(file.all())

        did(file.keep(second, first))
        did(file.set_apart(first, third))
        assert not file.set_apart(third, first)  # it was said
        did(file.keep(first, second))  # the other way round
        did(file.keep(third, first, [second]))
        assert states[-1].kept == {(third.real_path, third.content_hash)}
        did(file.forget(file.entries()[-1].id))
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
    path = judgements_path(tmp_path / "index.sqlite3")
    assert path.parent == tmp_path
    assert path.name != "index.sqlite3"
    assert read_judgements(path) == Judgements()
    assert not path.exists()
    with JudgementFile(path) as one, JudgementFile(path) as other:  # two programs write at once
        one.set_apart(document(1), document(2))
        other.set_apart(document(3), document(4))
        assert len(one.entries()) == len(other.entries()) == 2
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


MATCH = ArrivalMatch(Path("/library/b.txt"), Kind.SIMILAR, 0.94, 0.99, 0.95, 5)
DAY = 24 * 3600.0


def came(name: str, time: float = 1.5e9, **values: object) -> Arrival:
    return Arrival(ArrivalEvent.NEW, Path("/in") / name, time, **values)  # type: ignore[arg-type]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return arrivals_path(tmp_path / "index.sqlite3")


def test_what_was_told_is_kept_newest_first(path: Path) -> None:
    first = came(
        "a.txt", matches=(MATCH,), milliseconds=41.5, note=Reason(ReasonCode.MORE_ALIKE, ("3",))
    )
    odd = came(os.fsdecode(b"\xff\n.txt"), was=Path("/in/b"), problem=of_text("p"))
    with ArrivalFile(path) as file:
        file.record([first])
        file.record([odd])
        assert file.recent() == [odd, first]
        assert file.recent(most=1) == [odd]
    assert read_arrivals(path) == [odd, first]
    missing = path.with_name("missing")
    assert read_arrivals(missing) == []
    assert not missing.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="no modes there")
def test_nobody_else_may_read_it(path: Path) -> None:
    with ArrivalFile(path) as file:
        file.record([came("a")])
        made = [one for one in path.parent.iterdir() if one.name.startswith(path.name)]
        assert len(made) == 3  # the log and its index, too
        assert {one.stat().st_mode & 0o777 for one in made} == {0o600}


def test_arrivals_are_bounded(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judgements, "MOST_ARRIVALS", 3)
    with ArrivalFile(path) as file:
        file.record([came(str(number)) for number in range(5)])
        assert [one.path.name for one in file.recent()] == ["4", "3", "2"]
        file.record([came("late", 1.5e9 + 90 * DAY + 1)])
        assert [one.path.name for one in file.recent()] == ["late"]


def test_what_was_seen_is_found_below_a_folder_and_by_its_path(path: Path) -> None:
    names = ["/in/a", "/in/a/b", "/in/a/c/d", "/in/a.txt", "/in/ab", "/elsewhere"]
    with ArrivalFile(path) as file:
        file.record(seen={Path(name): name.encode() for name in names})
        found = dict(file.seen([Path("/in/a")]))
        assert found == {Path(name): name.encode() for name in names[:3]}
        assert dict(file.seen([Path("/in/ab"), Path("/nothing")])) == {Path("/in/ab"): b"/in/ab"}
        file.record(seen={Path("/in/ab"): b""}, gone=[Path("/in/a")])
        assert dict(file.seen([Path("/in")])) == {
            Path("/in/a/b"): b"/in/a/b",
            Path("/in/a/c/d"): b"/in/a/c/d",
            Path("/in/a.txt"): b"/in/a.txt",
            Path("/in/ab"): b"",
        }


_PARTS = st.lists(st.sampled_from(["a", "b", "a.", "a!", "ab", "\udcff"]), min_size=1, max_size=3)


@given(st.sets(_PARTS.map(tuple), max_size=12), _PARTS)
def test_below_is_what_paths_say(names: set[tuple[str, ...]], asked: list[str]) -> None:
    root = Path("/r")
    folder = root.joinpath(*asked)
    with ArrivalFile(Path(":memory:")) as file:
        file.record(seen={root.joinpath(*one): b"x" for one in names})
        found = [one for one, _ in file.seen([folder])]
    wanted = [one for one in (root.joinpath(*name) for name in names) if one.is_relative_to(folder)]
    assert sorted(found) == sorted(wanted)


def test_what_is_known_of_folders_long_unwatched_is_dropped(path: Path) -> None:
    with ArrivalFile(path) as file:
        inside, deep, old = Path("/in"), Path("/in/deep"), Path("/old")
        file.begin([inside, deep, old], {deep: "1", old: ""}, 0.0)
        file.record(seen={Path(name): b"x" for name in ("/in/a", "/in/deep/b", "/old/c", "/olds")})
        file.begin([inside], {deep: "2"}, 80 * DAY)
        assert file.begun() == {inside, deep, old}
        assert file.disks() == {deep: "2", old: ""}
        file.begin([inside], {}, 91 * DAY)
        assert file.begun() == {inside}
        assert file.disks() == {deep: "2"}
        assert {one.name for one, _ in file.seen([Path("/")])} == {"a", "b"}


def test_a_file_of_the_version_before_keeps_where_disks_were(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as before, before:
        for statement in ArrivalFile.migrations[0].split(";"):
            before.execute(statement)
        before.execute(f"pragma application_id = {ArrivalFile.application_id}")
        before.execute("pragma user_version = 1")
        rows = [(b"/in/", 5.0, 0), (b"/media/usb/", 5.0, 1)]
        before.executemany("insert into watched values (?, ?, ?)", rows)
        before.execute("insert into seen values (?, ?)", (b"/in/a", b"x"))
    with ArrivalFile(path) as file:
        assert file.begun() == {Path("/in"), Path("/media/usb")}
        assert file.disks() == {Path("/media/usb"): ""}
        assert dict(file.seen([Path("/in")])) == {Path("/in/a"): b"x"}


def test_a_batch_is_recorded_whole_or_not_at_all(path: Path) -> None:
    with ArrivalFile(path) as file:
        file.record([came("a")], {Path("/in/a"): b"x"})
        with pytest.raises(IndexCorruptError):
            file.record([came("b")], {Path("/in/b"): None})  # type: ignore[dict-item]
        assert [one.path.name for one in file.recent()] == ["a"]
        assert dict(file.seen([Path("/in")])) == {Path("/in/a"): b"x"}


def test_it_is_read_while_it_is_written(path: Path) -> None:
    found: list[list[Arrival]] = []
    with ArrivalFile(path) as file:
        file.record([came("a")])
        with file.transaction() as connection:
            connection.execute("delete from arrival")
            reader = threading.Thread(target=lambda: found.append(read_arrivals(path)))
            reader.start()
            reader.join(60)
    assert found == [[came("a")]]


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("pragma application_id = 5", "no list of arrivals"),
        ("update arrival set data = '{'", "damaged"),
        ("update arrival set data = '[]'", "damaged"),
        ("drop table arrival", "damaged"),
    ],
)
def test_damaged_arrivals(path: Path, statement: str, said: str) -> None:
    with ArrivalFile(path) as file:
        file.record([came("a")])
    with contextlib.closing(sqlite3.connect(path)) as other, other:
        other.execute(statement)
    before = path.read_bytes()
    with pytest.raises(IndexCorruptError, match=said):
        read_arrivals(path)
    assert path.read_bytes() == before


@pytest.fixture
def library(tmp_path: Path) -> Path:
    folder = tmp_path / "文档"
    put(folder / "a" / "report.txt", english_text(1).encode())
    put(folder / "b" / "report.txt", english_text(1).encode())
    return folder


def planned(library: Path, action: Action = Action.MOVE, **given: Any) -> RemovalPlan:
    """Plan to take away one of two copies."""
    report = scan(library, ScanConfig(jobs=0))
    marked = {report.groups[0].members[0].document}
    away = library.parent / "away"
    return plan_removal(report, marked, action=action, destination=away, **given)


def pruned(library: Path, *options: str) -> int:
    words = [str(library), "--keep", "name=nothing", "--jobs", "0", "--apply"]
    return main(["prune", *words, "--to", str(library.parent / "away"), *options])


@pytest.mark.parametrize("role", [Role.PROTECTED, Role.EXCLUDED])
@pytest.mark.parametrize("index", ["own.sqlite3", ":memory:", None])
def test_prune_obeys_them_with_any_index(
    library: Path, role: Role, index: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    keep_roles(Roles({library / "a": role, library / "b": role}))
    before = shown(library)
    path = index if index in {None, ":memory:"} else str(library.parent / str(index))
    options = [] if path is None else ["--index", path]
    pruned(library, *options)
    assert shown(library) == before
    assert pruned(library, *options, "--ignore-roles") == 0
    told = capsys.readouterr().err
    for folder in ("a", "b"):
        assert f"{library / folder}: is {role.value}, and that is ignored" in told
    assert len(shown(library)) == 1


def test_a_protected_copy_stays_and_the_other_goes(library: Path) -> None:
    keep_roles(Roles({library / "b": Role.PROTECTED}))
    assert pruned(library) == 0
    assert shown(library).keys() == {library / "b" / "report.txt"}


@pytest.mark.parametrize("stale", [{}, {"a": Role.NORMAL, "b": Role.NORMAL}])
def test_a_plan_does_not_outlast_roles(
    library: Path, tmp_path: Path, stale: dict[str, Role]
) -> None:
    """Whether it was made without the role that is kept, or with an older one."""
    plan = planned(library, roles=Roles({library / name: role for name, role in stale.items()}))
    keep_roles(Roles({library: Role.PROTECTED}))
    with Journal(tmp_path / "journal.sqlite") as journal:
        (result,) = carry_out(plan, journal)
        assert result.state is State.SKIPPED
        assert result.reason is not None
        assert result.reason.code is ReasonCode.IN_PROTECTED_FOLDER
        assert carry_out(plan, journal, ignore_roles=True)[0].state is State.DONE


NO_SETTINGS = [b"", b"\xff\xfe", b"[]", b"[" * 100_000]
CHANGES = """
import sys
from pathlib import Path
from simcore.files.roles import FolderSetting, FolderSettings, Role, Roles
from simcore.index.judgements import change_folder_settings, change_roles
for one in map(Path, sys.argv[1:]):
    change_roles(Roles(), Roles({one: Role.PROTECTED}))
    change_folder_settings(FolderSettings(), FolderSettings({one: FolderSetting(3)}))
"""


def test_changes_of_several_programs_are_all_kept(tmp_path: Path) -> None:
    folders = [tmp_path / str(number) for number in range(16)]
    runs = [
        subprocess.Popen([sys.executable, "-c", CHANGES, *map(str, folders[half::2])])
        for half in range(2)
    ]
    assert [run.wait(60) for run in runs] == [0, 0]
    assert read_roles().folders == dict.fromkeys(folders, Role.PROTECTED)
    assert read_folder_settings().folders == dict.fromkeys(folders, FolderSetting(3))


@pytest.mark.parametrize(
    "content",
    [
        *NO_SETTINGS,
        b"{}",
        b'{"roles": 1, "folders": ["/a"]}',
        b'{"roles": 1, "folders": {"a": "protected"}}',
        b'{"roles": 1, "folders": {"/a": "guarded"}}',
        b'{"roles": 2, "folders": {}}',
        b'{"roles": 1, "folders": {"/a\\u0000": "protected"}}',
    ],
)
def test_damaged_roles(library: Path, content: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    put(ROLES.path, content)
    before = shown(library)
    assert pruned(library) == 4
    assert "roles.json: is damaged" in capsys.readouterr().err
    assert shown(library) == before
    assert ROLES.path.read_bytes() == content
    assert pruned(library, "--ignore-roles") == 0


@pytest.mark.skipif(os.name != "posix", reason="pipes with names, and links")
@pytest.mark.parametrize("what", ["a pipe", "a link to what is not there"])
def test_roles_that_cannot_be_read_are_refused(tmp_path: Path, what: str) -> None:
    ROLES.path.parent.mkdir(parents=True)
    if what == "a pipe":
        os.mkfifo(ROLES.path)
    else:
        ROLES.path.symlink_to(tmp_path / "on a stick" / "roles.json")
    with pytest.raises(SimcoreError, match="cannot be read"):
        read_roles()


def test_names_of_any_bytes_are_kept() -> None:
    odd = Path(os.fsdecode(b"/\xba\xcf/caf\xe9"))
    roles = Roles({odd: Role.PROTECTED, Path("/合同"): Role.EXCLUDED, Path("/合同/a"): Role.NORMAL})
    keep_roles(roles)
    assert read_roles().folders == roles.folders
    assert list(json.loads(ROLES.path.read_bytes())) == ["roles", "folders"]
    keep_roles(Roles())
    assert read_roles().folders == {}


@pytest.mark.parametrize("role", [Role.PROTECTED, Role.EXCLUDED])
@pytest.mark.parametrize("action", [Action.MOVE, Action.COPY])
def test_undo_respects_roles(library: Path, tmp_path: Path, action: Action, role: Role) -> None:
    plan, away, before = planned(library, action), library.parent / "away", shown(library)
    with Journal(tmp_path / "journal.sqlite") as journal:
        (result,) = carry_out(plan, journal)
        assert result.state is State.DONE
        there = shown(away)
        assert len(there) == 1
        # the folder above has the role, and so has that of the document: it comes back into it
        keep_roles(Roles({away: role, library: Role.PROTECTED}))
        for _ in range(2):
            (back,) = undo(journal)
            assert back.state is State.FAILED
            assert back.reason is not None
            assert back.reason.code is ReasonCode.MOVED_INTO_PROTECTED
            assert str(result.where) in str(back.reason)
            assert shown(away) == there
        assert undo(journal, ignore_roles=True)[0].state is State.UNDONE
        assert not shown(away)
        assert shown(library) == before


def test_undo_of_protected_folders(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = shown(library)
    assert pruned(library) == 0
    away = library.parent / "away"
    assert len(shown(away)) == 1
    keep_roles(Roles({away: Role.PROTECTED, library: Role.PROTECTED}))
    assert main(["undo"]) == 3
    err = capsys.readouterr().err
    assert "1 of 1 could not be undone" in err
    assert "With --ignore-roles they are taken out" in err
    assert len(shown(away)) == 1
    assert main(["undo", "--ignore-roles"]) == 0
    assert shown(library) == before
    assert pruned(library, "--ignore-roles") == 0
    keep_roles(Roles({library: Role.PROTECTED}))
    assert main(["undo"]) == 0
    assert shown(library) == before
    assert not shown(away)


@pytest.mark.parametrize("role", list(Role))
def test_a_destination_role(library: Path, role: Role, capsys: pytest.CaptureFixture[str]) -> None:
    """The command that it names does take the documents back."""
    before, away = shown(library), library.parent / "away"
    keep_roles(Roles({away: role}))
    main(["prune", str(library), "--keep", "newest", "--jobs", "0", "--to", str(away)])
    warned = f"variorum: {away}: its role is that it loses nothing" in capsys.readouterr().err
    assert warned == (role is not Role.NORMAL)
    assert pruned(library) == 0
    told = re.search("variorum (undo .*) takes it back", capsys.readouterr().err)
    assert told is not None
    assert ("--ignore-roles" in told[1]) == (role is not Role.NORMAL)
    assert main(told[1].split()) == 0
    assert shown(library) == before


NONE = FolderSettings()


def test_they_are_read_as_they_were_kept(tmp_path: Path) -> None:
    odd = Path(os.fsdecode(b"/\xba\xcf/caf\xe9"))
    kept = FolderSettings(
        {
            odd: FolderSetting(7),
            Path("/合同"): FolderSetting(0, watched=True),
            tmp_path: FolderSetting(None, watched=True),
        }
    )
    assert read_folder_settings().folders == {}
    assert change_folder_settings(NONE, kept).folders == kept.folders
    assert read_folder_settings().folders == kept.folders
    # the very form that is documented
    written = json.loads(SETTINGS.path.read_bytes())
    assert written["folders"]["/合同"] == {"keep_days": 0, "watched": True}
    assert change_folder_settings(kept, NONE).folders == {}
    assert read_folder_settings().folders == {}


def test_the_deepest_folder_with_days_wins(tmp_path: Path) -> None:
    settings = FolderSettings(
        {
            tmp_path: FolderSetting(7),
            tmp_path / "in": FolderSetting(watched=True),
            tmp_path / "in" / "contracts": FolderSetting(0),
        }
    )
    config = ScanConfig(keep_days=30, folder_days=settings.days)
    days = config.retention.days_in
    assert days(tmp_path) == 7
    assert days(tmp_path / "in" / "a") == 7  # nothing was said of it
    assert days(tmp_path / "in" / "contracts" / "old") == 0
    assert days(tmp_path.parent) == 30
    assert config.retention.least_days == 7
    assert settings.watched == (tmp_path / "in",)


def test_a_watched_folder_below_another_is_watched_with_it(tmp_path: Path) -> None:
    inner = tmp_path / "a" / "b"
    both = FolderSettings({one: FolderSetting(watched=True) for one in (inner, tmp_path / "a")})
    assert both.watched == (tmp_path / "a",)
    assert both.with_setting(tmp_path / "a", FolderSetting()).watched == (inner,)
    assert both.of(inner) == FolderSetting(watched=True)
    assert both.of(tmp_path) == FolderSetting()
    inner.mkdir(parents=True)
    (tmp_path / "link").symlink_to(inner)  # it is known by its resolved path
    settings = FolderSettings({tmp_path / "link": FolderSetting(3)})
    assert settings.days == (FolderDays(inner, 3),)
    assert settings.of(tmp_path / "link") == FolderSetting(3)


@pytest.mark.parametrize("days", [-1, MOST_DAYS + 1])
def test_days_that_are_none_are_refused(days: int) -> None:
    with pytest.raises(ValueError, match="days"):
        FolderSetting(days)
    with pytest.raises(ConfigError, match="100000 days"):
        ScanConfig(keep_days=days)
    with pytest.raises(ConfigError):
        ScanConfig(folder_days=(FolderDays(Path("/a"), days),))


@pytest.mark.parametrize(
    "content",
    [
        *NO_SETTINGS,
        b'{"settings": 1, "folders": ["/a"]}',
        b'{"settings": 1, "folders": {"a": {"keep_days": 7, "watched": true}}}',
        b'{"settings": 1, "folders": {"/a": {"keep_days": "7"}}}',
        b'{"settings": 1, "folders": {"/a": {"keep_days": true}}}',
        b'{"settings": 1, "folders": {"/a": {"keep_days": -7}}}',
        b'{"settings": 1, "folders": {"/a": {"watched": 1}}}',
        b'{"settings": 1, "folders": {"/a": {"color": 1}}}',
        b'{"settings": 1, "folders": {"/a": 7}}',
        b'{"settings": 2, "folders": {}}',
        b'{"settings": 1, "folders": {"/a\\u0000": {}}}',
    ],
)
def test_damage_is_told_by_name_and_can_be_replaced(content: bytes) -> None:
    put(SETTINGS.path, content)
    with pytest.raises(FolderSettingsError, match=r"folders\.json: is damaged"):
        read_folder_settings()
    assert SETTINGS.path.read_bytes() == content
    after = FolderSettings({Path("/a"): FolderSetting(9)})
    assert change_folder_settings(NONE, after).folders == after.folders
    assert read_folder_settings().folders == after.folders
