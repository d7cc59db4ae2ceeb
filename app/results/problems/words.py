"""The stages at which files drop out of a scan, in words."""

from PySide6.QtCore import QCoreApplication

from simcore import ProblemStage

translate = QCoreApplication.translate  # the name lupdate looks for


def stage_text(stage: ProblemStage) -> str:
    """Return the stage at which a file dropped out, in a word or two."""
    match stage:
        case ProblemStage.LIST:
            return translate("wording", "listing")
        case ProblemStage.READ:
            return translate("wording", "reading")
        case ProblemStage.DECODE:
            return translate("wording", "telling the encoding")
        case ProblemStage.TOKENS:
            return translate("wording", "finding words")
        case ProblemStage.VERIFY:
            return translate("wording", "comparing")
        case ProblemStage.REMOVE:
            return translate("wording", "removing")
        case ProblemStage.SAVED:
            return translate("wording", "opening results")


def stage_explained(stage: ProblemStage) -> str:
    """Return a sentence about the problem at a stage."""
    match stage:
        case ProblemStage.LIST:
            return translate("wording", "It was left out while the folders were listed")
        case ProblemStage.READ:
            return translate("wording", "It could not be read")
        case ProblemStage.DECODE:
            return translate(
                "wording",
                "It is not text, or not in an encoding that could be recognised for sure",
            )
        case ProblemStage.TOKENS:
            return translate("wording", "It holds no words that could be compared")
        case ProblemStage.VERIFY:
            return translate("wording", "It could not be read again for the exact comparison")
        case ProblemStage.REMOVE:
            return translate("wording", "It was marked for removal and stays")
        case ProblemStage.SAVED:
            return translate("wording", "It is not what it was when the results were saved")
