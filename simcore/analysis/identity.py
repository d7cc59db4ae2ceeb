"""The share of changed words or characters, estimated from a resemblance.

Ondov et al. 2016 (Mash, section "Mash distance") assume that two sequences differ by changes of
single characters, spread evenly. A run of k characters is then equal in both with the probability
``d ** k``, where d is the share of equal characters, and d follows from the resemblance j of the
runs: ``d = (2j / (1 + j)) ** (1 / k)``. If words are changed as a whole, k is the number of words
that a run touches instead, which need not be an integer.
"""


def kept_share(resemblance: float, units: float) -> float:
    """Return the share of units (characters, words) that are equal, 0 to 1.

    ``resemblance`` is that of runs of ``units`` units each, 0 to 1.

    >>> kept_share(1.0, 4), kept_share(0.0, 5)
    (1.0, 0.0)
    >>> round(1 / (1 - kept_share(0.5, 4)), 1)  # about one in ten differs
    10.4
    """
    return float((2 * resemblance / (1 + resemblance)) ** (1 / units))


def words_touched(run: int, word: float) -> float:
    """Return the mean number of words that a run of characters touches.

    ``word`` is the mean length of a word. Any run touches a word, and each character after its
    first begins another one with the probability ``1 / word``.

    >>> words_touched(5, 4.0), words_touched(5, 1.0)
    (2.0, 5.0)
    """
    return 1 + (run - 1) / word
