"""The core for machines that are not here: what stands in its libraries, and the wheels' tags.

Nothing of it is run. Needs ziglang, which compiles for all of them.
"""

import importlib.util
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from packaging.tags import mac_platforms, sys_tags
from packaging.utils import parse_wheel_filename

from amounts import LONG, in_long_runs
from libraries import OF_MACOS, SharedLibrary, read_library
from native.compilers import ZIGLANG, required
from native.outputs import ROOT, Outputs
from native.targets import OLDEST_MACOS, TARGETS, Target, this_machine
from simcore.kernel.core import _ARGUMENTS

MOST_BYTES = 150_000

needs_ziglang = pytest.mark.skipif(
    importlib.util.find_spec("ziglang") is None and not LONG,
    reason="ziglang is not installed: pip install -e '.[wheels]'",
)


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
