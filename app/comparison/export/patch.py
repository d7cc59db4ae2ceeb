"""The differences as a unified diff, as the program ``patch`` applies it."""

from collections.abc import Callable, Iterator, Sequence

from ..align.alignment import align
from ..align.rows import RowKind

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
    r"""Yield the lines of a patch that makes ``right`` of ``left``; none when they are equal.

    Lines end with ``\n`` alone, as ``patch`` has it. Nothing is ignored. Raises ``Stopped``.

    >>> print("".join(patch_lines("a\nb\n", "a\nc\n", "old", "new")), end="")
    --- old
    +++ new
    @@ -1,2 +1,2 @@
     a
    -b
    +c
    """
    # A lone \r is no end of a line to patch, so it is hidden from the alignment.
    hidden = str.maketrans({"\r": "\ue00d"})
    given = "\ue00d" not in left and "\ue00d" not in right
    alignment = align(
        left.translate(hidden) if given else left, right.translate(hidden) if given else right, stop
    )
    rows = _Rows(left, right, alignment.kinds)
    groups = list(_groups(alignment.differences, len(alignment)))
    if groups:
        yield f"--- {_name(left_name)}\n"
        yield f"+++ {_name(right_name)}\n"
    for start, end, differences in groups:
        yield from rows.hunk(start, end, differences)


class _Rows:
    """Iterates over the rows, and tracks the line of either side."""

    def __init__(self, left: str, right: str, kinds: str) -> None:
        self._left, self._right = left.split("\n"), right.split("\n")
        for lines in (self._left, self._right):
            lines[:-1] = [line + "\n" for line in lines[:-1]]
            if not lines[-1]:
                lines.pop()
        self._kinds = kinds
        self._row = self._a = self._b = 0

    def _skip(self, row: int) -> None:
        """Go on to a row."""
        passed = self._kinds[self._row : row]
        self._a += len(passed) - passed.count(RowKind.ONLY_RIGHT.value)
        self._b += len(passed) - passed.count(RowKind.ONLY_LEFT.value)
        self._row = row

    def hunk(self, start: int, end: int, differences: Sequence[tuple[int, int]]) -> Iterator[str]:
        """Yield the lines of a hunk."""
        self._skip(start)
        a, b = self._a, self._b
        lines: list[str] = []
        for first, last in [*differences, (end, end)]:
            here = self._a
            self._skip(first)
            lines += [_line(" ", line) for line in self._left[here : self._a]]
            here, there = self._a, self._b
            self._skip(last)
            lines += [_line("-", line) for line in self._left[here : self._a]]
            lines += [_line("+", line) for line in self._right[there : self._b]]
        yield f"@@ -{_range(a, self._a)} +{_range(b, self._b)} @@\n"
        yield from lines


def _groups(
    differences: Sequence[tuple[int, int]], count: int
) -> Iterator[tuple[int, int, list[tuple[int, int]]]]:
    """Join differences whose contexts meet."""
    group: list[tuple[int, int]] = []
    for difference in differences:
        if group and difference[0] - group[-1][1] > 2 * _CONTEXT:
            yield max(0, group[0][0] - _CONTEXT), min(count, group[-1][1] + _CONTEXT), group
            group = []
        group.append(difference)
    if group:
        yield max(0, group[0][0] - _CONTEXT), min(count, group[-1][1] + _CONTEXT), group


def _range(start: int, end: int) -> str:
    """Write a range of lines as a hunk's heading has it."""
    length = end - start
    first = start + 1 if length else start
    return str(first) if length == 1 else f"{first},{length}"


def _line(sign: str, line: str) -> str:
    return sign + line if line.endswith("\n") else f"{sign}{line}\n{_NO_NEWLINE}"


def _name(name: str) -> str:
    r"""Return a file's name on one line; a tab terminates it if it has spaces."""
    plain = "".join(one if one.isprintable() else "_" for one in name) or "text"
    return f"{plain}\t" if " " in plain else plain


def patch_bytes(text: str, encoding: str) -> tuple[bytes, str]:
    """Write a patch in the encoding of the text that it is applied to, or else in UTF-8.

    Returns the bytes, and the encoding that was used.
    """
    if encoding and not encoding.startswith(_WIDE):
        try:
            return text.encode(encoding), encoding
        except (UnicodeEncodeError, LookupError):
            pass
    return text.encode("utf-8", errors="replace"), "utf-8"
