"""Exporting: the groups written to a CSV file, from the command to the word that it is there."""

from pathlib import Path

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFileDialog, QWidget

from app.language.wording import path_text
from app.session.session import Session
from app.widgets.banner import Notices


class Exporting(QObject):
    """Asks for a file name, and says when the groups were written."""

    def __init__(
        self, session: Session, command: QAction, notices: Notices, window: QWidget
    ) -> None:
        super().__init__(window)
        self._session = session
        self._notices = notices
        self._window = window
        command.triggered.connect(self._export)
        session.writer.exported.connect(self._tell_exported)

    @Slot()
    def _export(self) -> None:
        name, _ = QFileDialog.getSaveFileName(
            self._window,
            self.tr("Export the groups"),
            str(Path.home() / "groups.csv"),
            self.tr("CSV files (*.csv)"),
        )
        if name:
            path = Path(name)
            self._session.export(path if path.suffix else path.with_suffix(".csv"))

    @Slot(object)
    def _tell_exported(self, path: Path) -> None:
        self._notices.show_message(
            self.tr("The groups were written to {0}.").format(path_text(path))
        )
