"""The page of groups: what it says, that it runs and asks for nothing, and how large it gets."""

import difflib
import io
import os
import time
from collections.abc import Sequence
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amounts import LONG
from builders import chinese_text, document, edited
from group_reports import contracts, group, many, member, report
from simcore import Cancelled, Document, Group, Kind, ReadError, ScanReport
from simcore.cli.main import main
from simcore.diff.html import POLICY
from simcore.files.roles import Role, Roles
from simcore.model.reasons import Reason, ReasonCode
from simcore.reports.html import MOST_LINES, TextDifferences, differences, write_page
from simcore.reports.words import ReportWords
from written import written

HOSTILE = [
    "</bdi></script><script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>.txt',
    "'; DROP --<!--",
    "a\u202egnp.exe\u2066\u200f",
    "\ud800\udce9caf\udcff",
    "\0\x1b[31m\x07\x7f\x85",
    "]]>&lt;&#0;&amp",
    "{0}{1.__class__}%s",
    "javascript:alert(1)",
    "合同 😀 e\u0301",
]
ELEMENTS = set(
    "html head meta title style body header main section h1 h2 h3 p br div ul li table thead tbody "
    "tr th td span bdi del ins nav a".split()
)
ATTRIBUTES = set("lang charset http-equiv content name class scope title id href".split())


class Page(HTMLParser):
    """What a browser makes of a page, by Python's parser: elements, attributes and text."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.texts: list[str] = []
        self.others: list[str] = []
        self._open: list[str] = []
        self.feed(page)
        self.close()
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)
        self.attributes += attrs
        if tag not in {"meta", "br"}:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] != "style":
            self.texts.append(data)

    def handle_comment(self, data: str) -> None:
        self.others.append(data)

    handle_pi = unknown_decl = handle_comment

    @property
    def text(self) -> str:
        return "\n".join(self.texts)


def page_of(made: ScanReport, texts: dict[int, str] | None = None, **options: object) -> str:
    def read(one: Document) -> str:
        assert texts is not None
        if one.id not in texts:
            raise ReadError(Reason(ReasonCode.GONE))
        return texts[one.id]

    file = io.BytesIO()
    write_page(file, made, None if texts is None else read, **options)  # type: ignore[arg-type]
    return file.getvalue().decode("utf-8")


PART = replace(group(1, member(2, kind=Kind.PART)), parts=True)


def part_page(whole: str, part: str) -> str:
    return page_of(report([PART]), {1: whole, 2: part})


def near_pair(left: str, right: str, **fields: object) -> str:
    made = report([group(1, member(2))], [document(2, **fields)])
    return page_of(made, {1: left, 2: right})


def test_what_it_says_of_groups() -> None:
    page = Page(page_of(contracts()))
    for said in (
        *("合同-最终版", "/文档/合同-最终版 (1).txt", "Identical", "Same text", "92 %", "99.9 %"),
        *("5.0 MB", "21 kB", "lowest similarity 70 %", "Documents: 8, in groups: 3", r"caf\udce9"),
        *("True copies: 1, safe to free: 21 kB", "Kept: higher version by name"),
    ):
        assert said in page.text, said
    assert page.elements.count("section") == 3
    titled = replace(contracts().documents[1], title="租赁合同")
    made = contracts()
    made = replace(made, documents={**made.documents, 1: titled})
    source = page_of(made, roles=Roles({Path("/documents"): Role.PROTECTED}))
    assert "租赁合同" in Page(source).texts
    assert "True copies: 0, safe to free: 0 B" in source


def test_many_groups_have_a_list_of_contents() -> None:
    few = page_of(many(10))
    assert "<nav>" not in few
    made = many(12)
    kinds = (Kind.IDENTICAL, Kind.SIMILAR)
    groups = [
        replace(one, members=tuple(replace(each, kind=kinds[at % 2]) for each in one.members))
        for at, one in enumerate(made.groups)
    ]
    source = page_of(replace(made, groups=tuple(groups)))
    attributes = Page(source).attributes
    links = [value for name, value in attributes if name == "href"]
    assert links == [f"#{value}" for name, value in attributes if name == "id"]
    assert len(set(links)) == 12
    contents = source[source.index("<nav>") : source.index("</nav>")]
    assert contents.index("Identical") < contents.index("00001") < contents.index("Similar")
    assert "(3)" in contents


def test_a_part_says_where_it_stands_in_its_whole() -> None:
    """By hand: a title in the table of contents is far away, and no place."""
    chapters = [
        f"Chapter {at}\n" + "\n".join(f"{at} says {n}" for n in range(30)) for at in range(5)
    ]
    whole = "\n".join(["Chapter 3", *(f"preface {at}" for at in range(40)), *chapters])
    inside = "\n".join(["Chapter 3", *(f"3 says {n}" for n in range(5, 25)), "and an end"])
    first = whole.split("\n").index("3 says 5") + 1
    page = part_page(whole, inside)
    assert f"Lines {first} to {first + 19} of 196: Chapter 3" in Page(page).text
    one = part_page(whole, "3 says 7")
    assert f"Line {first + 2} of 196: Chapter 3" in Page(one).text
    none = Page(part_page("a\nb\nc", "x\ny\nz")).text
    assert "Lines" not in none.replace("lines that", "")


def test_sections_are_in_the_order_of_kinds() -> None:
    part = replace(group(5, member(6, kind=Kind.PART)), parts=True)
    made = report([part, group(1, member(2)), group(3, member(4, kind=Kind.IDENTICAL))])
    page = page_of(made)
    assert "Kept: contains the others" in Page(page).text
    places = [page.index(f"<h2>{kind}</h2>") for kind in ("Identical", "Similar", "Part")]
    assert places == sorted(places)


def hostile_report() -> tuple[ScanReport, dict[int, str]]:
    documents: list[Document] = []
    groups: list[Group] = []
    texts: dict[int, str] = {}
    for number, name in enumerate(HOSTILE):
        one, other = 2 * number + 1, 2 * number + 2
        path = Path("/", name.replace("/", "∕").replace("\0", "\x01"))
        documents += [document(key, path=path, title=name, encoding=name) for key in (one, other)]
        groups.append(group(one, member(other)))
        texts[one], texts[other] = f"{name}\nsame\n{name * 3}", f"other\nsame\n{name[::-1] * 3}"
    return replace(report(groups, documents), folders=(Path("/", "<script>"),)), texts


def test_hostile_names_and_texts_are_shown_and_do_nothing() -> None:
    made, texts = hostile_report()
    words = ReportWords(title="<script>1</script>", language='en"><script>')
    for source in (page_of(made, texts), page_of(made, texts, words=words)):
        page = Page(source)
        assert set(page.elements) <= ELEMENTS
        assert {name for name, _ in page.attributes} <= ATTRIBUTES
        assert not page.others
        assert f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">' in source
        assert source.index("Content-Security-Policy") < source.index("<title>")
        assert "default-src 'none'; style-src 'unsafe-inline'" in source
        lowered = source.lower()
        for never in ("<script", "url(", "@import", "http:", "https:"):
            assert never not in lowered, never
        assert not set(source) & set("\0\x1b\x07\x7f\x85\u202e\u2066\u200f\u2028")
    text = page.text
    for seen in ("</bdi></script><script>alert(1)</script>", r"a\u202egnp.exe", r"\ud800\udce9caf"):
        assert seen in text
    assert "{0}{1.__class__}%s" in text


@given(st.text(), st.text(), st.text())
def test_any_text_is_text(title: str, left: str, right: str) -> None:
    made = report([group(1, member(2))], [document(1, title=title), document(2)])
    page = Page(page_of(made, {1: left, 2: right}))
    assert set(page.elements) <= ELEMENTS
    assert {name for name, _ in page.attributes} <= ATTRIBUTES


def test_changed_lines_with_context_and_words() -> None:
    page = near_pair(
        "第一条 总则。\n第二条 租金为一千元。\n第三条 期限。\nOnly here.\n尾",
        "第一条 总则。\n第二条 租金为两千元。\n第三条 期限。\n尾\nA new end.",
    )
    assert "第二条 租金为<del>一</del>千元。" in page
    assert "第二条 租金为<ins>两</ins>千元。" in page
    shown = Page(page).text
    assert shown.index("第一条 总则。") < shown.index("第三条 期限。")
    for sign, line in (("\u2212", "Only here."), ("+", "A new end.")):
        assert f"{sign}</span><bdi>{line}" in page


def test_both_sides_of_a_long_line_are_cut_at_the_change() -> None:
    before, behind = "word " * 300, "end " * 300
    page = near_pair(f"{before}four candidates left{behind}", f"{before}four left{behind}")
    assert "four <del>candidates </del>left" in page
    assert page.count("four left") == 1
    assert len(page) < 12_000


def test_of_a_part_only_what_the_whole_has_not_is_shown() -> None:
    whole = "\n".join(f"chapter {number}" for number in range(100))
    page = part_page(whole, "chapter 41\nchapter 40\nadded\nchapter 42")
    text = Page(page).text
    assert "added" in text
    assert "Lines 42 to 43 of 100: chapter 41" in text
    assert text.count("chapter") == 1
    page = part_page(whole, "chapter 41\nchapter 40")
    assert "All of its lines are in the kept document." in page


def test_a_line_far_inside_the_whole_is_not_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simcore.reports.html.MOST_LINES", 10)
    whole = "\n".join(f"chapter {number}" for number in range(100))
    found = differences(whole, "chapter 90\nchapter 91", part=True)
    assert (found.places, found.not_compared) == ([], 90)


def test_copies_have_no_differences_and_what_is_gone_says_so() -> None:
    made = report(
        [group(1, member(2, kind=Kind.IDENTICAL), member(3), member(4))], [document(3), document(4)]
    )
    page = Page(page_of(made, {1: "a", 3: "a\n"})).text
    assert page.count("differences from the kept document") == 1
    assert "No line differs." in page
    assert "00004.txt: the text could not be read again (is no longer there)" in page


def test_lines_that_end_with_the_page_are_sentences() -> None:
    left = "第一条 本条例适用于本市。第二条 应当遵守。The end of it. Really."
    right = "第一条 本条例适\n用于本市。第二\n条 应当遵守。\nThe end\nof it. Really."
    assert "No line differs." in near_pair(left, right, encoding="pdf")
    assert "No line differs." not in near_pair(left, right)


LINES = st.lists(st.sampled_from(["a", "b", "一", "e\u0301"]), max_size=5)


def changed(found: TextDifferences, sign: str) -> set[int]:
    """The numbers of the changed lines of one text."""
    alignment, left = found.alignment, sign == "-"
    positions = alignment.left_positions if left else alignment.right_positions
    return {
        alignment.margin_number(positions[row], left=left)[0]
        for place in found.places
        for row, shown in place
        if shown == sign
    }


@given(LINES, LINES)
def test_all_else_is_common(left: Sequence[str], right: Sequence[str]) -> None:
    found = differences("\n".join(left), "\n".join(right))
    assert not found.left_out
    gone, come = changed(found, "-"), changed(found, "+")
    rest = [one for number, one in enumerate(left, 1) if number not in gone]
    assert rest == [one for number, one in enumerate(right, 1) if number not in come]


def test_differences_are_bounded() -> None:
    # spaces and forms that nobody sees are none
    assert not differences("caf\u00e9  noir\r\n\r\n合同 书\n", "cafe\u0301 noir\n合同书").places
    # the line behind a change that fills its place is not counted
    found = differences("b\na", "a\n" * 12)
    assert (len(found.places[0]), found.left_out) == (12, 0)
    assert differences("b\na", "a\n" * 13).left_out == 1
    left = "\n".join(f"line {number}\nsame {number}" for number in range(500))
    right = left.replace("line", "changed line")
    found = differences(left, right)
    expected = sum(
        tag != "equal"
        for tag, *_ in difflib.SequenceMatcher(
            None, left.split("\n"), right.split("\n"), autojunk=False
        ).get_opcodes()
    )
    assert (len(found.places), found.left_out) == (20, expected - 20)
    assert "Changes and lines that are not shown: 480." in near_pair(left, right)


def test_a_text_of_many_megabytes_takes_no_time() -> None:
    times = 100 if LONG else 5  # a megabyte
    huge = "".join(f"{number:09}\n" for number in range(30_000)) * times
    began = time.process_time()
    found = differences(huge, huge[::-1])
    assert found.not_compared > 60_000 * times - 2 * MOST_LINES - 10
    assert len(near_pair(huge, "short")) < 100_000
    one_line = "字" * 300_000 * times
    assert len(near_pair(one_line, one_line + "终")) < 100_000
    assert time.process_time() - began < 1.2 * times


def test_a_page_is_bounded_and_the_rest_is_named() -> None:
    groups, largest = (600, 60_000) if LONG else (240, 40_000)
    made = many(groups)
    whole = page_of(made)
    assert len(whole.encode()) > 2 * largest
    small = page_of(made, largest=largest)
    assert len(small.encode()) <= largest
    page = Page(small)
    shown = page.elements.count("section")
    assert shown > 15
    assert f"Groups that are not shown in full: {groups - shown:,}" in page.text
    # the folder, the line about the others, a link to each of those shown and their kind
    names = page.elements.count("li") - 2 - shown - 1
    assert f"Groups that are not named either: {groups - shown - names:,}" in page.text


def test_a_group_without_room_does_not_take_that_of_others() -> None:
    members = [member(number) for number in range(2, 5_000)]
    made = report([group(1, *members), group(6_001, member(6_002))])
    page = Page(page_of(made, largest=100_000))
    assert page.elements.count("section") == 1
    assert "Groups that are not shown in full: 1" in page.text
    assert "(4,999)" in page.text


def test_a_group_of_many_says_how_many_are_not_compared() -> None:
    members = [member(number) for number in range(2, 102)]
    texts = {number: f"text\n{number}" for number in range(1, 102)}
    page = Page(page_of(report([group(1, *members)]), texts)).text
    assert page.count("differences from the kept document") == 50
    assert "Documents of this group whose differences are not shown: 50." in page


def test_words_of_another_language() -> None:
    words = ReportWords(language="zh-CN", title="相似文档", kept="保留：{0}", count="<{}>".format)
    source = page_of(contracts(), words=words)
    assert '<html lang="zh-CN">' in source
    assert "<td>保留：higher version by name</td>" in source
    assert "&lt;8&gt;" in source


def test_it_can_be_cancelled_between_documents() -> None:
    calls: list[tuple[int, int]] = []

    def told(done: int, total: int) -> None:
        calls.append((done, total))
        if len(calls) == 3:
            raise Cancelled

    with pytest.raises(Cancelled):
        page_of(many(10), {}, told=told)
    assert calls[-1][1] == 10


def test_groups_as_a_page(tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    text, page = chinese_text(1), tmp_path / "page.html"
    files = {"a.md": f"# <租约>\n\n{text}", "b.txt": text.replace("。", "了。", 1)}
    if os.name == "posix":
        files["<script>.txt"] = edited(text, 3, 1)
    library = written(tmp_path / "库", files)
    words = ["groups", str(library), "--index", str(tmp_path / "i.sqlite3"), "--jobs", "0"]
    assert main([*words, "--output", str(page)]) == 0
    source = page.read_text(encoding="utf-8")
    assert "&lt;租约&gt;" in source
    assert "<ins>" in source
    assert "<script" not in source
    assert main([*words, "--format", "html"]) == 0
    printed = capsysbinary.readouterr().out.replace(os.linesep.encode(), b"\n").decode()
    cut = source.index("Made by"), source.index("Distance")
    assert printed[: cut[0]] == source[: cut[0]]
    assert printed[cut[1] :] == source[cut[1] :]
