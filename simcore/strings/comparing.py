"""Two strings compared exactly."""

from dataclasses import dataclass

from simcore.grouping.kinds import of_equal_texts, pair_of, shown_kind
from simcore.model.config import DEFAULT_CONTAINMENT, DEFAULT_SIMILARITY, USUAL_RECIPE
from simcore.model.kinds import Kind, OnlyIn
from simcore.model.records import DocumentId, MeasuredBy, Pair, TextId
from simcore.store.documents import written_document
from simcore.strings.given import checked, configured
from simcore.strings.reading import decoded_string, read_string
from simcore.text.measures.judging import ReadText, judged


@dataclass(frozen=True, slots=True)
class StringComparison:
    """How alike two texts are, by ``compare``; figures are exact, as in ``StringPair``.

    ``kind`` is None where they are not alike enough for any, and so for two texts one of which has
    no words: ``problems`` says which, ``distance`` is None, and all figures are 0. What stands in
    many other texts, too, is not known of two: there are no forms here.
    """

    similarity: float
    left_in_right: float
    right_in_left: float
    kind: Kind | None
    distance: int | None
    numbers_only: bool = False
    only_in: OnlyIn | None = None
    measure: MeasuredBy = MeasuredBy.SHINGLES
    short: bool = False
    problems: tuple[str, ...] = ()


def compare(
    a: str,
    b: str,
    *,
    similarity: float = DEFAULT_SIMILARITY,
    containment: float = DEFAULT_CONTAINMENT,
    distance: int | None = None,
    contained: bool = True,
    recipe: str = USUAL_RECIPE,
) -> StringComparison:
    """Compare two texts exactly, as ``simcore.pairs`` compares those that it finds.

    The thresholds decide the kind, and change no figure. Raises what ``simcore.pairs`` does.

    >>> found = compare("Invoice 17 of 3 May: 250 EUR", "Invoice 18 of 9 May: 90 EUR")
    >>> found.numbers_only, found.kind.value
    (True, 'similar')
    """
    config = configured(recipe, similarity, containment, distance, contained=contained)
    both = checked(a, "a"), checked(b, "b")
    read = [read_string(at, text, config) for at, text in enumerate(both)]
    problems = tuple(
        f"{name} has no words to compare"
        for name, one in zip("ab", read, strict=True)
        if one.fingerprint is None
    )
    if problems:
        return StringComparison(0.0, 0.0, 0.0, None, None, problems=problems)
    equal = read[0].text_hash == read[1].text_hash
    left, right = (
        written_document(DocumentId(at), TextId(0 if equal else at), one)
        for at, one in enumerate(read)
    )
    if equal:
        kind, alike, only_in = of_equal_texts(left, right)
        figures = Pair(left.id, right.id, 0, alike, 1.0, 1.0, kind, left.short, only_in=only_in)
        shown: Kind | None = kind
    else:
        texts = (
            ReadText.of(decoded_string(text).text, one.content_hash + one.encoding.encode())
            for text, one in zip(both, read, strict=True)
        )
        figures = pair_of(left, right, judged(left.text, right.text, *texts))
        shown = shown_kind(figures, config)
    return StringComparison(
        figures.resemblance,
        figures.left_in_right,
        figures.right_in_left,
        shown,
        figures.distance,
        figures.numbers_only,
        figures.only_in,
        figures.measure,
        figures.short,
    )
