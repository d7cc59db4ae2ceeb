"""Beginning: the ways from the welcome page to results."""

import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Slot

from ..folders.panel import FolderPanel
from ..language.resources import resource
from ..results.review.files import ResultFiles
from ..session.calls.saved_results import Opened
from ..session.session import Session
from ..settings.settings import SettingsStore
from ..shell.welcome import WelcomePage
from ..widgets.banner import Notices

_MOST_FILES = 10
"""The number of files of saved results that are remembered."""

_SAMPLES = "sample documents"


class Beginning(QObject):
    """Adds folders scanned lately, the sample documents, or opens saved results.

    The first folders that a person adds are scanned at once: there is nothing else to be done.

    The sample documents are copied into the folder of the index, anew each time, so that whatever
    a person does to them harms nothing.
    """

    def __init__(
        self,
        session: Session,
        settings: SettingsStore,
        welcome: WelcomePage,
        panel: FolderPanel,
        results: ResultFiles,
        notices: Notices,
        home: Path,
    ) -> None:
        super().__init__(notices)
        self._session = session
        self._settings = settings
        self._welcome = welcome
        self._panel = panel
        self._notices = notices
        self._home = home
        panel.first_added.connect(self._scan_first)
        welcome.samples_wanted.connect(self.try_samples)
        welcome.folders_chosen.connect(self._scan)
        welcome.results_chosen.connect(results.open)
        settings.changed.connect(self._show_lately)
        session.writer.saved.connect(self._note)
        session.opened.connect(self._note_opened)
        self._show_lately()

    @Slot()
    def try_samples(self) -> None:
        """Scan a fresh copy of the sample documents."""
        folder = self._home / _SAMPLES
        try:
            if folder.exists():
                shutil.rmtree(folder)
            shutil.copytree(resource("demo"), folder)
        except OSError as error:
            words = self.tr("The sample documents cannot be copied: {0}")
            self._notices.show_problem(words.format(error))
            return
        self._scan([folder])

    @Slot()
    def _scan_first(self) -> None:
        self._session.scan()

    @Slot(object)
    def _scan(self, folders: Sequence[Path]) -> None:
        self._panel.set_folders(folders)
        self._session.scan()

    @Slot()
    def _show_lately(self) -> None:
        now = self._settings.now
        self._welcome.show_lately(now.recent, now.saved_results)

    @Slot(object)
    def _note_opened(self, opened: Opened) -> None:
        self._note(opened.path)

    @Slot(object)
    def _note(self, path: Path) -> None:
        """Remember a file of saved results, the latest first."""
        now = self._settings.now
        others = [one for one in now.saved_results if one != path]
        latest = (path, *others[: _MOST_FILES - 1])
        if latest != now.saved_results:
            self._settings.keep(replace(now, saved_results=latest))
