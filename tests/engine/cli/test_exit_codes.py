"""How commands end: by codes that a script can rely on, and by the signals that end them."""

import json
import os
import random
import shutil
import signal
import string
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from builders import chinese_text, edited
from places import ROOT
from simcore import FingerprintIndex
from simcore.cli.main import VARIABLES, main
from simcore.cli.output import EXIT_CODES, ExitCode
from simcore.formats.reading import READER_VERSION

Run = Callable[..., tuple[int, str, str]]
posix = pytest.mark.skipif(os.name != "posix", reason="signals are others there")


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "文档"
    folder.mkdir()
    (folder / "1.txt").write_text(chinese_text(1), encoding="gb18030")
    (folder / "near.txt").write_text(edited(chinese_text(1), 1, 2), encoding="utf-8")
    (folder / "other.txt").write_text(chinese_text(7), encoding="big5", errors="ignore")
    monkeypatch.chdir(tmp_path)
    return Path("文档")


@pytest.fixture
def run(capfdbinary: pytest.CaptureFixture[bytes]) -> Run:
    def call(*arguments: object) -> tuple[int, str, str]:
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as error:
            code = int(error.code or 0)
        out, err = capfdbinary.readouterr()
        return code, out.decode("utf-8", "surrogateescape"), err.decode()

    return call


def program(
    *words: object, module: str = "simcore", **options: object
) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", module, *map(str, words)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        **options,  # type: ignore[call-overload]
    )


def ended(*words: object, **options: object) -> tuple[int, str]:
    """Run the program; return its exit code and its standard error."""
    process = program(*words, stderr=subprocess.PIPE, **options)
    _, said = process.communicate(timeout=60)
    return process.returncode, said.decode()


@pytest.mark.parametrize("command", ["scan", "groups", "pairs"])
def test_what_is_found_fails_only_where_it_is_to(library: Path, run: Run, command: str) -> None:
    assert run(command, library, "--jobs", 0)[0] == 0
    for _ in range(2):  # the second time it is told again
        code, out, _ = run(command, library, "--jobs", 0, "--fail-if-found")
        assert code == ExitCode.FOUND
        assert out
    (library / "near.txt").unlink()
    for _ in range(2):
        assert run(command, library, "--jobs", 0, "--fail-if-found")[0] == 0


def test_a_similar_document_is_found(library: Path, run: Run) -> None:
    query = library / "1.txt"
    for words in (["similar", query, library], ["similar", query], ["similar", query, "--check"]):
        assert run(*words)[0] == 0
        assert run(*words, "--fail-if-found")[0] == ExitCode.FOUND
    other = library / "other.txt"
    assert run("similar", other, "--fail-if-found")[0] == 0
    assert run("similar", other, "--check", "--fail-if-found")[0] == 0


@pytest.mark.parametrize("command", ["scan", "groups", "pairs", "fingerprints"])
def test_a_file_that_cannot_be_read_is_told_each_time(
    library: Path, run: Run, command: str
) -> None:
    (library / "binary.txt").write_bytes(bytes(range(256)) * 9)
    for _ in range(3):
        code, out, err = run(command, library, "--jobs", 0)
        assert code == ExitCode.INCOMPLETE
        assert out
        assert "binary.txt" in err
    assert run(command, library, "--jobs", 0, "--exclude", "binary*")[0] == 0


def test_what_was_not_to_be_read_is_no_failure(library: Path, run: Run) -> None:
    """Names, size, links and files without words: the settings or the files have it so."""
    (library / "photo.jpg").write_bytes(bytes(range(256)))
    (library / "empty.txt").touch()
    (library / "large.txt").write_text("words " * 400_000)
    if os.name == "posix":
        (library / "link.txt").symlink_to("1.txt")
    code, _, err = run("groups", library, "--jobs", 0, "--largest", "1M")
    assert (code, "large.txt" in err) == (0, True)


@posix
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read all")
def test_a_folder_without_rights(library: Path, run: Run) -> None:
    shut = library / "shut"
    shut.mkdir(mode=0)
    try:
        code, _, err = run("groups", library, "--jobs", 0)
        assert (code, "shut: cannot be listed" in err) == (ExitCode.INCOMPLETE, True)
    finally:
        shut.chmod(0o700)


def test_wrong_usage_and_what_is_not_there(library: Path, run: Run) -> None:
    damaged = Path("damaged.sqlite3")
    damaged.write_bytes(b"no database at all " * 300)
    assert run("groups", library, "--index", damaged)[0] == ExitCode.WRONG_USAGE
    damaged.unlink()
    run("scan", library, "--index", damaged)
    damaged.write_bytes(damaged.read_bytes()[:100] + b"no database at all " * 300)
    for code, words in [
        (ExitCode.WRONG_USAGE, ["groups", "missing"]),
        (ExitCode.WRONG_USAGE, ["groups", library, "missing.txt"]),
        (ExitCode.WRONG_USAGE, ["explain", library / "1.txt", "missing.txt"]),
        (ExitCode.WRONG_USAGE, ["explain", library / "1.txt", library]),
        (ExitCode.WRONG_USAGE, ["similar", "missing.txt", library]),
        (ExitCode.WRONG_USAGE, ["similar", library]),
        (ExitCode.WRONG_USAGE, ["similar", library, "--check"]),
        (ExitCode.WRONG_USAGE, ["similar", library / "1.txt", "--index", "none.sqlite3"]),
        (ExitCode.WRONG_USAGE, ["groups", library, "--index", "misspelt/index.sqlite3"]),
        (ExitCode.WRONG_USAGE, ["history", 7]),
        (ExitCode.INCOMPLETE, ["text", library / "1.txt", "missing.txt"]),
        (ExitCode.FAILED, ["groups", library, "--index", damaged]),
        (ExitCode.WRONG_USAGE, ["groups", library, "-o", library]),
        (ExitCode.WRONG_USAGE, ["groups", library, "-o", "misspelt/groups.csv"]),
        (ExitCode.WRONG_USAGE, ["undo"]),
    ]:
        found, _, err = run(*words)
        assert (found, "Traceback" in err) == (code, False), words
        assert err.startswith("variorum: ") or "\nvariorum: " in err, words
    assert not Path("misspelt").exists()


def test_the_history_of_nothing_is_empty(run: Run) -> None:
    for how in ("text", "json", "csv"):
        code, told, err = run("history", "--format", how)
        assert code == 0
        assert "nothing was removed yet" in err
        rows = json.loads(told)["rows"] if how == "json" else told.splitlines()[how == "csv" :]
        assert rows == []


@pytest.mark.parametrize("language", ["en", "zh"])
def test_each_code_and_variable_stands_in_the_manual(language: str) -> None:
    manual = (ROOT / "resources" / "help" / f"manual.{language}.md").read_text(encoding="utf-8")
    assert [*ExitCode] == [*EXIT_CODES]
    assert all(f"\n| `{int(code)}` | " in manual for code in ExitCode)
    assert all(f"`{variable}`" in manual for variable in VARIABLES)


@posix
def test_a_closed_output_is_a_sentence(library: Path) -> None:
    """As a shell closes it by ``>&-``."""
    words = ["groups", str(library), "--index", ":memory:", "--jobs", "0"]
    code, said = ended(*words, preexec_fn=lambda: os.close(1))
    assert code == ExitCode.FAILED
    assert said.splitlines()[-1] == "variorum: the standard output is closed"
    assert "Traceback" not in said
    process = program(*words, stdout=subprocess.PIPE, preexec_fn=lambda: os.close(2))
    out, _ = process.communicate(timeout=60)
    assert (process.returncode, b"near.txt" in out) == (0, True)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device")
@pytest.mark.parametrize("words", [["--help"], ["groups", "--help"], ["--version"], ["manpage"]])
@pytest.mark.parametrize("module", ["simcore", "app"])
def test_a_full_output_is_a_sentence(words: list[str], module: str) -> None:
    with Path("/dev/full").open("wb") as full:
        code, said = ended(*words, stdout=full, module=module)
    assert (code, said) == (
        ExitCode.FAILED,
        "variorum: the standard output cannot be written: No space left on device\n",
    )


def test_a_fault_of_the_program_is_not_what_was_found() -> None:
    code = "import simcore.__main__ as one; one.main = lambda: 1 // 0; print(one._ended())"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == str(int(ExitCode.FAILED))
    assert "ZeroDivisionError" in done.stderr


@pytest.fixture
def many(tmp_path: Path) -> Path:
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(1_200):
        # words of no language, so that no pair takes time
        letters = "".join(random.Random(number).choices(string.ascii_lowercase, k=900))
        words = (letters[at : at + 6] for at in range(0, len(letters), 6))
        (folder / f"{number}.txt").write_text(" ".join(words))
    return folder


def known(index: Path, folder: Path) -> int:
    if not index.exists():
        return 0
    with FingerprintIndex(index) as opened:
        return len(opened.below([folder.resolve()], "default/1", READER_VERSION))


@posix
@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize(
    ("number", "how"), [(signal.SIGINT, "interrupted"), (signal.SIGTERM, "terminated")]
)
@pytest.mark.parametrize("group", [True, False])
def test_a_signal_ends_it_by_its_own_action(
    many: Path, tmp_path: Path, number: int, how: str, group: bool
) -> None:
    """As a terminal, or ``timeout``, sends it to all processes, or ``kill`` to one."""
    index = tmp_path / "index.sqlite3"
    process = program(
        "scan", many, "--index", index, "--jobs", 2, stderr=subprocess.PIPE, start_new_session=True
    )
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and known(index, many) == 0:
        time.sleep(0.02)
    os.killpg(process.pid, number) if group else process.send_signal(number)
    _, said = process.communicate(timeout=60)
    assert process.returncode == -number
    assert said.decode() == f"variorum: {how}; what was read is kept in the index\n"
    assert known(index, many) > 0


@posix
@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_ends_the_loop_of_a_shell(many: Path, tmp_path: Path) -> None:
    """A shell goes on where a program ends by itself, with whatever code."""
    index = tmp_path / "index.sqlite3"
    loop = (
        'for one in 1 2 3; do "$0" -m simcore scan "$1" --index "$2" --jobs 1; '
        "echo went on >&2; done"
    )
    process = subprocess.Popen(
        [shutil.which("bash") or "/bin/bash", "-c", loop, sys.executable, str(many), str(index)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and known(index, many) == 0:
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == -signal.SIGINT
    assert said.decode() == "variorum: interrupted; what was read is kept in the index\n"


@posix
def test_sigterm_ends_a_removal_between_two_documents(
    library: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was begun is done, told, and can be undone."""
    import simcore  # noqa: PLC0415 - patched

    for number in range(3):
        (library / f"copy {number}.txt").write_bytes((library / "1.txt").read_bytes())
    usual = simcore.carry_out

    def carry_out(*arguments: object, **options: object) -> object:
        os.kill(os.getpid(), signal.SIGTERM)
        return usual(*arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr("simcore.removal.carry_out.carry_out", carry_out)
    words = ["prune", library, "--keep", "shortest-path", "--to", "moved", "--apply", "--jobs", 0]
    code, _, err = run(*words)
    assert code == ExitCode.TERMINATED
    assert err.splitlines()[-1].startswith("variorum: terminated")
    assert len(list(library.glob("copy *"))) == 3
