"""Labelled pairs: documents whose resemblance is known."""

import csv
import functools
import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from simcore.files.opening import open_regular
from simcore.model.reasons import ConfigError, reason_of

Names = frozenset[str]
"""The names of two documents; of one if both are the same."""


@dataclass(frozen=True, slots=True)
class Label:
    """A true pair, with its resemblance and containment if they were measured.

    ``left`` and ``right`` are paths below the folder, with slashes; ``line`` is the line of the
    pair in the file of labels.
    """

    left: str
    right: str
    resemblance: float | None = None
    containment: float | None = None
    line: int = 0

    @property
    def names(self) -> Names:
        """The pair without its direction."""
        return frozenset((self.left, self.right))


def read_labels(path: Path) -> tuple[Label, ...]:
    """Read labelled pairs: CSV with ``left,right`` and optionally ``jaccard``, ``containment``.

    Raises ``ConfigError``, with the line, if the file cannot be read, lacks the columns, has no
    pair, or has a figure that is not between 0 and 1.
    """
    try:
        with io.TextIOWrapper(open_regular(path), encoding="utf-8-sig", newline="") as file:
            reader = csv.DictReader(file)
            if not {"left", "right"} <= set(reader.fieldnames or ()):
                raise ConfigError(f"{path}: line 1: there must be columns left and right")
            labels = tuple(_label(path, reader.line_num, row) for row in reader)
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {reason_of(error)}") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: is not in UTF-8") from error
    except csv.Error as error:
        raise ConfigError(f"{path}: is no CSV file: {error}") from error
    if not labels:
        raise ConfigError(f"{path}: has no labelled pair")
    return labels


def _label(path: Path, line: int, row: Mapping[str, str | None]) -> Label:
    left, right = (Path(row[side] or "").as_posix() for side in ("left", "right"))
    if not row["left"] or not row["right"] or left == right:
        raise ConfigError(f"{path}: line {line}: a pair must name two different files")
    try:
        resemblance, containment = (_figure_of(row.get(c)) for c in ("jaccard", "containment"))
    except ValueError:
        raise ConfigError(
            f"{path}: line {line}: jaccard and containment must be shares from 0 to 1"
        ) from None
    return Label(left, right, resemblance, containment, line)


def _figure_of(text: str | None) -> float | None:
    if not text:
        return None
    value = float(text)
    if not 0 <= value <= 1:
        raise ValueError(text)
    return value


def absent(labels: Iterable[Label], folder: Path) -> dict[Label, list[str]]:
    """Return the labels that name files missing below a folder, with these names."""

    @functools.cache
    def missing(name: str) -> bool:
        return not (folder / name).is_file()

    checked = ((label, [n for n in (label.left, label.right) if missing(n)]) for label in labels)
    return {label: names for label, names in checked if names}
