"""The languages of the program, and their translations.

Sources are in resources/translations, one ``.ts`` file a language; they are compiled when the
package is built. English is the language of the source itself.
"""

from enum import StrEnum
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from .resources import resource


class Language(StrEnum):
    """A choice of the person; the values are names of Qt's locales, but for the first."""

    SYSTEM = "system"
    ENGLISH = "en"
    SIMPLIFIED = "zh_CN"
    TRADITIONAL = "zh_TW"

    @property
    def own_name(self) -> str:
        """The name of the language in itself; empty for the system's."""
        return _OWN_NAMES[self]


_OWN_NAMES = {
    Language.SYSTEM: "",
    Language.ENGLISH: "English",
    Language.SIMPLIFIED: "简体中文",
    Language.TRADITIONAL: "繁體中文",
}

_installed: list[QTranslator] = []
_spoken = [Language.ENGLISH]


def effective_language(choice: Language, system: QLocale) -> Language:
    """Return the language that is spoken for a choice, by the order of a system's languages.

    >>> effective_language(Language.SYSTEM, QLocale("zh_HK")).value
    'zh_TW'
    >>> effective_language(Language.SYSTEM, QLocale("de_DE")).value
    'en'
    >>> effective_language(Language.ENGLISH, QLocale("zh_CN")).value
    'en'
    """
    if choice is not Language.SYSTEM:
        return choice
    for name in system.uiLanguages():
        locale = QLocale(name.replace("-", "_"))
        if locale.language() == QLocale.Language.English:
            return Language.ENGLISH
        if locale.language() == QLocale.Language.Chinese:
            traditional = locale.script() == QLocale.Script.TraditionalHanScript
            return Language.TRADITIONAL if traditional else Language.SIMPLIFIED
    return Language.ENGLISH


def spoken() -> Language:
    """Return the language that is spoken, never ``SYSTEM``; it need not be the default locale's."""
    return _spoken[-1]


def compiled_file(language: Language) -> Path:
    """Return the file of the compiled translations into a language; English has none."""
    return resource("translations", f"variorum_{language}.qm")


def speak(choice: Language, system: QLocale | None = None) -> Language:
    """Translate everything that is shown from now on; return the language used.

    Numbers and dates follow: they stay the system's own where that speaks the same language.
    Existing windows keep their words: the caller must create new ones.
    """
    own = QLocale.system() if system is None else system
    language = effective_language(choice, own)
    _spoken[:] = [language]
    for translator in _installed:
        QCoreApplication.removeTranslator(translator)
    _installed.clear()
    same = effective_language(Language.SYSTEM, own) is language
    QLocale.setDefault(own if same else QLocale(language.value))
    if language is Language.ENGLISH:
        return language
    of_qt = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    for name, folder in (
        (f"qtbase_{language}", of_qt),
        (f"variorum_{language}", str(resource("translations"))),
    ):
        translator = QTranslator()
        if translator.load(name, folder):
            QCoreApplication.installTranslator(translator)
            _installed.append(translator)
    return language
