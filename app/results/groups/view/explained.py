"""What the tooltips of the groups' cells say, and what a screen reader says of a box."""

from collections.abc import Set as AbstractSet

from PySide6.QtCore import QCoreApplication

from simcore import Document, DocumentId, Member

from ....language import member_words, wording
from ....language.kept_words import DOUBT_WORDS
from ..rows.columns import GroupColumn
from ..rows.rows import GroupRows

translate = QCoreApplication.translate  # the name lupdate looks for

_OF_COPIES = (GroupColumn.KIND, GroupColumn.SIMILARITY, GroupColumn.WHY)


def mark_text(
    member: Member | None,
    identity: DocumentId,
    protected: AbstractSet[DocumentId],
    marked: AbstractSet[DocumentId],
) -> str:
    """Return what a screen reader says of a row's box."""
    if identity in marked:
        return translate("GroupCells", "marked")
    if member is None:
        return translate("GroupCells", "kept")
    if identity in protected:
        return translate("GroupCells", "protected")
    return translate("GroupCells", "not marked")


def is_short(document: Document, member: Member | None) -> bool:
    """Return whether a row's distance means little; ``member`` is None for the kept document."""
    return document.short if member is None else member.short


def tooltip(document: Document, member: Member | None, column: GroupColumn, original: str) -> str:
    """Return what the tooltip of a cell says; ``original`` is what the member is a copy of."""
    text = column.definition.cell_tooltip(document, member) or ""
    if member is not None and original:
        words = member_words.copy_explained(member, original)
        if column in _OF_COPIES:
            return words
        return f"{text}\n{words}" if column == GroupColumn.NAME else text
    if column == GroupColumn.NAME and member is not None:
        return f"{text}\n{member_words.why_text(member)}"
    if column == GroupColumn.DISTANCE and is_short(document, member):
        least = document.least_features
        return f"{text}\n{member_words.short_explained(least, kept=not document.short)}"
    return text


def notes(rows: GroupRows, document: DocumentId) -> list[str]:
    """Return the notes about a document: its file has changed, a guess, it is protected."""
    found = []
    read = rows.table.documents[document]
    reason = rows.table.outdated.get(read.path)
    if reason is not None:
        found.append(wording.reason_text(reason))
    found += [DOUBT_WORDS[doubt]() for doubt in rows.table.doubts_of(document)]
    if read.guessed:
        name = wording.encoding_text(read.encoding, lossy=False)
        found.append(translate("GroupCells", "Encoding guessed: {name}").format(name=name))
    if read.elsewhere:
        found.append(translate("GroupCells", "It is not on this machine"))
    if read.inside:
        found.append(translate("GroupCells", "Inside an archive or a mailbox: it cannot be marked"))
    elif document in rows.table.protected:
        found.append(_protected_explained())
    elif rows.table.leads(document) and len(rows.table.places_of(document)) > 1:
        found.append(
            translate(
                "GroupCells",
                "It is in two groups, and kept in one of them: no command marks it, only you can",
            )
        )
    return found


def _protected_explained() -> str:
    return translate(
        "GroupCells", "Its folder is protected: this document stays and cannot be marked"
    )
