"""Files that are taken as they are: code, pages with their sources, releases, licences, poems."""

import difflib
import re
from dataclasses import dataclass
from pathlib import Path

import lxml.html  # type: ignore[import-untyped] # ships no type information

from benchmarks.quality.kinds.model import HalfName
from benchmarks.quality.kinds.sources import (
    FAQ,
    GUIDE,
    HELP,
    LEAST_LETTERS,
    Paragraphs,
    Sources,
    native,
    plain,
)

# where the lines that two releases of a page share make less of it, it was written anew
_REVISED = 0.75
_SIZES = range(2_000, 20_000)  # bytes
_GO = tuple(
    f"golang-github-{name}-dev"
    for name in ("spf13-cobra spf13-pflag gorilla-mux sirupsen-logrus hashicorp-go-version".split())
)
# packages, the folder in them, and names
_CODE = {
    "tuned": (("libpython3.11-stdlib",), "usr/lib/python3.11", "*.py"),
    "aside": (_GO, "usr", "**/*.go"),
    "fresh": (("gnulib",), "usr/share/gnulib/lib", "*.c"),
}
# a package, the folder of its manual, which has the sources of its pages, and their least bytes:
# where the navigation is long, it would be most of a short page
_MANUALS = {
    "tuned": ("sphinx-doc", "sphinx-doc/html", 3_000),
    "aside": ("python3.11-doc", "python3.11/html", 3_000),
    "fresh": ("buildbot-doc", "buildbot/html", 6_000),
}
# what two releases are called in the names of their packages, and the folder of their pages
_RELEASES = {
    "aside": ("llvm-{}-doc", "usr/share/doc/llvm-{}-doc/html/_sources"),
    "fresh": ("clang-{}-doc", "usr/share/doc/clang-{}/html/_sources"),
}
_TRANSLATED = {
    "tuned": ("zh", "ru", "ja", "ko"),
    "aside": ("zh", "ru", "ja", "el"),
    "fresh": ("zh", "ru", "ja", "ko"),
}
_MOST_PARAGRAPHS = 12
# letters of English; of the help of an office program half of the pages are one sentence or two
_LEAST_PAGE = {"tuned": 0, "aside": 0, "fresh": 1_000}


def code_files(sources: Sources, half: HalfName) -> list[str]:
    """Return source files of 2 to 14 kB: Python's own library, libraries in Go, or in C."""
    packages, inside, names = _CODE[half]
    paths = []
    for package in packages:
        paths += sorted(sources.package(package, inside).glob(names))
    paths = [path for path in paths if path.is_file()]
    kept = [path for path in paths if 2_000 <= path.stat().st_size <= 14_000]
    return [path.read_text(encoding="utf-8") for path in kept]


def sources_and_pages(sources: Sources, half: HalfName) -> list[tuple[bytes, bytes]]:
    """Return manual pages as reStructuredText with the same pages as HTML."""
    package, inside, least = _MANUALS[half]
    folder = sources.package(package, f"usr/share/doc/{inside}")
    found = []
    for path in sorted((folder / "_sources").rglob("*.rst.txt")):
        name = path.relative_to(folder / "_sources").as_posix().removesuffix(".rst.txt")
        page = folder / f"{name}.html"
        if page.is_file() and least <= path.stat().st_size <= 25_000:
            found.append((path.read_bytes(), page.read_bytes()))
    return found


def releases(sources: Sources, half: HalfName) -> list[tuple[bytes, bytes]]:
    """Return pages of a manual at two releases, the older first, that are revised and not new."""
    if half is HalfName.TUNED:
        folder = sources.corpus("tidb-docs-zh")
        old, new, names = folder / "release-6.5", folder / "release-8.5", "*.md"
    else:
        package, inside = _RELEASES[half]
        old = sources.package(package.format(14), inside.format(14))
        new = sources.package(package.format(15), inside.format(15))
        names = "*.rst.txt"
    found = []
    for path in sorted(old.glob(names)):
        if (new / path.name).is_file():
            before, after = path.read_bytes(), (new / path.name).read_bytes()
            if before != after and len(before) in _SIZES and _alike(before, after) >= _REVISED:
                found.append((before, after))
    return found


def _alike(before: bytes, after: bytes) -> float:
    lines = before.splitlines(), after.splitlines()
    return difflib.SequenceMatcher(None, *lines, autojunk=False).ratio()


def common_licences(sources: Sources) -> dict[str, str]:
    """Return the texts of free licences that Debian keeps once for all packages, by name."""
    folder = sources.package("base-files", "usr/share/common-licenses")
    paths = (path for path in sorted(folder.iterdir()) if not path.is_symlink())
    return {path.name: path.read_text(encoding="utf-8") for path in paths}


def poems(sources: Sources, half: HalfName) -> list[tuple[str, str, list[str]]]:
    """Return title, author and lines of each poem of the 300 of the Tang, or of 100 of the Song."""
    name = "tang300" if half is HalfName.ASIDE else "song100"
    path = sources.package("fortunes-zh", "usr/share/games/fortunes") / name
    text = re.sub("\x1b\\[[0-9;]*m", "", path.read_text(encoding="utf-8"))
    found = []
    for poem in text.split("\n%\n"):
        lines = [line.strip() for line in poem.splitlines() if line.strip()]
        if len(lines) > 5:
            title = lines[0].removeprefix("题目:").strip("《》")
            author = lines[1].replace(":", "：").removeprefix("作者：")
            found.append((title, author, lines[2:]))
    return found


@dataclass(frozen=True, slots=True)
class Translation:
    """A page in English and in another language, paragraph by paragraph."""

    name: str
    language: str
    english: Paragraphs
    other: Paragraphs


def translations(sources: Sources, half: HalfName) -> list[Translation]:
    """Return the pages whose paragraphs belong together by their place: there are equally many."""
    found = []
    for language in _TRANSLATED[half]:
        for path, twin in _twins(sources, half, language):
            left, right = _blocks(path), _blocks(twin)
            if len(left) != len(right):
                continue
            pairs = zip(left, right, strict=True)
            kept = [(a, b) for a, b in pairs if len(a) >= LEAST_LETTERS and b != a]
            english, other = ([pair[side] for pair in kept[:_MOST_PARAGRAPHS]] for side in (0, 1))
            long = sum(map(len, english)) >= _LEAST_PAGE[half]
            if len(kept) >= 3 and long and native(" ".join(other), language):
                found.append(Translation(path.name, language, english, other))
    return found


def _twins(sources: Sources, half: HalfName, language: str) -> list[tuple[Path, Path]]:
    """Return the pages in English with those of the other language."""
    if half is HalfName.TUNED:
        name = {"zh": "zh-cn"}.get(language, language)
        other = sources.package(f"debian-faq-{name}", f"{FAQ}/{name}")
        paths = sorted(sources.package("debian-faq", FAQ).glob("*.en.html"))
        pairs = [(path, other / f"{path.name.split('.')[0]}.{name}.html") for path in paths]
    elif half is HalfName.FRESH:
        name = {"zh": "zh-cn"}.get(language, language)
        folder = sources.package("libreoffice-help-en-us", f"{HELP}/en-US/text")
        region = {"zh": "zh-CN"}.get(language, language)
        other = sources.package(f"libreoffice-help-{name}", f"{HELP}/{region}/text")
        paths = sorted(folder.rglob("*.html"))
        pairs = [(path, other / path.relative_to(folder)) for path in paths]
    else:
        folder = sources.package("installation-guide-amd64", GUIDE)
        other = folder / {"zh": "zh_CN"}.get(language, language)
        pairs = [(path, other / path.name) for path in sorted((folder / "en").glob("*.html"))]
    return [(path, twin) for path, twin in pairs if twin.is_file()]


def _blocks(path: Path) -> list[str]:
    parser = lxml.html.HTMLParser(encoding="utf-8")
    tree = lxml.html.parse(path, parser)
    return [plain(element.text_content()) for element in tree.iter("p", "h1", "h2", "h3")]
