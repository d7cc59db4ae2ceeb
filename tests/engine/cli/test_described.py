"""Completion and the manual page are made from the parsers, and shells and ``man`` take them."""

import contextlib
import os
import pty
import re
import select
import shlex
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from simcore.cli.main import COMMANDS, _long_options, main
from simcore.fingerprints import RECIPES

pytestmark = pytest.mark.skipif(os.name != "posix", reason="shells are others there")

BASH = shutil.which("bash") or "/bin/bash"
ODD = ["my 合同.txt", "a:b=c.txt", "it's.txt", "docs"]


def made(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(words) == 0
    return capsys.readouterr().out


@pytest.fixture
def bash(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    script = tmp_path / "variorum.bash"
    script.write_text(made(capsys, "completion", "bash"))
    return with_documents(script)


def with_documents(script: Path) -> Path:
    here = script.parent / "here"
    here.mkdir()
    for name in ODD[:-1]:
        (here / name).write_text("words")
    (here / "docs").mkdir()
    return script


def completed(script: Path, *lines: list[str]) -> list[list[str]]:
    """Return what bash is offered for the last word of each line, as readline cuts it."""
    asked = "; ".join(
        f"COMP_WORDS=({' '.join(map(shlex.quote, words))}); COMP_CWORD={len(words) - 1}; "
        "_variorum; printf '%s\\n' \"${COMPREPLY[@]}\"; printf '\\0'"
        for words in lines
    )
    code = f"compopt() {{ :; }}; . {shlex.quote(str(script))}; {asked}"
    done = subprocess.run(
        [BASH, "--norc", "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stderr == ""
    return [part.split() for part in done.stdout.split("\0")[:-1]]


def test_bash_is_offered_commands_options_and_values(bash: Path) -> None:
    found = completed(
        bash,
        ["variorum", ""],
        ["variorum", "gr"],
        ["variorum", "--"],
        ["variorum", "pairs", "--ex"],
        ["variorum", "groups", "docs", "--format", ""],
        ["variorum", "groups", "--format", "=", "h"],
        ["variorum", "groups", "--format", "="],
        ["variorum", "scan", "--recipe", ""],
        ["variorum", "prune", "docs", "--to", "h"],
        ["variorum", "prune", "docs", "--kinds", "same"],
        ["variorum", "completion", ""],
        ["variorum", "scan", "--index", ""],
        ["variorum", "scan", "--", "--"],
        ["variorum", "text", ""],
    )
    assert found[0] == list(COMMANDS)
    assert found[1] == ["groups"]
    assert "--demo" in found[2]
    assert sorted(found[3]) == ["--exclude", "--expand"]
    assert found[4] == found[6] == ["text", "csv", "json", "jsonl", "excel", "html"]
    assert found[5] == ["html"]
    assert found[7] == list(RECIPES)
    assert found[8] == ["hardlink"]
    assert found[9] == ["same-text", "same-words"]
    assert found[10] == ["bash", "zsh", "fish"]
    assert found[11:] == [[], [], []], "names of files are readline's own"


def test_bash_knows_every_option_of_every_command(bash: Path) -> None:
    options = _long_options()
    found = completed(bash, *(["variorum", name, "--"] for name in COMMANDS))
    for name, offered in zip(COMMANDS, found, strict=True):
        assert set(offered) == {f"--{one}" for one in options[name]}, name


SETTINGS = {
    "bash": "bind 'set bell-style none'; bind 'set enable-bracketed-paste off'; PS1='> '",
    "zsh": "unsetopt zle_bracketed_paste list_beep; setopt no_auto_menu; PS1='> '",
}
COMMAND = {
    "bash": [BASH, "--noprofile", "--rcfile", "rc", "-i"],
    "zsh": [shutil.which("zsh") or "zsh", "-i"],
}


def typed(script: Path, *lines: str, shell: str = "bash") -> list[list[str]]:
    """Type lines with tabs into a shell on a terminal; return the words that the program gets."""
    ours, theirs = pty.openpty()
    here = script.parent / "here"
    said = script.parent / "said"
    setup = (
        f"{'autoload -Uz compinit; compinit -u -D' if shell == 'zsh' else ''}\n"
        f". {shlex.quote(str(script))}; "
        f"variorum() {{ printf '%s\\0' \"$@\" >> {shlex.quote(str(said))}; "
        f"printf '\\n' >> {shlex.quote(str(said))}; }}; {SETTINGS[shell]}"
    )
    for name in ("rc", ".zshrc"):
        (here / name).write_text(setup)
    process = subprocess.Popen(
        COMMAND[shell],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=here,
        env={
            **os.environ,
            "TERM": "dumb",
            "LC_ALL": "C.UTF-8",
            "HISTFILE": "",
            "ZDOTDIR": str(here),
        },
        start_new_session=True,
    )
    os.close(theirs)
    deadline = time.monotonic() + 30
    try:
        for number, line in enumerate(lines):
            os.write(ours, f"{line}\n".encode())
            while time.monotonic() < deadline:
                with contextlib.suppress(OSError):
                    if select.select([ours], [], [], 0.02)[0]:
                        os.read(ours, 65_536)
                if said.exists() and said.read_bytes().count(b"\0\n") > number:
                    break
    finally:
        process.kill()
        process.wait(30)
        os.close(ours)
    return [line.decode().split("\0") for line in said.read_bytes().split(b"\0\n")[:-1]]


LINES = (
    "variorum text my\t",
    "variorum text it\t",
    "variorum scan --index=my\t",
    "variorum pai\tdoc\t my\t --sim\t",
    "variorum groups --format=ht\t",
    "variorum prune --protect do\t --to ha\t",
    "variorum do\t",
    "variorum scan -- do\t my\t",
)


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_tab_completes_names_with_spaces_and_quotes(
    shell: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    script = tmp_path / "script"
    script.write_text(made(capsys, "completion", shell))
    found = typed(with_documents(script), *LINES, shell=shell)
    folder = "docs/" if shell == "bash" else "docs"
    assert found == [
        ["text", "my 合同.txt"],
        ["text", "it's.txt"],
        ["scan", "--index=my 合同.txt"],
        ["pairs", folder, "my 合同.txt", "--similarity"],
        ["groups", "--format=html"],
        ["prune", "--protect", folder, "--to", "hardlink"],
        [folder],
        ["scan", "--", folder, "my 合同.txt"],
    ]


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_take_theirs(
    shell: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = made(capsys, "completion", shell)
    for name, options in _long_options().items():
        assert name in text
        sign = "--" if shell == "zsh" else "-l "
        assert all(f"{sign}{one}" in text for one in options)
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    script = tmp_path / "script"
    script.write_text(text)
    done = subprocess.run([shell, "-n", str(script)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


FISH = shutil.which("fish") or ""


@pytest.mark.skipif(not FISH, reason="fish is not installed")
def test_fish_is_offered_commands_options_and_values(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "variorum.fish"
    script.write_text(made(capsys, "completion", "fish"))
    with_documents(script)

    def offered(line: str) -> set[str]:
        done = subprocess.run(
            [FISH, "-c", f"source {script}; complete -C {shlex.quote(line)}"],
            capture_output=True,
            text=True,
            check=True,
            cwd=tmp_path / "here",
        )
        assert done.stderr == ""
        return {one.partition("\t")[0] for one in done.stdout.splitlines()}

    assert offered("variorum ") == {*COMMANDS, "docs/"}
    assert "--demo" in offered("variorum --")
    assert offered("variorum groups docs --format ht") == {"html"}
    assert offered("variorum groups --format=ht") == {"--format=html"}
    assert offered("variorum text docs m") == {"my 合同.txt"}
    assert offered("variorum scan --index m") == {"my 合同.txt"}
    assert offered("variorum scan --index=m") == {"--index=my 合同.txt"}
    assert offered("variorum prune --protect ") == {"docs/"}
    assert offered("variorum prune docs --to ha") == {"hardlink"}


def test_the_manual_page_has_every_command_option_and_code(
    capsys: pytest.CaptureFixture[str], private_home: Path
) -> None:
    page = made(capsys, "manpage")
    assert str(private_home) not in page
    plain = page.replace("\\-", "-")
    for name, options in _long_options().items():
        assert f".SS \\fBvariorum {name}\\fR\n" in page
        assert all(f"\\fB--{one}\\fR" in plain for one in options - {"help"})
    assert "\\fB130\\fR\n" in page
    assert "\\fBVARIORUM_INDEX\\fR\n" in page
    assert made(capsys, "manpage") == page
    groff = shutil.which("groff")
    if groff is None:
        pytest.skip("groff is not installed")
    done = subprocess.run(
        [groff, "-man", "-ww", "-Tutf8", "-rLL=100n"],
        input=page.encode(),
        capture_output=True,
        check=True,
    )
    assert done.stderr == b""
    assert b"EXIT STATUS" in re.sub(b".\b", b"", done.stdout)  # bold is typed twice
