"""Folders with their roles as rows of the folder panel, and in the settings; without Qt."""

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from simcore import Role, Roles

from ..settings.values import FolderRole


@dataclass(frozen=True, slots=True)
class FolderRow:
    """A folder of the list (``above`` is None), or one below it that has a role of its own.

    ``inherited`` tells that the role is that of a folder above.
    """

    path: Path
    real: Path
    role: Role
    inherited: bool
    above: Path | None = None


def roles_of(remembered: Iterable[FolderRole]) -> Roles:
    """Return the roles stored in the settings."""
    return Roles({one.folder: one.role for one in remembered})


def remembered(roles: Roles) -> tuple[FolderRole, ...]:
    """Return what the settings keep of roles."""
    return tuple(FolderRole(folder, role) for folder, role in sorted(roles.folders.items()))


def with_role(roles: Roles, folder: Path, role: Role | None) -> Roles:
    """Set the role of a folder, or with None that of the folder above it.

    An ordinary folder in an ordinary one needs no word.
    """
    real = Path(os.path.realpath(folder))
    folders = {path: its for path, its in roles.folders.items() if path != real}
    if role is not None and (role is not Role.NORMAL or _of(Roles(folders), real) != role):
        folders[real] = role
    return Roles(folders)


def folder_rows(folders: Sequence[Path], roles: Roles) -> list[FolderRow]:
    """Return a row for each folder, and after it those for folders below that have roles.

    A folder with a role that is below several of the list stands under the first.
    """
    listed = [(folder, Path(os.path.realpath(folder))) for folder in folders]
    left = sorted(set(roles.folders) - {real for _, real in listed})
    rows = []
    for folder, real in listed:
        rows.append(FolderRow(folder, real, _of(roles, real), real not in roles.folders))
        below = [one for one in left if one.is_relative_to(real)]
        left = [one for one in left if not one.is_relative_to(real)]
        rows += [
            FolderRow(one, one, roles.folders[one], inherited=False, above=real) for one in below
        ]
    return rows


def _of(roles: Roles, folder: Path) -> Role:
    return roles.of(folder / "_")
