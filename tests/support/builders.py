"""Documents and records for tests, with truth known by construction."""

import random
import unicodedata
from collections.abc import Sequence
from pathlib import Path

from simcore import Document, Kind, Pair
from simcore.fingerprints import Recipe, simhash
from simcore.model.records import (
    DecodedText,
    DocumentId,
    Fingerprint,
    Fingerprinted,
    Source,
    TextId,
)
from simcore.text.words import normalise

CHINESE_WORDS = (
    "合同 双方 协议 签订 日期 地点 货物 质量 标准 交付 付款 方式 违约 责任 争议 解决 法院 管辖 "
    "数据库 索引 查询 优化 事务 日志 集群 节点 备份 恢复 配置 参数 性能 测试 监控 报警 部署 升级 "
    "今天 天气 很好 我们 一起 公园 散步 看见 许多 孩子 放风筝 湖面 平静 远处 青山 隐约 可见 "
    "会议 讨论 项目 进度 安排 下周 完成 初稿 提交 审核 修改 意见 汇总 发布 通知 全体 员工 参加 "
    "苹果 香蕉 葡萄 西瓜 桌子 椅子 窗户 门口 汽车 火车 飞机 轮船 医生 老师 学生 工人 农民 军人"
).split()
ENGLISH_WORDS = (
    "agreement party seller buyer goods delivery payment quality inspection warranty liability "
    "river mountain valley forest meadow village bridge harbour castle garden window table chair "
    "engine signal buffer packet kernel thread memory socket stream cursor record column branch "
    "winter summer autumn spring morning evening thunder shower breeze shadow sunlight horizon "
    "teacher student doctor farmer sailor painter baker driver singer writer soldier merchant"
).split()


def chinese_words(seed: int, count: int) -> list[str]:
    """Draw words in random order, the same for a seed."""
    return random.Random(seed).choices(CHINESE_WORDS, k=count)


def english_words(seed: int, count: int) -> list[str]:
    return random.Random(seed).choices(ENGLISH_WORDS, k=count)


def prose(words: Sequence[str], between: str = "", stop: str = "。\n", every: int = 12) -> str:
    lines = [between.join(words[at : at + every]) for at in range(0, len(words), every)]
    return stop.join(lines) + stop


def chinese_text(seed: int, count: int = 300) -> str:
    return prose(chinese_words(seed, count))


def english_text(seed: int, count: int = 300) -> str:
    return prose(english_words(seed, count), " ", ".\n")


def edited(text: str, seed: int, changes: int) -> str:
    """Replace so many sentences by others, or all but the last."""
    lines = text.split("\n")
    generator = random.Random(seed)
    for place in generator.sample(range(len(lines) - 1), min(changes, len(lines) - 1)):
        lines[place] = "".join(generator.choices(CHINESE_WORDS, k=8)) + "。"
    return "\n".join(lines)


def document(
    number: int, *, text: int | None = None, fingerprint: int = 0, **fields: object
) -> Document:
    """Make a record of a document; unnamed fields follow from its number."""
    text = number if text is None else text
    path = Path(f"/documents/{number:05}.txt")
    values: dict[str, object] = {
        "id": DocumentId(number),
        "text": TextId(text),
        "path": path,
        "real_path": path,
        "size": 1000,
        "mtime_ns": 1_700_000_000_000_000_000,
        "device": 1,
        "inode": number,
        "content_hash": (number + (1 << 64)).to_bytes(16, "big"),  # as no hash of a text
        "text_hash": text.to_bytes(16, "big"),
        "encoding": "utf-8",
        "lossy": False,
        "characters": 900,
        "tokens": 400,
        "features": 700,
        "fingerprint": Fingerprint(fingerprint),
        **fields,
    }
    values = {"form_hash": values["text_hash"], **values}
    values = {"words_hash": values["form_hash"], **values}
    return Document(**values)  # type: ignore[arg-type] # fields of many types


def pair(
    left: int, right: int, resemblance: float = 0.9, distance: int = 3, *, short: bool = False
) -> Pair:
    return Pair(
        DocumentId(left),
        DocumentId(right),
        distance,
        resemblance,
        resemblance,
        resemblance,
        Kind.SIMILAR,
        short,
    )


def fingerprinted(
    source: Source, content: int, fingerprint: Fingerprint | None = None
) -> Fingerprinted:
    """Make a file that was read; its bytes and its text are told by a number."""
    return Fingerprinted(
        source=source,
        content_hash=content.to_bytes(16, "big"),
        text_hash=content.to_bytes(16, "big"),
        fingerprint=fingerprint,
        characters=100,
        tokens=50,
        features=90,
        sketch=b"",
        encoding="utf-8",
        lossy=False,
    )


def letters_and_digits(text: str) -> str:
    """Return what is compared of a text in Chinese or in Latin letters, by definition."""
    normal = normalise(text)
    found = []
    for at, sign in enumerate(normal):
        before, after, next_but_one = f" {normal}"[at], f"{normal} "[at + 1], f"{normal}  "[at + 2]
        digit, in_word = after.isdecimal(), before.isalnum() and before < "\u2e80"
        number = digit or (after == "." and next_but_one.isdecimal())
        if sign.isalnum():
            found.append(unicodedata.normalize("NFD", sign)[0] if sign < "\u0300" else sign)
        elif (
            (sign in ".,:/~-" and before.isdecimal() and digit)
            or (sign == "." and digit and not in_word and before != ".")
            or (sign == "-" and number and not in_word)
        ):
            found.append(sign)
    return "".join(found)


def shingle_strings(compared: str) -> list[str]:
    """Split letters and digits into their shingles, by definition."""
    found = []
    for at, character in enumerate(compared):
        han = "\u3400" <= character <= "\u9fff" or character >= "\U00020000"
        run = compared[at : at + (4 if han else 5)]
        if len(run) == (4 if han else 5):
            found.append(run)
    return found or [compared] * bool(compared)


def voted(recipe: Recipe, words: list[str]) -> Fingerprint | None:
    """Return the fingerprint of words by a recipe, None if nothing votes."""
    return simhash(*recipe.features(words), recipe.width)


def western_guess(data: bytes) -> DecodedText:
    """Take all that is not UTF-8 for a western encoding, and be unsure of it."""
    try:
        return DecodedText(data.decode("utf-8"), "utf-8", lossy=False)
    except UnicodeDecodeError:
        return DecodedText(data.decode("cp850"), "cp850", lossy=False, guessed=True)
