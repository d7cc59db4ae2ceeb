"""Reasons are codes with values: the table is whole, files are checked, no template is run."""

import ast
import json
import pickle
import re
from collections.abc import Iterator
from string import Formatter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from places import ROOT
from simcore import ReadError
from simcore.model.reasons import (
    LONGEST_VALUE,
    Reason,
    ReasonCode,
    field_count,
    from_json,
    from_plain,
    joined,
    of_text,
    reason_of,
    recognised,
    to_json,
    to_plain,
)

UNKNOWN = Reason(ReasonCode.UNKNOWN)


def calls() -> Iterator[tuple[str, ast.Call]]:
    """Yield each call in the source that is given a code first."""
    for room in ("simcore", "app"):
        for path in sorted((ROOT / room).rglob("*.py")):
            source = path.read_text(encoding="utf-8")
            if "ReasonCode." not in source:
                continue
            for node in ast.walk(ast.parse(source)):
                named = isinstance(node, ast.Call) and node.args and ast.unparse(node.args[0])
                if named and re.fullmatch(r"ReasonCode\.\w+", named):
                    yield f"{path.name}:{node.lineno}", node


# --- the table


def test_fields_are_numbered_and_plain() -> None:
    for code in ReasonCode:
        fields = [part for part in Formatter().parse(code.template) if part[1] is not None]
        assert [name for _, name, _, _ in fields] == [str(n) for n in range(len(fields))], code
        assert all(not spec and conversion is None for _, _, spec, conversion in fields), code
        assert code.value in {code.name, code.name.lower().replace("_", "-")}, code
    assert len({code.template for code in ReasonCode}) == len(ReasonCode) > 150


def test_each_maker_gives_as_many_values_as_there_are_fields() -> None:
    wrong = []
    for where, node in calls():
        code = ReasonCode[ast.unparse(node.args[0]).removeprefix("ReasonCode.")]
        makes = ast.unparse(node.func)
        values = node.args[1] if makes == "Reason" and len(node.args) > 1 else None
        behind = node.args[1:] if makes.endswith(("Error", "failure")) else []
        if isinstance(values, (ast.Name, ast.Attribute)):  # counted when they are made
            continue
        given_ = len(values.elts) if isinstance(values, ast.Tuple) else len(behind)
        if makes not in {"verified", "_wrong", "self._path_of"} and given_ != field_count(code):
            wrong.append(f"{where}: {code.name}")
    assert wrong == []


def test_no_code_is_stale() -> None:
    source = "".join(
        path.read_text(encoding="utf-8")
        for room in ("simcore", "app")
        for path in (ROOT / room).rglob("*.py")
    )
    system = {code for code in ReasonCode if re.fullmatch(r"E[A-Z]+", code.value)}
    unused = {code.name for code in ReasonCode if f"ReasonCode.{code.name}" not in source}
    assert unused <= {code.name for code in system}


def test_values_are_counted_and_bounded() -> None:
    with pytest.raises(ValueError, match="1 values"):
        Reason(ReasonCode.IT)
    assert of_text("x" * (LONGEST_VALUE + 1)) == of_text("x" * LONGEST_VALUE)
    many = [of_text(str(number)) for number in range(5_000)]
    assert str(joined(many)) == "; ".join(map(str, range(5_000)))


def test_errors_of_the_system_and_of_others() -> None:
    error = pickle.loads(pickle.dumps(ReadError(ReasonCode.GONE)))  # noqa: S301 - our own
    assert (str(error), error.reason) == ("is no longer there", Reason(ReasonCode.GONE))
    assert reason_of(PermissionError(13, "Permission denied")) == Reason(ReasonCode.EACCES)
    assert reason_of(OSError(13, "other words")) == of_text("other words")
    assert reason_of(OSError(5, Reason(ReasonCode.COPY_DIFFERS))).code is ReasonCode.COPY_DIFFERS
    assert reason_of(OSError("no number")) == of_text("no number")
    assert reason_of(ValueError(Reason(ReasonCode.NO_ROW, ("7",)))).code is ReasonCode.NO_ROW
    assert reason_of(ValueError("some {words}")) == of_text("some {words}")


# --- in files

texts = st.text(max_size=20)
plain_codes = st.sampled_from([code for code in ReasonCode if not field_count(code)]).map(Reason)


@st.composite
def with_values(draw: st.DrawFn, inner: st.SearchStrategy[Reason]) -> Reason:
    code = draw(st.sampled_from([code for code in ReasonCode if field_count(code)]))
    value = st.one_of(texts, st.integers(-(2**63), 2**63 - 1), inner)
    return Reason(code, tuple(draw(value) for _ in range(field_count(code))))


reasons = st.recursive(plain_codes, with_values, max_leaves=5)


@given(reasons)
def test_what_is_kept_comes_back(reason: Reason) -> None:
    assert from_plain(json.loads(json.dumps(to_plain(reason)))) == reason
    assert from_json(to_json(reason)) == reason
    assert (to_json(None), from_json("")) == ("", None)


def test_a_template_in_a_file_is_not_run() -> None:
    """300 MB of blanks for one field, had it been formatted."""
    hostile = "{seconds:>300000000}"
    for found in (["too-long", hostile], ["text", hostile], [hostile], ["it", [hostile, hostile]]):
        assert len(str(from_plain(found))) < 100
    assert str(from_plain(["text", hostile])) == hostile
    assert from_json(hostile) == UNKNOWN
    sentence = f"took longer than {hostile} s; left out"
    assert str(recognised(sentence)) == sentence


@pytest.mark.parametrize(
    "found",
    [
        *(["a-code-to-come"], ["a-code-to-come", "value", 3], ["too-long"], ["gone", "too many"]),
        *(["too-long", value] for value in (None, 2.5, True, 2**63, {"seconds": 1})),
        *([["gone"]], [7], [], "gone", None),
    ],
)
def test_what_is_not_known_has_a_general_sentence(found: object) -> None:
    assert from_plain(found) == UNKNOWN
    assert "not known to this version" in str(UNKNOWN)


def test_what_a_file_nests_and_lengthens_is_bounded() -> None:
    deep: list[object] = ["gone"]
    for _ in range(500):
        deep = ["it", deep]
    assert str(from_plain(deep)).count("it ") < 20
    assert len(str(from_plain(["text", "x" * 1_000_000]))) == LONGEST_VALUE
    assert from_json('["it",' * 100_000) == UNKNOWN
    assert len(str(recognised("it " * 100_000))) <= LONGEST_VALUE


# --- sentences of earlier versions


def test_every_sentence_is_recognised() -> None:
    of_others = {ReasonCode.TEXT, ReasonCode.UNKNOWN, ReasonCode.OF, ReasonCode.BOTH}
    for code in set(ReasonCode) - of_others:
        reason = Reason(code, tuple(f"/甲/文 {n}.txt" for n in range(field_count(code))))
        assert recognised(str(reason)) == reason


KEPT = "the document to keep cannot be read: Permission denied"
NOT_BACK = "could not be given its name back (No space left on device); it is /a b"


@pytest.mark.parametrize(
    ("sentence", "plain"),
    [
        ("took longer than 1.5 s; left out", ["too-long", "1.5"]),
        ("it has changed since the scan", ["it", ["changed-since-scan"]]),
        (KEPT, ["kept", ["unreadable", ["EACCES"]]]),
        (NOT_BACK, ["name-not-given-back", ["ENOSPC"], "/a b"]),
        ("", ["text", ""]),
        ("quite another thing: {0}; it is", ["text", "quite another thing: {0}; it is"]),
    ],
)
def test_sentences_of_the_first_edition(sentence: str, plain: list[object]) -> None:
    assert to_plain(recognised(sentence)) == plain
    assert str(recognised(sentence)) == sentence
