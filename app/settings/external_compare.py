"""Another program to compare two files in: its command, found or set, and how it is started."""

import os
import re
import shlex
import shutil
import threading
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from simcore import reason_of

from ..language.wording import in_own_words, printable

translate = QCoreApplication.translate  # the name lupdate looks for

_KNOWN = (
    ("meld", "meld {left} {right}"),
    ("kdiff3", "kdiff3 {left} {right}"),
    ("bcompare", "bcompare {left} {right}"),
    ("BCompare", "BCompare {left} {right}"),
    ("WinMergeU", "WinMergeU {left} {right}"),
    ("code", "code --diff {left} {right}"),
)
_PLACES = re.compile(r"\{(left|right)\}")


class CompareCommandError(Exception):
    """The other program cannot be started; ``str()`` of it is a sentence for the user."""


class NoCompareProgramError(CompareCommandError):
    """No program is named, and none of those known is installed."""


def found_commands() -> list[str]:
    """Return the commands of the programs known to compare files that are installed here."""
    return [command for program, command in _KNOWN if shutil.which(program)]


def compare_arguments(template: str, left: Path, right: Path) -> list[str]:
    """Return a program and its arguments for two files.

    ``template`` is split into words like in a shell, but no shell is used: ``{left}`` and
    ``{right}`` become absolute paths, so that no name is taken for an option. Raises
    ``CompareCommandError``.
    """
    try:
        words = shlex.split(template, posix=os.name != "nt")
    except ValueError as error:
        text = translate("compare", "The command {0} cannot be read: {1}")
        raise CompareCommandError(text.format(printable(template), error)) from error
    if os.name == "nt":  # there a backslash is no escape, and quotes stay
        words = [word.strip('"') for word in words]
    if {place for word in words[1:] for place in _PLACES.findall(word)} != {"left", "right"}:
        text = translate(
            "compare",
            "The command to compare with must name a program and hold {{left}} and {{right}}, such "
            "as meld {{left}} {{right}}; it is {0}",
        )
        raise CompareCommandError(text.format(printable(template)))
    paths = {"left": os.path.abspath(left), "right": os.path.abspath(right)}  # noqa: PTH100
    return [words[0], *(_PLACES.sub(lambda found: paths[found[1]], word) for word in words[1:])]


def start_comparing(template: str, left: Path, right: Path) -> None:
    """Start the program of a command, or the first that is installed where the command is empty.

    Raises ``CompareCommandError`` when a file is gone or the program cannot be started.
    """
    command = template.strip() or next(iter(found_commands()), "")
    if not command:
        raise NoCompareProgramError(
            translate(
                "compare", "No program to compare files with was found. Name one, such as meld"
            )
        )
    arguments = compare_arguments(command, left, right)
    for path in (left, right):
        if not path.exists():
            text = translate("compare", "{0} is no longer there")
            raise CompareCommandError(text.format(printable(str(path))))
    import subprocess  # noqa: PLC0415 - a start of the window should not wait for it

    try:
        process = subprocess.Popen(  # noqa: S603 - no shell; the person's own command
            arguments,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        reason = in_own_words(reason_of(error))
        text = translate("compare", "{0} cannot be started: {1}")
        raise CompareCommandError(text.format(printable(arguments[0]), reason)) from error
    # the parent must wait for the process, or it stays a zombie
    threading.Thread(target=process.wait, daemon=True, name="compare").start()
