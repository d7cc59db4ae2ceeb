"""Pruning on the command line, on real folders: a plan touches nothing, undo restores all."""

import errno
import json
import os
import shlex
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from amounts import Counted, amount, on_disk
from builders import chinese_text, edited, english_text
from commands import Patch, Run, ended, rows
from places import ROOT
from removals import content, memory, name_space, put, shown
from simcore import FingerprintIndex, ScanConfig, load_results, recall, save_results, scan
from simcore.cli import removal
from simcore.cli.removal import PRUNE_COLUMNS
from simcore.files.disk import Disk, Mount
from simcore.index.judgements import JudgementFile
from simcore.index.paths import default_index_path, judgements_path
from simcore.removal.plan import RemovalPlan
from simcore.reports.formats import path_in
from sticks import Mounts, Stick

TRADITIONAL = "資料庫索引查詢優化事務日誌叢集節點備份恢復組態參數效能測試監控報警部署升級。\n" * 30
TEXT = english_text(1).encode()


@pytest.fixture
def run(run_indexed: Run) -> Run:
    return run_indexed


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


def pruned(run: Run, *words: object) -> list[dict[str, str]]:
    """Plan, or do, what these words of ``prune`` say, and return its table."""
    code, out, err = run("prune", *words, "--format", "csv")
    assert code == 0, err
    return rows(out)


def named(found: Iterable[dict[str, str]]) -> dict[str, dict[str, str]]:
    return {Path(row["path"]).name: row for row in found}


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
    words = library, "--keep", "encoding,not-name,oldest"
    found = pruned(run, *words, *DELETE)
    assert tuple(found[0]) == PRUNE_COLUMNS
    told = {
        tuple(row[name] for name in ("path", "stays", "kind", "why", "state", "action"))
        for row in found
    }
    kept, report = library / "合同.txt", library / "繁體" / "報告 - 複本.txt"
    planned = "planned", "delete"
    assert told == {
        (str(library / "合同 (1).txt"), str(kept), "identical", "not-name", *planned),
        (str(library / ODD), str(kept), "identical", "oldest", *planned),
        (str(library / "旧/合同.txt"), str(kept), "same-text", "encoding", *planned),
        (str(library / "繁體/報告.txt"), str(report), "same-text", "encoding", *planned),
    }
    assert {row["similarity"] for row in found} == {"1.0"}
    listed = json.loads(run("prune", *words, "--format", "json")[1])["rows"]
    assert [path_in(row, "path") for row in listed] == [Path(row["path"]) for row in found]
    lines = run("prune", *words)[1].splitlines()
    size = sum(Path(row["path"]).stat().st_size for row in found)
    assert lines[-1] == (
        f"4 of 6 documents, of 2 groups, would go to the trash: {size:,} bytes "
        "(2 identical, 2 same text)"
    )
    assert lines[0].startswith("trash  ")


@pytest.mark.parametrize("to", ["trash", "else"])
def test_apply_then_undo_then_twice(
    library: Path, run: Run, tmp_path: Path, to: str, index_path: Path
) -> None:
    before = shown(library)
    where = tmp_path / "搬走" if to == "else" else to
    options = library, "--keep", "newest", "--to", where
    plan = pruned(run, *options)
    code, out, err = run("prune", *options, "--format", "csv", "--apply")
    assert code == 0, err
    assert f"This was batch 1; variorum undo 1 --index {index_path} takes it back" in err
    done = rows(out)
    assert [row["path"] for row in done] == [row["path"] for row in plan]
    assert {row["state"] for row in done} == {"done"}
    left = shown(library)
    gone = set(before) - set(left)
    assert {str(path) for path in gone} == {row["path"] for row in done}
    assert left == {path: was for path, was in before.items() if path not in gone}
    assert Path(library / "繁體" / "報告.txt") in left, "the newest stays"
    if to == "else":
        assert {str(path) for path in shown(tmp_path / "搬走")} == {row["where"] for row in done}
        assert (tmp_path / "搬走" / "旧" / "合同.txt").exists(), "folders are kept"

    code, out, err = run("prune", *options, "--apply")
    assert (code, shown(library)) == (0, left)
    assert out == "0 of 0 documents: there was nothing to remove\n"
    assert len(run("history")[1].splitlines()) == 1, "what does nothing is no batch"

    assert run("undo")[0] == 0
    assert shown(library) == before
    assert pruned(run, *options) == plan, "and after it all is as it was"


def test_the_history_has_the_words_of_the_command(library: Path, run: Run, tmp_path: Path) -> None:
    """As a shell takes them: the name of the folder stood there as it is, line breaks and all."""
    words = ["prune", "--keep", "name=a b*,newest", "--to", str(tmp_path / "搬走 it's\n")]
    assert run(*words, "--apply", library)[0] == 0
    (batch,) = rows(run("history", "--format", "csv")[1])
    assert shlex.split(batch["note"]) == words


def test_for_good_goes_only_what_can_be_brought_back(library: Path, run: Run) -> None:
    """Of other bytes nothing is left to copy them from: they go only when that is asked for."""
    before = shown(library)
    assert run("prune", library, "--keep", "oldest", "--to", "delete", "--apply")[0] == 0
    gone = {str(path.relative_to(library)) for path in before.keys() - shown(library).keys()}
    assert gone == {"合同 (1).txt", ODD}
    assert run("undo")[0] == 0
    assert shown(library) == before
    assert "identical alone" in " ".join(run("prune", "--help")[1].split())


def put_twins(folder: Path, number: int = 4) -> Path:
    """Write a text twice, in other encodings."""
    put(folder / "a.txt", chinese_text(number).encode())
    put(folder / "b.txt", chinese_text(number).encode("gb18030"))
    return folder


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

    twins = put_twins(tmp_path / "twins")
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
    words = "prune", put_twins(tmp_path / "twins"), "--keep", "encoding", "--to", "delete"
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
    assert (code, "same words" in out) == (0, False)
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
    assert "would not bring back" not in run("prune", library, "--keep", "oldest")[2]


@pytest.mark.parametrize("to", ["hardlink", "symlink"])
def test_links_are_made_to_identical_ones_alone(library: Path, run: Run, to: str) -> None:
    before = shown(library)
    options = library, "--keep", "oldest", "--to", to
    found = pruned(run, *options)
    assert named(found)["合同 (1).txt"]["state"] == "planned"
    left = [row["reason"] for row in found if row["state"] == "left"]
    # the GB18030 one, and one of the reports
    assert left == ["has no identical document that stays, and stays"] * 2
    pruned(run, *options, "--apply")
    copy = library / "合同 (1).txt"
    assert copy.samefile(library / "合同.txt")
    assert copy.is_symlink() == (to == "symlink")
    assert copy.read_bytes() == before[copy][0]
    pruned(run, *options, "--apply")
    assert len(run("history")[1].splitlines()) == 1, "links are no documents of their own"
    assert run("undo")[0] == 0
    assert shown(library) == before


def test_near_ones_only_when_asked(library: Path, run: Run) -> None:
    words = library, "--keep", "newest"
    assert "near.txt" not in run("prune", *words)[1]
    found = pruned(run, *words, "--kinds", "identical,same-text,near")
    near = [row for row in found if row["stays"].endswith("near.txt")]
    assert {row["kind"] for row in near} == {"similar"}
    assert len(near) == 4
    assert all(0.7 <= float(row["similarity"]) < 1 for row in near)


def test_protected_and_excluded_folders(library: Path, run: Run) -> None:
    old = library / "旧"
    newest = library, "--keep", "newest"
    found = pruned(run, *newest, "--protect", old)
    contracts = [row for row in found if "合同" in row["path"]]
    assert {row["stays"] for row in contracts} == {str(old / "合同.txt")}
    assert {row["why"] for row in contracts} >= {"protected"}
    assert str(old / "合同.txt") not in {row["path"] for row in found}
    found = pruned(run, *newest, "--protect", library, "--apply")
    assert {row["state"] for row in found} == {"left"}
    found = pruned(run, library, "--keep", f"folder={old}", "--exclude-role", old)
    inside = [row for row in found if str(old) in row["path"] + row["stays"]]
    assert [(row["state"], row["path"]) for row in inside] == [("left", str(old / "合同.txt"))]
    assert len(found) == 4


@pytest.mark.parametrize("beside", [True, False])
def test_judgements_are_followed(library: Path, run: Run, index_path: Path, beside: bool) -> None:
    """Those beside the index, and beside the usual one where the index is in memory."""
    index = index_path if beside else default_index_path()
    run("scan", library, index=index)
    with FingerprintIndex(index) as opened:
        report = recall([library], ScanConfig(), opened)
    known = {one.path.relative_to(library).as_posix(): one for one in report.documents.values()}
    with JudgementFile(judgements_path(index)) as file:
        file.keep(known["旧/合同.txt"], known["合同.txt"])
        file.set_apart(known["繁體/報告.txt"], known["繁體/報告 - 複本.txt"])
    words = "prune", library, "--keep", "newest", "--format", "csv"
    _, out, _ = run(*words, index=index if beside else ":memory:")
    assert {row["stays"] for row in rows(out)} == {str(library / "旧/合同.txt")}
    assert {row["why"] for row in rows(out)} == {"chosen to be kept"}
    assert "報告" not in out, "both copies are wanted"


@pytest.mark.skipif(memory() is None, reason="no RAM disk to try")
def test_a_disk_without_a_trash(run: Run, monkeypatch: Patch) -> None:
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
    library: Path, run: Run, monkeypatch: Patch
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


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ([], "--keep"),
        (["--keep", "best"], "best"),
        (["--keep", "newest", "--kinds", "linked"], "linked"),
        (["--keep", "newest", "--kinds", ""], "is no kind to remove"),
        (["--keep", "folder"], "folder"),
        # else its documents would go, and others stay, for one wrong letter
        (["--keep", "folder={library}/alt"], "is not a folder"),
        (["--keep", "newest,folder={library}/旧,folder=typo"], "is not a folder"),
        (["--keep", "newest", "--protect", "{library}/old"], "is not a folder"),
        (["--keep", "newest", "--to", "{library}/inside"], "inside"),
        (["--keep", "newest", "--to", "{library}/only.txt"], "only.txt"),
        (["--keep", "newest", "--to", ""], "is no folder"),
    ],
)
def test_wrong_usage(library: Path, run: Run, options: list[str], said: str) -> None:
    before = everything(library)
    words = [word.format(library=library) for word in options]
    code, out, err = run("prune", library, "--apply", *words)
    assert (code, out) == (2, "")
    assert said in err
    assert everything(library) == before


def test_a_folder_that_was_renamed_meanwhile_is_named_once(
    library: Path, run: Run, monkeypatch: Patch
) -> None:
    """Not each of its documents; the progress counts what went, and nothing did there."""
    for number in range(20):
        put(library / "旧" / "下" / f"{number}.txt", chinese_text(1).encode(), 1_600_000_200)
    told: list[tuple[int, int]] = []
    carry_out = removal.carry_out

    def carried_out(plan: RemovalPlan, *arguments: Any, progress: Any, **named: Any) -> Any:
        (library / "旧").rename(library / "新")

        def noted(done: int, total: int) -> None:
            told.append((done, total))
            progress(done, total)

        return carry_out(plan, *arguments, progress=noted, **named)

    monkeypatch.setattr(removal, "carry_out", carried_out)
    code, out, err = run("prune", library, "--keep", "oldest", *DELETE, "--apply")
    assert code == 3
    lines = [line for line in out.splitlines() if "旧" in line]
    gone = f"skipped  {library / '旧'}: folder is no longer there; 21 documents were left unchanged"
    assert lines == [gone]
    assert "21 of 24 documents were not removed; see above" in err
    assert max(told) in {(2, 24), (3, 24)}  # before the last of all
    found = rows(run("history", "1", "--format", "csv")[1])
    assert sum("folder is no longer there" in row["reason"] for row in found) == 21


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
def test_interrupted_between_two_documents(library: Path, run: Run, monkeypatch: Patch) -> None:
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
    library: Path, run: Run, monkeypatch: Patch
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
    words = drafts, "--keep", "newest", "--kinds", "identical,similar"
    told = named(pruned(run, *words))
    assert told["b copy.txt"]["why"] == "same time; not named as a copy"
    assert told["b copy.txt"]["state"] == "planned"
    (left,) = (row for row in told.values() if row["state"] == "left")
    assert {Path(left["path"]).name, Path(left["stays"]).name} == {"plan final.txt", "plan v6.txt"}
    assert left["reason"] == (
        "name and date disagree about which is the latest; plan v6.txt is newer by date"
    )
    pruned(run, *words, "--apply")
    assert {path.name for path in drafts.iterdir()} == {"z.txt", "plan final.txt", "plan v6.txt"}


def test_the_groups_say_what_to_check(drafts: Path, run: Run) -> None:
    formats = "csv", "json", "html", "text"
    told = {how: run("groups", drafts, "--format", how)[1] for how in formats}
    why = {name: row["why"] for name, row in named(rows(told["csv"])).items()}
    assert why["plan final.txt"] == "higher version by name; check the dates"
    assert why["plan v6.txt"] == "check: newer by date"
    assert why["b copy.txt"] == ""
    (line,) = (line for line in told["text"].splitlines() if "plan v6" in line)
    assert line.endswith("(check: newer by date)")
    reasons = [row["why"] for row in json.loads(told["json"])["rows"]]
    assert reasons.count("check: newer by date") == 1
    assert told["html"].count("Similar (check: newer by date)") == 1
    assert told["html"].count("Kept: higher version by name (check the dates)") == 1


def test_no_false_date_of_a_file_that_64_bits_do_not_hold(tmp_path: Path, run: Run) -> None:
    for name, second in (("far.txt", 13_550_000_000), ("near.txt", 1_600_000_000)):
        put(tmp_path / "t" / name, chinese_text(9).encode())
        os.utime(tmp_path / "t" / name, (second, second))
    if (tmp_path / "t" / "far.txt").stat().st_mtime != 13_550_000_000:
        pytest.skip("this disk keeps no such times")
    found = named(rows(run("groups", tmp_path / "t", "--format", "csv")[1]))
    assert found["far.txt"]["modified"] == ""
    assert found["near.txt"]["modified"][:10] == "2020-09-13"
    _, out, _ = run("groups", tmp_path / "t", "--format", "html")
    assert "after 2262" in out
    assert "2262-04-1" not in out


def test_a_plan_warns_where_a_format_gets_worse(tmp_path: Path, run: Run) -> None:
    """The newest is text, and the draft in the format of a word processor would go for it."""
    text = english_text(4, 300)
    put(tmp_path / "t" / "plan.rtf", ("{\\rtf1\\ansi " + text + "}").encode(), 1_600_000_000)
    put(tmp_path / "t" / "plan.txt", text.encode(), 1_600_000_900)
    for rule, stays, why in (
        ("newest", "plan.txt", "newest; check: rtf would go, text stays"),
        ("oldest", "plan.rtf", "oldest"),
    ):
        (row,) = pruned(run, tmp_path / "t", "--keep", rule, "--kinds", "same-words,similar")
        assert (Path(row["stays"]).name, row["why"]) == (stays, why)


# --- files with several names -------------------------------------------------------------------


def linked(first: Path, *others: Path) -> list[Path]:
    for other in others:
        other.parent.mkdir(parents=True, exist_ok=True)
        other.hardlink_to(first)
    return [first, *others]


def taken(folder: Path) -> int:
    """Return the bytes that the files below a folder take, by find(1): each file once."""
    listing = ["find", folder, "-type", "f", "-printf", "%i %s\n"]
    said = subprocess.run(listing, capture_output=True, check=True, text=True)
    return sum(int(line.split()[1]) for line in {*said.stdout.splitlines()})


def planned(run: Run, *words: object) -> tuple[list[str], int]:
    """Return the paths that a plan would remove, and the bytes that it says become free."""
    _, out, err = run("prune", *words, "--format", "json")
    size = int(err.split("trash: ")[1].split(" byte")[0].replace(",", ""))
    found = json.loads(out)["rows"]
    return [Path(one["path"]).name for one in found if one["state"] == "planned"], size


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    return tmp_path / "library"


@pytest.mark.parametrize("kept", ["a", "z"])
@pytest.mark.parametrize("way", ["hardlink", "delete", "symlink"])
def test_the_bytes_that_are_said_become_free_and_a_second_run_has_nothing_to_do(
    shelf: Path, run: Run, kept: str, way: str
) -> None:
    copy = shelf / "m/1.txt"
    put(copy, TEXT)
    linked(copy, shelf / "m/2.txt", shelf / "n/3.txt")
    put(shelf / kept / "kept.txt", TEXT)
    words = "prune", shelf, "--keep", f"folder={shelf / kept}", "--to", way, "--apply"
    before = taken(shelf)
    code, out, _ = run(*words)
    assert code == 0
    assert f"1 done; {len(TEXT):,} bytes" in out
    assert taken(shelf) == before - len(TEXT)
    code, out, _ = run(*words)
    assert (code, out) == (0, "0 of 0 documents: there was nothing to remove\n")


def test_names_outside_the_scanned_folders_stay_and_the_plan_says_so(
    shelf: Path, tmp_path: Path, run: Run
) -> None:
    put(shelf / "kept.txt", TEXT, 1_700_000_000)
    (copy,) = linked(put(shelf / "copy.txt", TEXT))
    linked(copy, tmp_path / "outside.txt", tmp_path / "outside 2.txt")
    _, out, err = run("prune", shelf, "--keep", "newest")
    assert "trash: 0 bytes" in out
    said = f"{copy}: also has names (hard links) outside the scanned folders: 2; no space is freed"
    assert said in err
    code, out, _ = run("prune", shelf, "--keep", "newest", "--to", "delete", "--apply")
    assert code == 0
    assert "delete: 1 done; 0 bytes" in out
    assert "outside the scanned folders: 2" in out
    assert (tmp_path / "outside.txt").read_bytes() == TEXT


def test_a_protected_name_that_is_not_the_listed_one(shelf: Path, run: Run) -> None:
    put(shelf / "old/a.txt", TEXT)
    linked(shelf / "old/a.txt", shelf / "prot/x.txt")
    put(shelf / "old/b.txt", TEXT, 1_900_000_000)
    protect = "--protect", shelf / "prot"
    assert planned(run, shelf, "--keep", "newest", *protect) == (["b.txt"], len(TEXT))
    code, _, _ = run("prune", shelf, "--keep", "newest", *protect, "--to", "delete", "--apply")
    assert code == 0
    assert {path.name for path in shown(shelf)} == {"a.txt", "x.txt"}


@pytest.mark.parametrize(
    ("rule", "second"),
    [
        ("folder={}/z", "z/x.txt"),
        ("name=*signed*", "z/signed.txt"),
        ("not-name", "z/report.txt"),
        ("shortest-path", "0.txt"),
    ],
)
def test_a_rule_that_keeps_one_of_its_names_keeps_the_document(
    shelf: Path, run: Run, rule: str, second: str
) -> None:
    put(shelf / "a/a/report (1).txt", TEXT)
    linked(shelf / "a/a/report (1).txt", shelf / second)
    put(shelf / "b/b/report copy.txt", TEXT)
    goes, _ = planned(run, shelf, "--keep", rule.format(shelf))
    assert goes == ["report copy.txt"]


def test_every_name_that_goes_has_a_row(shelf: Path, tmp_path: Path, run: Run) -> None:
    put(shelf / "kept.txt", TEXT, 1_700_000_000)
    put(shelf / "sub/1.txt", TEXT)
    linked(shelf / "sub/1.txt", shelf / "sub/2.txt")
    assert planned(run, shelf, "--keep", "newest") == (["1.txt", "2.txt"], len(TEXT))
    _, out, _ = run("prune", shelf, "--keep", "newest")
    assert f"{shelf / 'sub/2.txt'}  (a name of {shelf / 'sub/1.txt'})" in out
    assert "1 of 2 documents" in out
    to = ("--keep", "newest", "--to", tmp_path / "away", "--apply", "--format", "json")
    _, out, _ = run("prune", shelf, *to)
    rows = json.loads(out)["rows"]
    assert [one["where"] for one in rows] == [str(tmp_path / f"away/sub/{n}.txt") for n in (1, 2)]
    assert [one["name_of"] for one in rows] == [None, str(shelf / "sub/1.txt")]
    assert (tmp_path / "away/sub/1.txt").samefile(tmp_path / "away/sub/2.txt")
    code, _, _ = run("undo")
    assert code == 0
    assert (shelf / "sub/1.txt").samefile(shelf / "sub/2.txt")


def test_a_link_that_was_followed_protects_and_does_not_go(shelf: Path, run: Run) -> None:
    put(shelf / "a/1.txt", TEXT)
    (shelf / "z").mkdir()
    (shelf / "z/link.txt").symlink_to("../a/1.txt")
    put(shelf / "b/2.txt", TEXT, 1_750_000_000)
    words = shelf, "--keep", "newest", "--follow-links"
    assert planned(run, *words) == (["1.txt"], len(TEXT))
    assert planned(run, *words, "--protect", shelf / "z") == (["2.txt"], len(TEXT))


def test_saved_results_have_all_names(shelf: Path, tmp_path: Path) -> None:
    put(shelf / "1.txt", TEXT)
    linked(shelf / "1.txt", shelf / "2.txt", tmp_path / "outside.txt")
    put(shelf / "3.txt", TEXT)
    report = scan(shelf)
    (first, second) = report.documents.values()
    assert [one.path.name for one in first.other_names] == ["2.txt"]
    assert (first.unseen_names, first.gain) == (1, 0)
    assert (second.other_names, second.unseen_names, second.gain) == ((), 0, len(TEXT))
    save_results(report, [], tmp_path / "results.variorum")
    opened = [*load_results(tmp_path / "results.variorum").report.documents.values()]
    assert [(one.other_names, one.unseen_names) for one in opened] == [
        (first.other_names, 1),
        ((), 0),
    ]


@pytest.mark.parametrize("mounted", ["prot", "prot/inner", "."])
@pytest.mark.parametrize("option", ["--protect", "--keep"])
def test_a_folder_through_a_bind_mount_is_the_folder(
    tmp_path: Path, mounted: str, option: str
) -> None:
    """The folder itself, one below it, and one around it: what is planned can be done."""
    base = tmp_path / "base"
    put(base / "prot/inner/1.txt", TEXT)
    put(tmp_path / "free/2.txt", TEXT, 1_900_000_000)
    view = tmp_path / "view"
    view.mkdir()
    rule = "newest" if option == "--protect" else f"folder={base / 'prot'}"
    words = ["prune", view, tmp_path / "free", "--keep", rule, "--to", "delete", "--apply"]
    words += ["--index", ":memory:", "--jobs", "0"]
    words += ["--protect", base / "prot"] if option == "--protect" else []
    script = f'mount --bind {base / mounted} {view} && exec "$@"'
    command = [*name_space(), "sh", "-c", script, "sh", sys.executable, "-m", "simcore"]
    code, out, err = ended(args=[*command, *map(str, words)])
    assert (code, "1 done" in out) == (0, True), err
    assert (base / "prot/inner/1.txt").read_bytes() == TEXT
    assert not (tmp_path / "free/2.txt").exists()


# --- where documents may go ---------------------------------------------------------------------


@pytest.fixture
def documents(tmp_path: Path) -> Path:
    for name in ("a.txt", "b.txt"):
        put(tmp_path / "documents" / name, TEXT)
    return tmp_path / "documents"


def moving(run: Run, documents: Path, goal: Path, *more: str) -> tuple[int, str]:
    """Move ``b.txt`` to a folder; return the exit code and the complaints."""
    return run("prune", documents, "--keep", "name=a*", "--to", goal, "--apply", *more)[::2]


def test_a_scanned_folder_by_its_other_path_is_no_destination(
    tmp_path: Path, documents: Path, run: Run, monkeypatch: Patch
) -> None:
    """A bind mount has one."""
    view = tmp_path / "view"
    view.mkdir()
    mounts = (
        Mount(Path("/"), "ext4", False, "8:1"),
        Mount(view, "ext4", False, "8:1", documents),
    )
    monkeypatch.setattr("simcore.files.disk._mounted", lambda: mounts)
    for goal in (view, view / "new"):
        code, err = moving(run, documents, goal)
        assert (code, f"{goal}: is in {documents}, where" in err) == (2, True)
    assert len(list(documents.iterdir())) == 2
    assert not list(view.iterdir())


@pytest.mark.parametrize("known_by", ["index", "journal"])
def test_a_folder_whose_disk_is_away_is_no_destination(
    tmp_path: Path, documents: Path, run: Run, monkeypatch: Patch, known_by: str
) -> None:
    stick = Stick(tmp_path, "usb")
    Mounts(monkeypatch, stick)
    goal = stick.point / "arch"
    if known_by == "index":
        put(stick.point / "other.txt", TEXT)
        assert run("scan", stick.point)[0] == 0
    else:
        assert moving(run, documents, goal)[0] == 0
        assert (goal / "b.txt").read_bytes() == TEXT
        put(documents / "b.txt", TEXT)
    stick.unplug()
    code, err = moving(run, documents, goal)
    assert (code, f"the disk of {stick.point} is not connected" in err) == (2, True)
    stick.point.rmdir()  # as desktops do
    assert moving(run, documents, goal)[0] == 2
    assert not stick.point.exists()
    assert {one.name for one in documents.iterdir()} == {"a.txt", "b.txt"}
    # who has the folder for good may say so; then a disk that is mounted there covers it
    assert moving(run, documents, goal, "--any-disk")[0] == 0
    below = stick.point.rename(tmp_path / "below")
    stick.point.mkdir()
    stick.mark = "8d0c"
    code, out, err = run("undo")
    (line,) = out.splitlines()
    assert (code, err) == (3, "variorum: 1 of 1 could not be undone\n")
    assert line.startswith(f"failed  {documents / 'b.txt'} -> ")
    assert f"the disk that is mounted at {stick.point} covers it" in line
    shutil.rmtree(stick.point)
    below.rename(stick.point)
    stick.mark = None
    assert run("undo")[0] == 0
    assert (documents / "b.txt").read_bytes() == TEXT


def test_no_other_way_is_offered_for_documents_on_a_read_only_disk(
    documents: Path, run: Run, monkeypatch: Patch
) -> None:
    mounts = (Mount(Path("/"), "ext4", False), Mount(documents, "iso9660", True))
    monkeypatch.setattr("simcore.files.disk._mounted", lambda: mounts)
    monkeypatch.setattr("simcore.files.disk.device_of", hash)
    code, _, told = run("prune", documents, "--keep", "name=a*")
    assert (code, "read-only" in told, "--to" in told) == (4, True, False)


# --- a link that another user put in place of a named folder ------------------------------------

NOBODY = 65_534
NAMES = "1.txt", "2.txt"


@pytest.fixture
def foreign(tmp_path: Path, monkeypatch: Patch) -> Path:
    """A link of another user to a folder with two copies."""
    if os.name == "nt":
        pytest.skip("files have no owners there")
    for name in NAMES:
        put(tmp_path / "victim" / name, content(1) * 40)
    link = tmp_path / "shared" / "docs"
    link.parent.mkdir()
    link.symlink_to(tmp_path / "victim")
    if os.geteuid() == 0:
        os.lchown(link, NOBODY, NOBODY)
    else:  # who may not give it away is another user from now on
        monkeypatch.setattr(os, "geteuid", lambda: NOBODY)
    return link


def left(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def newest(run: Run, *folders: Path) -> tuple[int, str, str]:
    return run("prune", *folders, "--keep", "newest", "--to", "delete", "--apply")


def test_prune_removes_nothing_through_it(foreign: Path, tmp_path: Path, run: Run) -> None:
    victim = tmp_path / "victim"
    code, *told = newest(run, foreign)
    assert code == 3
    assert left(victim) == list(NAMES)
    for one in told:
        assert f"{foreign} is a link that belongs to " in one
        assert f"leads to {victim}; nothing is removed through it" in one
    # nor to what lies below it, or behind a link of one's own
    own = foreign.with_name("own")
    own.symlink_to(foreign)
    (victim / "below").mkdir()
    for name in NAMES:
        (victim / name).rename(victim / "below" / name)
    assert newest(run, own / "below")[0] == 3
    assert left(victim / "below") == list(NAMES)


def test_the_folder_itself_may_be_named(foreign: Path, tmp_path: Path, run: Run) -> None:
    code, out, _ = newest(run, foreign, tmp_path / "victim")
    assert (code, len(left(tmp_path / "victim")), "1 done" in out) == (0, 1, True)


def test_a_link_of_ones_own_is_followed_and_named(foreign: Path, tmp_path: Path, run: Run) -> None:
    own, victim = foreign.with_name("own"), tmp_path / "victim"
    own.symlink_to(victim)
    if os.geteuid() == NOBODY:
        pytest.skip("none is one's own any more")
    code, _, err = newest(run, own)
    assert (code, len(left(victim)), f"{own} -> {victim}" in err) == (0, 1, True)


def test_nothing_is_moved_to_where_it_leads(foreign: Path, documents: Path, run: Run) -> None:
    victim = foreign.resolve()
    code, err = moving(run, documents, foreign / "away")
    assert (code, f"{foreign} is a link that belongs to " in err) == (2, True)
    assert (left(documents), left(victim)) == (["a.txt", "b.txt"], list(NAMES))
    assert moving(run, documents, victim / "away")[0] == 0
