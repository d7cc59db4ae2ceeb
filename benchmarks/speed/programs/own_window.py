"""The window of Variorum, opened as ``variorum`` does, until it answers.

python own_window.py
"""

import sys

from PySide6.QtWidgets import QApplication

from app.__main__ import main
from benchmarks.speed.programs.answering import Answering

if __name__ == "__main__":
    # the program takes an application that is there for its own
    qt = QApplication(["variorum"])
    answering = Answering(qt)
    sys.exit(main([]))
