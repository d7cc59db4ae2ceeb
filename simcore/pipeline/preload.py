"""The dictionary and tables of a recipe, loaded before the first document.

The time to load a dictionary of one's own must not count for any document.
"""

import functools

from simcore.fingerprint.document import fingerprint_text
from simcore.fingerprint.recipes import find_recipe
from simcore.model.config import ScanConfig
from simcore.text.segmentation import segmenter

_SAMPLE = "今天天气很好 café table"


@functools.cache
def preload(config: ScanConfig) -> None:
    """Load what the recipe of a configuration needs, once a process. Raises ``ConfigError``."""
    fingerprint_text(_SAMPLE, find_recipe(config.recipe), segmenter(config.dictionary))
