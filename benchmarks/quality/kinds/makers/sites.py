"""Pages of web sites: what stands around an article, footers, front matter."""

from benchmarks.quality.kinds.each import Maker
from benchmarks.quality.kinds.edits.layout import text_of, web_page
from benchmarks.quality.kinds.edits.words import sentences
from benchmarks.quality.kinds.model import File, Made
from benchmarks.quality.kinds.supply import Supply

_SITES = {
    "tuned": "en en en en zh zh zh zh ru ru".split(),
    "aside": "en en en en zh zh zh zh el el".split(),
    "fresh": "en en en en zh zh zh zh ko ko".split(),
}
_TWO = "en en en en en zh zh zh zh zh".split()
_SAME_SITE = 6
_SAME_FOOTER = 25  # a language; with the pairs it stands in 70 pages
_LETTERS = 700
_SENTENCE = 12  # letters of one that is no number of a chapter


def _page(supply: Supply, language: str, top: str, bottom: str, paragraphs: list[str]) -> File:
    filler = supply.filler("web", 0)
    title = paragraphs[0].split("。")[0].split(". ")[0][:60]
    around = filler.fill(f"{top}.{language}"), filler.fill(f"{bottom}.{language}")
    return File.of(web_page(title, paragraphs, *around), ".html")


def _other_article(supply: Supply) -> Made:
    languages = _SITES[supply.half]

    def page(language: str) -> File:
        return _page(supply, language, "top", "bottom", supply.prose(language, _LETTERS))

    pairs = tuple((page(language), page(language)) for language in languages)
    crowd = [page(language) for language in dict.fromkeys(languages) for _ in range(_SAME_SITE)]
    return Made(pairs, tuple(crowd))


def _other_site(supply: Supply) -> Made:
    pairs = []
    for language in _SITES[supply.half]:
        article = supply.prose(language, 3 * _LETTERS)
        left = _page(supply, language, "top", "bottom", article)
        pairs.append((left, _page(supply, language, "other-top", "other-bottom", article)))
    return Made(tuple(pairs))


def _footer(supply: Supply) -> Made:
    def page(language: str, letters: int) -> File:
        footer = supply.filler("web", 0).fill(f"footer.{language}").strip()
        own = supply.prose(language, letters or 1)
        # one sentence of its own: most of such a page stands in each of the others
        if not letters:
            own = [one for one in sentences(own[0]) if len(one) >= _SENTENCE][:1] or own[:1]
        return File.of(text_of([*own, footer]))

    pairs = [(page(language, 0), page(language, 900)) for language in _TWO]
    crowd = [page(language, 400) for language in "en zh".split() * _SAME_FOOTER]
    return Made(tuple(pairs), tuple(crowd))


def _stub(supply: Supply) -> Made:
    fillers = {language: supply.filler("web", language) for language in _TWO}

    def page(language: str) -> File:
        filler = fillers[language]
        title, body = filler.line("stub-words", language).split(" | ")
        return File.of(filler.fill(f"stub.{language}", title=title, body=body), ".md")

    pairs = tuple((page(language), page(language)) for language in _TWO)
    return Made(pairs)


KINDS: dict[str, Maker] = {
    "web-other-article": _other_article,
    "web-other-site": _other_site,
    "web-shared-footer": _footer,
    "front-matter-stub": _stub,
}
