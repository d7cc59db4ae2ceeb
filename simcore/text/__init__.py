"""Bytes to text, text to the normal form, its words and its shingles.

Decoding tries the byte order mark, escape sequences, strict UTF-8, then chardet's order of
encodings and which reading looks least odd, and checks the result on the whole file. Chinese is cut
by the jieba dictionary without its hidden Markov model, in the compiled core. The normal form makes
a traditional and a simplified copy the same text. Shingles are made of its letters and digits.
"""
