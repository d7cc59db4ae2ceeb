"""``variorum completion`` and ``variorum manpage``: the command line for shells and ``man``."""

import argparse

from simcore.cli.described.commands import DescribedCommand, command_of
from simcore.cli.terminal import print_lines

_SHELLS = ("bash", "zsh", "fish")


def completion_command(parser: argparse.ArgumentParser) -> None:
    """Print what makes a shell complete words."""
    parser.add_argument("shell", choices=_SHELLS, help="the shell that is to read it")

    def run(arguments: argparse.Namespace) -> None:
        from simcore.cli.described.completion import completion  # noqa: PLC0415 - only here

        print_lines(completion(arguments.shell, _commands()).splitlines())

    parser.set_defaults(run=run)


def manpage_command(parser: argparse.ArgumentParser) -> None:
    """Print the manual page."""

    def run(_arguments: argparse.Namespace) -> None:
        from importlib.metadata import version  # noqa: PLC0415 - slow to import

        from simcore.cli.described.manual_page import manual_page  # noqa: PLC0415 - only here

        print_lines(manual_page(_commands(), version("variorum")).splitlines())

    parser.set_defaults(run=run)


def _commands() -> list[DescribedCommand]:
    from simcore.cli.main import COMMANDS, add_command  # noqa: PLC0415 - which imports this module

    found = []
    for name, (_, summary) in COMMANDS.items():
        parser = argparse.ArgumentParser(prog=f"variorum {name}", description=summary)
        add_command(name, parser)
        found.append(command_of(name, f"{summary}.", parser))
    return found
