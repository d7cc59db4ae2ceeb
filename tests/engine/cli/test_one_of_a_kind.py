"""One document is a document, in all that the command line says of counts."""

import re
from dataclasses import fields, replace
from pathlib import Path

import pytest

from builders import english_text
from group_reports import contracts
from simcore.cli.lines import counts_lines
from simcore.cli.main import main
from simcore.cli.options import outside_line, short_line
from simcore.model.config import ScanConfig
from simcore.model.report import Counts

_NO_PLURAL = {"has", "is", "was", "shares", "unchanged", "less", "this", "its"}


def wrong(said: str) -> list[str]:
    """Return what is said of one as of several; "1 of 5 documents" is right."""
    found = re.findall(r"(?<![\d.,])1 (?!of)((?:[a-z-]+ ){0,2}?[a-z-]+)", said)
    plural = {one for one in found if one.endswith("s") and one not in _NO_PLURAL}
    plural |= {one for one in found if one.split()[0] in {"are", "were", "have", "share"}}
    return sorted(plural) + re.findall(r"\b1 [a-z]+ (?:are|were|have)\b|of 1 [a-z]+s\b", said)


@pytest.mark.parametrize(
    "said", ["1 documents", "of 1 groups", "1 documents are", "1 have no words", "1 share a text"]
)
def test_a_wrong_plural_is_found(said: str) -> None:
    assert wrong(said)


def test_the_counts_of_a_scan_may_all_be_one() -> None:
    ones = Counts(**{one.name: 1 for one in fields(Counts)})
    known = contracts()
    report = replace(known, counts=ones, groups=known.groups[:1], compared_distance=1)
    report = replace(report, config=replace(report.config, distance=1))
    lines = [*counts_lines(report), short_line(1, ScanConfig()), outside_line(1, ScanConfig())]
    assert len(lines) > 10
    assert {line: found for line in lines if (found := wrong(line))} == {}


def test_the_counts_of_a_scan_may_all_be_more() -> None:
    report = replace(contracts(), counts=Counts(**{one.name: 2 for one in fields(Counts)}))
    said = "\n".join(counts_lines(report))
    assert "2 files listed" in said
    assert "2 documents can be compared; 2 have no words, 2 could not be used" in said
    assert "2 documents are earlier versions of a kept one, which grew from them" in said
    assert "2 documents are in their groups through others" in said
    assert "and 2 share boilerplate with one" in said


def test_a_command_says_it_right(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "one"
    folder.mkdir()
    for name in ("a.txt", "b.txt"):
        (folder / name).write_text(english_text(1, 100))
    index = ["--index", str(tmp_path / "index.sqlite3")]
    prune = ["prune", str(folder), "--keep", "oldest", *index]
    for command in (["scan", str(folder), *index], prune, [*prune, "--kinds", "similar"]):
        assert main(command) == 0
        out, err = capsys.readouterr()
        assert wrong(out + err) == []
    assert main(prune) == 0
    assert "1 of 2 documents, of 1 group, would" in capsys.readouterr().out
