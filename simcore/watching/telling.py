"""From what is at paths now, and what was seen there, to what is told."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from simcore.model.arrivals import Arrival, ArrivalEvent
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason, joined
from simcore.watching.answering import Likeness
from simcore.watching.looking import Item


@dataclass(frozen=True, slots=True)
class Told:
    """What happened to one document: the event, the file now, the resolved path before."""

    event: ArrivalEvent
    item: Item
    was: Path | None = None


class Gone:
    """Documents that are there no more, until one is found elsewhere with the same bytes."""

    def __init__(self, gone: Mapping[Path, bytes]) -> None:
        self._left = dict(gone)
        self._by_content: dict[bytes, list[Path]] = defaultdict(list)
        for path, content in gone.items():
            if content:  # what could not be read is like nothing
                self._by_content[content].append(path)

    @property
    def left(self) -> list[Path]:
        """Those that were not found elsewhere, ordered by path."""
        return sorted(self._left)

    def found(self, content: bytes, name: str) -> Path | None:
        """Return one that had these bytes, with this name if there is one; it is not gone then."""
        same = self._by_content.get(content)
        if not same:
            return None
        path = next((one for one in same if one.name == name), same[0])
        same.remove(path)
        del self._left[path]
        return path


def told_of(items: Sequence[Item], before: Mapping[Path, bytes], gone: Gone) -> Iterator[Told]:
    """Yield what happened to documents, nothing of those whose bytes are as before.

    What could not be read before and can be now is new.
    """
    for item in items:
        was = before.get(item.real)
        if was == item.content:
            continue
        if was:
            yield Told(ArrivalEvent.CHANGED, item)
            continue
        moved = gone.found(item.content, item.real.name) if was is None else None
        yield Told(ArrivalEvent.NEW if moved is None else ArrivalEvent.RENAMED, item, moved)


def arrival_of(
    told: Told, answer: Likeness, now: float, milliseconds: float, shown: Callable[[Path], Path]
) -> Arrival:
    """Return what is told of a document; ``shown`` returns the path to show for a resolved one."""
    document = told.item.document
    notes = []
    if document is not None and document.cut_short is not None:
        notes.append(Reason(ReasonCode.CUT_SHORT, (document.cut_short,)))
    if document is not None and document.fingerprint is not None and document.short:
        notes.append(Reason(ReasonCode.SHORT_ARRIVAL))
    if answer.left_out:
        notes.append(Reason(ReasonCode.MORE_ALIKE, (str(answer.left_out),)))
    return Arrival(
        told.event,
        told.item.path,
        now,
        None if told.was is None else shown(told.was),
        answer.matches,
        milliseconds,
        told.item.problem,
        joined(notes) if notes else None,
    )
