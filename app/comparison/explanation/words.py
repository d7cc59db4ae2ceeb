"""The words of an explanation: distance, resemblance, containment, a bit."""

from PySide6.QtCore import QCoreApplication, QLocale

from simcore import (
    PART_LENGTH,
    Comparison,
    Explanation,
    Hiding,
    Kind,
    MeasuredBy,
    ScanConfig,
    WordDifferences,
)

from ...language.punctuation import phrases, sentences
from ...language.resemblance_words import only_in_text
from ...language.wording import count_text, percent_text
from ..align.tally import Tally
from .differences import SideNames, one_in_words

translate = QCoreApplication.translate  # the name lupdate looks for

_NEARLY_ALL, _MUCH = 0.8, 0.2
_HALF, _UNRELATED = 0.5, 0.4


def vote_text(votes: int) -> str:
    """Write votes with their sign.

    >>> vote_text(12), vote_text(-3), vote_text(0)
    ('+12', '\u22123', '0')
    """
    sign = "+" if votes > 0 else "\u2212" if votes < 0 else ""
    return sign + count_text(abs(votes))


def distance_words(explained: Explanation) -> tuple[str, str]:
    """Return the meaning of the distance: in a few words, and in a sentence."""
    half = explained.width // 2
    share = explained.distance / explained.width
    if explained.distance == 0:
        short = translate("Why", "no bit differs")
    elif share >= _UNRELATED:
        short = translate("Why", "about as many as by chance")
    elif explained.distance == 1:
        short = translate("Why", "1 bit differs")
    else:
        short = translate("Why", "{0} bits differ").format(explained.distance)
    text = translate(
        "Why",
        "Of {0} bits of the fingerprints {1} differ. Texts that have nothing to do with each other "
        "differ in about half of them, {2}, by chance; equal texts in none.",
    ).format(explained.width, explained.distance, half)
    return short, text


def resemblance_words(explained: Explanation) -> str:
    """Return the counts of the resemblance in words."""
    comparison = explained.comparison
    match comparison.measure:
        case MeasuredBy.WORDS:
            return _words_in_order(comparison)
        case MeasuredBy.ROWS:
            return _in_both(
                comparison,
                translate(
                    "Why",
                    "Both tables together have {0} rows; {1} of them in both. Many runs of "
                    "characters go over the ends of rows, which stand in another order.",
                ),
            )
        case MeasuredBy.LETTERS:
            return _in_both(
                comparison,
                translate(
                    "Why",
                    "Both texts together have {0} letters and digits; {1} of them in both, in "
                    "the same order. A letter that was misread changes all runs with it.",
                ),
            )
        case MeasuredBy.UNSTAMPED:
            return _in_both(
                comparison,
                translate(
                    "Why",
                    "Both texts together have {0} different runs of 4 or 5 characters without "
                    "their time stamps; {1} of them in both. The stamps are written otherwise.",
                ),
            )
    together = comparison.left_size + comparison.right_size - comparison.shared
    counts = count_text(together), count_text(comparison.shared)
    if explained.each_counted:
        text = translate(
            "Why",
            "Both texts together have {0} runs of {2} characters (one less where they begin with a "
            "Chinese one), counted as often as they stand there; {1} of them in both.",
        )
    elif explained.longer_runs:
        text = translate(
            "Why",
            "Both texts together have {0} different runs of {2} characters (one less where they "
            "begin with a Chinese one); {1} of them in both.",
        )
    else:
        text = translate(
            "Why",
            "Both texts together have {0} different runs of 4 characters (where they begin with a "
            "Chinese one) or 5 (elsewhere); {1} of them in both.",
        )
    counted = text.format(*counts, explained.run_length)
    if not explained.longer_runs:
        return counted
    why = translate("Why", "Shorter runs would be in both by chance.")
    return sentences((counted, why))


def _in_both(comparison: Comparison, text: str) -> str:
    together = comparison.left_size + comparison.right_size - comparison.shared
    return text.format(count_text(together), count_text(comparison.shared))


def _words_in_order(comparison: Comparison) -> str:
    """Return the counts of a resemblance of words in words."""
    together = comparison.left_size + comparison.right_size - comparison.shared
    text = translate(
        "Why",
        "Both texts together have {0} words; {1} of them in both, in the same order. Short "
        "texts are compared by words: one changed word touches too many of their runs of "
        "characters.",
    ).format(_counted(comparison, together), _counted(comparison, comparison.shared))
    if not comparison.numbers_only:
        return text
    thirds = translate(
        "Why", "A number, date or name in the place of another counts as two thirds."
    )
    return sentences((text, thirds))


def _counted(comparison: Comparison, count: int) -> str:
    """Return a count of a comparison, which may be of thirds."""
    if comparison.measure is not MeasuredBy.WORDS or not comparison.numbers_only:
        return count_text(count)
    whole, rest = divmod(count, 3)
    return QLocale().toString(count / 3, "f", 1) if rest else count_text(whole)


def change_words(
    explained: Explanation, tally: Tally | None = None, of_part: float = 1.0
) -> tuple[str, str]:
    """Return what differs in a few words, and how that was reckoned in a sentence, if it was.

    A shorter text is a part from the containment ``of_part`` (0 to 1) on. What differs is counted
    where there is a ``tally``, or word by word; of very long texts it is reckoned, by Ondov et al.
    2016, see ``Explanation.changed_characters`` and ``changed_words``.
    """
    resemblance = explained.comparison.resemblance
    found = explained.differences
    if explained.pair.only_in is not None:
        return only_in_text(explained.pair.only_in), ""
    # stamps that were left out differ, too
    stamps = explained.comparison.measure is MeasuredBy.UNSTAMPED
    if resemblance == 1 and not (stamps and (found.complete or (tally and any(tally)))):
        return _equal_runs(explained.pair.kind), ""
    if resemblance == 0:
        return translate("Why", "they have no passage in common"), ""
    pair = explained.pair
    if tally is not None and pair.one_shorter and pair.containment >= of_part:
        left_longer = explained.comparison.left_size > explained.comparison.right_size
        return _part_words(tally.added if left_longer else tally.removed), ""
    if tally is not None and any(tally):
        return tally_words(tally), ""
    if found.complete and found.one_in is not None:
        return one_in_words(found.one_in, chinese=explained.mostly_chinese), ""
    if found.complete:
        return _words_only(found), ""
    if explained.mostly_chinese:
        short = _one_in(
            explained.changed_characters,
            translate("Why", "about one character in {0} differs"),
            translate("Why", "more than half of the characters differ"),
        )
        text = translate(
            "Why",
            "Reckoned for single characters, changed here and there, with runs of {0}: most of "
            "both texts is Chinese. Where changes stand together, it is more.",
        )
        return short, text.format(explained.shingle_length)
    short = _one_in(
        explained.changed_words,
        translate("Why", "about one word in {0} differs"),
        translate("Why", "more than half of the words differ"),
    )
    text = translate(
        "Why",
        "Reckoned for whole words of {1} characters, changed here and there, with runs of {0}: "
        "most of both texts is not Chinese. Where changes stand together, it is more.",
    )
    length = QLocale().toString(explained.word_length, "f", 1)
    return short, text.format(explained.shingle_length, length)


def _words_only(found: WordDifferences) -> str:
    """Return how many words each text has alone, where they are not spread evenly."""
    return translate("Why", "{0} and {1} words differ").format(
        count_text(found.left_only), count_text(found.right_only)
    )


def tally_words(tally: Tally) -> str:
    """Return what was counted of the differences, in a phrase.

    >>> tally_words(Tally(0, 25, 2))
    '25 characters added, 2 paragraphs moved'
    """
    counted = (
        (
            tally.removed,
            translate("Why", "1 character removed"),
            translate("Why", "{0} characters removed"),
        ),
        (
            tally.added,
            translate("Why", "1 character added"),
            translate("Why", "{0} characters added"),
        ),
        (
            tally.moved,
            translate("Why", "1 paragraph moved"),
            translate("Why", "{0} paragraphs moved"),
        ),
    )
    return phrases(
        one if count == 1 else many.format(count_text(count))
        for count, one, many in counted
        if count
    )


def _part_words(missing: int) -> str:
    """Return how much of a part its whole has not; what the whole has more is no difference."""
    if not missing:
        return translate("Why", "every character of the part is in the whole")
    if missing == 1:
        return translate("Why", "1 character of the part is not in the whole")
    words = translate("Why", "{0} characters of the part are not in the whole")
    return words.format(count_text(missing))


def _equal_runs(kind: Kind) -> str:
    """Return what differs in documents that have the same runs of characters."""
    match kind:
        case Kind.IDENTICAL | Kind.SAME_TEXT:
            return translate("Why", "no passage differs")
        case Kind.SAME_WORDS:
            return translate(
                "Why",
                "the words are the same; links, images, comments, form values, the format, or "
                "traditional and simplified Chinese differ",
            )
    return translate(
        "Why",
        "no run of letters and digits differs; what does is letter case, superscripts, fractions, "
        "struck-out text, spaces, lines, the order of passages, or what could not be read",
    )


def _one_in(changed: float, pattern: str, most: str) -> str:
    return most if changed > _HALF else pattern.format(count_text(round(1 / changed)))


def containment_words(explained: Explanation, names: SideNames, *, left: bool) -> tuple[str, str]:
    """Return the containment of one text in the other: in a few words, and in a sentence."""
    comparison = explained.comparison
    share = comparison.left_in_right if left else comparison.right_in_left
    size = comparison.left_size if left else comparison.right_size
    ours, theirs = (names.left, names.right_again) if left else (names.right, names.left_again)
    figures = translate("Why", "Of the {1} runs of {2}, {3} has {0}.")
    match comparison.measure:
        case MeasuredBy.WORDS:
            figures = translate("Why", "Of the {1} words of {2}, {3} has {0}.")
        case MeasuredBy.ROWS:
            figures = translate("Why", "Of the {1} rows of {2}, {3} has {0}.")
        case MeasuredBy.LETTERS:
            figures = translate("Why", "Of the {1} letters and digits of {2}, {3} has {0}.")
    counts = _counted(comparison, comparison.shared), _counted(comparison, size)
    figures = figures.format(*counts, ours, theirs)
    return _held(share).format(ours, theirs), figures


def _held(share: float) -> str:
    """Return how much of one text, {0}, is in the other, {1}."""
    if share == 1:
        return translate("Why", "every passage of {0} is in {1}")
    if share >= _NEARLY_ALL:
        return translate("Why", "nearly all of {0} is in {1}")
    if share >= _MUCH:
        return translate("Why", "{0} has much that {1} has not")
    if share:
        return translate("Why", "hardly anything of {0} is in {1}")
    return translate("Why", "nothing of {0} is in {1}")


def remarks(explained: Explanation) -> list[str]:
    """Return the caveats about the figures."""
    found = []
    if min(len(explained.left.hashes), len(explained.right.hashes)) < explained.least_features:
        found.append(
            translate(
                "Why",
                "Too short: one of the texts has fewer than {0} features, so the distance means "
                "little; similarity and containment are exact.",
            ).format(explained.least_features)
        )
    if explained.pair.numbers_only:
        found.append(
            translate(
                "Why",
                "Numbers only: nothing but numbers, dates or names differs. Probably two documents "
                "on one form, not copies.",
            )
        )
    if explained.left.guessed or explained.right.guessed:
        found.append(
            translate(
                "Why",
                "Encoding guessed: the figures are those of a text that may have been read "
                "wrongly.",
            )
        )
    if explained.left.lossy or explained.right.lossy:
        found.append(
            translate("Why", "Some characters could not be decoded; they count as they are shown.")
        )
    return found


def hidden_words(explained: Explanation, config: ScanConfig) -> list[str]:
    """Return which thresholds hide the two documents as a pair; empty if these show it."""
    return [_hidden(one, explained, config) for one in explained.hiding(config)]


def _hidden(by: Hiding, explained: Explanation, config: ScanConfig) -> str:
    pair = explained.pair
    match by:
        case Hiding.SIMILARITY:
            return translate("Why", "Similarity: {0}, similar are at least {1}.").format(
                percent_text(pair.resemblance), percent_text(config.similarity)
            )
        case Hiding.DISTANCE:
            return translate("Why", "Distance in bits: {0}, similar are at most {1}.").format(
                count_text(pair.distance), count_text(config.distance)
            )
        case Hiding.PARTS:
            return translate("Why", "Parts: they are not shown now.")
        case Hiding.CONTAINMENT:
            return translate(
                "Why", "Containment: at most {0} of one is in the other, of a part at least {1}."
            ).format(percent_text(pair.containment), percent_text(config.containment))
        case Hiding.LENGTH:
            return translate(
                "Why",
                "Length: neither is clearly shorter, a part has at most {0} of the runs of the "
                "whole.",
            ).format(percent_text(PART_LENGTH))


def vote_words(explained: Explanation, bit: int, names: SideNames) -> str:
    """Return the values of one bit on both sides, and the reasons."""
    kept, chosen = int(explained.left.votes[bit]), int(explained.right.votes[bit])
    shared = explained.shared_votes[bit]
    text = translate(
        "Why",
        "Bit {0}: what both texts have adds up to {1}. What {8} has more adds {2}, which makes "
        "{3}: bit {4}. What {9} has more adds {5}, which makes {6}: bit {7}.",
    ).format(
        bit,
        vote_text(shared),
        vote_text(kept - shared),
        vote_text(kept),
        int(kept >= 0),
        vote_text(chosen - shared),
        vote_text(chosen),
        int(chosen >= 0),
        names.left,
        names.right,
    )
    if (kept >= 0) == (chosen >= 0):
        return sentences((text, translate("Why", "The bits agree.")))
    return sentences((text, translate("Why", "The bits differ.")))
