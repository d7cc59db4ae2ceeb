"""The layer rules and the public surface: rules without a test decay."""

import ast
import inspect
import re
import subprocess
import sys
from collections.abc import Callable, Collection
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import simcore
from places import ROOT

ENGINE = sorted((ROOT / "simcore").rglob("*.py"))
WINDOW = sorted((ROOT / "app").rglob("*.py"))

# A room, a folder or a module beside the folders, may import the rooms on its line and no others.
ENGINE_MAY_IMPORT = {
    "model": "",
    "files": "model",
    "workers": "model",
    "kernel": "model",
    "text": "model files kernel",
    "formats": "model files text",
    "fingerprints": "model kernel text",
    "candidates": "model kernel text",
    "index": "model files fingerprints candidates",
    "grouping": "model files text fingerprints index",
    "removal": "model files index grouping",
    "diff": "text",
    "reports": "model files text fingerprints index grouping removal diff",
    "pipeline": "model files workers text formats fingerprints candidates index grouping removal",
    "passages": "text",
    "check": "model files workers text formats candidates index pipeline passages",
    "explanation": "model text formats fingerprints index grouping pipeline diff",
    "watch": "model files workers formats candidates index grouping pipeline",
    "strings": "model files workers text formats fingerprints candidates index grouping reports "
    "pipeline",
    "cluster": "model files workers kernel text formats fingerprints candidates index grouping "
    "reports pipeline strings",
    "cli": "*",
}
WINDOW_MAY_IMPORT = {
    "i18n": "",
    "scan_progress": "",
    "tasks": "",
    "style": "i18n",
    "wording": "i18n",
    "badges": "style",
    "session": "scan_progress tasks",
    "widgets": "i18n style tasks wording session",
    "settings": "i18n style tasks wording widgets",
    "folders": "i18n style wording widgets settings",
    "picture": "i18n style wording widgets",
    "threshold_bar": "style widgets picture",
    "groups": "i18n style tasks wording badges session widgets",
    "results": "i18n style tasks wording badges session widgets groups",
    "why": "i18n style tasks wording widgets",
    "compare": "i18n style tasks wording badges session widgets settings threshold_bar groups "
    "results why",
    "removal": "i18n style tasks wording badges session widgets settings",
    "watch": "i18n style tasks wording badges session widgets settings folders groups results "
    "compare",
    "window": "i18n style wording badges session scan_progress widgets settings folders "
    "threshold_bar groups results why compare removal watch",
    "first_frame": "*",
    "application": "*",
    "program": "*",
    "main": "*",
}
MAY_IMPORT = {"simcore": ENGINE_MAY_IMPORT, "app": WINDOW_MAY_IMPORT}
WITH_NUMPY = set(
    "kernel candidates fingerprints text grouping index pipeline check explanation passages "
    "diff watch strings cluster".split()
)
WITH_SQL = "simcore/index/", "simcore/removal/journal.py"
WITHOUT_WIDGETS = "app/session/calls.py"
MOST_LINES = 1_500


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imports(path: Path) -> frozenset[str]:
    """Return the modules a file imports; ``from package import name`` counts as both readings.

    ``app`` has another name where it is installed, so its modules import each other relatively;
    here they have the names of the checkout.
    """
    package = path.relative_to(ROOT).parent.parts
    found: set[str] = set()
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            found.add(node.module or "")
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert package[0] == "app", f"{path} imports relatively"
            above = package[: len(package) - node.level + 1]
            assert above, f"{path} imports from above {package[0]}"
            module = ".".join((*above, *filter(None, [node.module])))
            found.add(module)
            found.update(f"{module}.{alias.name}" for alias in node.names)
    return frozenset(found)


def identity(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def room(module: str, package: str) -> str | None:
    """Return the room of a module by its dotted name; None for modules outside the rooms."""
    parts = module.split(".")
    if parts[0] != package or len(parts) < 2 or parts[1] not in MAY_IMPORT[package]:
        return None
    return parts[1]


def forbidden(path: Path, package: str, may_import: dict[str, str]) -> list[str]:
    here = path.relative_to(ROOT / package).with_suffix("").parts[0]
    if here not in may_import:  # the face, the version and the entry points
        return []
    allowed = may_import[here].split()
    if allowed == ["*"]:
        allowed = list(may_import)
    rooms = {found for name in imports(path) if (found := room(name, package)) is not None}
    return sorted(rooms - {here, *allowed})


def test_there_is_something_to_check() -> None:
    assert len(ENGINE) > 80
    assert len(WINDOW) > 60


@pytest.mark.parametrize(("package", "may_import"), MAY_IMPORT.items(), ids=MAY_IMPORT)
def test_the_tables_name_the_rooms_in_an_order_without_circles(
    package: str, may_import: dict[str, str]
) -> None:
    rooms = {path.parent.name for path in (ROOT / package).glob("*/__init__.py")}
    rooms |= {path.stem for path in (ROOT / package).glob("*.py")}
    assert rooms - {"__init__", "__main__", "version"} == set(may_import)
    above: set[str] = set()
    for name, allowed in may_import.items():
        assert set(allowed.split()) <= above or allowed == "*", name
        above.add(name)


def offenders(paths: list[Path], found: Callable[[Path], Collection[str]]) -> dict[str, list[str]]:
    """Return by file what a rule finds in it; one test a rule, for tests of each file cost more."""
    return {identity(path): sorted(names) for path in paths if (names := found(path))}


def test_engine_knows_no_window() -> None:
    def known(path: Path) -> set[str]:
        return {name.split(".")[0] for name in imports(path)} & {"app", "PySide6", "shiboken6"}

    assert offenders(ENGINE, known) == {}


def test_window_does_not_name_its_own_package() -> None:
    """Installed it has another name: neither an import nor a string may say this one."""

    def named(path: Path) -> list[str]:
        found = []
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.Import):
                found += [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                found.append(node.module or "")
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.append(node.value)
        return [name for name in found if re.fullmatch(r"app(\.\w+)*", name)]

    assert offenders(WINDOW, named) == {}


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_rooms_import_what_their_line_allows(package: str) -> None:
    def beyond(path: Path) -> list[str]:
        return forbidden(path, package, MAY_IMPORT[package])

    assert offenders({"simcore": ENGINE, "app": WINDOW}[package], beyond) == {}


def test_no_room_reaches_for_the_main_window() -> None:
    """What needs a view, a command or the notices is handed it by the application."""
    knowing = [identity(path) for path in WINDOW if "app.window.window" in imports(path)]
    assert sorted(knowing) == ["app/application.py", "app/first_frame.py"]


def test_numpy_stays_in_its_rooms() -> None:
    def outside(path: Path) -> set[str]:
        allowed = path.relative_to(ROOT / "simcore").with_suffix("").parts[0] in WITH_NUMPY
        return {name for name in imports(path) if name.split(".")[0] == "numpy" and not allowed}

    assert offenders(ENGINE, outside) == {}


def test_sql_stays_in_its_rooms() -> None:
    using = {identity(path) for path in ENGINE if ".execute(" in path.read_text(encoding="utf-8")}
    assert {name for name in using if not name.startswith(WITH_SQL)} == set()


def test_what_needs_no_widgets_imports_none() -> None:
    def widgets(path: Path) -> set[str]:
        return {name for name in imports(path) if name.startswith("PySide6.QtWidgets")}

    without = [path for path in WINDOW if identity(path).startswith(WITHOUT_WIDGETS)]
    assert without
    assert offenders(without, widgets) == {}


@pytest.mark.parametrize("package", ["simcore", "app"])
def test_no_import_goes_in_a_circle(package: str) -> None:
    """Between modules, that is; the tables hold it for rooms."""
    paths = {path: imports(path) for path in (ROOT / package).rglob("*.py")}
    modules = {".".join(path.relative_to(ROOT).with_suffix("").parts): path for path in paths}
    graph = {
        name: {other for other in paths[path] if other in modules and other != name}
        for name, path in modules.items()
    }
    TopologicalSorter(graph).prepare()  # its CycleError names the circle


def test_the_architecture_says_what_the_tables_say() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    for package, may_import in MAY_IMPORT.items():
        _, table = text.split(f"| `{package}` room | may import |\n|---|---|\n")
        said: dict[str, set[str]] = {}
        for line in table.split("\n\n")[0].splitlines():
            rooms, allowed = (re.findall(r"`(\w+)`", cell) for cell in line.split("|")[1:3])
            above = set(may_import) - set(rooms) if "| all |" in line else set(allowed)
            said.update(dict.fromkeys(rooms, above))
        everything = set(may_import)
        assert said == {
            name: everything - {name} if allowed == "*" else set(allowed.split())
            for name, allowed in may_import.items()
        }


@pytest.mark.parametrize("package", ["simcore", "app"])
def test_folders_are_few_and_one_below_the_package(package: str) -> None:
    folders = {path.parent for path in (ROOT / package).rglob("*.py")} - {ROOT / package}
    assert all(folder.parent == ROOT / package for folder in folders)
    assert all((folder / "__init__.py").exists() for folder in folders)


def test_files_can_be_read_at_one_sitting() -> None:
    lines = {identity(path): len(path.read_bytes().splitlines()) for path in [*ENGINE, *WINDOW]}
    assert {name: count for name, count in lines.items() if count > MOST_LINES} == {}


def test_no_underscore_name_is_imported_from_another_file() -> None:
    def private(path: Path) -> list[str]:
        return [
            alias.name
            for node in ast.walk(parsed(path))
            if isinstance(node, ast.ImportFrom) and node.module and node.module != "__future__"
            for alias in node.names
            if alias.name.startswith("_")
            and not alias.name.startswith("__")
            and (node.level or node.module.split(".")[0] in MAY_IMPORT)
        ]

    assert offenders([*ENGINE, *WINDOW], private) == {}


def test_public_surface_is_what_the_type_checker_sees() -> None:
    """Every name of the stub is found at run time, where the stub says, and nothing else is."""
    stub = ast.parse((ROOT / "simcore" / "__init__.pyi").read_text(encoding="utf-8"))
    names = []
    for line in stub.body:
        assert isinstance(line, ast.ImportFrom)
        for alias in line.names:
            assert alias.asname == alias.name, "type checkers see what is imported as itself"
            names.append(alias.name)
            value = getattr(simcore, alias.name)
            assert value is getattr(sys.modules[f"simcore.{line.module}"], alias.name)
            if inspect.isclass(value) or inspect.isfunction(value):
                assert value.__module__ == f"simcore.{line.module}"
    assert sorted(names) == simcore.__all__ == dir(simcore)
    assert len(set(names)) == len(names)
    # a module of a package takes its name there as soon as it is imported; a folder that a rename
    # has left behind holds none
    inside = {
        path for path in (ROOT / "simcore").iterdir() if path.is_file() or any(path.glob("*.py"))
    }
    assert not {path.stem for path in inside} & set(names)
    public = {name for name in vars(simcore) if not name.startswith("_") or name == "__version__"}
    assert public - {name for name in public if inspect.ismodule(getattr(simcore, name))} == set(
        names
    )
    with pytest.raises(AttributeError, match="nonsense"):
        simcore.nonsense  # type: ignore[attr-defined] # noqa: B018 - asking is the test


def python(code: str, *arguments: object) -> tuple[str, str]:
    """Return what a new Python prints that runs some code, and what it says of errors."""
    run = subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout, run.stderr


def modules(imported: str) -> set[str]:
    """Return what is loaded in a new Python that imports some modules."""
    return set(python(f"import sys, {imported}; print(*sys.modules)")[0].split())


def test_a_window_needs_no_numpy_and_no_parser() -> None:
    """All that makes a start slow waits for the first folder, comparison or dialog."""
    loaded = {name.split(".")[0] for name in modules("app.program, app.application")}
    assert {"PySide6", "app", "simcore"} <= loaded
    slow = "numpy lxml html_text chardet opencc jieba stopwordsiso symspellpy rapidfuzz"
    assert not loaded & set(slow.split())


def test_a_window_is_shown_before_what_shows_results_is_imported() -> None:
    later = "application compare groups.view session.session why"
    loaded = modules("app.program")
    assert "app.window.window" in loaded
    slow = {"simcore.files.disk", "sqlite3", "numpy"}
    assert not loaded & (slow if sys.platform == "win32" else {*slow, "socket", "ctypes"})
    for name in later.split():
        assert [one for one in loaded if one.startswith(f"app.{name}")] == []


def test_a_worker_imports_nothing_after_the_fork(tmp_path: Path) -> None:
    """What is imported by a worker is imported by each of them, within the time of a file."""
    (tmp_path / "1.txt").write_text("合同双方协议签订日期 3500 元\n" * 9, encoding="gb18030")
    (tmp_path / "2.html").write_text("<p>合同双方协议签订日期 3600 元\n" * 9, encoding="utf-8")
    code = """
import sys
from pathlib import Path
import simcore.pipeline.preload
loaded = set(sys.modules)
from simcore.model.config import ScanConfig
from simcore.pipeline.jobs import ComparisonJob, FingerprintJob
from simcore.model.records import SourceFile
from simcore.pipeline.jobs import TextSource
from simcore.workers import attempt
config = ScanConfig()
paths = sorted(Path(sys.argv[1]).iterdir())
files = [SourceFile(path, path, path.stat().st_size, 0, 0, 0) for path in paths]
read = attempt(FingerprintJob(files, config))
assert len(read) == 2
sources = {
    number: [TextSource(one.source.path, one.source.real_path, one.content_hash, one.encoding)]
    for number, one in enumerate(read)
}
compared, problems = attempt(ComparisonJob([(0, 1)], sources, config))
assert compared[0].shared and not problems
# readers of formats, their parsers, and what tells old encodings apart are loaded by those that
# meet one
ours = {"simcore", "numpy", "opencc"}
readers = "simcore.formats."
new = (name for name in set(sys.modules) - loaded if not name.startswith(readers))
print(*sorted(name for name in new if name.split(".")[0] in ours))
"""
    assert python(code, tmp_path) == ("\n", "")


TABLES = """
import sys, gc
from pathlib import Path
import simcore.pipeline.preload
from simcore.text import masking, words
loads = (masking.dictionary_names, masking._token, words.stop_words)
before = [load.cache_info().misses for load in loads]
assert before == [1] * len(loads), before
assert gc.get_freeze_count() > 10_000
text = Path(sys.argv[1]).read_text(encoding="utf-8")
normal = words.normalise(text)
masking.segmenter().pieces(normal)
masking.masked_words(text, list)
assert [load.cache_info().misses for load in loads] == before
"""


def test_a_worker_is_forked_with_its_tables(tmp_path: Path) -> None:
    """Each would fill them for itself otherwise, within the time of its first files."""
    file = tmp_path / "1.txt"
    file.write_text("合同双方于签订日期 3500 元，王小明 café Ltd。", encoding="utf-8")
    assert python(TABLES, file) == ("", "")


COMMAND = """
import sys
from simcore.cli.main import main
code = main(sys.argv[1:])
print(*sorted(sys.modules), file=sys.stderr)
sys.exit(code)
"""


def imported(*arguments: object) -> set[str]:
    """Run a command that must succeed; return the top names of what it imported."""
    _, said = python(COMMAND, *arguments)
    return {name.split(".")[0] for name in said.splitlines()[-1].split()}


def test_commands_import_what_they_need(tmp_path: Path) -> None:
    """One file's like, and a scan that finds nothing new, are answered within a second."""
    folder, index = tmp_path / "documents", tmp_path / "index.sqlite3"
    folder.mkdir()
    for number in range(3):
        (folder / f"{number}.txt").write_text(f"合同双方协议签订日期 {number} 元\n" * 9, "utf-8")
    (folder / "older.txt").write_text("一份较早的合同，双方签订\n" * 9, "gb18030")
    (folder / "other.txt").write_text("看著圖畫", "utf-8")
    scan = "groups", folder, "--index", index
    never = {"tqdm", "matplotlib", "html_text", "lxml", "chardet"}
    first = imported(*scan, "--jobs", 0)
    assert {"opencc", "chardet"} <= first, "the sets below name what there is"
    assert "jieba" not in first, "its words are in the tables of the core"
    assert not imported(*scan) & (never | {"multiprocessing", "jieba", "stopwordsiso"})
    similar = imported("similar", folder / "0.txt", "--index", index)
    assert not similar & (never | {"multiprocessing", "jieba"})


def test_the_command_line_is_there_before_numpy() -> None:
    """Workers are started before this process loads what they load too."""
    assert not {"numpy", "simcore.pipeline.scan"} & modules("simcore.cli.main")


def test_text_files_name_no_host_or_machine_path() -> None:
    forbidden = ("pypi" + ".org", "npmjs" + ".org", "files.pythonhosted" + ".org", "/roo" + "t/")
    suffixes = set(".py .md .toml .yml .xml .desktop .spec .txt .c .h".split())
    folders = "app simcore tests packaging benchmarks .ci .github resources".split()
    paths = [path for name in folders for path in (ROOT / name).rglob("*") if path.is_file()]
    paths += ROOT.glob("*.md")
    for path in paths:
        if path.suffix in suffixes and "demo" not in path.parts:
            text = path.read_text(encoding="utf-8")
            assert not [word for word in forbidden if word in text], path


def test_what_is_promised_names_tests_that_exist() -> None:
    text = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    named = re.findall(r"`((?:tests/|test_)[\w/.]+)`", text)
    assert len(named) > 5
    for name in named:
        assert (ROOT / name).exists() or list((ROOT / "tests").rglob(name)), name
