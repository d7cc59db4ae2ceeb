"""Messages: replies, forwarded ones, threads, signatures and disclaimers."""

import re
from collections.abc import Callable

from benchmarks.quality.kinds.each import Maker
from benchmarks.quality.kinds.edits.layout import mail, quoted
from benchmarks.quality.kinds.model import File, Made
from benchmarks.quality.kinds.supply import Supply

_LETTERS = {
    "tuned": "en en en zh zh zh ru ru ja ja".split(),
    "aside": "en en en zh zh zh ko ko el el".split(),
    "fresh": "en en en zh zh zh ja ja ar ar".split(),
}
_SIGNED = {
    "tuned": "en en en en zh zh zh ru ru ru".split(),
    "aside": "en en en en zh zh zh ko ko ko".split(),
    "fresh": "en en en en zh zh zh ru ru ru".split(),
}
_DISCLAIMED = {
    "tuned": "en en en en zh zh zh zh ja ja".split(),
    "aside": "en en en en zh zh zh zh el el".split(),
    "fresh": "en en en en zh zh zh zh ar ar".split(),
}
_AROUND = 6
_FROM = {
    "tuned": "rachel@mill.example",
    "aside": "office@harvest.example",
    "fresh": "t.lindqvist@canals.example",
}
_TO = {
    "tuned": "team@mill.example",
    "aside": "crew@harvest.example",
    "fresh": "board@canals.example",
}

# what mail programs write above what they quote and pass on
_WROTE = {
    "en": "On {day} May 2023, at 09:15, {sender} wrote:",
    "zh": "在 2023年5月{day}日 09:15，{sender} 写道：",
    "ru": "{day} мая 2023 г., в 09:15, {sender} написал(а):",
    "ja": "2023年5月{day}日 9:15 {sender} のメール:",
    "ko": "2023년 5월 {day}일 오전 9:15, {sender} 작성:",
    "el": "Στις {day} Μαΐου 2023, 09:15, ο χρήστης {sender} έγραψε:",
    "ar": "في {day} مايو 2023، الساعة 09:15، كتب {sender}:",
}
_PASSED_ON = {
    "en": "---------- Forwarded message ----------",
    "zh": "---------- 转发的邮件 ----------",
    "ru": "-------- Пересылаемое сообщение --------",
    "ja": "---------- 転送メッセージ ----------",
    "ko": "---------- 전달된 메일 ----------",
    "el": "---------- Προωθημένο μήνυμα ----------",
    "ar": "---------- رسالة معاد توجيهها ----------",
}
_STOP = re.compile("[.,;:!?。，、；：！？·]")

Follow = Callable[[str, str, str, str], str]


def _message(supply: Supply, subject: str, day: int, body: str, *, back: bool = False) -> str:
    ends = [_FROM[supply.half], _TO[supply.half]]
    sender, to = reversed(ends) if back else ends
    return mail(sender, to, subject, f"{day} May 2023 09:15:00 +0200", body)


def _subject(text: str) -> str:
    """Return what people write above a message: its first words."""
    return _STOP.split(text)[0]


def _followed(follow: Follow, sign: str, *, steps: int = 1) -> Maker:
    """Return a maker of a message and what quotes it, after so many steps."""

    def made(supply: Supply) -> Made:
        pairs = []
        for number, language in enumerate(_LETTERS[supply.half]):
            filler = supply.filler("mails", number)
            first = filler.fill(f"letter.{language}")
            body = first
            for step in range(steps):
                sender = (_TO if step % 2 else _FROM)[supply.half]
                head = _WROTE[language].format(day=number + step + 1, sender=sender)
                body = follow(filler.line("answer", language), body, head, language)
            subject = _subject(filler.line("sentence", language))
            left = _message(supply, subject, number + 1, first)
            right = _message(
                supply, f"{sign}: {subject}", number + steps + 1, body, back=steps % 2 == 1
            )
            pairs.append((File.of(left, ".eml"), File.of(right, ".eml")))
        return Made(tuple(pairs))

    return made


def _reply(answer: str, body: str, head: str, language: str) -> str:
    del language
    return f"{answer}\n\n{head}\n\n{quoted(body)}"


def _forwarded(answer: str, body: str, head: str, language: str) -> str:
    return f"{answer}\n\n{_PASSED_ON[language]}\n{head}\n\n{body}"


def _same_frame(form: str, words: str, spread: dict[str, list[str]]) -> Maker:
    """Return a maker of messages that share what stands under them, with more of these."""

    def made(supply: Supply) -> Made:
        languages = spread[supply.half]
        fillers = {language: supply.filler("mails", language) for language in languages}

        def one(language: str) -> File:
            filler = fillers[language]
            body = filler.line(words, language)
            text = filler.fill(f"{form}.{language}", body=body)
            day = supply.random.randint(1, 28)
            return File.of(_message(supply, _subject(body), day, text), ".eml")

        pairs = tuple((one(language), one(language)) for language in languages)
        crowd = [one(language) for language in dict.fromkeys(languages) for _ in range(_AROUND)]
        return Made(pairs, tuple(crowd))

    return made


KINDS: dict[str, Maker] = {
    "mail-reply": _followed(_reply, "Re"),
    "mail-forwarded": _followed(_forwarded, "Fwd"),
    "mail-thread": _followed(_reply, "Re", steps=3),
    "mail-signature": _same_frame("signature", "body", _SIGNED),
    "mail-disclaimer": _same_frame("disclaimer", "question", _DISCLAIMED),
}
