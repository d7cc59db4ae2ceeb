"""The work of the tab "Why these two" in a separate process: explaining, and preparing the view.

No Qt: the process must not load it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import simcore
from simcore import ScanConfig

from ..align.flowing import SideText
from ..align.tally import Tally, tallied
from .text import ShownPassages, ShownText, shown_passages, shown_text

if TYPE_CHECKING:
    from simcore import Explanation


@dataclass(frozen=True, slots=True)
class Request:
    """Two files to explain, by a configuration.

    The hashes of their contents are those of the scan, or None where nothing was scanned.
    ``encodings`` are those of ``Judgements``, ``elsewhere`` is what each of the two is called where
    it is, if it is not on this machine.
    """

    kept: Path
    chosen: Path
    config: ScanConfig
    kept_hash: bytes | None = None
    chosen_hash: bytes | None = None
    encodings: Mapping[bytes, str] = field(default_factory=dict)
    elsewhere: tuple[str, str] = ("", "")

    @property
    def ends(self) -> tuple[tuple[Path, str], tuple[Path, str]]:
        """The kept one and the chosen one, each with what it is called elsewhere."""
        return (self.kept, self.elsewhere[0]), (self.chosen, self.elsewhere[1])

    @property
    def of_any_files(self) -> bool:
        """Whether nothing was scanned: then none of the two is kept, and none chosen."""
        return self.kept_hash is None


@dataclass(frozen=True, slots=True)
class Explained:
    """An explanation with all data of the panel; ``left`` is the kept document.

    The sides of ``explanation`` are without texts and words: what is shown of them is beside it.
    ``tally`` is None where the texts are too long for what differs to be counted.
    """

    request: Request
    explanation: "Explanation"
    left: ShownText
    right: ShownText
    passages: ShownPassages
    left_changed: bool
    right_changed: bool
    tally: Tally | None = None


def _go_on() -> None:
    """Do not stop."""


def explained(request: Request, check: Callable[[], None] = _go_on) -> Explained:
    """Read and compare two documents, and prepare the data of the panel.

    ``check`` is called between the steps and may raise, to stop. Raises ``SimcoreError``.
    """
    check()
    found = simcore.explain(request.kept, request.chosen, request.config, check, request.encodings)
    texts = found.left.text, found.right.text
    parallels = simcore.find_parallels(*texts)
    check()
    left, left_positions = shown_text(texts[0], parallels.left)
    right, right_positions = shown_text(texts[1], parallels.right)
    check()
    tally = _tally(found)
    check()
    return Explained(
        request,
        found.without_texts(),
        left,
        right,
        shown_passages(parallels, left_positions, right_positions, texts[0]),
        request.kept_hash not in (None, found.left.content_hash),
        request.chosen_hash not in (None, found.right.content_hash),
        tally,
    )


def _tally(found: "Explanation") -> Tally | None:
    """Count what differs; a page of paper ends its lines where no other text does."""
    of_both = [simcore.format_named(side.encoding) for side in (found.left, found.right)]
    left, right = (
        SideText(side.text, flows=of is not None and of.flows, loose=of is not None and of.flows)
        for side, of in zip((found.left, found.right), of_both, strict=True)
    )
    counted = tallied(left, right)
    if counted is None or not found.differences.complete:
        return counted
    # both count what moved: one of them is told
    moved = dict(found.differences.moved).get(simcore.MovedUnit.PARAGRAPH, 0)
    return counted._replace(moved=moved)
