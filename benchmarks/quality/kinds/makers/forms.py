"""Forms of offices: invoices, minutes, notices, contracts, reports, curricula vitae."""

import itertools
import re

from benchmarks.quality.kinds.each import Maker, couples
from benchmarks.quality.kinds.filling import Filler
from benchmarks.quality.kinds.model import PAIRS, File, HalfName, Made
from benchmarks.quality.kinds.supply import Supply

_AROUND = 6  # documents of each form beside those of the pairs
_SPREAD = {
    "tuned": "en en en zh zh zh ru ru ja ja".split(),
    "aside": "en en en zh zh zh ko ko el el".split(),
    "fresh": "en en en zh zh zh ru ru hi hi".split(),
}
_TWO: dict[str, list[str]] = dict.fromkeys(HalfName, "en en en en en zh zh zh zh zh".split())
_REDLINED = {
    "tuned": "en en en en zh zh zh zh ru ru".split(),
    "aside": "en en en en zh zh zh zh ko ko".split(),
    "fresh": "en en en en zh zh zh zh ja ja".split(),
}
_CHANGE = re.compile(r"\[([^\]]*?)->([^\]]*?)\]")


def _filled(filler: Filler, form: str, rows: str, language: str, number: int) -> str:
    """Fill in a form with one to three rows: what is its own is a little of it, or most.

    Under every second one stands what its office puts under all of them, where it does.
    """
    lines = [filler.line(rows, language) for _ in range(1 + number % 3)] if rows else []
    text = filler.fill(f"{form}.{language}", items="\n".join(lines))
    under = f"{form}-under.{language}"
    return text + filler.fill(under) if number % 2 == 0 and filler.has(under) else text


def _others(file: str, form: str, rows: str = "", spread: dict[str, list[str]] = _SPREAD) -> Maker:
    """Return a maker of pairs that share a form and nothing else, with more of that form."""

    def made(supply: Supply) -> Made:
        languages = spread[supply.half]
        pairs = []
        for number, language in enumerate(languages):
            filler = supply.filler(file, number)
            left, right = (_filled(filler, form, rows, language, number) for _ in range(2))
            pairs.append((left, right))
        crowd = []
        for language in dict.fromkeys(languages):
            filler = supply.filler(file, f"crowd {language}")
            texts = (_filled(filler, form, rows, language, number) for number in range(_AROUND))
            crowd += [File.of(text) for text in texts]
        return Made(couples(pairs), tuple(crowd))

    return made


def _numbers(file: str, form: str, rows: str = "") -> Maker:
    """Return a maker of pairs of one form with the same words, and a third to all numbers other."""

    def made(supply: Supply) -> Made:
        pairs = []
        for number, language in enumerate(_SPREAD[supply.half]):
            changed = 0.3 + 0.7 * number / (PAIRS - 1)
            left, right = (
                _filled(supply.filler(file, number, share), form, rows, language, number)
                for share in (0, changed)
            )
            pairs.append((left, right))
        return Made(couples(pairs))

    return made


def _cv_for_two_jobs(supply: Supply) -> Made:
    pairs = []
    for number, language in enumerate(_TWO[supply.half]):
        rows = supply.rows("papers", f"cv-words.{language}")
        first, second = supply.random.sample(rows, 2)
        names = ("profile", "stress") if language == "en" else ("wish", "stress", "profile")
        left, right = (
            supply.filler("papers", number).fill(
                f"cv.{language}", **dict(zip(names, row, strict=True))
            )
            for row in (first, second)
        )
        pairs.append((left, right))
    return Made(couples(pairs))


def _redline(supply: Supply) -> Made:
    """Make contracts with and without the marks of their changes, each of other clauses."""
    pairs = []
    languages = _REDLINED[supply.half]
    for language in dict.fromkeys(languages):
        clauses = [part for row in supply.rows("papers", f"redline.{language}") for part in row]
        most = list(itertools.combinations(clauses, len(clauses) - 2))
        for chosen in supply.random.sample(most, languages.count(language)):
            text = "\n".join(chosen) + "\n"
            old = re.sub(" +(?=[.,])", "", _CHANGE.sub(r"\1", text))
            pairs.append((old, _CHANGE.sub(_marked, text)))
    return Made(couples(pairs))


def _marked(match: re.Match[str]) -> str:
    old, new = match.groups()
    return (f"[-{old}-]" if old else "") + (f"{{+{new}+}}" if new else "")


KINDS: dict[str, Maker] = {
    "invoice-numbers": _numbers("invoices", "invoice", "item"),
    "invoice-goods": _others("invoices", "invoice", "item"),
    "minutes-template": _others("papers", "minutes", "decision"),
    "notice-template": _others("papers", "notice", spread=_TWO),
    "report-numbers": _numbers("papers", "report"),
    "cv-two-jobs": _cv_for_two_jobs,
    "contract-redline": _redline,
}
