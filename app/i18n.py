"""Languages: translations, fonts, punctuation, and the English of translated texts.

Sources are in resources/translations, one ``.ts`` file a language, compiled when the package is
built. The ``.qm`` format is that of Qt's ``qtranslator.cpp``: sections of a tag, a length and
bytes; messages are items, each a tag and, except the end, a length and bytes.

Nothing translated is kept at import. Texts are joined by the functions here only, since Chinese
writes 、 ； ： without spaces. A change of the language creates a new window.
"""

import re
import struct
from collections.abc import Iterable
from enum import StrEnum
from functools import cache, lru_cache, reduce
from importlib.util import find_spec
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator
from PySide6.QtGui import QFont, QFontDatabase, QFontInfo
from PySide6.QtWidgets import QApplication


def resource(*names: str) -> Path:
    """Return the path of a bundled file or folder; it need not exist.

    Installed, the files are the package ``variorum_resources``; in a checkout they are the folder
    ``resources`` beside this package.
    """
    return _root().joinpath(*names)


@cache
def _root() -> Path:
    # importlib.resources does the same, and takes twenty times as long to import
    package = find_spec("variorum_resources")
    if package is not None and package.submodule_search_locations:
        return Path(package.submodule_search_locations[0])
    return Path(__file__).resolve().parents[2] / "resources"


class Language(StrEnum):
    """The user's choice; the values are names of Qt's locales, except the first."""

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

_translators: list[QTranslator] = []
_spoken = [Language.ENGLISH]


def effective_language(choice: Language, system: QLocale) -> Language:
    """Return the language for a choice, by the order of the system's languages.

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
    return _spoken[-1]


def set_language(choice: Language, system: QLocale | None = None) -> Language:
    """Set the language of all texts made from now on; return the language used.

    Number and date formats are the system's own if it has the same language. Existing windows keep
    their texts: the caller must create new ones.
    """
    own = QLocale.system() if system is None else system
    language = effective_language(choice, own)
    _spoken[:] = [language]
    for translator in _translators:
        QCoreApplication.removeTranslator(translator)
    _translators.clear()
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
            _translators.append(translator)
    return language


_BEHIND = re.compile(r"\s?\(&\w\)")
_SIGN = re.compile(r"&(.)")


def without_mnemonic(text: str) -> str:
    r"""Return the text of an action without its mnemonic and shortcut.

    >>> without_mnemonic("Save && &close…\tSpace"), without_mnemonic("保存结果(&S)…")
    ('Save & close…', '保存结果…')
    """
    text = text.partition("\t")[0]
    return _SIGN.sub(r"\1", _BEHIND.sub("", text)) if "&" in text else text


_MAGIC = bytes.fromhex("3cb86418caef9c95cd211cbf60a1bddd")
_MESSAGES = 0x69
_END, _TRANSLATION, _OBSOLETE, _SOURCE = 1, 3, 5, 6
_FIELD = re.compile(r"\{\w*\}")
_ESCAPED = re.compile(r"\\{\w*\\}")
_SAID = re.compile(r"\S")
_LEAST = 2


def read_messages(data: bytes) -> list[tuple[str, str]]:
    """Return source and translation of each message of a ``.qm`` file; nothing of another file."""
    if not data.startswith(_MAGIC):
        return []
    at = len(_MAGIC)
    found: list[tuple[str, str]] = []
    while at + 5 <= len(data):
        tag, length = struct.unpack_from(">BI", data, at)
        at += 5
        if tag == _MESSAGES:
            found += _messages(data[at : at + length])
        at += length
    return found


def _messages(data: bytes) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    source, translation, at = "", "", 0
    while at < len(data):
        tag = data[at]
        at += 1
        if tag == _END:
            found.append((source, translation))
            source, translation = "", ""
        elif tag == _OBSOLETE:
            at += 4
        else:
            (length,) = struct.unpack_from(">I", data, at)
            held = data[at + 4 : at + 4 + length]
            at += 4 + length
            if tag == _TRANSLATION:
                translation = held.decode("utf-16-be", errors="replace")
            elif tag == _SOURCE:
                source = held.decode("utf-8", errors="replace")
    return found


@lru_cache(maxsize=4)
def _by_translation(
    file: Path,
) -> tuple[dict[str, tuple[str, ...]], list[tuple[str, str, str]]]:
    """Return the English of texts; for those with fields, after the longest piece between them."""
    try:
        data = file.read_bytes()
    except OSError:
        data = b""
    exact: dict[str, dict[str, None]] = {}
    filled: list[tuple[int, str, str]] = []
    for source, shown in read_messages(data):
        bare, english = _bare(shown), _bare(source)
        exact.setdefault(bare, {})[english] = None
        letters = len(_SAID.findall(_FIELD.sub("", shown))) if "{" in shown else 0
        if letters >= _LEAST and _FIELD.search(shown):
            filled.append((letters, bare, english))
    # what says most is tried first; what says next to nothing fits everything
    tried = [
        (max(_FIELD.split(shown), key=len), shown, source)
        for _, shown, source in sorted(filled, reverse=True)
    ]
    return {shown: tuple(sources) for shown, sources in exact.items()}, tried


@lru_cache(maxsize=256)
def _pattern(shown: str) -> re.Pattern[str]:
    return re.compile(_ESCAPED.sub("(.+?)", re.escape(shown)))


def english_of(text: str) -> tuple[str, ...]:
    """Return the English texts that may have been translated to a text of the window.

    Two texts may share a translation. Filled placeholders are filled in the English, too. An
    unknown text is returned itself. Mnemonics and final dots are removed.
    """
    language, bare = spoken(), _bare(text)
    if language is Language.ENGLISH or not text:
        return (bare,)
    exact, tried = _by_translation(resource("translations", f"variorum_{language}.qm"))
    if bare in exact:
        return exact[bare]
    for piece, shown, source in tried:
        match = _pattern(shown).fullmatch(bare) if piece in bare else None
        if match is not None:
            # what is filled in may be words of the window, too
            values = iter([english_of(value)[0] for value in match.groups()])
            return (_FIELD.sub(lambda _: next(values, ""), source),)  # noqa: B023 - used here
    return (bare,)


def _bare(text: str) -> str:
    return without_mnemonic(text).rstrip("…")


# Families with Latin and Chinese in widths of 1 to 2, the best known first.
_TWO_TO_ONE = (
    "Sarasa Mono SC",
    "Noto Sans Mono CJK SC",
    "Source Han Mono SC",
    "WenQuanYi Zen Hei Mono",
    "NSimSun",
)
_TWO_TO_ONE_OF_TAIWAN = (
    "Sarasa Mono TC",
    "Noto Sans Mono CJK TC",
    "Source Han Mono TC",
    "MingLiU",
    *_TWO_TO_ONE,
)
_CHINESE = (
    "Noto Sans CJK SC",
    "Source Han Sans SC",
    "Microsoft YaHei",
    "PingFang SC",
    "WenQuanYi Micro Hei",
)
_CHINESE_OF_TAIWAN = (
    "Noto Sans CJK TC",
    "Source Han Sans TC",
    "Microsoft JhengHei",
    "PingFang TC",
    *_CHINESE,
)


def two_to_one_families() -> list[str]:
    """Return installed families whose Chinese characters are twice as wide as Latin letters."""
    return _installed_families(_TWO_TO_ONE_OF_TAIWAN if _taiwan() else _TWO_TO_ONE)


def chinese_families() -> list[str]:
    """Return installed families for Chinese characters, the best first."""
    return _installed_families(_CHINESE_OF_TAIWAN if _taiwan() else _CHINESE)


def fit_application_font() -> None:
    """Use a family of the window's language for Chinese characters; Latin is unchanged.

    Characters are printed differently in mainland China (families named SC), Taiwan (TC) and Japan,
    whose shapes a system uses by default.
    """
    font = QApplication.font()
    chinese = {*_CHINESE, *_CHINESE_OF_TAIWAN}
    own = [family for family in font.families() if family not in chinese]
    font.setFamilies([*resolved(own or font.families()), *chinese_families()[:2]])
    if font.families() != QApplication.font().families():
        QApplication.setFont(font)


def resolved(families: list[str]) -> list[str]:
    """Return families with the first, perhaps a generic name like "Sans Serif", resolved.

    A generic name works only as the last family of a font.
    """
    return [QFontInfo(QFont(families[:1])).family(), *families[1:]]


def _taiwan() -> bool:
    return QLocale().script() == QLocale.Script.TraditionalHanScript


def _installed_families(families: tuple[str, ...]) -> list[str]:
    installed = set(QFontDatabase.families())
    return [family for family in families if family in installed]


translate = QCoreApplication.translate  # the name lupdate looks for


FACTS = "  \N{MIDDLE DOT}  "  # between facts in one line, in every language
PLACES = " / "  # between names of folders, in every language


def counted(one: str, many: str, count: int, *values: object) -> str:
    """Return a text in the singular or plural, with the count as {0} and values behind it."""
    return (one if count == 1 else many).format(QLocale().toString(count), *values)


def listed(words: Iterable[str]) -> str:
    """Return words as a list."""
    return _joined(translate("punctuation", "{0}, {1}", "a list of names"), words)


def phrases(words: Iterable[str]) -> str:
    """Return phrases of more than a name each, in a row."""
    return _joined(translate("punctuation", "{0}, {1}", "two phrases"), words)


def clauses(words: Iterable[str]) -> str:
    """Return parts of one sentence, the later ones less important."""
    return _joined(translate("punctuation", "{0}; {1}", "two parts of a sentence"), words)


def sentences(words: Iterable[str]) -> str:
    """Join sentences."""
    return _joined(translate("punctuation", "{0} {1}", "two whole sentences"), words)


def statements(words: Iterable[str]) -> str:
    """Join sentences that have no full stops; the last gets none."""
    return _joined(translate("punctuation", "{0}. {1}", "two sentences without stops"), words)


def labelled(name: str, words: str) -> str:
    """Return a statement prefixed with the name of its subject."""
    return translate("punctuation", "{0}: {1}", "what is said of something").format(name, words)


def _joined(pattern: str, words: Iterable[str]) -> str:
    # names may contain braces: they are inserted, never used as a format
    return reduce(pattern.format, words) if (words := list(words)) else ""
