"""Defaults of options from a variorum.toml, the environment and the window, and who wins."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings

from app.__main__ import main as program
from app.settings.settings import Settings, save_settings, settings_path
from builders import chinese_text, edited
from places import ROOT
from simcore import ScanConfig
from simcore.cli.main import ONLY_BY_HAND, VARIABLES, _long_options, main
from simcore.index.paths import default_index_path

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "文档"
    folder.mkdir()
    (folder / "1.txt").write_text(chinese_text(1), encoding="gb18030")
    (folder / "near.txt").write_text(edited(chinese_text(1), 1, 2), encoding="utf-8")
    (folder / "notes.xyz").write_text(chinese_text(3), encoding="utf-8")
    (folder / "draft.txt").write_text(chinese_text(4), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return Path("文档")


@pytest.fixture
def run(capfdbinary: pytest.CaptureFixture[bytes]) -> Run:
    def call(*arguments: object, using: Callable[..., int] = main) -> tuple[int, str, str]:
        try:
            code = using([str(argument) for argument in arguments])
        except SystemExit as error:
            code = int(error.code or 0)
        out, err = capfdbinary.readouterr()
        return code, out.decode("utf-8", "surrogateescape"), err.decode()

    return call


def listed(out: str) -> set[str]:
    return {line.split(",")[0].rpartition("/")[2] for line in out.splitlines()[1:]}


def test_the_environment_sets_defaults(
    library: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VARIORUM_INDEX", "env.sqlite3")
    monkeypatch.setenv("VARIORUM_JOBS", "0")
    assert run("scan", library)[0] == 0
    assert Path("env.sqlite3").exists()
    assert not default_index_path().exists()
    assert run("scan", library, "--index", "own.sqlite3")[0] == 0
    assert Path("own.sqlite3").exists()
    monkeypatch.setenv("VARIORUM_INDEX", "")  # as if it were not there
    assert run("scan", library)[0] == 0
    assert default_index_path().exists()
    for name, value in (("JOBS", "many"), ("LARGEST", "64T"), ("INDEX", "none/index")):
        monkeypatch.setenv(f"VARIORUM_{name}", value)
        code, _, err = run("scan", library)
        assert (code, value in err) == (2, True)
        monkeypatch.delenv(f"VARIORUM_{name}")


def test_commands_without_an_index_of_their_own_use_none(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VARIORUM_INDEX", str(Path("env.sqlite3").absolute()))
    assert run("plan", "--documents", 9, "--distance", 3)[0] == 0
    assert not Path("env.sqlite3").exists()


CONFIG = """
jobs = 0
include-also = ["*.xyz"]
exclude = ["draft*", "/old/"]
largest = "1MiB"
similarity = 0.9

[fingerprints]
format = "json"
similarity = 0.5
"""


def test_a_file_sets_defaults(library: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    config = Path("variorum.toml")
    config.write_text(CONFIG.replace("similarity = 0.5\n", ""), encoding="utf-8")
    code, out, _ = run("fingerprints", library, "--format", "csv")
    assert listed(out) == {"1.txt", "near.txt", "draft.txt"}, "no file is found by itself"
    code, out, _ = run("fingerprints", library, "--config", config, "--format", "csv")
    assert (code, listed(out)) == (0, {"1.txt", "near.txt", "notes.xyz"})
    assert run("fingerprints", library, f"--config={config}")[1].startswith("{")
    monkeypatch.setenv("VARIORUM_CONFIG", str(config))
    assert run("fingerprints", library)[1].startswith("{")
    # options that may be given several times are added
    code, out, _ = run("fingerprints", library, "--exclude", "near*", "--format", "csv")
    assert listed(out) == {"1.txt", "notes.xyz"}
    assert run("pairs", library)[1].count("\n") == 1, "none is .9 alike"
    assert run("pairs", library, "--similarity", 0.4)[1].count("\n") == 2
    assert run("text", library / "1.txt")[0] == 0  # not all commands have all options
    assert run("similar", library / "1.txt")[0] == 0  # what is excluded is of folders
    monkeypatch.setenv("VARIORUM_JOBS", "nonsense")
    code, _, err = run("scan", library)
    assert (code, "VARIORUM_JOBS" in err) == (2, True), "the environment counts more than the file"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("\nexlude = ['x']", "variorum.toml, line 2: 'exlude' is no option, did you mean exclude?"),
        ("[gruops]\njobs = 1", "line 1: 'gruops' is no command, did you mean groups?"),
        ("[groups]\nexpand = true", "line 2: 'expand' is no option"),
        ("expand = 1", "expand: is true or false, not 1"),
        ("jobs = 'many'", "jobs: cannot be 'many'"),
        ("jobs = -1", "jobs: must lie between 0 and 1024"),
        ("jobs = 100_000", "jobs: must lie between 0 and 1024"),
        ("jobs = true", "jobs: is a text or a number"),
        ("similarity = 7", "similarity: must lie between 0.3 and 1"),
        ("format = 'html'", "format: cannot be 'html'; there are csv, json"),
        ("largest = '64T'", "largest: '64T' is no size"),
        ("exclude = [['a']]", "exclude: is a text or a number"),
        ("output = 'a.csv'", "output stands on the command line only"),
        ("apply = true", "line 1: apply stands on the command line only"),
        ("jobs = ", "is no TOML"),
        ("jobs = 1\njobs = 2", "is no TOML"),
        (f"jobs = {'[' * 50_000}", "is no TOML"),
    ],
)
def test_what_a_file_may_hold_is_checked(library: Path, run: Run, text: str, said: str) -> None:
    Path("variorum.toml").write_text(text, encoding="utf-8")
    code, out, err = run("pairs", library, "--config", "variorum.toml")
    assert (code, out) == (2, "")
    assert said in err


def test_a_file_that_is_none(library: Path, run: Run) -> None:
    Path("latin.toml").write_bytes(b"recipe = '\xff'")
    for name, said in (("none.toml", "cannot be read"), ("latin.toml", "UTF-8"), (".", "cannot")):
        code, _, err = run("pairs", library, "--config", name)
        assert (code, said in err) == (2, True)


def test_a_required_option_may_stand_in_a_file(library: Path, run: Run) -> None:
    Path("v.toml").write_text('[prune]\nkeep = ["newest"]\nto = "moved"\n', encoding="utf-8")
    assert run("prune", library, "--jobs", 0, "--config", "v.toml")[0] == 0
    assert run("prune", library, "--jobs", 0)[0] == 2


def test_what_no_file_may_set_are_options() -> None:
    """And a file may set all others that take one value or several."""
    every = set().union(*_long_options().values())
    assert not ONLY_BY_HAND - every
    assert not set(VARIABLES.values()) - every


def in_window(**settings: object) -> None:
    path = settings_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    store = QSettings(str(path), QSettings.Format.IniFormat)
    assert save_settings(store, Settings(scan=ScanConfig(**settings)))  # type: ignore[arg-type]


def test_as_in_the_window(library: Path, run: Run) -> None:
    in_window(
        include=("*.txt", "*.xyz"),
        exclude=("near*", "a//b", "草稿,逗号"),
        recipe="charikar",
        jobs=0,
        similarity=0.95,
    )
    words = "fingerprints", library
    code, plain, _ = run(*words, "--jobs", 0)
    code, out, err = run(*words, "--as-in-window", "-v", using=program)
    assert (code, listed(out)) == (0, {"1.txt", "notes.xyz", "draft.txt"})
    assert "the settings of the window are used" in err
    assert "recipe charikar" in err
    assert not set(out.splitlines()[1:]) & set(plain.splitlines())
    # the command line says more, and sliders are no settings
    code, out, _ = run(*words, "--as-in-window", "--recipe", "default", using=program)
    assert set(out.splitlines()) & set(plain.splitlines())
    assert run("pairs", library, "--as-in-window", using=program)[0] == 0
    Path("v.toml").write_text("as-in-window = true\nexclude = ['draft*']\n", encoding="utf-8")
    code, out, _ = run(*words, "--config", "v.toml", using=program)
    assert listed(out) == {"1.txt", "notes.xyz"}
    code, _, err = run(*words, "--as-in-window")
    assert (code, "no window" in err) == (2, True)


def test_a_look_up_imports_no_more_than_it_needs(library: Path, run: Run) -> None:
    """No file of settings, no list and no shell is asked for: nothing is imported for them."""
    run("scan", library, "--jobs", 0)
    code = "import sys; from simcore.cli.main import main; main(sys.argv[1:]); print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code, "similar", str(library / "1.txt")],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = set(done.stdout.split())
    assert "simcore.pipeline.similar" in loaded
    ours = "simcore.cli.describe", "simcore.pipeline.scan", "app"
    assert not loaded & {*ours, "tomllib", "difflib"}
