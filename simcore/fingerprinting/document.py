"""From a text to its fingerprint, and to all other data that the index stores of it."""

from dataclasses import dataclass

from simcore.fingerprinting.features import Features
from simcore.fingerprinting.recipes import Recipe
from simcore.fingerprinting.scripts import script_of
from simcore.fingerprinting.simhash import simhash
from simcore.kernel import texts
from simcore.model.records import DecodedText, Fingerprint, Script, TextPrint
from simcore.text.tokens import Cut, NormalForm, normal_form, only_words
from simcore.text.visible import VisibleHashes, visible_hashes


@dataclass(frozen=True, slots=True)
class VotingText:
    """The normal form of a text, its features, and its fingerprint."""

    normal: NormalForm
    features: Features
    fingerprint: Fingerprint | None


def read_features(text: str, recipe: Recipe, cut: Cut) -> VotingText:
    """Return a text's features. Raises ``ConfigError`` if a table of the recipe is missing."""
    normal = normal_form(text)
    features = recipe.features(only_words(cut.pieces(normal.text, foreign=normal.foreign)))
    return VotingText(normal, features, simhash(*features, recipe.width))


def fingerprint_text(text: str, recipe: Recipe, cut: Cut) -> TextPrint:
    """Fingerprint a text. Pure, and the same on every machine.

    This function, recipes and results can be pickled; ``cut`` cannot: each process gets it from
    ``simcore.segmenter``. Raises ``ConfigError`` if a table of the recipe is missing.

    >>> from simcore import find_recipe, segmenter
    >>> left, right = (
    ...     fingerprint_text(text, find_recipe("default"), segmenter())
    ...     for text in ("合同自签订之日起生效。", "合同自簽訂之日起生效")
    ... )
    >>> left.text_hash == right.text_hash, left.fingerprint == right.fingerprint, left.tokens
    (False, True, 5)
    """
    return _printed(normal_form(text), recipe, cut)


def fingerprint_document(
    decoded: DecodedText, recipe: Recipe, cut: Cut, *, finer: bool = False
) -> tuple[TextPrint, VisibleHashes, Script]:
    """Fingerprint the text of a document, hash what a reader sees of it, and tell its script.

    As ``fingerprint_text``, which does not look at what is beside the words. A ``finer`` sketch
    comes with the first if asked for.
    """
    normal = normal_form(decoded.text)
    printed = _printed(normal, recipe, cut, finer=finer)
    seen = visible_hashes(decoded, normal, printed.text_hash)
    return printed, seen, script_of(normal.codes, ascii_only=decoded.text.isascii())


def _printed(normal: NormalForm, recipe: Recipe, cut: Cut, *, finer: bool = False) -> TextPrint:
    foreign = texts.may_be_foreign(normal.codes) if normal.foreign is None else normal.foreign
    made = texts.printed(normal.codes, foreign=foreign, finer=finer, words=cut.dictionary)
    fingerprint, features = made.fingerprint, made.features
    if not recipe.in_core:
        found = recipe.features(only_words(cut.pieces(normal.text, foreign=foreign)))
        fingerprint, features = simhash(*found, recipe.width), len(found[0])
    elif fingerprint is not None:
        fingerprint &= (1 << recipe.width) - 1
    return TextPrint(
        text_hash=made.text_hash,
        fingerprint=None if fingerprint is None else Fingerprint(fingerprint),
        characters=len(normal.codes),
        tokens=made.words,
        features=features,
        least_features=recipe.least_features,
        sketch=made.sketch,
        finer=made.finer,
    )
