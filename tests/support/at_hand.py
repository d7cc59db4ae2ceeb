"""What examples have at hand: the types of all values that their expressions have."""

import ast
import doctest

import simcore


class _Watched(ast.NodeTransformer):
    """Passes what is read of each name, attribute, item and call through ``_at_hand``."""

    def visit(self, node: ast.AST) -> ast.AST:
        node = self.generic_visit(node)
        if isinstance(node, ast.Call | ast.Attribute | ast.Name | ast.Subscript) and isinstance(
            getattr(node, "ctx", ast.Load()), ast.Load
        ):
            return ast.Call(ast.Name("_at_hand", ast.Load()), [node], [])
        return node


def at_hand(text: str, name: str, names: dict[str, object]) -> set[type]:
    """Run the examples of a text with ``names``, which they add to; return the types of values.

    An error that is told counts as one. Raises ``AssertionError``, with what doctest tells, where
    an example comes to something else than is written below it.
    """
    types: set[type] = set()

    def seen(value: object) -> object:
        types.add(type(value))
        return value

    examples = doctest.DocTestParser().get_examples(text, name)
    for example in examples:
        tree = _Watched().visit(ast.parse(example.source))
        example.source = f"{ast.unparse(ast.fix_missing_locations(tree))}\n"
        if example.exc_msg is not None:
            told = example.exc_msg.partition(":")[0].strip().rpartition(".")[2]
            types.add(getattr(simcore, told, Exception))
    test = doctest.DocTest(examples, names | {"_at_hand": seen}, name, name, 0, text)
    failed: list[str] = []
    result = doctest.DocTestRunner().run(test, out=failed.append, clear_globs=False)
    assert result.failed == 0, "".join(failed)
    names.update(test.globs)
    return types


def is_shown(kind: type, types: set[type]) -> bool:
    """Return whether one of the types is of a kind; of a protocol, whether it has the methods."""
    if getattr(kind, "_is_protocol", False):
        methods = [name for name in vars(kind) if not name.startswith("_")]
        return any(all(hasattr(one, name) for name in methods) for one in types)
    return any(issubclass(one, kind) for one in types)
