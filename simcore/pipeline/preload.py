"""The tables that reading and comparing need, loaded at once and before the first document.

A process that reads very many documents fills them anyway, and no document is to be charged with
the time that takes. Where workers are forked, all have those of the process that they are forked
from: filled once, and in memory once.
"""

import functools

from simcore.fingerprint.recipes import find_recipe
from simcore.model.config import ScanConfig
from simcore.text.decoding import decode
from simcore.text.masking.mask import masked_words
from simcore.text.segmentation import segmenter
from simcore.text.tokens import normalise, pieces

_SAMPLE = "今天天氣很好 café table"


def load_tables(config: ScanConfig) -> None:
    """Load what a configuration needs; once more in the same process does nothing.

    Raises ``ConfigError``.
    """
    _load()
    _load_recipe(config)


@functools.cache
def _load() -> None:
    """Load what every configuration needs."""
    normalise(_SAMPLE + "".join(map(chr, range(0x80))))
    decode(_SAMPLE.encode("gb18030"))
    # dictionary, names and stop words
    masked_words(_SAMPLE, segmenter())


@functools.cache
def _load_recipe(config: ScanConfig) -> None:
    cut = segmenter(config.dictionary)
    find_recipe(config.recipe).read(pieces(normalise(_SAMPLE), cut))
