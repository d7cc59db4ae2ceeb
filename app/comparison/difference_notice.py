"""What is said above the texts about a result of their comparison."""

from PySide6.QtCore import QCoreApplication

from app.comparison.comparing import Found

__all__ = ["notice"]

translate = QCoreApplication.translate  # the name lupdate looks for


def notice(found: Found, *, same: bool, simplified: bool, stopped: bool) -> list[str]:
    """List sentences, without their full stops.

    ``same`` tells that the texts are equal to the last character, ``simplified`` that some rows
    were not compared inside in detail, ``stopped`` that the person stopped the comparison.
    """
    words = []
    alignment = found.sheet.alignment
    if alignment.complete and not alignment.differences:
        words.append(
            translate("DifferenceNotice", "The texts are equal")
            if same
            else translate("DifferenceNotice", "The texts are equal but for what is ignored")
        )
    if not found.final:
        words.append(
            translate("DifferenceNotice", "Stopped: what is shown was not compared to the end")
            if stopped
            else translate("DifferenceNotice", "A first result is shown; the comparison goes on…")
        )
    elif alignment.simplified or simplified:
        words.append(
            translate(
                "DifferenceNotice",
                "Differences inside long changed passages are not shown in detail",
            )
        )
    return words
