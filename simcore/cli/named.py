"""What a command is to read, as it is named: files, folders, lists of them, and patterns.

What lists and matches is imported where something is listed: one document may be looked up alone.
"""

import argparse
import os
import sys
import typing
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from simcore.files.names import as_on_disk, composed
from simcore.model.config import ScanConfig
from simcore.model.errors import ConfigError
from simcore.model.progress import Progress
from simcore.model.reasons import reason_of

if typing.TYPE_CHECKING:
    from simcore.files.listed import Listing

_STANDARD_INPUT = "-"


def settle_paths(arguments: argparse.Namespace) -> None:
    """Put what ``--files-from`` names behind the paths of a command.

    ``by_hand`` are those that the command line names. Raises ``ConfigError``.
    """
    arguments.by_hand = tuple(arguments.folders)
    source: str | None = getattr(arguments, "files_from", None)
    if source is None:
        if getattr(arguments, "null", False):
            raise ConfigError("-0 is about the names of --files-from, which is missing")
    else:
        if source == _STANDARD_INPUT == str(getattr(arguments, "file", "")):
            raise ConfigError("the standard input cannot be both the document and the list")
        arguments.folders = [*arguments.folders, *_names_in(source, null=arguments.null)]
    _settle_patterns(arguments)


def standard_input() -> bytes:
    """Return what the standard input holds. Raises ``ConfigError`` where it was closed."""
    if sys.stdin is None:
        raise ConfigError("the standard input is closed")
    try:
        return sys.stdin.buffer.read()
    except OSError as error:
        raise ConfigError(f"the standard input cannot be read: {reason_of(error)}") from error


def _names_in(source: str, *, null: bool) -> Iterator[Path]:
    """Yield the paths that a list has. Raises ``ConfigError``."""
    if source == _STANDARD_INPUT:
        data = standard_input()
    else:
        try:
            data = Path(source).read_bytes()
        except OSError as error:
            raise ConfigError(f"{source}: cannot be read: {reason_of(error)}") from error
    if null:
        lines = data.split(b"\0")
    elif b"\0" in data:
        raise ConfigError(f"{source}: has zero bytes; with -0 its names end with such")
    else:
        # as editors of Windows write a list
        lines = data.removeprefix(b"\xef\xbb\xbf").split(b"\n")
        if all(line.endswith(b"\r") for line in lines if line):
            lines = [line.removesuffix(b"\r") for line in lines]
    yield from (Path(os.fsdecode(line)) for line in lines if line)


def list_named(
    paths: Sequence[Path],
    config: ScanConfig,
    progress: Progress,
    *,
    passed_over: bool = False,
    away: Collection[Path] = (),
) -> "Listing":
    """List what paths name; nothing where there is none, as in an empty list of files.

    Those ``away`` are on disks that are not connected.

    Raises ``FolderError`` and ``Cancelled``.
    """
    from simcore.files.listed import Listing  # noqa: PLC0415 - see the docstring
    from simcore.files.listing import list_files  # noqa: PLC0415 - as above

    if not paths:
        return Listing()
    return list_files(paths, config, progress, passed_over=passed_over, away=away)


_OPTIONS = ("include", "include_also", "exclude")


def check_patterns(arguments: argparse.Namespace) -> None:
    """Refuse patterns that can never match. Raises ``ConfigError``."""
    from simcore.files.patterns import never_matches  # noqa: PLC0415 - see the docstring

    for name in _OPTIONS:
        for pattern in getattr(arguments, name) or ():
            why = never_matches(pattern, of_files=name != "exclude")
            why = why or _elsewhere(pattern, arguments.by_hand)
            if name != "exclude" and composed(pattern) in map(composed, arguments.exclude or ()):
                why = why or "--exclude has it, too"
            if why:
                option = f"--{name.replace('_', '-')}"
                raise ConfigError(f"{option} {pattern!r} can never match: {why}")


def _elsewhere(pattern: str, paths: Sequence[Path]) -> str:
    """Return why a pattern is about nothing below the paths that are read; empty if it may be.

    Of a relative path below the current folder one might think so: patterns are below the folders.
    """
    for path in paths:
        name, pattern = composed(path.as_posix()), composed(pattern)
        if name == "." or not pattern.startswith(f"{name}/") or not path.is_dir():
            continue
        rest = pattern.removeprefix(f"{name}/")
        if not as_on_disk(path / Path(pattern).parts[0]).exists():
            return f"paths are those below {name}; write /{rest}"
    return ""


def _settle_patterns(arguments: argparse.Namespace) -> None:
    """Let a path from the root of the disk, as shells complete it, be one below the folder read.

    Raises ``ConfigError`` where several are read: it would hold in each.
    """
    roots = {}
    for path in arguments.by_hand:
        for way in (os.path.abspath(path), os.path.realpath(path)):  # noqa: PTH100 - links stay
            roots[composed(way)] = path
    for name in _OPTIONS:
        patterns = getattr(arguments, name, None)
        if patterns:
            settled = [_below(pattern, roots, len(arguments.folders)) for pattern in patterns]
            setattr(arguments, name, settled)


def _below(pattern: str, roots: "dict[str, Path]", count: int) -> str:
    whole = composed(pattern)
    for root in roots:
        rest = whole.removeprefix(root)
        if not os.path.isabs(pattern) or rest == whole or rest[:1] not in {"/", ""}:  # noqa: PTH117
            continue
        if not rest.strip("/"):
            raise ConfigError(f"{pattern!r} is a folder that is to be read")
        if count > 1:
            raise ConfigError(
                f"{pattern!r}: patterns hold in each folder that is read; {rest!r} would be "
                "passed over in all of them"
            )
        return rest
    return pattern
