"""Subtitles, SubRip and WebVTT: what is said, without numbers, times, settings and tags."""

import re
from html import unescape

from simcore.model.records import DecodedText
from simcore.text.formats.writing import of_source

_TIMES = re.compile(r"[ \t]*(?:\d+:)?\d+:\d+[.,]\d+[ \t]*-->[ \t]*(?:\d+:)?\d+:\d+[.,]\d+")
_NUMBER = re.compile(r"\d+")
_LONG_REFERENCE = re.compile(r"&#(?:[0-9]{9,}+|[xX][0-9a-fA-F]{9,}+);?")
"""References to no character, with more digits than Python makes a number of."""
_NO_CUE = re.compile(r"(?:NOTE|STYLE|REGION)(?=[ \t]|\Z)")
_TAG = re.compile(
    r"</?(?:i|b|u|c|v|ruby|rt|lang|font)(?=[\s.>])[^<>]*>|<\d[\d:.]*>|\{\\[^{}\n]*\}", re.IGNORECASE
)
"""Tags of both formats, times inside a cue, and positions (``{\\an8}``)."""


def read(data: bytes, encoding: str | None) -> DecodedText:
    """Decode subtitles and return what is said. Raises ``ReadError``."""
    return of_source(data, encoding, _said)


def _said(source: str) -> str:
    r"""Return the lines of all cues.

    >>> _said("1\n00:00:01,000 --> 00:00:02,000\n{\\an8}<i>At 7</i>\n\n2\n0:0:3,0 --> 0:0:4,0\nyes")
    'At 7\nyes\n'
    """
    lines = source.replace("\r\n", "\n").replace("\r", "\n").lstrip("\ufeff").split("\n")
    web = lines[0].startswith("WEBVTT")
    kept: list[str] = []
    passing, begins = web, True  # over the header, or a block that is no cue
    name = False  # whether the last line may be the number or name of the next cue
    for line in lines:
        if _TIMES.match(line):
            if name:
                kept.pop()
            passing = begins = name = False
        elif not line.strip():
            passing, begins, name = False, True, False
        elif not passing:
            if web and begins and _NO_CUE.match(line):
                passing = True
                continue
            kept.append(line)
            name = begins if web else bool(_NUMBER.fullmatch(line.strip()))
            begins = False
    text = "".join(f"{line}\n" for line in kept)
    text = _TAG.sub("", text)
    return unescape(_LONG_REFERENCE.sub("\ufffd", text)) if web else text
