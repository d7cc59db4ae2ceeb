"""Roles of folders that are kept, as a test wants them."""

from simcore.files.roles import Roles
from simcore.index.judgements import change_roles, read_roles


def keep_roles(roles: Roles) -> None:
    change_roles(read_roles(), roles)
