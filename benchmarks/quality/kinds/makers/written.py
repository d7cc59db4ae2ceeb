"""One text in two formats, encodings, line ends; a page and its source; a page and another."""

from benchmarks.quality.kinds.each import FAR, WIDE, Maker, each
from benchmarks.quality.kinds.edits import layout
from benchmarks.quality.kinds.model import PAIRS, File, Made
from benchmarks.quality.kinds.supply import Supply
from benchmarks.quality.kinds.works import sources_and_pages

_LETTERS = 2_400
_ENCODINGS = {
    "en": "utf-16",
    "zh": "gb18030",
    "ru": "cp1251",
    "ja": "shift_jis",
    "ko": "cp949",
    "el": "iso8859-7",
}
_ENCODED = "en zh zh zh ru ru ja ja ko el".split()


def _source_and_page(supply: Supply) -> Made:
    found = sources_and_pages(supply.sources, supply.half)
    chosen = supply.random.sample(found, PAIRS)
    return Made(tuple((File(source, ".rst"), File(page, ".html")) for source, page in chosen))


def _in_formats(left: str, right: str) -> Maker:
    """Return a maker of one text in two formats, by their suffixes."""

    def made(supply: Supply) -> Made:
        pairs = []
        for language in WIDE:
            title, *paragraphs = supply.prose(language, _LETTERS)
            title = title[:40]
            documents = {
                ".md": layout.markdown(title, paragraphs).encode(),
                ".html": layout.web_page(title, paragraphs).encode(),
                ".txt": layout.web_page_as_text(title, paragraphs).encode(),
                ".docx": layout.word_document([title, *paragraphs]),
            }
            if ".docx" in (left, right):
                documents[".txt"] = layout.wrapped([title, *paragraphs], 76).encode()
            pairs.append((File(documents[left], left), File(documents[right], right)))
        return Made(tuple(pairs))

    return made


def _line_ends(supply: Supply, language: str, number: int) -> tuple[str, str]:
    paragraphs = supply.prose(language, _LETTERS)
    text = layout.wrapped(paragraphs, 72)
    # every second one with a mark of the byte order, as an editor of Windows writes it
    mark = "\ufeff" if number % 2 else ""
    return text, mark + text.replace("\n", " \r\n" if number % 3 else "\r\n")


def _in_encodings(supply: Supply) -> Made:
    pairs = []
    for language in _ENCODED:
        encoding = _ENCODINGS[language]

        def fits(text: str, encoding: str = encoding) -> bool:
            try:
                text.encode(encoding)
            except UnicodeEncodeError:
                return False
            return True

        text = layout.text_of(supply.prose(language, _LETTERS, fits))
        pairs.append((File.of(text), File(text.encode(encoding))))
    return Made(tuple(pairs))


def _other_page(supply: Supply, language: str, number: int) -> tuple[str, str]:
    del number
    left, right = (layout.text_of(supply.prose(language, _LETTERS // 2)) for _ in range(2))
    return left, right


KINDS: dict[str, Maker] = {
    "rst-html": _source_and_page,
    "markdown-html": _in_formats(".md", ".html"),
    "html-plain": _in_formats(".html", ".txt"),
    "word-plain": _in_formats(".docx", ".txt"),
    "line-ends": each(WIDE, _line_ends),
    "other-encoding": _in_encodings,
    "other-page": each(FAR, _other_page),
}
