"""How many texts are read in the right encoding, and how many wrong ones are called a guess.

    python -m benchmarks.quality.decoding FOLDER ... [--each N] [--seed SEED] [--cells]

Takes texts from the man pages (``man/LANGUAGE/man*/*.gz``), message catalogues
(``LANGUAGE/LC_MESSAGES/*.mo``) and pages (``LANGUAGE/*.html``) below the folders, as systems and
packages have them: ``/usr/share`` will do, unpacked packages of many languages are better. Every
codec that chardet knows writes each language that chardet knows it for, N samples of 200 bytes,
2 kB and 20 kB each. Codecs of Unicode write all languages.

A sample is a run of whole lines of one language from a random place, the last one cut. Quotation
marks, dashes and letters that a codec lacks become what typists put for them; a line with other
such characters is left out. A sample has at least one character that is not ASCII. It is right if
the text that ``decode`` returns is the text that was written, whatever the codec is called.

Prints for each codec and size the share that is right; then for each size how many wrong ones and
how many right ones are called a guess, leaving out the codecs of Unicode, which are no guess.
``--cells`` adds codecs by language below .98. Everything follows from the seed.
"""

import argparse
import gettext
import gzip
import random
import re
import unicodedata
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import lxml.html
from chardet.registry import REGISTRY

from simcore import ReadError
from simcore.text.decoding import decode

SIZES = (200, 2_000, 20_000)
"""Bytes of a sample."""

_ENOUGH = 400_000
"""Characters of a language."""

_LANGUAGES = {"nb": "no", "nn": "no", "zh_CN": "zh", "zh_TW": "zh-tw", "zh_HK": "zh-tw"}
_CODECS = {"big5hkscs": ("zh-tw",), "utf-8-sig": ()}
_NOT_MADE = {"ascii", "cp864", "cp1006"}
"""The first is UTF-8; the others have Arabic letters by their shapes, which no text has."""
_TYPED = {
    **dict.fromkeys("“”„‟«»", '"'),
    **dict.fromkeys("‘’‚‛", "'"),
    **dict.fromkeys("‐‑‒–—―−", "-"),
    "…": "...",
    "\xa0": " ",
    "\u202f": " ",
    "\u2009": " ",
    "\u200b": "",
    "\u200c": "",
    "\u200d": "",
    "\u200e": "",
    "\u200f": "",
    "•": "*",
    "·": "*",
    "©": "(c)",
    "®": "(R)",
    "™": "(TM)",
    "→": "->",
    "←": "<-",
    "×": "x",
    "ș": "ş",
    "ț": "ţ",
    "Ș": "Ş",
    "Ț": "Ţ",
    "ی": "ي",
    "ک": "ك",
    "€": "EUR",
    "ь̀": "ь",
}

_ENGLISH = {"the", "of", "and", "with", "that", "this", "from", "The", "This", "are", "by", "not"}

_TABLES = re.compile(r"(iso[-_]?8859|cp\d|koi8|armscii|latin\d|ascii|charsets|iso_)")
"""Files that hold tables of characters, and lists of names of countries, instead of text."""

_ROFF_REQUEST = re.compile(r"^[.'].*$", re.MULTILINE)
_ROFF_ESCAPE = re.compile(r"\\(f(\[\w*\]|\(\w\w|.)|s[+-]?\d|\*?\((..)|\*?\[[^\]]*\]|[&|/,^c%:])")
_MARKUP = re.compile(r"<[^>]*>|[~_&](?=\w)")


@dataclass(frozen=True, slots=True)
class Sample:
    """A text, and the bytes by which a codec writes it; ``size`` is about their number."""

    codec: str
    language: str
    size: int
    text: str
    data: bytes


def texts(folders: Sequence[Path], randomly: random.Random) -> dict[str, list[str]]:
    """Return the lines of each language, those of one file together."""
    found: dict[str, list[tuple[Path, Callable[[Path], list[str]]]]] = {}
    for pattern, depth, read in (
        ("man/*/man*/*.gz", -3, _man_page),
        ("man/man*/*.gz", -2, _man_page),
        ("*/LC_MESSAGES/*.mo", -3, _messages),
        ("*/*.html", -2, _page),
    ):
        for folder in folders:
            for path in sorted(folder.rglob(pattern)):
                if _TABLES.match(path.name):
                    continue
                name = path.parts[depth] if depth != -2 or read is _page else "en"
                language = _LANGUAGES.get(name, name.partition("_")[0].partition("@")[0])
                found.setdefault(language, []).append((path, read))
    lines: dict[str, list[str]] = {}
    for language, files in sorted(found.items()):
        randomly.shuffle(files)
        of = lines[language] = []
        size = 0
        for path, read in files:
            try:
                more = read(path)
            except (OSError, ValueError, LookupError, EOFError, zlib.error):
                continue
            if language != "en":
                # what was not translated
                more = [line for line in more if len(_ENGLISH & set(line.split())) < 2]
            of += more
            size += sum(map(len, more))
            if size > _ENOUGH:
                break
    return lines


def _man_page(path: Path) -> list[str]:
    source = _ROFF_REQUEST.sub("", gzip.decompress(path.read_bytes()).decode("utf-8"))
    return _lines(_ROFF_ESCAPE.sub("", source).replace("\\", "").split("\n"))


def _messages(path: Path) -> list[str]:
    with path.open("rb") as file:
        catalogue = gettext.GNUTranslations(file)
    translated: dict[object, str] = vars(catalogue)["_catalog"]
    own = [text for key, text in translated.items() if key and key != text]
    return _lines([line for text in own for line in _MARKUP.sub("", text).split("\n")])


def _page(path: Path) -> list[str]:
    root = lxml.html.fromstring(path.read_bytes().decode("utf-8").encode())
    return _lines([" ".join(part.text_content().split()) for part in root.iter("p", "li", "h2")])


def _lines(lines: Sequence[str]) -> list[str]:
    """Keep what is a sentence or a part of one."""
    composed = (unicodedata.normalize("NFC", line.strip()) for line in lines)
    return [line for line in composed if len(line.encode()) > 30]


def samples(lines: dict[str, list[str]], each: int, randomly: random.Random) -> Iterator[Sample]:
    """Yield samples of all codecs, languages and sizes for which there are texts."""
    known = {language for info in REGISTRY.values() for language in info.languages} | {"zh-tw"}
    for codec, info in REGISTRY.items():
        if codec in _NOT_MADE:
            continue
        languages = _CODECS.get(codec, info.languages) or tuple(sorted(known & lines.keys()))
        for language in languages:
            written = [
                line
                for line in (_writable(line, codec) for line in lines.get(language, ()))
                if line is not None
            ]
            for size in SIZES:
                for _ in range(each):
                    sample = _sample(written, codec, size, randomly)
                    if sample is not None:
                        yield Sample(codec, language, size, *sample)


def _writable(line: str, codec: str) -> str | None:
    """Return a line as typists write it in a codec, or None if it cannot be written."""
    if _fits(line, codec):
        return line
    text = "".join(
        character if _fits(character, codec) else _instead(character, codec) for character in line
    )
    return text if _fits(text, codec) else None


def _fits(text: str, codec: str) -> bool:
    try:
        return text.encode(codec).decode(codec).lstrip("\ufeff") == text
    except UnicodeError:
        return False


@cache
def _instead(character: str, codec: str) -> str:
    if character in _TYPED:
        return _TYPED[character]
    if codec == "cp1258":
        return _vietnamese(character)
    return character


def _vietnamese(character: str) -> str:
    """Write a tone as a character of its own, and circumflex, breve and horn with the letter."""
    parts = unicodedata.normalize("NFD", character)
    tone = "".join(mark for mark in parts if mark in "\u0300\u0301\u0303\u0309\u0323")
    letter = "".join(mark for mark in parts if mark not in tone)
    return unicodedata.normalize("NFC", letter) + tone


def _sample(
    lines: Sequence[str], codec: str, size: int, randomly: random.Random
) -> tuple[str, bytes] | None:
    """Write a run of lines; None if there is none of the size that is not all ASCII."""
    for _ in range(20):
        if not lines:
            return None
        first = randomly.randrange(len(lines))
        run: list[str] = []
        count = 0
        for line in lines[first:]:
            run.append(line)
            count += len(line.encode(codec)) + 1
            if count >= size:
                break
        if count < size:
            continue
        text = "\n".join(run)
        cut = text.encode(codec)[:size].decode(codec, "ignore").lstrip("\ufeff")
        cut = cut[: len(cut) - 1] if not text.startswith(cut) else cut
        data = cut.encode(codec)
        if not cut.isascii() and data.decode(codec).lstrip("\ufeff") == cut:
            return cut, data
    return None


@dataclass(slots=True)
class _Tally:
    """Samples of one kind: how many, how many right, and how many of either called a guess."""

    made: int = 0
    right: int = 0
    guessed_right: int = 0
    guessed_wrong: int = 0

    @property
    def share(self) -> str:
        return f"{self.right / self.made:.3f}" if self.made else "-"


def measure(made: Iterable[Sample]) -> dict[tuple[str, str, int], _Tally]:
    """Decode samples; return the tally of each codec, language and size."""
    cells: dict[tuple[str, str, int], _Tally] = {}
    for sample in made:
        tally = cells.setdefault((sample.codec, sample.language, sample.size), _Tally())
        try:
            decoded = decode(sample.data)
        except ReadError:
            right, guessed = False, True  # which is told, too
        else:
            right, guessed = decoded.text == sample.text, decoded.guessed
        tally.made += 1
        tally.right += right
        tally.guessed_right += guessed and right
        tally.guessed_wrong += guessed and not right
    return cells


def _sum(tallies: Iterable[_Tally]) -> _Tally:
    total = _Tally()
    for tally in tallies:
        total.made += tally.made
        total.right += tally.right
        total.guessed_right += tally.guessed_right
        total.guessed_wrong += tally.guessed_wrong
    return total


def _table(cells: dict[tuple[str, str, int], _Tally], *, small: bool) -> Iterator[str]:
    """Yield the lines of the report."""
    yield "| codec | 200 bytes | 2 kB | 20 kB |"
    yield "|---|---|---|---|"
    for codec in dict.fromkeys(codec for codec, _, _ in cells):
        of = {key: tally for key, tally in cells.items() if key[0] == codec}
        yield _row(codec, of)
    other = {key: tally for key, tally in cells.items() if not key[0].startswith("utf-")}
    yield _row("all", cells)
    yield _row("all but UTF", other)
    yield ""
    for size in SIZES:
        total = _sum(tally for key, tally in other.items() if key[2] == size)
        yield (
            f"All but UTF, {size} bytes: {total.right} of {total.made} right; called a guess: "
            f"{total.guessed_wrong} of {total.made - total.right} wrong ones, "
            f"{total.guessed_right} of {total.right} right ones"
        )
    if small:
        for key, tally in cells.items():
            if tally.right < 0.98 * tally.made:
                yield f"{key[0]} {key[1]} {key[2]}: {tally.right} of {tally.made}"


def _row(name: str, cells: dict[tuple[str, str, int], _Tally]) -> str:
    shares = (_sum(t for key, t in cells.items() if key[2] == size).share for size in SIZES)
    return f"| {name} | {' | '.join(shares)} |"


def main() -> None:
    """Print the table for the given folders."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--each", type=int, default=4, help="samples of each cell")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cells", action="store_true", help="name the cells below .98")
    given = parser.parse_args()
    randomly = random.Random(given.seed)
    lines = texts(given.folders, randomly)
    cells = measure(samples(lines, given.each, randomly))
    print("\n".join(_table(cells, small=given.cells)))


if __name__ == "__main__":
    main()
