"""``variorum completion`` and ``variorum manpage``: the command line for shells and ``man``.

All that is known of options is in the text: no program starts while somebody types. Names of files
are completed by the shell itself, which knows what to do with spaces, colons and line breaks.
"""

import argparse
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path

from simcore.cli.main import EXAMPLES, VARIABLES
from simcore.cli.output import EXIT_CODES, print_lines
from simcore.model.records import UNMARKED, Kind


class Takes(Enum):
    """What stands behind an option."""

    NOTHING = auto()
    WORDS = auto()
    FILE = auto()
    FOLDER = auto()
    TEXT = auto()


@dataclass(frozen=True, slots=True)
class CommandOption:
    """An option: its names, the short one first, and what it takes, as ``metavar`` says.

    ``words`` are those that may stand behind it; ``several`` is whether it may stand several times.
    """

    names: tuple[str, ...]
    metavar: str
    help: str
    takes: Takes
    words: tuple[str, ...]
    several: bool


@dataclass(frozen=True, slots=True)
class DescribedCommand:
    """A command: its summary in a line, its usage, its paths with their help, its options."""

    name: str
    summary: str
    usage: str
    paths: tuple[tuple[str, str], ...]
    options: tuple[CommandOption, ...]


def command_of(name: str, summary: str, parser: argparse.ArgumentParser) -> DescribedCommand:
    """Describe a command by its parser."""
    formatter = parser._get_formatter()  # noqa: SLF001 - argparse has no other way to ask
    paths: list[tuple[str, str]] = []
    options: list[CommandOption] = []
    for action in parser._actions:  # noqa: SLF001 - as above
        said = formatter._expand_help(action) if action.help else ""  # noqa: SLF001 - as above
        said = said.replace(str(Path.home()), "~")
        if not action.option_strings:
            paths.append((_metavar(action) or action.dest, said))
            continue
        words = tuple(_words(action))
        options.append(
            CommandOption(
                tuple(sorted(action.option_strings, key=len)),
                _metavar(action),
                said,
                _takes(action, words),
                words,
                isinstance(action, argparse._AppendAction),  # noqa: SLF001 - as above
            )
        )
    usage = " ".join(parser.format_usage().removeprefix("usage: ").split())
    return DescribedCommand(name, summary, usage, tuple(paths), tuple(options))


def _metavar(action: argparse.Action) -> str:
    if action.nargs == 0:
        return ""
    if isinstance(action.metavar, tuple):
        return " ".join(action.metavar)
    if action.metavar is None and action.choices is not None:
        return "{" + ",".join(map(str, action.choices)) + "}"
    return action.metavar or action.dest.upper()


def _words(action: argparse.Action) -> Iterator[str]:
    """Yield the words that may stand behind an option, where they can be counted."""
    if action.choices is not None:
        yield from map(str, action.choices)
    elif action.dest == "recipe":
        from simcore.fingerprints import RECIPES  # noqa: PLC0415 - brings NumPy

        yield from RECIPES
    elif action.dest == "to":
        from simcore.removal.actions import ACTIONS  # noqa: PLC0415 - only prune has it

        yield from (one.option for one in ACTIONS.values() if one.option)
    elif action.dest == "kinds":
        yield from (kind.value for kind in Kind if kind not in UNMARKED)
    elif action.dest == "keep":
        from simcore.removal.keep_rules import KeepBy  # noqa: PLC0415 - as above

        yield from (one.value for one in KeepBy)


def _takes(action: argparse.Action, words: tuple[str, ...]) -> Takes:
    if action.nargs == 0:
        return Takes.NOTHING
    if words:
        return Takes.WORDS
    first = action.metavar[0] if isinstance(action.metavar, tuple) else action.metavar
    return {"FILE": Takes.FILE, "FOLDER": Takes.FOLDER}.get(first or "", Takes.TEXT)


_SHELLS = ("bash", "zsh", "fish")


def completion_command(parser: argparse.ArgumentParser) -> None:
    """Print what makes a shell complete words."""
    parser.add_argument("shell", choices=_SHELLS, help="the shell that is to read it")

    def run(arguments: argparse.Namespace) -> None:

        print_lines(completion(arguments.shell, _commands()).splitlines())

    parser.set_defaults(run=run)


def manpage_command(parser: argparse.ArgumentParser) -> None:
    """Print the manual page."""

    def run(_arguments: argparse.Namespace) -> None:
        from importlib.metadata import version  # noqa: PLC0415 - slow to import

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


def completion(shell: str, commands: Sequence[DescribedCommand]) -> str:
    """Return what a shell is to read to complete these commands."""
    return "\n".join(SHELLS[shell](commands)) + "\n"


def _bash(commands: Sequence[DescribedCommand]) -> Iterator[str]:
    yield from (
        "# completion of variorum for bash, made by: variorum completion bash",
        "_variorum() {",
        "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}",
        "    local option='' options='' words='' takes='' at",
        "    COMPREPLY=()",
        "    if ((COMP_CWORD == 1)); then",
        f"        words='{' '.join(one.name for one in commands)}'",
        "        [[ $cur == -* ]] && words='--demo --help --in-tray --index --version'",
        '        COMPREPLY=($(compgen -W "$words" -- "$cur"))',
        "        return",
        "    fi",
        "    for ((at = 2; at < COMP_CWORD; at++)); do",
        "        [[ ${COMP_WORDS[at]} == -- ]] && return",
        "    done",
        "    # --option=value comes as three words",
        "    if [[ $cur == = ]]; then",
        "        option=$prev cur=''",
        "    elif [[ $prev == = ]]; then",
        "        option=${COMP_WORDS[COMP_CWORD-2]}",
        "    elif [[ $prev == -* ]]; then",
        "        option=$prev",
        "    fi",
        "    case ${COMP_WORDS[1]} in",
    )
    for command in commands:
        yield f"        {command.name})"
        yield f"            options='{' '.join(sorted(_long(command.options)))}'"
        yield "            case $option in"
        for option in command.options:
            names = "|".join(option.names)
            if option.takes is Takes.WORDS:
                yield f"                {names}) takes=words words='{' '.join(option.words)}' ;;"
            elif option.takes is not Takes.NOTHING:
                yield f"                {names}) takes={option.takes.name.lower()} ;;"
        if command.name == "completion":
            yield "                *) words='bash zsh fish' ;;"
        yield "            esac"
        yield "            ;;"
    yield from (
        "    esac",
        "    case $takes in",
        "        file) ;;",
        "        folder) compopt -o dirnames 2>/dev/null ;;",
        "        text) compopt +o default +o bashdefault 2>/dev/null ;;",
        "        *)",
        "            [[ -z $takes && $cur == -* ]] && words=$options",
        '            [[ -n $words ]] && COMPREPLY=($(compgen -W "$words" -- "$cur"))',
        "            ;;",
        "    esac",
        "}",
        "complete -o bashdefault -o default -F _variorum variorum",
    )


def _long(options: Iterable[CommandOption]) -> Iterator[str]:
    return (name for option in options for name in option.names if name.startswith("--"))


def _brief(option: CommandOption) -> str:
    """Return what fits in a line beside an option: its help without its default."""
    return option.help.partition(" (default: ")[0].partition("; ")[0]


_ZSH_TAKES: Mapping[Takes, str] = {
    Takes.FILE: "_files",
    Takes.FOLDER: "_files -/",
    Takes.TEXT: " ",
}


def _zsh(commands: Sequence[DescribedCommand]) -> Iterator[str]:
    yield from (
        "#compdef variorum",
        "# completion of variorum for zsh, made by: variorum completion zsh",
        "_variorum() {",
        "    local context state state_descr line",
        "    typeset -A opt_args",
        "    _arguments -C '1: :->command' '*:: :->argument'",
        "    case $state in",
        "    command)",
        "        local -a commands",
        "        commands=(",
    )
    for command in commands:
        yield f"            {_zsh_quoted(f'{command.name}:{command.summary}')}"
    yield from (
        "        )",
        "        _describe -t commands command commands",
        "        _files -/",
        "        ;;",
        "    argument)",
        "        case $words[1] in",
    )
    for command in commands:
        yield f"        {command.name})"
        yield "            _arguments -S \\"
        for option in command.options:
            yield f"                {_zsh_option(option)} \\"
        paths = "'1:shell:(bash zsh fish)'" if command.name == "completion" else "'*:file:_files'"
        yield f"                {paths}"
        yield "            ;;"
    yield from (
        "        esac",
        "        ;;",
        "    esac",
        "}",
        "if [[ $funcstack[1] == _variorum ]]; then",
        '    _variorum "$@"',
        "else",
        "    compdef _variorum variorum",
        "fi",
    )


def _zsh_option(option: CommandOption) -> str:
    said = _brief(option).replace("[", "\\[").replace("]", "\\]")
    value = ""
    if option.takes is Takes.WORDS:
        value = f":{_zsh_name(option)}:({' '.join(option.words)})"
    elif option.takes is not Takes.NOTHING:
        value = f":{_zsh_name(option)}:{_ZSH_TAKES[option.takes]}"
    several = "*" if option.several else f"({' '.join(option.names)})"
    return " ".join(
        _zsh_quoted(
            f"{several}{name}{'=' if value and name.startswith('--') else ''}[{said}]{value}"
        )
        for name in option.names
    )


def _zsh_name(option: CommandOption) -> str:
    return option.metavar.replace(":", "\\:").replace(",", " ")


def _zsh_quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def _fish(commands: Sequence[DescribedCommand]) -> Iterator[str]:
    yield "# completion of variorum for fish, made by: variorum completion fish"
    for command in commands:
        said = _fish_quoted(command.summary)
        yield f"complete -c variorum -n __fish_use_subcommand -a {command.name} -d {said}"
    for command in commands:
        begin = f"complete -c variorum -n '__fish_seen_subcommand_from {command.name}'"
        if command.name == "completion":
            yield f"{begin} -f -a 'bash zsh fish'"
        for option in command.options:
            names = " ".join(
                f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}"
                for name in option.names
            )
            takes = {
                Takes.NOTHING: "",
                Takes.FILE: " -r",
                Takes.FOLDER: " -x -a '(__fish_complete_directories)'",
                Takes.TEXT: " -x",
                Takes.WORDS: f" -x -a {_fish_quoted(' '.join(option.words))}",
            }[option.takes]
            yield f"{begin} {names}{takes} -d {_fish_quoted(_brief(option))}"


def _fish_quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


SHELLS: Mapping[str, Callable[[Sequence[DescribedCommand]], Iterator[str]]] = {
    "bash": _bash,
    "zsh": _zsh,
    "fish": _fish,
}
"""What makes the lines of each shell."""


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
