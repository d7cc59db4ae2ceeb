"""What is listed: each file once, despite links, overlaps and rights, however it is named."""

import os
import random
import sys
import zipfile
from itertools import compress
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amounts import examples
from simcore import Cancelled, FingerprintIndex, ScanConfig, scan
from simcore.files.listing import Files, FolderRules, Listing, Packed, list_files, list_paths
from simcore.model.reasons import FolderError
from simcore.model.records import ListedFile, ListedFolder
from simcore.model.report import NoProgress, ScanReport
from simcore.workers import make_executor

needs_links = pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")


def listing(*folders: Path, **settings: object) -> Listing:
    return list_files(folders, ScanConfig(**settings), NoProgress())  # type: ignore[arg-type]


def names(found: Listing, folder: Path = Path()) -> list[str]:
    return [source.path.relative_to(folder).as_posix() for source in found.files]


def touch(path: Path, data: bytes = b"text") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def test_lists_recursively_in_order_by_default_patterns(tmp_path: Path) -> None:
    assert [*listing(tmp_path).files] == []
    for name in ("b.txt", "a.md", "sub/会议.TXT", "sub/deep/x.py", ".hidden/y.html", "photo.jpg"):
        touch(tmp_path / name)
    touch(tmp_path / ".git" / "notes.txt")
    found = listing(tmp_path)
    listed = ["a.md", "b.txt", ".hidden/y.html", "sub/会议.TXT", "sub/deep/x.py"]
    assert names(found, tmp_path) == listed
    assert found.skipped == 2  # the photo and the .git folder
    assert found.problems == []


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
    if sys.platform != "win32":  # names are text there
        raw = b"odd/\xb5\xda\xd2\xbb.txt"
        touch(Path(os.fsdecode(raw)))
        assert [os.fsencode(one.path) for one in listing(Path("odd")).files] == [raw]


@needs_links
@pytest.mark.parametrize("all_text", [False, True])
def test_links_and_pipes_are_told_and_not_followed(tmp_path: Path, all_text: bool) -> None:
    """But for those that may be no text."""
    touch(tmp_path / "a.txt")
    (tmp_path / "photo.jpg").symlink_to("a.txt")
    (tmp_path / "link.txt").symlink_to("a.txt")
    (tmp_path / "loop").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "folder.jpg").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "broken.txt").symlink_to("nowhere")
    for name in ("pipe", "pipe.txt"):
        os.mkfifo(tmp_path / name)
    found = listing(tmp_path, all_text=all_text)
    assert names(found, tmp_path) == ["a.txt"]
    told = {problem.path.name: str(problem.reason) for problem in found.problems}
    assert "not a regular file" in told.pop("pipe.txt")
    assert set(told) == {"link.txt", "loop", "folder.jpg", "broken.txt"}
    assert all("symbolic link" in reason for reason in told.values())


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
    stop = mock.Mock(report=mock.Mock(side_effect=Cancelled))
    with pytest.raises(Cancelled):
        list_files([tmp_path], ScanConfig(), stop)


@pytest.mark.skipif(sys.platform == "win32", reason="the home folder is not HOME there")
def test_trashes_are_not_entered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
    for one in found.files:
        state = one.path.stat()
        assert (one.size, one.mtime_ns) == (state.st_size, state.st_mtime_ns)
        assert (one.device, one.inode) == (state.st_dev, state.st_ino)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("docs/a.txt", "docs/photo.jpg", "docs/sub/b.txt", "other.xyz"):
        touch(tmp_path / name, f"Words of {name}".encode())
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_named_file_is_listed_whatever_the_patterns_say(here: Path) -> None:
    found = listing(Path("other.xyz"), Path("docs"), exclude=("*.xyz", "photo*"))
    assert names(found) == ["other.xyz", "docs/a.txt", "docs/sub/b.txt"]
    assert found.roots == [here / "other.xyz", here / "docs"]
    assert next(iter(found.files)).real_path == here / "other.xyz"


@pytest.mark.parametrize("first", [True, False])
def test_a_file_in_a_named_folder_is_one_document(here: Path, first: bool) -> None:
    """In whatever order they are named; it is neither left out nor another name of itself."""
    named = [Path("docs/photo.jpg"), Path("docs/a.txt")]
    paths = [*named, Path("docs")] if first else [Path("docs"), *named]
    found = listing(*paths, Path("docs/sub/../a.txt"), here / "docs" / "a.txt")
    assert sorted(names(found)) == ["docs/a.txt", "docs/photo.jpg", "docs/sub/b.txt"]
    assert (found.problems, found.skipped, found.left_out.total()) == ([], 0, 0)
    with FingerprintIndex(here / "index") as index:
        for _ in range(2):  # read, then known: each is shown as it was named
            report = scanned(here / "docs" / "a.txt", Path("docs"), index=index)
            shown = {str(one.path) for one in report.documents.values()}
            assert shown == {str(here / "docs" / "a.txt"), "docs/sub/b.txt"}


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_links_and_second_names(here: Path) -> None:
    (here / "link.txt").symlink_to("docs/a.txt")
    os.link("docs/a.txt", "hard.txt")
    found = listing(Path("link.txt"))
    assert (names(found), found.problems) == (["link.txt"], [])
    found = listing(Path("hard.txt"), Path("docs"))
    assert names(found) == ["hard.txt", "docs/sub/b.txt"]
    (problem,) = found.problems
    assert (problem.path, "hard.txt" in str(problem.reason)) == (Path("docs/a.txt"), True)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes there")
def test_what_is_no_file_is_told(here: Path) -> None:
    os.mkfifo("pipe")
    found = listing(Path("pipe"), Path("docs"), Path("gone.txt"))
    told = {one.path.name: str(one.reason) for one in found.problems}
    assert told == {"pipe": "is not a regular file", "gone.txt": "does not exist"}


@pytest.mark.skipif(sys.platform != "linux", reason="pipes have no such names there")
def test_a_pipe_that_a_shell_names_is_no_file(here: Path) -> None:
    """As it does for ``<(command)``."""
    ours, theirs = os.pipe()
    try:
        (problem,) = listing(Path("docs"), Path(f"/dev/fd/{ours}")).problems
        assert str(problem.reason) == "is not a regular file"
    finally:
        os.close(ours)
        os.close(theirs)


def scanned(*paths: Path, index: FingerprintIndex, **settings: object) -> ScanReport:
    config = ScanConfig(jobs=0, **settings)  # type: ignore[arg-type]
    with make_executor(0) as executor:
        return scan(paths, config, index, executor)


def test_its_name_is_no_promise_that_it_breaks(tmp_path: Path) -> None:
    """A name of a manual page, of a lock: what is named is read, or said not to be."""
    text = "Some words that are in this one document and in no other one."
    folder = tmp_path / "docs"
    folder.mkdir()
    page, lock, binary = folder / "notes.1", folder / "~$report.docx", folder / "data.1"
    page.write_text(text)
    lock.write_bytes(b"\0\1\2" * 50)
    binary.write_bytes(bytes(range(256)) * 4)
    with FingerprintIndex(tmp_path / "index") as index:
        before = scanned(folder, index=index)
        assert (len(before.documents), before.problems) == (0, ())
        for _ in range(2):  # read, then known
            report = scanned(page, lock, binary, index=index)
            assert [one.path for one in report.documents.values()] == [page]
            told = {one.path for one in report.problems}
            assert told == {lock, binary}
            assert report.counts.listed == 3
        after = scanned(folder, index=index)
        assert (len(after.documents), after.problems) == (0, ())


def test_other_files_of_its_folder_stay_in_the_index(tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text(f"Words of {name}, and some more of them.")
    with FingerprintIndex(tmp_path / "index") as index:
        assert scanned(tmp_path, index=index, exclude=("index*",)).counts.read == 2
        (tmp_path / "b.txt").write_text("Other words now, and quite another text than before.")
        report = scanned(tmp_path / "b.txt", index=index)
        assert (report.counts.listed, report.counts.read) == (1, 1)
        assert scanned(tmp_path, index=index, exclude=("index*",)).counts.unchanged == 2


NAMES = ["a.txt", "B.MD", "c.png", ".git", "node_modules", "d", "e", ".Trash-1000", "f.zip", "g.1"]

EXCLUDED = [(), (), ("d/e",), ("/d/", "**/e/"), ("/*/e", "in/"), ("e/",)]


def grow(folder: Path, luck: random.Random, depth: int = 0) -> None:
    """Make a random tree: files, folders, links, archives."""
    for name in luck.sample(NAMES, luck.randrange(2, len(NAMES))):
        path = folder / name
        match luck.randrange(6):
            case 0 | 1 if depth < 3:
                path.mkdir()
                grow(path, luck, depth + 1)
            case 2:
                path.symlink_to(luck.choice([folder, folder / "a.txt", folder.parent]))
            case 3:
                with zipfile.ZipFile(path, "w") as archive:
                    archive.writestr("in/side.txt", "text")
            case _:
                path.write_text("text")


def paths_of(listing: Listing) -> set[Path]:
    return {file.real_path for file in listing.files}


@pytest.mark.parametrize("seed", range(examples(24)))
def test_paths_are_listed_as_a_walk_lists_them(tmp_path: Path, seed: int) -> None:
    luck = random.Random(seed)
    roots = [tmp_path / "one", tmp_path / "two"]
    for root in roots:
        root.mkdir()
        grow(root, luck)
    if luck.random() < 0.5:
        roots.insert(luck.randrange(3), roots[0])  # twice
    config = ScanConfig(
        containers=luck.random() < 0.5,
        all_text=luck.random() < 0.3,
        exclude=(*ScanConfig().exclude, *luck.choice(EXCLUDED)),
    )
    everything = paths_of(list_files(roots, config, NoProgress()))
    inside = [Path(folder) / name for folder, _, names in os.walk(tmp_path) for name in names]
    folders = [Path(folder) for folder, _, _ in os.walk(tmp_path) if Path(folder) != tmp_path]
    for path in [*inside, *folders, tmp_path / "one" / "nothing.txt", tmp_path / "elsewhere"]:
        found = paths_of(list_paths([path], roots, config, NoProgress()))
        assert found == {one for one in everything if one.is_relative_to(path)}, path
    some = luck.sample([*inside, *folders], 5)
    found = list_paths(some, roots, config, NoProgress())
    assert paths_of(found) == {one for one in everything if any(map(one.is_relative_to, some))}
    assert len(found.files) == len(paths_of(found))


@pytest.mark.parametrize("seed", range(examples(8)))
def test_folders_are_entered_as_a_walk_enters_them(tmp_path: Path, seed: int) -> None:
    """Each file that a walk lists is in a folder that the rules lead to, step by step."""
    grow(tmp_path, random.Random(seed))
    config = ScanConfig(exclude=(*ScanConfig().exclude, *EXCLUDED[seed % len(EXCLUDED)]))
    rules = FolderRules([tmp_path], config)
    entered: set[Path] = set()
    pending = [tmp_path]
    while pending:
        folder = pending.pop()
        assert rules.enters(folder)
        entered.add(folder)
        pending += rules.inside(folder)
    assert {one.parent for one in paths_of(list_files([tmp_path], config, NoProgress()))} <= entered
    excluded = {".git", "node_modules", ".Trash-1000"}
    assert not any(excluded.intersection(one.relative_to(tmp_path).parts) for one in entered)
    assert not any(one.is_symlink() for one in entered - {tmp_path})
    (tmp_path / "itself").symlink_to(tmp_path / "itself")  # it hides no folder
    assert {*FolderRules([tmp_path], config).inside(tmp_path)} == {*rules.inside(tmp_path)}


BATCHES = st.lists(st.integers(0, 12), max_size=6)
KINDS = [
    st.integers(-(1 << 31), 1 << 31),
    st.integers(-(1 << 63), (1 << 64) - 1),
    st.integers(0, 1 << 70),
    st.booleans(),
    st.none(),
    st.text(max_size=4),
    st.binary(max_size=4),
    st.none() | st.text(max_size=4),
    st.none() | st.binary(max_size=3),
    st.none() | st.integers(0, 3),
    st.sampled_from(["utf-8", "gb18030", None, 0, b"\0"]),
    st.text(max_size=2) | st.binary(max_size=2),
    st.floats(allow_nan=False) | st.integers(0, 5),
]
FOLDERS = [ListedFolder(name, "/real" + name) for name in ("/a/", "/b/", "/文/")]


def packed(data: st.DataObject) -> tuple[Packed, list[tuple[Any, ...]]]:
    """Add rows of drawn kinds some at a time; return them both ways."""
    kinds = data.draw(st.lists(st.sampled_from(KINDS), min_size=1, max_size=4))
    made, rows = Packed(), list[tuple[Any, ...]]()
    for size in data.draw(BATCHES):
        columns = [data.draw(st.lists(kind, min_size=size, max_size=size)) for kind in kinds]
        made.add(columns)
        rows += zip(*columns, strict=True)
    return made, rows


@given(st.data())
def test_rows_come_out_as_they_were(data: st.DataObject) -> None:
    with mock.patch("simcore.files.listing._LEAST", data.draw(st.sampled_from([1, 8, 128]))):
        made, rows = packed(data)
        assert len(made) == len(rows)
        assert [*made.rows()] == rows
        assert [tuple(made.row(at)) for at in range(len(rows))] == rows
        assert [made.column(0), len(made)] == [[row[0] for row in rows], len(rows)]
        start = data.draw(st.integers(0, len(rows)))
        assert [*made.rows(start)] == rows[start:]
        marked = data.draw(st.lists(st.booleans(), min_size=len(rows), max_size=len(rows)))
        some = made.only(marked)
        assert [*some.rows()] == [*compress(rows, marked)]
        both = made + some
        made.add([[value] for value in rows[0]] if rows else [[]])  # later than the sum
        assert [*both.rows()] == [*rows, *compress(rows, marked)]


@given(st.lists(st.tuples(st.sampled_from(FOLDERS), st.text(max_size=3), st.integers(0, 1 << 70))))
def test_files_come_out_as_they_were_listed(found: list[tuple[ListedFolder, str, int]]) -> None:
    listing = Listing()
    for folder, name, number in found:
        listing.add(folder, [name], [(number, -number, 1, number, number + 1, 0o100644, 1)])
    files = [ListedFile(folder, name, n, -n, 1, n, n + 1) for folder, name, n in found]
    assert [*listing.files] == [*Files(files)] == files
    assert listing.count == len(files)
    # the folders of all files, by runs
    assert [one for folder, count in listing.files.folders() for one in [folder] * count] == [
        file.folder for file in files
    ]
