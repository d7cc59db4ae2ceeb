"""From what is at paths now, and what was seen there, to what is told."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from simcore.model.arrivals import Arrival, ArrivalEvent
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
        notes.append(f"was not read in full: {document.cut_short}")
    if answer.left_out:
        notes.append(f"{answer.left_out} more documents are like it")
    return Arrival(
        told.event,
        told.item.path,
        now,
        None if told.was is None else shown(told.was),
        answer.matches,
        milliseconds,
        "" if told.item.problem is None else str(told.item.problem),
        "; ".join(notes),
    )
