"""HouseStyle: the desktop's own style, with the few habits of this program put over it."""

from PySide6.QtWidgets import (
    QApplication,
    QProxyStyle,
    QStyle,
    QStyleHintReturn,
    QStyleOption,
    QWidget,
)

_Hint = QStyle.StyleHint
_HINTS = {
    _Hint.SH_DialogButtonBox_ButtonsHaveIcons: 0,  # words say it: no green ticks, no red crosses
    _Hint.SH_EtchDisabledText: 0,  # a white shadow that makes letters harder to read
}


class HouseStyle(QProxyStyle):
    """Draws as the style that the desktop chose; dialog buttons have no icons."""

    def styleHint(
        self,
        hint: QStyle.StyleHint,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
        returned: QStyleHintReturn | None = None,
    ) -> int:
        """Answer for our habits, and ask the desktop's style for all else."""
        found = _HINTS.get(hint)
        return super().styleHint(hint, option, widget, returned) if found is None else found


def put_on(application: QApplication) -> None:
    """Put our habits over the style of an application, once."""
    if not isinstance(application.style(), HouseStyle):
        application.setStyle(HouseStyle(application.style().name()))
