"""The tab "Why these two": fingerprints bit by bit, votes, passages, figures.

Exports: WhyPanel.

May import: what comparison may.
"""
