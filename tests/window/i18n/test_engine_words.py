"""Each code of the engine's reasons has words in the language of the window.

The words of the system come from ``os.strerror``.
"""

import errno
import os
import re
import sys
from pathlib import Path

import pytest

from app.i18n import Language, set_language
from app.wording import in_own_words, reason_text
from simcore import ReadError
from simcore.formats.reading import read_text
from simcore.model.reasons import Reason, ReasonCode, field_count, joined, of_text
from translations import TRANSLATED

SYSTEM = [code for code in ReasonCode if re.fullmatch(r"E[A-Z]+", code.value)]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="these are Linux' own words")
@pytest.mark.parametrize("code", SYSTEM)
def test_the_words_of_the_system_are_its_own(code: ReasonCode) -> None:
    assert os.strerror(getattr(errno, code.name)) == code.template


@pytest.mark.parametrize("language", TRANSLATED)
def test_each_is_said_in_chinese_with_what_it_was_told(language: Language, spoken: None) -> None:
    set_language(language)
    names = r"stopwords-iso|Variorum|\.csv|\.json|pip install -e \."
    wrong = {}
    for code in ReasonCode:
        fields = [f"/甲/文 {number}.txt" for number in range(field_count(code))]
        said = left = in_own_words(Reason(code, tuple(fields)))
        for field in fields:
            left = left.replace(field, "")
        untold = [field for field in fields if field not in said]
        if untold or re.search(r"[a-z]{4,}", re.sub(names, "", left)):
            wrong[code] = said
    wrong.pop(ReasonCode.TEXT, None)  # is what it was told
    assert wrong == {}


def test_a_reason_inside_another_is_said_too(spoken: None) -> None:
    set_language(Language.SIMPLIFIED)
    denied = Reason(ReasonCode.UNLISTED, (Reason(ReasonCode.EACCES),))
    both = joined(
        [
            Reason(ReasonCode.OF, ("/甲", Reason(ReasonCode.NOT_A_FOLDER))),
            Reason(ReasonCode.OF, ("/乙", denied)),
        ]
    )
    assert in_own_words(both) == "/甲: 不是文件夹; /乙: 无法列出：权限不够"
    changed = Reason(ReasonCode.IT, (Reason(ReasonCode.CHANGED_SINCE_SCAN),))
    assert in_own_words(changed) == "该文档在扫描之后已更改"


@pytest.mark.parametrize("text", ["", "完", "is no longer there", "/a, b {0}.txt"])
def test_plain_text_stays(text: str, spoken: None) -> None:
    set_language(Language.SIMPLIFIED)
    assert in_own_words(of_text(text)) == in_own_words(text) == text


def test_a_reason_that_the_engine_gives_is_said(tmp_path: Path, spoken: None) -> None:
    set_language(Language.TRADITIONAL)
    with pytest.raises(ReadError) as refused:
        read_text(tmp_path / "gone.txt", 1000)
    assert reason_text(refused.value.reason).endswith("已不存在")


def test_english_stays_as_the_engine_says_it() -> None:
    for code in ReasonCode:
        reason = Reason(code, tuple("甲乙丙"[: field_count(code)]))
        assert in_own_words(reason) == str(reason)
