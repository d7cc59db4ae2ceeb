"""What makes a shell complete the words of a command, for bash, zsh and fish.

All that is known of options is in the text: no program starts while somebody types. Names of files
are completed by the shell itself, which knows what to do with spaces, colons and line breaks.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from simcore.cli.described.commands import CommandOption, DescribedCommand, Takes


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
