"""What stands at the end of each help: examples, exit codes, recipes and variables."""

import textwrap
from collections.abc import Iterator, Mapping

from simcore.cli.defaults import VARIABLES
from simcore.cli.ending import EXIT_CODES

_WIDTH = 92

EXAMPLES: Mapping[str, tuple[tuple[str, str], ...]] = {
    "": (
        ("the groups of near-duplicates in a folder", "variorum groups Documents"),
        ("in a window", "variorum Documents"),
        ("how a shell learns the commands", "variorum completion bash"),
    ),
    "scan": (
        ("read a folder into the index", "variorum scan Documents"),
        ("stop a job that finds duplicates", "variorum scan docs --fail-if-found --quiet"),
        ("what find has chosen", "find . -name '*.md' -print0 | variorum scan --files-from - -0"),
    ),
    "pairs": (
        ("all pairs as a table", "variorum pairs Documents -o pairs.csv"),
        ("only those at least 90 % alike", "variorum pairs Documents --similarity 0.9"),
        ("two files and a folder", "variorum pairs a.txt b.log Documents"),
        ("rows of a table", "variorum pairs data.jsonl --text body --id id"),
    ),
    "groups": (
        ("the groups, the document to keep first", "variorum groups Documents"),
        ("a page with the differences", "variorum groups Documents -o groups.html"),
        ("rows of a table", "variorum groups data.csv --text body"),
        ("without what git ignores", "variorum groups . --ignore-files --exclude /vendor/"),
    ),
    "fingerprints": (("every fingerprint", "variorum fingerprints Documents -o prints.csv"),),
    "problems": (
        ("what could not be read, and why", "variorum problems Documents"),
        ("what was left out, too", "variorum problems Documents --list-skipped -o left.csv"),
    ),
    "similar": (
        ("what is like a file, in the whole index", "variorum similar draft.docx"),
        ("in a folder, read first", "variorum similar draft.docx Documents"),
        ("of a text from another program", "pandoc draft.tex -t plain | variorum similar -"),
        ("how much of it stands elsewhere", "variorum similar draft.docx --check -o check.html"),
    ),
    "watch": (
        ("tell what comes", "variorum watch Inbox --library Documents"),
        ("once, as a job", "variorum watch Inbox --once --json"),
    ),
    "explain": (("why two files are alike", "variorum explain a.txt b.txt"),),
    "text": (
        ("what is compared of a file", "variorum text report.pdf"),
        ("compare two as text", "diff <(variorum text a.docx) <(variorum text b.odt)"),
    ),
    "plan": (
        ("the cost of a search", "variorum plan --documents 1000000 --distance 3"),
        ("what an index takes", "variorum plan --index index.sqlite3 --distance 3"),
    ),
    "evaluate": (("how good a recipe is", "variorum evaluate Documents pairs.csv"),),
    "cluster": (
        ("a folder, on all processors", "variorum cluster Documents out"),
        ("rows of a table", "variorum cluster in.parquet out --id url --text body"),
        ("in a cluster", "variorum cluster hdfs:///in hdfs:///out --master yarn"),
    ),
    "prune": (
        ("a plan, nothing is touched", "variorum prune Documents --keep newest"),
        ("do it", "variorum prune Documents --keep newest --apply"),
        ("take it back", "variorum undo"),
    ),
    "history": (
        ("what was removed", "variorum history"),
        ("the documents of a batch", "variorum history 3"),
    ),
    "undo": (
        ("take the last batch back", "variorum undo"),
        ("another one", "variorum undo 3"),
    ),
    "completion": (
        ("for this shell", "source <(variorum completion bash)"),
        (
            "for zsh, in a folder of $fpath",
            "variorum completion zsh > ~/.zfunc/_variorum",
        ),
        (
            "for fish",
            "variorum completion fish > ~/.config/fish/completions/variorum.fish",
        ),
    ),
    "manpage": (
        ("read it", "variorum manpage | man -l -"),
        ("install it", "variorum manpage > ~/.local/share/man/man1/variorum.1"),
    ),
}
"""Examples of each command, with what they do, and of the program."""


def epilog(command: str) -> str:
    """Return the end of the help of a command, or of the program for an empty name."""
    lines = ["examples:"]
    lines += [f"  {line}" for line in _examples(command)]
    lines += ["", "exit codes:", *_table({str(int(one)): said for one, said in EXIT_CODES.items()})]
    if not command:
        lines += ["", "variables of the environment, as defaults of options:"]
        lines += _table({name: f"--{option}" for name, option in VARIABLES.items()})
        lines += ["", "recipes:", *_table(_recipes())]
        lines += _wrapped("Behind a name, +stop leaves out stop words, +stem cuts English words to "
                          "stems, +32, +64 or +128 is the width in bits.")  # fmt: skip
    return "\n".join(lines)


def _examples(command: str) -> Iterator[str]:
    found = EXAMPLES[command]
    width = max(len(words) for _, words in found)
    for does, words in found:
        yield f"{words:<{width}}  # {does}"


def _recipes() -> dict[str, str]:
    from simcore.fingerprinting.recipes import RECIPES  # noqa: PLC0415 - brings NumPy

    return {name: recipe.summary for name, recipe in RECIPES.items()}


def _table(rows: Mapping[str, str]) -> Iterator[str]:
    width = max(map(len, rows)) + 2
    for name, said in rows.items():
        first, *more = textwrap.wrap(said, _WIDTH - width - 2)
        yield f"  {name:<{width}}{first}"
        yield from (" " * (width + 2) + line for line in more)


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH - 2, initial_indent="  ", subsequent_indent="  ")
