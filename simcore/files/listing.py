"""Listing the files of folders: each file once, despite links and overlapping folders."""

import contextlib
import functools
import itertools
import os
import stat
from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain, compress, groupby, islice
from operator import attrgetter
from pathlib import Path
from typing import Any, Self

from simcore.files.containers import ReadState, is_container, listed
from simcore.files.disk import home_trashes, identity, identity_at, is_trash_name
from simcore.files.names import as_on_disk
from simcore.files.patterns import IgnoreFiles, patterns_of
from simcore.model.config import ScanConfig
from simcore.model.reasons import FolderError, ReadError, Reason, ReasonCode, joined, reason_of
from simcore.model.records import (
    INSIDE,
    LATEST,
    FileName,
    ListedFile,
    ListedFolder,
    Problem,
    ProblemStage,
)
from simcore.model.report import Progress, Stage, is_companion, kind_of

_State = tuple[int, int, int, int, int, int, int]

# by device and inode: ``Document.other_names`` and ``Document.unseen_names``
OtherNames = Mapping[tuple[int, int], tuple[tuple[FileName, ...], int]]
_LEAST = 16  # fewer rows are packed with the next ones: a column takes some hundred bytes


class Packed:
    """Rows of one kind, packed in columns: there are very many, and few are asked for.

    >>> some = Packed()
    >>> some.add([[1, 2, 1 << 70], ["a", None, "文"]])
    >>> [*some.rows()], some.column(1), len(some)
    ([(1, 'a'), (2, None), (1180591620717411303424, '文')], ['a', None, '文'], 3)
    """

    def __init__(self) -> None:
        self._parts: list[list[Any]] = []  # each of columns, of some rows
        self._ends: list[int] = []

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def __add__(self, other: "Packed") -> Self:
        """Return the rows of both; what is added to one of them later is not included."""
        both = type(self)()
        both._parts = self._parts + other._parts
        both._ends = self._ends + [len(self) + end for end in other._ends]
        return both

    def add(self, columns: Iterable[Sequence[Any]]) -> None:
        """Add rows, given as columns of one length."""
        if self._parts and len(self._parts[-1][0]) < _LEAST:
            self._ends.pop()
            before = self._parts.pop()
            columns = ([*one, *other] for one, other in zip(before, columns, strict=True))
        part = [_packed(values) for values in columns]
        if len(part[0]):
            self._ends.append(len(self) + len(part[0]))
            self._parts.append(part)

    def _place(self, at: int) -> tuple[int, int]:
        part = bisect_right(self._ends, at)
        return part, at - (self._ends[part - 1] if part else 0)

    def rows(self, start: int = 0) -> Iterator[tuple[Any, ...]]:
        part, skipped = self._place(start)
        parts = islice(self._parts, part, None)
        rows = chain.from_iterable(zip(*columns, strict=True) for columns in parts)
        return islice(rows, skipped, None)

    def row(self, number: int) -> list[Any]:
        part, at = self._place(number)
        return [values[at] for values in self._parts[part]]

    def column(self, number: int) -> list[Any]:
        return [value for part in self._parts for value in part[number]]

    def only(self, wanted: Sequence[object]) -> Self:
        found = type(self)()
        if all(wanted):
            return found + self
        for part, end in zip(self._parts, self._ends, strict=True):
            here = wanted[end - len(part[0]) : end]
            found.add([[*compress(values, here)] for values in part])
        return found


def _packed(values: Sequence[Any]) -> Any:
    if values and values[0] == values[-1] and values.count(values[0]) == len(values):
        return [values[0]] * len(values)
    try:
        return _numbers(values)
    except (TypeError, OverflowError):
        pass
    try:
        return _Joined(values)
    except TypeError:
        return list(values)


def _numbers(values: Sequence[Any]) -> "array[int]":
    """Pack numbers. Raises ``TypeError`` for other values, ``OverflowError`` for longer numbers."""
    for kind in "iq":
        try:
            return array(kind, values)
        except OverflowError:
            continue
    return array("Q", values)


class _Joined:
    """Strings or bytes, joined. The end of None is negative. Raises ``TypeError``."""

    def __init__(self, values: Sequence[Any]) -> None:
        first: Any = next((value for value in values if value is not None), None)
        empty = first[:0]
        there = [empty if value is None else value for value in values]
        self._all = empty.join(there)
        ends = zip(values, accumulate(map(len, there)), strict=True)
        self._ends = _numbers([~end if value is None else end for value, end in ends])

    def __getitem__(self, at: int) -> Any:
        end, start = self._ends[at], self._ends[at - 1] if at else 0
        return None if end < 0 else self._all[start if start >= 0 else ~start : end]

    def __iter__(self) -> Iterator[Any]:
        start = 0
        for end in self._ends:
            yield None if end < 0 else self._all[start:end]
            start = end if end >= 0 else ~end

    def __len__(self) -> int:
        return len(self._ends)


class Files(Packed):
    """Files that a walk found, in its order; each is made when it is asked for."""

    def __init__(self, files: Iterable[ListedFile] = ()) -> None:
        super().__init__()
        if found := [*zip(*files, strict=True)]:
            self.add(found)

    def __iter__(self) -> Iterator[ListedFile]:
        return map(ListedFile._make, self.rows())

    def folders(self) -> Iterator[tuple[ListedFolder, int]]:
        """Yield the folder of each run of files, and their number."""
        for folder, together in groupby(self.column(0)):
            yield folder, len([*together])


class Listing:
    """The result of a walk over folders.

    ``files`` are ordered by folder as passed in, then by path. ``skipped`` counts files left out by
    patterns, links, and second names; ``left_out`` those that no pattern includes, by ``kind_of``.
    ``roots`` are the resolved folders and named files that could be listed, ``unlisted`` the
    folders below them that could not: their records in the index must not be taken for deleted.
    ``by_hand`` are the paths of named files, ``passed_over`` what patterns leave out, with reasons,
    if asked for. By device and inode, ``links`` has the number of hard links of files with several,
    ``second_names`` the names that were found after the first.
    """

    def __init__(self) -> None:
        self.files = Files()
        self.problems: list[Problem] = []
        self.skipped = 0
        self.left_out: Counter[str] = Counter()
        self.roots: list[Path] = []
        self.unlisted: list[Path] = []
        self.by_hand: set[Path] = set()
        self.links: dict[tuple[int, int], int] = {}
        self.second_names: dict[tuple[int, int], list[FileName]] = {}
        self.passed_over: list[Problem] = []

    @property
    def count(self) -> int:
        return len(self.files)

    def add(self, folder: ListedFolder, names: list[str], states: list[_State]) -> None:
        """Add files of a folder; states are the rest of ``ListedFile``, mode and links."""
        *columns, _, links = zip(*states, strict=True)
        self.files.add([[folder] * len(names), names, *columns])
        if max(links) > 1:
            files = zip(columns[2], columns[3], strict=True)
            self.links |= {one: many for one, many in zip(files, links, strict=True) if many > 1}

    def other_names(self) -> OtherNames:
        """Return the names of files beside the listed ones, and how many were not found."""
        found = {}
        for file in self.links.keys() | self.second_names.keys():
            names = tuple(self.second_names.get(file, ()))
            seen = 1 + sum(not one.symbolic for one in names)
            found[file] = names, max(0, self.links.get(file, 1) - seen)
        return found


def topmost(paths: Iterable[Path]) -> list[Path]:
    """Remove paths that are below others."""
    kept: list[Path] = []
    for path in sorted(set(paths), key=lambda one: one.parts):
        if not kept or not path.is_relative_to(kept[-1]):
            kept.append(path)
    return kept


class FolderRules:
    """The folders below some resolved folders that a walk enters; ``follows`` is for links."""

    def __init__(self, folders: Sequence[Path], config: ScanConfig) -> None:
        self._folders = folders
        self._patterns = patterns_of(config)
        self.follows = config.follow_links
        self._trashes = home_trash_identities()

    def root_of(self, path: Path) -> Path | None:
        """Return the first of the folders that contains or is a path."""
        return next((one for one in self._folders if path.is_relative_to(one)), None)

    def enters(self, path: Path) -> bool:
        """Return whether a walk that is in the parent of a path enters it as a folder."""
        root = self.root_of(path)
        try:
            if root is None or root == path:
                return root == path and path.is_dir()
            if not path.is_dir() or (not self.follows and path.is_symlink()):
                return False
            trash = is_trash_name(path.name) or identity(path.stat()) in self._trashes
        except OSError:
            return False
        asked = path.name, path.relative_to(root).as_posix()
        return not (
            trash or self._patterns.excludes(*asked) or self._patterns.excludes_folder(*asked)
        )

    def inside(self, folder: Path) -> list[Path]:
        """Return the folders in one folder that a walk enters; none if it cannot be listed."""
        try:
            with os.scandir(folder) as entries:
                # what a link leads to is not asked here: one that leads to itself is an error
                names = [one.name for one in entries if not one.is_file(follow_symlinks=False)]
        except OSError:
            return []
        return [path for path in map(folder.joinpath, names) if self.enters(path)]


def home_trash_identities() -> frozenset[tuple[int, int]]:
    return frozenset(filter(None, map(identity_at, home_trashes())))


_FILES_A_REPORT = 256
_HAS_INODES = os.name != "nt"  # in ``DirEntry.stat``
_STATE = attrgetter(
    *("st_size", "st_mtime_ns", "st_dev", "st_ino", "st_ctime_ns", "st_mode", "st_nlink")
)


def list_files(
    folders: Sequence[Path],
    config: ScanConfig,
    progress: Progress,
    *,
    passed_over: bool = False,
    away: Collection[Path] = (),
) -> Listing:
    """List the files below ``folders`` that match the patterns, and the files among ``folders``.

    A named file is listed whatever the patterns say, and followed if it is a link. A folder or file
    that is reached twice (overlapping folders, loops, hard links, bind mounts, case) is listed
    once, by device and inode. Symbolic links are followed only if configured. A trash is entered
    only if it, or a folder in it, is named. If asked, ``passed_over`` is listed, too. Folders
    ``away`` are on disks that are not connected and count as empty. Raises ``FolderError`` if
    nothing can be listed, and ``Cancelled``.
    """
    walk = _Walk(config, progress, passed_over=passed_over, away=away)
    for path in folders:
        walk.expect(path)
    for path in folders:
        walk.enter_root(path)
    if not walk.listing.roots:
        problems = walk.listing.problems
        reasons = [Reason(ReasonCode.OF, (str(one.path), one.reason)) for one in problems]
        raise FolderError(joined(reasons) if reasons else ReasonCode.NO_FOLDERS)
    progress.report(Stage.LIST, walk.listing.count, walk.listing.count)
    return walk.listing


def list_paths(
    paths: Iterable[Path], folders: Sequence[Path], config: ScanConfig, progress: Progress
) -> Listing:
    """List what ``list_files`` of ``folders`` lists at or below some resolved paths.

    A second name of a file is found only if both are among them, and ignore files do not count.
    ``roots`` is empty. Raises ``Cancelled``.
    """
    walk = _Walk(config, progress)
    roots: dict[Path, Path] = {}
    for folder in folders:
        roots.setdefault(Path(os.path.realpath(folder)), folder)
    rules = FolderRules([*roots], config)
    enters = functools.cache(rules.enters)
    for path in topmost(paths):
        root = rules.root_of(path)
        if root is None:
            continue
        above = path.parents[: max(0, len(path.parts) - len(root.parts) - 1)]
        if all(map(enters, reversed(above))):
            walk.enter(roots[root], root, path)
    return walk.listing


class _Walk:
    def __init__(
        self,
        config: ScanConfig,
        progress: Progress,
        *,
        passed_over: bool = False,
        away: Collection[Path] = (),
    ) -> None:
        self.listing = Listing()
        self._away = away
        self._tells = passed_over
        self._patterns = patterns_of(config)
        self._follow = config.follow_links
        self._containers = config.containers
        self._progress = progress
        self._folders: dict[tuple[int, int], Path] = {}
        self._files: dict[tuple[object, ...], ListedFile] = {}
        self._noted = 0  # so many of the listing are among these
        self._inodes: set[int] = set()  # of all files
        self._trashes = home_trash_identities()
        self._named: set[str] = set()  # real paths of files that are named
        self._taken: set[str] = set()  # those of them that are listed
        self._their_folders: dict[Path, ListedFolder] = {}
        self._ignoring = config.ignore_files
        self._ignored: IgnoreFiles | None = None

    def expect(self, path: Path) -> None:
        """Note a named file: the walk over its folder leaves it out."""
        try:
            if not path.is_file():
                return
        except OSError:  # reported when it is entered
            return
        folder = self._their_folders.get(path.parent)
        if folder is None:
            real = Path(os.path.realpath(path.parent))
            folder = ListedFolder(_prefix(path.parent), _prefix(real), by_hand=True)
            self._their_folders[path.parent] = folder
        self._named.add(folder.real + path.name)

    def enter_root(self, folder: Path) -> None:
        try:
            resolved = folder.resolve(strict=True)
            if not resolved.is_dir():
                self._take_named(folder)
                return
            seen = self._folders.get(identity(resolved.stat()))
            if seen is not None:
                self._problem(folder, Reason(ReasonCode.OVERLAPS, (str(seen),)))
                self.listing.roots.append(resolved)
                return
            os.scandir(resolved).close()
        except FileNotFoundError:
            if folder in self._away:
                self.listing.roots.append(Path(os.path.realpath(folder)))
                return
            there = as_on_disk(folder)
            if there != folder:
                self.expect(there)
                self.enter_root(there)
                return
            # what a shell names so may be a pipe, which is nowhere
            code = ReasonCode.NOT_A_REGULAR_FILE if folder.exists() else ReasonCode.DOES_NOT_EXIST
            self._problem(folder, Reason(code))
        except (OSError, RuntimeError) as error:  # RuntimeError: a loop of links, before 3.13
            self._problem(folder, Reason(ReasonCode.UNLISTED, (reason_of(error),)))
        else:
            self.listing.roots.append(resolved)
            if self._ignoring:
                self._ignored = IgnoreFiles(resolved, self._cannot_ignore)
            self._walk(folder, resolved)

    def _take_named(self, path: Path) -> None:
        folder = self._their_folders.get(path.parent)
        status = path.stat()
        if folder is None or not stat.S_ISREG(status.st_mode):
            self._problem(path, Reason(ReasonCode.NOT_A_REGULAR_FILE))
            return
        real = folder.real + path.name
        self.listing.roots.append(Path(real))
        if real not in self._taken:
            self._taken.add(real)
            self.listing.by_hand.add(path)
            holds = self._containers and is_container(path.name)
            link = path.is_symlink()
            self._add(folder, path.name, path.name, status, holds=holds, link=link)

    def _cannot_ignore(self, path: Path, error: OSError) -> None:
        self._problem(path, Reason(ReasonCode.UNREADABLE, (reason_of(error),)))

    def enter(self, shown_root: Path, real_root: Path, path: Path) -> None:
        names = path.relative_to(real_root).parts
        if not names:
            self._walk(shown_root, real_root)
        elif os.path.lexists(path):
            above = "/".join(names[:-1])
            folder = ListedFolder(_prefix(shown_root / above), _prefix(real_root / above))
            entered = self._take(_Entry(path), above, folder)
            if entered is not None:
                self._walk(shown_root, real_root, entered)

    def _walk(self, shown_root: Path, real_root: Path, first: str = "") -> None:
        shown_prefix, real_prefix = str(shown_root), str(real_root)
        pending = [first]
        while pending:
            below = pending.pop()
            self._progress.report(Stage.LIST, self.listing.count, 0)
            real = os.path.join(real_prefix, below) if below else real_prefix  # noqa: PTH118
            shown = Path(shown_prefix, below)
            try:
                key = identity(os.stat(real))  # noqa: PTH116 - hot, and may be a link
                if below and (key in self._trashes or is_trash_name(shown.name)):
                    self.listing.skipped += 1
                    self._tell(shown, Reason(ReasonCode.IN_TRASH))
                    continue
                seen = self._folders.setdefault(key, shown)
                if seen is not shown:
                    self._problem(shown, Reason(ReasonCode.SAME_FOLDER, (str(seen),)))
                    continue
                with os.scandir(real) as entries:
                    ordered = sorted(entries, key=attrgetter("name"))
            except OSError as error:
                self._problem(shown, Reason(ReasonCode.UNLISTED, (reason_of(error),)))
                self.listing.unlisted.append(Path(real))
                continue
            folder = ListedFolder(_prefix(shown), _prefix(Path(real)))
            pending.extend(reversed(self._take_all(ordered, below, folder)))

    def _take_all(
        self, entries: Sequence["os.DirEntry[str]"], below: str, folder: ListedFolder
    ) -> list[str]:
        """Handle the entries of a folder; return the paths below the root of those to enter."""
        enter: list[str | None] = []
        if self._ignored is not None:
            entries = self._not_ignored(entries, below, folder, self._ignored)
        usual = self._patterns.by_suffix([entry.name for entry in entries])
        for plain, places in itertools.groupby(range(len(entries)), usual.__getitem__):
            alike = [entries[at] for at in places]
            for start in range(0, len(alike), _FILES_A_REPORT):
                some = alike[start : start + _FILES_A_REPORT]
                if not (plain and self._take_files(some, folder)):
                    enter += [self._take(entry, below, folder) for entry in some]
        return [path for path in enter if path is not None]

    def _not_ignored(
        self,
        entries: Sequence["os.DirEntry[str]"],
        below: str,
        folder: ListedFolder,
        files: IgnoreFiles,
    ) -> Sequence["os.DirEntry[str]"]:
        left: list[os.DirEntry[str]] = []
        for entry in entries:
            pattern = None
            with contextlib.suppress(OSError):  # reported when it is listed
                is_folder = entry.is_dir(follow_symlinks=self._follow)
                pattern = files.ignoring(below, entry.name, folder=is_folder)
            if pattern is None or folder.real + entry.name in self._named:
                left.append(entry)
                continue
            self.listing.skipped += 1
            reason = Reason(ReasonCode.EXCLUDED, (pattern,))
            self._tell(Path(folder.shown + entry.name), reason)
        return left

    def _take_files(self, entries: Sequence["os.DirEntry[str]"], folder: ListedFolder) -> bool:
        """List entries if all are regular files that were not seen before; return whether they are.

        Nearly all files are listed like this, by their state alone: one by one takes twice as long.
        """
        if not _HAS_INODES:
            return False
        if self._named and any(folder.real + entry.name in self._named for entry in entries):
            return False
        try:
            states = [_STATE(entry.stat(follow_symlinks=False)) for entry in entries]
        except OSError:
            return False
        inodes = {state[3] for state in states}
        if (
            len(inodes) < len(states)
            or not self._inodes.isdisjoint(inodes)
            or not all(map(stat.S_ISREG, {state[5] for state in states}))
            or any(abs(state[1]) > LATEST or abs(state[4]) > LATEST for state in states)
        ):
            return False
        self._progress.report(Stage.LIST, self.listing.count, 0)
        self._inodes |= inodes
        self.listing.add(folder, [entry.name for entry in entries], states)
        return True

    def _take(
        self, entry: "os.DirEntry[str] | _Entry", below: str, folder: ListedFolder
    ) -> str | None:
        """Handle one entry; return its path below the root if it is a folder to enter."""
        name = entry.name
        path_below = f"{below}/{name}" if below else name
        if self._named and folder.real + name in self._named:
            return None  # its turn comes
        if self._patterns.excludes(name, path_below):
            self._leave_out(folder, name, path_below)
            return None
        try:
            if entry.is_symlink() and not self._follow:
                if entry.is_dir() or self._patterns.names(name, path_below):
                    self._skip(folder, name, Reason(ReasonCode.SYMBOLIC_LINK))
                else:
                    self._leave_out(folder, name, path_below, ReasonCode.SYMBOLIC_LINK)
                return None
            if entry.is_dir():
                if self._patterns.excludes_folder(name, path_below):
                    self._leave_out(folder, name, path_below, is_folder=True)
                    return None
                return path_below
            holds = self._containers and is_container(name)
            if not holds and not self._patterns.includes(name, path_below):
                self._leave_out(folder, name, path_below)
                self._count_kind(name)
                return None
            status = entry.stat() if _HAS_INODES else os.stat(entry.path)  # noqa: PTH116
            link = self._follow and entry.is_symlink()
        except OSError as error:
            self._skip(folder, name, Reason(ReasonCode.UNREADABLE, (reason_of(error),)))
            return None
        self._add(folder, name, path_below, status, holds=holds, link=link)
        return None

    def _add(
        self,
        folder: ListedFolder,
        name: str,
        path_below: str,
        status: os.stat_result,
        *,
        holds: bool,
        link: bool,
    ) -> None:
        """List a file that the patterns admit, or what it ``holds``; its name may be a ``link``."""
        listing = self.listing
        if not stat.S_ISREG(status.st_mode):
            if holds or self._patterns.names(name, path_below):  # others are read on trial only
                self._skip(folder, name, Reason(ReasonCode.NOT_A_REGULAR_FILE))
            else:
                self._leave_out(folder, name, path_below, ReasonCode.NOT_A_REGULAR_FILE)
            return
        size, mtime_ns, ctime_ns = ReadState.of(status)
        kind, links = status.st_mode, status.st_nlink
        state = size, mtime_ns, status.st_dev, status.st_ino, ctime_ns, kind, links
        found = ListedFile(folder, name, *state[:-2])
        first = self._first(found, listed=not holds)
        if first is not found:
            self._skip(folder, name, Reason(ReasonCode.SECOND_NAME, (str(first.path),)))
            names = listing.second_names.setdefault((found.device, found.inode), [])
            names.append(FileName(found.path, found.real_path, link))
            return
        if listing.count % _FILES_A_REPORT == 0:
            self._progress.report(Stage.LIST, listing.count, 0)
        if holds:
            self._list_inside(found, path_below)
        else:
            listing.add(folder, [name], [state])

    def _first(self, found: ListedFile, *, listed: bool) -> ListedFile:
        """Return the file, or the same one that was found under another name."""
        if found.inode in self._inodes:
            for file in map(ListedFile._make, self.listing.files.rows(self._noted)):
                self._files.setdefault(file[4:6], file)
            self._noted = self.listing.count
        self._inodes.add(found.inode)
        if listed and found[4:6] not in self._files:
            return found  # which is noted when it matters
        return self._files.setdefault(found[4:6], found)

    def _list_inside(self, container: ListedFile, path_below: str) -> None:
        listing = self.listing
        try:
            state, inside = listed(
                container.real_path, lambda: self._progress.report(Stage.LIST, listing.count, 0)
            )
        except ReadError as error:
            listing.problems.append(Problem(container.path, ProblemStage.READ, error.reason))
            return
        folders: dict[str, ListedFolder] = {}
        for one in inside:
            below, _, name = one.path.rpartition("/")
            if below not in folders:
                shown, real = container.path / below, container.real_path / below
                folders[below] = ListedFolder(_prefix(shown), _prefix(real))
            if not self._patterns.admit(f"{path_below}/{one.path}"):
                self._leave_out(folders[below], name, f"{path_below}/{one.path}")
                self._count_kind(name)
                continue
            found = one.size, state.mtime_ns, INSIDE, one.inode, state.ctime_ns, stat.S_IFREG, 1
            listing.add(folders[below], [name], [found])

    def _count_kind(self, name: str) -> None:
        if not is_companion(name):
            self.listing.left_out[kind_of(name)] += 1

    def _leave_out(
        self,
        folder: ListedFolder,
        name: str,
        path_below: str,
        what: ReasonCode = ReasonCode.NOT_INCLUDED,
        *,
        is_folder: bool = False,
    ) -> None:
        self.listing.skipped += 1
        if self._tells:
            pattern = self._patterns.excluding(path_below, folder=is_folder)
            included = self._patterns.includes(name, path_below)
            reason = Reason(what if included else ReasonCode.NOT_INCLUDED)
            if pattern is not None:
                reason = Reason(ReasonCode.EXCLUDED, (pattern,))
            self._tell(Path(folder.shown + name), reason)

    def _tell(self, path: Path, reason: Reason) -> None:
        if self._tells:
            self.listing.passed_over.append(Problem(path, ProblemStage.LIST, reason))

    def _skip(self, folder: ListedFolder, name: str, reason: Reason) -> None:
        self.listing.skipped += 1
        self._problem(Path(folder.shown + name), reason)

    def _problem(self, path: Path, reason: Reason) -> None:
        self.listing.problems.append(Problem(path, ProblemStage.LIST, reason))


class _Entry:
    def __init__(self, path: Path) -> None:
        self.name = path.name
        self.path = str(path)
        self.is_symlink = path.is_symlink
        self.is_dir = path.is_dir
        self.stat = path.stat


def _prefix(folder: Path) -> str:
    return str(folder / "_")[:-1]
