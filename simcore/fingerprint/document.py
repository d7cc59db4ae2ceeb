"""From a text to its fingerprint, and to all other data that the index stores of it."""

from dataclasses import dataclass

from simcore.fingerprint.features import Features
from simcore.fingerprint.recipes import Recipe
from simcore.fingerprint.scripts import script_of
from simcore.fingerprint.simhash import simhash
from simcore.model.records import DecodedText, Fingerprint, Script, TextPrint
from simcore.text.hashing import content_hash
from simcore.text.letters.comparison_form import comparable
from simcore.text.segmentation import Cut
from simcore.text.shingles import shingles_in_order
from simcore.text.sketch import finer_sketch_of, sketch_of
from simcore.text.tokens import NormalForm, normal_form, pieces
from simcore.text.visible import VisibleHashes, visible_hashes


@dataclass(frozen=True, slots=True)
class VotingText:
    """The normal form of a text, its features, the number of its words, and its fingerprint."""

    normal: NormalForm
    features: Features
    tokens: int
    fingerprint: Fingerprint | None


def read_features(text: str, recipe: Recipe, cut: Cut) -> VotingText:
    """Return a text's features. Raises ``ConfigError`` if a table of the recipe is missing."""
    normal = normal_form(text)
    features, tokens = recipe.read(pieces(normal.text, cut, foreign=normal.foreign))
    return VotingText(normal, features, tokens, simhash(*features, recipe.width))


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
    return _printed(read_features(text, recipe, cut), recipe)


def fingerprint_document(
    decoded: DecodedText, recipe: Recipe, cut: Cut, *, finer: bool = False
) -> tuple[TextPrint, VisibleHashes, Script]:
    """Fingerprint the text of a document, hash what a reader sees of it, and tell its script.

    As ``fingerprint_text``, which does not look at what is beside the words. A ``finer`` sketch
    comes with the first if asked for.
    """
    read = read_features(decoded.text, recipe, cut)
    printed = _printed(read, recipe, finer=finer)
    seen = visible_hashes(decoded, read.normal, printed.text_hash)
    return printed, seen, script_of(read.normal.text)


def _printed(read: VotingText, recipe: Recipe, *, finer: bool = False) -> TextPrint:
    normal = read.normal.text
    in_order = shingles_in_order(comparable(normal))
    sketch = sketch_of(in_order)
    return TextPrint(
        text_hash=content_hash(normal.encode("utf-8", "surrogatepass")),
        fingerprint=read.fingerprint,
        characters=len(normal),
        tokens=read.tokens,
        features=len(read.features[0]),
        least_features=recipe.least_features,
        sketch=sketch.astype("<u4").tobytes(),
        finer=finer_sketch_of(in_order, sketch).astype("<u4").tobytes() if finer else b"",
    )
