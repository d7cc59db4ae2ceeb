"""The rows of the list of arrivals: days, documents, and what else they are like."""

import os
import time
from collections.abc import Collection, Iterable, Sequence
from enum import Enum
from functools import partial
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication, QDate, QDateTime, QLocale, QObject

from simcore import PARTS, Arrival, ArrivalEvent, ArrivalMatch

from ..language import wording
from ..language.punctuation import FACTS
from ..looks.badges import LOOKS
from ..widgets.records import FIT, RIGHT, Column, RecordModel
from .log import ArrivalLog

translate = QCoreApplication.translate  # the name lupdate looks for


class Period(Enum):
    """How far back arrivals are shown, in days; 0 is without end."""

    TODAY = 1
    WEEK = 7
    ALL = 0


class DayRow(NamedTuple):
    """The head of a day, with its arrivals and how many of them have a match."""

    day: QDate
    documents: int
    matched: int
    open: bool


class ArrivalRow(NamedTuple):
    """An arrival with one of its matches; ``number`` is 0 for the best, which has all facts.

    ``seen`` is whether a person has seen it, ``open`` whether its other matches have rows.
    """

    arrival: Arrival
    number: int = 0
    seen: bool = True
    open: bool = False

    @property
    def match(self) -> ArrivalMatch | None:
        """The match of this row."""
        return self.arrival.matches[self.number] if self.arrival.matches else None

    @property
    def more(self) -> int:
        """How many matches it has besides, where it is the best one's row."""
        return max(0, len(self.arrival.matches) - 1) if not self.number else 0


Row = DayRow | ArrivalRow


def day_of(moment: float) -> QDate:
    """Return the local day of a time in seconds since 1970."""
    return QDateTime.fromSecsSinceEpoch(int(min(max(moment, 0.0), 253_000_000_000.0))).date()


def day_name(day: QDate, today: QDate) -> str:
    """Return what a day is called."""
    if day == today:
        return translate("Arrivals", "Today")
    if day == today.addDays(-1):
        return translate("Arrivals", "Yesterday")
    return wording.day_text(day.startOfDay().toMSecsSinceEpoch() * 1_000_000)


def clock_text(moment: float) -> str:
    """Return the local time of the day, short."""
    at = QDateTime.fromSecsSinceEpoch(int(min(max(moment, 0.0), 253_000_000_000.0))).time()
    if QLocale().language() == QLocale.Language.C:
        return at.toString("HH:mm")
    return QLocale().toString(at, QLocale.FormatType.ShortFormat)


def event_word(arrival: Arrival) -> str:
    """Return what happened to a document that is not new, in a word."""
    match arrival.event:
        case ArrivalEvent.GONE:
            return translate("Arrivals", "gone")
        case ArrivalEvent.CHANGED:
            return translate("Arrivals", "changed")
        case ArrivalEvent.RENAMED if arrival.was is not None:
            if arrival.was.name == arrival.path.name:
                return translate("Arrivals", "moved")
            return translate("Arrivals", "was {0}").format(wording.printable(arrival.was.name))
        case ArrivalEvent.RENAMED:
            return translate("Arrivals", "renamed")
    return ""


def kind_word(match: ArrivalMatch) -> str:
    """Return what stands on the badge of a match: what the arrival is to the other document."""
    if match.kind in PARTS and match.contains > match.contained:
        return translate("SimilarModel", "Whole")
    return LOOKS[match.kind].word()


def share_of(match: ArrivalMatch) -> float:
    """Return how alike the two are, from 0 to 1: of a part, how much of it is in the whole."""
    if match.kind in PARTS:
        return max(match.contained, match.contains)
    return match.similarity


def _arrived(row: Row) -> str:
    if isinstance(row, DayRow):
        return FACTS.join([day_name(row.day, QDate.currentDate()), *day_facts(row)])
    return "" if row.number else clock_text(row.arrival.time)


def day_facts(row: DayRow) -> list[str]:
    """Return how many arrivals a day has, and how many of them with a match."""
    words = (
        translate("Arrivals", "1 document")
        if row.documents == 1
        else translate("Arrivals", "{0} documents").format(wording.count_text(row.documents))
    )
    with_match = translate("Arrivals", "{0} with a match")
    matched = [with_match.format(wording.count_text(row.matched))] if row.matched else []
    return [words, *matched]


def _document(row: Row) -> str:
    if isinstance(row, DayRow) or row.number:
        return ""
    facts = wording.printable(row.arrival.path.name), event_word(row.arrival)
    return FACTS.join(filter(None, facts))


def kind_text(row: Row) -> str:
    """Return what stands in the column of kinds."""
    if isinstance(row, DayRow):
        return ""
    if row.match is not None:
        return kind_word(row.match)
    if row.arrival.problem:
        return translate("Arrivals", "not read")
    if row.arrival.event in {ArrivalEvent.GONE, ArrivalEvent.RENAMED}:
        return ""
    return translate("Arrivals", "no match")


def _similarity(row: Row) -> str:
    match = None if isinstance(row, DayRow) else row.match
    return "" if match is None else wording.percent_text(share_of(match))


def _match(roots: Sequence[Path], row: Row) -> str:
    if isinstance(row, DayRow):
        return ""
    if row.match is None:
        return wording.reason_text(row.arrival.problem or row.arrival.note)
    facts = (
        wording.printable(row.match.path.name),
        wording.below_text(row.match.path.parent, roots),
    )
    return FACTS.join((*facts, more_words(row)) if row.more else facts)


def more_words(row: ArrivalRow) -> str:
    """Return how many documents more an arrival is like."""
    return translate("Arrivals", "and {0} more").format(wording.count_text(row.more))


def _folder(roots: Sequence[Path], row: Row) -> str:
    if isinstance(row, DayRow) or row.number:
        return ""
    return wording.below_text(row.arrival.path.parent, roots)


def _tip(row: Row) -> str:
    if isinstance(row, DayRow):
        return _arrived(row)
    arrival = row.arrival
    lines = [wording.path_text(arrival.path), event_word(arrival)]
    lines.append(wording.date_text(int(arrival.time * 1e9)))
    lines += [wording.in_own_words(one) for one in (arrival.problem, arrival.note) if one]
    if row.match is not None:
        lines.append(translate("Arrivals", "Match: {0}").format(wording.path_text(row.match.path)))
    return "\n".join(filter(None, lines))


def _columns(roots: Sequence[Path]) -> tuple[Column[Row], ...]:
    return (
        Column(
            title=lambda: translate("Arrivals", "Arrived"),
            meaning=lambda: translate("Arrivals", "When the watch noticed it"),
            text=_arrived,
            width=FIT,
        ),
        Column(
            title=lambda: translate("Arrivals", "Document"),
            meaning=lambda: translate(
                "Arrivals", "The document that came, and what happened to it"
            ),
            text=_document,
        ),
        Column(
            title=lambda: translate("Arrivals", "Kind"),
            meaning=lambda: translate(
                "Arrivals", "What it is to the document that it is most like"
            ),
            text=kind_text,
            width=FIT,
        ),
        Column(
            title=lambda: translate("Arrivals", "Similarity"),
            meaning=lambda: translate(
                "Arrivals", "How much of the text of both is in both; of a part, how much of it"
            ),
            text=_similarity,
            width=FIT,
            align=RIGHT,
        ),
        Column(
            title=lambda: translate("Arrivals", "Match"),
            meaning=lambda: translate(
                "Arrivals", "The document of the library that it is most like"
            ),
            text=partial(_match, roots),
        ),
        Column(
            title=lambda: translate("Arrivals", "Folder"),
            meaning=lambda: translate("Arrivals", "The folder that it came to"),
            text=partial(_folder, roots),
        ),
    )


class ArrivalModel(RecordModel[Row]):
    """The arrivals of a period by days, the newest first; days and further matches fold."""

    def __init__(self, parent: QObject | None = None) -> None:
        self.roots: list[Path] = []
        super().__init__(_columns(self.roots), parent, tooltip=_tip)
        self._log: ArrivalLog | None = None
        self.period = Period.WEEK
        self.only_matched = False
        self._closed: set[QDate] = set()
        self._opened: set[tuple[float, str]] = set()

    def show_roots(self, folders: Iterable[Path]) -> None:
        """Tell folders from these on, which are those of the window."""
        # what a watch tells has no links any more
        self.roots[:] = {one: None for of in folders for one in (of, Path(os.path.realpath(of)))}
        self.set_records(self.records)

    def show_log(self, log: ArrivalLog) -> None:
        """Show the arrivals of a log, as often as ``refresh`` is called."""
        self._log = log

    def chosen(self) -> list[Arrival]:
        """Return the arrivals of the period, whether they are filtered out or not."""
        if self._log is None:
            return []
        if self.period is Period.ALL:
            return self._log.all
        first = QDate.currentDate().addDays(1 - self.period.value)
        begin = first.startOfDay().toMSecsSinceEpoch() / 1000
        return [one for one in self._log.all if one.time >= begin]

    def refresh(self) -> None:
        """Show what the log has now."""
        self.set_records(list(self._rows(self.chosen())))

    def _rows(self, arrivals: Sequence[Arrival]) -> Iterable[Row]:
        for day, of_day in _by_days(arrivals):
            shown = [one for one in of_day if one.matches] if self.only_matched else of_day
            if not shown:
                continue
            is_open = day not in self._closed
            yield DayRow(day, len(of_day), sum(bool(one.matches) for one in of_day), is_open)
            for one in shown if is_open else ():
                unfolded = (one.time, str(one.path)) in self._opened
                seen = self._log is None or self._log.is_seen(one)
                yield ArrivalRow(one, 0, seen, unfolded)
                if unfolded:
                    yield from (ArrivalRow(one, number) for number in range(1, len(one.matches)))

    def open_days(self) -> None:
        """Open all days."""
        if self._closed:
            self._closed.clear()
            self.refresh()

    def toggle(self, row: Row, *, on: bool | None = None) -> None:
        """Open or close a day, or the further matches of an arrival."""
        if isinstance(row, DayRow):
            _put(self._closed, row.day, on=row.open if on is None else not on)
        elif row.more:
            key = row.arrival.time, str(row.arrival.path)
            _put(self._opened, key, on=not row.open if on is None else on)
        else:
            return
        self.refresh()


def _put(found: set, one: object, *, on: bool) -> None:  # type: ignore[type-arg]  # of any kind
    if on:
        found.add(one)
    else:
        found.discard(one)


def _by_days(arrivals: Collection[Arrival]) -> Iterable[tuple[QDate, list[Arrival]]]:
    """Part arrivals, the newest first, by their local days."""
    day, begin, end = QDate(), 0.0, -1.0
    found: list[Arrival] = []
    for one in arrivals:
        if not begin <= one.time < end:
            if found:
                yield day, found
            # one question a day: a calendar is slow
            day, found = day_of(one.time), []
            begin = day.startOfDay().toMSecsSinceEpoch() / 1000
            end = day.addDays(1).startOfDay().toMSecsSinceEpoch() / 1000
        found.append(one)
    if found:
        yield day, found


def today_counts(arrivals: Iterable[Arrival]) -> tuple[int, int]:
    """Return how many arrivals are of the last day, and how many of these have a match."""
    begin = day_of(time.time()).startOfDay().toMSecsSinceEpoch() / 1000
    today = [one for one in arrivals if one.time >= begin]
    return sum(bool(one.matches) for one in today), len(today)
