"""The manual page of the command line, in the macros of ``man``."""

from collections.abc import Iterator, Sequence

from simcore.cli.defaults import VARIABLES
from simcore.cli.described.commands import CommandOption, DescribedCommand
from simcore.cli.described.examples import EXAMPLES
from simcore.cli.ending import EXIT_CODES


def manual_page(commands: Sequence[DescribedCommand], version: str) -> str:
    """Return the page, in groff's macros of manual pages. It has no date: it is made anew alike."""
    return "\n".join(_lines(commands, version)) + "\n"


def _lines(commands: Sequence[DescribedCommand], version: str) -> Iterator[str]:
    yield f'.TH VARIORUM 1 "" "variorum {version}" "User Commands"'
    yield ".SH NAME"
    yield "variorum \\- find near\\-duplicate text documents"
    yield ".SH SYNOPSIS"
    yield ".B variorum"
    yield _text("[--demo] [--in-tray] [--index FILE] [FOLDER ...]")
    yield ".br"
    yield ".B variorum"
    yield _text("COMMAND [OPTION ...] [ARGUMENT ...]")
    yield ".SH DESCRIPTION"
    yield _text(
        "Without a command, the window opens; with folders, it scans them. The commands print "
        "results to the standard output and messages to the standard error."
    )
    yield ".SH COMMANDS"
    common = _common(commands)
    for command in commands:
        yield f".SS {_text(command.name)}"
        yield f"{_text(command.summary)}"
        yield ".PP"
        yield _text(command.usage)
        for metavar, said in command.paths:
            yield from ("." + "TP", f".I {_text(metavar)}", _text(said))
        for option in command.options:
            if option not in common:
                yield from _option(option)
        if EXAMPLES[command.name]:
            yield from (".PP", "Examples:", ".PP", ".nf")
            yield from (
                f"    {_text(words)}  {_text(f'# {does}')}"
                for does, words in EXAMPLES[command.name]
            )
            yield ".fi"
    yield ".SH OPTIONS OF ALL COMMANDS"
    for option in common:
        yield from _option(option)
    yield ".SH EXIT STATUS"
    for code, said in EXIT_CODES.items():
        yield from (".TP", f".B {int(code)}", _text(said))
    yield ".SH ENVIRONMENT"
    for name, option_name in VARIABLES.items():
        yield from (".TP", f".B {name}", _text(f"the default of --{option_name}"))


def _common(commands: Sequence[DescribedCommand]) -> list[CommandOption]:
    """Return the options that all commands have."""
    first, *others = commands
    return [one for one in first.options if all(one in other.options for other in others)]


def _option(option: CommandOption) -> Iterator[str]:
    names = ", ".join(f"\\fB{_text(name)}\\fR" for name in option.names)
    yield ".TP"
    yield f"{names} \\fI{_text(option.metavar)}\\fR" if option.metavar else names
    yield _text(option.help)


def _text(text: str) -> str:
    r"""Return a text in which nothing is a command of roff.

    >>> _text("--all"), _text(".git"), _text("a\\b")
    ('\\-\\-all', '\\&.git', 'a\\eb')
    """
    said = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{said}" if said.startswith((".", "'")) else said
