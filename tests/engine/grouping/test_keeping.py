"""Which document stays: of copies, of near texts, of many pairs at once, of real files."""

import os
import random
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import chinese_text, document, edited, english_text, pair
from graphs import ids_of, turned_round
from group_reports import report
from grouped import group_documents
from scans import CONFIG, scanned
from simcore import Document, Grouping, Pair, regroup
from simcore.grouping.keeping import GAP_NS, UNKNOWN, CopyRuns
from simcore.grouping.leaders import KeptOfTwo, kept_of
from simcore.grouping.pairs import PairTable
from simcore.grouping.queries import why_kept
from simcore.model.config import Thresholds
from simcore.model.reasons import WhyKept
from simcore.model.records import INSIDE, DocumentId, TextId
from simcore.text.stated_dates import packed

DAY = 86_400_000_000_000
NOW = 1_700_000_000_000_000_000
COPY = shutil.which("cp") or ""


def test_copy_runs_and_times_that_cannot_be_true() -> None:
    times = [NOW, NOW + GAP_NS, NOW + 2 * GAP_NS, NOW + 2 * GAP_NS + DAY]
    runs = CopyRuns(np.array([*times, 0, 315_532_800_000_000_000]), now := NOW + 9 * DAY)
    first, *same, last = map(runs.of, times)
    assert {first, *same} == {first}
    assert UNKNOWN < first < last == runs.of(now + DAY)
    assert runs.of(0) == runs.of(315_532_800_000_000_000) == UNKNOWN  # the first of 1980
    assert runs.of(now + 2 * DAY) == UNKNOWN


def two(kept: dict[str, object], other: dict[str, object]) -> list[Document]:
    """Make two documents; neither name nor place in a list tells which is to be kept."""
    fields = {"path": "/d/bb.txt", **kept}, {"path": "/d/aa.txt", **other}
    paths = (Path(str(some["path"])) for some in fields)
    return [
        document(number, **{**some, "path": path})
        for number, (some, path) in enumerate(zip(fields, paths, strict=True), 1)
    ]


def stays(documents: Sequence[Document], pairs: Sequence[Pair] = ()) -> tuple[str, WhyKept]:
    """Return the name of the kept document of the only group, and why it is kept."""
    known = {one.id: one for one in documents}
    empty = replace(_EMPTY, documents=known, pairs=tuple(pairs))
    made = regroup(empty, CONFIG.thresholds)
    (group,) = made.groups
    return known[group.representative].path.as_posix(), why_kept(made, group)


def near(left: int, right: int, shares: tuple[float, float] = (0.9, 0.9)) -> Pair:
    """Make a pair by how much of each is in the other, with the resemblance that follows."""
    resemblance = 1 / (1 / shares[0] + 1 / shares[1] - 1)
    made = pair(left, right, resemblance)
    return replace(made, left_in_right=shares[0], right_in_left=shares[1])


_EMPTY = report([])
EVEN = (0.9, 0.9)
LATER = {"mtime_ns": NOW + DAY}


@pytest.mark.parametrize(
    ("kept", "other", "why"),
    [
        ({**LATER, "content_hash": b"a" * 16}, {"lossy": True}, WhyKept.UNDAMAGED),
        (LATER, {"encoding": "gb18030"}, WhyKept.ENCODING),
        ({**LATER, "path": "/d/e/f/aa - Copy.txt"}, {"encoding": "big5"}, WhyKept.ENCODING),
        ({**LATER, "path": "/d/e/aa.txt"}, {"path": "/d/aa (1).txt"}, WhyKept.NO_COPY_NAME),
        ({"path": "/d/e/bb.txt"}, LATER, WhyKept.OLDEST),
        ({"path": "/d/x (1).txt"}, LATER, WhyKept.OLDEST),  # x.txt is not here
        ({**LATER, "form_hash": b"f" * 16}, {}, WhyKept.MODIFIED_LAST),  # a revised link
        ({**LATER, "form_hash": b"f" * 16}, {"mtime_ns": 0}, WhyKept.OLDEST),
        (
            {"form_hash": b"f" * 16, "path": "/d/v2/x.txt"},
            {**LATER, "path": "/d/v1/x.txt"},
            WhyKept.VERSION,
        ),
        ({"mtime_ns": NOW + 9}, {"path": "/d/e/aa.txt"}, WhyKept.SHORTEST_PATH),
        ({"mtime_ns": NOW + 9}, {"path": "/d/x (1).txt"}, WhyKept.NO_COPY_NAME),
        ({}, {"mtime_ns": NOW + 9}, WhyKept.OLDEST),
        ({}, {}, WhyKept.FIRST_ON_DISK),
        ({"path": "/d/b.txt"}, {"device": 2}, WhyKept.SHORTEST_NAME),
    ],
)
def test_of_copies(kept: dict[str, object], other: dict[str, object], why: WhyKept) -> None:
    documents = two({"text": 1, **kept}, {"text": 1, **other})
    expected = documents[0].path.as_posix(), why
    assert stays(documents) == stays(documents[::-1]) == expected


@pytest.mark.parametrize(
    ("kept", "other", "shares", "why"),
    [
        ({}, {"lossy": True, **LATER}, EVEN, WhyKept.UNDAMAGED),
        ({"path": "/d/x v1.txt"}, {"path": "/d/x v2.txt"}, (0.8, 1.0), WhyKept.WHOLE),
        ({"path": "/d/x v10.txt"}, {"path": "/d/x v9.txt", **LATER}, EVEN, WhyKept.VERSION),
        ({"path": "/d/x.txt"}, {"path": "/d/old/x.txt", **LATER}, EVEN, WhyKept.VERSION),
        (
            {"stated": packed([(2021, 5, 3), (2019, 1, 1)])},
            {"stated": packed([(2021, 5, 2), (2020, 1, 1)]), **LATER},
            EVEN,
            WhyKept.STATED_DATE,
        ),
        (LATER, {"stated": packed([(2021, 5, 2)]), "characters": 990}, EVEN, WhyKept.MODIFIED_LAST),
        (
            {"stated": packed([(2021, 5, 2)]), **LATER},
            {"stated": packed([(2021, 5, 2), (2020, 1, 1)])},
            EVEN,
            WhyKept.MODIFIED_LAST,
        ),
        ({"characters": 901}, {"mtime_ns": NOW + GAP_NS}, EVEN, WhyKept.LONGEST),
        ({"characters": 901}, {"mtime_ns": 0}, EVEN, WhyKept.LONGEST),
        ({}, {"path": "/d/aa copy.txt"}, EVEN, WhyKept.NO_COPY_NAME),
        ({"path": "/d/a.txt"}, {}, EVEN, WhyKept.FIRST),
    ],
)
def test_of_near_texts(
    kept: dict[str, object], other: dict[str, object], shares: tuple[float, float], why: WhyKept
) -> None:
    documents = two(kept, other)
    of = [near(1, 2, shares), near(2, 1, shares[::-1])]
    expected = documents[0].path.as_posix(), why
    for one in of:
        assert stays(documents, [one]) == stays(documents[::-1], [one]) == expected


def test_a_copy_is_no_original_because_it_was_copied_again() -> None:
    """It was made half a minute after: too early to be a later version, late enough to tell."""
    later = {"mtime_ns": NOW + 33 * 10**9}
    copies = [document(key, text=2, path=Path(f"/d/{key}.txt"), **later) for key in (2, 3)]  # type: ignore[arg-type]
    original = document(1, path=Path("/d/zz.txt"), characters=990, mtime_ns=NOW)
    assert stays([original, *copies], [near(1, 2)]) == ("/d/zz.txt", WhyKept.LONGEST)


def test_most_copies_come_before_length() -> None:
    documents = [*two({}, {"characters": 990}), document(3, text=1, path=Path("/d/cc.txt"))]
    assert stays(documents, [near(1, 2)]) == ("/d/bb.txt", WhyKept.MOST_COPIES)


def test_the_newest_of_several_versions_is_near_all_others() -> None:
    """The highest is not near the lowest: it would leave that one behind."""
    documents = [document(n, path=Path(f"/d/plan v{n}.txt")) for n in (1, 2, 3, 4)]
    pairs = [near(1, 2), near(1, 3), near(2, 3), near(2, 4), near(3, 4)]
    assert stays(documents, pairs)[0] == "/d/plan v3.txt"
    assert stays(documents, [*pairs, near(1, 4)]) == ("/d/plan v4.txt", WhyKept.VERSION)


def test_figures_that_cannot_be_true_do_no_harm() -> None:
    """As a file of saved results may have them: each text is in the next one."""
    documents = [
        document(n, path=Path(f"/d/{name}.txt")) for n, name in ((1, "c"), (2, "b"), (3, "a"))
    ]
    ring = [near(1, 2, (1.0, 0.8)), near(2, 3, (1.0, 0.8)), near(3, 1, (1.0, 0.8))]
    assert stays(documents, ring)[0] == "/d/a.txt"


def test_what_a_person_chose_comes_first() -> None:
    documents = two({"path": Path("/d/x v2.txt")}, {"path": Path("/d/x v1.txt")})
    old = documents[1]
    known = {one.id: one for one in documents}
    made = replace(_EMPTY, documents=known, pairs=(pair(1, 2),))
    chosen = replace(made.judgements, kept=frozenset({(old.real_path, old.content_hash)}))
    (group,) = regroup(made, Thresholds(24, 0.7), judgements=chosen).groups
    assert group.representative == old.id


_NAMES = "plan v1 | plan v2 | plan | plan draft | plan final | plan (1) | plan copy | notes | a | 7"


@st.composite
def libraries(draw: st.DrawFn) -> tuple[list[Document], list[Pair]]:
    documents = []
    for number in range(1, draw(st.integers(2, 7)) + 1):
        folder = draw(st.sampled_from(["/d", "/d/old", "/d/e", "/d/v2", "/d/e - Copy"]))
        name = draw(st.sampled_from([one.strip() for one in _NAMES.split("|")]))
        documents.append(
            document(
                number,
                text=draw(st.integers(1, 4)),
                path=Path(folder, f"{name}.{number}.txt" if draw(st.booleans()) else f"{name}.txt"),
                mtime_ns=draw(st.sampled_from([0, NOW, NOW + 5, NOW + DAY, NOW + 3 * DAY])),
                stated=packed(
                    draw(st.lists(st.sampled_from([(2020, 1, 1), (2021, 5, 2)]), max_size=2))
                ),
                characters=draw(st.sampled_from([900, 950])),
                lossy=draw(st.integers(0, 9)) == 0,
                content_hash=draw(st.sampled_from([b"a", b"b"])) * 8 + number.to_bytes(8, "big"),
            )
        )
    first = {one.text: one for one in reversed(documents)}
    pairs = []
    for left in sorted(first):
        for right in sorted(first):
            if left < right and draw(st.integers(0, 3)):
                shares = draw(st.sampled_from([(0.9, 0.9), (1.0, 0.8), (0.8, 1.0), (0.95, 0.85)]))
                pairs.append(near(first[left].id, first[right].id, shares))
    return documents, pairs


@given(libraries(), st.sampled_from(Grouping), st.randoms(use_true_random=False))
def test_the_order_of_documents_and_pairs_makes_no_difference(
    library: tuple[list[Document], list[Pair]], grouping: Grouping, dice: random.Random
) -> None:
    documents, pairs = library
    if len({one.path for one in documents}) < len(documents):
        return
    config = replace(CONFIG, grouping=grouping)
    found = group_documents({one.id: one for one in documents}, pairs, config)
    mixed = dice.sample(documents, len(documents))
    some = dice.sample(pairs, len(pairs))
    turned = [dice.choice([one, turned_round(one)]) for one in some]
    again = group_documents({one.id: one for one in mixed}, turned, config)
    said = (
        {(one.representative, frozenset(ids_of(one))) for one in some} for some in (found, again)
    )
    assert next(said) == next(said)


def put(path: Path, text: str, days_ago: int) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    os.utime(path, ns=(NOW - days_ago * DAY,) * 2)
    return path


def kept_in(library: Path) -> set[str]:
    found = scanned(library)
    return {
        found.documents[one.representative].path.relative_to(library).as_posix()
        for one in found.groups
    }


@pytest.mark.skipif(not COPY, reason="no cp here")
def test_of_what_cp_copied_the_original_stays(tmp_path: Path) -> None:
    library = tmp_path / "library"
    expected = set()
    for number, goal in enumerate(["a.txt", "deep/er/x0.txt", "x0.txt", "zz.txt", "x0 (1).txt"]):
        text = english_text(number, 90) if number % 2 else chinese_text(number, 300)
        original = put(library / str(number) / "docs" / f"x{number} (2).txt", text, 900 - number)
        copied = library / str(number) / goal
        copied.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run([COPY, "--", original, copied], check=True)
        expected.add(original.relative_to(library).as_posix())
    assert kept_in(library) == expected


def test_of_a_copied_folder_the_original_stays(tmp_path: Path) -> None:
    library = tmp_path / "library"
    put(library / "papers" / "x.txt", english_text(1, 90), 30)
    for name in ("papers - Copy", "a/papers", "papers (2)", "papers-backup", "论文 副本"):
        shutil.copytree(library / "papers", library / name)  # with the times
    assert kept_in(library) == {"papers/x.txt"}


def test_of_two_releases_the_newer_stays_by_their_text_alone(tmp_path: Path) -> None:
    library, text = tmp_path / "library", chinese_text(5, 900)
    put(library / "b.txt", f"2024年3月1日修订\n{text}", 30)
    put(library / "a.txt", f"2019年11月20日修订\n{edited(text, 1, 5)}", 30)
    assert kept_in(library) == {"b.txt"}


# ---- which text stays of two, decided for many pairs at once, against the election of each pair


PATHS = """
/d/plan.txt /d/plan-v2.txt /d/plan-v3.txt /d/old/plan.txt /d/plan(1).txt /d/合同第二稿.txt
/d/合同初稿.txt /e/letter.txt /e/other.txt
"""
DATES = ((), ((2023, 5, 1),), ((2024, 5, 1), (2023, 5, 1)))
drawn_documents = st.fixed_dictionaries(
    {
        "path": st.sampled_from(PATHS.split()).map(Path),
        "mtime_ns": st.sampled_from([0, NOW, NOW + 1, NOW + 3 * GAP_NS]),
        "device": st.sampled_from([1, 1, 1, INSIDE]),
        "lossy": st.sampled_from([False, False, False, True]),
        "characters": st.sampled_from([900, 900, 901]),
        "stated": st.sampled_from(DATES).map(packed),
    }
)
# results of strangers may have the last: its reciprocal is beyond all numbers
shares = st.sampled_from([0.0, 0.5, 0.8, 0.9, 0.99, 1.0, 5e-324])
drawn_pairs = st.tuples(
    drawn_documents, drawn_documents, shares, shares, st.booleans(), st.booleans()
)
Drawn = tuple[dict[str, object], dict[str, object], float, float, bool, bool]


def elected(one: Pair, texts: tuple[TextId, TextId], held: list[Document], runs: CopyRuns) -> int:
    """Return the number of the text that stays of a pair, by the rule for any number of texts."""
    left, right = texts
    links = {left: {right: one}, right: {left: one}}
    by_text = {made.text: (made,) for made in held}
    kept = kept_of(texts, texts, links, by_text, runs)
    return [made.text for made in held].index(kept)


@given(st.lists(drawn_pairs, min_size=1, max_size=12))
def test_all_at_once_decide_as_one_by_one(drawn: list[Drawn]) -> None:
    held: list[Document] = []
    pairs: list[Pair] = []
    known: dict[DocumentId, Document] = {}
    for one, other, left_in_right, right_in_left, turned, other_file in drawn:
        numbers = [len(held) + 1, len(held) + 2]
        for number, of in zip(numbers, (one, other), strict=True):
            held.append(document(number, **of))
            known[DocumentId(number)] = held[-1]
        if other_file:  # a pair that names a document which stands for none of the texts
            known[DocumentId(1_000 + numbers[0])] = held[-2]
            numbers[0] += 1_000
        ends = numbers[::-1] if turned else numbers
        pairs.append(replace(pair(*ends), left_in_right=left_in_right, right_in_left=right_in_left))
    numbers_of = {one.text: number for number, one in enumerate(held)}
    table = PairTable(pairs, known, numbers_of)
    runs = CopyRuns.of_documents(known)
    texts = [(known[one.left].text, known[one.right].text) for one in pairs]
    wanted = [elected(*one, held, runs) for one in zip(pairs, texts, strict=True)]
    by_text = {one.text: (one,) for one in held}
    kept = KeptOfTwo(table, list(numbers_of), by_text, runs)
    all_of_them = np.arange(len(pairs))
    assert kept.of(all_of_them[::2]).tolist() == wanted[::2]
    assert kept.of(all_of_them).tolist() == wanted
    assert kept.of(all_of_them[:0]).tolist() == []
