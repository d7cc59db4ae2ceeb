"""How names are compared, names for new files, and links on the way to a file."""

import errno
import itertools
import os
import stat
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from simcore.model.reasons import Reason, ReasonCode

_MOST_LINKS = 40  # as Linux follows
_LONGEST = 255  # bytes of a name, on all common file systems


def composed(name: str) -> str:
    r"""Return a name, path or pattern in the Unicode form NFC, for comparisons only.

    A Mac writes é as e and an accent (NFD), a keyboard as one character. Bytes that are not UTF-8
    stay.

    >>> composed("Cafe\u0301.txt") == "Caf\u00e9.txt"
    True
    """
    return name if name.isascii() else unicodedata.normalize("NFC", name)


def names_by_form(folder: Path) -> Mapping[str, Sequence[str]]:
    """Return the names in a folder by their ``composed`` form; none if it cannot be listed."""
    found: dict[str, list[str]] = {}
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                found.setdefault(composed(entry.name), []).append(entry.name)
    except OSError:
        return {}
    return found


def as_on_disk(
    path: Path, names: Callable[[Path], Mapping[str, Sequence[str]]] = names_by_form
) -> Path:
    """Return a path with names as the disk has them, if it has them in another Unicode form.

    Names that exist stay, and so do those with several other forms: these are other files. For many
    paths ``names`` can be cached.
    """
    if str(path).isascii() or os.path.lexists(path):
        return path
    found = Path(path.anchor)
    for name in path.relative_to(found).parts:
        step = found / name
        if not os.path.lexists(step):
            others = names(found).get(composed(name), ())
            step = found / others[0] if len(others) == 1 else step
        found = step
    return found


def momentary_name(folder: Path) -> Path:
    return folder / f".variorum-{os.urandom(8).hex()}"


def leads_to(path: Path, real_path: Path) -> bool:
    """Return whether a path, itself a link or not, leads to a resolved one now."""
    found = os.path.realpath(path), os.path.join(os.path.realpath(path.parent), path.name)  # noqa: PTH118
    return str(real_path) in found


class ForeignLink(NamedTuple):
    """A symbolic link made by neither this user nor root, its owner, and its target."""

    path: Path
    owner: str
    real_path: Path

    @property
    def reason(self) -> Reason:
        values = str(self.path), self.owner, str(self.real_path)
        return Reason(ReasonCode.FOREIGN_LINK, values)


def foreign_link(path: Path) -> tuple[Path, ForeignLink | None]:
    """Resolve a path; return with it the first link on the way that belongs to another user.

    It is one walk, so that exchanged links cannot lead to a folder unseen. Raises ``OSError`` for a
    loop of links. On Windows, where files have no owners, no link is foreign.
    """
    if not hasattr(os, "geteuid"):
        return Path(os.path.realpath(path)), None
    found: tuple[Path, int] | None = None
    whole = Path.cwd() / path
    way, pending, links = Path(whole.anchor), [*reversed(whole.parts[1:])], 0
    while pending:
        name = pending.pop()
        if name == "..":
            way = way.parent
            continue
        way /= name
        try:
            status = way.lstat()
        except (FileNotFoundError, NotADirectoryError):
            continue
        if not stat.S_ISLNK(status.st_mode):
            continue
        links += 1
        if links > _MOST_LINKS:
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
        if found is None and status.st_uid not in {0, os.geteuid()}:
            found = way, status.st_uid
        target = way.parent / way.readlink()
        way, pending = Path(target.anchor), [*pending, *reversed(target.parts[1:])]
    if found is None:
        return way, None
    from simcore.files.disk import user_name  # noqa: PLC0415 - not for a window that opens

    return way, ForeignLink(found[0], user_name(found[1]), Path(os.path.realpath(found[0])))


def numbered(path: Path, longest: int = _LONGEST) -> Iterator[Path]:
    """Yield a path, then with (2), (3) ... before its suffix, of up to ``longest`` bytes."""
    suffix = path.suffix if len(os.fsencode(path.suffix)) <= 32 else ""
    stem = path.name.removesuffix(suffix)
    for number in itertools.count(1):
        tail = f" ({number}){suffix}" if number > 1 else suffix
        while len(os.fsencode(stem + tail)) > longest:
            stem = stem[:-1]
        yield path.with_name(stem + tail)
