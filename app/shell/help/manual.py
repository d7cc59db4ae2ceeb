"""The manual, in a window of its own."""

import re

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QPixmap, QTextDocument
from PySide6.QtWidgets import QTextBrowser, QVBoxLayout, QWidget

from app.language.languages import Language, spoken
from app.language.resources import resource
from app.language.wording import in_own_words
from app.shell.help.manual_in_traditional import traditional
from app.widgets.layouts import filled
from simcore import reason_of

# Between Chinese characters the end of a line is no space; code is indented by four
_BREAK = re.compile(
    "(?<=[\u2014\u201c\u201d\u3000-\u9fff\uff00-\uffef])\n {0,3}(?=[\u201c\u3000-\u9fff\uff08])"
)

_PICTURE_WIDTH = 760
"""The width of pictures, in points of the screen."""


def manual_name(language: Language) -> str:
    """Return the manual's file for a language.

    >>> manual_name(Language.TRADITIONAL), manual_name(Language.ENGLISH)
    ('manual.zh.md', 'manual.en.md')
    """
    return "manual.en.md" if language is Language.ENGLISH else "manual.zh.md"


def manual_text(language: Language) -> str:
    """Return the manual in a language, as Markdown. Raises ``OSError``.

    It is written in simplified Chinese; its traditional form is made of that when it is asked for.
    """
    text = resource("help", manual_name(language)).read_text(encoding="utf-8")
    if language is not Language.ENGLISH:
        text = _BREAK.sub("", text)
    return traditional(text) if language is Language.TRADITIONAL else text


class _Pages(QTextBrowser):
    """Shows Markdown with pictures of the bundled help, no wider than there is room."""

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Return a picture from the folder of the manual; anything else as usual."""
        if QTextDocument.ResourceType(kind) is not QTextDocument.ResourceType.ImageResource:
            return super().loadResource(kind, name)
        picture = QPixmap(str(resource("help", QUrl(name).path())))
        scale = self.devicePixelRatioF()
        room = round(_PICTURE_WIDTH * scale)
        if picture.width() > room:
            picture = picture.scaledToWidth(room, Qt.TransformationMode.SmoothTransformation)
        picture.setDevicePixelRatio(scale)
        return picture


class ManualWindow(QWidget):
    """Shows the bundled manual; nothing waits for it, and Esc closes it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setWindowTitle(self.tr("Variorum: the manual"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.text = _Pages(self)
        self.text.setAccessibleName(self.tr("The manual"))
        self.text.setOpenLinks(False)
        self.text.anchorClicked.connect(self._follow)
        language = spoken()
        try:
            # Qt's Markdown has tables, and headings to search for
            self.text.setMarkdown(manual_text(language))
        except OSError as error:
            self.text.setPlainText(
                self.tr("{0}: the manual cannot be read: {1}").format(
                    manual_name(language), in_own_words(reason_of(error))
                )
            )
        filled(QVBoxLayout(self), self.text)
        self.resize(820, 720)

    def _follow(self, link: QUrl) -> None:
        QDesktopServices.openUrl(link)
