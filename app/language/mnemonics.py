"""Removing the letters that menus underline."""

import re

_BEHIND = re.compile(r"\s?\(&\w\)")
_SIGN = re.compile(r"&(.)")


def without_mnemonic(text: str) -> str:
    r"""Return the text of an action without its letter, which Chinese menus write behind it.

    >>> without_mnemonic("Save && &close…\tSpace"), without_mnemonic("保存结果(&S)…")
    ('Save & close…', '保存结果…')
    """
    text = text.partition("\t")[0]
    return _SIGN.sub(r"\1", _BEHIND.sub("", text)) if "&" in text else text
