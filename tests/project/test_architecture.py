"""The layer rules and the public surface: rules without a test decay."""

import ast
import inspect
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Collection
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import simcore
from places import ROOT

ENGINE = sorted((ROOT / "simcore").rglob("*.py"))
WINDOW = sorted((ROOT / "app").rglob("*.py"))

# A room may import the rooms on its line and no others.
ENGINE_MAY_IMPORT = {
    "model": "",
    "files": "model",
    "workers": "model",
    "kernel": "model",
    "text": "model files kernel",
    "fingerprinting": "model kernel text",
    "candidates": "model kernel text",
    "store": "model files fingerprinting candidates",
    "grouping": "model files fingerprinting store",
    "removal": "model files store grouping",
    "reports": "model files text fingerprinting store grouping removal",
    "pipeline": "model files workers text fingerprinting candidates store grouping removal",
    "analysis": "model files text fingerprinting candidates store grouping reports pipeline",
    "watching": "model files workers text fingerprinting candidates store grouping pipeline",
    "strings": "model files workers text fingerprinting candidates store grouping reports pipeline",
    "cluster": "model files workers kernel text fingerprinting candidates store grouping reports "
    "pipeline strings",
    "cli": "*",
}
WINDOW_MAY_IMPORT = {
    "background": "",
    "language": "",
    "looks": "language",
    "widgets": "background language looks",
    "session": "background",
    "settings": "background language looks widgets",
    "folders": "language looks widgets settings",
    "results": "background language looks widgets session",
    "comparison": "background language looks widgets session",
    "picture": "background language looks widgets session",
    "removal": "background language looks widgets session settings",
    "watching": "background language looks widgets session settings",
    "shell": "background language looks widgets session settings folders results comparison "
    "picture removal watching",
    "controllers": "*",
}
MAY_IMPORT = {"simcore": ENGINE_MAY_IMPORT, "app": WINDOW_MAY_IMPORT}
ROOMS = sorted(
    path.parent for name in MAY_IMPORT for path in (ROOT / name).glob("*/**/__init__.py")
)
WITH_NUMPY = set(
    "kernel candidates fingerprinting text grouping store pipeline analysis watching "
    "strings cluster".split()
)
WITH_SQL = "simcore/store", "simcore/removal/journal"
WITHOUT_WIDGETS = "app/comparison/align", "app/session/calls"
MOST_FILES = 16


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


def docstring(path: Path) -> str:
    return ast.get_docstring(parsed(path)) or ""


def defined(folder: Path) -> set[str]:
    """Return the names that the modules of a folder, and of those in it, define."""
    found: set[str] = set()
    for path in folder.rglob("*.py"):
        for node in parsed(path).body:
            match node:
                case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                    found.add(name)
                case (
                    ast.Assign(targets=[ast.Name(id=name)])
                    | ast.AnnAssign(target=ast.Name(id=name))
                ):
                    found.add(name)
    return found


def room(module: str, package: str) -> str | None:
    """Return the room of a module by its dotted name; None for modules outside the rooms."""
    parts = module.split(".")
    if parts[0] != package or len(parts) < 2 or not (ROOT / package / parts[1]).is_dir():
        return None
    return parts[1]


def forbidden(path: Path, package: str, may_import: dict[str, str]) -> list[str]:
    parts = path.relative_to(ROOT / package).parts
    if len(parts) == 1:  # the face, the entry points and the program put rooms together
        return []
    allowed = may_import[parts[0]].split()
    if allowed == ["*"]:
        allowed = list(may_import)
    rooms = {found for name in imports(path) if (found := room(name, package)) is not None}
    return sorted(rooms - {parts[0], *allowed})


def test_there_is_something_to_check() -> None:
    assert len(ENGINE) > 100
    assert len(WINDOW) > 100


@pytest.mark.parametrize(("package", "may_import"), MAY_IMPORT.items(), ids=MAY_IMPORT)
def test_the_tables_name_the_rooms_in_an_order_without_circles(
    package: str, may_import: dict[str, str]
) -> None:
    folders = {path.parent.name for path in (ROOT / package).glob("*/__init__.py")}
    assert folders == set(may_import)
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


def test_window_uses_public_names_only() -> None:
    public = {f"simcore.{name}" for name in simcore.__all__}
    command_line = {"simcore.cli.main", "simcore.cli.main.main", "simcore.cli.main.main.main"}

    def private(path: Path) -> set[str]:
        inner = {name for name in imports(path) if name.startswith("simcore.")}
        return inner - public - (command_line if path.stem == "command_line" else set())

    assert offenders(WINDOW, private) == {}


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_rooms_import_what_their_line_allows(package: str) -> None:
    def beyond(path: Path) -> list[str]:
        return forbidden(path, package, MAY_IMPORT[package])

    assert offenders({"simcore": ENGINE, "app": WINDOW}[package], beyond) == {}


def test_no_room_reaches_for_the_main_window() -> None:
    """What needs a view, a command or the notices is handed it by the application."""
    knowing = [identity(path) for path in WINDOW if "app.shell.main_window" in imports(path)]
    assert sorted(knowing) == ["app/application.py", "app/first_sight.py"]


def test_numpy_stays_in_its_rooms() -> None:
    def outside(path: Path) -> set[str]:
        parts = path.relative_to(ROOT / "simcore").parts
        allowed = len(parts) == 1 or parts[0] in WITH_NUMPY
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
    """Neither between rooms nor between the modules of one."""
    paths = {path: imports(path) for path in (ROOT / package).rglob("*.py")}
    modules = {".".join(path.relative_to(ROOT).with_suffix("").parts): path for path in paths}
    graph = {
        name: {other for other in paths[path] if other in modules and other != name}
        for name, path in modules.items()
    }
    TopologicalSorter(graph).prepare()  # its CycleError names the circle
    rooms: dict[Path, set[Path]] = {}
    for name, others in graph.items():
        here = modules[name].parent
        for there in {modules[other].parent for other in others}:
            # a room and those inside it are one to others
            if not (here.is_relative_to(there) or there.is_relative_to(here)):
                rooms.setdefault(here, set()).add(there)
    TopologicalSorter(rooms).prepare()


@pytest.mark.parametrize("folder", ROOMS, ids=identity)
def test_each_door_says_what_lives_there_what_it_exports_and_may_import(folder: Path) -> None:
    """A room inside another has no line in the tables: it may what that may, or less."""
    package, outer, *inner = folder.relative_to(ROOT).parts
    allowed = MAY_IMPORT[package][outer]
    words = " ".join(docstring(folder / "__init__.py").split())
    door = re.fullmatch(r"(?P<lives>.+?\.) Exports: (?P<exports>.+)\. May import: (.+)\.", words)
    assert door, words
    for name in re.findall(r"\b(?:[A-Z]+[a-z]+[A-Z]\w+|\w+_\w+)\b", door["exports"]):
        assert name in defined(folder), f"{folder} exports no {name}"
    if not inner:
        rooms = {"": "no other room", "*": "every other room"}
        assert door[3] == rooms.get(allowed, ", ".join(allowed.split()))
    elif door[3] != f"what {outer} may":
        narrower = set() if door[3] == "no other room" else set(door[3].split(", "))
        assert narrower <= {outer, *allowed.split()}
        for path in folder.glob("*.py"):
            here = ".".join(folder.relative_to(ROOT).parts)
            beyond = {name for name in imports(path) if not f"{name}.".startswith(f"{here}.")}
            assert {room(name, package) for name in beyond} - {None} <= narrower, path


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
def test_rooms_are_small_and_have_a_door(package: str) -> None:
    for folder in [path for path in (ROOT / package).rglob("*") if path.is_dir()]:
        files = {path.name for path in folder.glob("*.py")} - {"__init__.py"}
        if not files and not list(folder.rglob("*.py")):
            continue  # what Python and translations leave behind
        assert len(files) <= MOST_FILES, f"{folder} holds {len(files)} files"
        assert folder in ROOMS, f"{folder} has no door"


@pytest.mark.parametrize("top", ["simcore", "app", "tests"])
def test_three_files_that_share_a_prefix_are_a_folder(top: str) -> None:
    for folder in {path.parent for path in (ROOT / top).rglob("*.py")}:
        stems = [path.stem.removeprefix("test_") for path in folder.glob("*.py")]
        words = Counter(stem.partition("_")[0] for stem in stems)
        assert not [word for word, count in words.items() if count > 2], folder


def test_no_two_classes_have_one_name() -> None:
    """A leading underscore makes no other name; classes within classes may share one."""
    classes: dict[str, list[str]] = {}
    for path in [*ENGINE, *WINDOW]:
        for node in parsed(path).body:
            if isinstance(node, ast.ClassDef):
                classes.setdefault(node.name.lstrip("_"), []).append(identity(path))
    assert {name: paths for name, paths in classes.items() if len(paths) > 1} == {}


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


def test_a_window_needs_no_numpy_and_no_parser() -> None:
    """All that makes a start slow waits for the first folder, comparison or dialog."""
    code = "import sys, app.program, app.application; print(*sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    loaded = {name.split(".")[0] for name in run.stdout.split()}
    assert {"PySide6", "app", "simcore"} <= loaded
    slow = "numpy lxml html_text chardet opencc jieba stopwordsiso symspellpy rapidfuzz"
    assert not loaded & set(slow.split())


def test_a_window_is_shown_before_what_shows_results_is_imported() -> None:
    code = "import sys, app.program; print(*sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    later = "comparison controllers removal.removing results.groups.view session.session watching."
    loaded = {name for name in run.stdout.split() if name != "app.watching.presence"}
    assert "app.shell.frame" in loaded
    engine = (
        "simcore.model.records simcore.model.operations simcore.model.report simcore.files.disk"
    )
    slow = engine.split() if sys.platform == "win32" else [*engine.split(), "socket", "ctypes"]
    assert not loaded & set(slow)
    for name in later.split():
        assert [one for one in loaded if one.startswith(f"app.{name}")] == []


def test_a_worker_imports_nothing_after_the_fork(tmp_path: Path) -> None:
    """What is imported by a worker is imported by each of them, within the time of a file."""
    (tmp_path / "1.txt").write_text("合同双方协议签订日期 3500 元\n" * 9, encoding="gb18030")
    (tmp_path / "2.html").write_text("<p>合同双方协议签订日期 3600 元\n" * 9, encoding="utf-8")
    code = """
import sys
from pathlib import Path
import simcore.pipeline.warm
loaded = set(sys.modules)
from simcore.model.config import ScanConfig
from simcore.pipeline.jobs import ComparisonJob, FingerprintJob
from simcore.model.records import SourceFile
from simcore.pipeline.exact import TextSource
from simcore.workers.worker import attempt
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
readers = "simcore.text.formats.", "simcore.text.markup"
new = (name for name in set(sys.modules) - loaded if not name.startswith(readers))
print(*sorted(name for name in new if name.split(".")[0] in ours))
"""
    run = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stdout.strip(), run.stderr) == (0, "", "")


TABLES = """
import sys, gc
from pathlib import Path
import simcore.pipeline.warm
from simcore.text import tokens, chinese_variants as variants
from simcore.text.segmentation import segmenter
from simcore.text.masking import mask as masking, chinese as names
from simcore.pipeline.jobs import ComparisonJob, FingerprintJob
loads = (names.dictionary_names, masking._token, tokens.stop_words)
before = [load.cache_info().misses for load in loads]
assert before == [1] * len(loads), before
assert gc.get_freeze_count() > 10_000
text = Path(sys.argv[1]).read_text(encoding="utf-8")
normal = tokens.normalise(text)
segmenter().pieces(normal)
masking.masked_words(text, list)
assert [load.cache_info().misses for load in loads] == before
"""


def test_a_worker_is_forked_with_its_tables(tmp_path: Path) -> None:
    """Each would fill them for itself otherwise, within the time of its first files."""
    file = tmp_path / "1.txt"
    file.write_text("合同双方于签订日期 3500 元，王小明 café Ltd。", encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-c", TABLES, str(file)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, "")


COMMAND = """
import sys
from simcore.cli.main import main
code = main(sys.argv[1:])
print(*sorted(sys.modules), file=sys.stderr)
sys.exit(code)
"""


def imported(*arguments: object) -> set[str]:
    """Run a command that must succeed; return the top names of what it imported."""
    run = subprocess.run(
        [sys.executable, "-c", COMMAND, *map(str, arguments)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return {name.split(".")[0] for name in run.stderr.splitlines()[-1].split()}


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
    code = "import sys, simcore.cli.main; print(*sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert not {"numpy", "simcore.pipeline.scan"} & set(run.stdout.split())


def test_public_names_are_documented() -> None:
    values = {name: getattr(simcore, name) for name in simcore.__all__}
    assert [
        name
        for name, value in values.items()
        if (inspect.isclass(value) or inspect.isfunction(value))
        and not (value.__doc__ or "").strip()
    ] == []


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
