"""Defaults of options from elsewhere: the window's settings, a variorum.toml, the environment.

What stands later in this list counts more, and what the command line says most. An option that may
be given several times adds to what its default has.
"""

import argparse
import os
import re
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from simcore.model.errors import ConfigError
from simcore.model.reasons import reason_of

if typing.TYPE_CHECKING:
    from simcore.model.config import ScanConfig

CONFIG_VARIABLE = "VARIORUM_CONFIG"
VARIABLES: Mapping[str, str] = {
    CONFIG_VARIABLE: "config",
    "VARIORUM_INDEX": "index",
    "VARIORUM_JOBS": "jobs",
    "VARIORUM_RECIPE": "recipe",
    "VARIORUM_DICTIONARY": "dictionary",
    "VARIORUM_LARGEST": "largest",
    "VARIORUM_KEEP_TEXTS": "keep-texts",
}
"""The variables of the environment, and the options that they are defaults of."""

ONLY_BY_HAND = frozenset(
    "help config files-from null output overwrite apply finish renew-index ignore-roles beside "
    "keep-days-in until-closed print0".split()
)
"""Options that no file may set: what is of one run, and what is to be seen where it is done."""

_INDEX_OF_ITS_OWN = frozenset({"plan", "evaluate"})
"""Commands that use no index unless the command line names one."""

_LARGEST = 1_000_000

Options = Callable[[], Mapping[str, set[str]]]
"""Returns the long options of every command, by command."""


def set_defaults(
    parser: argparse.ArgumentParser,
    words: Sequence[str],
    window: "Callable[[], ScanConfig] | None",
    options: Options,
) -> list[str]:
    """Set the defaults of a command whose ``words`` are to be parsed; return what set any.

    Raises ``ConfigError``, and what ``window`` raises.
    """
    command = parser.prog.rpartition(" ")[2]
    actions = {
        name[2:]: action
        for action in parser._actions  # noqa: SLF001 - argparse has no other way to ask
        for name in action.option_strings
        if name.startswith("--")
    }
    asked = _asked(words)
    environment = {name: os.environ.get(name, "") for name in VARIABLES}
    file = asked.config if asked.config is not None else environment[CONFIG_VARIABLE]
    said = _read(Path(file), command, actions, options) if file else {}
    told: list[str] = []
    if "as-in-window" in actions and (asked.as_in_window or said.get("as-in-window")):
        if window is None:
            raise ConfigError("--as-in-window: this program has no window; variorum has")
        for name, value in _of_window(window()).items():
            if name in actions:
                actions[name].default = value
        told.append("the settings of the window are used")
    if file:
        told.append(f"{file} is used: {', '.join(said) or 'it sets nothing here'}")
    for name, value in said.items():
        _set(actions[name], value, f"{file}: {name}")
    for variable, name in VARIABLES.items():
        value = environment[variable]
        own = name == "index" and command in _INDEX_OF_ITS_OWN
        if not value or name not in actions or variable == CONFIG_VARIABLE or own:
            continue
        _set(actions[name], value, variable)
        told.append(f"{variable} is used: {value}")
    return told


def _asked(words: Sequence[str]) -> argparse.Namespace:
    """Return which file is asked for, and whether the window is."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    parser.add_argument("--config")
    parser.add_argument("--as-in-window", action="store_true")
    nothing = argparse.Namespace(config=None, as_in_window=False)
    if not any(word.startswith(("--config", "--as-in-window")) for word in words):
        return nothing
    try:
        return parser.parse_known_args(words)[0]
    except argparse.ArgumentError:  # the command's own parser says what is wrong
        return nothing


def _read(
    path: Path, command: str, actions: Mapping[str, argparse.Action], options: Options
) -> dict[str, Any]:
    """Return what a file says for a command, by option. Raises ``ConfigError``."""
    import tomllib  # noqa: PLC0415 - few commands have a file

    try:
        with path.open("rb") as file:
            data = file.read(_LARGEST + 1)
        if len(data) > _LARGEST:
            raise ConfigError(f"{path}: is too large for a file of settings")
        text = data.decode("utf-8")
        values = tomllib.loads(text)
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {reason_of(error)}") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: is not in UTF-8, as TOML has to be") from error
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ConfigError(f"{path}: is no TOML: {error}") from error
    found: dict[str, Any] = {}
    commands: Mapping[str, set[str]] | None = None
    for key, value in values.items():
        if not isinstance(value, dict) and key in actions and key not in ONLY_BY_HAND:
            found[key] = value
            continue
        commands = commands or options()  # which takes as long as all commands
        if isinstance(value, dict):
            if key not in commands:
                raise _unknown(path, text, key, "command", commands)
            _check(path, text, value, commands[key])
        else:
            _check(path, text, {key: value}, set().union(*commands.values()))
    of_command: dict[str, Any] = values.get(command, {})
    return found | of_command


def _check(path: Path, text: str, keys: Mapping[str, object], known: set[str]) -> None:
    for key in keys:
        if key in ONLY_BY_HAND and key in known:
            raise ConfigError(
                f"{path}{_line(text, key)}: {key} stands on the command line only, where it is seen"
            )
        if key not in known:
            raise _unknown(path, text, key, "option", known - ONLY_BY_HAND)


def _unknown(path: Path, text: str, key: str, what: str, known: Iterable[str]) -> ConfigError:
    from difflib import get_close_matches  # noqa: PLC0415 - takes a while

    near = get_close_matches(key, list(known), n=1)
    hint = f", did you mean {near[0]}?" if near else ""
    return ConfigError(f"{path}{_line(text, key)}: {key!r} is no {what}{hint}")


def _line(text: str, key: str) -> str:
    r"""Return the line of a key for a message; nothing where it is written in another way.

    >>> _line('jobs = 2\n"exlude"= 1', "exlude"), _line("a.b = 1", "b")
    (', line 2', '')
    """
    said = re.compile(rf"""\s*\[?\s*["']?{re.escape(key)}["']?\s*[=.\]]""")
    lines = (number for number, line in enumerate(text.splitlines(), 1) if said.match(line))
    number = next(lines, None)
    return "" if number is None else f", line {number}"


def _set(action: argparse.Action, value: object, source: str) -> None:
    """Let an option have a value unless the command line says another. Raises ``ConfigError``."""
    if action.nargs == 0:  # a switch
        if not isinstance(value, bool):
            raise ConfigError(f"{source}: is true or false, not {value!r}")
        action.default = action.const if value else not action.const
        return
    if isinstance(action, argparse._AppendAction):  # noqa: SLF001 - as above
        values = value if isinstance(value, list) else [value]
        action.default = [*(action.default or ()), *(_value(action, one, source) for one in values)]
    else:
        action.default = _value(action, value, source)
    action.required = False


def _value(action: argparse.Action, value: object, source: str) -> object:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise ConfigError(f"{source}: is a text or a number, not {value!r}")
    made: Any = action.type or str
    try:
        found = made(str(value))
    except argparse.ArgumentTypeError as error:
        raise ConfigError(f"{source}: {error}") from error
    except ValueError as error:
        raise ConfigError(f"{source}: cannot be {value!r}") from error
    if action.choices is not None and found not in action.choices:
        known = ", ".join(map(str, action.choices))
        raise ConfigError(f"{source}: cannot be {value!r}; there are {known}")
    return found


def _of_window(config: "ScanConfig") -> dict[str, object]:
    """Return what the window has on the pages What is read and Advanced, by option.

    Patterns that can never match are left out: they change nothing.
    """
    from simcore.files.patterns import never_matches  # noqa: PLC0415 - few ask for it

    include = [one for one in config.include if not never_matches(one, of_files=True)]
    exclude = [one for one in config.exclude if not never_matches(one, of_files=False)]
    return {
        "include": include,
        "exclude": exclude,
        "no-usual-exclude": True,
        "largest": config.largest_file,
        "follow-links": config.follow_links,
        "all-text": config.all_text,
        "containers": config.containers,
        "recipe": config.recipe,
        "dictionary": config.dictionary,
        "containment": config.containment,
        "grouping": config.grouping,
        "jobs": config.jobs,
        "seconds-a-file": config.seconds_a_file or 0.0,
        "keep-texts": config.kept_texts,
    }
