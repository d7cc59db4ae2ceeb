"""Jobs in processes of which some hang, crash or take much memory: only that item is lost."""

import multiprocessing
import os
import platform
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from pathlib import Path

import pytest

import hostile
from hostile import Doubling
from places import ROOT, python_environment
from simcore import Cancelled, ScanConfig, workers
from simcore.model.reasons import FolderError
from simcore.model.records import SourceFile
from simcore.model.report import NoProgress, Stage
from simcore.pipeline.jobs import fingerprint_files
from simcore.workers import make_executor, rest_executor, run_jobs, stop_executor

SECONDS = 1.0
of_linux = pytest.mark.skipif(sys.platform != "linux", reason="no system else forks, or bounds")
PATIENCE = 60.0
"""Where nothing hangs: a busy machine may hold up any item."""
LATE = str(workers.too_long(SECONDS))
ENDED = str(workers.ENDED)
RAISED = "caused an unexpected error (RecursionError: maximum depth exceeded); left out"


def run(
    executor: Executor,
    at: Mapping[int, Callable[[], None]],
    progress: NoProgress | None = None,
    numbers: int = 40,
    extra: object = None,
) -> dict[int, int | str]:
    """Double numbers in batches of eight; return all results in one."""
    jobs = [
        Doubling(tuple(range(start, min(start + 8, numbers))), at, extra=extra)
        for start in range(0, numbers, 8)
    ]
    results: dict[int, int | str] = {}
    for result in run_jobs(jobs, executor, 5, Stage.READ, progress or NoProgress()):
        assert not results.keys() & result.keys(), "nothing is done twice"
        results |= result
    return results


def expected(numbers: int = 40, **reasons: str) -> dict[int, int | str]:
    return {number: 2 * number for number in range(numbers)} | {
        int(name.removeprefix("n")): reason for name, reason in reasons.items()
    }


CASES: dict[str, tuple[Callable[[], None], str]] = {
    "sleeps": (hostile.sleep, LATE),
    "loops": (hostile.spin, LATE),
    "holds the interpreter lock": (hostile.hold_the_lock, LATE),
    "exits": (hostile.leave, ENDED),
    "crashes": (hostile.crash, ENDED),
    "uses up memory": (hostile.use_up_memory, ENDED),
    "raises": (hostile.fail, RAISED),
}


@pytest.mark.parametrize(("what", "reason"), CASES.values(), ids=CASES)
def test_the_guilty_item_is_found(what: Callable[[], None], reason: str) -> None:
    if what is hostile.crash and sys.platform == "win32":
        pytest.skip("no such signal there")
    seen: list[tuple[int, int]] = []

    class Watch(NoProgress):
        def report(self, stage: Stage, done: int, total: int) -> None:
            seen.append((done, total))

    with make_executor(2, SECONDS if reason == LATE else PATIENCE) as executor:
        assert run(executor, {11: what}, Watch()) == expected(n11=reason)
    assert seen == sorted(seen), "done never falls"
    assert (seen[0], seen[-1]) == ((0, 40), (40, 40))


def test_several_hostile_items_even_in_one_batch_and_with_one_worker() -> None:
    at = {3: hostile.leave, 4: hostile.leave, 7: hostile.fail, 20: hostile.sleep, 39: hostile.leave}
    with make_executor(1, SECONDS) as executor:
        found = run(executor, at)
    assert found == expected(n3=ENDED, n4=ENDED, n7=RAISED, n20=LATE, n39=ENDED)
    with make_executor(2, PATIENCE) as executor:
        found = run(executor, dict.fromkeys(range(4), hostile.leave), numbers=4)
    assert found == dict.fromkeys(range(4), ENDED)


def test_an_item_that_was_only_unlucky_is_done(tmp_path: Path) -> None:
    with make_executor(2, PATIENCE) as executor:
        found = run(executor, {11: hostile.LeaveOnce(tmp_path / "once")})
    assert (tmp_path / "once").exists()
    assert found == expected()


def test_all_workers_killed_from_outside_in_the_middle(tmp_path: Path) -> None:
    killed: list[int] = []

    class Kill(NoProgress):
        def report(self, stage: Stage, done: int, total: int) -> None:
            if done and not killed:
                # one that ended is closed by whoever waits for it, and then has no number
                for number in [process.pid for process in multiprocessing.active_children()]:
                    assert number is not None
                    os.kill(number, signal.SIGKILL if os.name != "nt" else signal.SIGTERM)
                    killed.append(number)

    with make_executor(2, PATIENCE) as executor:
        assert run(executor, {}, Kill(), numbers=400) == expected(400)
    assert killed


def test_workers_that_are_killed_while_they_wait_cost_nothing() -> None:
    """Neither began the next job: tried by one and then by the other, its item was left out."""
    with make_executor(2, PATIENCE) as executor:
        run(executor, {})
        idle = multiprocessing.active_children()
        for process in idle:
            process.kill()
            process.join()
        assert len(idle) == 2
        assert run(executor, {}, numbers=1) == expected(1)


def test_every_item_has_the_whole_time_from_its_own_beginning() -> None:
    with make_executor(2, SECONDS) as executor:
        found = run(executor, {}, extra=hostile.SlowToLoad(3 * SECONDS), numbers=16)
    assert found == expected(16)
    at = dict.fromkeys(range(8), hostile.Doze(0.4))  # 3.2 s in all
    with make_executor(1, 2.0) as executor:
        assert run(executor, at, numbers=8) == expected(8)


@pytest.mark.parametrize("jobs", [0, 2])
def test_a_run_that_cannot_go_on_stops(jobs: int) -> None:
    with make_executor(jobs, PATIENCE) as executor:
        assert run(executor, {11: hostile.fail}) == expected(n11=RAISED)
        with pytest.raises(FolderError, match="cannot go on"):
            run(executor, {11: hostile.refuse})


def test_cancelling_ends_workers_that_hang() -> None:
    class Stop(NoProgress):
        def report(self, stage: Stage, done: int, total: int) -> None:
            if done == 32:
                raise Cancelled

    executor = make_executor(2)  # without a limit of time
    with pytest.raises(Cancelled):
        run(executor, {11: hostile.sleep}, Stop())
    assert multiprocessing.active_children()
    stop_executor(executor)
    assert not multiprocessing.active_children()


def test_no_worker_stays_when_an_executor_rests_and_new_ones_start_when_needed() -> None:
    with make_executor(2, PATIENCE) as executor:
        run(executor, {})
        before = multiprocessing.active_children()
        assert len(before) == 2
        rest_executor(executor)
        assert not multiprocessing.active_children()
        rest_executor(executor)
        assert run(executor, {}) == expected()
        assert not set(before).intersection(multiprocessing.active_children())
    assert not multiprocessing.active_children()
    with make_executor(0) as executor:
        rest_executor(executor)


def test_nothing_is_imported_from_the_folder_that_a_scan_is_started_in(tmp_path: Path) -> None:
    """Documents may have modules of Python among them, and Python looks there first."""
    folder = tmp_path / "documents"
    (folder / "simcore").mkdir(parents=True)
    for name in ("simcore/__init__.py", "numpy.py", "random.py", "multiprocessing.py"):
        (folder / name).write_text("from pathlib import Path; Path('imported').touch(); 1 / 0")
    script = tmp_path / "script.py"
    script.write_text("""
from simcore.workers import start_worker
if __name__ == "__main__":
    start_worker(None).close()
""")
    subprocess.run(
        [sys.executable, script], check=True, timeout=60, cwd=folder, env=python_environment()
    )
    assert not (folder / "imported").exists()


def printed(*program: object) -> str:
    """Return what Python prints that finds the helpers of tests, and no error."""
    command, options = [sys.executable, *program], {"capture_output": True, "text": True}
    run = subprocess.run(command, env=python_environment(), check=False, timeout=60, **options)
    assert run.stderr == ""
    return run.stdout


RUN = """
import multiprocessing, os, threading
import hostile
from simcore.model.report import NoProgress, Stage
from simcore.workers import make_executor, rest_executor, run_jobs

def run(executor, jobs=None):
    jobs = jobs or [hostile.Doubling((number,), {}) for number in range(8)]
    found = {}
    for result in run_jobs(jobs, executor, 5, Stage.READ, NoProgress()):
        found |= result
    return found

"""
HERE = f"""{RUN}
forks = []
fork_here = os.fork
def fork():
    process = fork_here()
    forks.append(process)
    return process
os.fork = fork
few = %s
with make_executor(2, %s, few=few) as executor:
    found = run(executor, [hostile.Doubling(tuple(range(8)), {{3: getattr(hostile, "%s")}})])
    assert len(multiprocessing.active_children()) <= 2 - few
assert len(forks) == 2 - few, "the first ones, and no other"
assert not multiprocessing.active_children()
print(*found.values(), sep="|")
"""


@of_linux
@pytest.mark.parametrize(
    ("what", "few"),
    [
        ("hold_the_lock", False),
        ("leave", True),
        ("crash", False),
        ("crash", True),
        ("use_up_memory", True),
        ("fail", False),
    ],
)
def test_the_first_workers_are_forked_here_and_may_end(what: str, *, few: bool) -> None:
    """Others take their place; they are not forked from a process that has threads by then."""
    reason = {"hold_the_lock": LATE, "fail": RAISED}.get(what, ENDED)
    seconds = SECONDS if reason == LATE else PATIENCE
    found = printed("-c", HERE % (few, seconds, what)).rstrip().split("|")
    assert sorted(found) == sorted([*(str(2 * n) for n in range(8) if n != 3), reason])


AGAIN = f"""{RUN}
with make_executor(2) as executor:
    for _ in range(3):
        run(executor)
        print(*(type(one).__name__ for one in multiprocessing.active_children()))
        rest_executor(executor)
        assert not multiprocessing.active_children()
        assert threading.active_count() == 1
"""


@of_linux
def test_after_a_rest_workers_are_forked_here_again() -> None:
    assert printed("-c", AGAIN).splitlines() == ["ForkProcess ForkProcess"] * 3


STAY = f"""{RUN}
print(__name__)
with make_executor(2) as executor:
    pids, held = [], threading.Event()
    thread = threading.Thread(target=held.wait)
    for _ in range(2):
        run(executor)
        pids.append(sorted(one.pid for one in multiprocessing.active_children()))
        if not thread.is_alive():
            thread.start()
        rest_executor(executor)
    print(pids[0] == pids[1], len(pids[0]))
    held.set()
"""


@of_linux
def test_forked_workers_stay_where_no_other_could_be_forked(tmp_path: Path) -> None:
    """A server would run this script, which guards nothing, in each of them."""
    script = tmp_path / "script.py"
    script.write_text(STAY)
    assert printed(script).splitlines() == ["__main__", "True 2"]


def test_two_threads_that_start_workers_leave_the_environment_as_it_was() -> None:
    """The second one found what the first had set, and left it: for editors and viewers, too."""
    before, entered, release = os.environ.copy(), threading.Event(), threading.Event()

    def start() -> None:
        with workers._away_from_this_folder():
            entered.set()
            release.wait()

    other = threading.Thread(target=start)
    with workers._away_from_this_folder():
        other.start()
        entered.wait(0.1)  # it would be in there by then, if it could
    release.set()
    other.join()
    assert os.environ.copy() == before


_GIGABYTE = 1_000_000_000


def take_much() -> None:
    """Ask for more than is there, as a parser does, and so make the process end."""
    with workers.bounded_memory(_GIGABYTE):
        bytes(2 * _GIGABYTE)  # pages that nothing was written to


def take_some() -> None:
    with workers.bounded_memory(_GIGABYTE):
        bytes(_GIGABYTE // 10)
    bytes(2 * _GIGABYTE)  # outside of the block there is no bound


@of_linux
def test_a_worker_that_takes_too_much_ends_and_all_else_is_done() -> None:
    with make_executor(2, 60.0) as executor:
        work = Doubling((1, 2, 3), {2: take_much, 3: take_some})
        found = {}
        for result in run_jobs([work], executor, 2, Stage.READ, NoProgress()):
            found |= result
    assert found == {1: 2, 2: ENDED, 3: 6}


@of_linux
def test_the_process_of_a_window_has_no_bound() -> None:
    take_much()


@of_linux
def test_parsers_read_with_the_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
