"""Runs notebooks without Jupyter: their cells in order, in one namespace, by Python alone."""

import ast
import json
from pathlib import Path


class CellError(Exception):
    """A cell failed, or is none that Python alone runs; ``str()`` names notebook and cell."""


def code_cells(path: Path) -> list[str]:
    """Return the code of a notebook (nbformat 4), cell by cell. Raises ``CellError``."""
    notebook = json.loads(path.read_text("utf-8"))
    if notebook.get("nbformat") != 4 or not isinstance(notebook.get("cells"), list):
        raise CellError(f"{path.name} is no notebook of nbformat 4")
    return ["".join(one["source"]) for one in notebook["cells"] if one["cell_type"] == "code"]


def run_notebook(path: Path) -> list[object]:
    """Run all cells as Jupyter does; return the value of the last line of each, None without one.

    Magics and commands of a shell are refused. Raises ``CellError`` from what a cell raised.
    """
    namespace: dict[str, object] = {"__name__": "__main__"}
    values: list[object] = []
    for number, source in enumerate(code_cells(path), 1):
        name = f"{path.name}, cell {number}"
        try:
            tree = ast.parse(source, name)
        except SyntaxError as error:
            raise CellError(f"{name}: not Python alone: {error.msg}") from error
        last = tree.body[-1] if tree.body else None
        value: object = None
        try:
            if isinstance(last, ast.Expr):
                tree.body.pop()
                exec(compile(tree, name, "exec"), namespace)  # noqa: S102 - our own notebooks
                value = eval(compile(ast.Expression(last.value), name, "eval"), namespace)  # noqa: S307
            else:
                exec(compile(tree, name, "exec"), namespace)  # noqa: S102 - our own notebooks
        except Exception as error:
            raise CellError(f"{name}: {type(error).__name__}: {error}") from error
        values.append(value)
    return values
