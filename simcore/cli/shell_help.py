"""``variorum completion`` and ``variorum manpage``, made from the parsers by two libraries."""

import argparse
import functools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from simcore.cli.main import COMMANDS, EXAMPLES, VARIABLES, add_command
from simcore.cli.output import EXIT_CODES, print_lines
from simcore.model.records import UNMARKED, Kind

_SHELLS = ("bash", "zsh", "fish")


def completion_command(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=_SHELLS, help="the shell that is to read it")

    def run(arguments: argparse.Namespace) -> None:
        print_lines(completion(arguments.shell).splitlines())

    parser.set_defaults(run=run)


def manpage_command(parser: argparse.ArgumentParser) -> None:
    def run(_arguments: argparse.Namespace) -> None:
        print_lines(manual_page().splitlines())

    parser.set_defaults(run=run)


def _program() -> tuple[argparse.ArgumentParser, Sequence[argparse.ArgumentParser]]:
    wide = functools.partial(argparse.RawDescriptionHelpFormatter, width=100_000)
    program = argparse.ArgumentParser(
        "variorum",
        formatter_class=wide,
        description="Without a command, the window opens; with folders, it scans them. The "
        "commands print results to the standard output and messages to the standard error.",
    )
    program.add_argument("--demo", action="store_true", help="open the window on sample documents")
    program.add_argument("--in-tray", action="store_true", help="begin in the tray")
    program.add_argument("--index", metavar="FILE", help="the index to use")
    program.add_argument("-V", "--version", action="store_true", help="show the version and exit")
    adding = program.add_subparsers(title="commands", metavar="COMMAND", prog="variorum")
    commands = []
    for name, (_, summary) in COMMANDS.items():
        commands.append(adding.add_parser(name, help=f"{summary}.", formatter_class=wide))
        add_command(name, commands[-1])
    for action in _described(program, *commands):
        said = program._get_formatter()._expand_help(action)  # noqa: SLF001 - as below
        action.help = said.replace(str(Path.home()), "~").replace("%", "%%")
    return program, commands


def _described(*parsers: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for parser in parsers:
        for action in parser._actions:  # noqa: SLF001 - argparse has no other way to ask
            if action.help and action.nargs != argparse.PARSER:
                yield action


def _words(action: argparse.Action) -> Iterable[str] | None:
    match action.dest:
        case "recipe":
            from simcore.fingerprints import RECIPES

            return RECIPES
        case "to":
            from simcore.removal.actions import ACTIONS

            return [one.option for one in ACTIONS.values() if one.option]
        case "keep":
            from simcore.removal.keep_rules import KeepBy

            return [one.value for one in KeepBy]
        case "kinds":
            return [kind.value for kind in Kind if kind not in UNMARKED]
    return action.choices


def completion(shell: str) -> str:
    import shtab

    # bash completes files by itself, and knows what to do with spaces, colons and line breaks
    paths = {"FILE": {**shtab.FILE, "bash": ""}, "FOLDER": shtab.DIRECTORY}
    program, commands = _program()
    for action in _described(program, *commands):
        if isinstance(action.metavar, tuple):
            action.metavar = action.metavar[0]
        action.choices = _words(action)
        path = action.metavar if action.option_strings else "FILE"  # which may stand for a folder
        if path in paths and not action.choices:
            action.complete = paths[path]  # type: ignore[attr-defined] # where shtab looks
        # what fits in a line
        action.help = (action.help or "").partition(" (default: ")[0].partition("; ")[0]
    script = shtab.complete(program, shell)
    for was, now in _CHANGES.get(shell, {}).items():
        script = re.sub(was, now, script)
    return script


# what shtab leaves out: replacements in its scripts
_CHANGES: Mapping[str, Mapping[str, str]] = {
    "bash": {
        # --option=value, which comes as three words; and files where nothing else is offered
        r"complete -o bashdefault -F _shtab_variorum variorum$": r"""_variorum() {
  local word words=()
  for word in "${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
    [[ $word == = ]] || words+=("$word")
  done
  [[ ${COMP_WORDS[COMP_CWORD]} == = ]] && words+=("")
  local COMP_WORDS=("${words[@]}") COMP_CWORD=$((${#words[@]} - 1))
  _shtab_variorum
}
complete -o bashdefault -o default -F _variorum variorum""",
    },
    "zsh": {
        r"(--[\w-]+)((?:\}\")?\[.*\]:)": r"\1=\2",  # --option=value, too
        r"\"\(\*\)::?": '"*:',  # each of several files, not the first alone
        r"(_describe 'variorum commands' .*)": r"\1\n  _files -/",  # folders for the window
        r"== eval \]\]": "== (eval|file) ]]",  # source <(variorum completion zsh), too
    },
    "fish": {
        # --option=file, too
        r'-xka "\(__fish_complete_path \(commandline -ct\)\)"': "-rF",
        # folders for the window
        r"(complete -c variorum -f\n)": r"\1complete -c variorum -n '_shtab_variorum_using; and "
        r"test $_shtab_variorum_npos -eq 0' -a '(__fish_complete_directories)'\n",
    },
}


def manual_page() -> str:
    from importlib.metadata import version

    from argparse_manpage.manpage import Manpage  # type: ignore[import-untyped]

    from simcore.cli.options import add_manners

    program, commands = _program()
    for command in commands:  # what all have stands once
        *groups, _ = command._action_groups  # noqa: SLF001 - argparse has no other way
        command._action_groups = groups  # noqa: SLF001 - as above
    add_manners(program)
    page = Manpage(program, format="single-commands-section")
    page.date, page.source, page.manual = "", f"variorum {version('variorum')}", "User Commands"
    page.description = "find near-duplicate text documents"
    page.add_section("synopsis", "=", _SYNOPSIS)
    examples = (example for name in COMMANDS for example in EXAMPLES[name])
    page.add_section("examples", "=", _listed((words, does) for does, words in examples))
    codes = ((str(int(code)), said) for code, said in EXIT_CODES.items())
    page.add_section("exit status", "=", _listed(codes))
    variables = ((name, f"the default of --{option}") for name, option in VARIABLES.items())
    page.add_section("environment", "=", _listed(variables))
    text = str(page).replace("\nusage: ", "\n")
    # groups of options are headings, and blank lines stand between paragraphs alone
    text = re.sub(r"\n(.+)\n\.RS 7\n", r"\n.PP\n.I \1\n", text).replace(".RE\n", "")
    return re.sub(r"\n\n+(?=\.)", "\n", text)


_SYNOPSIS = r""".B variorum
[\-\-demo] [\-\-in\-tray] [\-\-index FILE] [FOLDER ...]
.br
.B variorum
COMMAND [OPTION ...] [ARGUMENT ...]"""


def _listed(rows: Iterable[tuple[str, str]]) -> str:
    found = (f".TP\n\\fB{words}\\fR\n{said}" for words, said in rows)
    return "\n".join(found).replace("-", "\\-")
