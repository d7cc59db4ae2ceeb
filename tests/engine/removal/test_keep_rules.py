"""Keep rules against brute force: who stays, who is marked, and that nothing else ever is."""

import os
from collections.abc import Callable, Collection
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from amounts import examples
from builders import document, pair
from group_reports import group, many, member, report
from simcore import (
    Action,
    Document,
    Grouping,
    KeepRule,
    Kind,
    Problem,
    ScanConfig,
    ScanReport,
    choose_kept,
    parse_keep_rules,
    plan_pruning,
    regroup,
    scan,
)
from simcore.files.roles import Role, Roles
from simcore.grouping.freeing import by_hand_only
from simcore.model.config import Thresholds
from simcore.model.reasons import ConfigError, Reason, ReasonCode
from simcore.model.records import DocumentId, Judgements, ProblemStage
from simcore.model.report import TRUE_COPIES
from simcore.removal.keep_rules import COPY_NAMES, KeepBy
from simcore.removal.plan import loses_format
from simcore.removal.rules import Choice, Choices, DecisionGround, SpareReason

THEN, NOW = 1_600_000_000_000_000_000, 1_750_000_000_000_000_000
DAY = 86_400_000_000_000
EXACT = frozenset({Kind.IDENTICAL, Kind.SAME_TEXT})
ALL = EXACT | {Kind.SIMILAR, Kind.PART}
FOLDERS = ("/库/甲", "/库/乙", "/库/乙/深")
NAMES = ("合同.txt", "合同 (1).txt", "b.txt", "合同 - 副本.txt", "caf\udce9.txt", "a-final.txt")
simple = st.sampled_from([by for by in KeepBy if by is not KeepBy.FOLDER and not by.has_patterns])
rules = st.one_of(
    st.builds(KeepRule, simple),
    st.lists(st.sampled_from(FOLDERS), min_size=1, max_size=2, unique=True).map(
        lambda folders: KeepRule(KeepBy.FOLDER, tuple(map(Path, folders)))
    ),
    st.sampled_from(
        [
            KeepRule(KeepBy.NAME, patterns=("*FINAL*",)),
            KeepRule(KeepBy.NOT_NAME, patterns=COPY_NAMES),
        ]
    ),
)


@st.composite
def reports(draw: st.DrawFn) -> ScanReport:
    """Documents of few texts and bytes, with any pairs between the texts."""
    count = draw(st.integers(2, 9))
    texts = [draw(st.integers(0, 4)) for _ in range(count)]
    documents = []
    for number, text in enumerate(texts, 1):
        bytes_of = text * 10 + draw(st.integers(0, 1))
        path = Path(draw(st.sampled_from(FOLDERS)), str(number), draw(st.sampled_from(NAMES)))
        documents.append(
            document(
                number,
                text=text,
                path=path,
                real_path=path,
                content_hash=bytes([bytes_of]),
                size=draw(st.integers(1, 3)) * 100,
                mtime_ns=THEN + draw(st.integers(1, 3)),
                characters=(text + 1) * 50,
                encoding=draw(st.sampled_from(["utf-8", "gb18030", "big5"])),
                lossy=draw(st.integers(0, 9)) == 0,
                features=0 if draw(st.integers(0, 19)) == 0 else 700,
            )
        )
    pairs = []
    shares = st.sampled_from([0.1, 0.5, 0.85, 0.95])
    for at, left in enumerate(documents):
        for right in documents[at + 1 :]:
            known = {(documents[p.left - 1].text, documents[p.right - 1].text) for p in pairs}
            texts_of = (left.text, right.text)
            if left.text == right.text or known & {texts_of, texts_of[::-1]}:
                continue
            if draw(st.booleans()):
                made = pair(left.id, right.id, draw(st.sampled_from([0.4, 0.8, 0.9])))
                made = replace(made, left_in_right=draw(shares), right_in_left=draw(shares))
                pairs.append(replace(made, numbers_only=draw(st.integers(0, 5)) == 0))
    kept = frozenset(
        (one.real_path, one.content_hash) for one in documents if draw(st.integers(0, 9)) == 0
    )
    hashes = sorted({one.text_hash for one in documents})
    apart = frozenset(
        (one, other)
        for at, one in enumerate(hashes)
        for other in hashes[at + 1 :]
        if draw(st.integers(0, 9)) == 0
    )
    unread = [one for one in documents if draw(st.integers(0, 19)) == 0]
    gone = Reason(ReasonCode.GONE)
    made = replace(
        report([], documents),
        config=ScanConfig(distance=24, similarity=0.7, contained=draw(st.booleans())),
        pairs=tuple(pairs),
        problems=tuple(Problem(one.path, ProblemStage.VERIFY, gone) for one in unread),
        compared_distance=24,
    )
    how = draw(st.sampled_from(Grouping))
    return regroup(made, Thresholds(24, 0.7), grouping=how, judgements=Judgements(apart, {}, kept))


def related(report: ScanReport, stays: Document, goes: Document) -> tuple[Kind | None, bool]:
    """Return by definition the kind of a pair, and whether numbers alone differ."""
    if stays.content_hash == goes.content_hash and stays.text == goes.text:
        return Kind.IDENTICAL, False
    if stays.text == goes.text:
        # where characters were replaced, nobody knows what they were
        return (Kind.SIMILAR if stays.lossy or goes.lossy else Kind.SAME_TEXT), False
    hashes = tuple(sorted([stays.text_hash, goes.text_hash]))
    if hashes in report.judgements.apart:
        return None, False
    for one in report.pairs:
        texts = report.documents[one.left].text, report.documents[one.right].text
        if texts not in ((stays.text, goes.text), (goes.text, stays.text)):
            continue
        if one.resemblance >= 0.7:
            return Kind.SIMILAR, one.numbers_only
        held, holds = one.right_in_left, one.left_in_right
        if texts[0] != stays.text:
            held, holds = holds, held
        part = held >= report.config.containment and holds <= 0.83 * held
        if report.config.contained and part:
            return Kind.PART, one.numbers_only
    return None, False


def share_held(report: ScanReport, holder: Document, others: set[int]) -> float:
    total = 0.0
    for one in report.pairs:
        left, right = report.documents[one.left].text, report.documents[one.right].text
        if left == holder.text and right in others:
            total += one.right_in_left
        if right == holder.text and left in others:
            total += one.left_in_right
    return round(total, 9)


def by_brute_force(report: ScanReport, rule: KeepRule, held: list[Document]) -> list[Document]:
    """Order documents by one rule, the best first; equals stay as they were."""
    others = {one.text for one in held}
    if rule.by is KeepBy.FOLDER:
        found = []
        for folder in rule.folders:
            inside = [one for one in held if str(one.path).startswith(f"{folder}/")]
            found += inside
            held = [one for one in held if one not in inside]
        return found + held
    most: dict[KeepBy, Callable[[Document], object]] = {
        KeepBy.NEWEST: lambda one: one.mtime_ns,
        KeepBy.LARGEST: lambda one: one.size,
        KeepBy.LONGEST: lambda one: one.characters,
        KeepBy.MOST_COMPLETE: lambda one: share_held(report, one, others - {one.text}),
        KeepBy.NAME: lambda one: "final" in one.path.name,
    }
    least: dict[KeepBy, Callable[[Document], object]] = {
        KeepBy.OLDEST: lambda one: one.mtime_ns,
        KeepBy.SHORTEST_PATH: lambda one: (str(one.path).count("/"), len(str(one.path))),
        KeepBy.NOT_NAME: lambda one: "(1)" in one.path.name or "副本" in one.path.name,
        KeepBy.ENCODING: lambda one: (one.lossy, one.encoding != "utf-8"),
        KeepBy.EDITABLE: lambda _: 0,  # here all are plain text
        KeepBy.PDF: lambda _: 0,
    }
    key = most.get(rule.by) or least[rule.by]
    return sorted(held, key=key, reverse=rule.by in most)  # type: ignore[arg-type,return-value]


def barred(found: ScanReport, goes: Document, kind: Kind) -> bool:
    """Return whether only a person may mark a document; beside its own copy that may differ."""
    return damaged(found, goes) if kind in TRUE_COPIES else goes.id in by_hand_only(found)


def damaged(report: ScanReport, one: Document) -> bool:
    return (
        one.lossy or not one.features or one.path in {problem.path for problem in report.problems}
    )


def kept_by_person(report: ScanReport, one: Document) -> bool:
    return (one.real_path, one.content_hash) in report.judgements.kept


def called_a_copy(one: Document) -> bool:
    return one.path.name in {"合同 (1).txt", "合同 - 副本.txt"}


def ordered(report: ScanReport, chosen: list[KeepRule], held: list[Document]) -> list[Document]:
    """Order by the rules, the last first, each sort keeping what the one before found.

    The first of those held is what their group keeps.
    """
    kept = held[0]
    held = sorted(
        held, key=lambda one: (one is not kept, called_a_copy(one), str(one.path), one.id)
    )
    for rule in reversed(chosen):
        held = by_brute_force(report, rule, held)
    held = sorted(held, key=lambda one: damaged(report, one))
    return sorted(held, key=lambda one: not kept_by_person(report, one))


def keys(report: ScanReport, number: int) -> list[DocumentId]:
    group = report.groups[number - 1]
    return [group.representative, *(one.document for one in group.members)]


roles_of = st.dictionaries(st.sampled_from(list(map(Path, FOLDERS))), st.sampled_from(Role)).map(
    Roles
)
kinds_of = st.one_of(st.just(EXACT), st.just(ALL), st.sets(st.sampled_from(sorted(ALL))))


@given(
    reports(),
    st.lists(rules, max_size=3),
    kinds_of,
    roles_of,
    st.sets(st.integers(1, 9), max_size=2),
    st.sets(st.integers(1, 9), max_size=2),
)
@settings(max_examples=examples(500), deadline=None)
def test_nothing_is_marked_that_must_stay(
    found: ScanReport,
    chosen: list[KeepRule],
    kinds: set[Kind],
    roles: Roles,
    going: set[int],
    hidden: set[int],
) -> None:
    choices = choose_kept(
        found,
        chosen,
        kinds,
        going=going,
        hidden=hidden,
        roles=roles,  # type: ignore[arg-type]
    )
    marked = [one.document for _, one in choices.marked()]
    assert len(marked) == len(set(marked))
    assert choices.size == sum(found.documents[key].size for key in marked)
    for choice, one in choices.marked():
        stays, goes = found.documents[choice.stays], found.documents[one.document]
        assert {stays.id, goes.id} <= set(keys(found, choice.group))
        assert stays.id not in marked
        assert stays.id not in going
        assert roles.of(stays.real_path) is not Role.EXCLUDED
        kind, numbers_only = related(found, stays, goes)
        assert kind is one.kind
        assert kind in kinds
        assert not numbers_only
        assert not damaged(found, stays)
        assert not barred(found, goes, kind)
        assert goes.id not in hidden | going
        assert not kept_by_person(found, goes)
        assert roles.of(goes.real_path) is Role.NORMAL
    for number in range(1, len(found.groups) + 1):
        before = [
            key
            for key in keys(found, number)
            if key not in going and roles.of(found.documents[key].real_path) is not Role.EXCLUDED
        ]
        assert not before or not set(marked).issuperset(before)
    # the same rules as plan_removal: nothing that is marked is refused there
    if not going:
        plan = plan_pruning(found, choices, roles=roles)
        assert plan.refused == ()
        assert {one.document.id for one in plan.removals} == set(marked)
        for removal in plan.removals:
            choice = next(c for c, one in choices.marked() if one.document == removal.document.id)
            assert removal.witness.id == choice.stays
            assert not {one.id for one in removal.witnesses} & set(marked)


def alike(one: Document, other: Document) -> bool:
    whole = not (one.lossy or other.lossy or one.cut_short or other.cut_short)
    return one.content_hash == other.content_hash or (whole and one.text_hash == other.text_hash)


@given(reports(), st.lists(rules, max_size=3), kinds_of)
@settings(max_examples=examples(400), deadline=None)
def test_who_stays_and_all_who_go(
    found: ScanReport, chosen: list[KeepRule], kinds: set[Kind]
) -> None:
    """Where groups share nothing, the answer is known in full."""
    found = regroup(found, Thresholds(24, 0.7), contained=False)
    choices = choose_kept(found, chosen, kinds)
    first_choices = [choice for choice in choices.groups if not choice.copies]
    assert [choice.group for choice in first_choices] == list(range(1, len(found.groups) + 1))
    for choice in first_choices:
        held = [found.documents[key] for key in keys(found, choice.group)]
        first, *others = ordered(found, chosen, held)
        assert choice.stays == first.id
        expected = {
            one.id
            for one in others
            if related(found, first, one)[0] in kinds
            and not related(found, first, one)[1]
            and not barred(found, one, related(found, first, one)[0])
            and not kept_by_person(found, one)
            and not damaged(found, first)
        }
        assert {one.document for one in choice.marked} == expected
        # of what is left, copies of each other go but for one of each sort, on its account
        left = [one for one in others if one.id not in expected and not alike(one, first)]
        expected_copies = set()
        while left:
            stays, *copies = [one for one in left if alike(one, left[0])]
            left = [one for one in left if not alike(one, stays)]
            for one in copies:
                if (
                    related(found, stays, one)[0] in kinds
                    and not barred(found, one, related(found, stays, one)[0])
                    and not kept_by_person(found, one)
                    and not damaged(found, stays)
                ):
                    expected_copies.add((stays.id, one.id))
        same_group = [one for one in choices.groups if one.copies and one.group == choice.group]
        assert {
            (each.stays, one.document) for each in same_group for one in each.marked
        } == expected_copies
        assert {one.document for one in choice.spared} == (
            {one.id for one in others} - expected - {goes for _, goes in expected_copies}
        )
        wanted = [one for one in others if related(found, first, one)[0] in kinds]
        near = bool(kinds & {Kind.SIMILAR, Kind.PART})
        if not near:
            assert choice.decided == (bool(expected) or not wanted)


@given(reports(), st.lists(rules, max_size=3))
@settings(max_examples=examples(200), deadline=None)
def test_the_order_of_documents_makes_no_difference(
    found: ScanReport, chosen: list[KeepRule]
) -> None:
    shuffled = replace(found, documents=dict(reversed(found.documents.items())), regrouper=None)
    assert choose_kept(shuffled, chosen, ALL) == choose_kept(found, chosen, ALL)


@given(reports(), st.lists(rules, min_size=1, max_size=3))
@settings(max_examples=examples(300), deadline=None)
def test_what_decided_is_true(found: ScanReport, chosen: list[KeepRule]) -> None:
    for choice, one in choose_kept(found, chosen, EXACT).marked():
        stays, goes = found.documents[choice.stays], found.documents[one.document]
        held = [found.documents[key] for key in keys(found, choice.group)]
        if one.ground is DecisionGround.RULE:
            assert one.rule in chosen
            before = chosen[: chosen.index(one.rule)]
            for two in ([stays, goes], [goes, stays]):
                assert by_brute_force(found, one.rule, two)[0] is stays or (
                    one.rule.by is KeepBy.MOST_COMPLETE
                )
                for rule in before:
                    if rule.by is not KeepBy.MOST_COMPLETE:
                        assert by_brute_force(found, rule, two) == two
        elif one.ground in {DecisionGround.GROUP, DecisionGround.COPY_NAME, DecisionGround.PATH}:
            assert ordered(found, chosen, held).index(stays) < ordered(found, chosen, held).index(
                goes
            )
            assert (one.ground is DecisionGround.GROUP) == (stays is held[0])
            told = one.ground is DecisionGround.COPY_NAME
            if one.ground is not DecisionGround.GROUP:
                assert called_a_copy(goes) - called_a_copy(stays) == told
                assert told or str(stays.path) < str(goes.path)
        else:
            assert one.ground is DecisionGround.CHOSEN
            assert kept_by_person(found, stays)


# --- examples -----------------------------------------------------------------------------------


def exact_report(*documents: Document) -> ScanReport:
    first, *others = documents
    members = [member(one.id, distance=0, resemblance=1.0, kind=Kind.IDENTICAL) for one in others]
    return report([group(first.id, *members)], documents)


def copies(*changes: dict[str, Any]) -> ScanReport:
    """Make a group of identical documents, numbered from 1, each with these changes."""
    same = {"content_hash": b"same", "text": 7, "text_hash": b"seven"}
    return exact_report(*(document(at, **same | one) for at, one in enumerate(changes, 1)))


def chosen(found: ScanReport, *rules: str, kinds: Collection[Kind] = EXACT, **more: Any) -> Choice:
    """Choose in the only group."""
    (choice,) = choose_kept(found, parse_keep_rules(rules), kinds, **more).groups
    return choice


def goes(choice: Choice) -> list[tuple[int, DecisionGround]]:
    return [(one.document, one.ground) for one in choice.marked]


@pytest.mark.parametrize(
    ("rule", "changes"),
    [
        ("newest", {"mtime_ns": NOW}),
        ("oldest", {"mtime_ns": THEN}),
        ("shortest-path", {"path": Path("/documents/b")}),
        ("folder=/elsewhere", {"path": Path("/elsewhere/2.txt")}),
        ("folder=/nowhere,folder=/linked", {"real_path": Path("/linked/2.txt")}),
        ("name=*Final.TXT", {"path": Path("/documents/x-final.txt")}),
        ("name=*终稿*", {"path": Path("/documents/合同终稿.txt")}),
        ("not-name=0*", {"path": Path("/documents/9.txt")}),
        ("editable", {"encoding": "docx"}),
        ("editable", {"encoding": "rtf"}),
        ("editable", {"encoding": "utf-8", "path": Path("/documents/paper.tex")}),
        ("pdf", {"encoding": "pdf"}),
    ],
)
def test_a_rule_may_let_another_stay_than_the_representative(
    rule: str, changes: dict[str, Any]
) -> None:
    choice = chosen(copies({}, changes), rule)
    assert (choice.stays, goes(choice)) == (2, [(1, DecisionGround.RULE)])
    assert choice.marked[0].kind is Kind.IDENTICAL


@pytest.mark.parametrize(
    "name",
    [
        *("合同 (1).txt", "report (12).md", "合同（2）.txt", "合同 - 副本.txt", "報告 複本.txt"),
        *("Copy of plan.txt", "plan - Copy.txt", "plan copy.txt", "plan_copy.txt", "笔记拷贝.md"),
    ],
)
def test_names_of_copies(name: str) -> None:
    choice = chosen(copies({}, {}, {"path": Path("/d", name)}), "not-name")
    assert goes(choice) == [(2, DecisionGround.GROUP), (3, DecisionGround.RULE)]
    assert choice.marked[-1].rule == KeepRule(KeepBy.NOT_NAME, patterns=COPY_NAMES)


@pytest.mark.parametrize("name", ["copyright.txt", "photocopies.txt", "1984 (novel).txt", "本.txt"])
def test_names_that_are_none(name: str) -> None:
    choice = chosen(copies({}, {"path": Path("/documents/zz", name)}), "not-name")
    assert goes(choice) == [(2, DecisionGround.GROUP)]


def test_what_the_group_keeps_stays_where_no_rule_decides() -> None:
    """As the higher version does, though the other is not called a copy and its path is first."""
    paths = Path("/documents/5.2/计划 (1).txt"), Path("/documents/5.1/计划.txt")
    choice = chosen(copies(*({"path": path} for path in paths)), "newest")
    assert (choice.stays, goes(choice)) == (1, [(2, DecisionGround.GROUP)])


@pytest.mark.parametrize("form", ["{} - 副本", "Copy of {}", "{} (1)", "{} - 旧"])
def test_the_original_stays_where_no_rule_decides(form: str) -> None:
    """A space comes before the point of a suffix, so the first path is that of the copy."""
    names = "计划.txt", f"{form.format('计划')}.txt"
    found = copies(*({"path": Path("/documents", name)} for name in names))
    original, copy = found.documents.values()
    found = report([group(9, member(copy.id), member(original.id))], [original, copy, document(9)])
    _, choice = choose_kept(found, parse_keep_rules(["longest"])).groups
    assert choice.stays == original.id
    assert goes(choice) == [(copy.id, DecisionGround.COPY_NAME)]


def star(**changes: Any) -> ScanReport:
    """1 stands for 2 and 3, near to both; 2 and 3 were compared with nothing else."""
    documents = [document(key, mtime_ns=THEN + key, characters=key) for key in (1, 2, 3)]
    documents[0] = replace(documents[0], **changes)
    return regroup(
        replace(report([], documents), pairs=(pair(1, 2), pair(1, 3))), Thresholds(24, 0.7)
    )


def test_what_was_not_compared_with_what_stays_is_not_marked() -> None:
    choice = chosen(star(), "newest", kinds=ALL)
    assert choice.stays == 3
    assert [one.document for one in choice.marked] == [1]
    assert [(one.document, one.reason) for one in choice.spared] == [(2, SpareReason.UNKNOWN)]
    assert choice.decided
    # default kinds leave near ones alone
    choice = chosen(star(), "newest")
    assert choice.marked == ()
    assert {one.reason for one in choice.spared} == {SpareReason.KIND}
    assert choice.decided
    with pytest.raises(ValueError, match="linked"):
        choose_kept(star(), [], [Kind.LINKED])


def test_copies_of_what_is_only_near_go_on_account_of_each_other() -> None:
    """A revised text and its copies stand in one group: all copies go, not the star's alone."""
    documents = [
        document(1, path=Path("/a/plan.txt")),
        document(2, path=Path("/b/plan.txt"), text=1),
        document(3, path=Path("/a/plan 2.txt"), text=3, mtime_ns=THEN + 7),
        document(4, path=Path("/b/plan 2.txt"), text=3, mtime_ns=THEN + 9),
    ]
    near = [member(number, resemblance=0.8) for number in (3, 4)]
    made = replace(
        report([group(1, member(2, resemblance=1.0, kind=Kind.SAME_TEXT), *near)], documents),
        pairs=(pair(1, 3, 0.8),),
    )
    choices = choose_kept(made, [KeepRule(KeepBy.NEWEST)])
    assert [(one.group, one.stays, one.copies) for one in choices.groups] == [
        (1, 1, False),
        (1, 4, True),
    ]
    assert [one.document for _, one in choices.marked()] == [2, 3]
    assert choices.groups[1].marked[0].rule == KeepRule(KeepBy.NEWEST)
    plan = plan_pruning(made, choices)
    assert [(one.document.id, one.witness.id) for one in plan.removals] == [(2, 1), (3, 4)]


def test_what_contains_the_others_stays_whatever_a_rule_prefers() -> None:
    documents = [document(1, characters=9_000), document(2, mtime_ns=NOW)]
    part = replace(pair(1, 2, 0.3, 30), left_in_right=0.1, right_in_left=0.95)
    found = regroup(replace(report([], documents), pairs=(part,)), Thresholds(24, 0.7))
    choice = chosen(found, "newest", kinds=ALL)
    assert (choice.stays, goes(choice)) == (1, [(2, DecisionGround.WHOLE)])


def test_a_protected_copy_stays_in_the_stead_of_what_rules_choose() -> None:
    found = copies({}, {"mtime_ns": NOW, "real_path": Path("/new/2.txt")})
    old, new = Path("/documents"), Path("/new")
    choice = chosen(found, "newest", roles=Roles({old: Role.PROTECTED}))
    assert (choice.stays, goes(choice)) == (1, [(2, DecisionGround.PROTECTED)])
    choice = chosen(found, "newest", roles=Roles({old: Role.PROTECTED, new: Role.PROTECTED}))
    assert [(one.document, one.reason) for one in choice.spared] == [(1, SpareReason.ROLE)]
    assert not choice.decided
    choice = chosen(found, "oldest", roles=Roles({old: Role.EXCLUDED}))
    assert (choice.stays, choice.marked) == (2, ())


def test_a_newer_near_one_does_not_go_for_an_older_protected_one() -> None:
    found = star(real_path=Path("/safe/1.txt"))
    roles = Roles({Path("/safe"): Role.PROTECTED})
    choice = chosen(found, "newest", kinds=ALL, roles=roles)
    assert (choice.stays, choice.marked) == (3, ())


def test_only_some_groups() -> None:
    same = member(2, distance=0, resemblance=1.0, kind=Kind.IDENTICAL)
    hashes = {"content_hash": b"1", "text": 1}, {"content_hash": b"2", "text": 2}
    documents = [document(key, **hashes[key > 2]) for key in (1, 2, 3, 4)]  # type: ignore[arg-type]
    groups = [group(1, same), group(3, replace(same, document=DocumentId(4)))]
    choices = choose_kept(report(groups, documents), [], only={2})
    assert [choice.group for choice in choices.groups] == [2]
    assert (choices.documents, [one.document for _, one in choices.marked()]) == (2, [4])


def test_links_lead_to_the_same_bytes() -> None:
    """What stays has the same text in other bytes; a third, also going, has the same bytes."""
    documents = [
        document(1, text=7, content_hash=b"a", mtime_ns=THEN + 9),
        document(2, text=7, content_hash=b"b", mtime_ns=THEN + 2),
        document(3, text=7, content_hash=b"b", mtime_ns=THEN + 1, lossy=True),
    ]
    found = regroup(report([], documents), Thresholds(24, 0.7))
    choices = choose_kept(found, [KeepRule(KeepBy.NEWEST)])
    plan = plan_pruning(found, choices, action=Action.HARD_LINK)
    (removal,) = plan.removals
    assert (removal.document.id, removal.witness.id) == (2, 3)
    assert [one.id for one in removal.others] == [1]


def test_the_order_of_formats() -> None:
    """A Word draft, its text, its page, its book and its PDF, in whatever order they are found."""
    left = [("pdf", "c"), ("utf-8", "b.html"), ("doc", "e"), ("utf-8", "a.txt"), ("docx", "f")]
    left.append(("epub", "d"))
    kept = []
    while left:
        made = [{"encoding": encoding, "path": Path("/documents", name)} for encoding, name in left]
        stays = chosen(copies(*made), "editable").stays if len(left) > 1 else 1
        kept.append(left.pop(stays - 1)[1])
    assert kept == ["f", "e", "a.txt", "b.html", "d", "c"]


def test_parsing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert parse_keep_rules(["newest", "folder=文档,folder=/b,encoding"]) == (
        KeepRule(KeepBy.NEWEST),
        KeepRule(KeepBy.FOLDER, (tmp_path / "文档", Path("/b"))),
        KeepRule(KeepBy.ENCODING),
    )
    assert parse_keep_rules([r"name=a\,b*", "name=c"]) == (
        KeepRule(KeepBy.NAME, patterns=("a,b*", "c")),
    )
    undecodable = os.fsdecode(b"folder=/caf\xe9")
    assert os.fsencode(parse_keep_rules([undecodable])[0].folders[0]) == b"/caf\xe9"


@pytest.mark.parametrize(
    "text", ["", "best", "newest=1", "folder", "folder=", "name", "newest,oldest,newest", "newest,"]
)
def test_wrong_rules(text: str) -> None:
    with pytest.raises(ConfigError):
        parse_keep_rules([text])


@pytest.mark.parametrize(
    ("by", "values"),
    [
        (KeepBy.FOLDER, {}),
        (KeepBy.NAME, {"patterns": ("",)}),
        (KeepBy.NEWEST, {"patterns": ("x",)}),
        (KeepBy.NAME, {"folders": (Path("/a"),), "patterns": ("x",)}),
    ],
)
def test_rules_that_make_no_sense(by: KeepBy, values: dict[str, Any]) -> None:
    with pytest.raises(ConfigError):
        KeepRule(by, **values)


def test_check_is_asked_and_stops_it() -> None:
    class EnoughError(Exception):
        pass

    def stop() -> None:
        raise EnoughError

    with pytest.raises(EnoughError):
        choose_kept(many(600), [], check=stop)


def test_an_empty_report() -> None:
    assert choose_kept(report([]), []) == Choices((), 0, 0)


def test_a_draft_and_its_pdf_beside_another_draft_and_its_pdf() -> None:
    """Of each pair with the same words one stays, also where both pairs are near each other."""
    names = ("a.docx", "a.pdf", "b.docx", "b.pdf")
    documents = [
        document(
            number,
            text=text,
            path=Path("/库", name),
            encoding=name[2:],
            form_hash=bytes([number]) * 16,
            words_hash=bytes([100 + text]) * 16,
        )
        for number, (name, text) in enumerate(zip(names, (1, 1, 3, 3), strict=True), 1)
    ]
    found = regroup(replace(report([], documents), pairs=(pair(1, 3, 0.9),)), Thresholds(24, 0.7))
    assert [len(one.members) for one in found.groups] == [3]
    rules = parse_keep_rules(["editable"])
    assert not list(choose_kept(found, rules).marked())
    choices = choose_kept(found, rules, EXACT | {Kind.SAME_WORDS})
    marked = {one.document: one.kind for _, one in choices.marked()}
    assert marked == {2: Kind.SAME_WORDS, 4: Kind.SAME_WORDS}
    # each goes for the one that has its words, not for the one that is only near
    plan = plan_pruning(found, choices)
    assert [(one.document.id, one.witness.id, one.kind) for one in plan.removals] == [
        (2, 1, Kind.SAME_WORDS),
        (4, 3, Kind.SAME_WORDS),
    ]


NO_TIMES = (0, -86_400_000_000_000, 315_532_800_000_000_000, NOW + 2 * DAY)
"""1970, the last day of 1969, the epoch of FAT, and a day after tomorrow."""


@pytest.mark.parametrize(("rule", "stays"), [("newest", 5), ("oldest", 6)])
def test_a_time_that_cannot_be_true_neither_wins_nor_loses(rule: str, stays: int) -> None:
    """The document with a time stays of a tie with one that has none, and the tie is told."""
    found = copies(*({"mtime_ns": at} for at in (*NO_TIMES, NOW, THEN)))
    choice = chosen(found, rule, now_ns=NOW)
    assert choice.stays == stays
    expected = dict.fromkeys((1, 2, 3, 4), DecisionGround.TIME)
    assert dict(goes(choice)) == expected | {11 - stays: DecisionGround.RULE}
    assert not any(one.same_time for one in choice.marked)
    # a rule behind it decides, since the first finds them equal
    name = found.documents[DocumentId(1)].path.name
    assert chosen(found, rule, f"name={name}", now_ns=NOW).stays == 1
    # what is in the future now is a time later
    assert chosen(found, "newest", now_ns=NOW + DAY).stays == 4


@pytest.mark.parametrize("rule", ["newest", "oldest"])
def test_of_other_texts_no_date_decides_nothing(rule: str, tmp_path: Path) -> None:
    """The one that leads the group by its name stays, whatever the other's date."""
    words = [f"word{number} of the report" for number in range(200)]
    for name, at in (("report v1.txt", 1_735_689_600), ("report v2.txt", 0)):
        words[100] = "first" if at else "second thoughts"
        (tmp_path / name).write_text("\n".join(words))
        os.utime(tmp_path / name, (at, at))
    found = scan([tmp_path], ScanConfig(jobs=0))
    (choice,) = choose_kept(found, parse_keep_rules([rule]), kinds=frozenset({Kind.SIMILAR})).groups
    assert found.documents[choice.stays].path.name == "report v2.txt"
    assert [one.ground for one in choice.marked] == [DecisionGround.GROUP]


def test_one_without_a_time_does_not_win_beside_an_older_one_that_a_rule_before_prefers() -> None:
    """It is as good as the best of its own folder, not as the newest of all."""
    times = ("/b/1.txt", NOW), ("/a/2.txt", 0), ("/a/3.txt", THEN)
    found = copies(*({"path": Path(path), "mtime_ns": at} for path, at in times))
    choice = chosen(found, "folder=/a", "newest", now_ns=NOW)
    assert choice.stays == 3
    assert [ground for _, ground in goes(choice)] == [DecisionGround.TIME, DecisionGround.RULE]


def test_the_same_time_is_told_as_a_tie() -> None:
    (tie,) = chosen(copies({}, {}), "newest").marked
    assert (tie.ground, tie.same_time) == (DecisionGround.GROUP, True)
    (one,) = chosen(copies({}, {}), "newest", "longest").marked
    assert not one.same_time, "the rules were not about time alone"


def by_name_and_date(days: int, *, text: int = 2) -> ScanReport:
    """A final document, and a draft of it that was modified some days later."""
    final = document(1, path=Path("/d/plan final.txt"), mtime_ns=THEN)
    draft = document(2, text=text, path=Path("/d/plan v6.txt"), mtime_ns=THEN + days * DAY)
    made = replace(report([], [final, draft]), pairs=(pair(1, 2, 0.9),) if text == 2 else ())
    return regroup(made, Thresholds(24, 0.7))


@pytest.mark.parametrize("rule", ["newest", "oldest", "longest", "name=*final*"])
def test_no_rule_takes_what_name_and_date_disagree_about(rule: str) -> None:
    found = by_name_and_date(2)
    assert by_hand_only(found) == {2}
    choice = chosen(found, rule, kinds=ALL)
    assert [one.reason for one in choice.spared] == [SpareReason.DATES]
    assert (choice.marked, choice.decided) == ((), False)


def test_rules_take_what_name_and_date_agree_about_and_true_copies() -> None:
    for days in (1, -9):
        found = by_name_and_date(days)
        assert by_hand_only(found) == frozenset()
        assert len(chosen(found, "longest", kinds=ALL).marked) == 1
    final, draft = by_name_and_date(9).documents.values()
    same = replace(draft, content_hash=final.content_hash, text=1, text_hash=final.text_hash)
    assert [one.document for one in chosen(exact_report(final, same), "newest").marked] == [1]


def test_what_can_be_edited_better_than_what_stays() -> None:
    word, text, pdf = (
        document(key, encoding=of) for key, of in enumerate(("docx", "utf-8", "pdf"))
    )
    assert loses_format(text, word)
    assert loses_format(pdf, text)
    assert not loses_format(word, text)
    assert not loses_format(text, text)
