"""What a resemblance means in words or characters: how much of two texts was changed.

Ondov et al. 2016 (Mash, section "Mash distance") take two sequences to differ by changes of single
characters, spread evenly. A run of k characters is then the same in both with the probability
``d ** k``, where d is the share of equal characters, and a resemblance j of the runs gives it back:
``d = (2j / (1 + j)) ** (1 / k)``. Where words are changed as a whole, k is the number of words
that a run touches instead, which need not be a whole number.
"""


def kept_share(resemblance: float, units: float) -> float:
    """Give the share of units (characters, words) that are equal, 0 to 1.

    ``resemblance`` is that of runs of ``units`` units each, 0 to 1.

    >>> kept_share(1.0, 4), kept_share(0.0, 5)
    (1.0, 0.0)
    >>> round(1 / (1 - kept_share(0.5, 4)), 1)  # about one in ten differs
    10.4
    """
    return float((2 * resemblance / (1 + resemblance)) ** (1 / units))


def words_touched(run: int, word: float) -> float:
    """Give how many words a run of characters touches, by the mean length of a word.

    Any run touches a word, and each character after its first begins another one in one of
    ``word`` cases.

    >>> words_touched(5, 4.0), words_touched(5, 1.0)
    (2.0, 5.0)
    """
    return 1 + (run - 1) / word
