"""What was left out for its age, in words."""

from PySide6.QtCore import QCoreApplication

from simcore import ScanConfig

from .wording import count_text

translate = QCoreApplication.translate  # the name lupdate looks for


def left_out_for_age(count: int, config: ScanConfig) -> str:
    """Return how many documents came before the days for which they are kept; empty for none."""
    if not count:
        return ""
    if config.folder_days or config.keep_days == 1:
        if count == 1:
            return translate("age", "1 document came too long ago and was left out")
        words = translate("age", "{0} documents came too long ago and were left out")
        return words.format(count_text(count))
    words = (
        translate("age", "1 document came before the last {1} days and was left out")
        if count == 1
        else translate("age", "{0} documents came before the last {1} days and were left out")
    )
    return words.format(count_text(count), count_text(config.keep_days))
