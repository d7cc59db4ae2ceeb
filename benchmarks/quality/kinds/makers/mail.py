"""Messages: replies, forwarded ones, threads, signatures and disclaimers."""

from collections.abc import Callable

from benchmarks.quality.kinds.edits.layout import mail, quoted
from benchmarks.quality.kinds.makers.each import Maker
from benchmarks.quality.kinds.model import File, Made
from benchmarks.quality.kinds.supply import Supply

_LETTERS = {
    "tuned": "en en en zh zh zh ru ru ja ja".split(),
    "aside": "en en en zh zh zh ko ko el el".split(),
}
_SIGNED = {
    "tuned": "en en en en zh zh zh ru ru ru".split(),
    "aside": "en en en en zh zh zh ko ko ko".split(),
}
_DISCLAIMED = {
    "tuned": "en en en en zh zh zh zh ja ja".split(),
    "aside": "en en en en zh zh zh zh el el".split(),
}
_AROUND = 6
_FROM = {"tuned": "rachel@mill.example", "aside": "office@harvest.example"}
_TO = {"tuned": "team@mill.example", "aside": "crew@harvest.example"}

Follow = Callable[[str, str], str]


def _message(supply: Supply, subject: str, day: int, body: str, *, back: bool = False) -> str:
    ends = [_FROM[supply.half], _TO[supply.half]]
    sender, to = reversed(ends) if back else ends
    return mail(sender, to, subject, f"Mon, {day} May 2023 09:{10 + day}:00 +0200", body)


def _followed(follow: Follow, *, steps: int = 1) -> Maker:
    """Return a maker of a message and what quotes it, after so many steps."""

    def made(supply: Supply) -> Made:
        pairs = []
        for number, language in enumerate(_LETTERS[supply.half]):
            filler = supply.filler("mails", number)
            first = filler.fill(f"letter.{language}")
            body = first
            for _ in range(steps):
                body = follow(filler.line("answer", language), body)
            subject = filler.line("sentence", language)[:24]
            left = _message(supply, subject, number + 1, first)
            right = _message(supply, f"Re: {subject}", number + 2, body, back=steps % 2 == 1)
            pairs.append((File.of(left, ".eml"), File.of(right, ".eml")))
        return Made(tuple(pairs))

    return made


def _reply(answer: str, body: str) -> str:
    return f"{answer}\n\nOn Monday, May 2023 at 09:10 you wrote:\n\n{quoted(body)}"


def _forwarded(answer: str, body: str) -> str:
    return f"{answer}\n\n---------- Forwarded message ----------\n\n{body}"


def _same_frame(form: str, words: str, spread: dict[str, list[str]]) -> Maker:
    """Return a maker of messages that share what stands under them, with more of these."""

    def made(supply: Supply) -> Made:
        languages = spread[supply.half]
        fillers = {language: supply.filler("mails", language) for language in languages}

        def one(language: str) -> File:
            filler = fillers[language]
            body = filler.line(words, language)
            text = filler.fill(f"{form}.{language}", body=body)
            return File.of(_message(supply, body[:18], supply.random.randint(1, 28), text), ".eml")

        pairs = tuple((one(language), one(language)) for language in languages)
        crowd = [one(language) for language in dict.fromkeys(languages) for _ in range(_AROUND)]
        return Made(pairs, tuple(crowd))

    return made


KINDS: dict[str, Maker] = {
    "mail-reply": _followed(_reply),
    "mail-forwarded": _followed(_forwarded),
    "mail-thread": _followed(_reply, steps=3),
    "mail-signature": _same_frame("signature", "body", _SIGNED),
    "mail-disclaimer": _same_frame("disclaimer", "question", _DISCLAIMED),
}
