"""The notebooks that users get run from the first cell to the last, and have no output."""

import json
from pathlib import Path

import pytest

from manuals import HELP
from notebooks import CellError, code_cells, run_notebook

NOTEBOOKS = sorted(HELP.glob("*.ipynb"))


def written(path: Path, *cells: str, kind: str = "code") -> Path:
    made = [{"cell_type": kind, "metadata": {}, "source": cell.splitlines(True)} for cell in cells]
    text = json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": made})
    path.write_text(text, "utf-8")
    return path


def test_cells_run_in_one_namespace_and_show_their_last_line(tmp_path: Path) -> None:
    path = written(tmp_path / "a.ipynb", "x = 2\nx", "y = x + 1", "f'{x} 份合同'\n", "")
    assert run_notebook(path) == [2, None, "2 份合同", None]


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        (("x = 1", "1 / 0"), "a.ipynb, cell 2: ZeroDivisionError"),
        (("%matplotlib inline",), "a.ipynb, cell 1: not Python alone"),
        (("!ls",), "a.ipynb, cell 1: not Python alone"),
        (("y", "y = 1"), "a.ipynb, cell 1: NameError"),
    ],
)
def test_a_cell_that_fails_is_named(tmp_path: Path, cells: tuple[str, ...], said: str) -> None:
    with pytest.raises(CellError, match=said):
        run_notebook(written(tmp_path / "a.ipynb", *cells))


def test_what_is_no_notebook_is_named(tmp_path: Path) -> None:
    path = tmp_path / "b.ipynb"
    path.write_text('{"worksheets": []}', "utf-8")
    with pytest.raises(CellError, match=r"b\.ipynb is no notebook"):
        code_cells(path)
    assert code_cells(written(tmp_path / "c.ipynb", "# 标题", kind="markdown")) == []


def test_each_notebook_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for path in NOTEBOOKS:
        assert code_cells(path)
        run_notebook(path)


def test_the_notebook_finds_what_it_has_planted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All but what was rewritten by a third, and nothing else; its picture is a picture."""
    monkeypatch.chdir(tmp_path)
    values = run_notebook(HELP / "notebook.ipynb")
    assert (51, {"rewritten"}, 0) in values
    assert (tmp_path / "pairs.png").read_bytes().startswith(b"\x89PNG")


def test_notebooks_are_saved_without_output() -> None:
    for path in NOTEBOOKS:
        for cell in json.loads(path.read_text("utf-8"))["cells"]:
            assert not cell.get("outputs")
            assert cell.get("execution_count") is None
