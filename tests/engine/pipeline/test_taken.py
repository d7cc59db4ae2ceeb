"""Files that were read wait for each other before they are written, never many and never long."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from builders import fingerprinted
from simcore import FingerprintIndex, ScanConfig
from simcore.model.reasons import Reason, ReasonCode
from simcore.model.records import (
    Fingerprint,
    Fingerprinted,
    ListedFile,
    ListedFolder,
    Problem,
    ProblemStage,
    SourceFile,
)
from simcore.pipeline import scan
from simcore.pipeline.jobs import TextsInHand

JOBS = 200
FOLDER = ListedFolder("/documents/", "/documents/")
FILES = [ListedFile(FOLDER, f"{number:03}.txt", 10, 5, 2, number) for number in range(JOBS)]


def read(file: ListedFile | SourceFile) -> Fingerprinted:
    return fingerprinted(file, file.inode, Fingerprint(file.inode))


class Clock:
    now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr("simcore.pipeline.scan.time", made)
    return made


@pytest.fixture
def reading(tmp_path: Path) -> Iterator[scan.Taken]:
    with FingerprintIndex(tmp_path / "index.sqlite3") as index:
        told: list[scan.Read] = []
        yield scan.Taken(
            index, ScanConfig(), "default/1", {}, TextsInHand(), None, told.append, JOBS
        )
        # what was told is what was written, each file once
        assert sum(map(len, told)) == len(written(index))


def written(index: FingerprintIndex) -> list[str]:
    rows = index.connection.execute("select cast(name as text) from document order by id")
    return [name for (name,) in rows]


def test_the_first_are_written_at_once_and_later_ones_some_at_a_time(
    reading: scan.Taken, clock: Clock
) -> None:
    waiting = []
    for number, file in enumerate(FILES, 1):
        clock.now += 0.0001
        reading.take([read(file)])
        waiting.append(number - len(written(reading.index)))
    assert waiting[:4] == [0, 0, 0, 0]
    # never as many as an eighth of what is there, nor more than fit the bound
    assert all(8 * now <= 2 * number + 8 for number, now in enumerate(waiting, 1))
    assert 8 < max(waiting) < 16
    # towards the end less than a quarter of what is left: nobody reads while the last is written
    assert all(4 * now < JOBS - number for number, now in enumerate(waiting, 1) if now)
    assert written(reading.index) == [file.name for file in FILES]
    reading.keep()
    assert written(reading.index) == [file.name for file in FILES]
    assert [name for _, name in reading.documents.named()] == [file.name for file in FILES]


def test_nothing_waits_long_while_a_file_takes_long(reading: scan.Taken, clock: Clock) -> None:
    for file in FILES[:100]:
        reading.take([read(file)])
    before = len(written(reading.index))
    assert before < 100
    clock.now += 0.4
    reading.keep_in_time()
    assert len(written(reading.index)) == before
    clock.now += 0.2
    reading.keep_in_time()
    assert len(written(reading.index)) == 100
    reading.keep_in_time()
    reading.keep()


def test_what_was_read_as_another_file_is_noted(reading: scan.Taken) -> None:
    problem = Problem(FILES[0].path, ProblemStage.DECODE, Reason(ReasonCode.IS_BINARY))
    reading.take([(FILES[0], problem), read(FILES[1])])
    assert reading.problems == [problem]
    file = FILES[2]
    now = SourceFile(file.path, file.real_path, 11, *file[3:])
    reading.take([read(now)])
    known = [*reading.documents.every("default/1")]
    assert [(one.path, one.size) for one in known] == [(FILES[1].path, 10), (now.path, 11)]
