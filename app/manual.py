"""The manual, in a window of its own."""

from PySide6.QtCore import QLocale, Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QTextBrowser, QVBoxLayout, QWidget

from app.resources import resource

__all__ = ["ManualWindow", "manual_name"]


def manual_name(locale: QLocale) -> str:
    """Give the manual's file for a language; English where there is none.

    >>> manual_name(QLocale("zh_CN")), manual_name(QLocale("de"))
    ('manual.zh.md', 'manual.en.md')
    """
    chinese = locale.language() == QLocale.Language.Chinese
    return "manual.zh.md" if chinese else "manual.en.md"


class ManualWindow(QWidget):
    """Shows the bundled manual; nothing waits for it, and Esc closes it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setWindowTitle(self.tr("Variorum: the manual"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.text = QTextBrowser(self)
        self.text.setAccessibleName(self.tr("The manual"))
        self.text.setOpenLinks(False)
        self.text.anchorClicked.connect(self._follow)
        path = resource("help", manual_name(QLocale()))
        try:
            # Qt's Markdown has tables, and headings to search for
            self.text.setMarkdown(path.read_text(encoding="utf-8"))
        except OSError as error:
            self.text.setPlainText(
                self.tr("{0}: the manual cannot be read: {1}").format(path, error.strerror)
            )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.text)
        self.resize(820, 720)

    def _follow(self, link: QUrl) -> None:
        QDesktopServices.openUrl(link)
