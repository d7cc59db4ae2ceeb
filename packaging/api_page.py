"""Writes the page of the engine's public names from its stub, its signatures and its docstrings.

python packaging/api_page.py

The page is resources/help/api.md. Nothing is imported for it: what it says stands in the sources.
"""

import ast
import contextlib
import functools
import re
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "simcore"
PAGE = ROOT / "resources" / "help" / "api.md"
BY_EXAMPLE = PAGE.with_name("engine.md")

_HEAD = """\
<!-- made by packaging/api_page.py from the docstrings: change those -->

# The engine's public names

All names are those of `simcore` itself: `import simcore` makes them available as `simcore.scan`
and so on, and imports what is behind a name when it is first asked for. Names that are not here may
change at any time. Types stand in the signatures; `mypy` and editors see them, too.
[The engine, by example](engine.md) shows the names at work one after another.

Lines that begin with `>>>` are run by the tests: each example in an empty folder, after
`import simcore` and `from pathlib import Path`, with a copy of the sample documents in `documents`.
There a name of `simcore` may stand without `simcore.` before it.

## Begin with these

| name | what it does |
|---|---|"""
# what a newcomer needs: of texts in memory, then of files
_FIRST = (
    *("pairs", "groups", "compare", "read_column", "Library"),
    *("scan", "ScanConfig", "plan_removal", "carry_out", "undo"),
)
# the rooms as one reads about them: what is asked for first, what lies below it later
_ROOMS = (
    *("strings", "pipeline", "model", "grouping", "removal", "reports", "check", "explanation"),
    *("passages", "diff", "index", "files", "fingerprints", "candidates", "formats", "text"),
    *("workers", "version"),
)
_WIDTH = 96
_MOST_FIELDS = 40
_LITERAL = re.compile(r"``(?P<all>(?P<prefix>simcore\.)?(?P<name>\w+)?[^`]*)``")
_DIRECTIVE = re.compile(r"  # doctest: .*")


@dataclass(frozen=True, slots=True)
class Name:
    """A public name: the module that defines it below the package, and the statement that does."""

    name: str
    module: str
    node: ast.stmt
    said: str


@functools.cache
def public_names() -> tuple[Name, ...]:
    """Return the names of the stub in its order. Raises ``LookupError`` for one that is nowhere."""
    stub = ast.parse((PACKAGE / "__init__.pyi").read_text("utf-8"))
    lines = [line for line in stub.body if isinstance(line, ast.ImportFrom)]
    return tuple(_defined(alias.name, line.module or "") for line in lines for alias in line.names)


@functools.cache
def _parsed(module: str) -> ast.Module:
    path = PACKAGE.joinpath(*module.split("."))
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return ast.parse(path.read_text("utf-8"))


def _defined(name: str, module: str) -> Name:
    whole = _parsed(module)
    body = whole.body
    statements = [*body, *(inner for one in body if isinstance(one, ast.Try) for inner in one.body)]
    for at, node in enumerate(statements):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == name:
            return Name(name, module, node, ast.get_docstring(node) or "")
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if any(_names(target, name) for target in targets):
            said = _below(statements[at + 1 : at + 2])
            if not said and name.startswith("__"):  # its module is about nothing else
                said = ast.get_docstring(whole) or ""
            return Name(name, module, node, said)
    raise LookupError(f"{module} defines no {name}")


def _names(target: ast.expr | None, name: str) -> bool:
    parts = target.elts if isinstance(target, ast.Tuple) else [target]
    return any(isinstance(part, ast.Name) and part.id == name for part in parts)


def _below(statements: list[ast.stmt]) -> str:
    """Return the string that stands below an assignment, as its docstring."""
    for node in statements:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            return str(node.value.value)
    return ""


def page() -> str:
    """Return the page in Markdown: what to begin with, a map, and a section for each room.

    Raises ``ValueError`` for a room that stands nowhere in the order of rooms.
    """
    names = {one.name: one for one in _in_order()}
    rooms: dict[str, list[Name]] = {}
    for one in _in_order():
        rooms.setdefault(_room(one), []).append(one)
    parts = [_HEAD]
    parts += [
        f"| [`{one}`](#{_anchors()[one]}) | {_what_for(names[one], names)} |" for one in _FIRST
    ]
    parts.append("\n## All names, by the rooms of the package\n")
    for room, some in rooms.items():
        links = ", ".join(f"[{one.name}](#{_anchors()[one.name]})" for one in some)
        parts.append(f"- [**{room}**](#simcore{room}): {links}")
    shown = _shown_by_example()
    for room, some in rooms.items():
        said = _first_paragraph(ast.get_docstring(_parsed(room)) or "", some[0], {})
        parts.append(f"\n## simcore.{room}\n\n{said}\n")
        parts.append("\n".join(_entry(one, names, shown) for one in some).rstrip("\n"))
    return "\n".join(parts) + "\n"


def _in_order() -> list[Name]:
    """Return the names by rooms, those of one as they stand in the stub."""
    return sorted(public_names(), key=lambda one: _ROOMS.index(_room(one)))


def _room(one: Name) -> str:
    return one.module.partition(".")[0]


@functools.cache
def _anchors() -> dict[str, str]:
    """Return where links lead to names: a second one that differs in capitals has a number."""
    found: dict[str, str] = {}
    for one in _in_order():
        word = one.name.lower()
        earlier = sum(name.lower() == word for name in found)
        found[one.name] = f"{word}-{earlier}" if earlier else word
    return found


def _shown_by_example() -> dict[str, str]:
    """Return the title of the first section of the page by example that uses a name, by names."""
    shown: dict[str, str] = {}
    for section in BY_EXAMPLE.read_text("utf-8").split("\n## ")[1:]:
        code = "\n".join(re.findall(r"^(?:>>>|\.\.\.) (.*)", section, re.MULTILINE))
        for name in re.findall(r"\bsimcore\.(\w+)", code):
            shown.setdefault(name, section.partition("\n")[0])
    return shown


def _entry(one: Name, names: Mapping[str, Name], shown: Mapping[str, str]) -> str:
    lines = [f"### {one.name}", "", "```python", *_signature(one), *_meanings(one), "```", ""]
    if one.said:
        lines += [_markdown(one, names), ""]
    if one.name in shown and ">>>" not in one.said:
        title = shown[one.name]
        anchor = re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")
        lines += [f"At work in [{title}]({BY_EXAMPLE.name}#{anchor}).", ""]
    if isinstance(one.node, ast.ClassDef):
        for method in _methods(one.node):
            said = _first_paragraph(ast.get_docstring(method) or "", one, names)
            call = " ".join(_call(method).split()).replace("( ", "(").replace(", )", ")")
            lines += [f"- `{call}`: {said}"]
        if lines[-1]:
            lines.append("")
    return "\n".join(lines)


def _signature(one: Name) -> Iterator[str]:
    match one.node:
        case ast.FunctionDef() as function:
            yield f"def {_call(function)}"
        case ast.ClassDef() as kind:
            bases = ", ".join(ast.unparse(base) for base in kind.bases if not _hidden(base, one))
            yield f"class {kind.name}({bases})" if bases else f"class {kind.name}"
            if (made := _constructor(one)) is not None:
                yield from (f"    {line}" for line in f"def {_call(made)}".splitlines())
            fields = list(_fields(kind))
            if len(fields) > _MOST_FIELDS:  # the codes of reasons: each has a sentence of its own
                fields = [f"... {len(fields)} members"]
            yield from (f"    {field}" for field in fields)
        case ast.AnnAssign(target=target, annotation=annotation):
            yield f"{ast.unparse(target)}: {ast.unparse(annotation)}"
        case ast.Assign(targets=[ast.Name()], value=value) if len(ast.unparse(value)) < _WIDTH:
            told = ast.unparse(value)
            if '"' not in told:  # as the formatter has it, which reads the page, too
                told = told.replace("'", '"')
            yield f"{one.name} = {told}"
        case _:
            yield one.name


def _meanings(one: Name) -> Iterator[str]:
    """Yield what is assigned to the names in a signature that stand nowhere else on the page."""
    code = "\n".join(_signature(one))
    if isinstance(one.node, ast.ClassDef):
        code += "".join(f"\n{_call(method)}" for method in _methods(one.node))
    for name in dict.fromkeys(re.findall(r"(?<![.\w])[A-Za-z]\w+(?!\w*:)", code)):
        found = None if name == one.name else _behind(name, one)
        if found is not None and isinstance(found.node, ast.Assign | ast.AnnAssign):
            value = found.node.value
            if value is not None and len(told := f"# {name} = {ast.unparse(value)}") < _WIDTH:
                yield told


def _call(function: ast.FunctionDef) -> str:
    """Return a function's name with its parameters and what it returns; a long list is broken."""
    returns = f" -> {ast.unparse(function.returns)}" if function.returns else ""
    if any(isinstance(one, ast.Name) and one.id == "property" for one in function.decorator_list):
        return f"{function.name}{returns}"
    listed = list(_parameters(function.args))
    whole = f"{function.name}({', '.join(listed)}){returns}"
    if len(whole) <= _WIDTH:
        return whole
    return "\n".join((f"{function.name}(", *(f"    {one}," for one in listed), f"){returns}"))


def _parameters(arguments: ast.arguments) -> Iterator[str]:
    """Yield the parameters as they are written in a definition, ``self`` left out."""
    plain = [*arguments.posonlyargs, *arguments.args]
    defaults = [None] * (len(plain) - len(arguments.defaults)) + list(arguments.defaults)
    for argument, default in zip(plain, defaults, strict=True):
        if argument.arg not in {"self", "cls"}:
            yield _parameter(argument, default)
    if arguments.vararg is not None:
        yield f"*{_parameter(arguments.vararg, None)}"
    elif arguments.kwonlyargs:
        yield "*"
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        yield _parameter(argument, default)
    if arguments.kwarg is not None:
        yield f"**{_parameter(arguments.kwarg, None)}"


def _parameter(argument: ast.arg, default: ast.expr | None) -> str:
    said = argument.arg
    if argument.annotation is not None:
        said += f": {ast.unparse(argument.annotation)}"
    return said if default is None else f"{said} = {ast.unparse(default)}"


def _fields(kind: ast.ClassDef) -> Iterator[str]:
    """Yield the fields of a record, and the members of an enumeration."""
    for node in kind.body:
        match node:
            case ast.AnnAssign(target=ast.Name(id=name)) if not name.startswith("_"):
                yield ast.unparse(node)
            case ast.Assign(targets=[ast.Name(id=name)]) if name.isupper():
                yield ast.unparse(node)


def _methods(kind: ast.ClassDef) -> Iterator[ast.FunctionDef]:
    for node in kind.body:
        if isinstance(node, ast.FunctionDef) and (
            node.name == "__call__" or not node.name.startswith("_")
        ):
            yield node


def _constructor(one: Name) -> ast.FunctionDef | None:
    """Return what makes a class: its own, or that of a base which is on no page."""
    if not isinstance(one.node, ast.ClassDef):
        return None
    for node in one.node.body:
        if isinstance(node, ast.FunctionDef) and node.name == "__init__":
            return node
    hidden = filter(None, (_hidden(base, one) for base in one.node.bases))
    return next(filter(None, map(_constructor, hidden)), None)


def _hidden(base: ast.expr, one: Name) -> Name | None:
    """Return the class of the engine that a base is, if that is not public; else None."""
    name = ast.unparse(base.value if isinstance(base, ast.Subscript) else base)
    found = _behind(name, one)
    return found if found is not None and isinstance(found.node, ast.ClassDef) else None


@functools.cache
def _imports(module: str) -> dict[str, str]:
    """Return the modules that names of a module come from, those for types alone, too."""
    nodes = [node for node in ast.walk(_parsed(module)) if isinstance(node, ast.ImportFrom)]
    return {alias.name: node.module or "" for node in nodes for alias in node.names}


def _behind(name: str, one: Name) -> Name | None:
    """Return what a name means in the module of another, if the engine defines it for itself."""
    module = _imports(one.module).get(name, f"simcore.{one.module}")
    if not module.startswith("simcore.") or name in {public.name for public in public_names()}:
        return None
    with contextlib.suppress(LookupError):  # of Python, or of another package
        return _defined(name, module.removeprefix("simcore."))
    return None


def named_in(one: Name, names: Container[str]) -> list[str]:
    """Return the public names that stand in what is said of one, without those in code."""
    return [name for match in _LITERAL.finditer(one.said) if (name := _meant(match, one, names))]


def _meant(match: re.Match[str], one: Name, names: Container[str]) -> str | None:
    """Return the public name that a literal is about, other than the one it stands below.

    A word that a parameter, a field or a method there has as its name means that one.
    """
    name = match["name"]
    own: set[str] = {one.name}
    if not match["prefix"]:
        for node in ast.walk(one.node):
            match node:
                case ast.arg(arg=word) | ast.FunctionDef(name=word):
                    own.add(word)
                case ast.AnnAssign(target=ast.Name(id=word)):
                    own.add(word)
    return name if name in names and name not in own else None


def _linked(text: str, one: Name, names: Container[str]) -> str:
    """Return a text with its literals as code, and those that name others as links to them."""

    def code(match: re.Match[str]) -> str:
        name = _meant(match, one, names)
        return f"`{match['all']}`" if name is None else f"[`{match['all']}`](#{_anchors()[name]})"

    return _LITERAL.sub(code, text)


def _what_for(one: Name, names: Container[str]) -> str:
    return _first_paragraph(one.said, one, names).partition(". ")[0].removesuffix(".") + "."


def _first_paragraph(said: str, one: Name, names: Container[str]) -> str:
    return _linked(" ".join(said.partition("\n\n")[0].split()), one, names)


def _markdown(one: Name, names: Container[str]) -> str:
    """Return a docstring as Markdown: examples as blocks, literals as code."""
    parts = []
    for paragraph in re.split(r"\n\s*\n", one.said.strip()):
        text = _linked(paragraph, one, names)
        if paragraph.lstrip().startswith(">>>"):
            lines = _DIRECTIVE.sub("", paragraph).splitlines()
            indent = len(lines[0]) - len(lines[0].lstrip())
            text = "\n".join(("```python", *(line[indent:] for line in lines), "```"))
        parts.append(text)
    return "\n\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
