"""Crowds: texts that share most of what they say with all others, made from a seed.

Versions of a log that grows, logs of one program, files with one licence header, filled-in forms.
"""

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.speed.words import Bits, english, random_bits

__all__ = ["CROWDS", "Crowd"]

_FILES_A_FOLDER = 500
_HEADER_WORDS, _CODE_LINES = 180, 25
_LINES_A_LOG = 30
# the second part of a key, besides the seed: what the random values are for
_GROWING, _LOGS, _LICENCES, _FORMS = range(4)

_EVENTS = (
    "INFO  http.server  GET /api/v1/orders/{0} 200 in {1} ms from 10.0.{2}.{3}",
    "INFO  http.server  POST /api/v1/payments 201 in {1} ms, order {0}",
    "DEBUG db.pool  connection {2} taken after {3} ms, {1} waiting",
    "WARN  cache  key session:{0} expired {1} seconds ago, loaded again",
    "ERROR worker.{3}  job {0} failed after {2} attempts: connection reset by peer",
    "INFO  scheduler  job {0} queued on worker.{3}, {1} jobs ahead of it",
    "INFO  auth  user {0} signed in from 10.0.{2}.{3}",
    "DEBUG gc  collected {0} objects in {1} ms, {2} MB in use",
)

_FORM = """Application for the reimbursement of travel expenses
Number: {0:06d}
Name of the applicant: {1}
Department: {2}, branch {3}
Destination and reason of the journey: {4}
Departure: 2026-{5:02d}-{6:02d}, return: 2026-{5:02d}-{7:02d}
Amount claimed: {8}.{9:02d} EUR
I confirm that all statements are complete and true, and that the expenses named above were
necessary for the journey and are not paid for by anybody else. Receipts are enclosed. I know that
wrong statements may have consequences under labour law. The amount is to be transferred to the
account that is known to the payroll office, unless another one is named on the back.
Place and date, signature of the applicant: ______________________________
Approved by the head of the department: ______________________________
"""


@dataclass(frozen=True, slots=True)
class Crowd:
    """A crowd of so many files; ``texts`` makes them from a seed and their number."""

    name: str
    suffix: str
    count: int
    texts: Callable[[int, int], Iterator[str]]

    def write(self, folder: Path, seed: int, count: int) -> int:
        """Write the first ``count`` files below a folder; return their bytes."""
        total = 0
        for number, text in enumerate(self.texts(seed, count)):
            below = folder / f"{number // _FILES_A_FOLDER:04}"
            if number % _FILES_A_FOLDER == 0:
                below.mkdir(parents=True, exist_ok=True)
            path = below / f"{number:06}{self.suffix}"
            total += path.write_bytes(text.encode())
        return total


def _words(bits: Bits) -> list[str]:
    words = english().words
    return [words[number] for number in english().word_numbers(bits)]


def _lines(count: int, *key: int) -> Iterator[str]:
    """Make lines of a log; the time goes on from line to line."""
    bits = random_bits(6 * count, *key).reshape(count, 6)
    second = int(bits[0, 5] % 86_400) if count else 0
    for event, one, two, three, four, pause in (bits >> 20).tolist():
        second += pause % 4
        day = f"2026-03-{second // 86_400 % 28 + 1:02}"
        time = f"{second // 3600 % 24:02}:{second // 60 % 60:02}:{second % 60:02}.{one % 1000:03}"
        values = one % 1_000_000, two % 5_000, three % 256, four % 256
        yield f"{day} {time} {_EVENTS[event % 8].format(*values)}\n"


def _growing(seed: int, count: int) -> Iterator[str]:
    text = ""
    # a version has one line more than the one before, every fifth two
    lines = _lines(2 * count, seed, _GROWING)
    for number in range(count):
        text += "".join(itertools.islice(lines, 1 + (number % 5 == 0)))
        yield text


def _logs(seed: int, count: int) -> Iterator[str]:
    for number in range(count):
        yield "".join(_lines(_LINES_A_LOG, seed, _LOGS, number))


def _licences(seed: int, count: int) -> Iterator[str]:
    header = _words(random_bits(_HEADER_WORDS, seed, _LICENCES))
    lines = [" ".join(header[start : start + 12]) for start in range(0, len(header), 12)]
    head = "".join(f" * {line}\n" for line in lines)
    for number in range(count):
        words = _words(random_bits(4 * _CODE_LINES, seed, _LICENCES, number))
        code = zip(*[iter(words)] * 4, strict=True)
        body = "".join(f"    {a}_{b} = {c}({d});\n" for a, b, c, d in code)
        yield f"/*\n{head} */\nvoid {words[0]}_{words[1]}_{number}(void)\n{{\n{body}}}\n"


def _forms(seed: int, count: int) -> Iterator[str]:
    for number in range(count):
        bits = random_bits(24, seed, _FORMS, number)
        words = _words(bits[:12])
        month, day, days, amount, cents, branch = (int(one >> 16) for one in bits[12:18])
        yield _FORM.format(
            number,
            " ".join(words[:2]).title(),
            words[2],
            branch % 40,
            " ".join(words[3:]),
            month % 12 + 1,
            day % 20 + 1,
            day % 20 + 1 + days % 8,
            amount % 900 + 20,
            cents % 100,
        )


CROWDS = (
    Crowd("versions of a growing log", ".log", 1_000, _growing),
    Crowd("logs of one program", ".log", 20_000, _logs),
    Crowd("files with one licence header", ".c", 50_000, _licences),
    Crowd("filled-in forms", ".txt", 10_000, _forms),
)
