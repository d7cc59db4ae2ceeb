"""The enabled commands of the window, by its contents and the current activity."""

from app.results.groups.view.model import GroupModel
from app.session.states import BUSY, Activity, Phase
from app.shell.actions import Actions
from simcore import ScanReport


def enable_commands(
    commands: Actions,
    activity: Activity,
    phase: Phase,
    report: ScanReport | None,
    groups: GroupModel,
) -> None:
    """Enable the commands that have something to do, and disable the others."""
    running = activity in BUSY
    marked, hidden = len(groups.marked()), len(groups.hidden_marks())
    commands.scan.setEnabled(not running and phase is not Phase.EMPTY)
    commands.pause.setEnabled(activity is Activity.SCANNING)
    commands.cancel.setEnabled(running)
    commands.set_marked(marked - hidden)
    commands.trash.setEnabled(marked > hidden and not running)
    commands.save_results.setEnabled(report is not None)
    commands.open_results.setEnabled(not running)
    commands.settings.setEnabled(not running)
    commands.unmark.setEnabled(bool(marked))
    commands.show_all.setEnabled(not groups.filter.empty)
    for command in (
        *(commands.export, commands.find, commands.expand, commands.collapse),
        *(commands.find_similar, commands.compare_two, commands.compare_with),
        *(commands.show_only, commands.mark_identical, commands.mark_same_text),
        commands.mark_by_rules,
    ):
        command.setEnabled(bool(report and report.groups))
