"""Reads what a shared library offers and needs, without loading it: ELF, PE and Mach-O, 64-bit.

The layouts are those of the System V ABI, of Microsoft's PE format and of Apple's loader.h.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_ELF_MACHINES = {62: "x64", 183: "arm64"}
_PE_MACHINES = {0x8664: "x64", 0xAA64: "arm64"}
_MACH_MACHINES = {0x01000007: "x64", 0x0100000C: "arm64"}

OF_MACOS = {"dyld_stub_binder", "bzero", "__bzero"}
"""What compilers take from the system's library there, which is linked to every other one."""


@dataclass(frozen=True, slots=True)
class SharedLibrary:
    """What stands in a library's tables; ``imports`` are names that others have to define.

    ``needs`` are the libraries that are loaded with it. ``notes`` are what else asks something of
    the machine: an ELF library's dynamic tags, the oldest macOS, a signature.
    """

    system: str
    machine: str
    exports: frozenset[str]
    imports: frozenset[str]
    needs: tuple[str, ...]
    notes: frozenset[str]


def read_library(path: Path) -> SharedLibrary:
    """Return what a library is. Raises ``ValueError`` for a file of another kind."""
    data = path.read_bytes()
    if data[:4] == b"\x7fELF":
        return _elf(data)
    if data[:2] == b"MZ":
        return _pe(data)
    if data[:4] == b"\xcf\xfa\xed\xfe":
        return _mach_o(data)
    raise ValueError(f"{path} is no shared library")


def _text(data: bytes, at: int) -> str:
    return data[at : data.index(b"\0", at)].decode("ascii")


_STACK = 0x6474E551
_DT_NEEDED, _DT_STRTAB, _DT_SYMTAB, _DT_RELR, _DT_TEXTREL, _DT_VERNEED = 1, 5, 6, 36, 22, 0x6FFFFFFE
_DT_NOTED = {_DT_RELR: "relr", _DT_TEXTREL: "textrel", _DT_VERNEED: "verneed"}


def _elf(data: bytes) -> SharedLibrary:
    (machine,) = struct.unpack_from("<H", data, 18)
    (programs,) = struct.unpack_from("<Q", data, 32)
    size, count = struct.unpack_from("<HH", data, 54)
    segments = [
        struct.unpack_from("<IIQQ8xQ", data, at)
        for at in range(programs, programs + size * count, size)
    ]
    loads = [(a, extent, offset) for kind, _, offset, a, extent in segments if kind == 1]
    notes = {"writable code" for kind, flags, *_ in segments if kind == 1 and flags & 3 == 3}
    notes |= {"executable stack" for kind, flags, *_ in segments if kind == _STACK and flags & 1}

    def offset_of(address: int) -> int:
        return next(o + address - a for a, extent, o in loads if a <= address < a + extent)

    tags = list(_dynamic_tags(data, *next((one[2], one[4]) for one in segments if one[0] == 2)))
    notes |= {_DT_NOTED[tag] for tag, _ in tags if tag in _DT_NOTED}
    strings, symbols = (offset_of(dict(tags)[tag]) for tag in (_DT_STRTAB, _DT_SYMTAB))
    exports, imports = set(), set()
    for at in range(symbols + 24, _end_of_symbols(data, symbols), 24):
        name, info, section = struct.unpack_from("<IBxH", data, at)
        if info >> 4 in {1, 2}:  # seen by others
            (exports if section else imports).add(_text(data, strings + name))
    return SharedLibrary(
        "linux",
        _ELF_MACHINES[machine],
        frozenset(exports),
        frozenset(imports),
        tuple(_text(data, strings + value) for tag, value in tags if tag == _DT_NEEDED),
        frozenset(notes),
    )


def _dynamic_tags(data: bytes, start: int, extent: int) -> Iterator[tuple[int, int]]:
    for at in range(start, start + extent, 16):
        tag, value = struct.unpack_from("<qQ", data, at)
        if tag == 0:
            return
        yield tag, value


def _end_of_symbols(data: bytes, symbols: int) -> int:
    """Return where the section of dynamic symbols ends, by the table of sections."""
    (sections,) = struct.unpack_from("<Q", data, 40)
    size, count = struct.unpack_from("<HH", data, 58)
    for at in range(sections, sections + size * count, size):
        kind, offset, extent = struct.unpack_from("<4xI16xQQ", data, at)
        if kind == 11:
            assert offset == symbols
            return int(offset + extent)
    raise ValueError("it has no dynamic symbols")


def _pe(data: bytes) -> SharedLibrary:
    (head,) = struct.unpack_from("<I", data, 60)
    assert data[head : head + 4] == b"PE\0\0"
    machine, count, optional_size, traits = struct.unpack_from("<HH12xHH", data, head + 4)
    assert traits & 0x2000, "no library"
    optional = head + 24
    assert struct.unpack_from("<H", data, optional) == (0x20B,), "not 64-bit"
    sections = [
        struct.unpack_from("<IIII", data, optional + optional_size + 40 * number + 8)
        for number in range(count)
    ]

    def offset_of(address: int) -> int:
        return next(o + address - a for size, a, _, o in sections if a <= address < a + size)

    export, _, imported, _ = struct.unpack_from("<IIII", data, optional + 112)
    exports = set()
    if export:
        named, _, names = struct.unpack_from("<III", data, offset_of(export) + 24)
        for at in range(named):
            (name,) = struct.unpack_from("<I", data, offset_of(names) + 4 * at)
            exports.add(_text(data, offset_of(name)))
    needs = []
    at = offset_of(imported) if imported else 0
    while at and (name := struct.unpack_from("<12xI", data, at)[0]):
        needs.append(_text(data, offset_of(name)))
        at += 20
    return SharedLibrary(
        "windows",
        _PE_MACHINES[machine],
        frozenset(exports),
        frozenset(),
        tuple(needs),
        frozenset(),
    )


def _mach_o(data: bytes) -> SharedLibrary:
    machine, _, kind, count = struct.unpack_from("<4xIIII", data)
    assert kind == 6, "no library"
    exports, imports, needs, notes = set(), set(), [], set()
    at = 32
    for _ in range(count):
        command, size = struct.unpack_from("<II", data, at)
        match command:
            case 0x0C:  # LC_LOAD_DYLIB
                needs.append(_text(data, at + 24))
            case 0x0D:  # LC_ID_DYLIB
                notes.add(f"id {_text(data, at + 24)}")
            case 0x32:  # LC_BUILD_VERSION
                platform, oldest = struct.unpack_from("<8xII", data, at)
                notes.add(f"platform {platform} from {oldest >> 16}.{oldest >> 8 & 255}")
            case 0x1D:  # LC_CODE_SIGNATURE
                notes.add("signed")
            case 0x02:  # LC_SYMTAB
                symbols, amount, strings = struct.unpack_from("<8xIII", data, at)
                for number in range(amount):
                    name, traits = struct.unpack_from("<IB", data, symbols + 16 * number)
                    # external, and not of a debugger; C's names begin with an underscore
                    if traits & 1 and not traits & 0xE0:
                        found = _text(data, strings + name).removeprefix("_")
                        (exports if traits & 0x0E else imports).add(found)
        at += size
    linkers_own = {"__dso_handle", "_mh_dylib_header"}
    return SharedLibrary(
        "macos",
        _MACH_MACHINES[machine],
        frozenset(exports - linkers_own),
        frozenset(imports),
        tuple(needs),
        frozenset(notes),
    )
