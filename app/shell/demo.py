"""The demo: sample documents in a folder of their own, where nothing is lost."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from app.language.resources import resource


class DemoError(Exception):
    """The sample documents are missing or cannot be copied; the message says which."""


@contextmanager
def demo_folder() -> Iterator[Path]:
    """Make a temporary folder with a copy of the sample documents in ``documents``.

    Index and settings of a demo stand beside them: it reads and changes nothing else of the
    user's. Raises ``DemoError``.
    """
    with TemporaryDirectory(prefix="variorum-demo-", ignore_cleanup_errors=True) as folder:
        try:
            shutil.copytree(resource("demo"), Path(folder) / "documents")
        except OSError as error:
            raise DemoError(f"the sample documents cannot be copied: {error}") from error
        yield Path(folder)
