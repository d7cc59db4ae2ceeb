"""Names are compared whatever their Unicode form, and files keep the names that they have."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from simcore import ScanConfig
from simcore.files.containers import as_stored
from simcore.files.listing import list_files, list_paths
from simcore.files.names import as_on_disk, composed
from simcore.files.patterns import Patterns
from simcore.files.roles import FolderSetting, FolderSettings, Role, Roles
from simcore.model.report import NoProgress
from unicode_names import BOTH_WAYS, IDS, PAIRS

GIT = shutil.which("git") or ""
both_ways = pytest.mark.parametrize(("typed", "there"), BOTH_WAYS, ids=IDS)
keeps_forms = pytest.mark.skipif(sys.platform == "darwin", reason="names are one there")


def put(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("words")
    return path


def listed(folder: Path, **patterns: object) -> set[str]:
    config = ScanConfig(**patterns)  # type: ignore[arg-type] # checked by ScanConfig
    found = list_files([folder], config, NoProgress())
    return {one.path.relative_to(folder).as_posix() for one in found.files}


@both_ways
def test_names_are_compared_whatever_their_form(typed: str, there: str) -> None:
    assert composed(typed) == composed(there)
    assert composed("plain.txt") == "plain.txt"


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


@pytest.mark.skipif(not GIT, reason="git is not there")
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
