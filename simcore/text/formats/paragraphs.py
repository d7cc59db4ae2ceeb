"""Text whose paragraphs tell only at their ends in which cell of which table they stand."""

from simcore.text.formats.writing import Writing, without_halves


class Paragraphs:
    r"""Writes runs down as soon as it is known where their paragraph is.

    ``depth`` is how many tables a paragraph, a cell or the end of a row is in.

    >>> writing = Writing()
    >>> paragraphs = Paragraphs(writing)
    >>> for cell in "a", "b":
    ...     paragraphs.add(cell)
    ...     paragraphs.end_cell(1)
    >>> paragraphs.end_row(1)
    >>> paragraphs.add("after")
    >>> paragraphs.end_paragraph(0)
    >>> writing.text
    'a\tb\nafter\n'
    """

    def __init__(self, writing: Writing) -> None:
        self._writing = writing
        self._line: list[tuple[list[str], str]] = []
        self._rows = 0

    @property
    def filled(self) -> bool:
        """Tell whether something stands in the paragraph that is not ended yet."""
        return bool(self._line)

    def add(self, text: str, mark: str = "") -> None:
        """Add a run, see ``Writing.add``; halves of a character in UTF-16 are joined."""
        if self._line and self._line[-1][1] == mark:
            self._line[-1][0].append(text)
        else:
            self._line.append(([text], mark))

    def end_paragraph(self, depth: int) -> None:
        """End a paragraph."""
        self._write_line(depth)
        self._writing.end_paragraph()

    def end_cell(self, depth: int) -> None:
        """End a cell, with its last paragraph."""
        self.end_paragraph(depth)
        self._writing.end_cell()

    def end_row(self, depth: int) -> None:
        """End a row behind its last cell."""
        self._write_line(depth)
        self._writing.end_row()
        self._rows -= 1

    def end(self) -> None:
        """End what is open."""
        if self._line:
            self.end_paragraph(self._rows)
        self._write_line(0)

    def _write_line(self, depth: int) -> None:
        """Begin rows, or end those whose ends are missing, and write the paragraph."""
        while self._rows < depth:
            self._writing.begin_row()
            self._rows += 1
        while self._rows > depth:
            self._writing.end_row()
            self._rows -= 1
        for parts, mark in self._line:
            self._writing.add(without_halves("".join(parts)), mark)
        self._line.clear()
