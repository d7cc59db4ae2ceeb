"""The file of folder roles: whoever removes documents, the window or a script, obeys them.

JSON beside the default index and its journal, whatever index is used: a folder that is protected is
so for every run of this user.
"""

import errno
import json
from pathlib import Path

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
        if path.exists() and not path.is_file():  # opening a pipe waits for its writer
            raise OSError(errno.EINVAL, Reason(ReasonCode.NO_REGULAR_FILE))  # noqa: TRY301
        with path.open("rb") as file:
            data = file.read(_LARGEST)
    except FileNotFoundError:
        return Roles()
    except OSError as error:
        values = str(path), reason_of(error)
        raise RolesError(Reason(ReasonCode.CANNOT_BE_READ, values)) from error
    try:
        kept = json.loads(data)
        folders = {Path(folder): Role(role) for folder, role in kept["folders"].items()}
        known = kept["roles"] == _VERSION and all(map(Path.is_absolute, folders))
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
        known = False
    if not known:
        raise RolesError(Reason(ReasonCode.ROLES_DAMAGED, (str(path),)))
    return Roles(folders)


def keep_roles(roles: Roles) -> None:
    """Keep these roles in place of the earlier ones.

    Raises ``RolesError`` if they cannot be written; the earlier ones hold then.
    """
    path = roles_path()
    folders = {str(folder): role.value for folder, role in sorted(roles.folders.items())}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        values = str(path), reason_of(error)
        raise RolesError(Reason(ReasonCode.CANNOT_BE_WRITTEN, values)) from error
    with replacing(path, RolesError) as file:
        # bytes of a path that are not UTF-8 become lone surrogates (PEP 383)
        file.write(json.dumps({"roles": _VERSION, "folders": folders}, indent=1).encode("ascii"))
