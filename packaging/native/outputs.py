"""What is built, kept in ``build/kernel`` until its sources change, and put where it belongs."""

import hashlib
import os
import shutil
import subprocess
import sys
import tomllib
import unicodedata
from collections.abc import Iterable
from pathlib import Path

from native.compilers import ZIGLANG, chosen, label, required
from native.targets import Target, UnbuildableError

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = "simcore/kernel"
TABLES = "tables.bin"

MAKING_NEEDS = "jieba", "lazy-loader", "numpy", "opencc", "stopwordsiso"
"""What the tables are made with: of the versions that the program may have."""

# Makes the tables and lists our own modules that were imported for it.
_MAKING = """\
import pathlib, runpy, sys
tables, listed = sys.argv[1:]
sys.argv[1:] = [tables]
made = runpy.run_module("tables", run_name="__main__")
named = [(name.partition(".")[0], module) for name, module in sys.modules.items()]
ours = [module for room, module in named if room in ("simcore", "tables")]
paths = {made["__file__"], *(module.__file__ for module in ours if module.__file__)}
names = sorted(pathlib.Path(path).relative_to(pathlib.Path.cwd()).as_posix() for path in paths)
pathlib.Path(listed).write_text("\\n".join(names), "utf-8")
"""


class Outputs:
    """The library for a target and the tables of a checkout.

    ``released`` is what goes to other machines; see ``native.compilers.chosen``.
    """

    def __init__(self, target: Target, *, released: bool = False, root: Path = ROOT) -> None:
        self.target = target
        self.released = released
        self.root = root
        self.kept = root / "build" / "kernel"

    def sources(self) -> list[Path]:
        """Return the files of C and what they include."""
        return sorted((self.root / PACKAGE / "source").glob("*.[ch]"))

    def names(self) -> list[str]:
        """Return what the files are called where they are put."""
        return [self._library.name, self._tables.name]

    def stale(self, folder: Path) -> list[str]:
        """Return which files of a folder are not those that the sources of now make."""
        fresh = {
            self._library: self._is_fresh(self._library, self._library_digest()),
            self._tables: self._is_fresh(self._tables, self._tables_digest()),
        }
        return [
            kept.name
            for kept, is_fresh in fresh.items()
            if not (is_fresh and _equal(kept, folder / kept.name))
        ]

    def requirements(self) -> list[str]:
        """Return what pip has to install for a build: nothing for what is kept and fresh."""
        needed = []
        is_kept = self._is_fresh(self._library, self._library_digest())
        if not is_kept and chosen(self.target, released=self.released) is None:
            needed.append(ZIGLANG)
        if not self._is_fresh(self._tables, self._tables_digest()):
            needed += self._making_requirements()
        return needed

    def put(self, folder: Path) -> list[Path]:
        """Build what is not kept or not fresh, and put both files into a folder; return them.

        Raises ``UnbuildableError``.
        """
        self.kept.mkdir(parents=True, exist_ok=True)
        folder.mkdir(parents=True, exist_ok=True)
        digest = self._library_digest()
        if not self._is_fresh(self._library, digest):
            compiler = required(self.target, released=self.released)
            code = [path for path in self.sources() if path.suffix == ".c"]
            self._library.parent.mkdir(exist_ok=True)
            compiler.compile(code, self._library)
            self._stamp(self._library).write_text(digest)
        if not self._is_fresh(self._tables, self._tables_digest()):
            self._make_tables()
            self._stamp(self._tables).write_text(self._tables_digest())
        return [_replace(path, folder / path.name) for path in (self._library, self._tables)]

    @property
    def _library(self) -> Path:
        kind = "released" if self.released else "own"
        return self.kept / f"{self.target.name}-{kind}" / self.target.library

    @property
    def _tables(self) -> Path:
        return self.kept / TABLES

    def _stamp(self, output: Path) -> Path:
        return output.with_name(f"{output.name}.sha256")

    def _is_fresh(self, output: Path, digest: str) -> bool:
        stamp = self._stamp(output)
        return output.is_file() and stamp.is_file() and stamp.read_text() == digest

    def _library_digest(self) -> str:
        return self._digest(self.sources(), [label(self.target, released=self.released)])

    def _tables_digest(self) -> str:
        listed = self._read_by_making
        names = listed.read_text("utf-8").splitlines() if listed.is_file() else []
        modules = [path for name in names if (path := self.root / name).is_file()]
        # letters and digits are what Python's own table says
        words = [*names, *self._making_requirements(), unicodedata.unidata_version]
        return self._digest(modules, words)

    @property
    def _read_by_making(self) -> Path:
        return self.kept / f"{TABLES}.modules"

    def _making_requirements(self) -> list[str]:
        project = tomllib.loads((self.root / "pyproject.toml").read_text("utf-8"))["project"]
        lines = map(str, (*project["dependencies"], *project["optional-dependencies"]["dev"]))
        return [line for line in lines if line.lower().startswith(MAKING_NEEDS)]

    @staticmethod
    def _digest(files: Iterable[Path], words: Iterable[str]) -> str:
        digest = hashlib.sha256()
        for word in words:
            digest.update(f"{word}\0".encode())
        for path in files:
            content = path.read_bytes()
            digest.update(f"{path.name}\0{len(content)}\0".encode())
            digest.update(content)
        return digest.hexdigest()

    def _make_tables(self) -> None:
        folders = str(self.root), str(self.root / "packaging"), os.environ.get("PYTHONPATH", "")
        path = os.pathsep.join(folder for folder in folders if folder)
        files = str(self._tables), str(self._read_by_making)
        command = [sys.executable, "-c", _MAKING, *files]
        ran = subprocess.run(  # noqa: S603 - no shell, our own module
            command, cwd=self.root, env={**os.environ, "PYTHONPATH": path}, check=False
        )
        if ran.returncode != 0 or not self._tables.is_file():
            raise UnbuildableError(
                "The tables of Variorum's core could not be made; this needs the packages "
                f"{', '.join(self._making_requirements())}."
            )


def _equal(one: Path, other: Path) -> bool:
    return other.is_file() and one.read_bytes() == other.read_bytes()


def _replace(source: Path, target: Path) -> Path:
    """Put a file in the place of another, which a running program may have mapped; return it."""
    if _equal(source, target):
        return target
    new = target.with_name(f"{target.name}.new")
    shutil.copyfile(source, new)
    try:
        new.replace(target)
    except PermissionError as error:  # Windows keeps what is loaded
        new.unlink()
        raise UnbuildableError(f"{target} is in use; close Variorum and try again.") from error
    return target
