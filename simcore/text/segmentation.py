"""Chinese word segmentation by the jieba dictionary, in the compiled core.

Words are those of ``jieba`` without the hidden Markov model, which a test verifies: so they depend
on the dictionary alone. ``jieba`` is the reference, and reads user dictionaries.
"""

import contextlib
import functools
import io
import logging
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from simcore.files.opening import open_regular
from simcore.kernel.dictionary import dictionary as packed_dictionary
from simcore.model.errors import ConfigError, ReadError
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import reason_of
from simcore.text.decoding import decode
from simcore.text.tokens import Cut


@functools.cache
def segmenter(dictionary: Path | None = None) -> Cut:
    """Return what segments Chinese text, with a user dictionary if set.

    Raises ``ConfigError`` if the dictionary cannot be read.

    >>> segmenter()("南京市长江大桥")
    ['南京市', '长江大桥']
    """
    if dictionary is None:
        return Cut()
    tokenizer = reference_tokenizer(dictionary)
    with _refused(dictionary):
        return Cut(packed_dictionary(tokenizer.FREQ, tokenizer.total))


@functools.cache
def reference_tokenizer(dictionary: Path | None = None) -> Any:
    """Return a ``jieba.Tokenizer`` that has read its dictionary. Raises ``ConfigError``."""
    # before jieba's own is loaded: what cannot be read is told at once
    text = None if dictionary is None else dictionary_text(dictionary)
    with warnings.catch_warnings():
        # jieba 0.42.1 imports pkg_resources and has escapes that newer Pythons warn about
        warnings.simplefilter("ignore")
        import jieba  # type: ignore[import-untyped] # noqa: PLC0415 - loads a dictionary
    jieba.setLogLevel(logging.WARNING)
    tokenizer = jieba.Tokenizer()
    tokenizer.initialize()
    if dictionary is not None:
        with _refused(dictionary):
            tokenizer.load_userdict(io.StringIO(text))
    return tokenizer


def check_dictionary(dictionary: Path) -> None:
    """Read a user dictionary as a scan does. Raises ``ConfigError`` where it cannot be used."""
    segmenter(dictionary)


def dictionary_text(dictionary: Path) -> str:
    """Return the text of a user dictionary. Raises ``ConfigError`` where it cannot be used."""
    with _refused(dictionary):
        with open_regular(dictionary) as file:
            data = file.read()
        if not data:
            return ""
        decoded = decode(data)
        if decoded.lossy or decoded.guessed:
            raise ReadError(ReasonCode.ENCODING_GUESSED, decoded.encoding)
        return decoded.text


@contextlib.contextmanager
def _refused(dictionary: Path) -> Iterator[None]:
    """Raise ``ConfigError`` for what is wrong with a user dictionary, its frequencies included."""
    try:
        yield
    except (OSError, ReadError, ValueError, OverflowError) as error:
        raise ConfigError(ReasonCode.NO_DICTIONARY, str(dictionary), reason_of(error)) from error
