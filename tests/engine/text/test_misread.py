"""Which texts may be misread pages, by the runs of shingles that only one has."""

import itertools
import random
import re

from hypothesis import example, given
from hypothesis import strategies as st

from builders import chinese_text, english_text
from simcore.model.config import PART_LENGTH
from simcore.text.normal_form import unspaced
from simcore.text.similarity import Shingled, may_be_misread


def _changed(text: str, seed: int, places: int, longest: int) -> str:
    drawn = random.Random(seed)
    letters = list(text)
    for _ in range(places):
        at = drawn.randrange(len(letters))
        length = drawn.randint(1, longest)
        letters[at : at + length] = drawn.choices("zqxj", k=drawn.randint(0, length))
    return "".join(letters)


def _shingles(text: str) -> list[str]:
    found = [text[at : at + (4 if unspaced(text[at]) else 5)] for at in range(len(text))]
    return [run for run in found if len(run) == (4 if unspaced(run[0]) else 5)]


def _runs(one: str, other: str) -> list[int]:
    there = set(_shingles(other))
    marks = "".join("-" if run in there else "u" for run in _shingles(one))
    return [len(run) for run in re.findall("u+", marks)]


def _is_misread(one: str, other: str) -> bool:
    short, long = sorted(len(_shingles(text)) for text in (one, other))
    if short <= PART_LENGTH * long:
        return False
    return all(
        len(runs) >= 3
        and sum(run <= 6 for run in runs) >= 0.3 * len(runs)
        and sum(run <= 18 for run in runs) >= 0.9 * len(runs)
        for runs in (_runs(one, other), _runs(other, one))
    )


TEXTS = [re.sub(r"\W", "", text) for text in (english_text(5, 90), chinese_text(6, 200))]


@given(
    st.lists(
        st.tuples(
            st.sampled_from(TEXTS), st.integers(0, 99), st.integers(0, 30), st.integers(1, 20)
        ),
        max_size=5,
    )
)
@example([(TEXTS[1], 57, 26, 9)])  # 334 letters of 402, and 331 shingles of 399: .831 and .829
def test_of_many_pairs_each_is_told_as_runs_of_its_shingles_say(
    drawn: list[tuple[str, int, int, int]],
) -> None:
    pairs = [(text, _changed(text, *how)) for text, *how in drawn]
    made = [(Shingled.of(one), Shingled.of(other)) for one, other in pairs]
    expected = list(itertools.starmap(_is_misread, pairs))
    assert may_be_misread(made).tolist() == expected
    assert may_be_misread([both[::-1] for both in made]).tolist() == expected


def test_hardly_any_letters_and_a_few_are_told_apart_among_others() -> None:
    text = TEXTS[0]
    pairs = [(text, _changed(text, 3, places, longest)) for places, longest in ((9, 1), (9, 40))]
    made = [(Shingled.of(one), Shingled.of(other)) for one, other in pairs]
    same = Shingled.of(text)
    found = may_be_misread([made[1], made[0], (same, same), made[0]])
    assert found.tolist() == [False, True, False, True]
