"""Encodings other than UTF-8: Python's codecs and the Universal Declaration of Human Rights.

The texts are Articles 1 and 3 in the languages' own words, which no encoding was chosen by.
"""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from builders import chinese_text
from simcore import ReadError
from simcore.text.decoding import decode

RUSSIAN = (
    "Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом и "
    "совестью и должны поступать в отношении друг друга в духе братства. Каждый человек имеет "
    "право на жизнь, на свободу и на личную неприкосновенность.\n"
)
UKRAINIAN = (
    "Всі люди народжуються вільними і рівними у своїй гідності та правах. Вони наділені розумом і "
    "совістю і повинні діяти у відношенні один до одного в дусі братерства. Кожна людина має право "
    "на життя, на свободу і на особисту недоторканність.\n"
)
BULGARIAN = (
    "Всички хора се раждат свободни и равни по достойнство и права. Те са надарени с разум и "
    "съвест и следва да се отнасят помежду си в дух на братство. Всеки има право на живот, свобода "
    "и лична сигурност.\n"
)
POLISH = (
    "Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw. Są oni "
    "obdarzeni rozumem i sumieniem i powinni postępować wobec innych w duchu braterstwa. Każdy "
    "człowiek ma prawo do życia, wolności i bezpieczeństwa swej osoby.\n"
)
CZECH = (
    "Všichni lidé rodí se svobodní a sobě rovní co do důstojnosti a práv. Jsou nadáni rozumem a "
    "svědomím a mají spolu jednat v duchu bratrství. Každý má právo na život, svobodu a osobní "
    "bezpečnost.\n"
)
HUNGARIAN = (
    "Minden emberi lény szabadon születik és egyenlő méltósága és joga van. Az emberek, ésszel és "
    "lelkiismerettel bírván, egymással szemben testvéri szellemben kell hogy viseltessenek. Minden "
    "személynek joga van az élethez, a szabadsághoz és a személyi biztonsághoz.\n"
)
GERMAN = (
    "Alle Menschen sind frei und gleich an Würde und Rechten geboren. Sie sind mit Vernunft und "
    "Gewissen begabt und sollen einander im Geiste der Brüderlichkeit begegnen. Jeder hat das "
    "Recht auf Leben, Freiheit und Sicherheit der Person. Niemand darf in Sklaverei oder "
    "Leibeigenschaft gehalten werden; über die Größe der Strafe entscheiden die Gerichte.\n"
)
FRENCH = (
    "Tous les êtres humains naissent libres et égaux en dignité et en droits. Ils sont doués de "
    "raison et de conscience et doivent agir les uns envers les autres dans un esprit de "
    "fraternité. Tout individu a droit à la vie, à la liberté et à la sûreté de sa personne.\n"
)
TURKISH = (
    "Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar. Akıl ve vicdana sahiptirler "
    "ve birbirlerine karşı kardeşlik zihniyeti ile hareket etmelidirler. Yaşamak, hürriyet ve kişi "
    "emniyeti her ferdin hakkıdır.\n"
)
GREEK = (
    "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα. Είναι "
    "προικισμένοι με λογική και συνείδηση, και οφείλουν να συμπεριφέρονται μεταξύ τους με πνεύμα "
    "αδελφοσύνης.\n"
)
HEBREW = "כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם. כולם חוננו בתבונה ובמצפון.\n" * 2
ARABIC = (
    "يولد جميع الناس أحرارا متساوين في الكرامة والحقوق. وقد وهبوا عقلا وضميرا وعليهم أن يعامل "
    "بعضهم بعضا بروح الإخاء. لكل فرد الحق في الحياة والحرية وسلامة شخصه.\n"
)
JAPANESE = (
    "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。"
    "人間は、理性と良心とを授けられており、互いに同胞の精神をもって行動しなければならない。\n"
)
KOREAN = (
    "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. 인간은 천부적으로 이성과 "
    "양심을 부여받았으며 서로 형제애의 정신으로 행동하여야 한다.\n"
)
CHINESE = "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。\n"


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (RUSSIAN, "cp866"),
        (RUSSIAN, "cp855"),
        (RUSSIAN, "mac-cyrillic"),
        (RUSSIAN, "iso8859-5"),
        (RUSSIAN, "cp1251"),
        (RUSSIAN, "koi8-r"),
        (UKRAINIAN, "koi8-u"),
        (UKRAINIAN, "cp1125"),
        (BULGARIAN, "iso8859-5"),
        (BULGARIAN, "cp1251"),
        (POLISH, "iso8859-2"),
        (POLISH, "cp1250"),
        (POLISH, "cp852"),
        (POLISH, "mac-latin2"),
        (CZECH, "iso8859-2"),
        (CZECH, "cp1250"),
        (HUNGARIAN, "iso8859-2"),
        (HUNGARIAN, "cp852"),
        (GERMAN, "cp437"),
        (GERMAN, "mac-roman"),
        (GERMAN, "cp1252"),
        (FRENCH, "cp850"),
        (FRENCH, "iso8859-15"),
        (FRENCH, "mac-roman"),
        (FRENCH, "hp-roman8"),
        (TURKISH, "cp1254"),
        (TURKISH, "cp857"),
        (GREEK, "iso8859-7"),
        (GREEK, "cp737"),
        (GREEK, "mac-greek"),
        (HEBREW, "cp1255"),
        (HEBREW, "cp862"),
        (ARABIC, "cp1256"),
        (ARABIC, "iso8859-6"),
        (JAPANESE, "iso2022_jp"),
        (JAPANESE, "euc_jp"),
        (JAPANESE, "shift_jis"),
        (KOREAN, "iso2022_kr"),
        (KOREAN, "johab"),
        (KOREAN, "euc_kr"),
        (CHINESE, "hz"),
        (CHINESE, "gb18030"),
        (GERMAN, "cp500"),
        (FRENCH, "utf-7"),
    ],
)
def test_the_text_is_what_was_written(text: str, encoding: str) -> None:
    decoded = decode(text.encode(encoding))
    assert decoded.text == text
    assert not decoded.lossy


def test_escape_sequences_come_before_ascii() -> None:
    """The published name of this encoding (RFC 1468) in itself: all its bytes are valid UTF-8."""
    data = b"\x1b$BF|K\\8l\x1b(B"
    assert data.decode("utf-8").isprintable() is False
    assert decode(data).text == "日本語"
    assert decode(b"see " + data + b" there").text == "see 日本語 there"


@pytest.mark.parametrize(
    "text",
    [
        "\x1b[1mbold\x1b[0m and \x1b[31mred\x1b[0m\n",
        "costs: \x1b$ 5 in a terminal's log\n",
        '(format t "~{~a~^, ~}~%" list) (format nil "~{<~a>~}" names)\n',
        "Call +4930123456 or +18005551212, or see C++ and a+b+c+def.\n",
        "int64 +1 +0x1234abcd, key AAAA+BBBBccccDDDD== and 1+2+345\n",
    ],
)
def test_plain_ascii_stays_as_it_is(text: str) -> None:
    decoded = decode(text.encode("ascii"))
    assert (decoded.text, decoded.encoding, decoded.guessed) == (text, "utf-8", False)


def test_what_another_encoding_holds_whole_is_not_lossy() -> None:
    """A byte beyond the sample decides: iso-8859-1 has none but controls there."""
    text = GERMAN * 400 + "„Würde“ – 5 €…\n"
    decoded = decode(text.encode("cp1252"))
    assert decoded.text == text
    assert not decoded.lossy


def test_the_name_is_that_of_the_larger_encoding() -> None:
    assert decode(GERMAN.encode("iso8859-1")).encoding == "cp1252"
    assert decode(TURKISH.encode("iso8859-9")).encoding == "cp1254"
    assert decode(KOREAN.encode("euc_kr")).encoding == "cp949"


@pytest.mark.parametrize(
    "text",
    [
        '<html><head><meta charset="{0}"></head><body>Příliš žluťoučký kůň</body></html>',
        "<?xml version='1.0' encoding='{0}'?><a>Příliš žluťoučký kůň</a>",
        "# -*- coding: {0} -*-\n# Příliš žluťoučký kůň\n",
    ],
)
@pytest.mark.parametrize("encoding", ["iso8859-2", "cp1250", "cp852"])
def test_a_declaration_helps(text: str, encoding: str) -> None:
    names = {"iso8859-2": "ISO-8859-2", "cp1250": "windows-1250", "cp852": "ibm852"}
    page = text.format(names[encoding])
    assert decode(page.encode(encoding)).text == page


def test_a_declaration_that_lies_is_not_believed() -> None:
    page = f'<html><head><meta charset="iso-8859-1"></head><body>{CHINESE * 3}</body></html>'
    assert decode(page.encode("gb18030")).text == page
    page = f'<html><head><meta charset="iso-8859-1"></head><body>{RUSSIAN * 3}</body></html>'
    assert decode(page.encode("cp1251")).text == page


@pytest.mark.parametrize("sign", ["°", "²", "×"])
def test_one_sign_in_a_long_text_is_a_guess(sign: str) -> None:
    text = f"The tank holds water of 30 {sign} and nothing else of note.\n" + "So it goes. " * 200
    assert decode(text.encode("cp850")).guessed


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (chinese_text(1, 400), "gb18030"),
        (CHINESE, "utf-8"),
        (CHINESE, "utf-16"),
        (CHINESE, "gb18030"),
        ("plain", "ascii"),
        (RUSSIAN * 5, "cp1251"),
        (RUSSIAN * 5, "cp866"),
        (POLISH * 5, "cp1250"),
        (JAPANESE, "iso2022_jp"),
        (JAPANESE, "shift_jis"),
    ],
)
def test_what_is_clear_is_no_guess(text: str, encoding: str) -> None:
    assert not decode(text.encode(encoding)).guessed


@given(st.binary(max_size=400))
@example(b"?@\xb6")
def test_bytes_come_back(data: bytes) -> None:
    """What is said to be read without a loss writes the same bytes again."""
    try:
        decoded = decode(data)
    except ReadError:
        return
    _writes_again(data, decoded.text, decoded.encoding, lossy=decoded.lossy)


@given(
    st.text(st.sampled_from("äöüßéèабвгдżółćńαβγ °²€–„“"), max_size=80),
    st.sampled_from(
        [
            "cp1250",
            "cp1251",
            "cp1252",
            "cp1253",
            "cp850",
            "cp852",
            "cp866",
            "iso8859-2",
            "mac-roman",
        ]
    ),
)
def test_words_come_back(text: str, encoding: str) -> None:
    data = f"a short note: {text}\n".encode(encoding, "ignore")
    try:
        decoded = decode(data)
    except ReadError:
        return  # so few letters in no order may fit nothing
    _writes_again(data, decoded.text, decoded.encoding, lossy=decoded.lossy)


def _writes_again(data: bytes, text: str, encoding: str, *, lossy: bool) -> None:
    # of escape sequences and UTF-16 with a mark there are several spellings
    if not lossy and not encoding.startswith(("iso2022", "hz", "utf-7", "utf-16", "utf-32")):
        again = text.encode(encoding)
        # Windows' Japanese and IBM's Greek have some characters twice
        assert again == data.removeprefix(b"\xef\xbb\xbf") or (
            encoding in {"cp875", "cp932"}
            and again.decode(encoding) == text == data.decode(encoding)
        )


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_the_order_of_bytes_without_a_mark(encoding: str) -> None:
    """Chinese and Thai in the other order are letters of other scripts, which are valid, too."""
    thai = "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ\n1. ต่างมีเหตุผล\n"
    table = "| 操作符 | 描述 |\n|:--|:--|\n| 按位与 | 返回结果 |\n" * 4
    for text in (thai, thai * 20, table, CHINESE + "SQL 语句\n"):
        assert decode(text.encode(encoding)).text == text
