"""Rules for which of several documents is kept: newest, longest, in a certain folder, and so on.

The first rule decides, each further one only between documents that are equal by all before.
"""

import fnmatch
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from simcore.files.names import as_on_disk, composed
from simcore.files.roles import SameFolders
from simcore.model.formats import format_of_name, how_editable
from simcore.model.reasons import ConfigError, ReasonCode
from simcore.model.records import Document

COPY_NAMES = (
    *("*([0-9])*", "*([0-9][0-9])*", "*（[0-9]）*", "*（[0-9][0-9]）*"),
    *("copy of *", "*- copy*", "* copy.*", "*_copy*", "*-copy*", "* copy"),
    *("*副本*", "*复件*", "*複本*", "*拷贝*", "*拷貝*"),
)


class KeepBy(StrEnum):
    """What a rule compares; the document that has most of it is kept. See ``parse_keep_rules``."""

    NEWEST = "newest"  # modified last
    OLDEST = "oldest"  # modified first
    LARGEST = "largest"  # bytes
    LONGEST = "longest"  # characters of text
    MOST_COMPLETE = "most-complete"  # contains the largest share of the others, on average
    SHORTEST_PATH = "shortest-path"  # fewest folders, then fewest characters
    FOLDER = "folder"  # in the first of some folders, else in the second, and so on
    NAME = "name"  # the name matches a pattern
    NOT_NAME = "not-name"  # the name matches no pattern, as that of a copy would
    ENCODING = "encoding"  # without damaged characters, then UTF-8
    EDITABLE = "editable"  # in the format that can be worked on best, see ``how_editable``
    PDF = "pdf"  # a PDF

    @property
    def has_patterns(self) -> bool:
        return self in {KeepBy.NAME, KeepBy.NOT_NAME}


@dataclass(frozen=True, slots=True)
class KeepRule:
    """One rule. ``folders``, in their order, are for FOLDER; ``patterns`` for names.

    Patterns are those of ``fnmatch``, for the whole name, ignoring case and Unicode form. A
    document is in a folder if any of its names is (``simcore.files.roles.SameFolders``), and is
    ranked by the best of its names. Raises ``ConfigError`` if a needed value is missing, or an
    unused one is set. See ``parse_keep_rules``.
    """

    by: KeepBy
    folders: tuple[Path, ...] = ()
    patterns: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        by, takes_folders = self.by, self.by is KeepBy.FOLDER
        takes = takes_folders, by.has_patterns
        if takes != (bool(self.folders), bool(self.patterns)) or "" in self.patterns:
            wanted = f"a pattern, such as {by}=*final*" if by.has_patterns else "nothing behind it"
            wanted = "a folder, such as folder=archive" if takes_folders else wanted
            raise ConfigError(ReasonCode.RULE_TAKES, by.value, wanted)


def parse_keep_rules(texts: Sequence[str]) -> tuple[KeepRule, ...]:
    r"""Read the rules of a command line: words with commas between them, some with a value.

    Successive folders are one rule, in their order, and so are patterns. A comma in a value is
    written ``\,``. Folders become absolute. ``not-name`` alone means ``COPY_NAMES``. Raises
    ``ConfigError``.

    >>> [rule.by.value for rule in parse_keep_rules(["newest,name=*a*,name=*b*", "encoding"])]
    ['newest', 'name', 'encoding']
    """
    rules: list[KeepRule] = []
    for text in texts:
        for item in re.split(r"(?<!\\),", text):
            rule = _parsed(item.replace("\\,", ",").strip())
            last = rules[-1] if rules else None
            if last is not None and last.by is rule.by and (rule.folders or rule.patterns):
                rules[-1] = KeepRule(
                    rule.by, last.folders + rule.folders, last.patterns + rule.patterns
                )
            elif any(rule.by is before.by for before in rules):
                raise ConfigError(ReasonCode.RULE_TWICE, rule.by.value)
            else:
                rules.append(rule)
    return tuple(rules)


def _parsed(item: str) -> KeepRule:
    word, equals, value = item.partition("=")
    try:
        by = KeepBy(word)
    except ValueError:
        known = ", ".join(each.value for each in KeepBy)
        raise ConfigError(ReasonCode.NO_RULE, repr(word), known) from None
    if by is KeepBy.NOT_NAME and not equals:
        return KeepRule(by, patterns=COPY_NAMES)
    if by is KeepBy.FOLDER and value:
        return KeepRule(by, (as_on_disk(Path(os.path.abspath(value))),))  # noqa: PTH100 - keeps links
    # a value that is missing or unused is refused by the rule
    return KeepRule(by, patterns=(value,) if equals else ())


Rank = tuple[float, ...]


def ranking(
    rule: KeepRule, completeness: Callable[[Document], float]
) -> Callable[[Document], Rank]:
    """Return the function that ranks documents by a rule; the least is kept.

    ``completeness`` is the average share of the other texts of its group that a document contains.
    """
    simple = _SIMPLE.get(rule.by)
    if simple is not None:
        return simple
    if rule.by is KeepBy.MOST_COMPLETE:
        return lambda document: (-completeness(document),)
    if rule.by is KeepBy.FOLDER:
        return _Folders(rule.folders)
    match = re.compile("|".join(fnmatch.translate(_folded(one)) for one in rule.patterns)).match
    wanted = rule.by is KeepBy.NAME
    return lambda document: (
        all((match(_folded(one.name)) is not None) != wanted for one in document.names),
    )


def _folded(name: str) -> str:
    return composed(name).casefold()


class _Folders:
    """Ranks documents by the first of some folders that any of their names is in."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self._folders = folders
        self._same = SameFolders(folders)
        self._known: dict[str, int] = {}  # strings are compared ten times faster than paths

    def __call__(self, document: Document) -> Rank:
        return (min(map(self._of, (*document.names, *document.real_names))),)

    def _of(self, path: Path) -> int:
        folder = os.path.dirname(str(path))  # noqa: PTH120
        found = self._known.get(folder)
        if found is None:
            around = {
                one for path in self._same.paths(path.parent) for one in (path, *path.parents)
            }
            inside = (at for at, one in enumerate(self._folders) if one in around)
            found = self._known[folder] = next(inside, len(self._folders))
        return found


def _format_of(document: Document) -> str | None:
    return format_of_name(document.path.name, document.encoding)


_UTF_8 = {"utf-8", "utf-8-sig", "ascii"}
_SIMPLE: dict[KeepBy, Callable[[Document], Rank]] = {
    KeepBy.NEWEST: lambda document: (-document.mtime_ns,),
    KeepBy.OLDEST: lambda document: (document.mtime_ns,),
    KeepBy.LARGEST: lambda document: (-document.size,),
    KeepBy.LONGEST: lambda document: (-document.characters,),
    KeepBy.SHORTEST_PATH: lambda document: min(
        (len(one.parts), len(composed(str(one)))) for one in document.names
    ),
    KeepBy.ENCODING: lambda document: (document.lossy, document.encoding.lower() not in _UTF_8),
    KeepBy.EDITABLE: lambda document: (how_editable(_format_of(document)),),
    KeepBy.PDF: lambda document: (_format_of(document) != "pdf",),
}
