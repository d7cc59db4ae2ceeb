"""What a walk over folders found: files, packed until they are asked for."""

import hashlib
import marshal
from collections import Counter
from pathlib import Path

from simcore.model.records import ListedFile, ListedFolder, Problem

_State = tuple[int, int, int, int, int]

_PLAIN = 2
"""The form of ``marshal`` that says the same of equal values, whoever else refers to them."""


class Listing:
    """The result of a walk over folders.

    ``files`` are ordered by folder as passed in, then by path. ``skipped`` counts files left out
    by the patterns, links, and second names of a file; ``left_out`` those that no pattern includes,
    by ``simcore.model.not_read.kind_of``. ``roots`` are the resolved folders that
    could be listed, ``unlisted`` the ones below them that could not: records of the index below
    the latter must not be taken for deleted.
    """

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.skipped = 0
        self.left_out: Counter[str] = Counter()
        self.roots: list[Path] = []
        self.unlisted: list[Path] = []
        self.count = 0
        self._parts: list[tuple[ListedFolder, list[str], list[_State]]] = []
        self._files: list[ListedFile] = []
        self._made = 0  # of so many parts

    def add(self, folder: ListedFolder, names: list[str], states: list[_State]) -> None:
        """Add files of a folder, each with its size, time of change, device, inode and mode."""
        self.count += len(names)
        self._parts.append((folder, names, states))

    @property
    def files(self) -> list[ListedFile]:
        """The files; made when they are asked for, which takes a fifth of the time of a walk."""
        for folder, names, states in self._parts[self._made :]:
            self._files += [
                ListedFile(folder, name, *state[:-1])
                for name, state in zip(names, states, strict=True)
            ]
        self._made = len(self._parts)
        return self._files

    def digest(self) -> bytes:
        """Return a hash of all that the walk found: another walk that has it found the same."""
        whole = hashlib.blake2b(digest_size=32)
        for folder, names, states in self._parts:
            whole.update(marshal.dumps((folder.shown, folder.real, names, states), _PLAIN))
        told = self.problems, self.skipped, self.left_out, self.roots, self.unlisted
        whole.update(repr(told).encode("utf-8", "surrogatepass"))
        return whole.digest()
