"""Whatever stands in index, journal and judgements: every command ends with a sentence.

Files that are right are damaged in a way that follows from a seed (VARIORUM_SEED), as often as
VARIORUM_DAMAGES says for each file, and the commands take turns.
"""

import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from amounts import Counted, amount
from builders import chinese_text, document, edited
from fuzz import damaged, spoilt_cell
from removals import FolderTrash, shown
from simcore import FingerprintIndex
from simcore.cli.main import main
from simcore.index import database
from simcore.index.database import renew_index
from simcore.index.judgements import JudgementFile
from simcore.model.reasons import IndexCorruptError, Reason, ReasonCode
from simcore.removal.journal import mark_of

DAMAGES = amount("DAMAGES", 12, 480)
SEED = amount("SEED", 6, 6)
INDEX, JOURNAL, JUDGEMENTS = "index.sqlite3", "journal.sqlite", "judgements.sqlite3"


def in_bytes(path: Path, drawn: random.Random) -> str:
    path.write_bytes(damaged(path.read_bytes(), drawn))
    return "its bytes"


def in_schema(path: Path, drawn: random.Random) -> str:
    """Write over what the file says of its own tables."""
    data = bytearray(path.read_bytes())
    with closing(sqlite3.connect(path)) as connection:
        said = "select sql from sqlite_schema where sql is not null"
        texts = [row[0].encode() for row in connection.execute(said)]
    text = drawn.choice(texts)
    start, within = data.find(text[:60]), drawn.randrange(len(text))
    length = drawn.choice((1, 1, 2, 9))
    written = drawn.choice((drawn.randbytes(length), b"x" * length, b"\xff" * length))
    data[start + within : start + within + length] = written
    path.write_bytes(data)
    return f"{written!r} at {within} of {text.decode()}"


def in_header(path: Path, drawn: random.Random) -> str:
    data = bytearray(path.read_bytes())
    at = drawn.randrange(100)
    data[at] = drawn.randrange(256)
    path.write_bytes(data)
    return f"{data[at]} at {at}"


WAYS: tuple[Callable[[Path, random.Random], str], ...] = (
    in_schema,
    in_bytes,
    spoilt_cell,
    in_header,
)
DONE = {0, 3}
"""Exit codes of commands that came to their end; one file is binary, and could not be read."""


@dataclass(frozen=True)
class Place:
    """A library of which something was removed, and the files about it."""

    base: Path
    whole: Path
    capture: pytest.CaptureFixture[str]

    @property
    def library(self) -> Path:
        return self.base / "library"

    def file(self, name: str) -> Path:
        return self.base / "data" / name

    def fresh(self) -> None:
        """Put everything back as it was made."""
        shutil.rmtree(self.base)
        shutil.copytree(self.whole, self.base)

    def run(self, *words: str) -> int:
        index = "--index", str(self.file(INDEX))
        return main([*words, *index], lambda: FolderTrash(self.base / "trash"))

    def contents(self) -> set[bytes]:
        folders = self.library, self.base / "trash"
        return {data for one in folders for data, *_ in shown(one).values()}


@pytest.fixture
def place(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> Place:
    place = Place(tmp_path / "base", tmp_path / "whole", capfd)
    place.library.mkdir(parents=True)
    for number in range(6):
        text = edited(chinese_text(number // 3, 150), number, number % 3)
        (place.library / f"{number}.txt").write_text(text, encoding="utf-8")
    for copy in "ab":
        (place.library / f"copy {copy}.txt").write_bytes((place.library / "0.txt").read_bytes())
    (place.library / "none.txt").write_bytes(b"\0\1\2" * 50)
    place.file(INDEX).parent.mkdir()
    removing = "--keep", "name=0.txt", "--apply", "--jobs", "0"
    assert place.run("prune", str(place.library), *removing) == 3
    with JudgementFile(place.file(JUDGEMENTS)) as file:
        for number in range(1, 30, 3):
            file.set_apart(document(number), document(number + 1))
            file.keep(document(number), document(number + 2))
            file.set_apart(document(number), document(number + 1, text=number))
    (place.library / "copy c.txt").write_bytes((place.library / "0.txt").read_bytes())
    capfd.readouterr()
    shutil.copytree(place.base, place.whole)
    return place


def commands(place: Place) -> list[list[str]]:
    scanning = [str(place.library), "--jobs", "0"]
    prune = ["prune", *scanning, "--keep", "newest"]
    return [
        ["history"],
        *([name, *scanning] for name in ("scan", "pairs", "groups", "fingerprints")),
        ["similar", str(place.library / "1.txt"), *scanning],
        ["similar", str(place.library / "1.txt")],
        prune,
        ["undo"],
        [*prune, "--apply"],
        [*prune, "--apply", "--to", "delete"],
        ["groups", *scanning, "--ignore-judgements"],
        ["history", "1"],
    ]


@pytest.mark.parametrize("name", [INDEX, JOURNAL, JUDGEMENTS])
def test_every_command_ends_with_a_sentence(place: Place, name: str, counted: Counted) -> None:
    path = place.file(name)
    lines = commands(place)
    for number in range(DAMAGES):
        line = lines[number % len(lines)]
        place.fresh()
        drawn = random.Random(f"{SEED} {name} {number}")
        how = f"{number}: {' '.join(line)}: {WAYS[number % len(WAYS)](path, drawn)}"
        before = place.contents()
        try:
            code = place.run(*line)
        except Exception as error:
            error.add_note(how)
            raise
        said = place.capture.readouterr().err
        asks_journal = name == JOURNAL and line[0] in {"history", "undo"}
        # 2 where the batch is not there that is named, or there is nothing to undo
        assert code in {0, 3, 4} | ({2} if asks_journal else set()), how
        assert "Traceback" not in said, how
        assert before <= place.contents(), how
        if asks_journal:
            # what a row that is gone would have told: there may be nothing to undo, or no batch
            assert code == 0 or said.startswith("variorum: "), how
        else:
            assert code in DONE or str(path) in said, how
        if name == JOURNAL and line[0] in {"scan", "groups", "pairs", "fingerprints", "similar"}:
            assert code in DONE, how
    counted("damaged files that a command met", DAMAGES)


def test_a_damaged_index_is_renewed_on_request(place: Place, counted: Counted) -> None:
    """Whatever the damage, the groups are those of before; nothing is deleted."""
    asked = ["groups", str(place.library), "--jobs", "0", "--format", "json"]
    assert place.run(*asked) == 3
    whole = place.capture.readouterr().out
    path = place.file(INDEX)
    kept = {place.file(one): place.file(one).read_bytes() for one in (JOURNAL, JUDGEMENTS)}
    renewed = 0
    for number in range(DAMAGES):
        place.fresh()
        how = WAYS[number % len(WAYS)](path, random.Random(f"{SEED} renewed {number}"))
        spoilt = path.read_bytes()
        code = place.run(*asked, "--renew-index")
        told = place.capture.readouterr()
        aside = path.with_name("index.damaged.sqlite3")
        if code not in DONE:
            # numbers in the header say of which version the file is, whose, and who may write it
            sentences = "newer version", "another program", "cannot be written"
            assert any(one in told.err for one in sentences), (how, told.err)
            assert not aside.exists(), how
            assert path.read_bytes() == spoilt
            continue
        assert told.out == whole, how
        assert aside.exists() == (str(aside) in told.err), how
        renewed += aside.exists()
        assert {one: one.read_bytes() for one in kept} == kept
    assert renewed > DAMAGES // 3
    counted("damaged indexes that were asked to be renewed", DAMAGES)


def test_a_whole_index_is_not_renewed(place: Place) -> None:
    before = place.file(INDEX).stat().st_ino
    assert place.run("scan", str(place.library), "--jobs", "0", "--renew-index") == 3
    assert place.capture.readouterr().err.count("\n") == 1  # the file without text
    assert place.file(INDEX).stat().st_ino == before
    assert len(list(place.file(INDEX).parent.glob("index*"))) == 1


@pytest.mark.parametrize("how", ["damaged", "foreign"])
def test_damaged_judgements_tell_the_way_out(place: Place, how: str) -> None:
    """And it is one: moved away, the file is kept, and commands go on without it."""
    path = place.file(JUDGEMENTS)
    path.unlink(missing_ok=True)
    if how == "damaged":
        path.write_bytes(b"no database" * 900)
    else:
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("create table other (one text)")
    command = "groups", str(place.library), "--jobs", "0"
    assert place.run(*command) == 4
    err = place.capture.readouterr().err
    assert f"{path}: is " in err
    assert "Move it away, and a new list is begun" in err
    assert ("the marks are not known to Variorum then" in err) == (how == "damaged")
    path.rename(path.with_name("aside"))
    assert place.run(*command) == 3


@pytest.mark.parametrize("name", ["will.txt", "will.db", "will.sqlite3"])
@pytest.mark.parametrize("renew", [(), ("--renew-index",)])
def test_a_document_is_no_index(
    tmp_path: Path, name: str, renew: tuple[str, ...], capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / name
    if path.suffix == ".db":
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("create table other (one text)")
            connection.commit()
        path.write_bytes(path.read_bytes()[:100] + b"damaged" * 600)
    else:
        path.write_text(f"My last will, all of it. {chinese_text(1)}", encoding="utf-8")
    before = shown(tmp_path)
    for command in ("groups", "scan", "prune", "similar"):
        asked = [command, str(path), "--index", str(path), *renew]
        assert main([*asked, "--keep", "newest"] if command == "prune" else asked) == 2
        assert f"{path}: is not an index of Variorum" in capfd.readouterr().err
    assert shown(tmp_path) == before
    with pytest.raises(IndexCorruptError):
        renew_index(path)
    assert shown(tmp_path) == before


@pytest.mark.parametrize("length", [40, 71, 100, 5_000])
def test_an_index_is_renewed_by_its_header(tmp_path: Path, length: int) -> None:
    """Cut off, and with nothing of Variorum beside it."""
    path = tmp_path / "whatever it is called"
    with FingerprintIndex(path):
        pass
    path.write_bytes(path.read_bytes()[:length])
    assert renew_index(path) == tmp_path / "whatever it is called.damaged"


def test_an_index_of_zeros_is_renewed_where_it_belongs(place: Place) -> None:
    """As after a power failure; the files beside it say whose it was."""
    path = place.file(INDEX)
    path.write_bytes(bytes(path.stat().st_size))
    assert place.run("scan", str(place.library), "--jobs", "0", "--renew-index") == 3
    assert not any(path.with_name("index.damaged.sqlite3").read_bytes())


def test_what_was_set_aside_before_stays(place: Place) -> None:
    path = place.file(INDEX)
    scan = "scan", str(place.library), "--jobs", "0"
    spoilt = [b"this is no database %d" % times * 99 for times in range(2)]
    for data in spoilt:
        path.write_bytes(data)
        assert place.run(*scan) == 4
        assert "--renew-index" in place.capture.readouterr().err
        assert path.read_bytes() == data
        assert place.run(*scan, "--renew-index") == 3
    for name, data in zip(("index.damaged", "index.damaged (2)"), spoilt, strict=True):
        assert path.with_name(f"{name}.sqlite3").read_bytes() == data


def test_a_log_goes_with_its_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would be taken for that of the new index."""

    def damaged_index(path: Path) -> None:
        raise IndexCorruptError(Reason(ReasonCode.INDEX_DAMAGED, (str(path), "in part")))

    monkeypatch.setattr(database, "Database", damaged_index)
    path = tmp_path / INDEX
    tails = ("", "-wal", "-shm", "-journal")
    for tail in tails:
        path.with_name(INDEX + tail).write_text(tail)
    path.with_name(JUDGEMENTS).touch()
    aside = renew_index(path)
    assert aside == tmp_path / "index.damaged.sqlite3"
    path.with_name(JUDGEMENTS).unlink()
    assert {one.name: one.read_text() for one in tmp_path.iterdir()} == {
        aside.name + tail: tail for tail in tails
    }


@pytest.mark.parametrize(
    "change",
    [
        "update journal set identity = 'text'",
        "update operation set id = 9223372036854775807 where id = 1",
        "delete from journal",
        "drop table operation",
    ],
)
def test_a_scan_goes_on_without_the_journal(place: Place, change: str) -> None:
    with closing(sqlite3.connect(place.file(JOURNAL), isolation_level=None)) as connection:
        connection.execute("pragma foreign_keys = off")
        connection.execute(change)
    mark_of(place.file(JOURNAL))
    assert place.run("scan", str(place.library), "--jobs", "0") == 3
