"""Saved results that somebody else wrote: nothing is removed on their word, or read without end."""

import base64
import gzip
import itertools
import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import pytest

from builders import chinese_text, edited, english_text
from places import ROOT
from removals import FolderTrash
from simcore import (
    Action,
    FingerprintIndex,
    Journal,
    Kind,
    ScanConfig,
    ScanReport,
    carry_out,
    load_results,
    plan_removal,
    save_results,
    scan,
)
from simcore.model.reasons import Reason, ReasonCode, ResultsFileError
from simcore.model.records import OnlyIn, percent
from simcore.model.report import State
from simcore.pipeline.comparing import confirm
from simcore.pipeline.rereading import Change, find_changes
from simcore.removal.plan import RemovalPlan
from simcore.workers import make_executor

Rows = dict[str, list[Any]]
TEXT = chinese_text(1, 400)
FILES = {
    "contract.txt": TEXT.encode(),
    "copy.txt": TEXT.encode(),
    "gb.txt": TEXT.encode("gb18030"),
    "edited.txt": edited(TEXT, 2, 3).encode(),
    "part.txt": TEXT[: len(TEXT) // 3].encode(),
    "diary.txt": english_text(3, 300).encode(),
}
# fields of a row
TEXT_NO, PATH, REAL, HASHES = 0, 1, 2, slice(7, 9)


@pytest.fixture
def library(tmp_path: Path) -> Path:
    folder = tmp_path / "library"
    folder.mkdir()
    for name, data in FILES.items():
        (folder / name).write_bytes(data)
    return folder


@pytest.fixture
def saved(library: Path, tmp_path: Path) -> Path:
    path = tmp_path / "results.variorum"
    config = ScanConfig(jobs=0, similarity=0.5)
    with FingerprintIndex(tmp_path / "index.sqlite") as index:
        save_results(scan([library], config, index, make_executor(0)), (), path)
    return path


def rewritten(path: Path, change: Callable[[dict[str, Any], Rows], None]) -> ScanReport:
    """Open the results after a change of their header and rows."""
    header, *lines = map(json.loads, gzip.decompress(path.read_bytes()).splitlines())
    rows: Rows = {name: [] for name in ("documents", "pairs", "comparisons", "problems", "marked")}
    for name, *some in lines[:-1]:
        rows[name] += some
    change(header, rows)
    header |= {name: len(some) for name, some in rows.items()}
    written = [header, *([name, *some] for name, some in rows.items() if some), ["end"]]
    path.write_bytes(gzip.compress("\n".join(map(json.dumps, written)).encode()))
    return load_results(path).report


def row_of(rows: Rows, name: str) -> list[Any]:
    return next(row for row in rows["documents"] if row[PATH].endswith("/" + name))


def marked(report: ScanReport, *names: str) -> RemovalPlan:
    chosen = [key for key, one in report.documents.items() if one.path.name in names]
    plan = plan_removal(report, chosen)
    assert len(plan.removals) == len(names), plan.refused
    return plan


def carried_out(plan: RemovalPlan, base: Path) -> list[State]:
    with Journal(base / "journal.sqlite") as journal:
        return [one.state for one in carry_out(plan, journal, FolderTrash(base / "trash"))]


def test_what_is_as_saved_goes(saved: Path, library: Path, tmp_path: Path) -> None:
    names = "copy.txt", "gb.txt", "edited.txt", "part.txt"
    plan = marked(load_results(saved).report, *names)
    with pytest.raises(ValueError, match="confirmed"):
        carried_out(plan, tmp_path)
    confirmed = confirm(plan)
    assert confirmed.removals == plan.removals
    assert carried_out(confirmed, tmp_path) == [State.DONE] * 4
    assert {one.name for one in library.iterdir()} == FILES.keys() - set(names)


PROSE = english_text(4)
SOURCE = "".join(f"def f{n}(x):\n    if x:\n        g{n}(x)\n    return x\n" for n in range(40))


@pytest.mark.parametrize(
    ("name", "one", "other"),
    [
        ("sharp s.txt", f"{PROSE} in Maßen", f"{PROSE} in Massen"),
        ("case.txt", f"{PROSE} Polish", f"{PROSE} polish"),
        ("fraction.txt", f"{PROSE} 5½ kg", f"{PROSE} 51⁄2 kg"),
        ("power.txt", f"{PROSE} 10² m", f"{PROSE} 102 m"),
        ("source.py", SOURCE, SOURCE.replace("    return", "        return")),
        ("struck.html", f"<p>{PROSE} not</p>", f"<p>{PROSE} <del>not</del></p>"),
    ],
)
def test_what_is_near_with_an_equal_normal_form_goes(
    tmp_path: Path, name: str, one: str, other: str
) -> None:
    library, path = tmp_path / "library", tmp_path / "results.variorum"
    for folder, text in (("a", one), ("b", other)):
        (library / folder).mkdir(parents=True)
        (library / folder / name).write_text(text, encoding="utf-8")
    with FingerprintIndex(tmp_path / "index.sqlite") as index:
        report = scan([library], ScanConfig(jobs=0), index, make_executor(0))
    save_results(report, (), path)
    opened = load_results(path).report
    (member,) = opened.groups[0].members
    assert (member.kind, member.only_in, member.numbers_only) == (Kind.SIMILAR, OnlyIn.LOOK, False)
    assert member.resemblance is not None
    assert percent(member.resemblance) == "99.9 %"
    plan = plan_removal(opened, [member.document])
    confirmed = confirm(plan)
    assert confirmed.refused == ()
    assert confirmed.removals == plan.removals
    assert carried_out(confirmed, tmp_path) == [State.DONE]


def test_a_plan_of_a_scan_needs_no_confirmation(saved: Path, library: Path, tmp_path: Path) -> None:
    with FingerprintIndex(tmp_path / "index.sqlite") as index:
        report = scan([library], ScanConfig(jobs=0, similarity=0.5), index, make_executor(0))
    plan = marked(report, "copy.txt")
    assert confirm(plan) == plan


@pytest.mark.skipif(os.name != "posix", reason="writes links")
@pytest.mark.parametrize("shown", ["copy.txt", "not here.txt", "link/diary.txt"])
def test_the_path_that_is_shown_is_the_file_that_goes(
    saved: Path, library: Path, tmp_path: Path, shown: str
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (tmp_path / "other").mkdir()
    (library / "link").symlink_to(tmp_path / "other")
    (elsewhere / "diary.txt").write_bytes(FILES["contract.txt"])

    def change(_header: dict[str, Any], rows: Rows) -> None:
        row = row_of(rows, "copy.txt")
        row[PATH], row[REAL] = f"{library}/{shown}", str(elsewhere / "diary.txt")
        status = (elsewhere / "diary.txt").stat()
        row[4] = status.st_mtime_ns

    report = rewritten(saved, change)
    (wrong,) = (key for key, one in report.documents.items() if one.real_path != one.path)
    changes = find_changes(report.documents.values())
    assert changes.of == {wrong: Change.CHANGED}
    plan = plan_removal(report, [wrong])
    assert len(plan.removals) == 1
    assert carried_out(confirm(plan), tmp_path) == [State.SKIPPED]
    assert (elsewhere / "diary.txt").exists()
    assert (library / "copy.txt").exists()


def test_texts_that_are_not_the_same_stay(saved: Path, library: Path, tmp_path: Path) -> None:
    """Whatever hashes of texts stand in the file."""

    def change(_header: dict[str, Any], rows: Rows) -> None:
        diary, contract = row_of(rows, "diary.txt"), row_of(rows, "contract.txt")
        diary[TEXT_NO] = contract[TEXT_NO]
        diary[8:15] = contract[8:15]
        diary[15:] = contract[15:]

    report = rewritten(saved, change)
    plan = marked(report, "diary.txt")
    confirmed = confirm(plan)
    assert confirmed.removals == ()
    assert [one.reason.code for one in confirmed.refused] == [ReasonCode.NOT_AS_SAVED]
    assert carried_out(confirmed, tmp_path) == []
    assert (library / "diary.txt").exists()


def test_documents_that_are_not_alike_stay(saved: Path, library: Path) -> None:
    def change(_header: dict[str, Any], rows: Rows) -> None:
        documents = rows["documents"]
        ends = sorted(documents.index(row_of(rows, one)) for one in ("contract.txt", "diary.txt"))
        row = [*ends, 1, 0.99, 0.99, 0.99, "similar", False, False, None, False, "shingles", False]
        rows["pairs"].append(row)

    plan = marked(rewritten(saved, change), "diary.txt")
    confirmed = confirm(plan)
    assert confirmed.removals == ()
    assert [one.reason.code for one in confirmed.refused] == [ReasonCode.NOT_AS_SAVED]


WORDS = ["".join(four) for four in itertools.product("bdfgkl", "aeiou", "mnprst", "aeiou")]


def half_alike(seed: int, count: int = 400) -> str:
    common, own = random.Random(5), random.Random(seed)
    half = [common.choice(WORDS) for _ in range(270)]
    return " ".join(half + [own.choice(WORDS) for _ in range(count - len(half))]) + "\n"


def claim(resemblance: float, share: float, kind: str) -> Callable[[dict[str, Any], Rows], None]:
    """Return what lets every pair be shown so, at thresholds that admit anything."""

    def change(header: dict[str, Any], rows: Rows) -> None:
        header["config"] |= {"similarity": 0.3, "distance": 128, "containment": 0.1}
        for row in rows["pairs"]:
            row[2:7] = 1, resemblance, share, share, kind
        if kind == "contains":
            header["config"] |= {"similarity": 1.0, "contained": True}
            for row in rows["pairs"]:
                row[5] = share * 0.5  # one is clearly shorter
        del rows["comparisons"][:]

    return change


@pytest.mark.parametrize(
    ("how", "confirmed"),
    [
        ((0.99, 0.995, "near"), False),
        ((0.45, 0.6, "near"), True),
        ((0.99, 0.995, "contains"), False),
    ],
)
def test_what_is_less_alike_than_was_shown_stays(
    tmp_path: Path, how: tuple[float, float, str], *, confirmed: bool
) -> None:
    library, path = tmp_path / "library", tmp_path / "results.variorum"
    library.mkdir()
    (library / "contract.txt").write_text(half_alike(1))
    (library / "diary.txt").write_text(half_alike(2))
    config = ScanConfig(jobs=0, similarity=0.3, distance=64)
    with FingerprintIndex(tmp_path / "index.sqlite") as index:
        report = scan([library], config, index, make_executor(0))
    (pair,) = report.pairs
    assert 0.45 < pair.resemblance < 0.6
    save_results(report, (), path)
    report = rewritten(path, claim(*how))
    (member,) = report.groups[0].members
    assert (member.kind, member.resemblance) == (Kind(how[2]), how[0])
    plan = confirm(plan_removal(report, [member.document]))
    assert len(plan.removals) == confirmed
    reasons = [one.reason.code for one in plan.refused]
    assert reasons == [] if confirmed else [ReasonCode.NOT_AS_SAVED]


def test_the_witnesses_of_all_groups_are_compared(saved: Path) -> None:
    plan = marked(load_results(saved).report, "edited.txt")
    (removal,) = plan.removals
    report = load_results(saved).report
    diary = next(one for one in report.documents.values() if one.path.name == "diary.txt")
    both = replace(removal, others=(diary,), shown=removal.shown * 2)
    confirmed = confirm(replace(plan, removals=(both,)))
    assert confirmed.removals == ()
    assert [one.reason.code for one in confirmed.refused] == [ReasonCode.NOT_AS_SAVED]


def test_what_changed_since_stays(saved: Path, library: Path) -> None:
    plan = marked(load_results(saved).report, "edited.txt", "part.txt")
    (library / "edited.txt").write_bytes(FILES["edited.txt"][:-3] + "？".encode())
    (library / "part.txt").unlink()
    confirmed = confirm(plan)
    assert confirmed.removals == ()
    codes = [one.reason.values[0].code for one in confirmed.refused]  # type: ignore[union-attr]
    assert codes == [ReasonCode.CHANGED_SINCE_SAVED, ReasonCode.GONE]


def test_a_copy_needs_no_witness(saved: Path, tmp_path: Path) -> None:
    report = load_results(saved).report
    plan = plan_removal(report, report.documents, action=Action.COPY, destination=tmp_path / "to")
    assert confirm(plan).removals == plan.removals


def test_what_a_file_would_have_this_computer_do_is_not_believed(saved: Path) -> None:
    def change(header: dict[str, Any], _rows: Rows) -> None:
        header["config"] |= {"dictionary": "/dev/zero", "jobs": 10_000, "seconds_a_file": 1e9}

    report = rewritten(saved, change)
    plain = ScanConfig()
    found = report.config
    assert found.dictionary is None
    assert (found.jobs, found.seconds_a_file) == (plain.jobs, plain.seconds_a_file)
    own = ScanConfig(dictionary=Path("/dev/zero"), jobs=1, seconds_a_file=5)
    found = load_results(saved, own=own).report.config
    assert (found.dictionary, found.jobs, found.seconds_a_file) == (own.dictionary, 1, 5)
    assert load_results(saved, own=replace(own, dictionary=None)).report.config.dictionary is None


# --- what would fill the memory

_MOST = 700
"""Megabytes that reading takes at most; Python with NumPy takes 60 of them."""

_READ = """
import sys
from pathlib import Path
from simcore.model.reasons import ResultsFileError
from simcore import load_results
try:
    load_results(Path(sys.argv[1]))
    print("read")
except ResultsFileError as error:
    print(error)
most = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(int(most.split()[1]) // 1024)
"""


def _header(saved: Path, **changes: object) -> bytes:
    header = json.loads(gzip.decompress(saved.read_bytes()).splitlines()[0])
    empty = dict.fromkeys(("documents", "texts", "pairs", "comparisons", "problems", "marked"), 0)
    return json.dumps(header | empty | changes).encode() + b"\n"


def _endless_line(saved: Path) -> Iterator[bytes]:
    yield _header(saved, documents=1)
    yield b'["documents"'
    for _ in range(300):
        yield b" " * (1 << 20)


def _nested_line(saved: Path) -> Iterator[bytes]:
    yield _header(saved, documents=1)
    yield b'["documents"'
    for _ in range(100):
        yield b",[]" * (1 << 20)


def _long_header(saved: Path) -> Iterator[bytes]:
    yield b'{"variorum": "results", "x": ['
    for _ in range(100):
        yield b"[]," * (1 << 20)


def _many_documents(saved: Path) -> Iterator[bytes]:
    count = 8_000_000
    yield _header(saved, documents=count, texts=1)
    row = [0, "/a", None, 1, 1, 1, 1, *["0" * 32] * 2, "utf-8", False, 1, 1, 1, 1]
    line = json.dumps(["documents", *[row] * 250]).encode() + b"\n"
    for _ in range(2_000):  # it need not be there
        yield line


def _more_than_said(saved: Path) -> Iterator[bytes]:
    yield _header(saved, marked=1)
    line = json.dumps(["problems", *[["/a", "read", ["gone"]]] * 250]).encode() + b"\n"
    for _ in range(4_000):
        yield line


def _long_reasons(saved: Path) -> Iterator[bytes]:
    count = 50_000
    yield _header(saved, problems=count)
    line = json.dumps(["problems", *[["/a", "read", ["text", "x" * 9_000]]] * 250]).encode() + b"\n"
    for _ in range(count // 250):
        yield line


def _many_lines(saved: Path) -> Iterator[bytes]:
    yield _header(saved)
    for _ in range(1 << 6):
        yield b'["marked"]\n' * (1 << 16)


@pytest.mark.parametrize("name", ["problems", "documents"])
def test_a_document_needs_more_of_a_file_than_other_rows(
    saved: Path, tmp_path: Path, name: str
) -> None:
    """700,000 rows may be in 2.7 MB, but no document and its two hashes is in 4 bytes."""
    path = tmp_path / "hostile.variorum"
    noise = base64.b64encode(random.Random(1).randbytes(2_700_000)).decode()
    path.write_bytes(gzip.compress(_header(saved, **{name: 700_000, "texts": 1, "x": noise}), 1))
    assert 2_700_000 < path.stat().st_size < 2_800_000
    with pytest.raises(ResultsFileError) as told:
        load_results(path)
    found = ReasonCode.ENDS_TOO_EARLY if name == "problems" else ReasonCode.HOLDS_TOO_MUCH
    assert told.value.reason.values[1] == Reason(found)


@pytest.mark.skipif(sys.platform != "linux", reason="asks for memory as Linux counts it")
@pytest.mark.parametrize(
    "written",
    [
        _endless_line,
        _nested_line,
        _long_header,
        _many_documents,
        _more_than_said,
        _long_reasons,
        _many_lines,
    ],
)
def test_no_file_fills_the_memory(
    saved: Path, tmp_path: Path, written: Callable[[Path], Iterable[bytes]]
) -> None:
    path = tmp_path / "hostile.variorum"
    packed = lru_cache(2)(partial(gzip.compress, compresslevel=1))  # most are repeated
    with path.open("wb") as file:
        for data in written(saved):
            file.write(packed(data))
    result = subprocess.run(
        [sys.executable, "-c", _READ, str(path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert result.returncode == 0, result.stderr
    said, megabytes = result.stdout.rsplit("\n", 2)[:2]
    assert said.startswith(f"{path}: is "), said
    assert int(megabytes) < _MOST
