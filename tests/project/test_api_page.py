"""The page of the public names is what the sources say; all of it is typed and explained."""

import ast
import inspect
import re

import pytest

import simcore
from api_page import BY_EXAMPLE, PAGE, page, public_names
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
        rf"^### {name}\n\n```python\n(def .*?)\n(?:# [^\n]*\n)*```",
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


def test_the_map_leads_to_every_public_name() -> None:
    """It is the list before the first section of names; some are named in the table above, too."""
    head, _, _ = PAGE.read_text("utf-8").partition("\n### ")
    listed = re.findall(r"\[(\w+)\]\(#", head)
    assert sorted(listed) == sorted(simcore.__all__)


def test_each_link_leads_to_what_it_names() -> None:
    """To the section of the first name in it, or of the page by example."""
    text = PAGE.read_text("utf-8")
    links = re.findall(r"\[\W*(?:simcore\.)?(\w+)[^\]]*\]\(#([^)]+)\)", text)
    assert len(links) == text.count("](#")
    headings = _headings(text)
    assert [one for one in links if headings.get(one[1]) not in {one[0], f"simcore.{one[0]}"}] == []

    by_example = _headings(BY_EXAMPLE.read_text("utf-8"))
    elsewhere = re.findall(rf"\[([^\]]*)\]\({BY_EXAMPLE.name}#([^)]*)\)", text)
    assert elsewhere
    assert [one for one in elsewhere if by_example.get(one[1]) != one[0]] == []


def _headings(text: str) -> dict[str, str]:
    """Return headings by what sites that show Markdown call them: a number tells two apart."""
    found: dict[str, str] = {}
    plain = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    for heading in re.findall(r"^#+ (.*)$", plain, re.MULTILINE):
        word = "".join(c for c in heading.lower().replace(" ", "-") if c in "-_" or c.isalnum())
        names = (word, *(f"{word}-{number}" for number in range(1, 9)))
        found[next(name for name in names if name not in found)] = heading
    return found


def test_a_class_has_what_it_is_made_of_and_a_word_its_meaning() -> None:
    """By what Python says: the parameters of a base that is not public are those of the class."""
    page_now = PAGE.read_text("utf-8")
    for kind in (simcore.FingerprintIndex, simcore.Journal, simcore.Library):
        entry = page_now.partition(f"\n### {kind.__name__}\n")[2].partition("\n### ")[0]
        told = re.search(r"def __init__\((.*?)\) -> None", entry, re.DOTALL)
        assert told is not None
        (made,) = ast.parse(f"def made({told[1]}): ...").body
        assert isinstance(made, ast.FunctionDef)
        named = [one.arg for one in [*made.args.args, *made.args.kwonlyargs]]
        assert named == list(inspect.signature(kind).parameters)
    assert "\n# USUAL_RECIPE = 'default'\n" in page_now
    assert "doctest:" not in page_now


def test_every_public_name_is_explained() -> None:
    """Constants by the string below them, as functions and classes by their docstrings."""
    assert [one.name for one in NAMES if not one.said.strip()] == []


def test_the_version_is_that_of_the_distribution() -> None:
    import tomllib  # noqa: PLC0415 - of this test alone

    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert simcore.__version__ == project["version"]
