"""Help, completion and the manual page are made from the parsers; shells and ``man`` take them."""

import argparse
import contextlib
import os
import pty
import re
import select
import shlex
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from app.__main__ import main as program
from commands import Patch, Run
from simcore.cli.main import COMMANDS, EXAMPLES, add_command, main
from simcore.fingerprints import RECIPES
from simcore.index.paths import default_index_path


def parser_of(name: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=f"variorum {name}")
    add_command(name, parser)
    return parser


def options_of(name: str) -> list[argparse.Action]:
    """Return the options and arguments of a command that are told to people."""
    return [one for one in parser_of(name)._actions if one.help is not argparse.SUPPRESS]


def long_options() -> dict[str, set[str]]:
    return {
        name: {one[2:] for each in options_of(name) for one in each.option_strings if one[1] == "-"}
        for name in COMMANDS
    }


@pytest.mark.parametrize("name", COMMANDS)
def test_each_option_has_its_help_and_its_default(name: str) -> None:
    for action in options_of(name):
        assert action.help, action
        if action.option_strings and action.nargs != 0 and not action.required:
            assert "(default: " in action.help or "; default: " in action.help, action


@pytest.mark.parametrize("name", COMMANDS)
def test_each_help_has_examples_that_are_commands(name: str, run: Run) -> None:
    code, out, _ = run(name, "--help")
    assert code == 0
    assert "exit codes:\n  0" in out
    assert EXAMPLES[name]
    for _, words in EXAMPLES[name]:
        assert words in out
        said = words.replace("<(", "| ").replace(")", " |")
        commands = [part for part in said.split("|") if part.split()[:1] == ["variorum"]]
        assert commands
        for part in commands:
            first, *rest = shlex.split(part.partition(">")[0])[1:]
            parser_of(first).parse_intermixed_args(rest)  # or else it ends this test


@pytest.mark.parametrize("using", [main, program])
def test_the_help_lists_each_command_in_a_line(run: Run, using: Callable[..., int]) -> None:
    code, out, _ = run("--help", using=using)
    assert code == 0
    names = [line.split()[0] for line in out.splitlines() if re.match(r" {2,4}\S", line)]
    assert not set(COMMANDS) - set(names)
    assert "VARIORUM_INDEX" in out
    assert "exit codes:" in out


@pytest.mark.parametrize("option", ["-V", "--version"])
def test_the_version(option: str, run: Run) -> None:
    code, out, err = run(option)
    assert (code, out.startswith("variorum "), err) == (0, True, "")
    assert run(option, using=program) == (code, out, err)


def test_a_path_in_a_help_can_be_copied(run: Run, monkeypatch: Patch) -> None:
    home = "/nowhere/a-home-of-somebody/with-many-hyphens/in-its-path/as-they-come"
    monkeypatch.setenv("XDG_DATA_HOME", home)
    monkeypatch.setenv("HOME", home)
    monkeypatch.setenv("COLUMNS", "80")
    assert f"{default_index_path()}" in run("scan", "--help")[1]


def test_what_few_need_stands_behind_what_is_of_a_command(run: Run) -> None:
    for name, own in (("groups", "--similarity S"), ("prune", "--keep RULE"), ("scan", "--json")):
        said = run(name, "--help")[1].partition("\noptions:\n")[2]
        assert said.index(own.split()[0]) < said.index("\nwhat is read:\n")
        assert said.index("\nwhat is read:\n") < said.index("  --include PATTERN")


@pytest.mark.parametrize("name", ["similar", "explain"])
def test_what_is_missing_is_said_and_no_more(name: str, run: Run) -> None:
    code, _, err = run(name)
    assert code == 2
    assert "required: FILE" in err
    assert "FOLDER" not in err


# --- completion and the manual page -------------------------------------------------------------

BASH = shutil.which("bash") or "/bin/bash"
ODD = ["my 合同.txt", "a:b=c.txt", "it's.txt", "docs"]


def made(run: Run, *words: str) -> str:
    code, out, err = run(*words)
    assert (code, err) == (0, "")
    return out


@pytest.fixture
def completion(tmp_path: Path, run: Run) -> Callable[[str], Path]:
    """Write the completion of a shell, beside a folder with documents of odd names."""
    if os.name != "posix":
        pytest.skip("shells are others there")
    here = tmp_path / "here"
    (here / "docs").mkdir(parents=True)
    for name in ODD[:-1]:
        (here / name).write_text("words")

    def write(shell: str) -> Path:
        script = tmp_path / f"variorum.{shell}"
        script.write_text(made(run, "completion", shell))
        return script

    return write


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


def test_bash_is_offered_commands_options_and_values(completion: Callable[[str], Path]) -> None:
    asked = {
        "": list(COMMANDS),
        "gr": ["groups"],
        "groups docs --format ": ["text", "csv", "json", "jsonl", "excel", "html"],
        "groups --format = h": ["html"],
        "groups --format =": ["text", "csv", "json", "jsonl", "excel", "html"],
        "scan --recipe ": list(RECIPES),
        "prune docs --to h": ["hardlink"],
        "prune docs --kinds same": ["same-text", "same-words"],
        "completion ": ["bash", "zsh", "fish"],
        # names of files are readline's own
        "scan --index ": [],
        "scan -- --": [],
        "text ": [],
        "pairs --ex": ["--expand", "--exclude"],
        "--": None,
    }
    options = long_options()
    asked |= {f"{name} --": None for name in COMMANDS}
    lines = [["variorum", *line.split(" ")] for line in asked]
    found = dict(zip(asked, completed(completion("bash"), *lines), strict=True))
    assert "--demo" in found["--"]
    for line, expected in asked.items():
        if expected is not None:
            assert sorted(found[line]) == sorted(expected), line
    for name in COMMANDS:
        assert set(found[f"{name} --"]) == {f"--{one}" for one in options[name]}


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
    shell: str, completion: Callable[[str], Path]
) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    folder = "docs/" if shell == "bash" else "docs"
    assert typed(completion(shell), *LINES, shell=shell) == [
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
def test_other_shells_take_theirs(shell: str, completion: Callable[[str], Path]) -> None:
    script = completion(shell)
    text = script.read_text()
    for name, options in long_options().items():
        assert name in text
        sign = "--" if shell == "zsh" else "-l "
        assert all(f"{sign}{one}" in text for one in options)
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    done = subprocess.run([shell, "-n", str(script)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


FISH = shutil.which("fish") or ""


@pytest.mark.skipif(not FISH, reason="fish is not installed")
def test_fish_is_offered_commands_options_and_values(completion: Callable[[str], Path]) -> None:
    script = completion("fish")

    def offered(line: str) -> set[str]:
        code = f"source {script}; complete -C {shlex.quote(line)}"
        here = script.parent / "here"
        done = subprocess.run(
            [FISH, "-c", code], capture_output=True, text=True, cwd=here, check=True
        )
        assert done.stderr == ""
        return {one.partition("\t")[0] for one in done.stdout.splitlines()}

    assert "--demo" in offered("variorum --")
    for line, expected in {
        "": {*COMMANDS, "docs/"},
        "groups docs --format ht": {"html"},
        "groups --format=ht": {"--format=html"},
        "text docs m": {"my 合同.txt"},
        "scan --index m": {"my 合同.txt"},
        "scan --index=m": {"--index=my 合同.txt"},
        "prune --protect ": {"docs/"},
        "prune docs --to ha": {"hardlink"},
    }.items():
        assert offered(f"variorum {line}") == expected


def test_the_manual_page_has_every_command_option_and_code(run: Run, private_home: Path) -> None:
    page = made(run, "manpage")
    assert str(private_home) not in page
    plain = page.replace("\\-", "-")
    for name, options in long_options().items():
        assert f".SS \\fBvariorum {name}\\fR\n" in page
        assert all(f"\\fB--{one}\\fR" in plain for one in options - {"help"})
    assert "\\fB130\\fR\n" in page
    assert "\\fBVARIORUM_INDEX\\fR\n" in page
    assert made(run, "manpage") == page
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
