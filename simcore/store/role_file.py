"""The file of folder roles: whoever removes documents, the window or a script, obeys them.

JSON beside the default index and its journal, whatever index is used: a folder that is protected is
so for every run of this user.
"""

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path

from simcore.files.opening import locked, open_regular
from simcore.files.replacing import replacing
from simcore.files.roles import Role, Roles
from simcore.model.errors import RolesError
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason, reason_of
from simcore.store.paths import default_index_path

_VERSION = 1
_LARGEST = 10_000_000


def roles_path() -> Path:
    """Return the path of the file."""
    return default_index_path().with_name("roles.json")


def read_roles() -> Roles:
    """Return the roles that were kept; none without a file.

    Raises ``RolesError`` if it cannot be read: what it protects is unknown then.
    """
    path = roles_path()
    try:
        with open_regular(path) as file:
            data = file.read(_LARGEST)
    except FileNotFoundError as error:
        if not path.is_symlink():
            return Roles()
        values = str(path), reason_of(error)  # it is somewhere else, and not there now
        raise RolesError(Reason(ReasonCode.CANNOT_BE_READ, values)) from error
    except OSError as error:
        values = str(path), reason_of(error)
        raise RolesError(Reason(ReasonCode.CANNOT_BE_READ, values)) from error
    try:
        kept = json.loads(data)
        folders = {Path(folder): Role(role) for folder, role in kept["folders"].items()}
        known = kept["roles"] == _VERSION and all(map(Path.is_absolute, folders))
        roles = Roles(folders)  # refuses what cannot be a path
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
        known = False
    if not known:
        raise RolesError(Reason(ReasonCode.ROLES_DAMAGED, (str(path),)))
    return roles


def keep_roles(roles: Roles) -> None:
    """Keep these roles in place of the earlier ones.

    Raises ``RolesError`` if they cannot be written; the earlier ones hold then.
    """
    with _alone() as path:
        _write(path, roles)


def change_roles(before: Roles, after: Roles) -> Roles:
    """Change the kept roles as a program changed those that it knew; return those kept now.

    What another program has kept meanwhile stays. In place of a file that cannot be read ``after``
    is kept. Raises ``RolesError`` if they cannot be written; the earlier ones hold then.
    """
    with _alone() as path:
        try:
            kept = read_roles().changed(before, after)
        except RolesError:
            kept = after
        _write(path, kept)
    return kept


@contextlib.contextmanager
def _alone() -> Iterator[Path]:
    """Let no other program write the file in a block; yield its path. Raises ``RolesError``."""
    path = roles_path()
    with contextlib.ExitStack() as stack:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            stack.enter_context(locked(path.with_name(f"{path.name}.lock")))
        except OSError as error:
            values = str(path), reason_of(error)
            raise RolesError(Reason(ReasonCode.CANNOT_BE_WRITTEN, values)) from error
        yield path


def _write(path: Path, roles: Roles) -> None:
    folders = {str(folder): role.value for folder, role in sorted(roles.folders.items())}
    with replacing(path, RolesError) as file:
        # bytes of a path that are not UTF-8 become lone surrogates (PEP 383)
        file.write(json.dumps({"roles": _VERSION, "folders": folders}, indent=1).encode("ascii"))
