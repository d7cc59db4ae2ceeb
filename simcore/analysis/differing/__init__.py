"""What differs in two texts, as a person would say it: words, passages in another order, menus.

``differing`` compares two texts; ``units`` cuts a text into sentences and lines, ``order`` tells
which of them stand elsewhere. All are pure, and bounded: what was not compared is told.

Exports: WordDifferences, TextChange, ChangeSort, what_differs.

May import: model, text.
"""
