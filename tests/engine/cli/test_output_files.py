"""A file of output never stands in the place of what a command reads."""

import contextlib
import json
import os
import re
import shlex
import shutil
import signal
import stat
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

import pytest

from commands import Patch, Run, ended, started
from removals import put, shown
from simcore import Journal
from simcore.index.paths import default_index_path
from simcore.reports import outputs

TEXT = "The harbour lantern hangs above the copper ledger in the orchard. " * 9
MOUNT, UMOUNT, CAT, BASH = (shutil.which(name) or "" for name in "mount umount cat bash".split())
POSIX = pytest.mark.skipif(os.name == "nt", reason="links, pipes and rights of POSIX")
IS_READ = "is read, and would be written over"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: Patch) -> Path:
    """A folder with documents, the current one above it, and a document in another folder."""
    monkeypatch.chdir(tmp_path)
    for name in ("t/a.txt", "t/b.txt", "t/notes.csv", "t/sub/c.txt", "else/d.txt"):
        put(Path(name), (TEXT if name != "t/notes.csv" else f"notes {TEXT}").encode())
    return tmp_path


@pytest.fixture
def told(run: Run) -> Run:
    """Run a command with an index; return its exit code, its output and its complaints."""

    def call(*words: object, index: object = "index.sqlite3") -> tuple[int, str, str]:
        jobs = [] if words[0] in {"explain", "history", "undo"} else ["--jobs", "0"]
        return run(*words, *jobs, "--index", index)

    return call


@pytest.fixture
def code(told: Run) -> Callable[..., int]:
    return lambda *words, **named: told(*words, **named)[0]


Code = Callable[..., int]


def seen(place: Path) -> dict[Path, bytes]:
    """Return all that is in folders of documents, by name."""
    folders = (place / "t", place / "else")
    return {path: path.read_bytes() for one in folders for path in one.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    ("words", "output"),
    [
        (["pairs", "table.jsonl", "--text", "text"], "table.jsonl"),
        (["pairs", "table.jsonl", "--text", "text"], "folder/../table.jsonl"),
        (["pairs", "table.jsonl", "--text", "text"], "link.jsonl"),
        (["pairs", "table.jsonl", "--text", "text"], "other name.jsonl"),
        (["groups", "folder", "合同.txt"], "合同.txt"),
        (["groups", "--files-from", "list.txt"], "list.txt"),
        (["groups", "--files-from", "list.txt"], "合同.txt"),
        (["groups", "folder", "--dictionary", "words.txt"], "words.txt"),
        (["explain", "合同.txt", "folder/b.txt"], "folder/b.txt"),
        (["similar", "合同.txt", "folder"], "合同.txt"),
    ],
)
def test_what_is_named_to_be_read_is_not_written_over(
    words: list[str], output: str, tmp_path: Path, run: Run, monkeypatch: Patch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("合同.txt", "folder/b.txt"):
        put(Path(name), "合同自双方签字之日起生效。".encode())
    rows = [{"text": "one text of words"}] * 2
    put(Path("table.jsonl"), "\n".join(map(json.dumps, rows)).encode())
    Path("link.jsonl").symlink_to("table.jsonl")
    os.link("table.jsonl", "other name.jsonl")
    put(Path("list.txt"), "合同.txt\nfolder\n".encode())
    put(Path("words.txt"), "合同\n".encode())
    before = shown(tmp_path)
    index = [] if "--text" in words or words[0] == "explain" else ["--index", ":memory:"]
    assert run(*words, *index, "-o", output) == (2, "", f"variorum: {output}: {IS_READ}\n")
    assert shown(tmp_path) == before
    if "--dictionary" in words:  # which takes a while to be read
        return
    # another file is written, and again
    new = tmp_path.with_name(f"{tmp_path.name}.csv")
    for _ in range(2):
        assert run(*words, *index, "-o", new)[0] == 0
    assert new.read_bytes()


COMMANDS = {
    "groups": ["groups", "t"],
    "pairs": ["pairs", "t", "--format", "csv"],
    "fingerprints": ["fingerprints", "t"],
    "problems": ["problems", "t"],
    "similar": ["similar", "else/d.txt", "t"],
    "check": ["similar", "else/d.txt", "t", "--check"],
    "print0": ["groups", "t", "--print0"],
    "prune": ["prune", "t", "--keep", "folder=t", "--to", "delete", "--apply"],
    "list": ["groups", "--files-from", "list"],
}


@POSIX
@pytest.mark.parametrize("overwrite", [False, True])
@pytest.mark.parametrize(
    "output", ["t/a.txt", "t/new.txt", "t/sub/new.txt", "to-t/a.txt", "to-a.txt", "to-new.txt"]
)
@pytest.mark.parametrize("name", COMMANDS)
def test_what_is_in_a_folder_that_is_read_stays(
    place: Path, told: Run, name: str, output: str, overwrite: bool
) -> None:
    if name in {"fingerprints", "pairs", "print0"}:
        output = output.replace(".txt", ".csv").replace("a.csv", "notes.csv")
    if name == "check":
        output = output.replace(".txt", ".html")
    Path("list").write_text("t\n")
    Path("to-t").symlink_to("t")
    for one in ("a.txt", "notes.csv", "a.html", "new.txt", "new.csv", "new.html"):
        Path(f"to-{one}").symlink_to(Path("t") / one)
    before = seen(place)
    code, out, err = told(*COMMANDS[name], "-o", output, *(["--overwrite"] * overwrite))
    assert (code, out, err.count("\n"), output in err) == (2, "", 1, True)
    assert seen(place) == before
    assert not Path("index.sqlite3").exists(), "before the scan"


@POSIX
def test_a_document_under_another_name_stays(place: Path, told: Run) -> None:
    """Hard links, links that a scan follows, archives, and all of an index."""
    os.link("t/a.txt", "hard.txt")
    Path("t/followed").symlink_to("../else")
    with zipfile.ZipFile("else/packed.csv", "w") as packed:
        packed.writestr("inside.txt", TEXT)
    Path("t/archive.zip").symlink_to("../else/packed.csv")
    before, inode = seen(place), Path("hard.txt").stat().st_ino
    for words in (
        ["groups", "t", "-o", "hard.txt"],
        ["prune", "t", "--keep", "folder=t", "--to", "delete", "--apply", "-o", "hard.txt"],
        ["groups", "t", "--follow-links", "-o", "else/d.txt"],
        ["groups", "t", "--follow-links", "--containers", "-o", "else/packed.csv"],
        ["similar", "else/d.txt", "-o", "t/notes.csv"],
        ["similar", "else/d.txt", "--check", "-o", "t/a.txt"],
    ):
        told("scan", "t")
        code, _, err = told(*words, "--overwrite")
        assert (code, IS_READ in err) == (2, True), words
        assert told(*words)[0] == 2
        assert (seen(place), Path("hard.txt").stat().st_ino) == (before, inode)


SCANNED = [
    ["similar", "else/d.txt"],
    ["similar", "else/d.txt", "--check"],
    ["explain", "else/d.txt", "else/e.txt"],
    ["history"],
    ["groups", "else"],
]


@pytest.mark.parametrize("words", SCANNED, ids=" ".join)
def test_what_lies_in_a_folder_that_was_scanned_is_refused(
    place: Path, told: Run, words: list[str]
) -> None:
    """The next scan would find it there, and say that it contains the documents."""
    Path("else/e.txt").write_text(TEXT)
    assert told("scan", "t")[0] == 0
    before = seen(place)
    suffix = "html" if "--check" in words else "csv"
    for folder in ("t", "t/sub"):
        for more in ([], ["--overwrite"]):
            code, _, err = told(*words, "-o", f"{folder}/r.{suffix}", *more)
            assert code == 2
            assert re.fullmatch(
                rf"variorum: {folder}/r\.{suffix}: is in .*/t(/sub)?, which has scanned documents; "
                "name a file in another folder\n",
                err,
            )
    assert seen(place) == before
    assert told(*words, "-o", f"beside.{suffix}")[0] in {0, 1}


def test_the_report_of_named_files_may_lie_beside_them(place: Path, code: Code) -> None:
    """No folder was scanned; later the index knows their folder, and the report as ours."""
    for _ in range(2):
        assert code("groups", "t/a.txt", "t/b.txt", "-o", "t/r.csv") == 0
    assert code("groups", "t/a.txt", "t/b.txt", "-o", "t/other.csv") == 2


@POSIX
def test_the_folder_of_an_output_is_named_as_it_is(
    place: Path, told: Run, monkeypatch: Patch
) -> None:
    Path("l.txt").symlink_to("t/new.txt")
    code, _, err = told("groups", "t", "-o", "l.txt")
    assert (code, "l.txt: leads into t, which is read" in err) == (2, True)
    monkeypatch.chdir("t")
    code, _, err = told("groups", ".", "-o", "new.txt")
    assert (code, f"new.txt: is in {place / 't'}, which is read" in err) == (2, True)


def test_an_empty_file_holds_nothing_and_is_replaced(place: Path, code: Code) -> None:
    """Scripts make one by ``mktemp``; an empty document is one all the same."""
    for path in ("new.csv", "t/new.csv"):
        Path(path).touch(mode=0o600)
    assert code("groups", "t", "-o", "t/new.csv") == 2
    assert code("groups", "t", "-o", "new.csv") == 0
    assert Path("new.csv").read_bytes()
    assert os.name == "nt" or stat.S_IMODE(Path("new.csv").stat().st_mode) == 0o600
    assert Path("t/new.csv").read_bytes() == b""


@POSIX
@pytest.mark.parametrize("folder", ["t", "t/sub"])
def test_a_folder_seen_by_another_mount_is_read(place: Path, told: Run, folder: str) -> None:
    """Of the folder itself, or of one in it."""
    Path("view").mkdir()
    if subprocess.run(
        [MOUNT, "--bind", folder, "view"], capture_output=True, check=False
    ).returncode:
        pytest.skip("no bind mount can be made here")
    try:
        before = seen(place)
        names = ("a.txt", "new.txt", "sub/c.txt") if folder == "t" else ("c.txt", "r.csv")
        for name in names:
            code, _, err = told("groups", "t", "-o", f"view/{name}", "--overwrite")
            assert code == 2
            assert name != "r.csv" or "view/r.csv: leads into t, which is read" in err
            assert told("groups", "view", "-o", f"{folder}/{name}", "--overwrite")[0] == 2
        assert seen(place) == before
    finally:
        subprocess.run([UMOUNT, "view"], check=True)


def test_files_of_the_program_stay(place: Path, code: Code) -> None:
    """Its index, journal, judgements and what is kept beside them, by any name."""
    code("prune", "t", "--keep", "folder=t", "--to", place / "gone", "--apply")
    shared = Path(default_index_path()).parent
    shared.mkdir(parents=True, exist_ok=True)
    (shared / "roles.json").write_text("{}")
    os.link("journal.sqlite", "hard")
    own = [Path("index.sqlite3"), Path("journal.sqlite"), Path("hard"), shared / "roles.json"]
    Path("index.sqlite3-wal").touch()
    Path("judgements.sqlite3").touch()
    own += [Path("index.sqlite3-wal"), Path("judgements.sqlite3")]
    before = [path.read_bytes() for path in own]
    for path in own:
        for more in ([], ["--overwrite"]):
            assert code("groups", "else", "--print0", "-o", path, *more) == 2
    assert [path.read_bytes() for path in own] == before


def test_only_what_the_program_has_written_is_replaced(place: Path, told: Run, code: Code) -> None:
    """A person's notes in an earlier output stay, and so does what another program wrote."""
    out = Path("list.csv")
    out.write_text("written by hand")
    out.chmod(0o640)
    command = "groups", "t", "-o", out
    ended, _, err = told(*command)
    assert (ended, f"{out}: exists, and is not as Variorum has written it" in err) == (2, True)
    assert out.read_text() == "written by hand"
    assert code(*command, "--overwrite") == 0
    first = out.read_bytes()
    Path("t/b.txt").unlink()
    assert code(*command) == 0, "it is as it was written"
    assert out.read_bytes() != first
    assert stat.S_IMODE(out.stat().st_mode) == 0o640
    with out.open("a") as file:
        file.write("keep b.txt!\n")
    for index in ("index.sqlite3", "other.sqlite3"):
        assert code(*command, index=index) == 2
    assert out.read_text().endswith("keep b.txt!\n")
    # no more than what is written now is known: an older one was put back by somebody
    out.write_bytes(first)
    assert code(*command) == 2
    assert not [*place.rglob("*.part")]


def test_what_is_known_of_outputs_is_bounded_and_may_be_damaged(place: Path, code: Code) -> None:
    known = default_index_path().with_name("outputs.json")
    for number in range(3):
        assert code("groups", "t", "-o", f"{number}.csv") == 0
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(outputs, "_MOST", 3)
        assert code("groups", "t", "-o", "3.csv") == 0
    assert [code("groups", "t", "-o", f"{number}.csv") for number in range(4)] == [2, 0, 0, 0]
    for damage in (b"", b"{", b"[]", b'{"written": 3}', b"\xff", b"[" * 99_999):
        known.write_bytes(damage)
        assert code("groups", "t", "-o", "1.csv") == 2
        assert code("groups", "t", "-o", "1.csv", "--overwrite") == 0
        assert code("groups", "t", "-o", "1.csv") == 0


def _swap(_place: Path) -> None:
    Path("out").rename("moved")
    Path("out").symlink_to("t")


def _link(place: Path) -> None:
    Path("out/notes.csv").symlink_to(place / "t" / "notes.csv")


def _write(_place: Path) -> None:
    Path("out/notes.csv").write_text("by hand")


def _exchange(_place: Path) -> None:
    Path("t").rename("moved")
    Path("out").rename("t")
    Path("moved").rename("out")


@POSIX
@pytest.mark.parametrize("meanwhile", [_swap, _link, _write, _exchange])
def test_what_comes_meanwhile_is_not_replaced(
    place: Path, code: Code, monkeypatch: Patch, meanwhile: Callable[[Path], None]
) -> None:
    """Between the check and the end somebody writes the file, or swaps its folder."""
    before = seen(place)
    Path("out").mkdir()
    done: list[bool] = []

    def told(file: IO[bytes], *_rest: object) -> None:
        done.append(True)
        meanwhile(place)
        file.write(b"an answer")

    monkeypatch.setattr("simcore.cli.output.ROW_WRITERS", {"csv": told})
    assert code("groups", "t", "-o", "out/notes.csv", index=":memory:") in {2, 4}
    assert done
    assert meanwhile is not _write or Path("out/notes.csv").read_text() == "by hand"
    if meanwhile is _exchange:
        _exchange(place)
    assert seen(place) == before
    assert not [*place.rglob(".*.part")]


@POSIX
def test_devices_pipes_and_open_files_are_written_straight(place: Path, code: Code) -> None:
    assert code("groups", "t", "-o", "/dev/null") == 0
    assert not Path("/dev/null").is_file()
    os.mkfifo("pipe.csv")
    with subprocess.Popen([CAT, "pipe.csv"], stdout=subprocess.PIPE) as reader:
        assert code("groups", "t", "-o", "pipe.csv") == 0
        assert reader.communicate()[0].startswith(b"group,kind,")
    assert stat.S_ISFIFO(Path("pipe.csv").stat().st_mode)
    script = (
        'exec 3>>log; "$0" -m simcore groups t --format csv -o /dev/fd/3 --jobs 0;'
        '"$0" -m simcore groups t --format csv -o /dev/stdout --jobs 0 >>log'
    )
    Path("log").write_text("before\n")
    assert ended(args=[BASH, "-c", script, sys.executable])[0] == 0
    assert re.sub(r"(group,kind.*\n(\d.*\n)+)", "<rows>", Path("log").read_text()) in {
        "before\n<rows><rows>",
        "before\n<rows>",
    }
    assert Path("log").read_text().count("group,kind") == 2


PRUNE = "prune", "t", "--keep", "folder=t", "--to", "gone", "--apply"


@contextlib.contextmanager
def into_pipe(*words: str) -> "Iterator[subprocess.Popen[bytes]]":
    more = "--jobs", "0", "--index", "index.sqlite3", "-o", "pipe.csv"
    with started(*words, *more, stdout=None, stderr=None) as command:
        try:
            yield command
        finally:
            command.kill()


def stays_waiting(command: "subprocess.Popen[bytes]", seconds: float) -> None:
    with pytest.raises(subprocess.TimeoutExpired):
        command.wait(seconds)


@pytest.fixture
def full_pipe(place: Path) -> Iterator[None]:
    """One that is open to be read, and has no room."""
    os.mkfifo("pipe.csv")
    pipe = os.open("pipe.csv", os.O_RDWR | os.O_NONBLOCK)
    with contextlib.suppress(BlockingIOError):
        while os.write(pipe, bytes(4096)):
            pass
    yield
    os.close(pipe)


@POSIX
@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_a_pipe_that_nobody_reads_is_waited_for_before_anything_is_removed(
    place: Path, sign: signal.Signals
) -> None:
    os.mkfifo("pipe.csv")
    before = seen(place)
    with into_pipe(*PRUNE) as command:
        stays_waiting(command, 3)
        command.send_signal(sign)
        assert command.wait(20) == -sign
    assert seen(place) == before
    assert not Path("gone").exists()


@POSIX
@pytest.mark.usefixtures("full_pipe")
def test_a_list_that_nobody_reads_on_ends_by_a_second_signal(place: Path, code: Code) -> None:
    """What was removed is in the journal then."""
    before = seen(place)
    with into_pipe(*PRUNE) as command:
        until = time.monotonic() + 60
        while len([*Path("gone").glob("*")]) < 2:
            assert time.monotonic() < until
            time.sleep(0.05)
        for patience in (2, 1):
            stays_waiting(command, patience)
            command.send_signal(signal.SIGTERM)
        assert command.wait(20) == -signal.SIGTERM
    assert code("undo") == 0
    assert seen(place) == before


@POSIX
@pytest.mark.usefixtures("full_pipe")
def test_groups_that_nobody_reads_on_end_by_one_signal() -> None:
    with into_pipe("groups", "t") as command:
        stays_waiting(command, 4)
        command.send_signal(signal.SIGTERM)
        assert command.wait(20) == -signal.SIGTERM


@POSIX
def test_a_pipe_of_a_command_that_fails_comes_to_its_end(place: Path, code: Code) -> None:
    os.mkfifo("pipe.csv")
    with subprocess.Popen([CAT, "pipe.csv"], stdout=subprocess.PIPE) as reader:
        assert code("groups", "t", "t/no", "-o", "pipe.csv") == 2
        assert reader.communicate(timeout=20)[0] == b""


def failing(error: BaseException) -> Callable[..., None]:
    def fail(file: IO[bytes], *_rest: object) -> None:
        file.write(b"a part")
        raise error

    return fail


@POSIX
@pytest.mark.parametrize("words", [["groups", "t"], ["prune", "t", "--keep", "oldest"]])
def test_what_fails_leaves_the_file_before(
    place: Path, code: Code, monkeypatch: Patch, words: list[str]
) -> None:
    assert code(*words, "-o", "list.csv", index=":memory:") == 0
    before = Path("list.csv").read_bytes()
    for error, expected in (
        (OSError(28, "No space left on device"), 4),
        (KeyboardInterrupt(), 130),
    ):
        monkeypatch.setattr("simcore.cli.output.ROW_WRITERS", {"csv": failing(error)})
        assert code(*words, "-o", "list.csv") == expected
        assert Path("list.csv").read_bytes() == before
        assert not [one for one in place.iterdir() if one.name.endswith(".part")]


def test_removals_are_told_by_the_code_whoever_writes_the_list(
    place: Path, told: Run, monkeypatch: Patch
) -> None:
    full = failing(OSError(28, "No space left on device"))
    monkeypatch.setattr("simcore.cli.output.ROW_WRITERS", {"csv": full})
    code, _, err = told(*PRUNE, "-o", "list.csv")
    assert code == 3
    assert "list.csv: cannot be written: No space left on device; variorum history" in err
    assert len([*Path("gone").iterdir()]) == 2
    code, out, _ = told("history", 1)
    assert (code, out.count("done")) == (0, 2)


@pytest.mark.skipif(not BASH, reason="a shell closes the output")
@pytest.mark.parametrize(
    ("how", "done", "code"),
    [
        (">&-", False, 4),
        ("| true", True, 0),
        (">/dev/full", True, 3),
        ("2>/dev/full", True, 0),
        ("2>&1 | true", True, 0),
        ("-o list.csv >&-", True, 0),
        ("2>&-", True, 0),
    ],
)
def test_removals_and_undo_under_an_output_that_nobody_reads(
    place: Path, how: str, done: bool, code: int
) -> None:
    """Nothing is done that nobody can be told of; and what is done has the code of that."""

    def shell(*words: str) -> tuple[int, str]:
        program = f"{shlex.quote(sys.executable)} -m simcore"
        script = f"set -o pipefail; {program} {' '.join(words)}"
        found, _, err = ended(args=[BASH, "-c", script])
        assert "Traceback" not in err
        return found, err

    prune = *PRUNE, "--jobs", "0", "--index", "index.sqlite3"
    before = seen(place)
    found, err = shell(*prune, how)
    assert found == code, err
    assert code != 4 or err == "variorum: the standard output is closed\n"
    assert (len(before) - len(seen(place))) == (2 if done else 0)
    assert Path("index.sqlite3").exists() == done
    if "-o" in how:
        return
    shell(*prune)
    assert len(seen(place)) == len(before) - 2
    found, err = shell("undo --index index.sqlite3", how)
    assert found == code, err
    assert (seen(place) == before) == done
    if done:
        with Journal(Path("journal.sqlite")) as journal:
            assert not journal.unfinished()
