"""A check as one page of HTML: the document's text with its passages, and where these stand.

Like the page of groups it has no script and asks nothing of any address, and it is bounded.
"""

import time
from collections.abc import Iterator
from pathlib import Path

from simcore.files.opening import replacing
from simcore.model.checked import Checked, CheckedPassage, CheckedSource
from simcore.reports.checking.words import (
    ENGLISH_CHECK,
    CheckWords,
    check_facts,
    lines_of,
    place_of_passage,
    remarks_on,
    remarks_on_source,
)
from simcore.reports.html.escaping import path_html, safe_html, said_html
from simcore.reports.html.look import STYLE
from simcore.reports.html.page import LARGEST_PAGE, POLICY

_COLOURS = 8
"""Sources have so many colours in turn; their numbers tell them apart."""

_MOST_BETWEEN = 20_000
"""Characters of a stretch without a passage that are shown, half before and half behind a gap."""

_SHARE_OF_TEXT = 3
"""A part of the room, one in so many, is for the passages as their sources have them."""

_MOST_COPIES = 20

_LOOK = """
.text { white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid var(--edge);
  padding: 0.5rem 0.8rem; }
.text mark { color: inherit; padding: 0.1em 0; }
.text sup { white-space: nowrap; user-select: none; font-size: 0.75em; line-height: 0; }
.quoted { border-bottom: 2px dashed var(--muted); }
th:last-child, td:last-child { width: 65%; }
.key { display: inline-block; min-width: 2.2em; text-align: center; }
.passage { border: 1px solid var(--edge); padding: 0 0.8rem 0.4rem; margin: 0.6rem 0; }
.passage p { margin: 0.4rem 0; white-space: pre-wrap; }
.total { font-size: 1.2rem; font-weight: bold; }
.left { color: var(--muted); }
:target { outline: 2px solid var(--link); }
.s0 { background: #fbe3b5; } .s1 { background: #cfe5fb; } .s2 { background: #d6efcf; }
.s3 { background: #ecd9f7; } .s4 { background: #f9d4d0; } .s5 { background: #cdeeee; }
.s6 { background: #efe6cf; } .s7 { background: #dddfe4; }
@media (prefers-color-scheme: dark) {
.s0 { background: #5a4314; } .s1 { background: #1f456b; } .s2 { background: #28502a; }
.s3 { background: #4d3164; } .s4 { background: #66312c; } .s5 { background: #1c5152; }
.s6 { background: #4b4228; } .s7 { background: #464b54; } }
@media print { .passage { break-inside: avoid; }
.s0, .s1, .s2, .s3, .s4, .s5, .s6, .s7 { background: none;
  border-bottom: 1px solid #000; } .quoted { border-bottom: 2px dashed #444; } }
"""


def check_page(
    checked: Checked, words: CheckWords = ENGLISH_CHECK, *, largest: int = LARGEST_PAGE
) -> str:
    """Return a check as a page of about ``largest`` bytes at most, as far as its head has room."""
    head = "".join(_head(checked, words))
    room = largest - len(head.encode())
    text, shown = _text(checked, words, room - room // _SHARE_OF_TEXT)
    listed = _passages(checked, words, shown, room // _SHARE_OF_TEXT)
    return f"{head}{text}{listed}</main></body></html>\n"


def save_check_page(path: Path, checked: Checked, words: CheckWords = ENGLISH_CHECK) -> None:
    """Write ``check_page`` to a file, replacing an older one atomically.

    Raises ``SimcoreError`` if it cannot be written; an older file is then unchanged.
    """
    with replacing(path) as file:
        file.write(check_page(checked, words).encode())


def _head(checked: Checked, words: CheckWords) -> Iterator[str]:
    title = safe_html(words.title.format(checked.title or checked.path.name))
    headline, *facts = check_facts(checked, words)
    facts.append(words.made.format(words.time(time.time_ns())))
    yield (
        f'<!DOCTYPE html>\n<html lang="{safe_html(words.language)}"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{title}</title><style>{STYLE}{_LOOK}</style></head>\n"
        f"<body><header><h1><bdi>{title}</bdi></h1>\n"
        f'<p class="facts">{path_html(words.path(checked.path))}</p>'
        f'<p class="total">{safe_html(headline)}</p>'
        f'<p class="facts">{"<br>".join(map(safe_html, facts))}</p></header>\n<main>\n'
    )
    if checked.problems:
        listed = "".join(
            f"<li>{path_html(words.path(one.path))}: {safe_html(words.reason(one.reason))}</li>\n"
            for one in checked.problems
        )
        yield f"<h2>{safe_html(words.problems)}</h2>\n<ul>\n{listed}</ul>\n"
    if checked.sources:
        titles = words.source, words.share, words.only, words.document
        heads = "".join(f'<th scope="col">{safe_html(one)}</th>' for one in titles)
        yield f"<h2>{safe_html(words.sources)}</h2>\n<table>"
        yield f"<thead><tr>{heads}</tr></thead><tbody>\n"
        for number, source in enumerate(checked.sources):
            yield _source(checked, source, number, words)
        yield "</tbody></table>\n"


def _source(checked: Checked, source: CheckedSource, number: int, words: CheckWords) -> str:
    shares = checked.of_all(source.characters), checked.of_all(source.only)
    cells = "".join(f'<td class="n">{safe_html(words.percent(share))}</td>' for share in shares)
    remark = safe_html("; ".join(remarks_on_source(source, words)))
    title = safe_html(source.document.title)
    lines = [
        f"<bdi>{title}</bdi>" if title else "",
        path_html(words.path(source.document.path)),
        remark,
    ]
    copies = [path_html(words.path(one.path)) for one in source.copies[:_MOST_COPIES]]
    if len(source.copies) > _MOST_COPIES:
        copies.append(said_html(words.more_copies, words.count(len(source.copies) - _MOST_COPIES)))
    if copies:
        lines.append(safe_html(words.copies).format("; ".join(copies)))
    return (
        f'<tr id="s{number + 1}"><td><span class="key s{number % _COLOURS}">{number + 1}</span>'
        f"</td>{cells}<td>{'<br>'.join(filter(None, lines))}</td></tr>\n"
    )


def _text(checked: Checked, words: CheckWords, room: int) -> tuple[str, int]:
    """Return the text with its passages, and how many of these there was room for."""
    pieces = [f'<h2>{safe_html(words.text)}</h2>\n<div class="text">']
    reached = shown = 0
    for number, passage in enumerate(checked.passages):
        before = _between(checked.text[reached : passage.start], words)
        piece = before + _marked(checked, passage, number)
        room -= len(piece.encode())
        if room < 0:
            break
        pieces.append(piece)
        reached, shown = passage.stop, number + 1
    else:
        pieces.append(_between(checked.text[reached:], words))
    pieces.append("</div>\n")
    if shown < len(checked.passages):
        left = words.count(len(checked.passages) - shown)
        pieces.append(f"<p>{said_html(words.not_shown, left)}</p>\n")
    return "".join(pieces), shown


def _between(text: str, words: CheckWords) -> str:
    if len(text) <= _MOST_BETWEEN:
        return safe_html(text)
    half = _MOST_BETWEEN // 2
    left = said_html(words.left_out, words.count(len(text) - 2 * half))
    return (
        f'{safe_html(text[:half])}\n<span class="left">[{left}]</span>\n{safe_html(text[-half:])}'
    )


def _marked(checked: Checked, passage: CheckedPassage, number: int) -> str:
    quoted = " quoted" if passage.quoted is not None else ""
    sign = f"{passage.source + 1}{' ❝' if quoted else ''}"
    return (
        f'<mark id="t{number + 1}" class="s{passage.source % _COLOURS}{quoted}">'
        f"{safe_html(checked.text[passage.start : passage.stop])}</mark>"
        f'<sup><a href="#p{number + 1}">[{sign}]</a></sup>'
    )


def _passages(checked: Checked, words: CheckWords, shown: int, room: int) -> str:
    """Return the passages as their sources have them."""
    if not checked.passages:
        return ""
    pieces = [f"<h2>{safe_html(words.passages)}</h2>\n"]
    for number, passage in enumerate(checked.passages[:shown]):
        piece = _passage(checked, passage, number, words)
        room -= len(piece.encode())
        if room < 0:
            left = words.count(len(checked.passages) - number)
            pieces.append(f"<p>{said_html(words.not_shown, left)}</p>\n")
            break
        pieces.append(piece)
    return "".join(pieces)


def _passage(checked: Checked, passage: CheckedPassage, number: int, words: CheckWords) -> str:
    lines = lines_of(passage.first_line, passage.last_line, words)
    share = words.percent(checked.of_all(passage.characters))
    said = words.passage.format(lines, words.count(passage.characters), share)
    remarks = "; ".join([place_of_passage(passage, words), *remarks_on(passage, words)])
    path = path_html(words.path(checked.sources[passage.source].document.path))
    return (
        f'<section class="passage" id="p{number + 1}"><p>'
        f'<span class="key s{passage.source % _COLOURS}">{passage.source + 1}</span> '
        f'{safe_html(said)} <a href="#t{number + 1}">{safe_html(words.back)}</a></p>'
        f'<p class="facts"><a href="#s{passage.source + 1}">{path}</a> '
        f"{safe_html(remarks)}</p>"
        f"<p>{safe_html(passage.there)}</p></section>\n"
    )
