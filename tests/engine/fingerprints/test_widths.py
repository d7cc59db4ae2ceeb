"""Every recipe and width through whole scans, look-ups and explanations."""

import itertools
from dataclasses import replace
from pathlib import Path

import pytest

from builders import chinese_text, edited, english_text
from simcore import FingerprintIndex, ScanConfig, explain, recall, scan
from simcore.cli.lines import explanation_lines
from simcore.fingerprints import find_recipe
from simcore.pipeline.candidates import candidate_pairs
from simcore.pipeline.similar import find_similar
from simcore.workers import make_executor

RECIPES_AND_WIDTHS = ("default+32", "default", "default+128", "classic-128", "bigrams-32", "levels")


@pytest.fixture
def library(tmp_path: Path) -> Path:
    folder = tmp_path / "documents"
    folder.mkdir()
    for number in range(6):
        (folder / f"{number} zh.txt").write_text(chinese_text(number), encoding="utf-8")
        (folder / f"{number} en.txt").write_text(english_text(number), encoding="utf-8")
    (folder / "0 zh revised.txt").write_text(edited(chinese_text(0), 1, 1), encoding="utf-8")
    return folder


def test_one_index_holds_every_recipe(library: Path, tmp_path: Path) -> None:
    """Switching the recipe computes what is missing; switching back reads nothing."""
    with FingerprintIndex(tmp_path / "index.sqlite3") as index, make_executor(0) as executor:
        for turn, name in itertools.product((1, 2), RECIPES_AND_WIDTHS):
            config = ScanConfig(recipe=name, compared_distance=24, distance=24, jobs=0)
            report = scan([library], config, index, executor)
            assert report.counts.read == (13 if turn == 1 else 0)
            (group,) = report.groups
            names = {report.documents[group.representative].path.name}
            names |= {report.documents[member.document].path.name for member in group.members}
            assert names == {"0 zh.txt", "0 zh revised.txt"}
            documents = list(report.documents.values())
            expected = [
                (left, right, bits)
                for left, right in itertools.combinations(documents, 2)
                if left.fingerprint is not None and right.fingerprint is not None
                if (bits := (left.fingerprint ^ right.fingerprint).bit_count()) <= 24
            ]
            assert candidate_pairs(documents, 24) == expected
            assert recall([library], config, index).groups == report.groups
            query = library / "0 zh.txt"
            (similar,) = find_similar(
                query, replace(report, config=replace(report.config, distance=24)), index
            )
            assert report.documents[similar.right].path.name == "0 zh revised.txt"
            width = find_recipe(name).width
            assert max(d.fingerprint or 0 for d in documents).bit_length() > width - 8


@pytest.mark.parametrize("name", RECIPES_AND_WIDTHS)
def test_an_explanation_has_the_width_of_its_recipe(library: Path, name: str) -> None:
    config = ScanConfig(recipe=name)
    explained = explain(library / "0 zh.txt", library / "0 zh revised.txt", config)
    width = find_recipe(name).width
    assert explained.width == width
    sides = (explained.left, explained.right)
    for side in sides:
        assert side.votes.shape == (width,)
        assert side.fingerprint == sum(
            1 << bit for bit, votes in enumerate(side.votes.tolist()) if votes >= 0
        )
    bits = explained.left.fingerprint ^ explained.right.fingerprint
    assert bits > 0
    assert [item.bit for item in explained.differing] == [
        bit for bit in range(width) if bits >> bit & 1
    ]
    left, right = (find_recipe(name).features(list(s.words.elements()))[0] for s in sides)
    if name in {"classic-128", "levels"}:  # the features do not depend on the words' order
        shared = {*map(tuple, left.tolist())} & {*map(tuple, right.tolist())}
        assert explained.shared_features == len(shared)
    assert 0 < explained.shared_features <= min(len(side.hashes) for side in sides)
    printed = "\n".join(explanation_lines(explained, ScanConfig()))
    assert f"of {width} bits differ" in printed
    assert f"{explained.left.fingerprint:0{width // 4}x}" in printed
