"""Reports of a check: what they say, that a page runs and asks for nothing, and its size."""

import json
from pathlib import Path

import lxml.html  # type: ignore[import-untyped] # ships no type information
import pytest

from builders import chinese_text, document, english_text
from simcore import Problem
from simcore.cli.main import main
from simcore.diff.html import POLICY
from simcore.model.reasons import Reason, ReasonCode
from simcore.model.records import ProblemStage
from simcore.model.report import Checked, CheckedPassage, CheckedSource, QuotationSign
from simcore.reports.html import check_json, check_lines, check_page

HOSTILE = "</mark></script><script>alert(1)</script><img src=x onerror=alert(1)>\u202e\0\udce9 {0}"


def passage(text: str, part: str, source: int, **fields: object) -> CheckedPassage:
    start = text.index(part)
    line = 1 + text.count("\n", 0, start)
    values: dict[str, object] = {
        "start": start,
        "stop": start + len(part),
        "source": source,
        "there_start": 10,
        "there_stop": 10 + len(part),
        "characters": sum(map(str.isalnum, part)),
        "quoted": None,
        "also": (),
        "first_line": line,
        "last_line": line + part.count("\n"),
        "there_first": 7,
        "there_last": 9,
        "there": part.upper(),
        **fields,
    }
    return CheckedPassage(**values)  # type: ignore[arg-type] # fields of many types


def checked_of(text: str, parts: list[str], **fields: object) -> Checked:
    """Return a check that found some parts of a text; the second of them is quoted."""
    passages = tuple(
        passage(text, part, at % 2, quoted=QuotationSign.MARKS if at == 1 else None)
        for at, part in enumerate(parts)
    )
    sizes = [one.characters for one in passages]
    sources = tuple(
        CheckedSource(document(at), (document(at + 10),), sum(sizes[at::2]), sizes[at], None)
        for at in range(min(2, len(parts)))
    )
    values: dict[str, object] = {
        "path": Path("/papers/论文 & co.txt"),
        "title": "On <harbours>",
        "text": text,
        "characters": sum(map(str.isalnum, text)),
        "found": sum(sizes),
        "quoted": sum(sizes[1:2]),
        "passages": passages,
        "sources": sources,
        **fields,
    }
    return Checked(**values)  # type: ignore[arg-type] # fields of many types


TEXT = "Mine at first.\nThen copied words stand here.\nMine again.\n引用的文字在这里。\nThe end."
CHECKED = checked_of(TEXT, ["Then copied words stand here", "引用的文字在这里"])


class Page:
    """What a page shows and links to."""

    def __init__(self, page: str) -> None:
        root = lxml.html.document_fromstring(page)
        self.marked = [one.text_content() for one in root.iter("mark")]
        self.ids, self.links = root.xpath("//@id"), root.xpath("//@href")
        self.elements = {one.tag for one in root.iter()}
        self.attributes = {name for one in root.iter() for name in one.attrib}


def test_lines_say_shares_sources_and_passages() -> None:
    assert CHECKED.characters == 58  # letters, digits and ideographs
    first, shares, one, *others = check_lines(CHECKED)
    assert first == "/papers/论文 & co.txt: On <harbours>"
    assert shares == "55.1 % of this document stands in the library; 41.3 % without quotations."
    assert one == "41.3 % stands in one source alone."
    assert {
        "[1]   41.3 %   41.3 %  /documents/00000.txt",
        "     Also there: /documents/00010.txt",
        "Line 2, 24 characters (41.3 %), in [1]: Lines 7 to 9",
        "Line 4, 8 characters (13.7 %), in [2]: Lines 7 to 9; quoted: between quotes",
        "    引用的文字在这里",
    } <= {*others}


def test_json_has_every_figure_and_a_version() -> None:
    plain = json.loads(check_json(CHECKED))
    assert (plain["format"], plain["version"]) == ("variorum-check", 1)
    assert (plain["characters"], plain["found"], plain["quoted"]) == (58, 32, 8)
    assert plain["share_without_quotations"] == 24 / 58
    assert [one["path"] for one in plain["sources"]] == [f"/documents/0000{at}.txt" for at in "01"]
    first, second = plain["passages"]
    assert TEXT[first["start"] : first["stop"]] == first["text"] == "Then copied words stand here"
    assert (first["lines"], first["source"], first["quoted"]) == ([2, 2], 1, None)
    assert (second["quoted"], second["there"]["lines"]) == ("marks", [7, 9])
    assert plain["not_compared"] == {"documents": 0, "characters": 0}


def test_a_page_marks_the_passages_and_links_them_to_their_sources_and_back() -> None:
    page = check_page(CHECKED)
    read = Page(page)
    assert read.marked == ["Then copied words stand here", "引用的文字在这里"]
    assert read.links == ["#p1", "#p2", "#t1", "#s1", "#t2", "#s2"]
    assert {link[1:] for link in read.links} == set(read.ids)
    assert "[2 ❝]" in page  # a sign for what is quoted, not a colour alone
    assert "[1]" in page
    assert "55.1 % of this document stands in the library" in page


@pytest.mark.parametrize("field", ["title", "text", "there", "path", "reason"])
def test_a_page_is_safe_whatever_documents_hold(field: str) -> None:
    text = f"Mine. {HOSTILE} More."
    checked = checked_of(
        text if field == "text" else TEXT,
        [HOSTILE if field == "text" else "Then copied words stand here"],
        title=HOSTILE if field == "title" else "",
        path=Path("/" + HOSTILE.replace("\0", "") if field == "path" else "/paper.txt"),
        problems=(Problem(Path("/a"), ProblemStage.VERIFY, Reason(ReasonCode.TEXT, (HOSTILE,))),)
        if field == "reason"
        else (),
    )
    page = check_page(checked)
    read = Page(page)
    assert POLICY in page
    assert "\u202e" not in page
    page.encode()
    assert not read.elements & {"script", "img", "iframe", "link", "object", "form"}
    assert not read.attributes & {"onerror", "src", "style", "onclick"}
    assert all(link.startswith("#") for link in read.links)


@pytest.mark.parametrize("largest", [20_000, 60_000, 200_000])
def test_a_page_is_bounded_and_says_what_it_leaves_out(largest: int) -> None:
    parts = [english_text(number, 400) for number in range(40)]
    text = "\nmine\n".join(parts)
    page = check_page(checked_of(text, parts), largest=largest)
    assert len(page.encode()) <= largest + 2_000
    read = Page(page)
    assert {link[1:] for link in read.links if link.startswith("#t")} <= set(read.ids)
    if len(read.marked) < len(parts):
        assert f"the page would be too large: {len(parts) - len(read.marked)}." in page
    assert read.marked == parts[: len(read.marked)]


def test_a_long_stretch_of_ones_own_is_cut_and_a_passage_in_it_never_nothing() -> None:
    own = english_text(3, 9_000)
    found = checked_of(f"{own}one passage here\n{own}", ["one passage here"])
    page, lines = check_page(found), "\n".join(check_lines(found))
    assert f"[{len(own) - 20_000:,} characters that were not found are not shown here.]" in page
    assert ", 14 characters (&lt; 0.1 %)" in page
    assert "(< 0.1 %)" in lines
    assert "0.0 % of this document" not in lines


def test_a_limit_that_was_reached_is_said_in_each_form() -> None:
    limited = checked_of(TEXT, ["Then copied words stand here"], unread=1_234, open=29)
    said = "Not all was compared: more documents probably have passages of this one (1,234), and"
    assert any(line.startswith(f"{said} 50.0 %") for line in check_lines(limited))
    assert said in check_page(limited)
    assert json.loads(check_json(limited))["not_compared"] == {"documents": 1_234, "characters": 29}


# --- the command ------------------------------------------------------------------------------


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "library"
    folder.mkdir()
    (folder / "one.txt").write_text(english_text(1, 200))
    (folder / "二.txt").write_bytes(chinese_text(2, 200).encode("gb18030"))
    monkeypatch.chdir(tmp_path)
    assert main(["scan", "library", "--index", "i.sqlite3", "--jobs", "0"]) == 0
    pieces = english_text(1, 200)[300:900], "".join(chinese_text(2, 200).splitlines()[3:7])
    (tmp_path / "paper.txt").write_text(
        f"{english_text(7, 60)}\n{pieces[0]}\n{chinese_text(8, 50)}“{pieces[1]}”\n", "utf-8"
    )
    return folder


COMMON = ["--index", "i.sqlite3", "--jobs", "0"]


def test_the_command_checks_against_the_index_or_folders(
    library: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert main(["similar", "paper.txt", "--format", "json", *COMMON]) == 0
    whole = json.loads(capsys.readouterr().out)
    assert {Path(one["path"]).name for one in whole["sources"]} == {"one.txt", "二.txt"}
    assert 0 < whole["quoted"] < whole["found"] < whole["characters"]
    assert main(["similar", "paper.txt", str(library), "--format", "json", *COMMON]) == 0
    again = json.loads(capsys.readouterr().out)
    assert again["passages"] == whole["passages"]
    (library.parent / "other").mkdir()
    assert main(["similar", "paper.txt", "other", "--check", *COMMON]) == 0
    assert "No passage of this document stands in the library." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "beginning"),
    [("check.txt", "paper.txt\n"), ("check.json", "{"), ("check.html", "<!DOCTYPE html>")],
)
def test_the_suffix_of_the_output_is_the_format(library: Path, name: str, beginning: str) -> None:
    assert main(["similar", "paper.txt", "--output", name, *COMMON]) == 0
    written = (library.parent / name).read_text("utf-8")
    assert written.startswith(beginning)
    assert "one.txt" in written


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("gone.txt --check", "gone.txt: does not exist"),
        ("empty.txt --check", "empty.txt: has no words to compare"),
        ("binary.txt --check", "binary.txt: is binary, not text"),
        ("library --check", "library: is a folder, and a file has to be named here"),
        ("paper.txt nowhere --check", "nowhere: does not exist"),
        ("paper.txt --check --index none", "none: there is no index yet"),
        ("paper.txt --output a.xlsx", "a.xlsx: its name has to end in one of .txt"),
        ("paper.txt --check --output a.csv", "a check is text, json, html, not csv"),
        ("paper.txt --check --print0", "a check is text, json, html, not print0"),
        ("paper.txt --list --format html", "html is of the check, not of the list"),
        ("paper.txt --output a.html --format json", "would hold json"),
        ("paper.txt --check --distance 3", "not for a check"),
        ("paper.txt --check --exclude x", "are for folders"),
    ],
)
def test_wrong_input_is_a_sentence_and_2(
    library: Path, words: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (library.parent / "empty.txt").write_text("")
    (library.parent / "binary.txt").write_bytes(bytes(range(256)) * 10)
    capsys.readouterr()
    assert main(["similar", *COMMON, *words.split()]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert "Traceback" not in err


@pytest.mark.parametrize("how", ["text", "json", "csv", "jsonl", "excel", ""])
def test_similar_documents_are_listed_in_any_format_that_is_asked_for(
    library: Path, how: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What has always meant the check means it still, unless a list is asked for."""
    (library / "copy.txt").write_bytes((library / "one.txt").read_bytes())
    asked = ["similar", "library/one.txt", *COMMON]
    if how:
        asked += [str(library), "--format", how]
    else:  # of the index, as ever
        assert main(["scan", "library", *COMMON]) == 0
    capsys.readouterr()
    assert main([*asked, "--list"]) == 0
    listed = capsys.readouterr().out
    assert "copy.txt" in listed
    assert main(asked) == 0
    told = capsys.readouterr().out
    is_check = "variorum-check" in told or "of this document stands in the library" in told
    assert is_check == (how in {"text", "json"}) == (told != listed)
