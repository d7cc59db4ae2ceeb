"""Chinese word segmentation by the jieba dictionary.

``rjieba`` (Rust) cuts about thirty times faster than ``jieba`` and, with the hidden Markov model
off, to the same words; a test holds the two against each other. ``jieba`` is the reference, the
fallback where ``rjieba`` has no wheel, and the engine where a user dictionary is set. The model
is off because a word then depends on the dictionary alone.
"""

import functools
import logging
import warnings
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

from simcore.model.errors import ConfigError

Cut = Callable[[str], list[str]]
"""Cuts a text into words; joined, the words are the text."""


def _jieba() -> ModuleType:
    with warnings.catch_warnings():
        # jieba 0.42.1 imports pkg_resources and has escapes that newer Pythons warn of
        warnings.simplefilter("ignore")
        import jieba  # type: ignore[import-untyped] # noqa: PLC0415 - loads a dictionary
    jieba.setLogLevel(logging.WARNING)
    return jieba  # type: ignore[no-any-return] # a module without type information


@functools.cache
def segmenter(dictionary: Path | None = None) -> Cut:
    """Give the function that cuts Chinese text, with the words of a user dictionary if set.

    Raises ``ConfigError`` when the dictionary cannot be read.

    >>> segmenter()("南京市长江大桥")
    ['南京市', '长江大桥']
    """
    if dictionary is None:
        try:
            import rjieba  # noqa: PLC0415 - optional engine
        except ImportError:
            return reference_segmenter()
        return functools.partial(rjieba.cut, hmm=False)
    return reference_segmenter(dictionary)


@functools.cache
def reference_segmenter(dictionary: Path | None = None) -> Cut:
    """Give the same function by ``jieba`` itself. Raises ``ConfigError``."""
    tokenizer = _jieba().Tokenizer()
    if dictionary is not None:
        try:
            with dictionary.open("rb") as file:
                tokenizer.load_userdict(file)
        except (OSError, ValueError) as error:
            raise ConfigError(f"{dictionary}: cannot be used as a dictionary: {error}") from error
    return functools.partial(tokenizer.lcut, HMM=False)
