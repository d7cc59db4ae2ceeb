"""The demo: sample documents in a folder of their own, where nothing is lost."""

import shutil
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Self

from app.language.resources import resource


class DemoError(Exception):
    """The sample documents are missing or cannot be copied; the message says which."""


class DemoFolder:
    """A temporary folder with a copy of the bundled sample documents, gone on exit.

    ``documents`` holds the copies, ``index`` and ``settings`` are files beside them that need
    not exist: the demo reads and changes nothing else of the user's.
    """

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(
            prefix="variorum-demo-", ignore_cleanup_errors=True
        )
        root = Path(self._folder.name)
        self.documents = root / "documents"
        self.index = root / "index.sqlite"
        self.settings = root / "settings.ini"

    def __enter__(self) -> Self:
        """Copy the documents. Raises ``DemoError``."""
        try:
            shutil.copytree(resource("demo"), self.documents)
        except OSError as error:
            self._folder.cleanup()
            raise DemoError(f"the sample documents cannot be copied: {error}") from error
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Remove the folder."""
        self._folder.cleanup()
