"""Source code: formatted otherwise, without comments, renamed, changed, and only headed alike."""

import itertools
import re
from collections.abc import Callable, Iterator

from benchmarks.quality.kinds.each import Maker, couples
from benchmarks.quality.kinds.edits import code as edits
from benchmarks.quality.kinds.model import PAIRS, File, Made
from benchmarks.quality.kinds.supply import Supply
from benchmarks.quality.kinds.works import code_files

_LANGUAGE = {"tuned": "py", "aside": "go", "fresh": "c"}
_SAME_HEADER = 12

Edit = Callable[[str, str], str]


def _files(supply: Supply) -> Iterator[str]:
    files = code_files(supply.sources, supply.half)
    return iter(supply.random.sample(files, len(files)))


def _edited(edit: Edit) -> Maker:
    """Return a maker of source files, each with its edit."""

    def made(supply: Supply) -> Made:
        language = _LANGUAGE[supply.half]
        pairs: list[tuple[str, str]] = []
        for code in _files(supply):
            other = edit(code, language)
            # a file with hardly a comment says nothing of comments
            if len(pairs) < PAIRS and len(set(code.splitlines()) ^ set(other.splitlines())) > 9:
                pairs.append((code, other))
        return Made(couples(pairs, f".{language}"))

    return made


def _other_operator(supply: Supply) -> Made:
    language = _LANGUAGE[supply.half]
    pairs: list[tuple[str, str]] = []
    for code in _files(supply):
        if len(pairs) < PAIRS and " == " in code:
            pairs.append((code, edits.with_other_operator(code, language, supply.random)))
    return Made(couples(pairs, f".{language}"))


def _same_header(supply: Supply) -> Made:
    """Make different files of one project, whose licence stands at the top of each."""
    language = _LANGUAGE[supply.half]
    header = supply.filler("licences", 0).fill(f"header.{language}")
    files = itertools.islice(_files(supply), 2 * PAIRS + _SAME_HEADER)
    # short ones, so that the header is the longer part
    made = [File.of(f"{header}\n{_beginning(code, language)}", f".{language}") for code in files]
    pairs = tuple(zip(made[: 2 * PAIRS : 2], made[1 : 2 * PAIRS : 2], strict=True))
    return Made(pairs, tuple(made[2 * PAIRS :]))


def _beginning(code: str, language: str) -> str:
    """Return the first lines of a file that are no comments: 5 to 16 of them."""
    if language == "c":
        # its comments have no sign on each line, and what it includes would be shared, too
        code = re.sub(r"^(#.*)?\n", "", edits.without_comments(code, language), flags=re.MULTILINE)
    lines = [line for line in code.splitlines() if not line.startswith(("#", "//"))]
    return "\n".join(lines[: 5 + len(lines) % 12]) + "\n"


KINDS: dict[str, Maker] = {
    "code-reindented": _edited(edits.reindented),
    "code-reformatted": _edited(edits.reformatted),
    "code-without-comments": _edited(edits.without_comments),
    "code-renamed": _edited(edits.renamed),
    "code-operator": _other_operator,
    "code-same-header": _same_header,
}
