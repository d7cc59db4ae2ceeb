"""The page of the engine by example runs, and each public function and class has an example."""

import ast
import doctest
import importlib
import re
import shutil
import tempfile
import textwrap
from pathlib import Path

import pytest

import simcore
from api_page import named_in, public_names
from at_hand import at_hand, is_shown
from manuals import HELP
from places import ROOT
from simcore.files.moves import Trash

PAGE = HELP / "engine.md"


def test_the_page_runs_and_each_public_class_has_an_example(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page from its first line to its last, in a folder as its first paragraph says.

    A class has an example where a value of it is at hand, in its docstring or in a section of the
    page that names it; or where its docstring names a function or another class that has such an
    example: what returns it, or is made of it. Of an error what raises it may be named, if that
    says so: what is kept for a user is not damaged for an example, which somebody may try.
    """
    names = {one.name: one for one in public_names()}
    _beside_documents(tmp_path, monkeypatch)
    known: dict[str, object] = {}
    shown: dict[str, set[type]] = {name: set() for name in names}
    for section in re.split(r"^(?=## )", PAGE.read_text("utf-8"), flags=re.MULTILINE):
        types = at_hand(section, PAGE.name, known)
        for name in _named(section):
            shown[name] |= types
    for one in names.values():
        if ">>>" in one.said:
            _beside_documents(tmp_path, monkeypatch)
            inside = vars(importlib.import_module(f"simcore.{one.module}"))
            known = inside | {"Path": Path, "simcore": simcore}
            shown[one.name] |= at_hand(one.said, one.name, known)

    classes = [one for one in names.values() if isinstance(one.node, ast.ClassDef)]
    assert len(classes) > 20
    without = []
    for one in classes:
        kind = getattr(simcore, one.name)
        by = [name for name in (one.name, *named_in(one, names)) if is_shown(kind, shown[name])]
        if issubclass(kind, Exception):
            by += [
                name for name in named_in(one, names) if one.name in named_in(names[name], names)
            ]
        if not by:
            without.append(one.name)
    assert without == []


def test_what_only_names_a_class_does_not_show_it() -> None:
    """The class itself is no value of it, nor is a value of another one."""
    types = at_hand(">>> kind = simcore.Pair, simcore.Kind('part')", "e", {"simcore": simcore})
    assert is_shown(simcore.Kind, types)
    assert not is_shown(simcore.Pair, types)
    assert not is_shown(Trash, types)


def _beside_documents(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Go to a new folder, with a copy of the sample documents in it."""
    beside = Path(tempfile.mkdtemp(dir=folder))
    shutil.copytree(ROOT / "resources" / "demo", beside / "documents")
    monkeypatch.chdir(beside)


def _named(section: str) -> set[str]:
    """Return the public names that a section's examples have."""
    examples = doctest.DocTestParser().get_examples(section)
    return set(re.findall(r"\bsimcore\.(\w+)", "".join(one.source for one in examples)))


def test_every_public_function_has_an_example() -> None:
    """In its docstring, which the tests run, too, or on the page."""
    examples = doctest.DocTestParser().get_examples(PAGE.read_text("utf-8"))
    code = "".join(example.source for example in examples)
    called = set(re.findall(r"\bsimcore\.(\w+)\(", code))
    functions = [one for one in public_names() if _is_function(one.node)]
    assert [one.name for one in functions if ">>>" not in one.said and one.name not in called] == []


def _is_function(node: ast.stmt) -> bool:
    """Return whether it is one, or a method of a value under a name of its own."""
    if isinstance(node, ast.AnnAssign):
        return ast.unparse(node.annotation).startswith("Callable[")
    return isinstance(node, ast.FunctionDef)


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
