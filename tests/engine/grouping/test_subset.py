"""Reports without the documents of excluded folders."""

from collections.abc import Set as AbstractSet
from pathlib import Path

import pytest

from builders import chinese_text, edited
from simcore import Cancelled, FingerprintIndex, ScanConfig, ScanReport, scan
from simcore.files.roles import Role, Roles
from simcore.grouping import freeing
from simcore.grouping.queries import without_excluded
from simcore.workers import make_executor

FOLDERS = "kept", "left out", "left out/again"


@pytest.fixture
def library(tmp_path: Path) -> Path:
    for folder in FOLDERS:
        (tmp_path / folder).mkdir()
        for seed in range(3):
            text = edited(chinese_text(seed), seed, FOLDERS.index(folder))
            (tmp_path / folder / f"{seed}.txt").write_text(text, encoding="utf-8")
            (tmp_path / folder / f"copy of {seed}.txt").write_text(text, encoding="utf-8")
    return tmp_path


def scanned(*folders: Path) -> ScanReport:
    with FingerprintIndex(Path(":memory:")) as index, make_executor(0) as executor:
        return scan(folders, ScanConfig(jobs=0), index, executor)


def groups(report: ScanReport) -> AbstractSet[tuple[Path, frozenset[Path]]]:
    path = {key: document.path for key, document in report.documents.items()}
    return {
        (path[group.representative], frozenset(path[one.document] for one in group.members))
        for group in report.groups
    }


def test_it_is_what_a_scan_of_the_other_folders_finds(library: Path) -> None:
    left_out, again = library / "left out", library / "left out" / "again"
    whole = scanned(library)
    assert len(whole.documents) == 18
    without = without_excluded(whole, Roles({left_out: Role.EXCLUDED}))
    assert groups(without) == groups(scanned(library / "kept"))
    assert without.counts.documents == 6
    # the deepest folder that is named wins
    roles = Roles({left_out: Role.EXCLUDED, again: Role.PROTECTED})
    assert groups(without_excluded(whole, roles)) == groups(scanned(library / "kept", again))
    gone = [key for key, one in whole.documents.items() if one.path.parent == again]
    assert groups(without_excluded(whole, roles, gone)) == groups(without)


def test_nothing_to_leave_out_costs_nothing(library: Path) -> None:
    whole = scanned(library)

    def check() -> None:
        raise Cancelled

    for roles in (Roles(), Roles({library: Role.PROTECTED})):
        assert without_excluded(whole, roles, check=check) is whole
    # nothing is in that folder
    assert without_excluded(whole, Roles({library / "no": Role.EXCLUDED})) is whole


def test_it_can_be_stopped(library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = scanned(library)
    monkeypatch.setattr(freeing, "_STRIDE", 4)
    asked = []

    def check() -> None:
        asked.append(None)
        if len(asked) == 3:
            raise Cancelled

    with pytest.raises(Cancelled):
        without_excluded(whole, Roles({library / "kept": Role.EXCLUDED}), check=check)
    assert len(asked) == 3
