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


KINDS: dict[str, Maker] = {
    "licence-holder": _other_holder,
    "licence-family": _family,
    "two-releases": _two_releases,
    "growing-file": _growing,
}
