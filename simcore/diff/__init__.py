"""Differences of two texts: lines aligned, words, passages in another order.

Texts may have any length: an alignment is two lists of line numbers and a letter a row.
"""
