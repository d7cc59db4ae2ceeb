"""The fingerprint of a string, and the distance of two.

A first fingerprint should not wait for all that a scan needs: nothing of it is imported here.
"""

import operator
from typing import SupportsIndex

from simcore.fingerprinting.document import fingerprint_text
from simcore.fingerprinting.recipes import find_recipe
from simcore.fingerprinting.simhash import hamming_distance
from simcore.model.config import DEFAULT_CONTAINMENT, DEFAULT_SIMILARITY, USUAL_RECIPE
from simcore.strings.given import checked, configured
from simcore.text.segmentation import segmenter


def fingerprint(text: str, *, recipe: str = USUAL_RECIPE) -> int:
    """Return the SimHash of a text, an unsigned number of as many bits as the recipe says (64).

    The same on every machine. Raises ``TypeError`` for what is no string, ``ConfigError`` for an
    unknown recipe, and ``ValueError`` for a lone surrogate and for a text without words, which has
    no fingerprint: else all such texts would be duplicates. Below some fifty words it says little:
    short texts are better compared (``simcore.compare``).

    >>> hex(fingerprint("合同自签订之日起生效。")) == hex(fingerprint("合同自簽訂之日起生效"))
    True
    """
    config = configured(recipe, DEFAULT_SIMILARITY, DEFAULT_CONTAINMENT, None)
    return _fingerprint(text, "text", config.recipe)


def _fingerprint(text: object, name: str, recipe: str) -> int:
    found = fingerprint_text(checked(text, name), find_recipe(recipe), segmenter()).fingerprint
    if found is None:
        raise ValueError(f"{name} has no words, so it has no fingerprint")
    return found


def distance(a: str | SupportsIndex, b: str | SupportsIndex, *, recipe: str = USUAL_RECIPE) -> int:
    """Return in how many bits two fingerprints differ (Hamming), or those of two texts.

    Numbers may be of NumPy, too; strings are fingerprinted by the recipe. Raises ``TypeError`` for
    one of each, or for anything else, ``ValueError`` for a negative number, and what
    ``simcore.fingerprint`` does.

    >>> distance(0b1011, 0b0010), distance("one text", "one text")
    (2, 0)
    """
    if isinstance(a, str) and isinstance(b, str):
        config = configured(recipe, DEFAULT_SIMILARITY, DEFAULT_CONTAINMENT, None)
        left, right = _fingerprint(a, "a", config.recipe), _fingerprint(b, "b", config.recipe)
        return hamming_distance(left, right)
    if isinstance(a, str) or isinstance(b, str):
        raise TypeError(
            "one of the two is a string and the other is not: give two fingerprints (numbers), or "
            "two texts"
        )
    return hamming_distance(_number(a, "a"), _number(b, "b"))


def _number(value: SupportsIndex, name: str) -> int:
    try:
        found = operator.index(value)
    except TypeError:
        raise TypeError(
            f"{name} is {value!r} ({type(value).__name__}), neither a fingerprint (a whole number) "
            "nor a text"
        ) from None
    if found < 0:
        raise ValueError(f"{name} is {found}: a fingerprint is never negative")
    return found
