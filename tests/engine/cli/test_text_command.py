"""``variorum text``: what is compared of a file, for people and for scripts."""

import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from places import ROOT
from simcore.cli.main import main
from simcore.index.judgements import JudgementFile
from simcore.index.paths import default_index_path, judgements_path
from simcore.text.normal_form import content_hash

Run = Callable[..., tuple[int, str, str]]

SENTENCE = "合同自双方签字之日起生效，一式两份。"


@pytest.fixture
def run(capfdbinary: pytest.CaptureFixture[bytes]) -> Run:
    def call(*arguments: object) -> tuple[int, str, str]:
        code = main(["text", *map(str, arguments)])
        out, err = capfdbinary.readouterr()
        return code, out.decode("utf-8"), err.decode()

    return call


def test_the_text_of_a_page_and_of_a_text(tmp_path: Path, run: Run) -> None:
    page, plain = tmp_path / "page.html", tmp_path / "plain.txt"
    page.write_text("<p>Two<br>lines</p><script>no()</script>", encoding="utf-8")
    plain.write_text(SENTENCE * 9, encoding="gb18030")
    assert run(page) == (0, "Two\nlines\n", "")
    assert run(plain) == (0, f"{SENTENCE * 9}\n", "")
    code, both, _ = run(page, plain)
    assert code == 0
    assert both == f"==> {page} <==\nTwo\nlines\n\n==> {plain} <==\n{SENTENCE * 9}\n"
    plain.write_text("ＡＢＣ Ｄｅｆ", encoding="utf-8")
    assert run(plain, "--normal") == (0, "abc def\n", "")


def test_a_document_inside_an_archive(tmp_path: Path, run: Run) -> None:
    """Its path is the one that ``groups --containers`` prints."""
    path = tmp_path / "old.zip"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("文档/a.txt", SENTENCE * 9)
    assert run(path / "文档" / "a.txt") == (0, f"{SENTENCE * 9}\n", "")
    code, _, said = run(path / "b.txt")
    assert (code, "is no longer there" in said) == (3, True)
    plain = tmp_path / "plain.txt"
    plain.write_text(SENTENCE * 9, encoding="gb18030")
    assert main(["explain", str(path / "文档" / "a.txt"), str(plain)]) == 0
    assert main(["similar", str(path / "文档" / "a.txt"), str(tmp_path)]) == 0
    assert "does not exist" in run(tmp_path / "no.zip" / "a.txt")[2]


def test_a_chosen_encoding_is_followed(tmp_path: Path, run: Run) -> None:
    plain = tmp_path / "plain.txt"
    data = "Быстрый рыжий кот".encode("koi8-r")
    plain.write_bytes(data)
    judgements = JudgementFile(judgements_path(default_index_path()))
    judgements.set_encodings([(plain, content_hash(data))], "koi8-r")
    assert run(plain)[1] == "Быстрый рыжий кот\n"
    judgements.set_encodings([(plain, content_hash(data))], "windows-1251")
    assert run(plain)[1] == f"{data.decode('windows-1251')}\n"


def test_what_is_wrong_is_said_and_loses_no_other_file(tmp_path: Path, run: Run) -> None:
    binary, plain, gone = tmp_path / "a.bin", tmp_path / "b.txt", tmp_path / "gone.txt"
    binary.write_bytes(bytes(range(256)) * 4)
    plain.write_text("Here it is.", encoding="utf-8")
    code, out, err = run(gone, binary, plain)
    assert code == 3
    assert "Here it is." in out
    assert f"{gone}: does not exist" in err
    assert f"{binary}: is binary, not text" in err
    broken = tmp_path / "c.txt"
    broken.write_bytes(f"{SENTENCE * 40}".encode() + b"\xff\xfe end")
    code, out, err = run(broken)
    assert code == 0
    assert out.startswith(SENTENCE)
    assert str(broken) in err


def test_a_pipe_may_end_early(tmp_path: Path) -> None:
    plain = tmp_path / "long.txt"
    plain.write_text("one line of many\n" * 200_000, encoding="utf-8")
    command = [sys.executable, "-m", "simcore", "text", str(plain)]
    with subprocess.Popen(
        command, cwd=ROOT, env={**os.environ}, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == b"one line of many\n"
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 0
