"""What goes to desktops and into the one-folder build: in step with the project, with all licences.

The files are well-formed, the build has what is imported, and each of its parts has its licence.
"""

import ast
import configparser
import os
import re
import shutil
import subprocess
import sys
import tomllib
import xml.etree.ElementTree as ET
from functools import cache
from importlib.metadata import distribution, packages_distributions
from pathlib import Path

import pytest

import notices
from notices import (
    LICENCES,
    Part,
    UnknownLicenceError,
    canonical,
    left_out,
    own_texts,
    part_of,
    python_part,
    required,
    system_parts,
)
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


@pytest.mark.parametrize(
    "command",
    [
        ["desktop-file-validate", DESKTOP],
        ["appstreamcli", "validate", "--no-net", "--pedantic", "--no-color", METAINFO],
    ],
    ids=lambda command: str(command[0]),
)
def test_validators_have_nothing_to_say(command: list[str]) -> None:
    if not shutil.which(command[0]):
        pytest.skip(f"{command[0]} is not installed")
    result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    told = result.stdout + result.stderr
    assert result.returncode == 0, told
    assert command[0] == "appstreamcli" or told == ""
    assert not [line for line in told.splitlines() if line.startswith(("E:", "W:"))], told


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
    assert {".ci/run", "packaging/build_wheels.py", "tests/project/test_native_build.py"} <= named
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


# ---- licences

PARTS = sorted(required("variorum"))


def test_the_parts_are_what_is_installed_with_the_program() -> None:
    """By what each names in its own metadata."""
    assert {"pyside6-essentials", "shiboken6", "numpy", "lxml", "pypdfium2", "opencc"} <= set(PARTS)
    assert not {"pytest", "matplotlib", "variorum"} & set(PARTS)


@pytest.mark.parametrize("name", PARTS)
def test_each_part_has_its_licence(name: str) -> None:
    part = part_of(distribution(name))
    assert canonical(part.name) == name
    text = "\n".join(part.texts)
    assert len(text) > 300
    assert "copyright" in text.lower()
    # one that begins to bring its own is told here, and its entry goes
    entry = left_out().get(name)
    assert (own_texts(distribution(name)) == []) == (entry is not None and entry.none)


def test_the_table_and_its_texts_belong_to_parts() -> None:
    assert set(left_out()) <= {*PARTS, "python"}
    used = {text for entry in left_out().values() for text in entry.texts}
    kept = {path.name for path in LICENCES.glob("*.txt")}
    assert used <= kept
    assert {name for name in kept - used if not name.endswith("-in-wheels.txt")} == set()


def test_what_was_compiled_into_parts_is_named() -> None:
    """The words stand in the licences themselves, as their authors ask."""
    text = notices.notices([python_part(), *(part_of(distribution(name)) for name in PARTS)])
    for words in (
        "GNU LESSER GENERAL PUBLIC LICENSE\n                       Version 3, 29 June 2007",
        "GNU GENERAL PUBLIC LICENSE\n                       Version 3, 29 June 2007",
        "The Qt Company",
        "FreeType",
        "HarfBuzz",
        "PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2",
        "Mersenne Twister",
        "OpenBLAS",
        "libgfortran",
        "libxml2",
        "libxslt",
        "PDFium",
        "Susumu Yata",
        "Sun Junyi",
        "encoding_rs",
        "Taskflow",
        "Snowball",
        "Mozilla Public License Version 2.0",
    ):
        assert words in text, words
    for name in PARTS:
        assert f"\n{distribution(name).metadata['Name']} {distribution(name).version}\n" in text


def test_a_text_of_several_parts_stands_once() -> None:
    text = notices.notices([Part("B", "2", ("same\n",)), Part("a", "1", ("same", "other"))])
    assert text.count("same") == 1
    assert "\na 1, B 2\n" in text
    assert text.index("\na 1\n") < text.index("\nB 2\n")


def test_what_nothing_is_known_of_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notices, "left_out", dict)
    with pytest.raises(UnknownLicenceError, match="jieba has no licence file"):
        part_of(distribution("jieba"))
    strange = tmp_path / "libstrange.so.1"
    strange.touch()
    with pytest.raises(UnknownLicenceError, match="libstrange"):
        list(system_parts([strange]))


def test_a_library_of_the_system_has_the_licence_of_its_package() -> None:
    """Debian's policy, section 12.5: each package has its licence in this place."""
    if not shutil.which("dpkg-query"):
        pytest.skip("there are no packages of Debian's kind")
    shell = Path(os.path.realpath(shutil.which("dpkg-query") or ""))
    (part,) = system_parts([shell])
    assert part.name == "dpkg"
    assert part.texts[0] == Path("/usr/share/doc/dpkg/copyright").read_text("utf-8")
    # the text refers to one that all packages share
    assert any("GNU GENERAL PUBLIC LICENSE" in text for text in part.texts[1:])


def test_what_is_collected_belongs_to_parts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As PyInstaller lists it: modules, libraries and data, by where they come from."""
    import lxml.etree  # noqa: PLC0415 - only its file is asked for

    def known(name: str) -> object:  # PyInstaller is there where the build is made
        return distribution("pytest" if name == "pyinstaller" else name)

    monkeypatch.setattr(notices, "distribution", known)
    entries = [
        ("lxml.etree", lxml.etree.__file__, "EXTENSION"),
        ("json", sys.modules["ast"].__file__ or "", "PYMODULE"),
        ("simcore", str(ROOT / "simcore" / "__init__.py"), "PYMODULE"),
        ("sys", "-", "BUILTIN"),
    ]
    parts = notices.collected(entries)
    names = {part.name for part in parts}
    assert names == {"lxml", "pytest", "Python", "Variorum"}
    text = notices.notices(parts)
    assert all(named in text for named in ("Gene Diaz", "Sun Junyi", "BYVoid", "ISC License"))
    strange = tmp_path / "libstrange.so.1"
    strange.touch()
    with pytest.raises(UnknownLicenceError, match="libstrange"):
        notices.collected([*entries, ("libstrange.so.1", str(strange), "BINARY")])


def test_the_build_has_them(spec: ast.Module) -> None:
    text = ast.unparse(spec)
    assert (
        "collected([*analysis.pure, *analysis.binaries, *analysis.datas], Path(workpath))" in text
    )
    assert "analysis.datas.append((said.name, str(said), 'DATA'))" in text
    assert "'NOTICES.txt'" in text
