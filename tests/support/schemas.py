"""The published schemas, for what commands write as JSON."""

import json
from collections.abc import Iterator
from typing import Any

from jsonschema import Draft202012Validator

from places import ROOT

SCHEMAS = ROOT / "resources" / "schema"
ROWS: dict[str, Any] = json.loads((SCHEMAS / "rows.schema.json").read_text("utf-8"))
CHECK: dict[str, Any] = json.loads((SCHEMAS / "check.schema.json").read_text("utf-8"))
WATCH: dict[str, Any] = json.loads((SCHEMAS / "watch.schema.json").read_text("utf-8"))


def row_of(table: str) -> dict[str, Any]:
    reference: str = ROWS["$defs"][table]["properties"]["rows"]["items"]["$ref"]
    found: dict[str, Any] = ROWS["$defs"][reference.removeprefix("#/$defs/")]
    return found


def validator(table: str) -> Draft202012Validator:
    return Draft202012Validator({**ROWS, "anyOf": [{"$ref": f"#/$defs/{table}"}]})


def row_validator(table: str) -> Draft202012Validator:
    return Draft202012Validator({"$defs": ROWS["$defs"], **row_of(table)})


def read_strictly(text: bytes) -> Any:
    """Read JSON (RFC 8259) in UTF-8 without lone surrogates and constants that are not JSON."""

    def refused(constant: str) -> None:
        raise AssertionError(constant)

    found = json.loads(text.decode("utf-8"), parse_constant=refused)
    json.dumps(found, ensure_ascii=False).encode("utf-8")
    return found


def values_of(found: Any) -> Iterator[object]:
    """Yield all values in some JSON, however deep."""
    if isinstance(found, dict | list):
        for one in found.values() if isinstance(found, dict) else found:
            yield from values_of(one)
    else:
        yield found
