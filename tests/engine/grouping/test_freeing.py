"""What could go, by kind: the truth is the plan of a removal, and reports counted by hand."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import simcore.grouping.freeing
from builders import document, english_text, pair
from graphs import Graph, at, graphs, ids_of
from group_reports import HOUR, group, member, report
from scans import reopened, scanned
from simcore import (
    Action,
    Document,
    Grouping,
    Journal,
    Kind,
    Problem,
    ScanReport,
    carry_out,
    choose_kept,
    parse_keep_rules,
    plan_pruning,
    plan_removal,
    regroup,
)
from simcore.files.disk import Volumes
from simcore.files.roles import Role, Roles
from simcore.grouping.freeing import KindCounts, by_hand_only, safe_to_free
from simcore.grouping.queries import library_statistics, without_excluded
from simcore.model.config import Thresholds
from simcore.model.reasons import Reason, ReasonCode
from simcore.model.records import INSIDE, DocumentId, Judgements, ProblemStage
from simcore.model.report import State
from simcore.pipeline.comparing import confirm
from simcore.pipeline.rereading import find_changes

LOCKED = Path("/documents/locked")
COPIES = {Kind.IDENTICAL, Kind.SAME_TEXT}


def identical(number: int) -> object:
    return member(number, distance=0, resemblance=1.0, kind=Kind.IDENTICAL)


def folder_of(number: int, folder: str) -> dict[str, Path]:
    path = Path("/documents", folder, f"{number}.txt")
    return {"path": path, "real_path": path}


@st.composite
def libraries(draw: st.DrawFn) -> ScanReport:
    """Draw groups of documents some of which share bytes, are locked up or inside an archive."""
    graph: Graph = draw(graphs())
    documents, pairs = graph
    pairs = [replace(one, numbers_only=draw(st.booleans())) for one in pairs]
    made: dict[DocumentId, Document] = {}
    for key, one in documents.items():
        fields: dict[str, object] = {**folder_of(key, draw(st.sampled_from(["a", "b", "locked"])))}
        fields["size"] = draw(st.integers(0, 10_000))
        if draw(st.booleans()):
            fields["content_hash"] = one.text_hash  # as all of this text that were drawn so
        if draw(st.integers(0, 5)) == 0:
            fields["device"] = INSIDE
        if draw(st.integers(0, 5)) == 0:
            fields["lossy"] = True
        made[key] = replace(one, **fields)  # type: ignore[arg-type] # fields of many types
    config = at(20, 0.5, draw(st.sampled_from(Grouping)))
    found = replace(report([], list(made.values())), pairs=tuple(pairs), config=config)
    return regroup(found, config.thresholds)


@given(libraries(), st.booleans())
def test_safe_is_what_a_removal_by_rule_takes(library: ScanReport, locked: bool) -> None:
    roles = Roles({LOCKED: Role.PROTECTED} if locked else {})
    copies = {one.document for g in library.groups for one in g.members if one.kind in COPIES}
    plan = plan_removal(library, copies, by_rule=copies, roles=roles)
    safe = safe_to_free(library, roles).safe
    assert (safe.documents, safe.size) == (len(plan.removals), plan.size)
    # each goes for one that stays, until there is none
    known = library.documents
    going = {one.document.id for one in plan.removals}
    for one in plan.removals:
        assert one.witness.id not in going
        assert one.document.reads_like(one.witness)
    left = without_excluded(library, Roles(), going)
    assert safe_to_free(left, roles).safe.documents == 0
    # what is left alike is what no command may mark
    free = [
        one
        for group in left.groups
        if not group.parts
        for key in ids_of(group)
        if (one := known[key]).whole and not one.inside and roles.of(one.real_path) is Role.NORMAL
    ]
    assert len({one.form for one in free}) == len(free)


@given(libraries(), st.booleans())
def test_rules_mark_all_that_is_safe(library: ScanReport, locked: bool) -> None:
    roles = Roles({LOCKED: Role.PROTECTED} if locked else {})
    choices = choose_kept(library, parse_keep_rules(["newest"]), roles=roles)
    marked = {chosen.document for _, chosen in choices.marked()}
    safe = safe_to_free(library, roles).safe
    # a protected copy stays instead of the kept document, which then may go, too
    assert len(marked) >= safe.documents if locked else len(marked) == safe.documents
    removed = plan_pruning(library, choices, roles=roles)
    assert not removed.refused
    assert all(known.reads_like(one.witness) for one in removed.removals if (known := one.document))


def test_copies_of_a_form_are_true_copies_of_one_another() -> None:
    documents = [document(key, text=1 if key < 4 else 2) for key in range(1, 7)]
    form = replace(pair(1, 4), numbers_only=True)
    found = regroup(replace(report([], documents), pairs=(form,)), Thresholds(20, 0.5))
    assert [(one.document, one.kind, one.copy_of) for one in found.groups[0].members] == [
        (2, Kind.SAME_TEXT, None),
        (3, Kind.SAME_TEXT, None),
        (4, Kind.SIMILAR, None),
        (5, Kind.SAME_TEXT, 4),
        (6, Kind.SAME_TEXT, 4),
    ]
    assert safe_to_free(found).safe.documents == 4


def test_the_same_bytes_read_as_two_texts_are_copies_of_each_other() -> None:
    same = {"content_hash": b"page" * 4}
    documents = [document(1), document(2), document(3, **same), document(4, **same)]
    pairs = (pair(1, 2), pair(1, 3), pair(1, 4))
    found = regroup(replace(report([], documents), pairs=pairs), Thresholds(20, 0.5))
    (only,) = found.groups
    assert [one.copy_of for one in only.members] == [None, None, 3]
    choices = choose_kept(found, ())
    assert [chosen.document for _, chosen in choices.marked()] == [4]
    assert safe_to_free(found).safe.documents == 1


def test_two_names_of_one_file_are_no_copies_of_each_other() -> None:
    documents = [document(key, text=1 if key < 3 else 2) for key in range(1, 5)]
    documents[3] = replace(documents[3], inode=3)
    found = regroup(replace(report([], documents), pairs=(pair(1, 3),)), Thresholds(20, 0.5))
    assert [one.copy_of for one in found.groups[0].members] == [None, None, None]


@given(libraries())
def test_kinds_are_those_of_the_members_and_add_up(library: ScanReport) -> None:
    expected: dict[Kind, set[DocumentId]] = {kind: set() for kind in Kind}
    for one in library.groups:
        for each in one.members:
            expected[each.kind].add(each.document)
    found = safe_to_free(library)
    for kind, ids in expected.items():
        free = [library.documents[key] for key in ids if not library.documents[key].inside]
        assert found.kinds[kind] == KindCounts(
            len(free), sum(one.size for one in free), len(ids) - len(free)
        )
    assert found.all == sum(found.kinds.values(), KindCounts())


def test_a_document_in_two_groups_counts_once_as_its_better_kind() -> None:
    part = replace(member(3), kind=Kind.PART)
    both = report(
        [group(1, identical(2), member(3)), replace(group(4, part), parts=True)],
        [document(2, size=10), document(3, size=200)],
    )
    found = safe_to_free(both)
    assert found.kinds[Kind.SIMILAR] == found.review == KindCounts(1, 200)
    assert found.kinds[Kind.PART] == KindCounts()
    assert found.safe == KindCounts(1, 10)


def test_the_kept_document_of_another_group_counts_where_it_is_a_member() -> None:
    """A chapter with a copy is a part of its book all the same, but never safe to free."""
    part = replace(member(1), kind=Kind.PART)
    book = replace(group(3, part, replace(member(2), kind=Kind.PART)), parts=True)
    found = safe_to_free(report([group(1, identical(2)), book]))
    assert found.safe.documents == found.kinds[Kind.IDENTICAL].documents == 1
    assert found.review.documents == found.kinds[Kind.PART].documents == 1
    assert safe_to_free(report([group(1, identical(2)), group(2, identical(1))])).safe == (
        KindCounts()
    )


def test_protected_and_excluded_folders_stay() -> None:
    documents = [
        document(1),
        document(2, size=1, **folder_of(2, "a")),
        document(3, size=20, **folder_of(3, "locked")),
        document(4, size=300, **folder_of(4, "out")),
    ]
    made = report([group(1, identical(2), identical(3), identical(4))], documents)
    assert safe_to_free(made).safe == KindCounts(3, 321)
    roles = Roles({LOCKED: Role.PROTECTED, Path("/documents/out"): Role.EXCLUDED})
    assert safe_to_free(made, roles).safe == KindCounts(1, 1, staying=2)


def test_true_copies_that_only_a_person_may_mark_are_to_review() -> None:
    made = report(
        [group(1, *(identical(number) for number in (2, 3, 4, 5, 6)))],
        [document(3, lossy=True), document(4, features=0, fingerprint=None)],
    )
    unread = Problem(
        made.documents[DocumentId(5)].path, ProblemStage.VERIFY, Reason(ReasonCode.GONE)
    )
    chosen = made.documents[DocumentId(6)]
    kept = Judgements(kept=frozenset({(chosen.real_path, chosen.content_hash)}))
    found = safe_to_free(replace(made, problems=(unread,), judgements=kept))
    # 2, and 4: nothing is to be read of it but the bytes
    assert found.safe.documents == 2
    assert found.review.documents == 3
    assert found.kinds[Kind.IDENTICAL].documents == 5


def test_a_copy_whose_name_and_date_disagree_in_another_group_is_to_review() -> None:
    day, noon = 24 * HOUR, 1_700_000_000_000_000_000
    final = document(1, path=Path("/d/plan final.txt"), mtime_ns=noon)
    draft = document(2, path=Path("/d/plan v6.txt"), mtime_ns=noon + 9 * day)
    made = report([group(3, identical(2)), group(1, member(2), identical(4))], [final, draft])
    assert by_hand_only(made) == {2}
    assert [len(by_hand_only(made, of={number})) for number in (1, 2, 3, 4)] == [0, 1, 0, 0]
    found = safe_to_free(made)
    assert found.safe.documents == found.review.documents == 1


# ---- what is safe to free of opened results: only copies of what is still there


@pytest.fixture
def opened(tmp_path: Path) -> ScanReport:
    """Two groups of three copies; the kept document of the first one is gone."""
    folder = tmp_path / "documents"
    folder.mkdir()
    for number in (1, 2):
        for name in "abc":
            (folder / f"{number}{name}.txt").write_text(english_text(number))
    saved = reopened(scanned(folder), tmp_path / "saved.variorum")
    kept(saved).unlink()
    return saved


def kept(saved: ScanReport, number: int = 0) -> Path:
    return saved.documents[saved.groups[number].representative].path


def members(saved: ScanReport, number: int) -> set[DocumentId]:
    return {one.document for one in saved.groups[number].members}


def test_copies_of_what_is_gone_do_not_count(opened: ScanReport) -> None:
    size = len(english_text(2).encode())
    free = safe_to_free(opened)
    assert (free.safe.documents, free.safe.size) == (2, 2 * size)
    assert free.review.documents == 2
    assert library_statistics(opened).freeing == free
    first = min(members(opened, 1))
    opened.documents[first].path.unlink()  # a copy that is gone frees nothing, either
    assert safe_to_free(opened).safe.documents == 1


@pytest.mark.parametrize("now", ["other bytes", "nothing", "a folder", "a link"])
def test_copies_of_what_is_another_file_now_do_not_count(opened: ScanReport, now: str) -> None:
    path = kept(opened)
    if now == "a folder":
        path.mkdir()
    elif now == "a link":
        path.symlink_to(kept(opened, 1))
    else:
        path.write_text("" if now == "nothing" else english_text(7) + "more")
    assert safe_to_free(opened).safe.documents == 2


def test_nor_does_a_command_take_them_once_changes_are_known(opened: ScanReport) -> None:
    problems = find_changes(opened.documents.values()).problems
    known = replace(opened, problems=(*opened.problems, *problems))
    assert by_hand_only(known) == {opened.groups[0].representative, *members(opened, 0)}
    # rules choose another one that stays
    choices = choose_kept(known, ())
    assert len([*choices.marked()]) == 3
    assert opened.groups[0].representative not in {one.stays for one in choices.groups}


@pytest.mark.parametrize("look", [False, True])
def test_one_that_is_there_stays(opened: ScanReport, look: bool, tmp_path: Path) -> None:
    """Of a scan, too, where the disk is looked at."""
    saved = opened if not look else replace(opened, opened=False)
    marked = members(opened, 0)
    volumes = Volumes() if look else None
    plan = plan_removal(saved, marked, action=Action.DELETE, volumes=volumes)
    (removal,) = plan.removals
    (refused,) = plan.refused
    assert refused.reason.code is ReasonCode.LAST_OF_GROUP
    assert refused.path == removal.witness.path
    assert removal.witness.path.exists()
    assert plan.size == removal.document.size
    with Journal(tmp_path / "journal.sqlite3") as journal:
        (result,) = carry_out(confirm(plan), journal)
    assert result.state is State.DONE
    assert removal.witness.path.exists()


def test_documents_elsewhere_are_not_known_to_be_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simcore.grouping.freeing, "is_missing", None)
    made = report(
        [group(1, member(2, kind=Kind.IDENTICAL, resemblance=1.0))],
        [document(number, elsewhere=f"row {number}") for number in (1, 2)],
    )
    assert safe_to_free(replace(made, opened=True)).safe.documents == 1


def test_it_can_be_cancelled(opened: ScanReport) -> None:
    calls: list[None] = []
    safe_to_free(opened, check=lambda: calls.append(None))

    def raising(at: int) -> Callable[[], None]:
        left = iter(range(at))

        def stop() -> None:
            if next(left, None) is None:
                raise KeyError

        return stop

    for step in range(len(calls)):
        with pytest.raises(KeyError):
            safe_to_free(opened, check=raising(step))
