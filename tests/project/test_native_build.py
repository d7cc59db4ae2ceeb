"""How the core is built: with which compiler, when anew, and what is said where it cannot be."""

import importlib.util
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from libraries import OF_MACOS, read_library
from native import compilers
from native.compilers import NAMES, ZIGLANG, Compiler, system_compiler
from native.outputs import MAKING_NEEDS, PACKAGE, ROOT, Outputs
from native.targets import TARGETS, UnbuildableError, asked_for, this_machine

HERE = this_machine()
MOST_LINES = 1_500

# Stands for a compiler wherever there is none: notes its arguments and makes a file.
COMPILER = """\
import pathlib, sys
noted = pathlib.Path(__file__).with_suffix(".log")
with noted.open("a") as log:
    print(*sys.argv[1:], file=log)
pathlib.Path(sys.argv[sys.argv.index("-o") + 1]).write_bytes(b"library %d" % noted.stat().st_size)
"""


# Stands for what makes the tables, which takes ten seconds.
MAKING = """\
import pathlib, sys
from simcore.kernel.core import write_tables
write_tables(pathlib.Path(sys.argv[1]), [b"of characters", b"of words"])
"""


@pytest.fixture(autouse=True)
def asked_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was found out about compilers is true of this test only."""
    for name in ("CC", "CFLAGS", "LDFLAGS", "VARIORUM_TARGET"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(compilers, "_problem", compilers._problem.__wrapped__)


@pytest.fixture
def compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Name a compiler that notes what it is asked; return where."""
    script = tmp_path / "compiler.py"
    script.write_text(COMPILER, "utf-8")
    monkeypatch.setenv("CC", shlex.join([sys.executable, str(script)]))
    return script.with_suffix(".log")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a checkout of what the core is made of."""
    root = tmp_path / "checkout"
    ignored = shutil.ignore_patterns("_core.*", "tables.bin", "__pycache__")
    for folder in (PACKAGE, "simcore/model"):
        shutil.copytree(ROOT / folder, root / folder, ignore=ignored)
    for name in ("pyproject.toml", "simcore/__init__.py", "simcore/__init__.pyi"):
        shutil.copy(ROOT / name, root / name)
    tables = root / "packaging/tables"
    tables.mkdir(parents=True)
    (tables / "__init__.py").touch()
    (tables / "__main__.py").write_text(MAKING, "utf-8")
    return root


@pytest.fixture
def without_compilers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    find = importlib.util.find_spec
    monkeypatch.setattr(
        "importlib.util.find_spec", lambda name: None if name == "ziglang" else find(name)
    )


def trials(compiled: Path) -> tuple[list[str], list[str]]:
    """Return what a compiler was asked: trials, and the core."""
    lines = compiled.read_text("utf-8").splitlines() if compiled.exists() else []
    return [one for one in lines if "trial.c" in one], [one for one in lines if "fold.c" in one]


def tables_only(outputs: Outputs, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Count how often tables are made, without making them."""
    made: list[str] = []

    def make() -> None:
        made.append("tables")
        outputs._tables.write_bytes(b"tables")

    monkeypatch.setattr(Outputs, "_make_tables", lambda _: make())
    return made


def test_unchanged_sources_are_not_compiled_again(
    checkout: Path, compiled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    outputs = Outputs(HERE, root=checkout)
    made = tables_only(outputs, monkeypatch)
    for _ in range(3):
        put = outputs.put(tmp_path / "put")
    assert [path.name for path in put] == outputs.names()
    assert len(trials(compiled)[1]) == 1
    assert made == ["tables"]
    assert outputs.stale(tmp_path / "put") == []


@pytest.mark.parametrize("name", ["fold.c", "core.h"])
def test_a_changed_file_is_compiled(
    checkout: Path, compiled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    outputs = Outputs(HERE, root=checkout)
    made = tables_only(outputs, monkeypatch)
    library, _ = outputs.put(tmp_path / "put")
    before = library.read_bytes()
    with (checkout / PACKAGE / "source" / name).open("a") as file:
        file.write("/* another line */\n")
    assert outputs.stale(tmp_path / "put") == [library.name]
    outputs.put(tmp_path / "put")
    assert len(trials(compiled)[1]) == 2
    assert library.read_bytes() != before
    assert made == ["tables"]


def test_another_compiler_or_other_flags_compile_anew(
    checkout: Path, compiled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    outputs = Outputs(HERE, root=checkout)
    tables_only(outputs, monkeypatch)
    outputs.put(tmp_path)
    monkeypatch.setenv("CFLAGS", "-O3")
    outputs.put(tmp_path)
    assert len(trials(compiled)[1]) == 2


def test_tables_are_made_anew_when_a_module_that_makes_them_changes(
    checkout: Path, compiled: Path, tmp_path: Path
) -> None:
    """Modules that had no part in it are not looked at."""
    outputs = Outputs(HERE, root=checkout)
    outputs.put(tmp_path / "put")
    assert (tmp_path / "put" / "tables.bin").read_bytes()[:8] == b"VARTABLE"
    (checkout / "simcore" / "model" / "config.py").write_text("'another'")
    assert outputs.stale(tmp_path / "put") == []
    with (checkout / PACKAGE / "core.py").open("a") as file:
        file.write("# another line\n")
    assert outputs.stale(tmp_path / "put") == ["tables.bin"]
    outputs.put(tmp_path / "put")
    assert outputs.stale(tmp_path / "put") == []


def test_a_running_program_keeps_the_library_that_it_has(
    checkout: Path, compiled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is another file, not another content: what is mapped stays as it was."""
    outputs = Outputs(HERE, root=checkout)
    tables_only(outputs, monkeypatch)
    library, _ = outputs.put(tmp_path / "put")
    before = library.read_bytes()
    with library.open("rb") as held:
        (checkout / PACKAGE / "source" / "fold.c").write_text("another")
        outputs.put(tmp_path / "put")
        assert library.read_bytes() != before
        assert held.read() == before


def test_flags_are_obeyed_where_the_core_does_not_depend_on_them(
    compiled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CFLAGS", "-O3 -flto -fstack-protector-strong '-DNAME=a b'")
    monkeypatch.setenv("LDFLAGS", "-Wl,-z,now")
    command = system_compiler(HERE)
    assert command is not None
    said = Compiler("", command, HERE).arguments()
    assert said.index("-O2") < said.index("-O3")
    assert said.index("-flto") < said.index("-fno-lto")
    assert said.index("-fstack-protector-strong") < said.index("-fno-stack-protector")
    assert {"-DNAME=a b", "-Wl,-z,now", "-ffp-contract=off", "-ffreestanding"} <= set(said)


def test_what_cc_names_and_does_not_compile_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", f"{shlex.quote(sys.executable)} -c 'print(1/0)'")
    with pytest.raises(UnbuildableError, match=r"CC is .* does not compile.*gcc or clang"):
        system_compiler(HERE)
    monkeypatch.setenv("CC", "no-such-compiler")
    with pytest.raises(UnbuildableError, match=r"CC is 'no-such-compiler'.*cannot be run"):
        system_compiler(HERE)


@pytest.mark.skipif(os.name != "posix", reason="a script stands for a compiler")
def test_a_command_that_compiles_nothing_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a system that only offers to install one."""
    for name, answer in (("cc", "exit 1"), ("gcc", "exit 0"), ("clang", "exit 1")):
        (tmp_path / name).write_text(f"#!/bin/sh\n{answer}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert system_compiler(HERE) is None


def test_without_a_compiler_pip_is_asked_for_one(
    without_compilers: None, checkout: Path, tmp_path: Path
) -> None:
    requirements = Outputs(HERE, root=checkout).requirements()
    assert requirements[0] == ZIGLANG
    assert len(requirements) == 1 + len(MAKING_NEEDS)


def test_with_a_compiler_pip_is_not_asked_for_one(compiled: Path, checkout: Path) -> None:
    assert ZIGLANG not in Outputs(HERE, root=checkout).requirements()
    assert ZIGLANG not in Outputs(TARGETS["arm64-macos"], root=checkout).requirements()


def test_what_is_kept_needs_nothing_to_be_built(
    checkout: Path, compiled: Path, tmp_path: Path
) -> None:
    outputs = Outputs(HERE, root=checkout)
    outputs.put(tmp_path)
    assert outputs.requirements() == []


def test_without_a_compiler_and_ziglang_one_sentence_says_what_to_install(
    without_compilers: None, checkout: Path, tmp_path: Path
) -> None:
    with pytest.raises(UnbuildableError) as raised:
        Outputs(HERE, root=checkout).put(tmp_path)
    message = str(raised.value)
    assert "no C compiler was found" in message
    assert "apt-get install gcc" in message
    assert f"pip install '{ZIGLANG}'" in message
    assert "\n" not in message


def test_the_command_for_developers_says_it_without_a_trace(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, ROOT / "packaging" / "build_core.py"],
        env={**os.environ, "CC": "no-such-compiler"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 1
    assert run.stderr.startswith("CC is 'no-such-compiler'")
    assert "Traceback" not in run.stderr


def test_a_target_that_is_none_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    assert asked_for() is None
    monkeypatch.setenv("VARIORUM_TARGET", "arm64-windows")
    assert asked_for() == TARGETS["arm64-windows"]
    monkeypatch.setenv("VARIORUM_TARGET", "mips")
    with pytest.raises(UnbuildableError, match="'mips'; it may be x64-linux, "):
        asked_for()


def test_tables_are_made_with_what_the_program_may_have() -> None:
    """The same bounds: other dictionaries would give other texts."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    required = Outputs(HERE)._making_requirements()
    assert [re.split("[<>=]", line)[0].lower() for line in required] == sorted(MAKING_NEEDS)
    listed = {*project["dependencies"], *project["optional-dependencies"]["dev"]}
    assert set(required) <= listed


def test_making_imports_what_the_build_installs_and_no_more() -> None:
    code = """
import sys
import tables.__main__ as tables
tables.fold_entries(range(0x4E00, 0x4E80)), tables.letter_entries(range(0x80))
tables.reference_tokenizer()
print(*sys.modules)
"""
    run = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT / "packaging",
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    imported = {name.partition(".")[0] for name in run.stdout.split()}
    providers = packages_distributions()
    distributions = {
        found.lower().replace("_", "-") for name in imported for found in providers.get(name, ())
    }
    assert distributions - {"variorum", "setuptools", "pip"} <= {*MAKING_NEEDS, "packaging"}


@pytest.mark.parametrize("name", NAMES[1:])
def test_compilers_find_nothing_to_warn_of(name: str, tmp_path: Path) -> None:
    path = shutil.which(name)
    if path is None or compilers._problem((path,), HERE) is not None:
        pytest.skip(f"there is no {name}")
    sources = [source for source in Outputs(HERE).sources() if source.suffix == ".c"]
    library = tmp_path / HERE.library
    # a greater one asks Windows' C library whether there is room for it
    frame = "-Wframe-larger-than=4000"
    Compiler(name, (path,), HERE).compile(sources, library, ["-Werror", frame])
    assert read_library(library).imports <= OF_MACOS


def test_the_core_is_small() -> None:
    lines = {
        path.name: len(path.read_text("ascii").splitlines()) for path in Outputs(HERE).sources()
    }
    assert 0 < sum(lines.values()) <= MOST_LINES
    assert max(lines.values()) <= 400, lines
