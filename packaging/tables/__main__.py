"""The command: ``python -m tables FILE`` writes the tables of the core."""

import json
import sys
import unicodedata
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.kernel.core import FOLD_SEVERAL, dictionary, packed, write_tables
from simcore.text.masking import reference_tokenizer
from simcore.text.normal_form import fold_spaces, folded
from tables.folding import classes, expansion, fold_entries
from tables.letters import letter_entries
from tables.names import names_of_jieba
from tables.variants import simple_characters

_PAGE = 256
_NO_PAGE = 0xFFFF
_CODES = 0x110000
_PLANES = 0, 1, 2, 3, 14
"""Those that Unicode has given to scripts, symbols and signs of control."""


def _is_free(code: int) -> bool:
    return unicodedata.category(chr(code)) in {"Cn", "Co"}  # no character, or of private use


def character_tables() -> bytes:
    """Return the tables of all characters, as ``core.h`` declares them."""
    pages: list[int] = []
    columns: list[list[NDArray[Any]]] = []
    several: list[int] = []
    expanded: list[int] = []
    for start in range(0, _CODES, _PAGE):
        codes = range(start, start + _PAGE)
        # two thirds of all code points; in other planes some that are free are left out of a text
        if start >> 16 not in _PLANES and all(map(_is_free, codes)):
            pages.append(_NO_PAGE)
            continue
        fold, seen = fold_entries(codes)
        simple = np.array([simple_characters().get(code, code) for code in codes], dtype=np.uint32)
        cells = fold, seen, letter_entries(codes), classes(codes), simple
        for code in (start + np.flatnonzero(fold & FOLD_SEVERAL)).tolist():
            several += [code, len(expanded)]
            expanded += expansion(chr(code))
        if (fold == np.array(codes)).all() and not any(one.any() for one in cells[1:4]):
            pages.append(_NO_PAGE)
            continue
        pages.append(len(columns))
        columns.append(list(cells))
    tables = [np.concatenate(column) for column in zip(*columns, strict=True)]
    more = [np.array(listed, dtype=np.uint32) for listed in (several, expanded)]
    return packed([np.array(pages, dtype=np.uint16), *tables, *more])


def sections() -> list[bytes]:
    """Return the sections, see ``simcore.kernel.core``."""
    tokenizer = reference_tokenizer()
    lists = names_of_jieba(), stop_words()
    return [
        character_tables(),
        dictionary(tokenizer.FREQ, tokenizer.total),
        *("\n".join(sorted(words)).encode() for words in lists),
    ]


def stop_words() -> frozenset[str]:
    """Return the normal forms of the stop words of stopwords-iso, Chinese and English."""
    # the data of all languages; importing the package takes ten times as long
    data = resources.files("stopwordsiso").joinpath("stopwords-iso.json").read_bytes()
    known: dict[str, list[str]] = json.loads(data)
    # none of those in Chinese is a phrase that OpenCC knows by more than its characters
    return frozenset(
        fold_spaces(folded(word)).translate(simple_characters())
        for word in (*known["zh"], *known["en"])
    )


if __name__ == "__main__":
    write_tables(Path(sys.argv[1]), sections())
