"""Verified pairs to groups, at any threshold, without reading anything.

Groups are stars around a representative that every member was compared with, or by choice
connected components. What does not depend on thresholds is made once and kept in a Grouper.

Exports: regroup, Grouper, the kinds of pairs, the columns of all that was compared.

May import: model, fingerprint, store.
"""
