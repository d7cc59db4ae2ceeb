"""Desktop services: open files and folders, ask for paths, clipboard."""

import os
import weakref
from collections.abc import Callable, Iterable
from pathlib import Path
from urllib.parse import unquote_to_bytes

from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QAbstractItemView, QDialog, QFileDialog, QWidget

from simcore.files.containers import container_of
from simcore.index.paths import called_elsewhere
from simcore.model.reasons import Reason

from ..i18n import translate
from ..wording import id_text, path_text, reason_text


def file_url(path: Path) -> QUrl:
    """Return the URL of a file; bytes of its name that are not UTF-8 stay percent-encoded.

    ``QUrl.fromLocalFile`` cannot take such a name, a string with lone surrogates.
    """
    return QUrl.fromEncoded(path.absolute().as_uri().encode("ascii"))


def path_of(url: QUrl) -> Path | None:
    """Return the path of a local file's URL, the reverse of ``file_url``; else None."""
    if not url.isLocalFile():
        return None
    text = url.toLocalFile()
    if "\ufffd" in text and os.name == "posix":  # bytes that are not UTF-8, see file_url
        encoded = url.path(QUrl.ComponentFormattingOption.FullyEncoded)
        return Path(os.fsdecode(unquote_to_bytes(encoded)))
    return Path(text)


def local_paths(data: QMimeData) -> list[Path]:
    return [path for url in data.urls() if (path := path_of(url)) is not None]


def asked_path(parent: QWidget, title: str, proposed: Path, pattern: str) -> Path | None:
    """Ask where to write a file, by default with the suffix of ``proposed``. None: cancelled."""
    name, _ = QFileDialog.getSaveFileName(parent, title, str(proposed), pattern)
    chosen = Path(name)
    path = chosen if chosen.suffix else chosen.with_name(chosen.name + proposed.suffix)
    return path if name and may_write(parent, title, chosen, path) else None


def asked_table(parent: QWidget, title: str, proposed: Path, *, page: bool = False) -> Path | None:
    """Ask where to write a table, by default with the suffix of the selected file type."""
    sorts = {
        translate("desktop", "CSV files (*.csv)"): ".csv",
        translate("desktop", "JSON files (*.json)"): ".json",
    }
    if page:
        sorts[translate("desktop", "Web pages with the differences (*.html)")] = ".html"
    name, sort = QFileDialog.getSaveFileName(parent, title, str(proposed), ";;".join(sorts))
    chosen = path = Path(name)
    if name and not chosen.suffix:
        path = chosen.with_name(chosen.name + sorts.get(sort, ".csv"))
    return path if name and may_write(parent, title, chosen, path) else None


_why_not: weakref.WeakMethod[Callable[[Path], Reason | None]] | None = None


def refuse_to_write(why_not: Callable[[Path], Reason | None]) -> None:
    """Set the method that returns why a path may not be written; it is held weakly."""
    global _why_not  # noqa: PLW0603 - dialogs are opened by functions
    _why_not = weakref.WeakMethod(why_not)


def may_write(parent: QWidget, title: str, chosen: Path, path: Path) -> bool:
    """Return whether a file may be written, where a suffix was added to ``chosen``.

    The file dialog confirms replacing the chosen path only. A refusal by ``refuse_to_write`` is
    shown.
    """
    from PySide6.QtWidgets import QMessageBox

    why_not = None if _why_not is None else _why_not()
    reason = None if why_not is None else why_not(path)
    if reason is not None:
        box = QMessageBox(QMessageBox.Icon.Warning, title, "", parent=parent)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(reason_text(reason))
        box.exec()
        return False
    if path == chosen or not os.path.lexists(path):
        return True
    words = translate("desktop", "{path} exists already. Do you want to replace it?")
    buttons = QMessageBox.StandardButton.Yes | QMessageBox.StandardButton.Cancel
    box = QMessageBox(QMessageBox.Icon.Warning, title, "", buttons, parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(words.format(path=path_text(path)))
    box.setDefaultButton(QMessageBox.StandardButton.Cancel)
    return box.exec() == QMessageBox.StandardButton.Yes


def is_asking(window: QWidget) -> bool:
    return any(one.isVisible() and one.isModal() for one in window.findChildren(QDialog))


def open_path(path: Path, failed: Callable[[str], object]) -> None:
    """Open a file in its program; call ``failed`` with a sentence if there is none."""
    if _is_elsewhere(path, failed):
        return
    path = container_of(path) or path
    if not (path.exists() and QDesktopServices.openUrl(file_url(path))):
        text = translate(
            "desktop", "{path} cannot be opened: it is gone, or no program is set for it"
        )
        failed(text.format(path=path_text(path)))


def show_in_folder(path: Path, failed: Callable[[str], object]) -> None:
    if _is_elsewhere(path, failed):
        return
    path = container_of(path) or path
    if not (path.parent.exists() and QDesktopServices.openUrl(file_url(path.parent))):
        text = translate("desktop", "The folder of {path} cannot be shown")
        failed(text.format(path=path_text(path)))


def _is_elsewhere(path: Path, failed: Callable[[str], object]) -> bool:
    found = called_elsewhere(path)
    if found is not None:
        text = translate("desktop", "{path} is not on this machine")
        failed(text.format(path=id_text(found)))
    return found is not None


def copy_paths(names: Iterable[Path | str]) -> None:
    copy_text("\n".join(path_text(one) if isinstance(one, Path) else one for one in names))


def copy_text(text: str) -> None:
    QGuiApplication.clipboard().setText(text)


def ask_for_folders(parent: QWidget, title: str, start: str) -> list[Path]:
    """Let the user choose folders; none if cancelled.

    Uses Qt's own dialog, since those of the desktops return one folder only.
    """
    dialog = QFileDialog(parent, title, start, fileMode=QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    dialog.setLabelText(QFileDialog.DialogLabel.Accept, translate("desktop", "&Add"))
    for view in dialog.findChildren(QAbstractItemView):
        if view.objectName() in {"listView", "treeView"}:
            view.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
    chosen = dialog.selectedFiles() if dialog.exec() else []
    dialog.deleteLater()
    return [Path(one) for one in chosen]
