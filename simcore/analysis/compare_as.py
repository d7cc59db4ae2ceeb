"""The distance of two files when they are read in encodings chosen by the user."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from simcore.fingerprinting.document import read_features
from simcore.fingerprinting.recipes import find_recipe
from simcore.fingerprinting.simhash import hamming_distance
from simcore.grouping.kinds import ALMOST
from simcore.model.config import ScanConfig
from simcore.model.errors import ReadError
from simcore.model.reason_codes import ReasonCode
from simcore.model.records import Comparison, TextId
from simcore.pipeline.current import read_text
from simcore.text.measures.judging import ReadText, judged
from simcore.text.segmentation import segmenter


@dataclass(frozen=True, slots=True)
class ReadAs:
    """A file, and the encoding to read it with, for ``compare_as``; None: as a scan does.

    ``encodings`` are those of ``Judgements``. A text that was carried along has no other encoding.
    """

    path: Path
    encoding: str | None = None
    encodings: Mapping[bytes, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TextFigures:
    """The figures that a scan would find for two texts read that way, see ``compare_as``.

    ``distance`` is that of the fingerprints in bits, None if a text has no words; ``short`` is
    whether either text is too short for the distance to mean much. ``comparison`` has the exact
    figures; ``resemblance`` is 1 only if the normal forms are equal.
    """

    distance: int | None
    short: bool
    resemblance: float
    comparison: Comparison


def compare_as(left: ReadAs, right: ReadAs, config: ScanConfig) -> TextFigures:
    """Read, fingerprint and compare two files like a scan, in the given encodings.

    Nothing is stored in the index. Raises ``ReadError`` and ``ConfigError``.
    """
    texts = []
    sides = []
    recipe = find_recipe(config.recipe)
    for side in (left, right):
        try:
            decoded, _ = read_text(side.path, config.largest_file, side.encoding, side.encodings)
        except ReadError as error:
            raise ReadError(ReasonCode.OF, side.path.name, error.reason) from error
        text = read_features(decoded.text, recipe, segmenter(config.dictionary))
        texts.append(text)
        sides.append(ReadText.of(decoded.text))
    first, second = (text.fingerprint for text in texts)
    compared = judged(TextId(0), TextId(1), sides[0], sides[1])
    equal = texts[0].normal.text == texts[1].normal.text
    return TextFigures(
        distance=None if first is None or second is None else hamming_distance(first, second),
        short=min(len(text.features[0]) for text in texts) < recipe.least_features,
        resemblance=compared.resemblance if equal else min(compared.resemblance, ALMOST),
        comparison=compared,
    )
