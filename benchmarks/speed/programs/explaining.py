"""Two long texts in the tab "Why these two": when it shows them, and how long the window stands.

python explaining.py KIND MEGABYTES SEED

makes two files and prints, in seconds, the time from choosing them to the explanation on screen,
the longest time between two beats of a timer in the window's thread until then and while a person
then turns the pages and goes through the passages, and the time that it takes to have another pair
of small files on screen while two such files are being explained.
"""

import random
import sys
import tempfile
import time
from pathlib import Path

from PySide6.QtCore import QEventLoop, QTimer, Slot
from PySide6.QtWidgets import QApplication, QTabWidget

from app.application import InterpreterPolicy
from app.why.panel import WhyPanel
from simcore import ScanConfig

_BEAT_MS = 5
_CHARACTERS = "本合同由甲方与乙方于二〇二四年签订双方应当遵守全部条款数据库安装配置方法说明"
_OFTEN = 400
"""One character in so many differs in the second file."""


def texts(chance: random.Random, megabytes: float, ending: str) -> tuple[str, str]:
    """Make a text of Chinese sentences, and the same with some characters replaced."""
    size, left = 0, []
    while size < megabytes * 1e6:
        sentence = "".join(chance.choices(_CHARACTERS, k=chance.randrange(8, 60)))
        left.append(f"第{chance.randrange(10**6)}条 {sentence}。{ending}")
        size += len(left[-1].encode())
    right = list("".join(left))
    for _ in range(len(right) // _OFTEN):
        right[chance.randrange(len(right))] = chr(chance.randrange(0x4E00, 0x9000))
    return "".join(left), "".join(right)


class _Heart(QTimer):
    """A timer that records the longest time between two of its events."""

    def __init__(self) -> None:
        super().__init__(interval=_BEAT_MS)
        self.longest = 0.0
        self._last = time.perf_counter()
        self.timeout.connect(self._beat)

    @Slot()
    def _beat(self) -> None:
        now = time.perf_counter()
        self.longest = max(self.longest, now - self._last)
        self._last = now

    def begin(self) -> None:
        """Count from now on."""
        self.longest, self._last = 0.0, time.perf_counter()
        self.start()


def _pass(milliseconds: int) -> None:
    """Process events for a while."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def _explained(panel: WhyPanel, paths: tuple[Path, Path]) -> float:
    began = time.perf_counter()
    panel.show_pair(*paths, {})
    while not panel.explained:
        _pass(_BEAT_MS)
    return time.perf_counter() - began


def _turn_pages(tabs: QTabWidget, panel: WhyPanel) -> None:
    pages = panel.pages
    assert pages is not None  # noqa: S101 - it is shown
    for row in range(pages.list.count()):
        pages.list.setCurrentRow(row)
        _pass(300)
    tabs.setCurrentWidget(panel.passages)
    _pass(300)
    page = panel.passages.page
    assert page is not None  # noqa: S101 - it is shown
    for row in range(0, page.model.rowCount(), max(1, page.model.rowCount() // 20)):
        page.list.setCurrentIndex(page.model.index(row, 0))
        _pass(_BEAT_MS)
    while page.left.loading or page.right.loading:
        _pass(20)
    for bar in (page.left.verticalScrollBar(), page.right.verticalScrollBar()):
        for step in range(20):
            bar.setValue(bar.maximum() * step // 20)
            _pass(_BEAT_MS)
    tabs.setCurrentWidget(panel)


def main() -> None:
    """Measure and print."""
    application = QApplication([])
    InterpreterPolicy(application)  # as the program does
    chance = random.Random(int(sys.argv[3]))
    ending = {"paragraphs": "\n", "one-line": ""}[sys.argv[1]]
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, name) for name in "abcd"]
        large, small = (
            texts(chance, megabytes, ending) for megabytes in (float(sys.argv[2]), 0.002)
        )
        for path, text in zip(paths, (*large, *small), strict=True):
            path.write_text(text, encoding="utf-8")
        panel = WhyPanel()
        panel.set_config(ScanConfig(largest_file=10**9))
        tabs = QTabWidget()
        tabs.addTab(panel, "")
        tabs.addTab(panel.passages, "")
        tabs.resize(1280, 400)
        tabs.show()
        _pass(300)
        _explained(panel, (paths[2], paths[3]))  # loads the dictionaries, as a scan before does
        heart = _Heart()
        heart.begin()
        shown = _explained(panel, (paths[0], paths[1]))
        explaining = heart.longest
        heart.begin()
        _turn_pages(tabs, panel)
        turning = heart.longest
        panel.show_pair(paths[1], paths[0], {})
        _pass(500)
        other = _explained(panel, (paths[2], paths[3]))
        print(shown, explaining, turning, other)
        panel.close()
        tabs.close()
    application.quit()


if __name__ == "__main__":
    main()
