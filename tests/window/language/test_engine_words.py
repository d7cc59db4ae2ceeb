"""The engine's sentences are known, each of them, and are said in the language of the window.

The sentences come out of the engine's source, those of the system from ``os.strerror``.
"""

import errno
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app.language.engine_messages import in_own_words
from app.language.engine_sentences import OF_ENGINE, OF_SYSTEM
from app.language.languages import Language, speak
from app.language.wording import reason_text
from engine_sentences import engine_sentences
from simcore.model.errors import ReadError
from simcore.text.reading import read_text
from translations import TRANSLATED, compile_all, spoken_from


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compile_all(tmp_path_factory.mktemp("resources"))


@pytest.fixture
def spoken(compiled: Path, qapp: QApplication) -> Iterator[None]:
    with spoken_from(compiled):
        yield


def test_every_sentence_of_the_engine_is_known() -> None:
    assert sorted(engine_sentences() - set(map(str, OF_ENGINE))) == []


def test_no_sentence_is_stale() -> None:
    assert sorted(set(map(str, OF_ENGINE)) - engine_sentences()) == []
    assert len(OF_ENGINE) > 60


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="these are Linux' own words")
def test_the_words_of_the_system_are_its_own() -> None:
    assert set(map(str, OF_SYSTEM)) <= {os.strerror(number) for number in errno.errorcode}


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("sentence", [str(one) for one in (*OF_ENGINE, *OF_SYSTEM)])
def test_each_is_said_in_chinese_with_what_it_was_told(
    sentence: str, language: Language, spoken: None
) -> None:
    speak(language)
    fields = [f"/甲/文 {number}.txt" for number in range(sentence.count("{"))]
    said = in_own_words(sentence.format(*fields))
    for field in fields:
        assert field in said
        said = said.replace(field, "")
    assert not re.search(r"[a-z]{4,}", re.sub(r"stopwords-iso|Variorum", "", said)), said


def test_a_sentence_inside_another_is_said_too(spoken: None) -> None:
    speak(Language.SIMPLIFIED)
    message = "/甲: is not a folder; /乙: cannot be listed: Permission denied"
    assert in_own_words(message) == "/甲: 不是文件夹; /乙: 无法列出：权限不够"
    assert in_own_words("it has changed since the scan") == "该文档在扫描之后已更改"


@pytest.mark.parametrize("message", ["", "完", "quite another thing", "/a, b c.txt"])
def test_what_is_unknown_stays(message: str, spoken: None) -> None:
    speak(Language.SIMPLIFIED)
    assert in_own_words(message) == message


def test_a_reason_that_the_engine_gives_is_recognised(tmp_path: Path, spoken: None) -> None:
    speak(Language.TRADITIONAL)
    with pytest.raises(ReadError) as refused:
        read_text(tmp_path / "gone.txt", 1000)
    assert reason_text(str(refused.value)).endswith("已不存在")


def test_english_stays_as_the_engine_says_it() -> None:
    for sentence in map(str, (*OF_ENGINE, *OF_SYSTEM)):
        assert in_own_words(sentence) == sentence
