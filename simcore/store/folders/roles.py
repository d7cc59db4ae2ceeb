"""The file of folder roles: whoever removes documents, the window or a script, obeys them.

A folder that is protected is so for every run of this user.
"""

from pathlib import Path

from simcore.files.roles import Role, Roles
from simcore.model.errors import RolesError
from simcore.model.reason_codes import ReasonCode
from simcore.store.folders.kept_file import FolderFile

_FILE = FolderFile("roles", "roles.json", RolesError, ReasonCode.ROLES_DAMAGED, Role)


def roles_path() -> Path:
    """Return the path of the file."""
    return _FILE.path


def read_roles() -> Roles:
    """Return the roles that were kept; none without a file.

    Raises ``RolesError`` if it cannot be read: what it protects is unknown then.
    """
    return Roles(_FILE.read())


def keep_roles(roles: Roles) -> None:
    """Keep these roles in place of the earlier ones.

    Raises ``RolesError`` if they cannot be written; the earlier ones hold then.
    """
    with _FILE.alone():
        _write(roles)


def change_roles(before: Roles, after: Roles) -> Roles:
    """Change the kept roles as a program changed those that it knew; return those kept now.

    What another program has kept meanwhile stays. In place of a file that cannot be read ``after``
    is kept. Raises ``RolesError`` if they cannot be written; the earlier ones hold then.
    """
    with _FILE.alone():
        try:
            kept = read_roles().changed(before, after)
        except RolesError:
            kept = after
        _write(kept)
    return kept


def _write(roles: Roles) -> None:
    _FILE.write({folder: role.value for folder, role in roles.folders.items()})
