"""A short dictionary in place of jieba's own, for tests of what a user's words do."""

import warnings
from pathlib import Path

import pytest

__all__ = ["shorten_dictionary"]

_WORDS = "我们 的 和 大 数据 南京 南京市 市长 长江 大桥 长江大桥 合同 双方 协议 签订 日期"


def shorten_dictionary(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Let what reads a user's dictionary put it to few words.

    Its own has half a million: to load and to pack them takes a second or two for each dictionary.
    ``test_user_dictionaries`` does with all of them.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # see simcore/text/masking.py
        import jieba  # type: ignore[import-untyped] # noqa: PLC0415 - few tests need it
    words = folder / "jieba's own.txt"
    words.write_text("".join(f"{word} 1000 n\n" for word in _WORDS.split()), encoding="utf-8")
    made = jieba.Tokenizer

    def short() -> object:
        tokenizer = made(str(words))
        tokenizer.tmp_dir = str(folder)  # where it keeps what it has read
        return tokenizer

    monkeypatch.setattr(jieba, "Tokenizer", short)
