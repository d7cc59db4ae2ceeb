"""Texts whose line ends mean nothing, beside others: a PDF beside its source, a wrapped text."""

import textwrap

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from amounts import examples
from app.compare.texts import LineEnds, TitledText
from app.compare.view import DifferenceView
from simcore.diff.align import EFFORT, PageSort, RowKind, SideText, align, flowed
from simcore.diff.matching import Effort

ENGLISH = (
    "The parties agree as follows.\n"
    "Goods are delivered within thirty days after the order has reached the seller, unless both"
    " parties have agreed upon another day in writing.\n"
    "\n"
    "The price includes packing and carriage to the place that the buyer has named in the order.\n"
    "Nothing else is owed.\n"
)
CHINESE = (
    "第一条 合同自双方签字之日起生效，有效期为三年，期满前三十日内任何一方均可书面提出终止。\n"
    "第二条 卖方应当在收到订单后三十日内交付货物，双方另有书面约定的除外。\n"
    "第三条 货款包括包装费和运费。\n"
)


def effort() -> Effort:
    return Effort(EFFORT, lambda: False)


def paper(text: str, width: int) -> str:
    """Break a text as a page does: a line is full wherever that is."""
    return "\n".join(
        "\n".join(textwrap.wrap(line, width, break_long_words=True)) for line in text.splitlines()
    )


@pytest.mark.parametrize("width", [12, 20, 28])
@pytest.mark.parametrize("text", [ENGLISH, CHINESE], ids=["en", "zh"])
def test_a_page_beside_its_source_has_the_lines_of_the_source(text: str, width: int):
    page = paper(text, width)
    assert page.count("\n") > text.count("\n")
    for left in (True, False):
        sides = SideText(page, flows=True), SideText(text)
        one, other = flowed(*(sides if left else sides[::-1]), effort())
        found = one if left else other
        assert found.text.rstrip() == text.rstrip()
        kinds = align(one.text.rstrip(), other.text.rstrip()).kinds
        assert set(kinds) == {RowKind.EQUAL.value}


def test_what_differs_is_in_its_line_and_nothing_else_is():
    page = paper(CHINESE.replace("三年", "五年").replace("第三条", "第四条"), 18)
    one, other = flowed(SideText(page, flows=True), SideText(CHINESE), effort())
    assert one.text.split("\n") == [
        CHINESE.split("\n", maxsplit=1)[0].replace("三年", "五年"),
        CHINESE.split("\n")[1],
        CHINESE.split("\n")[2].replace("第三条", "第四条"),
    ]
    assert other.text == CHINESE


@pytest.mark.parametrize("width", range(12, 40))
def test_a_line_of_the_page_may_end_beside_what_differs(width: int):
    for text, old, new in (
        (ENGLISH, "thirty days after", "forty weeks from"),
        (ENGLISH, "packing and carriage", "packing"),
        (CHINESE, "期满前三十日内", "期满后七日之内"),
    ):
        changed = text.replace(old, new)
        one, _ = flowed(SideText(paper(changed, width), flows=True), SideText(text), effort())
        assert one.text.split("\n") == changed.rstrip().split("\n")


def test_the_gap_between_chinese_and_letters_is_no_space():
    text = "2018年12月3日 第1756次会议通过 of two\n"
    page = "2018 年 12 月 3 日 第 1756 次会议\n通过 of two\n"
    side = SideText(page, flows=True, loose=True)
    one, _ = flowed(side, SideText(text), effort())
    assert one.text.rstrip() == text.rstrip()
    # HTML that was wrapped where it had a space: its reader cannot tell
    html = TitledText("", "第一条双方\n\n第二条 签字", lines=PARAGRAPHS, form="html")
    word = TitledText("", "第一条 双方\n第二条 签字", lines=PARAGRAPHS, form="docx")
    assert flowed(word.beside(html), html.beside(word), effort())[1].text == word.text
    # a wrapped text keeps what it has
    kept, _ = flowed(SideText(page, flows=True), SideText(text), effort())
    assert kept.text.startswith("2018 年")


def test_what_only_the_page_has_keeps_its_lines():
    lines = ENGLISH.splitlines()
    added = "Annex with\nlines that nobody\nelse has at all"
    page = "\n".join([paper(lines[0], 20), added, *(paper(line, 20) for line in lines[1:])])
    one, _ = flowed(SideText(page, flows=True), SideText(ENGLISH), effort())
    assert added in one.text
    assert lines[1] in one.text.split("\n")


PARAGRAPHS = LineEnds.PARAGRAPHS


@pytest.mark.parametrize("text", [ENGLISH, CHINESE], ids=["en", "zh"])
def test_blank_lines_that_a_format_puts_are_no_difference(text: str):
    lines = [line for line in text.split("\n") if line]
    spaced = TitledText("", "\n\n".join(lines) + "\n\n", lines=PARAGRAPHS, form="tex")
    changed = "\n".join(lines).replace("thirty", "forty").replace("三年", "五年")
    word = TitledText("", changed, lines=PARAGRAPHS, form="docx")
    for sides in ((spaced, word), (word, spaced)):
        one, other = sides
        found = flowed(one.beside(other), other.beside(one), effort())
        assert [side.text.count("\n") for side in found] == [len(lines) - 1] * 2
        shown = align(*(side.text for side in found))
        assert shown.kinds.count(RowKind.CHANGED.value) == len(shown.differences) == 1
    # two of one format differ in what is between their paragraphs, and so do two plain texts
    for lines_of, form in ((PARAGRAPHS, "docx"), (LineEnds.PROSE, "")):
        alike = (TitledText("", one.text, lines=lines_of, form=form) for one in (spaced, word))
        one, other = alike
        assert not one.beside(other).spaced
        assert not one.beside(other).flows


def test_a_paragraph_that_is_cut_in_two_is_a_difference():
    whole = TitledText("", ENGLISH, lines=PARAGRAPHS, form="docx")
    cut = ENGLISH.replace("unless both ", "unless both\n\n").replace("carriage to", "carriage\nto")
    other = TitledText("", cut, lines=PARAGRAPHS, form="html")
    _, found = flowed(whole.beside(other), other.beside(whole), effort())
    assert found.text == cut.replace("both\n\n", "both\n")


@pytest.mark.parametrize("lines", [LineEnds.PROSE, PARAGRAPHS])
def test_no_blank_line_is_left_over_before_a_paragraph_that_differs(lines: LineEnds):
    word = TitledText("", ENGLISH.replace("\n\n", "\n"), lines=PARAGRAPHS, form="docx")
    blank = word.text.replace("\n", "\n\n").replace("The price", "- A price")
    form = "" if lines is LineEnds.PROSE else "html"
    other = TitledText("", blank, lines=lines, form=form)
    _, found = flowed(word.beside(other), other.beside(word), effort())
    assert found.text.rstrip() == word.text.replace("The price", "- A price").rstrip()


def test_cells_of_a_table_are_parted_as_on_the_other_side():
    word = TitledText("", "年份\t成本 10\t收入\n2025\t1 200\t900\n", lines=PARAGRAPHS, form="docx")
    lines = "年份 成本 10 收入\n2025 1 200 900\n"
    pdf = TitledText("", lines, lines=LineEnds.FLOWING, form="pdf", pages=(0,))
    html = TitledText("", lines.replace("\n", "\n\n"), lines=PARAGRAPHS, form="html")
    for other in (pdf, html):
        _, found = flowed(word.beside(other), other.beside(word), effort())
        assert found.text.rstrip() == word.text.rstrip()


WORDS = st.lists(st.sampled_from(["one", "two", "three", "合", "同", "a-b", "1.5,"]), max_size=30)


@given(WORDS, WORDS, st.data())
@settings(max_examples=examples(200), deadline=None)
def test_no_character_is_lost_or_moved(left: list[str], right: list[str], data: st.DataObject):
    between = st.sampled_from([" ", "\n", "\n\n", "", "\t", "  \n"])
    texts = ["".join(w + data.draw(between) for w in words) for words in (left, right)]
    flows = data.draw(st.booleans())
    side = SideText(texts[0], flows=flows, spaced=not flows)
    one, other = flowed(side, SideText(texts[1]), effort())
    assert "".join(one.text.split()) == "".join(texts[0].split())
    assert other.text == texts[1]
    assert len(one.numbers) >= one.text.count("\n") + 1


def test_pages_are_numbered_where_they_begin():
    page = paper(ENGLISH, 30).split("\n")
    numbers = [0] * len(page)
    numbers[0], numbers[5] = 1, 2
    side = SideText("\n".join(page), flows=True, numbers=numbers, pages=PageSort.PAGES)
    found, _ = flowed(side, SideText(ENGLISH), effort())
    first_word = page[5].split()[0]
    line = next(at for at, one in enumerate(found.text.split("\n")) if first_word in one)
    assert {at: one for at, one in enumerate(found.numbers) if one} == {0: 1, line: 2}


def shown(view: DifferenceView, *, left: bool) -> list[tuple[str, str]]:
    pane = view.left_pane if left else view.right_pane
    return [(row.number, row.sign) for row in pane.gutter_rows()]


def test_the_window_shows_pages_and_the_format(qtbot, view):
    view.resize(1000, 600)
    pages = [paper(ENGLISH, 30), paper(CHINESE, 18)]
    starts = (0, pages[0].count("\n") + 1)
    pdf = TitledText(
        "kept: a.pdf",
        "\n".join([*pages, ""]),
        "a.pdf",
        "html",
        lines=LineEnds.FLOWING,
        pages=starts,
    )
    text = TitledText("chosen: a.txt", ENGLISH + CHINESE, "a.txt", "utf-8", lines=LineEnds.PROSE)
    view.show_sides(pdf, text, unlike="The words are equal; the format differs")
    qtbot.waitUntil(lambda: view.settled)
    sheet = view.roll.sheet
    assert {sheet.alignment.kind(row) for row in range(len(sheet.alignment) - 1)} == {RowKind.EQUAL}
    pages = ["p. 1", "", "", "", "", "p. 2", "", ""]
    assert shown(view, left=True) == [(page, "") for page in pages]
    assert [number for number, _ in shown(view, left=False)] == list("12345678")
    assert view.heading.notice.text().rstrip(".") == "The words are equal; the format differs"
    view.options.unified.trigger()
    qtbot.waitUntil(lambda: view.settled and bool(view.roll.sheet.sides))
    rows = [(row.number, row.other) for row in view.left_pane.gutter_rows()]
    assert rows[0] == ("p. 1", "1")
    assert rows[5] == ("p. 2", "6")


def test_slides_are_no_pages(qtbot, view):
    view.resize(1000, 600)
    slides = TitledText(
        "kept: a.pptx",
        ENGLISH + CHINESE,
        "a.pptx",
        "pptx",
        lines=LineEnds.PARAGRAPHS,
        pages=(0, ENGLISH.count("\n")),
    )
    view.show_sides(slides, TitledText("chosen: a.txt", ENGLISH + CHINESE, "a.txt"))
    qtbot.waitUntil(lambda: view.settled)
    assert view.heading.left_encoding.text() == "PowerPoint, 2 slides"
    assert [one for one, _ in shown(view, left=True) if one] == ["slide 1", "slide 2"]
    tips = [row.tip for row in view.left_pane.gutter_rows() if row.number]
    assert tips == ["Slide 1 begins here", "Slide 2 begins here"]


def test_a_wrapped_text_keeps_the_numbers_of_its_lines(qtbot, view):
    view.resize(1000, 600)
    wrapped = paper(ENGLISH, 40)
    text = TitledText("kept: a.txt", wrapped, "a.txt", "utf-8", lines=LineEnds.PROSE)
    other = TitledText("chosen: a.docx", ENGLISH, "a.docx", "utf-8", lines=LineEnds.PARAGRAPHS)
    view.show_sides(text, other)
    qtbot.waitUntil(lambda: view.settled)
    numbers = [int(row.number) for row in view.left_pane.gutter_rows() if row.number]
    lines = wrapped.split("\n")
    assert [lines[number - 1].split()[0] for number in numbers if lines[number - 1]] == [
        line.split()[0] for line in ENGLISH.split("\n") if line
    ]
    # two plain texts keep their lines, whatever they are
    view.show_sides(text, TitledText("chosen: b.txt", ENGLISH, "b.txt", lines=LineEnds.PROSE))
    qtbot.waitUntil(lambda: view.settled)
    assert len(view.roll.sheet.alignment.left) == len(lines)
