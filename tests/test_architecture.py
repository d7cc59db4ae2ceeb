"""The layer rules and the public surface: rules without a test decay."""

import ast
import inspect
from pathlib import Path

import pytest

import simcore

ROOT = Path(__file__).parents[1]
ENGINE = sorted((ROOT / "simcore").glob("*.py"))
WINDOW = sorted((ROOT / "app").glob("*.py"))
# what each stage may import beside records, errors, config and progress: the stages to its left
ORDER = (
    "errors config progress records memo marks fingerprint segment blocks schema decode "
    "extract variants characters tokens shingles masking numbers_only postings passages "
    "packing patterns scanner worker pool reading weights features recipes database documents "
    "known batch digest threads buckets coverings pairs index remembered proposals verify "
    "jobs warm kinds holders leaders members pair_table made grouper groups removal report "
    "explain similar comparisons pipeline console options terminal planner plan_command "
    "labels evaluate plot evaluate_command cli"
).split()


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name} imports relatively"
            found.add(node.module or "")
    return found


def test_there_is_something_to_check() -> None:
    assert len(ENGINE) > 15
    assert len(WINDOW) > 10


@pytest.mark.parametrize("path", ENGINE, ids=lambda path: path.stem)
def test_engine_knows_no_window(path: Path) -> None:
    roots = {name.split(".")[0] for name in imports(path)}
    assert not roots & {"app", "PySide6", "shiboken6"}


@pytest.mark.parametrize("path", WINDOW, ids=lambda path: path.stem)
def test_window_uses_public_names_only(path: Path) -> None:
    inner = {name for name in imports(path) if name.startswith("simcore.")}
    assert inner <= ({"simcore.cli"} if path.stem == "__main__" else set())


@pytest.mark.parametrize("path", ENGINE, ids=lambda path: path.stem)
def test_stages_look_to_their_left(path: Path) -> None:
    if path.stem == "__init__":
        return
    place = ORDER.index(path.stem)
    for name in imports(path):
        if name.startswith("simcore."):
            assert ORDER.index(name.split(".")[1]) < place, f"{path.stem} imports {name}"


@pytest.mark.parametrize("path", ENGINE, ids=lambda path: path.stem)
def test_sql_stays_in_its_rooms(path: Path) -> None:
    uses_sql = ".execute(" in path.read_text(encoding="utf-8")
    assert not uses_sql or path.stem in {"schema", "database", "batch", "index"}


def test_public_surface_is_sorted_and_complete() -> None:
    names = simcore.__all__
    assert names == sorted(
        names, key=lambda name: (not name.isupper(), not name[0].isupper(), name)
    )
    public = {name for name in vars(simcore) if not name.startswith("_")}
    modules = {name for name in public if inspect.ismodule(getattr(simcore, name))}
    # a function may have its module's name, which it then hides
    assert public - modules == set(names)


@pytest.mark.parametrize("name", simcore.__all__)
def test_public_names_are_documented(name: str) -> None:
    value = getattr(simcore, name)
    if inspect.isclass(value) or inspect.isfunction(value):
        assert (value.__doc__ or "").strip()


def test_text_files_name_no_host_or_machine_path() -> None:
    forbidden = ("pypi" + ".org", "npmjs" + ".org", "files.pythonhosted" + ".org", "/roo" + "t/")
    suffixes = {".py", ".md", ".toml", ".yml", ".xml", ".desktop", ".spec", ".txt"}
    folders = ("app", "simcore", "tests", "packaging", "benchmarks", ".ci", "resources")
    paths = [path for name in folders for path in (ROOT / name).rglob("*") if path.is_file()]
    paths += ROOT.glob("*.md")
    for path in paths:
        if path.suffix in suffixes and "demo" not in path.parts:
            text = path.read_text(encoding="utf-8")
            assert not [word for word in forbidden if word in text], path
