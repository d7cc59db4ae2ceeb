"""The words for places in a text: pages, slides, lines."""

from PySide6.QtCore import QCoreApplication

from .align.rows import PageSort

translate = QCoreApplication.translate  # the name lupdate looks for


def page_label(pages: PageSort, number: int | str) -> str:
    """Return the short name of a page or slide, as it stands in a margin.

    >>> page_label(PageSort.SLIDES, 3)
    'slide 3'
    """
    if pages is PageSort.PAGES:
        return translate("PageWords", "p. {0}").format(number)
    return translate("PageWords", "slide {0}").format(number)


def page_begins(pages: PageSort, number: int | str) -> str:
    """Return a sentence that a page or slide begins here."""
    if pages is PageSort.PAGES:
        return translate("PageWords", "Page {0} begins here").format(number)
    return translate("PageWords", "Slide {0} begins here").format(number)


def line_label(pages: PageSort | None, number: str) -> str:
    """Return the name of a line, or of the page where these are what is known."""
    if pages is None:
        return translate("PageWords", "line {0}").format(number)
    return page_label(pages, number)
