"""How the core is built: with which compiler, when anew, and what is said where it cannot be.

For machines that are not here: what stands in its libraries, and the wheels' tags. Nothing of it is
run, and it needs ziglang, which compiles for all of them.
"""

import importlib.util
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.tags import mac_platforms, sys_tags
from packaging.utils import parse_wheel_filename

from amounts import LONG, in_long_runs
from libraries import OF_MACOS, SharedLibrary, read_library
from native import compilers
from native.compilers import NAMES, ZIGLANG, Compiler, required, system_compiler
from native.outputs import MAKING_NEEDS, PACKAGE, ROOT, Outputs
from native.targets import (
    OLDEST_MACOS,
    TARGETS,
    Target,
    UnbuildableError,
    asked_for,
    this_machine,
)
from simcore.kernel.core import _ARGUMENTS

HERE = this_machine()
MOST_LINES = 1_500
MOST_BYTES = 150_000

needs_ziglang = pytest.mark.skipif(
    importlib.util.find_spec("ziglang") is None and not LONG,
    reason="ziglang is not installed: pip install -e '.[wheels]'",
)

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


class Counting(Outputs):
    """Counts how often tables are made, without making them."""

    made = 0

    def _make_tables(self) -> None:
        self.made += 1
        self._tables.write_bytes(b"tables")


@pytest.fixture
def outputs(checkout: Path, compiled: Path) -> Counting:
    return Counting(HERE, root=checkout)


def test_unchanged_sources_are_not_compiled_again(
    outputs: Counting, compiled: Path, tmp_path: Path
) -> None:
    for _ in range(3):
        put = outputs.put(tmp_path / "put")
    assert [path.name for path in put] == outputs.names()
    assert (len(trials(compiled)[1]), outputs.made) == (1, 1)
    assert outputs.stale(tmp_path / "put") == []
    assert outputs.requirements() == [], "what is kept needs nothing to be built"


@pytest.mark.parametrize("name", ["fold.c", "core.h"])
def test_a_changed_file_is_compiled(
    outputs: Counting, checkout: Path, compiled: Path, tmp_path: Path, name: str
) -> None:
    """To another file: a running program keeps the library that it has mapped."""
    library, _ = outputs.put(tmp_path / "put")
    before = library.read_bytes()
    with library.open("rb") as held:
        with (checkout / PACKAGE / "source" / name).open("a") as file:
            file.write("/* another line */\n")
        assert outputs.stale(tmp_path / "put") == [library.name]
        outputs.put(tmp_path / "put")
        assert held.read() == before
    assert (len(trials(compiled)[1]), outputs.made) == (2, 1)
    assert library.read_bytes() != before


def test_another_compiler_or_other_flags_compile_anew(
    outputs: Counting, compiled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
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


def test_with_a_compiler_pip_is_not_asked_for_one(compiled: Path, checkout: Path) -> None:
    assert ZIGLANG not in Outputs(HERE, root=checkout).requirements()
    assert ZIGLANG not in Outputs(TARGETS["arm64-macos"], root=checkout).requirements()


def test_without_a_compiler_and_ziglang_one_sentence_says_what_to_install(
    without_compilers: None, checkout: Path, tmp_path: Path
) -> None:
    """And pip is asked for ziglang."""
    outputs = Outputs(HERE, root=checkout)
    requirements = outputs.requirements()
    assert (requirements[0], len(requirements)) == (ZIGLANG, 1 + len(MAKING_NEEDS))
    with pytest.raises(UnbuildableError) as raised:
        outputs.put(tmp_path)
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


# ---- for other machines


def check(target: Target, path: Path) -> SharedLibrary:
    """Check that a library is what the tag of its wheel says, and return it."""
    found = read_library(path)
    assert f"{found.machine}-{found.system}" == target.name
    assert path.stat().st_size < MOST_BYTES
    assert found.exports == {"core_version", *_ARGUMENTS}
    if target.system == "macos":
        # the system has both since before the oldest version that is named
        assert found.needs == ("/usr/lib/libSystem.B.dylib",)
        assert found.imports <= OF_MACOS
        oldest = f"platform 1 from {OLDEST_MACOS}"
        assert found.notes >= {"id @rpath/_core.dylib", oldest}
        # processors of Apple's run nothing that is not signed
        assert ("signed" in found.notes) or found.machine == "x64"
    else:
        # no C library, so none that may be too old; no note that older loaders do not know
        assert (found.needs, found.imports, found.notes) == ((), set(), set())
    return found


@needs_ziglang
@pytest.mark.parametrize("name", TARGETS)
def test_a_library_is_for_its_machine_and_needs_nothing_of_it(name: str, tmp_path: Path) -> None:
    target = TARGETS[name]
    sources = [path for path in Outputs(target).sources() if path.suffix == ".c"]
    library = tmp_path / target.library
    required(target, released=True).compile(sources, library, ["-Werror"])
    check(target, library)
    assert list(tmp_path.iterdir()) == [library]


def test_pip_takes_each_wheel_where_it_belongs() -> None:
    """By the rules of the package that pip itself goes by."""
    named = {
        name: {tag.platform for tag in parse_wheel_filename(f"v-1-py3-none-{target.tag}.whl")[3]}
        for name, target in TARGETS.items()
    }
    assert named["x64-macos"] <= set(mac_platforms((11, 0), "x86_64"))
    assert named["arm64-macos"] <= set(mac_platforms((11, 0), "arm64"))
    assert not named["arm64-macos"] & set(mac_platforms((11, 0), "x86_64"))
    here = {tag.platform for tag in sys_tags()}
    taken = {name for name, platforms in named.items() if platforms & here}
    assert taken == {this_machine().name}


@needs_ziglang
@in_long_runs
def test_each_wheel_holds_the_library_of_its_machine(tmp_path: Path) -> None:
    builder = ROOT / "packaging" / "build_wheels.py"
    subprocess.run([sys.executable, builder, tmp_path / "wheels"], check=True)
    wheels = sorted((tmp_path / "wheels").iterdir())
    assert len(wheels) == len(TARGETS)
    for target in TARGETS.values():
        (path,) = (one for one in wheels if one.stem.endswith(f"-py3-none-{target.tag}"))
        with zipfile.ZipFile(path) as wheel:
            parts = [name for name in wheel.namelist() if name.startswith("simcore/kernel/")]
            binary = {name for name in parts if not name.endswith(".py")}
            names = {f"simcore/kernel/{name}" for name in (target.library, "tables.bin")}
            assert binary == names
            check(target, Path(wheel.extract(f"simcore/kernel/{target.library}", tmp_path)))
            (about,) = (name for name in wheel.namelist() if name.endswith(".dist-info/WHEEL"))
            lines = wheel.read(about).decode().splitlines()
            listed = {line.removeprefix("Tag: ") for line in lines if line.startswith("Tag: ")}
            assert listed == {f"py3-none-{tag}" for tag in target.tag.split(".")}


@needs_ziglang
def test_what_a_build_of_before_left_does_not_go_along(tmp_path: Path) -> None:
    room = tmp_path / "simcore"
    room.mkdir()
    (room / "deleted.py").touch()
    command = [sys.executable, "setup.py", "--quiet", "build", "--build-lib", tmp_path]
    subprocess.run(command, cwd=ROOT, check=True)
    assert not (room / "deleted.py").exists()
    assert (room / "kernel" / "tables.bin").exists()


@in_long_runs
def test_a_source_distribution_is_installed_without_a_compiler(tmp_path: Path) -> None:
    """pip fetches what compiles: no command is on the path, no header is looked at."""
    code = "import sys, backend; print(backend.build_sdist(sys.argv[1]))"
    built = subprocess.run(
        [sys.executable, "-c", code, tmp_path],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT / "packaging")},
        capture_output=True,
        text=True,
        check=True,
    )
    archive = tmp_path / built.stdout.splitlines()[-1]
    environment = {
        name: value for name, value in os.environ.items() if name not in {"CC", "CFLAGS"}
    }
    subprocess.run(
        [
            sys.executable,
            "-m",
            "pip",
            "install",
            "--no-deps",
            "--target",
            tmp_path / "put",
            archive,
        ],
        env={**environment, "PATH": str(tmp_path / "empty")},
        check=True,
    )
    run = subprocess.run(
        [sys.executable, "-P", "-c", "import simcore.kernel.core as it; print(it.library())"],
        cwd=tmp_path,
        env={**environment, "PYTHONPATH": str(tmp_path / "put")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert str(tmp_path / "put") in run.stdout


def test_the_extra_for_wheels_has_the_bounds_of_the_build() -> None:
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    assert f'wheels = ["setuptools>=77", "{ZIGLANG}"]' in text
