"""Documents of Word 97 and later (.doc): the text by its pieces, as [MS-DOC] 2.4.1 describes it.

Read are the body, footnotes, endnotes, comments and text boxes, not headers and footers; results
of fields, not their codes; neither deleted nor hidden text. Raised, lowered and struck-out runs
keep their marks. Not looked at: what styles say of runs (a style that hides its text, say), symbols
of other fonts, and changes of pieces that Word notes beside a piece. olefile (BSD) reads the
container. Encrypted documents, those before Word 97 and fast-saved ones are refused.

Exports: read.

May import: model, text.
"""

from simcore.model.errors import ReadError
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason
from simcore.model.records import DecodedText
from simcore.text.formats.titles import Headings
from simcore.text.formats.word97.compound import CompoundFile
from simcore.text.formats.word97.pieces import WordText
from simcore.text.formats.word97.story import Story
from simcore.text.formats.writing import Writing

_OF_PACKAGES = "EncryptedPackage"  # a later Office document, encrypted


def read(data: bytes, _encoding: str | None) -> DecodedText:
    """Return the text of a document. Raises ``ReadError``."""
    file = CompoundFile(data)
    if not file.holds("WordDocument"):
        raise ReadError(ReasonCode.PASSWORD if file.holds(_OF_PACKAGES) else ReasonCode.IS_BINARY)
    words = WordText(file)
    writing, headings = Writing(), Headings()
    for first, end in words.stories():
        # the body comes first; where it is empty, so are the notes
        Story(words, writing, Headings() if first else headings).write(first, end)
    missing = Reason(ReasonCode.DAMAGED_INSIDE, (words.missing,)) if words.missing else None
    return writing.document(missing, headings.title)
