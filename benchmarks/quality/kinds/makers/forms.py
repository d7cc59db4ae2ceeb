"""Forms of offices: invoices, minutes, notices, contracts, reports, curricula vitae."""

import re

from benchmarks.quality.kinds.makers.each import Maker, couples
from benchmarks.quality.kinds.model import File, Made
from benchmarks.quality.kinds.supply import Supply

_AROUND = 6  # documents of each form beside those of the pairs
_SPREAD = {"tuned": "en en en zh zh zh ru ru ja ja".split(),
           "aside": "en en en zh zh zh ko ko de de".split()}
_TWO = {"tuned": "en en en en en zh zh zh zh zh".split(),
        "aside": "en en en en en zh zh zh zh zh".split()}
_REDLINED = {"tuned": "en en en en zh zh zh zh ru ru".split(),
             "aside": "en en en en zh zh zh zh ko ko".split()}
_CHANGE = re.compile(r"\[([^\]]*?)->([^\]]*?)\]")


def _others(file: str, form: str, spread: dict[str, list[str]] = _SPREAD) -> Maker:
    """Return a maker of pairs that share a form and nothing else, with more of that form."""

    def made(supply: Supply) -> Made:
        languages = spread[supply.half]
        pairs = []
        for number, language in enumerate(languages):
            filler = supply.filler(file, number)
            name = f"{form}.{language}"
            pairs.append((filler.fill(name), filler.fill(name)))
        crowd = []
        for language in dict.fromkeys(languages):
            filler = supply.filler(file, f"crowd {language}")
            crowd += [File.of(filler.fill(f"{form}.{language}")) for _ in range(_AROUND)]
        return Made(couples(pairs), tuple(crowd))

    return made


def _numbers(file: str, form: str) -> Maker:
    """Return a maker of pairs of one form with the same words and other numbers."""

    def made(supply: Supply) -> Made:
        pairs = []
        for number, language in enumerate(_SPREAD[supply.half]):
            name = f"{form}.{language}"
            left, right = (supply.filler(file, number, f"{number} {side}") for side in "ab")
            pairs.append((left.fill(name), right.fill(name)))
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
    for language in _REDLINED[supply.half]:
        clauses = [part for row in supply.rows("papers", f"redline.{language}") for part in row]
        chosen = [clause for clause in clauses if supply.random.random() < 0.8]
        text = "\n".join(chosen) + "\n"
        old = re.sub(" +(?=[.,])", "", _CHANGE.sub(r"\1", text))
        pairs.append((old, _CHANGE.sub(_marked, text)))
    return Made(couples(pairs))


def _marked(match: re.Match[str]) -> str:
    old, new = match.groups()
    return (f"[-{old}-]" if old else "") + (f"{{+{new}+}}" if new else "")


KINDS: dict[str, Maker] = {
    "invoice-numbers": _numbers("invoices", "invoice"),
    "invoice-goods": _others("invoices", "invoice"),
    "minutes-template": _others("papers", "minutes"),
    "notice-template": _others("papers", "notice"),
    "contract-parties": _others("papers", "lease", _TWO),
    "report-numbers": _numbers("papers", "report"),
    "recipe-amounts": _numbers("tables", "recipe"),
    "cv-two-jobs": _cv_for_two_jobs,
    "contract-redline": _redline,
}
