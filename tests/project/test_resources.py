"""The bundled files: icons that can be seen, sample documents that are what they claim to be."""

import re
import struct
import unicodedata
import xml.etree.ElementTree as ET
import zlib
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, QSize
from PySide6.QtGui import QColor, QIcon, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
from pytestqt.qtbot import QtBot

from app.style import icon_pixmap
from places import ROOT

RESOURCES = ROOT / "resources"
ICONS = RESOURCES / "icons"
DEMO = RESOURCES / "demo"

LUCIDE = ICONS / "lucide"

ROW = re.compile(r"\| `(?P<path>[^`]+)` \| (?P<encoding>[\w-]+) \| .+ \|")
CLAIMS: dict[str, str] = {
    row["path"]: row["encoding"]
    for line in (RESOURCES / "DEMO.md").read_text("utf-8").splitlines()
    if (row := ROW.fullmatch(line))
}
"""What DEMO.md says of each sample document: its encoding."""


def read(path: str) -> str:
    """Decode a sample document strictly by the encoding that DEMO.md gives."""
    return (DEMO / path).read_bytes().decode(CLAIMS[path])


ICON_FILES = sorted(ICONS.glob("*.svg"))


def test_icons_are_those_that_are_used() -> None:
    assert {path.name for path in ICON_FILES} == {"variorum.svg", "variorum-symbolic.svg"}
    sources = "\n".join(path.read_text("utf-8") for path in (ROOT / "app").rglob("*.py"))
    named = set(re.findall(r'"([a-z0-9-]+)"', sources))
    assert {path.stem for path in LUCIDE.glob("*.svg")} - named == set(), "bundled for nothing"
    assert {path.name for path in LUCIDE.iterdir() if path.suffix != ".svg"} == {"LICENSE"}
    assert "ISC License" in (LUCIDE / "LICENSE").read_text("utf-8")


def test_lucides_icons_take_a_colour(qtbot: QtBot) -> None:
    for path in LUCIDE.glob("*.svg"):
        drawn = icon_pixmap(path.stem, 16, QColor("#d02010"), 2.0).toImage()
        assert drawn.size() == QSize(32, 32)
        seen = (drawn.pixelColor(x, y) for x in range(32) for y in range(32))
        opaque = [colour.name() for colour in seen if colour.alpha() == 255]
        assert len(opaque) > 8, path
        assert set(opaque) == {"#d02010"}, path


def opaque(image: QImage) -> list[tuple[int, int]]:
    """Return the places of an image that are seen."""
    return [
        (x, y)
        for x in range(image.width())
        for y in range(image.height())
        if QColor.fromRgba(image.pixel(x, y)).alpha() > 100
    ]


@pytest.mark.parametrize("path", ICON_FILES, ids=lambda path: path.stem)
@pytest.mark.parametrize("size", [16, 24, 48, 128])
def test_icon_draws_at_every_size(qtbot: QtBot, path: Path, size: int) -> None:
    renderer = QSvgRenderer(QByteArray(path.read_bytes()))
    assert renderer.isValid()
    box = renderer.viewBoxF()
    assert box.width() == box.height() > 0
    drawn = QIcon(str(path)).pixmap(QSize(size, size), 1.0).toImage()
    assert drawn.size() == QSize(size, size)
    seen = opaque(drawn)
    assert len(seen) > size * size / 12
    for axis in (0, 1):
        places = [point[axis] for point in seen]
        assert max(places) - min(places) >= size * 0.6, "fills its box"


@pytest.mark.parametrize("path", ICON_FILES, ids=lambda path: path.stem)
def test_icon_stays_inside_its_box(qtbot: QtBot, path: Path) -> None:
    """Nothing is cut off: drawn with a margin around it, the margin stays empty."""
    size, margin = 64, 16
    image = QImage(size + 2 * margin, size + 2 * margin, QImage.Format.Format_ARGB32)
    image.fill(0)
    renderer = QSvgRenderer(QByteArray(path.read_bytes()))
    box = renderer.viewBoxF()
    across, down = margin / size * box.width(), margin / size * box.height()
    renderer.setViewBox(box.adjusted(-across, -down, across, down))
    painter = QPainter(image)
    renderer.render(painter)
    painter.end()
    inside = range(margin, margin + size)
    assert [place for place in opaque(image) if not {*place} <= {*inside}] == []


def test_symbolic_icon_has_one_fill_and_no_stroke() -> None:
    root = ET.parse(ICONS / "variorum-symbolic.svg").getroot()  # noqa: S314 - our own file
    fills = {fill for node in root.iter() if (fill := node.get("fill"))}
    assert len(fills) == 1
    assert all(node.get("stroke") is None for node in root.iter())


def test_every_sample_is_listed_with_its_encoding() -> None:
    found = {path.relative_to(DEMO).as_posix() for path in DEMO.rglob("*") if path.is_file()}
    assert found == set(CLAIMS)
    assert len(found) >= 20


@pytest.mark.parametrize("path", sorted(CLAIMS))
def test_sample_has_the_encoding_it_claims_and_a_portable_name(path: str) -> None:
    """The name can be stored on Windows and macOS, and comes back from them unchanged."""
    assert unicodedata.normalize("NFD", path) == unicodedata.normalize("NFC", path) == path
    assert not set('<>:"\\|?*') & set(path)
    assert all(part == part.strip(" .") for part in path.split("/"))
    assert len(path.encode()) < 120
    data = (DEMO / path).read_bytes()
    if CLAIMS[path] == "binary":
        with pytest.raises(UnicodeDecodeError):
            data.decode("utf-8")
        return
    text = data.decode(CLAIMS[path])
    assert text.encode(CLAIMS[path]) == data, "the codec gives the same bytes back"
    assert not {"\0", "\ufffd"} & set(text)
    assert CLAIMS[path] != "utf-8" or not text.startswith("\ufeff")


@pytest.mark.parametrize(
    ("other", "twin"),
    [
        ("合同/办公室租赁合同-定稿-旧编码.txt", "合同/办公室租赁合同-定稿.txt"),
        ("繁體/老茶館的早晨-Big5.txt", "繁體/老茶館的早晨.txt"),
    ],
)
def test_reencoded_sample_says_the_same_as_its_twin(other: str, twin: str) -> None:
    assert (DEMO / other).read_bytes() != (DEMO / twin).read_bytes()
    with pytest.raises(UnicodeDecodeError):
        (DEMO / other).read_bytes().decode("utf-8")
    assert read(other) == read(twin)


def test_one_sample_is_an_exact_copy() -> None:
    copy = DEMO / "Contracts/Archive/workshop-lease-final (1).txt"
    assert copy.read_bytes() == (DEMO / "Contracts/workshop-lease-final.txt").read_bytes()
    contents = {path: (DEMO / path).read_bytes() for path in CLAIMS}
    assert len(set(contents.values())) == len(contents) - 1, "one exact copy, no more"
    assert contents["Notes/untitled.txt"] == b""


def test_corrected_minutes_keep_mark_and_line_ends() -> None:
    data = (DEMO / "Minutes/2026-03-10 allotment committee, corrected.txt").read_bytes()
    assert data.startswith(b"\xef\xbb\xbf")
    assert data.count(b"\r\n") == data.count(b"\n") > 20


def test_web_page_says_the_same_as_the_recipe() -> None:
    page = read("Recipes/seeded-rye-bread.html")
    start, end = page.index("<body>"), page.index("</body>") + len("</body>")
    body = ET.fromstring(page[start:end])  # noqa: S314 - our own file
    assert "".join(body.itertext()).split() == read("Recipes/seeded-rye-bread.txt").split()


def test_longer_guide_contains_every_paragraph_of_the_shorter() -> None:
    longer = read("Notes/backup-guide-2.md").split("\n\n")
    shorter = read("Notes/backup-guide.md").split("\n\n")
    assert [part for part in longer if part in shorter] == shorter
    assert len(longer) >= len(shorter) + 4


def test_scanned_page_is_a_picture() -> None:
    """A PNG by its own checksums (PNG specification, 5.3), not by anything of ours."""
    data = (DEMO / "Notes/scanned-page.txt").read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    length, kind = struct.unpack(">I4s", data[8:16])
    assert kind == b"IHDR"
    (checksum,) = struct.unpack(">I", data[16 + length : 20 + length])
    assert zlib.crc32(data[12 : 16 + length]) == checksum
    assert b"\0" in data
