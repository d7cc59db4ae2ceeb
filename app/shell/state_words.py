"""The words of each state: what happened, and what to do next."""

import typing
from dataclasses import dataclass, replace

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QAction

from simcore import WHAT_IS_READ, least_features

from ..language.age_words import left_out_for_age
from ..language.not_read_words import not_read_text
from ..language.punctuation import clauses
from ..language.wording import count_text, date_text, in_own_words
from ..session.states import Activity, Phase, Status

if typing.TYPE_CHECKING:
    from simcore import ScanReport

    from ..session.regrouping import FoundCounts


@dataclass(frozen=True, slots=True)
class Words:
    """A heading and a paragraph for a page without groups, a notice above a page with groups.

    ``action`` is what to do next, None when there is nothing to do but wait.
    """

    heading: str
    text: str
    notice: str = ""
    action: QAction | None = None


class StateWords(QObject):
    """Finds the words for a state of the program."""

    def __init__(self, add_folder: QAction, scan: QAction, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._add_folder = add_folder
        self._scan = scan

    def of(
        self,
        status: Status,
        activity: Activity,
        report: "ScanReport | None",
        *,
        paused: bool = False,
    ) -> Words:
        """Return the words of a state; the notice is empty if the groups need none."""
        if activity is not Activity.NONE:
            words = self._working(activity, paused=paused)
            if words is not None:
                return words
        match status.phase:
            case Phase.EMPTY:
                return self._empty()
            case Phase.WAITING:
                return Words(
                    self.tr("Not scanned yet"),
                    self.tr("Press Scan to read the documents in the folders and compare them."),
                    action=self._scan,
                )
            case Phase.RECALLED:
                return self._recalled()
            case Phase.SCANNED:
                return self._scanned(report)
            case Phase.CANCELLED:
                return self._cancelled(status)
            case Phase.OPENED:
                return self._opened(status)
            case Phase.FAILED:
                message = in_own_words(status.message)
                return Words(
                    self.tr("This did not work"),
                    self.tr("{0}\nNothing was lost. Put it right and press “Scan again”.").format(
                        message
                    ),
                    self.tr("{0}. The groups below are those of before.").format(
                        message.rstrip(".。")
                    ),
                    action=self._scan,
                )

    def _empty(self) -> Words:
        text = self.tr(
            "Add a folder with documents, or drop one here. Then press Scan to find those that "
            "are nearly the same."
        )
        reads = self.tr("What is read: {0}.").format(
            QCoreApplication.translate("formats", WHAT_IS_READ)
        )
        return Words(self.tr("No folders yet"), f"{text}\n{reads}", action=self._add_folder)

    def _working(self, activity: Activity, *, paused: bool) -> Words | None:
        if paused:
            return Words(
                self.tr("Paused"),
                self.tr(
                    "Nothing is read until you press Resume. You may also close the window: what "
                    "was indexed is kept, and the next scan goes on from there."
                ),
            )
        if activity is Activity.SCANNING:
            return Words(
                self.tr("Scanning"),
                self.tr("Results appear here as they are verified."),
                self.tr(
                    "You can look at results and mark them while the scan goes on. Cancel keeps "
                    "what was found."
                ),
            )
        if activity is Activity.RECALLING:
            return Words(self.tr("Looking into the index…"), "")
        if activity is Activity.OPENING:
            return Words(self.tr("Opening saved results…"), "")
        return None

    def found(self, found: "FoundCounts") -> str:
        """Summarise the groups; empty if there are none."""
        if not found.groups:
            return ""
        pattern = (
            self.tr("1 group  ·  {1} documents")
            if found.groups == 1
            else self.tr("{0} groups  ·  {1} documents")
        )
        return pattern.format(count_text(found.groups), count_text(found.documents))

    def compared(self, report: "ScanReport") -> str:
        """Return how many pairs the thresholds show, of how many."""
        counts = report.counts
        pattern = self.tr(
            "{0} compared; others of their groups that are exact copies: {1}, that have the same "
            "words: {2}, similar: {3}, parts: {4}"
        )
        words = pattern.format(
            count_text(counts.documents),
            count_text(counts.exact),
            count_text(counts.same_words),
            count_text(counts.similar),
            count_text(counts.parts),
        )
        parts = [words]
        if counts.short:
            short = self.tr("{0} too short for the distance (fewer than {1} features)")
            least = least_features(report.config.recipe)
            parts.append(short.format(count_text(counts.short), least))
        if counts.linked:
            linked = self.tr("{0} linked through others")
            parts.append(linked.format(count_text(counts.linked)))
        if counts.skipped:
            left_out = (
                self.tr("1 file or folder left out by name, link or kind")
                if counts.skipped == 1
                else self.tr("{0} files or folders left out by name, link or kind")
            )
            parts.append(left_out.format(count_text(counts.skipped)))
        late = left_out_for_age(counts.outside, report.config)
        if late:
            parts.append(late)
        if counts.common_passages:
            one = self.tr("1 passage taken for boilerplate")
            many = self.tr("{0} passages taken for boilerplate")
            common = counts.common_passages
            parts.append(one if common == 1 else many.format(count_text(common)))
        if counts.missed:
            missed = self.tr("about {0} pairs of {1} texts not compared (see Not read)")
            if counts.missed == 1:
                missed = self.tr("about 1 pair of {1} texts not compared (see Not read)")
            texts = count_text(counts.passed_over)
            parts.append(missed.format(count_text(counts.missed), texts))
        left = not_read_text(report)
        if left:
            parts.append(left)
        return clauses(parts)

    def _opened(self, status: Status) -> Words:
        if status.elsewhere:
            return self._opened_elsewhere(status)
        saved = self.tr(
            "These results were saved at {0}. Press “Scan again” to bring them up to date."
        )
        text = saved.format(date_text(status.saved_ns))
        heading = self.tr("No similar documents in the saved results")
        return Words(heading, text, text, action=self._scan)

    def _opened_elsewhere(self, status: Status) -> Words:
        saved = self.tr(
            "These results were saved at {0}. Their documents are not on this machine: mark those "
            "that are to go, then choose “Export ids to drop…” in the menu File."
        )
        text = saved.format(date_text(status.saved_ns))
        return Words(self.tr("No similar documents in the saved results"), text, text)

    def _recalled(self) -> Words:
        return Words(
            self.tr("No similar documents known"),
            self.tr(
                "The index holds documents of these folders, but none that are nearly the same. "
                "Press “Scan again” to bring it up to date."
            ),
            self.tr("This is the last known state. Press “Scan again” to bring it up to date."),
            action=self._scan,
        )

    def _scanned(self, report: "ScanReport | None") -> Words:
        words = self._scanned_now(report)
        late = "" if report is None else left_out_for_age(report.counts.outside, report.config)
        return replace(words, text=f"{words.text}\n{late}") if late else words

    def _scanned_now(self, report: "ScanReport | None") -> Words:
        count = 0 if report is None else len(report.documents)
        if count == 0:
            text = self.tr(
                "The folders hold no files that the patterns in the settings let through, or "
                "none with text. What could not be used stands under Not read."
            )
            there = "" if report is None else not_read_text(report)
            if there:
                there = self.tr("What is there was {0}.").format(there)
                text = f"{text}\n{there}"
            return Words(self.tr("No documents found"), text, action=self._add_folder)
        heading = self.tr("No similar documents found")
        if count == 1:
            text = self.tr("There is only one document to compare. Add another folder.")
            return Words(heading, text, action=self._add_folder)
        text = self.tr(
            "None of the {0} documents are similar at these values. Move the sliders above to let "
            "less similar ones in, or add another folder."
        )
        return Words(heading, text.format(count_text(count)), action=self._add_folder)

    def _cancelled(self, status: Status) -> Words:
        if status.known:
            words = self.tr(
                "Cancelled when {0} of {1} had been read. What was read is kept in the index; "
                "“Scan again” goes on from there."
            ).format(count_text(status.read), count_text(status.known))
        else:
            words = self.tr(
                "Cancelled before files were read. Nothing is lost; “Scan again” starts anew."
            )
        return Words(self.tr("Cancelled"), words, words, action=self._scan)
