"""Named recipes: features of a text, their weights and hash, and the width of the fingerprint.

A recipe's name, with its options and version, is the key of its fingerprints in the index. A
change to a recipe's output raises its version: old fingerprints are never compared with new ones.

Words come from the normal form of a text, for every recipe: one text has one fingerprint,
however it was written or encoded. Test vectors published for a method hold for words passed in
directly; a method that distinguishes capitals gets small letters here.
"""

import functools
from collections.abc import Sequence
from dataclasses import dataclass, replace

from simcore.fingerprinting import features
from simcore.fingerprinting.features import Features
from simcore.fingerprinting.simhash import INSTEAD
from simcore.model.config import least_features
from simcore.model.errors import ConfigError
from simcore.model.reason_codes import ReasonCode
from simcore.text.tokens import stem_words, stop_words

_USUAL_WIDTH = 64


@dataclass(frozen=True, slots=True)
class Recipe:
    """How features are made of words; ``key`` identifies it in the index. See ``find_recipe``.

    ``extract`` takes the words of a text in order. ``width`` is that of the fingerprint, in bits.
    With the option ``stop`` in its name Chinese and English stop words are dropped first, with
    ``stem`` English words are reduced to their stems.
    """

    name: str
    summary: str
    extract: features.Extractor
    width: int = _USUAL_WIDTH
    version: int = 1

    @property
    def _options(self) -> list[str]:
        return self.name.split("+")[1:]

    @property
    def least_features(self) -> int:
        """From how many features on a fingerprint means something."""
        return least_features(self.name)

    @property
    def key(self) -> str:
        """The recipe with its options, width (where it is not 64) and version."""
        is_implied = self.width == _USUAL_WIDTH or str(self.width) in self._options
        width = "" if is_implied else f"+{self.width}"
        return f"{self.name}{width}/{self.version}"

    @property
    def in_core(self) -> bool:
        """Whether the compiled core makes the same features."""
        plain = {"stop", "stem"}.isdisjoint(self._options)
        return self.extract is features.words_and_pairs and self.width <= 64 and plain

    def features(self, words: Sequence[str]) -> Features:
        """Return the features of a text from its words.

        Raises ``ConfigError``, and ``TypeError`` for a text in the place of its words.
        """
        if isinstance(words, str):
            raise TypeError(
                f"features are made of a list of words, and this is one text; {INSTEAD}"
            )
        listed = list(words)
        if "stop" in self._options:
            dropped = stop_words()
            listed = [word for word in listed if word not in dropped]
        return self.extract(stem_words(listed) if "stem" in self._options else listed, self.width)


RECIPES: dict[str, Recipe] = {
    recipe.name: recipe
    for recipe in (
        Recipe(
            "default",
            "words and pairs of neighbouring words, each counted once",
            features.words_and_pairs,
        ),
        Recipe(
            "charikar",
            "words weighted by how often they occur, FNV-1 (Charikar 2002)",
            functools.partial(features.counted, function=features.fnv1),
        ),
        Recipe(
            "shingles",
            "runs of three words, each counted once (Broder 1997)",
            functools.partial(features.word_runs, length=3),
        ),
        Recipe("tfidf-20", "the 20 words of highest tf-idf, weighted by it", features.top_words),
        Recipe(
            "levels", "words with weights from 1 to 5, by fifths of their tf-idf", features.levels
        ),
        Recipe(
            "chars-4",
            "runs of four characters, weighted by how often they occur",
            functools.partial(features.counted_character_grams, length=4),
        ),
        Recipe(
            "bigrams-32",
            "runs of two characters, each counted once, 32 bits",
            functools.partial(features.character_grams, length=2),
            width=32,
        ),
        Recipe(
            "classic-128",
            "words, one vote for every occurrence, the string hash of Python 2, 128 bits",
            functools.partial(features.counted, function=features.string_hash),
            width=128,
        ),
    )
}
"""The recipes by name."""


@functools.cache
def find_recipe(name: str) -> Recipe:
    """Return the recipe of a name with its options: ``+stop``, ``+stem`` and a width.

    Widths are ``+32``, ``+64`` and ``+128``. Raises ``ConfigError`` for an unknown name or
    option, and for two widths.

    >>> find_recipe("charikar+stem+stop").key, find_recipe("default+128").key
    ('charikar+stop+stem/1', 'default+128/1')
    """
    base, *options = name.split("+")
    if base not in RECIPES:
        raise ConfigError(ReasonCode.NO_RECIPE, repr(base), ", ".join(RECIPES))
    recipe = RECIPES[base]
    known = ["stop", "stem", *map(str, features.WIDTHS)]
    unknown = set(options) - set(known)
    if unknown:
        listed = ", ".join(f"+{option}" for option in known)
        raise ConfigError(ReasonCode.BAD_RECIPE_OPTION, repr(name), listed, min(unknown))
    widths = {int(option) for option in options if option.isdecimal()} or {recipe.width}
    if len(widths) > 1:
        raise ConfigError(ReasonCode.RECIPE_WIDTHS, repr(name))
    (width,) = widths
    chosen = [option for option in known[:2] if option in options]
    if width != recipe.width:
        chosen.append(str(width))
    return replace(recipe, name="+".join([base, *chosen]), width=width)


def width_of(key: str) -> int:
    """Return the width of a recipe's fingerprints, in bits, from its key.

    >>> width_of("default/1"), width_of("bigrams-32+32/1"), width_of("default+stop+128/1")
    (64, 32, 128)
    """
    options = key.partition("/")[0].split("+")[1:]
    return next((width for width in features.WIDTHS if str(width) in options), _USUAL_WIDTH)
