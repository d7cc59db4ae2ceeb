"""Texts without their numbers, dates and names.

Two texts that differ in these alone are near-duplicates, but not copies of each other.

Exports: masked_words, differ_in_numbers_only.

May import: model, kernel, text.
"""
