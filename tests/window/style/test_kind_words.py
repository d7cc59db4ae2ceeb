"""The command line calls kinds as the window does."""

from dataclasses import replace

import pytest

from app.badges import LOOKS, badge_text
from group_reports import member
from simcore import Kind
from simcore.model.records import NUMBERS_ONLY


@pytest.mark.parametrize("kind", Kind)
def test_kinds_have_the_words_of_their_badges(kind: Kind) -> None:
    assert kind.words == LOOKS[kind].word().lower()


@pytest.mark.parametrize(
    ("before", "kind"),
    [
        ("near", Kind.SIMILAR),
        ("version", Kind.EARLIER_VERSION),
        ("contains", Kind.PART),
        ("form", Kind.SAME_FORM),
    ],
)
def test_names_that_earlier_versions_wrote_are_known(before: str, kind: Kind) -> None:
    """Files of settings and journals have them."""
    assert Kind(before) is kind
    with pytest.raises(ValueError, match="'remote' is not a valid Kind"):
        Kind("remote")


def test_numbers_only_has_the_words_of_its_badge() -> None:
    assert badge_text(replace(member(1), numbers_only=True)).lower().replace(" ", "-") == (
        NUMBERS_ONLY
    )
