"""What is distributed: whole, without a warning, and beside a user's own modules."""

import email
import email.policy
import os
import shutil
import subprocess
import sys
import tarfile
import time
import venv
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from packaging.licenses import canonicalize_license_expression
from packaging.metadata import Metadata

from native.outputs import PACKAGE, Outputs
from native.targets import this_machine
from places import ROOT

pytestmark = pytest.mark.a_minute

# Asks the backend as pip does. A warning of any kind is an error, also one that is only printed.
BUILD = """
import sys, warnings
warnings.simplefilter("error")
import backend
print(getattr(backend, sys.argv[1])(sys.argv[2]))
"""

# A person's own module, in the folder that they start Python in.
OWN = """
import simcore

def main():
    return f"mine, {len(simcore.__all__) > 10}"
"""


@cache
def kept() -> frozenset[str]:
    """Return the files of the repository, or of the source distribution that the tests run from."""
    if (ROOT / ".git").exists():
        listed = subprocess.run(
            ["git", "ls-files", "-z"],  # noqa: S607 - wherever it is
            cwd=ROOT,
            capture_output=True,
            check=True,
        )
        names = [os.fsdecode(name) for name in listed.stdout.split(b"\0") if name]
        return frozenset(name for name in names if (ROOT / name).is_file())
    (about,) = ROOT.glob("*.egg-info/SOURCES.txt")
    made = ".egg-info/", "PKG-INFO", "setup.cfg"
    return frozenset(
        name for name in about.read_text("utf-8").splitlines() if not any(m in name for m in made)
    )


def environment(**more: str) -> dict[str, str]:
    """Return an environment without what builds and Python would be told to do otherwise."""
    others = {"PYTHONPATH", "PYTHONDONTWRITEBYTECODE", "VARIORUM_TARGET"}
    return {name: value for name, value in os.environ.items() if name not in others} | more


def build(root: Path, what: str, folder: Path) -> Path:
    """Build ``what`` of a checkout with the packages that are here; nothing may be warned of."""
    run = subprocess.run(
        [sys.executable, "-c", BUILD, f"build_{what}", str(folder)],
        cwd=root,
        env=environment(PYTHONPATH=str(root / "packaging")),
        capture_output=True,
        text=True,
        check=False,
    )
    said = run.stdout + run.stderr
    assert run.returncode == 0, said
    assert "warning" not in said.lower(), said
    return folder / run.stdout.splitlines()[-1]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with both distributions; the first process of a run makes it for all."""
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "distributions"
    done = folder / "done"
    try:
        folder.mkdir()
    except FileExistsError:
        while not done.exists():
            time.sleep(0.1)
        return folder
    try:
        _make(folder)
    finally:
        done.touch()  # what is missing fails the tests that ask for it
    return folder


def _make(folder: Path) -> None:
    """Build the source distribution of the repository's files and no other ones, and of it a wheel.

    It is unpacked with the core that was built here before, which takes long.
    """
    checkout = folder / "checkout"
    for name in kept():
        (checkout / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, checkout / name)
    with tarfile.open(build(checkout, "sdist", folder)) as archive:
        archive.extractall(folder / "unpacked", filter="data")
    (root,) = (folder / "unpacked").iterdir()
    shutil.copytree(ROOT / "build" / "kernel", root / "build" / "kernel")
    build(root, "wheel", folder)


@pytest.fixture(scope="module")
def sources(built: Path) -> Path:
    """Return the source distribution."""
    (path,) = built.glob("*.tar.gz")
    return path


@pytest.fixture(scope="module")
def unpacked(built: Path) -> Path:
    """Return the folder that is in the source distribution."""
    (path,) = (built / "unpacked").iterdir()
    return path


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    """Return the wheel that was built from the source distribution."""
    (path,) = built.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the Python of an environment with the wheel, and with the libraries that are here."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False)
    scripts = folder / ("Scripts" if os.name == "nt" else "bin")
    python = scripts / ("python.exe" if os.name == "nt" else "python")
    install = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet"]
    subprocess.run([*install, "--no-deps", "--no-index", str(wheel)], env=environment(), check=True)
    said = subprocess.run(
        [str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        capture_output=True,
        text=True,
        check=True,
    )
    # its libraries alone: by what this checkout is installed is not looked at in such a folder
    libraries = Path(pytest.__file__).parents[1]
    (Path(said.stdout.strip()) / "libraries.pth").write_text(f"{libraries}\n", "utf-8")
    return python


def test_the_source_distribution_has_what_the_repository_has(sources: Path) -> None:
    """Files that tests read among them: MANIFEST.in names what is not taken by itself."""
    with tarfile.open(sources) as archive:
        members = [one for one in archive.getmembers() if one.isfile()]
    names = {one.name.partition("/")[2] for one in members}
    made = {name for name in names if ".egg-info/" in name} | {"PKG-INFO", "setup.cfg"}
    assert names - made == kept()


def test_tests_run_from_the_source_distribution(unpacked: Path) -> None:
    """All of them are there, see above; one room's are run, with what a build puts beside it."""
    core = ROOT / PACKAGE
    for name in Outputs(this_machine()).names():
        shutil.copy2(core / name, unpacked / PACKAGE / name)
    command = "-m pytest -q -p no:cacheprovider -p no:xdist tests/engine/model simcore/model"
    run = subprocess.run(
        [sys.executable, *command.split()],
        cwd=unpacked,
        env=environment(PYTHONPATH=str(unpacked)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout
    assert " passed" in run.stdout


def test_the_wheel_has_what_runs_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if not name.endswith("/")}
    about = {name for name in names if ".dist-info/" in name}
    expected = set(map(f"{PACKAGE}/{{}}".format, Outputs(this_machine()).names()))
    for name in kept():
        top, _, rest = name.partition("/")
        if top == "app":
            expected.add(f"variorum/{rest}")
        elif top == "simcore" and not name.startswith(f"{PACKAGE}/source/"):
            expected.add(name)
        elif name.startswith("resources/translations/"):
            if name.endswith(".ts"):
                expected.add(f"variorum_{name.removesuffix('.ts')}.qm")
        elif top == "resources":
            expected.add(f"variorum_{name}")
    assert names - about == expected


def test_the_metadata_is_complete(wheel: Path) -> None:
    """By the rules of the package that pip and the indexes go by."""
    with zipfile.ZipFile(wheel) as archive:
        (about,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        data = archive.read(about)
        folder = about.removesuffix("METADATA")
        licences = {
            name.removeprefix(f"{folder}licenses/"): archive.read(name).decode()
            for name in archive.namelist()
            if name.startswith(f"{folder}licenses/")
        }
    said = Metadata.from_email(data, validate=True)
    assert said.name == "variorum"
    assert said.summary
    assert said.author or said.author_email or email.message_from_bytes(data)["Author"]
    assert said.requires_python is not None
    assert said.description_content_type == "text/markdown"
    assert said.description == (ROOT / "README.md").read_text("utf-8")
    expression = str(said.license_expression)
    assert canonicalize_license_expression(expression) == expression
    assert set(said.license_files or ()) == set(licences)
    assert (ROOT / "LICENSE").read_text("utf-8") == licences["LICENSE"]
    text = "\n".join(licences.values())
    for named in ("ISC License", "Apache License", "Sun Junyi", "Gene Diaz", "Lucide"):
        assert named in text, named
    languages = [one for one in said.classifiers or () if one.startswith("Natural Language")]
    assert len(languages) == 3


@pytest.fixture
def beside(python: Path, tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Return a runner of commands in a folder that has a person's own module ``app``."""
    (tmp_path / "app.py").write_text(OWN, "utf-8")
    (tmp_path / "笔记.txt").write_text("双方于二〇二六年签订本合同。\n" * 9, "gb18030")

    def run(*command: object) -> subprocess.CompletedProcess[str]:
        words = [str(python if word == "python" else word) for word in command]
        return subprocess.run(
            words,
            cwd=tmp_path,
            env=environment(PYTHONUTF8="1"),
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )

    return run


def test_a_module_app_of_a_users_own_and_the_program_both_run(
    python: Path, beside: Callable[..., subprocess.CompletedProcess[str]]
) -> None:
    """In the folder of that module, where Python finds it first, whichever is imported first."""
    own = beside("python", "-c", "import app; print(app.main()); print(app.__file__)")
    assert own.returncode == 0, own.stderr
    said, where = own.stdout.splitlines()
    assert said == "mine, True"
    assert Path(where).name == "app.py"
    program = python.with_name("variorum" + python.suffix)
    for start in ([program], ["python", "-m", "variorum"]):
        listed = beside(*start, "fingerprints", ".", "--index", ":memory:", "--jobs", 0)
        assert listed.returncode == 0, listed.stderr
        assert "笔记.txt" in listed.stdout
        assert beside(*start, "--version").stdout.startswith("variorum ")
    both = "import app, variorum.main; print(app.main())"
    assert beside("python", "-c", both).stdout.startswith("mine")
    for name in ("app", "tests", "packaging.native", "resources"):
        gone = beside("python", "-P", "-c", f"import {name}")
        assert "ModuleNotFoundError" in gone.stderr, name


def test_the_window_opens_beside_it(
    beside: Callable[..., subprocess.CompletedProcess[str]],
) -> None:
    """All its modules are found by the name that they are installed under."""
    code = """
import app, importlib, pkgutil, sys
assert app.main().startswith("mine")
import variorum
names = [one.name for one in pkgutil.walk_packages(variorum.__path__, "variorum.")]
assert len(names) > 60
for name in names:
    importlib.import_module(name)
strange = [n for n in sys.modules if n.startswith("app.")]
assert not strange, strange
from variorum.settings.settings import own_command
print(*own_command().words[1:])
"""
    opened = beside("python", "-c", code)
    assert opened.returncode == 0, opened.stderr
    assert opened.stdout.strip() == "-m variorum"
