"""The differences as one HTML page that needs nothing else, readable in light and in dark."""

from collections.abc import Iterator, Sequence
from html import escape

from PySide6.QtCore import QCoreApplication

from ..align.inline import InlineChange
from ..align.rows import AlignedRow, Alignment, RowKind
from ..align.visible_text import body_length, shown, unhidden
from ..heading_words import described
from ..page_words import page_label
from ..titled_text import TitledText

translate = QCoreApplication.translate  # the name lupdate looks for

_STYLE = """
:root { color-scheme: light dark; --line: #767676; --left: #fdf0e1; --left-mark: #fbcf99;
  --left-edge: #b35900; --right: #e6f0fb; --right-mark: #b3d3f5; --right-edge: #0b5cad;
  --none: #f0f0f0; --text: #111; --paper: #fff; }
@media (prefers-color-scheme: dark) { :root { --line: #9a9a9a; --left: #3b2b18;
  --left-mark: #7a4a12; --left-edge: #ffb05c; --right: #192c40; --right-mark: #1f5587;
  --right-edge: #7cc0ff; --none: #2a2a2a; --text: #f0f0f0; --paper: #1e1e1e; } }
body { margin: 1em; color: var(--text); background: var(--paper);
  font-family: system-ui, "Noto Sans CJK SC", "Microsoft YaHei", "PingFang SC", sans-serif; }
table { border-collapse: collapse; width: 100%; table-layout: fixed; }
td, th { vertical-align: top; padding: 0 .4em; text-align: left; }
td { white-space: pre-wrap; overflow-wrap: anywhere; font-family: "Sarasa Mono SC",
  "Noto Sans Mono CJK SC", "WenQuanYi Zen Hei Mono", NSimSun, monospace; }
.n { width: 4.5em; text-align: right; color: var(--line); user-select: none; }
.s { width: 1.5em; text-align: center; user-select: none; }
.l { background: var(--left); } .r { background: var(--right); } .o { background: var(--none); }
.l mark { background: var(--left-mark); border-bottom: 2px solid var(--left-edge); }
.r mark { background: var(--right-mark); border-bottom: 2px solid var(--right-edge); }
mark { color: inherit; } mark:empty { padding-left: 2px; }
"""


_SIGNS = {RowKind.ONLY_LEFT: "−", RowKind.ONLY_RIGHT: "+", RowKind.CHANGED: "~"}


def html_page(
    alignment: Alignment,
    rows: Sequence[AlignedRow],
    left: TitledText,
    right: TitledText,
    *,
    unified: bool,
) -> Iterator[str]:
    """Yield a page, part by part, with all rows: opposite each other, or one below the other."""
    title = f"{left.title} — {right.title}".encode(errors="replace").decode()
    yield (
        f'<!DOCTYPE html>\n<html>\n<head>\n<meta charset="utf-8">\n<title>{escape(title)}</title>\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n"
    )
    count = len(alignment.differences)
    summary = translate("DifferenceHtml", "1 difference")
    if count != 1:
        summary = translate("DifferenceHtml", "{0} differences").format(count)
    yield f"<p>{escape(summary)}</p>\n<table>\n"
    if unified:
        yield (
            '<colgroup><col class="n"><col class="n"><col class="s"><col></colgroup>\n'
            f'<tr><th colspan="4">− {_heading(left)}<br>+ {_heading(right)}</th></tr>\n'
        )
        yield from _unified(alignment, rows)
    else:
        yield (
            '<colgroup><col class="n"><col class="s"><col><col class="n"><col class="s"><col>'
            f'</colgroup>\n<tr><th colspan="3">{_heading(left)}</th>'
            f'<th colspan="3">{_heading(right)}</th></tr>\n'
        )
        for number, row in enumerate(rows):
            cells = _cells(alignment, number, row, left=True)
            yield f"<tr>{cells}{_cells(alignment, number, row, left=False)}</tr>\n"
    yield "</table>\n</body>\n</html>\n"


def _heading(side: TitledText) -> str:
    said = described(side)
    return f"{_safe(side.title)}<br><small>{_safe(said)}</small>" if said else _safe(side.title)


def _safe(text: str) -> str:
    """Escape a text; lone surrogates, which no encoding has, become question marks."""
    return escape(text.encode(errors="replace").decode(), quote=False)


def _sign(alignment: Alignment, number: int, row: AlignedRow) -> str:
    if number in alignment.moved:
        return "↕"
    return _SIGNS.get(row.kind, "")


def _number(alignment: Alignment, number: int, *, left: bool) -> str:
    position = (alignment.left_positions if left else alignment.right_positions)[number]
    shown, pages = alignment.margin_number(position, left=left)
    if position < 0 or not shown:
        return ""
    if pages is None:
        return str(shown)
    return _safe(page_label(pages, shown))


def _cells(alignment: Alignment, number: int, row: AlignedRow, *, left: bool) -> str:
    """Return number, sign and text of one side."""
    line = row.left if left else row.right
    plain = row.kind not in _SIGNS
    if line is None:
        ground = "" if plain else "o"
        return f'<td class="n"></td><td class="s"></td><td class="{ground}"></td>'
    side = "" if plain else "l" if left else "r"
    return (
        f'<td class="n">{_number(alignment, number, left=left)}</td>'
        f'<td class="s">{_sign(alignment, number, row)}</td>'
        f'<td class="{side}">{_marked(line, row.changes, left=left)}</td>'
    )


def _unified(alignment: Alignment, rows: Sequence[AlignedRow]) -> Iterator[str]:
    done = 0
    for start, end in [*alignment.differences, (len(rows), len(rows))]:
        for number in range(done, start):
            yield _unified_row(alignment, number, rows[number], "")
        for side in ("l", "r"):
            for number in range(start, end):
                if (rows[number].left if side == "l" else rows[number].right) is not None:
                    yield _unified_row(alignment, number, rows[number], side)
        done = end


def _unified_row(alignment: Alignment, number: int, row: AlignedRow, side: str) -> str:
    first = _number(alignment, number, left=True) if side != "r" else ""
    second = _number(alignment, number, left=False) if side != "l" else ""
    sign = {"l": "−", "r": "+"}.get(side, "")
    if number in alignment.moved:
        sign = "↕"
    right = side == "r" or row.left is None
    text = _marked((row.right if right else row.left) or "", row.changes, left=not right)
    return (
        f'<tr><td class="n">{first}</td><td class="n">{second}</td><td class="s">{sign}</td>'
        f'<td class="{side}">{text}</td></tr>\n'
    )


def _marked(line: str, changes: Sequence[InlineChange], *, left: bool) -> str:
    """Return a line with its differences marked."""
    spans = [change[:2] if left else change[2:] for change in changes]
    body = body_length(line)
    if any(end > body for _, end in spans):
        body = len(line)
    text = unhidden(shown(line[:body]), spans)
    pieces: list[str] = []
    done = 0
    for start, end in spans:
        pieces += [_safe(text[done:start]), "<mark>", _safe(text[start:end]), "</mark>"]
        done = end
    return "".join([*pieces, _safe(text[done:])])
