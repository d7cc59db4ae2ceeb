"""Bytes to text, text to its normal form, words and shingles, and how similar two texts are."""
