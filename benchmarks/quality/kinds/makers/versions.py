"""Licences and releases: one text as it goes through hands and years."""

import itertools

from benchmarks.quality.kinds.each import Maker, couples
from benchmarks.quality.kinds.edits.layout import text_of, wrapped
from benchmarks.quality.kinds.model import PAIRS, File, HalfName, Made
from benchmarks.quality.kinds.supply import Supply
from benchmarks.quality.kinds.works import common_licences, releases

_STAGES = 20  # of a growing file
_GNU = {"tuned": [("LGPL-2", "LGPL-2.1")], "aside": [("GFDL-1.2", "GFDL-1.3")], "fresh": []}


def _put_together(supply: Supply, clauses: tuple[int, ...], holder: str) -> str:
    """Put a licence of a family together from its clauses."""
    filler = supply.filler("licences", 0)
    all_clauses = [row[0] for row in supply.rows("licences", "bsd-clauses")]
    head = filler.fill("bsd-head", holder=holder).strip()
    parts = [*head.split("\n"), *(all_clauses[clause] for clause in clauses)]
    tail = filler.fill("bsd-tail", holder=holder).strip()
    return wrapped([part for part in [*parts, tail] if part], 78)


def _other_holder(supply: Supply) -> Made:
    """Make licences of two holders: by turns whole ones and some put together."""
    pairs = []
    wholes = [("en", row[0]) for row in supply.rows("licences", "whole.en")]
    wholes += [("zh", row[0]) for row in supply.rows("licences", "whole.zh")]
    # one for all, so that no two holders meet twice over one licence
    filler = supply.filler("licences", "holders")
    for number in range(PAIRS):
        language, whole = [*wholes, ("en", "")][number % (len(wholes) + 1)]
        texts = []
        for holder in [filler.line("holder", language) for _ in range(2)]:
            if whole:
                texts.append(whole.replace("{=holder}", holder) + "\n")
            else:
                texts.append(_put_together(supply, (0, 1, 2)[: 2 + number // 4 % 2], holder))
        pairs.append((texts[0], texts[1]))
    return Made(couples(pairs))


def _family(supply: Supply) -> Made:
    """Make pairs of licences of one family: some clauses more or less."""
    texts = common_licences(supply.sources)
    pairs = [(texts[old], texts[new]) for old, new in _GNU[supply.half]]
    clauses = range(len(supply.rows("licences", "bsd-clauses")))
    variants = [chosen for count in (2, 3, 4) for chosen in itertools.combinations(clauses, count)]
    variants = [chosen for chosen in variants if {0, 1} <= set(chosen)]
    couplings = list(itertools.combinations(variants, 2))
    filler = supply.filler("licences", "holders")
    for first, second in supply.random.sample(couplings, PAIRS - len(pairs)):
        holder = filler.line("holder", "en")
        pairs.append((_put_together(supply, first, holder), _put_together(supply, second, holder)))
    return Made(couples(pairs))


def _two_releases(supply: Supply) -> Made:
    chosen = supply.random.sample(releases(supply.sources, supply.half), PAIRS)
    suffix = ".md" if supply.half is HalfName.TUNED else ".rst"
    return Made(tuple((File(old, suffix), File(new, suffix)) for old, new in chosen))


def _growing(supply: Supply) -> Made:
    """Make two diaries that grow by an entry a version; neighbours are pairs, all are there."""
    pairs: list[tuple[File, File]] = []
    crowd: list[File] = []
    for language in ("en", "zh"):
        entries: list[str] = []
        while len(entries) < _STAGES + 6:
            entries += supply.prose(language, 900)
        versions = [File.of(text_of(entries[: 6 + stage])) for stage in range(_STAGES)]
        pairs += [(versions[at], versions[at + 1]) for at in range(0, _STAGES - 10, 2)]
        crowd += versions[_STAGES - 10 :]
    return Made(tuple(pairs), tuple(crowd))


def _entitled(title: str, stated: str, paragraphs: list[str]) -> str:
    return f"# {title}\n\n{stated}\n\n{text_of(paragraphs)}"


_NAMES = (("{} 2021", "{} 2024"), ("{} v1", "{} v2"), ("draft/{}", "final/{}"), ("one", "other"))


def _amended(supply: Supply) -> Made:
    """Make laws with their amended texts: paragraphs are added all over, or in the second half.

    By turns names and folders tell which is the later, or its title and date do.
    """
    pairs = []
    for number in range(PAIRS):
        paragraphs = supply.prose("zh" if number % 2 else "en", _LAW)
        count = len(paragraphs)
        some = range(count) if number % 3 else range(count // 2, count)
        out = set(supply.random.sample(some, count * 2 // 5))
        old = [one for place, one in enumerate(paragraphs) if place not in out]
        title = " ".join(paragraphs[0].split()[:4])[:12].strip(" .,、，。")
        names = [one.format("law") for one in _NAMES[number % len(_NAMES)]]
        states = ["2021-05-01", "2024-03-01"] if number % len(_NAMES) == 3 else ["", ""]
        texts = (_entitled(title, *both) for both in zip(states, (old, paragraphs), strict=True))
        left, right = (File.of(one, ".md", name) for one, name in zip(texts, names, strict=True))
        pairs.append((left, right))
    return Made(tuple(pairs))


def _logged(supply: Supply) -> Made:
    """Make change logs to which entries were added, above or below, between two releases."""
    pairs = []
    for number in range(PAIRS):
        entries = supply.prose("zh" if number % 2 else "en", _LAW)
        kept = len(entries) * (5 + number % 2) // 8
        old = entries[-kept:] if number % 3 else entries[:kept]
        files = ((old, "app-1.9/CHANGES"), (entries, "app-1.10/CHANGES"))
        left, right = (File.of(_entitled("Changes", "", one), ".md", name) for one, name in files)
        pairs.append((left, right))
    return Made(tuple(pairs))


def _titled_half(supply: Supply) -> Made:
    """Make texts that were saved up to three fifths, under the same title and date."""
    pairs = []
    for number in range(PAIRS):
        whole = supply.prose("zh" if number % 2 else "en", _LAW)
        names = _CUT[number % len(_CUT)]
        parts = whole[: len(whole) * 3 // 5], whole
        left, right = (
            File.of(_entitled("On terms", "2024-03-01", one), ".md", name)
            for one, name in zip(parts, names, strict=True)
        )
        pairs.append((left, right))
    return Made(tuple(pairs))


def _titled_chapters(supply: Supply) -> Made:
    """Make books with three of their five chapters, in names with numbers that are no versions."""
    pairs = []
    for number in range(PAIRS):
        chapters = [supply.prose("zh" if number % 2 else "en", _CHAPTER) for _ in range(5)]
        book = [one for chapter in chapters for one in chapter]
        middle = [one for chapter in chapters[1:4] for one in chapter]
        names = _CHAPTERS[number % len(_CHAPTERS)]
        left = File.of(_entitled("Second to fourth", "2021-05-01", middle), ".md", names[0])
        pairs.append((left, File.of(_entitled("All of it", "2024-03-01", book), ".md", names[1])))
    return Made(tuple(pairs))


def _headed(supply: Supply) -> Made:
    """Make articles, and the same below what a site or an office puts over them."""
    pairs = []
    for number in range(PAIRS):
        language = "zh" if number % 2 else "en"
        article, head = supply.prose(language, _LAW), supply.prose(language, _LAW // 2)
        left = File.of(_entitled("An article", "2021-05-01", article), ".md", "article")
        whole = text_of(head) + "\n" + left.data.decode()
        pairs.append((left, File.of(whole, ".md", "article from the site")))
    return Made(tuple(pairs))


_LAW, _CHAPTER = 4_000, 1_200
_CUT = (("text (1)", "text"), ("text - Copy", "text"), ("a/text", "b/text"), ("half", "whole"))
_CHAPTERS = (("chapters 2-4", "book"), ("chapter 2-4", "chapter 1-5"), ("part", "book 2024"))


KINDS: dict[str, Maker] = {
    "licence-holder": _other_holder,
    "licence-family": _family,
    "two-releases": _two_releases,
    "growing-file": _growing,
    "amended-text": _amended,
    "change-log": _logged,
    "titled-half": _titled_half,
    "titled-chapters": _titled_chapters,
    "headed-article": _headed,
}
