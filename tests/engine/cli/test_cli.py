"""The command line run by a shell: its contract."""

import csv
import io
import json
import os
import random
import re
import signal
import string
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import jieba
import pytest

from amounts import LONG
from builders import chinese_text, edited
from places import ROOT
from simcore import FingerprintIndex, ScanConfig, recall
from simcore.cli.main import COMMANDS, main
from simcore.formats.reading import READER_VERSION
from simcore.index.judgements import JudgementFile
from simcore.index.paths import default_index_path, judgements_path

Run = Callable[..., tuple[int, str, str]]
JOBS = 1 if LONG else 0
"""Workers where these are not the point: each start of one takes a while."""


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "文档"
    folder.mkdir()
    for number in range(4):
        (folder / f"{number}.txt").write_text(chinese_text(number), encoding="gb18030")
    (folder / "copy.txt").write_bytes((folder / "0.txt").read_bytes())
    (folder / "same.txt").write_text(chinese_text(0), encoding="utf-8")
    (folder / "near.txt").write_text(edited(chinese_text(1), 1, 2), encoding="utf-8")
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


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_pairs(library: Path, run: Run) -> None:
    code, out, err = run("pairs", library, "--jobs", 1)
    assert (code, err) == (0, "")
    columns = "left,right,distance,similarity,containment,kind,contained,badge,left_own,right_own"
    columns += ",measure,left_in_right,right_in_left,shown_similarity,numbers_only,too_short"
    columns += ",left_cut_short,right_cut_short,left_kept,right_kept,left_marked,right_marked"
    assert out.splitlines()[0] == columns
    found = [(row["left"], row["right"], row["kind"]) for row in rows(out)]
    assert found == [
        ("文档/0.txt", "文档/copy.txt", "identical"),
        ("文档/0.txt", "文档/same.txt", "same-text"),
        ("文档/1.txt", "文档/near.txt", "similar"),
    ]
    assert rows(out)[0]["similarity"] == "1.0"
    assert 0.7 <= float(rows(out)[2]["similarity"]) < 1


def test_documents_without_words_are_in_no_pair(library: Path, run: Run) -> None:
    _, before, _ = run("pairs", library, "--jobs", JOBS)
    for name in ("empty.txt", "empty too.txt"):
        (library / name).write_bytes(b"")
    for options in ([], ["--expand"]):
        code, out, err = run("pairs", library, "--jobs", JOBS, *options)
        assert code == 0
        assert "empty" not in out
        assert err.count("has no words to compare") == 2
    _, out, _ = run("pairs", library, "--jobs", JOBS)
    assert out == before


def test_pairs_options(library: Path, run: Run, tmp_path: Path) -> None:
    _, out, _ = run("pairs", library, "--jobs", JOBS, "--expand")
    assert ("文档/copy.txt", "文档/same.txt") in [(r["left"], r["right"]) for r in rows(out)]
    _, out, _ = run("pairs", library, "--jobs", JOBS, "--similarity", 1, "--no-contained")
    assert {row["kind"] for row in rows(out)} == {"identical", "same-text"}
    _, out, _ = run("pairs", library, "--jobs", JOBS, "--distance", 0)
    assert {row["distance"] for row in rows(out)} == {"0"}
    _, out, _ = run("pairs", library, "--jobs", JOBS, "--unverified", "--distance", 64)
    assert len(rows(out)) == 2 + 5 * 4 / 2, "two equal ones, and all pairs of five texts"
    assert {(r["similarity"], r["kind"]) for r in rows(out) if int(r["distance"])} == {("", "")}
    # without a distance as in a scan, in a library of this size: not what chance brings
    _, out, _ = run("pairs", library, "--jobs", JOBS, "--unverified")
    _, counted, _ = run("scan", library, "--jobs", JOBS, "--json")
    (counts,) = json.loads(counted)["rows"]
    assert max(int(row["distance"]) for row in rows(out)) <= counts["compared_distance"] < 24
    target = tmp_path / "pairs.json"
    code, out, _ = run("pairs", library, "--jobs", JOBS, "--output", target)
    assert (code, out) == (0, "")
    assert [row["kind"] for row in json.loads(target.read_bytes())["rows"]] == [
        "identical",
        "same-text",
        "similar",
    ]


def test_groups(library: Path, run: Run) -> None:
    code, out, _ = run("groups", library, "--jobs", 1)
    assert code == 0
    lines = [" ".join(line.split()) for line in out.splitlines()]
    # the copy in UTF-8 is the one to keep
    assert lines[2:] == [
        "2 文档/same.txt",
        "same text 100 % 0 bits 文档/0.txt",
        "same text 100 % 0 bits 文档/copy.txt",
    ]
    assert min(lines[0:2]).startswith("1 文档/")
    assert re.fullmatch(r"similar \d\d % \d+ bits 文档/(1|near)\.txt", lines[1])
    _, out, _ = run("groups", library, "--jobs", 1, "--format", "csv")
    assert [row["group"] for row in rows(out)] == list("11222")
    _, out, _ = run("groups", library, "--jobs", 1, "--format", "json")
    assert [row["kind"] for row in json.loads(out)["rows"]].count("kept") == 2


def test_groups_by_components(library: Path, run: Run, tmp_path: Path) -> None:
    """Versions of a text: each like the next, the first and the last not alike."""
    folder = tmp_path / "versions"
    folder.mkdir()
    lines = chinese_text(5, 12 * 250).splitlines(keepends=True)
    for version in range(9):
        text = "".join(lines[version * 14 : version * 14 + 100])
        (folder / f"{version}.txt").write_text(text, encoding="utf-8")
    _, out, _ = run("groups", folder, "--jobs", JOBS, "--format", "csv", "--no-contained")
    stars = rows(out)
    assert len({row["group"] for row in stars}) > 1
    assert {row["kind"] for row in stars} == {"kept", "similar"}
    options = ("--jobs", JOBS, "--grouping", "components", "--no-contained")
    code, out, err = run("groups", folder, *options, "--format", "csv")
    assert (code, err) == (0, "")
    columns = (
        "group,kind,kept,marked,path,distance,similarity,in_kept,kept_in,size,modified,encoding,"
        "fingerprint,why,own,measure,shown_similarity,numbers_only,too_short,cut_short,badge,copy_of"
    )
    assert out.splitlines()[0] == columns
    joined = rows(out)
    assert {row["group"] for row in joined} == {"1"}
    assert sorted(row["path"] for row in joined) == sorted(row["path"] for row in stars)
    assert {row["kind"] for row in joined} == {"kept", "similar", "linked"}
    assert all((float(row["similarity"]) < 0.7) == (row["kind"] == "linked") for row in joined)
    _, out, _ = run("groups", folder, *options)
    assert sum(line.strip().startswith("linked") for line in out.splitlines()) == sum(
        row["kind"] == "linked" for row in joined
    )
    _, out, _ = run("scan", folder, "--jobs", JOBS, "--grouping", "components", "--json")
    (counts,) = json.loads(out)["rows"]
    assert counts["linked"] == sum(row["kind"] == "linked" for row in joined)
    _, out, _ = run("scan", folder, "--jobs", JOBS, "--grouping", "components")
    assert f"{counts['linked']} documents are in their groups through others" in out


def test_fingerprints(library: Path, run: Run) -> None:
    (library / "dots.txt").write_text("……")
    (library / "more dots.txt").write_text("……")
    _, out, err = run("fingerprints", library, "--jobs", JOBS)
    assert out.splitlines()[0] == "path,fingerprint,tokens,encoding"
    by_path = {row["path"]: row for row in rows(out)}
    assert len(by_path) == 9
    assert all(
        re.fullmatch("[0-9a-f]{16}", row["fingerprint"])
        for path, row in by_path.items()
        if "dots" not in path
    )
    assert by_path["文档/dots.txt"]["fingerprint"] == ""
    assert by_path["文档/dots.txt"]["tokens"] == "0"
    assert by_path["文档/0.txt"]["fingerprint"] == by_path["文档/same.txt"]["fingerprint"]
    assert by_path["文档/0.txt"]["encoding"] == "gb18030"
    listed = jieba.lcut(chinese_text(0), HMM=False)
    assert int(by_path["文档/0.txt"]["tokens"]) == sum(word.isalnum() for word in listed)
    assert "dots.txt: has no words" in err
    _, other, _ = run("fingerprints", library, "--jobs", JOBS, "--recipe", "charikar")
    assert other != out


def test_scan(library: Path, run: Run) -> None:
    code, out, _ = run("scan", library, "--jobs", 1)
    assert code == 0
    assert "7 files listed" in out
    _, out, _ = run("scan", library, "--jobs", 1, "--json")
    (counts,) = json.loads(out)["rows"]
    assert (counts["listed"], counts["read"], counts["unchanged"]) == (7, 0, 7)
    assert (counts["exact"], counts["similar"], counts["groups"]) == (2, 1, 2)


def test_similar(library: Path, run: Run, tmp_path: Path) -> None:
    query = tmp_path / "query.md"
    query.write_text(edited(chinese_text(1), 9, 1), encoding="utf-16")
    code, out, _ = run("similar", query, library, "--jobs", JOBS)
    assert code == 0
    assert {line.split()[-1] for line in out.splitlines()} == {"文档/1.txt", "文档/near.txt"}
    index = tmp_path / "asked.sqlite3"
    code, _, err = run("similar", query, "--index", index)
    assert (code, index.exists()) == (2, False)
    assert "no index" in err
    run("scan", library, "--jobs", JOBS, "--index", index)
    code, known, err = run("similar", query, "--index", index)
    assert (code, err) == (0, "")
    # without a folder, paths are those of the index
    assert known.replace(str(library.resolve()), "文档") == out
    (library / "near.txt").unlink()
    code, known, err = run("similar", query, "--index", index)
    assert code == 3
    assert [line.split()[-1] for line in known.splitlines()] == [str(library.resolve() / "1.txt")]
    assert "near.txt: cannot be read" in err
    code, _, err = run("similar", query, "--index", index, "--exclude", "x*")
    assert code == 2
    assert "are for folders" in err
    code, _, err = run("similar", tmp_path / "none.txt", library)
    assert code == 2
    assert "none.txt: does not exist" in err


def test_explain(library: Path, run: Run) -> None:
    code, out, _ = run("explain", library / "1.txt", library / "near.txt")
    assert code == 0
    words = "differs  ", "longest passages", "kind         similar", "\nsimilarity  ", "containment"
    places = [out.index(word) for word in (*words, "distance ")]
    assert places == sorted(places)  # what a person needs first stands first
    assert "fingerprint " not in out
    _, voted, _ = run("explain", library / "1.txt", library / "near.txt", "--votes")
    assert voted.startswith(out)
    assert "fingerprint " in voted
    assert "closest votes" in voted
    _, out, _ = run("explain", library / "0.txt", library / "same.txt")
    assert "kind         same text" in out
    assert "distance     0 of 64" in out
    code, _, err = run("explain", library / "0.txt", library / "missing.txt")
    assert code == 2
    assert "missing.txt" in err


def test_explain_tells_how_long_the_runs_are_that_it_counts(tmp_path: Path, run: Run) -> None:
    """There are 1,024 runs of five letters of DNA; a text twice is counted twice."""
    rng = random.Random(3)
    one, other = ("".join(rng.choices("acgt", k=6000)) for _ in range(2))
    prose = " ".join("".join(rng.choices("etaoinshrdlu", k=6)) for _ in range(60))
    for name, text in {"1": one, "2": other, "3": prose, "4": f"{prose} {prose}"}.items():
        (tmp_path / name).write_text(text)
    _, out, _ = run("explain", tmp_path / "1", tmp_path / "2")
    found = re.search(r"of all runs of \d+ or (\d+) characters.*A has (\d+)", out)
    assert found is not None
    length, has = map(int, found.groups())
    runs = {one[at : at + length] for at in range(len(one) - length + 1)}
    assert len(runs) == has > 4**5
    _, out, _ = run("explain", tmp_path / "3", tmp_path / "4")
    assert "runs of 4 or 5 characters are in both, as often as they stand there" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["groups"], "FOLDER"),
        (["nonsense", "."], "nonsense"),
        (["pairs", ".", "--distance", "129"], "between 0 and 128"),
        (["pairs", ".", "--distance", "three"], "three"),
        (["pairs", ".", "--similarity", "0.1"], "between 0.3 and 1"),
        (["groups", ".", "--grouping", "chains"], "chains"),
        (["scan", ".", "--jobs", "-1"], "between 0 and 1024"),
        (["scan", ".", "--seconds-a-file", "-1"], "0 or more"),
        (["scan", ".", "--seconds-a-file", "inf"], "0 or more"),
        (["scan", ".", "--recipe", "none"], "no recipe 'none'"),
        (["scan", ".", "--dictionary", "none.txt"], "none.txt"),
        ([], "COMMAND"),
    ],
)
def test_wrong_usage(arguments: list[str], message: str, library: Path, run: Run) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert message in err


def test_failed_runs_name_the_file(library: Path, run: Run, tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.sqlite3"
    run("scan", library, "--jobs", JOBS, "--index", damaged)
    damaged.write_bytes(damaged.read_bytes()[:100] + b"no database at all " * 300)
    for expected, arguments, message in [
        (2, ["scan", "missing"], "missing: does not exist"),
        (2, ["scan", library, "missing"], "missing: does not exist"),
        (4, ["scan", library, "--index", "."], ".: is no regular file"),
        (4, ["groups", library, "--index", "/"], "/: is no regular file"),
        (4, ["scan", library, "--index", damaged], "damaged.sqlite3: is damaged"),
        (2, ["groups", library, "--output", tmp_path], "cannot be written: is a folder"),
        (2, ["pairs", library, "-o", tmp_path / "no" / "a.csv"], "its folder does not exist"),
    ]:
        code, out, err = run(*arguments)
        assert code == expected, arguments
        assert message in err
        assert "Traceback" not in err
        assert out == ""


def test_too_little_memory_is_a_sentence(
    library: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_arguments: object, **_options: object) -> NoReturn:
        raise MemoryError

    monkeypatch.setattr("simcore.pipeline.scan.scan", full)
    code, out, err = run("pairs", library)
    assert (code, out) == (4, "")
    assert "variorum: Cannot allocate memory" in err
    assert "Traceback" not in err


def test_the_suffix_of_a_table_says_what_it_holds(library: Path, run: Run) -> None:
    before = sorted(Path().iterdir())
    for arguments, message in [
        (["groups", library, "--output", "a.xlsx"], "a.xlsx: its name has to end in one of .txt"),
        (["pairs", library, "--output", "a.txt"], "has to end in one of .csv, .json"),
        (["pairs", library, "--format", "csv", "--output", "a.json"], "would hold csv under that"),
    ]:
        code, out, err = run(*arguments)
        assert (code, out) == (2, "")
        assert message in err
    assert sorted(Path().iterdir()) == before


def test_index_option(library: Path, run: Run, tmp_path: Path) -> None:
    target = tmp_path / "new" / "own.sqlite3"
    target.parent.mkdir()
    run("scan", library, "--jobs", JOBS, "--index", target)
    assert target.exists()
    assert not default_index_path().exists()
    run("scan", library, "--jobs", JOBS, "--index", ":memory:")
    assert not default_index_path().exists()
    run("scan", library, "--jobs", JOBS)
    assert default_index_path().exists()


def test_every_command_and_option_has_help(run: Run) -> None:
    _, out, _ = run("--help")
    for name in COMMANDS:
        assert name in out
        code, detail, _ = run(name, "--help")
        assert code == 0
        assert "usage: variorum" in detail


def program(*arguments: object, **options: object) -> "subprocess.Popen[bytes]":
    code = "import sys; from simcore.cli.main import main; sys.exit(main())"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        **options,  # type: ignore[call-overload]
    )


def test_piped_output_has_no_bar_and_may_be_cut_short(library: Path) -> None:
    process = program("pairs", library, "--jobs", "2")
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0
    assert err == b""
    assert out.decode().count("\n") == 4
    process = program("groups", library, "--jobs", "1")
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    process.wait(120)
    process.stderr.close()


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal there")
@pytest.mark.usefixtures("interruptible")
def test_interrupt_leaves_a_usable_index(tmp_path: Path) -> None:
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(1_500):
        # words of no language, so that no pair takes time
        letters = "".join(random.Random(number).choices(string.ascii_lowercase, k=900))
        (folder / f"{number}.txt").write_text(" ".join(textwrap.wrap(letters, 6)))
    target = tmp_path / "index.sqlite3"
    process = program("scan", folder, "--index", target, "--jobs", "2", start_new_session=True)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and _known(target, folder) == 0:
        time.sleep(0.05)
    # as in a terminal: all processes in the foreground get it
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err.decode().strip() == "variorum: interrupted; what was read is kept in the index"
    kept = _known(target, folder)
    assert 0 < kept < 1_500
    process = program("scan", folder, "--index", target, "--jobs", "2", "--json")
    out, _ = process.communicate(timeout=120)
    (counts,) = json.loads(out)["rows"]
    assert counts["unchanged"] == kept
    assert counts["documents"] == 1_500


def _known(path: Path, folder: Path) -> int:
    if not path.exists():
        return 0
    with FingerprintIndex(path) as index:
        return len(index.below([folder.resolve()], "default/1", READER_VERSION))


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals there")
def test_a_terminal_gets_a_bar(library: Path, tmp_path: Path) -> None:
    import fcntl  # noqa: PLC0415 - not on Windows
    import pty  # noqa: PLC0415
    import struct  # noqa: PLC0415
    import termios  # noqa: PLC0415

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
    code = "import sys; from simcore.cli.main import main; sys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-c", code, "scan", library, "--index", ":memory:", "--jobs", "1"],
        stderr=theirs,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=True,
    )
    os.close(theirs)
    shown = os.read(ours, 100_000).decode()
    os.close(ours)
    assert "reading:" in shown
    assert "/7" in shown
    assert b"7 files listed" in done.stdout


def test_groups_follow_what_was_said(library: Path, run: Run, tmp_path: Path) -> None:
    """0, its copy and its other encoding; 1 and what is near to it."""
    index = tmp_path / "data" / "index"
    index.parent.mkdir()
    options = (library, "--index", index, "--jobs", 0, "--format", "csv")

    def kept_and_others() -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        for row in rows(out):
            name = Path(row["path"]).name
            if row["kind"] == "kept":
                last = found.setdefault(name, set())
            else:
                last.add(name)
        return found

    code, out, err = run("groups", *options)
    assert (code, err, len(kept_and_others())) == (0, "", 2)
    assert not judgements_path(index).exists()
    with FingerprintIndex(index) as opened:
        report = recall([library], ScanConfig(jobs=0), opened)
    named = {document.path.name: document for document in report.documents.values()}
    with JudgementFile(judgements_path(index)) as file:
        file.set_apart(named["1.txt"], named["near.txt"])
        file.keep(named["copy.txt"], named["0.txt"])
    code, out, err = run("groups", *options)
    assert (code, kept_and_others()) == (0, {"copy.txt": {"0.txt", "same.txt"}})
    assert err.splitlines() == [
        "2 documents are in no group, since it was said that they are no duplicates",
        "1 group keeps another document, since that was chosen",
        "--ignore-judgements lists the groups as if nothing had been said",
    ]
    code, out, err = run("groups", *options, "--ignore-judgements")
    assert (code, err, len(kept_and_others())) == (0, "", 2)
    assert "copy.txt" not in kept_and_others()
    code, out, err = run("pairs", *options)
    assert any({row["left"], row["right"]} & {str(library / "near.txt")} for row in rows(out))
    judgements_path(index).write_bytes(b"no list" * 99)
    code, out, err = run("groups", *options)
    assert (code, out) == (4, "")
    assert str(judgements_path(index)) in err


def test_one_group_is_not_counted_as_several(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("The same words in both of these documents.")
    assert main(["scan", str(tmp_path)]) == 0
    said = "".join(capsys.readouterr())
    assert "1 group: 1 " in said
    assert "1 groups" not in said


def test_what_never_was_is_not_said_to_be_gone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, nowhere = tmp_path / "whole.txt", tmp_path / "nothere.txt"
    whole.write_text("Some words of a document that is there.")
    assert main(["explain", str(whole), str(nowhere)]) != 0
    assert f"{nowhere}: does not exist" in capsys.readouterr().err


def test_what_is_not_read_is_said_by_name(tmp_path: Path, run: Run) -> None:
    folder = tmp_path / "mixed"
    folder.mkdir()
    for number in range(3):
        (folder / f"{number}.jpg").write_bytes(bytes(range(256)))
    _, _, told = run("groups", folder, "--jobs", 0)
    assert "no documents found; not read: 3 .jpg" in told
    (folder / "a.txt").write_text(chinese_text(1), encoding="utf-8")
    (folder / "broken.ipynb").write_bytes(b"{")
    _, out, _ = run("scan", folder, "--jobs", 0)
    assert "not read: 1 .ipynb (damaged), 3 .jpg\n" in out
    _, out, _ = run("scan", folder, "--jobs", 0, "--json")
    (counts,) = json.loads(out)["rows"]
    assert counts["not_read"] == [
        {"kind": ".ipynb", "count": 1, "reason": "damaged"},
        {"kind": ".jpg", "count": 3, "reason": None},
    ]
    (folder / "notes.log7").write_text(chinese_text(2), encoding="utf-8")
    _, out, _ = run("fingerprints", folder, "--jobs", 0, "--all-text")
    assert len(out.splitlines()) == 1 + 2
