"""ZIP packages: hostile, damaged and protected ones, books, and those that other programs write."""

import io
import random
import re
import struct
import tracemalloc
import warnings
import zipfile
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from amounts import examples
from fuzz import REAL
from packages import docx, epub, odf, pptx, run, word_members, word_part, xlsx, zipped
from simcore import ReadError, read_document
from simcore.formats import package
from simcore.model.reasons import ReasonCode
from simcore.model.records import DecodedText
from simcore.text.visible import visible_hashes

BODY = f"<w:p>{run('合同双方协议签订日期')}</w:p>"
DOCUMENTS = {
    "a.docx": docx(BODY, footnotes=f'<w:footnote w:id="2">{BODY}</w:footnote>'),
    "a.odt": odf("text", "<text:p>合同双方<text:s text:c='3'/>协议</text:p>"),
    "a.ods": odf(
        "spreadsheet",
        '<table:table table:name="表"><table:table-row><table:table-cell '
        'table:number-columns-repeated="2"><text:p>合同</text:p></table:table-cell>'
        "</table:table-row></table:table>",
    ),
    "a.pptx": pptx("<a:p><a:r><a:t>合同</a:t></a:r></a:p>", "<a:p/>"),
    "a.xlsx": xlsx('<row r="1"><c r="B1" t="s"><v>0</v></c></row>', shared="<si><t>合同</t></si>"),
    "a.epub": epub("<p>合同</p>", "<p>双方<sup>2</sup></p>"),
}


def reason(name: str, data: bytes) -> ReasonCode:
    with pytest.raises(ReadError) as raised:
        read_document(name, data)
    return raised.value.args[0].code


def members_of(data: bytes) -> dict[str, str | bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {one: archive.read(one) for one in archive.namelist()}


def hashes(data: bytes) -> tuple[bytes, bytes]:
    form, words = visible_hashes(read_document("a.docx", data))
    return form, words


def only_the_words(one: bytes, other: bytes) -> bool:
    """Whether two documents have the same words and are not the same text."""
    (form, words), (other_form, other_words) = hashes(one), hashes(other)
    return words == other_words and form != other_form


# ---- hostile


def with_member(name: str, packed: bytes, crc: int, size: int) -> bytes:
    """A document whose main part is packed as given, whatever its entry says of it."""
    members = word_members("")
    del members[name]
    begin = zipped(members)
    file = io.BytesIO(begin)
    with zipfile.ZipFile(file, "a") as archive:
        info = zipfile.ZipInfo(name)
        archive.writestr(info, packed)
    data = bytearray(file.getvalue())
    # of the last entry and its header: the method, the checksum and the size
    for mark, at in ((b"PK\3\4", 8), (b"PK\1\2", 10)):
        place = data.rfind(mark) + at
        struct.pack_into("<H", data, place, zipfile.ZIP_DEFLATED)
        struct.pack_into("<I", data, place + 6, crc)
        struct.pack_into("<I", data, place + 14, size)
    return bytes(data)


def test_a_bomb_is_refused_before_it_is_unpacked() -> None:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    text = b"<w:p/>" * (1 << 17)
    packed, crc, size = b"", 0, 0
    while size < 70_000_000:
        packed += packer.compress(text)
        crc = zlib.crc32(text, crc)
        size += len(text)
    data = with_member("word/document.xml", packed + packer.flush(), crc, size)
    assert len(data) < 1_000_000
    tracemalloc.start()
    assert reason("a.docx", data) is ReasonCode.UNPACKS_TOO_LARGE
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 20_000_000


@pytest.mark.parametrize("said", [10, 60_000_000])
def test_a_size_that_is_a_lie(said: int) -> None:
    packed = zlib.compress(b" " * 70_000_000, 9)[2:-4]
    data = with_member("word/document.xml", packed, 0, said)
    assert reason("a.docx", data) in {ReasonCode.UNPACKS_TOO_LARGE, ReasonCode.DAMAGED}


def test_members_that_share_their_bytes() -> None:
    """The way of a bomb that unpacks a few bytes thousands of times (Fifield, 2019)."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in word_members(BODY).items():
            archive.writestr(name, content)
        for number in range(10):
            twin = zipfile.ZipInfo(f"word/{number}.xml")
            twin.header_offset = archive.getinfo("word/document.xml").header_offset
            twin.file_size = twin.compress_size = twin.CRC = 9
            archive.filelist.append(twin)
        archive._didModify = True  # type: ignore[attr-defined]
    assert reason("a.docx", file.getvalue()) is ReasonCode.UNPACKS_TOO_LARGE


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        (
            "a.docx",
            zipped({**word_members(BODY), **{f"word/{one}": b"" for one in range(25_000)}}),
            ReasonCode.UNPACKS_TOO_LARGE,
        ),
        # a few kilobytes that would take many seconds to read, and less than the limit of all
        ("a.docx", docx("<w:p/>" * 1_000_000), ReasonCode.UNPACKS_TOO_LARGE),
        ("a.epub", epub("<p>a" * 450_000), ReasonCode.DAMAGED),
    ],
    ids=["members", "shrinks", "pages"],
)
def test_more_than_any_document_has_is_refused_early(
    name: str, data: bytes, code: ReasonCode
) -> None:
    assert reason(name, data) is code


def test_more_elements_than_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(package, "MOST_ELEMENTS", 40)
    body = "".join(f"<w:p>{run(str(number))}</w:p>" for number in range(10, 100))
    found = read_document("a.docx", docx(body))
    assert found.text.startswith("10\n11\n")
    assert len(found.text) < 60
    assert found.cut_short is not None
    assert found.cut_short.code is ReasonCode.ELEMENT_LIMIT


@pytest.mark.parametrize(
    ("name", "part"),
    [("a.docx", "word/document.xml"), ("a.odt", "content.xml"), ("a.epub", "OEBPS/book.opf")],
)
def test_entities_are_not_expanded(name: str, part: str) -> None:
    members = members_of(DOCUMENTS[name])
    laughs = b'<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>'
    members[part] = laughs + bytes(members[part])  # type: ignore[arg-type]
    assert reason(name, zipped(members, zipfile.ZIP_STORED)) is ReasonCode.DAMAGED


@pytest.mark.parametrize(
    "body",
    [
        "<w:tbl>" * 100_000,
        "".join(f"<w:a{number}/>" for number in range(100_000)),
        "<w:p " + "".join(f'w:a{number}="1" ' for number in range(100_000)) + "/>",
        f'<w:p w:a="{"a" * 20_000_000}"/>',
    ],
    ids=["deep", "names", "attributes", "value"],
)
def test_markup_that_is_made_to_fill_the_memory(body: str) -> None:
    members = word_members("")
    members["word/document.xml"] = word_part("document", body)
    assert reason("a.docx", zipped(members, zipfile.ZIP_STORED)) is ReasonCode.DAMAGED


# ---- damaged and protected


def test_a_document_that_is_cut_off_or_has_a_wrong_checksum() -> None:
    for name, data in DOCUMENTS.items():
        assert reason(name, data[:-30]) is ReasonCode.NO_DIRECTORY
        assert reason(name, data[: len(data) // 2]) is ReasonCode.NO_DIRECTORY
    data = zipped(word_members(BODY), zipfile.ZIP_STORED)
    hurt = data.replace("合同".encode(), "合吝".encode(), 1)
    assert reason("a.docx", hurt) is ReasonCode.DAMAGED


def test_notes_that_cannot_be_read_are_said_to_be_missing() -> None:
    found = read_document("a.docx", docx(BODY, footnotes="<w:footnote>"))
    assert found.text == "合同双方协议签订日期\n"
    assert found.cut_short is not None
    assert found.cut_short.code is ReasonCode.DAMAGED_INSIDE


def test_encrypted_members() -> None:
    data = bytearray(DOCUMENTS["a.docx"])
    for found in re.finditer(b"PK\1\2", bytes(data)):
        data[found.start() + 8] |= 1
    assert reason("a.docx", bytes(data)) is ReasonCode.PASSWORD
    manifest = (
        '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
        '<manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/>'
        "</manifest:file-entry></manifest:manifest>"
    )
    members = members_of(DOCUMENTS["a.odt"])
    members |= {"content.xml": random.Random(6).randbytes(500), "META-INF/manifest.xml": manifest}
    assert reason("a.odt", zipped(members, zipfile.ZIP_STORED)) is ReasonCode.PASSWORD


@pytest.mark.parametrize("name", DOCUMENTS)
@given(drawn=st.data())
@settings(max_examples=examples(100), deadline=None)
def test_damage_gives_text_or_a_sentence(name: str, drawn: st.DataObject) -> None:
    """Whole documents, and their members with directories that are right."""
    data = bytearray(DOCUMENTS[name])
    if drawn.draw(st.booleans()):
        members = {one: bytearray(content) for one, content in members_of(data).items()}
        hurt = members[drawn.draw(st.sampled_from(sorted(members)))]
        damage(hurt, drawn)
        data = bytearray(zipped({one: bytes(content) for one, content in members.items()}))
    else:
        damage(data, drawn)
    try:
        found = read_document(name, bytes(data))
    except ReadError:
        return
    assert isinstance(found.text, str)
    visible_hashes(found)


def damage(data: bytearray, drawn: st.DataObject) -> None:
    if not data:
        return
    if drawn.draw(st.booleans()):
        del data[drawn.draw(st.integers(0, len(data) - 1)) :]
    else:
        for _ in range(drawn.draw(st.integers(1, 4))):
            at = drawn.draw(st.integers(0, len(data) - 1))
            data[at] = drawn.draw(st.integers(0, 255))


# ---- beside the words

# ECMA-376, part 2, section 11
CORE = '<cp:coreProperties xmlns:cp="c" xmlns:dc="d" xmlns:dcterms="t">{}</cp:coreProperties>'


@pytest.mark.parametrize(
    ("name", "one", "other"),
    [
        ("core", "<dc:creator>Ann</dc:creator>", "<dc:creator>Bob</dc:creator>"),
        ("core", "<dc:creator>Ann</dc:creator>", ""),
        ("core", "<dc:title>a</dc:title>", "<dc:subject>a</dc:subject>"),
        ("core", "<cp:keywords><![CDATA[a]]></cp:keywords>", ""),
        ("app", "<Company>Ann</Company>", "<Company>Bob</Company>"),
        ("meta", "<dc:description>a</dc:description>", "<dc:description>b</dc:description>"),
        ("meta", *(f'<meta:user-defined meta:name="{x}">a</meta:user-defined>' for x in "ab")),
        # what the program that saved it wrote
        ("core", "<cp:revision>1</cp:revision>", "<cp:revision>2</cp:revision>"),
        ("core", *(f"<cp:lastModifiedBy>{x}</cp:lastModifiedBy>" for x in "AB")),
        (
            "core",
            "<dcterms:modified>1</dcterms:modified>",
            "<dcterms:modified>2</dcterms:modified>",
        ),
        ("app", "<Application>A</Application>", "<Pages>7</Pages>"),
        (
            "meta",
            "<meta:generator>A</meta:generator>",
            "<meta:editing-cycles>2</meta:editing-cycles>",
        ),
    ],
)
def test_properties_that_a_person_fills_in_are_beside_the_words(
    name: str, one: str, other: str
) -> None:
    member = "meta.xml" if name == "meta" else f"docProps/{name}.xml"
    left, right = (
        zipped({**word_members(BODY), member: CORE.format(part)}) for part in (one, other)
    )
    by_a_program = "revision lastModifiedBy modified Application generator".split()
    if any(f"{tag}>" in one for tag in by_a_program):
        assert hashes(left) == hashes(right)
    else:
        assert only_the_words(left, right)


def test_a_document_that_is_zipped_anew_is_the_same_text() -> None:
    members = word_members(BODY)
    again = dict(reversed(members.items()))
    again["docProps/core.xml"] = CORE.format("<cp:revision>9</cp:revision><dc:title/>")
    again["docProps/thumbnail.jpeg"] = b"a picture"
    assert zipped(members) != zipped(again, zipfile.ZIP_STORED)
    assert hashes(zipped(members)) == hashes(zipped(again, zipfile.ZIP_STORED))
    # and one whose names are as Windows has them
    windows = {name.replace("/", "\\"): content for name, content in members.items()}
    assert read_document("a.docx", zipped(windows)).text == "合同双方协议签订日期\n"


def test_an_image_that_is_another_one_or_damaged_is_not_the_same() -> None:
    one, other = (
        zipped({**word_members(BODY), "word/media/a.png": picture}, zipfile.ZIP_STORED)
        for picture in (b"\x89PNG 1", b"\x89PNG 2")
    )
    assert only_the_words(one, other)
    assert only_the_words(one, one.replace(b"\x89PNG 1", b"\x89PNG 2", 1))


def test_what_word_writes_anew_at_each_save_is_not_seen() -> None:
    paragraph = (
        '<w:p w:rsidR="00AB12" w:rsidRDefault="00AB13"><w:proofErr w:type="spellStart"/>'
        f"<w:r><w:lastRenderedPageBreak/></w:r>{run('合同双方协议签订日期')}</w:p>"
    )
    settings = '<w:rsids><w:rsidRoot w:val="00AB12"/><w:rsid w:val="{}"/></w:rsids><w:zoom/>'
    first = docx(f"<w:p><w:r></w:r>{run('合同双方协议签订日期')}</w:p>", settings="<w:zoom/>")
    second = docx(paragraph, settings=settings.format("00AB12"))
    third = docx(paragraph.replace("00AB", "00CD"), settings=settings.format("00CD12"))
    assert hashes(first) == hashes(second) == hashes(third)


@pytest.mark.parametrize(
    ("name", "one", "other"),
    [
        ("docProps/image.png", b"1", b"2"),
        ("docProps/custom.xml", "<p>draft</p>", "<p>final</p>"),
        ("Thumbnails/image.png", b"1", b"2"),
        ("word/media/", b"1", b"2"),
        ("word/header1.xml", '<a>as w:rsidR="1" here</a>', '<a>as w:rsidR="2" here</a>'),
        ("word/header1.xml", '<a>in w:rsidR="1" > 0</a>', '<a>in w:rsidR="2" > 0</a>'),
        ("word/header1.xml", "<![CDATA[<w:rsid 1>]]>", "<![CDATA[<w:rsid 2>]]>"),
    ],
)
def test_what_only_looks_as_if_it_told_of_saving_is_seen(
    name: str, one: str | bytes, other: str | bytes
) -> None:
    left, right = (zipped({**word_members(BODY), name: content}) for content in (one, other))
    assert only_the_words(left, right)


def test_two_members_of_one_name_are_not_told_apart_by_their_order() -> None:
    def twice(*headers: str) -> bytes:
        file = io.BytesIO(docx(BODY))
        with zipfile.ZipFile(file, "a") as archive, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for header in headers:
                archive.writestr("word/header1.xml", header)
        return file.getvalue()

    assert hashes(twice("<a/>", "<b/>"))[0] != hashes(twice("<b/>", "<a/>"))[0]


@pytest.mark.parametrize(
    "body",
    [
        BODY + f"<w:del>{run('gone')}</w:del>",
        f"<w:p>{run('合同双方协议签订日期')}{run('hidden', '<w:vanish/>')}</w:p>",
        f"<w:p>{run('合同双方协议签订日期', '<w:b/>')}</w:p>",
    ],
    ids=["deleted", "hidden", "bold"],
)
def test_what_is_not_read_still_tells_documents_apart(body: str) -> None:
    assert only_the_words(docx(body), docx(BODY))


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


def test_pages_may_not_be_encrypted_and_fonts_may() -> None:
    pages, fonts = (
        epub("<p>一</p>", encryption=ENCRYPTED.format(name))
        for name in ("OEBPS/pages/0.xhtml", "OEBPS/fonts/a.otf")
    )
    assert reason("a.epub", pages) is ReasonCode.PASSWORD
    assert read_document("a.epub", fonts).text == "一"


def test_a_book_has_the_words_of_its_page() -> None:
    page = "<p>合同<b>双方</b></p>"
    book = read_document("a.epub", epub(page))
    alone = read_document("a.html", page.encode())
    assert visible_hashes(book).words == visible_hashes(alone).words


def test_heads_that_do_not_end_take_linear_time() -> None:
    """It would take hours if the time grew with the square of the length."""
    page = "<html>" + "<head>" * 300_000 + "text"
    book = zipped({**members_of(epub("")), "OEBPS/pages/0.xhtml": page})
    assert read_document("a.epub", book).text == "text"


LEASE = """\
Lease 租赁合同
The area is 10² of H₂O on the 1st day, and not more.
It was kept, and added; nothing hidden.
See the page, page {page}.
Next line	after a tab; “quotes” — café 😀 end.
Rent is paid monthly.
甲方	乙方
second	Sum
1		3
outer	in1	in2
behind	last
After the table.
Box:
The end 结束。
{tab}A footnote 脚注.
{tab}An endnote 尾注.
A comment 批注.
In the box 文本框.
"""


def real(name: str) -> DecodedText:
    return read_document(name, (REAL / name).read_bytes())


def lines(found: DecodedText) -> list[str]:
    return [line.rstrip() for line in found.text.split("\n") if line.strip()]


@pytest.mark.parametrize("kind", ["docx", "odt", "doc", "rtf"])
def test_a_contract_of_a_word_processor(kind: str) -> None:
    found = real(f"contract.{kind}")
    # what LibreOffice writes into the field when no page was laid out
    page = 0 if kind == "odt" else 1
    expected = LEASE.format(page=page, tab="\t" if kind == "docx" else "").splitlines()
    listed = lines(found)
    assert (listed if kind == "docx" else [*map(str.strip, listed)]) == expected
    assert found.marks == ("sup 32", "/sup 34", "del 41", "/del 44")
    assert (found.encoding, found.cut_short) == (kind, None)
    if kind != "odt":
        assert visible_hashes(found).words == visible_hashes(real("contract.docx")).words


def test_a_book_that_a_word_processor_wrote() -> None:
    """Raised and hidden text are in its style sheet only."""
    found = real("contract.epub").text
    assert found.startswith("Lease 租赁合同\n\nThe area is 10")
    assert found.endswith("An endnote 尾注.")


PRICES = """\
价格 Prices
日期	品名	数量	单价	折扣	完成
2021年3月5日	铅笔 pencil	12	1.50	10.0%	TRUE
2021年12月31日	纸 paper	5,000	0.26	12.5%	FALSE
空 Empty
		远 far
按盒 by the box
"""


def test_prices_as_they_are_shown() -> None:
    sheets, words = ("prices.xlsx", "prices.ods"), set()
    for name in sheets:
        assert lines(real(name)) == PRICES.splitlines()
        words.add(visible_hashes(real(name)).words)
    assert len(words) == 1
    # comments are not read of a binary sheet
    assert lines(real("prices.xls")) == PRICES.splitlines()[:-1]


@pytest.mark.parametrize("name", ["slides.pptx", "slides.odp"])
def test_slides(name: str) -> None:
    found = real(name)
    assert found.text == (
        "计划 Plan\n第一步 first\n第二步 second\n备注 a note\n\n价格 Prices\n甲\t12.50\n乙\t3.00\n"
    )
    assert found.pages == (0, 5)
