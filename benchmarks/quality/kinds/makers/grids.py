"""Tables, lists, logs, settings, sequences: few words, and many values."""

import random
from collections.abc import Callable

from benchmarks.quality.kinds.makers.each import Maker, couples
from benchmarks.quality.kinds.model import PAIRS, Made
from benchmarks.quality.kinds.supply import Supply

_PEOPLE = {"tuned": "en en en en zh zh zh ru ru ru".split(),
           "aside": "en en en en zh zh zh de de de".split()}
_TWO = "en en en en en zh zh zh zh zh".split()
_MEASURED = {
    "tuned": ["time,temperature,humidity,pressure", "时间,温度,湿度,气压", "время,ток,напряжение"],
    "aside": ["station;level_cm;flow;turbidity", "编号;长度;宽度;重量", "Zeit;Kraft;Weg"],
}

Rows = Callable[[Supply, str, int], list[str]]


def _people(supply: Supply, language: str, count: int) -> list[str]:
    filler = supply.filler("tables", supply.random.random())
    rows = []
    for number in range(count):
        name = [filler.line("family", language), filler.line("given", language)]
        phone = supply.random.randrange(10**6, 10**7)
        rows.append(f"{name[0]},{name[1]},{filler.line('town', language)},{phone},{number % 7}")
    return rows


def _prices(supply: Supply, language: str) -> list[str]:
    return [
        f"{row[0]}\t{supply.random.randrange(90, 9_900) / 100:.2f}"
        for row in supply.rows("tables", f"goods.{language}")
    ]


def _measured(supply: Supply, number: int) -> str:
    head = _MEASURED[supply.half][number % 3]
    columns = [supply.random.uniform(5, 900) for _ in range(head.count(",") + head.count(";"))]
    between = ";" if ";" in head else ","
    lines = [head]
    for row in range(400):
        values = [f"{supply.random.gauss(middle, middle / 9):.2f}" for middle in columns]
        lines.append(between.join([f"{row // 60:02}:{row % 60:02}", *values]))
    return "\n".join(lines) + "\n"


def _measurements(supply: Supply) -> Made:
    pairs = [(_measured(supply, number), _measured(supply, number)) for number in range(PAIRS)]
    return Made(couples(pairs, ".csv"))


def _people_tables(supply: Supply) -> Made:
    pairs = []
    for language in _PEOPLE[supply.half]:
        left, right = ("\n".join(_people(supply, language, 200)) + "\n" for _ in range(2))
        pairs.append((left, right))
    return Made(couples(pairs, ".csv"))


def _names(supply: Supply) -> Made:
    """Make lists of those who were there, each evening others."""
    pairs = []
    for language in _PEOPLE[supply.half]:
        lists = []
        for _ in range(2):
            rows = [row.split(",")[:2] for row in _people(supply, language, 60)]
            lists.append("\n".join(" ".join(reversed(row)) for row in rows) + "\n")
        pairs.append((lists[0], lists[1]))
    return Made(couples(pairs))


def _sorted_otherwise(supply: Supply) -> Made:
    pairs = []
    for number, language in enumerate(_PEOPLE[supply.half]):
        rows = _people(supply, language, 40 + 20 * number)
        column = number % 4
        rows.sort(key=lambda row: row.split(","))
        other = sorted(rows, key=lambda row: (row.split(",")[column], row[::-1]))
        if other == rows or number % 5 == 4:
            other = supply.random.sample(rows, len(rows))
        pairs.append(("\n".join(rows) + "\n", "\n".join(other) + "\n"))
    return Made(couples(pairs, ".csv"))


def _price_lists(supply: Supply) -> Made:
    spread = "en en en en zh zh zh".split() + (
        ["ru"] * 3 if supply.half == "tuned" else ["de"] * 3
    )
    pairs = []
    for language in spread:
        left, right = ("\n".join(_prices(supply, language)) + "\n" for _ in range(2))
        pairs.append((left, right))
    return Made(couples(pairs))


def _sequence(generator: random.Random, length: int) -> str:
    letters = "".join(generator.choices("ACGT", k=length))
    return "\n".join(letters[at : at + 70] for at in range(0, length, 70))


def _sequences(supply: Supply) -> Made:
    pairs = []
    for number in range(PAIRS):
        texts = [
            f">{supply.half}_{number}{side} {length} bp\n{_sequence(supply.random, length)}\n"
            for side in "ab"
            for length in [supply.random.randrange(4_000, 30_000)]
        ]
        pairs.append((texts[0], texts[1]))
    return Made(couples(pairs))


def _tracks(supply: Supply) -> Made:
    """Make tracks of walks, each in another place."""
    pairs = []
    for number in range(PAIRS):
        tracks = []
        for _ in range(2):
            north, east = supply.random.uniform(30, 60), supply.random.uniform(-9, 120)
            lines = ["latitude,longitude,metres"] if number % 2 else []
            for _ in range(300):
                north += supply.random.gauss(0, 0.0004)
                east += supply.random.gauss(0.0002, 0.0004)
                lines.append(f"{north:.6f},{east:.6f},{supply.random.randrange(90, 900)}")
            tracks.append("\n".join(lines) + "\n")
        pairs.append((tracks[0], tracks[1]))
    return Made(couples(pairs, ".csv"))


def _settings(supply: Supply) -> Made:
    pairs = []
    for number, language in enumerate(_TWO):
        left, right = (
            supply.filler("tables", f"{number} {side}").fill(f"config.{language}") for side in "ab"
        )
        pairs.append((left, right))
    return Made(couples(pairs))


def _logs(supply: Supply) -> Made:
    pairs = []
    for number, language in enumerate(_TWO):
        days = []
        for side in "ab":
            filler = supply.filler("tables", f"{number} {side}")
            chosen = [filler.line("log", language) for _ in range(150)]
            days.append("\n".join(sorted(chosen)) + "\n")
        pairs.append((days[0], days[1]))
    return Made(couples(pairs, ".log"))


KINDS: dict[str, Maker] = {
    "rows-sorted-otherwise": _sorted_otherwise,
    "price-list": _price_lists,
    "measurements": _measurements,
    "people-table": _people_tables,
    "lists-of-names": _names,
    "sequences": _sequences,
    "coordinates": _tracks,
    "settings-other-values": _settings,
    "logs-of-two-days": _logs,
}
