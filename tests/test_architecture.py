"""The layer rules and the public surface: rules without a test decay."""

import ast
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import simcore

ROOT = Path(__file__).parents[1]
ENGINE = sorted((ROOT / "simcore").glob("*.py"))
WINDOW = sorted((ROOT / "app").glob("*.py"))
# what each stage may import beside records, errors, config and progress: the stages to its left
ORDER = (
    "errors config place progress records operations file_names disk memo marks fingerprint "
    "keep_rules "
    "segment blocks schema sqlite_file judgement_file "
    "decode extract variants characters tokens shingles "
    "names english_names chinese_masks masking numbers_only bands postings passages packing "
    "patterns scanner worker pool "
    "reading weights features recipes database documents known batch digest threads buckets "
    "coverings pairs crowds index remembered proposals tables kept_texts verify figures jobs "
    "warm kinds judgements "
    "holders scan_report columns leaders members pair_table made grouper groups report "
    "journal_file "
    "journal_rows journal roles volumes trash sighting removal check moves links recovery "
    "relations choices keeping pruning "
    "execution deletion undoing changes retry identity feature_words influences origins parallels "
    "explanation explaining similar comparisons pipeline results_file results_reader console "
    "options terminal planner plan_command labels evaluate plot evaluate_command history_command "
    "scanning scan_command similar_command explain_command prune_words prune_command "
    "cli __main__"
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
    rooms = {"sqlite_file", "database", "batch", "index", "judgement_file"}
    rooms |= {"journal_file", "journal"}
    assert not uses_sql or path.stem in rooms


def test_public_surface_is_sorted_and_complete() -> None:
    names = simcore.__all__
    assert names == sorted(
        names, key=lambda name: (not name.isupper(), not name[0].isupper(), name)
    )
    assert {getattr(simcore, name) is not None for name in names} == {True}  # imports what is late
    public = {name for name in vars(simcore) if not name.startswith("_")}
    modules = {name for name in public if inspect.ismodule(getattr(simcore, name))}
    # a function may have its module's name, which it then hides
    assert public - modules == set(names)


def test_what_is_imported_late_is_what_the_type_checker_sees() -> None:
    """The table and the imports for the type checker name the same, and nothing hides a module."""
    checked: dict[str, set[str]] = {}
    tree = ast.parse(Path(simcore.__file__).read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "typing.TYPE_CHECKING":
            for line in node.body:
                assert isinstance(line, ast.ImportFrom)
                checked[str(line.module)] = {alias.name for alias in line.names}
    later = {f"simcore.{module}": set(names) for module, names in simcore._LATER.items()}
    assert checked == later != {}
    # a module of a package takes its name there as soon as it is imported
    assert not {path.stem for path in ENGINE} & set(simcore.__all__)
    for module, names in later.items():
        for name in names:
            assert getattr(simcore, name) is getattr(sys.modules[module], name)
    assert set(simcore.__all__) <= set(dir(simcore))
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        simcore.nonsense  # type: ignore[attr-defined] # noqa: B018 - asking is the test


def test_a_window_needs_no_numpy_and_no_parser() -> None:
    """All that makes a start slow waits for the first folder, comparison or dialog."""
    code = "import sys, app.program; print(*sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    loaded = {name.split(".")[0] for name in run.stdout.split()}
    assert {"PySide6", "app", "simcore"} <= loaded
    slow = "numpy lxml html_text chardet opencc rjieba jieba stopwordsiso symspellpy rapidfuzz"
    assert not loaded & set(slow.split())


def test_a_worker_imports_nothing_after_the_fork(tmp_path: Path) -> None:
    """What is imported by a worker is imported by each of them, within the time of a file."""
    (tmp_path / "1.txt").write_text("合同双方协议签订日期 3500 元\n" * 9, encoding="gb18030")
    (tmp_path / "2.html").write_text("<p>合同双方协议签订日期 3600 元\n" * 9, encoding="utf-8")
    code = """
import sys
from pathlib import Path
import simcore.warm
loaded = set(sys.modules)
from simcore.config import ScanConfig
from simcore.jobs import Comparing, Reading
from simcore.records import SourceFile
from simcore.verify import TextSource
from simcore.worker import attempt
config = ScanConfig()
paths = sorted(Path(sys.argv[1]).iterdir())
files = [SourceFile(path, path, path.stat().st_size, 0, 0, 0) for path in paths]
read = attempt(Reading(files, config))
assert len(read) == 2
sources = {
    number: [TextSource(one.source.path, one.source.real_path, one.content_hash, one.encoding)]
    for number, one in enumerate(read)
}
compared, problems = attempt(Comparing([(0, 1)], sources, config))
assert compared[0].shared and not problems
# pages of HTML are few: their parser is loaded by those that meet one
ours = {"simcore", "chardet", "numpy", "opencc", "rjieba"}
print(*sorted(name for name in set(sys.modules) - loaded if name.split(".")[0] in ours))
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
import simcore.warm
from simcore import characters, masking, names, tokens, variants
from simcore.jobs import Comparing, Reading
loads = (names.dictionary_names, masking._token, tokens.stop_words, tokens._foreign_word)
before = [load.cache_info().misses for load in loads]
assert before == [1] * len(loads), before
assert gc.get_freeze_count() > 10_000
characters._learn = None  # nothing is left to be learnt
text = Path(sys.argv[1]).read_text(encoding="utf-8")
normal = tokens.normalise(text)
tokens.pieces(normal, list)
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
from simcore.cli import main
code = main(sys.argv[1:])
print(*sorted(sys.modules), file=sys.stderr)
sys.exit(code)
"""


def imported(*arguments: object) -> set[str]:
    """Run a command that must succeed, and give the top names of what it imported."""
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
    scan = "groups", folder, "--index", index
    never = {"tqdm", "matplotlib", "html_text", "lxml", "chardet"}
    first = imported(*scan, "--jobs", 0)
    assert {"rjieba", "chardet"} <= first, "the sets below name what there is"
    assert not imported(*scan) & (never | {"multiprocessing", "rjieba", "jieba", "stopwordsiso"})
    similar = imported("similar", folder / "0.txt", "--index", index)
    assert "rjieba" in similar
    assert not similar & (never | {"multiprocessing"})


def test_the_command_line_is_there_before_numpy() -> None:
    """Workers are asked for before this process loads what they load too."""
    code = "import sys, simcore.cli; print(*sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert not {"numpy", "simcore.pipeline"} & set(run.stdout.split())


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
