"""A folder of leases and minutes in the real window: marked, and removed by the dialog."""

import os
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.application import Application
from app.removal.dialog import RemovalDialog
from simcore import Action
from windows import asked, reads_journal, wait_until_idle

TEXT = """The lease runs for twelve months from the first of April and is renewed by a further
twelve unless either side gives notice in writing before the end of January. The tenant keeps the
windows, the stove and the two keys in good order and pays for what is broken by carelessness. The
landlord sees to the roof, the gutters and the pump in the yard, and may enter after a day's notice.
Rent is due on the third working day of the month; whoever pays late owes nothing more than the sum
itself unless the delay is longer than thirty days, in which case interest is due as the law has it.
"""
OTHER = """会议于三月十日上午九时在二楼会议室召开,由主任主持。会议听取了关于春季植树安排的汇报,
决定把原定于本周六的活动推迟到下周日,以便更多的居民参加。会议还讨论了停车位的划分办法,
要求物业公司在月底以前提出书面方案,并在公告栏里公示七天,听取大家的意见以后再行定案。
"""


@pytest.fixture
def library(private_home: Path) -> Path:
    """A lease three times, once in another encoding and once edited; minutes twice."""
    folder = private_home / "library"
    files = {
        "lease.txt": TEXT.encode(),
        "a/b/lease copy.txt": TEXT.encode(),
        "a/lease copy 2.txt": TEXT.encode(),
        "a/lease utf-16.txt": TEXT.encode("utf-16"),
        "lease garden.txt": TEXT.replace("twelve months", "ten months").encode(),
        "纪要.txt": OTHER.encode(),
        "会议/纪要 (1).txt": OTHER.encode("gb18030"),
    }
    for age, (name, data) in enumerate(files.items()):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        path.chmod(0o640)
        os.utime(path, ns=(1_600_000_000_000_000_000 + age, 1_600_000_000_123_456_789 + age))
    return folder


def mark(application: Application, *names: str) -> None:
    report = application.session.results.report
    wanted = [key for key, one in report.documents.items() if one.path.name in names]
    assert len(wanted) == len(names)
    application.window.group_model.mark(wanted, on=True)
    assert application.window.group_model.marked() >= set(wanted)


def names_in_groups(application: Application) -> set[str]:
    report = application.session.results.report
    found = set()
    for group in report.groups:
        for key in (group.representative, *(one.document for one in group.members)):
            found.add(report.documents[key].path.name)
    return found


def answer(qtbot: QtBot, application: Application, dialog: RemovalDialog) -> None:
    """Press the button, and wait for the result."""
    if dialog.sure.isVisible():
        assert not dialog.move_button.isEnabled()
        dialog.sure.click()
    assert dialog.move_button.isEnabled()
    with qtbot.waitSignal(application.session.removed, timeout=60_000):
        dialog.move_button.click()
    wait_until_idle(qtbot, application)
    qtbot.waitUntil(lambda: not reads_journal(application), timeout=60_000)


def question(
    qtbot: QtBot, application: Application, *names: str, action: Action = Action.TRASH
) -> RemovalDialog:
    """Mark documents, and ask for an action on all that are marked."""
    mark(application, *names)
    commands = application.window.commands
    chosen = commands.trash if action is Action.TRASH else commands.removal.others[action]
    return asked(qtbot, application, chosen)


def remove(
    qtbot: QtBot, application: Application, *names: str, action: Action = Action.TRASH
) -> None:
    answer(qtbot, application, question(qtbot, application, *names, action=action))
