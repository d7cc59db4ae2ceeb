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


_WRONG_USAGE, _FAILED = 2, 4  # as ``simcore.cli.ending`` has them

COMMANDS = (
    *("scan", "pairs", "groups", "fingerprints", "problems", "similar", "watch", "explain"),
    *("text", "plan", "evaluate", "cluster", "prune", "history", "undo", "completion", "manpage"),
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

            return run_command(arguments, _trash, _settings_of_window)
        options = _parser().parse_args(arguments)
    except SystemExit as end:  # how argparse ends after --help and wrong usage
        return int(end.code or 0)
    except OSError as error:  # of a help or a version
        sys.stdout = None  # nobody tries again
        if isinstance(error, BrokenPipeError):
            return 0
        said = f"the standard output cannot be written: {error.strerror}"
        print(f"variorum: {said}", file=sys.stderr)
        return _FAILED
    index: Path | None = options.index
    if index is None and not options.demo and os.environ.get("VARIORUM_INDEX"):
        index = Path(os.environ["VARIORUM_INDEX"])
    obstacle = _obstacle(options.folders, index)
    if options.demo and options.folders:
        obstacle = "--demo takes no folders"
    if obstacle is not None:
        print(f"variorum: {obstacle}", file=sys.stderr)
        return _WRONG_USAGE
    return _open_window(options.folders, index, demo=options.demo, in_tray=options.in_tray)


def _obstacle(folders: Sequence[Path], index: Path | None) -> str | None:
    """Return why the window cannot open with these words; None if it can."""
    # os.path raises nothing where nobody may know
    wrong = next((one for one in folders if not os.path.isdir(one)), None)  # noqa: PTH112
    if wrong is not None and len(folders) == 1 and _is_results(wrong):
        wrong = None
    if wrong is None and index is None:
        return None
    import simcore.cli.main as command_line  # noqa: PLC0415 - see the docstring
    from simcore import ConfigError  # noqa: PLC0415 - as above

    if wrong is not None:
        return command_line.no_folder(str(wrong), there=os.path.lexists(wrong))
    try:
        command_line.check_index(index)
    except ConfigError as error:
        return str(error)
    return None


def _is_results(path: Path) -> bool:
    import simcore  # noqa: PLC0415 - see the docstring

    return simcore.results_above(path / "_") == path  # what could be in it is below it


def _settings_of_window() -> "simcore.ScanConfig":
    """Return what is set in the window for scans."""
    from PySide6.QtCore import QSettings  # noqa: PLC0415 - see the docstring

    from .settings.settings import load_settings, settings_path  # noqa: PLC0415 - as above

    return load_settings(QSettings(str(settings_path()), QSettings.Format.IniFormat)).scan


def _trash() -> "simcore.Trash":
    """Return the desktop's trash; only a command that needs one loads Qt's core."""
    from .session.calls.trash import make_trash  # noqa: PLC0415 - see the docstring

    return make_trash()


def _named(text: str) -> Path:
    """Return a path that is named, which is not the current folder where there is no name."""
    if not text:
        raise argparse.ArgumentTypeError("the name is empty; the current folder is .")
    if text.isascii():
        return Path(text)
    import simcore  # noqa: PLC0415 - see the docstring

    return simcore.as_on_disk(Path(text))


def _parser() -> argparse.ArgumentParser:
    parser = _ProgramParser(
        prog="variorum",
        allow_abbrev=False,
        description="Find, verify and review near-duplicate text documents.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "folders",
        metavar="FOLDER",
        nargs="*",
        type=_named,
        help="open the window and scan these, or show saved results",
    )
    parser.add_argument(
        "--demo", action="store_true", help="open the window on bundled sample documents"
    )
    parser.add_argument(
        "--index",
        metavar="FILE",
        type=_named,
        help="the index to use; created when missing, :memory: leaves nothing behind (default: "
        "VARIORUM_INDEX, or the one in your data folder)",
    )
    parser.add_argument(
        "--in-tray",
        action="store_true",
        help="begin in the tray, without a window, if folders are watched; end if none is",
    )
    parser.add_argument("-V", "--version", action=_ProgramVersion)
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
            "",
            command_line.epilog_of_program(),
        ))  # fmt: skip
        return super().format_help()

    def print_help(self, file: typing.Any = None) -> None:
        """Print the help. Raises ``OSError``; Python's own parser is silent about it."""
        if file is None and sys.stdout is not None:
            sys.stdout.write(self.format_help())
            sys.stdout.flush()
        else:
            super().print_help(file)


class _ProgramVersion(argparse.Action):
    """Prints the version, looked up on demand."""

    def __init__(self, option_strings: Sequence[str], dest: str) -> None:
        super().__init__(option_strings, dest, nargs=0, help="show the version and exit")

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from simcore import __version__  # noqa: PLC0415 - see the module's docstring

        print(f"variorum {__version__}", flush=True)
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
        return _FAILED
    gc.disable()  # imported objects are no garbage, and collecting takes a while
    try:
        _import_plainly()
        from .program import run  # noqa: PLC0415 - see the module's docstring
    finally:
        gc.enable()
    return run(folders, index, demo=demo, in_tray=in_tray)
