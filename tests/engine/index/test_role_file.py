"""Roles that were kept hold for every removal, whoever asks for it."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from builders import english_text
from kept_roles import keep_roles
from removals import put, shown
from simcore import (
    Action,
    FingerprintIndex,
    Journal,
    ScanConfig,
    SimcoreError,
    carry_out,
    plan_removal,
    scan,
    undo,
)
from simcore.cli.main import main
from simcore.files.roles import Role, Roles
from simcore.index.judgements import ROLES, read_roles
from simcore.model.reasons import ReasonCode
from simcore.model.report import State
from simcore.workers import make_executor


@pytest.fixture
def library(tmp_path: Path) -> Path:
    folder = tmp_path / "文档"
    put(folder / "a" / "report.txt", english_text(1).encode())
    put(folder / "b" / "report.txt", english_text(1).encode())
    return folder


def pruned(library: Path, *options: str) -> int:
    words = [str(library), "--keep", "name=nothing", "--jobs", "0", "--apply"]
    return main(["prune", *words, "--to", str(library.parent / "away"), *options])


@pytest.mark.parametrize("role", [Role.PROTECTED, Role.EXCLUDED])
@pytest.mark.parametrize("index", ["own.sqlite3", ":memory:", None])
def test_prune_obeys_them_with_any_index(
    library: Path, role: Role, index: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    keep_roles(Roles({library / "a": role, library / "b": role}))
    before = shown(library)
    path = index if index in {None, ":memory:"} else str(library.parent / str(index))
    options = [] if path is None else ["--index", path]
    pruned(library, *options)
    assert shown(library) == before
    assert pruned(library, *options, "--ignore-roles") == 0
    told = capsys.readouterr().err
    for folder in ("a", "b"):
        assert f"{library / folder}: is {role.value}, and that is ignored" in told
    assert len(shown(library)) == 1


def test_a_protected_copy_stays_and_the_other_goes(library: Path) -> None:
    keep_roles(Roles({library / "b": Role.PROTECTED}))
    assert pruned(library) == 0
    assert shown(library).keys() == {library / "b" / "report.txt"}


def test_a_plan_that_does_not_know_them_is_not_carried_out(library: Path, tmp_path: Path) -> None:
    with FingerprintIndex(tmp_path / "i.sqlite3") as index, make_executor(0) as executor:
        report = scan([library], ScanConfig(jobs=0), index, executor)
    (group,) = report.groups
    away = tmp_path / "away"
    marked = {group.members[0].document}
    plan = plan_removal(report, marked, action=Action.MOVE, destination=away)
    keep_roles(Roles({library: Role.PROTECTED}))
    with Journal(tmp_path / "journal.sqlite") as journal:
        (result,) = carry_out(plan, journal)
        assert result.state is State.SKIPPED
        assert result.reason is not None
        assert result.reason.code is ReasonCode.IN_PROTECTED_FOLDER
        assert carry_out(plan, journal, ignore_roles=True)[0].state is State.DONE


def test_a_kept_role_holds_though_a_plan_has_an_older_one(library: Path, tmp_path: Path) -> None:
    with FingerprintIndex(tmp_path / "i.sqlite3") as index, make_executor(0) as executor:
        report = scan([library], ScanConfig(jobs=0), index, executor)
    (group,) = report.groups
    stale = Roles({library / "a": Role.NORMAL, library / "b": Role.NORMAL})
    marked = {group.members[0].document}
    plan = plan_removal(
        report, marked, roles=stale, action=Action.MOVE, destination=tmp_path / "away"
    )
    keep_roles(Roles({library: Role.PROTECTED}))
    with Journal(tmp_path / "journal.sqlite") as journal:
        (result,) = carry_out(plan, journal)
    assert result.state is State.SKIPPED


def test_changes_of_several_programs_are_all_kept(tmp_path: Path) -> None:
    folders = [tmp_path / str(number) for number in range(40)]
    change = "import sys; from pathlib import Path; from simcore.files.roles import Role, Roles\n"
    change += "from simcore.index.judgements import change_roles; none = Roles()\n"
    change += "for one in sys.argv[1:]: change_roles(none, Roles({Path(one): Role.PROTECTED}))"
    runs = [
        subprocess.Popen([sys.executable, "-c", change, *map(str, folders[half::2])])
        for half in range(2)
    ]
    assert [run.wait(60) for run in runs] == [0, 0]
    assert read_roles().folders == dict.fromkeys(folders, Role.PROTECTED)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe",
        b"[]",
        b"{}",
        b'{"roles": 1, "folders": ["/a"]}',
        b'{"roles": 1, "folders": {"a": "protected"}}',
        b'{"roles": 1, "folders": {"/a": "guarded"}}',
        b'{"roles": 2, "folders": {}}',
        b'{"roles": 1, "folders": {"/a\\u0000": "protected"}}',
        b"[" * 100_000,
    ],
)
def test_nothing_is_removed_while_they_cannot_be_read(
    library: Path, content: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    put(ROLES.path, content)
    before = shown(library)
    assert pruned(library) == 4
    assert "roles.json: is damaged" in capsys.readouterr().err
    assert shown(library) == before
    assert ROLES.path.read_bytes() == content
    assert pruned(library, "--ignore-roles") == 0


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names")
def test_a_pipe_in_its_place_is_refused(library: Path) -> None:
    ROLES.path.parent.mkdir(parents=True)
    os.mkfifo(ROLES.path)
    with pytest.raises(SimcoreError, match="cannot be read"):
        read_roles()


@pytest.mark.skipif(os.name != "posix", reason="writes links")
def test_a_link_to_roles_that_are_not_there_is_refused(tmp_path: Path) -> None:
    ROLES.path.parent.mkdir(parents=True)
    ROLES.path.symlink_to(tmp_path / "on a stick" / "roles.json")
    with pytest.raises(SimcoreError, match="cannot be read"):
        read_roles()


def test_names_of_any_bytes_are_kept() -> None:
    odd = Path(os.fsdecode(b"/\xba\xcf/caf\xe9"))
    roles = Roles({odd: Role.PROTECTED, Path("/合同"): Role.EXCLUDED, Path("/合同/a"): Role.NORMAL})
    keep_roles(roles)
    assert read_roles().folders == roles.folders
    assert list(json.loads(ROLES.path.read_bytes())) == ["roles", "folders"]
    keep_roles(Roles())
    assert read_roles().folders == {}


@pytest.mark.parametrize("role", [Role.PROTECTED, Role.EXCLUDED])
@pytest.mark.parametrize("action", [Action.MOVE, Action.COPY])
def test_undo_takes_nothing_out_of_a_folder_that_has_a_role_by_now(
    library: Path, tmp_path: Path, action: Action, role: Role
) -> None:
    with FingerprintIndex(tmp_path / "i.sqlite3") as index, make_executor(0) as executor:
        report = scan([library], ScanConfig(jobs=0), index, executor)
    (group,) = report.groups
    away = tmp_path / "away"
    plan = plan_removal(report, {group.members[0].document}, action=action, destination=away)
    before = shown(library)
    with Journal(tmp_path / "journal.sqlite") as journal:
        (result,) = carry_out(plan, journal)
        assert result.state is State.DONE
        there = shown(away)
        assert len(there) == 1
        # the folder above has the role, and so has that of the document: it comes back into it
        keep_roles(Roles({away: role, library: Role.PROTECTED}))
        for _ in range(2):
            (back,) = undo(journal)
            assert back.state is State.FAILED
            assert back.reason is not None
            assert back.reason.code is ReasonCode.MOVED_INTO_PROTECTED
            assert str(result.where) in str(back.reason)
            assert shown(away) == there
        assert undo(journal, ignore_roles=True)[0].state is State.UNDONE
        assert not shown(away)
        assert shown(library) == before


def test_the_command_undoes_into_a_protected_folder_but_not_out_of_one(
    library: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = shown(library)
    assert pruned(library) == 0
    away = library.parent / "away"
    assert len(shown(away)) == 1
    keep_roles(Roles({away: Role.PROTECTED, library: Role.PROTECTED}))
    assert main(["undo"]) == 3
    err = capsys.readouterr().err
    assert "1 of 1 could not be undone" in err
    assert "With --ignore-roles they are taken out" in err
    assert len(shown(away)) == 1
    assert main(["undo", "--ignore-roles"]) == 0
    assert shown(library) == before
    assert pruned(library, "--ignore-roles") == 0
    keep_roles(Roles({library: Role.PROTECTED}))
    assert main(["undo"]) == 0
    assert shown(library) == before
    assert not shown(away)


@pytest.mark.parametrize("role", list(Role))
def test_what_a_protected_destination_keeps_is_said_before(
    library: Path, role: Role, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command that it names does take the documents back."""
    before, away = shown(library), library.parent / "away"
    keep_roles(Roles({away: role}))
    main(["prune", str(library), "--keep", "newest", "--jobs", "0", "--to", str(away)])
    warned = f"variorum: {away}: its role is that it loses nothing" in capsys.readouterr().err
    assert warned == (role is not Role.NORMAL)
    assert pruned(library) == 0
    told = re.search("variorum (undo .*) takes it back", capsys.readouterr().err)
    assert told is not None
    assert ("--ignore-roles" in told[1]) == (role is not Role.NORMAL)
    assert main(told[1].split()) == 0
    assert shown(library) == before
