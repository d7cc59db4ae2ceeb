"""The files for desktops and the build: well-formed, in step with the project and its files."""

import ast
import configparser
import re
import shutil
import subprocess
import sys
import tomllib
import xml.etree.ElementTree as ET
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from places import ROOT

PACKAGING = ROOT / "packaging"
ID = "org.variorum.Variorum"
DESKTOP = PACKAGING / f"{ID}.desktop"
METAINFO = PACKAGING / f"{ID}.metainfo.xml"
SPEC = PACKAGING / "variorum.spec"
README = ROOT / "README.md"
WORKFLOW = ROOT / ".github" / "workflows" / "check.yml"
LEFT_OUT = {"libwayland-client0", "libwayland-cursor0"}  # tests have no such screen
LANGUAGES = ("zh_CN", "zh_TW")
LANG = "{http://www.w3.org/XML/1998/namespace}lang"


@pytest.fixture
def project() -> dict[str, object]:
    document = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    table = document["project"]
    assert isinstance(table, dict)
    return table


@pytest.fixture
def entry() -> configparser.SectionProxy:
    parser = configparser.ConfigParser(interpolation=None, delimiters=("=",), strict=True)
    parser.optionxform = str  # type: ignore[assignment,method-assign]  # the documented way to keep case
    parser.read_string(DESKTOP.read_text("utf-8"))
    assert parser.sections() == ["Desktop Entry"]
    return parser["Desktop Entry"]


@pytest.fixture
def metainfo() -> ET.Element:
    return ET.parse(METAINFO).getroot()  # noqa: S314 - our own file


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def test_desktop_entry_starts_the_program(
    entry: configparser.SectionProxy, project: dict[str, object]
) -> None:
    assert entry["Type"] == "Application"
    assert entry["Icon"] == ID
    assert entry["Terminal"] == "false"
    program, files = entry["Exec"].split()
    assert project["scripts"] == {program: "variorum.__main__:main"}
    assert entry["TryExec"] == program
    assert files == "%F", "several folders at once"
    assert "inode/directory" in entry["MimeType"].split(";")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", ["Name", "GenericName", "Comment", "Keywords"])
def test_desktop_entry_speaks_chinese(
    entry: configparser.SectionProxy, key: str, language: str
) -> None:
    text = entry[f"{key}[{language}]"]
    assert text != entry[key]
    assert any("\u4e00" <= character <= "\u9fff" for character in text)


def test_lists_end_with_a_semicolon(entry: configparser.SectionProxy) -> None:
    for key, value in entry.items():
        if key.partition("[")[0] in {"Categories", "Keywords", "MimeType"}:
            assert value.endswith(";"), key


def test_metainfo_names_the_program(metainfo: ET.Element, project: dict[str, object]) -> None:
    assert metainfo.get("type") == "desktop-application"
    assert metainfo.findtext("id") == ID
    assert metainfo.findtext("launchable") == DESKTOP.name
    assert metainfo.findtext("icon") == ID
    assert metainfo.findtext("metadata_license") == str(project["license"]).split(" AND ")[0]
    assert metainfo.findtext("project_license") == project["license"]
    assert metainfo.findtext("provides/binary") == "variorum"
    authors = project["authors"]
    assert authors == [{"name": metainfo.findtext("developer/name")}]


def test_newest_release_is_the_projects_version(
    metainfo: ET.Element, project: dict[str, object]
) -> None:
    releases = metainfo.findall("releases/release")
    assert releases[0].get("version") == project["version"]
    dates = [release.get("date", "") for release in releases]
    assert dates == sorted(dates, reverse=True)


def test_metainfo_speaks_chinese_wherever_it_speaks(metainfo: ET.Element) -> None:
    """Each text is followed by its translations: every tag counts the same in each language."""
    for tag in ("name", "summary", "developer/name", "description/p", "description/ul/li"):
        texts = metainfo.findall(tag)
        plain = [node for node in texts if node.get(LANG) is None]
        assert plain, tag
        for language in LANGUAGES:
            assert len([n for n in texts if n.get(LANG) == language]) == len(plain), tag


def test_texts_fit_a_software_centre(metainfo: ET.Element) -> None:
    for summary in metainfo.findall("summary"):
        text = summary.text or ""
        assert len(text) <= 60
        assert not text.endswith((".", "。"))


def test_desktop_file_validate_has_nothing_to_say() -> None:
    if not shutil.which("desktop-file-validate"):
        pytest.skip("desktop-file-validate is not installed")
    result = run("desktop-file-validate", str(DESKTOP))
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


def test_appstreamcli_finds_no_error_and_no_warning() -> None:
    if not shutil.which("appstreamcli"):
        pytest.skip("appstreamcli is not installed")
    result = run("appstreamcli", "validate", "--no-net", "--pedantic", "--no-color", str(METAINFO))
    report = result.stdout + result.stderr
    assert result.returncode == 0, report
    assert not [line for line in report.splitlines() if line.startswith(("E:", "W:"))], report


@pytest.fixture
def spec() -> ast.Module:
    return ast.parse(SPEC.read_text("utf-8"), SPEC.name)


def literal(spec: ast.Module, name: str) -> list[str]:
    """Return a list of strings that the spec assigns to ``name``."""
    for node in spec.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name:
            return list(ast.literal_eval(node.value))
    raise AssertionError(name)


def joined_path(node: ast.expr) -> Path | None:
    """Return the path of an expression ``ROOT / "a" / "b"``; None for any other expression."""
    if isinstance(node, ast.Name):
        return {"ROOT": ROOT, "RESOURCES": ROOT / "resources"}.get(node.id)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
        left = joined_path(node.left)
        if left is not None and isinstance(node.right, ast.Constant):
            return left / str(node.right.value)
    return None


def test_spec_compiles(spec: ast.Module) -> None:
    compile(spec, SPEC.name, "exec")


def test_spec_names_files_that_exist(spec: ast.Module) -> None:
    paths = {
        path
        for node in ast.walk(spec)
        if isinstance(node, ast.expr) and (path := joined_path(node))
    }
    assert PACKAGING / "program.py" in paths
    assert ROOT / "resources" / "demo" in paths
    assert ROOT / "resources" / "icons" in paths
    assert [path for path in paths if not path.exists()] == []


def imported(tree: ast.Module) -> set[str]:
    """Return the names of all modules that a file imports, wherever in it."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module)
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return names


@cache
def used_by(package: str) -> set[str]:
    """Return the names of all modules that a package of ours imports."""
    return {
        name
        for path in (ROOT / package).rglob("*.py")
        for name in imported(ast.parse(path.read_text("utf-8"), path.name))
    }


OF_SPARK = {"py4j", "pyarrow", "pyspark"}


@pytest.mark.parametrize("package", ["app", "simcore"])
def test_every_imported_library_is_a_dependency(project: dict[str, object], package: str) -> None:
    """An installation has what is declared, not what happens to be on a developer's machine."""
    dependencies = project["dependencies"]
    assert isinstance(dependencies, list)
    # the room of Spark alone imports what its extra brings
    optional = project["optional-dependencies"]["spark"] if package == "simcore" else []
    assert not [
        path
        for path in (ROOT / package).rglob("*.py")
        if OF_SPARK.intersection(imported(ast.parse(path.read_text("utf-8"), path.name)))
        and not path.is_relative_to(ROOT / "simcore" / "cluster")
        and path != ROOT / "simcore" / "cli" / "commands" / "cluster.py"
    ]
    lines = [*dependencies, *optional]
    declared = {canonical(re.split(r"[<>=!~;\[ ]", line)[0]) for line in lines}
    ours = {"app", "simcore"}
    libraries = {name.partition(".")[0] for name in used_by(package)}
    libraries -= ours | sys.stdlib_module_names
    assert libraries
    providers = packages_distributions()
    for library in sorted(libraries):
        # that of Spark need not be here
        names = providers.get(library, [library] if library in OF_SPARK else [])
        assert declared & {canonical(name) for name in names}, library


def canonical(distribution: str) -> str:
    """Return a distribution's name as it is compared (PEP 503)."""
    return re.sub(r"[-_.]+", "-", distribution).lower()


@pytest.mark.parametrize("package", ["app", "simcore"])
def test_spec_excludes_nothing_that_is_imported(spec: ast.Module, package: str) -> None:
    used = used_by(package)
    assert used
    for excluded in literal(spec, "excludes"):
        assert not [name for name in used if f"{name}.".startswith(f"{excluded}.")], excluded


def test_packages_with_data_are_found_at_run_time(spec: ast.Module) -> None:
    """``find_spec`` finds in the build what is imported there or named as a hidden import."""
    collected = {
        str(node.args[0].value)
        for node in ast.walk(spec)
        if isinstance(node, ast.Call)
        and ast.unparse(node.func) == "collect_data_files"
        and isinstance(node.args[0], ast.Constant)
    }
    assert collected
    (hidden,) = (
        node.value
        for node in spec.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "hiddenimports"
    )
    named = {str(one.value) for one in ast.walk(hidden) if isinstance(one, ast.Constant)}
    imported = {name.partition(".")[0] for one in ("app", "simcore") for name in used_by(one)}
    assert collected <= named | imported


def test_the_list_of_public_names_goes_along(spec: ast.Module) -> None:
    """``simcore`` reads its stub when it is imported, from a wheel and from the build too."""
    stubs = [path for package in ("app", "simcore") for path in (ROOT / package).rglob("*.pyi")]
    assert stubs == [ROOT / "simcore" / "__init__.pyi"]
    document = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert "*.pyi" in document["tool"]["setuptools"]["package-data"]["simcore"]
    assert "collect_data_files('simcore', includes=['*.pyi'])" in ast.unparse(spec)


def test_the_compiled_core_goes_along(spec: ast.Module) -> None:
    """Python loads it by its path, so that no import leads there; the build stops without it."""
    text = ast.unparse(spec)
    assert "binaries = collect_dynamic_libs('simcore', search_patterns=['_core.*'])" in text
    assert "collect_data_files('simcore', includes=['kernel/tables.bin'])" in text
    assert "binaries=binaries" in text
    assert "the compiled core is missing" in text


def test_the_workflow_runs_what_is_here() -> None:
    """Its schema is checked by .ci/run."""
    text = WORKFLOW.read_text("utf-8")
    named = set(re.findall(r"(?<![\w/])(?:\.ci|packaging|tests)/[\w./]*\w", text))
    assert {".ci/run", "packaging/build_wheels.py", "tests/project/test_native_wheels.py"} <= named
    assert [name for name in named if not (ROOT / name).exists()] == []
    (libraries,) = re.findall(r"apt-get install (libegl1[^`]*?)```", README.read_text("utf-8"))
    window, _ = text.split("  engine:")
    asked = set(libraries.replace("\\", "").split())
    assert {name for name in asked if f" {name}" not in window} <= LEFT_OUT


def test_read_me_names_every_file_here_and_where_it_goes() -> None:
    text = (PACKAGING / "README.md").read_text("utf-8")
    for path in PACKAGING.iterdir():
        assert path.name in {"README.md", "__pycache__"} or f"`{path.name}`" in text, path.name
    for target in (
        "share/applications/",
        "share/metainfo/",
        f"share/icons/hicolor/scalable/apps/{ID}.svg",
        f"share/icons/hicolor/symbolic/apps/{ID}-symbolic.svg",
    ):
        assert f"`{target}`" in text, target
