"""Commands tell again what they told while nothing has changed, and never anything else."""

import io
import json
import os
import shutil
import sqlite3
import sys
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import simcore
from amounts import examples
from builders import chinese_text, edited
from kept_roles import keep_roles
from simcore import FingerprintIndex, JudgementFile, Role, Roles, judgements_path
from simcore.cli import answers
from simcore.cli.main import main
from simcore.index.judgements import ROLES
from simcore.index.paths import sketches_path
from simcore.reports import formats

Told = tuple[int, bytes, str]

COMMANDS = (
    ("groups", "--format", "csv"),
    ("groups", "--format", "json", "--ignore-judgements"),
    ("groups", "--print0"),
    ("pairs", "--format", "jsonl"),
    ("groups",),
    ("pairs", "--format", "json", "--similarity", "0.4"),
    ("pairs", "--unverified"),
    ("scan",),
    ("scan", "--json"),
    ("fingerprints",),
    ("groups", "--containers", "--largest", "0.001"),
)


class Place:
    """Documents and an index of them; ``scans`` are the commands that looked at documents."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder / "documents"
        self.index = folder / "index.sqlite3"
        self.monkeypatch = monkeypatch
        self.scans = 0
        usual = answers.scanned

        def scanned(*arguments: object, **options: object) -> object:
            self.scans += 1
            return usual(*arguments, **options)  # type: ignore[arg-type]

        monkeypatch.setattr(answers, "scanned", scanned)
        for number in range(6):
            self.path(number).parent.mkdir(parents=True, exist_ok=True)
            self.path(number).write_text(edited(chinese_text(number % 3, 150), number, number % 3))

    def path(self, number: int) -> Path:
        return self.folder / f"{number % 2}" / f"{number}.txt"

    def told(self, *command: str, index: Path | None = None) -> Told:
        with self.monkeypatch.context() as patched:
            out = io.BytesIO()
            patched.setattr(sys, "stdout", io.TextIOWrapper(out, "utf-8"))
            patched.setattr(sys, "stderr", io.StringIO())
            name, *options = command
            code = main(
                [name, str(self.folder), "--index", str(index or self.index), *options, "--jobs=0"]
            )
            sys.stdout.flush()
            return code, out.getvalue(), sys.stderr.getvalue()  # type: ignore[attr-defined]

    def told_anew(self, *command: str) -> Told:
        """What is told where nothing is remembered, of the same state of the index."""
        beside = self.index.parent / "copy"
        beside.mkdir()
        for one in self.index.parent.glob("*.sqlite3*"):
            shutil.copy2(one, beside)
        with self.monkeypatch.context() as patched:
            patched.setattr(answers, "kept_answer", lambda *_: None)
            found = self.told(*command, index=beside / self.index.name)
        shutil.rmtree(beside)
        return found


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    return Place(tmp_path, monkeypatch)


@pytest.mark.parametrize("command", COMMANDS[:-1])
def test_what_has_not_changed_is_told_again(place: Place, command: tuple[str, ...]) -> None:
    place.told(*command)
    second = place.told(*command)  # the first may have told how many files it read
    before = place.scans
    with place.monkeypatch.context() as patched:
        patched.setattr(FingerprintIndex, "__init__", None)
        assert place.told(*command) == second
    assert place.scans == before
    assert second == place.told_anew(*command)
    assert second[0] == 0
    assert second[1]


@pytest.mark.parametrize("command", [("scan",), ("scan", "--json")])
def test_a_scan_that_reads_files_keeps_what_the_next_one_tells(
    place: Place, command: tuple[str, ...]
) -> None:
    (place.folder / "binary.txt").write_bytes(bytes(range(256)) * 9)
    (place.folder / "no words.txt").write_text("---", encoding="utf-8")
    (place.folder / "empty.txt").touch()
    (place.folder / "picture.jpg").write_bytes(b"\xff\xd8\xff")
    for change, number in ((_nothing, 0), (_rewrite, 3), (_remove, 3), (_touch, 4)):
        change(place, number)
        first = place.told(*command)
        before = place.scans
        second = place.told(*command)
        assert place.scans == before, change
        assert second == place.told_anew(*command), change
        assert (first != second) == (change is not _remove), change


def test_the_first_answer_is_kept_though_sketches_are_made_after_it(place: Place) -> None:
    place.monkeypatch.setattr("simcore.pipeline.resident.LEAST_TEXTS", 1)
    first = place.told("groups")
    assert sketches_path(place.index).exists()
    assert place.told("groups") == first
    assert place.scans == 1
    sketches_path(place.index).unlink()
    assert place.told("groups") == first
    assert sketches_path(place.index).exists()
    assert place.scans == 2


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the zone cannot be set")
def test_times_are_told_in_the_zone_of_now(place: Place) -> None:
    for zone in ("UTC", "Asia/Shanghai", "UTC"):
        place.monkeypatch.setenv("TZ", zone)
        time.tzset()
        assert place.told("groups", "--format", "csv") == place.told_anew(
            "groups", "--format", "csv"
        )
    place.monkeypatch.undo()
    time.tzset()


def test_a_folder_with_a_role_may_be_a_link_that_leads_elsewhere(
    place: Place, tmp_path: Path
) -> None:
    link = tmp_path / "link"
    link.symlink_to(place.folder / "0")
    ROLES.path.parent.mkdir(parents=True, exist_ok=True)
    ROLES.path.write_text(json.dumps({"roles": 1, "folders": {str(link): "protected"}}))
    place.told("scan")
    with FingerprintIndex(place.index) as index:
        documents = _documents(place, index)
    with JudgementFile(judgements_path(place.index)) as file:
        file.set_marks([], [(one.real_path, one.content_hash) for one in documents])
    told = []
    for target in ("1", "0", "1"):
        told.append(place.told("groups", "--format", "csv"))
        assert told[-1] == place.told_anew("groups", "--format", "csv")
        link.unlink()
        link.symlink_to(place.folder / target)
    assert told[0] != told[1] != told[2]


def test_output_files_are_written_again(place: Place, tmp_path: Path) -> None:
    one, other = tmp_path / "one.csv", tmp_path / "other.csv"
    place.told("groups", "--output", str(one))
    place.told("groups", "--output", str(other))
    assert place.scans == 1
    assert one.read_bytes() == other.read_bytes() != b""


Change = Callable[[Place, int], None]


def _rewrite(place: Place, number: int) -> None:
    place.path(number).write_text(edited(chinese_text(number % 3, 150), number, 3))


def _same_size(place: Place, number: int) -> None:
    """Other bytes, as many, at the same time: the inode alone tells."""
    path = place.path(number)
    if path.is_file():
        status = path.stat()
        new = path.with_suffix(".new")
        new.write_bytes(bytes(status.st_size))
        os.utime(new, ns=(status.st_atime_ns, status.st_mtime_ns))
        new.replace(path)


def _touch(place: Place, number: int) -> None:
    if place.path(number).exists():
        status = place.path(number).stat()
        os.utime(place.path(number), ns=(0, status.st_mtime_ns + 1))


def _remove(place: Place, number: int) -> None:
    place.path(number).unlink(missing_ok=True)


def _rename(place: Place, number: int) -> None:
    if place.path(number).exists():
        place.path(number).replace(place.path(number + 3))


def _link(place: Place, number: int) -> None:
    if place.path(number).is_file() and not place.path(number + 6).exists():
        os.link(place.path(number), place.path(number + 6))


def _lead(place: Place, number: int) -> None:
    if not os.path.lexists(place.path(number + 8)):
        place.path(number + 8).symlink_to(place.path(number))


def _swap(place: Place, number: int) -> None:
    one, other = place.path(number), place.path(number + 1)
    if one.exists() and other.exists():
        kept = one.with_suffix(".kept")
        one.replace(kept)
        other.replace(one)
        kept.replace(other)


def _no_text(place: Place, number: int) -> None:
    place.path(number).write_bytes(b"\x00\x01\xff" * 40 if number % 2 else b"...")


def _large(place: Place, number: int) -> None:
    place.path(number).write_text(chinese_text(number, 600))


def _archive(place: Place, number: int) -> None:
    with zipfile.ZipFile(place.folder / "held.zip", "w") as file:
        file.writestr("one.txt", chinese_text(number % 3, 150))


def _move_folder(place: Place, _number: int) -> None:
    if (place.folder / "1").exists() and not (place.folder / "2").exists():
        (place.folder / "1").replace(place.folder / "2")
        (place.folder / "1").mkdir()


def _other_kind(place: Place, number: int) -> None:
    (place.folder / f"{number}.bin").write_bytes(b"\x7fELF")


def _judge(place: Place, number: int) -> None:
    with FingerprintIndex(place.index) as index:
        documents = _documents(place, index)
    if len(documents) > 1:
        with JudgementFile(judgements_path(place.index)) as file:
            one, other = documents[number % len(documents)], documents[number - 1]
            if one.id != other.id:
                file.set_apart(one, other)
                file.set_marks([], [(one.real_path, one.content_hash)])


def _documents(place: Place, index: FingerprintIndex) -> list[simcore.Document]:
    report = simcore.recall([place.folder], simcore.ScanConfig(jobs=0), index)
    return list(report.documents.values())


def _protect(place: Place, number: int) -> None:
    keep_roles(Roles({place.path(number).parent: Role.PROTECTED} if number % 3 else {}))


def _scan_a_part(place: Place, number: int) -> None:
    with FingerprintIndex(place.index) as index, simcore.make_executor(0) as executor:
        config = simcore.ScanConfig(jobs=0, recipe="levels" if number % 2 else "default")
        simcore.scan([place.folder / f"{number % 2}"], config, index, executor)


def _forget(place: Place, number: int) -> None:
    with FingerprintIndex(place.index) as index:
        for one in _documents(place, index)[number % 4 :][:1]:
            index.forget([one.id])


def _nothing(_place: Place, _number: int) -> None:
    pass


CHANGES: tuple[Change, ...] = (
    *(_rewrite, _same_size, _touch, _remove, _rename, _link, _lead, _swap, _no_text, _large),
    *(_archive, _move_folder, _other_kind, _judge, _protect, _scan_a_part, _forget, _nothing),
)


@settings(max_examples=examples(40))
@given(
    st.lists(
        st.tuples(
            st.sampled_from(CHANGES),
            st.integers(0, 5),
            st.lists(st.sampled_from(COMMANDS), min_size=1, max_size=2),
        ),
        max_size=4,
    )
)
def test_after_any_change_the_same_is_told_as_without_a_memory(
    steps: list[tuple[Change, int, list[tuple[str, ...]]]],
) -> None:
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patched:
        patched.setenv("XDG_DATA_HOME", folder)
        place = Place(Path(folder), patched)
        place.told("groups")
        for change, number, commands in steps:
            change(place, number)
            for command in commands * 2:
                wanted = place.told_anew(*command)
                assert place.told(*command) == wanted


@pytest.mark.parametrize("change", CHANGES)
def test_each_change_is_seen(place: Place, change: Change, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the property above says of a memory would be true of one that forgets all."""
    monkeypatch.setenv("XDG_DATA_HOME", str(place.folder.parent))
    place.told("groups", "--format", "csv", "--containers")
    change(place, 1)
    place.told("groups", "--format", "csv", "--containers")
    assert place.scans == (1 if change is _nothing else 2)


def test_nothing_is_kept_of_a_scan_that_tries_files_again(place: Place) -> None:
    # a second scan finds files that are too large as the first did, but reads them
    _large(place, 1)
    for _ in range(3):
        assert "is larger than the limit" in place.told("groups", "--largest", "0.001")[2]
    assert place.scans == 3


def test_nothing_is_kept_where_others_wrote_meanwhile(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = answers.keep_answer

    def keep_answer(*arguments: object) -> None:
        with sqlite3.connect(place.index) as other:
            other.execute("update document set title = 'another'")
        usual(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(answers, "keep_answer", keep_answer)
    place.told("groups")
    with sqlite3.connect(place.index) as connection:
        assert connection.execute("select count(*) from answer").fetchone() == (0,)


def test_a_busy_index_is_not_waited_for(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = answers.keep_answer

    def keep_answer(*arguments: object) -> None:
        with sqlite3.connect(place.index, isolation_level=None) as other:
            other.execute("begin immediate")
            usual(*arguments)  # type: ignore[arg-type]
            other.execute("rollback")

    monkeypatch.setattr(answers, "keep_answer", keep_answer)
    assert place.told("groups")[0] == 0
    assert place.told("groups")[0] == 0
    assert place.scans == 2


def test_another_version_is_told_by_json(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    for command in (("groups", "--format", "json"), ("scan", "--json"), ("groups",)):
        place.told(*command)
        before = place.told(*command)
        with monkeypatch.context() as patched:
            patched.setattr(formats, "program_version", lambda: "9.9")
            after = place.told(*command)
            assert after == place.told_anew(*command)
        assert (b'"9.9"' in after[1]) == (before != after) == (command != ("groups",))


@pytest.mark.parametrize("how", ["csv", "json", "jsonl", "excel", "text"])
def test_each_format_is_told_again_as_such(place: Place, how: str) -> None:
    for other in ("--print0", "--format=csv", "--format=json"):
        place.told("groups", other)
    for command in (("groups", "--format", how), ("groups", "--print0")):
        first = place.told(*command)
        before = place.scans
        assert place.told(*command) == first == place.told_anew(*command)
        assert place.scans == before + 1, "that it is compared with"


def test_another_program_tells_anew(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    place.told("groups")
    monkeypatch.setattr(answers, "_program", lambda: iter([("newer",)]))
    place.told("groups")
    assert place.scans == 2


@pytest.mark.parametrize("damage", ["told = 'no answer'", "told = x'00ff'", "listing = 7"])
def test_a_damaged_answer_is_none(place: Place, damage: str) -> None:
    wanted = place.told("groups")
    with sqlite3.connect(place.index) as connection:
        connection.execute(f"update answer set {damage}")
    assert place.told("groups") == wanted
    assert place.scans == 2


def test_only_the_last_few_answers_are_kept(place: Place) -> None:
    for share in range(70, 80):
        place.told("pairs", "--similarity", f"0.{share}")
    with sqlite3.connect(place.index) as connection:
        assert connection.execute("select count(*) from answer").fetchone() == (4,)
