"""Files that are named beside folders: each is one document, read whatever its name is."""

import os
import sys
from pathlib import Path

import pytest

from simcore import FingerprintIndex, ScanConfig, scan
from simcore.files.listing import Listing, list_files
from simcore.files.patterns import Patterns, never_matches
from simcore.model.report import NoProgress, ScanReport
from simcore.workers import make_executor, stop_executor


def listing(*paths: Path, **settings: object) -> Listing:
    return list_files(paths, ScanConfig(**settings), NoProgress())  # type: ignore[arg-type]


def shown(found: Listing) -> list[str]:
    return [one.path.as_posix() for one in found.files]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("docs/a.txt", "docs/photo.jpg", "docs/sub/b.txt", "other.xyz"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(f"Words of {name}")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_named_file_is_listed_whatever_the_patterns_say(here: Path) -> None:
    found = listing(Path("other.xyz"), Path("docs"), exclude=("*.xyz", "photo*"))
    assert shown(found) == ["other.xyz", "docs/a.txt", "docs/sub/b.txt"]
    assert found.roots == [here / "other.xyz", here / "docs"]
    assert next(iter(found.files)).real_path == here / "other.xyz"


@pytest.mark.parametrize("first", [True, False])
def test_a_file_in_a_named_folder_is_one_document(here: Path, first: bool) -> None:
    """In whatever order they are named; it is neither left out nor another name of itself."""
    named = [Path("docs/photo.jpg"), Path("docs/a.txt")]
    paths = [*named, Path("docs")] if first else [Path("docs"), *named]
    found = listing(*paths, Path("docs/sub/../a.txt"), here / "docs" / "a.txt")
    assert sorted(shown(found)) == ["docs/a.txt", "docs/photo.jpg", "docs/sub/b.txt"]
    assert (found.problems, found.skipped, found.left_out.total()) == ([], 0, 0)


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_links_and_second_names(here: Path) -> None:
    (here / "link.txt").symlink_to("docs/a.txt")
    os.link("docs/a.txt", "hard.txt")
    found = listing(Path("link.txt"))
    assert (shown(found), found.problems) == (["link.txt"], [])
    found = listing(Path("hard.txt"), Path("docs"))
    assert shown(found) == ["hard.txt", "docs/sub/b.txt"]
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
    executor = make_executor(0)
    try:
        return scan(paths, config, index, executor)
    finally:
        stop_executor(executor)


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


# --- patterns --------------------------------------------------------------------------------


PATHS = ["a.txt", "old/a.txt", "x/old/a.txt", "x/y/a.md", "build", "build/a.txt", "x/build/b.txt"]


@pytest.mark.parametrize(
    ("exclude", "left"),
    [
        ("/old/", {"a.txt", "x/old/a.txt", "x/y/a.md", "build", "build/a.txt", "x/build/b.txt"}),
        ("old/", {"a.txt", "x/y/a.md", "build", "build/a.txt", "x/build/b.txt"}),
        ("build/", {"a.txt", "old/a.txt", "x/old/a.txt", "x/y/a.md", "build"}),
        ("BUILD", {"a.txt", "old/a.txt", "x/old/a.txt", "x/y/a.md"}),
        ("/*.txt", set(PATHS) - {"a.txt"}),
        ("/*/a.txt", set(PATHS) - {"old/a.txt", "build/a.txt"}),
        ("**/a.txt", {"x/y/a.md", "build", "x/build/b.txt"}),
        ("x/**/a.txt", set(PATHS) - {"x/old/a.txt"}),
        ("/x/**", {"a.txt", "old/a.txt", "build", "build/a.txt"}),
        # as in every version before, * matches slashes where a pattern has neither of these
        ("x/*.txt", set(PATHS) - {"x/old/a.txt", "x/build/b.txt"}),
        ("*/a.txt", set(PATHS) - {"old/a.txt", "x/old/a.txt", "build/a.txt"}),
    ],
)
def test_paths_in_patterns(exclude: str, left: set[str], tmp_path: Path) -> None:
    (tmp_path / "tree").mkdir()
    for name in PATHS:
        path = tmp_path / "tree" / name
        if name == "build":
            continue  # a file of this name stands elsewhere
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("words")
    config = ScanConfig(include=("*",), exclude=(exclude,))
    walked = {
        one.path.relative_to(tmp_path / "tree").as_posix()
        for one in list_files([tmp_path / "tree"], config, NoProgress()).files
    }
    assert walked == left - {"build"}
    admitted = {path for path in PATHS if Patterns(config).admit(path)}
    assert admitted == left


@pytest.mark.parametrize(
    ("pattern", "of_files"),
    [
        *(("", True), ("/", False), ("a//b", True), ("./a", True), ("../a/*.txt", False)),
        *(("docs/", True), ("[z-a].txt", True), (f"{'a' * 300}.txt", True), ("/a[", False)),
    ],
)
def test_what_can_never_match_is_known(pattern: str, of_files: bool) -> None:
    assert never_matches(pattern, of_files=of_files)


@pytest.mark.parametrize(
    "pattern", ["a[", "*.txt", "docs/", ".git", "**/*", "/a/b", "[!z-a]", "文档/**"]
)
def test_what_may_match_is_taken(pattern: str) -> None:
    assert never_matches(pattern, of_files=False) == ""


def test_each_document_is_shown_as_it_was_named(here: Path) -> None:
    """Also where a file and the folder that it is in are named in two ways."""
    with FingerprintIndex(here / "index") as index:
        for _ in range(2):  # read, then known
            report = scanned(here / "docs" / "a.txt", Path("docs"), index=index)
            shown = {str(one.path) for one in report.documents.values()}
            assert shown == {str(here / "docs" / "a.txt"), "docs/sub/b.txt"}
