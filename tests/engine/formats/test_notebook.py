"""Notebooks: the cells, in their order, and nothing that they put out."""

import json

import pytest

from simcore import ReadError, read_document
from simcore.text.visible import visible_hashes


def notebook(*cells: tuple[str, object], outputs: object = ()) -> bytes:
    made = [
        {"cell_type": kind, "source": source, "outputs": outputs, "metadata": {}}
        for kind, source in cells
    ]
    return json.dumps({"cells": made, "nbformat": 4, "metadata": {}}).encode()


def test_cells_in_their_order() -> None:
    data = notebook(("markdown", ["# 合同\n", "text"]), ("code", "x = 1"), ("raw", ""))
    decoded = read_document("a.ipynb", data)
    assert decoded.text == "# 合同\ntext\n\nx = 1\n\n"
    assert decoded.encoding == "ipynb"
    older = {"worksheets": [{"cells": [{"cell_type": "code", "input": ["x = ", "1"]}]}]}
    assert read_document("a.ipynb", json.dumps(older).encode()).text == "x = 1\n\n"


def test_outputs_are_beside_the_words_and_indentation_is_not() -> None:
    plain = read_document("a.ipynb", notebook(("code", "x = 1")))
    run = read_document("a.ipynb", notebook(("code", "x = 1"), outputs=[{"text": "1"}]))
    assert visible_hashes(plain).words == visible_hashes(run).words
    assert visible_hashes(plain).form != visible_hashes(run).form
    inside = read_document("a.ipynb", notebook(("code", "if x:\n  a()\n  b()")))
    after = read_document("a.ipynb", notebook(("code", "if x:\n  a()\nb()")))
    assert visible_hashes(inside).words != visible_hashes(after).words


@pytest.mark.parametrize(
    "data",
    [b"", b"{", b"[]", b"null", b'{"a": 1}', b"\xff\xfe{", b"[" * 100_000, b"1" * 10_000,
     b"[" + b"[]," * 4_000_000, b'{"cells": 7}'],
)  # fmt: skip
def test_what_is_no_notebook(data: bytes) -> None:
    with pytest.raises(ReadError):
        read_document("a.ipynb", data)


def test_halves_of_characters() -> None:
    data = b'{"cells": [{"cell_type": "raw", "source": ["a\\ud800b", 7, null]}, 3, {"source": {}}]}'
    assert read_document("a.ipynb", data).text == "a\ufffdb\n\n"
