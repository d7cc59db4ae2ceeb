"""Texts without their numbers, dates and names.

Two texts that differ in these alone are near-duplicates, but not copies of each other.

Exports: masked words, and whether two texts differ in numbers only.
"""
