"""PDF: documents of two programs, and ones made here; what only pages have is left out."""

import threading
import zlib

import pytest

from fuzz import REAL
from simcore import ReadError, read_document
from simcore.formats.pdf import closed, joined, without_furniture
from simcore.model.reasons import Reason, ReasonCode
from simcore.model.records import DecodedText
from simcore.text.visible import visible_hashes
from simcore.text.words import normalise

PICTURE = b"q 600 0 0 800 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q"


def drawn(lines: list[str]) -> bytes:
    shown = " T* ".join(f"({line}) Tj" for line in lines)
    return f"BT /F 12 Tf 14 TL 50 700 Td {shown} ET".encode() if lines else b""


def pdf(pages: list[bytes], packed: str = "") -> bytes:
    """Return a document whose pages have these contents."""
    kids = " ".join(f"{4 + 2 * number} 0 R" for number in range(len(pages)))
    font = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
    tree = f"<</Type/Pages/Kids[{kids}]/Count {len(pages)}>>".encode()
    objects = [b"<</Type/Catalog/Pages 2 0 R>>", tree, font]
    for number, content in enumerate(pages):
        page = f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents {5 + 2 * number} 0 R"
        objects.append(page.encode() + b"/Resources<</Font<</F 3 0 R>>>>>>")
        head = f"<</Length {len(content)}{packed}>>stream\n".encode()
        objects.append(head + content + b"\nendstream")
    return with_objects(b"%PDF-1.4\n", dict(enumerate(objects, 1)))


def with_objects(before: bytes, objects: dict[int, bytes]) -> bytes:
    """Append objects, as a first or as another part of a document."""
    found, places = before, {}
    for number, content in objects.items():
        places[number] = len(found)
        found += f"{number} 0 obj\n".encode() + content + b"\nendobj\n"
    table = "".join(f"{number} 1\n{at:010} 00000 n \n" for number, at in places.items())
    last = before.rfind(b"startxref")
    previous = f"/Prev {int(before[last + 9 :].split()[0])}" if last >= 0 else ""
    end = f"xref\n0 1\n0000000000 65535 f \n{table}trailer<</Size 99/Root 1 0 R{previous}>>\n"
    return found + end.encode() + f"startxref\n{len(found)}\n%%EOF\n".encode()


def real(name: str) -> DecodedText:
    return read_document(name, (REAL / name).read_bytes())


def reason(data: bytes) -> Reason:
    with pytest.raises(ReadError) as refused:
        read_document("a.pdf", data)
    return refused.value.reason


def test_a_document_of_libreoffice_has_the_words_of_its_source() -> None:
    read = real("pages.pdf")
    english = """\
The museum keeps extraordinary antiquities in well-known collections, and international \
organisations administer their conservation responsibly.
Five-day exhibitions demonstrate characteristic workmanship; twenty-seven independent \
representatives recommended establishing additional laboratories.
Understanding archaeological circumstances requires considerable documentation, comprehensive \
photographs and self-evident descriptions.""".splitlines()
    chinese = [
        "文物应当登记造册，并由专人保管。",
        "任何人不得擅自移动、拆除或者损坏文物。",
        "修复应当遵守不改变文物原状的原则。",
    ]
    told = [one for pair in zip(english, chinese, strict=True) for one in pair]
    assert normalise(read.text) == normalise("\n".join(["Antiquities 文物", *told, *told]))
    assert read.encoding == "pdf"
    assert read.cut_short is None
    assert len(read.pages) == 3
    lines = read.text.splitlines()
    assert lines[read.pages[1]].startswith(
        ("Under", "arch", "circ", "任", "two", "rec", "addi", "lab")
    )


def test_a_document_of_another_program() -> None:
    names = (
        "Amber Basalt Coral Delft Ebony Flint Garnet Horn Ivory Jade Kaolin Linen Marble Nacre Onyx"
    )
    told = [
        f"Room {n}, named {name}, holds what was found in {1900 + n}: {name.lower()} coins, "
        f"{3 * n} seals, and letters that say how each {name.lower()} piece came here."
        for n, name in enumerate(names.split(), 1)
    ]
    assert normalise(real("rooms.pdf").text) == normalise("\n".join(["Notes on the Museum", *told]))
    assert real("owner.pdf").text == "This may be read, not printed.\n"
    assert reason((REAL / "locked.pdf").read_bytes()).code is ReasonCode.PASSWORD


@pytest.mark.parametrize(
    ("header", "footer"),
    [
        ("Yearbook", "- {page} / 5 -"),
        ("{page}", "Yearbook of laws"),
        ("Yearbook  {page}", "第{page}页 共5页"),
        ("Laws 2024, page {page}", "Page {page} of 5"),
        ("2024", "— {page} —"),
        ("Yearbook", "共 5 页 第 {page} 页"),
        ("第一章", "第{page}页"),
    ],
)
def test_what_recurs_from_page_to_page(header: str, footer: str) -> None:
    body = [[f"{letter} begins,", "goes on", f"and ends {letter}."] for letter in "abcde"]
    pages = [
        [header.format(page=number), *lines, footer.format(page=number)]
        for number, lines in enumerate(body, 7)
    ]
    assert without_furniture(pages) == body


def test_what_is_no_furniture() -> None:
    """A title that equals the header, lines of a list, years, a number alone on one page."""
    title = [["Laws", "Laws", "a", "b", "c"], ["Laws", "d", "e"], ["Laws", "f", "g"]]
    assert without_furniture(title) == [["Laws", "a", "b", "c"], ["d", "e"], ["f", "g"]]
    rooms = [[f"In {year}", "x", "y", "z", "and on"] for year in (1906, 1912, 1940)]
    assert [page[0] for page in without_furniture(rooms)] == [page[0] for page in rooms]
    for pages in ([["A title", "text", "1984"]], [[], ["one"], []]):
        assert without_furniture(pages) == pages
    # a header may name the chapter
    chapters = ["1: Start", "1: Start", "2: Use", "3: Data", "A: Licence"]
    pages = [
        [f"Chapter {chapter} {number}", *(f"{word} {letter}" for word in ("a", "line", "of"))]
        for number, (chapter, letter) in enumerate(zip(chapters, "vwxyz", strict=True), 3)
    ]
    assert without_furniture(pages) == [page[1:] for page in pages]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("an\ufffe|tiquities dealer", "antiquities|dealer"),
        ("a five\ufffe|day strike", "a five-day|strike"),
        ("2-to-12\ufffe|year terms", "2-to-12-year|terms"),
        ("on I\ufffe|35 today", "on I-35|today"),
        ("Herr Quaxel\ufffe|brunk, and Quaxelbrunk", "Herr Quaxelbrunk,|and Quaxelbrunk"),
        ("a re\ufffe|sign, not to re-sign", "a re-sign,|not to re-sign"),
        ("North\ufffe|South", "North-South"),
        ("a real-|time clock", "a real-time|clock"),
        ("item -|next", "item -|next"),
        ("a -|1", "a -|1"),
        ("ends\ufffe", "ends-"),
        # names of many parts keep their hyphens
        ("an evict-slow\ufffe|store-scheduler", "an evict-slow-store-scheduler"),
        ("a tikv\ufffe|server beside tikv", "a tikv-server|beside tikv"),
    ],
)
def test_divided_words(lines: str, expected: str) -> None:
    listed, joint = lines.split("|"), expected.split("|")
    assert joined([listed]) == [joint]
    assert joined([["x"], listed]) == [["x"], joint]


def test_words_divided_by_the_end_of_a_page_and_without_end() -> None:
    assert joined([["an\ufffe"], [], ["tiquities", "b"]]) == [["antiquities"], [], ["b"]]
    assert "".join(joined([["a\ufffe"] * 50_000])[0]).count("a") == 50_000


def test_pages_say_with_which_lines_they_begin() -> None:
    data = pdf([drawn(["One", "Two"]), drawn([]), drawn(["Three"])])
    read = read_document("a.pdf", data)
    assert (read.text, read.pages) == ("One\nTwo\nThree\n", (0, 2, 2))
    assert read.cut_short is None
    # more pages than there are
    data = pdf([drawn(["Here."])]).replace(b"/Count 1", b"/Count 900000")
    assert read_document("a.pdf", data).text == "Here.\n"


def test_scans() -> None:
    assert reason(pdf([PICTURE, PICTURE])).code is ReasonCode.NO_TEXT_LAYER
    read = read_document("a.pdf", pdf([drawn(["A cover"]), PICTURE, drawn([])]))
    assert read.text == "A cover\n"
    assert read.cut_short == Reason(ReasonCode.SCANNED_PAGES, ("1",))


def test_a_signed_document_has_the_same_words_and_is_another() -> None:
    data = pdf([drawn(["Signed", "by hand"])])
    form = b"<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[90 0 R]/SigFlags 3>>>>"
    signature = b"<</FT/Sig/T(Signature)/V<</Type/Sig/Filter/Adobe.PPKLite/Contents<00ff>>>>>"
    signed = with_objects(data, {1: form, 90: signature})
    one, other = (visible_hashes(read_document("a.pdf", each)) for each in (data, signed))
    assert one.words == other.words
    assert one.form != other.form


@pytest.mark.parametrize(
    "data",
    [
        b"%PDF-1.7\n" + bytes(range(256)) * 40,
        (REAL / "rooms.pdf").read_bytes()[:900],
        pdf([drawn(["a"])]).replace(b"/Count 1", b"/Count 2000000000").replace(b"4 0 R", b"9 0 R"),
        pdf([drawn(["a"])]).replace(b"/Kids[4 0 R]", b"/Kids[2 0 R]"),
    ],
    ids=["garbage", "cut off", "no pages", "a tree that contains itself"],
)
def test_what_cannot_be_read_is_said(data: bytes) -> None:
    assert reason(data).code in {ReasonCode.DAMAGED, ReasonCode.NO_TEXT_LAYER}


def test_streams_that_unpack_without_end() -> None:
    packer = zlib.compressobj(9)
    bomb = b"".join(packer.compress(b" " * 1_000_000) for _ in range(70)) + packer.flush()
    flate = "/Filter/FlateDecode"
    for data in (
        pdf([bomb], flate),
        pdf([zlib.compress(b" " * 2_000_000)] * 5, flate),
        pdf([zlib.compress(bomb)], "/Filter[/FlateDecode/FlateDecode]"),
    ):
        assert reason(data).code is ReasonCode.UNPACKS_TOO_LARGE
    assert read_document("a.pdf", pdf([zlib.compress(drawn(["small"]))], flate)).text == "small\n"


def test_threads_take_turns() -> None:
    """pdfium is not safe from threads: without turns, this ends the process."""
    data = (REAL / "pages.pdf").read_bytes()
    expected = read_document("a.pdf", data)
    found: list[DecodedText] = []

    def read() -> None:
        found.extend(read_document("a.pdf", data) for _ in range(20))

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert found == [expected] * 80


@pytest.mark.parametrize(
    ("lines", "source"),
    [
        # of pages that LibreOffice made of a manual of TiDB, beside the text that was given to it
        ("如果默认规则不能确定选择某个索引。在选择索引时，|TiDB 会先尝试前置规则。", "时，TiDB 会"),
        ("心跳处理等。但是，|Region 数量增多会影响。", "但是，Region 数"),
        ("你可以查看例如 call/sec|（平均每秒请求数）。", "sec（平均"),
        ("从某版本开始|，TiDB 引入了。", "开始，TiDB"),
        # paragraphs and items of lists are none of it
        ("可按照如下步骤操作，以减少中断并优化行为：|- TiDB：通过下线", "行为：\n- TiDB"),
        ("应当提交联合举办的协议和相关的各种材料；|（八）法律规定的其他材料。", "材料；\n（八）"),
        ("短的一段。|TiDB 是另一段，它比前面的那一段要长得多一些。", "一段。\nTiDB"),
    ],
)
def test_a_break_beside_a_sign_of_full_width_is_no_space(lines: str, source: str) -> None:
    listed = lines.split("|")
    (page,) = closed([listed])
    text, expected = "\n".join(page), source.replace("\n", " ")
    assert normalise(expected) in normalise(text)
    assert "".join(text.split()) == "".join("".join(listed).split())
