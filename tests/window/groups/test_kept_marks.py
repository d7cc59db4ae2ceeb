"""Marks outlive the program, by the paths and bytes of documents."""

import json
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.application import Application
from app.removal.rules import RulesDialog
from app.settings.settings import MarkingRules
from builders import english_text
from kept_roles import keep_roles
from leases import library, mark
from removals import put
from simcore import KeepRule
from simcore.cli.main import main
from simcore.files.roles import Role, Roles
from simcore.index.judgements import JudgementFile
from simcore.index.paths import judgements_path
from simcore.removal.keep_rules import KeepBy
from windows import Open, scan, wait_until_idle

__all__ = ["library"]


def marked(application: Application) -> set[str]:
    report = application.session.results.report
    return {report.documents[key].path.name for key in application.window.group_model.marked()}


def kept(index_path: Path) -> set[str]:
    with JudgementFile(judgements_path(index_path)) as file:
        return {path.name for path, _ in file.marks()}


def test_marks_come_back_after_a_restart(
    qtbot: QtBot, open_window: Open, library: Path, index_path: Path
) -> None:
    first = open_window(library)
    mark(first, "lease copy.txt", "lease garden.txt")
    first.window.close()
    assert kept(index_path) == {"lease copy.txt", "lease garden.txt"}
    second = open_window()
    qtbot.waitUntil(lambda: marked(second) == {"lease copy.txt", "lease garden.txt"})
    scan(qtbot, second)
    assert marked(second) == {"lease copy.txt", "lease garden.txt"}
    second.window.group_model.set_marked(())
    second.window.close()
    assert kept(index_path) == set()


def test_the_command_line_exports_them(
    application: Application,
    library: Path,
    index_path: Path,
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    """What the window would show as marked is so in the tables of ``groups``, and no more."""
    mark(application, "lease copy.txt", "lease garden.txt")
    application.window.close()
    words = ["groups", str(library), "--index", str(index_path), "--format", "json"]

    def told(*more: str) -> set[str]:
        assert main([*words, *more]) == 0
        rows = json.loads(capfdbinary.readouterr().out)["rows"]
        assert all(isinstance(row["marked"], bool) for row in rows)
        return {Path(row["path"]).name for row in rows if row["marked"]}

    assert told() == {"lease copy.txt", "lease garden.txt"}
    assert told("--ignore-judgements") == set()
    assert main([*words[:-1], "csv"]) == 0
    assert capfdbinary.readouterr().out.count(b",no,yes,") == 2
    changed = library / "a/b/lease copy.txt"
    changed.write_bytes(changed.read_bytes().replace(b"twelve", b"eleven"))
    assert told() == {"lease garden.txt"}
    keep_roles(Roles({library: Role.PROTECTED}))
    assert told() == set()


def test_they_survive_a_crash(qtbot: QtBot, open_window: Open, library: Path, index_path: Path):
    """They are in the file while the window is open, soon after the last of them."""
    first = open_window(library)
    mark(first, "lease copy.txt")
    qtbot.waitUntil(lambda: judgements_path(index_path).exists())
    qtbot.waitUntil(lambda: kept(index_path) == {"lease copy.txt"})
    second = open_window(library)
    qtbot.waitUntil(lambda: marked(second) == {"lease copy.txt"})


def test_a_document_that_changed_meanwhile_is_not_marked(
    qtbot: QtBot, open_window: Open, library: Path, index_path: Path
) -> None:
    first = open_window(library)
    mark(first, "lease copy.txt", "lease copy 2.txt")
    first.window.close()
    changed = library / "a/b/lease copy.txt"
    changed.write_bytes(changed.read_bytes().replace(b"twelve", b"eleven"))
    second = open_window(library)
    qtbot.waitUntil(lambda: marked(second) == {"lease copy 2.txt"})
    assert (
        "1 of 2 marks could not be brought back: the document changed" in second.window.alert.text()
    )
    second.window.close()
    third = open_window(library)
    qtbot.waitUntil(lambda: marked(third) == {"lease copy 2.txt"})
    assert not third.window.alert.text()


def test_what_rules_keep_comes_back_with_their_marks(
    qtbot: QtBot, open_window: Open, library: Path, index_path: Path
) -> None:
    """Else the kept document of before would be marked no more, or its copy be marked, too."""
    first = open_window(library)
    first.window.commands.mark_by_rules.trigger()
    dialog = first.window.findChild(RulesDialog)
    dialog.set_ruling(MarkingRules((KeepRule(KeepBy.NEWEST),)))
    qtbot.waitUntil(lambda: not dialog._previewing.busy)
    dialog.mark_button.click()
    qtbot.waitUntil(lambda: len(marked(first)) == 4)
    before, led = marked(first), first.session.results.leading
    assert {"lease.txt", "纪要.txt"} <= before
    first.window.close()
    second = open_window(library)
    qtbot.waitUntil(lambda: marked(second) == before)
    assert second.session.results.leading == led
    assert not second.window.alert.text()
    second.window.group_model.set_marked(())
    second.window.close()
    with JudgementFile(judgements_path(index_path)) as file:
        assert not file.keepers()


def test_other_folders_keep_theirs(
    qtbot: QtBot, open_window: Open, library: Path, tmp_path: Path, index_path: Path
) -> None:
    other = tmp_path / "other"
    for name in ("one.txt", "two.txt"):
        put(other / name, english_text(7).encode())
    application = open_window(library)
    mark(application, "lease copy.txt")
    application.window.folder_panel.set_folders((other,))
    scan(qtbot, application)
    mark(application, "two.txt")
    qtbot.waitUntil(lambda: kept(index_path) == {"lease copy.txt", "two.txt"})
    application.window.folder_panel.set_folders((library,))
    wait_until_idle(qtbot, application)
    scan(qtbot, application)
    qtbot.waitUntil(lambda: "lease copy.txt" in marked(application))
    application.window.close()
    assert kept(index_path) == {"lease copy.txt", "two.txt"}


def test_opened_results_leave_them_alone(
    qtbot: QtBot, application: Application, tmp_path: Path, index_path: Path
) -> None:
    mark(application, "lease copy.txt")
    application.session.save(tmp_path / "a.variorum", application.window.group_model.marks_kept())
    with qtbot.waitSignal(application.session.writer.saved, timeout=60_000):
        pass
    mark(application, "lease copy 2.txt")
    qtbot.waitUntil(lambda: len(kept(index_path)) == 2)
    with qtbot.waitSignal(application.session.opened, timeout=60_000):
        application.results.open(tmp_path / "a.variorum")
    qtbot.waitUntil(lambda: marked(application) == {"lease copy.txt"})
    application.window.group_model.set_marked(())
    application.window.close()
    assert kept(index_path) == {"lease copy.txt", "lease copy 2.txt"}
