"""The words behind ``variorum``: a command, or the window.

Qt and the engine are imported by the functions that need them.
"""

import argparse
import builtins
import gc
import os
import sys
import typing
from collections.abc import Sequence
from pathlib import Path

if typing.TYPE_CHECKING:
    import simcore


COMMANDS = (
    *("scan", "pairs", "groups", "fingerprints", "problems", "similar", "watch", "explain"),
    *("text", "plan", "evaluate", "prune", "history", "undo"),
)
"""First words that belong to the command line. A folder of that name is given as ./scan."""


def run_words(words: Sequence[str]) -> int:
    """Run the program; return its exit code, see ``app.__main__``."""
    if getattr(sys, "frozen", False):
        import multiprocessing  # noqa: PLC0415 - see the docstring

        multiprocessing.freeze_support()
    arguments = list(words)
    if not arguments:
        return _open_window()  # making a parser takes as long as twenty modules
    try:
        if arguments and arguments[0] in COMMANDS:
            from simcore.cli.main import main as run_command  # noqa: PLC0415 - see the docstring

            return run_command(arguments, _trash)
        options = _parser().parse_args(arguments)
    except SystemExit as end:  # how argparse ends after --help and wrong usage
        return int(end.code or 0)
    if options.demo and options.folders:
        print("variorum: --demo takes no folders", file=sys.stderr)
        return 2
    return _open_window(options.folders, options.index, demo=options.demo, in_tray=options.in_tray)


def _trash() -> "simcore.Trash":
    """Return the desktop's trash; only a command that needs one loads Qt's core."""
    from .session.calls.trash import make_trash  # noqa: PLC0415 - see the docstring

    return make_trash()


def _parser() -> argparse.ArgumentParser:
    parser = _ProgramParser(
        prog="variorum",
        description="Find, verify and review near-duplicate text documents.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "folders", metavar="FOLDER", nargs="*", type=Path, help="open the window and scan these"
    )
    parser.add_argument(
        "--demo", action="store_true", help="open the window on bundled sample documents"
    )
    parser.add_argument(
        "--index",
        metavar="FILE",
        type=Path,
        help="the index to use; created when missing, :memory: leaves nothing behind",
    )
    parser.add_argument(
        "--in-tray",
        action="store_true",
        help="begin in the tray, without a window, if folders are watched; end if none is",
    )
    parser.add_argument("--version", action=_ProgramVersion)
    return parser


class _ProgramParser(argparse.ArgumentParser):
    """Lists the commands in its help."""

    def format_help(self) -> str:
        """Return the help; what each command does is looked up only here."""
        import simcore.cli.main as command_line  # noqa: PLC0415 - see above

        width = max(map(len, COMMANDS)) + 2
        lines = [f"  {name:<{width}}{command_line.COMMANDS[name][1]}" for name in COMMANDS]
        self.epilog = "\n".join((
            "commands, without a window (variorum COMMAND --help describes each):",
            *lines,
            "A folder named like a command is given as ./scan.",
        ))  # fmt: skip
        return super().format_help()


class _ProgramVersion(argparse.Action):
    """Prints the version, looked up on demand."""

    def __init__(self, option_strings: Sequence[str], dest: str) -> None:
        super().__init__(option_strings, dest, nargs=0, help="show the version and exit")

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from simcore import __version__  # noqa: PLC0415 - see the module's docstring

        print(f"variorum {__version__}")
        parser.exit()


def _import_plainly() -> None:
    """Let PySide look at no module that is imported from now on.

    It reads the source of each, in a tenth of the time of a start, to see if it asks for names in
    another style (``from __feature__ import snake_case``). None here does.
    """
    import PySide6.QtCore  # noqa: F401, PLC0415 - it has the look put in

    plain = getattr(builtins, "__orig_import__", None)
    if plain is not None:
        builtins.__import__ = plain


def _open_window(
    folders: Sequence[Path] = (),
    index: Path | None = None,
    *,
    demo: bool = False,
    in_tray: bool = False,
) -> int:
    from .shell.startup import qt_obstacle  # noqa: PLC0415 - see the module's docstring

    obstacle = qt_obstacle(os.environ)
    if obstacle is not None:
        print(obstacle, end="", file=sys.stderr)
        return 1
    gc.disable()  # imported objects are no garbage, and collecting takes a while
    try:
        _import_plainly()
        from .program import run  # noqa: PLC0415 - see the module's docstring
    finally:
        gc.enable()
    return run(folders, index, demo=demo, in_tray=in_tray)
