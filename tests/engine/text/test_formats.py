"""From bytes to text: which reader a document gets, and what pages of HTML come down to."""

from pathlib import Path

import pytest

from simcore import DecodedText, ReadError, read_document
from simcore.text import formats
from simcore.text.formats import FORMATS, Format
from simcore.text.formats.html import visible_text

PAGE = "<p>合同</p>"


def sealed(data: bytes, encoding: str | None) -> DecodedText:
    return DecodedText(f"{len(data)} bytes", "Sealed", lossy=False)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.html", "合同"),
        ("A.HTM", "合同"),
        ("a.xhtml", "合同"),
        ("a.txt", PAGE),
        ("a.html.txt", PAGE),
        ("html", PAGE),
        ("", PAGE),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "gb18030", "utf-16"])
def test_the_suffix_tells_what_is_html(name: str, text: str, encoding: str) -> None:
    assert read_document(name, PAGE.encode()).text == text
    assert read_document(name, PAGE.encode(encoding), encoding).text == text


def test_leading_bytes_are_asked_before_anything_is_decoded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    binary = b"\x89SEAL\0\1\2" + bytes(range(256))
    for name in ("a.sealed", "a.txt", "a.html"):
        with pytest.raises(ReadError, match="binary"):
            read_document(name, binary)
    monkeypatch.setattr(formats, "FORMATS", (Format(sealed, (b"\x89SEAL",)), *FORMATS))
    for name in ("a.sealed", "a.txt", "a.html"):
        assert read_document(name, binary).encoding == "Sealed"
    # what a scan recognised is told again when the file is read again
    assert read_document("a.sealed", binary, "Sealed") == sealed(binary, "Sealed")
    assert read_document("a.sealed", b"no seal").text == "no seal"


def test_formats_in_one_container_differ_in_their_suffixes(monkeypatch: pytest.MonkeyPatch) -> None:
    both = Format(sealed, (b"PK\3\4", b"PK\5\6"), (".sealed",))
    monkeypatch.setattr(formats, "FORMATS", (both, *FORMATS))
    assert read_document("A.SEALED", b"PK\5\6").encoding == "Sealed"
    assert read_document("a.txt", b"PK\3\4" + b" and more text" * 20).encoding == "utf-8"
    assert read_document("a.sealed", b"PK").encoding == "utf-8"


def test_every_module_here_is_a_format() -> None:
    folder = Path(formats.__file__).parent
    modules = {path.stem for path in folder.glob("*.py")} - {"__init__"}
    assert {one.read.__module__ for one in FORMATS} == {f"{formats.__name__}.{n}" for n in modules}
    assert FORMATS[-1].reads("whatever no other reads", b""), "plain text"
    assert sorted(FORMATS, key=lambda one: not one.leading) == [*FORMATS], "leading bytes first"


class TestHtml:
    """HTML comes down to what a reader sees."""

    def read(self, html: str, name: str = "page.html") -> str:
        return read_document(name, html.encode()).text

    def test_text_only(self) -> None:
        html = (
            "<?xml version='1.0' encoding='gbk'?><html><head><title>标题</title>"
            "<style>p {color: red}</style><script>var x = '<p>no</p>';</script></head>"
            "<body><p>你<b>好</b>，世界&nbsp;&amp; more</p><ul><li>一<li>二</ul>"
            "<!-- comment --></body></html>"
        )
        assert self.read(html).split() == [
            "标题",
            "你好，世界",
            "&",
            "more",
            "一",
            "二",
        ]

    def test_other_files_are_left_alone(self) -> None:
        assert self.read("<p>a</p>", "notes.txt") == "<p>a</p>"
        assert self.read("<p>a</p>", "data.xml") == "<p>a</p>"

    @pytest.mark.parametrize(
        "html", ["", " \n", "<!-- -->", "plain", "<", "\0<p>a", "<p>" * 50_000]
    )
    def test_odd_pages(self, html: str) -> None:
        assert "<p>" not in visible_text(html)
