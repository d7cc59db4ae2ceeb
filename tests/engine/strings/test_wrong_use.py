"""Wrong use of strings is an error that says what is wrong, before any work is done."""

import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import simcore
from places import python_environment
from simcore.fingerprints import RECIPES, find_recipe, simhash, votes
from simcore.model.reasons import ConfigError
from simcore.workers import NO_CHILDREN, NO_GUARD

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
