"""The rows of a removal's summary: what to look at first, true copies, and what stays."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication

import simcore
from simcore import PARTS, Kind

from ..language.resemblance_words import resemblance_text
from ..language.wording import (
    count_text,
    names_text,
    percent_text,
    place_text,
    reason_text,
    size_text,
)
from ..looks.badges import badge_text
from .action_words import words_of_plan
from .pairs.delegate import BadgeOf, BarOf, PairSide
from .pairs.model import PairColumn, PairPart, PairSection, Tone
from .pairs.telling import PairPlace, place, places
from .summary import Note, RemovalSummary, shown_below

translate = QCoreApplication.translate  # the name lupdate looks for


def columns_of(summary: RemovalSummary) -> tuple[PairColumn, ...]:
    """Return the columns of a summary."""
    below = summary.below
    return (
        PairColumn(
            part=PairPart.GOES,
            title=lambda: words_of_plan(summary.plan).going,
            value=partial(_goes, below),
            text=lambda one: shown_below(_named(one), below),
        ),
        PairColumn(
            part=PairPart.BADGE,
            title=lambda: translate("RemovalDialog", "Kind"),
            value=_badge,
            text=_kind,
        ),
        PairColumn(
            part=PairPart.BAR,
            title=lambda: translate("RemovalDialog", "Similarity"),
            value=_similarity,
            text=_similarity_text,
        ),
        PairColumn(
            part=PairPart.FIGURE,
            title=lambda: translate("RemovalDialog", "Size"),
            value=_size,
            text=lambda one: _size(one) or "",
        ),
        PairColumn(
            part=PairPart.STAYS,
            title=lambda: translate("RemovalDialog", "Stays"),
            value=partial(_stays, below),
            text=partial(_staying, below),
        ),
    )


def sections_of(summary: RemovalSummary) -> list[PairSection]:
    """Return what to look at first, then the true copies, then what stays and why."""
    certain, trashless = summary.certain, summary.trashless
    found = []
    if simcore.ACTIONS[summary.plan.action].original_stays:
        found.append(PairSection(records=certain.removals, ticks=True))
    else:
        found += _by_risk(certain.removals, certain.to_review)
    if trashless.removals:
        words = translate("RemovalDialog", "No trash to go to: {0}")
        title = words.format(count_text(len(trashless.removals)))
        found.append(
            PairSection(
                records=trashless.removals,
                title=title,
                tone=Tone.WARNING,
                ticks=True,
                action=translate("RemovalDialog", "Show differences"),
            )
        )
    for words, problems in (
        (translate("RemovalDialog", "Frees no space: {0}"), summary.plan.shared),
        (translate("RemovalDialog", "Undo cannot bring back in full: {0}"), summary.plan.losses),
    ):
        notes = [Note(one.path, one.reason) for one in problems]
        title = words.format(count_text(len(notes)))
        found.append(PairSection(records=notes, title=title, tone=Tone.WARNING))
    words = translate("RemovalDialog", "Marked, and stay: {0}")
    title = words.format(count_text(len(summary.staying)))
    found.append(PairSection(records=summary.staying, title=title))
    return found


def _by_risk(removals: "Sequence[simcore.Removal]", to_review: int) -> list[PairSection]:
    first, rest = removals[:to_review], removals[to_review:]
    only_near = all(one.kind is Kind.SIMILAR for one in first)
    if len(first) == 1:
        words = (
            translate("RemovalDialog", "Look at this one first: it is only similar, not the same.")
            if only_near
            else translate("RemovalDialog", "Look at this one first: it is no true copy.")
        )
    else:
        words = (
            translate(
                "RemovalDialog", "Look at these {0} first: they are only similar, not the same."
            )
            if only_near
            else translate("RemovalDialog", "Look at these {0} first: they are no true copies.")
        )
    return [
        PairSection(
            records=first,
            title=words.format(count_text(len(first))),
            tone=Tone.WARNING,
            ticks=True,
            action=translate("RemovalDialog", "Show differences"),
        ),
        PairSection(
            records=rest,
            title=translate(
                "RemovalDialog", "True copies: identical, or the same text saved differently"
            ),
            tone=Tone.SAFE,
            ticks=True,
        ),
    ]


def key_of(record: Any) -> object:
    """Return what names a row: its document, or of a note the path."""
    return record.path if isinstance(record, Note) else record.document.id


def tooltip_of(record: Any) -> str:
    """Return the whole paths of a row, and what is said of it."""
    if isinstance(record, Note):
        return f"{place_text(record)}\n{_why(record)}"
    return f"{names_text(record.document)}\n{place_text(record.witness)}"


def _named(record: Any) -> "Note | simcore.Document":
    return record if isinstance(record, Note) else record.document


def _places(record: "simcore.Removal", below: Path | None) -> tuple[PairPlace, PairPlace]:
    one, other = record.document, record.witness
    return places(one.path, other.path, below, elsewhere=bool(one.elsewhere))


def _goes(below: Path | None, record: Any) -> PairSide:
    if isinstance(record, Note):
        return PairSide(place(record.path, below, elsewhere=bool(record.elsewhere)))
    return PairSide(_places(record, below)[0])


def _stays(below: Path | None, record: Any) -> PairSide | str:
    if isinstance(record, Note):
        return _why(record)
    return PairSide(_places(record, below)[1])


def _staying(below: Path | None, record: Any) -> str:
    if isinstance(record, Note):
        return _why(record)
    return shown_below(record.witness, below)


def _why(note: Note) -> str:
    hidden = translate("RemovalDialog", "is hidden by the filter and stays")
    return hidden if note.reason is None else reason_text(note.reason)


def _badge(record: Any) -> BadgeOf | None:
    if isinstance(record, Note):
        return None
    note = translate("RemovalDialog", "by hand only") if record.by_hand else ""
    return BadgeOf(record.kind, badge_text(record), note)


def _kind(record: Any) -> str:
    badge = _badge(record)
    if badge is None:
        return ""
    words = translate("RemovalDialog", "{0}, {1}", "a kind, and a note on it")
    return words.format(badge.text, badge.note) if badge.note else badge.text


def _similarity(record: Any) -> BarOf | None:
    """Return how alike both are; of a part how much of it the one that stays holds."""
    if isinstance(record, Note):
        return None
    held = record.shown[0].containment if record.shown else None
    if record.kind in PARTS and held is not None:
        words = translate("wording", "{percent} of it")
        return BarOf(held, words.format(percent=percent_text(held)))
    return BarOf(record.resemblance, resemblance_text(record.resemblance))


def _similarity_text(record: Any) -> str:
    found = _similarity(record)
    return "" if found is None else found.text


def _size(record: Any) -> str | None:
    return None if isinstance(record, Note) else size_text(record.document.size)
