"""What pyproject.toml has no words for: translations and the core, compiled, and packages, found.

Qt loads ``.qm`` files; what people edit are the ``.ts`` files in resources/translations. The rooms
of both packages are found, while ``app`` and ``resources`` have other names as packages:
pyproject.toml can say one or the other. ``app`` is installed as ``variorum``, since a person who
installs it may have a module of that name. How the core is compiled stands in packaging/native.
Everything else about the package stands in pyproject.toml.
"""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import ClassVar

import PySide6
from setuptools import Command, Distribution, find_packages, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build import build

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT / "packaging"))

from native.outputs import PACKAGE, Outputs  # noqa: E402 - found by the line above
from native.targets import UnbuildableError, asked_for, this_machine  # noqa: E402

SOURCES = ROOT / "resources" / "translations"
PACKAGED = "variorum_resources/translations"
LRELEASE = Path(PySide6.__file__).parent / (
    "lrelease.exe" if sys.platform == "win32" else "lrelease"
)

try:
    _ASKED = asked_for()
    TARGET = _ASKED or this_machine()
except UnbuildableError as unbuildable:
    raise SystemExit(str(unbuildable)) from None
RELEASED = _ASKED is not None


class CompileTranslations(Command):
    """Puts a ``.qm`` file for each language into the package, or beside its source."""

    user_options: ClassVar[list[tuple[str, str | None, str]]] = []
    editable_mode = False

    def initialize_options(self) -> None:
        """Set what ``finalize_options`` fills."""
        self.build_lib: str | None = None

    def finalize_options(self) -> None:
        """Take the build's own folder."""
        self.set_undefined_options("build_py", ("build_lib", "build_lib"))

    def run(self) -> None:
        """Compile all. Raises ``CalledProcessError`` for a source that is no translation."""
        for source, compiled in self._files().items():
            compiled.parent.mkdir(parents=True, exist_ok=True)
            command = [str(LRELEASE), "-silent", str(source), "-qm", str(compiled)]
            subprocess.run(command, check=True)  # noqa: S603 - no shell, our own files

    def get_source_files(self) -> list[str]:
        """Return what belongs into a source distribution."""
        root = SOURCES.parents[1]
        return [str(source.relative_to(root)) for source in sorted(SOURCES.glob("*.ts"))]

    def get_outputs(self) -> list[str]:
        """Return what a run writes."""
        return [str(compiled) for compiled in self._files().values()]

    def get_output_mapping(self) -> dict[str, str]:
        """Return the source of each file written."""
        return {str(compiled): str(source) for source, compiled in self._files().items()}

    def _files(self) -> dict[Path, Path]:
        folder = SOURCES if self.editable_mode else Path(str(self.build_lib), PACKAGED)
        return {ts: folder / f"{ts.stem}.qm" for ts in sorted(SOURCES.glob("*.ts"))}


class BuildKernel(Command):
    """Puts the core's library and its tables into the package, or beside their sources."""

    user_options: ClassVar[list[tuple[str, str | None, str]]] = []
    editable_mode = False

    def initialize_options(self) -> None:
        """Set what ``finalize_options`` fills."""
        self.build_lib: str | None = None

    def finalize_options(self) -> None:
        """Take the build's own folder."""
        self.set_undefined_options("build_py", ("build_lib", "build_lib"))

    def run(self) -> None:
        """Build both. Exits with a sentence where that cannot be."""
        try:
            outputs = Outputs(TARGET, released=RELEASED)
            outputs.put(
                ROOT / PACKAGE if self.editable_mode else Path(str(self.build_lib), PACKAGE)
            )
        except UnbuildableError as error:
            raise SystemExit(str(error)) from None

    def get_source_files(self) -> list[str]:
        """Return what belongs into a source distribution."""
        code = [*Outputs(TARGET).sources(), *(ROOT / "packaging").rglob("*.py")]
        return sorted(str(path.relative_to(ROOT)) for path in code)

    def get_outputs(self) -> list[str]:
        """Return what a run writes."""
        return list(self.get_output_mapping())

    def get_output_mapping(self) -> dict[str, str]:
        """Return what stands for each file in a checkout that is installed itself."""
        names = Outputs(TARGET).names()
        return {
            str(Path(str(self.build_lib), PACKAGE, name)): f"{PACKAGE}/{name}" for name in names
        }


class Build(build):
    """The usual steps, then the translations and the core."""

    sub_commands: ClassVar = [
        *build.sub_commands,
        ("compile_translations", None),
        ("build_kernel", None),
    ]

    def initialize_options(self) -> None:
        """Give each target a folder of its own: what stands there goes into the wheel."""
        super().initialize_options()
        if RELEASED:
            self.build_base = f"build/{TARGET.name}"

    def run(self) -> None:
        """Build anew: a module that is deleted since would go along."""
        shutil.rmtree(str(self.build_lib), ignore_errors=True)
        super().run()


class Wheel(bdist_wheel):
    """A wheel for one kind of machine and any Python: nothing of Python is compiled in."""

    def get_tag(self) -> tuple[str, str, str]:
        """Return the tag: what is compiled needs the machine and the system, no Python."""
        return "py3", "none", TARGET.tag


class CompiledDistribution(Distribution):
    """One that differs by machine."""

    def has_ext_modules(self) -> bool:
        """Say so."""
        return True


setup(
    packages=[
        *(
            f"variorum{name.removeprefix('app')}"
            for name in find_packages(include=["app", "app.*"])
        ),
        *find_packages(include=["simcore", "simcore.*"]),
        "variorum_resources",
    ],
    distclass=CompiledDistribution,
    cmdclass={
        "bdist_wheel": Wheel,
        "build": Build,
        "build_kernel": BuildKernel,
        "compile_translations": CompileTranslations,
    },
)
