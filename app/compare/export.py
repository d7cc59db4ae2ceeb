"""The differences as a self-contained HTML page, for light and dark, or as a patch."""

import contextlib
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from pathlib import Path

from PySide6.QtCore import QIODevice, QSaveFile, Signal
from PySide6.QtWidgets import QWidget

from simcore.diff.align import AlignedRow, Alignment, RowKind, align, detailed
from simcore.diff.html import marked_html, page_head, safe_html
from simcore.diff.matching import InlineChange, Stopped
from simcore.model.reasons import Reason, ReasonCode, SimcoreError, reason_of
from simcore.model.report import Cancelled

from ..i18n import translate
from ..tasks import Task, TaskRunner
from ..widgets import desktop
from .texts import ComparisonRequest, TitledText, aligned, described, page_label

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
    yield f"{page_head(f'{left.title} — {right.title}', _STYLE)}<body>\n"
    count = len(alignment.differences)
    summary = translate("DifferenceHtml", "1 difference")
    if count != 1:
        summary = translate("DifferenceHtml", "{0} differences").format(count)
    yield f"<p>{safe_html(summary)}</p>\n<table>\n"
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
    title, said = safe_html(side.title), described(side)
    return f"{title}<br><small>{safe_html(said)}</small>" if said else title


def _sign(alignment: Alignment, number: int, row: AlignedRow) -> str:
    return "↕" if number in alignment.moved else _SIGNS.get(row.kind, "")


def _number(alignment: Alignment, number: int, *, left: bool) -> str:
    position = (alignment.left_positions if left else alignment.right_positions)[number]
    shown, pages = alignment.margin_number(position, left=left)
    if position < 0 or not shown:
        return ""
    if pages is None:
        return str(shown)
    return safe_html(page_label(pages, shown))


def _cells(alignment: Alignment, number: int, row: AlignedRow, *, left: bool) -> str:
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
    return marked_html(line, [change[:2] if left else change[2:] for change in changes], "mark")


_CONTEXT = 3
_NO_NEWLINE = "\\ No newline at end of file\n"
# UTF-16 and UTF-32 contain zeros, which patch takes for binary data
_WIDE = ("utf-16", "utf-32")


def patch_lines(
    left: str,
    right: str,
    left_name: str,
    right_name: str,
    stop: Callable[[], bool] = lambda: False,
) -> Iterator[str]:
    r"""Yield the lines of a patch from ``left`` to ``right``; none if they are equal.

    Lines end with ``\n`` alone, as ``patch`` requires. Nothing is ignored. Raises ``Stopped``.

    >>> print("".join(patch_lines("a\nb\n", "a\nc\n", "old", "new")), end="")
    --- old
    +++ new
    @@ -1,2 +1,2 @@
     a
    -b
    +c
    """
    # patch does not end lines at a lone \r, so the alignment must not see it
    hidden = str.maketrans({"\r": "\ue00d"})
    given = "\ue00d" not in left and "\ue00d" not in right
    alignment = align(
        left.translate(hidden) if given else left, right.translate(hidden) if given else right, stop
    )
    groups = list(_groups(alignment.differences, len(alignment)))
    if groups:
        yield f"--- {_name(left_name)}\n"
        yield f"+++ {_name(right_name)}\n"
    old, new, kinds = _lines_of(left), _lines_of(right), alignment.kinds
    # how many lines of each side are above a row
    above_old = [0, *accumulate(kind != RowKind.ONLY_RIGHT.value for kind in kinds)]
    above_new = [0, *accumulate(kind != RowKind.ONLY_LEFT.value for kind in kinds)]
    for start, end, differences in groups:
        ranges = _range(above_old[start], above_old[end]), _range(above_new[start], above_new[end])
        yield "@@ -{} +{} @@\n".format(*ranges)
        done = start
        for first, last in [*differences, (end, end)]:
            yield from (_line(" ", line) for line in old[above_old[done] : above_old[first]])
            yield from (_line("-", line) for line in old[above_old[first] : above_old[last]])
            yield from (_line("+", line) for line in new[above_new[first] : above_new[last]])
            done = last


def _lines_of(text: str) -> list[str]:
    lines = text.split("\n")
    lines[:-1] = [line + "\n" for line in lines[:-1]]
    return lines if lines[-1] else lines[:-1]


def _groups(
    differences: Sequence[tuple[int, int]], count: int
) -> Iterator[tuple[int, int, list[tuple[int, int]]]]:
    group: list[tuple[int, int]] = []
    for difference in differences:
        if group and difference[0] - group[-1][1] > 2 * _CONTEXT:
            yield max(0, group[0][0] - _CONTEXT), min(count, group[-1][1] + _CONTEXT), group
            group = []
        group.append(difference)
    if group:
        yield max(0, group[0][0] - _CONTEXT), min(count, group[-1][1] + _CONTEXT), group


def _range(start: int, end: int) -> str:
    length = end - start
    first = start + 1 if length else start
    return str(first) if length == 1 else f"{first},{length}"


def _line(sign: str, line: str) -> str:
    return sign + line if line.endswith("\n") else f"{sign}{line}\n{_NO_NEWLINE}"


def _name(name: str) -> str:
    plain = "".join(one if one.isprintable() else "_" for one in name) or "text"
    return f"{plain}\t" if " " in plain else plain


def patch_bytes(text: str, encoding: str) -> bytes:
    """Encode a patch like the text it is applied to, or else in UTF-8."""
    if encoding and not encoding.startswith(_WIDE):
        try:
            return text.encode(encoding)
        except (UnicodeEncodeError, LookupError):
            pass
    return text.encode("utf-8", errors="replace")


class DifferenceSaver(TaskRunner):
    """Asks for a path and writes; ``saved`` carries it, ``failed`` a message."""

    saved = Signal(object)
    failed = Signal(object)  # Reason | str

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window

    def save_html(self, wish: ComparisonRequest, left: TitledText, right: TitledText) -> None:
        path = self._asked("differences.html", self.tr("HTML files (*.html)"))
        if path is not None:
            self._write(Task(write_html, path, wish, left, right))

    def save_patch(self, left: TitledText, right: TitledText) -> None:
        path = self._asked("differences.patch", self.tr("Patches (*.patch *.diff)"))
        if path is not None:
            self._write(Task(write_patch, path, left, right))

    def _asked(self, name: str, sort: str) -> Path | None:
        title = self.tr("Save the differences")
        return desktop.asked_path(self._window, title, Path.home() / name, sort)

    def _write(self, task: Task) -> None:
        task.succeeded.connect(self.saved)
        task.failed.connect(self.failed)
        self._start(task)


def write_html(
    task: Task, path: Path, wish: ComparisonRequest, left: TitledText, right: TitledText
) -> Path:
    with _explaining_errors(path):
        alignment = aligned(wish, lambda: task.stopping)
        rows, _ = detailed(alignment, lambda: task.stopping)
        with _replacing(path) as write:
            for part in html_page(alignment, rows, left, right, unified=wish.unified):
                task.check()
                write(part.encode())
    return path


def write_patch(task: Task, path: Path, left: TitledText, right: TitledText) -> Path:
    """Write a patch in the encoding of the left document; runs in the task's thread."""
    names = left.name or "left", right.name or "right"
    # the patch applies to the extracted text, not to a file of that format
    old, new = (
        f"{name}.txt" if side.form else name
        for name, side in zip(names, (left, right), strict=True)
    )
    with _explaining_errors(path):
        lines = list(patch_lines(left.text, right.text, old, new, lambda: task.stopping))
        if lines and (left.form or right.form):
            # in English: the encoding of the left text may lack other letters
            lines.insert(0, "Of the texts that variorum text prints of these documents\n")
        data = patch_bytes("".join(lines), left.encoding if left.has_encoding else "utf-8")
        with _replacing(path) as write:
            write(data)
    return path


@contextlib.contextmanager
def _explaining_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except Stopped:
        raise Cancelled from None
    except OSError as error:
        reason = Reason(ReasonCode.OF, (path.name, reason_of(error)))
        raise SimcoreError(reason) from error


@contextlib.contextmanager
def _replacing(path: Path) -> Iterator[Callable[[bytes], object]]:
    """Yield a writer to a file that appears under its name once complete. Raises ``OSError``."""
    file = QSaveFile(str(path))
    if not file.open(QIODevice.OpenModeFlag.WriteOnly):
        raise OSError(file.errorString())
    try:
        yield file.write
    except BaseException:
        file.cancelWriting()
        raise
    if not file.commit():
        raise OSError(file.errorString())
