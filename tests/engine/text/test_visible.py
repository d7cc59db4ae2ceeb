"""What a reader can tell apart, by pairs of the Unicode standard and of real documents."""

import random
import re
import unicodedata

import pytest

from amounts import LONG
from builders import chinese_text
from simcore import Kind, read_document
from simcore.model.records import DecodedText
from simcore.text.normal_form import fold_spaces, visible
from simcore.text.visible import visible_hashes
from simcore.text.words import normal_form, normalise

CONTRACT = chinese_text(3)
MARKED_UP = (
    "<p>{}</p><p>合同 <a href='{}'>第二条</a> <img src='{}' alt='{}'> <input value='{}'></p>"
)


def kind(one: tuple[str, str | bytes], other: tuple[str, str | bytes]) -> Kind:
    """Return how two named documents look to a reader."""
    read = [
        visible_hashes(read_document(name, text if isinstance(text, bytes) else text.encode()))
        for name, text in (one, other)
    ]
    if read[0].words != read[1].words:
        return Kind.SIMILAR
    return Kind.SAME_TEXT if read[0].form == read[1].form else Kind.SAME_WORDS


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("caf\u00e9 \u1100\u1161", "cafe\u0301 \uac00"),  # canonical forms
        ("Ａ１，％ ｶﾞﾊﾟ", "A1,% ガパ"),  # full and half width
        ("ﬁne ﬂow oﬃce ĳs ﬖ", "fine flow office ijs վն"),  # ligatures
        ("⼀⼈⼤ ⻳", "一人大 龟"),  # Kangxi radicals, and of the supplement
        ("ﻣﺤﻤﺪ", "محمد"),  # forms of Arabic letters for their place in a word
        ("one\r\ntwo\rthree\n\nfour", "one two three four"),  # line ends and line breaks in prose
        ("a\u00a0b  c\td\u3000e", "a b c d e"),  # runs of spaces
        ("co\u00adoperate\u200b \ufeffhere", "cooperate here"),  # unseen
        ("数据\n库 SQL\n语句：\n一", "数据库 SQL  语句：一"),  # a line break in Chinese is no space
        ("กา\nกลม", "กากลม"),
    ],
)
def test_what_a_reader_cannot_tell_apart(one: str, other: str) -> None:
    assert kind(("a.txt", one), ("b.md", other)) is Kind.SAME_TEXT


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Area: 10² m", "Area: 102 m"),
        ("H₂O", "H2O"),
        ("5½ kg", "51⁄2 kg"),
        ("in Maßen", "in Massen"),
        ("Polish", "polish"),
        ("①甲", "1甲"),
        ("㎏", "kg"),
        ("𝐱", "x"),
        ("نامه\u200cای", "نامهای"),  # without the joiner it is written otherwise
    ],
)
def test_what_only_the_normal_form_folds(one: str, other: str) -> None:
    """Each pair has one normal form, and so one fingerprint; a reader sees two texts."""
    assert normalise(one) == normalise(other)
    assert kind(("a.txt", one), ("b.txt", other)) is Kind.SIMILAR
    chinese = f"{CONTRACT}\n{one}", f"{CONTRACT}\n{other}"
    assert kind(("a.txt", chinese[0]), ("b.txt", chinese[1])) is Kind.SIMILAR


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("出席：李明 王 张三", "出席：李 明王 张三"),
        ("กา กลม", "กากลม"),
        ("ខ្មែរ ខ្ញុំ", "ខ្មែរខ្ញុំ"),
        ("かな か", "かなか"),
        ("库 SQL", "库SQL"),
        ("e\u0301 李 王", "é 李王"),
        ("𠀀\u0301 李 王", "𠀀\u0301 李王"),
    ],
)
def test_spaces_in_scripts_without_them_are_seen(one: str, other: str) -> None:
    assert normalise(one) == normalise(other)
    assert kind(("a.txt", one), ("b.txt", other)) is Kind.SAME_WORDS
    copy = ("b.txt", f"\n{one}\r\n".replace(" ", "\u3000 ").encode("utf-16"))
    assert kind(("a.txt", one), copy) is Kind.SAME_TEXT


LIST = "需要：\n第一项 合同\nSecond item\n"


@pytest.mark.parametrize("sign", ["• ", "\t▪\t", "  ◦ ", "\uf0b7\u3000"])
def test_a_sign_before_an_item_is_no_word_but_is_seen(sign: str) -> None:
    """Word processors do not have it in the text; pages, and texts that they export, do."""
    signs = LIST.replace("第", f"{sign}第").replace("S", f"{sign}S")
    assert normalise(signs) == normalise(LIST)
    assert kind(("a.txt", LIST), ("b.txt", signs)) is Kind.SAME_WORDS
    assert kind(("a.txt", signs), ("b.txt", signs.encode("utf-16"))) is Kind.SAME_TEXT
    spaced = signs.replace("第", "\u1100\u1161第")  # some characters depend on their context
    assert kind(("a.txt", spaced), ("b.txt", spaced.replace(sign, ""))) is Kind.SAME_WORDS
    other = "▫ " if "▪" in sign else "▪ "
    assert kind(("a.txt", signs), ("b.txt", signs.replace(sign, other))) is Kind.SAME_WORDS


@pytest.mark.parametrize("sign", ["✓ ", "■ ", "- ", "1. ", "一、"])
def test_a_sign_that_may_mean_something_is_a_word(sign: str) -> None:
    signs = LIST.replace("第", f"{sign}第").replace("S", f"{sign}S")
    assert kind(("a.txt", LIST), ("b.txt", signs)) is Kind.SIMILAR


@pytest.mark.parametrize("encoding", ["gb18030", "utf-16", "utf-8-sig"])
def test_encodings_and_line_ends_do_not_show(encoding: str) -> None:
    again = ("b.txt", CONTRACT.replace("\n", "\r\n").encode(encoding))
    assert kind(("a.txt", CONTRACT), again) is Kind.SAME_TEXT
    assert kind(("a.py", CONTRACT), ("b.py", again[1])) is Kind.SAME_TEXT


def test_code_in_traditional_and_simplified_has_the_same_words() -> None:
    """A converted document with a remark in its code was only similar, at 100 %."""
    page = "# 选择索引\n\n读取数据\n\n```sql\nSELECT a; -- 读取数据\n```\n"
    other = "# 選擇索引\n\n讀取數據\n\n```sql\nSELECT a; -- 讀取數據\n```\n"
    assert kind(("a.md", page), ("b.md", other)) is Kind.SAME_WORDS
    code = "Read\n\n```\n-- 读取\n```\n"
    assert kind(("a.md", code), ("b.md", code.replace("读", "讀"))) is Kind.SAME_WORDS
    assert kind(("a.md", code), ("b.md", code.replace("读", "选"))) is Kind.SIMILAR


def test_traditional_and_simplified_have_the_same_words() -> None:
    one, other = "計畫在後面：\n頭髮 10² m", "计划在后面：头发10² m"
    assert kind(("a.txt", one), ("b.txt", other)) is Kind.SAME_WORDS
    assert kind(("a.txt", one), ("b.txt", other.replace("²", "2"))) is Kind.SIMILAR
    assert kind(("a.txt", one), ("b.txt", one.encode("big5hkscs", "ignore"))) is Kind.SIMILAR
    again = one.replace("²", "").encode("big5")
    assert kind(("a.txt", one.replace("²", "")), ("b.txt", again)) is Kind.SAME_TEXT


@pytest.mark.parametrize("name", ["a.py", "Makefile", "a.yaml", "a.csv", "a.json"])
def test_source_keeps_its_layout(name: str) -> None:
    """The second calls ``leave`` whatever the condition; the third does not run at all."""
    one = "if done:\n    save()\n    leave()\n"
    for other in ("if done:\n    save()\nleave()\n", "if done: save() leave()"):
        assert normalise(one) == normalise(other)
        assert kind((name, one), (name, other)) is Kind.SIMILAR
        noted = f"# 完成\n{one}", f"# 完成\n{other}"
        assert kind((name, noted[0]), (name, noted[1])) is Kind.SIMILAR
    ends = one.replace("\n", "  \r\n") + "\n\n"
    assert kind((name, one), (name, ends)) is Kind.SAME_TEXT


def test_code_in_prose_keeps_its_layout_too() -> None:
    page = "Save it\nfirst:\n\n```python\nif done:\n    save()\n    leave()\n```\nThat\nis all.\n"
    wrapped = page.replace("Save it\nfirst", "Save it first").replace("That\nis", "That is")
    assert kind(("a.md", page), ("b.md", wrapped)) is Kind.SAME_TEXT
    moved = page.replace("    leave()", "leave()")
    assert normalise(moved) == normalise(page)
    assert kind(("a.md", page), ("b.md", moved)) is Kind.SIMILAR


INDENTED = "    if paid:\n        ship()\n    log()\n"


@pytest.mark.parametrize(
    ("name", "one", "other"),
    [
        ("a.md", INDENTED, INDENTED.replace("    log", "        log")),
        ("a.md", f"- Item:\n\n  - ```py\n{INDENTED}    ```\n", ""),
        (
            "a.md",
            "> ```py\n> if paid:\n>     ship()\n> log()\n> ```\n",
            "> ```py\n> if paid:\n>     ship()\n>     log()\n> ```\n",
        ),
        ("a.md", "- one\n  - two\n", "- one\n- two\n"),
        ("a.rst", f"Code::\n\n{INDENTED}", ""),
        ("a.rst", "x\n    x\n", "    x\nx\n"),
        ("a.org", "#+BEGIN_SRC py\na = 1\nb\n#+END_SRC\n", "#+BEGIN_SRC py\na = 1 b\n#+END_SRC\n"),
        ("a.adoc", "----\na = 1\nb\n----\n", "----\na = 1 b\n----\n"),
        ("a.tex", "one % two\nthree", "one % two three"),
        ("a.txt", "Owes      Paid\n90 EUR\n", "Owes      Paid\n          90 EUR\n"),
        ("a.txt", "x      90          y\n", "x          90      y\n"),
        ("a.txt", "x\t\t90\ty\n", "x\t90\t\ty\n"),
        ("a.rst", "Code::\n\n a = 1\n b\n", "Code::\n\n a = 1 b\n"),
        ("a.rst", "Code::\n\n a = 1\n\nEnd\n", "Code::\n\na = 1\n\nEnd\n"),
        ("a.rst", "Code::\n\n a  = 1\n", "Code::\n\n a = 1\n"),
        ("a.md", "Roses are red  \nviolets are blue\n", "Roses are red\nviolets are blue\n"),
        ("a.md", "Roses are red  \nviolets are blue\n", "Roses are  \nred violets are blue\n"),
        ("a.md", "| a | b |\n| c | d |\n", "| a | b | | c | d |\n"),
    ],
)
@pytest.mark.parametrize("lead", ["A few words.\n\n", "前几句话。\n\n"])
def test_layout_in_prose_is_seen(name: str, one: str, other: str, lead: str) -> None:
    other = other or one.replace("    log", "        log")
    assert normalise(one) == normalise(other)
    first, second = (
        visible_hashes(read_document(name, f"{lead}{x}".encode())) for x in (one, other)
    )
    assert first.form != second.form
    # what is around it can be wrapped otherwise, and ends of lines are not seen
    again = lead.replace(" ", "\n").replace("\n\n", " \r\n\r\n\r\n") + one.replace("\n", " \n")
    if name not in {"a.adoc", "a.tex"}:
        assert visible_hashes(read_document(name, again.encode("utf-16"))) == first


def test_a_backslash_before_a_line_end_breaks_the_line_in_markdown() -> None:
    one, other = "10 kg\\\nof 7\n", "10 kg\\ of 7\n"
    assert kind(("a.md", one), ("b.markdown", other)) is Kind.SAME_WORDS
    assert kind(("a.txt", one), ("b.txt", other)) is Kind.SAME_TEXT
    # of two breaks the second is later
    assert kind(("a.md", "a  \nb  \nc d"), ("b.md", "a  \nb c  \nd")) is Kind.SAME_WORDS


def test_what_ends_no_line_of_markdown_breaks_none() -> None:
    """Spaces at the end of a paragraph, and in an empty line, are not seen; nor in plain text."""
    text = "one  \n   \ntwo \nthree  \n"
    bare = "one\n\ntwo\nthree\n"
    assert kind(("a.md", text), ("b.md", bare)) is Kind.SAME_TEXT
    assert kind(("a.txt", "one  \ntwo"), ("b.txt", "one\ntwo")) is Kind.SAME_TEXT
    assert kind(("a.txt", "one:\n two"), ("b.txt", "one: two")) is Kind.SAME_TEXT


class TestPages:
    """Pages whose visible words are the same."""

    page = MARKED_UP.format("10<sup>2</sup> m", "/two", "seal.png", "seal", "100")

    @pytest.mark.parametrize(
        "other",
        [
            page.replace("/two", "/three"),
            page.replace("seal.png", "other.png"),
            page.replace("alt='seal'", "alt='stamp'"),
            page.replace("100", "900"),
            page + "<svg><path d='M0'/></svg>",
            page.replace("<input", "<input checked"),
        ],
    )
    def test_what_is_beside_the_words(self, other: str) -> None:
        assert kind(("a.html", self.page), ("b.htm", other)) is Kind.SAME_WORDS

    @pytest.mark.parametrize("tag", ["sub", "del", "s", "span"])
    def test_raised_lowered_and_struck_out(self, tag: str) -> None:
        page = self.page.replace("<sup>2", "<sup>n")
        other = page.replace("sup>", f"{tag}>")
        texts = [read_document("a.html", one.encode()).text for one in (page, other)]
        assert texts[0] == texts[1]
        assert kind(("a.html", page), ("b.html", other)) is Kind.SIMILAR

    def test_raised_digits_are_characters_of_their_own(self) -> None:
        for power in ("<sup>2</sup>", "<SUP class='a'><span> 2 </span></SUP >", "²"):
            page = f"<p>面积为 10{power} m<sub>2</sub></p>"
            decoded = read_document("a.html", page.encode())
            assert (decoded.text, decoded.marks) == ("面积为 10² m₂", ())
        assert kind(("a.html", "<p>10<sup>2</sup>"), ("b.html", "<p>102")) is Kind.SIMILAR

    def test_where_it_is_raised(self) -> None:
        one, other = "<p>2<sup>2</sup> 2</p>", "<p>2 2<sup>2</sup></p>"
        assert kind(("a.html", one), ("b.html", other)) is Kind.SIMILAR
        assert kind(("a.html", one), ("b.html", f"<!-- -->{one}")) is Kind.SAME_TEXT
        script = "<script>var x = 'a word';</script>" + one
        assert kind(("a.html", one), ("b.html", script)) is Kind.SAME_WORDS

    def test_code_and_formulas(self) -> None:
        for one, other in (
            ("<pre>if a:\n  b()\n  c()</pre>", "<pre>if a:\n  b()\nc()</pre>"),
            ("<math><msup>x2</msup></math>", "<math><msub>x2</msub></math>"),
        ):
            assert kind(("a.html", one), ("b.html", other)) is Kind.SIMILAR
            assert kind(("a.html", one), ("b.html", one + "<!-- -->")) is Kind.SAME_TEXT

    def test_what_nobody_sees(self) -> None:
        head = "<html>\n<head>\n<meta charset='gbk'></head><body>"
        other = (head + self.page.replace("<p>", "<p class='x'>\n") + "</body></html>").encode(
            "gbk", "xmlcharrefreplace"
        )
        assert kind(("a.html", self.page), ("b.html", other)) is Kind.SAME_TEXT

    def test_a_page_and_its_text(self) -> None:
        assert kind(("a.html", "<p>合同第二条</p>"), ("b.txt", "合同第二条")) is Kind.SAME_WORDS


def test_every_way_to_the_form_of_a_text_leads_to_the_same() -> None:
    """Characters of every sort, at random, beside each other.

    Two texts have one hash where the definition, written without a table, makes them one.
    """
    generator = random.Random(7)
    every = [chr(code) for code in range(0x20, 0x30000) if not 0xD800 <= code < 0xE000]
    known = [one for one in every if unicodedata.category(one) != "Cn"]
    common = "aA …½²①ﬁＡ　 ßé\u0301合數ﾊĲ\n"
    seen: dict[tuple[bytes, bytes], str] = {}
    for size in (1, 2, 3, 20, 400):
        for number in range(300 if LONG else 60):
            text = "".join(generator.choices(common if number % 2 else known, k=size))
            # runs of spaces at the begin of a line and between columns are kept, see above
            text = re.sub(r"[ \n]{2,}", " ", text)
            form = fold_spaces(visible(text))
            assert normalise(form) == normalise(text), ascii(text)
            decomposed = unicodedata.normalize("NFD", text)
            for one in (text, decomposed, form, f"\ufeff{text}\r\n", text.replace(" ", "\n ")):
                found = normal_form(one)
                assert seen.setdefault((found.form.tobytes(), found.seen), form) == form, ascii(one)
                assert fold_spaces(visible(one)) == form
            copies = (text, decomposed, f"\ufeff{text}\r\n")
            read = [DecodedText(one, "utf-8", lossy=False) for one in copies]
            assert len({visible_hashes(one).form for one in read}) == 1, ascii(text)
    assert len(set(seen.values())) == len(seen) > (500 if LONG else 100)


_MANY = 500_000 if LONG else 100_000


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.txt", " " * 4 * _MANY + "x"),
        ("a.py", " " * 4 * _MANY + "x"),
        ("a.md", "`" * 4 * _MANY),
        ("a.md", "```\n" * _MANY),
        ("a.md", "  a\nb   c\n" * (_MANY // 5)),
        ("a.md", "  a\n" + " \n" * _MANY),
        ("a.md", "x" + " " * 4 * _MANY + "\nx"),
        ("a.md", "a  \n\\\n" * (_MANY // 5)),
        ("a.rst", "::\n a\n" + " " * 4 * _MANY + "\n" * _MANY),
        ("a.org", "#+begin_\n" * _MANY),
        ("a.org", "#+begin_\n#+" * (_MANY // 5)),
        ("a.html", "``` " * 3 * _MANY),
        ("a.html", "<pre>" * 2_000 + "x" * _MANY),
        ("a.html", "<svg>" * 2_000 + "x" * _MANY),
    ],
)
def test_hostile_runs_end(name: str, text: str) -> None:
    """Each would take minutes at least if the time grew with the square of the length."""
    assert len(visible_hashes(read_document(name, text.encode())).form) == 16
