"""The names that file managers, browsers and sync services give to copies, in nine languages.

Windows Explorer, macOS Finder, GNOME Files, KDE Dolphin, Chrome, Firefox, wget, Google Drive,
Dropbox, OneDrive, Nextcloud, Syncthing, and ``cp --backup``.
"""

import functools
import os
import re
import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import Path

# of scripts with spaces; then of those without, where a word may follow a name at once
_SPACED = r"cop(?:y|ies|ie|ia)|kopi[ea]?|kopio|c\u00f3pia|\u043a\u043e\u043f\u0438[\u044f\u0438]"
_UNSPACED = "副本|复件|復件|複本|複製|复制|拷贝|拷貝|コピー|複写|복사본|사본"
_CONFLICT = (
    r"conflict\w*|konflikt\w*|conflit\w*|\u043a\u043e\u043d\u0444\u043b\u0438\u043a\u0442\w*"
    "|冲突|衝突|競合|충돌"
)
_OLD = (
    r"old|bak|backup|orig|previous|prev|alt|sicherung|ancien(?:ne)?|sauvegarde|viej[oa]|antigu[oa]"
    r"|\u0441\u0442\u0430\u0440\w{2}|旧|舊|旧版|舊版|备份|備份"
    "|バックアップ|백업|구버전"
)
_COUNT = r"(?:[\s_-]*\(?\d{1,3}\)?)?"
_GAP = r"[\s._\u2013\u2014-]+"
_ENDINGS = re.compile(
    rf"(?:\s*\([^()]*(?:{_SPACED}|{_UNSPACED}|{_CONFLICT})[^()]*\)"  # (another copy), (... 冲突...)
    r"|\s*\(\d{1,3}\)"  # of browsers
    rf"|{_GAP}(?:{_SPACED}){_COUNT}"
    rf"|(?:{_GAP})?[の的]?(?:{_UNSPACED}){_COUNT}"
    r"|\.sync-conflict-\d{8}-\d{6}(?:-\w+)?|-(?:desktop|laptop)-\w{5,10}(?:-\d+)?"
    r"|\.~\d+~|~)$"
)
_OLD_ENDINGS = re.compile(rf"(?:{_GAP}(?:{_OLD})\d{{0,3}}|\s*\((?:{_OLD})\))$")
_BEGINNINGS = re.compile(
    rf"^(?:(?:{_SPACED})(?:\s*\(\d{{1,3}}\))?[\s_]+(?:of|von|de|di|van|af|av)[\s_]+"
    rf"|\u043a\u043e\u043f\u0438\u044f(?:\s*\(\d{{1,3}}\))?\s+"
    rf"|(?:{_UNSPACED})(?:\s*\(\d{{1,3}}\))?[\s_~-]+)"
)
_DOTTED = "i\u0307"  # what a Turkish capital letter i becomes
_SUFFIX = re.compile(r"(?<=.)\.(?!v\d|rev)[a-z][a-z0-9]{0,9}$")
_OF_BACKUPS = frozenset({".bak", ".backup", ".old", ".orig"})


def folded(part: str) -> str:
    """Return a part of a path as names are compared: full width is half, case does not count."""
    if part.isascii():
        return part.lower()
    return unicodedata.normalize("NFKC", part).casefold().replace(_DOTTED, "i")


def stem_of(name: str) -> str:
    """Return a folded name without its suffix, and without that of a backup.

    >>> [stem_of(name) for name in ("report.txt", "report.txt.bak", "lua.5", "report.v2")]
    ['report', 'report', 'lua.5', 'report.v2']
    """
    stem, suffix = _split(name)
    return _split(stem)[0] if suffix in _OF_BACKUPS else stem


def _split(name: str) -> tuple[str, str]:
    found = _SUFFIX.search(name)
    return (name[: found.start()], found[0]) if found else (name, "")


def original_of(part: str, *, old: bool = True) -> str:
    """Return what a folded part of a path, without suffix, is a copy of by its name, else itself.

    Without ``old``, what is called an old state counts as no copy.

    >>> original_of("report - copy (2)"), original_of("合同 - 副本"), original_of("copy of plan")
    ('report', '合同', 'plan')
    >>> original_of("copy editing"), original_of("photocopy"), original_of("(1)")
    ('copy editing', 'photocopy', '(1)')
    """
    while True:
        shorter = _ENDINGS.sub("", part, count=1) or part
        shorter = _BEGINNINGS.sub("", shorter, count=1) or shorter
        shorter = (_OLD_ENDINGS.sub("", shorter, count=1) or shorter) if old else shorter
        if shorter == part:
            return part
        part = shorter


@functools.lru_cache(maxsize=4_096)
def original_folder(folder: str) -> str:
    """Return the folder of which one is a copy by its name or that of one around it, folded."""
    parts = folder.split(os.sep)  # noqa: PTH206 - paths take ten times as long
    return os.sep.join(original_of(folded(part)) for part in parts)  # noqa: PTH118


def original_name(name: str) -> str:
    """Return the folded name of what a file is a copy of by its name; its own if it is none."""
    whole = folded(name)
    stem, suffix = _split(whole)
    if suffix in _OF_BACKUPS:
        return original_name(stem)
    if not suffix and (bare := original_of(whole)) != whole:
        return original_name(bare)  # ``cp --backup`` and others add to the end
    return original_of(stem) + suffix


def below_common(paths: Sequence[str]) -> list[str]:
    """Return paths below the deepest folder that all of them are in: its name tells none apart.

    >>> below_common(["/backup/a/1.txt", "/backup/b/2.txt"]), below_common(["/backup/old/1.txt"])
    (['a/1.txt', 'b/2.txt'], ['1.txt'])
    """
    folders = [path[: path.rfind(os.sep) + 1] for path in paths]
    first, last = min(folders, default=""), max(folders, default="")
    pairs = enumerate(zip(first, last, strict=False))
    equal = next((at for at, (one, other) in pairs if one != other), len(first))
    return [path[first[:equal].rfind(os.sep) + 1 :] for path in paths]


def are_copy_names(paths: Iterable[Path]) -> list[bool]:
    """Return which files have a name, or lie in a folder, that programs give to copies.

    A folder that all are in says nothing.
    """
    return [is_copy_name(one) for one in below_common([str(path) for path in paths])]


def is_copy_name(path: str) -> bool:
    """Return whether a file, or a folder around it, has a name that programs give to copies."""
    folder, _, name = path.rpartition(os.sep)
    return (original_name(name), original_folder(folder)) != (folded(name), folded(folder))
