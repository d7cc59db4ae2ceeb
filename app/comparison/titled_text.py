"""One of the two documents of a comparison, as the differences show it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TitledText:
    """A text with its title.

    ``name`` is the file's, for exports; ``encoding`` that by which it was decoded, empty where
    there is none to choose; ``by_hand`` tells that a person chose it.
    """

    title: str
    text: str
    name: str = ""
    encoding: str = ""
    lossy: bool = False
    by_hand: bool = False
