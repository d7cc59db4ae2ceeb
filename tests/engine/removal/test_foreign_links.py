"""A link that another user put in place of a named folder leads to no removal."""

import os
import sys
from pathlib import Path

import pytest

from removals import content, put
from simcore.cli.main import main

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="files have no owners there")

NOBODY = 65_534
NAMES = "1.txt", "2.txt"


@pytest.fixture
def foreign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A link of another user to a folder with two copies."""
    for name in NAMES:
        put(tmp_path / "victim" / name, content(1) * 40)
    link = tmp_path / "shared" / "docs"
    link.parent.mkdir()
    link.symlink_to(tmp_path / "victim")
    given(link, monkeypatch)
    return link


def given(link: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give a link to another user; who may not is another one from now on."""
    if os.geteuid() == 0:
        os.lchown(link, NOBODY, NOBODY)
    else:
        monkeypatch.setattr(os, "geteuid", lambda: NOBODY)


def left(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def prune(folder: Path, *more: object) -> int:
    words = ["prune", *map(str, (folder, *more)), "--keep", "newest", "--to", "delete", "--apply"]
    return main([*words, "--jobs", "0"])


def test_prune_removes_nothing_through_it(foreign: Path, capfd: pytest.CaptureFixture[str]) -> None:
    victim = foreign.parent.parent / "victim"
    assert prune(foreign) == 3
    out, err = capfd.readouterr()
    assert left(victim) == list(NAMES)
    for told in (out, err):
        assert f"{foreign} is a link that belongs to " in told
        assert f"leads to {victim}; nothing is removed through it" in told
    # nor to what lies below it, or behind a link of one's own
    own = foreign.with_name("own")
    own.symlink_to(foreign)
    (victim / "below").mkdir()
    for name in NAMES:
        (victim / name).rename(victim / "below" / name)
    assert prune(own / "below") == 3
    assert left(victim / "below") == list(NAMES)


def test_the_folder_itself_may_be_named(foreign: Path, capfd: pytest.CaptureFixture[str]) -> None:
    victim = foreign.parent.parent / "victim"
    assert prune(foreign, victim) == 0
    assert len(left(victim)) == 1
    assert "1 done" in capfd.readouterr().out


def test_a_link_of_ones_own_is_followed_and_named(
    foreign: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    own, victim = foreign.with_name("own"), foreign.parent.parent / "victim"
    own.symlink_to(victim)
    if os.geteuid() == NOBODY:
        pytest.skip("none is one's own any more")
    assert prune(own) == 0
    assert len(left(victim)) == 1
    assert f"{own} -> {victim}" in capfd.readouterr().err


def test_nothing_is_moved_to_where_it_leads(
    foreign: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    for name in NAMES:
        put(tmp_path / "mine" / name, content(2) * 40)
    words = ["prune", str(tmp_path / "mine"), "--keep", "newest", "--jobs", "0", "--apply", "--to"]
    assert main([*words, str(foreign / "away")]) == 2
    assert f"{foreign} is a link that belongs to " in capfd.readouterr().err
    assert left(tmp_path / "mine") == left(tmp_path / "victim") == list(NAMES)
    assert main([*words, str(tmp_path / "victim" / "away")]) == 0
