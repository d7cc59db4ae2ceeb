"""What the engine can say to the window, taken out of its source by ast.

A sentence is a string, or an f-string whose fields are numbered, that stands in an error, in a
``Problem``, or in what a function that judges documents returns or calls a reason.
"""

import ast
import re
from collections.abc import Iterator
from itertools import count

from places import ROOT

__all__ = ["engine_sentences"]

SIMCORE = ROOT / "simcore"

# The command line's own, whose words no window shows
COMMAND_LINE = {
    "simcore.__init__",
    "simcore.__main__",
    "simcore.cli.main",
    "simcore.cli.lines",
    "simcore.analysis.evaluate",
    "simcore.cli.commands.evaluate",
    "simcore.cli.commands.explain",
    "simcore.cli.commands.history",
    "simcore.analysis.labels",
    "simcore.cli.options",
    "simcore.cli.commands.plan",
    "simcore.analysis.table_designs",
    "simcore.analysis.plot",
    "simcore.cli.commands.prune",
    "simcore.cli.commands.scan",
    "simcore.cli.scanning",
    "simcore.cli.commands.similar",
    "simcore.cli.terminal",
}
# Modules whose functions return reasons; a new one belongs here
JUDGING = {
    "simcore.pipeline.changes",
    "simcore.removal.actions",
    "simcore.removal.carrying_out",
    "simcore.removal.execution",
    "simcore.files.links",
    "simcore.files.moves",
    "simcore.pipeline.scan",
    "simcore.removal.recovery",
    "simcore.removal.remains",
    "simcore.removal.restoration",
    "simcore.removal.plan",
    "simcore.pipeline.retry",
    "simcore.pipeline.similar",
    "simcore.files.trash",
    "simcore.removal.undoing",
    "simcore.pipeline.exact",
    "simcore.files.volumes",
    "simcore.workers.worker",
}
TOLD = re.compile(r"\w*Error|\w*Problem|_problem|_skip|_left|Failed|_?refuse[ds]?")
# What a field holds is one of a few words here, which are said with the sentence; where the words
# alone are found, too, they are no sentence. Names of documents' roles stand before another one.
_NO_JOURNAL = ". Without this journal nothing is removed."
SPELLED: dict[str, set[str]] = {
    "{0} {1}": {"it {0}", "the document to keep {0}"},
    "{0} has changed since the scan": {"has changed since the scan"},
    "the document to keep": set(),
    "is in a folder that is {0} and stays": {
        "is in a folder that is excluded and stays",
        "is in a folder that is protected and stays",
    },
    "{0}; it is {1}": {"could not be given its name back ({0}); it is {1}"},
    "could not be given its name back ({0})": set(),
    "was interrupted after it was {0}": {
        "was interrupted after it was moved",
        "was interrupted after it was moved to the trash",
    },
    "moved to the trash": set(),
    "was interrupted, and is no longer where it was{0}": {
        "was interrupted, and is no longer where it was",
        "was interrupted, and is no longer where it was; look for it in the trash",
    },
    "; look for it in the trash": set(),
    f"{{0}}: {{1}}{_NO_JOURNAL}": {
        f"{{0}}: another program has been using it for over a minute{_NO_JOURNAL}",
        f"{{0}}: cannot be used: {{1}}{_NO_JOURNAL}",
        f"{{0}}: the disk is full or failing ({{1}}){_NO_JOURNAL}",
    },
}


def engine_sentences() -> set[str]:
    """Return every sentence, with ``{0}``, ``{1}`` ... for what varies."""
    found: set[str] = set()
    for path in sorted(SIMCORE.rglob("*.py")):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        if name not in COMMAND_LINE:
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for node in _telling(tree, judging=name in JUDGING):
                for template in _templates(node):
                    found |= SPELLED.get(template, {template})
    return found


def _telling(tree: ast.Module, *, judging: bool) -> Iterator[ast.expr]:
    """Yield the expressions that become an error, a problem or a reason."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
                if TOLD.fullmatch(name):
                    yield from node.args
                    yield from (keyword.value for keyword in node.keywords)
            case ast.Assign(value=value) if judging:
                yield value
            case ast.Return(value=ast.expr() as value) if judging:
                yield value


def _templates(node: ast.expr) -> Iterator[str]:
    """Yield the sentences in an expression, also those inside the fields of others."""
    match node:
        case ast.Compare() | ast.Call(func=ast.Attribute(attr="split")):
            return  # what is asked for or a list of names, not told
        case ast.Constant(value=str(text)) if _is_sentence(text):
            yield text.replace("{", "{{").replace("}", "}}")
        case ast.JoinedStr(values=values):
            text = _numbered(values)
            if _is_sentence(text) or text in SPELLED:
                yield text
        case ast.Call(func=ast.Attribute(attr="join", value=ast.Constant(value="; " as sign))):
            yield f"{{0}}{sign}{{1}}"  # whole sentences; a list's commas stand in paths, too
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FormattedValue):
            yield from _templates(child.value)
        elif isinstance(child, ast.expr) and not isinstance(node, ast.JoinedStr):
            yield from _templates(child)


def _numbered(values: list[ast.expr]) -> str:
    """Write an f-string with its fields numbered."""
    fields = count()
    return "".join(
        str(part.value) if isinstance(part, ast.Constant) else f"{{{next(fields)}}}"
        for part in values
    )


def _is_sentence(text: str) -> bool:
    """Tell sentences from SQL, names and signs."""
    words = re.sub(r"\{\d+\}", "", text)
    if text == "{0}: {1}":
        return True
    return (
        bool(re.search(r"[a-z]{2,} [a-z]+|^[a-z; ]+ |: [a-z]{2,}", words.strip() + " "))
        and " " in text.strip()
        and "\n" not in text
        and not re.match(r"select|insert|update|delete|pragma|with ", text)
    )
