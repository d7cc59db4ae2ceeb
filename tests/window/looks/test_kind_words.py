"""The command line calls kinds as the window does."""

from dataclasses import replace

import pytest

from app.looks.badges import LOOKS, badge_text
from group_reports import member
from simcore import Kind
from simcore.model.kinds import KIND_WORDS, NUMBERS_ONLY, kind_name, kind_named


@pytest.mark.parametrize("kind", Kind)
def test_kinds_have_the_words_of_their_badges(kind: Kind) -> None:
    assert KIND_WORDS[kind] == LOOKS[kind].word().lower()
    assert kind_named(kind_name(kind)) is kind_named(kind.value) is kind


def test_numbers_only_has_the_words_of_its_badge() -> None:
    assert badge_text(replace(member(1), numbers_only=True)).lower().replace(" ", "-") == (
        NUMBERS_ONLY
    )
