"""A folder of forms that are all near each other: the window says what was not compared."""

from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from simcore.candidates.parameters import PARAMETERS
from simcore.model.records import ProblemStage
from windows import Open, scan

FORM = (
    "Dear customer, the parcel has left our warehouse in Northamptonshire and should arrive within "
    "three working days. Reference number"
)


def test_the_window_names_what_was_not_compared(
    qtbot: QtBot, open_window: Open, private_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("sketches", "crowded"):
        monkeypatch.setattr(
            f"simcore.candidates.{module}.PARAMETERS",
            replace(
                PARAMETERS,
                least_proposals=10,
                proposals_a_text=0,
                least_crowded=30,
                crowded_a_text=0,
            ),
        )
    folder = private_home / "订单"
    folder.mkdir()
    for number in range(40):
        line = f"{FORM} {number * 7919:06d}\n"
        (folder / f"{number:03}.txt").write_text(line)
    application = open_window(folder)
    scan(qtbot, application)
    report = application.session.results.report
    missed, texts = report.counts.missed, report.counts.passed_over
    assert missed > 100
    (problem,) = application.window.problem_panel._model.shown()
    assert (problem.path, problem.stage) == (folder, ProblemStage.VERIFY)
    assert f"about {missed} pairs of {texts} texts were not compared" in str(problem.reason)
    words = application.window._words.compared(report)
    assert f"about {missed} pairs of {texts} texts not compared (see Not read)" in words
