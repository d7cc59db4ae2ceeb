"""A bare window with a table, until it answers.

python bare_window.py
"""

import sys

from PySide6.QtWidgets import QApplication, QMainWindow, QTableWidget, QTableWidgetItem

from benchmarks.speed.programs.answering import Answering


def main() -> int:
    """Show a hundred rows."""
    application = QApplication(["bare"])
    window = QMainWindow()
    table = QTableWidget(100, 4)
    for row in range(100):
        for column in range(4):
            table.setItem(row, column, QTableWidgetItem(f"{row} {column}"))
    window.setCentralWidget(table)
    window.resize(1000, 700)
    answering = Answering(application)
    window.show()
    code = application.exec()
    del answering
    return code


if __name__ == "__main__":
    sys.exit(main())
