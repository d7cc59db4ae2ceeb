"""The bound for the memory that one document may take."""

import platform
import subprocess
import sys
from pathlib import Path

import pytest

from hostile import Doubling
from places import ROOT
from simcore import ScanConfig, workers
from simcore.model.records import SourceFile
from simcore.model.report import NoProgress, Stage
from simcore.pipeline.jobs import fingerprint_files
from simcore.workers import ENDED, make_executor, run_jobs

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="no other system has the bound")
_GIGABYTE = 1_000_000_000


def take_much() -> None:
    """Ask for more than is there, as a parser does, and so make the process end."""
    with workers.bounded_memory(_GIGABYTE):
        bytes(2 * _GIGABYTE)  # pages that nothing was written to


def take_some() -> None:
    with workers.bounded_memory(_GIGABYTE):
        bytes(_GIGABYTE // 10)
    bytes(2 * _GIGABYTE)  # outside of the block there is no bound


def test_a_worker_that_takes_too_much_ends_and_all_else_is_done() -> None:
    with make_executor(2, 60.0) as executor:
        work = Doubling((1, 2, 3), {2: take_much, 3: take_some})
        found = {}
        for result in run_jobs([work], executor, 2, Stage.READ, NoProgress()):
            found |= result
    assert found == {1: 2, 2: str(ENDED), 3: 6}


def test_the_process_of_a_window_has_no_bound() -> None:
    take_much()


def test_what_has_a_parser_is_read_with_the_bound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import resource  # noqa: PLC0415 - Windows has none

    limits: list[int] = []
    monkeypatch.setattr(workers, "_may_end", True)
    monkeypatch.setattr(resource, "setrlimit", lambda _, pair: limits.append(pair[0]))
    before = resource.getrlimit(resource.RLIMIT_DATA)[0]
    for content, expected in (b"plain words", 0), (b"{\\rtf1 A few words}", 2):
        path = tmp_path / "a.txt"
        path.write_bytes(content)
        limits.clear()
        fingerprint_files([SourceFile(path, path, 0, 0, 0, 0)], ScanConfig())
        assert len(limits) == expected
    assert limits[1] == before
    assert limits[0] > workers.LARGEST_GROWTH


KEPT = """
import sys
import numpy as np
from simcore.workers import keep_nothing_large

def taken():
    with open("/proc/self/statm") as state:
        return int(state.read().split()[1]) * 4096

if sys.argv[1] == "told":
    keep_nothing_large()
np.ones(3 << 20)  # 24 MB: glibc keeps arrays up to that size from now on
before, arrays, between = taken(), [], []
for _ in range(8):
    arrays.append(np.ones(1 << 20))
    between.append(np.ones(1 << 10))
full = taken()
arrays.clear()
print(full - before, full - taken())
"""


@pytest.mark.skipif("glibc" not in platform.libc_ver(), reason="others keep nothing large")
def test_large_arrays_are_given_back() -> None:
    """They are, though small ones that stay were made between them."""
    given = {}
    for told in ("told", "not"):
        command = [sys.executable, "-c", KEPT, told]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        took, given[told] = map(int, done.stdout.split())
        assert took > 60_000_000
    assert given["told"] > 60_000_000
    assert given["not"] < 60_000_000  # else there was nothing to do
