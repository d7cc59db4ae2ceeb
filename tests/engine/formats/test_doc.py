"""Documents of Word 97, made here as [MS-DOC] says."""

import struct
from dataclasses import dataclass, field

import pytest

from simcore import ReadError, read_document
from simcore.model.reasons import Reason, ReasonCode

SECTOR, END, FREE, TABLE = 512, 0xFFFFFFFE, 0xFFFFFFFF, 0xFFFFFFFD


def compound(streams: dict[str, bytes]) -> bytes:
    """Return a compound file; streams are padded so that none is a small one ([MS-CFB] 2.2-2.6)."""
    body, entries, chains = b"", [("Root Entry", 5, END, 0)], []
    for name, data in streams.items():
        size = max(4096, len(data))
        first = len(body) // SECTOR
        body += data.ljust(size + -size % SECTOR, b"\0")
        chains.append((first, len(body) // SECTOR))
        entries.append((name, 2, first, size))
    directory = len(body) // SECTOR
    for number, (name, sort, first, size) in enumerate(entries):
        raw = name.encode("utf-16-le")
        right = number + 1 if 0 < number < len(entries) - 1 else FREE
        child = 1 if not number else FREE
        body += struct.pack(
            "<64sHBBIII36xIQ", raw, len(raw) + 2, sort, 1, FREE, right, child, first, size
        )
    body += b"\0" * (-len(body) % SECTOR)
    chains.append((directory, len(body) // SECTOR))
    table = [FREE] * 128
    for first, end in chains:
        table[first:end] = [*range(first + 1, end), END]
    last = len(body) // SECTOR
    table[last] = TABLE
    head = struct.pack(
        "<8s16xHHHHH6xII", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 0x3E, 3, 0xFFFE, 9, 6, 0, 1
    )
    head += struct.pack("<IIIIIII", directory, 0, 4096, END, 0, END, 0)
    head += struct.pack("<109I", last, *[FREE] * 108)
    return head + body + struct.pack("<128I", *table)


@dataclass
class Word:
    """A document with runs of bytes, in one byte a character or two, and what is said of each."""

    runs: list[tuple[str, bool, bytes]] = field(default_factory=list)
    flags: int = 0
    version: int = 0xC1
    counts: tuple[int, ...] = ()
    rows: list[tuple[int, bytes]] = field(default_factory=list)

    def bytes(self) -> bytes:
        text, pieces, bounds, at = b"", [], [0], 1024
        said: list[tuple[int, int, bytes]] = []
        for run, wide, look in self.runs:
            raw = run.encode("utf-16-le" if wide else "cp1252")
            pieces.append((at, wide))
            bounds.append(bounds[-1] + len(raw) // (1 + wide))
            said.append((at, at + len(raw), look))
            text += raw
            at += len(raw)
        end = at
        stream = text.ljust(-(-len(text) // SECTOR) * SECTOR, b"\0")
        page = 2 + len(stream) // SECTOR
        stream += formatted_page(said, 1)
        runs = struct.pack("<III", 1024, end, page)
        clx = struct.pack(f"<BI{len(bounds)}I", 2, 4 * len(bounds) + 8 * len(pieces), *bounds)
        for start, wide in pieces:
            clx += struct.pack("<HIH", 0, start if wide else 2 * start | 1 << 30, 0)
        counts = (*(self.counts or (bounds[-1],)), *[0] * 7)[:7]
        places = [0] * 186
        places[24:26], places[66:68] = (0, len(runs)), (len(runs), len(clx))
        fib = struct.pack(
            "<HH6xH20xH28xH12x7I48xH", 0xA5EC, self.version, self.flags, 14, 22, *counts, 93
        )
        fib += struct.pack("<186I", *places)
        return compound({"WordDocument": fib.ljust(1024, b"\0") + stream, "0Table": runs + clx})


def formatted_page(said: list[tuple[int, int, bytes]], size: int) -> bytes:
    page = bytearray(SECTOR)
    page[-1] = len(said)
    bounds = [said[0][0], *(end for _, end, _ in said)]
    struct.pack_into(f"<{len(bounds)}I", page, 0, *bounds)
    at = SECTOR - 2
    for number, (_, _, look) in enumerate(said):
        if look:
            at = (at - 1 - len(look)) & ~1
            page[4 * len(bounds) + number * size] = at // 2
            page[at : at + 1 + len(look)] = bytes([len(look)]) + look
    return bytes(page)


def run(text: str, look: bytes = b"", *, wide: bool = False) -> tuple[str, bool, bytes]:
    return text, wide, look


def sprm(code: int, value: int) -> bytes:
    return struct.pack("<HB", code, value)


DELETED, HIDDEN, STRUCK = sprm(0x0800, 1), sprm(0x083C, 1), sprm(0x0837, 1)
INNER = "\x13 REF \x13 PAGE \x14 7 \x15 \x14 one\x15"
RAISED, LOWERED, SPECIAL = sprm(0x2A48, 1), sprm(0x2A48, 2), sprm(0x0855, 1)


def reason(data: bytes, name: str = "a.doc") -> Reason:
    with pytest.raises(ReadError) as refused:
        read_document(name, data)
    return refused.value.reason


def raised(by: int) -> bytes:
    return struct.pack("<Hh", 0x4845, by)


@pytest.mark.parametrize(
    ("runs", "text"),
    [
        # pieces of one and of two bytes a character
        ([run("café “x” €\r"), run("合同\U0001f600\r", wide=True)], "café “x” €\n合同\U0001f600\n"),
        ([run("a "), run("b ", DELETED), run("c ", HIDDEN), run("d\r")], "a d\n"),
        ([run("a "), run("b ", sprm(0x0800, 0)), run("\1(", SPECIAL), run("d\r")], "a b d\n"),
        ([run("10"), run("2", RAISED), run(" H"), run("2", LOWERED), run("O\r")], "10² H₂O\n"),
        ([run("10"), run("2", raised(6)), run("O"), run("2", raised(-6))], "10²O₂\n"),
        # of fields the results are read
        ([run(f"a\x13 HYPERLINK \x14{INNER}\x15 z\x13 TC x\x15\r")], "a one z\n"),
        # rows of a table whose paragraphs nothing is said of
        ([run("a\x07b\x07\x07c\x07\x07end\r")], "a\tb\nc\nend\n"),
    ],
)
def test_what_is_read_of_runs(runs: list[tuple[str, bool, bytes]], text: str) -> None:
    assert read_document("a.doc", Word(runs).bytes()).text == text


def test_marks_of_raised_and_struck_out_runs() -> None:
    data = Word([run("x"), run("n+1", RAISED), run("no", STRUCK), run("\r")]).bytes()
    assert read_document("a.doc", data).marks == ("sup 1", "/sup 4", "del 4", "/del 6")


def test_headers_are_left_out_and_notes_are_not() -> None:
    text = "Body.\rA footnote.\rA header.\rA comment.\rAn endnote.\rA box.\r"
    counts = (6, 12, 10, 0, 11, 12, 7)
    read = read_document("a.doc", Word([run(text)], counts=counts).bytes())
    assert read.text == "Body.\nA footnote.\nAn endnote.\nA comment.\nA box.\n"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (Word([run("a\r")], flags=0x0100).bytes(), ReasonCode.PASSWORD),
        (Word([run("a\r")], flags=0x0004).bytes(), ReasonCode.FAST_SAVED),
        (Word([run("a\r")], version=104).bytes(), ReasonCode.WORD_TOO_OLD),
        (Word([run("a\r")], flags=0x0200).bytes(), ReasonCode.DAMAGED),  # no other table
        (compound({"PowerPoint Document": b""}), ReasonCode.IS_BINARY),
    ],
)
def test_what_is_not_read_is_said_by_name(data: bytes, code: ReasonCode) -> None:
    assert reason(data).code is code


@pytest.mark.parametrize("name", ["a.doc", "a.docx", "a.xlsx", "a"])
def test_a_later_document_that_is_encrypted(name: str) -> None:
    sealed = compound({"EncryptionInfo": b"", "EncryptedPackage": b""})
    assert reason(sealed, name).code is ReasonCode.PASSWORD


def test_what_is_missing_is_said() -> None:
    data = bytearray(Word([run("Here.\r"), run("Gone.\r")]).bytes())
    at = data.index(struct.pack("<I", 2 * 1030 | 1 << 30))
    data[at : at + 4] = struct.pack("<I", 2 * 9_000_000 | 1 << 30)
    read = read_document("a.doc", bytes(data))
    assert read.text == "Here.\n"
    assert read.cut_short is not None
    assert read.cut_short.code is ReasonCode.DAMAGED_INSIDE


def test_a_piece_table_that_repeats_the_text() -> None:
    """As small a file as can be, which would have some gigabytes of text."""
    data = bytearray(Word([run("Word. " * 80)]).bytes())
    at = data.rindex(struct.pack("<II", 0, 480))
    data[at : at + 8] = struct.pack("<II", 0, 0x7FFFFFFF)
    assert reason(bytes(data)).code is ReasonCode.DAMAGED


def test_a_table_of_sectors_that_never_ends() -> None:
    """A sector of the table of the table names itself as the next one."""
    data = bytearray(Word([run("a\r")]).bytes())
    tables = 1 << 30
    struct.pack_into("<I", data, 44, tables)
    struct.pack_into("<II", data, 68, 0, (tables - 109 + 126) // 127)
    data[SECTOR : 2 * SECTOR] = bytes(SECTOR)
    assert reason(bytes(data)).code is ReasonCode.DAMAGED


@pytest.mark.parametrize("at", [30, 32])
def test_sectors_of_a_size_that_nobody_uses(at: int) -> None:
    data = bytearray(Word([run("a\r")]).bytes())
    struct.pack_into("<H", data, at, 31)
    assert reason(bytes(data)).code is ReasonCode.DAMAGED


def test_a_directory_deeper_than_python_may_go() -> None:
    names = {f"{number:05}": b"" for number in range(8)}
    data = bytearray(compound({"WordDocument": b"", **names}))
    # one entry for each of 3,000, of which each is the right neighbour of the last one
    first = len(data) // SECTOR - 1
    entries = b"".join(
        struct.pack(
            "<64sHBBIII36xIQ", f"{n:05}".encode("utf-16-le"), 12, 2, 1, FREE, n + 1, FREE, 0, 0
        )
        for n in range(1, 3000)
    )
    root = struct.pack("<64sHBBIII36xIQ", "R".encode("utf-16-le"), 4, 5, 1, FREE, FREE, 1, END, 0)
    entries = (root + entries).ljust(-(-(len(entries) + 128) // SECTOR) * SECTOR, b"\0")
    count = len(entries) // SECTOR
    tables = -(-(first + 8 + count) // 128)
    links = [FREE] * (128 * tables)
    links[:count] = [*range(1, count), END]
    head = data[:44] + struct.pack("<II", tables, 0) + data[52:76]
    head += struct.pack("<109I", *range(count, count + tables), *[FREE] * (109 - tables))
    made = bytes(head) + entries + struct.pack(f"<{len(links)}I", *links)
    assert reason(made).code is ReasonCode.DAMAGED
