"""Jupyter notebooks: the cells in their order, without outputs. The format is JSON.

What the cells put out is beside the words: it follows from them, and differs from run to run.
"""

import json
from collections.abc import Iterator

from simcore.model.errors import ReadError, damaged
from simcore.model.reason_codes import ReasonCode
from simcore.model.records import DecodedText
from simcore.text.formats.titles import markdown_title
from simcore.text.formats.writing import without_halves
from simcore.text.visible import laid_out

_MOST_VALUES = 3_000_000
"""JSON of 64 MB may hold more lists than fit into memory; a notebook is mostly long texts."""


def read(data: bytes, _encoding: str | None) -> DecodedText:
    """Return the sources of the cells. Raises ``ReadError``."""
    if sum(map(data.count, (b",", b"[", b"{"))) > _MOST_VALUES:
        raise ReadError(ReasonCode.UNPACKS_TOO_LARGE, "64")
    try:
        found = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise damaged(str(error)) from error
    notebook = found if isinstance(found, dict) else {}
    cells = list(_cells(notebook))
    if not cells and not isinstance(notebook.get("cells", notebook.get("worksheets")), list):
        raise damaged("cells")
    codes = (laid_out(source) for kind, source in cells if kind == "code")
    return DecodedText(
        "".join(f"{source.rstrip()}\n\n" for _, source in cells if source.strip()),
        "utf-8",
        lossy=False,
        # other indentation is another program
        marks=tuple(code for code in codes if "\n " in code or "\n\t" in code),
        title=markdown_title("\n\n".join(prose for kind, prose in cells if kind == "markdown")),
    )


def _cells(notebook: dict[str, object]) -> Iterator[tuple[str, str]]:
    """Yield the kind and the source of each cell; before version 4 they stand in worksheets."""
    sheets = notebook.get("worksheets")
    lists = [notebook.get("cells")]
    if isinstance(sheets, list):
        lists += [sheet.get("cells") for sheet in sheets if isinstance(sheet, dict)]
    for cells in lists:
        for cell in cells if isinstance(cells, list) else ():
            if isinstance(cell, dict):
                source = cell.get("source", cell.get("input", ""))
                if isinstance(source, list):
                    source = "".join(part for part in source if isinstance(part, str))
                if isinstance(source, str):
                    # JSON may hold half of a character
                    yield str(cell.get("cell_type")), without_halves(source)
