"""The tab "Why these two": fingerprints bit by bit, votes, passages, figures.

Exports: WhyPanel.
"""
