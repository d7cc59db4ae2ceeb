"""The translations use the names of the glossary, and the manual none that were given up.

The truth is resources/translations/GLOSSARY.md, which people wrote.
"""

import re
import xml.etree.ElementTree as ET  # our own files
from functools import cache
from typing import NamedTuple

import pytest

from app.i18n import Language, without_mnemonic
from app.window.help import manual_text
from translations import SOURCES, TRANSLATED

GLOSSARY = (SOURCES / "GLOSSARY.md").read_text(encoding="utf-8")
LABEL = " (label)"


_plain = cache(without_mnemonic)


@cache
def _without_fields(plain: str) -> str:
    return re.sub(r"\{\w*\}", " {} ", plain)


class Term(NamedTuple):
    english: str
    names: dict[Language, list[str]]
    where: str

    def stands_in(self, text: str) -> bool:
        """Tell whether a text has the term as whole words; a field of a text is no word of it."""
        plain = _plain(text)
        if self.english.endswith(LABEL):
            return plain.strip(" …:").lower() == self.english.removesuffix(LABEL).lower()
        if "{" not in self.english:
            plain = _without_fields(plain)
        whole = rf"(?<![\w-]){re.escape(self.english)}s?(?![\w-])"
        return re.search(whole, plain, re.IGNORECASE) is not None


def table(heading: str) -> list[list[str]]:
    """Return the rows of the table whose head begins so, without its head."""
    part = GLOSSARY[GLOSSARY.index(f"| {heading} |") :].split("\n\n")[0]
    rows = [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in part.splitlines()]
    return rows[2:]


TERMS = [
    Term(
        english,
        {
            Language.SIMPLIFIED: simplified.split(" / "),
            Language.TRADITIONAL: traditional.split(" / "),
        },
        where,
    )
    for english, simplified, traditional, where in table("English")
]
EXCEPTIONS = {(text, term) for text, term, _ in table("text")}
GIVEN_UP = [old for old, _ in table("not")]


@cache
def messages(language: Language) -> list[tuple[str, str]]:
    root = ET.parse(SOURCES / f"variorum_{language}.ts")  # noqa: S314 - our own file
    return [
        (one.findtext("source", ""), one.findtext("translation", ""))
        for one in root.iter("message")
        if one.find("translation[@type]") is None
    ]


def test_the_glossary_is_whole() -> None:
    assert len(TERMS) > 50
    assert len({one.english for one in TERMS}) == len(TERMS)
    for term in TERMS:
        assert term.where, term
        for names in term.names.values():
            assert all(re.search(r"[\u4e00-\u9fff]", name) for name in names), term


@pytest.mark.parametrize("language", TRANSLATED)
def test_each_term_has_its_name_wherever_it_stands(language: Language) -> None:
    wrong = []
    for source, translation in messages(language):
        for term in TERMS:
            if not term.stands_in(source) or (source, term.english) in EXCEPTIONS:
                continue
            if not any(name in without_mnemonic(translation) for name in term.names[language]):
                wrong.append((term.english, source, translation))
    assert wrong == []


def test_most_terms_are_used_and_all_exceptions_are() -> None:
    sources = [source for source, _ in messages(Language.SIMPLIFIED)]
    unused = [one.english for one in TERMS if not any(one.stands_in(text) for text in sources)]
    assert set(unused) <= {"form", "title"}, "they come with what is built next"
    terms = {one.english: one for one in TERMS}
    for text, english in EXCEPTIONS:
        assert text in sources, text
        assert terms[english].stands_in(text), (english, text)


@pytest.mark.parametrize("language", TRANSLATED)
def test_names_that_were_given_up_are_gone(language: Language) -> None:
    manual = manual_text(language)
    for old in GIVEN_UP:
        assert old not in manual, old
        assert [pair for pair in messages(language) if old in pair[1]] == []


def test_the_window_says_one_word_for_one_thing() -> None:
    given_up = [old for old, _ in table("instead of")]
    assert len(given_up) > 4
    whole = re.compile(rf"(?<![\w-])(?:{'|'.join(given_up)})(?![\w-])", re.IGNORECASE)
    assert whole.search("they are alike")
    assert not whole.search("a near-duplicate, nearly")
    root = ET.parse(SOURCES / "variorum_zh_CN.ts")  # noqa: S314 - our own file
    found = [
        message.findtext("source", "")
        for context in root.iter("context")
        # the engine says the same on the command line, whose words are its own
        if context.findtext("name") != "engine"
        for message in context.iter("message")
    ]
    assert [text for text in found if whole.search(text)] == []


def test_a_wrong_name_would_be_found() -> None:
    (term,) = [one for one in TERMS if one.english == "same words"]
    assert term.stands_in("The &same words; links differ")
    assert not term.stands_in("Some words")
    (bit,) = [one for one in TERMS if one.english == "bit"]
    assert not bit.stands_in("{bits}, a little")
    assert bit.stands_in("1 bit apart")
