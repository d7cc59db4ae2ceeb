"""What is packed comes out as it was put in, whatever its kind, and however it was added."""

from itertools import compress
from typing import Any
from unittest import mock

from hypothesis import given
from hypothesis import strategies as st

from simcore.files.listing import Files, Listing, Packed
from simcore.model.records import ListedFile, ListedFolder

BATCHES = st.lists(st.integers(0, 12), max_size=6)
KINDS = [
    st.integers(-(1 << 31), 1 << 31),
    st.integers(-(1 << 63), (1 << 64) - 1),
    st.integers(0, 1 << 70),
    st.booleans(),
    st.none(),
    st.text(max_size=4),
    st.binary(max_size=4),
    st.none() | st.text(max_size=4),
    st.none() | st.binary(max_size=3),
    st.none() | st.integers(0, 3),
    st.sampled_from(["utf-8", "gb18030", None, 0, b"\0"]),
    st.text(max_size=2) | st.binary(max_size=2),
    st.floats(allow_nan=False) | st.integers(0, 5),
]
FOLDERS = [ListedFolder(name, "/real" + name) for name in ("/a/", "/b/", "/文/")]


def packed(data: st.DataObject) -> tuple[Packed, list[tuple[Any, ...]]]:
    """Add rows of drawn kinds some at a time; return them both ways."""
    kinds = data.draw(st.lists(st.sampled_from(KINDS), min_size=1, max_size=4))
    made, rows = Packed(), list[tuple[Any, ...]]()
    for size in data.draw(BATCHES):
        columns = [data.draw(st.lists(kind, min_size=size, max_size=size)) for kind in kinds]
        made.add(columns)
        rows += zip(*columns, strict=True)
    return made, rows


@given(st.data())
def test_rows_come_out_as_they_were(data: st.DataObject) -> None:
    with mock.patch("simcore.files.listing._LEAST", data.draw(st.sampled_from([1, 8, 128]))):
        made, rows = packed(data)
        assert len(made) == len(rows)
        assert [*made.rows()] == rows
        assert [tuple(made.row(at)) for at in range(len(rows))] == rows
        assert [made.column(0), len(made)] == [[row[0] for row in rows], len(rows)]
        start = data.draw(st.integers(0, len(rows)))
        assert [*made.rows(start)] == rows[start:]
        marked = data.draw(st.lists(st.booleans(), min_size=len(rows), max_size=len(rows)))
        some = made.only(marked)
        assert [*some.rows()] == [*compress(rows, marked)]
        both = made + some
        made.add([[value] for value in rows[0]] if rows else [[]])  # later than the sum
        assert [*both.rows()] == [*rows, *compress(rows, marked)]


@given(st.lists(st.tuples(st.sampled_from(FOLDERS), st.text(max_size=3), st.integers(0, 1 << 70))))
def test_files_come_out_as_they_were_listed(found: list[tuple[ListedFolder, str, int]]) -> None:
    listing = Listing()
    for folder, name, number in found:
        listing.add(folder, [name], [(number, -number, 1, number, number + 1, 0o100644, 1)])
    files = [ListedFile(folder, name, n, -n, 1, n, n + 1) for folder, name, n in found]
    assert [*listing.files] == [*Files(files)] == files
    assert listing.count == len(files)
    # the folders of all files, by runs
    assert [one for folder, count in listing.files.folders() for one in [folder] * count] == [
        file.folder for file in files
    ]
