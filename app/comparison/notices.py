"""The sentences below the headings: what to know of the result of a comparison."""

from PySide6.QtCore import QCoreApplication

from .comparing import Differences

translate = QCoreApplication.translate  # the name lupdate looks for


def notice(
    found: Differences, *, same: bool, unlike: str, simplified: bool, stopped: bool
) -> list[str]:
    """List sentences, without their full stops.

    ``same`` tells that no reader can tell the texts apart,
    ``unlike`` what differs all the same, if anything does, ``simplified`` that some rows were not
    compared inside in detail, ``stopped`` that the person stopped the comparison.
    """
    words = []
    alignment = found.sheet.alignment
    # around a part its whole has more: the strip says how much of the part is in it
    if alignment.complete and not alignment.differences and alignment.part is None:
        words.append(
            unlike or translate("DifferenceNotice", "The texts are equal")
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
