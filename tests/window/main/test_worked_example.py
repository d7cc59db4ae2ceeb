"""The worked example of the manual, in both languages, made again by the program."""

from pathlib import Path

import pytest

from app.why.words import side_names, vote_text, vote_words
from app.wording import percent_text
from places import ROOT
from simcore import ScanConfig, explain
from simcore.explanation import Explanation, Feature, Side, kept_share, words_touched

HELP = ROOT / "resources" / "help"
EXAMPLES = {
    "manual.en.md": (
        "cats chase mice, mice eat cheese, cats chase mice",
        "dogs chase mice, mice eat cheese, cats chase mice",
    ),
    "manual.zh.md": (
        "小猫追老鼠，老鼠偷奶酪，小猫追老鼠",
        "小狗追老鼠，老鼠偷奶酪，小猫追老鼠",
    ),
}
SHOWN = 8


def row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def feature_row(feature: Feature) -> str:
    votes = [vote_text(feature.vote(bit)) for bit in reversed(range(SHOWN))]
    low = feature.hash & (1 << SHOWN) - 1
    return row(str(feature.label), str(feature.weight), f"`{low:08b}`", *votes)


def cells(side: Side) -> tuple[list[str], list[str]]:
    """Return the sums and the bits, the highest of those shown first."""
    sums = side.votes[:SHOWN][::-1].tolist()
    return [vote_text(total) for total in sums], [str(int(total >= 0)) for total in sums]


@pytest.fixture(params=sorted(EXAMPLES))
def example(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, Explanation]:
    """Return the manual's section and what the program makes of its texts."""
    manual = (HELP / request.param).read_text(encoding="utf-8")
    texts = EXAMPLES[request.param]
    paths = tmp_path / "kept.txt", tmp_path / "chosen.txt"
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, encoding="utf-8")
        assert f"    {text}\n" in manual
    start = manual.index("\n### ", manual.index(texts[0]) - 900)
    section = manual[start : manual.index("\n## ", start)]
    return section, explain(*paths, ScanConfig(recipe="charikar+32"))


def test_every_row_of_the_tables(example: tuple[str, Explanation]) -> None:
    section, found = example
    lines = [line for line in section.splitlines() if line.startswith("| ")]
    rows = [line for line in lines if "`" in line]
    expected = []
    for side in (found.left, found.right):
        assert len(side.heaviest) == len(side.hashes)  # the table has all features
        expected += map(feature_row, side.heaviest)
        expected.append(f"`{side.fingerprint & 0xFF:08b}`")
    assert len(rows) == len(expected)
    for line, wanted in zip(rows, expected, strict=True):
        assert line == wanted or (wanted.startswith("`") and wanted in line)
    sums = [line for line in lines if line.split(" | ")[1:3] == ["", ""] and "`" not in line]
    for line, side in zip(sums, (found.left, found.right), strict=True):
        assert line.rstrip(" |").split(" | ")[3:] == cells(side)[0]
    bits = [line for line in rows if line.split(" | ")[1] == ""]
    for line, side in zip(bits, (found.left, found.right), strict=True):
        assert line.rstrip(" |").split(" | ")[3:] == cells(side)[1]


def test_fingerprints_and_differing_bits(example: tuple[str, Explanation]) -> None:
    section, found = example
    assert f"`{found.left.fingerprint:08x}`" in section
    assert f"`{found.right.fingerprint:08x}`" in section
    bits = [str(each.bit) for each in found.differing]
    between = " and " if "kept" in section else "、"
    listed = ", ".join(bits[:-1]) + between + bits[-1] if between == " and " else "、".join(bits)
    assert listed in section
    assert found.distance == len(bits)
    assert any(f"{found.distance}{rest}" in section for rest in (" of the 32 bits", " 位不同"))


def test_the_sentence_on_a_bit(example: tuple[str, Explanation]) -> None:
    section, found = example
    if "kept" in section:
        assert vote_words(found, 4, side_names(of_any_files=False)) in " ".join(section.split())
    else:
        kept, chosen = int(found.left.votes[4]), int(found.right.votes[4])
        shared = found.shared_votes[4]
        for votes in (shared, kept - shared, kept, chosen - shared, chosen):
            assert vote_text(votes) in section


def test_resemblance_and_what_it_means(example: tuple[str, Explanation]) -> None:
    section, found = example
    words = " ".join(section.split())
    comparison = found.comparison
    total = comparison.left_size + comparison.right_size - comparison.shared
    assert str(comparison.shared) in words
    assert str(total) in words
    assert percent_text(comparison.resemblance) in words
    # the share of equal units at a resemblance of 0.65, for words of five letters and for Chinese
    share = kept_share(0.65, words_touched(5, 5.0) if "kept" in section else 4)
    assert f"= {share:.3f}" in words
    one_in = round(1 / (1 - share))
    assert f"one word in {one_in}" in words or f"每 {one_in} 个字" in words
