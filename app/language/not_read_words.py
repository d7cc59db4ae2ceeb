"""What was not read of the folders, in words: "2 .docx (password), 14 .jpg"."""

import typing
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication

import simcore  # whose names are looked up when there is a report

from .punctuation import labelled, listed
from .wording import count_text, printable

if typing.TYPE_CHECKING:
    from simcore import NotRead, ScanReport

translate = QCoreApplication.translate  # the name lupdate looks for

_ON_A_LINE = 6


def not_read_text(report: "ScanReport", most: int = _ON_A_LINE) -> str:
    """Return what was not read, at most so many kinds of files by name; empty if all was."""
    found = simcore.not_read(report.left_out, report.problems)
    if not found:
        return ""
    return labelled(translate("not-read", "not read"), _kinds(found, most))


def all_not_read(report: "ScanReport") -> str:
    """Return all kinds of files that were not read, one a line."""
    return "\n".join(map(_kind, simcore.not_read(report.left_out, report.problems)))


def disks_away(report: "ScanReport") -> list[tuple[Path, int]]:
    """Return where disks are that are not connected, each with the number of its documents."""
    return [
        (one.path, count)
        for one in report.problems
        if one.reason.code is simcore.ReasonCode.DISK_AWAY
        for count in one.reason.values
        if isinstance(count, int)
    ]


def _kinds(found: Sequence["NotRead"], most: int) -> str:
    # one that is left over is named itself: that takes no more room
    shown = found if len(found) <= most + 1 else found[:most]
    words = [_kind(one) for one in shown]
    if len(shown) < len(found):
        others = translate("not-read", "{0} other kinds").format(
            count_text(len(found) - len(shown))
        )
        words.append(others)
    return listed(words)


def _kind(one: "NotRead") -> str:
    count = count_text(one.count)
    match one.kind:
        case kind if kind == simcore.UNNAMED:
            words = translate("not-read", "{0} without a suffix").format(count)
        case kind if kind == simcore.OTHERS:
            other, others = translate("not-read", "1 other"), translate("not-read", "{0} others")
            words = other if one.count == 1 else others.format(count)
        case kind:
            words = translate("not-read", "{0} {1}", "how many files, their suffix").format(
                count, printable(kind)
            )
    if one.brief is None:
        return words
    reason = translate("not-read", one.brief)
    return translate("not-read", "{0} ({1})", "files, why they were not read").format(words, reason)
