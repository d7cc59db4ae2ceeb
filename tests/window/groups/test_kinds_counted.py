"""A tile's figure is the number of documents that its filter shows, each of them once."""

from collections import Counter
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from app.badges import LOOKS
from app.groups.filter import GroupFilter
from app.groups.rows import GroupRows, Order, arranged
from app.groups.table import GroupTable
from builders import english_text
from shelves import LOCKED, shelves
from simcore import Kind, ScanReport
from simcore.files.roles import Role, Roles
from simcore.model.records import DocumentId
from windows import Open


def rows_of(rows: GroupRows) -> Counter[DocumentId]:
    return Counter(
        one.document
        for rank in range(rows.groups)
        for one in rows.members(rank)
        if one.document not in rows.table.protected
    )


@given(shelves(), st.booleans(), st.sets(st.sampled_from(Kind), min_size=1))
def test_a_tile_counts_what_its_filter_shows(shelf: ScanReport, locked: bool, several: set[Kind]):
    table = GroupTable(shelf, roles=Roles({LOCKED: Role.PROTECTED} if locked else {}))
    counts = table.counted()
    tiles = counts.freeing.kinds
    for kinds in (*({kind} for kind in LOOKS), several):
        found = rows_of(arranged(table, Order(), GroupFilter(kinds=frozenset(kinds))))
        assert len(found) == found.total() == sum(tiles[kind].documents for kind in kinds)
    everything = rows_of(arranged(table, Order(), GroupFilter()))
    assert len(everything) == counts.freeing.all.documents
    assert len(everything) == counts.folders.get("/documents", 0)


def test_chapters_that_have_copies_are_parts_of_their_book(open_window: Open, tmp_path: Path):
    """Once their copies are gone they are parts as well: the figure stays."""
    chapters = [english_text(number + 10, 200) for number in range(3)]
    library = tmp_path / "library"
    library.mkdir()
    (library / "book.txt").write_text("".join(chapters))
    for number, chapter in enumerate(chapters):
        (library / f"chapter {number}.txt").write_text(chapter)
        (library / f"chapter {number} copy.txt").write_text(chapter)
    window = open_window(library).window
    parts, identical = (window.strip.kinds[kind] for kind in (Kind.PART, Kind.IDENTICAL))
    assert (parts.count, identical.count) == (3, 3)
    parts.click()
    model = window.group_model
    shown = {model.rows.table.documents[one].path.name for one in rows_of(model.rows)}
    assert shown == {f"chapter {number}.txt" for number in range(3)}
