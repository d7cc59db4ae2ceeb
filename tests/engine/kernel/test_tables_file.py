"""The file of tables: what is written is what is mapped, and a damaged file is told as one."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simcore.kernel import core
from simcore.kernel.core import ALIGNED, map_sections, mapped_tables, write_tables
from simcore.model.reasons import CoreError


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tables.bin"


def test_the_tables_that_were_built_are_mapped_once() -> None:
    assert mapped_tables()
    assert mapped_tables() is mapped_tables()


@given(sections=st.lists(st.binary(max_size=200), max_size=6))
def test_sections_come_back(
    sections: list[bytes], tmp_path_factory: pytest.TempPathFactory
) -> None:
    file = tmp_path_factory.getbasetemp() / "sections.bin"
    write_tables(file, sections)
    found = map_sections(file)
    assert [bytes(section) for section in found] == sections
    assert all(section.readonly for section in found)


def test_sections_are_aligned(file: Path) -> None:
    write_tables(file, [b"a", b"bc" * 40, b"d" * 64])
    data = file.read_bytes()
    starts = data.index(b"a" + bytes(40)), data.index(b"bc"), data.index(b"d" * 64)
    assert [start % ALIGNED for start in starts] == [0, 0, 0]


def test_a_missing_file_says_what_to_do(file: Path) -> None:
    with pytest.raises(CoreError, match=r"is missing.*pip install -e"):
        map_sections(file)


@pytest.mark.parametrize("content", [b"", b"VARTAB", b"VARTABLE", b"x" * 500])
def test_another_file_is_told(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    with pytest.raises(CoreError, match="cannot be used"):
        map_sections(file)


def test_a_file_cut_at_any_byte_is_told(file: Path) -> None:
    write_tables(file, [b"first", b"second" * 20])
    whole = file.read_bytes()
    for length in range(len(whole)):
        file.write_bytes(whole[:length])
        with pytest.raises(CoreError):
            map_sections(file)


def test_a_section_that_reaches_beyond_the_file_is_told(file: Path) -> None:
    write_tables(file, [b"first"])
    data = bytearray(file.read_bytes())
    data[32:40] = (6).to_bytes(8, "little")
    file.write_bytes(data)
    with pytest.raises(CoreError, match="cannot be used"):
        map_sections(file)


def test_tables_of_another_version_are_told(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_tables(file, [b"first"])
    monkeypatch.setattr(core, "TABLES_VERSION", core.TABLES_VERSION + 1)
    with pytest.raises(CoreError, match=r"another version.*pip install -e"):
        map_sections(file)
