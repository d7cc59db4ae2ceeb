"""A file of what is set for folders: JSON beside the default index, for every run of this user.

Whatever index is used, the window and the command line obey it. It is replaced as a whole, by one
program at a time.
"""

import contextlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from simcore.files.opening import locked, open_regular, replacing
from simcore.model.errors import SimcoreError
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason, reason_of
from simcore.store.paths import default_index_path

_VERSION = 1
_LARGEST = 10_000_000

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class FolderFile(Generic[_T]):
    """Such a file: ``kind`` is its name and its mark, ``damaged`` what is said of a damaged one.

    ``read_value`` makes a folder's value of one in JSON; it may raise ``ValueError``, ``TypeError``
    and ``LookupError``. Methods raise ``failure``.
    """

    kind: str
    name: str
    failure: type[SimcoreError]
    damaged: ReasonCode
    read_value: Callable[[Any], _T]

    @property
    def path(self) -> Path:
        """Its path."""
        return default_index_path().with_name(self.name)

    def read(self) -> dict[Path, _T]:
        """Return what was kept; nothing without a file."""
        path = self.path
        try:
            with open_regular(path) as file:
                data = file.read(_LARGEST)
        except FileNotFoundError as error:
            if not path.is_symlink():
                return {}
            # it is somewhere else, and not there now
            raise self._failed(path, error, ReasonCode.CANNOT_BE_READ) from error
        except OSError as error:
            raise self._failed(path, error, ReasonCode.CANNOT_BE_READ) from error
        try:
            kept = json.loads(data)
            found = {Path(one): self.read_value(value) for one, value in kept["folders"].items()}
            # what cannot be a path is refused
            known = kept[self.kind] == _VERSION and all(map(_is_folder, found))
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
            known = False
        if not known:
            raise self.failure(Reason(self.damaged, (str(path),)))
        return found

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        """Let no other program write the file in a block."""
        path = self.path
        with contextlib.ExitStack() as stack:
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                stack.enter_context(locked(path.with_name(f"{path.name}.lock")))
            except OSError as error:
                raise self._failed(path, error, ReasonCode.CANNOT_BE_WRITTEN) from error
            yield

    def write(self, folders: Mapping[Path, object]) -> None:
        """Replace the file, with values of JSON; the earlier one holds if that fails."""
        values = {str(folder): value for folder, value in sorted(folders.items())}
        with replacing(self.path, self.failure) as file:
            # bytes of a path that are not UTF-8 become lone surrogates (PEP 383)
            kept = {self.kind: _VERSION, "folders": values}
            file.write(json.dumps(kept, indent=1).encode("ascii"))

    def _failed(self, path: Path, error: OSError, code: ReasonCode) -> SimcoreError:
        return self.failure(Reason(code, (str(path), reason_of(error))))


def _is_folder(path: Path) -> bool:
    return path.is_absolute() and "\0" not in str(path)
