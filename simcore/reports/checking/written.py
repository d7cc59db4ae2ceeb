"""A check as lines of text, and as JSON."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from simcore.model.checked import LEAST_IDEOGRAPHS, LEAST_LETTERS, Checked, CheckedPassage
from simcore.reports.checking.words import (
    ENGLISH_CHECK,
    check_facts,
    lines_of,
    place_of_passage,
    remarks_on,
    remarks_on_source,
)
from simcore.reports.formats import json_fields, readable

CHECK_FORMAT, CHECK_VERSION = "variorum-check", 1
"""What the JSON of a check calls itself. The version rises when a name or a meaning changes."""

_SNIPPET = 72


def check_lines(checked: Checked) -> Iterator[str]:
    """Yield a check as lines: the shares, the sources, and the passages with their lines."""
    words = ENGLISH_CHECK
    yield f"{checked.path}: {checked.title}" if checked.title else str(checked.path)
    yield from check_facts(checked, words)
    if checked.sources:
        yield ""
        yield f"{words.sources}:  {words.share.lower()}, {words.only.lower()}"
    for number, source in enumerate(checked.sources, 1):
        shares = checked.of_all(source.characters), checked.of_all(source.only)
        title = source.document.title
        yield "  ".join(
            [
                f"[{number}]",
                *(f"{words.percent(share):>7}" for share in shares),
                str(source.document.path),
                *([title] if title else []),
                *(f"({remark})" for remark in remarks_on_source(source, words)),
            ]
        )
        for copy in source.copies:
            yield f"     {words.copies.format(copy.path)}"
    if checked.passages:
        yield ""
        yield f"{words.passages}:"
    for passage in checked.passages:
        lines = lines_of(passage.first_line, passage.last_line, words)
        share = words.percent(checked.of_all(passage.characters))
        said = words.passage.format(lines, words.count(passage.characters), share)
        yield "; ".join(
            [f"{said}, {place_of_passage(passage, words)}", *remarks_on(passage, words)]
        )
        yield f"    {_snippet(checked.text[passage.start : passage.stop])}"


def _snippet(text: str) -> str:
    shown = " ".join(text[: 4 * _SNIPPET].split())
    whole = len(text) <= 4 * _SNIPPET and len(shown) <= _SNIPPET
    return shown if whole else f"{shown[: _SNIPPET - 1]}…"


def check_json(checked: Checked) -> str:
    """Return a check as JSON, in ASCII; names of files are as in ``formats.json_fields``.

    Ranges are half-open and count characters of the extracted texts, shares are 0 to 1, lines
    count from 1, and sources are named by their ``number``.
    """
    plain = {
        "format": CHECK_FORMAT,
        "version": CHECK_VERSION,
        **_named(checked.path, checked.title),
        "characters": checked.characters,
        "found": checked.found,
        "quoted": checked.quoted,
        "share": checked.share,
        "share_without_quotations": checked.unquoted_share,
        "largest_share_of_one_source": checked.largest_share,
        "least_passage": {"letters": LEAST_LETTERS, "ideographs": LEAST_IDEOGRAPHS},
        "sources": [
            {
                "number": number,
                **_named(source.document.path, source.document.title),
                "copies": [_named(copy.path, copy.title) for copy in source.copies],
                "characters": source.characters,
                "share": checked.of_all(source.characters),
                "only": source.only,
                "named": source.named,
                "all_also_in": None if source.within is None else source.within + 1,
            }
            for number, source in enumerate(checked.sources, 1)
        ],
        "passages": [_passage(checked, passage) for passage in checked.passages],
        "problems": [
            json_fields({"path": one.path, "stage": one.stage, "reason": str(one.reason)})
            for one in checked.problems
        ],
        "outside": checked.outside,
        "not_compared": {"documents": checked.unread, "characters": checked.open},
    }
    return json.dumps(plain, indent=1) + "\n"


def _named(path: Path, title: str) -> dict[str, str]:
    return {**json_fields({"path": path}), "title": readable(title)}


def _passage(checked: Checked, passage: CheckedPassage) -> dict[str, Any]:
    return {
        "start": passage.start,
        "stop": passage.stop,
        "lines": [passage.first_line, passage.last_line],
        "characters": passage.characters,
        "share": checked.of_all(passage.characters),
        "quoted": passage.quoted,
        "source": passage.source + 1,
        "also": [one + 1 for one in passage.also],
        "there": {
            "start": passage.there_start,
            "stop": passage.there_stop,
            "lines": [passage.there_first, passage.there_last],
        },
        "text": readable(checked.text[passage.start : passage.stop]),
        "text_there": readable(passage.there),
    }
