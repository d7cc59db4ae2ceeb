"""Writes the page of the engine's public names from its stub, its signatures and its docstrings.

python packaging/api_page.py

The page is resources/help/api.md. Nothing is imported for it: what it says stands in the sources.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "simcore"
PAGE = ROOT / "resources" / "help" / "api.md"

_HEAD = """\
<!-- made by packaging/api_page.py from the docstrings: change those -->

# The engine's public names

`import simcore` makes all of these names available, and imports what is behind a name when it is
first asked for. [The engine, by example](engine.md) shows the functions at work. Types stand in the
signatures; `mypy` and editors see them, too. Lines that begin with `>>>` are run by the tests.
Names that are not here may change at any time.
"""
_WIDTH = 96
_MOST_FIELDS = 40
_LITERAL = re.compile(r"``([^`]+)``")


@dataclass(frozen=True, slots=True)
class Name:
    """A public name: the module that defines it below the package, and the statement that does."""

    name: str
    module: str
    node: ast.stmt
    said: str


def public_names() -> Iterator[Name]:
    """Yield the names of the stub in its order. Raises ``LookupError`` for one that is nowhere."""
    stub = ast.parse((PACKAGE / "__init__.pyi").read_text("utf-8"))
    for line in stub.body:
        if isinstance(line, ast.ImportFrom) and line.module is not None:
            for alias in line.names:
                yield _defined(alias.name, line.module)


def _defined(name: str, module: str) -> Name:
    path = PACKAGE.joinpath(*module.split("."))
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    whole = ast.parse(path.read_text("utf-8"))
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
    raise LookupError(f"{path} defines no {name}")


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
    """Return the page in Markdown: a section for each module, in the order of the stub."""
    parts = [_HEAD]
    module = ""
    for one in public_names():
        if one.module != module:
            module = one.module
            parts.append(f"## simcore.{module}\n")
        parts.append(_entry(one))
    return "\n".join(parts)


def _entry(one: Name) -> str:
    lines = [f"### {one.name}", "", "```python", *_signature(one), "```", ""]
    if one.said:
        lines += [_markdown(one.said), ""]
    if isinstance(one.node, ast.ClassDef):
        for method in _methods(one.node):
            said = ast.get_docstring(method) or ""
            call = " ".join(_call(method).split()).replace("( ", "(").replace(", )", ")")
            lines += [f"- `{call}`: {_first_paragraph(said)}"]
        if lines[-1]:
            lines.append("")
    return "\n".join(lines)


def _signature(one: Name) -> Iterator[str]:
    match one.node:
        case ast.FunctionDef() as function:
            yield f"def {_call(function)}"
        case ast.ClassDef() as kind:
            bases = ", ".join(ast.unparse(base) for base in kind.bases)
            yield f"class {kind.name}({bases})" if bases else f"class {kind.name}"
            fields = list(_fields(kind))
            if len(fields) > _MOST_FIELDS:  # the codes of reasons: each has a sentence of its own
                fields = [f"... {len(fields)} members"]
            yield from (f"    {field}" for field in fields)
        case ast.AnnAssign(target=target, annotation=annotation):
            yield f"{ast.unparse(target)}: {ast.unparse(annotation)}"
        case ast.Assign(value=ast.Constant() as value):
            yield f"{one.name} = {ast.unparse(value)}"
        case _:
            yield one.name


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
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            yield node


def _first_paragraph(said: str) -> str:
    return _LITERAL.sub(r"`\1`", " ".join(said.partition("\n\n")[0].split()))


def _markdown(said: str) -> str:
    """Return a docstring as Markdown: examples as blocks, literals as code."""
    parts = []
    for paragraph in re.split(r"\n\s*\n", said.strip()):
        text = _LITERAL.sub(r"`\1`", paragraph)
        if paragraph.lstrip().startswith(">>>"):
            lines = paragraph.splitlines()
            indent = len(lines[0]) - len(lines[0].lstrip())
            text = "\n".join(("```python", *(line[indent:] for line in lines), "```"))
        parts.append(text)
    return "\n\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
