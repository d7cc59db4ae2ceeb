"""Differences of two texts of any length: aligned lines, words, passages in another order."""
