"""Checks of documents that are composed here, so that what stands in the library is known."""

import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from builders import chinese_text, english_text
from checks import CONFIG, check, counted, holds_together, library_of
from simcore import Cancelled, FingerprintIndex, ReadError, check_document, scan
from simcore.check import marked_ranges
from simcore.model.reasons import ReasonCode
from simcore.model.report import LEAST_IDEOGRAPHS, LEAST_LETTERS, QuotationSign, Stage
from simcore.pipeline.jobs import recipe_key
from simcore.pipeline.resident import ResidentLibrary
from simcore.workers import make_executor


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "library"
    made.mkdir()
    return made


def test_a_paragraph_of_each_of_ten_sources_is_found(folder: Path) -> None:
    """Sources are long, so that one shingle in sixteen is kept of them, and in four encodings."""
    encodings = ["utf-8", "gb18030", "utf-16", "utf-8-sig"]
    pieces = []
    for number in range(20):
        chinese = number % 2 == 0
        text = (chinese_text if chinese else english_text)(number, 3_000)
        start = text.index("\n", len(text) // 3) + 1
        piece = text[start : text.index("\n", start + (220 if chinese else 500)) + 1]
        # what stands around it is not what stands around it in the document
        text = f"{text[:start]}7 {piece}7 {text[start + len(piece) :]}"
        encoding = encodings[number % 4]
        (folder / f"{number:02}.txt").write_bytes(text.encode(encoding))
        if number < 10:
            pieces.append(piece)
    own = [english_text(100 + number, 60) for number in range(11)]
    document = own[0] + "".join(
        f"1 {piece}2\n{more}" for piece, more in zip(pieces, own[1:], strict=True)
    )
    found = check(folder, document)
    holds_together(found)
    assert found.characters == counted(document)
    assert found.found == sum(map(counted, pieces))
    assert found.quoted == 0
    assert sorted(one.document.path.name for one in found.sources) == [
        f"{number:02}.txt" for number in range(10)
    ]
    # in the order of the document, each from the source that it came from
    of_each = {found.sources[one.source].document.path.name: one for one in found.passages}
    for number, piece in enumerate(pieces):
        passage = of_each[f"{number:02}.txt"]
        assert passage.characters == counted(piece)
        assert document[passage.start : passage.stop] == piece.rstrip(".\n。")
        assert passage.there == piece.rstrip(".\n。")
        assert document.splitlines()[passage.first_line - 1] in f"1 {piece}"
    assert (found.unread, found.open) == (0, 0)


def test_a_source_in_big5_and_in_traditional_characters_is_one_of_simplified_ones(
    folder: Path,
) -> None:
    piece = "數據庫系統的設計與實現需要考慮許多因素，包括資料的完整性、安全性以及查詢的效率。"
    around = "這裡還有其他的內容與上文無關但同樣重要需要仔細閱讀並加以理解才能繼續工作。"
    (folder / "big5.txt").write_bytes((around * 3 + piece + around[::-1] * 3).encode("big5"))
    simplified = "数据库系统的设计与实现需要考虑许多因素，包括数据的完整性、安全性以及查询的效率。"
    # one word of the piece is another in simplified texts
    document = chinese_text(5, 80) + simplified + chinese_text(6, 80)
    found = check(folder, document)
    holds_together(found)
    assert found.found == counted(simplified) - 2
    assert found.sources[0].document.path.name == "big5.txt"


PIECES = [make(900 + at, 40) for make in (english_text, chinese_text) for at in range(6)]


@settings(
    deadline=None, max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    shelves=st.lists(st.lists(st.integers(0, 11), min_size=1, max_size=4), max_size=4),
    taken=st.lists(st.integers(0, 11), min_size=1, max_size=8),
)
def test_what_is_found_is_what_was_put_in(
    tmp_path_factory: pytest.TempPathFactory, shelves: list[list[int]], taken: list[int]
) -> None:
    """United over all sources: a piece in several sources, or twice in one, counts once a place."""
    folder = tmp_path_factory.mktemp("check") / "library"
    folder.mkdir()
    for number, shelf in enumerate(shelves):
        text = "".join(f"7{number}{at}7\n{PIECES[one]}8{at}8\n" for at, one in enumerate(shelf))
        (folder / f"{number}.txt").write_text(text, encoding="utf-8")
    document = "".join(f"1{at}1\n{PIECES[one]}2{at}2\n" for at, one in enumerate(taken))
    found = check(folder, document)
    holds_together(found)
    known = {one for shelf in shelves for one in shelf}
    assert found.found == sum(counted(PIECES[one]) for one in taken if one in known)
    for source in found.sources:
        shelf = set(shelves[int(source.document.path.stem)])
        for other in source.copies:
            assert set(shelves[int(other.path.stem)]) == shelf
        assert source.characters == sum(counted(PIECES[one]) for one in taken if one in shelf)


def test_texts_that_have_nothing_in_common_give_nothing(folder: Path) -> None:
    for number in range(30):
        (folder / f"{number}.txt").write_text(english_text(number, 500))
    found = check(folder, english_text(77, 500))
    assert (found.found, found.passages, found.sources) == (0, (), ())


@pytest.mark.parametrize(
    ("makes", "least"), [(english_text, LEAST_LETTERS), (chinese_text, LEAST_IDEOGRAPHS)]
)
def test_a_passage_counts_from_its_least_length_on(folder: Path, makes, least: int) -> None:  # type: ignore[no-untyped-def]
    run = "".join(filter(str.isalnum, makes(3, 60)))
    (folder / "source.txt").write_text(f"{makes(8, 50)} 7 {run[:least]} 7 {makes(9, 50)}", "utf-8")
    own = makes(10, 30)
    assert check(folder, f"{own} 1 {run[: least - 1]} 1 {own}").found == 0
    assert check(folder, f"{own} 1 {run[:least]} 1 {own}").found == least


QUICK = "the quick brown fox jumps over the lazy dog and runs away into the dark wood"


def test_punctuation_spaces_and_width_do_not_matter(folder: Path) -> None:
    (folder / "source.txt").write_text(f"7 {QUICK} 7")
    other = QUICK.upper().replace(" ", " , ").translate({ord("Q"): "Ｑ"})
    found = check(folder, f"1 {other} 2")
    assert (found.found, found.passages[0].there) == (counted(QUICK), QUICK)
    # but for a few characters inside a passage
    found = check(folder, f"1 {QUICK.replace('jumps', 'jumped')} 2")
    assert len(found.passages) == 1
    assert found.passages[0].characters == found.found == counted(QUICK) - len("s")
    # letters that are equal by chance around it do not count
    (folder / "source.txt").write_text(f"an author. {QUICK}, towards")
    found = check(folder, f"my mother. {QUICK}, toward")
    assert (found.found, found.passages[0].there) == (counted(QUICK), QUICK)
    # a script without spaces has no words to be cut
    thai = "".join(chr(0x0E01 + (7 * at * at + at) % 46) for at in range(80))
    (folder / "thai.txt").write_text(f"ก{thai}ข", encoding="utf-8")
    assert check(folder, f"ค{thai}ง").found >= counted(thai) - 4


def test_accents_do_not_matter_and_are_shown_where_they_stand(folder: Path) -> None:
    source = "Les élèves répètent près de la fenêtre, où l'été déjà sèche les prés mêlés de blé."
    bare = "Les eleves repetent pres de la fenetre, ou l'ete deja seche les pres meles de ble"
    (folder / "a.txt").write_text(f"{english_text(1, 60)}{source}\n{english_text(2, 60)}", "utf-8")
    document = f"{english_text(3, 60)}{bare}!\n{english_text(4, 60)}"
    found = check(folder, document)
    (passage,) = found.passages
    assert document[passage.start : passage.stop] == bare
    assert passage.there == source.rstrip(".")
    assert passage.characters == sum(map(str.isalnum, bare))


def test_copies_of_a_source_are_one_source(folder: Path) -> None:
    text = english_text(1, 100)
    for name, encoding in (("a.txt", "ascii"), ("b.txt", "ascii"), ("c.txt", "utf-16")):
        (folder / name).write_bytes(text.encode(encoding))
    found = check(folder, f"{english_text(2, 50)} 1 {text} 2")
    (source,) = found.sources
    assert [one.path.name for one in source.copies] == ["b.txt", "c.txt"]
    assert found.found == source.only == counted(text)


def test_a_document_is_not_its_own_source_but_its_copy_is(folder: Path) -> None:
    text = english_text(1, 100)
    file = folder / "paper.txt"
    file.write_text(text)
    os.link(file, folder.parent / "other name.txt")
    with library_of(folder) as (index, _):
        for path in (file, folder.parent / "other name.txt"):
            assert check_document(path, CONFIG, index, make_executor(0)).sources == ()
    shutil.copy(file, folder / "copy.txt")
    with library_of(folder) as (index, _):
        found = check_document(file, CONFIG, index, make_executor(0))
    assert [one.document.path.name for one in found.sources] == ["copy.txt"]
    assert found.share == found.unquoted_share == found.largest_share == 1.0


def test_what_others_have_too_is_in_no_source_alone(folder: Path) -> None:
    one, two, three = (english_text(number, 60) for number in range(3))
    (folder / "both.txt").write_text(f"7 {one}{8:09} {two}9")
    (folder / "second.txt").write_text(f"6 {two}{5:09} {three}4")
    found = check(folder, f"1 {one}{22222} {two}{33333} {three}0")
    holds_together(found)
    sizes = [counted(piece) for piece in (one, two, three)]
    assert found.found == sum(sizes)
    by_name = {source.document.path.stem: source for source in found.sources}
    assert by_name["both"].characters == sizes[0] + sizes[1]
    assert by_name["both"].only == sizes[0]
    assert by_name["second"].only == sizes[2]
    middle = next(one for one in found.passages if one.also)
    assert middle.characters == sizes[1]
    assert found.largest_share == max(sizes[0] + sizes[1], sizes[1] + sizes[2]) / found.characters


def test_sources_come_in_the_order_of_their_shares_and_name_one_that_has_all_of_theirs(
    folder: Path,
) -> None:
    long, middle, short = (english_text(number, 90 - 30 * number) for number in range(3))
    (folder / "a short.txt").write_text(f"7 {short}8")
    (folder / "b middle.txt").write_text(f"5 {middle}6")
    (folder / "c all.txt").write_text(f"3 {long}{44444} {middle}4")
    found = check(folder, f"1 {long}{22222} {middle}{33333} {short}0")
    holds_together(found)
    assert [(one.document.path.stem, one.within, one.only) for one in found.sources] == [
        ("c all", None, counted(long)),
        ("b middle", 0, 0),
        ("a short", None, counted(short)),
    ]


def test_of_documents_with_the_same_text_the_copy_of_the_document_stands_first(
    folder: Path,
) -> None:
    text = english_text(1, 100)
    (folder / "a.txt").write_bytes(text.encode("utf-16"))
    (folder / "b.md").write_text(f"{text} ")
    (folder / "c.txt").write_text(f"{text}  ")
    (folder / "d.txt").write_text(text)
    found = check(folder, text)
    assert found.sources[0].document.path.name == "d.txt"
    # then one of the same format
    (folder / "d.txt").unlink()
    (folder / "a.txt").rename(folder / "a.md")
    found = check(folder, text)
    names = [one.path.name for one in (found.sources[0].document, *found.sources[0].copies)]
    assert names == ["c.txt", "a.md", "b.md"]


def test_a_limit_of_sources_is_told_with_what_is_open(folder: Path) -> None:
    pieces = [english_text(number, 200) for number in range(12)]
    for number, piece in enumerate(pieces):
        (folder / f"{number}.txt").write_text(f"7 {piece}8")
    document = "1\n".join(pieces)
    found = check(folder, document, most=3)
    holds_together(found)
    assert found.unread >= 1
    assert found.found + found.open <= found.characters
    assert found.found + found.open >= sum(map(counted, pieces[:4]))
    whole = check(folder, document)
    assert (whole.unread, whole.open) == (0, 0)
    assert whole.found == sum(map(counted, pieces))


def test_boilerplate_that_very_many_have_is_found(folder: Path) -> None:
    """More texts have it than are asked for of one sample."""
    licence = english_text(4, 120)
    for number in range(300):
        (folder / f"{number}.txt").write_text(f"{english_text(1_000 + number, 12)} 7 {licence} 8")
    found = check(folder, f"{english_text(2, 90)} 1 {licence} 2")
    assert (found.found, found.unread) == (counted(licence), 0)


@pytest.fixture
def paper(folder: Path) -> Path:
    """Write a document that has the text of a source and two words of its own."""
    (folder / "a.txt").write_text(COPIED)
    file = folder.parent / "paper.txt"
    file.write_text(f"1 {COPIED} 2")
    return file


COPIED = english_text(1, 100)


def test_only_documents_of_the_folders_are_sources_where_these_are_given(
    folder: Path, paper: Path
) -> None:
    (folder / "in").mkdir()
    (folder / "a.txt").rename(folder / "in" / "a.txt")
    (folder / "b.txt").write_text(f"{COPIED} and more {english_text(2, 20)}")
    with library_of(folder) as (index, _):
        executor = make_executor(0)
        report = scan([folder / "in"], CONFIG, index, executor, compare=False)
        within = report.documents.values()
        found = check_document(paper, CONFIG, index, executor, within=within)
    assert [one.document.path.name for one in found.sources] == ["a.txt"]


def test_a_source_that_changed_since_the_scan_is_a_problem(folder: Path, paper: Path) -> None:
    source = folder / "a.txt"
    with library_of(folder) as (index, _):
        source.write_text("other words now")
        found = check_document(paper, CONFIG, index, make_executor(0))
    (problem,) = found.problems
    assert (problem.path, problem.reason.code) == (source, ReasonCode.CHANGED_SINCE_SCAN)
    assert found.found == 0


@pytest.mark.parametrize(
    ("data", "code"),
    [
        *((data, ReasonCode.FILE_HAS_NO_WORDS) for data in (b"", b"... !?")),
        *((data, ReasonCode.OF) for data in (bytes(range(256)) * 20, None)),
    ],
)
def test_a_document_that_cannot_be_used_is_an_error(
    folder: Path, data: bytes | None, code: ReasonCode
) -> None:
    file = folder.parent / "paper.txt"
    if data is not None:
        file.write_bytes(data)
    with library_of(folder) as (index, _), pytest.raises(ReadError) as raised:
        check_document(file, CONFIG, index, make_executor(0))
    assert raised.value.reason.code is code
    assert str(file) in str(raised.value)


def test_texts_that_would_take_too_much_memory_are_told(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("simcore.check.MOST_CHARACTERS", 3_000)
    (folder / "long.txt").write_text(f"{COPIED} 7 {english_text(2, 900)}")
    found = check(folder, f"1 {COPIED} 2")
    (problem,) = found.problems
    assert (problem.path.name, problem.reason.code) == ("long.txt", ReasonCode.TEXT_LIMIT)
    assert found.found == 0
    with pytest.raises(ReadError, match="long"):
        check(folder, english_text(3, 900))


def test_a_check_can_be_cancelled_at_every_stage(folder: Path, paper: Path) -> None:
    stages = []

    class Stops:
        at = -1

        def report(self, stage: Stage, _done: int, _total: int) -> None:
            stages.append(stage)
            if len(stages) == self.at:
                raise Cancelled

    progress = Stops()
    with library_of(folder) as (index, _):
        check_document(paper, CONFIG, index, make_executor(0), progress)
        assert set(stages) == {Stage.READ, Stage.PASSAGE, Stage.VERIFY}
        for at in range(1, len(stages) + 1):
            progress.at = at
            stages.clear()
            with pytest.raises(Cancelled):
                check_document(paper, CONFIG, index, make_executor(0), progress)


def test_a_resident_library_gives_the_answer_of_the_index(folder: Path) -> None:
    for number in range(12):
        (folder / f"{number}.txt").write_text(english_text(number % 9, 400 + 100 * number))
    file = folder.parent / "paper.txt"
    pieces = (english_text(number, 300).splitlines() for number in range(6))
    file.write_text("\n".join(line for lines in pieces for line in lines[9:18]))
    with library_of(folder) as (index, report):
        library = ResidentLibrary(recipe_key(CONFIG))
        library.refresh(index)
        for number in range(12, 20):  # a part of its own, and texts that are gone
            (folder / f"{number}.txt").write_text(english_text(number % 3, 200 + number))
        executor = make_executor(0)
        scan([folder], CONFIG, index, executor, compare=False)
        index.forget([one for at, one in enumerate(report.documents) if at % 4 == 0])
        library.refresh(index)
        found = check_document(file, CONFIG, index, executor, holders=library)
        assert found == check_document(file, CONFIG, index, executor)
    holds_together(found)
    assert len(found.sources) > 2


def test_documents_that_came_too_long_ago_are_no_sources(folder: Path, paper: Path) -> None:
    executor, kept = make_executor(0), replace(CONFIG, keep_days=7)
    checked = []
    for day in (100, 106, 108):
        with FingerprintIndex(
            folder.parent / "i.sqlite3", clock=lambda day=day: 86_400.0 * day
        ) as index:
            if day == 100:
                scan([folder], CONFIG, index, executor, compare=False)
            checked.append(check_document(paper, kept, index, executor))
    assert [(one.found, one.outside, len(one.sources)) for one in checked] == [
        *2 * [(counted(COPIED), 0, 1)],
        (0, 1, 0),
    ]


# ---- what of a document is quoted

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
    assert (found.quoted, found.unquoted_share) == (found.found, 0) == (counted(SOURCE), 0)


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
    assert (found.quoted, found.found) == (0, counted(source))


def test_a_short_title_in_chinese_title_marks_is_a_citation(folder: Path) -> None:
    (folder / "论语.txt").write_text(f"七七{HAN}八八", encoding="utf-8")
    (folder / "春秋.txt").write_text(f"九九{chinese_text(23, 60)}", encoding="utf-8")
    document = f"本文引自《论语》一书，春秋不算。一一{HAN}二二{chinese_text(23, 60)}三三"
    found = check(folder, document)
    named = {one.document.path.stem: one.named for one in found.sources}
    assert named == {"论语": QuotationSign.NAMED, "春秋": None}
    assert found.quoted == counted(HAN)


@pytest.mark.parametrize("at_end", [True, False, None])
def test_quotes_that_were_copied_with_a_passage_are_no_quotation(
    folder: Path, *, at_end: bool | None
) -> None:
    title = "“Righteous among the nations of this earth and of the next”"
    before, behind = english_text(31, 30)[:-2], english_text(33, 30)
    piece = f"{before} {title}" if at_end else f"{title} {behind}"
    if at_end is None:  # dialogue in the middle of a story
        piece = f"{before} {title} {behind}"
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
