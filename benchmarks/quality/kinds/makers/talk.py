"""Chats and subtitles."""

from benchmarks.quality.kinds.each import Maker, couples
from benchmarks.quality.kinds.model import PAIRS, Made
from benchmarks.quality.kinds.supply import Supply

_CHATS = {
    "tuned": "en en en en zh zh zh zh ru ru".split(),
    "aside": "en en en en zh zh zh zh ko ko".split(),
    "fresh": "en en en en zh zh zh zh ar ar".split(),
}
_SUBTITLES = {
    "tuned": "en en en en zh zh zh zh ko ko".split(),
    "aside": "en en en en zh zh zh zh ja ja".split(),
    "fresh": "en en en en zh zh zh zh ru ru".split(),
}

Message = tuple[int, str, str]  # seconds, who, what
_DAY = 86_400


def _chat(supply: Supply, language: str, seed: object, count: int) -> list[Message]:
    filler = supply.filler("chats", seed)
    at, messages = 1_680_000_000, []
    for _ in range(count):
        at += supply.random.randrange(5, 900)
        messages.append((at, filler.line("people", language), filler.line("message", language)))
    return messages


def _clock(at: int) -> tuple[int, int, int, int]:
    return 1 + at // _DAY % 28, at // 3_600 % 24, at // 60 % 60, at % 60


def _telephone_export(messages: list[Message]) -> str:
    lines = []
    for at, who, what in messages:
        day, hour, minute, _ = _clock(at)
        lines.append(f"{day:02}.04.23, {hour:02}:{minute:02} - {who}: {what}")
    return "\n".join(lines) + "\n"


def _desktop_export(messages: list[Message]) -> str:
    lines = ["Chat history, exported"]
    for at, who, what in messages:
        day, hour, minute, second = _clock(at)
        half = "PM" if hour >= 12 else "AM"
        stamp = f"[4/{day}/2023 {hour % 12 or 12}:{minute:02}:{second:02} {half}]"
        lines.append(f"{stamp} {who}\n{what}\n")
    return "\n".join(lines)


def _two_exports(supply: Supply) -> Made:
    """Make two exports of one chat; the later ones have a few messages more."""
    pairs = []
    for number, language in enumerate(_CHATS[supply.half]):
        later = _chat(supply, language, number, 20)
        messages = later if number % 2 else later[:18]
        pairs.append((_telephone_export(messages), _desktop_export(later)))
    return Made(couples(pairs))


def _other_days(supply: Supply) -> Made:
    """Make exports of two days of one chat: the same people say other things."""
    pairs = []
    for number, language in enumerate(_CHATS[supply.half]):
        messages = _chat(supply, language, number, 14)
        later = [(at + _DAY, who, what) for at, who, what in messages[7:]]
        pairs.append((_telephone_export(messages[:7]), _telephone_export(later)))
    return Made(couples(pairs))


def _stamp(thousandths: int) -> str:
    seconds, rest = divmod(thousandths, 1_000)
    return f"{seconds // 3_600:02}:{seconds // 60 % 60:02}:{seconds % 60:02},{rest:03}"


def _subtitles(lines: list[str], start: int, stretch: float) -> str:
    out, at = [], float(start)
    for number, line in enumerate(lines, 1):
        length = (900 + 60 * len(line)) * stretch
        out.append(f"{number}\n{_stamp(round(at))} --> {_stamp(round(at + length))}\n{line}\n")
        at += length + 400 * stretch
    return "\n".join(out)


def _other_timing(supply: Supply) -> Made:
    pairs = []
    for number, language in enumerate(_SUBTITLES[supply.half]):
        filler = supply.filler("chats", number)
        lines = [filler.line("line", language) for _ in range(12)]
        stretch = supply.random.uniform(0.95, 1.05)
        shifted = _subtitles(lines, supply.random.randrange(2_000, 90_000), stretch)
        pairs.append((_subtitles(lines, 61_000, 1.0), shifted))
    return Made(couples(pairs, ".srt"))


def _other_episode(supply: Supply) -> Made:
    """Make subtitles of two episodes: other lines at about the same times."""
    pairs = []
    for number, language in enumerate(_SUBTITLES[supply.half]):
        filler = supply.filler("chats", number)
        texts = [
            _subtitles([filler.line("line", language) for _ in range(6)], 61_000, 1.0)
            for _ in range(2)
        ]
        pairs.append((texts[0], texts[1]))
    return Made(couples(pairs[:PAIRS], ".srt"))


KINDS: dict[str, Maker] = {
    "chat-exports": _two_exports,
    "chat-other-day": _other_days,
    "subtitles-timing": _other_timing,
    "subtitles-other": _other_episode,
}
