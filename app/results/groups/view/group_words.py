"""The titles of groups, in words."""

from PySide6.QtCore import QCoreApplication

from app.language.wording import count_text, percent_text, size_text

__all__ = ["group_text", "parts_text", "worst_text"]

translate = QCoreApplication.translate  # the name lupdate looks for


def group_text(documents: int, gain: int, worst: float, uncompared: int = 0) -> str:
    """Return the title of a group of ``documents``, two or more, the kept one included.

    ``gain`` is in bytes: what the others take up. ``worst`` is the least resemblance to the kept
    one, ``uncompared`` how many were not compared with it.
    """
    words = translate("wording", "{documents} documents, {gain} to gain, worst {worst}").format(
        documents=count_text(documents), gain=size_text(gain), worst=percent_text(worst)
    )
    if uncompared:
        more = translate("wording", "{words}, {count} not compared")
        words = more.format(words=words, count=count_text(uncompared))
    return words


def worst_text(name: str, worst: float) -> str:
    """Return a sentence on the worst pair of a group: the kept document and one ``name``."""
    return translate("wording", "Worst pair: the kept document and {name}, {worst} alike").format(
        name=name, worst=percent_text(worst)
    )


def parts_text(documents: int, gain: int) -> str:
    """Return the title of a group of a document and its parts, ``documents`` in all."""
    return translate(
        "wording", "{documents} documents, {gain} to gain, parts of the kept one"
    ).format(documents=count_text(documents), gain=size_text(gain))
