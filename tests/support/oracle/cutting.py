"""Words of a normal form: jieba's, and those with letters that are neither ASCII nor Chinese."""

import functools
import re
from pathlib import Path

from oracle.comparing import without_marks
from simcore.text.masking import reference_tokenizer
from simcore.text.normal_form import HAN, UNSPACED, marks

FOREIGN = rf"(?:[^\W_a-z0-9{HAN}{UNSPACED}]|[{marks()}])"
LETTER = rf"(?:[^\W_{HAN}{UNSPACED}]|[{marks()}])"


@functools.cache
def _foreign_word() -> re.Pattern[str]:
    return re.compile(rf"((?<![a-z0-9])(?>[a-z0-9]*){FOREIGN}{LETTER}*|[{UNSPACED}])")


def cut(text: str, dictionary: Path | None = None) -> list[str]:
    """Cut a text by jieba itself."""
    listed: list[str] = reference_tokenizer(dictionary).lcut(text, HMM=False)
    return listed


def pieces(normal: str, *, foreign: bool, dictionary: Path | None = None) -> list[str]:
    """Split a normal form into words and what is between them."""
    if not foreign:
        return cut(normal, dictionary)
    listed: list[str] = []
    for at, piece in enumerate(_foreign_word().split(without_marks(normal))):
        if at % 2:
            listed.append(piece)
        elif piece:
            listed += cut(piece, dictionary)
    return listed
