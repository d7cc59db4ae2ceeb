"""The words of an explanation: distance, resemblance, containment, a bit.

The similarity of a part is its share in the whole, as in the results.
"""

import html
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QScrollArea, QWidget

from simcore.diff.align import Tally
from simcore.diff.words import ChangeSort, MovedUnit, TextChange, WordDifferences
from simcore.explanation import Explanation, Passage
from simcore.grouping.pairs import Hiding
from simcore.model.config import PART_LENGTH, ScanConfig
from simcore.model.records import PARTS, Comparison, Kind, MeasuredBy

from ..i18n import clauses, phrases, sentences, translate
from ..wording import count_text, only_in_text, percent_text, plural, printable
from .explained import Explained

_SHOWN, _FEW = 6, 6
_LONG = 30


class SideNames(NamedTuple):
    """The names of the two texts: in a sentence, and again in its second half."""

    left: str
    right: str
    left_again: str
    right_again: str
    left_in_right: str
    right_in_left: str
    short_left: str
    short_right: str
    of_left: str
    of_right: str


def side_names(*, of_any_files: bool) -> SideNames:
    if of_any_files:
        return SideNames(
            translate("Why", "the left text"),
            translate("Why", "the right text"),
            translate("Why", "the left one"),
            translate("Why", "the right one"),
            translate("Why", "Left in right"),
            translate("Why", "Right in left"),
            translate("Why", "left"),
            translate("Why", "right"),
            translate("Why", "of the left document"),
            translate("Why", "of the right document"),
        )
    return SideNames(
        translate("Why", "the kept text"),
        translate("Why", "the chosen text"),
        translate("Why", "the kept one"),
        translate("Why", "the chosen one"),
        translate("Why", "Kept in chosen"),
        translate("Why", "Chosen in kept"),
        translate("Why", "kept"),
        translate("Why", "chosen"),
        translate("Why", "of the kept document"),
        translate("Why", "of the chosen document"),
    )


def difference_words(explained: Explanation, names: SideNames) -> list[str]:
    """Return rich-text sentences on what differs; none if no word, sign or letter does.

    What alone differs comes first; other letters are no other words then.
    """
    found, only_in = explained.differences, explained.pair.only_in
    chinese = explained.mostly_chinese
    if not found.complete:
        return [translate("Why", "The texts are too long to be compared word by word")]
    said = [_first_large(one) for one in _said(found, names, chinese=chinese)]
    if only_in is not None:
        return [_first_large(only_in_text(only_in)), *said]
    if found.places:
        said.append(_first_large(_amount(found, names, chinese=chinese)))
    return said


def moved_words(found: WordDifferences) -> str:
    words = {
        MovedUnit.PARAGRAPH: (
            translate("Why", "1 paragraph moved"),
            translate("Why", "{0} paragraphs moved"),
        ),
        MovedUnit.SENTENCE: (
            translate("Why", "1 sentence moved"),
            translate("Why", "{0} sentences moved"),
        ),
        MovedUnit.LINE: (translate("Why", "1 line moved"), translate("Why", "{0} lines moved")),
    }
    return phrases(plural(count, *words[unit]) for unit, count in found.moved)


def _said(found: WordDifferences, names: SideNames, *, chinese: bool) -> Iterator[str]:
    words = found.of(ChangeSort.WORDS)
    short = [one for one in words if max(one.left_words, one.right_words) <= _FEW]
    for one in short[:_SHOWN]:
        yield _change(one, names)
    if found.moved:
        moved = moved_words(found)
        if not found.changes:
            moved = translate("Why", "nothing but the order differs: {0}").format(moved)
        elif found.reordered:
            moved = translate("Why", "in another order, hardly a word changed: {0}").format(moved)
        yield moved
    for one in found.of(ChangeSort.MENU):
        name, shown = (names.left, one.left) if one.left else (names.right, one.right)
        yield translate("Why", "page navigation only in {0}: {1}").format(name, _quoted(shown))
    long = [one for one in words if max(one.left_words, one.right_words) > _FEW]
    for one in long[:_SHOWN]:
        yield _change(one, names, chinese=chinese)
    left_out = max(0, len(short) - _SHOWN) + max(0, len(long) - _SHOWN) + found.more
    if left_out:
        yield plural(
            left_out, translate("Why", "1 more place"), translate("Why", "{0} more places")
        )
    yield from _small(found, names)


def _small(found: WordDifferences, names: SideNames) -> Iterator[str]:
    signs, capitals = found.of(ChangeSort.SIGNS), found.of(ChangeSort.CAPITALS)
    if signs:
        shown = clauses(_change(one, names) for one in list(dict.fromkeys(signs))[:_SHOWN])
        yield plural(
            len(signs),
            translate("Why", "punctuation or signs at 1 place: {1}"),
            translate("Why", "punctuation or signs at {0} places: {1}"),
            shown,
        )
    if capitals:
        yield plural(
            sum(one.left_words for one in capitals),
            translate("Why", "letter case, width or traditional characters of 1 word: {1}"),
            translate("Why", "letter case, width or traditional characters of {0} words: {1}"),
            _change(capitals[0], names),
        )


def _change(one: TextChange, names: SideNames, *, chinese: bool = False) -> str:
    left = _word_count(one.left, one.left_words, chinese=chinese)
    right = _word_count(one.right, one.right_words, chinese=chinese)
    if left and right:
        pattern = translate("Why", "{0} has {1}, {2} has {3}")
        return pattern.format(names.left, left, names.right, right)
    name, shown = (names.left, left) if left else (names.right, right)
    return translate("Why", "{0} has {1}").format(name, shown)


def _word_count(text: str, words: int, *, chinese: bool) -> str:
    if not text or words <= _FEW:
        return _quoted(text) if text else ""
    pattern = (
        translate("Why", "{0} ({1} characters)") if chinese else translate("Why", "{0} ({1} words)")
    )
    return pattern.format(_quoted(text), count_text(words))


def _quoted(text: str) -> str:
    quoted = translate("Why", "“{0}”").format(html.escape(printable(text)))
    return f"<b>{quoted}</b>"


def _amount(found: WordDifferences, names: SideNames, *, chinese: bool) -> str:
    pattern = (
        translate("Why", "in all {0} of {1} characters of {4} and {2} of {3} of {5}")
        if chinese
        else translate("Why", "in all {0} of {1} words of {4} and {2} of {3} of {5}")
    )
    counts = found.left_only, found.left_words, found.right_only, found.right_words
    said = pattern.format(*map(count_text, counts), names.left, names.right)
    if found.one_in is None:
        return said
    return phrases((said, one_in_words(found.one_in, chinese=chinese)))


def one_in_words(one_in: int, *, chinese: bool) -> str:
    if chinese:
        return translate("Why", "about one character in {0} differs").format(count_text(one_in))
    return translate("Why", "about one word in {0} differs").format(count_text(one_in))


def _first_large(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def passage_words(title: str, passages: Sequence[Passage]) -> str:
    if not passages or passages[0].characters < _LONG:
        return ""
    longest = passages[0]
    pattern = translate("Why", "{0}, {1} characters: {2}")
    return pattern.format(title, count_text(longest.characters), _quoted(longest.text))


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
    comparison, why = explained.comparison, ""
    match comparison.measure:
        case MeasuredBy.WORDS:
            text = translate(
                "Why",
                "Both texts together have {0} words; {1} of them in both, in the same order. Short "
                "texts are compared by words: one changed word touches too many of their runs of "
                "characters.",
            )
            if comparison.numbers_only:
                why = translate(
                    "Why", "A number, date or name in the place of another counts as two thirds."
                )
        case MeasuredBy.ROWS:
            text = translate(
                "Why",
                "Both tables together have {0} rows; {1} of them in both. Many runs of "
                "characters go over the ends of rows, which stand in another order.",
            )
        case MeasuredBy.LETTERS:
            text = translate(
                "Why",
                "Both texts together have {0} letters and digits; {1} of them in both, in "
                "the same order. A letter that was misread changes all runs with it.",
            )
        case MeasuredBy.UNSTAMPED:
            text = translate(
                "Why",
                "Both texts together have {0} different runs of 4 or 5 characters without "
                "their time stamps; {1} of them in both. The stamps are written otherwise.",
            )
        case _ if explained.each_counted:
            text = translate(
                "Why",
                "Both texts together have {0} runs of {2} characters (one less where they begin "
                "with a Chinese one), counted as often as they stand there; {1} of them in both.",
            )
        case _ if explained.longer_runs:
            text = translate(
                "Why",
                "Both texts together have {0} different runs of {2} characters (one less where "
                "they begin with a Chinese one); {1} of them in both.",
            )
        case _:
            text = translate(
                "Why",
                "Both texts together have {0} different runs of 4 characters (where they begin "
                "with a Chinese one) or 5 (elsewhere); {1} of them in both.",
            )
    if comparison.measure is MeasuredBy.SHINGLES and explained.longer_runs:
        why = translate("Why", "Shorter runs would be in both by chance.")
    together = comparison.left_size + comparison.right_size - comparison.shared
    counts = _counted(comparison, together), _counted(comparison, comparison.shared)
    return sentences(filter(None, (text.format(*counts, explained.run_length), why)))


def _counted(comparison: Comparison, count: int) -> str:
    """Return a count of a comparison, which may be in thirds."""
    if comparison.measure is not MeasuredBy.WORDS or not comparison.numbers_only:
        return count_text(count)
    whole, rest = divmod(count, 3)
    return QLocale().toString(count / 3, "f", 1) if rest else count_text(whole)


def change_words(
    explained: Explanation, tally: Tally | None = None, of_part: float = 1.0
) -> tuple[str, str]:
    """Return what differs in a few words, and a sentence on how that was estimated, if it was.

    A shorter text is a part from the containment ``of_part`` (0 to 1) on. Differences are counted
    by the ``tally``, or word by word; for very long texts they are estimated after Ondov et al.
    2016, see ``Explanation.changed_characters`` and ``changed_words``.
    """
    resemblance = explained.comparison.resemblance
    found = explained.differences
    if explained.pair.only_in is not None:
        return only_in_text(explained.pair.only_in), ""
    # time stamps that were left out differ, too
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
        counts = count_text(found.left_only), count_text(found.right_only)
        return translate("Why", "{0} and {1} words differ").format(*counts), ""
    return _estimated(explained)


def _estimated(explained: Explanation) -> tuple[str, str]:
    chinese = explained.mostly_chinese
    changed = explained.changed_characters if chinese else explained.changed_words
    if changed <= _HALF:
        short = one_in_words(round(1 / changed), chinese=chinese)
    elif chinese:
        short = translate("Why", "more than half of the characters differ")
    else:
        short = translate("Why", "more than half of the words differ")
    if chinese:
        text = translate(
            "Why",
            "Reckoned for single characters, changed here and there, with runs of {0}: most of "
            "both texts is Chinese. Where changes stand together, it is more.",
        )
    else:
        text = translate(
            "Why",
            "Reckoned for whole words of {1} characters, changed here and there, with runs of {0}: "
            "most of both texts is not Chinese. Where changes stand together, it is more.",
        )
    length = QLocale().toString(explained.word_length, "f", 1)
    return short, text.format(explained.shingle_length, length)


def tally_words(tally: Tally) -> str:
    """Return the counted differences in a phrase.

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
    return phrases(plural(*each) for each in counted if each[0])


def _part_words(missing: int) -> str:
    if not missing:
        return translate("Why", "every character of the part is in the whole")
    return plural(
        missing,
        translate("Why", "1 character of the part is not in the whole"),
        translate("Why", "{0} characters of the part are not in the whole"),
    )


def _equal_runs(kind: Kind) -> str:
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


def hidden_words(by: Hiding, explained: Explanation, config: ScanConfig) -> str:
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
    agree = (kept >= 0) == (chosen >= 0)
    verdict = translate("Why", "The bits agree.") if agree else translate("Why", "The bits differ.")
    return sentences((text, verdict))


_ROWS = 4
_ABOVE = 2
# the distance comes last: the other pages explain it
_PLACES = (3, 0, 1, 2)


class FiguresPage(QScrollArea):
    """What differs in words, and four figures with name, short words and a sentence."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Figures in words"))
        content = QWidget(self)
        self._grid = QGridLayout(content)
        self._grid.setContentsMargins(4, 4, 8, 4)
        self._grid.setHorizontalSpacing(14)
        self._grid.setVerticalSpacing(8)
        self._grid.setColumnStretch(2, 1)
        self.differs, self.passages = (self._label(row, 0, across=True) for row in range(_ABOVE))
        places = [_ABOVE + place for place in _PLACES]
        self.figures = [self._label(row, 1, large=True) for row in places]
        self.words = [self._label(row, 2) for row in places]
        self.names = [self._label(row, 0) for row in places]
        self._shown: Explained | None = None
        self.hidden = self._label(_ABOVE + _ROWS, 2)
        self.remarks = self._label(_ABOVE + _ROWS + 1, 2)
        self._grid.setRowStretch(_ABOVE + _ROWS + 2, 1)
        self.setWidget(content)

    def show_explanation(self, shown: Explained, config: ScanConfig) -> None:
        """Show words and figures of an explanation, and the thresholds that hide the two."""
        self._shown, explained = shown, shown.explanation
        names = side_names(of_any_files=shown.request.of_any_files)
        self._show_lines(self.differs, self.tr("What differs"), difference_words(explained, names))
        passages = (
            (self.tr("in both"), explained.shared),
            (self.tr("only in {0}").format(names.left), explained.left.own),
            (self.tr("only in {0}").format(names.right), explained.right.own),
        )
        told = [passage_words(title, some) for title, some in passages]
        self._show_lines(self.passages, self.tr("Longest passages"), list(filter(None, told)))
        self.show_thresholds(config)
        found = remarks(explained)
        self.remarks.setText("<br>".join(f"! {each}" for each in found))
        self.remarks.setVisible(bool(found))

    def _show_lines(self, label: QLabel, title: str, lines: Sequence[str]) -> None:
        label.setText("<br>\u2022 ".join((f"<b>{title}</b>", *lines)))
        label.setVisible(bool(lines))

    def show_thresholds(self, config: ScanConfig) -> None:
        if self._shown is None:
            return
        explained = self._shown.explanation
        for row, (name, figure, (short, sentence)) in enumerate(self._rows(self._shown, config)):
            self.names[row].setText(name)
            self.figures[row].setText(figure)
            words = self.tr("<b>{0}.</b> {1}").format(short[0].upper() + short[1:], sentence)
            self.words[row].setText(words)
        found = [hidden_words(one, explained, config) for one in explained.hiding(config)]
        title = self.tr("<b>Neither similar nor a part</b> by the thresholds set:")
        self.hidden.setText("<br>".join((title, *found)))
        self.hidden.setVisible(bool(found))

    def _rows(
        self, shown: Explained, config: ScanConfig
    ) -> tuple[tuple[str, str, tuple[str, str]], ...]:
        explained = shown.explanation
        compared = explained.comparison
        distance = (
            self.tr("Distance"),
            self.tr("{0} of {1}").format(explained.distance, explained.width),
            distance_words(explained),
        )
        change, reckoned = change_words(explained, shown.tally, config.containment)
        counted = sentences(filter(None, (resemblance_words(explained), reckoned)))
        both = percent_text(explained.pair.resemblance), (change, counted)
        sides = side_names(of_any_files=shown.request.of_any_files)
        kept = percent_text(compared.left_in_right), containment_words(explained, sides, left=True)
        chosen = (
            percent_text(compared.right_in_left),
            containment_words(explained, sides, left=False),
        )
        names = sides.left_in_right, sides.right_in_left
        if explained.shown_kind(config) not in PARTS:
            similarity = self.tr("Similarity"), *both
            return distance, similarity, (names[0], *kept), (names[1], *chosen)
        left_is_part = compared.left_in_right > compared.right_in_left
        part, whole = (kept, chosen) if left_is_part else (chosen, kept)
        return (
            distance,
            (self.tr("Similarity"), *part),
            (self.tr("Runs in both"), *both),
            (names[left_is_part], *whole),
        )

    def _label(self, row: int, column: int, *, large: bool = False, across: bool = False) -> QLabel:
        label = QLabel(self, textFormat=Qt.TextFormat.RichText)
        label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        label.setWordWrap(across or column == 2)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        if large:
            font = label.font()
            font.setBold(True)
            font.setPointSizeF(font.pointSizeF() * 1.2)
            label.setFont(font)
        self._grid.addWidget(label, row, column, 1, 3 if across else 1)
        return label
