"""The desktop's trash: Variorum's own where the desktop is Linux's, Qt's call elsewhere."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QFile

import simcore
from simcore import Reason, ReasonCode

translate = QCoreApplication.translate  # the name lupdate looks for


def make_trash() -> "simcore.Trash":
    """Return the trash of this desktop.

    Qt's call on Linux makes a second name in the trash and then unlinks the path, so that a file
    which was saved there in between is lost; the engine's own moves in one step.
    """
    if sys.platform in {"darwin", "win32"}:
        return QtTrash()
    return simcore.DesktopTrash()


class QtTrash:
    """Moves files by ``QFile.moveToTrash``, which returns their new paths on most desktops."""

    def obstacle(self, path: Path) -> Reason | None:
        """Refuse names that Qt cannot represent, and files without a trash."""
        try:
            str(path).encode()
        except UnicodeEncodeError:
            # Qt would replace those bytes, and could so reach another file.
            return Reason(ReasonCode.NAME_NOT_UTF8)
        return simcore.Volumes().lacks_trash(path)

    def paths(self, path: Path) -> Iterator[Path]:
        """Yield none: Qt chooses."""
        del path
        return iter(())

    def reserve(self, place: Path, path: Path) -> None:
        """Not used: no path is named."""
        raise NotImplementedError

    def put(self, path: Path) -> Path | None:
        """Move a file; raises ``TrashError`` with Qt's words."""
        file = QFile(str(path))
        if not file.moveToTrash():
            raise simcore.TrashError(file.errorString())
        moved_to = file.fileName()
        return None if moved_to in {"", str(path)} else Path(moved_to)

    def folders(self, path: Path) -> Sequence[Path]:
        """Return the folder of the trash of the home on macOS; Windows has no such folder."""
        del path
        return [Path.home() / ".Trash"] if sys.platform == "darwin" else []
