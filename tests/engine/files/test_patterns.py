"""Patterns and ignore files: what git says of them, and names in all Unicode forms."""

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from simcore import ScanConfig
from simcore.files.containers import as_stored
from simcore.files.listing import Listing, list_files, list_paths
from simcore.files.names import as_on_disk
from simcore.files.patterns import IgnoreFiles, Patterns, glob_regex, never_matches
from simcore.files.roles import FolderSetting, FolderSettings, Role, Roles
from simcore.model.report import NoProgress
from unicode_names import BOTH_WAYS, IDS, PAIRS

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


def kept_of(folder: Path, *, start: str = "") -> set[str]:
    config = ScanConfig(include=("*",), ignore_files=True)
    found = list_files([folder / start], config, NoProgress())
    assert found.problems == []
    return names_of(found, folder)


def of_git(folder: Path) -> set[str]:
    """What git would add: neither ignored nor in an ignored folder."""
    words = [GIT, "-c", "core.excludesFile=", "ls-files", "-z", "-o", "--exclude-standard"]
    done = subprocess.run(words, cwd=folder, capture_output=True, check=True)
    return {os.fsdecode(one) for one in done.stdout.split(b"\0") if one}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    folder = tmp_path / "tree"
    for name in FILES:
        put(folder / name)
    subprocess.run([GIT, "init", "-q", str(folder)], check=True)
    return folder


@needs_git
def test_each_rule_is_read_as_git_reads_it(tree: Path) -> None:
    whole = of_git(tree)
    assert whole == set(FILES)
    for rules in RULES:
        (tree / ".gitignore").write_bytes(rules.encode())
        expected = of_git(tree)
        assert kept_of(tree) == expected, rules
        (tree / "src" / ".gitignore").write_text("!a.txt\n/deep/\n")
        (tree / "sub" / ".gitignore").write_bytes(b"vendor/lib\n*.log.*\n")
        assert kept_of(tree) == of_git(tree), rules
        # a folder below the top of a repository, scanned alone
        of_docs = {one for one in of_git(tree) if one.startswith("docs/")}
        if not _is_ignored(tree, "docs"):
            assert kept_of(tree, start="docs") == of_docs, rules
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
        put(tmp_path / name)
    (tmp_path / ".gitignore").write_text("a.txt\nb.txt\n")
    (tmp_path / ".ignore").write_text("!b.txt\nc.txt\n")
    (tmp_path / "sub" / ".ignore").write_text("!a.txt\n")
    found = listing(tmp_path)
    assert names_of(found, tmp_path) == {"b.txt", "sub/a.txt"}
    assert found.skipped >= 2
    assert len(listing(tmp_path, ignore_files=False).files) == 4


def test_what_is_named_is_read_though_it_is_ignored(tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt"):
        put(tmp_path / name)
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


def listing(folder: Path, **given: object) -> Listing:
    config = ScanConfig(**{"include": ("*.txt",), "ignore_files": True} | given)
    return list_files([folder], config, NoProgress())


both_ways = pytest.mark.parametrize(("typed", "there"), BOTH_WAYS, ids=IDS)
keeps_forms = pytest.mark.skipif(sys.platform == "darwin", reason="names are one there")


def put(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("words")
    return path


def listed(folder: Path, **patterns: object) -> set[str]:
    config = ScanConfig(**patterns)  # type: ignore[arg-type] # checked by ScanConfig
    return names_of(list_files([folder], config, NoProgress()), folder)


@both_ways
@pytest.mark.parametrize(
    "pattern",
    ["{}", "{}*", "*{}*", "{}/", "/{}/", "/{}", "**/{}/**", "*/{}/*", "{}/*.txt", "[x{}]*", "?{}"],
)
def test_excluded(tmp_path: Path, typed: str, there: str, pattern: str) -> None:
    """What is typed in one form excludes what it excludes in the other one."""
    for folder, name in (("one", typed), ("other", there)):
        put(tmp_path / folder / name / "a.txt")
        put(tmp_path / folder / "deep" / name / "b.txt")
        put(tmp_path / folder / f"x{name}" / "c.txt")
        put(tmp_path / folder / "d.txt")
    exclude = (pattern.format(typed),)
    same, other = (listed(tmp_path / folder, exclude=exclude) for folder in ("one", "other"))
    assert {one.replace(typed, "*") for one in same} == {one.replace(there, "*") for one in other}
    assert same != listed(tmp_path / "one", exclude=())


@both_ways
def test_included(tmp_path: Path, typed: str, there: str) -> None:
    for name in (f"{there}.txt", f"a {there}.txt", "b.txt", f"c.{there}"):
        put(tmp_path / name)
    assert listed(tmp_path, include=(f"{typed}.txt",)) == {f"{there}.txt"}
    assert listed(tmp_path, include=(f"*{typed}.txt",)) == {f"{there}.txt", f"a {there}.txt"}
    assert listed(tmp_path, include=(f"*.{typed}",)) == {f"c.{there}"}
    assert listed(tmp_path, include=(f"/a {typed}.*",)) == {f"a {there}.txt"}


@pytest.mark.parametrize("there", PAIRS["German"])
@pytest.mark.parametrize("pattern", ["B?cher", "B[\u00e4\u00fc]cher", "B[a\u0308u\u0308]cher"])
def test_one_sign_is_one_letter_with_its_accent(there: str, pattern: str) -> None:
    for patterns in (Patterns(ScanConfig(exclude=(pattern,))), Patterns(ScanConfig(exclude=()))):
        assert patterns.excludes(there, there) == (pattern in patterns._exclude)


@both_ways
def test_ignored(tmp_path: Path, typed: str, there: str) -> None:
    for folder in (there, f"sub/{there}", "sub", "."):
        put(tmp_path / folder / f"{there}.txt")
        put(tmp_path / folder / "kept.txt")
    (tmp_path / ".gitignore").write_text(f"/{typed}/\nsub/{typed}/*.txt\n!{typed}/kept.txt\n")
    (tmp_path / "sub" / ".ignore").write_text(f"{typed}.*\n")
    kept = {f"{there}.txt", "kept.txt", "sub/kept.txt"}
    assert listed(tmp_path, ignore_files=True) == kept
    # as a part of a repository, below a folder of such a name
    inner = tmp_path / there / there
    put(inner / f"{there}.txt")
    (tmp_path / there / ".git").mkdir()
    (tmp_path / there / ".gitignore").write_text(f"/{typed}/{typed}.txt\n")
    put(inner / "kept.txt")
    assert listed(inner, ignore_files=True) == {"kept.txt"}


@needs_git
@keeps_forms
@both_ways
def test_ignored_as_git_has_it_for_one_form(tmp_path: Path, typed: str, there: str) -> None:
    """What git says of names in the form of its rules is said of names in the other form."""
    answers = []
    for number, name in enumerate((typed, there)):
        top = tmp_path / str(number)
        files = (f"{name}/a.txt", f"b/{name}.txt", f"b/{name}/c.txt", f"{name} d.txt", "e.txt")
        for one in files:
            put(top / one)
        (top / ".gitignore").write_text(f"{typed}/\n!/b/{typed}/\n{typed} ?.txt\n/b/*{typed}*\n")
        if name is typed:
            subprocess.run([GIT, "init", "-q", top], check=True)
            said = subprocess.run(
                [GIT, "-c", "core.quotePath=false", "ls-files", "-o", "--exclude-standard", "-z"],
                cwd=top,
                capture_output=True,
                check=True,
            )
            shown = {os.fsdecode(one) for one in said.stdout.split(b"\0") if one.endswith(b"txt")}
            answers.append({one.replace(name, "*") for one in shown})
        answers.append({one.replace(name, "*") for one in listed(top, ignore_files=True)})
    assert answers[0] == answers[1] == answers[2] != set()


@keeps_forms
def test_bytes_that_are_no_text_stay(tmp_path: Path) -> None:
    names = [b"caf\xe9 u\xcc\x88.txt", b"caf\xe9 u.txt", b"\xcc\x88\xff.txt"]
    for name in names:
        with open(os.fsencode(tmp_path) + b"/" + name, "wb") as file:  # noqa: PTH123 - bytes
            file.write(b"words")
    found = list_files([tmp_path], ScanConfig(exclude=("* \u00fc.txt",)), NoProgress())
    assert {os.fsencode(one.path.name) for one in found.files} == {*names[1:]}


@keeps_forms
@both_ways
def test_a_path_is_that_of_the_disk(
    tmp_path: Path, typed: str, there: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = put(tmp_path / there / "plain" / f"{there}.txt")
    asked = tmp_path / typed / "plain" / f"{typed}.txt"
    assert as_on_disk(asked) == file
    assert as_on_disk(file) == file
    assert as_on_disk(tmp_path / typed / "new" / typed) == tmp_path / there / "new" / typed
    assert as_on_disk(tmp_path / typed / ".." / typed).resolve() == tmp_path / there
    monkeypatch.chdir(tmp_path)
    assert as_on_disk(Path(typed)) == Path(there)
    assert as_on_disk(Path("nowhere", typed)) == Path("nowhere", typed)
    link = tmp_path / "link"
    link.mkdir()
    (link / typed).symlink_to("nowhere")
    assert as_on_disk(link / typed) == link / typed
    assert as_on_disk(link / there) == link / typed


@keeps_forms
@both_ways
def test_files_in_both_forms_are_two(tmp_path: Path, typed: str, there: str) -> None:
    for name in (typed, there):
        put(tmp_path / name / "a.txt")
        assert as_on_disk(tmp_path / name) == tmp_path / name
    put(tmp_path / there / "b.txt")
    assert as_on_disk(tmp_path / typed / "b.txt") == tmp_path / typed / "b.txt"
    config = ScanConfig()
    found = list_files([tmp_path / typed], config, NoProgress())
    assert [one.path for one in found.files] == [tmp_path / typed / "a.txt"]
    roles = Roles({tmp_path / typed: Role.PROTECTED})
    assert roles.of(tmp_path / typed / "a.txt") is Role.PROTECTED
    for role in (roles.of, roles.of_now):
        assert role(tmp_path / there / "a.txt") is Role.NORMAL


@keeps_forms
def test_one_of_several_other_forms_is_not_chosen(tmp_path: Path) -> None:
    forms = ("\u1ec7", "e\u0323\u0302", "\u00ea\u0323")  # three forms of one letter
    for name in forms[:2]:
        put(tmp_path / name)
    assert as_on_disk(tmp_path / forms[2]) == tmp_path / forms[2]
    (tmp_path / forms[0]).unlink()
    assert as_on_disk(tmp_path / forms[2]) == tmp_path / forms[1]


@keeps_forms
@both_ways
def test_what_is_named_is_listed(tmp_path: Path, typed: str, there: str) -> None:
    """Also a file: by its own name, in a folder that a walk is to enter, too."""
    file = put(tmp_path / there / f"{there}.odd")
    named = [tmp_path, tmp_path / typed / f"{typed}.odd", tmp_path / typed]
    for paths in (named[1:], named, [named[1]]):
        found = list_files(paths, ScanConfig(), NoProgress())
        assert [one.path for one in found.files] == [file]
    again = list_paths([file], [tmp_path], ScanConfig(exclude=(typed,)), NoProgress())
    assert not again.count


@keeps_forms
@both_ways
def test_what_is_said_of_a_folder_holds(tmp_path: Path, typed: str, there: str) -> None:
    roles = Roles({tmp_path / typed: Role.PROTECTED})  # before it is there
    file = put(tmp_path / there / "a.txt")
    assert roles.of_now(file) is Role.PROTECTED
    roles = Roles({tmp_path / typed: Role.PROTECTED})
    assert roles.of(file) is roles.of_now(file) is Role.PROTECTED
    settings = FolderSettings({tmp_path / typed: FolderSetting(7, watched=True)})
    assert settings.watched == (tmp_path / there,)
    assert settings.days[0].folder == tmp_path / there


@both_ways
def test_documents_inside_archives(tmp_path: Path, typed: str, there: str) -> None:
    archive = tmp_path / f"{there}.zip"
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr(f"{there}/a.txt", "words")
    outer = tmp_path / f"{typed}.zip"
    assert as_stored(outer / typed / "a.txt") == as_on_disk(outer) / there / "a.txt"
    assert as_stored(outer / typed / "b.txt") == as_on_disk(outer) / typed / "b.txt"


PATHS = ["a.txt", "old/a.txt", "x/old/a.txt", "x/y/a.md", "build", "build/a.txt", "x/build/b.txt"]


@pytest.mark.parametrize(
    ("exclude", "left"),
    [
        ("/old/", set(PATHS) - {"old/a.txt"}),
        ("old/", set(PATHS) - {"old/a.txt", "x/old/a.txt"}),
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
    """A walk lists what is admitted; what is included is given by paths, too."""
    for name in set(PATHS) - {"build"}:  # a file of this name stands elsewhere
        put(tmp_path / name)
    config = ScanConfig(include=("*",), exclude=(exclude,))
    assert names_of(list_files([tmp_path], config, NoProgress()), tmp_path) == left - {"build"}
    assert {path for path in PATHS if Patterns(config).admit(path)} == left
    some = listing(tmp_path, include=("x/*.txt",), exclude=("sub/none.txt", exclude))
    assert names_of(some, tmp_path) == {one for one in left if re.fullmatch(r"x/.*\.txt", one)}


@pytest.mark.parametrize(
    ("pattern", "of_files"),
    [
        *(("", True), ("/", False), ("a//b", True), ("./a", True), ("../a/*.txt", False)),
        *(("docs/", True), ("[z-a].txt", True), (f"{'a' * 300}.txt", True), ("/a[", False)),
    ],
)
def test_what_can_never_match_is_known(pattern: str, of_files: bool) -> None:
    assert never_matches(pattern, of_files=of_files)
    assert [glob_regex(one) for one in ("a[", "a\\", "[[:none:]]")] == [None] * 3
    for other in ("a[", "*.txt", "docs/", ".git", "**/*", "/a/b", "[!z-a]", "文档/**"):
        assert never_matches(other, of_files=False) == ""


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
        containers_too = ["f.zip", "g.txt.zip"] * (not containers)
        plain = [name for name, marked in zip(some, marked, strict=True) if marked]
        assert plain == sorted(["c.Txt", ".txt", "İ.txt", *containers_too], key=some.index)
