"""One of the two documents of a comparison, as the differences show it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TitledText:
    """A text with its title.

    ``name`` is the file's, for exports; ``encoding`` that by which it was decoded, empty where
    there is none to choose; ``guessed`` tells that this is unsure, ``by_hand`` that a person chose
    it for this view, ``kept`` that it was chosen for good, ``keepable`` that it can be.
    """

    title: str
    text: str
    name: str = ""
    encoding: str = ""
    lossy: bool = False
    by_hand: bool = False
    guessed: bool = False
    kept: bool = False
    keepable: bool = False
