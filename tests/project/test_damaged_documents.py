"""Documents of every format with something wrong in them, for each reader as long as is wanted.

They are damaged in a way that follows from a seed (VARIORUM_SEED), as long as VARIORUM_FUZZ_SECONDS
says. Text and pages are damaged in ``test_fuzzing``, too.
"""

import contextlib
import faulthandler
import itertools
import random
import sys
import time
from pathlib import Path

import pytest

from amounts import Counted, amount
from fuzz import SEEDS, damaged_document
from simcore import ReadError
from simcore.formats.reading import read_document
from simcore.model.formats import FORMATS, format_of
from simcore.text.visible import visible_hashes

FEWEST = amount("FUZZ", 30, 2_000) // 3
SECONDS = amount("FUZZ_SECONDS", 0, 600)
SEED = amount("SEED", 6, 6)
READERS = sorted({one.reader for one in FORMATS})
MOST_SECONDS, MOST_KILOBYTES = 20.0, 400_000  # a document; far more than any should need


def test_each_format_has_a_document_to_damage() -> None:
    of = [format_of(name, data) for name, data in SEEDS]
    assert {one.name for one in of if one} == {one.name for one in FORMATS}


@pytest.mark.parametrize("reader", READERS)
def test_each_reader_for_a_while(reader: str, tmp_path: Path, counted: Counted) -> None:
    """A damaged document is read or refused, in bounded time and memory, and can be compared."""
    seeds: dict[str, list[bytes]] = {}
    readable: set[str] = set()
    for name, data in SEEDS:
        of = format_of(name, data)
        if of and of.reader == reader:
            seeds.setdefault(of.name, []).append(data)
            with contextlib.suppress(ReadError):  # one may want a password
                read_document(name, data)
                readable.add(of.name)
    assert readable == set(seeds)
    drawn = random.Random(f"{SEED} {reader}")
    done = 0
    end = time.monotonic() + SECONDS
    for done in itertools.count():
        if done >= FEWEST and time.monotonic() >= end:
            break
        name = drawn.choice(list(seeds))
        data = damaged_document(seeds[name], drawn)
        # what ends the process leaves the document that did it
        path = tmp_path / f"damaged.{name}"
        path.write_bytes(data)
        began, peak = time.process_time(), peak_kilobytes()
        faulthandler.dump_traceback_later(10 * MOST_SECONDS, exit=True)
        with contextlib.suppress(ReadError):
            decoded = read_document(path.name, data)
            visible_hashes(decoded)
            assert list(decoded.pages) == sorted(decoded.pages)
            assert not decoded.pages or decoded.pages[-1] <= decoded.text.count("\n")
        faulthandler.cancel_dump_traceback_later()
        assert time.process_time() - began < MOST_SECONDS, path
        assert peak_kilobytes() - peak < MOST_KILOBYTES, path
    counted(f"damaged documents for the reader {reader}", done)


def peak_kilobytes() -> int:
    """Return the most memory that this process ever held; 0 where nobody says so."""
    if sys.platform == "win32":
        return 0
    import resource  # noqa: PLC0415 - POSIX only

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak // 1024 if sys.platform == "darwin" else peak
