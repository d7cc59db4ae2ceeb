"""Preloading the dictionaries and tables of reading and comparing, before the first document.

The time to load them must not count for any document. Forked workers share those of the fork
server: loaded once, and in memory once.
"""

import functools

from simcore.fingerprint.document import fingerprint_text
from simcore.fingerprint.recipes import find_recipe
from simcore.model.config import ScanConfig
from simcore.text.decoding import decode
from simcore.text.masking.mask import masked_words
from simcore.text.segmentation import segmenter
from simcore.text.tokens import normalise

_FEW, _AMPLE_SECONDS = 8, 20.0
_SAMPLE = "今天天氣很好 café table"


def preload(config: ScanConfig) -> None:
    """Load the dictionaries and tables of a configuration, once a process.

    Raises ``ConfigError``.
    """
    _load()
    _load_recipe(config)


def preload_for(units: int, config: ScanConfig) -> None:
    """Load what ``preload`` does, unless there are few units of work, and ample time for each.

    They load what they need then: most of it is for other languages and encodings.
    """
    seconds = config.seconds_a_file
    if units > _FEW or (seconds is not None and seconds < _AMPLE_SECONDS):
        preload(config)


@functools.cache
def _load() -> None:
    """Load the tables of all configurations."""
    normalise(_SAMPLE + "".join(map(chr, range(0x80))))
    decode(_SAMPLE.encode("gb18030"))
    # dictionary, names and stop words
    masked_words(_SAMPLE, segmenter())


@functools.cache
def _load_recipe(config: ScanConfig) -> None:
    fingerprint_text(_SAMPLE, find_recipe(config.recipe), segmenter(config.dictionary))
