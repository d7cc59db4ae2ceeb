"""The report of groups as a page, as a background call: its texts are read again in a worker."""

from pathlib import Path

import simcore
from simcore import Roles, ScanReport

from ...background.process import processes
from ...background.task import Task


def write_page(
    task: Task,
    report: ScanReport,
    path: Path,
    words: "simcore.ReportWords",
    roles: Roles,
    index: Path,
) -> Path:
    """Write the groups of a report with their differences; return the path of the page.

    Raises ``Cancelled``, and ``SimcoreError`` where it cannot be written: then an older file is as
    it was.
    """
    # one at a time: most texts need no parsing
    jobs = 0 if report.config.jobs == 0 else 1

    def told(_done: int, _total: int) -> None:
        task.check()

    with processes(jobs, report.config.seconds_a_file) as executor:
        read = simcore.TextsNow(executor, report.config, index, report.judgements.encodings)
        simcore.save_page(path, report, read, words, roles=roles, told=told)
    return path
