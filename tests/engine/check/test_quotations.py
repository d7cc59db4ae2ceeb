"""What of a checked document is quoted: in marks, in lines of mail, of a source that it names."""

from pathlib import Path

import pytest

from builders import chinese_text, english_text
from checks import check, counted, holds_together
from simcore.check import marked_ranges
from simcore.model.report import QuotationSign


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "library"
    made.mkdir()
    return made


SOURCE = english_text(21, 60)
HAN = "".join(chinese_text(22, 40).split())


@pytest.mark.parametrize(
    ("before", "behind", "sign"),
    [
        ("He wrote: “", "” and left", QuotationSign.MARKS),
        ("Er schrieb: „", "“ und ging", QuotationSign.MARKS),
        ("Il a dit « ", " » et voila", QuotationSign.MARKS),
        ('He wrote: "', '" and left', QuotationSign.MARKS),
        ("他说：「", "」然后", QuotationSign.MARKS),
        ("他说：『", "』然后", QuotationSign.MARKS),
        ("He wrote: “", " and left", None),
        ("As everybody knows, ", " and left", None),
        ("Of these one is > ", " and left", None),
    ],
)
def test_passages_in_quotation_marks_are_counted_apart(
    folder: Path, before: str, behind: str, sign: QuotationSign | None
) -> None:
    piece = " ".join(SOURCE.split())
    (folder / "source.txt").write_text(f"7 {piece} 8")
    found = check(folder, f"{english_text(30, 40)}\n1 {before}{piece}{behind} 2\n")
    holds_together(found)
    assert [one.quoted for one in found.passages] == [sign]
    assert found.found == counted(piece)
    assert found.quoted == (counted(piece) if sign else 0)


def test_lines_that_are_quoted_in_mail_are_counted_apart(folder: Path) -> None:
    (folder / "source.txt").write_text(f"7 {SOURCE} 8")
    lines = "".join(f"> {line}\n" for line in SOURCE.splitlines())
    found = check(folder, f"On Monday she wrote:\n{lines}\nI agree.\n")
    assert {one.quoted for one in found.passages} == {QuotationSign.LINES}
    assert found.quoted == found.found == counted(SOURCE)
    assert found.unquoted_share == 0


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("As shown in “Harbours of the northern shore”, ships", QuotationSign.NAMED),
        ("1. Smith: Harbours of the northern shore, 1999", None),  # a line of prose all the same
        ("References\n\n1. Smith: Harbours of the northern shore, 1999", QuotationSign.REFERENCES),
        ("## 参考文献\n\n[1] Harbours of the northern shore", QuotationSign.REFERENCES),
        ("Harbours of the northern shore", None),  # a heading
        ("Harbours of the northern", None),
    ],
)
def test_passages_of_a_source_that_is_cited_are_counted_apart(
    folder: Path, text: str, sign: QuotationSign | None
) -> None:
    source = f"# Harbours of the northern shore\n\nBy somebody 7\n\n{SOURCE} 8"
    (folder / "h.md").write_text(source)
    found = check(folder, f"{english_text(30, 40)}\n1 {SOURCE} 2\n\n{text}\n")
    holds_together(found)
    expected = QuotationSign.NAMED if "Smith" in text and sign is None else sign
    assert found.sources[0].named is expected
    assert found.passages[0].quoted is expected


def test_a_title_that_was_copied_with_its_text_cites_nothing(folder: Path) -> None:
    source = f"# Harbours of the northern shore\n\nThese are the harbours. {SOURCE}"
    (folder / "Harbours of the northern shore.md").write_text(source)
    found = check(folder, f"Something else. 1\n\n{source}")
    assert found.quoted == 0
    assert found.found == counted(source)


def test_a_short_title_in_chinese_title_marks_is_a_citation(folder: Path) -> None:
    (folder / "论语.txt").write_text(f"七七{HAN}八八", encoding="utf-8")
    (folder / "春秋.txt").write_text(f"九九{chinese_text(23, 60)}", encoding="utf-8")
    document = f"本文引自《论语》一书，春秋不算。一一{HAN}二二{chinese_text(23, 60)}三三"
    found = check(folder, document)
    named = {one.document.path.stem: one.named for one in found.sources}
    assert named == {"论语": QuotationSign.NAMED, "春秋": None}
    assert found.quoted == counted(HAN)


def test_dialogue_that_was_copied_with_its_story_is_no_quotation(folder: Path) -> None:
    said = "I would rather walk the whole way home along the river than wait for that train"
    story = f"{english_text(31, 30)}“{said},” she answered. {english_text(32, 30)}"
    (folder / "story.txt").write_text(story)
    assert check(folder, f"1 {story} 2").quoted == 0
    # who quotes what she said alone does quote it
    found = check(folder, f"1 Then she said: “{said}”, they say. 2")
    assert found.quoted == found.found == counted(said)


@pytest.mark.parametrize("at_end", [True, False])
def test_quotes_at_an_end_of_a_copied_passage_were_copied_with_it(
    folder: Path, *, at_end: bool
) -> None:
    title = "“Righteous among the nations of this earth and of the next”"
    piece = f"{english_text(31, 30)[:-2]} {title}" if at_end else f"{title} {english_text(31, 30)}"
    (folder / "story.txt").write_text(f"{english_text(32, 30)} 7 {piece} 8")
    found = check(folder, piece)
    assert (found.found, found.quoted) == (counted(piece), 0)
    # a few words before it are no passage: who quotes what the source quotes does quote it
    (folder / "story.txt").write_text(f"{english_text(32, 30)} He wrote: {title} 8")
    found = check(folder, f"Once he wrote: {title}.")
    assert found.quoted == counted(title) > 0


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("“one\n\n“two” three", ["one\n", "two"]),  # of two paragraphs, each begun
        ("“one\n\ntwo” three", []),
        ("“ « “one” and ” more", [" « “one” and "]),
        ("'it's' and “it’s”", ["it’s"]),
        ('5" by 6" and "this"', ["this"]),
        ("»so« und «ainsi»", ["so", "ainsi"]),
        ("『「内」外』", ["「内」外"]),
        ("“ " * 50_000 + "”", [" "]),
    ],
)
def test_quotation_marks_pair_in_each_paragraph(text: str, quoted: list[str]) -> None:
    assert [text[start:stop] for start, stop in marked_ranges(text)] == quoted
