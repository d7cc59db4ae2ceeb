"""Tables, lists, logs, settings, sequences: few words, and many values."""

import random

from benchmarks.quality.kinds.each import Maker, couples
from benchmarks.quality.kinds.model import PAIRS, Made
from benchmarks.quality.kinds.supply import Supply

_PEOPLE = {
    "tuned": "en en en en zh zh zh ru ru ru".split(),
    "aside": "en en en en zh zh zh el el el".split(),
    "fresh": "en en en en zh zh zh hi hi hi".split(),
}
_TWO = "en en en en en zh zh zh zh zh".split()
# the columns, and about which values they lie
_MEASURED: dict[str, list[tuple[str, tuple[float, ...]]]] = {
    "tuned": [
        ("time,temperature,humidity,pressure", (21.4, 48.2, 1013.0)),
        ("时间,温度,湿度,气压", (18.6, 71.5, 998.0)),
        ("время,ток,напряжение", (12.7, 229.0)),
    ],
    "aside": [
        ("time;level_cm;flow;turbidity", (312.0, 44.8, 7.3)),
        ("时间;长度;宽度;重量", (120.3, 45.1, 882.0)),
        ("Zeit;Kraft;Weg", (540.0, 33.6)),
    ],
    "fresh": [
        ("hour,pulse,oxygen,steps", (76.0, 96.5, 41.0)),
        ("时刻,流量,浊度,余氯", (226.0, 3.8, 0.65)),
        ("время;скорость;крен;осадка", (14.3, 2.9, 515.0)),
    ],
}

_ROWS = (400, 1_000, 3_000, 8_000, 20_000)
_POINTS = (300, 800, 1_500, 3_000, 5_000)
_LINES = (100, 200, 400, 800, 1_600)


def _people(supply: Supply, language: str, count: int, *, phones: bool = True) -> list[str]:
    chance = supply.random
    family, given, town = (
        [row[0] for row in supply.rows("tables", f"{name}.{language}")]
        for name in ("family", "given", "town")
    )
    rows = []
    for _ in range(count):
        last = chance.randrange(10**6, 10**7) if phones else chance.choice("ABC")
        born = chance.randrange(1940, 2010)
        who = f"{chance.choice(family)},{chance.choice(given)},{born}"
        rows.append(f"{who},{chance.choice(town)},{last}")
    return rows


def _prices(supply: Supply, language: str, number: int) -> tuple[str, str]:
    """Make two price lists: a third of the prices is other, or all are."""
    left, right = [], []
    changed = 0.3 + 0.7 * number / (PAIRS - 1)
    for row in supply.rows("tables", f"goods.{language}"):
        old, new = (supply.random.randrange(90, 9_900) / 100 for _ in range(2))
        left.append(f"{row[0]}\t{old:.2f}")
        right.append(f"{row[0]}\t{new if supply.random.random() < changed else old:.2f}")
    return "\n".join(left) + "\n", "\n".join(right) + "\n"


def _measured(supply: Supply, number: int) -> str:
    head, columns = _MEASURED[supply.half][number % 3]
    between = ";" if ";" in head else ","
    # the rounder the values, the fewer there are of them
    decimals = 2 - number % 2
    lines = [head]
    for row in range(_ROWS[number % 5]):
        values = [f"{supply.random.gauss(middle, middle / 20):.{decimals}f}" for middle in columns]
        lines.append(between.join([f"{row // 60:02}:{row % 60:02}", *values]))
    return "\n".join(lines) + "\n"


def _measurements(supply: Supply) -> Made:
    pairs = [(_measured(supply, number), _measured(supply, number)) for number in range(PAIRS)]
    return Made(couples(pairs, ".csv"))


def _people_tables(supply: Supply) -> Made:
    pairs = []
    for number, language in enumerate(_PEOPLE[supply.half]):
        tables = [
            _people(supply, language, 200 * (1 + number % 5), phones=number % 2 == 0)
            for _ in range(2)
        ]
        pairs.append(("\n".join(tables[0]) + "\n", "\n".join(tables[1]) + "\n"))
    return Made(couples(pairs, ".csv"))


def _names(supply: Supply) -> Made:
    """Make lists of those who were there, each evening others."""
    pairs = []
    for language in _PEOPLE[supply.half]:
        lists = []
        for _ in range(2):
            rows = [row.split(",")[:2] for row in _people(supply, language, 60)]
            names = ["".join(row) if language == "zh" else f"{row[1]} {row[0]}" for row in rows]
            lists.append("\n".join(names) + "\n")
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
    third = {"tuned": "ru", "aside": "el", "fresh": "ja"}[supply.half]
    spread = [*"en en en en zh zh zh".split(), third, third, third]
    pairs = [_prices(supply, language, number) for number, language in enumerate(spread)]
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
    """Make tracks of walks, five times in two places and five times in two parts of a town."""
    pairs = []
    for number in range(PAIRS):
        tracks = []
        start = supply.random.uniform(30, 60), supply.random.uniform(-9, 120)
        for _ in range(2):
            if number < PAIRS // 2:
                start = supply.random.uniform(30, 60), supply.random.uniform(-9, 120)
            north, east = (degrees + supply.random.gauss(0, 0.05) for degrees in start)
            lines = ["latitude,longitude,metres"] if number % 2 else []
            for _ in range(_POINTS[number % 5]):
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
        for day in (11 + number, 12 + number):
            filler = supply.filler("tables", f"{number} {day}")
            count = _LINES[number % 5]
            chosen = [filler.line("log", language, day=str(day)) for _ in range(count)]
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
