"""Libraries on a real disk, reports of them made without the scanner, trashes, a disk that fails.

Texts are made of a topic, a variant and a layout, so that the bytes alone show
how alike two of them are: other layouts are the same text, and each step of the variant costs a
tenth of the resemblance. A book holds the chapters of its topic.
"""

import errno
import hashlib
import os
import re
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from functools import cache, wraps
from pathlib import Path
from typing import Any

import pytest

from builders import document, pair
from places import python_environment
from simcore import (
    Action,
    Document,
    Journal,
    Pair,
    ScanConfig,
    ScanReport,
    carry_out,
    plan_removal,
    regroup,
)
from simcore.files.disk import Disk
from simcore.files.moves import Trash, TrashError
from simcore.index.paths import journal_beside
from simcore.model.config import Thresholds
from simcore.model.reasons import Reason, ReasonCode
from simcore.model.records import FileName
from simcore.model.report import Counts, Result
from simcore.removal.journal import mark_of
from simcore.removal.plan import RemovalPlan

SHAPE = re.compile(r"(?P<sort>text|book|chapter) (?P<topic>\d+) (?P<variant>\d+)")


def content(topic: int, variant: int = 0, layout: int = 0, sort: str = "text") -> bytes:
    return f"{sort} {topic} {variant}{' ' * layout}\n".encode()


def digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=16).digest()


def put(path: Path, data: bytes, mtime: int = 1_600_000_000) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    os.utime(path, ns=(mtime * 10**9 + 123, mtime * 10**9 + 456))
    return path


def made_in_order(paths: Sequence[Path]) -> None:
    """Make empty files, earlier ones first on the disk: of equal documents the first is kept."""
    made = []
    for number, path in enumerate(paths):
        path.parent.mkdir(parents=True, exist_ok=True)
        made.append(path.with_name(f"made {number}"))
        made[-1].touch()
    made.sort(key=lambda one: one.stat().st_ino)
    for before, path in zip(made, paths, strict=True):
        before.rename(path)


def listed(folders: Sequence[Path]) -> dict[Path, list[Path]]:
    """Return regular files once each, with their other names, by identity, no links followed."""
    seen: dict[tuple[int, int], Path] = {}
    found: dict[Path, list[Path]] = {}
    for folder in folders:
        for root, names, files in os.walk(folder.resolve()):
            names.sort()
            for name in sorted(files):
                path = Path(root, name)
                status = path.lstat()
                identity = status.st_dev, status.st_ino
                if not stat.S_ISREG(status.st_mode):
                    continue
                first = seen.setdefault(identity, path)
                others = found.setdefault(first, [])
                if path not in {first, *others}:
                    others.append(path)
    return found


def reported(
    folders: Sequence[Path],
    journal: Path,
    similarity: float = 0.7,
    cut: Collection[Path] = (),
    **changes: object,
) -> ScanReport:
    """Make a report of the files in folders, like a scan with this journal.

    Of those in ``cut`` only a part was read.
    """
    mark = mark_of(journal)
    texts: dict[bytes, int] = {}
    documents = []
    for number, (path, names) in enumerate(listed(folders).items(), 1):
        data = path.read_bytes()
        text = data.strip()
        status = path.stat()
        documents.append(
            document(
                number,
                text=texts.setdefault(text, len(texts)),
                path=path,
                real_path=path,
                size=len(data),
                mtime_ns=status.st_mtime_ns,
                device=status.st_dev,
                inode=status.st_ino,
                content_hash=digest(data),
                text_hash=digest(text),
                characters=9_000 if data.startswith(b"book") else 500,
                cut_short=Reason(ReasonCode.PARSER_LIMIT, (1, "too deep")) if path in cut else None,
                other_names=tuple(FileName(one, one) for one in names),
                unseen_names=status.st_nlink - 1 - len(names),
                **changes,
            )
        )
    first: dict[int, tuple[bytes, Document]] = {}
    for one in documents:
        first.setdefault(one.text, (one.path.read_bytes(), one))
    held = list(first.values())
    pairs = [
        made
        for at, (left, one) in enumerate(held)
        for right, other in held[at + 1 :]
        if (made := related(left, one, right, other)) is not None
    ]
    made = ScanReport(
        config=ScanConfig(distance=24, similarity=0.7),
        folders=tuple(folders),
        documents={one.id: one for one in documents},
        pairs=tuple(pairs),
        groups=(),
        problems=(),
        counts=Counts(),
        compared_distance=24,
        journal=mark,
    )
    return regroup(made, Thresholds(24, similarity))


def related(left: bytes, one: Document, right: bytes, other: Document) -> Pair | None:
    a, b = SHAPE.match(left.decode()), SHAPE.match(right.decode())
    if a is None or b is None or a["topic"] != b["topic"]:
        return None
    if {a["sort"], b["sort"]} == {"book", "chapter"}:
        made = pair(one.id, other.id, 0.3, 30)
        if a["sort"] == "chapter":
            return replace(made, left_in_right=0.95, right_in_left=0.1)
        return replace(made, left_in_right=0.1, right_in_left=0.95)
    if a["sort"] != b["sort"]:
        return None
    apart = abs(int(a["variant"]) - int(b["variant"]))
    return pair(one.id, other.id, 1 - apart / 10, 2 * apart) if apart <= 5 else None


def code_of(result: Result) -> ReasonCode | None:
    return result.reason and result.reason.code


def failing(number: int, *names: str) -> Callable[[str, int], None]:
    """Return what lets each of some calls to the disk fail."""

    def fail(name: str, _count: int) -> None:
        if name in names:
            raise OSError(number, os.strerror(number))

    return fail


def marked(report: ScanReport, *names: str) -> set[Any]:
    found = {key for key, one in report.documents.items() if one.path.name in names}
    assert len(found) == len(names)
    return found


class FolderTrash:
    """A trash that moves files itself, and returns their new paths or does not."""

    def __init__(self, folder: Path, *, tells: bool = True) -> None:
        self.folder = folder
        self._tells = tells
        folder.mkdir(parents=True, exist_ok=True)

    def obstacle(self, path: Path) -> Reason | None:
        return None

    def paths(self, path: Path) -> Iterator[Path]:
        return iter(())

    def reserve(self, place: Path, path: Path) -> None:
        pass

    def put(self, path: Path) -> Path | None:
        where = Path(tempfile.mkdtemp(dir=self.folder)) / "thrown"
        try:
            path.rename(where)
        except OSError as error:
            raise TrashError(error.strerror) from error
        # flat, as trashes are
        flat = self.folder / where.parent.name[3:]
        where.rename(flat)
        where.parent.rmdir()
        return flat if self._tells else None

    def folders(self, path: Path) -> Sequence[Path]:
        return [self.folder]


class PlacedTrash(FolderTrash):
    """A trash that reserves paths."""

    def paths(self, path: Path) -> Iterator[Path]:
        for number in range(10**6):
            place = self.folder / f"{number}-{path.name[:20]}"
            if not os.path.lexists(place):
                yield place


class Killed(BaseException):
    """The process has ended: nothing after this may touch the disk."""


class WatchedDisk(Disk):
    """The disk, which calls ``watch(name, number)`` before every operation; it may raise."""

    def __init__(
        self, watch: Callable[[str, int], None] | None = None, far: Path | None = None
    ) -> None:
        self.watch = watch
        self.far = far  # a folder that counts as on another volume
        self.calls: list[str] = []
        self.dead = False

    def kill(self) -> None:
        self.dead = True
        raise Killed


def _watched(name: str, call: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(call)
    def watched(self: WatchedDisk, *arguments: Any, **named: Any) -> Any:
        if name in {"close", "holding"}:
            return call(self, *arguments, **named)
        if self.dead:
            raise Killed
        self.calls.append(name)
        if self.watch is not None:
            self.watch(name, len(self.calls))
        if self.far is not None and name in {"rename", "exchange", "link"}:
            inside = {Path(path).is_relative_to(self.far) for path in arguments}
            if len(inside) > 1:
                raise OSError(errno.EXDEV, os.strerror(errno.EXDEV))
        return call(self, *arguments, **named)

    return watched


for _name, _call in vars(Disk).items():
    if not _name.startswith("_"):
        setattr(WatchedDisk, _name, _watched(_name, _call))


def shown(folder: Path) -> dict[Path, tuple[bytes, int, tuple[int, int, int]]]:
    """Return the contents of all regular files below a folder, with times, modes and owners."""
    found = {}
    for root, _, files in os.walk(folder):
        for name in files:
            path = Path(root, name)
            status = path.lstat()
            if stat.S_ISREG(status.st_mode):
                rights = stat.S_IMODE(status.st_mode), status.st_uid, status.st_gid
                found[path] = path.read_bytes(), status.st_mtime_ns, rights
    return found


def memory() -> str | None:
    """Return a folder in memory, if there is one with room for all tests: fsync is fast there.

    Tests run what they write there.
    """
    folder = "/dev/shm"  # noqa: S108
    if not os.access(folder, os.W_OK):
        return None
    there = os.statvfs(folder)
    large_enough = there.f_bavail * there.f_frsize >= 2 * 1024**3
    return folder if large_enough and not there.f_flag & os.ST_NOEXEC else None


def name_space() -> list[str]:
    """Return what runs a command where it may mount; where nobody may, the test is skipped."""
    unshare = ["unshare", "--mount", "--propagation", "private"]
    try:
        able = subprocess.run([*unshare, "true"], capture_output=True, check=False)
    except FileNotFoundError:
        pytest.skip("there is no unshare")
    if able.returncode:
        pytest.skip("no right to mount")
    return unshare


def in_name_space(code: str, *words: object) -> str:
    """Run code that mounts, in a name space of its own; return what it printed."""
    run = subprocess.run(
        [*name_space(), sys.executable, "-c", code, *map(str, words)],
        capture_output=True,
        text=True,
        check=False,
        env=python_environment(),
    )
    assert (run.returncode, run.stderr) == (0, "")
    return run.stdout


class NoTrash:
    """For a program without a trash: it takes nothing."""

    def obstacle(self, path: Path) -> Reason | None:
        return Reason(ReasonCode.DISK_WITHOUT_TRASH)

    def paths(self, path: Path) -> Iterator[Path]:
        raise TrashError(Reason(ReasonCode.DISK_WITHOUT_TRASH))

    def reserve(self, place: Path, path: Path) -> None:
        """Not called: there are no paths."""

    def put(self, path: Path) -> Path | None:
        raise TrashError(Reason(ReasonCode.DISK_WITHOUT_TRASH))

    def folders(self, path: Path) -> Sequence[Path]:
        return ()


TWO = {"keep.txt": content(1), "copy.txt": content(1)}


@cache
def empty_journal() -> bytes:
    """Return the file of a new journal: a test that makes hundreds need not build its tables."""
    with tempfile.TemporaryDirectory(dir=memory()) as folder:
        path = Path(folder) / "journal.sqlite"
        Journal(path).close()
        return path.read_bytes()


class House:
    """A library with its journal, a trash, and a folder elsewhere."""

    def __init__(self, base: Path) -> None:
        self.base = base.resolve()
        self.library = self.base / "library"
        self.elsewhere = self.base / "elsewhere"
        self.elsewhere.mkdir(parents=True)
        self.trash: Trash = PlacedTrash(self.base / "trash")
        path = journal_beside(self.base / "index" / "index.sqlite3")
        if not path.exists():
            put(path, empty_journal())
        self.journal = Journal(path)

    def furnish(self, files: dict[str, bytes]) -> ScanReport:
        for number, (name, data) in enumerate(sorted(files.items())):
            path = put(self.library / name, data, 1_500_000_000 + number)
            path.chmod(0o640)
        return reported([self.library], self.journal.path)

    def plan(
        self, report: ScanReport, *names: str, action: Action = Action.DELETE, **more: object
    ) -> RemovalPlan:
        return plan_removal(
            report,
            marked(report, *names),
            action=action,
            destination=self.elsewhere,
            **more,  # type: ignore[arg-type]
        )

    def carry_out(self, plan: RemovalPlan, disk: WatchedDisk | None = None) -> tuple[Result, ...]:
        return carry_out(plan, self.journal, self.trash, disk=disk)

    def remove(
        self,
        action: Action,
        disk: WatchedDisk | None = None,
        files: dict[str, bytes] | None = None,
    ) -> Result:
        """Furnish the library, and remove ``copy.txt``."""
        plan = self.plan(self.furnish(files or TWO), "copy.txt", action=action)
        (result,) = self.carry_out(plan, disk)
        return result

    def open_anew(self) -> None:
        """Open the journal as another process does, after the first one has ended."""
        self.journal.close()
        self.journal = Journal(self.journal.path)

    def contents(self) -> set[bytes]:
        return {data for path, (data, *_) in shown(self.base).items() if "index" not in path.parts}

    def leftovers(self) -> list[Path]:
        return list(self.base.rglob(".variorum*"))
