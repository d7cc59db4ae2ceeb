"""A library of the kinds of text that a machine has: pages of manuals, mail, man pages.

Manuals and mail are made of two labelled corpora, so that there are revisions and quotations; the
rest is what the machine has itself, longest first: of small files, starting up would be the cost.
"""

import gzip
import itertools
from collections.abc import Iterator
from email.message import EmailMessage
from email.policy import SMTPUTF8
from pathlib import Path
from textwrap import indent, wrap

__all__ = ["DOCUMENTATION", "MAN_PAGES", "files", "write"]

DOCUMENTATION, MAN_PAGES = Path("/usr/share/doc"), Path("/usr/share/man")
_WRITTEN = (".html", ".md", ".rst", ".txt")
_FILES_A_FOLDER = 500
_ANSWER = 60
"""Words that an answer has of its own, above what it quotes."""


def files(manual: Path, articles: Path, count: int) -> list[tuple[str, bytes]]:
    """Return the name and the bytes of ``count`` files, or of fewer where there are not so many.

    A quarter are pages of manuals, three eighths mail at most.
    """
    pages = ((path.name, path.read_bytes()) for path in sorted(manual.rglob("*.md")))
    listed = [path for path in _listed(DOCUMENTATION) if _bare(path).endswith(_WRITTEN)]
    manuals = itertools.islice(itertools.chain(pages, _opened(listed)), count // 4)
    mail = itertools.islice(_mail(articles), count * 3 // 8)
    found = [*manuals, *mail]
    return found + list(itertools.islice(_opened(_listed(MAN_PAGES)), count - len(found)))


def write(folder: Path, listed: list[tuple[str, bytes]]) -> int:
    """Write files below a folder; return their bytes."""
    for number, (name, data) in enumerate(listed):
        path = folder / f"{number // _FILES_A_FOLDER:03}" / f"{number:05} {name}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return sum(len(data) for _, data in listed)


def _listed(folder: Path) -> list[Path]:
    """Return the files below a folder, the longest first; a link is not a file of its own."""
    found = [path for path in folder.rglob("*") if path.is_file() and not path.is_symlink()]
    return sorted(found, key=lambda path: (-path.stat().st_size, path))


def _bare(path: Path) -> str:
    return path.name.removesuffix(".gz")


def _opened(paths: list[Path]) -> Iterator[tuple[str, bytes]]:
    for path in paths:
        data = path.read_bytes()
        yield _bare(path), gzip.decompress(data) if path.suffix == ".gz" else data


def _mail(articles: Path) -> Iterator[tuple[str, bytes]]:
    """Make a message of each article, and an answer that quotes it."""
    texts = [
        path.read_text(encoding="utf-8", errors="replace")
        for path in sorted(articles.rglob("*.txt"))
    ]
    for number, (text, other) in enumerate(zip(texts, texts[1:] + texts[:1], strict=True)):
        subject = " ".join(text.split()[:6])
        body = "\n".join(wrap(text, 72))
        yield f"{number}.eml", _message(number, subject, body)
        own = "\n".join(wrap(" ".join(other.split()[:_ANSWER]), 72))
        quoted = f"{own}\n\nSomebody wrote:\n{indent(body, '> ')}"
        yield f"{number} answer.eml", _message(number, f"Re: {subject}", quoted)


def _message(number: int, subject: str, body: str) -> bytes:
    made = EmailMessage(SMTPUTF8)
    made["From"] = f"Sender <sender{number % 40}@example.org>"
    made["To"] = "list@example.org"
    made["Subject"] = subject
    made["Date"] = f"Mon, {number % 28 + 1:02} Jun 2026 08:00:{number % 60:02} +0000"
    made.set_content(body, cte="8bit")
    return made.as_bytes()
