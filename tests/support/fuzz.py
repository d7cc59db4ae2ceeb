"""Bytes, cells and values with something wrong in them, drawn from a seed."""

import gzip
import io
import random
import sqlite3
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from email.message import EmailMessage
from pathlib import Path
from typing import Any

__all__ = ["REAL", "SEEDS", "damaged", "damaged_document", "spoilt", "spoilt_cell"]

REAL = Path(__file__).parents[1] / "engine/formats/real"
"""Small documents of several programs; its README.md says where each comes from."""


def _mail(subtype: str) -> EmailMessage:
    message = EmailMessage()
    message["Subject"], message["To"] = "合同", "a@example.org"
    message.set_content("合同自双方签字之日起生效", subtype=subtype, cte="base64")
    message.add_attachment("no", filename="no.txt")
    return message


SEEDS: list[tuple[str, bytes]] = [
    ("page.html", "<h1>合同</h1><p>10<sup>2</sup><table><tr><td>一<td>two</table>".encode()),
    ("mail.eml", _mail("plain").as_bytes()),
    ("mail.mht", _mail("html").as_bytes().replace(b"To: ", b"X: ")),
    ("note.ipynb", b'{"cells": [{"cell_type": "code", "source": ["a\\n", "\\u5408"]}]}'),
    ("film.srt", "1\n00:00:01,000 --> 00:00:02,000\n<i>合同</i>\n".encode("gb18030") * 3),
    ("film.vtt", b"WEBVTT\n\nNOTE no\n\n00:01.000 --> 00:02.000\n<v A>R&amp;D</v>\n"),
    ("paper.tex", "\\begin{document}\\'etude\\footnote{合同} $x^2$ % no\n\\end{document}".encode()),
    ("page.1", b'.\\" no\n.TH A 1\n.SH NAME\na \\- \\fB\\(em\\fR\n.TS\nl.\nb\tc\n.TE\n'),
    ("page.1.gz", gzip.compress(b".Dd May\n.Sh NAME\n.Nm a\n.Op Fl b Ar c\n")),
    *(
        (path.name, path.read_bytes())
        for path in sorted(REAL.iterdir())
        if path.suffix not in {".md", ".fodt"}
    ),
]
"""Documents that are right, by their name. Each reader has to read one that is damaged for a while.

To add one, put a file into the folder ``REAL``, or add a line here.
"""

_ODD = (
    b"\0",
    b"\xff",
    b"\xff\xfe",
    b"\xfe\xff",
    b"\xef\xbb\xbf",
    b"\xff\xfe\0\0",
    b"\x80",
    b"\xed\xa0\x80",  # half of a surrogate pair, in UTF-8
    b"\xf4\x90\x80\x80",  # past the last character
    b"\x1b$B",  # shifts to other characters, by ISO 2022
    b"~{",
    b"+AGE-",
    b"<!--",
    b"<p" * 400,
    b"<div>" * 400,
    b"&#xD800;&#0;&#x110000;&nosuch;",
    b"<?xml version='1.0' encoding='utf-7'?>",
    b"<meta charset=nosuch>",
    b"\r",
    b"\x1a",
    b"9" * 5_000,
    b"[" * 3_000,
)

_VALUES: tuple[object, ...] = (
    None,
    True,
    False,
    0,
    -1,
    1,
    7,
    2**31,
    2**63,
    2**64,
    -(2**64),
    0.5,
    -0.0,
    1e308,
    1e400,
    "",
    "x",
    "/",
    "\0",
    "\ud800",
    "a" * 5_000,
    [],
    [[]],
    {},
    {"": None},
)

_CELLS: tuple[object, ...] = (
    None,
    0,
    -1,
    1,
    2**63 - 1,
    -(2**63),
    0.5,
    float("inf"),
    "",
    "apart",
    "x" * 300,
    "\0",
    b"",
    b"\0",
    b"\xff" * 15,
    b"\0" * 17,
    b"/a/b.txt",
)


def damaged(data: bytes, dice: random.Random) -> bytes:
    """Change a few bytes, or a piece: overwrite, insert, take out, repeat, cut off."""
    found = bytearray(data)
    for _ in range(dice.choice((1, 1, 2, 3, 8))):
        at = dice.randrange(len(found) + 1)
        length = dice.choice((1, 1, 2, 3, 17, 200))
        match dice.randrange(7):
            case 0:
                found[at : at + length] = dice.randbytes(len(found[at : at + length]))
            case 1:
                found[at:at] = dice.choice(_ODD)
            case 2:
                del found[at : at + length]
            case 3:
                found[at:at] = found[at : at + length] * dice.choice((1, 2, 40))
            case 4:
                del found[at:]
            case 5 if at < len(found):
                found[at] ^= 1 << dice.randrange(8)
            case _:
                found[at : at + 1] = dice.choice(_ODD)[:1]
    return bytes(found)


def damaged_document(seeds: Sequence[bytes], dice: random.Random) -> bytes:
    """Damage one of several documents of a reader, or join the pieces of two.

    Of most the leading bytes stay, by which the reader is chosen; in a package a part is damaged,
    which the sum of its bytes would otherwise protect.
    """
    seed = dice.choice(seeds)
    if seed.startswith(b"PK\3\4") and dice.randrange(3):
        return _repacked(seed, dice)
    match dice.randrange(8):
        case 0:
            at, length = _block(seed, dice)
            found = seed[:at] + seed[at : at + length] * 2 + seed[at + length :]
        case 1:
            at, length = _block(seed, dice)
            found = seed[:at] + seed[at + length :]
        case 2:
            other = dice.choice(seeds)
            found = seed[: dice.randrange(len(seed))] + other[dice.randrange(len(other)) :]
        case 3:
            at, length = _block(seed, dice)
            to = dice.randrange(len(seed))
            found = seed[:to] + seed[at : at + length] + seed[to + length :]
        case 4:
            found = seed[: dice.randrange(len(seed))]
        case _:
            found = damaged(seed, dice)
    return seed[:8] + found[8:] if dice.randrange(8) else found


def _block(data: bytes, dice: random.Random) -> tuple[int, int]:
    """Return the place and the length of a piece, often one of those that files are made of."""
    size = dice.choice((1, 4, 64, 512))
    return dice.randrange(len(data)) // size * size, size * dice.choice((1, 1, 2, 8))


def _repacked(package: bytes, dice: random.Random) -> bytes:
    """Damage one part of a package, and pack it again."""
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(package)) as old, zipfile.ZipFile(packed, "w") as new:
        names = old.namelist()
        spoilt = dice.choice(names)
        for name in names:
            part = old.read(name)
            new.writestr(name, damaged(part, dice) if name == spoilt else part)
    return packed.getvalue()


def _places(value: Any) -> Iterator[Callable[[object], None]]:
    """Yield a setter for each value inside of lists and objects."""
    keys = value.keys() if isinstance(value, dict) else range(len(value))
    for key in list(keys):
        yield lambda other, key=key: value.__setitem__(key, other)
        if isinstance(value[key], dict | list):
            yield from _places(value[key])


def spoilt(value: Any, dice: random.Random) -> None:
    """Set some value inside of what was read from JSON to another one, most of them wrong."""
    for _ in range(dice.choice((1, 1, 2))):
        dice.choice(list(_places(value)))(dice.choice(_VALUES))


def spoilt_cell(path: Path, dice: random.Random) -> str:
    """Set a cell of a database to something else, or delete or repeat a row; return which."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        # as a page that was written to would be: what the schema says is not asked
        connection.execute("pragma foreign_keys = off")
        connection.execute("pragma ignore_check_constraints = on")
        names = [
            name
            for (name,) in connection.execute(
                "select name from sqlite_schema where type = 'table' and name not like 'sqlite%'"
            )
            if connection.execute(f"select count(*) from {name}").fetchone()[0]
        ]
        table = dice.choice(names)
        columns = [row[1] for row in connection.execute(f"pragma table_info({table})")]
        column = dice.choice(columns)
        offset = dice.randrange(connection.execute(f"select count(*) from {table}").fetchone()[0])
        row = connection.execute(f"select * from {table} limit 1 offset {offset}").fetchone()
        same = " and ".join(f'"{name}" is ?' for name in columns)
        value = dice.choice(_CELLS)
        try:
            if dice.randrange(8) == 0:
                connection.execute(f"delete from {table} where {same}", row)
                return f"a row of {table} is gone"
            connection.execute(f'update {table} set "{column}" = ? where {same}', (value, *row))
        except sqlite3.Error:  # a key that is there already, a null where none may be
            return "nothing"
        return f"{table}.{column} = {value!r}"
