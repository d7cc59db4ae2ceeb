"""Names on a terminal are taken by a shell for what they name."""

import os
import shutil
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simcore.cli.output import quoted

pytestmark = pytest.mark.skipif(os.name == "nt", reason="names of any bytes")

OBEYED = {chr(one) for one in (*range(32), *range(127, 160), *range(0x202A, 0x202F))}
SHELLS = [one for one in ("bash", "zsh") if shutil.which(one)]
NAMES = st.binary(min_size=1, max_size=12).map(lambda one: one.replace(b"\0", b"0"))
NAMES |= st.text(
    st.sampled_from("ab合 '\"$`\\!\n\t\x1b\x85\x9b\u202e\u3000~#*?[](){}<>|&;=%^-7"), min_size=1
).map(str.encode)


@pytest.mark.skipif(not SHELLS, reason="no shell with $'...'")
@given(st.lists(NAMES, min_size=1, max_size=20))
def test_a_shell_takes_a_name_for_itself(names: list[bytes]) -> None:
    words = [quoted(os.fsdecode(one)) for one in names]
    assert not set("".join(words)) & OBEYED
    script = f"printf '%s\\0' {' '.join(words)}"
    for shell in SHELLS:
        # its own start files would say more
        command = [shell, *(["--norc", "--noprofile"] if shell == "bash" else ["-f"])]
        run = subprocess.run(
            command, input=script.encode(), capture_output=True, check=True, cwd="/"
        )
        *found, rest = run.stdout.split(b"\0")
        assert (rest, run.stderr) == (b"", b"")
        assert [one.removeprefix(b"./") for one in found] == [
            one.removeprefix(b"./") for one in names
        ]
        assert not any(one.startswith(b"-") for one in found)


@pytest.mark.parametrize(
    "name", ["合同.txt", "会议纪要（三月）.txt", "a/b-c_d.tar.gz", "x@y+z,1:2.md", "《论语》.txt"]
)
def test_what_means_nothing_to_a_shell_is_not_quoted(name: str) -> None:
    assert quoted(name) == name


@pytest.mark.skipif(shutil.which("ls") is None, reason="ls is what it is compared with")
@pytest.mark.parametrize("name", ["a b.txt", "it's.txt", "one\ntwo", "x\x1by", 'say "hi".txt'])
def test_it_is_as_ls_has_it(name: str, tmp_path: os.PathLike[str]) -> None:
    """GNU's ls quotes on a terminal, and on request elsewhere."""
    (tmp_path / name).touch()  # type: ignore[operator]
    command = ["ls", "--quoting-style=shell-escape", os.fspath(tmp_path)]
    run = subprocess.run(command, capture_output=True, check=False)
    if run.returncode:
        pytest.skip("another ls")
    assert run.stdout.decode() == f"{quoted(name)}\n"
