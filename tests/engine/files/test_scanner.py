"""Each file is listed once, despite links, overlaps and missing rights."""

import os
import sys
from pathlib import Path

import pytest

from simcore import Cancelled, ScanConfig
from simcore.files.listing import Listing, list_files
from simcore.files.patterns import Patterns
from simcore.model.reasons import FolderError
from simcore.model.report import NoProgress, Stage

needs_links = pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")


def listing(*folders: Path, **settings: object) -> Listing:
    return list_files(folders, ScanConfig(**settings), NoProgress())  # type: ignore[arg-type]


def names(found: Listing, folder: Path) -> list[str]:
    return [source.path.relative_to(folder).as_posix() for source in found.files]


def touch(path: Path, data: bytes = b"text") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def test_lists_recursively_in_order_by_default_patterns(tmp_path: Path) -> None:
    for name in ("b.txt", "a.md", "sub/会议.TXT", "sub/deep/x.py", ".hidden/y.html", "photo.jpg"):
        touch(tmp_path / name)
    touch(tmp_path / ".git" / "notes.txt")
    found = listing(tmp_path)
    assert names(found, tmp_path) == [
        "a.md",
        "b.txt",
        ".hidden/y.html",
        "sub/会议.TXT",
        "sub/deep/x.py",
    ]
    assert found.skipped == 2  # the photo and the .git folder
    assert found.problems == []


@pytest.mark.parametrize(
    "suffix",
    "txt md markdown rst tex log csv tsv json xml html htm org adoc srt ass py c".split(),
)
def test_default_suffixes(suffix: str, tmp_path: Path) -> None:
    touch(tmp_path / f"name.{suffix}", b"")
    assert len(listing(tmp_path).files) == 1  # and no minimum size


def test_patterns(tmp_path: Path) -> None:
    for name in ("keep.txt", "drop.txt", "sub/keep.txt", "old/keep.txt", "other.md"):
        touch(tmp_path / name)
    found = listing(tmp_path, include=("*.txt",), exclude=("drop*", "old", "sub/none.txt"))
    assert names(found, tmp_path) == ["keep.txt", "sub/keep.txt"]
    assert found.skipped == 3
    found = listing(tmp_path, include=("sub/*.txt",), exclude=())
    assert names(found, tmp_path) == ["sub/keep.txt"]


def test_patterns_admit_what_a_walk_lists(tmp_path: Path) -> None:
    paths = ["a.txt", "x/a.txt", "x/old/a.txt", "old.txt", "x/skip.txt", "y/b.md"]
    for path in paths:
        touch(tmp_path / path)
    config = ScanConfig(include=("*.txt",), exclude=("old", "x/skip.txt"))
    walked = names(list_files([tmp_path], config, NoProgress()), tmp_path)
    assert sorted(path for path in paths if Patterns(config).admit(path)) == sorted(walked)
    assert walked == ["a.txt", "old.txt", "x/a.txt"]


def test_overlapping_folders_list_each_file_once(tmp_path: Path) -> None:
    touch(tmp_path / "sub" / "a.txt")
    touch(tmp_path / "b.txt")
    for folders in ((tmp_path, tmp_path / "sub"), (tmp_path / "sub", tmp_path)):
        found = listing(*folders)
        assert sorted(source.path.name for source in found.files) == ["a.txt", "b.txt"]
        assert len(found.problems) == 1
        assert "listed already" in str(found.problems[0].reason)


def test_paths_are_as_given_and_resolved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    touch(tmp_path / "docs" / "sub" / "a.txt")
    monkeypatch.chdir(tmp_path)
    (source,) = listing(Path("docs")).files
    assert source.path == Path("docs/sub/a.txt")
    assert source.real_path == (tmp_path / "docs/sub/a.txt").resolve()
    assert source.size == 4


@needs_links
def test_links_are_reported_and_not_followed(tmp_path: Path) -> None:
    touch(tmp_path / "a.txt")
    (tmp_path / "link.txt").symlink_to("a.txt")
    (tmp_path / "loop").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "broken.txt").symlink_to("nowhere")
    found = listing(tmp_path)
    assert names(found, tmp_path) == ["a.txt"]
    reported = {problem.path.name: str(problem.reason) for problem in found.problems}
    assert set(reported) == {"link.txt", "loop", "broken.txt"}
    assert all("symbolic link" in reason for reason in reported.values())


@needs_links
def test_a_link_or_pipe_that_may_be_no_text_is_passed_over(tmp_path: Path) -> None:
    touch(tmp_path / "a.txt")
    (tmp_path / "photo.jpg").symlink_to("a.txt")
    (tmp_path / "link.txt").symlink_to("a.txt")
    (tmp_path / "folder.jpg").symlink_to(tmp_path, target_is_directory=True)
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        os.mkfifo(tmp_path / "pipe.txt")
    found = listing(tmp_path, all_text=True)
    assert names(found, tmp_path) == ["a.txt"]
    reported = {problem.path.name for problem in found.problems}
    assert reported - {"pipe.txt"} == {"link.txt", "folder.jpg"}
    assert ("pipe.txt" in reported) == hasattr(os, "mkfifo")


@needs_links
def test_loops_end_when_links_are_followed(tmp_path: Path) -> None:
    touch(tmp_path / "one" / "a.txt")
    touch(tmp_path / "elsewhere" / "b.txt")
    (tmp_path / "one" / "loop").symlink_to(tmp_path / "one", target_is_directory=True)
    (tmp_path / "one" / "out").symlink_to(tmp_path / "elsewhere", target_is_directory=True)
    (tmp_path / "one" / "broken.txt").symlink_to("nowhere")
    found = listing(tmp_path / "one", follow_links=True)
    assert [source.path.name for source in found.files] == ["a.txt", "b.txt"]
    assert sorted(problem.path.name for problem in found.problems) == ["broken.txt", "loop"]


@needs_links
def test_hard_links_are_one_file(tmp_path: Path) -> None:
    touch(tmp_path / "a.txt")
    os.link(tmp_path / "a.txt", tmp_path / "b.txt")
    found = listing(tmp_path)
    assert names(found, tmp_path) == ["a.txt"]
    (problem,) = found.problems
    assert problem.path == tmp_path / "b.txt"
    assert str(tmp_path / "a.txt") in str(problem.reason)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes there")
def test_pipes_are_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.txt")
    found = listing(tmp_path)
    assert not found.files
    assert "not a regular file" in str(found.problems[0].reason)


@pytest.mark.skipif(sys.platform == "win32", reason="names are text there")
def test_names_that_are_not_utf8(tmp_path: Path) -> None:
    raw = os.fsencode(tmp_path) + b"/\xb5\xda\xd2\xbb.txt"
    with open(raw, "wb") as file:  # noqa: PTH123 - bytes
        file.write(b"text")
    (source,) = listing(tmp_path).files
    assert os.fsencode(source.path) == raw


def test_unreadable_folder_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    touch(tmp_path / "open" / "a.txt")
    touch(tmp_path / "shut" / "b.txt")
    real = os.scandir

    def scandir(path: str) -> object:
        if str(path).endswith("shut"):
            raise PermissionError(13, "Permission denied", path)
        return real(path)

    # the tests may run as a user whom no rights stop
    monkeypatch.setattr(os, "scandir", scandir)
    found = listing(tmp_path)
    assert names(found, tmp_path) == ["open/a.txt"]
    (problem,) = found.problems
    assert problem.path == tmp_path / "shut"
    assert "Permission denied" in str(problem.reason)
    assert found.unlisted == [tmp_path / "shut"]
    with pytest.raises(FolderError, match=r"shut.*Permission denied"):
        listing(tmp_path / "shut")


def test_missing_folder(tmp_path: Path) -> None:
    with pytest.raises(FolderError, match=r"gone: does not exist"):
        listing(tmp_path / "gone")
    touch(tmp_path / "docs" / "file.txt")
    found = listing(tmp_path / "gone", tmp_path / "docs")
    assert names(found, tmp_path) == ["docs/file.txt"]
    assert [problem.path for problem in found.problems] == [tmp_path / "gone"]


def test_empty_folder(tmp_path: Path) -> None:
    assert [*listing(tmp_path).files] == []


def test_cancel_while_listing(tmp_path: Path) -> None:
    class Stop:
        def report(self, stage: Stage, done: int, total: int) -> None:
            raise Cancelled

    with pytest.raises(Cancelled):
        list_files([tmp_path], ScanConfig(), Stop())


@pytest.mark.skipif(sys.platform == "win32", reason="the home folder is not HOME there")
def test_a_trash_is_entered_only_if_it_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is there may be emptied at any moment; it counted as a copy that stays."""
    home, data = tmp_path / "home", tmp_path / "home" / "data"
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_DATA_HOME", str(data))
    trashes = [data / "Trash", home / ".local/share/Trash", home / ".Trash", home / "$RECYCLE.BIN"]
    for trash in trashes:
        touch(trash / "files" / "thrown.txt")
    touch(home / "Trash" / "mine.txt")
    found = listing(home, exclude=())
    assert names(found, home) == ["Trash/mine.txt"]
    assert found.skipped == len(trashes)
    for trash in trashes:
        for named in (trash, trash / "files"):
            assert [one.path.name for one in listing(named).files] == ["thrown.txt"]
            both = listing(home, named, exclude=())
            assert {one.path.name for one in both.files} == {"mine.txt", "thrown.txt"}


@needs_links
@pytest.mark.parametrize("where", ["first", "after", "other folder", "long after"])
def test_a_second_name_among_very_many_files(where: str, tmp_path: Path) -> None:
    """Nearly all files are looked at together: one that was seen under another name is told."""
    folder = tmp_path / "docs"
    for number in range(600):
        touch(folder / f"{number:03}.txt")
    (folder / "400 Ordner.txt").mkdir()
    one, other = {
        "first": ("000.txt", "000b.txt"),
        "after": ("010.txt", "020b.txt"),
        "other folder": ("100.txt", "sub/one.txt"),
        "long after": ("001.txt", "599b.txt"),
    }[where]
    (folder / other).parent.mkdir(exist_ok=True)
    os.link(folder / one, folder / other)
    (folder / "005b.txt").symlink_to(folder / "005.txt")
    found = listing(tmp_path)
    listed = [f"docs/{number:03}.txt" for number in range(600)]
    assert names(found, tmp_path) == listed
    told = {one.path.relative_to(folder).as_posix(): str(one.reason) for one in found.problems}
    assert set(told) == {other, "005b.txt"}
    assert str(folder / one) in told[other]
    assert found.skipped == 2
    assert all(
        (one.size, one.mtime_ns, one.device, one.inode)
        == (state.st_size, state.st_mtime_ns, state.st_dev, state.st_ino)
        for one in found.files
        for state in [one.path.stat()]
    )


@pytest.mark.parametrize(
    ("include", "exclude"),
    [
        (("*.txt",), ("*.TXT",)),
        (("*.txt", "*.zip"), ("a*", "b.txt")),
        (("*.txt",), ("[ab].txt", "sub/c.txt")),
        (("*.txt", "txt", "sub/*.md"), (".txt",)),
    ],
)
@pytest.mark.parametrize("containers", [False, True])
def test_what_the_suffix_decides_the_patterns_say(
    include: tuple[str, ...], exclude: tuple[str, ...], containers: bool, tmp_path: Path
) -> None:
    config = ScanConfig(include=include, exclude=exclude, containers=containers)
    patterns = Patterns(config)
    some = ["a.txt", "B.TXT", "c.Txt", "txt", ".txt", "d.", "e.md", "f.zip", "İ.txt", "g.txt.zip"]
    marked = patterns.by_suffix(some)
    for name, plain in zip(some, marked, strict=True):
        for below in (name, f"sub/{name}"):
            listed = patterns.names(name, below) and not patterns.excludes(name, below)
            assert listed or not plain
    assert patterns.by_suffix([]) == []
    assert not (containers and marked[some.index("f.zip")])
    if exclude == ("a*", "b.txt"):
        assert marked == [
            False,
            False,
            True,
            False,
            True,
            False,
            False,
            not containers,
            True,
            not containers,
        ]
