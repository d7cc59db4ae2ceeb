"""What pyproject.toml has no words for: translations, compiled, and packages, found.

Qt loads ``.qm`` files; what people edit are the ``.ts`` files in resources/translations. The rooms
of both packages are found, while the folder ``resources`` has another name as a package:
pyproject.toml can say one or the other. Everything else about the package stands there.
"""

import subprocess
import sys
from pathlib import Path
from typing import ClassVar

import PySide6
from setuptools import Command, find_packages, setup
from setuptools.command.build import build

SOURCES = Path(__file__).resolve().parent / "resources" / "translations"
PACKAGED = "variorum_resources/translations"
LRELEASE = Path(PySide6.__file__).parent / (
    "lrelease.exe" if sys.platform == "win32" else "lrelease"
)


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


class Build(build):
    """The usual steps, then the translations."""

    sub_commands: ClassVar = [*build.sub_commands, ("compile_translations", None)]


setup(
    packages=[
        *find_packages(include=["app", "app.*", "simcore", "simcore.*"]),
        "variorum_resources",
    ],
    cmdclass={"build": Build, "compile_translations": CompileTranslations},
)
