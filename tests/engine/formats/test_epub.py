"""What is read of a book: its pages in the order of the spine."""

import io
import zipfile

import pytest

from packages import epub, zipped
from simcore import ReadError, read_document
from simcore.model.reasons import ReasonCode
from simcore.text.visible import visible_hashes


def test_pages_are_in_the_order_of_the_spine() -> None:
    order = '<itemref idref="p2"/><itemref idref="p0"/><itemref idref="none"/>'
    book = read_document("a.epub", epub("<p>一</p>", "<p>no</p>", "<p>二</p>", spine=order))
    assert book.text == "二\n\n一"
    assert book.encoding == "epub"


def test_elements_that_are_empty_in_xhtml_only() -> None:
    """HTML would take all that follows for the content of a title or a link."""
    page = '<p><a id="here"/>一<br/>二<script src="x"/></p><p>三</p>'
    assert read_document("a.epub", epub(page)).text == "一\n二\n\n三"


def test_marks_count_from_the_beginning_of_the_book() -> None:
    book = read_document("a.epub", epub("<p>ab c</p>", "<p>10<sup>2</sup> 1<sup>st</sup></p>"))
    assert book.text == "ab c\n\n10² 1st"
    assert book.marks == ("sup 7", "/sup 9")


ENCRYPTED = (
    '<encryption xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData>'
    '<enc:CipherData><enc:CipherReference URI="{}"/></enc:CipherData></enc:EncryptedData>'
    "</encryption>"
)


def test_a_book_whose_pages_are_encrypted() -> None:
    with pytest.raises(ReadError) as raised:
        read_document(
            "a.epub", epub("<p>一</p>", encryption=ENCRYPTED.format("OEBPS/pages/0.xhtml"))
        )
    assert raised.value.args[0].code is ReasonCode.PASSWORD


def test_fonts_may_be_encrypted() -> None:
    book = epub("<p>一</p>", encryption=ENCRYPTED.format("OEBPS/fonts/a.otf"))
    assert read_document("a.epub", book).text == "一"


def test_a_book_has_the_words_of_its_page() -> None:
    book = read_document("a.epub", epub("<p>合同<b>双方</b></p>"))
    page = read_document(
        "a.html", b"<p>\xe5\x90\x88\xe5\x90\x8c<b>\xe5\x8f\x8c\xe6\x96\xb9</b></p>"
    )
    assert visible_hashes(book).words == visible_hashes(page).words


def test_heads_that_do_not_end_take_linear_time() -> None:
    """It would take hours if the time grew with the square of the length."""
    book = epub("")
    page = "<html>" + "<head>" * 300_000 + "text"
    with zipfile.ZipFile(io.BytesIO(book)) as archive:
        members: dict[str, str | bytes] = {one: archive.read(one) for one in archive.namelist()}
    members["OEBPS/pages/0.xhtml"] = page
    assert read_document("a.epub", zipped(members)).text == "text"
