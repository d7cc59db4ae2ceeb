"""Word documents, presentations, sheets, OpenDocument texts and books, as ZIP packages."""

import io
import zipfile
from collections.abc import Mapping

_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_TYPES = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" '
    'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/></Types>'
)
_ODF = "urn:oasis:names:tc:opendocument:xmlns"
_ODF_SPACES = " ".join(
    f'xmlns:{one}="{_ODF}:{name}:1.0"'
    for one, name in (
        ("office", "office"),
        ("text", "text"),
        ("table", "table"),
        ("style", "style"),
        ("draw", "drawing"),
        ("presentation", "presentation"),
    )
)

Members = Mapping[str, str | bytes]


def zipped(members: Members, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return file.getvalue()


def relations(*others: tuple[str, str]) -> str:
    """Return what a member refers to: the last word of each kind, and a name; r0, r1, ..."""
    listed = "".join(
        f'<Relationship Id="r{number}" Type="{_RELATIONS}/{kind}" Target="{name}"/>'
        for number, (kind, name) in enumerate(others)
    )
    space = "http://schemas.openxmlformats.org/package/2006/relationships"
    return f'<Relationships xmlns="{space}">{listed}</Relationships>'


def word_part(name: str, content: str, space: str = _W) -> str:
    return (
        f'<w:{name} xmlns:w="{space}" '
        'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" '
        'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">'
        f"{content}</w:{name}>"
    )


def run(text: str, *properties: str) -> str:
    """Return a run of text with properties, such as ``<w:strike/>``."""
    looks = f"<w:rPr>{''.join(properties)}</w:rPr>" if properties else ""
    return f'<w:r>{looks}<w:t xml:space="preserve">{text}</w:t></w:r>'


def word_members(body: str, **parts: str) -> dict[str, str | bytes]:
    """Return the members of a Word document; a part is named by its kind, such as comments."""
    roots = {"footnotes": "footnotes", "endnotes": "endnotes", "comments": "comments"}
    return {
        "[Content_Types].xml": _TYPES,
        "_rels/.rels": relations(("officeDocument", "word/document.xml")),
        "word/document.xml": word_part("document", f"<w:body>{body}</w:body>"),
        "word/_rels/document.xml.rels": relations(*((kind, f"{kind}.xml") for kind in parts)),
        **{
            f"word/{kind}.xml": word_part(roots.get(kind, kind), content)
            for kind, content in parts.items()
        },
        "docProps/core.xml": "<saved>2026-11-22</saved>",
    }


def docx(body: str, **parts: str) -> bytes:
    return zipped(word_members(body, **parts))


def odf_members(kind: str, body: str, styles: str = "") -> dict[str, str | bytes]:
    """Return the members of an OpenDocument of a kind: text, presentation or spreadsheet."""
    return {
        "mimetype": f"application/vnd.oasis.opendocument.{kind}",
        "content.xml": f"<office:document-content {_ODF_SPACES}>"
        f"<office:automatic-styles>{styles}</office:automatic-styles>"
        f"<office:body><office:{kind}>{body}</office:{kind}></office:body>"
        "</office:document-content>",
        "styles.xml": f"<office:document-styles {_ODF_SPACES}/>",
        "meta.xml": "<saved>2026-11-22</saved>",
    }


def odf(kind: str, body: str, styles: str = "") -> bytes:
    """Return an OpenDocument of a kind; the type stands first and is not compressed."""
    members = odf_members(kind, body, styles)
    file = io.BytesIO(zipped({"mimetype": members.pop("mimetype")}, zipfile.ZIP_STORED))
    with zipfile.ZipFile(file, "a", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return file.getvalue()


def pptx(*slides: str, beside: Mapping[str, str] | None = None) -> bytes:
    """Return a presentation, and what is beside its first slide, by kind.

    The files of slides are numbered from the last.
    """
    spaces = (
        'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" '
        'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
        f'xmlns:r="{_RELATIONS}"'
    )
    count = len(slides)
    listed = "".join(f'<p:sldId id="{256 + at}" r:id="r{at}"/>' for at in range(count))
    members = {
        "[Content_Types].xml": _TYPES,
        "_rels/.rels": relations(("officeDocument", "ppt/presentation.xml")),
        "ppt/presentation.xml": f"<p:presentation {spaces}><p:sldIdLst>{listed}</p:sldIdLst>"
        "</p:presentation>",
        "ppt/_rels/presentation.xml.rels": relations(
            *(("slide", f"slides/slide{count - at}.xml") for at in range(count))
        ),
    }
    for at, slide in enumerate(slides):
        members[f"ppt/slides/slide{count - at}.xml"] = f"<p:sld {spaces}>{slide}</p:sld>"
    for kind, content in (beside or {}).items():
        members[f"ppt/beside/{kind}.xml"] = f"<p:{kind} {spaces}>{content}</p:{kind}>"
    members[f"ppt/slides/_rels/slide{count}.xml.rels"] = relations(
        *((kind, f"../beside/{kind}.xml") for kind in beside or ())
    )
    return zipped(members)


def xlsx(*sheets: str, shared: str = "", styles: str = "", properties: str = "") -> bytes:
    space = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    listed = "".join(
        f'<sheet name="表{at + 1}" sheetId="{at + 1}" r:id="r{at}"/>' for at in range(len(sheets))
    )
    book = (
        f'<workbook {space} xmlns:r="{_RELATIONS}"><workbookPr {properties}/>'
        f"<sheets>{listed}</sheets></workbook>"
    )
    parts = [("worksheet", f"worksheets/sheet{at + 1}.xml") for at in range(len(sheets))]
    return zipped(
        {
            "[Content_Types].xml": _TYPES,
            "_rels/.rels": relations(("officeDocument", "xl/workbook.xml")),
            "xl/workbook.xml": book,
            "xl/_rels/workbook.xml.rels": relations(
                *parts, ("styles", "styles.xml"), ("sharedStrings", "sharedStrings.xml")
            ),
            "xl/styles.xml": f"<styleSheet {space}>{styles}</styleSheet>",
            "xl/sharedStrings.xml": f"<sst {space}>{shared}</sst>",
            **{
                f"xl/worksheets/sheet{at}.xml": f"<worksheet {space}><sheetData>{rows}</sheetData>"
                "</worksheet>"
                for at, rows in enumerate(sheets, 1)
            },
        }
    )


def epub(*pages: str, spine: str = "", **others: str) -> bytes:
    """Return a book of pages p0, p1, ...; the spine is in their order where none is given."""
    items = "".join(
        f'<item id="p{at}" href="pages/{at}.xhtml" media-type="application/xhtml+xml"/>'
        for at in range(len(pages))
    )
    order = spine or "".join(f'<itemref idref="p{at}"/>' for at in range(len(pages)))
    members: dict[str, str | bytes] = {
        "META-INF/container.xml": '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:'
        'container"><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
        "OEBPS/book.opf": '<package xmlns="http://www.idpf.org/2007/opf">'
        f"<manifest>{items}</manifest><spine>{order}</spine></package>",
        **{
            f"OEBPS/pages/{at}.xhtml": '<?xml version="1.0" encoding="utf-8"?>'
            f'<html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body>{page}</body>'
            "</html>"
            for at, page in enumerate(pages)
        },
        **{f"META-INF/{name}.xml": content for name, content in others.items()},
    }
    file = io.BytesIO(zipped({"mimetype": "application/epub+zip"}, zipfile.ZIP_STORED))
    with zipfile.ZipFile(file, "a", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return file.getvalue()
