"""What .gitignore and .ignore say is what git says that they do."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from simcore import ScanConfig
from simcore.files.listing import Listing, list_files
from simcore.files.patterns import IgnoreFiles, glob_regex
from simcore.model.report import NoProgress

GIT = shutil.which("git") or ""
needs_git = pytest.mark.skipif(not GIT, reason="git is not there")

FILES = (
    "a.txt b.txt build/out.txt build/keep.txt src/build/x.txt src/a.txt src/deep/a.txt docs/a/b.txt"
    " docs/b.txt 文档/合同.txt 文档/草稿.txt x[1].txt x1.txt #hash.txt !bang.txt trail.txt "
    "sub/.hidden.txt sub/a.log.txt sub/vendor/lib/a.txt sub/vendor/b.txt"
).split()

RULES = [
    "*.txt\n!keep.txt",
    "build/",
    "/build",
    "build",
    "src/*.txt",
    "src/**",
    "**/a.txt",
    "docs/**/b.txt",
    "/*.txt",
    "文档/*.txt\n!文档/合同.txt",
    "x\\[1\\].txt",
    "x[1].txt",
    "x[!1]*.txt\n# a comment\n\\#hash.txt\n\\!bang.txt",
    "trail.txt   \nb.txt\\ ",
    "a.txt\r\nb.txt\r\n",
    "sub/vendor/*\n!sub/vendor/lib/",
    "[[:alpha:]].txt\n[^a-c].txt",
    "a[.txt\nz-\\",
    "**\n!*/\n!*.log.txt",
    "/\n//\n!\n*/a.txt",
    "?.txt\nsrc/d??p/",
    "a**.txt\n**.log.txt",
    "\ufeffa.txt",
]


def make(folder: Path) -> None:
    for name in FILES:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("words")


def listed(folder: Path, *, start: str = "") -> set[str]:
    config = ScanConfig(include=("*",), ignore_files=True)
    found = list_files([folder / start], config, NoProgress())
    assert found.problems == []
    return {one.path.relative_to(folder).as_posix() for one in found.files}


def of_git(folder: Path) -> set[str]:
    """What git would add: neither ignored nor in an ignored folder."""
    words = [GIT, "-c", "core.excludesFile=", "ls-files", "-z", "-o", "--exclude-standard"]
    done = subprocess.run(words, cwd=folder, capture_output=True, check=True)
    return {os.fsdecode(one) for one in done.stdout.split(b"\0") if one}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    folder = tmp_path / "tree"
    folder.mkdir()
    make(folder)
    subprocess.run([GIT, "init", "-q", str(folder)], check=True)
    return folder


@needs_git
def test_each_rule_is_read_as_git_reads_it(tree: Path) -> None:
    whole = of_git(tree)
    assert whole == set(FILES)
    for rules in RULES:
        (tree / ".gitignore").write_bytes(rules.encode())
        expected = of_git(tree)
        assert listed(tree) == expected, rules
        (tree / "src" / ".gitignore").write_text("!a.txt\n/deep/\n")
        (tree / "sub" / ".gitignore").write_bytes(b"vendor/lib\n*.log.*\n")
        assert listed(tree) == of_git(tree), rules
        # a folder below the top of a repository, scanned alone
        of_docs = {one for one in of_git(tree) if one.startswith("docs/")}
        if not _is_ignored(tree, "docs"):
            assert listed(tree, start="docs") == of_docs, rules
        for name in ("src", "sub"):
            (tree / name / ".gitignore").unlink()
    (tree / ".gitignore").unlink()


def _is_ignored(tree: Path, name: str) -> bool:
    done = subprocess.run([GIT, "check-ignore", "-q", name], cwd=tree, check=False)
    return done.returncode == 0


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("repository").resolve()
    subprocess.run([GIT, "init", "-q", str(folder)], check=True)
    return folder


@needs_git
@given(pattern=st.text("ab*?[]!^-/.\\", min_size=1, max_size=9))
@example(pattern="[b-a]")
@example(pattern="[!b-a]")
def test_a_pattern_matches_what_git_matches(pattern: str, repository: Path) -> None:
    paths = ["a", "b", "ab", "a.b", "a/b", "b/a/b", "a/b/a", "-", "a-", "!", "^a", "ba", "a/a/a/b"]
    if pattern.startswith("!") or pattern.strip("/") == "":
        return
    folder = repository
    (folder / ".gitignore").write_text(f"{pattern}\n")
    asked = "\0".join(paths).encode()
    words = [GIT, "-c", "core.excludesFile=", "check-ignore", "-z", "--no-index", "--stdin"]
    done = subprocess.run(words, cwd=folder, input=asked, capture_output=True, check=False)
    expected = {one.decode() for one in done.stdout.split(b"\0") if one}
    files = IgnoreFiles(folder, lambda path, error: pytest.fail(str(error)))

    def ignored(path: str) -> bool:
        names = path.split("/")
        return any(
            files.ignoring("/".join(names[:at]), name, folder=at < len(names) - 1) is not None
            for at, name in enumerate(names)
        )

    assert {path for path in paths if ignored(path)} == expected


def test_the_nearer_file_counts_and_ignore_before_gitignore(tmp_path: Path) -> None:
    """As ripgrep has it: .ignore may take back what .gitignore says."""
    for name in ("a.txt", "b.txt", "sub/a.txt", "sub/c.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("words")
    (tmp_path / ".gitignore").write_text("a.txt\nb.txt\n")
    (tmp_path / ".ignore").write_text("!b.txt\nc.txt\n")
    (tmp_path / "sub" / ".ignore").write_text("!a.txt\n")
    config = ScanConfig(include=("*.txt",), ignore_files=True)
    found = list_files([tmp_path], config, NoProgress())
    assert names_of(found, tmp_path) == {"b.txt", "sub/a.txt"}
    assert found.skipped >= 2
    without = list_files([tmp_path], ScanConfig(include=("*.txt",)), NoProgress())
    assert len(without.files) == 4


def test_what_is_named_is_read_though_it_is_ignored(tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("words")
    (tmp_path / ".gitignore").write_text("*.txt\n")
    config = ScanConfig(include=("*.txt",), ignore_files=True)
    found = list_files([tmp_path, tmp_path / "a.txt"], config, NoProgress())
    assert names_of(found, tmp_path) == {"a.txt"}
    assert found.skipped == 2, "the other one, and the file of rules"


def names_of(found: Listing, folder: Path) -> set[str]:
    return {one.path.relative_to(folder).as_posix() for one in found.files}


@pytest.mark.skipif(os.name == "nt", reason="links and names are others there")
def test_names_of_other_encodings_and_files_that_cannot_be_read(tmp_path: Path) -> None:
    raw = "合同".encode("gb18030")
    folder = os.fsencode(tmp_path)
    for name in (raw + b".txt", b"a\nb.txt", b"keep.txt"):
        with open(os.path.join(folder, name), "wb") as file:  # noqa: PTH118, PTH123 - bytes
            file.write(b"words")
    (tmp_path / ".gitignore").write_bytes(raw + b"*\n")
    assert {one.name for one in listing(tmp_path).files} == {"keep.txt", "a\nb.txt"}
    (tmp_path / ".ignore").mkdir()
    found = listing(tmp_path)
    assert [one.path.name for one in found.problems] == [".ignore"]
    (tmp_path / ".ignore").rmdir()
    (tmp_path / "rules").write_text("*")
    (tmp_path / ".ignore").symlink_to("rules")  # git follows no such link
    assert {one.name for one in listing(tmp_path).files} == {"keep.txt", "a\nb.txt"}


def listing(folder: Path) -> Listing:
    return list_files([folder], ScanConfig(include=("*.txt",), ignore_files=True), NoProgress())


def test_what_can_never_match_has_no_expression() -> None:
    assert [glob_regex(one) for one in ("a[", "a\\", "[[:none:]]")] == [None] * 3
