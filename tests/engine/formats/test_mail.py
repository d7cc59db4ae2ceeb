"""E-mails and web archives, made by the standard library, and by hand as programs err."""

import base64
from email.message import EmailMessage

import pytest

from simcore import ReadError, read_document

CONTRACT = "合同自双方签字之日起生效，一式两份。"


def text_of(data: bytes, name: str = "a.eml") -> str:
    return read_document(name, data).text


def mail(subject: str = "关于合同") -> EmailMessage:
    message = EmailMessage()
    message["Subject"], message["From"], message["To"] = subject, "a@example.org", "b@example.org"
    return message


@pytest.mark.parametrize("transfer", ["base64", "quoted-printable", "8bit"])
@pytest.mark.parametrize("charset", ["utf-8", "gb18030", "big5hkscs"])
def test_subject_and_plain_text_are_read(charset: str, transfer: str) -> None:
    message = mail()
    text = "數據庫的備份" if charset.startswith("big5") else CONTRACT
    message.set_content(text, charset=charset, cte=transfer)
    message.add_alternative(f"<p>{text} as a page</p>", subtype="html")
    message.add_attachment("no", filename="secret.txt")
    decoded = read_document("a.eml", message.as_bytes())
    assert decoded.text.split() == ["关于合同", text]
    assert (decoded.encoding, decoded.lossy, decoded.cut_short) == ("eml", False, None)


def test_the_page_is_read_where_there_is_no_plain_text() -> None:
    message = mail("10")
    message.set_content("<p>one<p>10<sup>th</sup><script>no()</script>", subtype="html")
    raised = read_document("a.eml", message.as_bytes())
    assert raised.text.split() == ["10", "one", "10th"]
    assert raised.marks


def test_what_is_beside_the_words_makes_other_files() -> None:
    found = []
    for name in ("a.png", "b.png"):
        message = mail()
        message.set_content(CONTRACT)
        message.add_attachment(b"x", maintype="image", subtype="png", filename=name)
        found.append(read_document("a.eml", message.as_bytes()))
    assert found[0].text == found[1].text
    assert found[0].beside != found[1].beside


def test_a_label_that_is_too_narrow_or_wrong() -> None:
    head = b"To: b@example.org\nSubject: s\nContent-Type: text/plain; charset="
    rare = "囧镕喆：合同自双方签字之日起生效"  # not in GB2312
    assert rare in text_of(head + b"gb2312\n\n" + rare.encode("gb18030"))
    assert CONTRACT in text_of(head + b"iso-8859-1\n\n" + CONTRACT.encode())
    assert CONTRACT in text_of(head + b'"no such"\n\n' + (CONTRACT * 9).encode("gb18030"))
    assert "déjà — vu" in text_of(head + b"us-ascii\n\n" + "déjà — vu".encode("cp1252"))
    jis = "これは日本語の文章です"
    assert jis in text_of(head + b"iso-2022-jp\n\n" + jis.encode("iso-2022-jp"))


def test_a_subject_whose_words_are_cut_inside_a_character() -> None:
    raw = "合同自双方".encode("gb18030")
    words = (base64.b64encode(part).decode() for part in (raw[:5], raw[5:]))
    subject = "\n ".join(f"=?gb2312?B?{word}?=" for word in words)
    assert text_of(f"To: x\nSubject: {subject}\n\nbody".encode()).startswith("合同自双方")
    plain = b"To: x\nSubject: " + (CONTRACT * 4).encode("gb18030") + b"\n\nbody"
    assert text_of(plain).startswith(CONTRACT)


def test_a_forwarded_message_is_read_and_so_is_a_digest() -> None:
    inner, outer = mail("inner"), mail("outer")
    inner.set_content("what was said first")
    outer.set_content("see below")
    outer.add_attachment(inner)
    assert text_of(outer.as_bytes()) == "outer\n\nsee below\n\ninner\n\nwhat was said first\n"


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_parts_without_headers_are_plain_text(end: bytes) -> None:
    lines = [b"To: x", b"Content-Type: multipart/mixed; boundary=b", b"", b"to be ignored", b"--b",
             b"", b"first: part", b"--b", b"Content-Type: text/plain", b"", b"second", b"--b--",
             b"also ignored"]  # fmt: skip
    assert text_of(end.join(lines)) == "first: part\n\nsecond\n"


def test_a_saved_page_is_its_root() -> None:
    archive = (
        b"From: <Saved by Blink>\r\nSnapshot-Content-Location: http://a\r\nSubject: The title\r\n"
        b'Content-Type: multipart/related; boundary="=b"\r\n\r\n--=b\r\nContent-Type: text/html\r\n'
        b"Content-Transfer-Encoding: quoted-printable\r\n\r\n"
        b"<p>=E5=90=88=E5=90=8C and =\r\nso on\r\n"
        b"--=b\r\nContent-Type: text/html\r\n\r\n<p>a frame\r\n--=b--\r\n"
    )
    assert text_of(archive, "page.mhtml") == "合同 and so on\n"


def test_a_message_that_was_cut_off_says_so() -> None:
    message = mail()
    message.set_content(CONTRACT * 100)
    message.add_alternative("<p>page</p>", subtype="html")
    whole = message.as_bytes()
    assert read_document("a.eml", whole).cut_short is None
    cut = read_document("a.eml", whole[: len(whole) // 2])
    assert cut.cut_short is not None
    assert CONTRACT in cut.text


def test_hostile_messages_are_bounded() -> None:
    deep = b"".join(
        b'Content-Type: multipart/mixed; boundary="b%d"\n\n--b%d\n' % (at, at) for at in range(2000)
    )
    assert read_document("a.eml", b"To: x\n" + deep + b"\ntext").cut_short is not None
    many = b"To: x\nContent-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\nx\n" * 50_000
    assert read_document("a.eml", many).cut_short is not None
    with pytest.raises(ReadError, match="damaged"):
        read_document("a.eml", b"\x00\x01\x02 no header at all")
    parameters = b"Content-Type: text/plain; " + b"a*0=b;" * 40_000
    assert text_of(b"To: x\n" + parameters + b"\n\ntext") == "text\n"


def test_bytes_that_are_not_ascii_in_a_header() -> None:
    """The library then gives an object that is no text."""
    for name in (b"Content-Type", b"Content-Disposition"):
        for size in (1, 3_000):
            header = name + b": text/plain; name=" + "\u5408".encode("gb18030") * size
            data = b"Subject: x\nTo: a@b\n" + header + b"\n\nwords\n"
            assert text_of(data).split() == ["x", "words"]
    # half of a character is replaced
    found = read_document("a.eml", b"Subject: =?utf-7?Q?+2AA-?= x\n\nwords\n")
    assert (found.text, found.lossy) == ("\ufffd x\n\nwords\n", True)
