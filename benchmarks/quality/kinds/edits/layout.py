"""Texts as documents: wrapped, as Markdown, as a web page, as Word, as mail."""

import html
import io
import re
import textwrap
import zipfile
from collections.abc import Sequence
from xml.sax.saxutils import escape

_WIDE = "\u2e80"
_LONGEST_HEADING = 40
_MADE = (2020, 1, 1, 0, 0, 0)
_WORD_TYPES = (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" '
    'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Override PartName="/word/document.xml" ContentType="application/'
    'vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
)
_WORD_PARTS = (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/'
    'relationships/officeDocument" Target="word/document.xml"/></Relationships>'
)
_WORD_SPACE = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def wrapped(paragraphs: Sequence[str], width: int, *, hyphens: bool = False) -> str:
    """Wrap paragraphs; with ``hyphens`` long words are cut at the end of a line."""
    return (
        "\n\n".join("\n".join(_lines(text, width, hyphens=hyphens)) for text in paragraphs) + "\n"
    )


def _lines(text: str, width: int, *, hyphens: bool) -> list[str]:
    if sum(letter >= _WIDE for letter in text) > len(text) // 3:
        return _ideographic_lines(text, width)
    if not hyphens:
        return textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)
    lines, line = [], ""
    for word in text.split():
        if len(line) + len(word) < width:
            line = f"{line} {word}".strip()
            continue
        room = width - len(line) - 2
        # as typesetters do: at least three letters stay, and three go over
        if word.isalpha() and len(word) >= 6 and room >= 3:
            cut = min(room, len(word) - 3)
            lines.append(f"{line} {word[:cut]}-")
            line = word[cut:]
        else:
            lines.append(line)
            line = word
    return [*lines, line]


def _ideographic_lines(text: str, width: int) -> list[str]:
    """Break between ideographs, which are two columns wide, and never within a Latin word."""
    lines, line, columns = [], "", 0
    for piece in re.findall(r"[!-~]+|.", text):
        wide = sum(2 if letter >= _WIDE else 1 for letter in piece)
        if columns + wide > width:
            lines.append(line)
            line, columns = "", 0
        line += piece
        columns += wide
    return [*lines, line]


def text_of(paragraphs: Sequence[str]) -> str:
    """Write paragraphs as plain text, one line each."""
    return "\n\n".join(paragraphs) + "\n"


def markdown(title: str, paragraphs: Sequence[str]) -> str:
    """Write a page in Markdown as people do: headings, a list, emphasis and a link."""
    parts = [f"# {title}"]
    for number, text in enumerate(paragraphs):
        head, _, rest = text.partition(" " if " " in text[:40] else text[4:5])
        if number % 4 == 1:
            parts.append(f"## {_heading(text)}")
        if number % 3 == 2:
            parts.append(f"* {text}")
        elif number % 2 and rest:
            parts.append(f"**{head}**{text[len(head) :]} ([{number}](notes.md#n{number}))")
        else:
            parts.append(text)
    return "\n\n".join(parts) + "\n"


def web_page(title: str, paragraphs: Sequence[str], top: str = "", bottom: str = "") -> str:
    """Write the same page as HTML, between what stands around it on its site."""
    parts = []
    for number, text in enumerate(paragraphs):
        head, _, rest = text.partition(" " if " " in text[:40] else text[4:5])
        if number % 4 == 1:
            parts.append(f"<h2>{html.escape(_heading(text))}</h2>")
        if number % 3 == 2:
            parts.append(f"<ul>\n<li>{html.escape(text)}</li>\n</ul>")
        elif number % 2 and rest:
            parts.append(
                f"<p><strong>{html.escape(head)}</strong>{html.escape(text[len(head) :])} "
                f'(<a href="notes.html#n{number}">{number}</a>)</p>'
            )
        else:
            parts.append(f"<p>{html.escape(text)}</p>")
    body = "\n".join(parts)
    return (
        f'<!DOCTYPE html>\n<html><head><meta charset="utf-8"><title>{html.escape(title)}</title>'
        f"</head>\n<body>\n{top}\n<main><h1>{html.escape(title)}</h1>\n{body}\n</main>\n{bottom}\n"
        "</body></html>\n"
    )


def web_page_as_text(title: str, paragraphs: Sequence[str]) -> str:
    """Write what a reader who saves that page as text gets."""
    parts = [title]
    for number, text in enumerate(paragraphs):
        if number % 4 == 1:
            parts.append(_heading(text))
        if number % 3 == 2:
            parts.append(f"    • {text}")
        else:
            parts.append(f"{text} ({number})" if number % 2 else text)
    return "\n\n".join(parts) + "\n"


def _heading(text: str) -> str:
    head = " ".join(text.split()[:4]).rstrip(".,")
    # without spaces between words, four of them are most of a paragraph
    return head if len(head) <= _LONGEST_HEADING and head != text else text[:8]


def word_document(paragraphs: Sequence[str]) -> bytes:
    """Write a Word document, a paragraph each; the same texts give the same bytes."""
    body = "".join(
        f'<w:p><w:r><w:t xml:space="preserve">{escape(text)}</w:t></w:r></w:p>'
        for text in paragraphs
    )
    document = (
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
        f'<w:document xmlns:w="{_WORD_SPACE}"><w:body>{body}</w:body></w:document>'
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in (
            ("[Content_Types].xml", _WORD_TYPES),
            ("_rels/.rels", _WORD_PARTS),
            ("word/document.xml", document),
        ):
            archive.writestr(zipfile.ZipInfo(name, _MADE), text.encode())
    return out.getvalue()


def mail(sender: str, to: str, subject: str, day: str, body: str) -> str:
    """Write a message as mail programs save it."""
    return (
        f"From: {sender}\nTo: {to}\nSubject: {subject}\nDate: {day}\n"
        "MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n"
        f"Content-Transfer-Encoding: 8bit\n\n{body}"
    )


def quoted(body: str) -> str:
    """Put the sign of a quotation before each line."""
    return "\n".join(f"> {line}".rstrip() for line in body.rstrip("\n").split("\n")) + "\n"
