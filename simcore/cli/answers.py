"""Commands that told the same before: of files, settings and an index that are as they were.

What a report of a scan says depends on what was listed, on the index, and on what ``_key`` is made
of. Where all of that is as it was, the command tells again what it told: nothing is read but names
and states of files. What else is read for an answer has to be in the key, or the command must not
be ``answered`` so.
"""

import argparse
import contextlib
import hashlib
import io
import os
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import simcore
from simcore.cli.options import Scanned, check_listed, check_named, configured, list_named, scanned
from simcore.cli.output import MANNERS, Bar, copied, on_terminal, opened, outcome, say
from simcore.files.opening import open_regular
from simcore.index.index import KeptAnswer, keep_answer, kept_answer
from simcore.index.judgements import read_roles
from simcore.index.paths import default_index_path, judgements_path, sketches_path
from simcore.model.reasons import RolesError

_NOT_ASKED = {
    *("run", "trash", "index", "output", "overwrite", "formats", "named_format", "fail_if_found"),
    *("files_from", "null", "config", "as_in_window", "defaults", "quiet", "verbose", "progress"),
}
"""Arguments that change nothing of what is told, or only by what they set of others."""


def answered(
    name: str,
    tell: Callable[[argparse.Namespace, Scanned], None],
    arguments: argparse.Namespace,
    *,
    compare: bool = True,
    counted: bool = False,
) -> None:
    """Scan the folders of a command and ``tell`` the result, or tell again what was told of it.

    ``name`` is that of the command; ``counted`` is whether it tells how many files were read.
    """
    key = _key(name, arguments)
    asked = None if key is None else _with_sketches(key, arguments)
    answer = None if asked is None else kept_answer(_index(arguments), asked)
    listing = None
    if answer is not None:
        away = check_named(arguments)
        with contextlib.closing(Bar()) as bar:
            listing = list_named(arguments.folders, configured(arguments), bar, away=away)
        check_listed(listing)
    if answer is not None and listing is not None and listing.digest() == answer.listing:
        for line in answer.before:
            say(line)
        with opened(arguments.output if "output" in arguments else None) as file:
            file.write(answer.output)
        for line in answer.after:
            say(line)
        outcome().found, outcome().incomplete = answer.ended
        outcome().unread = "".join(answer.before[:1]).removeprefix("variorum: ")
        return
    with copied() as told, scanned(arguments, compare=compare, listing=listing) as found:
        tell(arguments, found)
        if MANNERS.verbose and name != "scan":  # which tells it anyway
            from simcore.cli.lines import counts_lines  # noqa: PLC0415 - brings NumPy

            for line in counts_lines(found.report):
                say(line)
        settled = found.report.settled
        # a judgement, say, may be another one meanwhile
        if key is not None and settled and told.whole and key == _key(name, arguments):
            output, counts = told.output, found.report.counts
            if counted and counts.read:  # the next scan tells that these are unchanged
                counts = replace(counts, read=0, unchanged=counts.unchanged + counts.read)
                with contextlib.redirect_stdout(io.TextIOWrapper(io.BytesIO())), copied() as then:
                    tell(arguments, replace(found, report=replace(found.report, counts=counts)))
                output = then.output
            noted = outcome().noted
            answer = KeptAnswer(settled, told.before, bytes(output), told.after, noted)
            keep_answer(found.index, found.state, _with_sketches(key, arguments), answer)


def _index(arguments: argparse.Namespace) -> Path:
    path: Path = arguments.index or default_index_path()
    return path


def _key(name: str, arguments: argparse.Namespace) -> bytes | None:
    """Return a hash of all that the answer to a command depends on but the files and the index.

    None where it depends on more than that, or more is to be done than to tell it.
    """
    config = configured(arguments)
    index = _index(arguments)
    if (
        str(index) == ":memory:"
        or not index.name
        or arguments.renew_index
        or getattr(arguments, "format", None) == "html"  # texts are read for it
        or config.dictionary is not None
        or MANNERS.verbose  # what it tells more is of this run
        or config.retention.forgets  # the time counts
    ):
        return None
    asked = sorted(one for one in vars(arguments).items() if one[0] not in _NOT_ASKED)
    escaped = getattr(arguments, "output", None) is None and on_terminal()
    # times are told as they are here
    zone = os.environ.get("TZ"), os.path.realpath("/etc/localtime"), time.timezone, time.tzname
    key = hashlib.blake2b(repr((name, asked, config, escaped, zone)).encode("utf-8", "replace"))
    if getattr(arguments, "format", None) == "json" or getattr(arguments, "json", False):
        from simcore.reports.formats import program_version  # noqa: PLC0415 - told by JSON alone

        key.update(program_version().encode())
    try:
        for state in _program():
            key.update(repr(state).encode())
        judgements = judgements_path(index)
        for path in (judgements, judgements.with_name(f"{judgements.name}-wal")):
            key.update(_content(path))
        # folders are looked up anew: one may be a link that leads elsewhere now
        key.update(repr(read_roles().folders).encode("utf-8", "surrogateescape"))
    except (OSError, RolesError):
        return None
    return key.digest()


def _with_sketches(key: bytes, arguments: argparse.Namespace) -> bytes:
    """Return a key with whether the sketches are there: where they are missing, a scan makes them.

    It makes them in the end, so they may be there when its answer is kept.
    """
    made = sketches_path(_index(arguments)).exists()
    return hashlib.blake2b(key + bytes([made])).digest()


def _content(path: Path) -> bytes:
    try:
        with open_regular(path) as file:
            return hashlib.blake2b(file.read()).digest()
    except FileNotFoundError:
        return b""


def _program() -> Iterator[tuple[object, ...]]:
    """Yield the states of the files that this program is made of: another tells other things.

    Raises ``OSError``.
    """
    status = os.stat(sys.executable)  # noqa: PTH116 - as below
    yield sys.version, status.st_size, status.st_mtime_ns
    package = simcore.__path__
    for folder in map(os.fspath, package):
        for where, folders, names in os.walk(folder):
            folders[:] = sorted(set(folders) - {"__pycache__"})
            for one in sorted(names):
                status = os.stat(os.path.join(where, one))  # noqa: PTH116, PTH118 - there are many
                yield where, one, status.st_size, status.st_mtime_ns
