"""The page of the engine by example runs, and each public function has an example somewhere."""

import ast
import doctest
import re
import shutil
import textwrap
from pathlib import Path

import pytest

import simcore
from api_page import public_names
from manuals import HELP
from places import ROOT

PAGE = HELP / "engine.md"


def test_the_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the first line to the last, in a folder as its first paragraph says."""
    shutil.copytree(ROOT / "resources" / "demo", tmp_path / "documents")
    monkeypatch.chdir(tmp_path)
    examples = doctest.DocTestParser().get_doctest(
        PAGE.read_text("utf-8"), {}, PAGE.name, str(PAGE), 0
    )
    told: list[str] = []
    result = doctest.DocTestRunner().run(examples, out=told.append)
    assert result.attempted > 50
    assert result.failed == 0, "".join(told)


def test_every_public_function_has_an_example() -> None:
    """In its docstring, which the tests run, too, or on the page."""
    code = "\n".join(example.source for example in _examples())
    called = set(re.findall(r"\bsimcore\.(\w+)\(", code))
    functions = [one for one in public_names() if isinstance(one.node, ast.FunctionDef)]
    assert [one.name for one in functions if ">>>" not in one.said and one.name not in called] == []


def test_code_in_docstrings_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What stands there as a block, and is no example with an answer, which others run."""
    shutil.copytree(ROOT / "resources" / "demo", tmp_path / "documents")
    monkeypatch.chdir(tmp_path)
    kinds = ast.Module | ast.ClassDef | ast.FunctionDef
    for path in [*(ROOT / "simcore").rglob("*.py"), *(ROOT / "app").rglob("*.py")]:
        source = path.read_text("utf-8")
        if "::\n\n" not in source:
            continue
        for node in ast.walk(ast.parse(source)):
            said = (ast.get_docstring(node) if isinstance(node, kinds) else None) or ""
            blocks = re.findall(r"::\n\n((?:(?: {4}.*)?\n)+)", f"{said}\n")
            names = _public() if blocks else {}  # later blocks go on with what earlier ones made
            for block in blocks:
                exec(textwrap.dedent(block), names)  # noqa: S102 - our own


def _public() -> dict[str, object]:
    return {"Path": Path, "simcore": simcore} | {
        name: getattr(simcore, name) for name in simcore.__all__
    }


def _examples() -> list[doctest.Example]:
    return doctest.DocTestParser().get_examples(PAGE.read_text("utf-8"))
