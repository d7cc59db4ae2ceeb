"""Pairs and groups of strings: brute force and commands on files say what there is to find."""

import itertools
import re
import subprocess
import sys
import textwrap
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import simcore
from amounts import examples
from builders import CHINESE_WORDS, ENGLISH_WORDS, chinese_text, edited, english_text
from places import ROOT, python_environment
from simcore import Cancelled, Grouping, Kind, StringPair
from simcore.fingerprints import RECIPES, find_recipe, simhash, votes
from simcore.model.reasons import ConfigError
from simcore.model.records import MeasuredBy
from simcore.model.report import Stage
from simcore.pipeline import candidates
from simcore.strings import pairs as reading
from simcore.workers import NO_CHILDREN, NO_GUARD
from string_sets import planted, told, write_files


def runs(text: str, length: int) -> set[str]:
    letters = re.sub(r"\W", "", text.lower())
    return {letters[at : at + length] for at in range(len(letters) - length + 1)}


def jaccard(one: set[str], other: set[str]) -> float:
    return len(one & other) / len(one | other)


def varied(text: str, count: int) -> list[str]:
    """Return a text with more and more words exchanged."""

    def version(number: int) -> str:
        words = text.split(" ")
        if number:
            words = ["elsewhere" if at % (40 // number) == 3 else w for at, w in enumerate(words)]
        return " ".join(words)

    return [version(number) for number in range(count)]


ENGLISH = [one for seed in range(6) for one in varied(english_text(seed, 260), 6)]
CHINESE = [
    edited(chinese_text(seed, 700), seed, changes)
    for seed in range(5)
    for changes in range(1, 24, 4)
]


@pytest.mark.parametrize(("texts", "length"), [(ENGLISH, 5), (CHINESE, 4)])
def test_all_pairs_that_brute_force_finds_with_their_figures(texts: list[str], length: int) -> None:
    """Long texts are compared by runs of five letters, or of four from a Chinese character on."""
    sets = [runs(text, length) for text in texts]
    expected = {
        (left, right): alike
        for left, right in itertools.combinations(range(len(texts)), 2)
        if (alike := jaccard(sets[left], sets[right])) >= 0.7 and texts[left] != texts[right]
    }
    assert len(expected) > 20
    found = simcore.pairs(texts, distance=64)
    near = {(one.left, one.right): one for one in found if one.kind is Kind.SIMILAR}
    assert near.keys() == expected.keys()
    for ends, one in near.items():
        assert one.measure is MeasuredBy.SHINGLES
        assert one.similarity == pytest.approx(expected[ends])
        left, right = (sets[end] for end in ends)
        assert one.left_in_right == pytest.approx(len(left & right) / len(left))
        assert one.right_in_left == pytest.approx(len(left & right) / len(right))
        fingerprints = found.fingerprints[list(ends)].tolist()
        assert one.distance == (fingerprints[0] ^ fingerprints[1]).bit_count()
        assert fingerprints == [simcore.fingerprint(texts[end]) for end in ends]


def test_two_texts_are_compared_as_many_are() -> None:
    texts = planted()
    found = [one for one in simcore.pairs(texts, expand=True) if one.kind is not Kind.SAME_FORM]
    assert len(found) > 15
    for one in found:
        if one.kind is Kind.BOILERPLATE:
            continue
        ends = texts[int(str(one.left))], texts[int(str(one.right))]
        two = simcore.compare(*ends)
        assert (two.similarity, two.left_in_right, two.right_in_left) == one[2:5]
        assert (two.kind, two.distance) == (one.kind, one.distance)
        assert (two.numbers_only, two.only_in, two.measure, two.short) == one[7:]
        assert two.problems == ()
        back = simcore.compare(*reversed(ends))
        assert (back.similarity, back.left_in_right) == (two.similarity, two.right_in_left)


def test_two_texts_that_are_not_alike() -> None:
    found = simcore.compare(english_text(1), chinese_text(1))
    assert (found.kind, found.similarity, found.problems) == (None, 0.0, ())
    assert found.distance is not None
    half = simcore.compare(english_text(1), english_text(1)[:900], contained=False)
    assert half.kind is None
    assert half.right_in_left > 0.9


@pytest.mark.parametrize("texts", [("", "words"), ("words", "……"), ("", "")])
def test_a_text_without_words_is_like_nothing_and_said(texts: tuple[str, str]) -> None:
    found = simcore.compare(*texts)
    assert (found.kind, found.distance) == (None, None)
    without = [name for name, text in zip("ab", texts, strict=True) if text != "words"]
    assert list(found.problems) == [f"{name} has no words to compare" for name in without]


def test_keys_are_those_of_a_mapping_of_any_sort() -> None:
    text = chinese_text(3, 60)
    keys: list[Any] = ["合同\n一", ("a", 2), None, 7.5, "-rf", "\udc80"]
    found = simcore.pairs(dict.fromkeys(keys, text) | {b"empty": ""})
    assert [(one.left, one.right) for one in found] == [(keys[0], key) for key in keys[1:]]
    assert {one.kind for one in found} == {Kind.IDENTICAL}
    assert [(one.key, one.of_all) for one in found.problems] == [(b"empty", False)]
    assert list(found.keys) == [*keys, b"empty"]
    (group,) = simcore.groups(dict.fromkeys(keys, text))
    assert group.keys == tuple(keys)


@pytest.mark.parametrize("find", [simcore.pairs, simcore.groups])
def test_nothing_and_one_text(find: Callable[..., Any]) -> None:
    for texts in ([], {}, iter(()), ["one"], ["", ""]):
        found = find(texts)
        assert list(found) == []
        assert len(found) == 0
        assert len(found.fingerprints) == len(found.short) == len(found.keys)
    assert repr(find([])).startswith("<0 ")


def test_columns_numbers_and_short_texts() -> None:
    texts = ["short words here", chinese_text(1, 200), "", "short words here"]
    found = simcore.pairs(texts)
    assert found.short.tolist() == [True, False, False, True]
    assert [one.short for one in found] == [True]
    assert found.fingerprints[2] == 0
    bill = "Invoice {} of the bakery: please pay {} euros within fourteen days to our account."
    bills = [bill.format(12, 99), bill.format(13, 98)]
    assert "  0 and 1: numbers-only, " in repr(simcore.pairs(bills))
    assert "1 (numbers-only)" in repr(simcore.groups(bills))
    assert "  7: numbers-only, " in repr(simcore.Library({7: bills[0]}).near(bills[1]))
    arrays = pytest.importorskip("pyarrow")
    for column in (arrays.array(texts), arrays.chunked_array([texts[:1], texts[1:]])):
        assert [(one.left, one.right) for one in simcore.pairs(column)] == [(0, 3)]


def test_a_result_is_a_frozen_sequence_that_says_what_it_is() -> None:
    texts = [*planted(), *[""] * 3]
    found, groups = simcore.pairs(texts), simcore.groups(texts)
    assert found[0] == next(iter(found)) == found[:3][0]
    assert found[-1] == list(found)[-1]
    assert repr(found).startswith(f"<{len(found)} pairs of {len(texts)} texts (6 in .problems)>\n")
    assert repr(found).endswith(f"  and {len(found) - 5} more")
    assert "\n  0 and 8: part, 100 %\n" in repr(found), "of a part, how much of it is there"
    assert repr(groups).startswith(f"<{len(groups)} groups of ")
    fields = (found, "keys"), (found[0], "kind"), (groups, "keys"), (groups[0], "kept")
    for frozen, field in (*fields, (simcore.compare("a", "b"), "kind")):
        with pytest.raises(AttributeError):
            setattr(frozen, field, 1)
    for one in (found, groups):
        assert not hasattr(one.keys, "append")
        for column in (one.fingerprints, one.short):
            with pytest.raises(ValueError, match="read-only"):
                column[0] = 1
    assert hash(found[0]) == hash(tuple(found[0]))


def test_thresholds_are_obeyed() -> None:
    texts = varied(english_text(3, 260), 8)

    def found(**given: Any) -> set[tuple[object, object]]:
        return {(one.left, one.right) for one in simcore.pairs(texts, **given)}

    assert found(similarity=0.9) < found() < found(similarity=0.3, distance=64)
    assert found(distance=8) < found()
    book = {"book": english_text(1, 400) + english_text(2, 400), "chapter": english_text(2, 400)}
    assert [one.kind for one in simcore.pairs(book)] == [Kind.PART]
    assert list(simcore.pairs(book, contained=False)) == []
    chained = simcore.groups(texts, grouping="components")[0].members
    assert len(chained) >= len(simcore.groups(texts, grouping=Grouping.LEADERS)[0].members)


def test_progress_is_told_and_may_end_the_work() -> None:
    told: list[tuple[Stage, int, int]] = []

    def tell(stage: Stage, done: int, total: int) -> None:
        told.append((stage, done, total))

    texts = [chinese_text(seed, 20) for seed in range(600)]
    simcore.pairs([*texts, *(f"{text}好" for text in texts)], progress=tell)
    assert (Stage.READ, 0, 1_200) in told
    assert (Stage.READ, 1_200, 1_200) in told
    assert {stage for stage, _, _ in told} >= {Stage.READ, Stage.PAIR, Stage.VERIFY, Stage.GROUP}

    def stop(stage: Stage, done: int, total: int) -> None:
        if stage is Stage.VERIFY:
            raise Cancelled

    with pytest.raises(Cancelled):
        simcore.groups(varied(english_text(1, 200), 5), progress=stop)


def test_processes_change_no_result() -> None:
    texts = planted() * 3
    alone, two = simcore.pairs(texts, expand=True), simcore.pairs(texts, expand=True, jobs=2)
    assert alone.pairs == two.pairs
    assert alone.problems == two.problems
    assert (alone.fingerprints == two.fingerprints).all()
    assert simcore.groups(texts).groups == simcore.groups(texts, jobs=2).groups


def test_a_text_that_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = reading.read_string

    def failing(position: int, text: str, config: simcore.ScanConfig) -> object:
        if position == 3:
            raise RecursionError("too deep")
        return plain(position, text, config)

    monkeypatch.setattr(reading, "read_string", failing)
    found = simcore.pairs([chinese_text(1, 60)] * 6)
    assert [(one.left, one.right) for one in found] == [(0, 1), (0, 2), (0, 4), (0, 5)]
    ((key, reason, of_all),) = found.problems
    assert (key, of_all) == (3, False)
    assert "RecursionError: too deep" in str(reason)
    assert found.fingerprints[3] == 0


def test_that_not_all_pairs_were_compared_is_said_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    search = candidates.find_candidates

    def short(*arguments: Any, **options: Any) -> object:
        return replace(search(*arguments, **options), missed=7, passed_over=5)

    monkeypatch.setattr(candidates, "find_candidates", short)
    (problem,) = simcore.pairs([chinese_text(1, 60)] * 3).problems
    assert (problem.key, problem.of_all) == (None, True)
    assert "about 7 pairs of 5 texts" in repr(problem)


def test_tables_of_pandas_take_names_of_any_bytes() -> None:
    """As keys, say of ``os.listdir``: texts of Arrow are UTF-8, and pandas raised its error."""
    pytest.importorskip("pandas")
    name = "旧稿.txt".encode("gb18030").decode("utf-8", "surrogateescape")
    texts = {name: chinese_text(1, 60), "合同.txt": chinese_text(1, 60), "b": chinese_text(2, 60)}
    pairs, groups = simcore.pairs(texts).to_pandas(), simcore.groups(texts).to_pandas()
    assert [*pairs["left"], *pairs["right"]] == [name, "合同.txt"]
    assert {*groups["key"]} == {name, "合同.txt"}
    assert pairs["distance"].sum() == 0, "other columns are as ever"
    assert len(simcore.pairs(["one text"]).to_pandas().columns) == len(pairs.columns)
    library = simcore.Library(texts)
    assert {*library.near(chinese_text(1, 60)).to_pandas()["key"]} == {name, "合同.txt"}


def test_tables_of_pandas_have_the_rows() -> None:
    pandas = pytest.importorskip("pandas")
    texts = pandas.Series(planted(), index=[f"r{number}" for number in range(len(planted()))])
    pairs = simcore.pairs(texts)
    table = pairs.to_pandas()
    assert list(table.columns) == [*pairs[0]._fields[:-1], "too_short"]
    assert len(table) == len(pairs)
    assert [*table["kind"]] == [
        "numbers-only" if one.numbers_only else one.kind.value for one in pairs
    ]
    assert {"numbers-only", "similar"} < {*table["kind"]}
    assert table["left"].isin(texts.index).all()
    groups = simcore.groups(texts)
    rows = groups.to_pandas()
    assert rows["group"].nunique() == len(groups)
    assert rows["kept"].sum() == len(groups)
    assert len(rows) == sum(len(group.keys) for group in groups)
    assert rows.loc[rows["kept"], "similarity"].isna().all()
    with pytest.raises(TypeError, match=r"^texts is a table \(DataFrame\): give one of"):
        simcore.pairs(texts.to_frame("text"))
    with pytest.raises(ValueError, match="two texts have the key 'r0'"):
        simcore.pairs(pandas.concat([texts, texts]))
    with pytest.raises(TypeError, match=r"texts\['r2'\] is nan, a missing value"):
        simcore.pairs(texts.where(texts.index != "r2"))


def test_equal_members_say_so() -> None:
    kept, other = varied(english_text(3, 260), 2)
    texts = {"k": kept, "l": kept, "a": other, "b": other}
    groups = simcore.groups(texts)
    (group,) = groups
    (similar,) = {one.key for one in group.members if one.copy_of is not None}
    (original,) = (one.copy_of for one in group.members if one.key == similar)
    assert texts[similar] == texts[original] != texts[group.kept]
    assert similar != original
    relation = {one.key: one[1:-1] for one in group.members}
    assert relation[similar] == relation[original], "both say what they are to the kept one"
    assert [one.copy_of for one in group.members if one.kind is Kind.IDENTICAL] == [None]
    pytest.importorskip("pandas")
    table = groups.to_pandas()
    assert table.columns[-1] == "copy_of"
    told = dict(zip(table["key"], table["copy_of"], strict=True))
    assert {key: of for key, of in told.items() if of == of and of is not None} == {  # noqa: PLR0124 - not a number
        similar: original
    }


NOTHING = """
import sys
def told(event, values):
    if event in ("subprocess.Popen", "os.fork", "os.posix_spawn"):
        print(event)
    if event == "open" and isinstance(values[1], str) and set(values[1]) & set("wax+"):
        print(event, values)
sys.addaudithook(told)
import simcore
simcore.groups(["one text of words", "one text of words!"] * 20)
library = simcore.Library({"a": "text"})
library.near("text")
"""


def test_nothing_is_written_and_no_process_is_started(tmp_path: Path) -> None:
    home, here, temporary = folders = [tmp_path / name for name in ("home", "here", "temporary")]
    for folder in folders:
        folder.mkdir()
    run = subprocess.run(
        [sys.executable, "-B", "-c", NOTHING],
        env={**python_environment(), "HOME": str(home), "TMPDIR": str(temporary)},
        cwd=here,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")
    assert {*tmp_path.rglob("*")} == {*folders}


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"recipe": "md5"}, "there is no recipe 'md5'"),
        ({"recipe": "default+7"}, "options are"),
        ({"similarity": 80}, "must lie between 0.3 and 1, not 80"),
        ({"containment": 0}, "must lie between 0.1 and 1, not 0"),
        ({"distance": 129}, "129"),
        ({"jobs": -1}, "the number of jobs must be 0 or more"),
        ({"jobs": 1_025}, "the number of jobs must be 1024 or less, not 1025"),
    ],
)
@pytest.mark.parametrize("find", [simcore.pairs, simcore.groups])
def test_out_of_range(find: Callable[..., Any], options: dict[str, Any], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        find(["a text", "another"], **options)


def test_the_engine_is_imported_without_numpy() -> None:
    code = "import sys, simcore; print(simcore.__version__, 'numpy' in sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    version = re.search(r'^version = "(.+)"$', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    assert version is not None
    assert run.stdout == f"{version[1]} False\n"


WORDS = st.sampled_from([*CHINESE_WORDS[:12], *ENGLISH_WORDS[:12], "3500", "O'Neil", "café"])
SIGNS = st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="+~{%<\\")
TEXTS = st.one_of(
    st.lists(WORDS, max_size=40).map(" ".join),
    st.lists(WORDS, max_size=40).map("".join),
    st.text(SIGNS, max_size=60),
    st.sampled_from(planted()),
)


def as_row(pair: StringPair, paths: list[str]) -> dict[str, str]:
    """Return the cells of ``variorum pairs`` that a pair tells, as that prints them."""
    kind = "numbers-only" if pair.numbers_only else pair.kind.value
    return {
        "left": paths[int(str(pair.left))],
        "right": paths[int(str(pair.right))],
        "distance": str(pair.distance),
        "similarity": str(round(pair.similarity, 6)),
        "containment": str(round(max(pair.left_in_right, pair.right_in_left), 6)),
        "kind": kind,
        "measure": pair.measure.value,
    }


def same_pairs(
    folder: Path, texts: list[str], capsysbinary: pytest.CaptureFixture[bytes], *options: str
) -> list[StringPair]:
    paths = write_files(folder, texts)
    rows = told(capsysbinary, "pairs", folder, *options)
    found = simcore.pairs(texts, expand="--expand" in options)
    made = [as_row(pair, paths) for pair in found]
    assert made == [{name: row[name] for name in made[0]} for row in rows] if made else not rows
    return list(found)


@pytest.mark.parametrize("options", [(), ("--expand",)])
def test_pairs_are_those_of_files(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes], options: tuple[str, ...]
) -> None:
    found = same_pairs(tmp_path / "texts", planted(), capsysbinary, *options)
    kinds = {pair.kind.value for pair in found}
    assert {"identical", "same-text", "same-words", "similar", "part", "same-form"} <= kinds
    assert any(pair.numbers_only for pair in found)
    assert any(pair.measure.value == "words" for pair in found)


@settings(max_examples=examples(80), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(TEXTS, max_size=12))
def test_pairs_of_any_texts_are_those_of_files(
    tmp_path_factory: pytest.TempPathFactory,
    capsysbinary: pytest.CaptureFixture[bytes],
    texts: list[str],
) -> None:
    same_pairs(tmp_path_factory.mktemp("any") / "texts", texts, capsysbinary)


def test_groups_of_files(tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    texts = planted()
    paths = write_files(tmp_path / "texts", texts)
    rows = told(capsysbinary, "groups", tmp_path / "texts", "--ignore-judgements")
    figures = ("similarity", "in_kept", "kept_in", "distance", "measure")
    printed = [
        (int(row["group"]), paths.index(row["path"]), *(row[name] for name in figures))
        for row in rows
        if row["kind"] != "kept"
    ]
    kept = [paths.index(row["path"]) for row in rows if row["kind"] == "kept"]
    found = simcore.groups(texts)

    def cells(one: Any) -> tuple[str, ...]:
        shares = (one.similarity, one.in_kept, one.kept_in)
        told_shares = ("" if share is None else str(round(share, 6)) for share in shares)
        return *told_shares, str(one.distance), "" if one.similarity is None else one.measure.value

    members = [(at, one) for at, group in enumerate(found, 1) for one in group.members]
    assert [group.kept for group in found] == kept
    assert [(at, one.key, *cells(one)) for at, one in members] == printed
    assert any(group.parts for group in found)
    assert len(printed) > 25
    assert {one.kind for _, one in members} > {Kind.SAME_FORM, Kind.PART}


@pytest.mark.parametrize("recipe", ["shingles", "bigrams-32", "default+128"])
def test_fingerprints_are_those_of_files(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes], recipe: str
) -> None:
    texts = planted()
    paths = write_files(tmp_path / "texts", texts)
    rows = told(capsysbinary, "fingerprints", tmp_path / "texts", "--recipe", recipe)
    printed = {row["path"]: int(row["fingerprint"] or "0", 16) for row in rows}
    found = simcore.pairs(texts, recipe=recipe).fingerprints
    assert found.dtype == "uint64"
    assert found.shape == ((len(texts), 2) if recipe == "default+128" else (len(texts),))
    of_rows = found.reshape(len(texts), -1).tolist()
    values = [sum(word << 64 * at for at, word in enumerate(row)) for row in of_rows]
    assert values == [printed[path] for path in paths]


MANY = [simcore.pairs, simcore.groups]
NO_TEXTS: dict[str, tuple[object, type[Exception], str]] = {
    "one string": ("合同", TypeError, "texts is one string, not several"),
    "bytes": (b"text", TypeError, "texts is bytes, not several"),
    "a set": ({"a", "b"}, TypeError, "texts is a set"),
    "a number": (7, TypeError, r"texts is 7 \(int\), not several strings"),
    "nothing": (None, TypeError, r"texts is None \(NoneType\), not several strings"),
    "bytes inside": (["a", b"b"], TypeError, r"texts\[1\] is b'b' \(bytes\), not a string"),
    "a number inside": ({"k\n": 3}, TypeError, r"texts\['k\\n'\] is 3 \(int\), not a string"),
    "lists": ([["words"] * 99], TypeError, r"texts\[0\] is of the type list, not a string"),
    "not a number": (
        {"b": float("nan")},
        TypeError,
        r"texts\['b'\] is nan, a missing value and no string: leave it out",
    ),
    "a missing value": (["a", None], TypeError, r"texts\[1\] is None, a missing value"),
    "a lone surrogate": (
        {"合": "ab\udc80"},
        ValueError,
        r"texts\['合'\] has half of a character \(the lone surrogate U\+DC80\) at position 2",
    ),
}


@pytest.mark.parametrize("find", MANY)
@pytest.mark.parametrize(("texts", "error", "said"), NO_TEXTS.values(), ids=NO_TEXTS)
def test_what_are_no_texts(
    find: Callable[..., object], texts: object, error: type[Exception], said: str
) -> None:
    with pytest.raises(error, match=f"^{said}"):
        find(texts)


@pytest.mark.parametrize(
    "ask",
    [
        simcore.fingerprint,
        lambda text: simcore.compare("words", text),
        lambda text: simcore.Library({"a": text}),
        lambda text: simcore.Library().near(text),
        lambda text: simcore.Library().add("a", text),
    ],
)
def test_what_is_no_text(ask: Callable[[Any], object]) -> None:
    with pytest.raises(TypeError, match="is None, a missing value"):
        ask(None)
    with pytest.raises(ValueError, match="lone surrogate U"):
        ask("\ud800")


def test_a_fingerprint_is_that_of_a_scan_and_a_text_without_words_has_none() -> None:
    assert simcore.fingerprint("a b") == simcore.pairs(["a b"]).fingerprints[0]
    assert simcore.fingerprint("a b", recipe="default+128") >> 64
    for text in ("", "……", " \n"):
        with pytest.raises(ValueError, match=r"^text has no words, so it has no fingerprint$"):
            simcore.fingerprint(text)
    with pytest.raises(ConfigError, match="there is no recipe 'simhash'"):
        simcore.fingerprint("a b", recipe="simhash")
    with pytest.raises(TypeError, match=r"^recipe is None \(NoneType\), not a name such as"):
        simcore.fingerprint("a b", recipe=None)  # type: ignore[arg-type]


def test_distances_are_of_two_numbers_or_of_two_texts() -> None:
    left, right = "合同自签订之日起生效", "合同自签字之日起生效"
    one, other = simcore.fingerprint(left), simcore.fingerprint(right)
    truth = sum((one >> at & 1) != (other >> at & 1) for at in range(64))
    assert simcore.distance(one, other) == simcore.distance(left, right) == truth > 0
    assert simcore.distance(*np.array([one, other], dtype=np.uint64)) == truth
    assert simcore.distance(1 << 127, 0) == 1
    wrong: list[tuple[Any, Any, type[Exception], str]] = [
        (one, right, TypeError, "one of the two is a string and the other is not"),
        (left, other, TypeError, "one of the two is a string and the other is not"),
        (1.5, 2, TypeError, r"^a is 1.5 \(float\), neither a fingerprint"),
        (1, None, TypeError, r"^b is None \(NoneType\), neither a fingerprint"),
        (-1, 2, ValueError, "^a is -1: a fingerprint is never negative"),
        (left, "", ValueError, "^b has no words"),
    ]
    for a, b, error, said in wrong:
        with pytest.raises(error, match=said):
            simcore.distance(a, b)


@pytest.mark.parametrize("text", ["text", "合同", "", ["one", "word"], b"bytes"])
def test_a_text_is_not_taken_for_features(text: Any) -> None:
    hashes = [0b1100, 0b1010, 0b1001]
    assert simhash(hashes) == simhash(hashes, np.ones(3, dtype=np.int64)) == 0b1000
    with pytest.raises(TypeError, match=r"simcore\.fingerprint\(text\) makes the fingerprint"):
        simhash(text)
    with pytest.raises(TypeError, match=r"simcore\.fingerprint\(text\)"):
        votes(text or "a", np.ones(4, dtype=np.int64))
    if isinstance(text, str):
        for recipe in RECIPES:
            with pytest.raises(TypeError, match="a list of words, and this is one text"):
                find_recipe(recipe).features(text)


UNGUARDED = """
import threading
threading.Thread(target=threading.Event().wait, daemon=True).start()
import simcore
texts = [f"text {number} of some words" for number in range(20)]
print("begun", __name__)
found = simcore.pairs(texts, jobs=1)
print("done")
"""


def run_script(folder: Path, code: str) -> "subprocess.CompletedProcess[str]":
    script = folder / "script.py"
    script.write_text(code, encoding="utf-8")
    command, environment = [sys.executable, str(script)], python_environment()
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_a_script_that_guards_nothing_is_told_in_a_sentence(tmp_path: Path) -> None:
    """With another thread no worker can be forked: each imports the script, as on macOS."""
    run = run_script(tmp_path, UNGUARDED)
    assert run.returncode == 1
    lines = run.stderr.splitlines()
    assert lines[-1] == f"simcore.model.reasons.SimcoreError: {NO_GUARD}"
    assert run.stderr.count("Traceback") == 1
    assert 'if __name__ == "__main__":' in lines[-1]
    assert "done" not in run.stdout


def test_the_same_script_with_a_guard_works(tmp_path: Path) -> None:
    head, line, rest = UNGUARDED.partition('print("begun"')
    body = textwrap.indent(line + rest, "    ")
    run = run_script(tmp_path, f'{head}\nif __name__ == "__main__":\n{body}')
    assert (run.stdout, run.stderr) == ("begun __main__\ndone\n", "")


POOL = """
import multiprocessing, simcore

def work(text):
    try:
        return len(simcore.pairs([text] * 2, jobs=1))
    except simcore.SimcoreError as error:
        return str(error)

if __name__ == "__main__":
    with multiprocessing.get_context("fork").Pool(1) as pool:
        print(pool.map(work, ["some words"]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="nothing is forked there")
def test_a_worker_of_another_pool_is_told_that_it_may_start_none(tmp_path: Path) -> None:
    run = run_script(tmp_path, POOL)
    assert (run.stdout, run.stderr) == (f"{[NO_CHILDREN]}\n", "")


TYPES: dict[str, tuple[list[object], str]] = {
    "similarity": (["0.8", True, None, [0.8], np.array([0.7, 0.8])], "not a number"),
    "containment": (["0.8", False, {}], "not a number"),
    "distance": (["5", 5.0, float("nan"), True, np.array([1, 2])], "not a whole number"),
    "contained": (["no", 0, 1, None, ["x"]], "neither True nor False"),
    "expand": (["no", 1, None], "neither True nor False"),
    "jobs": (["2", 1.5, float("nan"), True], "not a whole number"),
    "progress": ([7, "bar"], "which cannot be called"),
    "recipe": ([None, b"default", ["default"]], "not a name such as"),
    "grouping": ([None, ["leaders"], np.array(["leaders", "x"])], "not a name such as"),
}


@pytest.mark.parametrize("name", TYPES)
def test_a_parameter_of_another_type_is_named(name: str) -> None:
    values, said = TYPES[name]
    find: Callable[..., object] = simcore.groups if name == "grouping" else simcore.pairs
    library = simcore.Library({"a": "some words"})
    for value in values:
        with pytest.raises(TypeError, match=f"^{name} is .*{said}"):
            find(["some words", "other words"], **{name: value})
        if name in {"similarity", "containment", "distance", "contained"}:
            with pytest.raises(TypeError, match=f"^{name} is .*{said}"):
                library.near("some words", **{name: value})


def test_numbers_of_numpy_are_numbers() -> None:
    texts = ["some words of a text"] * 2
    asked: dict[str, Any] = {"similarity": np.float32(0.5), "containment": np.float64(0.9)}
    found = simcore.pairs(texts, **asked, distance=np.uint8(5), jobs=np.int64(0))
    assert [*found] == [*simcore.pairs(texts, similarity=0.5, containment=0.9, distance=5)]
