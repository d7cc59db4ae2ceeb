"""Edits of source code that keep what it does, or change it in one place."""

import random
import re
from collections import Counter

_PARTS = {
    "py": re.compile(
        r"(?P<text>[rbfRBF]{0,2}(?:'''.*?'''|\"\"\".*?\"\"\"|'(?:\\.|[^'\\\n])*'|\"(?:\\.|[^\"\\\n])*\"))"
        r"|(?P<comment>\#[^\n]*)",
        re.DOTALL,
    ),
    "go": re.compile(
        r"(?P<text>`[^`]*`|'(?:\\.|[^'\\\n])*'|\"(?:\\.|[^\"\\\n])*\")"
        r"|(?P<comment>//[^\n]*|/\*.*?\*/)",
        re.DOTALL,
    ),
}
_PARTS["c"] = _PARTS["go"]
_DOCSTRING = re.compile(r'^[ \t]*[rR]?""".*?"""[ \t]*\n', re.DOTALL | re.MULTILINE)
_DOUBLE_QUOTED = re.compile(r'"[^"\'\\\n]+"')
_NAME = re.compile(r"(?<![\w.])[a-z][a-zA-Z_]{2,}(?!\w|\s*=[^=]*,|\()")
_KEPT = set(
    "and assert async await break case class chan const continue def default defer del elif else "
    "error except false fallthrough finally float for from func global goto import interface int "
    "lambda len list make map match nil nonlocal not package pass raise range return select self "
    "str string struct switch true try type var while with yield bool byte bytes dict object rune "
    "set tuple print super append is in or if go as".split()
)
_KEPT_IN_C = set(
    "auto char double enum extern inline long register short signed sizeof static typedef restrict "
    "union unsigned void volatile while bool size_t ssize_t wchar_t mbstate_t include define ifdef "
    "ifndef endif undef elif error defined errno stdin stdout stderr malloc free assert abort "
    "memcpy memset memmove strlen strcmp strcpy printf fprintf main".split()
)
_NEW_NAMES = (
    "value item entry node current result buffer origin target holder bucket marker cursor field "
    "payload chunk limit amount handle source record element wanted present former latter part"
).split()
_OPERATORS = (
    (r" == ", " != "),
    (r" < ", " <= "),
    (r" > ", " >= "),
    (r" \+ ", " - "),
    (r" and ", " or "),
    (r" && ", " || "),
    (r" != ", " == "),
    (r" is not ", " is "),
    (r" not in ", " in "),
)


def _pieces(code: str, language: str) -> list[tuple[str, str]]:
    """Cut code into (kind, piece): text, comment, or code for what is neither."""
    pieces, at = [], 0
    for match in _PARTS[language].finditer(code):
        pieces.append(("code", code[at : match.start()]))
        pieces.append((match.lastgroup or "", match[0]))
        at = match.end()
    return [*pieces, ("code", code[at:])]


def without_comments(code: str, language: str) -> str:
    """Take comments away, docstrings too, and the lines that they leave empty."""
    if language == "py":
        code = _DOCSTRING.sub("", code)
    kept = "".join(piece for kind, piece in _pieces(code, language) if kind != "comment")
    lines = [line.rstrip() for line in kept.splitlines()]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n") + "\n"


def renamed(code: str, language: str) -> str:
    """Give the most used variables other names."""
    pieces = _pieces(code, language)
    counts = Counter(
        name for kind, piece in pieces if kind == "code" for name in _NAME.findall(piece)
    )
    imported = re.findall(r"^\s*(?:import|from) .*", code, re.MULTILINE)
    kept = _KEPT.union(*(re.findall(r"\w+", line) for line in imported))
    if language == "c":
        includes = re.findall(r"^# *(?:include|if|define).*", code, re.MULTILINE)
        kept = kept.union(_KEPT_IN_C, *(re.findall(r"\w+", line) for line in includes))
    used = {name for _, piece in pieces for name in re.findall(r"\w+", piece)}
    free = iter(name for name in _NEW_NAMES if name not in used)
    # those that the loop below reaches first are the commonest
    chosen = [name for name, count in counts.most_common() if count > 2 and name not in kept]
    table = dict(zip(chosen, free, strict=False))
    return "".join(
        _NAME.sub(lambda match: table.get(match[0], match[0]), piece) if kind == "code" else piece
        for kind, piece in pieces
    )


def reindented(code: str, language: str) -> str:
    """Indent by another measure: tabs in Python, four spaces in Go and C."""
    if language == "go":
        return code.expandtabs(4)
    if language == "c":
        return re.sub("^ +", lambda match: match[0] * 2, code, flags=re.MULTILINE)
    return re.sub("^(?: {4})+", lambda match: "\t" * (len(match[0]) // 4), code, flags=re.MULTILINE)


def reformatted(code: str, language: str) -> str:
    """Format by another habit: other quotes, no spaces at operators, arguments a line each."""
    out = []
    for kind, piece in _pieces(code, language):
        text = piece
        if kind == "code":
            text = re.sub(r" (==|!=|<=|>=|[-+*/<>=]|:=|\+=|&&|\|\|) ", r"\1", text)
            text = re.sub(r"\n{2,}", "\n", text)
            text = re.sub(r"\((\w[^()\n]*), (\w[^()\n]*), (\w[^()\n]*)\)", _spread, text)
        elif language == "py" and _DOUBLE_QUOTED.fullmatch(text):
            text = f"'{text[1:-1]}'"
        out.append(text)
    return "".join(out)


def _spread(match: re.Match[str]) -> str:
    return "(\n        " + ",\n        ".join(match.groups()) + ",\n    )"


def with_other_operator(code: str, language: str, generator: random.Random) -> str:
    """Change one operator."""
    pieces = _pieces(code, language)
    places = [
        (number, match, put)
        for number, (kind, piece) in enumerate(pieces)
        if kind == "code"
        for found, put in _OPERATORS
        for match in re.finditer(found, piece)
    ]
    number, match, put = generator.choice(places)
    piece = pieces[number][1]
    pieces[number] = ("code", piece[: match.start()] + put + piece[match.end() :])
    return "".join(piece for _, piece in pieces)
