"""The pages about the engine: the public names as the sources have them, and examples that run."""

import ast
import doctest
import inspect
import re
import shutil
import textwrap
import tomllib
from pathlib import Path

import pytest

import simcore
from api_page import BY_EXAMPLE, PAGE, Name, named_in, page, public_names
from places import ROOT

NAMES = {one.name: one for one in public_names()}
TEXT = PAGE.read_text("utf-8")


@pytest.fixture(autouse=True)
def beside_documents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Go to a folder with a copy of the sample documents in it, as the page says."""
    shutil.copytree(ROOT / "resources" / "demo", tmp_path / "documents")
    monkeypatch.chdir(tmp_path)


def test_the_page_is_made_of_the_sources_of_now() -> None:
    assert page() == TEXT, "run: python packaging/api_page.py"


def test_the_page_and_its_map_have_every_public_name_once() -> None:
    """By the names that Python has when it runs; the map stands before the first of them."""
    assert sorted(re.findall(r"^### (\w+)$", TEXT, re.MULTILINE)) == sorted(simcore.__all__)
    listed = re.findall(r"\[(\w+)\]\(#", TEXT.partition("\n### ")[0])
    assert sorted(listed) == sorted(simcore.__all__)
    # constants by the string below them, as functions and classes by their docstrings
    assert [one.name for one in NAMES.values() if not one.said.strip()] == []


def _parameters(code: str) -> tuple[list[str], ast.FunctionDef]:
    (told,) = ast.parse(code).body
    assert isinstance(told, ast.FunctionDef)
    everything = told.args
    arguments = [*everything.posonlyargs, *everything.args, *everything.kwonlyargs]
    assert all(argument.annotation is not None for argument in arguments)
    return [argument.arg for argument in arguments], told


def test_the_page_has_the_parameters_that_python_has() -> None:
    """Those of a base that is not public are those of the class."""
    for one in NAMES.values():
        value = getattr(simcore, one.name)
        entry = TEXT.partition(f"\n### {one.name}\n")[2].partition("\n### ")[0]
        if isinstance(one.node, ast.FunctionDef):
            code = re.search(r"```python\n(def .*?)\n(?:# [^\n]*\n)*```", entry, re.DOTALL)
            assert code is not None, one.name
            told, function = _parameters(f"{code[1]}: ...")
            assert function.returns is not None
        elif one.name in {"FingerprintIndex", "Journal", "Library"}:
            made = re.search(r"def __init__\((.*?)\) -> None", entry, re.DOTALL)
            assert made is not None, one.name
            told, _ = _parameters(f"def made({made[1]}): ...")
        else:
            continue
        parameters = inspect.signature(value).parameters.values()
        assert told == [
            one.name for one in parameters if one.kind not in {one.VAR_POSITIONAL, one.VAR_KEYWORD}
        ]


def test_each_link_leads_to_what_it_names() -> None:
    """To the section of the first name in it, or of the page by example."""
    links = re.findall(r"\[\W*(?:simcore\.)?(\w+)[^\]]*\]\(#([^)]+)\)", TEXT)
    assert len(links) == TEXT.count("](#")
    headings = _headings(TEXT)
    assert [one for one in links if headings.get(one[1]) not in {one[0], f"simcore.{one[0]}"}] == []
    by_example = _headings(BY_EXAMPLE.read_text("utf-8"))
    elsewhere = re.findall(rf"\[([^\]]*)\]\({BY_EXAMPLE.name}#([^)]*)\)", TEXT)
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


def test_the_version_is_that_of_the_distribution() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert simcore.__version__ == project["version"]


# ---- examples; those of docstrings are tests of their own


def test_the_page_by_example_runs() -> None:
    """From its first line to its last, in one namespace."""
    test = doctest.DocTestParser().get_doctest(
        BY_EXAMPLE.read_text("utf-8"), {}, BY_EXAMPLE.name, str(BY_EXAMPLE), 0
    )
    failed: list[str] = []
    assert len(test.examples) > 20
    assert doctest.DocTestRunner().run(test, out=failed.append).failed == 0, "".join(failed)


def test_every_public_function_and_class_has_an_example() -> None:
    """In its docstring, on the page, or in that of a name that its docstring refers to.

    Of an error what raises it may be named, if that says so: nothing is damaged for an example.
    """
    examples = doctest.DocTestParser().get_examples(BY_EXAMPLE.read_text("utf-8"))
    called = set(re.findall(r"\bsimcore\.(\w+)", "".join(one.source for one in examples)))

    def shown(one: Name) -> bool:
        return ">>>" in one.said or one.name in called

    def is_shown(one: Name) -> bool:
        others = [NAMES[name] for name in named_in(one, NAMES)]
        if isinstance(one.node, ast.FunctionDef):
            return shown(one)
        raised = any(one.name in named_in(other, NAMES) for other in others)
        return shown(one) or raised or any(map(shown, others))

    kinds = ast.FunctionDef | ast.ClassDef
    wanted = [one for one in NAMES.values() if isinstance(one.node, kinds)]
    assert len(wanted) > 40
    assert [one.name for one in wanted if not is_shown(one)] == []


def test_code_in_docstrings_runs() -> None:
    """What stands there as a block, and is no example with an answer."""
    kinds = ast.Module | ast.ClassDef | ast.FunctionDef
    for path in [*(ROOT / "simcore").rglob("*.py"), *(ROOT / "app").rglob("*.py")]:
        source = path.read_text("utf-8")
        for node in ast.walk(ast.parse(source)) if "::\n\n" in source else ():
            said = (ast.get_docstring(node) if isinstance(node, kinds) else None) or ""
            # later blocks go on with what earlier ones made
            names = {name: getattr(simcore, name) for name in simcore.__all__}
            names |= {"Path": Path, "simcore": simcore}
            for block in re.findall(r"::\n\n((?:(?: {4}.*)?\n)+)", f"{said}\n"):
                exec(textwrap.dedent(block), names)  # noqa: S102 - our own
