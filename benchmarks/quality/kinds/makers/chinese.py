"""Chinese: scripts, terms of two regions, punctuation, chapters with advertisements."""

from functools import cache

import opencc

from benchmarks.quality.kinds.each import Maker, couples, each
from benchmarks.quality.kinds.edits.characters import full_width
from benchmarks.quality.kinds.edits.layout import text_of
from benchmarks.quality.kinds.model import Made
from benchmarks.quality.kinds.supply import Supply

_LETTERS = 2_400
_MARKS = {ord(narrow): wide for narrow, wide in zip(",:;!?()", "，：；！？（）", strict=True)}
# what people in the north say and what people on the island say, both in simplified characters
_TERMS = tuple(
    pair.split("/")
    for pair in (
        "数据库/资料库 数据/资料 服务器/伺服器 默认/预设 信息/资讯 程序/程式 软件/软体 硬件/硬体 "
        "网络/网路 文件/档案 内存/记忆体 字符/字元 接口/介面 界面/介面 支持/支援 用户/使用者 "
        "配置/组态 缓存/快取 线程/执行绪 进程/行程 变量/变数 函数/函式 对象/物件 视频/影片 "
        "打印/列印 屏幕/萤幕 鼠标/滑鼠 硬盘/硬碟 链接/连结 搜索/搜寻 质量/品质 设置/设定 "
        "创建/建立 计算机/电脑 操作系统/作业系统 项目/专案 通过/透过 访问/存取 加载/载入 "
        "兼容/相容 字节/位元组 循环/回圈 登录/登入"
    ).split()
)


@cache
def _traditional(region: str) -> opencc.OpenCC:
    return opencc.OpenCC(region)


def _in_traditional(supply: Supply, language: str, number: int) -> tuple[str, str]:
    # as the standard, the island and the harbour write the same characters
    region = ("s2t", "s2tw", "s2hk")[number % 3]
    text = text_of(supply.prose(language, _LETTERS))
    return text, _traditional(region).convert(text)


def _other_terms(supply: Supply, language: str, number: int) -> tuple[str, str]:
    del number
    text = text_of(supply.prose(language, _LETTERS))
    other = text
    for here, there in _TERMS:
        other = other.replace(here, there)
    return text, other


def _other_punctuation(supply: Supply) -> Made:
    """Make the rows with marks of full width; of every second one all signs are."""
    pairs = []
    for number, row in enumerate(supply.rows("scripts")):
        wide = row[0].replace(". ", "。").replace(", ", "，").translate(_MARKS).replace(" ", "")
        pairs.append((f"{row[0]}\n", (full_width(wide) if number % 2 else wide) + "\n"))
    for _ in range(10 - len(pairs)):
        text = text_of(supply.prose("zh", 1_200))
        pairs.append((text, full_width(text).translate({0x3000: " "})))
    return Made(couples(pairs))


def _with_adverts(supply: Supply) -> Made:
    """Make chapters as written and as sites copy them, with lines of their own in between."""
    pairs: list[tuple[str, str]] = []
    for language in ("zh", "en", "ru"):
        for row in supply.rows("novels", language):
            title, text = row
            clean = [title, *text.split("\n")]
            adverts = supply.filler("novels", len(pairs))
            spoiled = [title]
            for paragraph in clean[1:]:
                spoiled.append(paragraph)
                if supply.random.random() < 0.7 or len(spoiled) == 2:
                    spoiled.append(adverts.line("advert", language))
            pairs.append((text_of(clean), text_of(spoiled)))
    for language in ("zh", "ru", "zh", "ru")[: 10 - len(pairs)]:
        clean = supply.prose(language, 2_400)
        adverts = supply.filler("novels", len(pairs))
        spoiled = [line for text in clean for line in (text, adverts.line("advert", language))]
        pairs.append((text_of(clean), text_of(spoiled)))
    return Made(couples(pairs))


KINDS: dict[str, Maker] = {
    "traditional-simplified": each(["zh"] * 10, _in_traditional),
    "chinese-terms": each(["zh"] * 10, _other_terms),
    "chinese-punctuation": _other_punctuation,
    "novel-adverts": _with_adverts,
}
