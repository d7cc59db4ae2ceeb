"""What was read of documents, as the two sides of a comparison show it."""

import os
from collections.abc import Sequence
from functools import reduce
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from simcore import (
    PARTS,
    DecodedText,
    Document,
    DocumentId,
    Group,
    Member,
    Pair,
    ScanReport,
    TextId,
    format_named,
)

from ..comparison.titled_text import LineEnds, Standing, TitledText
from ..language.kept_words import kept_reason, kept_sentence
from ..language.resemblance_words import unlike_text
from ..language.wording import (
    carrying_text,
    day_text,
    folder_text,
    name_text,
    place_text,
    reason_text,
    size_text,
)
from ..session.calls.texts import CurrentText, CurrentTexts

translate = QCoreApplication.translate  # the name lupdate looks for


def side_of(reading: CurrentText, pattern: str, roots: Sequence[Path]) -> TitledText:
    """Return a side: its title by a pattern with a field for the name, its text, and facts.

    Folders are told from ``roots`` on.
    """
    text, shown = reading.text, name_text(reading.document)
    name = shown if reading.document.elsewhere else reading.document.path.name
    title = pattern.format(shown)
    if reading.changed:
        title = translate("Sides", "{0}, changed since the scan").format(title)
    if text is None:
        return TitledText(title, "", name)
    return TitledText(
        title,
        text.text,
        name,
        text.encoding,
        text.lossy,
        reading.by_hand,
        text.guessed,
        reading.kept,
        reading.by_hand and bool(reading.document.content_hash),
        _lines_of(text),
        text.pages,
        _form_of(text),
        reading.form,
        shown_name=shown,
        facts=_facts(reading, roots),
        carried=bool(reading.document.elsewhere),
    )


def standing_of(report: ScanReport, group: Group, member: Member) -> Standing:
    """Return what a member of a group is to the kept document; of a part, how much is in that."""
    # a copy of another member is to the kept document what that one is
    member = next((one for one in group.members if one.document == member.copy_of), member)
    of_part = member.kind in PARTS
    return Standing(
        member.kind,
        member.containment if of_part else member.resemblance,
        kept_reason(report, group),
        numbers_only=member.numbers_only,
        only_in=member.only_in,
        measure=member.measure,
        sentence=kept_sentence(report, group),
    )


def standing_in(pair: Pair) -> Standing:
    """Return what the right document of a pair is to the left one, neither of them kept."""
    of_part = pair.kind in PARTS
    return Standing(
        pair.kind,
        pair.containment if of_part else pair.resemblance,
        numbers_only=pair.numbers_only,
        only_in=pair.only_in,
        measure=pair.measure,
        kept=False,
        whole=of_part and pair.left_in_right > pair.right_in_left,
    )


def unlike(texts: CurrentTexts) -> str:
    """Return what differs in two documents besides their texts, nothing if a reader sees none."""
    kept, chosen = texts.kept, texts.chosen
    known = kept.document.content_hash and chosen.document.content_hash
    if known and not (kept.changed or chosen.changed) and kept.document.reads_like(chosen.document):
        return ""
    return "" if kept.text is None or chosen.text is None else unlike_text(kept.text, chosen.text)


def unread_words(unread: Sequence[CurrentText]) -> list[str]:
    """Return why texts cannot be shown, and what would bring those that are elsewhere."""
    words = translate("Sides", "{0} cannot be shown: {1}")
    lines = [words.format(place_text(one.document), reason_text(one.problem)) for one in unread]
    lines += [carrying_text(one.problem) for one in unread]
    return [one for one in dict.fromkeys(lines) if one]


def unknown(path: Path) -> Document:
    """Make a record of a file of which only the path is known."""
    return Document(
        id=DocumentId(-1),
        text=TextId(-1),
        path=path,
        real_path=Path(os.path.realpath(path)),
        size=0,
        mtime_ns=0,
        device=0,
        inode=0,
        content_hash=b"",
        text_hash=b"",
        encoding="",
        lossy=False,
        characters=0,
        tokens=0,
        features=0,
        fingerprint=None,
    )


def _facts(reading: CurrentText, roots: Sequence[Path]) -> str:
    """Return the folder, the date and the size of a document, as far as they are known."""
    document = reading.document
    facts = [folder_text(document.path.parent, roots)]
    if document.elsewhere:
        facts = [place_text(document), translate("Sides", "not on this machine")]
    if document.mtime_ns:
        facts += [day_text(document.mtime_ns), size_text(document.size)]
    if reading.changed:
        facts.append(translate("Sides", "changed since the scan"))
    return reduce(translate("Sides", "{0} \u00b7 {1}", "two facts").format, facts)


def _lines_of(text: DecodedText) -> LineEnds:
    """Return what the ends of a text's lines mean."""
    if text.layout:
        return LineEnds.KEPT
    of = format_named(_form_of(text))
    if of is None:
        return LineEnds.PROSE
    return LineEnds.FLOWING if of.flows else LineEnds.PARAGRAPHS


def _form_of(text: DecodedText) -> str:
    """Return the name of a text's format, empty for plain text."""
    return text.beside[0] if text.beside else ""
