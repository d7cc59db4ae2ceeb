"""Encodings that a person chose: every one of Python's that makes text of bytes, and no other."""

import encodings
import pkgutil
import warnings

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from simcore import ReadError
from simcore.formats.reading import is_encoding, read_as_chosen
from simcore.model.formats import format_of
from simcore.model.reasons import ReasonCode

ALL = sorted(one.name for one in pkgutil.iter_modules(encodings.__path__) if one.name != "aliases")
KNOWN = [name for name in ALL if is_encoding(name)]
NONE = {
    *("base64_codec", "bz2_codec", "hex_codec", "quopri_codec", "rot_13", "uu_codec", "zlib_codec"),
    *("idna", "punycode", "undefined", "unicode_escape", "raw_unicode_escape", "mbcs", "oem"),
}


def test_all_encodings_of_text_are_known_and_nothing_else() -> None:
    assert set(ALL) - set(KNOWN) == NONE


@pytest.mark.parametrize(
    "name",
    [
        *("zlib", "rot13", "idna", "base64", "hex", "undefined", "unicode_escape", "", "no such"),
        *(
            "a\0b",
            "编码",
            "../../etc/passwd",
            "utf-8\n",
            "'gbk'",
            "x" * 100_000,
            "os.path",
            "\udcff",
        ),
    ],
)
def test_what_is_no_encoding_is_refused_by_name(name: str) -> None:
    with pytest.raises(ReadError) as error:
        read_as_chosen("a.txt", b"plain words", name)
    assert error.value.reason.code is ReasonCode.UNKNOWN_ENCODING


@given(st.sampled_from(KNOWN), st.binary(max_size=60), st.sampled_from(["a.txt", "b.html"]))
@example("ascii", b"PK\3\4", "a.txt")
def test_any_bytes_are_read_or_refused(encoding: str, data: bytes, name: str) -> None:
    of = format_of(name, data)
    assume(of is None or of.decoded)  # a format without an encoding is read in none
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            decoded = read_as_chosen(name, data, encoding)
        except ReadError as error:
            assert error.reason.code is ReasonCode.NOT_IN_CHOSEN_ENCODING  # noqa: PT017
        else:
            assert not decoded.guessed
            assert decoded.encoding == encoding
            assert decoded.text.count("\ufffd") <= max(1, len(data) * 0.05) or (
                not decoded.lossy  # some encodings have that character
            )


def test_a_few_bytes_that_do_not_fit_are_replaced_and_many_refused() -> None:
    chinese = "甲方应当按照合同的约定支付价款。" * 10
    damaged = chinese.encode("gb18030") + b"\xff"
    decoded = read_as_chosen("合同.txt", damaged, "gb18030")
    assert decoded.text == chinese + "\ufffd"
    assert decoded.lossy
    with pytest.raises(ReadError) as error:
        read_as_chosen("合同.txt", chinese.encode("gb18030"), "utf-8")
    assert error.value.reason.code is ReasonCode.NOT_IN_CHOSEN_ENCODING


@pytest.mark.parametrize("encoding", ["utf-8", "big5", "euc_kr", "gb18030", "utf-16-le", "utf-16"])
@pytest.mark.parametrize("name", ["a.txt", "a.html"])
@pytest.mark.parametrize("end", [" Ж Щ", " Ж", " Жить"])
def test_what_is_beyond_ascii_decides_whether_an_encoding_fits(
    name: str, encoding: str, end: str
) -> None:
    data = ("nearly all of it is plain words\n" * 40 + end).encode("cp1251")
    assert read_as_chosen(name, data, "cp1251").text.endswith(end)
    if end.endswith("ь") and not encoding.startswith("utf"):
        return  # these bytes happen to be characters of other encodings, too
    with pytest.raises(ReadError) as error:
        read_as_chosen(name, data, encoding)
    assert error.value.reason.code is ReasonCode.NOT_IN_CHOSEN_ENCODING


@pytest.mark.parametrize("text", ["plain words\n" * 20, "甲方应当按照合同的约定支付价款。" * 10])
@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le"])
def test_wide_characters_fit(text: str, encoding: str) -> None:
    assert read_as_chosen("a.txt", text.encode(encoding), encoding).text == text
