"""What users get does what it says: the script and the notebooks.

Script and notebook do the whole job, whatever files are called: scan, report, decide, remove and
undo. What they did is seen from outside: by the bytes of files, their times and rights, and by what
the reports name.
"""

import ast
import csv
import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from builders import (
    chinese_text,
    edited,
    english_text,
)
from places import ROOT
from removals import put, shown
from simcore.reports.formats import path_in

posix = pytest.mark.skipif(os.name == "nt", reason="a script of a shell; names of any bytes")

HELP = ROOT / "resources" / "help"
SCRIPT = HELP / "duplicate-files.sh"
NOTEBOOK = HELP / "duplicate-files.ipynb"
SHOWN_TO_USERS = ROOT / "README.md", *(HELP / f"manual.{name}.md" for name in ("en", "zh"))
MOST_LINES = 40

CONTRACT = chinese_text(1)
REPORT = "資料庫索引查詢優化事務日誌叢集節點備份恢復組態參數效能測試監控報警部署升級。\n" * 9
GB, BIG5 = (
    name.encode(code).decode("utf-8", "surrogateescape")
    for name, code in (("旧稿", "gb18030"), ("報告", "big5"))
)

# Of each text the names of its files, what is in them, and how new they are. Of names that are none
# of a copy the newest stays.
TEXTS = (
    {
        "line\nbreak\r.txt": (CONTRACT.encode(), 8),  # stays: the next is newer, and called a copy
        "合同 (1).txt": (CONTRACT.encode(), 9),
        "-rf.txt": (CONTRACT.encode(), 7),
        " '\"\\ $(id) `id`;*.txt": (CONTRACT.encode("gb18030"), 6),
        f"{GB} \x1b[31m\t\x7f.txt": (CONTRACT.encode("utf-16"), 5),
    },
    {
        f"--apply\n/{BIG5}.txt": (REPORT.encode("big5"), 2),  # stays
        f"--apply\n/{BIG5} - 複本.txt": (REPORT.encode("big5"), 3),
        "報告.txt": (REPORT.encode(), 1),
    },
)
STAY = {"line\nbreak\r.txt", f"--apply\n/{BIG5}.txt"}
OTHERS = {"near.txt": edited(CONTRACT, 1, 2).encode(), "唯一.txt": english_text(5).encode()}
GONE = {name for text in TEXTS for name in text} - STAY

Script = Callable[..., tuple[int, str, str]]


def furnish(folder: Path) -> None:
    """Write the files, each with rights and a time of change of its own."""
    for text in TEXTS:
        for name, (data, age) in text.items():
            put(folder / name, data, 1_600_000_000 + age).chmod(0o640 if age % 2 else 0o604)
    for name, data in OTHERS.items():
        put(folder / name, data)


def names_of(paths: "list[Path] | set[Path]", folder: Path) -> set[str]:
    found = {str(path.relative_to(folder)) for path in paths}
    assert len(found) == len(paths)
    return found


def reported(path: Path, column: str = "path") -> list[tuple[Path, dict[str, object]]]:
    """Return each row of JSON with the file that it names, as bytes where it is no UTF-8."""
    rows = json.loads(path.read_bytes())["rows"]
    return [(path_in(row, column), row) for row in rows]


@pytest.mark.parametrize("path", SHOWN_TO_USERS, ids=lambda path: path.name)
def test_people_are_led_to_both(path: Path) -> None:
    text = path.read_text("utf-8")
    links = {(path.parent / one).resolve() for one in re.findall(r"\]\(([\w./-]+)\)", text)}
    assert {SCRIPT, NOTEBOOK} <= links
    assert [one for one in links if not one.exists()] == []


# ---- the script


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with odd names, of an odd name itself, in the current one."""
    monkeypatch.chdir(tmp_path)
    path = Path("-文档 a'b\n")
    furnish(path)
    return path


@pytest.fixture
def script(tmp_path: Path, private_home: Path) -> Script:
    """Return a runner of the script: its code, and what it said. Lines of it may be changed."""
    program = tmp_path / "bin" / "variorum"
    python = shlex.quote(sys.executable)
    put(program, f'#!/bin/sh\nexec {python} -m simcore "$@"\n'.encode()).chmod(0o755)
    environment = {
        **os.environ,
        "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "VARIORUM_JOBS": "0",
    }

    def run(*words: object, shell: str = "sh", **lines: str) -> tuple[int, str, str]:
        text = SCRIPT.read_text("utf-8")
        for name, value in lines.items():
            (line,) = (one for one in text.splitlines() if one.startswith(f"{name}="))
            text = text.replace(line, f"{name}={shlex.quote(value)}")
        copy = put(tmp_path / "bin" / "script of mine.sh", text.encode())
        done = subprocess.run(
            [*shell.split(), str(copy), *map(str, words)],
            env=environment,
            capture_output=True,
            check=False,
        )
        out, err = (one.decode("utf-8", "surrogateescape") for one in (done.stdout, done.stderr))
        return done.returncode, out, err

    return run


@posix
def test_the_script_does_the_whole_job(folder: Path, script: Script, private_home: Path) -> None:
    before = shown(folder)
    code, out, err = script("plan", folder)
    assert (code, shown(folder)) == (1, before), err
    assert "Nothing was done yet" in err
    assert f"{len(GONE)} of {len(GONE | STAY)} documents, of 2 groups, would " in out
    groups = reported(Path("duplicates.report/groups.json"))
    for text in TEXTS:
        numbers = {row["group"] for path, row in groups if str(path.relative_to(folder)) in text}
        assert len(numbers) == 1
    assert names_of([path for path, _ in groups], folder) == {*STAY, *GONE, "near.txt"}
    assert b"<html" in Path("duplicates.report/groups.html").read_bytes()

    code, out, err = script("remove", folder)
    assert code == 0, err
    left = shown(folder)
    assert names_of({*left}, folder) == {*STAY, *OTHERS}
    assert left == {path: before[path] for path in left}
    removed = reported(Path("duplicates.report/removed.json"))
    assert names_of([path for path, _ in removed], folder) == GONE
    for path, row in removed:
        where = path_in(row, "where")
        assert where.is_relative_to(private_home)
        assert shown(where.parent)[where] == before[path]
    assert f"trash: {len(GONE)} done" in out, "the history"

    code, out, err = script("undo")
    assert (code, shown(folder)) == (0, before), out + err
    assert f"trash: {len(GONE)} undone" in out, "the history"


@posix
def test_the_script_goes_on_where_a_file_is_not_read_or_not_restored(
    folder: Path, script: Script
) -> None:
    """It ends with 3 then, says which, and does the rest. Lines of it were changed as users do."""
    before = shown(folder)
    unread = put(folder / f"{BIG5} binary.txt", bytes(range(256)) * 9)
    lines = {"to": "-搬走 \n", "keep": "name=-*,oldest", "shell": shutil.which("bash") or "sh"}
    code, _, err = script("remove", folder, **lines)
    assert (code, "is binary, not text" in err) == (3, True)
    stay = {"-rf.txt", "報告.txt"}
    assert names_of({*shown(folder)}, folder) == {*stay, *OTHERS, unread.name}
    assert [path for path, _ in reported(Path("duplicates.report/problems.json"))] == [unread]
    moved = names_of({*shown(Path(lines["to"]))}, Path(lines["to"]))
    assert moved == {name for text in TEXTS for name in text} - stay
    taken = put(folder / "合同 (1).txt", b"another")
    code, out, err = script("undo", **lines)
    assert (code, taken.read_bytes()) == (3, b"another")
    assert f"{len(moved) - 1} of {len(moved)} restored" in out
    assert re.search(r"^failed  .*/合同 \(1\)\.txt'.*: ", out, re.MULTILINE | re.DOTALL)
    assert re.search(rf"^> \d+ {len(b'another')} ", out, re.MULTILINE), "what is not as it was"
    taken.unlink()
    unread.unlink()
    changed = put(folder / "-rf.txt", b"written meanwhile")
    code, out, err = script("undo", 1, **lines)
    assert "1 of 1 restored" in out
    assert (code, err) == (3, ""), "all is back, but not all is as it was"
    assert {**shown(folder), changed: before[changed]} == before
    assert script("undo", 9, **lines)[0] == 2, "no such batch"


@posix
def test_the_script_touches_nothing_where_nothing_is_found_or_a_step_fails(
    folder: Path, script: Script
) -> None:
    before = shown(folder)
    code, out, err = script()
    assert (code, out) == (2, "")
    usage = SCRIPT.read_text("utf-8").splitlines()[1:6]
    assert err.splitlines() == [line.removeprefix("# ") for line in usage]
    assert script("remove", "nowhere")[0] == 2
    assert script("remove", folder, keep="oldish")[0] == 2
    Path("full").touch()
    assert script("remove", folder, report="full")[0] == 4, "there is no place for the report"
    assert shown(folder) == before
    alone = put(Path("-v/a.txt"), CONTRACT.encode())
    assert script("remove", "-v")[0] == 0
    unread = put(Path(f"-v/{GB}.txt"), bytes(range(256)) * 9)
    assert script("remove", "-v")[0] == 3
    assert {*shown(Path("-v"))} == {alone, unread}


def test_the_script_is_short_and_plain() -> None:
    lines = SCRIPT.read_text("utf-8").splitlines()
    assert len(lines) <= MOST_LINES
    assert max(map(len, lines)) <= 100
    assert b"\r" not in SCRIPT.read_bytes()


@posix
@pytest.mark.parametrize("shell", ["sh", "dash", "bash", "bash --posix", "ksh", "busybox sh"])
def test_any_shell_reads_the_script(script: Script, shell: str) -> None:
    if shutil.which(shell.split(maxsplit=1)[0]) is None:
        pytest.skip("is not installed here")
    assert script("help", shell=shell)[0] == 2


# ---- the notebooks


def code_cells(path: Path) -> list[str]:
    """Return the code of a notebook (nbformat 4), cell by cell; none has output."""
    notebook = json.loads(path.read_text("utf-8"))
    assert notebook["nbformat"] == 4
    cells = [one for one in notebook["cells"] if one["cell_type"] == "code"]
    assert not [one for one in cells if one.get("outputs") or one.get("execution_count")]
    return ["".join(one["source"]) for one in cells]


def run_notebook(path: Path) -> list[Any]:
    """Run all cells in one namespace as Jupyter does; return the value of each one's last line.

    Magics and commands of a shell are no Python, and fail.
    """
    namespace: dict[str, object] = {"__name__": "__main__"}
    values: list[object] = []
    for number, source in enumerate(code_cells(path), 1):
        name = f"{path.name}, cell {number}"
        tree = ast.parse(source, name)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, name, "exec"), namespace)  # noqa: S102 - our own notebooks
        value = None
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), name, "eval"), namespace)  # noqa: S307
        values.append(value)
    return values


def test_the_notebook_finds_what_it_has_planted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All but what was rewritten by a third, and nothing else; its picture is a picture."""
    monkeypatch.chdir(tmp_path)
    values = run_notebook(HELP / "notebook.ipynb")
    assert (51, {"rewritten"}, 0) in values
    assert (tmp_path / "pairs.png").read_bytes().startswith(b"\x89PNG")


def test_the_notebook_is_short_and_needs_the_public_names_alone() -> None:
    assert {*HELP.glob("*.ipynb")} == {NOTEBOOK, HELP / "notebook.ipynb"}
    code = "\n".join(code_cells(NOTEBOOK)).splitlines()
    assert len([line for line in code if line.strip()]) <= MOST_LINES
    assert {line for line in code if line.lstrip().startswith(("import", "from"))} == {
        "import json",
        "from pathlib import Path",
        "import pandas",
        "import simcore",
    }
    assert not [line for line in code if re.search(r"\._|simcore\.\w+\.\w+\.\w+\(", line)]


@pytest.fixture
def looked_at(tmp_path: Path) -> Path:
    """Return a copy of the notebook in which a cell behind the removal looks at the folder."""
    told = json.loads(NOTEBOOK.read_text("utf-8"))
    removal = next(
        at for at, cell in enumerate(told["cells"]) if "carry_out(" in "".join(cell["source"])
    )
    look = {"cell_type": "code", "source": ["from removals import shown\n", "shown(folder)"]}
    told["cells"].insert(removal + 1, look)
    return put(tmp_path / "copy.ipynb", json.dumps(told).encode())


@posix
def test_the_notebook_does_the_whole_job(
    tmp_path: Path, looked_at: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = Path("documents")
    furnish(folder)
    unread = put(folder / f"{BIG5} binary.txt", bytes(range(256)) * 9)
    before = shown(folder)
    *_, problems, table, planned, results, left, batches, restored = run_notebook(looked_at)
    assert problems == [(unread, "is binary, not text")]

    found = {*STAY, *GONE, "near.txt"}
    assert len(table) == len(found)
    groups = reported(Path("groups.json"))
    assert names_of([path for path, _ in groups], folder) == found
    text = Path("groups.csv").read_bytes().decode("utf-8-sig", "surrogateescape")
    listed = [Path(row["path"]) for row in csv.DictReader(io.StringIO(text, newline=""))]
    assert names_of(listed, folder) == found

    assert names_of([path for path, *_ in planned], folder) == GONE
    assert names_of({stays for *_, stays in planned}, folder) == STAY
    assert names_of({*left}, folder) == {*STAY, *OTHERS, unread.name}
    assert left == {path: before[path] for path in left}
    assert {(path, state) for path, state, *_ in results} == {
        (path, "done") for path in before.keys() - left.keys()
    }
    assert names_of([where for *_, where, _ in results], Path("aside").resolve()) == GONE
    assert [sum(batch.counts.values()) for batch in batches] == [len(GONE)]
    assert {state for _, state in restored} == {"undone"}
    assert shown(folder) == before
