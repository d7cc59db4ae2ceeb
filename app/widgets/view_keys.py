"""ViewKey: a key that a view has for itself, beside the actions, as data for the list of keys."""

from typing import NamedTuple, Protocol, runtime_checkable


class ViewKey(NamedTuple):
    """Some keys, as ``QKeySequence`` reads them, and what they do, in the language of now."""

    keys: tuple[str, ...]
    words: str


@runtime_checkable
class HasViewKeys(Protocol):
    """A widget with keys of its own."""

    def view_keys(self) -> list[ViewKey]:
        """List them."""
