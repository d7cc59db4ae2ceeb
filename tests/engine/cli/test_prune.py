"""Pruning on the command line, on real folders: a plan touches nothing, undo restores all."""

import csv
import errno
import io
import json
import os
import shlex
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import simcore
from amounts import Counted, amount, on_disk
from builders import chinese_text, edited, english_text
from places import ROOT
from removals import memory, put, shown
from simcore import FingerprintIndex, ScanConfig, recall
from simcore.cli import removal
from simcore.cli.main import main
from simcore.cli.removal import PRUNE_COLUMNS
from simcore.files.disk import Disk
from simcore.index.judgements import JudgementFile
from simcore.index.paths import default_index_path, judgements_path
from simcore.removal import rules
from simcore.removal.plan import RemovalPlan
from simcore.reports.formats import path_in

Run = Callable[..., tuple[int, str, str]]
TRADITIONAL = "資料庫索引查詢優化事務日誌叢集節點備份恢復組態參數效能測試監控報警部署升級。\n" * 30


@pytest.fixture
def run(capfdbinary: pytest.CaptureFixture[bytes], index_path: Path) -> Run:
    index_path.parent.mkdir()

    def call(*arguments: object, index: object = index_path) -> tuple[int, str, str]:
        words = [str(argument) for argument in arguments]
        try:
            code = main([*words, "--index", str(index), *(["--jobs", "0"] * (words[0] == "prune"))])
        except SystemExit as error:
            code = int(error.code or 0)
        out, err = capfdbinary.readouterr()
        return code, out.decode("utf-8", "surrogateescape"), err.decode()

    return call


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """Copies in other encodings, folders and ages, one name that is no UTF-8, and near ones."""
    folder = tmp_path / "文档库"
    text = chinese_text(1)
    put(folder / "合同.txt", text.encode(), 1_600_000_000)
    put(folder / "合同 (1).txt", text.encode(), 1_600_000_300)
    put(folder / "旧/合同.txt", text.encode("gb18030"), 1_600_000_200)
    put(folder / ODD, text.encode(), 1_600_000_100)  # GB18030
    put(folder / "繁體/報告.txt", TRADITIONAL.encode("big5"), 1_600_000_900)
    put(folder / "繁體/報告 - 複本.txt", TRADITIONAL.encode("utf-8"), 1_600_000_800)
    put(folder / "near.txt", edited(chinese_text(1), 1, 2).encode(), 1_600_000_999)
    put(folder / "only.txt", english_text(5).encode())
    return folder


DELETE = ("--to", "delete", "--kinds", "identical,same-text")
ODD = os.fsdecode(b"\xba\xcf\xcd\xac.txt")
CONTRACTS = {"合同.txt", "合同 (1).txt", "旧/合同.txt", ODD}
REPORTS = {"繁體/報告.txt", "繁體/報告 - 複本.txt"}


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def everything(folder: Path) -> dict[str, tuple[object, ...]]:
    """Return the visible state of a folder, times of folders included."""
    found: dict[str, tuple[object, ...]] = {}
    for root, folders, files in os.walk(folder):
        for name in (".", *folders, *files):
            path = Path(root, name)
            status = path.lstat()
            regular = stat.S_ISREG(status.st_mode)
            content = path.read_bytes() if regular else sorted(path.iterdir())
            found[str(path)] = (
                *(status.st_mtime_ns, status.st_mode, status.st_ino, status.st_nlink),
                content,
            )
    return found


@pytest.mark.parametrize("how", ["text", "csv", "json"])
@pytest.mark.parametrize("to", ["trash", "delete", "hardlink", "symlink", "else"])
def test_nothing_happens_without_apply(
    library: Path, run: Run, tmp_path: Path, private_home: Path, index_path: Path, how: str, to: str
) -> None:
    before, home = everything(library), everything(private_home)
    where = tmp_path / "moved" if to == "else" else to
    code, out, err = run("prune", library, "--keep", "newest", "--to", where, "--format", how)
    assert code == 0
    assert out
    assert "Nothing was done yet; --apply does it" in err
    assert everything(library) == before
    assert everything(private_home) == home
    assert not (tmp_path / "moved").exists()
    assert [path.name for path in index_path.parent.iterdir()] == [index_path.name]


def test_a_plan_says_who_goes_who_stays_and_why(library: Path, run: Run) -> None:
    code, out, _ = run(
        "prune", library, "--keep", "encoding,not-name,oldest", "--format", "csv", *DELETE
    )
    assert code == 0
    found = rows(out)
    assert tuple(found[0]) == PRUNE_COLUMNS
    odd = library / ODD
    told = {
        (row["path"], row["stays"], row["kind"], row["why"], row["state"], row["action"])
        for row in found
    }
    kept, report = library / "合同.txt", library / "繁體" / "報告 - 複本.txt"
    planned = "planned", "delete"
    assert told == {
        (str(library / "合同 (1).txt"), str(kept), "identical", "not-name", *planned),
        (str(odd), str(kept), "identical", "oldest", *planned),
        (str(library / "旧/合同.txt"), str(kept), "same-text", "encoding", *planned),
        (str(library / "繁體/報告.txt"), str(report), "same-text", "encoding", *planned),
    }
    assert {row["similarity"] for row in found} == {"1.0"}
    code, out, _ = run("prune", library, "--keep", "encoding,not-name,oldest", "--format", "json")
    listed = json.loads(out)["rows"]
    assert [path_in(row, "path") for row in listed] == [Path(row["path"]) for row in found]
    code, out, _err = run("prune", library, "--keep", "encoding,not-name,oldest")
    size = sum(Path(row["path"]).stat().st_size for row in found)
    assert out.splitlines()[-1] == (
        f"4 of 6 documents, of 2 groups, would go to the trash: {size:,} bytes "
        "(2 identical, 2 same text)"
    )
    assert out.splitlines()[0].startswith("trash  ")


@pytest.mark.parametrize("to", ["trash", "else"])
def test_apply_then_undo_then_twice(
    library: Path, run: Run, tmp_path: Path, to: str, index_path: Path
) -> None:
    before = shown(library)
    where = tmp_path / "搬走" if to == "else" else to
    options = ["prune", library, "--keep", "newest", "--to", where]
    _, plan, _ = run(*options, "--format", "csv")
    code, out, err = run(*options, "--format", "csv", "--apply")
    assert code == 0, err
    assert f"This was batch 1; variorum undo 1 --index {index_path} takes it back" in err
    done = rows(out)
    assert [row["path"] for row in done] == [row["path"] for row in rows(plan)]
    assert {row["state"] for row in done} == {"done"}
    left = shown(library)
    gone = set(before) - set(left)
    assert {str(path) for path in gone} == {row["path"] for row in done}
    assert left == {path: was for path, was in before.items() if path not in gone}
    assert Path(library / "繁體" / "報告.txt") in left, "the newest stays"
    if to == "else":
        assert {str(path) for path in shown(tmp_path / "搬走")} == {row["where"] for row in done}
        assert (tmp_path / "搬走" / "旧" / "合同.txt").exists(), "folders are kept"

    code, out, err = run(*options, "--apply")
    assert (code, shown(library)) == (0, left)
    assert out == "0 of 0 documents: there was nothing to remove\n"
    assert len(run("history")[1].splitlines()) == 1, "what does nothing is no batch"

    assert run("undo")[0] == 0
    assert shown(library) == before
    again = run(*options, "--format", "csv")[1]
    assert again == plan, "and after it all is as it was"


def test_the_history_has_the_words_of_the_command(library: Path, run: Run, tmp_path: Path) -> None:
    """As a shell takes them: the name of the folder stood there as it is, line breaks and all."""
    words = ["prune", "--keep", "name=a b*,newest", "--to", str(tmp_path / "搬走 it's\n")]
    assert run(*words, "--apply", library)[0] == 0
    (batch,) = rows(run("history", "--format", "csv")[1])
    assert shlex.split(batch["note"]) == words


def test_second_run_has_nothing_left(library: Path, run: Run) -> None:
    assert run("prune", library, "--keep", "oldest", *DELETE, "--apply")[0] == 0
    code, out, err = run("prune", library, "--keep", "oldest", *DELETE, "--apply")
    assert (code, err) == (0, "")
    assert out.startswith("0 of 0 documents")
    assert len(shown(library)) == 4


def test_for_good_goes_only_what_can_be_brought_back(library: Path, run: Run) -> None:
    """Of other bytes nothing is left to copy them from: they go only when that is asked for."""
    before = shown(library)
    assert run("prune", library, "--keep", "oldest", "--to", "delete", "--apply")[0] == 0
    gone = {str(path.relative_to(library)) for path in before.keys() - shown(library).keys()}
    assert gone == {"合同 (1).txt", ODD}
    assert run("undo")[0] == 0
    assert shown(library) == before
    _, out, _ = run("prune", "--help")
    assert "identical alone" in " ".join(out.split())


def test_what_can_be_undone_of_a_deletion_is_counted(
    library: Path, run: Run, tmp_path: Path
) -> None:
    before = shown(library)
    _, _, err = run("prune", library, "--keep", "oldest", *DELETE, "--apply")
    gone = before.keys() - shown(library).keys()
    assert len(gone) == 4
    _, out, _ = run("undo", 1)
    back = len(gone) - len(before.keys() - shown(library).keys())
    assert f"{back} of 4 restored" in out
    assert f"brings back {back} of 4 documents, as copies of the identical ones" in err
    assert "the others cannot be undone" in err

    twins = tmp_path / "twins"
    for name, encoding in (("a.txt", "utf-8"), ("b.txt", "gb18030")):
        put(twins / name, chinese_text(4).encode(encoding))
    _, _, err = run("prune", twins, "--keep", "encoding", *DELETE, "--apply")
    assert "it cannot be undone: what stays has other bytes" in err
    assert "variorum undo" not in err

    same = tmp_path / "same"
    for name in ("a.txt", "b.txt", "c.txt"):
        put(same / name, chinese_text(5).encode())
    _, _, err = run("prune", same, "--keep", "newest", *DELETE, "--apply")
    assert "brings all 2 documents back" in err


def test_same_text_that_is_not_deleted_is_named(tmp_path: Path, run: Run) -> None:
    """Else nothing says why duplicates stay, and how they go."""
    twins = tmp_path / "twins"
    for name, encoding in (("a.txt", "utf-8"), ("b.txt", "gb18030")):
        put(twins / name, chinese_text(4).encode(encoding))
    words = "prune", twins, "--keep", "encoding", "--to", "delete"
    for more in ([], ["--apply"]):
        code, out, err = run(*words, *more)
        assert code == 0
        assert "1 document of the same text, but of other bytes, passed over" in err
        assert "--kinds identical,same-text takes it, too" in err
        assert ("would be deleted" in out) == (not more)
    assert out == "0 of 2 documents: there was nothing to remove\n"
    _, _, err = run(*words, "--kinds", "identical")
    assert "passed over" not in err, "that was said by who typed it"


def test_same_words_that_stay_are_named(tmp_path: Path, run: Run) -> None:
    """A rule by format decides between documents of the same words and nothing else."""
    twins = tmp_path / "twins"
    put(twins / "a.txt", chinese_text(4).encode("gb18030"))
    put(twins / "b.html", f"<p>{chinese_text(4)}</p>".encode())
    code, out, err = run("prune", twins, "--keep", "editable")
    assert code == 0
    assert "same words" not in out
    assert "1 document of the same words, but of another format" in err
    assert "--kinds identical,same-text,same-words takes it, too" in err
    _, out, err = run("prune", twins, "--keep", "editable", "--kinds", "same-words")
    assert "(same words, 100 %; editable)" in out
    assert "passed over" not in err


def test_what_undo_cannot_bring_back_is_said_before(library: Path, run: Run) -> None:
    (library.parent / "second").hardlink_to(library / "合同 (1).txt")
    _, out, err = run("prune", library, "--keep", "oldest", "--to", "delete")
    assert f"{library / '合同 (1).txt'}: undo would not bring back its other names" in err
    assert "bring back" not in out
    _, _, err = run("prune", library, "--keep", "oldest")
    assert "would not bring back" not in err


def test_a_folder_to_keep_that_is_not_there_is_refused(library: Path, run: Run) -> None:
    """Else its documents would go, and others stay, for one wrong letter."""
    before = shown(library)
    for keep in (f"folder={library / 'alt'}", f"newest,folder={library / '旧'},folder=typo"):
        code, out, err = run("prune", library, "--keep", keep, "--apply")
        assert (code, out) == (2, "")
        assert "is not a folder" in err
    assert shown(library) == before


@pytest.mark.parametrize("to", ["hardlink", "symlink"])
def test_links_are_made_to_identical_ones_alone(
    library: Path, run: Run, to: str, index_path: Path
) -> None:
    before = shown(library)
    options = ["prune", library, "--keep", "oldest", "--to", to]
    code, out, _ = run(*options, "--format", "csv")
    assert code == 0
    state = {Path(row["path"]).name: row["state"] for row in rows(out)}
    assert state["合同 (1).txt"] == "planned"
    left = [row for row in rows(out) if row["state"] == "left"]
    assert {row["reason"] for row in left} == {"has no identical document that stays, and stays"}
    assert len(left) == 2, "the GB18030 one, and one of the reports"
    assert run(*options, "--apply")[0] == 0
    copy = library / "合同 (1).txt"
    assert copy.samefile(library / "合同.txt")
    assert copy.is_symlink() == (to == "symlink")
    assert copy.read_bytes() == before[copy][0]
    assert run(*options, "--apply")[0] == 0
    assert len(run("history")[1].splitlines()) == 1, "links are no documents of their own"
    assert run("undo")[0] == 0
    assert shown(library) == before


def test_near_ones_only_when_asked(library: Path, run: Run) -> None:
    _, out, _ = run("prune", library, "--keep", "newest", "--format", "csv")
    assert "near.txt" not in out
    _, out, _ = run(
        *("prune", library, "--keep", "newest", "--format", "csv"),
        *("--kinds", "identical,same-text,near"),
    )
    near = [row for row in rows(out) if row["stays"].endswith("near.txt")]
    assert {row["kind"] for row in near} == {"similar"}
    assert len(near) == 4
    assert all(0.7 <= float(row["similarity"]) < 1 for row in near)


def test_invoices_are_no_copies(tmp_path: Path, run: Run) -> None:
    """Documents that differ in numbers only are removed by no rule, of any kind."""
    text = "发票号码 {0} 金额 {0} 元，双方签订合同，交付货物，付款方式为转账。\n" + chinese_text(3)
    for number in (1001, 2002):
        put(tmp_path / "账" / f"{number}.txt", text.format(number).encode())
    code, out, _ = run(
        *("prune", tmp_path / "账", "--keep", "newest", "--kinds", "similar", "--format", "csv")
    )
    assert code == 0
    assert [(row["state"], row["reason"]) for row in rows(out)] == [
        ("left", "may be marked by hand only and stays")
    ]


def test_protected_and_excluded_folders(library: Path, run: Run) -> None:
    old = library / "旧"
    options = ["prune", library, "--keep", "newest", "--format", "csv"]
    _, out, _ = run(*options, "--protect", old)
    contracts = [row for row in rows(out) if "合同" in row["path"]]
    assert {row["stays"] for row in contracts} == {str(old / "合同.txt")}
    assert {row["why"] for row in contracts} >= {"protected"}
    assert str(old / "合同.txt") not in {row["path"] for row in rows(out)}

    code, out, _ = run(*options, "--protect", library, "--apply")
    assert code == 0
    assert {row["state"] for row in rows(out)} == {"left"}
    _, out, _ = run(
        *("prune", library, "--keep", f"folder={old}", "--exclude-role", old, "--format", "csv")
    )
    inside = [row for row in rows(out) if str(old) in row["path"] + row["stays"]]
    assert [(row["state"], row["path"]) for row in inside] == [("left", str(old / "合同.txt"))]
    assert len(rows(out)) == 4
    code, _, err = run(*options, "--protect", library / "old")
    assert (code, "is not a folder" in err) == (2, True)


def test_judgements_are_followed(library: Path, run: Run, index_path: Path) -> None:
    run("scan", library)
    with FingerprintIndex(index_path) as index:
        report = recall([library], ScanConfig(), index)
    named = {one.path.relative_to(library).as_posix(): one for one in report.documents.values()}
    with JudgementFile(judgements_path(index_path)) as file:
        file.keep(named["旧/合同.txt"], named["合同.txt"])
        file.set_apart(named["繁體/報告.txt"], named["繁體/報告 - 複本.txt"])
    _, out, _ = run("prune", library, "--keep", "newest", "--format", "csv")
    assert {row["stays"] for row in rows(out)} == {str(library / "旧/合同.txt")}
    assert {row["why"] for row in rows(out)} == {"chosen to be kept"}
    assert "報告" not in out, "both copies are wanted"


def test_judgements_are_followed_with_an_index_in_memory(library: Path, run: Run) -> None:
    run("scan", library, index=default_index_path())
    with FingerprintIndex(default_index_path()) as index:
        report = recall([library], ScanConfig(), index)
    named = {one.path.name: one for one in report.documents.values()}
    with JudgementFile(judgements_path(default_index_path())) as file:
        file.set_apart(named["報告.txt"], named["報告 - 複本.txt"])
    _, out, _ = run("prune", library, "--keep", "newest", "--format", "csv", index=":memory:")
    assert "合同" in out
    assert "報告" not in out


@pytest.mark.skipif(memory() is None, reason="no RAM disk to try")
def test_a_disk_without_a_trash(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    with tempfile.TemporaryDirectory(dir=memory()) as name, tempfile.TemporaryDirectory() as home:
        monkeypatch.setenv("XDG_DATA_HOME", home)  # the user's own trash is on another disk
        folder = Path(name)
        for number in range(3):
            put(folder / f"{number}.txt", english_text(1).encode(), 1_600_000_000 + number)
        before = everything(folder)
        for more in ([], ["--apply"]):
            code, _out, err = run("prune", folder, "--keep", "newest", *more)
            assert code == 4
            assert "2 of 2 documents have no trash to go to, and nothing was done" in err
            ways = "--to FOLDER, --to hardlink, --to symlink, or, to delete for good, --to delete"
            assert ways in err
            assert "RAM disk" in err
            assert "--to delete" in err
            assert everything(folder) == before
        code, _, err = run("prune", folder, "--keep", "newest", "--apply", *DELETE)
        assert code == 0, err
        assert [path.name for path in folder.iterdir()] == ["2.txt"]


def test_what_fails_is_told_and_the_deed_is_incomplete(
    library: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    rename = Disk.rename

    def refuse(self: Disk, source: Path, target: Path) -> None:
        if source.parent.name == "旧":
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        rename(self, source, target)

    monkeypatch.setattr(Disk, "rename", refuse)
    code, out, err = run("prune", library, "--keep", "oldest", "--apply", "--format", "csv")
    assert code == 3
    assert "1 of 4 documents was not removed; see above" in err
    (failed,) = [row for row in rows(out) if row["state"] == "failed"]
    assert (failed["path"], failed["reason"]) == (
        str(library / "旧/合同.txt"),
        os.strerror(errno.EACCES),
    )
    assert [row["state"] for row in rows(out)].count("done") == 3


def test_what_changed_since_is_skipped(
    library: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = rules.plan_removal

    def edit(*arguments: object, **named: object) -> object:
        with (library / "合同.txt").open("ab") as file:
            file.write(b"!")
        return plan(*arguments, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(rules, "plan_removal", edit)
    code, out, err = run(
        "prune", library, "--keep", "oldest", *DELETE, "--apply", "--format", "csv"
    )
    assert code == 3
    skipped = [row for row in rows(out) if row["state"] == "skipped"]
    assert {row["reason"] for row in skipped} == {"the document to keep has changed since the scan"}
    assert len(skipped) == 2
    # the plan sees that the kept one is another file now, so a copy of it stays
    (left,) = (row for row in rows(out) if row["state"] == "left")
    assert left["path"] == str(library / "合同 (1).txt")
    assert "2 of 3 documents were not removed; see above" in err
    assert len(shown(library)) == 7


@pytest.mark.parametrize(
    "options",
    [
        [],
        ["--keep", "best"],
        ["--keep", "newest", "--kinds", "linked"],
        ["--keep", "newest", "--kinds", ""],
        ["--keep", "folder"],
        ["--keep", "newest", "--to", "{library}/inside"],
        ["--keep", "newest", "--to", "{library}/only.txt"],
        ["--keep", "newest", "--to", ""],
    ],
)
def test_wrong_usage(library: Path, run: Run, options: list[str]) -> None:
    before = everything(library)
    words = [word.format(library=library) for word in options]
    code, out, err = run("prune", library, "--apply", *words)
    assert (code, out) == (2, "")
    assert err
    assert everything(library) == before


def test_a_folder_that_was_renamed_meanwhile_is_named_once(
    library: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not each of its documents; the progress counts what went, and nothing did there."""
    for number in range(20):
        put(library / "旧" / "下" / f"{number}.txt", chinese_text(1).encode(), 1_600_000_200)
    told: list[tuple[int, int]] = []
    carry_out = simcore.carry_out

    def carried_out(plan: RemovalPlan, *arguments: Any, progress: Any, **named: Any) -> Any:
        (library / "旧").rename(library / "新")

        def noted(done: int, total: int) -> None:
            told.append((done, total))
            progress(done, total)

        return carry_out(plan, *arguments, progress=noted, **named)

    monkeypatch.setattr("simcore.removal.carry_out.carry_out", carried_out)
    code, out, err = run("prune", library, "--keep", "oldest", *DELETE, "--apply")
    assert code == 3
    lines = [line for line in out.splitlines() if "旧" in line]
    gone = f"skipped  {library / '旧'}: folder is no longer there; 21 documents were left unchanged"
    assert lines == [gone]
    assert "21 of 24 documents were not removed; see above" in err
    assert max(told) in {(2, 24), (3, 24)}  # before the last of all
    rows = list(csv.reader(io.StringIO(run("history", "1", "--format", "csv")[1])))
    assert sum("folder is no longer there" in ",".join(row) for row in rows) == 21


PRUNE_STEP = amount("PRUNE_STEP", 41, 1)

KILLED = """
import os, signal, sys
from simcore.files import disk
from simcore.cli.main import main
from simcore.files.disk import Disk
at, calls = int(sys.argv.pop(1)), 0
def watched(call):
    def counted(*arguments, **named):
        global calls
        calls += 1
        if calls == at:
            os.kill(os.getpid(), signal.SIGKILL)
        return call(*arguments, **named)
    return counted
for name in ("rename", "unlink", "exchange", "link", "create", "write"):
    setattr(disk.Disk, name, watched(getattr(disk.Disk, name)))
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.skipif(os.name == "nt", reason="no such signal there")
@pytest.mark.parametrize("to", ["trash", "delete", "hardlink", "else"])
def test_killed_in_the_middle(
    library: Path, run: Run, tmp_path: Path, index_path: Path, counted: Counted, to: str
) -> None:
    """At any moment: history lists the removals, undo restores them, nothing is lost."""
    before = shown(library)
    where = tmp_path / "moved" if to == "else" else to
    options = [str(library), "--keep", "oldest", "--to", str(where), "--apply", "--jobs", "0"]
    options += ["--kinds", "identical,same-text"]
    root = ROOT
    kills = after = 0
    for at in range(1, 1_000, PRUNE_STEP):
        was = on_disk(library, index_path.parent)
        process = subprocess.run(
            [
                *(sys.executable, "-c", KILLED, str(at), "prune", *options),
                *("--index", str(index_path)),
            ],
            capture_output=True,
            check=False,
            cwd=root,
            env={**os.environ, "PYTHONPATH": str(root)},
        )
        if process.returncode == 0:
            break
        assert process.returncode == -signal.SIGKILL, process.stderr
        kills += 1
        after += on_disk(library, index_path.parent) != was
        code, out, _ = run("history")
        assert code == 0
        assert "intended" not in out
        left = {path for path, was in shown(library).items() if before.get(path) == was}
        for names in CONTRACTS, REPORTS, {"near.txt"}, {"only.txt"}:
            assert {library / name for name in names} & left, "one of each text stays"
        while run("undo")[0] == 0:
            pass
        if to != "delete":
            assert shown(library) == before
            # a kill may leave the information file of a path that nothing was moved to: with each
            # of them the next run takes longer, and would never come to its end
            shutil.rmtree(Path(os.environ["XDG_DATA_HOME"]) / "Trash", ignore_errors=True)
        else:
            for path, (data, *_) in before.items():
                if not path.exists():
                    path.write_bytes(data)  # other bytes of a text that stays; for the next turn
    else:
        raise AssertionError("it never came to its end")
    assert after >= kills / 2 > 0
    counted("kills of the command that removes", kills)
    counted("kills of the command that removes after the first change to disk", after)


@pytest.mark.usefixtures("interruptible")
def test_interrupted_between_two_documents(
    library: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    rename = Disk.rename

    def interrupted(self: Disk, source: Path, target: Path) -> None:
        signal.raise_signal(signal.SIGINT)
        rename(self, source, target)

    monkeypatch.setattr(Disk, "rename", interrupted)
    code, out, err = run("prune", library, "--keep", "oldest", "--apply", "--format", "csv")
    assert code == 130
    assert "trash: 1 done, 3 skipped; " in err
    end = "variorum: interrupted; 3 of 4 documents were not removed; see above"
    assert err.splitlines()[-1] == end
    assert [row["state"] for row in rows(out)] == ["done", "skipped", "skipped", "skipped"]
    assert {row["reason"] for row in rows(out)} == {"", "cancelled before its turn"}
    monkeypatch.undo()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.usefixtures("interruptible")
def test_interrupted_while_it_tells_what_was_done(
    library: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of it is told: what was removed has to be known."""
    done = removal.done_line

    def interrupted(*arguments: Any) -> str:
        signal.raise_signal(signal.SIGINT)
        return done(*arguments)

    monkeypatch.setattr(removal, "done_line", interrupted)
    code, out, err = run("prune", library, "--keep", "oldest", "--apply")
    assert code == 130
    assert out.splitlines()[-1].startswith("trash: 4 done; ")
    assert err.splitlines()[-1] == "variorum: interrupted; all was done before"


def test_a_file_of_a_year_that_64_bits_do_not_hold(run: Run, library: Path) -> None:
    """In nanoseconds; it is listed, read once, removed and brought back like any other."""
    far = library / "合同.txt"
    year_2300 = 10_413_792_000
    os.utime(far, (year_2300, year_2300))
    if far.stat().st_mtime != year_2300:
        pytest.skip("the file system has no such year")
    before = far.read_bytes()
    assert "8 read, 0 unchanged" in run("scan", library)[1]
    assert "0 read, 8 unchanged" in run("scan", library)[1]
    run("prune", library, "--keep", "oldest", "--to", "trash", "--kinds", "identical", "--apply")
    assert not far.exists()
    run("undo")
    assert (far.read_bytes(), far.stat().st_mtime) == (before, year_2300)


@pytest.fixture
def drafts(tmp_path: Path) -> Path:
    """Two copies of one time, and a final document with a draft of two weeks later."""
    folder, text = tmp_path / "drafts", english_text(3, 600)
    put(folder / "b copy.txt", chinese_text(9).encode())
    put(folder / "z.txt", chinese_text(9).encode())
    put(folder / "plan final.txt", text.encode(), 1_600_000_000)
    put(folder / "plan v6.txt", edited(text, 1, 6).encode(), 1_600_000_000 + 14 * 86_400)
    return folder


def test_a_tie_is_told_as_one_and_what_name_and_date_disagree_about_stays(
    drafts: Path, run: Run
) -> None:
    kinds = ("--kinds", "identical,similar", "--format", "csv")
    code, out, _ = run("prune", drafts, "--keep", "newest", *kinds)
    assert code == 0
    told = {Path(row["path"]).name: row for row in rows(out)}
    assert told["b copy.txt"]["why"] == "same time; not named as a copy"
    assert told["b copy.txt"]["state"] == "planned"
    (left,) = (row for row in told.values() if row["state"] == "left")
    assert {Path(left["path"]).name, Path(left["stays"]).name} == {"plan final.txt", "plan v6.txt"}
    assert left["reason"] == (
        "name and date disagree about which is the latest; plan v6.txt is newer by date"
    )
    assert run("prune", drafts, "--keep", "newest", *kinds, "--apply")[0] == 0
    assert {path.name for path in drafts.iterdir()} == {"z.txt", "plan final.txt", "plan v6.txt"}


def test_the_groups_say_what_to_check(drafts: Path, run: Run) -> None:
    _, out, _ = run("groups", drafts, "--format", "csv")
    why = {Path(row["path"]).name: row["why"] for row in rows(out)}
    assert why["plan final.txt"] == "higher version by name; check the dates"
    assert why["plan v6.txt"] == "check: newer by date"
    assert why["b copy.txt"] == ""
    _, out, _ = run("groups", drafts)
    (line,) = (line for line in out.splitlines() if "plan v6" in line)
    assert line.endswith("(check: newer by date)")
    _, out, _ = run("groups", drafts, "--format", "json")
    assert [row["why"] for row in json.loads(out)["rows"]].count("check: newer by date") == 1
    _, out, _ = run("groups", drafts, "--format", "html")
    assert out.count("Similar (check: newer by date)") == 1
    assert out.count("Kept: higher version by name (check the dates)") == 1


def test_no_false_date_of_a_file_that_64_bits_do_not_hold(tmp_path: Path, run: Run) -> None:
    for name, second in (("far.txt", 13_550_000_000), ("near.txt", 1_600_000_000)):
        put(tmp_path / "t" / name, chinese_text(9).encode())
        os.utime(tmp_path / "t" / name, (second, second))
    if (tmp_path / "t" / "far.txt").stat().st_mtime != 13_550_000_000:
        pytest.skip("this disk keeps no such times")
    _, out, _ = run("groups", tmp_path / "t", "--format", "csv")
    modified = {Path(row["path"]).name: row["modified"] for row in rows(out)}
    assert (modified["far.txt"], modified["near.txt"][:10]) == ("", "2020-09-13")
    _, out, _ = run("groups", tmp_path / "t", "--format", "html")
    assert "after 2262" in out
    assert "2262-04-1" not in out


def test_a_plan_warns_where_a_format_gets_worse(tmp_path: Path, run: Run) -> None:
    """The newest is text, and the draft in the format of a word processor would go for it."""
    text = english_text(4, 300)
    word = "{\\rtf1\\ansi " + text + "}"
    put(tmp_path / "t" / "plan.rtf", word.encode(), 1_600_000_000)
    put(tmp_path / "t" / "plan.txt", text.encode(), 1_600_000_900)
    kinds = ("--kinds", "same-words,similar", "--format", "csv")
    for rule, stays, why in (
        ("newest", "plan.txt", "newest; check: rtf would go, text stays"),
        ("oldest", "plan.rtf", "oldest"),
    ):
        _, out, _ = run("prune", tmp_path / "t", "--keep", rule, *kinds)
        (row,) = rows(out)
        assert (Path(row["stays"]).name, row["why"]) == (stays, why)
