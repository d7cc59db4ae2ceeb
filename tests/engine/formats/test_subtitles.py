"""Subtitles: what is said, in any encoding."""

import pytest

from simcore import read_document

SRT = """1
00:00:01,000 --> 00:00:02,500 X1:100
{\\an8}<i>First line</i>
2025

2
00:00:03,000 --> 00:00:04,000
<font color="#fff">合同自签订之日起生效</font>

12
1:00:05.000 --> 1:00:06.000
a < b and a > c
"""
VTT = """WEBVTT - a title
Kind: captions

NOTE nobody
says this

STYLE
::cue { color: red }

intro
00:01.000 --> 00:02.000 align:start
<v Fred>NOTE that</v> <c.yellow>it is</c> R&amp;D<00:01.500>

00:03.000 --> 00:04.000
second
third
"""


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "utf-16"])
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_numbers_times_and_tags_are_left_out(encoding: str, ends: str) -> None:
    decoded = read_document("a.srt", SRT.replace("\n", ends).encode(encoding))
    expected = ["First line", "2025", "合同自签订之日起生效", "a < b and a > c"]
    assert decoded.text.splitlines() == expected


def test_web_subtitles() -> None:
    decoded = read_document("a.vtt", VTT.encode())
    assert decoded.text.splitlines() == ["NOTE that it is R&D", "second", "third"]
    assert decoded.encoding == "utf-8"


def test_a_wrong_encoding_can_be_corrected() -> None:
    data = SRT.encode("gb18030")
    assert "合同" not in read_document("a.srt", data, "windows-1251").text
    assert "合同" in read_document("a.srt", data, "gb18030").text


@pytest.mark.parametrize("digits", ["9" * 5000, "x" + "f" * 5000, "1114112"])
def test_a_reference_to_no_character_is_replaced(digits: str) -> None:
    """Python makes no number of more than 4,300 digits."""
    cue = f"WEBVTT\n\n00:01.000 --> 00:02.000\na &amp; b&#{digits};c\n"
    assert read_document("a.vtt", cue.encode()).text == "a & b\ufffdc\n"
