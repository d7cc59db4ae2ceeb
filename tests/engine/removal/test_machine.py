"""Whatever is done in whatever order, by two processes, with kills: nothing is lost.

A state machine over a real file system. What must hold after each step is checked against the disk
and the machine's own record of removals (its ``book``), never against the journal.

- Survival: each group of the report that was acted through, which had a readable document before,
  has one after. And each document that was removed still has, for each group that it was removed
  from, one that was relied on: at its path with its bytes; or removed in turn while one of the
  same text stays for it; or removed through a report that was made after the first had gone (a
  fresh look at what was left). What people did from outside with a document is not Variorum's
  doing.
- What was removed had the bytes that were scanned; no other file vanished or changed.
- A protected folder loses nothing.
- Undo brings back bytes, times, modes and owners.
- What was not read in full goes, or is relied on, only beside a document of the same bytes.
- A folder that is swapped for a link to another one redirects nothing.
- Of a file with several names all that the report knows go, or the first one stays; names that it
  does not know are not touched. Undo brings them back as names of one file.
- A copy that somebody edited stays, whatever was interrupted.
- No list that is written, by whatever name, replaces a document or comes among them.
- Nobody recovers what another process has at work, though the lock file was deleted.
- While the disk of a folder is away, nothing is put into the empty folder in its place, and nothing
  that was interrupted there is taken for ended.

VARIORUM_EXAMPLES says how many examples; the seed is 6, or VARIORUM_SEED.
"""

import contextlib
import itertools
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from amounts import Counted, amount, share
from removals import (
    FolderTrash,
    Killed,
    PlacedTrash,
    WatchedDisk,
    content,
    digest,
    memory,
    put,
    reported,
    shown,
)
from simcore import (
    Action,
    Document,
    Group,
    Grouping,
    Journal,
    ScanConfig,
    ScanReport,
    SimcoreError,
    carry_out,
    plan_removal,
    regroup,
    undo,
)
from simcore.files.disk import Disk
from simcore.files.listing import list_files
from simcore.files.roles import Role, Roles
from simcore.model.config import Thresholds
from simcore.model.records import DocumentId
from simcore.model.report import NoProgress, Result, State, Volume
from simcore.removal.actions import ACTIONS
from simcore.removal.carry_out import last_batch, recover
from simcore.removal.plan import Removal, RemovalPlan
from simcore.reports.outputs import OutputFile, why_not_written

EXAMPLES = amount("EXAMPLES", 20, 10_000)
SEED = amount("SEED", 6, 6)
PARTS = 2
"""So that two processes can share the examples."""

places = st.sampled_from(
    [f"{folder}/{name}" for folder in ("a", "a/sub", "b") for name in ("1.txt", "2.txt", "3.txt")]
)
contents = st.builds(
    content,
    st.integers(0, 1),
    st.integers(0, 4),
    st.integers(0, 1),
    st.sampled_from(["text", "text", "text", "book", "chapter"]),
)
actions = st.sampled_from([*Action, Action.TRASH, Action.DELETE])
hows = st.sampled_from(["write", "replace", "vanish"])
similarities = st.sampled_from([0.5, 0.6, 0.7, 0.8, 0.9, 1.0])
moments = st.integers(1, 60)  # the number of a call of the engine to the disk
folders = st.sampled_from(["a", "a/sub", "b"])
EDITED = b"somebody wrote this into a copy\n"
OVER = {State.DONE, State.UNKNOWN}
Was = tuple[bytes, int, tuple[int, int, int]]


@dataclass(frozen=True)
class Shelf:
    """A report, and when it was made."""

    report: ScanReport
    at: int


@dataclass(frozen=True)
class Gone:
    """A document that was removed: what it was, when, through how old a report, and who stays.

    ``witnesses`` are paths with hashes of content and text.
    """

    path: Path
    was: Was
    text_hash: bytes
    at: int
    through: int
    witnesses: tuple[tuple[Path, bytes, bytes], ...]


class _Socket(WatchedDisk):
    """The disk, as the machine has its stick in it just now."""

    def __init__(self, machine: "Deletion", watch: Callable[[str, int], None] | None) -> None:
        super().__init__(watch, machine.far)
        self.machine = machine

    def volume_of(self, path: Path) -> Volume | None:
        machine = self.machine
        on = any(path.is_relative_to(stick) for stick in machine.sticks)
        return Volume(machine.sticks[0], machine.mark) if on and machine.mark else None


class Deletion(RuleBasedStateMachine):
    """See the module's docstring."""

    def __init__(self) -> None:
        super().__init__()
        self.base = Path(tempfile.mkdtemp(prefix="machine-", dir=memory())).resolve()
        self.library = self.base / "library"
        self.elsewhere = self.base / "elsewhere"
        self.elsewhere.mkdir()
        self.journal_path = self.base / "index" / "journal.sqlite"
        self.journals = [Journal(self.journal_path), Journal(self.journal_path)]
        self.trash = FolderTrash(self.base / "trash")
        self.far: Path | None = None
        self.sticks: list[Path] = []  # a folder that is a disk of its own
        self.mark: str | None = "stick"
        self.shelves: list[Shelf] = []
        self.roles: dict[Path, Role] = {}
        self.clock = 0
        self.book: list[Gone] = []
        self.touched: dict[Path, int] = {}  # when somebody from outside had a hand in it last
        self.known: dict[Path, set[Was]] = {}  # what was under a name before each removal
        self.removed: dict[Path, int] = {}  # when that was last
        self.moved: dict[Path, list[Path]] = {}  # what came back beside its place
        self.bound: dict[frozenset[Path], int] = {}  # names of one file that went, and when
        self.spoiled: set[bytes] = set()  # what somebody wrote over

    def teardown(self) -> None:
        for journal in self.journals:
            journal.close()
        shutil.rmtree(self.base)

    @initialize(
        files=st.dictionaries(places, contents, min_size=3, max_size=9),
        trash=st.sampled_from(["put", "silent", "placed"]),
        far=st.booleans(),
        links=st.dictionaries(places, places, max_size=3),
        stick=st.sampled_from(["", "library/a", "library/b", "elsewhere"]),
    )
    def furnish(
        self, files: dict[str, bytes], trash: str, far: bool, links: dict[str, str], stick: str
    ) -> None:
        for folder in ("a/sub", "b"):
            (self.library / folder).mkdir(parents=True)
        for number, (name, data) in enumerate(sorted(files.items())):
            put(self.library / name, data, 1_600_000_000 + number)
        for name, other in links.items():
            near = len({Path(stick) in Path("library", one).parents for one in (name, other)}) == 1
            if other in files and name not in files and near:  # of one disk
                (self.library / name).hardlink_to(self.library / other)
        for folder in ("a", "a-sub", "b"):
            to = self.library / ("b" if folder.startswith("a") else "a")
            (self.base / f"to-{folder}").symlink_to(to)
        kind = PlacedTrash if trash == "placed" else FolderTrash
        self.trash = kind(self.base / "trash", tells=trash != "silent")
        self.far = self.elsewhere if far else None
        self.sticks = [self.base / stick] if stick else []
        self.scan(["a", "b"], 0.7)

    # --- from outside -----------------------------------------------------------------------

    def touch(self, path: Path) -> Path:
        """Write down that somebody from outside changes a file, under all its names.

        One of them may be that of what was moved: nobody can keep bytes that have another name.
        """
        names = [path, *self.names(path)]
        self.touched |= dict.fromkeys(names, self.clock)
        if not all(name.is_relative_to(self.library) for name in names):
            self.spoiled.add(digest(path.read_bytes()))
        return path

    def names(self, path: Path) -> list[Path]:
        """Return the names of a file, wherever they are."""
        if not path.is_file():
            return []
        return [one for one in shown(self.base) if one.samefile(path)]

    def saves(self, place: str, data: bytes, how: str) -> None:
        path = self.touch(self.library / place)
        if how == "vanish" or path.is_symlink():
            path.unlink(missing_ok=True)
        if how == "write":
            put(path, data, 1_650_000_000 + self.clock)
        elif how == "replace":
            put(self.base / "new", data, 1_650_000_000 + self.clock).replace(path)
        for name in self.names(path):  # a removal that is at work may take it as it is now
            self.known.setdefault(name, set()).add(shown(self.base)[name])

    @rule(place=places, data=contents, how=hows)
    def somebody_saves(self, place: str, data: bytes, how: str) -> None:
        self.clock += 1
        self.saves(place, data, how)

    @rule(old=places, new=places, hard=st.booleans())
    def somebody_links(self, old: str, new: str, hard: bool) -> None:
        self.clock += 1
        source, target = self.library / old, self.library / new
        if os.path.lexists(target) or not source.is_file() or source.is_symlink():
            return
        self.touch(target)
        if hard:
            os.link(source, target)
        else:
            target.symlink_to(source)

    @precondition(lambda self: hasattr(os, "getuid") and not os.getuid())
    @rule(place=places, owner=st.sampled_from([0, 12_345, 23_456]))
    def somebody_gives_away(self, place: str, owner: int) -> None:
        self.clock += 1
        path = self.library / place
        if path.is_file() and not path.is_symlink() and not self.is_moved(path):
            self.touch(path)
            os.chown(path, owner, owner + 1)

    def is_moved(self, path: Path) -> bool:
        """Return whether a file was moved under another of its names, or by its own.

        It comes back with the owner that it was given meanwhile.
        """
        moved = {
            operation.moved_to
            for batch in self.journals[0].batches()
            for operation in self.journals[0].operations(batch.id)
        }
        return not moved.isdisjoint([path, *self.names(path)])

    @rule()
    def somebody_edits_copies(self) -> None:
        self.clock += 1
        self.edit_copies()

    def edit_copies(self, *, but: Collection[Path] = ()) -> bool:
        """Write into what was moved or copied; its bytes are gone by that, not by a removal.

        Not into what somebody has linked: that would write into the library, too.
        """
        there = [path for path in shown(self.elsewhere) if path not in but]
        there = [path for path in there if path.stat().st_nlink == 1]
        found = [path for path in there if not path.name.startswith(".variorum")]
        for path in found:
            self.spoiled.add(digest(path.read_bytes()))
            path.write_bytes(EDITED)
        return bool(found)

    @rule(folder=folders, role=st.sampled_from(list(Role)))
    def give_role(self, folder: str, role: Role) -> None:
        self.roles[self.library / folder] = role

    # --- looking ----------------------------------------------------------------------------

    @rule(
        folders=st.sampled_from([["a", "b"], ["a", "a/sub"], ["a/sub", "a", "b"], ["b"]]),
        similarity=similarities,
        cut=st.just(frozenset()) | st.frozensets(places, max_size=3),
    )
    def scan(
        self, folders: list[str], similarity: float, cut: frozenset[str] = frozenset()
    ) -> None:
        self.clock += 1
        chosen = [self.library / folder for folder in folders]
        unread = {self.library / place for place in cut}
        made = reported(chosen, self.journal_path, similarity, unread)
        self.shelves.append(Shelf(made, self.clock))

    @rule(data=st.data(), similarity=similarities, grouping=st.sampled_from(list(Grouping)))
    def slide(self, data: st.DataObject, similarity: float, grouping: Grouping) -> None:
        shelf = data.draw(st.sampled_from(self.shelves))
        grouped = regroup(
            shelf.report, Thresholds(24, similarity), grouping=grouping, contained=True
        )
        self.shelves.append(Shelf(grouped, shelf.at))

    # --- removing ---------------------------------------------------------------------------

    def planned(self, data: st.DataObject) -> tuple[RemovalPlan, Shelf]:
        """Plan to remove some documents of any report there ever was, by any action."""
        shelf = data.draw(st.sampled_from(self.shelves))
        ids = [key for group in shelf.report.groups for key in members(group)]
        marks = data.draw(st.sets(st.sampled_from(ids), min_size=1)) if ids else set()
        asked = {}
        if data.draw(st.booleans()):  # else the window did not look into the journal
            asked = {"reliance": self.journals[0].reliance(shelf.report.journal)}
        plan = plan_removal(
            shelf.report,
            marks,
            action=data.draw(actions),
            destination=self.elsewhere,
            roles=Roles(self.roles),
            **asked,
        )
        for removal in plan.removals if not ACTIONS[plan.action].original_stays else ():
            for witness in removal.witnesses:
                if removal.document.cut_short or witness.cut_short:
                    bytes_of = [one.content_hash for one in removal.witnesses]
                    assert removal.document.content_hash in bytes_of, "it was not read in full"
        return plan, shelf

    def disk(self, watch: Callable[[str, int], None] | None = None) -> WatchedDisk:
        return _Socket(self, watch)

    @rule(data=st.data(), who=st.integers(0, 1))
    def remove(self, data: st.DataObject, who: int) -> None:
        self.clock += 1
        plan, shelf = self.planned(data)
        before = shown(self.base)
        results = carry_out(plan, self.journals[who], self.trash, disk=self.disk())
        assert [one.path for one in results] == [one.document.path for one in plan.removals]
        self.compare(before, (plan, shelf))

    @rule(data=st.data(), moment=moments, place=places, new=contents, how=hows)
    def remove_while_somebody_saves(
        self, data: st.DataObject, moment: int, place: str, new: bytes, how: str
    ) -> None:
        self.clock += 1
        plan, shelf = self.planned(data)
        before = shown(self.base)

        def interfere(_name: str, number: int) -> None:
            if number == moment:
                self.saves(place, new, how)

        carry_out(plan, self.journals[0], self.trash, disk=self.disk(interfere))
        self.compare(before, (plan, shelf))

    def swap(self, folder: str) -> None:
        """Exchange a folder's name with that of a link to another folder."""
        assert Disk().exchange(self.library / folder, self.base / f"to-{folder.replace('/', '-')}")

    def swapping(self, folder: str, moment: int, last: int) -> WatchedDisk:
        def interfere(_name: str, number: int) -> None:
            if number in {moment, moment + last}:
                self.swap(folder)

        return self.disk(interfere)

    def swap_back(self, folder: str) -> None:
        if (self.library / folder).is_symlink():
            self.swap(folder)

    @precondition(lambda self: sys.platform == "linux" and self.trash_is_placed)
    @rule(data=st.data(), folder=folders, moment=moments, last=moments)
    def remove_while_a_folder_is_swapped(
        self, data: st.DataObject, folder: str, moment: int, last: int
    ) -> None:
        self.clock += 1
        plan, shelf = self.planned(data)
        before = shown(self.base)
        disk = self.swapping(folder, moment, last)
        carry_out(plan, self.journals[0], self.trash, disk=disk)
        self.swap_back(folder)
        self.compare(before, (plan, shelf), swapped=self.library / folder)

    @precondition(lambda self: sys.platform == "linux" and self.trash_is_placed)
    @rule(folder=folders, moment=moments, last=moments)
    def take_back_while_a_folder_is_swapped(self, folder: str, moment: int, last: int) -> None:
        self.clock += 1
        before = shown(self.base)
        with contextlib.suppress(SimcoreError):
            undo(self.journals[0], None, self.trash, disk=self.swapping(folder, moment, last))
        self.swap_back(folder)
        self.see_what_is_back(before)
        self.nothing_was_touched(before)

    @rule(data=st.data(), moment=moments)
    def remove_while_another_looks_after(self, data: st.DataObject, moment: int) -> None:
        """Somebody deletes the file of the lock, and another process is started."""
        self.clock += 1
        plan, shelf = self.planned(data)
        before = shown(self.base)

        def interfere(_name: str, number: int) -> None:
            if number == moment:
                self.lose_the_lock()
                recover(self.journals[1], self.trash, self.disk())

        carry_out(plan, self.journals[0], self.trash, disk=self.disk(interfere))
        assert not self.journals[0].unfinished()
        self.compare(before, (plan, shelf))

    def lose_the_lock(self) -> None:
        Path(f"{self.journal_path}.lock").unlink(missing_ok=True)

    @rule(data=st.data(), moment=moments)
    def remove_in_two_windows(self, data: st.DataObject, moment: int) -> None:
        self.clock += 1
        (plan, shelf), (inner, other) = self.planned(data), self.planned(data)
        before = shown(self.base)

        second: list[Result] = []

        def interfere(_name: str, number: int) -> None:
            if number == moment:
                second.extend(carry_out(inner, self.journals[1], self.trash, disk=self.disk()))

        first = carry_out(plan, self.journals[0], self.trash, disk=self.disk(interfere))
        gone = [
            {one.path for result in results for one in (result, *result.names) if one.state in OVER}
            for results in (first, second)
        ]
        self.compare(before, (plan, shelf), (inner, other), gone=gone)

    @rule(data=st.data(), moment=moments, edited=st.booleans(), lost=st.booleans())
    def remove_and_be_killed(
        self, data: st.DataObject, moment: int, edited: bool, lost: bool
    ) -> None:
        self.clock += 1
        plan, shelf = self.planned(data)
        before = shown(self.base)
        disk = self.disk(lambda _name, number: disk.kill() if number == moment else None)
        try:
            carry_out(plan, self.journals[0], self.trash, disk=disk)
        except Killed:
            edited = edited and self.edit_copies(but=before)
            self.begin_anew(0, lost=lost)
            assert not edited or EDITED in {data for data, *_ in shown(self.base).values()}
        self.compare(before, (plan, shelf))

    def begin_anew(self, who: int, *, lost: bool = False) -> None:
        """Begin as another process, which may find the lock file of the first one deleted."""
        self.journals[who].close()
        self.journals[who] = Journal(self.journal_path)
        if lost:
            self.lose_the_lock()
            before = shown(self.base)
            waiting = len(self.journals[who].unfinished())
            assert len(recover(self.journals[who], self.trash, self.disk())) == waiting
            after = shown(self.base)
            assert {path for path in before if before[path] != after.get(path)} <= {
                self.journal_path
            }
            assert len(self.journals[who].unfinished()) == waiting
        recover(self.journals[who], self.trash, self.disk(), by_hand=lost)
        assert not self.journals[who].unfinished()

    # --- undoing ----------------------------------------------------------------------------

    @precondition(lambda self: self.journals[0].batches())
    @rule(
        data=st.data(),
        beside=st.booleans(),
        moment=st.none() | moments,
        edited=st.booleans(),
        lost=st.booleans(),
    )
    def take_back(
        self, data: st.DataObject, beside: bool, moment: int | None, edited: bool, lost: bool
    ) -> None:
        self.clock += 1
        numbers = [batch.id for batch in self.journals[0].batches()]
        number = data.draw(st.none() | st.sampled_from(numbers))
        chosen = number or last_batch(self.journals[0]) or 0
        before = shown(self.base)
        disk = self.disk(lambda _name, count: disk.kill() if count == moment else None)
        results: tuple[Result, ...] = ()
        try:
            results = undo(self.journals[1], number, self.trash, beside=beside, disk=disk)
        except Killed:
            edited = edited and self.edit_copies()
            self.begin_anew(1, lost=lost)
            assert not edited or EDITED in {data for data, *_ in shown(self.base).values()}
            self.see_what_is_back(before)
        except SimcoreError as error:
            assert "nothing to undo" in str(error)  # noqa: PT017
        self.nothing_was_touched(before)
        after = shown(self.base)
        self.are_back(results, chosen, after)

    def are_back(self, results: Sequence[Result], batch: int, after: Mapping[Path, Was]) -> None:
        """See that what was undone is as it was, and drop it from the record."""
        actions = {one.id: one.action for one in self.journals[0].batches()}
        for result in results:
            if result.state is State.UNDONE:
                if not ACTIONS[actions[batch]].original_stays:
                    self.is_as_it_was(result.path, result.where or result.path, after)
                self.came_back(result.path, result.where)
        there = {one.path for one in results if one.state is State.UNDONE and one.where == one.path}
        for names, at in [*self.bound.items()]:
            if names <= there:
                del self.bound[names]
                if all(self.touched.get(one, -1) < at for one in names):
                    first, *others = names
                    assert all(first.samefile(one) for one in others), names
                    self.names_back += 1

    names_back = 0

    @precondition(lambda self: hasattr(os, "getuid") and not os.getuid())
    @rule(data=st.data(), owner=st.sampled_from([12_345, 23_456]))
    def remove_what_belongs_to_others_and_take_it_back(
        self, data: st.DataObject, owner: int
    ) -> None:
        self.clock += 1
        for number, path in enumerate(shown(self.library)):
            if not self.is_moved(path):
                os.chown(self.touch(path), owner + number, owner)
        self.remove(data, 0)
        self.clock += 1
        batch, before = last_batch(self.journals[0]), shown(self.base)
        if batch is not None:
            results = undo(self.journals[0], batch, self.trash, disk=self.disk())
            self.nothing_was_touched(before)
            self.are_back(results, batch, shown(self.base))

    def nothing_was_touched(self, before: Mapping[Path, Was]) -> None:
        """See that an undo changed nothing in the library, and that no bytes are gone."""
        after = shown(self.base)
        for path, (data, *_) in before.items():
            if path.is_relative_to(self.library):
                assert after[path][0] == data, f"{path} was there, and was changed"
        kept = {digest(one) for one, *_ in after.values()} | self.spoiled
        assert all(
            digest(one) in kept
            for path, (one, *_) in before.items()
            if self.index not in path.parents
        )

    @property
    def trash_is_placed(self) -> bool:
        """Whether documents are moved to the trash by the engine, not by the system."""
        return isinstance(self.trash, PlacedTrash)

    @property
    def index(self) -> Path:
        return self.journal_path.parent

    def is_as_it_was(self, path: Path, where: Path, after: Mapping[Path, Was]) -> None:
        """See that bytes, time and mode are those of a moment before a removal."""
        if where != path or self.touched.get(path, -1) < self.removed[path]:
            assert after[where] in self.known[path]

    def see_what_is_back(self, before: Mapping[Path, Was]) -> None:
        """Drop from the record what came back, at its path or beside it, without a result."""
        library = shown(self.library)
        new = {path for path in library if path not in before}
        for gone in list(self.book):
            beside = [
                path
                for path in sorted(new)
                if path.parent == gone.path.parent and library[path][0] == gone.was[0]
            ]
            # what a person has put back with its bytes counts as undone, too
            back = gone.path in new or library.get(gone.path, (None,))[0] == gone.was[0]
            place = gone.path if back else next(iter(beside), None)
            if place is not None:
                self.came_back(gone.path, None if place == gone.path else place)
                new.discard(place)

    def came_back(self, path: Path, where: Path | None) -> None:
        """Drop what is back from the record."""
        after = shown(self.library)
        for gone in reversed([one for one in self.book if one.path == path]):
            place = where or path
            if place in after and after[place][0] == gone.was[0]:
                if place != path:
                    self.moved.setdefault(path, []).append(place)
                self.book.remove(gone)
                return

    # --- writing lists ----------------------------------------------------------------------

    @rule(
        place=places | st.sampled_from(["new.txt", "a/new.txt", "a/sub/new.txt"]),
        how=st.sampled_from(["as it is", "by a link", "by a hard link", "by a linked folder"]),
        overwrite=st.booleans(),
        data=st.data(),
    )
    def write_an_output(self, place: str, how: str, overwrite: bool, data: st.DataObject) -> None:
        """Write a list over a document or beside one, as a command and as the window would."""
        self.clock += 1
        target, named = self.library / place, self.base / "named"
        before = shown(self.base)
        if how == "by a link":
            named.symlink_to(target)
        elif how == "by a linked folder":
            named.symlink_to(self.library)
        elif how == "by a hard link" and target.is_file() and not target.is_symlink():
            os.link(target, named)
        path = {"as it is": target, "by a linked folder": named / place}.get(how, named)
        free = how == "by a hard link" and not os.path.lexists(named)  # there was nothing to link
        written = False
        with contextlib.suppress(SimcoreError):
            output = OutputFile(path, [self.library], self.journal_path, overwrite=overwrite)
            output.check_listed(list_files([self.library], ScanConfig(), NoProgress()))
            with output.opened() as file:
                file.write(b"a list")
            written = True
        assert written == free
        shelf = data.draw(st.sampled_from(self.shelves))
        for one in shelf.report.documents.values():
            was = before.get(one.real_path)
            if was is not None and not one.real_path.is_symlink():
                why = why_not_written(one.path, shelf.report.documents, self.journal_path)
                assert why is not None, "it is a document of the report"
        named.unlink(missing_ok=True)
        assert shown(self.base) == before

    # --- disks ------------------------------------------------------------------------------

    @contextlib.contextmanager
    def unplugged(self, mark: str | None) -> Iterator[None]:
        """Have an empty folder where the disk was, or another disk with a ``mark``."""
        stick, aside = self.sticks[0], self.base / "unplugged"
        stick.rename(aside)
        stick.mkdir()
        away, self.mark = shown(aside), mark
        states = self.states_on(stick)
        yield
        assert not list(stick.iterdir()), "something was put where the disk is not"
        assert shown(aside) == away
        assert self.states_on(stick) == states
        stick.rmdir()
        aside.rename(stick)
        self.mark = "stick"

    def states_on(self, stick: Path) -> dict[int, State]:
        """Return the states of the operations of which a document is, or went, on a disk."""
        found = {}
        for batch in self.journals[0].batches():
            for one in self.journals[0].operations(batch.id):
                to = one.moved_to if ACTIONS[one.action].needs_folder else None
                if any(path.is_relative_to(stick) for path in (one.target.path, to) if path):
                    found[one.sequence] = one.state
        return found

    @precondition(lambda self: self.sticks)
    @rule(data=st.data(), moment=moments, mark=st.sampled_from([None, "another"]))
    def remove_and_be_killed_as_a_disk_goes(
        self, data: st.DataObject, moment: int, mark: str | None
    ) -> None:
        self.clock += 1
        plan, shelf = self.planned(data)
        before = shown(self.base)
        disk = self.disk(lambda _name, number: disk.kill() if number == moment else None)
        with contextlib.suppress(Killed):
            carry_out(plan, self.journals[0], self.trash, disk=disk)
        self.journals[0].close()
        self.journals[0] = Journal(self.journal_path)
        with self.unplugged(mark):
            recover(self.journals[0], self.trash, self.disk())
        self.begin_anew(0)
        self.compare(before, (plan, shelf))

    @precondition(lambda self: self.sticks and self.journals[0].batches())
    @rule(data=st.data(), beside=st.booleans(), mark=st.sampled_from([None, "another"]))
    def take_back_while_a_disk_is_away(
        self, data: st.DataObject, beside: bool, mark: str | None
    ) -> None:
        self.clock += 1
        numbers = [batch.id for batch in self.journals[0].batches()]
        number = data.draw(st.sampled_from(numbers))
        before, results = shown(self.base), ()
        with self.unplugged(mark), contextlib.suppress(SimcoreError):
            results = undo(self.journals[0], number, self.trash, beside=beside, disk=self.disk())
        self.nothing_was_touched(before)
        self.are_back(results, number, shown(self.base))

    # --- what must hold ---------------------------------------------------------------------

    def compare(
        self,
        before: Mapping[Path, Was],
        *acted: tuple[RemovalPlan, Shelf],
        gone: Sequence[Collection[Path]] = (),
        swapped: Path | None = None,
    ) -> None:
        """Set the disk against what it was before a step, and write down what is gone.

        ``gone`` has the paths that each of two plans removed. Names in the folder ``swapped`` were
        not there for a while: their files may have gone without them.
        """
        after = shown(self.base)
        for plan, _ in acted:
            self.know(plan, before, linked=len(acted) > 1 and ACTIONS[plan.action].links)
        through: dict[Path, Shelf] = {}
        for (plan, shelf), paths in itertools.zip_longest(acted, gone):
            for removal in plan.removals:
                for name in names_going(plan, removal):
                    if self.write_down(name, shelf, before, after, paths):
                        through[name.document.real_path] = shelf
                self.goes_whole(removal, plan, before, after, swapped)
        self.nothing_else_is_gone(
            before, after, [plan for plan, _ in acted if not ACTIONS[plan.action].original_stays]
        )
        for path, shelf in through.items():
            for group in shelf.report.groups:
                beside = [shelf.report.documents[key] for key in members(group)]
                if path in [one.real_path for one in beside]:
                    self.survives(beside, before)

    def know(self, plan: RemovalPlan, before: Mapping[Path, Was], *, linked: bool) -> None:
        """Write down what was there before a removal.

        With ``linked`` another plan may remove the links that this one puts there.
        """
        every = (name for removal in plan.removals for name in names_going(plan, removal))
        for removal in every:
            path = removal.document.real_path
            if path in before:
                names = [path, *(one.real_path for one in removal.witnesses if linked)]
                were = {before[one] for one in names if one in before}
                self.known.setdefault(path, set()).update(were)
                self.removed[path] = self.clock

    def nothing_else_is_gone(
        self, before: Mapping[Path, Was], after: Mapping[Path, Was], plans: Sequence[RemovalPlan]
    ) -> None:
        targets: dict[Path, set[bytes]] = {}  # by two reports a file may have two contents
        for plan in plans:
            for removal in (name for one in plan.removals for name in names_going(plan, one)):
                hashes = targets.setdefault(removal.document.real_path, set())
                hashes.add(removal.document.content_hash)
        lossy = {name for name, one in ACTIONS.items() if one.for_good or one.links}
        may_go = {
            removal.document.content_hash
            for plan in plans
            for removal in plan.removals
            if plan.action in lossy
        }
        left = {digest(data) for data, *_ in after.values()} | self.spoiled
        roles = Roles(self.roles)
        for path, was in before.items():
            if self.touched.get(path, -1) == self.clock or self.index in path.parents:
                continue
            content_hash = digest(was[0])
            assert content_hash in left or content_hash in may_go, f"{path} was lost"
            if path not in targets or roles.of(path) is not Role.NORMAL:
                assert after.get(path) == was, f"{path} was not to be removed"
            elif content_hash not in targets[path]:
                assert after.get(path) == was, f"{path} had changed since the scan"

    def goes_whole(
        self,
        removal: Removal,
        plan: RemovalPlan,
        before: Mapping[Path, Was],
        after: Mapping[Path, Was],
        swapped: Path | None,
    ) -> None:
        """See that no known name of a file stays where the first one is gone."""
        one = removal.document
        first, was = one.real_path, before.get(one.real_path)
        others = [name.real_path for name in one.other_names]
        same = [name for name in others if before.get(name) == was and name not in after]
        if same and first not in after:
            self.bound[frozenset([first, *same])] = self.clock
        if self.touched.keys() & {first, *others} or was is None or not plan.removals:
            return
        if ACTIONS[plan.action].links or first in after:
            return
        stay = [name for name in others if after.get(name) == before.get(name) == was]
        assert [name for name in stay if swapped not in name.parents] == []

    def write_down(
        self,
        removal: Removal,
        shelf: Shelf,
        before: Mapping[Path, Was],
        after: Mapping[Path, Was],
        paths: Collection[Path] | None,
    ) -> bool:
        """Record a document that a removal took; return whether it did."""
        one = removal.document
        path, was = one.real_path, before.get(one.real_path)
        if was is None or path in after or self.touched.get(path, -1) == self.clock:
            return False
        if paths is not None and path not in paths:
            return False
        stay = tuple((w.real_path, w.content_hash, w.text_hash) for w in removal.witnesses)
        self.book.append(Gone(path, was, one.text_hash, self.clock, shelf.at, stay))
        return True

    def survives(self, group: Sequence[Document], before: Mapping[Path, Was]) -> None:
        """See that a group that had a readable document before a step has one after."""
        paths = [one.real_path for one in group]
        if any(self.touched.get(path, -1) == self.clock for path in paths):
            return
        there = [
            one
            for one in group
            if one.real_path in before and digest(before[one.real_path][0]) == one.content_hash
        ]
        assert not there or any(
            self.stands(one.real_path, one.content_hash, self.clock) for one in there
        ), paths

    @invariant()
    def who_was_relied_on_stays(self) -> None:
        for gone in self.book:
            for path, content_hash, _ in gone.witnesses:
                assert self.stands(path, content_hash, gone.at), (gone, path)

    def stands(self, path: Path, content_hash: bytes, since: int) -> bool:
        """Return whether a document that stayed at a time is there, or excused, or stood in for."""
        for name in (path, *self.moved.get(path, ())):
            if name in (there := shown(name.parent)) and digest(there[name][0]) == content_hash:
                return True
            # who writes into a file writes under all its names, also those that it got meanwhile
            if any(self.touched.get(one, -1) >= since for one in (name, *self.names(name))):
                return True
        return any(
            gone.through > since
            or any(
                text_hash == gone.text_hash and self.stands(other, other_hash, gone.at)
                for other, other_hash, text_hash in gone.witnesses
            )
            for gone in self.book
            if gone.path == path and gone.at >= since and digest(gone.was[0]) == content_hash
        )

    @invariant()
    def nothing_is_left_over(self) -> None:
        assert not list(self.base.rglob(".variorum*"))


def names_going(plan: RemovalPlan, removal: Removal) -> Iterator[Removal]:
    """Yield the removal of each name that goes with a document."""
    if not ACTIONS[plan.action].original_stays:
        one = removal.document
        for name in one.real_names:
            yield replace(removal, document=replace(one, path=name, real_path=name))


def members(group: Group) -> list[DocumentId]:
    return [group.representative, *(member.document for member in group.members)]


@pytest.mark.parametrize("part", range(PARTS))
def test_nothing_is_lost(part: int, counted: Counted) -> None:
    wanted = share(EXAMPLES, part, PARTS)
    begun = names_back = 0

    class Counting(Deletion):
        def __init__(self) -> None:
            nonlocal begun
            super().__init__()
            begun += 1

        def teardown(self) -> None:
            nonlocal names_back
            names_back += self.names_back
            super().teardown()

    machine = seed(SEED + part)(Counting)
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=wanted,
            stateful_step_count=20,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
    assert begun >= wanted
    counted("examples of the deletion machine", begun)
    counted("files of the deletion machine that came back with all their names", names_back)
