"""Edits of single characters: misread, without marks, in other width."""

import random
import re
import unicodedata

# what a scanner takes a letter for: first the letter, then what is read
_MISREAD = (
    "m:rn l:1 1:l O:0 0:O e:c c:e h:b i:j t:f u:n n:u a:o s:5 g:q v:y d:cl w:vv "
    "и:н н:и ш:щ п:л л:п о:с с:о ь:ъ е:с т:г г:т в:з ы:ьі м:н к:н й:и а:о р:п "
    "ー:一 ロ:口 カ:力 ニ:二 ソ:ン ン:ソ シ:ツ ツ:シ ば:ぱ は:ほ る:ろ ろ:る ぬ:め き:さ"
)
# ideographs that are taken for each other
_ALIKE = (
    "己已 未末 人入 日曰 大太 土士 千干 天夫 目自 王玉 今令 治冶 侯候 析折 晴睛 辨辩 微徵 的旳 "
    "在存 力刀 问间 右石 牛午 田由 申甲 名各 本木 系糸 用甩 行衍 可叮 数教 据剧 使便 时吋 库厍 "
    "和租 是昰 以似 有冇 不丕 中串 会佥 个亇 到倒 要耍 能熊 理埋 对讨 过迁 这迄 其具 下卞 分兮 "
    "或戓 表衣 法怯 件仵 后垢 成戍 规现 定宗 义叉 务夯 民艮 主玍 体休"
)
# marks that make a letter another one: й, and in Arabic أ إ ئ ؤ آ
_OF_LETTERS = "\u0306\u0653\u0654\u0655"
_TYPED = ("ae", "oe", "ue", "Ae", "Oe", "Ue", "ss")
_MISREAD_AS = dict(pair.split(":") for pair in _MISREAD.split())
_MISREAD_AS |= {pair[0]: pair[1] for pair in _ALIKE.split()}
_MISREAD_AS |= {pair[1]: pair[0] for pair in _ALIKE.split()}
_HALF_KANA = {unicodedata.normalize("NFKC", chr(code)): chr(code) for code in range(0xFF66, 0xFF9E)}


def misread(text: str, share: float, generator: random.Random) -> str:
    """Misread a share of the letters as a scanner does: as one that looks alike, or not at all."""
    places = [place for place, letter in enumerate(text) if letter.isalpha()]
    chosen = set(generator.sample(places, round(share * len(places))))
    out = []
    for place, letter in enumerate(text):
        if place not in chosen:
            out.append(letter)
        elif letter in _MISREAD_AS:
            out.append(_MISREAD_AS[letter])
        else:
            # what resembles nothing is read as its neighbour in the alphabet, or left out
            other = chr(ord(letter) + generator.choice((-1, 1)))
            out.append(generator.choice((other if other.isalpha() else "", other, "")))
    return "".join(out)


def without_marks(text: str) -> str:
    """Take the marks from letters: é is e, ё is е, and Arabic and Hebrew lose their vowel signs."""
    apart = unicodedata.normalize("NFD", text)
    kept = (sign for sign in apart if unicodedata.category(sign) != "Mn" or sign in _OF_LETTERS)
    # the strokes of these are no marks that could go
    return unicodedata.normalize("NFC", "".join(kept)).translate(str.maketrans("łŁđĐ", "lLdD"))


def german_without_umlauts(text: str) -> str:
    """Write ü as ue and ß as ss, as on a keyboard without them."""
    for letter, written in zip("äöüÄÖÜß", _TYPED, strict=True):
        text = re.sub(f"{letter}(?=[A-ZÄÖÜ])", written.upper(), text)
        text = text.replace(letter, written)
    return text


def half_width_kana(text: str) -> str:
    """Write katakana in half width, with the marks of voice as signs of their own."""
    voiced = {"\u3099": "\uff9e", "\u309a": "\uff9f"}
    out = []
    for letter in text:
        if not "\u30a1" <= letter <= "\u30fc":
            out.append(letter)
            continue
        base, *marks = list(unicodedata.normalize("NFD", letter))
        out.append(_HALF_KANA.get(base, base) + "".join(voiced[mark] for mark in marks))
    return "".join(out)


def full_width(text: str) -> str:
    """Write Latin letters, digits and signs in full width."""
    return "".join(chr(ord(letter) + 0xFEE0) if "!" <= letter <= "~" else letter for letter in text)


def without_punctuation(text: str) -> str:
    """Take punctuation away but from numbers: dashes are spaces then, and lines stay."""
    text = re.sub(r"(?<!\d)[.,:]|[.,:](?!\d)", "", text)
    put = {"Pd": " ", "Pc": " "}
    signs = ((sign, unicodedata.category(sign)) for sign in text)
    kept = (
        put.get(kind, "") if kind[0] == "P" and sign not in ".,:" else sign for sign, kind in signs
    )
    return re.sub(" +", " ", "".join(kept))
