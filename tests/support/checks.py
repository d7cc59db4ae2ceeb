"""Checks of documents against a small library that a test makes."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from simcore import FingerprintIndex, ScanConfig, check_document, scan
from simcore.model.report import Checked, ScanReport
from simcore.workers import make_executor, stop_executor

__all__ = ["CONFIG", "check", "counted", "holds_together", "library_of"]

CONFIG = ScanConfig(jobs=0)


def counted(text: str) -> int:
    return sum(map(str.isalnum, text))


@contextmanager
def library_of(
    folder: Path, at: Path | None = None
) -> Iterator[tuple[FingerprintIndex, ScanReport]]:
    executor = make_executor(0)
    with FingerprintIndex(at or folder.parent / "index.sqlite3") as index:
        yield index, scan([folder], CONFIG, index, executor, compare=False)
    stop_executor(executor)


def check(folder: Path, text: str, name: str = "paper.txt", **options: object) -> Checked:
    file = folder.parent / name
    file.write_text(text, encoding="utf-8")
    with library_of(folder) as (index, _):
        return check_document(file, CONFIG, index, make_executor(0), **options)  # type: ignore[arg-type]


def holds_together(checked: Checked) -> None:
    """Check what is true of every answer."""
    assert 0 <= checked.quoted <= checked.found <= checked.characters
    assert sum(one.characters for one in checked.passages) == checked.found
    assert sum(one.characters for one in checked.passages if one.quoted) == checked.quoted
    reached = 0
    for passage in checked.passages:
        assert passage.start >= reached
        assert passage.source not in passage.also
        here = checked.text[passage.start : passage.stop]
        assert counted(here) >= passage.characters
        assert counted(passage.there) >= passage.characters
        reached = passage.stop
    for source in checked.sources:
        assert 0 <= source.only <= source.characters <= checked.found
