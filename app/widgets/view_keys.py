"""ViewKey: a key of a view that is not an action, as data for the list of keys."""

from typing import NamedTuple, Protocol, runtime_checkable


class ViewKey(NamedTuple):
    """Some keys, as ``QKeySequence`` reads them, and their effect, in the current language."""

    keys: tuple[str, ...]
    words: str


@runtime_checkable
class HasViewKeys(Protocol):
    """A widget with keys of its own."""

    def view_keys(self) -> list[ViewKey]:
        """List them."""
