"""A library of strings: it finds what a scan of all of them would, keeps what was added, and says
what is wrong with a file.
"""

import copy
import json
import os
import pickle
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import simcore
from builders import chinese_text, edited, english_text
from simcore import Kind, Library
from simcore.model.reasons import ConfigError, StringsFileError
from simcore.model.report import Stage
from string_sets import is_form, planted


def test_what_is_near_is_what_pairs_says_of_all_texts() -> None:
    # of forms all pairs tell, of which one text sees few
    texts = [text for text in planted() if not is_form(text)]
    library = Library(dict(enumerate(texts)))
    expected: dict[int, dict[int, tuple[object, ...]]] = {}
    for one in simcore.pairs(texts, expand=True):
        left, right = int(str(one.left)), int(str(one.right))
        back = *one[:3], one.right_in_left, one.left_in_right, *one[5:]
        expected.setdefault(left, {})[right] = one[2:]
        expected.setdefault(right, {})[left] = back[2:]
    assert len(expected) > 10
    for at, text in enumerate(texts):
        found = {int(one.key): tuple(one[1:]) for one in library.near(text)}
        itself = found.pop(at, None)
        assert (itself is None) == (not text)  # without words only itself is like it
        assert found == expected.get(at, {}), text


def test_texts_come_and_go() -> None:
    library = Library()
    chance = random.Random(5)
    held: dict[str | int, str] = {}
    for step in range(120):
        key: str | int = chance.choice(["合同", "b\n", 3, -4, "", "\udcff", 10**30, "c", "d"])
        if chance.random() < 0.3 and key in held:
            library.remove(key)
            del held[key]
        else:
            held.pop(key, None)
            held[key] = edited(chinese_text(step % 4, 60), step, 1)
            library.add(key, held[key])
        assert len(library) == len(held)
        assert set(library) == set(held)
        assert all(library[one] == text for one, text in held.items())
        assert key not in held or key in library
        if step % 10 == 0:
            text = chinese_text(step % 4, 60)
            fresh = Library(held).near(text)
            assert sorted(library.near(text), key=repr) == sorted(fresh, key=repr)
    with pytest.raises(KeyError, match="nobody"):
        library.remove("nobody")
    with pytest.raises(KeyError):
        library["nobody"]


def test_thresholds_and_what_is_asked_of_a_text() -> None:
    book = english_text(1, 400) + english_text(2, 400)
    library = Library({"book": book, "other": chinese_text(3, 90), "empty": "…"})
    (match,) = library.near(english_text(2, 400))
    assert (match.key, match.kind) == ("book", Kind.PART)
    assert match.left_in_right > 0.95
    assert match.right_in_left < 0.7
    part = repr(library.near(english_text(2, 400)))
    assert part.endswith("'book': part, 100 %"), "of a part, how much of it is there"
    assert list(library.near(english_text(2, 400), contained=False)) == []
    assert list(library.near(chinese_text(9, 90))) == []
    assert [one.kind for one in library.near(book)] == [Kind.IDENTICAL]
    nothing = library.near(" ")
    assert list(nothing) == []
    assert [str(one.reason) for one in nothing.problems] == ["has no words to compare"]
    assert [one.key for one in library.problems] == ["empty"]
    assert repr(library) == "<Library of 3 texts (1 in .problems)>"
    assert repr(library.near(book)) == "<1 of 3 texts like it>\n  'book': identical, 100 %"
    with pytest.raises(ConfigError, match=r"between 0\.3 and 1"):
        library.near(book, similarity=0.1)
    with pytest.raises(ConfigError, match="there is no recipe 'x'"):
        Library(recipe="x")
    wide = Library({"a": book}, recipe="default+128").near(edited(book, 2, 2))[0]
    assert wide.distance == simcore.distance(book, edited(book, 2, 2), recipe="default+128")


def test_keys_are_strings_and_whole_numbers() -> None:
    library = Library({np.int64(4): "four words are here"})
    assert list(library) == [4]
    assert type(next(iter(library))) is int
    for key in (1.5, None, True, ("a", 1), b"bytes"):
        with pytest.raises(TypeError, match="a library keeps strings and whole numbers"):
            library.add(key, "text")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="give a mapping of keys to strings"):
        library.update(["a", "b"])  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"texts\['b'\] is 3"):
        library.update({"a": "text", "b": 3})
    assert list(library) == [4], "none of them if one cannot be"


def test_a_library_is_saved_and_opened(tmp_path: Path) -> None:
    path = tmp_path / "-rf 合同\n.jsonl"
    keys: list[str | int] = ["合同\n", 'quote"', "-rf", "\udc80", 7, "7", ""]
    held = {key: chinese_text(number, 40) for number, key in enumerate(keys)}
    held["odd"] = 'lines\r\n"quotes" \u2028 \x00 🀄 \ufeff'
    library = Library(held, recipe="shingles")
    with pytest.raises(ConfigError, match="name one to save it to"):
        library.save()
    assert list(tmp_path.iterdir()) == []
    library.save(str(path))
    head, *rows = [json.loads(line) for line in path.read_bytes().splitlines()]
    assert head == json.loads(HEAD) | {"recipe": "shingles", "texts": len(held)}
    assert {row["key"]: row["text"] for row in rows} == held
    again = Library.open(path)
    assert {key: again[key] for key in again} == held
    assert list(again) == list(held)
    assert repr(again) == f"<Library of {len(held)} texts in {str(path)!r}>"
    text = chinese_text(2, 40) + "今天天气很好。"
    assert list(again.near(text)) == list(library.near(text)) != []
    again.add("new", "another text of words")
    again.save()
    assert "new" in Library.open(path)
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


HEAD = b'{"variorum": "library of strings", "format": 1, "recipe": "default", "texts": 2}\n'
SHORT = b'{"variorum": "library of strings", "format": 1}\n'
ROW = b'{"key": "a", "text": "words"}\n'
FOREIGN, FIRST = "is no library of strings that Variorum wrote", "its first line is damaged"
DAMAGES: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", FOREIGN),
    "another": (b'{"key": 1}\n', FOREIGN),
    "no JSON": (b"\xff\xfe{", FOREIGN),
    "a list": (b"[1]\n", "line 1 is no JSON object"),
    "nested": (b"[" * 100_000, FOREIGN),
    "newer": (SHORT.replace(b"1", b"2"), r"by a newer version of Variorum \(format 2, this one kn"),
    "a first line": (SHORT, FIRST),
    "a format": (HEAD.replace(b": 1,", b': "1",') + ROW * 2, FIRST),
    "no format": (HEAD.replace(b'"format": 1, ', b"") + ROW * 2, FIRST),
    "no count": (HEAD.replace(b": 2", b": true") + ROW, FIRST),
    "cut short": (HEAD + ROW, "it has 1 texts of 2"),
    "cut in a line": (HEAD + ROW + ROW[:12], "line 3 is no JSON"),
    "a key twice": (HEAD + ROW + ROW, "line 3: the key 'a' stands twice"),
    "no text": (HEAD + ROW + b'{"key": "b"}\n', "line 3 is no key and text"),
    "no key": (HEAD + ROW + b'{"key": true, "text": ""}\n', "line 3 is no key and text"),
    "a recipe": (HEAD.replace(b"default", b"md5") + ROW + b'{"key": 1, "text": ""}\n', "md5"),
    "half a character": (HEAD + ROW + b'{"key": 1, "text": "\\ud800"}\n', "lone surrogate U"),
}


@pytest.mark.parametrize(("data", "said"), DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_file_is_refused(tmp_path: Path, data: bytes, said: str) -> None:
    path = tmp_path / "合同.jsonl"
    path.write_bytes(data)
    with pytest.raises(StringsFileError, match=said) as error:
        Library.open(path)
    assert str(error.value).startswith(f"{path}: ")
    assert path.read_bytes() == data


@pytest.mark.parametrize("name", ["", "a\0b", "\ud800", ".", "no/library.jsonl"])
def test_no_place_for_a_file(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(StringsFileError, match="cannot be read"):
        Library.open(name)
    with pytest.raises(StringsFileError, match="cannot be written"):
        Library({"a": "words"}).save(name)
    assert not [*tmp_path.iterdir()]


def test_a_save_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "library.jsonl"
    library = Library({"a": "words of a text"})
    library.save(path)
    before = path.read_bytes()
    library.add("b", "more words")

    def full(*_: Any, **_named: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(StringsFileError, match="No space left"):
        library.save()
    assert path.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir()] == ["library.jsonl"]


def test_another_thread_is_refused_and_nothing_is_lost() -> None:
    library = Library({"a": "words of a text"})
    asked: list[Callable[[], object]] = [
        lambda: library.add("a", "other words"),
        lambda: library.add("b", "other words"),
        lambda: library.remove("a"),
        lambda: library.near("words of a text"),
    ]
    with ThreadPoolExecutor(1) as threads:
        for ask in asked:
            with pytest.raises(RuntimeError, match="was made in another thread, which alone may"):
                threads.submit(ask).result()
    assert {key: library[key] for key in library} == {"a": "words of a text"}
    assert [one.key for one in library.near("words of a text")] == ["a"]


def test_progress_that_raises_loses_no_text() -> None:
    before = {key: f"words of the text {key}" for key in range(1_500)}
    library = Library(before)
    after = {key: f"other words of the text {key}" for key in before}

    def stop(_stage: Stage, done: int, _total: int) -> None:
        if done:
            raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        library.update(after, stop)
    held = {key: library[key] for key in library}
    assert held.keys() == before.keys()
    assert set(held.values()) <= {*before.values(), *after.values()}
    for key in (0, 1_499):
        near = library.near(held[key])
        assert [one.key for one in near if one.kind is Kind.IDENTICAL] == [key]


def test_a_library_is_neither_copied_nor_pickled() -> None:
    library = Library({"a": "words of a text"})
    for make in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="a library is neither copied nor pickled: save it"):
            make(library)


def test_what_numpy_calls_a_string_is_known_as_one() -> None:
    library = Library({np.str_("合同"): np.str_("words of a text")})
    assert repr([*library]) == "['合同']"
    assert library.near("words of a text")[0].key == "合同"
