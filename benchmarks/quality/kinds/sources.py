"""Where the longer texts come from, and how to get what is absent."""

import itertools
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import lxml.etree  # type: ignore[import-untyped] # ships no type information
import lxml.html  # type: ignore[import-untyped]

from benchmarks.quality.kinds.model import HalfName

Paragraphs = list[str]
"""The paragraphs of a document, each without line breaks."""

LEAST_LETTERS = 30
FAQ = "usr/share/doc/debian/FAQ"
_HANDBOOK = "usr/share/doc/debian-handbook/html"
GUIDE = "usr/share/doc/installation-guide-amd64"
HELP = "usr/share/libreoffice/help"
_LATIN = ("de", "fr", "pl", "es", "cs")
_SPACE = re.compile(r"\s+")
_MARKDOWN = re.compile(r"[*_`]{1,3}|!?\[([^\]]*)\]\([^)]*\)|<[^>]+>|\{\{[^}]*\}\}")


class AbsentError(Exception):
    """A source that is not on this machine; the message says how to get it."""


class Sources:
    """The folders in which corpora and unpacked packages are looked for.

    ``corpora`` has the labelled corpora, a folder each; ``debian`` a folder a package, named like
    it, with what ``dpkg -x`` writes.
    """

    def __init__(self, corpora: Path, debian: Path) -> None:
        self._corpora = corpora
        self._debian = debian
        self.documents = cache(self._documents)

    def corpus(self, name: str) -> Path:
        """Return the folder of a corpus; raise AbsentError with what to do."""
        folder = self._corpora / name
        if not folder.is_dir():
            raise AbsentError(
                f"the corpus {name} is not in {self._corpora}: "
                f"mkdir -p {folder} && tar -xf {name}.tar.xz -C {folder}"
            )
        return folder / name if (folder / name).is_dir() else folder

    def package(self, name: str, inside: str = "") -> Path:
        """Return a folder of an unpacked package; raise AbsentError with what to do."""
        folder = self._debian / name
        if not folder.is_dir():
            raise AbsentError(
                f"the Debian package {name} is not in {self._debian}: mkdir -p {self._debian} && "
                f"cd {self._debian} && apt-get download {name} && dpkg -x {name}_*.deb {name}"
            )
        return folder / inside

    def _documents(self, half: HalfName, language: str) -> tuple[Paragraphs, ...]:
        """Return the documents in a language that a half draws its texts from."""
        return tuple(document for document in _READERS[half, language](self) if len(document) > 1)


def plain(text: str) -> str:
    """Make white space single spaces."""
    return _SPACE.sub(" ", text).strip()


def native(text: str, language: str) -> bool:
    """Return whether a paragraph is long enough, and in the language and not in English."""
    first, least = ("\u0080", 0.02) if language in _LATIN else ("\u0250", 0.4)
    foreign = sum(character > first for character in text)
    return len(text) >= LEAST_LETTERS and (language == "en" or foreign >= len(text) * least)


def web_pages(folder: Path, language: str, names: str = "*.html") -> Iterator[Paragraphs]:
    """Yield the running text of the pages of a folder, by name."""
    if not folder.is_dir():
        raise AbsentError(f"{folder} is not there: another version of the package?")
    parser = lxml.html.HTMLParser(encoding="utf-8")
    for path in sorted(folder.glob(names)):
        elements = (
            element
            for element in lxml.html.parse(path, parser).iter("p", "div")
            if element.tag == "p" or element.get("class") == "para"
        )
        texts = [plain(element.text_content()).replace("¶", "") for element in elements]
        yield [text for text in texts if native(text, language)]


def _help_pages(folder: Path, language: str) -> Iterator[Paragraphs]:
    for path in sorted(folder.glob("*.page")):
        tree = lxml.etree.parse(path)
        texts = [plain("".join(element.itertext())) for element in tree.iter("{*}p")]
        yield [text for text in texts if native(text, language)]


def _office_help(folder: Path, language: str) -> Iterator[Paragraphs]:
    """Yield chapters of the help of an office program: its pages are short, six make one."""
    pages = [page for page in web_pages(folder, language, "text/*/01/*.html") if page]
    for at in range(0, len(pages), 6):
        # pages repeat each other's notes
        yield list(dict.fromkeys(itertools.chain.from_iterable(pages[at : at + 6])))


def articles(folder: Path) -> Iterator[Paragraphs]:
    """Yield news articles, which are one line each, in paragraphs of three sentences."""
    for path in sorted(folder.glob("*.txt")):
        sentences = re.split(r"(?<=[.!?]) (?=[A-Z])", plain(path.read_text(encoding="utf-8")))
        yield [" ".join(sentences[at : at + 3]) for at in range(0, len(sentences), 3)]


def manual_pages(folder: Path) -> Iterator[Paragraphs]:
    """Yield the running text of pages in Markdown, without tables and code."""
    for path in sorted(folder.glob("*.md")):
        text = re.sub(r"\A---\n.*?\n---\n", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        text = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
        texts = [
            plain(_MARKDOWN.sub(r"\1", block)).lstrip("-*> ")
            for block in text.split("\n\n")
            if not block.lstrip().startswith(("|", "#"))
        ]
        yield [text for text in texts if native(text, "zh")]


def _by_hand(language: str, half: HalfName) -> "Reader":
    return lambda _: _room_texts(half, language)


def _room_texts(half: HalfName, language: str) -> Iterator[Paragraphs]:
    """Yield the texts of this room: documents apart by a line of equals signs."""
    path = Path(__file__).parent / "forms" / half / f"prose-{language}.txt"
    for document in path.read_text(encoding="utf-8").split("\n====\n"):
        yield [plain(paragraph) for paragraph in document.split("\n\n") if paragraph.strip()]


def _help(language: str) -> "Reader":
    return lambda sources: _help_pages(
        sources.package("gnome-user-docs", f"usr/share/help/{language}/gnome-help"), language
    )


Reader = Callable[[Sources], Iterator[Paragraphs]]


def _faq(language: str) -> Reader:
    return lambda sources: web_pages(
        sources.package(f"debian-faq-{language}", f"{FAQ}/{language}"), language
    )


def _handbook(language: str, folder: str) -> Reader:
    return lambda sources: web_pages(
        sources.package("debian-handbook", f"{_HANDBOOK}/{folder}"), language
    )


def _guide(language: str) -> Reader:
    return lambda sources: web_pages(
        sources.package("installation-guide-amd64", f"{GUIDE}/{language}"), language
    )


def _reference(language: str, name: str = "") -> Reader:
    name = name or language
    return lambda sources: web_pages(
        sources.package(f"debian-reference-{name}", "usr/share/debian-reference"),
        language,
        f"*.{name}.html",
    )


def _packages(language: str) -> Reader:
    return lambda sources: web_pages(
        sources.package(f"aptitude-doc-{language}", f"usr/share/doc/aptitude/html/{language}"),
        language,
    )


def _office(language: str) -> Reader:
    return lambda sources: _office_help(
        sources.package(f"libreoffice-help-{language}", f"{HELP}/{language}"), language
    )


def _python_pages(sources: Sources) -> Iterator[Paragraphs]:
    pages = sources.package("python3.11-doc", "usr/share/doc/python3.11/html")
    yield from web_pages(pages, "en", "howto/*.html")
    yield from web_pages(pages, "en", "tutorial/*.html")
    yield from web_pages(pages, "en", "faq/*.html")


_READERS: dict[tuple[HalfName, str], Reader] = {
    (HalfName.TUNED, "en"): lambda sources: articles(sources.corpus("mccormick-articles")),
    (HalfName.TUNED, "zh"): lambda sources: manual_pages(
        sources.corpus("tidb-docs-zh") / "release-8.5"
    ),
    (HalfName.TUNED, "ru"): _faq("ru"),
    (HalfName.TUNED, "ja"): _faq("ja"),
    (HalfName.TUNED, "ko"): _faq("ko"),
    **{(HalfName.TUNED, name): _help(name) for name in ("el", *_LATIN)},
    (HalfName.TUNED, "ar"): _by_hand("ar", HalfName.TUNED),
    (HalfName.TUNED, "hi"): _by_hand("hi", HalfName.TUNED),
    (HalfName.ASIDE, "en"): _python_pages,
    (HalfName.ASIDE, "zh"): _handbook("zh", "zh-CN"),
    (HalfName.ASIDE, "ru"): _handbook("ru", "ru-RU"),
    (HalfName.ASIDE, "ja"): _handbook("ja", "ja-JP"),
    (HalfName.ASIDE, "ar"): _handbook("ar", "ar-MA"),
    (HalfName.ASIDE, "ko"): _guide("ko"),
    (HalfName.ASIDE, "el"): _guide("el"),
    (HalfName.ASIDE, "hi"): _office("hi"),
    **{(HalfName.ASIDE, name): _handbook(name, f"{name}-{name.upper()}") for name in _LATIN},
    (HalfName.ASIDE, "cs"): _handbook("cs", "cs-CZ"),
    (HalfName.FRESH, "en"): lambda sources: web_pages(
        sources.package("harden-doc", "usr/share/doc/harden-doc/html/en-US"), "en"
    ),
    (HalfName.FRESH, "ru"): _packages("ru"),
    (HalfName.FRESH, "cs"): _packages("cs"),
    **{(HalfName.FRESH, name): _reference(name) for name in ("ja", "de", "fr", "es")},
    (HalfName.FRESH, "zh"): _reference("zh", "zh-cn"),
    **{(HalfName.FRESH, name): _office(name) for name in ("ko", "el", "pl")},
    **{(HalfName.FRESH, name): _by_hand(name, HalfName.FRESH) for name in ("ar", "hi")},
}
