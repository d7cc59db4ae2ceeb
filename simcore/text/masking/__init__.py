"""Texts without their numbers, dates and names.

Two texts that differ in nothing else are near-duplicates, but no copies of each other.

Exports: masked words, and whether two texts differ in numbers only.
"""
