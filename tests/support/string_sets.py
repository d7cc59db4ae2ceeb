"""Strings with planted near-duplicates, and files that hold the same texts."""

import csv
import io
import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from builders import chinese_text, edited, english_text
from forms import forms
from simcore.cli.main import main

LETTERS = str.maketrans("0123456789", "qrstuvwxyz")


FORMS = forms(7, 14, 400, (40, 60))


def is_form(text: str) -> bool:
    return text in FORMS


def planted() -> list[str]:
    """Return texts of every sort that a scan tells apart: few of them are like nothing."""
    contract, story = chinese_text(1, 120), english_text(2, 150)
    invoice = "Rechnung Nr. {} vom {}. Mai: {} EUR für Papier, zahlbar binnen 14 Tagen an uns."
    texts = [
        contract,
        edited(contract, 3, 1),
        contract.replace("。", " 。"),
        story,
        story.replace("river", "harbour"),
        story.upper(),
        story,
        story[: len(story) // 2],
        chinese_text(4, 60) + contract + chinese_text(5, 60),
        "看見許多孩子在放風箏，湖面平靜，遠處青山隱約可見。",
        "看见许多孩子在放风筝，湖面平静，远处青山隐约可见。",
        "今天天气很好，我们一起去公园。",
        "今天天气很好，我们一起去花园。",
        "",
        " \n\t",
        "——！？……",
        "\ufeff" + chinese_text(6, 40),
        chinese_text(6, 40),
        "好",
        "好",
        "10² 102",
        "102 102",
        "name \"with\" 'quotes'\r\nand lines\r\n",
        "name \"with\" 'quotes'\nand lines\n",
        *(invoice.format(number, number % 28 + 1, number * 17) for number in (17, 18, 19)),
        *FORMS,
    ]
    return [*texts, *(chinese_text(40 + number, 30) for number in range(8))]


def write_files(folder: Path, texts: Sequence[str]) -> list[str]:
    """Write a file a text, ordered by name as the texts are; return the paths."""
    folder.mkdir()
    paths = []
    for number, text in enumerate(texts):
        path = folder / (f"{number:05}".translate(LETTERS) + ".txt")
        path.write_bytes(text.encode())
        os.utime(path, (1_600_000_000, 1_600_000_000))
        paths.append(str(path))
    return paths


def told(capsysbinary: pytest.CaptureFixture[bytes], *arguments: object) -> list[dict[str, str]]:
    """Run a command that prints CSV; return its rows."""
    capsysbinary.readouterr()
    code = main([*map(str, arguments), "--index", ":memory:", "--jobs", "0", "--format", "csv"])
    assert code == 0
    printed = capsysbinary.readouterr().out.decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(printed, newline="")))
