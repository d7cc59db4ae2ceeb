"""The library of the core and the file of its tables: what they offer, and what is said."""

import ctypes
import platform
import re
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from libraries import OF_MACOS, read_library
from native.outputs import Outputs
from native.targets import UnbuildableError, this_machine
from places import ROOT
from simcore.kernel import core
from simcore.kernel.core import ALIGNED, map_sections, mapped_tables, write_tables
from simcore.model.reasons import CoreError, ReasonCode

SOURCE = ROOT / "simcore" / "kernel" / "source"
BUILT = Path(core.__file__).parent / core.NAME


def refused(path: Path, match: str | None = None) -> object:
    """Return the code of the reason why a library is not loaded."""
    with pytest.raises(CoreError, match=match) as raised:
        core.load(path)
    return getattr(raised.value.reason, "code", None)


HEADER = (SOURCE / "core.h").read_text("ascii")


def test_it_is_of_the_files_of_c_and_of_the_modules_beside_it() -> None:
    """Whoever changes one builds anew: pip install -e ., or packaging/build_core.py."""
    outputs = Outputs(this_machine())
    assert outputs.names() == [core.NAME, core.TABLES_NAME]
    assert outputs.stale(BUILT.parent) == [], "run: python packaging/build_core.py"


def test_version_and_flags_are_those_of_the_tables_in_c() -> None:
    assert re.findall(r"#define CORE_VERSION (\d+)", HEADER) == [str(core.VERSION)]
    assert core.library().core_version() == core.VERSION
    in_c = re.findall(r"#define ((?:FOLD|LETTER)_\w+) \(1u << (\d+)\)", HEADER)
    assert in_c
    assert {name: 1 << int(bit) for name, bit in in_c}.items() <= vars(core).items()
    assert f"#define CODE 0x{core.CODE:X}u" in HEADER


def test_it_offers_what_is_declared_and_asks_for_nothing() -> None:
    """No C library is named, so a wheel for one Linux is a wheel for all of them."""
    found = read_library(BUILT)
    assert found.exports == {"core_version", *core._ARGUMENTS}
    assert found.notes <= {"signed", "id @rpath/_core.dylib", "platform 1 from 11.0"}
    if found.system == "macos":
        assert found.needs == ("/usr/lib/libSystem.B.dylib",)
        assert found.imports <= OF_MACOS
    else:
        assert (found.needs, found.imports) == ((), set())


def test_every_function_is_declared_for_python_as_it_is_in_c() -> None:
    """As many arguments, pointers where there are pointers; a result where there is one."""
    declared = re.findall(r"CORE_EXPORT\s+([\w ]+[ *]+)(core_\w+)\(([^)]*)\)", HEADER)
    assert {name for _, name, _ in declared} == {"core_version", *core._ARGUMENTS}
    for result, name, arguments in declared:
        if name == "core_version":
            continue
        returned, *taken = core._ARGUMENTS[name]
        assert returned is ctypes.c_int64, name
        assert result.strip() == "int64_t", name
        parameters = [one for one in arguments.split(",") if one.strip() != "void"]
        assert ["*" in one for one in parameters] == [one is ctypes.c_void_p for one in taken], name


def test_a_library_that_is_missing_or_none_says_what_to_do(tmp_path: Path) -> None:
    file = tmp_path / core.NAME
    missing = re.escape(str(tmp_path)) + ".*is missing.*pip install -e"
    assert refused(file, missing) == ReasonCode.CORE_MISSING
    file.write_bytes(BUILT.read_bytes()[:100])
    assert refused(file) == ReasonCode.CORE_UNUSABLE


def test_a_library_that_is_older_or_of_others_is_another_version(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(core, "VERSION", core.VERSION + 1)
        older = refused(BUILT, r"another version.*pip install -e")
    monkeypatch.setattr(ctypes, "CDLL", lambda _path: object())
    others = refused(BUILT, r"\(0, this one needs")
    assert older == others == ReasonCode.CORE_OTHER_VERSION


@pytest.mark.parametrize(
    ("machine", "byteorder", "maxsize"),
    [("riscv64", "little", 2**63 - 1), ("s390x", "big", 2**63 - 1), ("AMD64", "little", 2**31 - 1)],
)
def test_other_machines_are_refused_when_it_is_built_and_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, machine: str, byteorder: str, maxsize: int
) -> None:
    monkeypatch.setattr(platform, "machine", lambda: machine)
    monkeypatch.setattr("sysconfig.get_platform", lambda: f"linux-{machine}")
    monkeypatch.setattr(sys, "byteorder", byteorder)
    monkeypatch.setattr(sys, "maxsize", maxsize)
    code = refused(tmp_path / core.NAME, "x64 and arm64 processors only")
    assert code == ReasonCode.CORE_MACHINE
    with pytest.raises(UnbuildableError, match=f"x64 and arm64 processors.*{machine}"):
        this_machine()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tables.bin"


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
    assert mapped_tables()
    assert mapped_tables() is mapped_tables()
    write_tables(file, [b"a", b"bc" * 40, b"d" * 64])
    data = file.read_bytes()
    starts = data.index(b"a" + bytes(40)), data.index(b"bc"), data.index(b"d" * 64)
    assert [start % ALIGNED for start in starts] == [0, 0, 0]


def test_a_file_that_is_missing_or_of_another_version_says_what_to_do(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(CoreError, match=r"is missing.*pip install -e"):
        map_sections(file)
    write_tables(file, [b"first"])
    monkeypatch.setattr(core, "TABLES_VERSION", core.TABLES_VERSION + 1)
    with pytest.raises(CoreError, match=r"another version.*pip install -e"):
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
    data = file.read_bytes()
    file.write_bytes(data[:32] + (6).to_bytes(8, "little") + data[40:])
    with pytest.raises(CoreError, match="cannot be used"):
        map_sections(file)
