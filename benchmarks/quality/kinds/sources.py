"""Where the longer texts come from, and how to get what is absent."""

import difflib
import itertools
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import lxml.etree
import lxml.html

from benchmarks.quality.kinds.model import HalfName

Paragraphs = list[str]
"""The paragraphs of a document, each without line breaks."""

_LEAST_LETTERS = 30
_FAQ = "usr/share/doc/debian/FAQ"
_HANDBOOK = "usr/share/doc/debian-handbook/html"
_GUIDE = "usr/share/doc/installation-guide-amd64"
_HELP = "usr/share/libreoffice/help"
# where the parts of a page at two releases that are the same make less of it, it was written anew
_REVISED = 0.75
_GO = ("spf13-cobra", "spf13-pflag", "gorilla-mux", "sirupsen-logrus", "hashicorp-go-version")
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


def _native(text: str, language: str) -> bool:
    """Return whether a paragraph is long enough, and in the language and not in English."""
    foreign = sum(character > "\u0250" for character in text)
    return len(text) >= _LEAST_LETTERS and (language == "en" or foreign > len(text) * 0.4)


def web_pages(folder: Path, language: str, names: str = "*.html") -> Iterator[Paragraphs]:
    """Yield the running text of the pages of a folder, by name."""
    if not folder.is_dir():
        raise AbsentError(f"{folder} is not there: another version of the package?")
    parser = lxml.html.HTMLParser(encoding="utf-8")
    for path in sorted(folder.glob(names)):
        paragraphs = []
        for element in lxml.html.parse(path, parser).iter("p", "div"):
            if element.tag == "p" or element.get("class") == "para":
                paragraphs.append(plain(element.text_content()).replace("¶", ""))
        yield [text for text in paragraphs if _native(text, language)]


def _help_pages(folder: Path, language: str) -> Iterator[Paragraphs]:
    for path in sorted(folder.glob("*.page")):
        tree = lxml.etree.parse(path)
        texts = [plain("".join(element.itertext())) for element in tree.iter("{*}p")]
        yield [text for text in texts if _native(text, language)]


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
        blocks = (block for block in text.split("\n\n") if not block.lstrip().startswith(("|", "#")))
        texts = [plain(_MARKDOWN.sub(r"\1", block)).lstrip("-*> ") for block in blocks]
        yield [text for text in texts if _native(text, "zh")]


def _by_hand(half: HalfName, language: str) -> Iterator[Paragraphs]:
    """Yield the texts of this room: documents apart by a line of equals signs."""
    path = Path(__file__).parent / "forms" / half / f"prose-{language}.txt"
    for document in path.read_text(encoding="utf-8").split("\n====\n"):
        yield [plain(paragraph) for paragraph in document.split("\n\n") if paragraph.strip()]


Reader = Callable[[Sources], Iterator[Paragraphs]]


def _faq(language: str) -> Reader:
    return lambda sources: web_pages(
        sources.package(f"debian-faq-{language}", f"{_FAQ}/{language}"), language
    )


def _handbook(language: str, folder: str) -> Reader:
    return lambda sources: web_pages(
        sources.package("debian-handbook", f"{_HANDBOOK}/{folder}"), language
    )


def _guide(language: str) -> Reader:
    return lambda sources: web_pages(
        sources.package("installation-guide-amd64", f"{_GUIDE}/{language}"), language
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
    (HalfName.TUNED, "el"): lambda sources: _help_pages(
        sources.package("gnome-user-docs", "usr/share/help/el/gnome-help"), "el"
    ),
    (HalfName.TUNED, "ar"): lambda sources: _by_hand(HalfName.TUNED, "ar"),
    (HalfName.TUNED, "hi"): lambda sources: _by_hand(HalfName.TUNED, "hi"),
    (HalfName.TUNED, "th"): lambda sources: _by_hand(HalfName.TUNED, "th"),
    (HalfName.ASIDE, "en"): _python_pages,
    (HalfName.ASIDE, "zh"): _handbook("zh", "zh-CN"),
    (HalfName.ASIDE, "ru"): _handbook("ru", "ru-RU"),
    (HalfName.ASIDE, "ja"): _handbook("ja", "ja-JP"),
    (HalfName.ASIDE, "ar"): _handbook("ar", "ar-MA"),
    (HalfName.ASIDE, "ko"): _guide("ko"),
    (HalfName.ASIDE, "el"): _guide("el"),
    (HalfName.ASIDE, "hi"): lambda sources: _office_help(
        sources.package("libreoffice-help-hi", f"{_HELP}/hi"), "hi"
    ),
    (HalfName.ASIDE, "th"): lambda sources: _by_hand(HalfName.ASIDE, "th"),
}


def code_files(sources: Sources, half: HalfName) -> list[str]:
    """Return source files of 2 to 14 kB: Python's own library, or libraries in Go."""
    if half is HalfName.TUNED:
        folder = sources.package("libpython3.11-stdlib", "usr/lib/python3.11")
        paths = sorted(folder.glob("*.py"))
    else:
        paths = []
        for name in _GO:
            paths += sorted(sources.package(f"golang-github-{name}-dev", "usr").rglob("*.go"))
    paths = [path for path in paths if path.is_file()]
    kept = [path for path in paths if 2_000 <= path.stat().st_size <= 14_000]
    return [path.read_text(encoding="utf-8") for path in kept]


def sources_and_pages(sources: Sources, half: HalfName) -> list[tuple[bytes, bytes]]:
    """Return manual pages as reStructuredText with the same pages as HTML."""
    if half is HalfName.TUNED:
        folder = sources.package("sphinx-doc", "usr/share/doc/sphinx-doc/html")
    else:
        folder = sources.package("python3.11-doc", "usr/share/doc/python3.11/html")
    found = []
    for path in sorted((folder / "_sources").rglob("*.rst.txt")):
        name = path.relative_to(folder / "_sources").as_posix().removesuffix(".rst.txt")
        page = folder / f"{name}.html"
        if page.is_file() and 3_000 <= path.stat().st_size <= 25_000:
            found.append((path.read_bytes(), page.read_bytes()))
    return found


def releases(sources: Sources, half: HalfName) -> list[tuple[bytes, bytes]]:
    """Return pages of a manual at two releases, the older first, that are revised and not new."""
    if half is HalfName.TUNED:
        folder = sources.corpus("tidb-docs-zh")
        old, new, names = folder / "release-6.5", folder / "release-8.5", "*.md"
    else:
        inside = "usr/share/doc/llvm-{}-doc/html/_sources"
        old = sources.package("llvm-14-doc", inside.format(14))
        new = sources.package("llvm-15-doc", inside.format(15))
        names = "*.rst.txt"
    found = []
    for path in sorted(old.glob(names)):
        if (new / path.name).is_file():
            before, after = path.read_bytes(), (new / path.name).read_bytes()
            alike = difflib.SequenceMatcher(
                None, before.splitlines(), after.splitlines(), autojunk=False
            ).ratio() if 2_000 <= len(before) <= 20_000 and before != after else 0
            if alike >= _REVISED:
                found.append((before, after))
    return found


def common_licences(sources: Sources) -> dict[str, str]:
    """Return the texts of free licences that Debian keeps once for all packages, by name."""
    folder = sources.package("base-files", "usr/share/common-licenses")
    paths = (path for path in sorted(folder.iterdir()) if not path.is_symlink())
    return {path.name: path.read_text(encoding="utf-8") for path in paths}


def poems(sources: Sources) -> list[tuple[str, str, list[str]]]:
    """Return title, author and lines of each poem of the 300 of the Tang."""
    path = sources.package("fortunes-zh", "usr/share/games/fortunes") / "tang300"
    text = re.sub("\x1b\\[[0-9;]*m", "", path.read_text(encoding="utf-8"))
    found = []
    for poem in text.split("\n%\n"):
        title, *lines = [line.strip() for line in poem.strip().splitlines() if line.strip()]
        if len(lines) > 4:
            found.append((title.strip("《》"), lines[0].removeprefix("作者："), lines[1:]))
    return found


def translations(
    sources: Sources, half: HalfName
) -> list[tuple[str, str, Paragraphs, Paragraphs]]:
    """Return pages in English and another language, paragraph by paragraph: name and language.

    Paragraphs belong together by their place on pages that have equally many.
    """
    found = []
    for language in ("zh", "ru", "ja", "ko") if half is HalfName.TUNED else ("zh", "ru", "ja", "el"):
        if half is HalfName.TUNED:
            name = {"zh": "zh-cn"}.get(language, language)
            english = sources.package("debian-faq", _FAQ)
            other = sources.package(f"debian-faq-{name}", f"{_FAQ}/{name}")
            names = english.glob("*.en.html")
            pages = [(path, f"{path.name.split('.')[0]}.{name}.html") for path in names]
        else:
            folder = sources.package("installation-guide-amd64", _GUIDE)
            english = folder / "en"
            other = folder / {"zh": "zh_CN"}.get(language, language)
            pages = [(path, path.name) for path in english.glob("*.html")]
        for path, twin in sorted(pages):
            if (other / twin).is_file():
                left, right = (_blocks(page) for page in (path, other / twin))
                if len(left) == len(right):
                    kept = [
                        (a, b)
                        for a, b in zip(left, right, strict=True)
                        if len(a) >= _LEAST_LETTERS and b != a
                    ][:12]
                    if len(kept) >= 3 and _native(" ".join(b for _, b in kept), language):
                        found.append((path.name, language, *map(list, zip(*kept, strict=True))))
    return found


def _blocks(path: Path) -> list[str]:
    parser = lxml.html.HTMLParser(encoding="utf-8")
    tree = lxml.html.parse(path, parser)
    return [plain(element.text_content()) for element in tree.iter("p", "h1", "h2", "h3")]
