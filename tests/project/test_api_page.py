"""The page of the public names is what the sources say; all of it is typed and explained."""

import ast
import inspect
import re

import pytest

import simcore
from api_page import PAGE, page, public_names
from places import ROOT

NAMES = list(public_names())
FUNCTIONS = [one for one in NAMES if isinstance(one.node, ast.FunctionDef)]


def test_the_page_is_made_of_the_sources_of_now() -> None:
    assert PAGE.read_text("utf-8") == page(), "run: python packaging/api_page.py"


def test_the_page_has_every_public_name_once() -> None:
    """By the names that Python has when it runs."""
    listed = re.findall(r"^### (\w+)$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert sorted(listed) == sorted(simcore.__all__)


@pytest.mark.parametrize("one", FUNCTIONS, ids=lambda one: one.name)
def test_the_page_has_the_parameters_that_python_has(one: object) -> None:
    name = one.name  # type: ignore[attr-defined] # a Name, which parametrize hides
    signature = inspect.signature(getattr(simcore, name))
    entry = re.search(
        rf"^### {name}\n\n```python\n(def .*?)\n```",
        PAGE.read_text("utf-8"),
        re.MULTILINE | re.DOTALL,
    )
    assert entry is not None
    (told,) = ast.parse(f"{entry[1]}: ...").body
    assert isinstance(told, ast.FunctionDef)
    everything = told.args
    arguments = [*everything.posonlyargs, *everything.args, *everything.kwonlyargs]
    assert [argument.arg for argument in arguments] == [
        parameter.name
        for parameter in signature.parameters.values()
        if parameter.kind not in {parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD}
    ]
    assert all(argument.annotation is not None for argument in arguments)
    assert told.returns is not None


def test_every_public_name_is_explained() -> None:
    """Constants by the string below them, as functions and classes by their docstrings."""
    assert [one.name for one in NAMES if not one.said.strip()] == []


def test_the_version_is_that_of_the_distribution() -> None:
    import tomllib  # noqa: PLC0415 - of this test alone

    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert simcore.__version__ == project["version"]
