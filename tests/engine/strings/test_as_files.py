"""Strings are compared as files with these texts are: what commands print of the files is truth."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import simcore
from amounts import examples
from builders import CHINESE_WORDS, ENGLISH_WORDS
from simcore import Kind, StringPair
from string_sets import planted, told, write_files

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


def test_groups_are_those_of_files(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    texts = planted()
    paths = write_files(tmp_path / "texts", texts)
    rows = told(capsysbinary, "groups", tmp_path / "texts", "--ignore-judgements")
    printed = [
        (
            int(row["group"]),
            paths.index(row["path"]),
            *(row[name] for name in ("similarity", "in_kept", "kept_in", "distance", "measure")),
        )
        for row in rows
        if row["kind"] != "kept"
    ]
    kept = [paths.index(row["path"]) for row in rows if row["kind"] == "kept"]
    found = simcore.groups(texts)

    def cell(share: float | None) -> str:
        return "" if share is None else str(round(share, 6))

    assert [group.kept for group in found] == kept
    assert [
        (
            number,
            one.key,
            *map(cell, (one.similarity, one.in_kept, one.kept_in)),
            str(one.distance),
            "" if one.similarity is None else one.measure.value,
        )
        for number, group in enumerate(found, 1)
        for one in group.members
    ] == printed
    assert any(group.parts for group in found)
    assert len(printed) > 25
    assert {one.kind for group in found for one in group.members} > {Kind.SAME_FORM, Kind.PART}


def test_what_has_no_words_is_said_of_both(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    texts = planted()
    paths = write_files(tmp_path / "texts", texts)
    told(capsysbinary, "pairs", tmp_path / "texts")
    assert {
        f"variorum: {paths[int(str(one.key))]}: {one.reason}"
        for one in simcore.pairs(texts).problems
    } == {f"variorum: {paths[texts.index(text)]}: has no words to compare" for text in texts[13:16]}
    report = simcore.scan(tmp_path / "texts", simcore.ScanConfig(jobs=0))
    assert [one.path for one in report.problems] == [Path(path) for path in paths[13:16]]


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
