"""The bytes of the index by table: as SQLite counts its pages, and by estimate where it cannot."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import simcore.index.index
from simcore import FingerprintIndex
from simcore.index.index import estimated_sizes, index_sizes
from simcore.model.records import Comparison, Fingerprint, Fingerprinted, SourceFile, TextId


def read(number: int) -> Fingerprinted:
    chance = random.Random(number)
    path = Path(f"/news/{number % 37}/document number {number:07}.txt")
    state = chance.randrange(2_000, 20_000), 1_700_000_000 * 10**9 + number * 1013
    return Fingerprinted(
        source=SourceFile(path, path, *state, 2049, 10_000_000 + number),
        content_hash=chance.randbytes(16),
        text_hash=chance.randbytes(16),
        fingerprint=Fingerprint(chance.getrandbits(64)),
        characters=5_000,
        tokens=900,
        features=700,
        # ascending values of 32 bits, as sketches are
        sketch=b"".join(
            value.to_bytes(4, "little")
            for value in sorted({chance.getrandbits(32) for _ in range(chance.randrange(20, 90))})
        ),
        encoding="utf-8",
        lossy=False,
        form_hash=chance.randbytes(16),
        title=f"The title of document {number}",
    )


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FingerprintIndex]:
    chance = random.Random(1)
    with FingerprintIndex(tmp_path_factory.mktemp("sizes") / "index.sqlite3") as opened:
        for first in range(0, 3_200, 64):
            opened.store("default/1", 1, [read(number) for number in range(first, first + 64)])
        for _ in range(10):
            pairs = {tuple(sorted(chance.sample(range(1, 3_200), 2))) for _ in range(300)}
            opened.store_comparisons(
                Comparison(TextId(a), TextId(b), 50, 300, 400) for a, b in sorted(pairs)
            )
        yield opened


def settle(index: FingerprintIndex) -> None:
    """Write what the journal holds into the file: tests come in any order, one of them packs it."""
    index.connection.execute("pragma wal_checkpoint(truncate)").fetchall()


def needs_dbstat(index: FingerprintIndex) -> None:
    options = {one for (one,) in index.connection.execute("pragma compile_options")}
    if "ENABLE_DBSTAT_VTAB" not in options:
        pytest.skip("this SQLite has no dbstat")


def test_all_pages_of_the_file_are_some_tables(index: FingerprintIndex) -> None:
    needs_dbstat(index)
    settle(index)
    sizes = index_sizes(index)
    assert not sizes.estimated
    assert sum(sizes.tables.values()) + sizes.free == sizes.whole == index.path.stat().st_size
    assert sizes.documents == 3_200
    assert {"block", "document", "fingerprint", "passage", "text"} <= sizes.tables.keys()
    assert list(sizes.tables.values()) == sorted(sizes.tables.values(), reverse=True)


@pytest.mark.parametrize("packed", [False, True])
def test_an_estimate_is_within_five_percent(
    index: FingerprintIndex, monkeypatch: pytest.MonkeyPatch, *, packed: bool
) -> None:
    needs_dbstat(index)
    if packed:
        index.connection.execute("vacuum")
    counted = index_sizes(index)
    monkeypatch.setattr(simcore.index.index, "_OF_TABLES", "select ?, 0 from no_dbstat")
    found = index_sizes(index)
    assert found.estimated
    assert found.whole == counted.whole
    assert sum(found.tables.values()) == pytest.approx(sum(counted.tables.values()), rel=0.001)
    assert found.tables.keys() == counted.tables.keys()
    for name, size in counted.tables.items():
        # of a small table one page more or less is a large share
        near = pytest.approx(size, rel=0.05, abs=0.01 * counted.whole)
        assert found.tables[name] == near, name


def test_an_empty_index_is_estimated_too() -> None:
    with FingerprintIndex(Path(":memory:")) as empty:
        assert sum(estimated_sizes(empty.connection).values()) > 0
        assert index_sizes(empty).documents == 0
