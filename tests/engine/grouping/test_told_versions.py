"""What documents say of themselves tells an earlier version from a part of the same length."""

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from builders import document
from simcore import FingerprintIndex, Kind, ScanConfig, ScanReport, explain, plan_removal, scan
from simcore.grouping.pairs import is_version, pair_of
from simcore.model.records import Comparison, TextId
from simcore.pipeline.similar import find_similar
from simcore.removal.keep_rules import KeepBy, KeepRule
from simcore.removal.rules import choose_kept
from simcore.reports.tables import pair_rows
from simcore.text.stated_dates import stated_dates
from simcore.workers import make_executor

LAW = "# 档案法\n\n({})\n\n"
_SIGNS = random.Random(8)
ARTICLES = [
    f"第{number}条 {''.join(chr(_SIGNS.randrange(0x4E00, 0x5E00)) for _ in range(120))}\n\n"
    for number in range(60)
]


def law(stated: str, articles: Sequence[str]) -> str:
    return LAW.format(stated) + "".join(articles)


OF_2021 = law("2021年1月1日施行", [one for number, one in enumerate(ARTICLES) if number % 3])
OF_2024 = law("2024年3月1日施行", ARTICLES)
FIRST_HALF = law("2024年3月1日施行", ARTICLES[:27])
CHAPTER = "# 第三章\n\n" + "".join(ARTICLES[20:36])


def scanned(folder: Path, **texts: str) -> ScanReport:
    for name, text in texts.items():
        path = folder / name.replace("__", "/").replace("_md", ".md")
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text(text, encoding="utf-8")
    with FingerprintIndex(Path(":memory:")) as index, make_executor(0) as executor:
        return scan([folder], ScanConfig(jobs=0), index, executor)


def kinds(report: ScanReport) -> dict[str, Kind]:
    """Return the kind of each member by its name."""
    found = {}
    for group in report.groups:
        for member in group.members:
            found[report.documents[member.document].path.stem] = member.kind
    return found


def test_a_law_and_its_amended_text_are_versions_by_title_and_date(tmp_path: Path) -> None:
    report = scanned(tmp_path, a_md=OF_2021, b_md=OF_2024, c_md=FIRST_HALF, d_md=CHAPTER)
    assert kinds(report) == {"a": Kind.EARLIER_VERSION, "c": Kind.PART, "d": Kind.PART}
    (group,) = report.groups
    assert report.documents[group.representative].path.stem == "b"
    rows = {(row.left.path.stem, row.right.path.stem): row for row in pair_rows(report)}
    assert rows["a", "b"].figures.kind is Kind.EARLIER_VERSION
    assert rows["b", "c"].figures.kind is Kind.PART
    assert (report.counts.earlier_versions, report.counts.parts) == (1, 2)
    explained = explain(tmp_path / "b.md", tmp_path / "a.md", report.config)
    assert explained.shown_kind(report.config) is Kind.EARLIER_VERSION


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("law 2021", "law 2024"),
        ("law v1", "law v2"),
        ("law draft", "law"),
        ("档案法初稿", "档案法定稿"),
        ("release-6.5__law", "release-8.5__law"),
    ],
)
def test_names_tell_versions_without_title_or_date(
    earlier: str, later: str, tmp_path: Path
) -> None:
    old = "".join(one for number, one in enumerate(ARTICLES) if number % 3)
    new = "".join(ARTICLES)
    report = scanned(tmp_path, **{f"{earlier}_md": old, f"{later}_md": new})
    assert set(kinds(report).values()) == {Kind.EARLIER_VERSION}
    # the higher version is the shorter one: it was cut, and is no earlier version of anything
    again = scanned(tmp_path, **{f"{earlier}_md": new, f"{later}_md": old})
    assert set(kinds(again).values()) == {Kind.PART}


@pytest.mark.parametrize(
    ("part", "whole"),
    [
        ("law", "law with comments"),
        ("a__law", "b__law"),
        ("law (1)", "law"),
        ("law - copy", "law"),
        ("chapter 3", "chapter 1-5"),
        ("1", "2"),
    ],
)
def test_names_that_are_no_versions_leave_a_part(part: str, whole: str, tmp_path: Path) -> None:
    old = "".join(one for number, one in enumerate(ARTICLES) if number % 3)
    report = scanned(tmp_path, **{f"{part}_md": old, f"{whole}_md": "".join(ARTICLES)})
    assert set(kinds(report).values()) == {Kind.PART}


def test_all_earlier_versions_are_below_the_last_one(tmp_path: Path) -> None:
    texts = {f"v{at}__log_md": "".join(ARTICLES[:size]) for at, size in ((1, 25), (2, 40), (3, 60))}
    report = scanned(tmp_path, **texts)
    (group,) = report.groups
    assert report.documents[group.representative].path.parent.name == "v3"
    assert [one.kind for one in group.members] == [Kind.EARLIER_VERSION] * 2


def test_no_rule_takes_an_earlier_version_that_names_tell(tmp_path: Path) -> None:
    report = scanned(tmp_path, a_md=OF_2021, b_md=OF_2024)
    (group,) = report.groups
    (member,) = group.members
    every = {Kind.IDENTICAL, Kind.SAME_TEXT, Kind.SAME_WORDS, Kind.SIMILAR, Kind.PART}
    for by in (KeepBy.LONGEST, KeepBy.OLDEST, KeepBy.NEWEST):
        chosen = choose_kept(report, (KeepRule(by),), every)
        assert not list(chosen.marked())
    by_rule = plan_removal(report, {member.document}, by_rule={member.document})
    assert not by_rule.removals
    (removal,) = plan_removal(report, {member.document}).removals
    assert removal.by_hand
    assert removal.witness.id == group.representative


def test_one_more_document_is_an_earlier_version_of_those_known(tmp_path: Path) -> None:
    asked = tmp_path / "asked" / "law.md"
    asked.parent.mkdir()
    asked.write_text(OF_2021, encoding="utf-8")
    (tmp_path / "library").mkdir()
    (tmp_path / "library" / "b.md").write_text(OF_2024, encoding="utf-8")
    with FingerprintIndex(Path(":memory:")) as index, make_executor(0) as executor:
        config = ScanConfig(jobs=0)
        report = scan([tmp_path / "library"], config, index, executor)
        (pair,) = find_similar(asked, report, index)
    assert pair.kind is Kind.EARLIER_VERSION


@pytest.mark.parametrize(
    ("dates", "expected"),
    [
        (("2021-05-01", "2024-01-01"), True),
        (("2024-01-01", "2021-05-01"), False),
        (("2024-01-01", "2024-01-01"), False),
        (("©2024", "2024-05-01"), False),  # a year is not before a day of it
        (("©2023", "2024-05-01"), True),
        (("", "2024-05-01"), False),
    ],
)
def test_dates_tell_only_where_both_state_one(dates: tuple[str, str], *, expected: bool) -> None:
    left, right = (
        replace(document(at), title="Statute", stated=stated_dates(f"Statute {date}."))
        for at, date in enumerate(dates, 1)
    )
    assert is_version(left, right, 0.95, 0.7) is expected
    assert is_version(right, left, 0.7, 0.95) is expected
    assert not is_version(left, replace(right, title="Statutes at large"), 0.95, 0.7)
    # too little is held, it is a small piece, or about as long
    for shares in ((0.75, 0.5), (0.95, 0.4), (0.95, 0.9)):
        assert not is_version(left, right, *shares)


def test_a_version_by_its_name_may_have_grown_to_thrice_its_length() -> None:
    left, right = document(1), document(2)
    old, new = (replace(one, path=Path(f"/r-{n}/a.md")) for n, one in ((1, left), (2, right)))
    assert is_version(old, new, 0.95, 0.36)
    assert not is_version(old, new, 0.95, 0.3)
    other = replace(old, path=Path("/r-1/a 1.md")), replace(new, path=Path("/r-2/a 2.md"))
    assert not is_version(*other, 0.95, 0.4)
    compared = Comparison(TextId(1), TextId(2), 95, 100, 200)
    assert pair_of(replace(old, text=TextId(1)), replace(new, text=TextId(2)), compared).version
