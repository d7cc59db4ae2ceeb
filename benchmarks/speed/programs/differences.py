"""Two long texts in the differences: when something is seen, and how long the window is blocked.

python differences.py KIND SEED SHARE

makes two texts, or a share of them that is at most 1, and prints, in seconds, the time from
handing over the texts to a painted row, the time to the final result, and the longest time between
two beats of a timer in the window's thread, first while the texts are compared, then while a person
scrolls, goes on, folds, wraps and looks for text.
"""

import random
import sys
import time
from collections.abc import Callable

from PySide6.QtCore import QEventLoop, QTimer, Slot
from PySide6.QtWidgets import QApplication

from app.application import InterpreterPolicy
from app.compare.texts import TitledText
from app.compare.view import DifferenceView

_BEAT_MS = 5
_CHARACTERS = "本合同由甲方与乙方于二〇二四年签订双方应当遵守全部条款数据库安装配置方法说明"
_LETTERS = "abcdefghijklmnopqrstuvwxyz   ,."


def paragraphs(chance: random.Random, share: float) -> tuple[str, str]:
    """Make 10 MB of Chinese paragraphs, a quarter of them with another character."""
    left = [
        "".join(chance.choices(_CHARACTERS, k=chance.randrange(20, 200)))
        for _ in range(round(30_000 * share))
    ]
    right = []
    for paragraph in left:
        lot = chance.random()
        at = chance.randrange(len(paragraph))
        if lot >= 0.02:
            changed = paragraph[:at] + "改" + paragraph[at + 1 :]
            right.append(changed if lot < 0.3 else paragraph)
    return "。\n".join(left), "。\n".join(right)


def one_line(chance: random.Random, share: float) -> tuple[str, str]:
    """Make a line of 5 MB, and the same with 500 other characters."""
    left = "".join(chance.choices(_LETTERS, k=round(5_000_000 * share)))
    right = list(left)
    for _ in range(500):
        right[chance.randrange(len(right))] = "X"
    return left, "".join(right)


def lines(chance: random.Random, share: float) -> tuple[str, str]:
    """Make 200,000 lines, a tenth of them changed, a hundredth missing."""
    left = [
        f"第{n}行 some value {chance.randrange(10**6)} 文本内容"
        for n in range(round(200_000 * share))
    ]
    right = []
    for line in left:
        lot = chance.random()
        if lot >= 0.01:
            right.append(line.replace("文本", "文件") if lot < 0.11 else line)
    return "\n".join(left), "\n".join(right)


KINDS: dict[str, Callable[[random.Random, float], tuple[str, str]]] = {
    "paragraphs": paragraphs,
    "one-line": one_line,
    "lines": lines,
}


class _Heart(QTimer):
    """Beats, and knows the longest time between two beats."""

    def __init__(self) -> None:
        super().__init__(interval=_BEAT_MS)
        self.longest = 0.0
        self._last = time.perf_counter()
        self.timeout.connect(self._beat)

    def begin(self) -> None:
        """Count from now on."""
        self.longest = 0.0
        self._last = time.perf_counter()
        self.start()

    @Slot()
    def _beat(self) -> None:
        now = time.perf_counter()
        self.longest = max(self.longest, now - self._last)
        self._last = now


def _pass(milliseconds: int) -> None:
    """Let the window live for a while."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def _review(view: DifferenceView) -> None:
    """Do what a person does."""
    bar = view.right_pane.verticalScrollBar()
    for step in range(40):
        bar.setValue(bar.maximum() * step // 40)
        _pass(_BEAT_MS)
    for _ in range(20):
        view.navigation.go_on()
        _pass(_BEAT_MS)
    for action in (view.options.fold, view.options.fold, view.options.wrap):
        action.trigger()
        _pass(200)
    for step in range(20):
        bar.setValue(bar.maximum() * step // 20)
        _pass(_BEAT_MS)
    view.options.wrap.trigger()
    view.search.open()
    view.find_bar.field.setText("第7" if len(view.roll.sheet) > 100_000 else "X")
    while view.search.finding.busy:
        _pass(20)


def main() -> None:
    """Measure and print."""
    application = QApplication([])
    InterpreterPolicy(application)  # as the program does
    left, right = KINDS[sys.argv[1]](random.Random(int(sys.argv[2])), float(sys.argv[3]))
    view = DifferenceView()
    view.resize(1280, 400)
    view.show()
    _pass(300)
    heart = _Heart()
    heart.begin()
    began = time.perf_counter()
    view.show_sides(TitledText("left", left), TitledText("right", right))
    while not len(view.roll.sheet):
        _pass(1)
    view.left_pane.viewport().repaint()
    first = time.perf_counter() - began
    while not view.settled:
        _pass(20)
    final = time.perf_counter() - began
    _pass(100)
    comparing = heart.longest
    heart.begin()
    _review(view)
    print(first, final, comparing, heart.longest)
    view.close()
    application.quit()


if __name__ == "__main__":
    main()
